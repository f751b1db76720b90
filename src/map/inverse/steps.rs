//! An injective step after a map: how a value is taken back.
//!
//! A step after a map `m` whose inverse is known takes a value `y` back to `q(y)`; the image is
//! where `q(y)` is in the image of `m`.
//!
//! | node | `q(y)` | and |
//! |---|---|---|
//! | translate | `y - offset` | |
//! | recast | `(y floordiv up) * down` | `y mod up` is 0 |
//! | transform | its own inverse | |
//! | compose | the inverse of the outer map | `y` is in that one's image |

use super::nodes::refused;
use super::{Back, NoInverse, conditions, law};
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::index_set::{Axis, Extent, IndexSet};
use crate::map::LayoutMap;
use crate::proof::Strategy;

/// A step after a map: how a value is taken back, as a program, and what must be 0 there.
pub(super) struct Step {
    pub around: IndexSet,
    pub point: Program,
    pub zeros: Program,
    pub by: Strategy,
}

/// The inverse of a step after a map, given the map's.
pub(super) fn through(map: &LayoutMap, step: Step, inner: Back) -> Result<Back, NoInverse> {
    let Step { around, point, zeros, by } = step;
    let undoes = by.max(inner.undoes);
    let (image, why) = if law::onto(map, &around.hull()) {
        (map.codomain().clone(), Strategy::Cardinality)
    } else {
        let mut builder = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..around.rank()).map(|axis| builder.coord(axis)).collect();
        let places = builder.inline(&point, &inputs);
        let zeros = builder.inline(&zeros, &inputs);
        let image = conditions(builder, &around, &[(inner.map.domain(), &places)], &zeros);
        (image.map_err(refused)?, inner.image.max(Strategy::Structure))
    };
    let map = match inner.map.program() {
        Some(code) => {
            let mut builder = ProgramBuilder::default();
            let inputs: Vec<u32> = (0..image.rank()).map(|axis| builder.coord(axis)).collect();
            let places = builder.inline(&point, &inputs);
            let outputs = builder.inline(&code.value_program(), &places);
            law::expr(image, inner.map.codomain(), &builder.finish(&outputs))?
        }
        None => {
            let step = law::expr(image, inner.map.domain(), &point)?;
            LayoutMap::compose(inner.map, step).map_err(refused)?
        }
    };
    Ok(Back { map, undoes, image: why })
}

/// The step of a translation after a map whose inverse is known.
pub(super) fn translation(
    map: &LayoutMap,
    offset: &[i64],
    inner: &Back,
) -> Result<Step, NoInverse> {
    let around = match map.codomain().hull_extents() {
        Some(_) => map.codomain().hull(),
        None => {
            let extents = inner.map.domain().hull_extents().unwrap_or_default();
            let moved = |((axis, &n), &by): ((&Axis, &i64), &i64)| match axis.extent() {
                Extent::Finite(_) => Some(axis.clone()),
                Extent::Integers => Some(Axis::new(axis.name(), n.checked_add(by)?)),
            };
            let axes = map.codomain().axes().iter().zip(&extents).zip(offset).map(moved);
            let axes =
                axes.collect::<Option<Vec<Axis>>>().filter(|_| !offset.iter().any(|&by| by < 0));
            let axes = axes.ok_or_else(|| NoInverse::unknown("moved values may be negative"))?;
            IndexSet::new(axes).map_err(refused)?
        }
    };
    let mut builder = ProgramBuilder::default();
    let mut places = Vec::with_capacity(offset.len());
    for (axis, &by) in offset.iter().enumerate() {
        let (value, by) = (builder.coord(axis), builder.constant(by));
        places.push(builder.binary(BinaryOp::Sub, value, by));
    }
    let point = builder.finish(&places);
    Ok(Step { around, point, zeros: Program::default(), by: Strategy::Structure })
}

/// The step of a recast, whose codomain has an end.
pub(super) fn recast(map: &LayoutMap, up: i64, down: i64) -> Option<Step> {
    map.codomain().hull_extents()?;
    let mut builder = ProgramBuilder::default();
    let value = builder.coord(0);
    let (up, down) = (builder.constant(up), builder.constant(down));
    let rest = builder.binary(BinaryOp::Mod, value, up);
    let units = builder.binary(BinaryOp::FloorDiv, value, up);
    let address = builder.binary(BinaryOp::Mul, units, down);
    let (point, zeros) = (builder.finish(&[address]), builder.finish(&[rest]));
    Some(Step { around: map.codomain().hull(), point, zeros, by: Strategy::Structure })
}
