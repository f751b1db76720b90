//! `tileir.apply`, and the value of any map at any coordinates.
//!
//! Coordinates at which the map has no value have no meaning, so what is emitted may rely on
//! their lying in the domain: that bounds every step, drops divisions, and chooses the width.

use melior::ir::operation::OperationLike;
use melior::ir::{Type, TypeLike, ValueLike};
use tileir::expr::{Interval, Ranges};
use tileir::{Extent, LayoutMap, Program, ProgramBuilder};
use tileir_dialect::attributes::layout_map;

use super::{before, replace};
use crate::builder::{Builder, Op, Outcome, Val, bit_width};
use crate::error::PassError;
use crate::index::Indices;
use crate::lowerable::program_of;

/// A map at coordinates, ready to be emitted.
pub struct At<'c> {
    indices: Indices<'c>,
    program: Program,
    codomain: Vec<Extent>,
}

impl<'c> At<'c> {
    /// The map at integer or index values that lie in its domain.
    ///
    /// # Errors
    /// A map without a program.
    pub fn new(map: &LayoutMap, coordinates: &[Val<'c>], op: Op<'c>) -> Outcome<'c, Self> {
        let program = program_of(map, "the map", op.location())?;
        let mut indices = Indices::default();
        let mut dag = ProgramBuilder::default();
        let somewhere = !map.domain().is_empty();
        let mut inputs = Vec::new();
        for (&value, axis) in coordinates.iter().zip(map.domain().axes()) {
            let extent = axis.extent().finite().filter(|_| somewhere);
            inputs.push(dag.coord(indices.symbol(value, extent)));
        }
        let outputs = dag.inline(&program.value_program(), &inputs);
        let program = indices.simplified(dag.finish(&outputs));
        let codomain = map.codomain().axes().iter().map(|axis| axis.extent()).collect();
        Ok(At { indices, program, codomain })
    }

    /// The values, in integers of 32 bits where every step is proved to fit, and of 64 otherwise.
    ///
    /// # Errors
    /// None that a program can cause.
    pub fn emit(&mut self, builder: Builder<'c>, most_bits: u32) -> Outcome<'c, Vec<Val<'c>>> {
        let narrow = most_bits <= 32 && self.indices.fits_32_bits(&self.program);
        self.indices.emit(builder, &self.program, if narrow { 32 } else { 64 })
    }

    /// The interval in which the value on an axis lies.
    fn interval(&self, axis: usize) -> Interval {
        let allowed = match self.codomain.get(axis) {
            Some(Extent::Finite(extent)) => Interval { lo: 0, hi: i128::from(*extent) - 1 },
            _ => Interval::ALL,
        };
        let place = self.program.outputs().get(axis);
        match (self.indices.extents(), place) {
            (Some(extents), Some(&place)) => {
                Ranges::over(&self.program, &extents).interval(place).meet(allowed)
            }
            _ => allowed,
        }
    }
}

/// Lowers a `tileir.apply`. Results are of its type; the arithmetic is of 64 bits for `index`
/// and wherever the type is too narrow for a step.
///
/// # Errors
/// A value of the map that does not fit the type.
pub fn lower<'c>(op: Op<'c>) -> Outcome<'c> {
    let failed = |message: String| PassError::at(op.location(), message);
    let map = op.attribute("map").map_err(|_| failed("there is no map".to_owned()))?;
    let map = layout_map(map).map_err(|error| failed(error.to_string()))?;
    let coordinates: Vec<Val<'c>> = op.operands().collect();
    let types: Vec<Type<'c>> = op.results().map(|result| result.r#type()).collect();
    let mut at = At::new(&map, &coordinates, op)?;
    for (axis, r#type) in types.iter().enumerate().filter(|(_, r#type)| !r#type.is_index()) {
        let bits = bit_width(*r#type).min(64);
        let interval = at.interval(axis);
        let top = 1i128 << (bits - 1);
        if !interval.within(Interval { lo: -top, hi: top - 1 }) {
            let name = map.codomain().axes()[axis].name();
            let Interval { lo, hi } = interval;
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
