//! Layouts with parameters in their numbers, each under the conditions that it holds for.
//!
//! ```text
//! n = 1..=4096 by 8                       a parameter: where it lies, and what divides it
//! row = (n,8):(8,1)                       a layout of numbers that have parameters in them
//! logical_divide(row, 16:1)               right wherever the guard holds
//! bind(row, n = 16)                       the member: an ordinary layout
//! ```
//!
//! An operation opens a [`Scope`](tileir::family::Scope) of its own, with the parameters of its operands, and takes the
//! first way through that ends in a layout. Guards of operands stay guards of the result.

use std::fmt;

use tileir::cute::Layout;
use tileir::family::{Family, FamilyError, Guard, Parameter, Parameters, Sym, Unmet};

use crate::error::Reason;
use crate::reach::Domain;
use crate::value::Value;

mod operate;
mod written;

pub use operate::{Made, Operator, SymbolicDomain, operate};
pub use written::layout;

/// A layout with parameters; see the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub struct Symbolic {
    /// The layout.
    pub layout: Layout<Sym>,
    /// Its parameters.
    pub parameters: Parameters,
    /// What it rests on, each over the parameters of its own step.
    pub guards: Vec<(Parameters, Guard)>,
    /// How it was made of others, if it was.
    pub made: Option<Box<Made>>,
}

impl Symbolic {
    /// The conditions, if there are any.
    pub fn guard(&self) -> Option<String> {
        let texts: Vec<String> = self.guards.iter().map(|(_, guard)| guard.to_string()).collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    }

    /// The layout for these values of all parameters.
    ///
    /// # Errors
    /// A parameter without a value, or one that it cannot have; a guard that does not hold.
    pub fn bind(&self, values: &[(&str, i64)]) -> Result<Layout, Reason> {
        for (name, _) in values {
            if self.parameters.position(name).is_none() {
                let (name, parameters) = ((*name).to_owned(), self.parameters.to_string());
                return Err(FamilyError::UnknownParameter { name, parameters }.into());
            }
        }
        for (parameters, guard) in &self.guards {
            let values = in_order(parameters, values)?;
            guard.check(&values)?;
        }
        Ok(self.layout.at(&in_order(&self.parameters, values)?)?)
    }

    /// Where it lies in the domain of the operand it was taken from, if it was taken from one.
    pub fn domain(&self) -> Option<SymbolicDomain> {
        Some(self.made.as_ref()?.domain())
    }

    /// Where the layout for these values of all parameters lies in that domain.
    pub fn domain_at(&self, values: &[(&str, i64)]) -> Option<Domain> {
        self.made.as_ref()?.domain_at(values)
    }

    /// The family of its maps, where it holds for all values of the parameters.
    ///
    /// # Errors
    /// A guard; an extent that can leave 64 bits.
    pub fn to_family(&self) -> Result<Family, Reason> {
        match self.guard() {
            Some(condition) => Err(Unmet::Broken { condition }.into()),
            None => Ok(self.layout.to_family()?),
        }
    }
}

impl fmt::Display for Symbolic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.layout)
    }
}

/// The values in the order of the parameters.
fn in_order(parameters: &Parameters, values: &[(&str, i64)]) -> Result<Vec<i64>, Reason> {
    let value = |parameter: &Parameter| {
        let named = values.iter().find(|(name, _)| *name == parameter.name());
        named
            .map(|&(_, value)| value)
            .ok_or_else(|| Reason::Missing { name: parameter.name().to_owned() })
    };
    let values: Vec<i64> = parameters.iter().map(value).collect::<Result<_, _>>()?;
    parameters.check(&values)?;
    Ok(values)
}

/// The parameters in a value.
fn of_value(value: &Value, found: &mut Vec<Parameter>) {
    let mut add = |parameter: &Parameter| {
        if !found.contains(parameter) {
            found.push(parameter.clone());
        }
    };
    match value {
        Value::Parameter(parameter) => add(parameter),
        Value::Symbolic(symbolic) => symbolic.parameters.iter().for_each(add),
        Value::Tuple(items) => items.iter().for_each(|item| of_value(item, found)),
        _ => {}
    }
}

/// Whether there are parameters in one of the values.
pub fn any(values: &[&Value]) -> bool {
    let mut found = Vec::new();
    values.iter().for_each(|value| of_value(value, &mut found));
    !found.is_empty()
}
