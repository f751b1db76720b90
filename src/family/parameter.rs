//! [`Parameter`]: a number that is not known yet, but where it lies and what divides it.
//!
//! ```text
//! n : 1..=4096 by 8       8, 16, …, 4096
//! s : -64..=64            any of these 129
//! ```
//!
//! A value is `first + multiple_of * step`, `step` counting from 0: the *steps* are the
//! coordinates in which intervals and divisibility of expressions are read off.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::error::{BindError, FamilyError};
use crate::expr::{BinaryOp, Expr, ProgramBuilder};
use crate::index_set::{Axis, is_identifier};

/// A named parameter; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    name: Arc<str>,
    lo: i64,
    hi: i64,
    multiple_of: i64,
}

impl Parameter {
    /// The parameter `name : lo..=hi by multiple_of`.
    ///
    /// # Errors
    /// A name that is no identifier, a divisor that is not positive, or a range without a value.
    pub fn new(name: &str, lo: i64, hi: i64, multiple_of: i64) -> Result<Self, FamilyError> {
        if !is_identifier(name) {
            return Err(FamilyError::Name { name: name.to_string() });
        }
        if multiple_of <= 0 {
            return Err(FamilyError::Multiple { name: name.to_string(), multiple_of });
        }
        let parameter = Parameter { name: name.into(), lo, hi, multiple_of };
        let (name, origin) = (name.to_string(), parameter.origin());
        // The axis of the parameter runs from there to `hi`, and has an extent.
        let counted = hi.checked_sub(origin).and_then(|span| span.checked_add(1));
        match (parameter.ends(), counted) {
            (None, _) => Err(FamilyError::NoValue { name, range: parameter.range() }),
            (_, None) => Err(FamilyError::Range { name, origin, hi }),
            (Some(_), Some(_)) => Ok(parameter),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The least number of its range.
    pub fn lo(&self) -> i64 {
        self.lo
    }

    /// The greatest number of its range.
    pub fn hi(&self) -> i64 {
        self.hi
    }

    /// What divides every value.
    pub fn multiple_of(&self) -> i64 {
        self.multiple_of
    }

    /// The least value.
    pub fn first(&self) -> i64 {
        self.ends().map_or(self.lo, |(first, _)| first)
    }

    /// The greatest value.
    pub fn last(&self) -> i64 {
        self.ends().map_or(self.hi, |(_, last)| last)
    }

    /// The number of values.
    pub fn values(&self) -> i64 {
        // In range: the values lie in a range that has an extent.
        (self.last() - self.first()) / self.multiple_of + 1
    }

    /// `Ok` if the parameter can have this value.
    ///
    /// # Errors
    /// [`BindError::OutsideRange`] or [`BindError::NotMultiple`].
    pub fn check(&self, value: i64) -> Result<(), BindError> {
        let name = self.name.to_string();
        if value < self.lo || value > self.hi {
            return Err(BindError::OutsideRange { name, value, lo: self.lo, hi: self.hi });
        }
        if value.rem_euclid(self.multiple_of) != 0 {
            return Err(BindError::NotMultiple { name, value, multiple_of: self.multiple_of });
        }
        Ok(())
    }

    /// The least and the greatest value, if there are any.
    fn ends(&self) -> Option<(i64, i64)> {
        let by = self.multiple_of;
        let first = self.lo.checked_add((by - self.lo.rem_euclid(by)) % by)?;
        let last = self.hi.checked_sub(self.hi.rem_euclid(by))?;
        (first <= last).then_some((first, last))
    }

    /// The value that the coordinate 0 of the parameter's axis in a bundle stands for.
    pub fn origin(&self) -> i64 {
        self.lo.min(0)
    }

    fn range(&self) -> String {
        match self.multiple_of {
            1 => format!("{}..={}", self.lo, self.hi),
            by => format!("{}..={} by {by}", self.lo, self.hi),
        }
    }

    /// The values that both have.
    fn intersection(&self, other: &Parameter) -> Result<Parameter, FamilyError> {
        let disjoint = || FamilyError::Disjoint {
            name: self.name.to_string(),
            left: self.range(),
            right: other.range(),
        };
        let shared = gcd(self.multiple_of, other.multiple_of);
        let both = (self.multiple_of / shared).checked_mul(other.multiple_of);
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        let both = match both {
            Some(both) => Parameter::new(&self.name, lo, hi, both),
            // Only 0 is a multiple of both.
            None => Parameter::new(&self.name, lo.max(0), hi.min(0), 1),
        };
        both.map_err(|_| disjoint())
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : {}", self.name, self.range())
    }
}

/// Parameters in order, each name once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parameters(Arc<[Parameter]>);

impl Parameters {
    /// These parameters.
    ///
    /// # Errors
    /// A name that stands twice.
    pub fn new(parameters: Vec<Parameter>) -> Result<Self, FamilyError> {
        let mut names = HashSet::with_capacity(parameters.len());
        match parameters.iter().find(|parameter| !names.insert(parameter.name())) {
            Some(twice) => Err(FamilyError::Duplicate { name: twice.name.to_string() }),
            None => Ok(Parameters(parameters.into())),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The parameters in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Parameter> {
        self.0.iter()
    }

    /// The position of the parameter with this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|parameter| parameter.name() == name)
    }

    /// The parameter as an expression: in extents, and in a family's program, coordinate `k` is
    /// parameter `k`.
    ///
    /// # Errors
    /// A name that no parameter has.
    pub fn expr(&self, name: &str) -> Result<Expr, FamilyError> {
        self.position(name).map(Expr::coord).ok_or_else(|| self.unknown(name))
    }

    /// `Ok` if these can be the parameters' values.
    ///
    /// # Errors
    /// A number of values that is not that of the parameters, or a value that its parameter
    /// cannot have.
    pub fn check(&self, values: &[i64]) -> Result<(), BindError> {
        if values.len() != self.len() {
            let (expected, found) = (self.len(), values.len());
            return Err(BindError::Count { expected, found, parameters: self.to_string() });
        }
        self.0.iter().zip(values).try_for_each(|(parameter, &value)| parameter.check(value))
    }

    /// The parameters of both, those of one name having the values that both allow.
    ///
    /// # Errors
    /// [`FamilyError::Disjoint`] where there is none.
    pub fn merged(&self, other: &Parameters) -> Result<Parameters, FamilyError> {
        let mut all = self.0.to_vec();
        for parameter in other.iter() {
            match all.iter_mut().find(|known| known.name == parameter.name) {
                Some(known) => *known = known.intersection(parameter)?,
                None => all.push(parameter.clone()),
            }
        }
        Ok(Parameters(all.into()))
    }

    pub(crate) fn unknown(&self, name: &str) -> FamilyError {
        let name = name.to_string();
        FamilyError::UnknownParameter { name, parameters: self.to_string() }
    }

    /// The values in terms of steps: what to inline for the parameters of a program so that its
    /// coordinates are the steps.
    pub(super) fn in_steps(&self, builder: &mut ProgramBuilder) -> Vec<u32> {
        let of = |(position, parameter): (usize, &Parameter)| {
            let step = builder.coord(position);
            let by = builder.constant(parameter.multiple_of);
            let first = builder.constant(parameter.first());
            let scaled = builder.binary(BinaryOp::Mul, step, by);
            builder.binary(BinaryOp::Add, scaled, first)
        };
        self.0.iter().enumerate().map(of).collect()
    }

    /// The number of values of each.
    pub(super) fn step_extents(&self) -> Vec<i64> {
        self.0.iter().map(Parameter::values).collect()
    }

    /// `Ok` if no axis of this name would be taken for a parameter.
    ///
    /// # Errors
    /// [`FamilyError::Shadowed`].
    pub(crate) fn check_axis(&self, name: &str) -> Result<(), FamilyError> {
        match self.position(name) {
            Some(_) => Err(FamilyError::Shadowed { name: name.to_string() }),
            None => Ok(()),
        }
    }

    /// A set with only the names.
    pub(super) fn names(&self) -> Vec<Axis> {
        self.0.iter().map(|parameter| Axis::integers(parameter.name())).collect()
    }
}

impl<'a> IntoIterator for &'a Parameters {
    type Item = &'a Parameter;
    type IntoIter = std::slice::Iter<'a, Parameter>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(Parameter::to_string).collect();
        write!(f, "({})", all.join(", "))
    }
}

/// The greatest common divisor of two positive numbers.
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
