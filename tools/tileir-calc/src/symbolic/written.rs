//! `shape:stride` as it stands in a line, with parameters among its numbers.
//!
//! ```text
//! n = 1..=4096 by 8
//! (n,8):(8,n / 2 + 1)         each number an expression in parameters, over one scope
//! x = (n)
//! (x,4):(x,1)                 ((n),4):((n),1): a name keeps the brackets of what it stands for
//! k = -3..=2
//! 12 / k                      12 floordiv k if 1 le k; -12 floordiv (-1 * k) if k lt 0
//! ```
//!
//! A line is explored as an operation on the values in it is. **The law.** It has the members that the
//! line has for numbers, and no others: where these leave 64 bits on the way, or a divisor is 0, there
//! is none. So `n * n / n` is `n` only where `n * n` fits.

use std::cell::RefCell;
use std::ops::Range;

use tileir::cute::{CuteError, Int, Layout};
use tileir::family::{Guard, Scope, Sym};

use super::explore::{End, explore};
use super::gather::is_numbers;
use super::left::Rest;
use super::lift::Lift;
use super::words::{self, between, counting, large, passing};
use super::{Form, Numbers, Symbolic, any};
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
    let terms = [Term::read(shape, session)?, Term::read(stride, session)?];
    explored(&terms, shape.span.start..stride.span.end, Form::Layout, |terms, passed| {
        let [shape, stride] = terms else { return Ok(Layout::unit()) };
        let (extents, strides) = (shape.numbers(passed)?, stride.numbers(passed)?);
        joined((&extents, &shape.span), (&strides, &stride.span))
    })
}

/// Arithmetic as a number with parameters, if any is in it.
///
/// # Errors
/// Operands that are no numbers, and numbers that leave 64 bits.
pub fn number(expr: &Expr, session: &Session) -> Result<Option<Symbolic>, Fault> {
    let terms = [Term::read(expr, session)?];
    let form = |layout: Layout<Sym>| Form::Numbers(Numbers::One(words::number(&layout)));
    explored(&terms, expr.span.clone(), form, |terms, passed| {
        let [term] = terms else { return Ok(Layout::unit()) };
        Ok(counting(term.number(passed)?))
    })
}

/// What stands in a line, each value in it as `N`, and where it stands.
struct Term<N> {
    span: Range<usize>,
    kind: Kind<N>,
}

enum Kind<N> {
    Leaf(N),
    Tuple(Vec<Term<N>>),
    Arithmetic(Box<Term<N>>, Vec<(Sign, Term<N>)>),
}

impl Term<Value> {
    /// The values of an expression's tuples and arithmetic.
    fn read(expr: &Expr, session: &Session) -> Result<Self, Fault> {
        let kind = match &expr.kind {
            ExprKind::Tuple(items) => {
                let items = items.iter().map(|item| Term::read(item, session));
                Kind::Tuple(items.collect::<Result<_, _>>()?)
            }
            ExprKind::Arithmetic(first, rest) => {
                let first = Box::new(Term::read(first, session)?);
                let rest = rest.iter().map(|(sign, term)| Ok((*sign, Term::read(term, session)?)));
                Kind::Arithmetic(first, rest.collect::<Result<_, Fault>>()?)
            }
            _ => Kind::Leaf(evaluate(expr, session)?),
        };
        Ok(Term { span: expr.span.clone(), kind })
    }
}

impl<N> Term<N> {
    /// The values with where they stand, from left to right.
    fn leaves<'a>(&'a self, found: &mut Vec<(&'a N, &'a Range<usize>)>) {
        match &self.kind {
            Kind::Leaf(value) => found.push((value, &self.span)),
            Kind::Tuple(items) => items.iter().for_each(|item| item.leaves(found)),
            Kind::Arithmetic(first, rest) => {
                first.leaves(found);
                rest.iter().for_each(|(_, term)| term.leaves(found));
            }
        }
    }

    /// The same of other values.
    fn with<M, E>(&self, value: &impl Fn(&N) -> Result<M, E>) -> Result<Term<M>, E> {
        let kind = match &self.kind {
            Kind::Leaf(leaf) => Kind::Leaf(value(leaf)?),
            Kind::Tuple(items) => {
                let items = items.iter().map(|item| item.with(value));
                Kind::Tuple(items.collect::<Result<_, _>>()?)
            }
            Kind::Arithmetic(first, rest) => {
                let rest = rest.iter().map(|(sign, term)| Ok((*sign, term.with(value)?)));
                Kind::Arithmetic(Box::new(first.with(value)?), rest.collect::<Result<_, _>>()?)
            }
        };
        Ok(Term { span: self.span.clone(), kind })
    }
}

impl Term<Numbers> {
    /// The numbers, nested as they are written and as the values are that names stand for; what
    /// arithmetic passes on the way goes to `passed`.
    fn numbers(&self, passed: &mut Vec<Sym>) -> Result<Numbers, Fault> {
        Ok(match &self.kind {
            Kind::Leaf(numbers) => numbers.clone(),
            Kind::Tuple(items) => {
                let items = items.iter().map(|item| item.numbers(passed));
                Numbers::Tuple(items.collect::<Result<_, _>>()?)
            }
            Kind::Arithmetic(..) => Numbers::One(self.number(passed)?),
        })
    }

