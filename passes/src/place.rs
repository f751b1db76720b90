//! `tileir-place`: moves less, by moving something else.
//!
//! | a repartition of | becomes | why |
//! |---|---|---|
//! | a constant, a splat, coordinates | the same, made where they are wanted | nothing moves |
//! | what is computed from those alone, in up to eight operations | the same computation there | nothing moves |
//! | a widened tile (`extf`, `extsi`, …) | a repartition of the narrow one, widened after | fewer bytes |
//! | a tile that is only narrowed (`truncf`, …) | a repartition of the narrow one, narrowed before | fewer bytes |
//! | a loaded tile, a tile that is stored | the load, the store, in the other distribution | nothing moves, and [memory](fold) has no more to do |
//!
//! A repartition that has a plan stays as it is: who pins one means this tile.
//!
//! **The law.** Every operation that is made anew is pure and works element by element, so that it
//! has the same elements whoever holds them.

mod fold;

use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationMutLike};
use melior::ir::{Type, ValueLike};
use tileir::LayoutMap;
use tileir_dialect::tile::TileType;

use crate::access::{operand, result};
use crate::builder::{Op, Outcome, Val, bit_width, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::lower_tiles::target_of;
use crate::plan;
use crate::propagate::make;
use crate::rewrite::{changed, erase, is_unused, replace_uses};
use crate::symbols::defining_op;
use crate::tile::Tile;
use crate::walk::{operations_named, users};

/// Conversions to elements of more bits, or as many, and to fewer.
const WIDENS: &[&str] =
    &["arith.extf", "arith.extsi", "arith.extui", "arith.sitofp", "arith.uitofp"];
const NARROWS: &[&str] = &["arith.truncf", "arith.trunci", "arith.fptosi", "arith.fptoui"];

/// More operations than this are not computed again.
const RECOMPUTED: usize = 8;

/// Runs the pass.
///
/// # Errors
/// A type that cannot be read, or an operation that cannot be built.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let target = target_of(context)?;
    // Users come after what they use, so a tile that is narrowed twice moves at its narrowest.
    let mut left: Vec<Op<'c>> = operations_named(module, "tileir.repartition");
    left.reverse();
    while let Some(op) = left.pop() {
        if op.has_attribute(plan::NAME) {
            continue;
        }
        let (count, more) = if let Some(more) = make_anew(op)? {
            ("rematerialised", more)
        } else if let Some(moved) = widen_after(op)? {
            ("widened", vec![moved])
        } else if let Some(moved) = narrow_before(op)? {
            ("narrowed", vec![moved])
        } else if fold::fold(op, &target)? {
            ("folded", Vec::new())
        } else {
            continue;
        };
        context.count(count, 1)?;
        left.extend(more);
    }
    Ok(())
}

