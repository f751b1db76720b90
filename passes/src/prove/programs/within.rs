//! Views that may be larger than what they are views of.
//!
//! Accesses of a view are held against the extents of the view. A cast to known extents is taken at
//! its word: where the source has others the program has no meaning. Two operations give a view
//! extents that its source need not have, and where it does is only seen of constants:
//!
//! ```text
//! memref.view %s[%c128][] : memref<1024xi8> to memref<224xf32>         128 + 224 * 4 le 1024
//! memref.reinterpret_cast %a to offset: [2], sizes: [4, 3],
//!     strides: [8, 2] : memref<31xf32> to …                            2 + 3*8 + 2*2 lt 31
//! ```

use melior::ir::operation::OperationLike;
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{TypeLike, ValueLike};

use super::attributes::list;
use super::memory::{is_row_major, memref, shape_of};
use super::values::constant;
use crate::builder::{Op, name_of};
use crate::symbols::defining_op;
use crate::tile::element_bytes;

/// Whether an operation is such a view, and is not seen to stay in its source.
pub fn may_leave_source(op: Op<'_>) -> bool {
    match name_of(op).as_str() {
        "memref.view" => view(op) != Some(true),
        "memref.reinterpret_cast" => cast(op) != Some(true),
        _ => false,
    }
}

/// How many elements a memref has that is row-major.
fn elements(r#type: MemRefType<'_>) -> Option<i64> {
    let shape = is_row_major(r#type).then(|| shape_of(r#type.into()))??;
    shape.into_iter().try_fold(1i64, i64::checked_mul)
}

/// Whether the bytes of a view are bytes of its source.
fn view(op: Op<'_>) -> Option<bool> {
    let from = constant(defining_op(op.operand(1).ok()?)?)?;
    let seen = MemRefType::try_from(op.result(0).ok()?.r#type()).ok()?;
    let element = seen.element();
    let plain = element.is_integer() || element.is_float();
    // From one element to the next it is a power of two.
    let step = plain.then(|| u64::try_from(element_bytes(element)).ok())??;
    let step = i64::try_from(step.checked_next_power_of_two()?).ok()?;
    let bytes = elements(seen)?.checked_mul(step)?;
    let end = from.checked_add(bytes)?;
    Some(from >= 0 && end <= elements(memref(op.operand(0).ok()?)?)?)
}

/// Whether the elements of a cast are elements of its source.
fn cast(op: Op<'_>) -> Option<bool> {
    let lists = ["static_offsets", "static_sizes", "static_strides"].map(|name| list(op, name));
    let [Some(offset), Some(sizes), Some(strides)] = lists else { return None };
    let last =
        sizes.iter().zip(&strides).try_fold(*offset.first()?, |last, (&size, &stride)| {
            let steps = size.checked_sub(1).filter(|&steps| steps >= 0)?;
            (stride >= 0).then_some(())?;
            last.checked_add(steps.checked_mul(stride)?)
        })?;
    let first = offset.first().is_some_and(|&first| first >= 0);
    Some(first && last < elements(memref(op.operand(0).ok()?)?)?)
}
