//! Composition, and what CuTe builds from it: divisions and products.
//!
//! With parameters in their numbers, layouts are [`symbolic`]. Where the result has no
//! shape and stride, it is the exact map, with the reason. A swizzle and an
//! offset stay where they are; then there must be a shape and stride.

use tileir::cute::{self, Composition, CuteError, Layout, Tiler};

use super::{Call, Operation, Outcome, row};
use crate::symbolic::{self, Operator};
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row(
        "composition",
        "A, B",
        "A after B, a layout or tiler: B chooses coordinates of A",
        |call| tiled(call, |a, b| cute::composition(a, b), |a, b| cute::composition(a, b)),
    ),
    row("logical_divide", "L, tiler", "each mode as (tile, rest)", |call| {
        tiled(call, |a, b| cute::logical_divide(a, b), |a, b| cute::logical_divide(a, b))
    }),
    row("zipped_divide", "L, tiler", "(all tiles' modes, all rests)", |call| {
        tiled(call, |a, b| cute::zipped_divide(a, b), |a, b| cute::zipped_divide(a, b))
    }),
    row("tiled_divide", "L, tiler", "(all tiles' modes, rest, rest, …)", |call| {
        tiled(call, |a, b| cute::tiled_divide(a, b), |a, b| cute::tiled_divide(a, b))
    }),
    row("flat_divide", "L, tiler", "(tile, tile, …, rest, rest, …)", |call| {
        tiled(call, |a, b| cute::flat_divide(a, b), |a, b| cute::flat_divide(a, b))
    }),
    row("logical_product", "L, tiler", "(L, L repeated in the tiler's order)", |call| {
        tiled(call, |a, b| cute::logical_product(a, b), |a, b| cute::logical_product(a, b))
    }),
    row("zipped_product", "L, tiler", "(all blocks' modes, all repetitions)", |call| {
        tiled(call, |a, b| cute::zipped_product(a, b), |a, b| cute::zipped_product(a, b))
    }),
    row("tiled_product", "L, tiler", "(all blocks' modes, repetition, …)", |call| {
        tiled(call, |a, b| cute::tiled_product(a, b), |a, b| cute::tiled_product(a, b))
    }),
    row("flat_product", "L, tiler", "(block, …, repetition, …)", |call| {
        tiled(call, |a, b| cute::flat_product(a, b), |a, b| cute::flat_product(a, b))
    }),
    row("blocked_product", "L, R", "mode by mode, L inside R: blocks side by side", |call| {
        Ok(cute::blocked_product(&call.layout(0)?, &call.layout(1)?)?.into())
    }),
    row("raked_product", "L, R", "mode by mode, R inside L: blocks interleaved", |call| {
        Ok(cute::raked_product(&call.layout(0)?, &call.layout(1)?)?.into())
    }),
];

/// A layout by a tiler; `swizzled` of a layout with a swizzle or an offset.
fn tiled(
    call: &Call<'_>,
    plain: fn(&Layout, &Tiler) -> Result<Composition, CuteError>,
    with_parameters: Operator,
) -> Outcome {
    if symbolic::any(&[call.value(0)?, call.value(1)?]) {
        let operands = [call.value(0)?, call.value(1)?];
        let result = symbolic::operate(call.operation, operands, with_parameters)?;
        return Ok(Value::Symbolic(Box::new(result)));
    }
    let tiler = call.tiler(1)?;
    match call.value(0)? {
        Value::Composed(composed) => Ok(composed.after(plain(&composed.layout, &tiler)?)?.into()),
        _ => Ok(plain(&call.layout(0)?, &tiler)?.into()),
    }
}
