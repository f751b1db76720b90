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
        let (whole, path) = (&call.shape(0)?, &[][..]);
        Ok(ceil_div(whole, &call.shape(1)?, Place { operation: "ceil_div", whole, path })?.into())
    }),
    row("shape_div", "a, b", "a shape divided by a size or shape that divides it", |call| {
        let (whole, path) = (&call.shape(0)?, &[][..]);
        Ok(shape_div(whole, &call.shape(1)?, Place { operation: "shape_div", whole, path })?.into())
    }),
];

/// A mode of a shape that an operation divides: the operation, the shape, and the path to the mode.
#[derive(Clone, Copy)]
struct Place<'a> {
    operation: &'static str,
    whole: &'a IntTree,
    path: &'a [usize],
}

impl Place<'_> {
    fn fault(self, why: String) -> Reason {
        let path: Vec<String> = self.path.iter().map(usize::to_string).collect();
        let mode = if path.is_empty() { "0".to_owned() } else { path.join(".") };
        let (operation, shape) = (self.operation, self.whole.to_string());
        Reason::Undivided { operation, shape, mode, why }
    }

    /// That the mode and its divisor are nested differently.
    fn unlike(self, a: &IntTree, b: &IntTree) -> Reason {
        match self.path {
            [] => {
                let what = format!("argument 2 of {}", self.operation);
                Reason::Kind { what, expected: "nested as the shape", found: b.to_string() }
            }
            _ => self.fault(format!("{b} is not nested as {a} is")),
        }
    }
}

/// `a / b` rounded up, mode by mode; where `b` has fewer modes, the others are divided by 1. `a` is
/// the mode at `place`.
fn ceil_div(a: &IntTree, b: &IntTree, place: Place<'_>) -> Result<IntTree, Reason> {
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
            let modes = modes.iter().zip(by).enumerate().map(|(at, (a, b))| match (a, b) {
                (IntTree::Tuple(_), IntTree::Leaf(1)) => Ok(a.clone()),
                _ => ceil_div(a, b, Place { path: &[place.path, &[at]].concat(), ..place }),
            });
            Ok(IntTree::Tuple(modes.collect::<Result<_, _>>()?))
        }
        _ => Err(place.unlike(a, b)),
    }
}

/// CuTe's division of shapes: by a size it goes from the first mode to the last. `a` is the mode at
/// `place`.
fn shape_div(a: &IntTree, b: &IntTree, place: Place<'_>) -> Result<IntTree, Reason> {
    match (a, b) {
        (IntTree::Leaf(a), IntTree::Leaf(b)) => Ok(IntTree::Leaf(divided(*a, *b, place)?)),
        (IntTree::Leaf(a), IntTree::Tuple(_)) => {
            Ok(IntTree::Leaf(divided(*a, cute::shape_size(b)?, place)?))
        }
        (IntTree::Tuple(modes), IntTree::Leaf(by)) => {
            let mut rest = *by;
            let mut results = Vec::with_capacity(modes.len());
            for (at, mode) in modes.iter().enumerate() {
                let path = [place.path, &[at]].concat();
                let place = Place { path: &path, ..place };
                results.push(shape_div(mode, &IntTree::Leaf(rest), place)?);
                rest = divided(rest, cute::shape_size(mode)?, place)?;
            }
            Ok(IntTree::Tuple(results))
        }
        (IntTree::Tuple(modes), IntTree::Tuple(by)) if by.len() == modes.len() => {
            let modes = modes.iter().zip(by).enumerate();
            let modes = modes.map(|(at, (a, b))| {
                shape_div(a, b, Place { path: &[place.path, &[at]].concat(), ..place })
            });
            Ok(IntTree::Tuple(modes.collect::<Result<_, _>>()?))
        }
        _ => Err(place.unlike(a, b)),
    }
}

/// `a / b` where one divides the other: at least 1.
fn divided(a: i64, b: i64, place: Place<'_>) -> Result<i64, Reason> {
    if a <= 0 || b <= 0 {
        return Err(place.fault(format!("{a} is not divided by {b}: both must be positive")));
    }
    match (a.checked_rem(b), b.checked_rem(a)) {
        (Some(0), _) => Ok(a / b),
        (_, Some(0)) => Ok(1),
        _ => Err(place.fault(format!("neither of {a} and {b} divides the other"))),
    }
}

/// The product of sizes.
///
/// # Errors
/// A product that leaves 64 bits.
pub fn sizes(parts: impl IntoIterator<Item = i64>) -> Result<i64, CuteError> {
    cute::shape_size(&IntTree::Tuple(parts.into_iter().map(IntTree::Leaf).collect()))
}
