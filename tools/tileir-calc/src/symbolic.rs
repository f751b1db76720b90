//! Layouts with parameters in their numbers, each under the conditions that it holds for.
//!
//! ```text
//! n = 1..=4096 by 8                       a parameter: where it lies, and what divides it
//! row = (n,8):(8,1)                       a layout of numbers that have parameters in them
//! logical_divide(row, 16:1)               right wherever the guard holds
//! bind(row, n = 16)                       the member: an ordinary layout
//! ```
//!
//! An operation opens a [`Scope`] of its own, with the parameters of its operands, and takes the
//! first way through that ends in a layout. Guards of operands stay guards of the result.

use std::fmt;

use tileir::cute::{Composition, CuteError, Int, Layout, Tiler};
use tileir::family::{Family, FamilyError, Guard, Parameter, Parameters, Scope, Sym};

use crate::error::{Fault, Reason};
use crate::evaluate::evaluate;
use crate::session::Session;
use crate::syntax::{Expr, ExprKind, Sign};
use crate::value::Value;

/// A layout with parameters; see the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub struct Symbolic {
    /// The layout.
    pub layout: Layout<Sym>,
    /// Its parameters.
    pub parameters: Parameters,
    /// What it rests on, each over the parameters of its own step.
    pub guards: Vec<(Parameters, Guard)>,
}

/// What an operation of the algebra does with numbers that have parameters in them.
pub type Operator = fn(&Layout<Sym>, &Tiler<Sym>) -> Result<Composition<Sym>, CuteError>;

