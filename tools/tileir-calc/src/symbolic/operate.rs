//! An operation of CuTe's on layouts of which one has parameters.
//!
//! The operation's code is that for numbers. It runs in a [`Scope`] of its own, with the parameters
//! of both operands; the first way through that ends in a layout is the result. How it was made is
//! kept, so that of a member one can say where it lies in its operand's domain.

use std::fmt;

use tileir::cute::{Asking, Composition, CuteError, Layout, SymbolicReach, Tiler, symbolic_reach};
use tileir::family::{Guard, Parameters, Scope, Sym};

use super::{Symbolic, of_value};
use crate::error::Reason;
use crate::reach::Domain;
use crate::value::Value;

/// What an operation of the algebra does with numbers that have parameters in them.
pub type Operator = fn(&Layout<Sym>, &Tiler<Sym>) -> Result<Composition<Sym>, CuteError>;

/// An operation and its operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    operation: String,
    left: Value,
    right: Value,
    /// The coordinates of the left operand that it asks for, if they are known under the guard.
    reaches: Option<Vec<SymbolicReach>>,
}

/// Where a result lies in the domain of the operand it was taken from, over the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolicDomain {
    /// Inside, for all values of the parameters.
    Inside,
    /// Outside, for all of them.
    Outside(SymbolicReach),
    /// Inside where these are.
    Where(Vec<SymbolicReach>),
    /// Not known before the parameters are bound.
    Open,
}

impl fmt::Display for SymbolicDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymbolicDomain::Inside => f.write_str("inside"),
            SymbolicDomain::Outside(reach) => write!(f, "leaves the operand's domain: {reach}"),
            SymbolicDomain::Where(reaches) => {
                let each = reaches
                    .iter()
                    .map(|reach| format!("{reach}: inside where {}", reach.condition()));
                f.write_str(&each.collect::<Vec<_>>().join("; "))
            }
            SymbolicDomain::Open => f.write_str("not known before the parameters are bound"),
        }
    }
}

impl Made {
    /// Where the result lies in the left operand's domain.
    pub fn domain(&self) -> SymbolicDomain {
        let Some(reaches) = &self.reaches else { return SymbolicDomain::Open };
        if let Some(outside) = reaches.iter().find(|reach| reach.inside == Some(false)) {
            return SymbolicDomain::Outside(outside.clone());
        }
        let open = reaches.iter().filter(|reach| reach.inside.is_none());
        match open.cloned().collect::<Vec<_>>() {
            open if open.is_empty() => SymbolicDomain::Inside,
            open => SymbolicDomain::Where(open),
        }
    }

    /// The same for these values of the parameters.
    pub fn domain_at(&self, values: &[(&str, i64)]) -> Option<Domain> {
        let (left, right) = (member(&self.left, values)?, member(&self.right, values)?);
        Domain::of(&self.operation, &[left, right])
    }
}

/// The value for these values of the parameters.
fn member(value: &Value, values: &[(&str, i64)]) -> Option<Value> {
    Some(match value {
        Value::Symbolic(symbolic) => {
            let own = |name: &str| symbolic.parameters.position(name).is_some();
            let own: Vec<(&str, i64)> =
                values.iter().copied().filter(|(name, _)| own(name)).collect();
            Value::Layout(symbolic.bind(&own).ok()?)
        }
        Value::Parameter(parameter) => {
            let value = values.iter().find(|(name, _)| *name == parameter.name());
            Value::Integer(value?.1)
        }
        Value::Tuple(items) => {
            Value::Tuple(items.iter().map(|item| member(item, values)).collect::<Option<_>>()?)
        }
        other => other.clone(),
    })
}

/// The operation called `operation` on a layout and a tiler, of which one has parameters.
///
/// # Errors
/// Operands of other kinds; the error of the first way where none ends in a layout.
pub fn operate(
    operation: &str,
    [a, b]: [&Value; 2],
    operator: Operator,
) -> Result<Symbolic, Reason> {
    let mut found = Vec::new();
    [a, b].into_iter().for_each(|value| of_value(value, &mut found));
    let parameters = Parameters::new(found)?;
    let scope = Scope::new(parameters.clone());
    let mut guards = Vec::new();
    let layout = lifted(a, &scope, &mut guards)?;
    let tiler = tiler(b, &scope, &mut guards)?;
    let case = scope.first(|| operator(&layout, &tiler)?.into_flat())?;
    let asking = match operation {
        "composition" => Asking::Composition,
        divide if divide.ends_with("divide") => Asking::Division,
        _ => Asking::Product,
    };
    let reaches = symbolic_reach(asking, (&scope, &case.guard), &layout, &tiler);
    let operation = operation.to_owned();
    let made = Made { operation, left: bare(a), right: bare(b), reaches };
    rest_on(&mut guards, (parameters.clone(), case.guard));
    Ok(Symbolic { layout: case.layout, parameters, guards, made: Some(Box::new(made)) })
}

/// The value without how it was made: a chain of operations keeps the last one alone.
fn bare(value: &Value) -> Value {
    match value {
        Value::Symbolic(symbolic) => {
            Value::Symbolic(Box::new(Symbolic { made: None, ..(**symbolic).clone() }))
        }
        Value::Tuple(items) => Value::Tuple(items.iter().map(bare).collect()),
        other => other.clone(),
    }
}

/// Adds a guard, once.
fn rest_on(guards: &mut Vec<(Parameters, Guard)>, guard: (Parameters, Guard)) {
    if !guard.1.is_always() && !guards.contains(&guard) {
        guards.push(guard);
    }
}

/// A layout in the scope.
fn lifted(
    value: &Value,
    scope: &Scope,
    guards: &mut Vec<(Parameters, Guard)>,
) -> Result<Layout<Sym>, Reason> {
    match value {
        Value::Symbolic(symbolic) => {
            symbolic.guards.iter().for_each(|guard| rest_on(guards, guard.clone()));
            Ok(scope.layout(&symbolic.to_string()).map_err(|error| error.reason)?)
        }
        Value::Tuple(items) if items.len() == 1 => match items.first() {
            Some(item @ (Value::Symbolic(_) | Value::Layout(_))) => lifted(item, scope, guards),
            _ => Err(value.not("a layout", "an operand")),
        },
        _ => Ok(Layout::from(&value.to_layout("an operand")?)),
    }
}

fn tiler(
    value: &Value,
    scope: &Scope,
    guards: &mut Vec<(Parameters, Guard)>,
) -> Result<Tiler<Sym>, Reason> {
    Ok(match value {
        Value::Whole => Tiler::All,
        Value::Integer(extent) => Tiler::Extent((*extent).into()),
        Value::Parameter(parameter) => Tiler::Extent(scope.symbol(parameter.name())?),
        Value::Tuple(items) => {
            let items = items.iter().map(|item| tiler(item, scope, guards));
            Tiler::Modes(items.collect::<Result<_, _>>()?)
        }
        _ => Tiler::Layout(lifted(value, scope, guards)?),
    })
}
