//! A repartition beside a load or a store becomes the load or the store of what is wanted, where that
//! takes no more of memory: no more accesses of a thread, no more sectors.

use melior::ir::ValueLike;
use melior::ir::operation::{OperationLike, OperationMutLike};
use tileir::distribution::Distribution;
use tileir::repartition::Transactions;
use tileir::target::Target;

use super::{copy_before, held_as};
use crate::access::{operand, result, view_type};
use crate::builder::{Op, Outcome, Val, name_of};
use crate::contract::stays_in_thread;
use crate::error::PassError;
use crate::rewrite::{changed, erase, replace_uses};
use crate::symbols::defining_op;
use crate::tile::{Tile, element_bytes};
use crate::walk::users;

/// Folds a repartition, if it can be.
pub(super) fn fold<'c>(op: Op<'c>, target: &Target) -> Outcome<'c, bool> {
    let from = Tile::expect(operand(op, 0)?.r#type(), op.location())?;
    let wanted = Tile::expect(result(op)?.r#type(), op.location())?;
    if stays_in_thread(&from, &wanted.distribution) {
        return Ok(false);
    }
    Ok(into_load(op, &from, &wanted, target)? || into_store(op, &from, &wanted, target)?)
}

/// The load that nothing else uses.
fn into_load<'c>(
    op: Op<'c>,
    from: &Tile<'c>,
    wanted: &Tile<'c>,
    target: &Target,
) -> Outcome<'c, bool> {
    let source = operand(op, 0)?;
    let Some(load) = defining_op(source) else { return Ok(false) };
    let is_whole = name_of(load) == "tileir.load" && load.operand_count() == 1;
    if !is_whole || users(source).len() != 1 {
        return Ok(false);
    }
    let view = operand(load, 0)?;
    if !is_as_good(view, from, &wanted.distribution, &from.distribution, target, op)? {
        return Ok(false);
    }
    let r#type = held_as(from, wanted.distribution.map(), op)?;
    let loaded = copy_before(load, load, &[view], r#type)?;
    replace_uses(result(op)?, loaded);
    erase(op);
    erase(load);
    Ok(true)
}

/// The store that is the only use.
fn into_store<'c>(
    op: Op<'c>,
    from: &Tile<'c>,
    wanted: &Tile<'c>,
    target: &Target,
) -> Outcome<'c, bool> {
    let [store] = users(result(op)?)[..] else { return Ok(false) };
    if name_of(store) != "tileir.store" || store.operand_count() != 2 {
        return Ok(false);
    }
    let view = operand(store, 1)?;
    if !is_as_good(view, from, &from.distribution, &wanted.distribution, target, op)? {
        return Ok(false);
    }
    changed(store).set_operand(0, operand(op, 0)?);
    erase(op);
    Ok(true)
}

/// Whether `new` asks no more of the memory behind a view than `old`.
fn is_as_good<'c>(
    view: Val<'c>,
    tile: &Tile<'c>,
    new: &Distribution,
    old: &Distribution,
    target: &Target,
    at: Op<'c>,
) -> Outcome<'c, bool> {
    let failed = |message: String| PassError::at(at.location(), message);
    let map = view_type(view)?.map().map_err(|error| failed(error.to_string()))?;
    let work = |distribution: &Distribution| {
        Transactions::of(&map, distribution, element_bytes(tile.element), target)
            .map_err(|error| failed(error.to_string()))
    };
    Ok(match (work(new)?, work(old)?) {
        (Some(new), Some(old)) => new.is_no_more_than(old),
        _ => false,
    })
}
