//! Loads and stores of tiles.
//!
//! The address of a slot is the view's map at the window's start plus the slot's coordinates.
//! What the prover has written on the operation decides the rest; where it has written nothing,
//! or wrote it about another access, the safe choice holds:
//!
//! | fact | with it | without |
//! |---|---|---|
//! | in bounds, by axis | no test on that axis | `coordinate < extent`, or what the policy says |
//! | the constraints hold | no test of them | each is tested, likewise |
//! | 32 bits suffice | `i32` arithmetic | `i64` |
//! | `w` slots are contiguous and aligned | one vector access | `w` scalar ones |
//!
//! A slot is loaded by the threads that hold it, its [carrier](Carrier); the others have zeros, or
//! what stands in the same slot of what the load has where the view is not valid.

use melior::ir::operation::OperationLike;
use melior::ir::{Type, ValueLike};
use tileir::distribution::Distribution;
use tileir::repartition::{Carrier, Owner, PlanError, ThreadSet};
use tileir::{BinaryOp, Inst, Program, ProgramBuilder};
use tileir_dialect::load;
use tileir_dialect::view::BoundsPolicy;

use super::indirect::Put;
use super::{Kernel, Lowered};
use crate::access::{Access, operand, result};
use crate::builder::{Builder, Op, Outcome, Val};
use crate::error::PassError;
use crate::facts::AccessFacts;
use crate::index::THREAD;
use crate::lowerable::program_of;
use crate::realised::Writes;
use crate::tile::{Tile, element_bytes};

/// The accesses of a tile, slot by slot.
struct Accesses<'c> {
    access: Access<'c>,
    facts: AccessFacts,
    /// The coordinates of each slot, over the kernel's coordinates.
    coordinates: Vec<Program>,
    /// The address of each slot, likewise.
    addresses: Vec<Program>,
    element: Type<'c>,
}

impl<'c> Kernel<'c> {
    pub(super) fn view(&mut self, op: Op<'c>) -> Outcome<'c> {
        let view = result(op)?;
        let access = Access::of(view, op)?;
        self.set(view, Lowered::View(Box::new(access)));
        Ok(())
    }

    pub(super) fn load(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let tile = Tile::expect(result(op)?.r#type(), op.location())?;
        let accesses = self.accesses(op, (operand(op, 0)?, Writes::No), &tile)?;
        let buffer = self.scalar(accesses.access.buffer)?;
        let carrier = carrier_of(&tile, op)?;
        let other = load::other(op).map(|other| self.slots(other)).transpose()?;
        let mut slots: Vec<Option<Val<'c>>> = vec![None; tile.slots()];
        for group in accesses.groups(&tile, &carrier.slots) {
            let width = group.len();
            let held = self.membership(&carrier.slots[group[0]], builder)?;
            let guard = self.guard(&accesses, group[0], builder)?;
            let guard = both(builder, guard, held)?;
            let early = self.early_address(&accesses, group[0], guard, builder)?;
            let mut read = |inside: Builder<'c>| {
                let address = self.address_inside(&accesses, group[0], early, inside)?;
                read(inside, buffer, address, accesses.element, width)
            };
            let values = match guard {
                None => read(builder)?,
                Some(condition) => {
                    let instead = |inside: Builder<'c>| match &other {
                        Some(other) => Ok(group.iter().map(|&slot| other[slot]).collect()),
                        None => Ok(vec![inside.zero(accesses.element)?; width]),
                    };
                    builder.if_else(condition, &vec![accesses.element; width], read, instead)?
                }
            };
            group.iter().zip(values).for_each(|(&slot, value)| slots[slot] = Some(value));
        }
        let slots: Option<Vec<Val<'c>>> = slots.into_iter().collect();
        let slots =
            slots.ok_or_else(|| PassError::at(op.location(), "a slot was left without a value"))?;
        self.set(result(op)?, Lowered::Tile(slots));
        Ok(())
    }