/// The same computation at the result of a repartition, where it is cheap; what is still to be
/// moved for it.
fn make_anew<'c>(op: Op<'c>) -> Outcome<'c, Option<Vec<Op<'c>>>> {
    let source = operand(op, 0)?;
    let mut operations = Vec::new();
    if !is_cheap(source, &mut operations)? {
        return Ok(None);
    }
    let wanted = Tile::expect(result(op)?.r#type(), op.location())?;
    let mut made: Vec<(Val<'c>, Val<'c>)> = Vec::new();
    for old in operations {
        let own = Tile::expect(result(old)?.r#type(), old.location())?;
        let r#type = held_as(&own, wanted.distribution.map(), old)?;
        let anew = |value: Val<'c>| {
            made.iter().find(|(before, _)| *before == value).map_or(value, |(_, after)| *after)
        };
        let operands: Vec<Val<'c>> = old.operands().map(anew).collect();
        let value = copy_before(op, old, &operands, r#type)?;
        made.push((result(old)?, value));
    }
    let Some((_, value)) = made.last() else { return Ok(None) };
    replace_uses(result(op)?, *value);
    erase(op);
    Ok(Some(Vec::new()))
}

/// Whether a tile is computed from no other tile in few operations, which are then listed, each
/// behind its operands.
fn is_cheap<'c>(value: Val<'c>, operations: &mut Vec<Op<'c>>) -> Outcome<'c, bool> {
    let Some(op) = defining_op(value) else { return Ok(false) };
    if operations.contains(&op) {
        return Ok(true);
    }
    let name = name_of(op);
    let is_root = ["arith.constant", "tensor.splat", "tileir.iota"].contains(&name.as_str());
    if !is_root && !is_elementwise(op, &name)? {
        return Ok(false);
    }
    for operand in op.operands().filter(|_| !is_root) {
        let is_tile = Tile::of(operand.r#type(), op.location())?.is_some();
        if is_tile && !is_cheap(operand, operations)? {
            return Ok(false);
        }
    }
    operations.push(op);
    Ok(operations.len() <= RECOMPUTED)
}

/// Whether an operation computes each element of its one result from the same element of its tiles.
fn is_elementwise<'c>(op: Op<'c>, name: &str) -> Outcome<'c, bool> {
    let pure = name.starts_with("arith.") || name.starts_with("math.");
    if !pure || op.result_count() != 1 || op.region_count() != 0 {
        return Ok(false);
    }
    let Some(own) = Tile::of(result(op)?.r#type(), op.location())? else { return Ok(false) };
    for operand in op.operands() {
        if let Some(tile) = Tile::of(operand.r#type(), op.location())?
            && tile.distribution.map() != own.distribution.map()
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The repartition of what is widened, with the widening behind it.
fn widen_after<'c>(op: Op<'c>) -> Outcome<'c, Option<Op<'c>>> {
    let Some(widening) = defining_op(operand(op, 0)?) else { return Ok(None) };
    if !changes_width(widening, WIDENS)? {
        return Ok(None);
    }
    let narrow = operand(widening, 0)?;
    let from = Tile::expect(narrow.r#type(), op.location())?;
    let wanted = result(op)?.r#type();
    let map = Tile::expect(wanted, op.location())?;
    let moved = copy_before(op, op, &[narrow], held_as(&from, map.distribution.map(), op)?)?;
    let wide = copy_before(op, widening, &[moved], wanted)?;
    replace_uses(result(op)?, wide);
    erase(op);
    if is_unused(result(widening)?) {
        erase(widening);
    }
    Ok(defining_op(moved))
}

/// The repartition of what its only user narrows, with the narrowing before it.
fn narrow_before<'c>(op: Op<'c>) -> Outcome<'c, Option<Op<'c>>> {
    let [narrowing] = users(result(op)?)[..] else { return Ok(None) };
    if !changes_width(narrowing, NARROWS)? {
        return Ok(None);
    }
    let source = operand(op, 0)?;
    let from = Tile::expect(source.r#type(), op.location())?;
    let wanted = result(narrowing)?.r#type();
    let to = Tile::expect(wanted, op.location())?;
    let narrow = copy_before(op, narrowing, &[source], held_as(&to, from.distribution.map(), op)?)?;
    let moved = copy_before(op, op, &[narrow], wanted)?;
    replace_uses(result(narrowing)?, moved);
    erase(narrowing);
    erase(op);
    Ok(defining_op(moved))
}

/// Whether this is one of these conversions, of tiles, and does change the elements' width.
fn changes_width<'c>(op: Op<'c>, conversions: &[&str]) -> Outcome<'c, bool> {
    if !conversions.contains(&name_of(op).as_str()) {
        return Ok(false);
    }
    let tile = |value: Val<'c>| Tile::of(value.r#type(), op.location());
    let (Some(from), Some(to)) = (tile(operand(op, 0)?)?, tile(result(op)?)?) else {
        return Ok(false);
    };
    Ok(bit_width(from.element) != bit_width(to.element))
}

/// The type of a tile in another distribution.
fn held_as<'c>(tile: &Tile<'c>, by: &LayoutMap, at: Op<'c>) -> Outcome<'c, Type<'c>> {
    let tile = TileType::new(at.location(), &tile.r#type.shape(), tile.element, by);
    tile.map(TileType::as_type).map_err(|error| PassError::at(at.location(), error.to_string()))
}

/// A copy of `old` before `at`, of other operands and with a result of this type.
fn copy_before<'c>(
    at: Op<'c>,
    old: Op<'c>,
    operands: &[Val<'c>],
    r#type: Type<'c>,
) -> Outcome<'c, Val<'c>> {
    let block = at.block().ok_or_else(|| PassError::at(at.location(), "there is no block"))?;
    let copy = block.insert_operation_before(at, (*old).clone());
    changed(copy).set_operands(operands);
    make(copy, r#type)?;
    result(copy)
}