    /// An operand of arithmetic; brackets group.
    fn number(&self, passed: &mut Vec<Sym>) -> Result<Sym, Fault> {
        let one = || {
            let (what, expected) = ("the operand".to_owned(), "an integer");
            let reason = Reason::Kind { what, expected, found: "a tuple".to_owned() };
            Fault::new(self.span.clone(), reason)
        };
        match &self.kind {
            Kind::Leaf(numbers) => numbers.one().cloned().ok_or_else(one),
            Kind::Tuple(items) => match items.as_slice() {
                [item] => item.number(passed),
                _ => Err(one()),
            },
            Kind::Arithmetic(first, rest) => {
                let mut total = first.number(passed)?;
                for (sign, operand) in rest {
                    let operand = operand.number(passed)?;
                    let mut pass = |number: &Sym| {
                        if number.as_constant().is_none() && !passed.contains(number) {
                            passed.push(number.clone());
                        }
                    };
                    let next = combined(&total, *sign, &operand).ok_or_else(|| {
                        Fault::new(self.span.clone(), without_value(&total, *sign, &operand))
                    })?;
                    // A remainder is of a quotient, and -2^63 by -1 has none.
                    if *sign == Sign::Modulo {
                        combined(&total, Sign::Over, &operand).iter().for_each(&mut pass);
                    }
                    total = next;
                    pass(&total);
                }
                Ok(total)
            }
        }
    }
}

/// What `build` makes of the terms way by way, if there are parameters in them.
fn explored(
    terms: &[Term<Value>],
    span: Range<usize>,
    form: impl Fn(Layout<Sym>) -> Form,
    build: impl Fn(&[Term<Numbers>], &mut Vec<Sym>) -> Result<Layout<Sym>, Fault>,
) -> Result<Option<Symbolic>, Fault> {
    let mut leaves = Vec::new();
    terms.iter().for_each(|term| term.leaves(&mut leaves));
    let operands: Vec<&Value> = leaves.iter().map(|(value, _)| *value).collect();
    if !any(&operands) {
        return Ok(None);
    }
    if let Some((value, span)) = leaves.iter().find(|(value, _)| !is_numbers(value)) {
        let reason = value.not("an integer or a parameter", "the number");
        return Err(Fault::new((*span).clone(), reason));
    }
    // What is wrong in the line is said where it stands.
    let wrong: RefCell<Option<Fault>> = RefCell::default();
    let prepare = |lift: &Lift<'_>| {
        let each = terms.iter().map(|term| term.with(&|value| lift.numbers(value)));
        each.collect::<Result<Vec<_>, Reason>>()
    };
    let build = |terms: &Vec<Term<Numbers>>| {
        let mut passed = Vec::new();
        let built = build(terms, &mut passed).map_err(|fault| {
            let refused = large("arithmetic", "the line".to_owned(), fault.to_string());
            wrong.borrow_mut().get_or_insert(fault);
            refused
        });
        passing(built?, &passed)
    };
    let finish = |_: &Vec<Term<Numbers>>, layout, _: (&Scope, &Guard)| {
        let (layout, between) = between(&layout);
        End { form: form(layout), domain: None, between }
    };
    let found = explore(&operands, prepare, build, finish);
    found.map(Some).map_err(|reason| {
        let Some(wrong) = wrong.take() else { return Fault::new(span, reason) };
        // What is wrong with the numbers' form says nothing of all their values.
        let rest = match &reason {
            Reason::NoWay { rest, .. } => rest.clone(),
            Reason::Cute(error) => match **error {
                CuteError::Search { limit, .. } => Rest::Unknown(limit.to_string()).to_string(),
                _ => return wrong,
            },
            _ => return wrong,
        };
        let why = Some(wrong.reason.to_string());
        Fault::new(wrong.span, Reason::NoWay { why, rest })
    })
}

/// The layout of a shape and a stride, nested alike.
fn joined(
    (shape, at_shape): (&Numbers, &Range<usize>),
    (stride, at_stride): (&Numbers, &Range<usize>),
) -> Result<Layout<Sym>, Fault> {
    match (shape, stride) {
        (Numbers::Tuple(extents), Numbers::Tuple(strides)) if extents.len() == strides.len() => {
            let modes = extents.iter().zip(strides);
            let modes =
                modes.map(|(extent, stride)| joined((extent, at_shape), (stride, at_stride)));
            let modes: Vec<Layout<Sym>> = modes.collect::<Result<_, _>>()?;
            Layout::concat(modes.iter().map(Layout::view))
                .map_err(|error| Fault::new(at_shape.clone(), error))
        }
        (Numbers::One(extent), Numbers::One(stride)) => {
            // Of other values there is no member.
            if extent.is_negative(&mut ()) {
                let (operation, what, number) = ("layout", "extent", extent.to_string());
                let error = CuteError::Negative { operation, what, number };
                return Err(Fault::new(at_shape.clone(), error));
            }
            Ok(Layout::leaf(extent.clone(), stride.clone()))
        }
        _ => {
            let (what, expected) = ("the stride".to_owned(), "of the shape's structure");
            let found = "of another".to_owned();
            Err(Fault::new(at_stride.clone(), Reason::Kind { what, expected, found }))
        }
    }
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
    if !b.is_negative(&mut ()) {
        return a.floor(b);
    }
    let minus = Sym::from(-1);
    a.times(&minus)?.floor(&b.times(&minus)?)
}

/// Of numbers what they give: -2^63 is divided, though it cannot be turned round.
fn combined(a: &Sym, sign: Sign, b: &Sym) -> Option<Sym> {
    if let (Some(a), Some(b)) = (a.normalized().as_constant(), b.normalized().as_constant()) {
        return sign.apply(a, b).map(Sym::from);
    }
    let minus = |a: &Sym, b: &Sym| a.plus(&b.times(&Sym::from(-1))?);
    match sign {
        Sign::Over | Sign::Modulo if b.as_constant() == Some(0) => None,
        Sign::Plus => a.plus(b),
        Sign::Minus => minus(a, b),
        Sign::Times => a.times(b),
        Sign::Over => floor(a, b),
        Sign::Modulo => minus(a, &b.times(&floor(a, b)?)?),
    }
}
