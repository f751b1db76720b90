//! Gathers, scatters, and stores that combine.
//!
//! ```text
//! %x = tileir.load %v[%rows, %j]     for each slot: the coordinates (start + row of the slot, start + j),
//!                                    the test that they lie in the view's domain, the address, a load
//! ```
//!
//! What the test leaves through lies in the domain, so behind it the address is worked out in 32
//! bits where the domain allows it. Where the [elements](Elements) are known to lie there, or the
//! view promises it, there is no test. A coordinate is a number of the program, so that nothing is
//! known of neighbours: each slot is accessed by itself.
//!
//! A store that combines is one `memref.atomic_rmw` for each element, by its one owner.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Type, TypeLike, ValueLike};
use tileir::proof::Budget;
use tileir::repartition::{Owner, ThreadSet};
use tileir::target::{Capability, Target};
use tileir::{Inst, ProgramBuilder};
use tileir_dialect::attributes::ReduceKind;
use tileir_dialect::load;
use tileir_dialect::view::BoundsPolicy;

use super::memory::{both, carrier_of};
use super::{Kernel, Lowered};
use crate::access::{Access, combining, coordinates, operand, result};
use crate::builder::{Builder, Op, Outcome, Val, bit_width};
use crate::domain::Membership;
use crate::error::PassError;
use crate::index::Indices;
use crate::lowerable::program_of;
use crate::prove::programs::Elements;
use crate::realised::Writes;
use crate::tile::Tile;

/// How one value takes its place in memory.
#[derive(Clone, Copy)]
pub(super) enum Put<'c> {
    /// It replaces what is there.
    Store,
    /// It is combined with that, in one step: a kind of `memref.atomic_rmw`.
    Combine(Attribute<'c>),
}

impl<'c> Put<'c> {
    /// How a store's elements do.
    ///
    /// # Errors
    /// The target combines no such elements.
    pub(super) fn of(
        op: Op<'c>,
        element: Type<'c>,
        target: &Target,
        builder: Builder<'c>,
    ) -> Outcome<'c, Self> {
        let Some(kind) = combining(op) else { return Ok(Put::Store) };
        let needed = match element.to_string().as_str() {
            "i32" => None,
            "i64" => Some(Capability::AtomicI64),
            "f32" => Some(Capability::AtomicF32),
            _ => Some(Capability::AtomicF64),
        };
        if let Some(needed) = needed.filter(|&needed| !target.can(needed)) {
            let name = &target.name;
            let message = format!(
                "the target '{name}' combines no {element} in memory: it lacks '{needed}'; i32 it \
                 does, and a tileir.reduce before a plain store needs none"
            );
            return Err(PassError::at(op.location(), message));
        }
        // The numbers of `arith`'s kinds.
        let number = match (kind, element.is_integer()) {
            (ReduceKind::Add, false) => 0,
            (ReduceKind::Add, true) => 1,
            (ReduceKind::Max, false) => 4,
            (ReduceKind::Max, true) => 6,
            (ReduceKind::Min, false) => 8,
            (ReduceKind::Min, true) => 10,
            (ReduceKind::Mul, _) => {
                return Err(PassError::at(op.location(), "no target multiplies in memory"));
            }
        };
        Ok(Put::Combine(builder.integer(number, 64)))
    }

    /// Whether it reads, writes or combines.
    pub(super) fn writes(self) -> Writes {
        match self {
            Put::Store => Writes::Yes,
            Put::Combine(_) => Writes::Combining,
        }
    }

    /// Puts one value to an address.
    pub(super) fn put(
        self,
        builder: Builder<'c>,
        value: Val<'c>,
        (buffer, address): (Val<'c>, Val<'c>),
    ) -> Outcome<'c> {
        let operands = [value, buffer, address];
        match self {
            Put::Store => builder.op("memref.store", &operands, &[], &[])?,
            Put::Combine(kind) => {
                let results = [value.r#type()];
                builder.op("memref.atomic_rmw", &operands, &[("kind", kind)], &results)?
            }
        };
        Ok(())
    }
}

/// Where the elements of a tile are accessed, slot by slot.
struct Places<'c> {
    access: Access<'c>,
    buffer: Val<'c>,
    /// What need not be tested.
    inside: Membership,
    /// The width of coordinates.
    bits: u32,
    /// The start of the window, where it is not 0.
    start: Vec<Option<Val<'c>>>,
    /// The coordinates on each axis of the domain: of every slot, or one.
    coordinates: Vec<Vec<Val<'c>>>,
}

