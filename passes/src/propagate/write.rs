//! What was found, written into the kernel.
//!
//! Types are set, and where an operand is wanted in another distribution than its value has, it
//! becomes a moved one. A value that is wanted so by several moves once, right behind where it is
//! made: outside the loops that only use it. Constants, splats and iotas are made again instead.
//!
//! Two texts may say the same of a tile. Where such meet in one operation, which needs one type, a
//! repartition stands between them that moves nothing.

use std::collections::HashMap;

use melior::ir::attribute::{AttributeLike, DenseElementsAttribute};
use melior::ir::block::{BlockArgument, BlockLike};
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike};
use melior::ir::{Attribute, Operation, Type, TypeLike, ValueLike};
use tileir::LayoutMap;
use tileir::distribution::Distribution;
use tileir::proof::Budget;
use tileir::propagate::{Kind, Solution, Use};
use tileir_dialect::{AnyTile, TileType};

use super::read::{Place, Program};
use crate::access::{operand, result};
use crate::builder::{Op, Outcome, Val, key, name_of};
use crate::error::PassError;
use crate::rewrite::{changed, erase, is_unused, replace_uses, replace_uses_except, set_attribute};
use crate::symbols::defining_op;

/// Sets the types of all open tiles, and moves what has to move; how many repartitions are new.
///
/// # Errors
/// MLIR refuses a type.
pub(super) fn write<'c>(program: &Program<'c>, solution: &Solution) -> Outcome<'c, u64> {
    let moves = solution.moves.iter().map(|moved| (moved.of, &moved.to)).collect();
    let held = solution.held.iter().map(|held| held.as_ref().map(|held| held.map().clone()));
    let mut writer = Writer {
        program,
        moves,
        held: held.collect(),
        made: HashMap::new(),
        last: HashMap::new(),
        inserted: 0,
    };
    writer.types()?;
    writer.moves_behind()?;
    writer.operands()?;
    writer.leftovers()?;
    Ok(writer.inserted)
}

struct Writer<'p, 'c> {
    program: &'p Program<'c>,
    /// The uses that want something else than is held.
    moves: HashMap<Use, &'p Distribution>,
    /// By node.
    held: Vec<Option<LayoutMap>>,
    /// By value and type, what it was made into.
    made: HashMap<(usize, usize), Val<'c>>,
    /// The last operation that was put behind a value.
    last: HashMap<usize, Op<'c>>,
    inserted: u64,
}

impl<'p, 'c> Writer<'p, 'c> {
    fn uses(&self) -> impl Iterator<Item = (Use, Place<'c>)> + use<'p, 'c> {
        let program = self.program;
        program.graph.uses.iter().copied().zip(program.places.iter().copied())
    }

