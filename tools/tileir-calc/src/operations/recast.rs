//! The same memory in elements of another width, and what two layouts have in common.

use tileir::cute::{self, Composed, CuteError, Layout, Swizzle};

use super::{Call, Operation, Outcome, row};
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("upcast", "L, n", "in elements n times as wide; swizzles too", |call| {
        let factor = call.integer(1)?;
        by_kind(call, |l| cute::upcast(l, factor), |c| c.upcast(factor), |s| s.upcast(factor))
    }),
    row("downcast", "L, n", "in elements n times as narrow; swizzles too", |call| {
        let factor = call.integer(1)?;
        by_kind(call, |l| cute::downcast(l, factor), |c| c.downcast(factor), |s| s.downcast(factor))
    }),
    row("recast", "L, from, to", "from elements of so many bits to others; swizzles too", |call| {
        let (from, to) = (call.integer(1)?, call.integer(2)?);
        by_kind(call, |l| cute::recast(l, from, to), |c| c.recast(from, to), |s| s.recast(from, to))
    }),
    row("max_common_layout", "A, B", "the longest R with A(R(i)) = B(R(i)) = i", |call| {
        Ok(call.composed(0)?.max_common_layout(&call.composed(1)?)?.into())
    }),
    row("max_common_vector", "A, B", "its length: elements copied at once", |call| {
        Ok(Value::Integer(call.composed(0)?.max_common_vector(&call.composed(1)?)?))
    }),
    row("max_alignment", "L", "the widest elements that L can be upcast to", |call| {
        Ok(Value::Integer(call.composed(0)?.max_alignment()?))
    }),
    row("congruent", "A, B", "whether two shapes are nested alike", |call| {
        Ok(Value::Truth(cute::congruent(&call.shape(0)?, &call.shape(1)?)?))
    }),
    row("weakly_congruent", "A, B", "whether B is nested as A, or deeper", |call| {
        Ok(Value::Truth(cute::weakly_congruent(&call.shape(0)?, &call.shape(1)?)?))
    }),
    row("compatible", "A, B", "whether every coordinate of A is one of B", |call| {
        Ok(Value::Truth(cute::compatible(&call.shape(0)?, &call.shape(1)?)?))
    }),
    row("weakly_compatible", "A, B", "the same, where A's extents divide B's sizes", |call| {
        Ok(Value::Truth(cute::weakly_compatible(&call.shape(0)?, &call.shape(1)?)?))
    }),
];

/// What becomes of a layout, of a layout with a swizzle, and of a swizzle alone.
fn by_kind(
    call: &Call<'_>,
    layout: impl FnOnce(&Layout) -> Result<Layout, CuteError>,
    composed: impl FnOnce(&Composed) -> Result<Composed, CuteError>,
    swizzle: impl FnOnce(&Swizzle) -> Result<Swizzle, CuteError>,
) -> Outcome {
    match call.value(0)? {
        Value::Swizzle(value) => Ok(Value::Swizzle(swizzle(value)?)),
        Value::Composed(value) => Ok(composed(value)?.into()),
        _ => Ok(layout(&call.layout(0)?)?.into()),
    }
}
