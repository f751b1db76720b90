//! [`SymbolicSet`]: named axes whose extents are expressions in parameters.
//!
//! ```text
//! (n : 1..=64)   (i : n, j : 8)          for n = 3: (i : 3, j : 8)
//!                (n : 65, i : 64, j : 8 where 1 le n, i lt n)     over all n at once
//! ```
//!
//! The second line is the *bundle*: the parameters are coordinates too, each axis is as long as
//! its extent can become, and a constraint cuts it down. Every tool for an ordinary
//! [`IndexSet`] works on it.

use std::fmt;
use std::sync::Arc;

use super::error::{BindError, FamilyError};
use super::fold::fold;
use super::parameter::{Parameter, Parameters};
use crate::error::MapError;
use crate::expr::range::transfer;
use crate::expr::{BinaryOp, Expr, Inst, Interval, Program, ProgramBuilder, Ranges, simplify};
use crate::index_set::{Axis, IndexSet};

/// One axis: a name, and an expression in the parameters; without one, all integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SymbolicAxis {
    name: Arc<str>,
    extent: Option<Program>,
}

impl SymbolicAxis {
    /// The axis `name : extent`. In the expression, coordinate `k` is parameter `k`.
    pub fn new(name: &str, extent: impl Into<Expr>) -> Self {
        SymbolicAxis::of(name, Program::from_exprs(&[extent.into()]))
    }

    /// The axis `name`, over all integers.
    pub fn integers(name: &str) -> Self {
        SymbolicAxis { name: name.into(), extent: None }
    }

    pub(crate) fn of(name: &str, extent: Program) -> Self {
        SymbolicAxis { name: name.into(), extent: Some(extent) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its extent: one output, over the parameters.
    pub fn extent(&self) -> Option<&Program> {
        self.extent.as_ref()
    }

    fn member(&self, values: &[i64]) -> Result<Axis, BindError> {
        let axis = || self.name.to_string();
        let Some(program) = &self.extent else { return Ok(Axis::integers(&self.name)) };
        let extent = program.eval(values).map(|outputs| outputs.first().copied().unwrap_or(0));
        match extent {
            Err(error) => Err(BindError::Extent { axis: axis(), error }),
            Ok(extent) if extent < 0 => Err(BindError::NegativeExtent { axis: axis(), extent }),
            Ok(extent) => Ok(Axis::new(&self.name, extent)),
        }
    }
}

/// What a parameter's coordinate counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// The value, from the parameter's origin.
    Values,
    /// The steps from its first value.
    Steps,
}

/// Axes with symbolic extents; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SymbolicSet {
    axes: Arc<[SymbolicAxis]>,
}

impl SymbolicSet {
    /// The set with these axes.
    ///
    /// # Errors
    /// A name that is no identifier or stands twice.
    pub fn new(axes: Vec<SymbolicAxis>) -> Result<Self, FamilyError> {
        IndexSet::new(axes.iter().map(|axis| Axis::integers(&axis.name)).collect())?;
        Ok(SymbolicSet { axes: axes.into() })
    }

    /// Axes `d0`, `d1`, … over all integers.
    pub fn integers(rank: usize) -> Self {
        let axes = (0..rank).map(|i| SymbolicAxis::integers(&format!("d{i}")));
        SymbolicSet { axes: axes.collect() }
    }

    /// The axes, outermost first.
    pub fn axes(&self) -> &[SymbolicAxis] {
        &self.axes
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.axes.len()
    }

    /// The set for these values of the parameters, which were checked.
    ///
    /// # Errors
    /// An extent that is negative or has no value.
    pub(super) fn member(&self, values: &[i64]) -> Result<IndexSet, BindError> {
        let axes = self.axes.iter().map(|axis| axis.member(values));
        Ok(IndexSet::new(axes.collect::<Result<Vec<_>, _>>()?)?)
    }

