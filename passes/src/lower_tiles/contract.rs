//! Products of matrices without an atom: every thread sums its own elements.
//!
//! The owners of A and B put them into one buffer that the block shares, all wait at a barrier, and each
//! thread goes along k:
//!
//! ```text
//! buffer     A, row by row: a(i, k) at i * K + k       B behind it: b(k, j) at M * K + k * N + j
//! registers  c(i, j) of each slot, with 32 bits; a row of A and a column of B are read once a step
//! ```
//!
//! An `f16` result is summed in `f32` and rounded once, at the end.

use std::collections::HashMap;

use melior::ir::block::BlockLike;
use melior::ir::{Block, Region, RegionLike, Type, TypeLike, ValueLike};
use tileir::expr::simplify;
use tileir::repartition::{Owner, ThreadSet};
use tileir::{Axis, BinaryOp, IndexSet, LayoutMap, Program, ProgramBuilder};

use super::cluster::{Room, Scope};
use super::memory::{by_thread_and_slot, carrier_of, write};
use super::shared::{as_stored, stored_type};
use super::{Kernel, Lowered};
use crate::access::{operand, result};
use crate::builder::{Builder, Op, Outcome, Val, bit_width, borrowed, key};
use crate::contract::Contract;
use crate::error::PassError;
use crate::index::THREAD;
use crate::lowerable::program_of;
use crate::tile::Tile;

/// Where A and B lie in the shared buffer: row by row, from an address on.
#[derive(Clone, Copy)]
struct Staged {
    start: i64,
    columns: i64,
}

impl<'c> Kernel<'c> {
    pub(super) fn contract(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let contract = Contract::of(op)?;
        let results = match contract.by_on(&self.target)? {
            Some(atom) => self.by_atom(&contract, atom, builder)?,
            None => self.plainly(&contract, builder)?,
        };
        self.set(result(op)?, Lowered::Tile(results));
        Ok(())
    }

    fn plainly(
        &mut self,
        contract: &Contract<'c>,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let [m, n, k] = contract.shape;
        let [a, b, c] = contract.tiles()?;
        let sums = self.slots(operand(contract.op, 2)?)?;
        if k == 0 || sums.is_empty() {
            return Ok(sums);
        }
        let too_many = || PassError::at(builder.location(), "A and B have more than 2^63 elements");
        let of_a = m.checked_mul(k).ok_or_else(too_many)?;
        let elements =
            k.checked_mul(n).and_then(|of_b| of_b.checked_add(of_a)).ok_or_else(too_many)?;
        let Room { buffer, .. } =
            self.block_room(stored_type(builder, a.element), elements, builder)?;
        let places = [Staged { start: 0, columns: k }, Staged { start: of_a, columns: n }];
        for (number, (tile, place)) in [&a, &b].into_iter().zip(places).enumerate() {
            let slots = self.slots(operand(contract.op, number)?)?;
            self.stage(&slots, tile, buffer, place, builder)?;
        }
        Scope::Block.barrier(builder)?;
        let starts = self.starts(&c, contract, of_a, builder)?;
        along_k(builder, contract, buffer, a.element, &starts, &sums)
    }

    /// Every element, written by an owner.
    fn stage(
        &mut self,
        slots: &[Val<'c>],
        tile: &Tile<'c>,
        buffer: Val<'c>,
        place: Staged,
        builder: Builder<'c>,
    ) -> Outcome<'c> {
        let failed = |message: String| PassError::at(builder.location(), message);
        let owner =
            Owner::of_distribution(&tile.distribution).map_err(|e| failed(e.to_string()))?;
        let address = place.of(tile).map_err(|error| failed(error.to_string()))?;
        let stored = stored_type(builder, tile.element);
        let owned = |slot: &usize| owner.slots[*slot] != ThreadSet::None;
        let own = (0..slots.len()).filter(owned);
        let addresses = self.spots(&tile.distribution, &address, own.clone(), None, builder)?;
        let mut writes = Vec::new();
        for (slot, address) in own.zip(addresses) {
            let value = as_stored(builder, slots[slot], stored)?;
            writes.push((&owner.slots[slot], address, value));
        }
        for writes in writes.chunk_by(|a, b| a.0 == b.0) {
            let write_all = |inside: Builder<'c>| {
                for &(_, address, value) in writes {
                    write(inside, buffer, address.offset, &[value])?;
                }
                Ok(Vec::new())
            };
            match self.membership(writes[0].0, builder)? {
                None => drop(write_all(builder)?),
                Some(owns) => drop(builder.if_else(owns, &[], write_all, |_| Ok(Vec::new()))?),
            }
        }
        Ok(())
    }

    /// The addresses at which the row of A and the column of B of each slot begin, in one width.
    fn starts(
        &mut self,
        c: &Tile<'c>,
        contract: &Contract<'c>,
        of_a: i64,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<[Val<'c>; 2]>> {
        let [_, _, k] = contract.shape;
        let held = program_of(c.distribution.map(), "the distribution of c", builder.location())?;
        let held = held.value_program();
        let program = |slot: usize| -> Program {
            let mut dag = ProgramBuilder::default();
            let thread = dag.coord(THREAD);
            let own = by_thread_and_slot(&c.distribution, &held, slot);
            let point = dag.inline(&own, &[thread]);
            let (depth, behind) = (dag.constant(k), dag.constant(of_a));
            let row = dag.binary(BinaryOp::Mul, point[0], depth);
            let column = dag.binary(BinaryOp::Add, point[1], behind);
            simplify(&dag.finish(&[row, column]), &[self.threads])
        };
        let programs: Vec<Program> = (0..c.slots()).map(program).collect();
        let fits = programs.iter().all(|program| self.indices.fits_32_bits(program));
        let bits = if fits { 32 } else { 64 };
        let mut starts = Vec::new();
        let carrier = carrier_of(c, contract.op)?;
        for (program, threads) in programs.iter().zip(&carrier.slots) {
            let mut values = self.indices.emit(builder, program, bits)?;
            // What nobody holds is summed somewhere in the buffer.
            if let Some(held) = self.membership(threads, builder)? {
                let zero = self.indices.constant(builder, 0, bits)?;
                for value in &mut values {
                    *value = builder.select(held, *value, zero)?;
                }
            }
            starts.push([values[0], values[1]]);
        }
        Ok(starts)
    }
}

