//! `tileir-insert-repartition`: makes every change of hands explicit.
//!
//! After it, three things hold, and the lowering relies on them:
//!
//! 1. a store's value, and its coordinates, have the distribution in which it wants them (`as (#d)`);
//! 2. a relabel's result finds each of its elements in the same thread, if it takes them all;
//! 3. a reduction's rows are regular, and its result is where its folds leave it;
//! 4. a product of matrices by an atom has its operands, and its result, where the atom wants them.
//!
//! Where one does not hold already, a `tileir.repartition` is put before the operation (or, for
//! the result of a reduction or a product, behind it). The new distributions are derived, never guessed: a relabel
//! by `m` to `D` wants `m` after `D`; a reduction leaves the rows in its source's slots; an
//! irregular reduction first gathers each row in one thread.

use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike};
use melior::ir::{Type, ValueLike};
use tileir::LayoutMap;
use tileir::proof::Budget;
use tileir::reduction::row_local;
use tileir::target::Target;
use tileir_dialect::attributes::distribution_map;
use tileir_dialect::tile::TileType;

use crate::access::{coordinate_tiles, operand, result};
use crate::builder::{Op, Outcome, Val};
use crate::context::PassContext;
use crate::contract::{Contract, stays_in_thread};
use crate::error::PassError;
use crate::known;
use crate::lower_tiles::{kind_and_axis, relabelled, rows_of, target_of};
use crate::rewrite::{changed, replace_uses_except};
use crate::tile::{Tile, distribution_of};
use crate::walk::operations_named;

/// Runs the pass.
///
/// # Errors
/// A distribution that cannot be read or derived.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let target = target_of(context)?;
    let mut inserted = 0;
    for op in operations_named(module, "tileir.store") {
        inserted += before_store(op)?;
    }
    for op in operations_named(module, "tileir.relabel") {
        inserted += before_relabel(op)?;
    }
    for op in operations_named(module, "tileir.reduce") {
        inserted += around_reduce(op, &target)?;
    }
    for op in operations_named(module, "tileir.contract") {
        inserted += around_contract(op, &target)?;
    }
    context.count("inserted", inserted)
}

