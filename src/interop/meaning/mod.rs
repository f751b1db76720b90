//! What a layout says, whoever wrote it: equality and translation across systems.
//!
//! Every text of every system relates *places* with the *elements* of a tile: Triton and CuTe's
//! thread-value layouts go from places to elements, memory layouts, TileLang and TIRx from
//! elements to places, and some put an element into several places. A [`Meaning`] is the
//! [correspondence](LayoutCorr) of both, its legs as the source has them:
//!
//! ```text
//!                     occurrences                  #ttg.blocked   (thread, value)  itself, and its element
//!               left /           \ right           CuTe (8,4):(4,1)     (i, j)     its address, and itself
//!  places (thread, value)    tile (dim0, dim1)     TileLang Fragment  (i, j, rep)  its thread and index, and (i, j)
//! ```
//!
//! ```
//! use tileir::interop::meaning::{Context, System, read, same, write};
//! use tileir::proof::Budget;
//! let tile = Context::of_shape(&[16, 8]);
//! let triton = read(
//!     System::Ttg,
//!     "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>",
//!     &tile,
//! )?;
//! let cute = read(System::Cute, "SM80_16x8x16_F32F16F16F32_TN:C", &tile)?;
//! assert!(same(&triton, &cute, &Budget::default())?.is_proved());
//! assert_eq!(write(System::CuteTv, &triton, &tile)?, "((4,8),(2,2)):((32,1),(16,8))");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | gives |
//! |---|---|
//! | `places` | [`Places`]: the normalised numbers of threads, values, addresses |
//! | `system` | [`System`], and the [`Context`] that a text leaves open |
//! | `views` | [`Meaning::by_place`], [`Meaning::by_element`]: the function, where there is one |
//! | `compare` | [`same`], [`same_pairs`]: a verdict, with a [`Disagreement`] |
//! | `read`, `write` | a file a system |
//! | `symbolic` | [`SymbolicMeaning`]: texts with numbers that are known at run time only |
//! | `digits`, `swizzled`, `copies`, `arithmetic` | the forms that texts are made from |
//!
//! **The laws.** What [`write`](write()) gives is proved to say what was read. Where a system cannot say
//! it, the error has a point at which it fails.

mod arithmetic;
mod compare;
mod copies;
mod digits;
mod error;
mod places;
mod read;
mod swizzled;
mod symbolic;
mod system;
mod views;
mod write;

pub use compare::{Comparison, Disagreement, same, same_pairs};
pub use error::TranslateError;
pub use places::Places;
pub use read::read;
pub use symbolic::{
    EitherMeaning, MemberDifference, SymbolicComparison, SymbolicMeaning, SymbolicText, Validity,
    is_symbolic, read_symbolic, same_either, same_members, write_symbolic,
};
pub use system::{Context, System};
pub use write::write;

use std::fmt;

use crate::corr::LayoutCorr;
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;

/// What a layout says; see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    places: Places,
    lanes: Option<i64>,
    shape: Vec<i64>,
    corr: LayoutCorr,
}

impl Meaning {
    /// Occurrences with their place and their element. The codomain of `left` has an axis for
    /// each of the places', in their order; that of `right` is the tile.
    ///
    /// # Errors
    /// Legs of different domains; a codomain of another rank than the places; a tile that is no
    /// box.
    pub fn new(
        places: Places,
        left: &LayoutMap,
        right: &LayoutMap,
    ) -> Result<Self, TranslateError> {
        let shape = box_of("a tile", right.codomain())?;
        let (left, right) = (into(left, places.set()?)?, into(right, tile(&shape)?)?);
        Ok(Meaning { places, lanes: None, shape, corr: LayoutCorr::new(left, right)? })
    }

    /// Elements with their places: the domain of `map` is the tile.
    ///
    /// # Errors
    /// As [`new`](Meaning::new).
    pub fn of_elements(places: Places, map: &LayoutMap) -> Result<Self, TranslateError> {
        Meaning::new(places, map, &LayoutMap::identity(map.domain().clone())?)
    }

    /// Places with their elements: the domain of `map` is the first places along each axis.
    ///
    /// # Errors
    /// As [`new`](Meaning::new); a domain that is no box.
    pub fn of_places(places: Places, map: &LayoutMap) -> Result<Self, TranslateError> {
        let named = places.within(&box_of("the places", map.domain())?)?;
        let map = from(map, named.clone())?;
        Meaning::new(places, &LayoutMap::identity(named)?, &map)
    }

    /// Where the elements are.
    pub fn places(&self) -> Places {
        self.places
    }

    /// The lanes of a warp, where the text says them or was told: how threads are warps.
    pub fn lanes(&self) -> Option<i64> {
        self.lanes
    }

