//! Binding: values for parameters, all of them or some.
//!
//! ```text
//! (n : 8..=64 by 8, s : 0..=9) (i : n) -> (i * s + n)
//!     n = 16           (s : 0..=9) (i : 16) -> (i * s + 16)
//!     n = 16, s = 2    the map (i : 16) -> (i * 2 + 16)
//!     n = 12           error: n = 12 is no multiple of 8
//! ```
//!
//! **The law.** What is bound first and what later makes no difference, and a member has a value
//! exactly where the family has one.

use super::error::{BindError, FamilyError};
use super::fold::{fold, tidy};
use super::member::{Family, Stage};
use super::parameter::Parameters;
use super::set::coordinates;
use crate::expr::{Program, ProgramBuilder};
use crate::map::LayoutMap;

impl Family {
    /// The member with these values of the parameters: an ordinary map on a box, with everything
    /// folded that has a value already.
    ///
    /// # Errors
    /// A value that its parameter cannot have, named with its range and divisor, or an extent
    /// that is negative or has no value.
    pub fn bind(&self, values: &[i64]) -> Result<LayoutMap, BindError> {
        self.member(values, tidy)
    }

    /// The member with its arithmetic as it is written: only what has a value already is folded.
    ///
    /// # Errors
    /// As [`bind`](Family::bind).
    pub fn bind_as_written(&self, values: &[i64]) -> Result<LayoutMap, BindError> {
        self.member(values, |program, _| fold(program))
    }

    /// Whether these values, which their parameters can have, are those of a member: every extent
    /// has a value that is not negative.
    pub(crate) fn has_member(&self, values: &[i64]) -> bool {
        let mut sets =
            std::iter::once(&self.domain).chain(self.stages.iter().map(|stage| &stage.to));
        sets.all(|set| set.member(values).is_ok())
    }

    /// The member with its stages in the form that `in_form` gives them over a box.
    fn member(
        &self,
        values: &[i64],
        in_form: impl Fn(&Program, &[i64]) -> Program,
    ) -> Result<LayoutMap, BindError> {
        self.parameters.check(values)?;
        let constants = inputs(values.iter().map(|&value| Input::Value(value)));
        let mut from = self.domain.member(values)?;
        let mut bound: Option<LayoutMap> = None;
        for stage in &self.stages {
            let to = stage.to.member(values)?;
            let program = over(&stage.program, values.len(), &constants, 0);
            let program = match from.extents() {
                Some(extents) => in_form(&program, &extents),
                None => fold(&program),
            };
            let next = LayoutMap::expr(from, to.clone(), program)?;
            bound = Some(match bound {
                Some(inner) => LayoutMap::compose(next, inner)?,
                None => next,
            });
            from = to;
        }
        match bound {
            Some(map) => Ok(map),
            None => Ok(LayoutMap::identity(from)?),
        }
    }

    /// The family of the members with these values of some parameters.
    ///
    /// # Errors
    /// As [`bind`](Family::bind), or a name that no parameter has.
    pub fn bind_some(&self, values: &[(&str, i64)]) -> Result<Family, BindError> {
        let mut known: Vec<Option<i64>> = vec![None; self.parameters.len()];
        for &(name, value) in values {
            let position = self.parameters.position(name);
            let position = position.ok_or_else(|| self.parameters.unknown(name))?;
            if let Some(parameter) = self.parameters.iter().nth(position) {
                parameter.check(value)?;
            }
            if let Some(place) = known.get_mut(position) {
                *place = Some(value);
            }
        }
        let free = self.parameters.iter().zip(&known).filter(|(_, value)| value.is_none());
        let left = Parameters::new(free.map(|(parameter, _)| parameter.clone()).collect())?;
        let mut next = 0;
        let of = known.iter().map(|value| match value {
            Some(value) => Input::Value(*value),
            None => {
                next += 1;
                Input::Parameter(next - 1)
            }
        });
        Ok(self.over(left, &inputs(of))?)
    }

    /// The same members under more parameters, or with fewer values; `parameters` has every name
    /// that the family's have.
    pub(crate) fn widened(&self, parameters: &Parameters) -> Result<Family, FamilyError> {
        let mut positions = Vec::with_capacity(self.parameters.len());
        for parameter in &self.parameters {
            let position = parameters.position(parameter.name());
            positions.push(position.ok_or_else(|| parameters.unknown(parameter.name()))?);
        }
        self.over(parameters.clone(), &inputs(positions.into_iter().map(Input::Parameter)))
    }

    /// The same members with the names that another family's domain has, axis by axis.
    ///
    /// # Errors
    /// Domains or codomains of other ranks; a name that is a parameter's.
    pub(crate) fn with_names_of(&self, other: &Family) -> Result<Family, FamilyError> {
        let sets = [
            ("domains", other.domain(), self.domain()),
            ("codomains", other.codomain(), self.codomain()),
        ];
        for (what, left, right) in sets {
            if left.rank() != right.rank() {
                let (left, right) = (left.text(&other.parameters), right.text(&self.parameters));
                return Err(FamilyError::Ranks { what, left, right });
            }
        }
        let domain = self.domain.named_as(&other.domain);
        Family::of_stages(self.parameters.clone(), domain, self.stages.clone())
    }

    /// The family over other parameters; `inputs` has an output for each of the old ones.
    fn over(&self, parameters: Parameters, inputs: &Program) -> Result<Family, FamilyError> {
        let (old, new) = (self.parameters.len(), parameters.len());
        let stage = |stage: &Stage| Stage {
            program: fold(&over(&stage.program, old, inputs, new)),
            to: stage.to.with_parameters(inputs),
        };
        let stages = self.stages.iter().map(stage).collect();
        Family::of_stages(parameters, self.domain.with_parameters(inputs), stages)
    }
}

/// What an old parameter becomes.
enum Input {
    Value(i64),
    Parameter(usize),
}

fn inputs(of: impl Iterator<Item = Input>) -> Program {
    let mut builder = ProgramBuilder::default();
    let outputs: Vec<u32> = of
        .map(|input| match input {
            Input::Value(value) => builder.constant(value),
            Input::Parameter(position) => builder.coord(position),
        })
        .collect();
    builder.finish(&outputs)
}

/// A program over `old` parameters and coordinates as one over `new` parameters and the same
/// coordinates.
fn over(program: &Program, old: usize, inputs: &Program, new: usize) -> Program {
    let mut builder = ProgramBuilder::default();
    let parameters = coordinates(&mut builder, inputs);
    let mut places = builder.inline(inputs, &parameters);
    for position in old..program.coordinates() {
        places.push(builder.coord(position - old + new));
    }
    let outputs = builder.inline(program, &places);
    builder.finish(&outputs)
}
