//! Exchange through memory that the block shares.
//!
//! Every element is written by an owner, all wait at a barrier, and every slot reads its own, each
//! side by the vectors of the plan. A
//! buffer is used again only after another exchange has passed its barrier, so no reader of the
//! first use is overtaken by a writer of the next. Where that other exchange may not have
//! happened (a loop or a branch has ended since), where memory is too short for a second buffer,
//! and inside a loop, whose iterations follow each other, a second barrier stands before the
//! writes.

use melior::ir::block::BlockLike;
use melior::ir::{BlockRef, Type, TypeLike, ValueLike};
use tileir::distribution::Distribution;
use tileir::expr::simplify;
use tileir::repartition::{Carrier, PlanError, Shared, ThreadSet};
use tileir::{BinaryOp, LayoutMap, Program, ProgramBuilder};

use super::Kernel;
use super::memory::{read, write};
use crate::builder::{Builder, Outcome, Predicate, Val, bit_width};
use crate::error::PassError;
use crate::index::THREAD;
use crate::lowerable::program_of;
use crate::tile::{Tile, element_bytes};

/// The shared buffers of a kernel: arguments of its entry block.
pub(super) struct Buffers<'c> {
    limit: i64,
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
    /// No buffers yet, and room for `limit` bytes of them.
    pub(super) fn within(limit: i64) -> Self {
        let exchange = Vec::new();
        Buffers { limit, exchange, exchanges: 0, regions_left: 0, arguments: 0, bytes: 0 }
    }

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
        self.bytes = self.bytes.saturating_add(aligned(bytes));
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
        let bytes = elements.saturating_mul(element_bytes(element));
        let fits =
            |buffer: &ExchangeBuffer<'c>| buffer.element == element && buffer.elements >= elements;
        let is_free = |buffer: &ExchangeBuffer<'c>| buffer.last_exchange + 2 <= now;
        let full = self.bytes.saturating_add(aligned(bytes)) > self.limit;
        let reused = self.exchange.iter().position(|buffer| fits(buffer) && is_free(buffer));
        let reused = reused.or_else(|| self.exchange.iter().position(|b| full && fits(b)));
        if let Some(buffer) = reused.map(|position| &mut self.exchange[position]) {
            let in_doubt = buffer.regions_left != self.regions_left || !is_free(buffer);
            (buffer.last_exchange, buffer.regions_left) = (now, self.regions_left);
            return Ok((buffer.value, in_doubt));
        }
        let text = format!("memref<{elements}x{element}, #gpu.address_space<workgroup>>");
        let r#type = builder.parse_type(&text)?;
        let value = self.own(entry, r#type, bytes, builder);
        let regions_left = self.regions_left;
        let buffer = ExchangeBuffer { value, element, elements, last_exchange: now, regions_left };
        self.exchange.push(buffer);
        Ok((value, false))
    }
}

/// The room that a buffer takes: each starts at a multiple of 16 bytes.
pub(super) fn aligned(bytes: i64) -> i64 {
    bytes.saturating_add(15) / 16 * 16
}

impl<'c> Kernel<'c> {
    pub(super) fn through_shared(
        &mut self,
        slots: &[Val<'c>],
        from: &Tile<'c>,
        wanted: &Distribution,
        shared: &Shared,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let Shared { buffer: places, owner } = shared;
        let stored = stored_type(builder, from.element);
        let buffer = self.exchange_buffer(stored, places.elements, builder)?;
        let mut writes: Vec<(&ThreadSet, Val<'c>, Vec<Val<'c>>)> = Vec::new();
        let accesses = &places.writer.accesses;
        let firsts = accesses.iter().map(|access| access[0]);
        let addresses =
            self.shared_addresses(&from.distribution, &places.address, firsts, builder)?;
        for (access, address) in accesses.iter().zip(addresses) {
            let value = |&slot: &usize| as_stored(builder, slots[slot], stored);
            let values = access.iter().map(value).collect::<Outcome<_>>()?;
            writes.push((&owner.slots[access[0]], address, values));
        }
        for writes in writes.chunk_by(|a, b| a.0 == b.0) {
            let write_all = |inside: Builder<'c>| {
                for (_, address, values) in writes {
                    write(inside, buffer, *address, values)?;
                }
                Ok(Vec::new())
            };
            match self.membership(writes[0].0, builder)? {
                None => drop(write_all(builder)?),
                Some(owns) => drop(builder.if_else(owns, &[], write_all, |_| Ok(Vec::new()))?),
            }
        }
        builder.op("gpu.barrier", &[], &[], &[])?;
        let failed = |error: PlanError| PassError::at(builder.location(), error.to_string());
        let carrier = Carrier::of(wanted).map_err(failed)?;
        // What nobody holds is in no access.
        let mut results = vec![builder.zero(from.element)?; wanted.slots() as usize];
        let accesses = &places.reader.accesses;
        let firsts = accesses.iter().map(|access| access[0]);
        let addresses = self.shared_addresses(wanted, &places.address, firsts, builder)?;
        for (access, address) in accesses.iter().zip(addresses) {
            let (first, width) = (access[0], access.len());
            let read = |inside: Builder<'c>| read(inside, buffer, address, stored, width);
            let values = match self.membership(&carrier.slots[first], builder)? {
                None => read(builder)?,
                Some(held) => {
                    let zeros = |inside: Builder<'c>| Ok(vec![inside.zero(stored)?; width]);
                    builder.if_else(held, &vec![stored; width], read, zeros)?
                }
            };
            for (&slot, value) in access.iter().zip(values) {
                results[slot] = from_stored(builder, value, from.element)?;
            }
        }
        Ok(results)
    }

