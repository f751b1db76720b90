//! [`Family`]: parameters, a domain, and stages that lead to a codomain.
//!
//! A stage is straight-line code over the parameters and the coordinates of the set before it,
//! and the set in which its values must lie. One stage is an expression; a composition is the
//! stages of the inner family, then those of the outer: what is between stays demanded.

use super::error::{FamilyError, MemberError};
use super::operations::cheapest;
use super::parameter::Parameters;
use super::set::{SymbolicAxis, SymbolicSet, parameter_values};
use crate::error::EvalError;
use crate::expr::{Interval, Program, ProgramBuilder, Ranges};
use crate::index_set::{Axis, IndexSet, Point};
use crate::map::{LayoutMap, PROGRAM_LIMIT};

/// A map for every value of its parameters; see the [module](super).
#[derive(Clone, Debug)]
pub struct Family {
    pub(super) parameters: Parameters,
    pub(super) domain: SymbolicSet,
    pub(super) stages: Vec<Stage>,
    map: LayoutMap,
}

/// A step towards the codomain: code, and where its values lie.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stage {
    /// Over the parameters, then the coordinates of the set before.
    pub program: Program,
    /// The set that its values lie in.
    pub to: SymbolicSet,
}

impl Stage {
    /// `Ok` if there is one expression an axis, and the set before has an end.
    ///
    /// # Errors
    /// [`FamilyError::Outputs`] or [`FamilyError::Endless`].
    pub(crate) fn check(
        &self,
        from: &SymbolicSet,
        parameters: &Parameters,
    ) -> Result<(), FamilyError> {
        if let Some(axis) = from.axes().iter().find(|axis| axis.extent().is_none()) {
            let (axis, set) = (axis.name().to_string(), from.text(parameters));
            return Err(FamilyError::Endless { axis, set });
        }
        let (expected, found) = (self.to.rank(), self.program.outputs().len());
        if expected != found {
            let set = self.to.text(parameters);
            return Err(FamilyError::Outputs { set, expected, found });
        }
        Ok(())
    }
}

impl Family {
    /// The family of maps from `domain` to `codomain` that `program` computes. Its coordinates
    /// are the parameters, then those of the domain.
    ///
    /// # Errors
    /// A name that two of parameters, domain and codomain have in common where one is a
    /// parameter; a coordinate that is none; a number of outputs that is not the codomain's
    /// rank; a domain without end; an extent that can leave 64 bits.
    pub fn new(
        parameters: Parameters,
        domain: SymbolicSet,
        codomain: SymbolicSet,
        program: Program,
    ) -> Result<Self, FamilyError> {
        Family::of_stages(parameters, domain, vec![Stage { program, to: codomain }])
    }

    /// The family without parameters whose one member is `map`; `None` where the map is over
    /// constrained sets, or one expression would not be undefined wherever it is.
    pub fn of_map(map: &LayoutMap) -> Option<Family> {
        let program = map.program()?;
        let ranges = Ranges::over(program.program(), &map.domain().extents()?);
        let holds =
            |(place, extent): (u32, i64)| ranges.interval(place).within(Interval::below(extent));
        if !program.checks().all(holds) {
            return None;
        }
        Family::of_total_map(map)
    }

    /// [`of_map`](Family::of_map) of a map that is known to have a value at each point; `None` where
    /// it is over constrained sets, or no arithmetic.
    pub(crate) fn of_total_map(map: &LayoutMap) -> Option<Family> {
        let symbolic = |set: &IndexSet| {
            let axis = |axis: &Axis| match axis.extent().finite() {
                Some(extent) => SymbolicAxis::new(axis.name(), extent),
                None => SymbolicAxis::integers(axis.name()),
            };
            let set = set.is_box().then(|| SymbolicSet::new(set.axes().iter().map(axis).collect()));
            set?.ok()
        };
        let program = map.program()?.value_program();
        let (domain, to) = (symbolic(map.domain())?, symbolic(map.codomain())?);
        Family::new(Parameters::default(), domain, to, program).ok()
    }

