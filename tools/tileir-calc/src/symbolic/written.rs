//! `shape:stride` as it stands in a line, with parameters among its numbers.
//!
//! ```text
//! n = 1..=4096 by 8
//! (n,8):(8,n / 2 + 1)         each number an expression in parameters, over one scope
//! ```

use tileir::cute::{CuteError, Int, Layout};
use tileir::family::{Parameter, Parameters, Scope, Sym};

use super::{Conditions, Form, Numbers, Symbolic, Way, of_value};
use crate::error::{Fault, Reason};
use crate::evaluate::evaluate;
use crate::session::Session;
use crate::syntax::{Expr, ExprKind, Sign};
use crate::value::Value;

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
    let guards = assumed(&scope).map_err(at_shape)?;
    Ok(Some(Symbolic::of(Form::Layout(layout), parameters, guards)))
}

/// Arithmetic as a number with parameters, if any is in it.
///
/// # Errors
/// Operands that are no numbers, and numbers that leave 64 bits.
pub fn number(expr: &Expr, session: &Session) -> Result<Option<Symbolic>, Fault> {
    let mut found = Vec::new();
    mentioned(expr, session, &mut found);
    if found.is_empty() {
        return Ok(None);
    }
    let here = |reason: Reason| Fault::new(expr.span.clone(), reason);
    let parameters = Parameters::new(found).map_err(|error| here(error.into()))?;
    let scope = Scope::new(parameters.clone());
    let number = scope.simplified(&integer(expr, &scope, session)?);
    let guards = assumed(&scope).map_err(here)?;
    Ok(Some(Symbolic::of(Form::Numbers(Numbers::One(number)), parameters, guards)))
}

/// What was assumed, if anything was; no number is right where no values are left.
fn assumed(scope: &Scope) -> Result<Conditions, Reason> {
    let guard = scope.settled()?;
    Ok(if guard.is_always() { Vec::new() } else { vec![(scope.parameters().clone(), guard)] })
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
        ExprKind::Call(..) | ExprKind::Apply(..) => {
            if let Ok(value) = evaluate(tree, session) {
                of_value(&value, found);
            }
        }
        _ => {}
    }
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
        _ => {
            let [extent, stride] = [shape, stride].map(|number| integer(number, scope, session));
            let (extent, stride) = (scope.simplified(&extent?), scope.simplified(&stride?));
            // Of other values there is no member.
            if extent.is_negative(&mut ()) {
                let (operation, what, number) = ("layout", "extent", extent.to_string());
                let error = CuteError::Negative { operation, what, number };
                return Err(Fault::new(shape.span.clone(), error));
            }
            Ok(Layout::leaf(extent, stride))
        }
    }
}

/// An integer with parameters in it.
fn integer(expr: &Expr, scope: &Scope, session: &Session) -> Result<Sym, Fault> {
    if let ExprKind::Tuple(items) = &expr.kind
        && let [item] = items.as_slice()
    {
        return integer(item, scope, session);
    }
    let here = |reason: Reason| Fault::new(expr.span.clone(), reason);
    match &expr.kind {
        ExprKind::Arithmetic(first, rest) => {
            let mut total = integer(first, scope, session)?;
            for (sign, operand) in rest {
                let operand = integer(operand, scope, session)?;
                total = combined(&total, *sign, &operand)
                    .ok_or_else(|| here(without_value(&total, *sign, &operand)))?;
            }
            Ok(total)
        }
        _ => match evaluate(expr, session)? {
            Value::Integer(value) => Ok(Sym::from(value)),
            Value::Parameter(parameter) => {
                scope.symbol(parameter.name()).map_err(|error| here(error.into()))
            }
            Value::Symbolic(symbolic) => {
                one(&symbolic, scope).ok_or_else(|| here(symbolic_number(&symbolic)))
            }
            other => Err(here(other.not("an integer or a parameter", "the number"))),
        },
    }
}

/// The number that a value is for all values of its parameters.
fn one(symbolic: &Symbolic, scope: &Scope) -> Option<Sym> {
    match symbolic.ways.as_slice() {
        [Way { form: Form::Numbers(numbers), guards, .. }] if guards.is_empty() => {
            scope.carry_number(numbers.one()?, &symbolic.parameters)
        }
        _ => None,
    }
}

fn symbolic_number(found: &Symbolic) -> Reason {
    let (what, expected) = ("the number".to_owned(), "one for all values of the parameters");
    Reason::Kind { what, expected, found: found.kind().to_owned() }
}

/// The number as an operand: a sum in brackets.
fn grouped(number: &Sym) -> String {
    let text = number.to_string();
    if text.contains(' ') { format!("({text})") } else { text }
}

/// Why two numbers have no third.
fn without_value(a: &Sym, sign: Sign, b: &Sym) -> Reason {
    let divides = matches!(sign, Sign::Over | Sign::Modulo);
    let by_zero = divides && b.as_constant() == Some(0);
    let plain = a.as_constant().is_some() && b.as_constant().is_some();
    let nested = divides && !by_zero && floor(a, b).is_none();
    let (a, b, sign) = (grouped(a), grouped(b), sign.symbol());
    match () {
        () if by_zero || plain => Reason::Arithmetic { a, sign, b },
        () if nested => Reason::Quotient { a, sign, b },
        () => Reason::Polynomial { a, sign, b },
    }
}

/// The quotient rounded down; by a number below 0 that of both turned round.
fn floor(a: &Sym, b: &Sym) -> Option<Sym> {
    if b.as_constant().is_none_or(|b| b >= 0) {
        return a.floor(b);
    }
    let minus = Sym::from(-1);
    a.times(&minus)?.floor(&b.times(&minus)?)
}

fn combined(a: &Sym, sign: Sign, b: &Sym) -> Option<Sym> {
    let minus = |a: &Sym, b: &Sym| a.plus(&b.times(&Sym::from(-1))?);
    match sign {
        _ if matches!(sign, Sign::Over | Sign::Modulo) && b.as_constant() == Some(0) => None,
        Sign::Plus => a.plus(b),
        Sign::Minus => minus(a, b),
        Sign::Times => a.times(b),
        Sign::Over => floor(a, b),
        Sign::Modulo => minus(a, &b.times(&floor(a, b)?)?),
    }
}
