//! Dropping occurrence axes that say nothing.
//!
//! Where both legs are constant along an axis, its occurrences only repeat the others. One of them
//! is kept, and counts as often as the axis is long:
//!
//! ```text
//! F = (i : 4, k : 3)     left i, right 2*i      becomes   F = (i : 4), each counted 3 times
//! ```
//!
//! so that `simplify(R) = R`. That is all: legs that take one value at occurrences which differ in
//! other ways (`x mod 8`, a diagonal) keep them, and the pair's multiplicity. An axis of [replicas](LayoutCorr::replicas) gives each copy a
//! coordinate of its own, which is what it is there for: it is dropped only where nothing but the
//! pairs is [wanted](Sense::Pairs), and then what is dropped is not counted: `simplify(R) ~ R`, but
//! a pair may still have more occurrences than one.

use super::error::times;
use super::pulled::back;
use super::{CorrError, LayoutCorr, Shape, Span};
use crate::expr::{Inst, ProgramBuilder};
use crate::index_set::{Axis, IndexSet};
use crate::proof::{Budget, constant_along};

/// What a simplification keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// The multiplicity of each pair, and replica axes.
    Multiplicities,
    /// The pairs.
    Pairs,
}

impl LayoutCorr {
    /// The same relation in that sense, over fewer axes of occurrences. An axis that constraints
    /// speak of stays, and so does one whose count would leave 64 bits.
    ///
    /// # Errors
    /// None that the sets and legs, checked when they were made, could give.
    pub fn simplify(&self, sense: Sense, budget: &Budget) -> Result<LayoutCorr, CorrError> {
        let shape = match &self.shape {
            Shape::Span(span) => {
                let mut span = span.clone();
                while let Some(fewer) = without_an_axis(&span, sense, budget)? {
                    span = fewer;
                }
                if sense == Sense::Pairs {
                    span.weight = 1;
                }
                Shape::Span(span)
            }
            Shape::Join(first, second) => Shape::Join(
                first.simplify(sense, budget)?.into(),
                second.simplify(sense, budget)?.into(),
            ),
            Shape::Product(first, second) => Shape::Product(
                first.simplify(sense, budget)?.into(),
                second.simplify(sense, budget)?.into(),
            ),
        };
        Ok(LayoutCorr::shaped(self.from.clone(), self.to.clone(), shape))
    }
}

/// The span without the first axis that may go.
fn without_an_axis(span: &Span, sense: Sense, budget: &Budget) -> Result<Option<Span>, CorrError> {
    let set = span.occurrences();
    for (axis, extent) in set.axes().iter().map(|axis| axis.extent().finite()).enumerate() {
        let Some(extent) = extent.and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0) else {
            continue;
        };
        let replica = span.replicas.contains(&axis);
        if replica && sense == Sense::Multiplicities || constrained(set, axis) {
            continue;
        }
        let weight = match sense {
            Sense::Pairs => 1,
            Sense::Multiplicities => match times(span.weight, extent) {
                Ok(weight) => weight,
                Err(_) => continue,
            },
        };
        let constant = |leg| constant_along(leg, axis, budget).is_proved();
        if constant(&span.left) && constant(&span.right) {
            return dropped(span, axis, weight).map(Some);
        }
    }
    Ok(None)
}

/// Whether a constraint of the set speaks of an axis.
fn constrained(set: &IndexSet, axis: usize) -> bool {
    let spoken_of = |inst: &Inst| matches!(inst, Inst::Coord(place) if *place as usize == axis);
    set.constraints().is_some_and(|constraints| constraints.insts().iter().any(spoken_of))
}

fn dropped(span: &Span, axis: usize, weight: u64) -> Result<Span, CorrError> {
    let set = span.occurrences();
    let kept = set.axes().iter().enumerate().filter(|(place, _)| *place != axis);
    let kept: Vec<Axis> = kept.map(|(_, axis)| axis.clone()).collect();
    let mut builder = ProgramBuilder::default();
    let places: Vec<u32> = (0..set.rank())
        .map(|place| match place {
            place if place == axis => builder.constant(0),
            place => builder.coord(place - usize::from(place > axis)),
        })
        .collect();
    let mut fewer = IndexSet::new(kept)?;
    if let Some(constraints) = set.constraints() {
        let outputs = builder.inline(constraints, &places);
        fewer = fewer.with_constraints(&builder.finish(&outputs))?;
    }
    let point = builder.finish(&places);
    let replicas = span.replicas.iter().filter(|&&place| place != axis);
    Ok(Span {
        left: back(&span.left, &fewer, &point)?,
        right: back(&span.right, &fewer, &point)?,
        replicas: replicas.map(|&place| place - usize::from(place > axis)).collect(),
        weight,
    })
}
