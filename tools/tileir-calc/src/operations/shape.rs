//! Shapes and strides by themselves: what a layout is made of, and CuTe's arithmetic on shapes.
//!
//! | | |
//! |---|---|
//! | `shape((4,8):(1,4))` | `(4,8)` |
//! | `make_layout((4,8))`, `make_layout((4,8), (8,1))` | `(4,8):(1,4)`, `(4,8):(8,1)` |
//! | `ceil_div((20,9), (8,4))` | `(3,3)` |
//! | `shape_div((8,4), 16)` | `(1,2)` |

use tileir::IntTree;
use tileir::cute::{self, CuteError, Layout};

use super::{Operation, row};
use crate::error::Reason;
use crate::syntax::Sign;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("shape", "L", "the extents of L", |call| Ok(call.swizzled(0)?.first()?.shape().into())),
    row("stride", "L", "the strides of L", |call| Ok(call.composed(0)?.layout.stride().into())),
    row("make_layout", "shape, stride?", "a layout; without a stride, compact", |call| {
        let shape = call.shape(0)?;
        Ok(match call.len() {
            1 => Layout::compact(&shape)?,
            _ => Layout::new(&shape, &call.tree(1)?)?,
        }
        .into())
    }),
    row("with_shape", "L, shape", "L at the coordinates of a shape: L o shape:compact", |call| {
        let coordinates = Layout::compact(&call.shape(1)?)?;
        call.on_coordinates(0, |layout| cute::composition(layout, &coordinates))
    }),
    row("ceil_div", "a, b", "how many of b cover a: integers, or shapes mode by mode", |call| {
        Ok(ceil_div(&call.shape(0)?, &call.shape(1)?)?.into())
    }),
    row("shape_div", "a, b", "a shape divided by a size or shape that divides it", |call| {
        let whole = call.shape(0)?;
        Ok(shape_div(&whole, &call.shape(1)?, (&whole, &[]))?.into())
    }),
];

/// `a / b` rounded up, mode by mode; where `b` has fewer modes, the others are divided by 1.
fn ceil_div(a: &IntTree, b: &IntTree) -> Result<IntTree, Reason> {
    match (a, b) {
        (IntTree::Leaf(a), IntTree::Leaf(b)) => {
            let up = || -> Option<i64> {
                let last = a.checked_sub(1)?.checked_add(*b)?;
                if *b > 0 { Sign::Over.apply(last, *b) } else { None }
            };
            let (x, y) = (a.to_string(), b.to_string());
            up().map(IntTree::Leaf).ok_or(Reason::Arithmetic { a: x, sign: "/", b: y })
        }
        (IntTree::Tuple(modes), IntTree::Tuple(by)) if by.len() <= modes.len() => {
            let one = IntTree::Leaf(1);
            let by = by.iter().chain(std::iter::repeat(&one));
            let modes = modes.iter().zip(by).map(|(a, b)| match (a, b) {
                (IntTree::Tuple(_), IntTree::Leaf(1)) => Ok(a.clone()),
                _ => ceil_div(a, b),
            });
            Ok(IntTree::Tuple(modes.collect::<Result<_, _>>()?))
        }
        _ => Err(unlike(b)),
    }
}

/// A mode of a shape: the shape, and the path to the mode.
type Place<'a> = (&'a IntTree, &'a [usize]);

/// CuTe's division of shapes: by a size it goes from the first mode to the last. `a` is the mode at
/// `place`.
fn shape_div(a: &IntTree, b: &IntTree, place: Place<'_>) -> Result<IntTree, Reason> {
    let (whole, path) = place;
    match (a, b) {
        (IntTree::Leaf(a), IntTree::Leaf(b)) => Ok(IntTree::Leaf(divided(*a, *b, place)?)),
        (IntTree::Leaf(a), IntTree::Tuple(_)) => {
            Ok(IntTree::Leaf(divided(*a, cute::shape_size(b)?, place)?))
        }
        (IntTree::Tuple(modes), IntTree::Leaf(by)) => {
            let mut rest = *by;
            let mut results = Vec::with_capacity(modes.len());
            for (at, mode) in modes.iter().enumerate() {
                let path = [path, &[at]].concat();
                results.push(shape_div(mode, &IntTree::Leaf(rest), (whole, &path))?);
                rest = divided(rest, cute::shape_size(mode)?, (whole, &path))?;
            }
            Ok(IntTree::Tuple(results))
        }
        (IntTree::Tuple(modes), IntTree::Tuple(by)) if by.len() == modes.len() => {
            let modes = modes.iter().zip(by).enumerate();
            let modes = modes.map(|(at, (a, b))| shape_div(a, b, (whole, &[path, &[at]].concat())));
            Ok(IntTree::Tuple(modes.collect::<Result<_, _>>()?))
        }
        _ => Err(unlike(b)),
    }
}

/// `a / b` where one divides the other: at least 1.
fn divided(a: i64, b: i64, (shape, path): Place<'_>) -> Result<i64, Reason> {
    match (a.checked_rem(b), b.checked_rem(a)) {
        (Some(0), _) if a > 0 && b > 0 => Ok(a / b),
        (_, Some(0)) if a > 0 && b > 0 => Ok(1),
        _ => {
            let path: Vec<String> = path.iter().map(usize::to_string).collect();
            let mode = if path.is_empty() { "0".to_owned() } else { path.join(".") };
            Err(Reason::Indivisible {
                operation: "shape_div",
                shape: shape.to_string(),
                mode,
                a,
                b,
            })
        }
    }
}

fn unlike(b: &IntTree) -> Reason {
    let (what, expected) = ("the divisor".to_owned(), "nested as the shape");
    Reason::Kind { what, expected, found: b.to_string() }
}

/// The product of sizes.
///
/// # Errors
/// A product that leaves 64 bits.
pub fn sizes(parts: impl IntoIterator<Item = i64>) -> Result<i64, CuteError> {
    cute::shape_size(&IntTree::Tuple(parts.into_iter().map(IntTree::Leaf).collect()))
}
