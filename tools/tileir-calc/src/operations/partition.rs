//! Who works where: tiles and partitions of a layout, and the layouts of a copy.

use tileir::cute::{self, Composed};

use super::{Call, Operation, Outcome, row};
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("ordered_layout", "shape, order", "compact, the mode of the least order fastest", |call| {
        Ok(cute::ordered_layout(&call.tree(0)?, &call.tree(1)?)?.into())
    }),
    row("tile_to_shape", "L, shape, order?", "L repeated until it has a shape", tile_to_shape),
    row("local_tile", "L, tiler, coordinate", "one tile of L, or the tiles at _", |call| {
        let coordinate = call.coordinate(2)?;
        let tiler = call.tiler(1)?;
        call.on_coordinates(0, |layout| {
            Composed::from(layout.clone()).local_tile(&tiler, &coordinate)
        })
    }),
    row("local_partition", "L, threads, index", "what one of the threads has of L", |call| {
        let (threads, index) = (call.layout(1)?, call.integer(2)?);
        call.on_coordinates(0, |layout| {
            Composed::from(layout.clone()).local_partition(&threads, index)
        })
    }),
    row("make_tiled_copy", "threads, values", "(thread, value) to an index of the tile", |call| {
        let copy = cute::make_tiled_copy(&call.layout(0)?, &call.layout(1)?)?;
        Ok(Value::TiledCopy(Box::new(copy)))
    }),
];

fn tile_to_shape(call: &Call<'_>) -> Outcome {
    let shape = call.tree(1)?;
    let order = if call.len() > 2 { Some(call.tree(2)?) } else { None };
    let block = call.composed(0)?;
    Ok(block.after(cute::tile_to_shape(&block.layout, &shape, order.as_ref())?)?.into())
}