    /// Replicas of an element are written by one owner.
    pub(super) fn store(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let value = operand(op, 0)?;
        let tile = Tile::expect(value.r#type(), op.location())?;
        let slots = self.slots(value)?;
        let put = Put::of(op, tile.element, &self.target, builder)?;
        let mut accesses = self.accesses(op, (operand(op, 1)?, put.writes()), &tile)?;
        if let Put::Combine(_) = put {
            accesses.facts.vector = None;
        }
        let buffer = self.scalar(accesses.access.buffer)?;
        let owner = Owner::of_distribution(&tile.distribution)
            .map_err(|error| PassError::at(op.location(), error.to_string()))?;
        for group in accesses.groups(&tile, &owner.slots) {
            let threads = &owner.slots[group[0]];
            if *threads == ThreadSet::None {
                continue;
            }
            let owned = self.membership(threads, builder)?;
            let values: Vec<Val<'c>> = group.iter().map(|&slot| slots[slot]).collect();
            let guard = self.guard(&accesses, group[0], builder)?;
            let early = self.early_address(&accesses, group[0], guard, builder)?;
            let mut write = |inside: Builder<'c>| {
                let address = self.address_inside(&accesses, group[0], early, inside)?;
                match values[..] {
                    [value] => put.put(inside, value, (buffer, address))?,
                    _ => write(inside, buffer, address, &values)?,
                }
                Ok(Vec::new())
            };
            match both(builder, guard, owned)? {
                None => drop(write(builder)?),
                Some(condition) => {
                    builder.if_else(condition, &[], write, |_| Ok(Vec::new()))?;
                }
            }
        }
        Ok(())
    }

    /// The coordinate of each slot along one axis.
    pub(super) fn iota(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let tile = Tile::expect(result(op)?.r#type(), op.location())?;
        let axis = op
            .attribute("axis")
            .ok()
            .and_then(|a| melior::ir::attribute::IntegerAttribute::try_from(a).ok())
            .map(|a| a.value() as usize)
            .ok_or_else(|| PassError::at(op.location(), "there is no axis"))?;
        let bits = crate::builder::bit_width(tile.element);
        let mut slots = Vec::new();
        for slot in 0..tile.slots() {
            let coordinates = self.slot_coordinates(&tile, slot, op)?;
            let wide = self.indices.emit(builder, &coordinates, 64)?[axis];
            let value = if bits == 64 { wide } else { builder.index_cast(wide, tile.element)? };
            slots.push(value);
        }
        self.set(result(op)?, Lowered::Tile(slots));
        Ok(())
    }

    /// Memory that the block shares, placed by the program itself.
    pub(super) fn shared_buffer(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let r#type = result(op)?.r#type();
        if !r#type.to_string().contains("#gpu.address_space<workgroup>") {
            let message = "only memory of #gpu.address_space<workgroup> is allocated in a kernel";
            return Err(PassError::at(op.location(), message));
        }
        let buffer = self.buffers.own(self.entry, r#type, alloc_bytes(op)?, builder);
        self.set(result(op)?, Lowered::Scalar(buffer));
        Ok(())
    }

    /// The coordinates of a slot in its tile, over the kernel's coordinates.
    pub(super) fn slot_coordinates(
        &self,
        tile: &Tile<'c>,
        slot: usize,
        op: Op<'c>,
    ) -> Outcome<'c, Program> {
        let map = tile.distribution.map();
        let program = program_of(map, "the distribution", op.location())?.value_program();
        let by_slot = by_thread_and_slot(&tile.distribution, &program, slot);
        Ok(self.indices.simplified(by_slot))
    }

    /// What a view accesses.
    pub(super) fn view_of(&self, view: Val<'c>, op: Op<'c>) -> Outcome<'c, Access<'c>> {
        match self.get(view)? {
            Lowered::View(access) => Ok((**access).clone()),
            _ => Err(PassError::at(op.location(), "the view has not been lowered")),
        }
    }

