//! The value of a map at coordinates, ready to be emitted.
//!
//! Coordinates are taken to lie in the map's domain: that bounds every step, drops divisions,
//! and chooses the width. A map that is not proved to have a value at each of its points is
//! emitted step by step, each step that may fail [behind a test](crate::checked), unless what is
//! undefined is assumed away.

use melior::ir::operation::OperationLike;
use tileir::expr::{Interval, Ranges};
use tileir::map::{CheckedProgram, PROGRAM_LIMIT};
use tileir::proof::{Budget, defined, prove_family};
use tileir::{LayoutMap, Program, ProgramBuilder};

use super::Undefined;
use crate::applied::{Applied, Map};
use crate::builder::{Builder, Op, Outcome, Val, name_of};
use crate::checked::{self, assert_that};
use crate::domain::Membership;
use crate::error::PassError;
use crate::index::Indices;
use crate::lowerable::program_of;

/// A map at coordinates; see the [module](self).
pub enum At<'c> {
    /// Every step has a value.
    Plain {
        /// The coordinates.
        indices: Indices<'c>,
        /// Over them.
        program: Program,
    },
    /// Some steps may have none.
    Checked(Checked<'c>),
}

/// A map that is not proved to have values.
pub struct Checked<'c> {
    map: LayoutMap,
    program: CheckedProgram,
    /// The values that it is applied to, and what each one's coordinate counts from.
    operands: Vec<(Val<'c>, i64)>,
    intervals: Vec<Interval>,
    /// The first outputs are parameters, and no values.
    skipped: usize,
    who: String,
}

impl<'c> At<'c> {
    /// The map at integer or index values that lie in its domain.
    ///
    /// # Errors
    /// A map without a program.
    pub fn new(
        map: &LayoutMap,
        coordinates: &[Val<'c>],
        op: Op<'c>,
        undefined: Undefined,
    ) -> Outcome<'c, Self> {
        let applied = Applied { map: Map::One(map.clone()), operands: coordinates.to_vec() };
        At::of(&applied, op, undefined)
    }

    /// What an application applies, at what it is applied to.
    ///
    /// # Errors
    /// A map without a program.
    pub fn of(applied: &Applied<'c>, op: Op<'c>, undefined: Undefined) -> Outcome<'c, Self> {
        let (map, parameters) = (applied.map.bundle(), applied.map.parameters());
        let bundle = program_of(map, "the map", op.location())?;
        let origins = parameters.iter().map(|parameter| parameter.origin());
        let known = parameters.iter().map(|parameter| Interval {
            lo: i128::from(parameter.first()) - i128::from(parameter.origin()),
            hi: i128::from(parameter.last()) - i128::from(parameter.origin()),
        });
        let axes = map.domain().axes().iter().skip(parameters.len());
        let extents: Vec<Option<i64>> = axes.map(|axis| axis.extent().finite()).collect();
        let reached = extents.iter().map(|extent| extent.map_or(Interval::ALL, Interval::below));
        let intervals: Vec<Interval> = known.chain(reached).collect();
        if undefined == Undefined::Check && !has_values(&applied.map, &bundle, &intervals) {
            return Ok(At::Checked(Checked {
                map: map.clone(),
                program: bundle,
                operands: applied.operands.iter().copied().zip(origins.chain(zeros())).collect(),
                intervals,
                skipped: parameters.len(),
                who: format!("'{}'", name_of(op)),
            }));
        }
        let program = match &applied.map {
            Map::One(_) => bundle.value_program(),
            Map::Family(family) => family.program().ok_or_else(|| {
                let words = format!("the family would take more than {PROGRAM_LIMIT} instructions");
                PassError::at(op.location(), words)
            })?,
        };
        let below = parameters.iter().map(|parameter| {
            Some(parameter.last().saturating_add(1)).filter(|_| parameter.first() >= 0)
        });
        Ok(At::plain(&program, &applied.operands, below.chain(extents)))
    }

    /// A program at values that lie below the extents, where these are known.
    fn plain(
        program: &Program,
        values: &[Val<'c>],
        extents: impl Iterator<Item = Option<i64>>,
    ) -> Self {
        let extents: Vec<Option<i64>> = extents.collect();
        let nowhere = extents.contains(&Some(0));
        let (mut indices, mut dag) = (Indices::default(), ProgramBuilder::default());
        let inputs = values
            .iter()
            .zip(extents)
            .map(|(&value, extent)| dag.coord(indices.symbol(value, extent.filter(|_| !nowhere))));
        let inputs: Vec<u32> = inputs.collect();
        let outputs = dag.inline(program, &inputs);
        let program = indices.simplified(dag.finish(&outputs));
        At::Plain { indices, program }
    }

    /// The values, in integers of 32 bits where every step is proved to fit, and of 64 otherwise.
    ///
    /// # Errors
    /// A codomain whose constraints may have no value.
    pub fn emit(&mut self, builder: Builder<'c>, most_bits: u32) -> Outcome<'c, Vec<Val<'c>>> {
        match self {
            At::Plain { indices, program } => {
                let narrow = most_bits <= 32 && indices.fits_32_bits(program);
                indices.emit(builder, program, if narrow { 32 } else { 64 })
            }
            At::Checked(checked) => checked.emit(builder),
        }
    }
}

impl<'c> Checked<'c> {
    fn emit(&self, builder: Builder<'c>) -> Outcome<'c, Vec<Val<'c>>> {
        let coordinates = counted(builder, &self.operands)?;
        let values =
            checked::emit(builder, &self.program, &coordinates, &self.intervals, &self.who)?;
        let codomain = self.map.codomain();
        let unknown = Membership::unknown(codomain.rank());
        if let Some(inside) = unknown.test(builder, codomain, &values)? {
            let words = format!("{}: the value is outside {codomain}", self.who);
            assert_that(builder, inside, &words)?;
        }
        Ok(values.into_iter().skip(self.skipped).collect())
    }
}

/// Each value as a coordinate of 64 bits, counted from its origin.
pub fn counted<'c>(builder: Builder<'c>, operands: &[(Val<'c>, i64)]) -> Outcome<'c, Vec<Val<'c>>> {
    let coordinate = |&(value, origin): &(Val<'c>, i64)| {
        let value = builder.index_cast(value, builder.int(64))?;
        if origin == 0 {
            return Ok(value);
        }
        let origin = builder.constant(origin, 64)?;
        builder.binary("arith.subi", value, origin)
    };
    operands.iter().map(coordinate).collect()
}

/// What coordinates count from that are no parameters.
pub fn zeros() -> impl Iterator<Item = i64> {
    std::iter::repeat(0)
}

/// Whether there is proved to be a value in the codomain at every point of the domain, whose
/// coordinates lie in these intervals.
fn has_values(applied: &Map, checked: &CheckedProgram, intervals: &[Interval]) -> bool {
    let codomain = applied.bundle().codomain();
    let ranges = Ranges::demanding(checked.program(), intervals, &[]);
    let below = |place, extent| ranges.interval(place).within(Interval::below(extent));
    let surely =
        ranges.all_safe()
            && codomain.constraints().is_none()
            && checked.checks().all(|(place, extent)| below(place, extent))
            && checked.values().iter().zip(codomain.axes()).all(|(&place, axis)| {
                axis.extent().finite().is_none_or(|extent| below(place, extent))
            });
    surely
        || match applied {
            Map::One(map) => {
                let facts = defined(map, &Budget::default());
                facts.total.is_proved() && facts.bounds.is_proved()
            }
            Map::Family(family) => {
                let facts = prove_family(family, &Budget::default());
                facts.total.is_proved() && facts.bounds.is_proved()
            }
        }
}
