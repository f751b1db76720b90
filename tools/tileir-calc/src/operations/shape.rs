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

use super::{Call, Failure, Operation, row};
use crate::error::Reason;
use crate::syntax::Sign;
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("shape", "L", "the extents of L", |call| Ok(composed_layout(call)?.shape().into())),
    row("stride", "L", "the strides of L", |call| Ok(composed_layout(call)?.stride().into())),
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
        Ok(match call.value(0)? {
            Value::Composed(composed) => composed.composition(&coordinates)?.into(),
            _ => cute::composition(&call.layout(0)?, &coordinates)?.into(),
        })
    }),
    row("ceil_div", "a, b", "how many of b cover a: integers, or shapes mode by mode", |call| {
        Ok(ceil_div(&call.shape(0)?, &call.shape(1)?)?.into())
    }),
    row("shape_div", "a, b", "a shape divided by a size or shape that divides it", |call| {
        Ok(shape_div(&call.shape(0)?, &call.shape(1)?)?.into())
    }),
];

/// The layout of argument 0, without its swizzle and offset.
fn composed_layout(call: &Call<'_>) -> Result<Layout, Failure> {
    let value = call.value(0)?.to_composed(&call.what(0));
    Ok(value.map_err(|reason| call.fault(0, reason))?.layout)
}

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

/// CuTe's division of shapes: by a size it goes from the first mode to the last.
fn shape_div(a: &IntTree, b: &IntTree) -> Result<IntTree, Reason> {
    match (a, b) {
        (IntTree::Leaf(a), IntTree::Leaf(b)) => Ok(IntTree::Leaf(divided(*a, *b)?)),
        (IntTree::Leaf(a), IntTree::Tuple(_)) => {
            Ok(IntTree::Leaf(divided(*a, cute::shape_size(b)?)?))
        }
        (IntTree::Tuple(modes), IntTree::Leaf(by)) => {
            let mut rest = *by;
            let mut results = Vec::with_capacity(modes.len());
            for mode in modes {
                results.push(shape_div(mode, &IntTree::Leaf(rest))?);
                rest = divided(rest, cute::shape_size(mode)?)?;
            }
            Ok(IntTree::Tuple(results))
        }
        (IntTree::Tuple(modes), IntTree::Tuple(by)) if by.len() == modes.len() => {
            let modes = modes.iter().zip(by).map(|(a, b)| shape_div(a, b));
            Ok(IntTree::Tuple(modes.collect::<Result<_, _>>()?))
        }
        _ => Err(unlike(b)),
    }
}

/// `a / b` where one divides the other: at least 1.
fn divided(a: i64, b: i64) -> Result<i64, Reason> {
    match (a.checked_rem(b), b.checked_rem(a)) {
        (Some(0), _) if a > 0 && b > 0 => Ok(a / b),
        (_, Some(0)) if a > 0 && b > 0 => Ok(1),
        _ => Err(Reason::Indivisible { a, b }),
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
