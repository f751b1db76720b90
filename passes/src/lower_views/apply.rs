//! `tileir.apply`, and the value of any map at any coordinates.
//!
//! Coordinates at which the map has no value have no meaning, nor have values that a family's
//! parameter cannot have. So what is emitted may rely on their lying in the domain: that bounds
//! every step, drops divisions, and chooses the width.

use melior::ir::operation::OperationLike;
use melior::ir::{Type, TypeLike, ValueLike};
use tileir::expr::{Interval, Ranges, simplify};
use tileir::family::Family;
use tileir::map::PROGRAM_LIMIT;
use tileir::{Extent, LayoutMap, Program, ProgramBuilder};
use tileir_dialect::attributes::layout_map;
use tileir_dialect::family::{family, is_family};

use super::{before, replace};
use crate::builder::{Builder, Op, Outcome, Val, bit_width};
use crate::error::PassError;
use crate::index::Indices;
use crate::lowerable::program_of;

/// A map at coordinates, ready to be emitted.
pub struct At<'c> {
    indices: Indices<'c>,
    program: Program,
}

impl<'c> At<'c> {
    /// The map at integer or index values that lie in its domain.
    ///
    /// # Errors
    /// A map without a program.
    pub fn new(map: &LayoutMap, coordinates: &[Val<'c>], op: Op<'c>) -> Outcome<'c, Self> {
        let program = program_of(map, "the map", op.location())?.value_program();
        let extents = map.domain().axes().iter().map(|axis| axis.extent().finite());
        Ok(At::of(&program, coordinates, extents))
    }

    /// The member of a family that the leading values select, at the others.
    ///
    /// # Errors
    /// A family without a program.
    fn member(family: &Family, values: &[Val<'c>], op: Op<'c>) -> Outcome<'c, Self> {
        let program = family.program().ok_or_else(|| {
            let message = format!("the family would take more than {PROGRAM_LIMIT} instructions");
            PassError::at(op.location(), message)
        })?;
        let parameters = family.parameters().iter().map(|parameter| {
            Some(parameter.last().saturating_add(1)).filter(|_| parameter.first() >= 0)
        });
        let axes = family.map().domain().axes().iter().skip(family.parameters().len());
        let extents = parameters.chain(axes.map(|axis| axis.extent().finite()));
        Ok(At::of(&program, values, extents))
    }

    /// A program at values that lie below the extents, where these are known.
    fn of(
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
        At { indices, program }
    }

    /// The values, in integers of 32 bits where every step is proved to fit, and of 64 otherwise.
    ///
    /// # Errors
    /// None that a program can cause.
    pub fn emit(&mut self, builder: Builder<'c>, most_bits: u32) -> Outcome<'c, Vec<Val<'c>>> {
        let narrow = most_bits <= 32 && self.indices.fits_32_bits(&self.program);
        self.indices.emit(builder, &self.program, if narrow { 32 } else { 64 })
    }
}

/// The codomain axes behind the first `skipped`: their names, and where values on them lie.
fn values_of(map: &LayoutMap, skipped: usize) -> Vec<(String, Interval)> {
    let extents = map.domain().hull_extents();
    let program = map.program().map(|program| program.value_program());
    let reached = extents.zip(program).map(|(extents, program)| {
        let program = simplify(&program, &extents);
        let ranges = Ranges::over(&program, &extents);
        program.outputs().iter().map(|&place| ranges.interval(place)).collect::<Vec<_>>()
    });
    let reached = reached.unwrap_or_else(|| vec![Interval::ALL; map.codomain().rank()]);
    let axes = map.codomain().axes().iter().zip(reached).skip(skipped);
    axes.map(|(axis, reached)| {
        let allowed = match axis.extent() {
            Extent::Finite(extent) => Interval { lo: 0, hi: i128::from(extent) - 1 },
            Extent::Integers => Interval::ALL,
        };
        (axis.name().to_owned(), reached.meet(allowed))
    })
    .collect()
}

/// Lowers a `tileir.apply`. Results are of its type; the arithmetic is of 64 bits for `index`
/// and wherever the type is too narrow for a step.
///
/// # Errors
/// A value of the map that does not fit the type.
pub fn lower<'c>(op: Op<'c>) -> Outcome<'c> {
    let failed = |message: String| PassError::at(op.location(), message);
    let attribute = op.attribute("map").map_err(|_| failed("there is no map".to_owned()))?;
    let coordinates: Vec<Val<'c>> = op.operands().collect();
    let types: Vec<Type<'c>> = op.results().map(|result| result.r#type()).collect();
    let (mut at, values) = if is_family(attribute) {
        let family = family(attribute).map_err(|error| failed(error.to_string()))?;
        let values = values_of(family.map(), family.parameters().len());
        (At::member(&family, &coordinates, op)?, values)
    } else {
        let map = layout_map(attribute).map_err(|error| failed(error.to_string()))?;
        (At::new(&map, &coordinates, op)?, values_of(&map, 0))
    };
    for ((name, interval), r#type) in values.iter().zip(&types).filter(|(_, t)| !t.is_index()) {
        let bits = bit_width(*r#type).min(64);
        let top = 1i128 << (bits - 1);
        let Interval { lo, hi } = *interval;
        if !interval.within(Interval { lo: -top, hi: top - 1 }) {
            return Err(failed(format!(
                "the value on axis '{name}' lies in {lo} to {hi}, which does not fit {type}",
                type = r#type
            )));
        }
    }
    let values = before(op, |builder| {
        let width = types.first().map_or(64, |r#type| bit_width(*r#type));
        let values = at.emit(builder, width)?;
        let cast = |(value, r#type): (Val<'c>, &Type<'c>)| builder.index_cast(value, *r#type);
        values.into_iter().zip(&types).map(cast).collect::<Outcome<'_, Vec<_>>>()
    })?;
    replace(op, &values);
    Ok(())
}
