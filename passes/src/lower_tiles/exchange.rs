//! Repartitions and relabels: slots change hands.
//!
//! A relabel is a repartition in disguise: element `p` of its result is element `map(p)` of its
//! source, so its result is wanted as `map` after the result's distribution. It moves nothing
//! between threads; `tileir-insert-repartition` has put a repartition before it where it would.
//!
//! An exchange through shared memory writes, waits at a barrier, and reads. A buffer is used
//! again only after another exchange has passed its barrier, so no reader of the first use is
//! overtaken by a writer of the next. Where that other exchange may not have happened (a loop or
//! a branch has ended since), and inside a loop, whose iterations follow each other, a second
//! barrier stands before the writes.

use std::collections::HashMap;

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, Type, TypeLike, ValueLike};
use tileir::distribution::Distribution;
use tileir::expr::simplify;
use tileir::repartition::{Owner, Plan, PlanError, PlanKind, Shared, Shuffle, plan, plan_of_kind};
use tileir::{BinaryOp, LayoutMap, Program, ProgramBuilder};

use super::memory::by_thread_and_slot;
use super::{Kernel, Lowered};
use crate::access::{operand, result};
use crate::builder::{Builder, Op, Outcome, Predicate, Val, bit_width};
use crate::error::PassError;
use crate::index::THREAD;
use crate::plan::pinned_kind;
use crate::tile::{Tile, distribution_of, element_bytes};

/// The shared buffers of a kernel: arguments of its entry block.
#[derive(Default)]
pub(super) struct Buffers<'c> {
    exchange: Vec<ExchangeBuffer<'c>>,
    exchanges: usize,
    regions_left: usize,
    arguments: usize,
    bytes: i64,
}

struct ExchangeBuffer<'c> {
    value: Val<'c>,
    element: Type<'c>,
    elements: i64,
    last_exchange: usize,
    regions_left: usize,
}

impl<'c> Buffers<'c> {
    /// The number of buffers.
    pub(super) fn arguments(&self) -> usize {
        self.arguments
    }

    /// Their bytes together.
    pub(super) fn bytes(&self) -> i64 {
        self.bytes
    }

    /// A buffer of the program's own.
    pub(super) fn own(
        &mut self,
        entry: BlockRef<'c, 'c>,
        r#type: Type<'c>,
        bytes: i64,
        builder: Builder<'c>,
    ) -> Val<'c> {
        self.arguments += 1;
        self.bytes += (bytes + 15) / 16 * 16;
        entry.add_argument(r#type, builder.location())
    }

    /// A loop or a branch has ended: what it exchanged may not have happened.
    pub(super) fn leave_region(&mut self) {
        self.regions_left += 1;
    }

    /// A buffer for the next exchange, and whether other threads may still read it.
    fn for_exchange(
        &mut self,
        entry: BlockRef<'c, 'c>,
        element: Type<'c>,
        elements: i64,
        builder: Builder<'c>,
    ) -> Outcome<'c, (Val<'c>, bool)> {
        self.exchanges += 1;
        let now = self.exchanges;
        let free = self.exchange.iter_mut().find(|buffer| {
            buffer.element == element
                && buffer.elements >= elements
                && buffer.last_exchange + 2 <= now
        });
        if let Some(buffer) = free {
            let in_doubt = buffer.regions_left != self.regions_left;
            (buffer.last_exchange, buffer.regions_left) = (now, self.regions_left);
            return Ok((buffer.value, in_doubt));
        }
        let text = format!("memref<{elements}x{element}, #gpu.address_space<workgroup>>");
        let r#type = builder.parse_type(&text)?;
        let value = self.own(entry, r#type, elements * element_bytes(element), builder);
        let regions_left = self.regions_left;
        let buffer = ExchangeBuffer { value, element, elements, last_exchange: now, regions_left };
        self.exchange.push(buffer);
        Ok((value, false))
    }
}

impl<'c> Kernel<'c> {
    pub(super) fn repartition(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let source = operand(op, 0)?;
        let (from, to) = self.tiles(op, source)?;
        let pinned = pinned_kind(op)?;
        let slots = self.slots(source)?;
        let moved = self.move_slots(slots, &from, &to.distribution, pinned, builder)?;
        self.set(result(op)?, Lowered::Tile(moved));
        Ok(())
    }