impl Staged {
    /// The address of each element of a tile.
    fn of(self, tile: &Tile<'_>) -> Result<LayoutMap, tileir::MapError> {
        let set = tile.distribution.map().codomain().clone();
        let mut dag = ProgramBuilder::default();
        let (row, column) = (dag.coord(0), dag.coord(1));
        let (columns, start) = (dag.constant(self.columns), dag.constant(self.start));
        let row = dag.binary(BinaryOp::Mul, row, columns);
        let place = dag.binary(BinaryOp::Add, row, column);
        let place = dag.binary(BinaryOp::Add, place, start);
        let codomain = IndexSet::new(vec![Axis::integers("address")])?;
        LayoutMap::expr(set, codomain, dag.finish(&[place]))
    }
}

/// The loop over k: a sum a slot is carried through it.
fn along_k<'c>(
    builder: Builder<'c>,
    contract: &Contract<'c>,
    buffer: Val<'c>,
    element: Type<'c>,
    starts: &[[Val<'c>; 2]],
    sums: &[Val<'c>],
) -> Outcome<'c, Vec<Val<'c>>> {
    let [_, n, k] = contract.shape;
    let narrow = sums[0].r#type();
    let wide = if narrow.is_integer() { narrow } else { Type::float32(builder.context()) };
    let widened = |inside: Builder<'c>, value: Val<'c>| match value.r#type() {
        from if from == wide => Ok(value),
        from if from.is_integer() => inside.value("arith.extsi", &[value], &[], wide),
        _ => inside.value("arith.extf", &[value], &[], wide),
    };
    let (mul, add) = match wide.is_integer() {
        true => ("arith.muli", "arith.addi"),
        false => ("arith.mulf", "arith.addf"),
    };
    let bits = bit_width(starts[0][0].r#type());
    let mut operands =
        vec![builder.constant(0, bits)?, builder.constant(k, bits)?, builder.constant(1, bits)?];
    for &sum in sums {
        operands.push(widened(builder, sum)?);
    }
    let row_length = builder.constant(n, bits)?;

    let region = Region::new();
    let block = Block::new(&[]);
    let inside = builder.inside(borrowed(&block));
    region.append_block(block);
    let counter = inside.block().add_argument(builder.int(bits), builder.location());
    let rows_before = inside.binary("arith.muli", counter, row_length)?;
    let mut known: HashMap<(usize, usize), Val<'c>> = HashMap::new();
    let mut totals = Vec::new();
    for start in starts {
        let sum = inside.block().add_argument(wide, builder.location());
        let mut read = |which: usize, step: Val<'c>| -> Outcome<'c, Val<'c>> {
            let wanted = (which, key(start[which]));
            if let Some(&value) = known.get(&wanted) {
                return Ok(value);
            }
            let address = inside.binary("arith.addi", start[which], step)?;
            let address = inside.index_cast(address, inside.index())?;
            let value = inside.value("memref.load", &[buffer, address], &[], element)?;
            let value = widened(inside, value)?;
            known.insert(wanted, value);
            Ok(value)
        };
        let (a, b) = (read(0, counter)?, read(1, rows_before)?);
        let product = inside.binary(mul, a, b)?;
        totals.push(inside.binary(add, sum, product)?);
    }
    inside.op("scf.yield", &totals, &[], &[])?;
    let looped = builder.op_with_regions(
        "scf.for",
        &operands,
        &[],
        &vec![wide; sums.len()],
        vec![region],
    )?;
    (0..sums.len())
        .map(|number| {
            let total = builder.result(looped, number)?;
            match wide == narrow {
                true => Ok(total),
                false => builder.value("arith.truncf", &[total], &[], narrow),
            }
        })
        .collect()
}