    /// A buffer that nobody reads any more.
    pub(super) fn exchange_buffer(
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

    /// The addresses in a shared buffer of what these slots hold, as indices. They are worked out
    /// together, as they have most in common.
    pub(super) fn shared_addresses(
        &mut self,
        distribution: &Distribution,
        address: &LayoutMap,
        slots: impl Iterator<Item = usize>,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let location = builder.location();
        let element = program_of(distribution.map(), "the distribution", location)?;
        let place = program_of(address, "the layout of the exchange", location)?;
        let (element, place) = (element.value_program(), place.value_program());
        let mut dag = ProgramBuilder::default();
        let thread = dag.coord(THREAD);
        let mut outputs = Vec::new();
        for slot in slots {
            let inputs = distribution.symbolic_point(&mut dag, thread, slot as i64);
            let element = dag.inline(&element, &inputs);
            outputs.extend(dag.inline(&place, &element));
        }
        let values = self.emit_simplified(builder, &dag.finish(&outputs))?;
        values.into_iter().map(|value| builder.index_cast(value, builder.index())).collect()
    }

    /// A program over the thread number alone, in as few bits as are proved to suffice.
    pub(super) fn emit_simplified(
        &mut self,
        builder: Builder<'c>,
        program: &Program,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let simple = simplify(program, &[self.threads]);
        let bits = if self.indices.fits_32_bits(&simple) { 32 } else { 64 };
        self.indices.emit(builder, &simple, bits)
    }

    /// The condition under which this thread is in a set; `None` if it always is.
    pub(super) fn membership(
        &mut self,
        threads: &ThreadSet,
        builder: Builder<'c>,
    ) -> Outcome<'c, Option<Val<'c>>> {
        match threads {
            ThreadSet::All => Ok(None),
            ThreadSet::None => builder.constant(0, 1).map(Some),
            ThreadSet::Where(condition) => {
                let truth = self.emit_simplified(builder, condition)?[0];
                let zero = self.indices.constant(builder, 0, bit_width(truth.r#type()))?;
                builder.compare(Predicate::Ne, truth, zero).map(Some)
            }
        }
    }

    /// How many values of a thread may be exchanged at once: a quarter of the shared memory.
    pub(super) fn exchangeable(&self, element: Type<'c>) -> usize {
        let bytes = self.threads.saturating_mul(element_bytes(element)).max(1);
        usize::try_from(self.target.static_shared_bytes / 4 / bytes).unwrap_or(1).max(1)
    }

    /// Each thread's values as `thread XOR mask` has them, for every mask, through shared memory.
    /// The result is by value, then by mask.
    pub(super) fn exchanged(
        &mut self,
        values: &[Val<'c>],
        masks: &[i64],
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Vec<Val<'c>>>> {
        let Some(first) = values.first() else { return Ok(Vec::new()) };
        let element = first.r#type();
        let elements = self.threads * values.len() as i64;
        let buffer = self.exchange_buffer(element, elements, builder)?;
        for (number, &value) in values.iter().enumerate() {
            let own = self.place_of_partner(number, 0, builder)?;
            builder.op("memref.store", &[value, buffer, own], &[], &[])?;
        }
        builder.op("gpu.barrier", &[], &[], &[])?;
        let mut results = Vec::new();
        for number in 0..values.len() {
            let mut by_mask = Vec::new();
            for &mask in masks {
                let place = self.place_of_partner(number, mask, builder)?;
                by_mask.push(builder.value("memref.load", &[buffer, place], &[], element)?);
            }
            results.push(by_mask);
        }
        Ok(results)
    }

    /// Where `thread XOR mask` puts its value of this number, as an index.
    fn place_of_partner(
        &mut self,
        number: usize,
        mask: i64,
        builder: Builder<'c>,
    ) -> Outcome<'c, Val<'c>> {
        let mut dag = ProgramBuilder::default();
        let thread = dag.coord(THREAD);
        let mask = dag.constant(mask);
        let partner = dag.binary(BinaryOp::Xor, thread, mask);
        let start = dag.constant(number as i64 * self.threads);
        let place = dag.binary(BinaryOp::Add, partner, start);
        let place = self.emit_simplified(builder, &dag.finish(&[place]))?[0];
        builder.index_cast(place, builder.index())
    }
}

/// The type in which an element lies in shared memory: less than a byte takes one.
pub(super) fn stored_type<'c>(builder: Builder<'c>, element: Type<'c>) -> Type<'c> {
    if element.is_integer() && bit_width(element) < 8 { builder.int(8) } else { element }
}

pub(super) fn as_stored<'c>(
    builder: Builder<'c>,
    value: Val<'c>,
    stored: Type<'c>,
) -> Outcome<'c, Val<'c>> {
    if stored == value.r#type() {
        return Ok(value);
    }
    builder.value("arith.extui", &[value], &[], stored)
}

fn from_stored<'c>(
    builder: Builder<'c>,
    value: Val<'c>,
    element: Type<'c>,
) -> Outcome<'c, Val<'c>> {
    if value.r#type() == element {
        return Ok(value);
    }
    builder.value("arith.trunci", &[value], &[], element)
}
