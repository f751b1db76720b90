//! The values of all members as one map over the parameters' steps.
//!
//! ```text
//! (n : 8..=64 by 8) (i : 4, j : 16) -> (i * n + j)
//!     bundle     (n : 65, i : 4, j : 16 where 8 le n, n mod 8 eq 0) -> (n, i * n + j)
//!     values     (n : 8, i : 4, j : 16) -> (i * (8 * n + 8) + j)
//! ```
//!
//! Of an address the parameters are no part, so its questions are asked of this map. A parameter is
//! counted in steps, so that its range and its divisor constrain nothing; an extent that depends on
//! parameters does.
//!
//! **The law.** At the steps of a member's parameters and a point of its domain the map has the
//! member's value, or none where it has none; it has no other points.

use super::member::{Family, Stage};
use super::set::Counted;
use super::{FamilyError, Parameter};
use crate::error::MapError;
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder};
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;

impl Family {
    /// The values of all members. `stay` says that none is known to leave its codomain, so that
    /// this need not be asked.
    ///
    /// # Errors
    /// An extent that can leave 64 bits.
    pub(crate) fn values(&self, stay: bool) -> Result<LayoutMap, FamilyError> {
        if let ([stage], true) = (&self.stages[..], stay) {
            let from = self.domain.over(&self.parameters, &self.demanded(), Counted::Steps)?;
            let to = IndexSet::integers(stage.to.rank());
            return Ok(LayoutMap::expr(from, to, self.in_steps(stage, false))?);
        }
        let by_member = self.values_by_member()?;
        let to = by_member.codomain().clone();
        let keep = (self.parameters.len()..to.rank()).collect();
        Ok(LayoutMap::compose(LayoutMap::project(to, keep)?, by_member)?)
    }

    /// The values of all members, each after the steps of its parameters.
    ///
    /// # Errors
    /// As [`values`](Family::values).
    pub(crate) fn values_by_member(&self) -> Result<LayoutMap, FamilyError> {
        let (parameters, demanded) = (&self.parameters, self.demanded());
        let mut from = self.domain.over(parameters, &demanded, Counted::Steps)?;
        let mut map: Option<LayoutMap> = None;
        for stage in &self.stages {
            let to = stage.to.over(parameters, &demanded, Counted::Steps)?;
            let next = LayoutMap::expr(from, to.clone(), self.in_steps(stage, true))?;
            from = to;
            map = Some(match map {
                Some(map) => LayoutMap::compose(next, map)?,
                None => next,
            });
        }
        Ok(match map {
            Some(map) => map,
            None => LayoutMap::identity(from)?,
        })
    }

    /// Conditions over the parameters, as places of `builder`, each 0 or 1, that hold together for
    /// the values for which there is a member: no extent is negative, and each has a value. Where one
    /// has none, a divisor is 0 and its condition says so; what is computed from it means nothing.
    pub(crate) fn existence(&self, builder: &mut ProgramBuilder) -> Vec<u32> {
        let parameters: Vec<u32> = (0..self.parameters.len()).map(|k| builder.coord(k)).collect();
        let (zero, mut conditions) = (builder.constant(0), Vec::new());
        for extent in self.demanded() {
            let divisors = extent.insts().iter().filter_map(|inst| match inst {
                Inst::Binary(BinaryOp::FloorDiv | BinaryOp::Mod, _, divisor) => Some(*divisor),
                _ => None,
            });
            let divisors: Vec<u32> = divisors.collect();
            for divisor in builder.inline(&extent.with_outputs(&divisors), &parameters) {
                conditions.push(builder.binary(BinaryOp::Ne, divisor, zero));
            }
            for extent in builder.inline(extent, &parameters) {
                conditions.push(builder.binary(BinaryOp::Le, zero, extent));
            }
        }
        conditions
    }

    /// What a member's parameters must meet for it to be there.
    fn demanded(&self) -> Vec<&Program> {
        let sets = std::iter::once(&self.domain).chain(self.stages.iter().map(|stage| &stage.to));
        sets.flat_map(|set| set.demands(&self.parameters)).collect()
    }

    /// The extent of an axis of the members' domains, over the steps and one more coordinate that
    /// has one value; `None` if it is the same for all members.
    ///
    /// # Errors
    /// None that an extent of this family gives.
    pub(crate) fn extents_along(&self, axis: usize) -> Result<Option<LayoutMap>, MapError> {
        let Some(extent) = self.domain.axes().get(axis).and_then(|axis| axis.extent()) else {
            return Ok(None);
        };
        if extent.coordinates() == 0 {
            return Ok(None);
        }
        let mut builder = ProgramBuilder::default();
        let steps = self.parameters.in_steps(&mut builder);
        let outputs = builder.inline(extent, &steps);
        let counts = self.parameters.step_extents().into_iter().chain([1]);
        let axes = counts.enumerate().map(|(k, count)| {
            let name = format!("s{k}");
            Axis::new(&name, count)
        });
        let set = IndexSet::new(axes.collect())?;
        LayoutMap::expr(set, IndexSet::integers(1), builder.finish(&outputs)).map(Some)
    }

    /// The values of the parameters at a point of [`values`](Family::values).
    pub(crate) fn parameters_at(&self, point: &[i64]) -> Option<Vec<i64>> {
        let value = |(parameter, &step): (&Parameter, &i64)| {
            let more = parameter.multiple_of().checked_mul(step)?;
            parameter.first().checked_add(more)
        };
        let values: Vec<i64> =
            self.parameters.iter().zip(point).map(value).collect::<Option<_>>()?;
        (values.len() == self.parameters.len()).then_some(values)
    }

    /// A stage over the steps, perhaps with the steps before its values.
    fn in_steps(&self, stage: &Stage, pass: bool) -> Program {
        let count = self.parameters.len();
        let mut builder = ProgramBuilder::default();
        let mut outputs = Vec::new();
        if pass {
            outputs.extend((0..count).map(|position| builder.coord(position)));
        }
        let mut inputs = self.parameters.in_steps(&mut builder);
        for position in count..stage.program.coordinates() {
            inputs.push(builder.coord(position));
        }
        outputs.extend(builder.inline(&stage.program, &inputs));
        builder.finish(&outputs)
    }
}
