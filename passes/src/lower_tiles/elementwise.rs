//! Elementwise operations, slot by slot; and scalar ones, as they are.

use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRefMut};
use melior::ir::{Attribute, ValueLike};

use super::memory::carrier_of;
use super::{Kernel, Lowered};
use crate::builder::{Builder, Op, Outcome, Val, bit_width, key, name_of, splat_of};
use crate::error::PassError;
use crate::tile::Tile;

/// Operations that a divisor may keep from having a value.
const DIVIDES: &[&str] = &[
    "arith.ceildivsi",
    "arith.ceildivui",
    "arith.divsi",
    "arith.divui",
    "arith.floordivsi",
    "arith.remsi",
    "arith.remui",
];

impl<'c> Kernel<'c> {
    /// Any operation that the tables of the [module](super) do not name.
    pub(super) fn elementwise(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let name = name_of(op);
        let name = name.as_str();
        let mut tiles = Vec::new();
        for result in op.results() {
            tiles.push(Tile::of(result.r#type(), op.location())?);
        }
        let takes_tile =
            op.operands().any(|v| matches!(self.lowered.get(&key(v)), Some(Lowered::Tile(_))));
        match tiles.as_slice() {
            [Some(tile)] => {
                let slots = match name {
                    "arith.constant" => splat(op, tile, builder)?,
                    "tensor.splat" => vec![self.scalar(first_operand(op)?)?; tile.slots()],
                    _ if name.starts_with("arith.") || name.starts_with("math.") => {
                        self.slot_by_slot(op, tile, name, builder)?
                    }
                    _ => return Err(not_a_tile_op(op, name)),
                };
                self.set(crate::access::result(op)?, Lowered::Tile(slots));
                Ok(())
            }
            _ if takes_tile || tiles.iter().any(Option::is_some) => Err(not_a_tile_op(op, name)),
            _ => self.copy(op, builder),
        }
    }

    fn slot_by_slot(
        &mut self,
        op: Op<'c>,
        tile: &Tile<'c>,
        name: &str,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let mut operands = Vec::new();
        for operand in op.operands() {
            let slots = match self.get(operand)? {
                Lowered::Tile(slots) => slots.clone(),
                Lowered::Scalar(scalar) => vec![*scalar; tile.slots()],
                Lowered::View(_) => return Err(not_a_tile_op(op, name)),
            };
            let same = Tile::of(operand.r#type(), op.location())?
                .is_none_or(|t| t.distribution.map() == tile.distribution.map());
            if !same || slots.len() != tile.slots() {
                let message = format!("'{name}' mixes tiles of different distributions");
                return Err(PassError::at(op.location(), message));
            }
            operands.push(slots);
        }
        let attributes: Vec<(String, Attribute<'c>)> = op
            .attributes()
            .map(|(name, value)| {
                (name.as_string_ref().as_str().unwrap_or_default().to_owned(), value)
            })
            .collect();
        let attributes: Vec<(&str, Attribute<'c>)> =
            attributes.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        if DIVIDES.contains(&name) {
            let divisors = operands.last_mut();
            let divisors = divisors.ok_or_else(|| not_a_tile_op(op, name))?;
            self.divide_by_one_outside(op, tile, divisors, builder)?;
        }
        (0..tile.slots())
            .map(|slot| {
                let operands: Vec<Val<'c>> = operands.iter().map(|slots| slots[slot]).collect();
                builder.value(name, &operands, &attributes, tile.element)
            })
            .collect()
    }

    /// A slot that holds nothing has any value, by which nothing may be divided.
    fn divide_by_one_outside(
        &mut self,
        op: Op<'c>,
        tile: &Tile<'c>,
        divisors: &mut [Val<'c>],
        builder: Builder<'c>,
    ) -> Outcome<'c> {
        for (divisor, threads) in divisors.iter_mut().zip(&carrier_of(tile, op)?.slots) {
            if let Some(held) = self.membership(threads, builder)? {
                let one = builder.constant(1, bit_width(tile.element))?;
                *divisor = builder.select(held, *divisor, one)?;
            }
        }
        Ok(())
    }

    /// A copy of an operation on scalars.
    fn copy(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let name = name_of(op);
        if op.region_count() != 0 {
            let message = format!("'{name}' has regions: only scf.for and scf.if do");
            return Err(PassError::at(op.location(), message));
        }
        let dialect = name.split('.').next().unwrap_or_default();
        if !SCALAR_DIALECTS.contains(&dialect) && !SCALAR.contains(&name.as_str()) {
            let message = format!(
                "'{name}' is no operation of a tile program, whose scalars are one for all threads"
            );
            return Err(PassError::at(op.location(), message));
        }
        let operands: Vec<Val<'c>> =
            op.operands().map(|operand| self.scalar(operand)).collect::<Outcome<'c, _>>()?;
        let copy = builder.block().append_operation((*op).clone());
        // SAFETY: the copy is new and nobody else refers to it.
        let mut changed = unsafe { OperationRefMut::from_raw(copy.to_raw()) };
        changed.set_operands(&operands);
        for number in 0..op.result_count() {
            let old = builder.result(op, number)?;
            self.set(old, Lowered::Scalar(builder.result(copy, number)?));
        }
        Ok(())
    }
}

/// Dialects that compute with scalars.
const SCALAR_DIALECTS: &[&str] = &["arith", "math", "index"];

/// Other operations of which each thread does the same.
const SCALAR: &[&str] = &[
    "cf.assert",
    "gpu.block_id",
    "gpu.cluster_dim",
    "gpu.cluster_id",
    "gpu.grid_dim",
    "memref.dim",
    "memref.load",
    "memref.store",
];

fn first_operand<'c>(op: Op<'c>) -> Outcome<'c, Val<'c>> {
    crate::access::operand(op, 0)
}

fn not_a_tile_op<'c>(op: Op<'c>, name: &str) -> PassError<'c> {
    PassError::at(op.location(), format!("'{name}' does not take distributed tiles"))
}

/// A constant tile: one scalar for every slot.
fn splat<'c>(op: Op<'c>, tile: &Tile<'c>, builder: Builder<'c>) -> Outcome<'c, Vec<Val<'c>>> {
    let scalar = op.attribute("value").ok().and_then(splat_of).ok_or_else(|| {
        PassError::at(op.location(), "a constant tile has one value for all elements")
    })?;
    let constant = builder.value("arith.constant", &[], &[("value", scalar)], tile.element)?;
    Ok(vec![constant; tile.slots()])
}