    fn accesses(
        &mut self,
        op: Op<'c>,
        (view, writes): (Val<'c>, Writes),
        tile: &Tile<'c>,
    ) -> Outcome<'c, Accesses<'c>> {
        let access = self.view_of(view, op)?;
        self.realised.check(&access, writes, op)?;
        let mut facts = AccessFacts::read(op, &access, tile);
        let map = program_of(&access.map, "the view's map", op.location())?.value_program();
        let mut positions = Vec::new();
        for symbol in &access.symbols {
            let value = self.scalar(symbol.value)?;
            positions.push(self.indices.symbol(value, symbol.extent));
        }
        let held = tile.distribution.map();
        let held = program_of(held, "the distribution", op.location())?.value_program();
        // All slots together, as they have most in common.
        let mut dag = ProgramBuilder::default();
        let all: Vec<u32> = (0..self.indices.rank()).map(|i| dag.coord(i)).collect();
        let symbols: Vec<u32> = positions.iter().map(|&p| all[p]).collect();
        let start = dag.inline(&access.start, &symbols);
        let mut outputs = Vec::new();
        for slot in 0..tile.slots() {
            let point = tile.distribution.symbolic_point(&mut dag, all[THREAD], slot as i64);
            let offsets = dag.inline(&held, &point);
            let place = access.places(&mut dag, &start, &offsets);
            outputs.extend(&place);
            outputs.extend(dag.inline(&map, &place));
        }
        let program = self.indices.simplified(dag.finish(&outputs));
        let rank = access.map.domain().rank();
        let (coordinates, addresses) = program
            .outputs()
            .chunks(rank + 1)
            .map(|own| own.split_at(rank))
            .map(|(place, address)| (program.with_outputs(place), program.with_outputs(address)))
            .unzip();
        let mut extents =
            access.map.domain().axes().iter().filter_map(|axis| axis.extent().finite());
        let extents_fit = extents.all(|extent| i32::try_from(extent).is_ok());
        if !extents_fit || !self.indices.fits_32_bits(&program) {
            facts.index_bits = 64;
        }
        Ok(Accesses { access, facts, coordinates, addresses, element: tile.element })
    }

    /// The address of a slot as an index.
    fn address(
        &mut self,
        accesses: &Accesses<'c>,
        slot: usize,
        builder: Builder<'c>,
    ) -> Outcome<'c, Val<'c>> {
        let bits = accesses.facts.index_bits;
        let address = self.indices.emit(builder, &accesses.addresses[slot], bits)?[0];
        builder.index_cast(address, builder.index())
    }

    /// The address before its guard, so that slots share what they have in common; unless it
    /// divides by something that may be zero outside the domain.
    fn early_address(
        &mut self,
        accesses: &Accesses<'c>,
        slot: usize,
        guard: Option<Val<'c>>,
        builder: Builder<'c>,
    ) -> Outcome<'c, Option<Val<'c>>> {
        if guard.is_some() && divides_by_a_value(&accesses.addresses[slot]) {
            return Ok(None);
        }
        self.address(accesses, slot, builder).map(Some)
    }

    /// The address inside the guard.
    fn address_inside(
        &mut self,
        accesses: &Accesses<'c>,
        slot: usize,
        early: Option<Val<'c>>,
        inside: Builder<'c>,
    ) -> Outcome<'c, Val<'c>> {
        if let Some(address) = early {
            return Ok(address);
        }
        let scope = self.indices.enter();
        let address = self.address(accesses, slot, inside)?;
        self.indices.leave(scope);
        Ok(address)
    }

    /// The condition under which a slot lies in the view's domain, where that is not proved.
    fn guard(
        &mut self,
        accesses: &Accesses<'c>,
        slot: usize,
        builder: Builder<'c>,
    ) -> Outcome<'c, Option<Val<'c>>> {
        if accesses.access.policy == BoundsPolicy::Assume {
            return Ok(None);
        }
        let bits = accesses.facts.index_bits;
        let values = self.indices.emit(builder, &accesses.coordinates[slot], bits)?;
        accesses.facts.inside.test(builder, accesses.access.map.domain(), &values)
    }
}

impl<'c> Accesses<'c> {
    /// The slots in groups that are accessed together, all by the same threads.
    fn groups(&self, tile: &Tile<'c>, threads: &[ThreadSet]) -> Vec<Vec<usize>> {
        let alone = || (0..tile.slots()).map(|slot| vec![slot]).collect();
        let Some((axis, width)) = self.facts.vector else { return alone() };
        let step = tile.distribution.slot_step(axis) as usize;
        let leads = |slot: &usize| (slot / step).is_multiple_of(width);
        let group = |first: usize| (0..width).map(|i| first + i * step).collect();
        let groups: Vec<Vec<usize>> = (0..tile.slots()).filter(leads).map(group).collect();
        let alike = |group: &Vec<usize>| group.iter().all(|&s| threads[s] == threads[group[0]]);
        if groups.iter().all(alike) { groups } else { alone() }
    }
}

/// Which threads hold each slot of a tile.
pub(super) fn carrier_of<'c>(tile: &Tile<'c>, op: Op<'c>) -> Outcome<'c, Carrier> {
    let failed = |error: PlanError| PassError::at(op.location(), error.to_string());
    Carrier::of(&tile.distribution).map_err(failed)
}

/// Two conditions together, where there are any.
pub(super) fn both<'c>(
    builder: Builder<'c>,
    one: Option<Val<'c>>,
    other: Option<Val<'c>>,
) -> Outcome<'c, Option<Val<'c>>> {
    match (one, other) {
        (Some(one), Some(other)) => builder.binary("arith.andi", one, other).map(Some),
        (one, other) => Ok(one.or(other)),
    }
}