    /// The same places, whose warps have so many lanes.
    fn of_warps(self, lanes: Option<i64>) -> Self {
        Meaning { lanes, ..self }
    }

    /// The tile's shape.
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// Places with elements.
    pub fn corr(&self) -> &LayoutCorr {
        &self.corr
    }

    /// The same places of a tile whose elements have other names: `map` goes from this tile to
    /// the other.
    ///
    /// # Errors
    /// A domain that is not this tile.
    pub fn relabel(&self, map: &LayoutMap) -> Result<Self, TranslateError> {
        let own = box_of("a relabelling", map.domain())?;
        if own != self.shape {
            let (what, shape) = ("a relabelling".to_owned(), self.shape.clone());
            return Err(TranslateError::Shape { what, own, shape });
        }
        let shape = box_of("a tile", map.codomain())?;
        let moved = into(&from(map, tile(&self.shape)?)?, tile(&shape)?)?;
        let corr = match self.corr.legs() {
            Some((left, right)) => {
                LayoutCorr::new(left.clone(), LayoutMap::compose(moved, right.clone())?)?
            }
            None => self.corr.compose(&LayoutCorr::from_map(moved)?)?,
        };
        Ok(Meaning { places: self.places, lanes: self.lanes, shape, corr })
    }
}

impl fmt::Display for Meaning {
    /// In the notation of this project: a map, a distribution, or a correspondence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write::in_own_words(self))
    }
}

/// The tile of a shape.
fn tile(shape: &[i64]) -> Result<IndexSet, TranslateError> {
    let axes = shape.iter().enumerate().map(|(k, &extent)| Axis::new(&format!("dim{k}"), extent));
    Ok(IndexSet::new(axes.collect())?)
}

/// The extents of a set that must be a box.
fn box_of(what: &'static str, set: &IndexSet) -> Result<Vec<i64>, TranslateError> {
    let no_box = || crate::error::MapError::Mismatch {
        what,
        expected: "a box".to_owned(),
        found: set.to_string(),
    };
    Ok(set.extents().ok_or_else(no_box)?)
}

/// The same values in another set of this rank.
fn into(map: &LayoutMap, set: IndexSet) -> Result<LayoutMap, TranslateError> {
    if *map.codomain() == set {
        return Ok(map.clone());
    }
    Ok(LayoutMap::translate(vec![0; map.codomain().rank()], map.clone(), Some(set))?)
}

/// The same map from a set of the same extents.
fn from(map: &LayoutMap, set: IndexSet) -> Result<LayoutMap, TranslateError> {
    if *map.domain() == set {
        return Ok(map.clone());
    }
    let renamed = into(&LayoutMap::identity(set)?, map.domain().clone())?;
    Ok(LayoutMap::compose(map.clone(), renamed)?)
}

/// Coordinates of a box as one number, the last one fastest.
fn row_major(map: LayoutMap, axis: &str) -> Result<LayoutMap, TranslateError> {
    numbered(map, axis, true)
}

/// Coordinates of a box as one number, the first one fastest.
fn column_major(map: LayoutMap, axis: &str) -> Result<LayoutMap, TranslateError> {
    numbered(map, axis, false)
}

fn numbered(map: LayoutMap, axis: &str, last_fastest: bool) -> Result<LayoutMap, TranslateError> {
    use crate::map::IntTree;
    let shape = box_of("coordinates", map.codomain())?;
    let (strides, size) = strides(&shape, last_fastest)?;
    let tree =
        |numbers: &[i64]| IntTree::Tuple(numbers.iter().map(|&n| IntTree::Leaf(n)).collect());
    let number = IndexSet::new(vec![Axis::new(axis, size)])?;
    let domain = map.codomain().clone();
    let outer = LayoutMap::mixed_radix_between(tree(&shape), vec![tree(&strides)], domain, number)?;
    Ok(LayoutMap::compose(outer, map)?)
}

/// The strides of a compact shape, and its size.
fn strides(shape: &[i64], last_fastest: bool) -> Result<(Vec<i64>, i64), TranslateError> {
    let mut size = 1i64;
    let mut strides = vec![0; shape.len()];
    let mut order: Vec<usize> = (0..shape.len()).collect();
    if last_fastest {
        order.reverse();
    }
    for place in order {
        if let (Some(stride), Some(&extent)) = (strides.get_mut(place), shape.get(place)) {
            *stride = size;
            let too_large = || TranslateError::Size { shape: shape.to_vec() };
            size = size.checked_mul(extent).ok_or_else(too_large)?;
        }
    }
    Ok((strides, size))
}