    /// The extents that are negative for some values of the parameters, or have no value, or may.
    pub(super) fn demands<'a>(
        &'a self,
        parameters: &'a Parameters,
    ) -> impl Iterator<Item = &'a Program> {
        // One of a coordinate that is no parameter is refused by the bundle.
        let extents = self.axes.iter().filter_map(|axis| axis.extent.as_ref());
        let extents = extents.filter(|extent| extent.coordinates() <= parameters.len());
        extents.filter(|extent| !always_an_extent(extent, parameters))
    }

    /// The set over all values of the parameters at once for which there are these extents.
    pub(super) fn bundle(
        &self,
        parameters: &Parameters,
        demanded: &[&Program],
    ) -> Result<IndexSet, FamilyError> {
        self.over(parameters, demanded, Counted::Values)
    }

    /// The same, the parameters counted as is said.
    pub(super) fn over(
        &self,
        parameters: &Parameters,
        demanded: &[&Program],
        counted: Counted,
    ) -> Result<IndexSet, FamilyError> {
        let mut axes: Vec<Axis> = Vec::with_capacity(parameters.len() + self.rank());
        for parameter in parameters {
            let extent = match counted {
                // In range, or the parameter would not have been built.
                Counted::Values => parameter.hi() - parameter.origin() + 1,
                Counted::Steps => parameter.values(),
            };
            axes.push(Axis::new(parameter.name(), extent));
        }
        for axis in self.axes.iter() {
            parameters.check_axis(&axis.name)?;
            axes.push(match axis.largest(parameters)? {
                Some(extent) => Axis::new(&axis.name, extent),
                None => Axis::integers(&axis.name),
            });
        }
        let mut builder = ProgramBuilder::default();
        let mut holds = Vec::new();
        let values = match counted {
            Counted::Values => parameter_values(parameters, &mut builder),
            Counted::Steps => parameters.in_steps(&mut builder),
        };
        for (parameter, &value) in parameters.iter().zip(&values) {
            if counted == Counted::Values {
                constrain(parameter, value, &mut builder, &mut holds);
            }
        }
        for (position, axis) in self.axes.iter().enumerate() {
            if let Some(program) = &axis.extent
                && constant(program).is_none()
            {
                let coordinate = builder.coord(parameters.len() + position);
                let extent = builder.inline(program, &values);
                holds.extend(
                    extent.iter().map(|&extent| builder.binary(BinaryOp::Lt, coordinate, extent)),
                );
            }
        }
        // Of its own axes, that a coordinate is below the extent says so.
        let own =
            |extent: &Program| self.axes.iter().any(|axis| axis.extent.as_ref() == Some(extent));
        for extent in demanded.iter().filter(|extent| !own(extent)) {
            let zero = builder.constant(0);
            let extent = builder.inline(extent, &values);
            holds.extend(extent.iter().map(|&extent| builder.binary(BinaryOp::Le, zero, extent)));
        }
        let set = IndexSet::new(axes)?;
        if holds.is_empty() { Ok(set) } else { Ok(set.with_constraints(&builder.finish(&holds))?) }
    }

    /// The set with other expressions in place of the parameters.
    pub(super) fn with_parameters(&self, inputs: &Program) -> SymbolicSet {
        let axes = self.axes.iter().map(|axis| {
            let extent = axis.extent.as_ref().map(|program| {
                let mut builder = ProgramBuilder::default();
                let coordinates = coordinates(&mut builder, inputs);
                let places = builder.inline(inputs, &coordinates);
                let outputs = builder.inline(program, &places);
                fold(&builder.finish(&outputs))
            });
            SymbolicAxis { name: axis.name.clone(), extent }
        });
        SymbolicSet { axes: axes.collect() }
    }

    /// The set with the names of another's axes, as far as it has any.
    pub(super) fn named_as(&self, other: &SymbolicSet) -> SymbolicSet {
        let named = |(own, other): (&SymbolicAxis, &SymbolicAxis)| SymbolicAxis {
            name: other.name.clone(),
            extent: own.extent.clone(),
        };
        SymbolicSet { axes: self.axes.iter().zip(other.axes.iter()).map(named).collect() }
    }

    /// Where two sets differ for some values of the parameters, or may; `None` if they are equal.
    pub(super) fn difference(
        &self,
        other: &SymbolicSet,
        parameters: &Parameters,
    ) -> Option<String> {
        if self.rank() != other.rank() {
            return Some(format!("{} axes and {}", self.rank(), other.rank()));
        }
        let pairs = self.axes.iter().zip(other.axes.iter());
        pairs.into_iter().find_map(|(a, b)| {
            if a.name != b.name {
                return Some(format!("axis '{}' and axis '{}'", a.name, b.name));
            }
            let same = match (&a.extent, &b.extent) {
                (None, None) => true,
                (Some(a), Some(b)) => a == b || same_value(a, b, parameters),
                _ => false,
            };
            (!same).then(|| format!("the extents of axis '{}' are not proved equal", a.name))
        })
    }

    /// The largest extents, or `None` if one is endless or can leave 64 bits.
    pub(super) fn largest(&self, parameters: &Parameters) -> Option<Vec<i64>> {
        self.axes.iter().map(|axis| axis.largest(parameters).ok().flatten()).collect()
    }

    /// The finite extents printed over the parameters.
    pub fn extents_text(&self, parameters: &Parameters) -> Vec<String> {
        let names = name_set(parameters.names());
        let extents = self.axes.iter().filter_map(SymbolicAxis::extent);
        extents.map(|extent| crate::text::expressions(extent, &names)).collect()
    }

    /// The set printed over the parameters.
    pub fn text(&self, parameters: &Parameters) -> String {
        let names = name_set(parameters.names());
        let axes: Vec<String> = self
            .axes
            .iter()
            .map(|axis| match &axis.extent {
                Some(extent) => {
                    format!("{} : {}", axis.name, crate::text::expressions(extent, &names))
                }
                None => axis.name.to_string(),
            })
            .collect();
        format!("({})", axes.join(", "))
    }
}

