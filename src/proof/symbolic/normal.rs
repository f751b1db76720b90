//! Sums in which quotients are as few as can be, so that equal ones are written alike.
//!
//! | written | is |
//! |---|---|
//! | `a mod d` | `a - d * (a floordiv d)` |
//! | `(d * a + b) floordiv d` | `a + b floordiv d` |
//! | `b floordiv d`, `b` from 0 and below `d` | `0` |
//! | `(a floordiv c + b) floordiv d` | `(a + c * b) floordiv (c * d)` |
//! | `(c * a + b) floordiv (c * d)`, `b` from 0 and below `c` | `a floordiv d` |
//!
//! ```text
//! (i mod n) + n * (i floordiv n)      i
//! (n * i + j) floordiv n, j lt n      i
//! ```
//!
//! Operands of other operations are brought to normal form, so that equal ones are one variable.
//!
//! **The law.** Each line holds for all values of what stands in it, `c` and `d` positive. Whether
//! a number divides another, or lies below it, is a question to the scope.

use super::argue::Question;
use super::form::{Form, Variable};
use crate::family::Sym;

/// How often a quotient may be brought to one of other numbers.
const MOST_TURNS: usize = 8;

impl Question {
    /// The form, normal; `None` where a number grows too large, or divides and is not positive.
    pub fn normal(&mut self, form: &Form) -> Option<Form> {
        let mut sum = Form::constant(form.constant.clone());
        for (place, factor) in &form.terms {
            let value = match self.forms.variables.get(*place)?.clone() {
                Variable::Axis(_) => Form::variable(*place),
                Variable::Quotient(dividend, divisor) => {
                    let dividend = self.normal(&dividend)?;
                    self.quotient(&dividend, &divisor, MOST_TURNS)?
                }
                Variable::Rest(dividend, divisor) => {
                    let dividend = self.normal(&dividend)?;
                    let quotient = self.quotient(&dividend, &divisor, MOST_TURNS)?;
                    dividend.plus(-1, &quotient.times(&divisor)?)?
                }
                Variable::Opaque(op, left, right) => {
                    let (left, right) = (self.normal(&left)?, self.normal(&right)?);
                    self.forms.variable(Variable::Opaque(op, left, right))
                }
            };
            sum = sum.plus(1, &value.times(factor)?)?;
        }
        Some(sum)
    }

    /// The quotient of a normal form.
    fn quotient(&mut self, dividend: &Form, divisor: &Sym, turns: usize) -> Option<Form> {
        let turns = turns.checked_sub(1)?;
        if !Sym::from(0).assumed_less(divisor) {
            return None;
        }
        let (mut whole, rest) = multiples(dividend, divisor)?;
        if self.is_below(&rest, divisor) {
            return Some(whole);
        }
        if let Some(number) = rest.as_number() {
            return whole.plus(1, &Form::constant(number.rounded(divisor, false)));
        }
        for (_, unit) in &rest.terms {
            if let Some(smaller) = larger_than_one(unit).then(|| exact(divisor, unit)).flatten() {
                let (units, below) = multiples(&rest, unit)?;
                if self.is_below(&below, unit) {
                    whole = whole.plus(1, &self.quotient(&units, &smaller, turns)?)?;
                    return Some(whole);
                }
            }
        }
        let more = match self.inner(&rest) {
            Some((dividend, by, others)) => {
                let dividend = dividend.plus(1, &others.times(&by)?)?;
                self.quotient(&dividend, &by.times(divisor)?, turns)?
            }
            None => self.forms.variable(Variable::Quotient(rest, divisor.clone())),
        };
        whole.plus(1, &more)
    }

    /// Whether a form lies from 0 on and below a number; no where its ends are not seen.
    fn is_below(&self, form: &Form, end: &Sym) -> bool {
        self.range(form).is_some_and(|(lo, hi)| !lo.assumed_negative() && hi.assumed_less(end))
    }

    /// What is divided, and by what, in a quotient that stands once in a form, and the other terms.
    fn inner(&self, form: &Form) -> Option<(Form, Sym, Form)> {
        form.terms.iter().find_map(|(place, factor)| match self.forms.variables.get(*place)? {
            Variable::Quotient(dividend, divisor) if factor.as_constant() == Some(1) => {
                let others = form.plus(-1, &Form::variable(*place))?;
                Some((dividend.clone(), divisor.clone(), others))
            }
            _ => None,
        })
    }

    /// The value of a normal form at a point, if it is seen.
    pub fn value(&self, form: &Form, point: &[Sym]) -> Option<Sym> {
        let mut sum = form.constant.clone();
        for (place, factor) in &form.terms {
            let value = match self.forms.variables.get(*place)? {
                Variable::Axis(axis) => point.get(*axis)?.clone(),
                Variable::Quotient(dividend, divisor) => {
                    self.value(dividend, point)?.rounded(divisor, false)
                }
                Variable::Opaque(op, left, right) => {
                    let [left, right] = [left, right].map(|side| self.value(side, point));
                    let (left, right) = (left?.as_constant()?, right?.as_constant()?);
                    Sym::from(op.apply(left, right).ok()?)
                }
                Variable::Rest(..) => return None,
            };
            sum = sum.plus(&factor.times(&value)?)?;
        }
        Some(sum)
    }
}

/// A form as a multiple of a number and the terms that are seen to be none.
fn multiples(form: &Form, number: &Sym) -> Option<(Form, Form)> {
    let (mut whole, mut rest) = (Form::constant(Sym::from(0)), Form::constant(Sym::from(0)));
    match exact(&form.constant, number) {
        Some(quotient) => whole.constant = quotient,
        None => rest.constant = form.constant.clone(),
    }
    for (place, factor) in &form.terms {
        let variable = Form::variable(*place);
        match exact(factor, number) {
            Some(factor) => whole = whole.plus(1, &variable.times(&factor)?)?,
            None => rest = rest.plus(1, &variable.times(factor)?)?,
        }
    }
    Some((whole, rest))
}

/// Whether a constant is 2 or more, or a number with parameters seen to be positive.
fn larger_than_one(number: &Sym) -> bool {
    let least = if number.as_constant().is_some() { -2 } else { -1 };
    number.plus(&Sym::from(least)).is_some_and(|rest| rest.surely_not_negative())
}

/// The quotient of numbers, where it comes out even. That a number divides 1 is not asked.
fn exact(number: &Sym, divisor: &Sym) -> Option<Sym> {
    match (number.as_constant(), divisor.as_constant()) {
        (Some(0), _) => Some(Sym::from(0)),
        (Some(number), Some(divisor)) => {
            let even = number.checked_rem(divisor)? == 0;
            even.then(|| number.checked_div(divisor)).flatten().map(Sym::from)
        }
        (Some(_), None) => None,
        (None, _) => number.divided_by(divisor),
    }
}
