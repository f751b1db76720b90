//! Exchange through memory that the block shares.
//!
//! Every element is written by an owner, all wait at a barrier, and every slot reads its own, each
//! side by the vectors of the plan. A
//! buffer is used again only after another exchange has passed its barrier, so no reader of the
//! first use is overtaken by a writer of the next. Where that other exchange may not have
//! happened (a loop or a branch has ended since), where memory is too short for a second buffer,
//! and inside a loop, whose iterations follow each other, a second barrier stands before the
//! writes.
//!
//! Where blocks of a cluster exchange, each has a [part](super::cluster) of the buffer, and all of
//! them wait both times.

use melior::ir::block::BlockLike;
use melior::ir::{BlockRef, Type, TypeLike, ValueLike};
use tileir::distribution::Distribution;
use tileir::expr::simplify;
use tileir::repartition::{Carrier, PlanError, Shared, ThreadSet};
use tileir::{BinaryOp, LayoutMap, Program, ProgramBuilder};

use super::Kernel;
use super::cluster::{Room, Scope, Spot};
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
    /// Other blocks access it too.
    is_part: bool,
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
        let fits = |buffer: &ExchangeBuffer<'c>| {
            !buffer.is_part && buffer.element == element && buffer.elements >= elements
        };
        let is_free = |buffer: &ExchangeBuffer<'c>| buffer.last_exchange + 2 <= now;
        let full = self.bytes.saturating_add(aligned(bytes)) > self.limit;
        let reused = self.exchange.iter().position(|buffer| fits(buffer) && is_free(buffer));
        let reused = reused.or_else(|| self.exchange.iter().position(|b| full && fits(b)));
        if let Some(buffer) = reused.map(|position| &mut self.exchange[position]) {
            let in_doubt = buffer.regions_left != self.regions_left || !is_free(buffer);
            (buffer.last_exchange, buffer.regions_left) = (now, self.regions_left);
            return Ok((buffer.value, in_doubt));
        }
        let value = self.another(entry, element, elements, false, builder)?;
        Ok((value, false))
    }

    /// A buffer of which each block of the cluster has a part, for the next exchange; others may
    /// still read it.
    pub(super) fn of_cluster(
        &mut self,
        entry: BlockRef<'c, 'c>,
        element: Type<'c>,
        part: i64,
        builder: Builder<'c>,
    ) -> Outcome<'c, Val<'c>> {
        self.exchanges += 1;
        let fits = |buffer: &&ExchangeBuffer<'c>| {
            buffer.is_part && buffer.element == element && buffer.elements >= part
        };
        match self.exchange.iter().find(fits) {
            Some(buffer) => Ok(buffer.value),
            None => self.another(entry, element, part, true, builder),
        }
    }

    /// A buffer that there was not.
    fn another(
        &mut self,
        entry: BlockRef<'c, 'c>,
        element: Type<'c>,
        elements: i64,
        is_part: bool,
        builder: Builder<'c>,
    ) -> Outcome<'c, Val<'c>> {
        let text = format!("memref<{elements}x{element}, #gpu.address_space<workgroup>>");
        let r#type = builder.parse_type(&text)?;
        let bytes = elements.saturating_mul(element_bytes(element));
        let value = self.own(entry, r#type, bytes, builder);
        let (last_exchange, regions_left) = (self.exchanges, self.regions_left);
        self.exchange.push(ExchangeBuffer {
            value,
            element,
            elements,
            last_exchange,
            regions_left,
            is_part,
        });
        Ok(value)
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
        (shared, part): (&Shared, Option<i64>),
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let Shared { buffer: places, owner } = shared;
        let stored = stored_type(builder, from.element);
        let (room, scope) = match part {
            Some(part) => (self.cluster_room(stored, part, builder)?, Scope::Cluster),
            None => (self.block_room(stored, places.elements, builder)?, Scope::Block),
        };
        let mut writes: Vec<(&ThreadSet, Spot<'c>, Vec<Val<'c>>)> = Vec::new();
        let accesses = &places.writer.accesses;
        let firsts = accesses.iter().map(|access| access[0]);
        let addresses = self.spots(&from.distribution, &places.address, firsts, part, builder)?;
        for (access, address) in accesses.iter().zip(addresses) {
            let value = |&slot: &usize| as_stored(builder, slots[slot], stored);
            let values = access.iter().map(value).collect::<Outcome<_>>()?;
            writes.push((&owner.slots[access[0]], address, values));
        }
        for writes in writes.chunk_by(|a, b| a.0 == b.0) {
            let write_all = |inside: Builder<'c>| {
                for (_, spot, values) in writes {
                    room.write(inside, *spot, values)?;
                }
                Ok(Vec::new())
            };
            match self.membership(writes[0].0, builder)? {
                None => drop(write_all(builder)?),
                Some(owns) => drop(builder.if_else(owns, &[], write_all, |_| Ok(Vec::new()))?),
            }
        }
        scope.barrier(builder)?;
        let failed = |error: PlanError| PassError::at(builder.location(), error.to_string());
        let carrier = Carrier::of(wanted).map_err(failed)?;
        // What nobody holds is in no access.
        let mut results = vec![builder.zero(from.element)?; wanted.slots() as usize];
        let accesses = &places.reader.accesses;
        let firsts = accesses.iter().map(|access| access[0]);
        let spots = self.spots(wanted, &places.address, firsts, part, builder)?;
        for (access, spot) in accesses.iter().zip(spots) {
            let (first, width) = (access[0], access.len());
            let read = |inside: Builder<'c>| room.read(inside, spot, stored, width);
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

    /// A buffer of the block that nobody reads any more.
    pub(super) fn block_room(
        &mut self,
        element: Type<'c>,
        elements: i64,
        builder: Builder<'c>,
    ) -> Outcome<'c, Room<'c>> {
        let (buffer, in_doubt) =
            self.buffers.for_exchange(self.entry, element, elements, builder)?;
        if in_doubt || self.loop_depth > 0 {
            Scope::Block.barrier(builder)?;
        }
        Ok(Room { buffer, parts: None })
    }

    /// The places in a buffer, in parts if so, of what these slots hold. They are worked out
    /// together, as they have most in common.
    pub(super) fn spots(
        &mut self,
        distribution: &Distribution,
        address: &LayoutMap,
        slots: impl Iterator<Item = usize>,
        part: Option<i64>,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Spot<'c>>> {
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
        self.emit_spots(dag, &outputs, part, builder)
    }

    /// Places that a program over the thread number gives.
    fn emit_spots(
        &mut self,
        mut dag: ProgramBuilder,
        places: &[u32],
        part: Option<i64>,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Spot<'c>>> {
        let Some(part) = part else {
            let offsets = self.emit_simplified(builder, &dag.finish(places))?;
            let spot = |offset| {
                let offset = builder.index_cast(offset, builder.index())?;
                Ok(Spot { block: None, offset })
            };
            return offsets.into_iter().map(spot).collect();
        };
        let part = dag.constant(part);
        let cut = |op: BinaryOp, dag: &mut ProgramBuilder| -> Vec<u32> {
            places.iter().map(|&place| dag.binary(op, place, part)).collect()
        };
        let (blocks, offsets) = (cut(BinaryOp::FloorDiv, &mut dag), cut(BinaryOp::Mod, &mut dag));
        let values = self.emit_simplified(builder, &dag.finish(&[blocks, offsets].concat()))?;
        let (blocks, offsets) = values.split_at(places.len());
        let spot = |(&block, &offset)| Spot { block: Some(block), offset };
        Ok(blocks.iter().zip(offsets).map(spot).collect())
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
        let bytes = self.groups.block_threads.saturating_mul(element_bytes(element)).max(1);
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
        let own = self.groups.block_threads;
        let elements = own * values.len() as i64;
        let block = |thread: i64| thread / own.max(1);
        let leaves = |&mask: &i64| (0..self.threads).any(|own| block(own ^ mask) != block(own));
        let (room, scope) = if masks.iter().any(leaves) {
            (self.cluster_room(element, elements, builder)?, Scope::Cluster)
        } else {
            (self.block_room(element, elements, builder)?, Scope::Block)
        };
        for (number, &value) in values.iter().enumerate() {
            let own = self.spots_of_partners(number, &[0], &room, builder)?;
            room.write(builder, own[0], &[value])?;
        }
        scope.barrier(builder)?;
        let mut results = Vec::new();
        for number in 0..values.len() {
            let spots = self.spots_of_partners(number, masks, &room, builder)?;
            let by_mask = spots.into_iter().map(|spot| room.read(builder, spot, element, 1));
            results.push(by_mask.collect::<Outcome<Vec<_>>>()?.concat());
        }
        Ok(results)
    }

    /// Where `thread XOR mask` puts its value of this number, for each mask.
    fn spots_of_partners(
        &mut self,
        number: usize,
        masks: &[i64],
        room: &Room<'c>,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Spot<'c>>> {
        let mut dag = ProgramBuilder::default();
        let (thread, own) = (dag.coord(THREAD), dag.constant(self.groups.block_threads));
        let start = dag.constant(number as i64 * self.groups.block_threads);
        let mut places = Vec::new();
        for &mask in masks {
            let mask = dag.constant(mask);
            let partner = dag.binary(BinaryOp::Xor, thread, mask);
            let within = dag.binary(BinaryOp::Mod, partner, own);
            let mut place = dag.binary(BinaryOp::Add, within, start);
            if let Some(part) = room.part() {
                let (block, part) =
                    (dag.binary(BinaryOp::FloorDiv, partner, own), dag.constant(part));
                let first = dag.binary(BinaryOp::Mul, block, part);
                place = dag.binary(BinaryOp::Add, first, place);
            }
            places.push(place);
        }
        self.emit_spots(dag, &places, room.part(), builder)
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