impl fmt::Display for SymbolicAxis {
    /// The name alone: an extent needs the parameters' names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl SymbolicAxis {
    /// The largest value that the extent can have, as far as intervals tell.
    pub(super) fn largest(&self, parameters: &Parameters) -> Result<Option<i64>, FamilyError> {
        let Some(program) = &self.extent else { return Ok(None) };
        let (axis, rank) = (self.name.to_string(), parameters.len());
        if program.coordinates() > rank {
            let coordinate = program.coordinates() - 1;
            let domain = parameters.to_string();
            return Err(MapError::Coordinate { coordinate, rank, domain }.into());
        }
        let Interval { lo, hi } = interval(program, parameters);
        if lo == hi && hi < 0 {
            let extent = i64::try_from(hi).unwrap_or(i64::MIN);
            let axis = format!("axis '{axis}'");
            return Err(MapError::NegativeExtent { axis, extent }.into());
        }
        // What leaves 64 bits is seen as the largest number of 64 bits.
        match i64::try_from(hi.max(0)) {
            Ok(largest) if largest < i64::MAX || always_a_value(program, parameters) => {
                Ok(Some(largest))
            }
            _ => Err(FamilyError::Extent { axis }),
        }
    }
}

/// Whether an expression in the parameters always has a value, and none below 0.
fn always_an_extent(program: &Program, parameters: &Parameters) -> bool {
    always_a_value(program, parameters) && nonnegative(program, parameters)
}

/// Whether an expression in the parameters always has a value.
fn always_a_value(program: &Program, parameters: &Parameters) -> bool {
    Ranges::over(&in_steps(&[program], parameters), &parameters.step_extents()).all_safe()
}

/// Whether no sum, difference or product on the way to an expression in the parameters can leave 64
/// bits: a quotient may have no value.
pub(crate) fn stays_in_range(program: &Program, parameters: &Parameters) -> bool {
    let stepped = in_steps(&[program], parameters);
    let ranges = Ranges::over(&stepped, &parameters.step_extents());
    stepped.insts().iter().all(|inst| match *inst {
        Inst::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), lhs, rhs) => {
            transfer(op, ranges.interval(lhs), ranges.interval(rhs)).1
        }
        _ => true,
    })
}

