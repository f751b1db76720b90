//! The concise way to write layouts: shapes with strides, and closures over symbolic axes.

use crate::error::MapError;
use crate::expr::{Expr, Program};
use crate::index_set::IndexSet;
use crate::map::{IntTree, LayoutMap};

/// CuTe's `shape:stride`; see [`LayoutMap::mixed_radix`].
///
/// ```
/// use tileir::{layout, shape, stride};
/// let tiled = layout(shape![4, (2, 8)], stride![1, (32, 4)])?;
/// assert_eq!(tiled.to_string(), "mixed_radix<(4,(2,8)):(1,(32,4))>");
/// assert_eq!(tiled.eval(&[3, 5])?, [3 + 32 + 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`LayoutMap::mixed_radix`].
pub fn layout(shape: IntTree, stride: IntTree) -> Result<LayoutMap, MapError> {
    LayoutMap::mixed_radix(shape, stride)
}

/// The map from `domain` to `codomain` that `body` computes. The closure runs once, on symbolic
/// axes; what it builds is stored, not the closure.
///
/// ```
/// use tileir::{codomain, coord, domain, index_map};
/// let fragment = index_map(domain![warp: 4, lane: 32, slot: 2], codomain![i: 32, j: 8],
///     |[warp, lane, slot]| coord![warp * 8 + &lane / 4, lane % 4 * 2 + slot])?;
/// assert_eq!(fragment.eval(&[1, 6, 1])?, [9, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A domain of another rank than the closure's, a number of results that is not the
/// codomain's rank, or what [`IndexSet::new`] refuses of the sets.
pub fn index_map<const RANK: usize>(
    domain: Result<IndexSet, MapError>,
    codomain: Result<IndexSet, MapError>,
    body: impl FnOnce([Expr; RANK]) -> Vec<Expr>,
) -> Result<LayoutMap, MapError> {
    let (domain, codomain) = (domain?, codomain?);
    if domain.rank() != RANK {
        return Err(MapError::Count {
            what: format!("the axes of {domain} under the closure"),
            expected: RANK,
            found: domain.rank(),
        });
    }
    let results = body(std::array::from_fn(Expr::coord));
    LayoutMap::expr(domain, codomain, Program::from_exprs(&results))
}

/// A nested shape: `shape![4, (2, 8)]`.
#[macro_export]
macro_rules! shape {
    ($($mode:tt),* $(,)?) => { $crate::IntTree::Tuple(vec![$($crate::int_tree!($mode)),*]) };
}

/// A nested stride: `stride![1, (32, 4)]`.
#[macro_export]
macro_rules! stride {
    ($($mode:tt)*) => { $crate::shape![$($mode)*] };
}

/// One mode of a shape or stride.
#[doc(hidden)]
#[macro_export]
macro_rules! int_tree {
    (($($mode:tt),* $(,)?)) => { $crate::IntTree::Tuple(vec![$($crate::int_tree!($mode)),*]) };
    ($value:expr) => { $crate::IntTree::Leaf($value) };
}

/// A set of named axes: `domain![lane: 32, slot: 4]`.
#[macro_export]
macro_rules! domain {
    ($($name:ident : $extent:expr),* $(,)?) => {
        $crate::IndexSet::new(vec![$($crate::Axis::new(stringify!($name), $extent)),*])
    };
}

/// A set of named axes: `codomain![i: 8, j: 16]`.
#[macro_export]
macro_rules! codomain {
    ($($axis:tt)*) => { $crate::domain![$($axis)*] };
}

/// The coordinates of a closure's result: `coord![lane / 4, slot]`.
#[macro_export]
macro_rules! coord {
    ($($value:expr),* $(,)?) => { vec![$($crate::Expr::from($value)),*] };
}
