//! Compositions, divisions and products of layouts of which one has parameters.
//!
//! Each way says where it lies in the first operand's domain. How the result was made is kept, so
//! that of a member one can say where that lies.

use std::fmt;

use tileir::cute::{Asking, Composition, CuteError, Layout, SymbolicReach, Tiler, symbolic_reach};
use tileir::family::Sym;

use super::explore::explore;
use super::lift::Lift;
use super::{Form, Symbolic};
use crate::error::Reason;
use crate::reach::Domain;
use crate::value::Value;

/// What an operation of the algebra does with numbers that have parameters in them.
pub type Operator = fn(&Layout<Sym>, &Tiler<Sym>) -> Result<Composition<Sym>, CuteError>;

/// A product of two layouts, of numbers that have parameters in them.
pub type Product = fn(&Layout<Sym>, &Layout<Sym>) -> Result<Composition<Sym>, CuteError>;

/// An operation and its operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    operation: String,
    operands: Vec<Value>,
}

/// Where a result lies in the domain of the operand it was taken from, over the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolicDomain {
    /// Inside, for all values of the parameters.
    Inside,
    /// Outside, for all of them: the first of these that is left is always left at last.
    Outside(Vec<SymbolicReach>),
    /// Inside where these are.
    Where(Vec<SymbolicReach>),
    /// Not known before the parameters are bound.
    Open,
}

impl fmt::Display for SymbolicDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymbolicDomain::Inside => f.write_str("inside"),
            SymbolicDomain::Outside(reaches) => {
                let each: Vec<String> = reaches.iter().map(SymbolicReach::to_string).collect();
                write!(f, "leaves the operand's domain: {}", each.join("; or else "))
            }
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

impl SymbolicDomain {
    /// What the coordinates that are asked for come to; they are known, or not.
    pub(super) fn of(reaches: Option<Vec<SymbolicReach>>) -> SymbolicDomain {
        let Some(reaches) = reaches else { return SymbolicDomain::Open };
        let mut left = Vec::new();
        for reach in reaches.into_iter().filter(|reach| reach.inside != Some(true)) {
            let always = reach.inside == Some(false);
            left.push(reach);
            if always {
                return SymbolicDomain::Outside(left);
            }
        }
        match left.is_empty() {
            true => SymbolicDomain::Inside,
            false => SymbolicDomain::Where(left),
        }
    }
}

impl Made {
    /// The result of an operation on these operands: the layout that coordinates are asked of first.
    pub fn by(operation: &str, operands: &[&Value], found: Symbolic) -> Symbolic {
        let operands = operands.iter().map(|operand| bare(operand)).collect();
        let made = Made { operation: operation.to_owned(), operands };
        Symbolic { made: Some(Box::new(made)), ..found }
    }

    /// Where the result for these values of the parameters lies in the first operand's domain.
    pub fn domain_at(&self, values: &[(&str, i64)]) -> Option<Domain> {
        let operands = self.operands.iter().map(|operand| member(operand, values));
        Domain::of(&self.operation, &operands.collect::<Option<Vec<_>>>()?)
    }
}

/// The value for these values of the parameters.
fn member(value: &Value, values: &[(&str, i64)]) -> Option<Value> {
    Some(match value {
        Value::Symbolic(symbolic) => {
            let own = |name: &str| symbolic.parameters.position(name).is_some();
            let own: Vec<(&str, i64)> =
                values.iter().copied().filter(|(name, _)| own(name)).collect();
            symbolic.bind(&own).ok()?
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
    let asking = match operation {
        "composition" => Asking::Composition,
        divide if divide.ends_with("divide") => Asking::Division,
        _ => Asking::Product,
    };
    let found = explore(
        &[a, b],
        |lift: &Lift<'_>| Ok((lift.layout(a)?, lift.tiler(b)?)),
        |(layout, tiler): &(Layout<Sym>, Tiler<Sym>)| operator(layout, tiler)?.into_flat(),
        |(layout, tiler): &(Layout<Sym>, Tiler<Sym>), result, known| {
            let reaches = symbolic_reach(asking, known, layout, tiler);
            (Form::Layout(result), Some(SymbolicDomain::of(reaches)))
        },
    )?;
    Ok(Made::by(operation, &[a, b], found))
}

/// The operation called `operation` on two layouts, of which one has parameters: a block, and what
/// repeats it.
///
/// # Errors
/// As [`operate`].
pub fn product(
    operation: &str,
    [a, b]: [&Value; 2],
    operator: Product,
) -> Result<Symbolic, Reason> {
    let found = explore(
        &[a, b],
        |lift: &Lift<'_>| Ok((lift.layout(a)?, lift.layout(b)?)),
        |(block, tiles): &(Layout<Sym>, Layout<Sym>)| operator(block, tiles)?.into_flat(),
        |(block, tiles): &(Layout<Sym>, Layout<Sym>), result, known| {
            let tiles = Tiler::Layout(tiles.clone());
            let reaches = symbolic_reach(Asking::Product, known, block, &tiles);
            (Form::Layout(result), Some(SymbolicDomain::of(reaches)))
        },
    )?;
    Ok(Made::by(operation, &[a, b], found))
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