/// The bytes of a `memref.alloc`.
pub(super) fn alloc_bytes<'c>(op: Op<'c>) -> Outcome<'c, i64> {
    let r#type = result(op)?.r#type();
    let wrong = || PassError::at(op.location(), format!("{} has not one static axis", r#type));
    let elements = crate::access::buffer_extent(r#type).ok_or_else(wrong)?;
    let element = crate::access::memref_element(r#type).ok_or_else(wrong)?;
    Ok(elements.saturating_mul(element_bytes(element)))
}

/// A program over a distribution's domain, with the thread number for its participants and
/// constants for its slots; the thread number is coordinate [`THREAD`].
pub(super) fn by_thread_and_slot(
    distribution: &Distribution,
    program: &Program,
    slot: usize,
) -> Program {
    let mut dag = ProgramBuilder::default();
    let thread = dag.coord(THREAD);
    let inputs = distribution.symbolic_point(&mut dag, thread, slot as i64);
    let outputs = dag.inline(program, &inputs);
    dag.finish(&outputs)
}

/// Whether a program divides by anything but a constant.
fn divides_by_a_value(program: &Program) -> bool {
    program.insts().iter().any(|inst| match *inst {
        Inst::Binary(BinaryOp::FloorDiv | BinaryOp::Mod, _, divisor) => {
            !matches!(program.insts()[divisor as usize], Inst::Const(_))
        }
        _ => false,
    })
}

/// Neighbours from an address on, which their number divides.
pub(super) fn read<'c>(
    builder: Builder<'c>,
    buffer: Val<'c>,
    address: Val<'c>,
    element: Type<'c>,
    width: usize,
) -> Outcome<'c, Vec<Val<'c>>> {
    if width == 1 {
        return Ok(vec![builder.value("memref.load", &[buffer, address], &[], element)?]);
    }
    let alignment = builder.integer(width as i64 * element_bytes(element), 64);
    let vector = builder.value(
        "vector.load",
        &[buffer, address],
        &[("alignment", alignment)],
        Type::vector(&[width as u64], element),
    )?;
    let op = builder.op("vector.to_elements", &[vector], &[], &vec![element; width])?;
    (0..width).map(|number| builder.result(op, number)).collect()
}

/// Values to neighbours from an address on, which their number divides.
pub(super) fn write<'c>(
    builder: Builder<'c>,
    buffer: Val<'c>,
    address: Val<'c>,
    values: &[Val<'c>],
) -> Outcome<'c> {
    let element = values[0].r#type();
    if let [value] = values {
        builder.op("memref.store", &[*value, buffer, address], &[], &[])?;
        return Ok(());
    }
    let vector_type = Type::vector(&[values.len() as u64], element);
    let vector = builder.value("vector.from_elements", values, &[], vector_type)?;
    let alignment = builder.integer(values.len() as i64 * element_bytes(element), 64);
    builder.op("vector.store", &[vector, buffer, address], &[("alignment", alignment)], &[])?;
    Ok(())
}