    fn types(&mut self) -> Outcome<'c> {
        for (of, place) in self.uses() {
            let is_fixed = self.program.graph.nodes[of.user].fixed.is_some();
            if let Place::Behind(_) = place
                && !self.moves.contains_key(&of)
                && !is_fixed
            {
                self.held[of.user] = self.held[of.value].clone();
            }
        }
        for (site, held) in self.program.sites.iter().zip(&self.held) {
            let Some(held) = held else { continue };
            for &value in &site.values {
                if AnyTile::from_type(value.r#type()).is_some_and(AnyTile::is_open) {
                    set_type(value, held, site.op)?;
                }
            }
        }
        Ok(())
    }

    /// Moves that take the place of what they move.
    fn moves_behind(&mut self) -> Outcome<'c> {
        for (of, place) in self.uses() {
            let Place::Behind(value) = place else { continue };
            let (Some(own), Some(_)) = (&self.held[of.value], self.moves.get(&of)) else {
                continue;
            };
            let (wanted, at) = (value.r#type(), self.program.sites[of.user].op);
            set_type(value, &own.clone(), at)?;
            let moved = self.moved(value, wanted, at, false)?;
            if let Some(except) = defining_op(moved) {
                replace_uses_except(value, moved, except);
            }
        }
        Ok(())
    }

    fn operands(&mut self) -> Outcome<'c> {
        for (of, place) in self.uses() {
            let Place::Operand(op, number) = place else { continue };
            let wanted = match self.program.graph.nodes[of.user].kind {
                Kind::Same | Kind::Free => self.held[of.user].clone(),
                // These have two sides, and their own ways to take a part of a tile.
                Kind::Relabel(_) | Kind::Reduce { .. } => {
                    let moved = self.moves.get(&of).filter(|to| is_whole(to));
                    moved.map(|to| to.map().clone())
                }
            };
            let Some(wanted) = wanted else { continue };
            let value = operand(op, number)?;
            let r#type = type_of(value, &wanted, op)?;
            if r#type != value.r#type() {
                let again = self.program.graph.nodes[of.value].kind == Kind::Free;
                let moved = self.moved(value, r#type, op, again)?;
                changed(op).set_operand(number, moved);
            }
        }
        Ok(())
    }

    /// A value in another distribution, right behind it: moved, or if it can be, made again.
    fn moved(
        &mut self,
        value: Val<'c>,
        r#type: Type<'c>,
        user: Op<'c>,
        again: bool,
    ) -> Outcome<'c, Val<'c>> {
        let wanted = (key(value), r#type.to_raw().ptr as usize);
        if let Some(&made) = self.made.get(&wanted) {
            return Ok(made);
        }
        let source = defining_op(value).filter(|&op| again && is_made_again(op));
        let new = match source {
            Some(source) => (*source).clone(),
            None => repartition(value, r#type, user)?,
        };
        let new = self.put_behind(value, new, user)?;
        match source {
            Some(_) => make(new, r#type)?,
            None => self.inserted += 1,
        }
        let moved = result(new)?;
        self.made.insert(wanted, moved);
        Ok(moved)
    }

    fn put_behind(
        &mut self,
        value: Val<'c>,
        new: Operation<'c>,
        at: Op<'c>,
    ) -> Outcome<'c, Op<'c>> {
        let failed = || PassError::at(at.location(), "a tile that moves stands in no block");
        let before = self.last.get(&key(value)).copied().or_else(|| defining_op(value));
        let new = match before {
            Some(before) => {
                let block = before.block().ok_or_else(failed)?;
                block.insert_operation_after(before, new)
            }
            None => {
                let argument = BlockArgument::try_from(value).map_err(|_| failed())?;
                let new = argument.owner().insert_operation(0, new);
                // SAFETY: the operation is in the kernel now, and lives as long.
                unsafe { Op::from_raw(new.to_raw()) }
            }
        };
        self.last.insert(key(value), new);
        Ok(new)
    }

    /// Names that have done their work, moves that are none, and constants that nobody wants.
    fn leftovers(&self) -> Outcome<'c> {
        for (site, node) in self.program.sites.iter().zip(&self.program.graph.nodes) {
            let op = site.op;
            match name_of(op).as_str() {
                "tileir.load" | "tileir.store" if op.has_attribute("distribution") => {
                    let gone = changed(op).remove_attribute("distribution");
                    let failed = |_| PassError::at(op.location(), "'as' cannot be removed");
                    gone.map_err(failed)?;
                }
                "tileir.repartition" if operand(op, 0)?.r#type() == result(op)?.r#type() => {
                    replace_uses(result(op)?, operand(op, 0)?);
                    erase(op);
                }
                _ if node.is_free() && is_made_again(op) && is_unused(result(op)?) => erase(op),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Whether an operation costs nothing to have twice.
fn is_made_again(op: Op<'_>) -> bool {
    matches!(name_of(op).as_str(), "arith.constant" | "tensor.splat" | "tileir.iota")
}

/// Whether a distribution may be a tile's; the pass that inserts repartitions asks the same.
fn is_whole(distribution: &Distribution) -> bool {
    distribution.covers(&distribution.shape(), &Budget::default()).is_ok()
}

fn type_of<'c>(value: Val<'c>, held: &LayoutMap, op: Op<'c>) -> Outcome<'c, Type<'c>> {
    let location = op.location();
    let Some(tile) = AnyTile::from_type(value.r#type()) else {
        return Err(PassError::at(location, format!("{} is no tile", value.r#type())));
    };
    let new = TileType::new(location, &tile.shape(), tile.element(), held);
    new.map(TileType::as_type).map_err(|error| PassError::at(location, error.to_string()))
}

fn set_type<'c>(value: Val<'c>, held: &LayoutMap, op: Op<'c>) -> Outcome<'c> {
    let r#type = type_of(value, held, op)?;
    match defining_op(value) {
        Some(op) => make_value(op, value, r#type),
        None => {
            value.set_type(r#type);
            Ok(())
        }
    }
}

/// Gives the only result of an operation a type.
pub(crate) fn make<'c>(op: Op<'c>, r#type: Type<'c>) -> Outcome<'c> {
    make_value(op, result(op)?, r#type)
}

/// Gives a result of an operation a type, and a constant's elements with it.
fn make_value<'c>(op: Op<'c>, value: Val<'c>, r#type: Type<'c>) -> Outcome<'c> {
    value.set_type(r#type);
    if name_of(op) != "arith.constant" {
        return Ok(());
    }
    let elements =
        op.attribute("value").ok().and_then(|v| DenseElementsAttribute::try_from(v).ok());
    let elements = elements.ok_or_else(|| {
        PassError::at(op.location(), "a constant tile is written element by element, or as one")
    })?;
    // SAFETY: both are alive; the type has the elements' shape and type, and another encoding.
    let elements = unsafe {
        let raw = mlir_sys::mlirDenseElementsAttrReshapeGet(elements.to_raw(), r#type.to_raw());
        Attribute::from_raw(raw)
    };
    set_attribute(op, "value", elements);
    Ok(())
}

fn repartition<'c>(value: Val<'c>, r#type: Type<'c>, user: Op<'c>) -> Outcome<'c, Operation<'c>> {
    OperationBuilder::new("tileir.repartition", user.location())
        .add_operands(&[value])
        .add_results(&[r#type])
        .build()
        .map_err(|_| PassError::at(user.location(), "a repartition cannot be built"))
}