impl<'c> Kernel<'c> {
    pub(super) fn gather(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let tile = Tile::expect(result(op)?.r#type(), op.location())?;
        let places = self.places(op, (operand(op, 0)?, Writes::No), &tile, builder)?;
        let carrier = carrier_of(&tile, op)?;
        let other = load::other(op).map(|other| self.slots(other)).transpose()?;
        let mut slots = Vec::new();
        for (slot, threads) in carrier.slots.iter().enumerate() {
            let held = self.membership(threads, builder)?;
            let point = places.point(slot, builder)?;
            let guard = both(builder, places.guard(&point, builder)?, held)?;
            let read = |inside: Builder<'c>| {
                let address = places.address(&point, op, inside)?;
                let operands = [places.buffer, address];
                Ok(vec![inside.value("memref.load", &operands, &[], tile.element)?])
            };
            let value = match guard {
                None => read(builder)?,
                Some(condition) => {
                    let instead = |inside: Builder<'c>| match &other {
                        Some(other) => Ok(vec![other[slot]]),
                        None => Ok(vec![inside.zero(tile.element)?]),
                    };
                    builder.if_else(condition, &[tile.element], read, instead)?
                }
            };
            slots.extend(value);
        }
        self.set(result(op)?, Lowered::Tile(slots));
        Ok(())
    }

    /// Each element is stored by its one owner, also where others hold it.
    pub(super) fn scatter(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let value = operand(op, 0)?;
        let tile = Tile::expect(value.r#type(), op.location())?;
        let slots = self.slots(value)?;
        let put = Put::of(op, tile.element, &self.target, builder)?;
        let places = self.places(op, (operand(op, 1)?, put.writes()), &tile, builder)?;
        let owner = Owner::of_distribution(&tile.distribution)
            .map_err(|error| PassError::at(op.location(), error.to_string()))?;
        for (slot, threads) in owner.slots.iter().enumerate() {
            if *threads == ThreadSet::None {
                continue;
            }
            let owned = self.membership(threads, builder)?;
            let point = places.point(slot, builder)?;
            let guard = both(builder, places.guard(&point, builder)?, owned)?;
            let write = |inside: Builder<'c>| {
                let address = places.address(&point, op, inside)?;
                put.put(inside, slots[slot], (places.buffer, address))?;
                Ok(Vec::new())
            };
            match guard {
                None => drop(write(builder)?),
                Some(condition) => {
                    builder.if_else(condition, &[], write, |_| Ok(Vec::new()))?;
                }
            }
        }
        Ok(())
    }

    fn places(
        &mut self,
        op: Op<'c>,
        (view, writes): (Val<'c>, Writes),
        tile: &Tile<'c>,
        builder: Builder<'c>,
    ) -> Outcome<'c, Places<'c>> {
        let access = Access::of_elements(view, op)?;
        self.realised.check(&access, writes, op)?;
        let operands = coordinates(op);
        let elements = Elements::of(op, &access, &operands, &tile.r#type.shape())?;
        if writes == Writes::Yes {
            let verdict = elements.distinct(&Budget::default());
            if !verdict.is_proved() {
                let fact = "no two elements have one place";
                let message = format!("cannot be lowered until this is proved: {fact}: {verdict}");
                return Err(PassError::at(op.location(), message));
            }
        }
        let mut own = Vec::new();
        for &value in &operands {
            own.push(match self.get(value)? {
                Lowered::Tile(slots) => slots.clone(),
                _ => vec![self.scalar(value)?],
            });
        }
        let mut indices = Indices::default();
        for symbol in &access.symbols {
            indices.symbol(self.scalar(symbol.value)?, symbol.extent.filter(|&extent| extent > 0));
        }
        let start = indices.simplified(access.start.clone());
        let is_zero = |&place: &u32| matches!(start.insts()[place as usize], Inst::Const(0));
        let zeros: Vec<bool> = start.outputs().iter().map(is_zero).collect();
        // In 32 bits sums are exact that are known to lie in the domain, and so are coordinates of
        // 32 bits from 0 on.
        let promised = access.policy == BoundsPolicy::Assume;
        let narrow = access.map.domain().axes().iter().enumerate().all(|(k, axis)| {
            let short = axis.extent().finite().is_some_and(|n| i32::try_from(n).is_ok());
            let exact = zeros[k] && bit_width(own[access.axes[k]][0].r#type()) <= 32;
            short && (promised || elements.inside.in_bounds[k] || exact)
        });
        let bits = if narrow { 32 } else { 64 };
        let start = indices.emit(builder, &start, bits)?;
        let start = start.into_iter().zip(zeros).map(|(start, zero)| (!zero).then_some(start));
        Ok(Places {
            buffer: self.scalar(access.buffer)?,
            inside: elements.inside,
            bits,
            start: start.collect(),
            coordinates: access.axes.iter().map(|&axis| own[axis].clone()).collect(),
            access,
        })
    }
}

impl<'c> Places<'c> {
    /// The coordinates of a slot's element in the view's domain.
    fn point(&self, slot: usize, builder: Builder<'c>) -> Outcome<'c, Vec<Val<'c>>> {
        let axes = self.coordinates.iter().zip(&self.start);
        axes.map(|(own, start)| {
            let own = own.get(slot).unwrap_or(&own[0]);
            let own = builder.index_cast(*own, builder.int(self.bits))?;
            match start {
                Some(start) => builder.binary("arith.addi", *start, own),
                None => Ok(own),
            }
        })
        .collect()
    }

    /// The test that a point lies in the domain, where that is neither known nor promised.
    fn guard(&self, point: &[Val<'c>], builder: Builder<'c>) -> Outcome<'c, Option<Val<'c>>> {
        match self.access.policy {
            BoundsPolicy::Assume => Ok(None),
            BoundsPolicy::Zero | BoundsPolicy::Predicate => {
                self.inside.test(builder, self.access.map.domain(), point)
            }
        }
    }

    /// The address of a point in the domain, as an index.
    fn address(&self, point: &[Val<'c>], op: Op<'c>, builder: Builder<'c>) -> Outcome<'c, Val<'c>> {
        let domain = self.access.map.domain();
        let map = program_of(&self.access.map, "the view's map", op.location())?.value_program();
        let (mut indices, mut dag) = (Indices::default(), ProgramBuilder::default());
        let axes = point.iter().zip(domain.axes());
        let inputs: Vec<u32> = axes
            .map(|(&value, axis)| {
                let extent = axis.extent().finite().filter(|_| !domain.is_empty());
                dag.coord(indices.symbol(value, extent))
            })
            .collect();
        let outputs = dag.inline(&map, &inputs);
        let program = indices.simplified(dag.finish(&outputs));
        let bits = if indices.fits_32_bits(&program) { 32 } else { 64 };
        let address = indices.emit(builder, &program, bits)?.first().copied();
        let address =
            address.ok_or_else(|| PassError::at(op.location(), "the map has no address"))?;
        builder.index_cast(address, builder.index())
    }
}