/// Whether an expression in the parameters is never negative.
pub(super) fn nonnegative(program: &Program, parameters: &Parameters) -> bool {
    interval(program, parameters).lo >= 0
}

/// The sum of two expressions in the parameters.
pub(super) fn sum(a: &Program, b: &Program) -> Program {
    let mut builder = ProgramBuilder::default();
    let used = a.coordinates().max(b.coordinates());
    let inputs: Vec<u32> = (0..used).map(|position| builder.coord(position)).collect();
    let (a, b) = (builder.inline(a, &inputs), builder.inline(b, &inputs));
    let outputs: Vec<u32> =
        a.iter().zip(&b).map(|(&a, &b)| builder.binary(BinaryOp::Add, a, b)).collect();
    fold(&builder.finish(&outputs))
}

/// How far one expression in the parameters reaches.
fn interval(program: &Program, parameters: &Parameters) -> Interval {
    let stepped = in_steps(&[program], parameters);
    let stepped = simplify(&stepped, &parameters.step_extents());
    let ranges = Ranges::over(&stepped, &parameters.step_extents());
    stepped.outputs().first().map_or(Interval::point(0), |&output| ranges.interval(output))
}

/// Whether two expressions are equal for all values of the parameters, and always have a value.
fn same_value(a: &Program, b: &Program, parameters: &Parameters) -> bool {
    let extents = parameters.step_extents();
    let both = in_steps(&[a, b], parameters);
    if !Ranges::over(&both, &extents).all_safe() {
        return false;
    }
    let simple = simplify(&both, &extents);
    matches!(simple.outputs(), [a, b] if a == b)
}

/// Programs over the parameters as one over their steps.
fn in_steps(programs: &[&Program], parameters: &Parameters) -> Program {
    let mut builder = ProgramBuilder::default();
    let values = parameters.in_steps(&mut builder);
    let mut outputs = Vec::new();
    for program in programs {
        outputs.extend(builder.inline(program, &values));
    }
    builder.finish(&outputs)
}

/// The parameters' values from the coordinates of their axes.
pub(super) fn parameter_values(parameters: &Parameters, builder: &mut ProgramBuilder) -> Vec<u32> {
    let value = |(position, parameter): (usize, &Parameter)| {
        let coordinate = builder.coord(position);
        match parameter.origin() {
            0 => coordinate,
            origin => {
                let origin = builder.constant(origin);
                builder.binary(BinaryOp::Add, coordinate, origin)
            }
        }
    };
    parameters.iter().enumerate().map(value).collect()
}

/// What must hold of a parameter's value: its lower bound where that is above 0, and its divisor.
fn constrain(
    parameter: &Parameter,
    value: u32,
    builder: &mut ProgramBuilder,
    holds: &mut Vec<u32>,
) {
    if parameter.lo() > 0 {
        let lo = builder.constant(parameter.lo());
        holds.push(builder.binary(BinaryOp::Le, lo, value));
    }
    if parameter.multiple_of() > 1 {
        let (by, zero) = (builder.constant(parameter.multiple_of()), builder.constant(0));
        let rest = builder.binary(BinaryOp::Mod, value, by);
        holds.push(builder.binary(BinaryOp::Eq, rest, zero));
    }
}

/// The coordinates of a program, in order.
pub(super) fn coordinates(builder: &mut ProgramBuilder, program: &Program) -> Vec<u32> {
    (0..program.coordinates()).map(|position| builder.coord(position)).collect()
}

/// A set of names that were checked.
pub(super) fn name_set(axes: Vec<Axis>) -> IndexSet {
    IndexSet::new(axes).unwrap_or_else(|_| IndexSet::integers(0))
}

/// Whether the program's one output is a constant, and which.
fn constant(program: &Program) -> Option<i64> {
    match (program.insts(), program.outputs()) {
        ([Inst::Const(value)], [_]) => Some(*value),
        _ => None,
    }
}
