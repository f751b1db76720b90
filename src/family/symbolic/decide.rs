//! What a [`Scope`] answers: from what it knows, or with an assumption.
//!
//! | asked | open | first | then |
//! |---|---|---|---|
//! | is `a` less than `b` | assumed | yes | no |
//! | is `a` negative, is it 0 or 1, is it `b` | assumed | no | yes |
//! | does `b` divide `a` | yes is assumed | yes | no, and nothing is |
//!
//! Which answer comes first is what leads on; [`search`](Scope::search) turns one after the other
//! round. **The law.** On a way, what was answered is so for all values for which its guard holds.

use super::facts::Divisibility;
use super::guard::{Condition, Relation};
use super::polynomial::Poly;
use super::scope::Scope;

impl Scope {
    /// Whether the two are always equal, as far as is seen. "No" is not an assumption: who asks
    /// only wants to save work.
    pub(super) fn surely_equal(&self, a: &Poly, b: &Poly) -> bool {
        a.minus(b).is_some_and(|difference| self.normal(&difference).is_zero())
    }

    /// Whether a number is never negative, as far as is seen.
    pub(super) fn surely_nonnegative(&self, poly: &Poly) -> bool {
        self.asked().facts.is_nonnegative(poly)
    }

    /// Whether `a < b`; assumed, first yes and then no, where that is open.
    pub(super) fn less(&self, a: &Poly, b: &Poly) -> bool {
        let mut state = self.asked();
        match state.facts.is_less(a, b) {
            Some(known) => known,
            None => {
                let answer = state.choose();
                let (a, b) = (state.facts.normal(a), state.facts.normal(b));
                if answer {
                    state.assume(Condition::new(Relation::Lt, a, b));
                } else {
                    state.assume(Condition::new(Relation::Le, b, a));
                }
                answer
            }
        }
    }

    /// Whether `poly < 0`; assumed, first no and then yes, where that is open.
    pub(super) fn negative(&self, poly: &Poly) -> bool {
        let mut state = self.asked();
        let zero = Poly::default();
        match state.facts.is_less(poly, &zero) {
            Some(known) => known,
            None => {
                let answer = !state.choose();
                let poly = state.facts.normal(poly);
                if answer {
                    state.assume(Condition::new(Relation::Lt, poly, zero));
                } else {
                    state.assume(Condition::new(Relation::Le, zero, poly));
                }
                answer
            }
        }
    }

    /// Whether `a` is `b`; assumed, first no and then yes, where that is open.
    pub(super) fn same(&self, a: &Poly, b: &Poly) -> bool {
        match a.minus(b) {
            Some(difference) => self.equals(&difference, 0),
            None => {
                self.give_up();
                false
            }
        }
    }

    /// Whether `poly` is this number; assumed, first no and then yes, where that is open.
    pub(super) fn equals(&self, poly: &Poly, number: i128) -> bool {
        let mut state = self.asked();
        let Some(above) = poly.minus(&Poly::constant(number)) else {
            state.given_up = true;
            return false;
        };
        let above = state.facts.normal(&above);
        if let Some(known) = state.facts.is_zero(&above) {
            return known;
        }
        let reduced = above.exactly_by(&Poly::constant(above.content()));
        let (left, right) = reduced.unwrap_or(above).two_sides();
        let differ = Condition::new(Relation::Ne, left.clone(), right.clone());
        if state.conditions.contains(&differ) {
            return false;
        }
        let answer = !state.choose();
        state.assume(if answer { Condition::new(Relation::Eq, left, right) } else { differ });
        answer
    }

    /// The quotient, where `b` divides `a`; assumed, first yes and then no, where that is open.
    /// "No" is not written down: who is told so looks for another way, and may be right with it
    /// all the same.
    pub(super) fn quotient(&self, a: &Poly, b: &Poly) -> Option<Poly> {
        let mut state = self.asked();
        let (a, b) = (state.facts.normal(a), state.facts.normal(b));
        if Poly::default().minus(&b).is_none_or(|turned| state.facts.is_nonnegative(&turned)) {
            return None;
        }
        match state.facts.divides(&b, &a) {
            Divisibility::Yes(quotient) => {
                state.assume_positive(&b);
                return Some(quotient);
            }
            Divisibility::No => return None,
            Divisibility::Open => {}
        }
        let named = state.facts.quotient(&a, &b);
        state.unnamed |= named.is_none();
        let named = named.filter(|_| !state.has_declined(&b, &a) && state.choose());
        let Some(named) = named else {
            state.declined.push((b, a));
            return None;
        };
        if !state.facts.is_nonnegative(&b) {
            state.assume_positive(&b);
        }
        state.assume(Condition::new(Relation::Divides, b.clone(), a.clone()));
        let (dividend, divisor) = (state.facts.normal(&a), state.facts.normal(&b));
        Some(dividend.exactly_by(&divisor).unwrap_or_else(|| state.facts.normal(&named)))
    }

    /// `a floordiv b`, both positive; rounded up if `up`.
    pub(super) fn rounded(&self, a: &Poly, b: &Poly, up: bool) -> Option<Poly> {
        let mut state = self.asked();
        let (a, b) = (state.facts.normal(a), state.facts.normal(b));
        state.assume_positive(&b);
        if let Divisibility::Yes(quotient) = state.facts.divides(&b, &a) {
            return Some(quotient);
        }
        let dividend = if up { a.plus(&b)?.minus(&Poly::constant(1))? } else { a.clone() };
        if let (Some(dividend), Some(divisor)) = (dividend.as_constant(), b.as_constant()) {
            return Some(Poly::constant(dividend.checked_div_euclid(divisor)?));
        }
        state.facts.learn_floor(&dividend, &b);
        state.facts.quotient(&dividend, &b)
    }
}
