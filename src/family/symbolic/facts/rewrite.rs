//! What becomes of a number under the rules.
//!
//! ```text
//! with 12 divides t     normal     t * 2            ->  24 * (t floordiv 12)
//!                       readable   24 * (t floordiv 12)  ->  2 * t
//! ```
//!
//! **The law.** Where every recorded condition holds, a number keeps its value.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::Facts;
use super::rules::turned_back;
use crate::family::symbolic::polynomial::{Atom, Poly, Quotient, divided};

/// How often rules are applied to one polynomial; what is left then is right all the same.
const REWRITES: usize = 128;

/// Quotients by their place, which they keep, with what they become.
type Turned = HashMap<*const Quotient, (Rc<Quotient>, Option<Poly>)>;

impl Facts {
    /// The polynomial with the rules applied.
    pub fn normal(&self, poly: &Poly) -> Poly {
        let mut poly = poly.clone();
        for _ in 0..REWRITES {
            match self.rewritten(&poly) {
                Some(next) => poly = next,
                None => break,
            }
        }
        poly
    }

    /// The polynomial with the rules applied, without quotients that are then known to be
    /// polynomials.
    pub fn resolved(&self, poly: &Poly) -> Poly {
        let known = |atom: &Atom| {
            if let Atom::Quotient(quotient) = atom
                && let (dividend, divisor) =
                    (self.normal(&quotient.dividend), self.normal(&quotient.divisor))
                && let Some(whole) = dividend.exactly_by(&divisor)
            {
                return Some(whole);
            }
            Some(Poly::atom(atom.clone()))
        };
        self.normal(&poly.with_atoms(&known).unwrap_or_else(|| poly.clone()))
    }

    /// `dividend floordiv divisor`, both in normal form: under the name that it has already, if
    /// its parts had other names before. `None` if quotients would be nested too deeply.
    pub fn quotient(&mut self, dividend: &Poly, divisor: &Poly) -> Option<Poly> {
        let parts = |quotient: &Poly| match quotient.terms() {
            [(monomial, 1)] => match monomial.as_slice() {
                [(Atom::Quotient(quotient), 1)] => Some(
                    self.normal(&quotient.dividend) == *dividend
                        && self.normal(&quotient.divisor) == *divisor,
                ),
                _ => None,
            },
            _ => None,
        };
        if let Some(known) = self.quotients.iter().find(|quotient| parts(quotient) == Some(true)) {
            return Some(self.normal(known));
        }
        let quotient = Poly::quotient(dividend.clone(), divisor.clone())?;
        self.quotients.push(quotient.clone());
        Some(quotient)
    }

    /// One rule applied to one term.
    fn rewritten(&self, poly: &Poly) -> Option<Poly> {
        for (monomial, factor) in poly.terms() {
            if !self.steps.take(self.rules.len()) {
                return None;
            }
            for rule in &self.rules {
                let times = factor / rule.factor;
                if times == 0 {
                    continue;
                }
                let Some(rest) = divided(monomial, &rule.pattern) else { continue };
                let replaced = Poly::monomial(monomial.clone(), times.checked_mul(rule.factor)?);
                let new = rule.replacement.times_monomial(&rest, times)?;
                return poly.minus(&replaced)?.plus(&new);
            }
        }
        None
    }

    /// The polynomial with whole quotients written as what they are quotients of: with
    /// `12 divides t`, `24 * (t floordiv 12)` is `2 * t`, and `3 * (t floordiv 12)` is
    /// `t floordiv 4`.
    pub fn readable(&self, poly: &Poly) -> Poly {
        let known = RefCell::new(HashMap::new());
        self.turned(self.resolved(poly), &known)
    }

    /// Rules applied from right to left, in quotients too; each quotient is looked at once.
    fn turned(&self, mut poly: Poly, known: &RefCell<Turned>) -> Poly {
        for _ in 0..REWRITES {
            if !self.steps.take(self.rules.len() * poly.terms().len()) {
                break;
            }
            match self.rules.iter().rev().find_map(|rule| turned_back(rule, &poly)) {
                Some(next) => poly = next,
                None => break,
            }
        }
        let inside = |atom: &Atom| {
            let Atom::Quotient(quotient) = atom else { return Some(Poly::atom(atom.clone())) };
            let place = Rc::as_ptr(quotient);
            if let Some((_, turned)) = known.borrow().get(&place) {
                return turned.clone();
            }
            let dividend = self.turned(quotient.dividend.clone(), known);
            let divisor = self.turned(quotient.divisor.clone(), known);
            let turned = Poly::quotient(dividend, divisor);
            known.borrow_mut().insert(place, (quotient.clone(), turned.clone()));
            turned
        };
        poly.with_atoms(&inside).unwrap_or(poly)
    }
}