fn before_store(op: Op<'_>) -> Outcome<'_, u64> {
    let Ok(wanted) = op.attribute("distribution") else { return Ok(0) };
    let wanted =
        distribution_map(wanted).map_err(|e| PassError::at(op.location(), e.to_string()))?;
    let mut moved = 0;
    let value = (0, operand(op, 0)?);
    for (number, value) in std::iter::once(value).chain(coordinate_tiles(op)) {
        let tile = Tile::expect(value.r#type(), op.location())?;
        if &wanted != tile.distribution.map() {
            let value = repartition_before(op, value, &tile, &wanted)?;
            changed(op).set_operand(number, value);
            moved += 1;
        }
    }
    changed(op)
        .remove_attribute("distribution")
        .map_err(|_| PassError::at(op.location(), "the distribution cannot be removed"))?;
    Ok(moved)
}

fn before_relabel(op: Op<'_>) -> Outcome<'_, u64> {
    let source = operand(op, 0)?;
    let from = Tile::expect(source.r#type(), op.location())?;
    let to = Tile::expect(result(op)?.r#type(), op.location())?;
    let wanted = relabelled(op, to.distribution.map())?;
    let distribution = distribution_of(wanted.clone(), op.location())?;
    if stays_in_thread(&from, &distribution) {
        return Ok(0);
    }
    // A relabel that leaves elements out wants no whole tile: its lowering moves what it wants.
    if distribution.covers(&distribution.shape(), &Budget::default()).is_err() {
        return Ok(0);
    }
    let value = repartition_before(op, source, &from, &wanted)?;
    changed(op).set_operand(0, value);
    Ok(1)
}

fn around_reduce<'c>(op: Op<'c>, target: &Target) -> Outcome<'c, u64> {
    let mut inserted = 0;
    let (_, axis) = kind_and_axis(op)?;
    let source = operand(op, 0)?;
    let mut from = Tile::expect(source.r#type(), op.location())?;
    if known::reduction(&from.distribution, axis, target.subgroup).is_err() {
        let (shape, groups) = (from.distribution.shape(), from.distribution.groups());
        let gathered = row_local(&shape, axis, from.distribution.threads())
            .and_then(|gathered| groups.split(gathered))
            .map_err(|error| PassError::at(op.location(), error.to_string()))?;
        let value = repartition_before(op, source, &from, &gathered)?;
        changed(op).set_operand(0, value);
        from = Tile::expect(value.r#type(), op.location())?;
        inserted += 1;
    }
    let to = Tile::expect(result(op)?.r#type(), op.location())?;
    let rows = rows_of(&from, axis, op)?;
    let by_rows = Tile { distribution: rows.into(), ..to.clone() };
    if !stays_in_thread(&by_rows, &to.distribution) {
        repartition_behind(op, &to, by_rows.distribution.map())?;
        inserted += 1;
    }
    Ok(inserted)
}

fn around_contract<'c>(op: Op<'c>, target: &Target) -> Outcome<'c, u64> {
    let contract = Contract::of(op)?;
    let Some(atom) = contract.by_on(target)? else { return Ok(0) };
    let tiles = contract.tiles()?;
    let threads = tiles[2].distribution.threads();
    let taken = contract.taken_by(atom, threads, &tiles.each_ref().map(|t| Some(t.clone())))?;
    let mut inserted = 0;
    for (number, (tile, taken)) in tiles.iter().zip(&taken).enumerate() {
        if stays_in_thread(tile, taken) {
            continue;
        }
        let value = repartition_before(op, operand(op, number)?, tile, taken.map())?;
        changed(op).set_operand(number, value);
        inserted += 1;
        if number == 2 {
            repartition_behind(op, tile, taken.map())?;
            inserted += 1;
        }
    }
    Ok(inserted)
}

/// A repartition of `value` to `wanted` before `op`.
fn repartition_before<'c>(
    op: Op<'c>,
    value: Val<'c>,
    tile: &Tile<'c>,
    wanted: &LayoutMap,
) -> Outcome<'c, Val<'c>> {
    let r#type = redistributed(op, tile, wanted)?;
    let moved = repartition(op, value, r#type)?;
    let block = op.block().ok_or_else(|| PassError::at(op.location(), "there is no block"))?;
    result(block.insert_operation_before(op, moved))
}

/// Gives the result of `op` the distribution `own`, and puts a repartition behind it to the one
/// that it had.
fn repartition_behind<'c>(op: Op<'c>, had: &Tile<'c>, own: &LayoutMap) -> Outcome<'c> {
    let value = result(op)?;
    let before = value.r#type();
    value.set_type(redistributed(op, had, own)?);
    let moved = repartition(op, value, before)?;
    let block = op.block().ok_or_else(|| PassError::at(op.location(), "there is no block"))?;
    let moved = block.insert_operation_after(op, moved);
    let replacement = result(moved)?;
    replace_uses_except(value, replacement, moved);
    Ok(())
}

fn redistributed<'c>(op: Op<'c>, tile: &Tile<'c>, wanted: &LayoutMap) -> Outcome<'c, Type<'c>> {
    let shape = tile.r#type.shape();
    let moved = TileType::new(op.location(), &shape, tile.element, wanted);
    moved.map(TileType::as_type).map_err(|e| PassError::at(op.location(), e.to_string()))
}

fn repartition<'c>(
    op: Op<'c>,
    value: Val<'c>,
    r#type: Type<'c>,
) -> Outcome<'c, melior::ir::Operation<'c>> {
    OperationBuilder::new("tileir.repartition", op.location())
        .add_operands(&[value])
        .add_results(&[r#type])
        .build()
        .map_err(|_| PassError::at(op.location(), "a repartition cannot be built"))
}