impl Symbolic {
    /// The conditions, if there are any.
    pub fn guard(&self) -> Option<String> {
        let guards = self.guards.iter().filter(|(_, guard)| !guard.is_always());
        let texts: Vec<String> = guards.map(|(_, guard)| guard.to_string()).collect();
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
            if let Some(condition) = guard.broken(&values) {
                return Err(Reason::Guard { condition: condition.to_string() });
            }
        }
        Ok(self.layout.at(&in_order(&self.parameters, values)?)?)
    }

    /// The family of its maps, where it holds for all values of the parameters.
    ///
    /// # Errors
    /// A guard; an extent that can leave 64 bits.
    pub fn to_family(&self) -> Result<Family, Reason> {
        match self.guard() {
            Some(condition) => Err(Reason::Guard { condition }),
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

/// `shape:stride` as a layout with parameters, if any is in it.
///
/// # Errors
/// Numbers that are none, and trees that make no layout.
pub fn layout(shape: &Expr, stride: &Expr, session: &Session) -> Result<Option<Symbolic>, Fault> {
    let mut found = Vec::new();
    for tree in [shape, stride] {
        mentioned(tree, session, &mut found);
    }
    if found.is_empty() {
        return Ok(None);
    }
    let at_shape = |reason: Reason| Fault::new(shape.span.clone(), reason);
    let parameters = Parameters::new(found).map_err(|error| at_shape(error.into()))?;
    let scope = Scope::new(parameters.clone());
    let layout = joined(shape, stride, &scope, session)?;
    let guards = vec![(parameters.clone(), scope.guard())];
    Ok(Some(Symbolic { layout, parameters, guards }))
}

/// The parameters that a tree mentions, each once.
fn mentioned(tree: &Expr, session: &Session, found: &mut Vec<Parameter>) {
    match &tree.kind {
        ExprKind::Name(name) => {
            if let Some(value) = session.names.get(name) {
                of_value(value, found);
            }
        }
        ExprKind::Tuple(items) => items.iter().for_each(|item| mentioned(item, session, found)),
        ExprKind::Arithmetic(first, rest) => {
            mentioned(first, session, found);
            rest.iter().for_each(|(_, operand)| mentioned(operand, session, found));
        }
        _ => {}
    }
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

fn joined(
    shape: &Expr,
    stride: &Expr,
    scope: &Scope,
    session: &Session,
) -> Result<Layout<Sym>, Fault> {
    match (&shape.kind, &stride.kind) {
        (ExprKind::Tuple(extents), ExprKind::Tuple(strides)) if extents.len() == strides.len() => {
            let modes = extents.iter().zip(strides);
            let modes = modes.map(|(extent, stride)| joined(extent, stride, scope, session));
            let modes: Vec<Layout<Sym>> = modes.collect::<Result<_, _>>()?;
            Layout::concat(modes.iter().map(Layout::view))
                .map_err(|error| Fault::new(shape.span.clone(), error))
        }
        (ExprKind::Tuple(_), _) | (_, ExprKind::Tuple(_)) => {
            let (what, expected) = ("the stride".to_owned(), "of the shape's structure");
            let found = "of another".to_owned();
            Err(Fault::new(stride.span.clone(), Reason::Kind { what, expected, found }))
        }
        _ => Ok(Layout::leaf(number(shape, scope, session)?, number(stride, scope, session)?)),
    }
}

/// An integer with parameters in it.
fn number(expr: &Expr, scope: &Scope, session: &Session) -> Result<Sym, Fault> {
    if let ExprKind::Tuple(items) = &expr.kind
        && let [item] = items.as_slice()
    {
        return number(item, scope, session);
    }
    let here = |reason: Reason| Fault::new(expr.span.clone(), reason);
    match &expr.kind {
        ExprKind::Arithmetic(first, rest) => {
            let mut total = number(first, scope, session)?;
            for (sign, operand) in rest {
                let operand = number(operand, scope, session)?;
                total = combined(&total, *sign, &operand).ok_or_else(|| {
                    let (a, b) = (total.to_string(), operand.to_string());
                    here(Reason::Arithmetic { a, sign: sign.symbol(), b })
                })?;
            }
            Ok(total)
        }
        _ => match evaluate(expr, session)? {
            Value::Integer(value) => Ok(Sym::from(value)),
            Value::Parameter(parameter) => {
                scope.symbol(parameter.name()).map_err(|error| here(error.into()))
            }
            other => Err(here(other.not("an integer or a parameter", "the number"))),
        },
    }
}

fn combined(a: &Sym, sign: Sign, b: &Sym) -> Option<Sym> {
    let minus = |a: &Sym, b: &Sym| a.plus(&b.times(&Sym::from(-1))?);
    match sign {
        _ if matches!(sign, Sign::Over | Sign::Modulo) && b.as_constant() == Some(0) => None,
        Sign::Plus => a.plus(b),
        Sign::Minus => minus(a, b),
        Sign::Times => a.times(b),
        Sign::Over => Some(a.div_floor(b)),
        Sign::Modulo => minus(a, &b.times(&a.div_floor(b))?),
    }
}

/// The operation on a layout and a tiler, of which one has parameters.
///
/// # Errors
/// Operands of other kinds; the error of the first way where none ends in a layout.
pub fn operate(a: &Value, b: &Value, operator: Operator) -> Result<Symbolic, Reason> {
    let mut found = Vec::new();
    [a, b].into_iter().for_each(|value| of_value(value, &mut found));
    let parameters = Parameters::new(found)?;
    let scope = Scope::new(parameters.clone());
    let mut guards = Vec::new();
    let layout = lifted(a, &scope, &mut guards)?;
    let tiler = tiler(b, &scope, &mut guards)?;
    let case = scope.first(|| operator(&layout, &tiler)?.into_flat())?;
    guards.push((parameters.clone(), case.guard));
    Ok(Symbolic { layout: case.layout, parameters, guards })
}

/// A layout in the scope.
fn lifted(
    value: &Value,
    scope: &Scope,
    guards: &mut Vec<(Parameters, Guard)>,
) -> Result<Layout<Sym>, Reason> {
    match value {
        Value::Symbolic(symbolic) => {
            guards.extend(symbolic.guards.iter().cloned());
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