    pub(crate) fn of_stages(
        parameters: Parameters,
        domain: SymbolicSet,
        stages: Vec<Stage>,
    ) -> Result<Self, FamilyError> {
        let sets = std::iter::once(&domain).chain(stages.iter().map(|stage| &stage.to));
        let demanded: Vec<&Program> = sets.flat_map(|set| set.demands(&parameters)).collect();
        let mut from = domain.bundle(&parameters, &demanded)?;
        let mut map: Option<LayoutMap> = None;
        let mut before = &domain;
        for stage in &stages {
            stage.check(before, &parameters)?;
            before = &stage.to;
            let to = stage.to.bundle(&parameters, &demanded)?;
            let next = LayoutMap::expr(from, to.clone(), bundled(&parameters, &stage.program))?;
            from = to;
            map = Some(match map {
                Some(map) => LayoutMap::compose(next, map)?,
                None => next,
            });
        }
        let map = match map {
            Some(map) => map,
            None => LayoutMap::identity(from)?,
        };
        Ok(Family { parameters, domain, stages, map })
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Where the members are defined.
    pub fn domain(&self) -> &SymbolicSet {
        &self.domain
    }

    /// Where their values lie.
    pub fn codomain(&self) -> &SymbolicSet {
        self.stages.last().map_or(&self.domain, |stage| &stage.to)
    }

    pub(crate) fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Each stage alone, from the set in which the one before it ends. `None` where one is no
    /// family.
    pub(crate) fn each_stage(&self) -> Option<Vec<Family>> {
        let mut from = self.domain.clone();
        let mut alone = Vec::with_capacity(self.stages.len());
        for stage in &self.stages {
            let to = stage.to.clone();
            alone.push(Family::of_stages(self.parameters.clone(), from, vec![stage.clone()]).ok()?);
            from = to;
        }
        Some(alone)
    }

    /// The bundle: all members as one map, the parameters leading in domain and codomain. A
    /// parameter that may be negative is counted there from its least value.
    pub fn map(&self) -> &LayoutMap {
        &self.map
    }

    /// The value of the member with these parameters at a point.
    ///
    /// # Errors
    /// Where there is no such member, or the member has no value there.
    pub fn eval(&self, values: &[i64], point: &[i64]) -> Result<Point, MemberError> {
        self.parameters.check(values)?;
        self.domain.member(values)?.check(point)?;
        let mut point = point.to_vec();
        for stage in &self.stages {
            let inputs: Vec<i64> = values.iter().chain(&point).copied().collect();
            point = stage.program.eval(&inputs)?;
            inside(&stage.to.member(values)?, &point)?;
        }
        Ok(point)
    }

    /// Whether every member is seen, by intervals alone, to have a value at each point before the
    /// sets that values must lie in are asked.
    pub(crate) fn is_safe(&self) -> bool {
        let [stage] = &self.stages[..] else { return false };
        let Some(axes) = self.domain.largest(&self.parameters) else { return false };
        let mut builder = ProgramBuilder::default();
        let mut inputs = self.parameters.in_steps(&mut builder);
        for position in self.parameters.len()..stage.program.coordinates() {
            inputs.push(builder.coord(position));
        }
        let outputs = builder.inline(&stage.program, &inputs);
        let extents: Vec<i64> = self.parameters.step_extents().into_iter().chain(axes).collect();
        Ranges::over(&builder.finish(&outputs), &extents).all_safe()
    }

    /// The members as one straight-line program over the parameters and the coordinates, or
    /// `None` where that would be too long. It has their value wherever they have one; that
    /// values lie in the sets between is not in it, but in [`map`](Family::map).
    pub fn program(&self) -> Option<Program> {
        let mut builder = ProgramBuilder::default();
        let count = self.parameters.len();
        let mut inputs: Vec<u32> =
            (0..count + self.domain.rank()).map(|position| builder.coord(position)).collect();
        for stage in &self.stages {
            let outputs = builder.inline(&stage.program, &inputs);
            if builder.len() > PROGRAM_LIMIT {
                return None;
            }
            inputs.truncate(count);
            inputs.extend(outputs);
        }
        let program = builder.finish(&inputs[count..]);
        Some(cheapest(&program, &self.parameters, &self.domain))
    }
}

impl PartialEq for Family {
    /// Equal as written.
    fn eq(&self, other: &Self) -> bool {
        (&self.parameters, &self.domain, &self.stages)
            == (&other.parameters, &other.domain, &other.stages)
    }
}

impl Eq for Family {}

/// A stage over the bundle: parameters go to themselves.
fn bundled(parameters: &Parameters, program: &Program) -> Program {
    let mut builder = ProgramBuilder::default();
    let mut outputs: Vec<u32> = (0..parameters.len()).map(|k| builder.coord(k)).collect();
    let mut inputs = parameter_values(parameters, &mut builder);
    for position in parameters.len()..program.coordinates() {
        inputs.push(builder.coord(position));
    }
    outputs.extend(builder.inline(program, &inputs));
    builder.finish(&outputs)
}

/// `Ok` if the value lies in the set.
fn inside(set: &IndexSet, value: &[i64]) -> Result<(), EvalError> {
    match set.first_outside(value) {
        None => Ok(()),
        Some(axis) => Err(EvalError::OutsideCodomain {
            axis: set.axes()[axis].to_string(),
            value: value[axis],
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_family_of_a_map_has_the_map_as_its_member() {
        let texts = [
            "expr<(i : 9) -> (12 floordiv (i - 4)) to (a : 5)>",
            "mixed_radix<(3,(2,2)):(1,(3,6))>",
            "compose<expr<(a : 8, b : 8) -> (a xor b)>, expr<(i : 64) -> (i mod 8, i floordiv 8) to (a : 8, b : 8)>>",
        ];
        for text in texts {
            let map: LayoutMap = text.parse().unwrap();
            let family = Family::of_map(&map).unwrap();
            let member = family.bind(&[]).unwrap();
            for point in map.domain().points() {
                assert_eq!(member.eval(&point).ok(), map.eval(&point).ok(), "{text} at {point:?}");
            }
        }
    }

    #[test]
    fn a_map_that_demands_more_than_its_value_is_no_family() {
        // At 4 the value between is outside its set, which 0 * x forgets.
        let text = "compose<expr<(x : 4) -> (0 * x)>, expr<(i : 8) -> (i) to (x : 4)>>";
        assert!(Family::of_map(&text.parse().unwrap()).is_none());
        assert!(Family::of_map(&"identity<(i : 4 where i lt 2)>".parse().unwrap()).is_none());
    }
}
