//! Composition, and what CuTe builds from it: divisions and products.
//!
//! With parameters in their numbers, layouts are [`symbolic`]. Where the result has no
//! shape and stride, it is the exact map, with the reason. A swizzle and an
//! offset stay where they are, and so does the rest of a composition without a flat form: what only
//! chooses coordinates is done to the layout that is applied first. A product of such a composition
//! is refused: what it leaves room for has no shape and stride.

use tileir::cute::{self, Composition, CuteError, Layout, Tiler};

use super::{Call, Operation, Outcome, compose, row};
use crate::symbolic::{self, Operator};
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row(
        "composition",
        "A, B",
        "A after B, a layout or tiler: B chooses coordinates of A",
        composition,
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
        let tiles = call.layout(1)?;
        repeated(call, |block| cute::blocked_product(block, &tiles))
    }),
    row("raked_product", "L, R", "mode by mode, R inside L: blocks interleaved", |call| {
        let tiles = call.layout(1)?;
        repeated(call, |block| cute::raked_product(block, &tiles))
    }),
];

/// `A` after `B`, as `A o B` is; `B` may be a tiler.
fn composition(call: &Call<'_>) -> Outcome {
    let [a, b] = [call.value(0)?, call.value(1)?];
    let chosen = |value: &Value| {
        matches!(value, Value::Swizzle(_) | Value::Swizzles(_) | Value::Composed(_))
    };
    if chosen(b) || matches!(a, Value::Swizzle(_) | Value::Swizzles(_)) {
        return Ok(compose::after(a.clone(), b.clone())?);
    }
    if let (
        Value::Layout(_) | Value::Composed(_) | Value::Composition(..),
        Value::Composition(..),
    ) = (a, b)
    {
        return Ok(compose::after(a.clone(), b.clone())?);
    }
    tiled(call, |a, b| cute::composition(a, b), |a, b| cute::composition(a, b))
}

/// A product with the block of argument 0, under its swizzle and offset.
fn repeated(
    call: &Call<'_>,
    product: impl FnOnce(&Layout) -> Result<Composition, CuteError>,
) -> Outcome {
    let block = call.composed(0)?;
    Ok(block.after(product(&block.layout)?)?.into())
}

/// A layout, perhaps with more after it, by a tiler.
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
    if call.operation.ends_with("product") {
        return repeated(call, |block| plain(block, &tiler));
    }
    call.on_coordinates(0, |layout| plain(layout, &tiler))
}