    pub(super) fn relabel(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let source = operand(op, 0)?;
        let (from, to) = self.tiles(op, source)?;
        let wanted = distribution_of(relabelled(op, to.distribution.map())?, op.location())?;
        let slots = self.slots(source)?;
        let pinned = Some(PlanKind::Registers);
        let moved = self.move_slots(slots, &from, &wanted, pinned, builder)?;
        self.set(result(op)?, Lowered::Tile(moved));
        Ok(())
    }

    fn tiles(&self, op: Op<'c>, source: Val<'c>) -> Outcome<'c, (Tile<'c>, Tile<'c>)> {
        let from = Tile::expect(source.r#type(), op.location())?;
        Ok((from, Tile::expect(result(op)?.r#type(), op.location())?))
    }

    /// The slots that a wanted distribution holds, from those of another.
    pub(super) fn move_slots(
        &mut self,
        slots: Vec<Val<'c>>,
        from: &Tile<'c>,
        wanted: &Distribution,
        pinned: Option<PlanKind>,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let bytes = element_bytes(from.element);
        let failed = |error: PlanError| PassError::at(builder.location(), error.to_string());
        let chosen = match pinned {
            Some(kind) => plan_of_kind(kind, &from.distribution, wanted, bytes, &self.target),
            None => plan(&from.distribution, wanted, bytes, &self.target),
        };
        match chosen.map_err(failed)?.0 {
            Plan::Nothing => Ok(slots),
            Plan::Registers { slots: sources } => {
                Ok(sources.into_iter().map(|source| slots[source]).collect())
            }
            Plan::Shuffle(shuffle) => self.shuffle(&slots, &shuffle, builder),
            Plan::Shared(shared) => self.through_shared(&slots, from, wanted, &shared, builder),
        }
    }

    fn shuffle(
        &mut self,
        slots: &[Val<'c>],
        shuffle: &Shuffle,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let too_large =
            || PassError::at(builder.location(), "the route is too large to be lowered");
        let by_thread = shuffle.by_thread.program().ok_or_else(too_large)?.value_program();
        let place = self.indices.emit(builder, &by_thread, 32)?;
        let (lane, pick) = (place[0], place[1]);
        let mut read = HashMap::new();
        let mut results = Vec::new();
        for (&slot, &flip) in shuffle.slots.iter().zip(&shuffle.lane_flip) {
            let mut chosen = None;
            for &choice in &shuffle.picks {
                let source = slot ^ choice;
                let value = match read.get(&(source, flip)) {
                    Some(&value) => value,
                    None if shuffle.stays_in_lane => slots[source],
                    None => {
                        let flip = self.indices.constant(builder, flip, 32)?;
                        let from = builder.binary("arith.xori", lane, flip)?;
                        shuffle_value(builder, slots[source], from, shuffle.width)?
                    }
                };
                read.insert((source, flip), value);
                chosen = Some(match chosen {
                    None => value,
                    Some(others) => {
                        let choice = self.indices.constant(builder, choice as i64, 32)?;
                        let here = builder.compare(Predicate::Eq, pick, choice)?;
                        builder.value(
                            "arith.select",
                            &[here, value, others],
                            &[],
                            value.r#type(),
                        )?
                    }
                });
            }
            results.push(chosen.ok_or_else(too_large)?);
        }
        Ok(results)
    }

    fn through_shared(
        &mut self,
        slots: &[Val<'c>],
        from: &Tile<'c>,
        wanted: &Distribution,
        shared: &Shared,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let stored = stored_type(builder, from.element);
        let buffer = self.exchange_buffer(stored, shared.elements, builder)?;
        let mut writes = Vec::new();
        for (slot, &value) in slots.iter().enumerate().filter(|(slot, _)| shared.owner.slots[*slot])
        {
            let address =
                self.shared_address(&from.distribution, &shared.address, slot, builder)?;
            let value = if stored == value.r#type() {
                value
            } else {
                builder.value("arith.extui", &[value], &[], stored)?
            };
            writes.push((address, value));
        }
        let write_all = |inside: Builder<'c>| {
            for &(address, value) in &writes {
                inside.op("memref.store", &[value, buffer, address], &[], &[])?;
            }
            Ok(Vec::new())
        };
        match self.owner_condition(&shared.owner, builder)? {
            None => drop(write_all(builder)?),
            Some(owner) => drop(builder.if_else(owner, &[], write_all, |_| Ok(Vec::new()))?),
        }
        builder.op("gpu.barrier", &[], &[], &[])?;
        let mut results = Vec::new();
        for slot in 0..wanted.slots() as usize {
            let address = self.shared_address(wanted, &shared.address, slot, builder)?;
            let value = builder.value("memref.load", &[buffer, address], &[], stored)?;
            results.push(if stored == from.element {
                value
            } else {
                builder.value("arith.trunci", &[value], &[], from.element)?
            });
        }
        Ok(results)
    }

    /// A buffer that nobody reads any more.
    fn exchange_buffer(
        &mut self,
        element: Type<'c>,
        elements: i64,
        builder: Builder<'c>,
    ) -> Outcome<'c, Val<'c>> {
        let (buffer, in_doubt) =
            self.buffers.for_exchange(self.entry, element, elements, builder)?;
        if in_doubt || self.loop_depth > 0 {
            builder.op("gpu.barrier", &[], &[], &[])?;
        }
        Ok(buffer)
    }

    /// The address in a shared buffer of what a slot holds, as an index.
    fn shared_address(
        &mut self,
        distribution: &Distribution,
        address: &LayoutMap,
        slot: usize,
        builder: Builder<'c>,
    ) -> Outcome<'c, Val<'c>> {
        let too_large =
            || PassError::at(builder.location(), "the distribution is too large to be lowered");
        let element = distribution.map().program().ok_or_else(too_large)?;
        let place = address.program().ok_or_else(too_large)?;
        let mut dag = ProgramBuilder::default();
        let inputs: Vec<u32> =
            (0..distribution.map().domain().rank()).map(|axis| dag.coord(axis)).collect();
        let element = dag.inline(&element.value_program(), &inputs);
        let outputs = dag.inline(&place.value_program(), &element);
        let program = by_thread_and_slot(distribution, &dag.finish(&outputs), slot);
        let value = self.emit_simplified(builder, &program)?[0];
        builder.index_cast(value, builder.index())
    }

    /// A program over the thread number alone, in as few bits as are proved to suffice.
    fn emit_simplified(
        &mut self,
        builder: Builder<'c>,
        program: &Program,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let simple = simplify(program, &[self.threads]);
        let bits = if self.indices.fits_32_bits(&simple) { 32 } else { 64 };
        self.indices.emit(builder, &simple, bits)
    }

    /// The condition under which this thread owns what it holds; `None` if it always does.
    fn owner_condition(
        &mut self,
        owner: &Owner,
        builder: Builder<'c>,
    ) -> Outcome<'c, Option<Val<'c>>> {
        let mut condition = None;
        for &(divisor, extent) in &owner.zero_digits {
            let mut dag = ProgramBuilder::default();
            let thread = dag.coord(THREAD);
            let divisor = dag.constant(divisor);
            let quotient = dag.binary(BinaryOp::FloorDiv, thread, divisor);
            let extent = dag.constant(extent);
            let digit = dag.binary(BinaryOp::Mod, quotient, extent);
            let digit = self.emit_simplified(builder, &dag.finish(&[digit]))?[0];
            let zero = self.indices.constant(builder, 0, bit_width(digit.r#type()))?;
            let owns = builder.compare(Predicate::Eq, digit, zero)?;
            condition = Some(match condition {
                None => owns,
                Some(others) => builder.binary("arith.andi", others, owns)?,
            });
        }
        Ok(condition)
    }

    /// Each thread's value as `thread XOR mask` has it, for every mask, through shared memory.
    pub(super) fn exchanged(
        &mut self,
        value: Val<'c>,
        masks: &[i64],
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let element = value.r#type();
        let buffer = self.exchange_buffer(element, self.threads, builder)?;
        let place = |kernel: &mut Self, mask: i64| {
            let mut dag = ProgramBuilder::default();
            let thread = dag.coord(THREAD);
            let mask = dag.constant(mask);
            let other = dag.binary(BinaryOp::Xor, thread, mask);
            let other = kernel.emit_simplified(builder, &dag.finish(&[other]))?[0];
            builder.index_cast(other, builder.index())
        };
        let own = place(self, 0)?;
        builder.op("memref.store", &[value, buffer, own], &[], &[])?;
        builder.op("gpu.barrier", &[], &[], &[])?;
        let mut values = Vec::new();
        for &mask in masks {
            let other = place(self, mask)?;
            values.push(builder.value("memref.load", &[buffer, other], &[], element)?);
        }
        Ok(values)
    }
}

/// The distribution that a relabel wants of its source: its map after its result's.
///
/// # Errors
/// The map's domain and the tile differ.
pub fn relabelled<'c>(op: Op<'c>, of_result: &LayoutMap) -> Outcome<'c, LayoutMap> {
    let failed = |message: String| PassError::at(op.location(), message);
    let map = op.attribute("map").map_err(|_| failed("there is no map".into()))?;
    let map = tileir_dialect::attributes::layout_map(map).map_err(|e| failed(e.to_string()))?;
    let of_result =
        of_result.with_codomain_names(map.domain()).map_err(|e| failed(e.to_string()))?;
    LayoutMap::compose(map, of_result).map_err(|e| failed(e.to_string()))
}

/// The type in which an element lies in shared memory: a boolean takes a byte.
fn stored_type<'c>(builder: Builder<'c>, element: Type<'c>) -> Type<'c> {
    if element.is_integer() && bit_width(element) == 1 { builder.int(8) } else { element }
}

/// `value` as lane `lane` of the hardware subgroup has it. Shuffles carry 32 bits: narrower
/// values are widened, 64-bit ones go in two halves.
pub(super) fn shuffle_value<'c>(
    builder: Builder<'c>,
    value: Val<'c>,
    lane: Val<'c>,
    width: i64,
) -> Outcome<'c, Val<'c>> {
    let element = value.r#type();
    let bits = bit_width(element);
    let as_bits = if element.is_integer() {
        value
    } else {
        builder.value("arith.bitcast", &[value], &[], builder.int(bits))?
    };
    let moved = match bits {
        32 => shuffle_word(builder, as_bits, lane, width)?,
        64 => {
            let (word, long) = (builder.int(32), builder.int(64));
            let half = builder.constant(32, 64)?;
            let low = builder.value("arith.trunci", &[as_bits], &[], word)?;
            let high = builder.binary("arith.shrui", as_bits, half)?;
            let high = builder.value("arith.trunci", &[high], &[], word)?;
            let low = shuffle_word(builder, low, lane, width)?;
            let high = shuffle_word(builder, high, lane, width)?;
            let low = builder.value("arith.extui", &[low], &[], long)?;
            let high = builder.value("arith.extui", &[high], &[], long)?;
            let high = builder.binary("arith.shli", high, half)?;
            builder.binary("arith.ori", high, low)?
        }
        _ => {
            let wide = builder.value("arith.extui", &[as_bits], &[], builder.int(32))?;
            let wide = shuffle_word(builder, wide, lane, width)?;
            builder.value("arith.trunci", &[wide], &[], builder.int(bits))?
        }
    };
    if element.is_integer() {
        Ok(moved)
    } else {
        builder.value("arith.bitcast", &[moved], &[], element)
    }
}

fn shuffle_word<'c>(
    builder: Builder<'c>,
    word: Val<'c>,
    lane: Val<'c>,
    width: i64,
) -> Outcome<'c, Val<'c>> {
    let width = builder.constant(width, 32)?;
    let mode = builder.parse("#gpu<shuffle_mode idx>")?;
    let results = [builder.int(32), builder.int(1)];
    let op = builder.op("gpu.shuffle", &[word, lane, width], &[("mode", mode)], &results)?;
    builder.result(op, 0)
}
