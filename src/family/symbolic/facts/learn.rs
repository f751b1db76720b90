//! What a condition adds to what is known.
//!
//! ```text
//! 12 divides t      a rule; 1 <= 12; if t >= 1, also 12 <= t and 1 <= t floordiv 12
//! a lt b            b - a - 1 >= 0
//! a eq b            both a - b >= 0 and b - a >= 0, and a rule
//! a ne b            the one that is above by at least 1, if it is known which; else that a - b is not 0
//! ```
//!
//! **The law.** Nothing is learnt that the condition, with what was known before, does not say.

use super::Facts;
use super::bounds::NESTING;
use super::rules::{Rule, lead_rule, linear_rule, product_rule};
use crate::family::symbolic::guard::{Condition, Relation};
use crate::family::symbolic::polynomial::{Poly, degree, divided};

/// How many rules, and how many inequalities, are kept; what is not kept is not known.
const MOST_KNOWN: usize = 48;

impl Facts {
    /// Records a condition.
    pub fn learn(&mut self, condition: &Condition) {
        self.members.restrict(condition);
        let (left, right) = condition.sides();
        let (left, right) = (self.resolved(left), self.resolved(right));
        let one = Poly::constant(1);
        match condition.relation() {
            Relation::Divides => {
                if let Some(divisor) = self.positive(&left) {
                    self.learn_divides(&divisor, &right);
                }
            }
            Relation::Le => self.learn_le(&left, &right),
            Relation::Lt => {
                if let Some(next) = left.plus(&one) {
                    self.learn_le(&next, &right);
                }
            }
            Relation::Eq => {
                if let Some(difference) = left.minus(&right) {
                    self.learn_zero(&difference);
                }
            }
            Relation::Ne => {
                let above = left.minus(&right).filter(|rest| self.is_nonnegative(rest));
                let below = right.minus(&left).filter(|rest| self.is_nonnegative(rest));
                match (above.or(below), left.minus(&right)) {
                    (Some(positive), _) => self.learn_le(&one, &positive),
                    (None, Some(apart)) if self.apart.len() < MOST_KNOWN => self.apart.push(apart),
                    _ => {}
                }
                self.check_apart();
            }
        }
    }

    /// Records that a polynomial is not negative.
    pub fn learn_nonnegative(&mut self, poly: &Poly) {
        let poly = self.normal(poly);
        match poly.as_constant() {
            Some(value) => self.impossible |= value < 0,
            None if self.nonnegative.len() < MOST_KNOWN => {
                self.impossible |= self.interval(&poly, NESTING).1.is_some_and(|most| most < 0);
                self.nonnegative.push(poly.clone());
                self.pin(&poly);
            }
            None => {}
        }
    }

    /// If an inequality speaks of one atom alone: what it leaves of the atom's values.
    fn pin(&mut self, poly: &Poly) {
        let ([(monomial, _)] | [(monomial, _), _]) = poly.terms() else { return };
        let [(atom, 1)] = monomial.as_slice() else { return };
        if let (Some(least), Some(most)) = self.bounds(atom, NESTING) {
            self.impossible |= least > most;
            if least == most {
                let (pattern, replacement) = (monomial.clone(), Poly::constant(least));
                self.learn_rule(Some(Rule { pattern, factor: 1, replacement }));
            }
        }
    }

    /// Adds a rule, and applies it to what is known.
    fn learn_rule(&mut self, rule: Option<Rule>) {
        let Some(rule) = rule.filter(|_| self.learnt < MOST_KNOWN) else { return };
        self.learnt += 1;
        self.rules.push(rule.clone());
        for fact in std::mem::take(&mut self.nonnegative) {
            self.learn_nonnegative(&fact);
        }
        // A product in which an atom is known now says what the rest is.
        let changed = |old: &&Rule| {
            degree(&old.pattern) > 1
                && old.pattern != rule.pattern
                && divided(&old.pattern, &rule.pattern).is_some()
        };
        self.check_apart();
        let products: Vec<Rule> = self.rules.iter().filter(changed).cloned().collect();
        self.rules.retain(|old| !changed(&old));
        for product in products {
            let equation = Poly::monomial(product.pattern, product.factor);
            if let Some(difference) = equation.minus(&product.replacement) {
                self.learn_zero(&self.normal(&difference));
            }
        }
    }

    /// Whether what is not 0 is.
    fn check_apart(&mut self) {
        self.impossible |= self.apart.iter().any(|apart| self.normal(apart).is_zero());
    }

    /// Records `lo <= hi`.
    pub fn learn_le(&mut self, lo: &Poly, hi: &Poly) {
        if let Some(difference) = hi.minus(lo) {
            self.learn_nonnegative(&difference);
        }
    }

    /// Records that `divisor`, positive, divides `dividend`; both in normal form.
    pub fn learn_divides(&mut self, divisor: &Poly, dividend: &Poly) {
        let one = Poly::constant(1);
        self.learn_le(&one, divisor);
        let Some(quotient) = self.quotient(dividend, divisor) else { return };
        if self.is_nonnegative(dividend) {
            let positive = dividend.minus(&one).is_some_and(|rest| self.is_nonnegative(&rest));
            self.learn_le(&Poly::constant(positive.into()), &quotient);
            if positive {
                self.learn_le(divisor, dividend);
            }
        }
        self.learn_rule(product_rule(divisor, &quotient, dividend));
    }

    /// Records what floor division says: `0 <= dividend - divisor * quotient < divisor`.
    pub fn learn_floor(&mut self, dividend: &Poly, divisor: &Poly) {
        let Some(quotient) = self.quotient(dividend, divisor) else { return };
        let rest = divisor.times(&quotient).and_then(|product| dividend.minus(&product));
        if let Some(rest) = rest {
            self.learn_nonnegative(&rest);
            let below = divisor.minus(&rest).and_then(|p| p.minus(&Poly::constant(1)));
            if let Some(below) = below {
                self.learn_nonnegative(&below);
            }
        }
    }

    /// Records that a polynomial is 0.
    pub fn learn_zero(&mut self, poly: &Poly) {
        let shared = poly.content();
        let reduced = poly.exactly_by(&Poly::constant(shared.max(1)));
        let poly = &reduced.unwrap_or_else(|| poly.clone());
        self.learn_nonnegative(poly);
        if let Some(negative) = Poly::default().minus(poly) {
            self.learn_nonnegative(&negative);
        }
        let rule = linear_rule(poly, &Poly::default()).or_else(|| lead_rule(poly));
        // What stands for an atom lies where the atom does.
        let ends = rule.as_ref().and_then(|rule| match (rule.pattern.as_slice(), rule.factor) {
            ([(atom, 1)], 1) => Some((self.bounds(atom, NESTING), rule.replacement.clone())),
            _ => None,
        });
        self.learn_rule(rule);
        if let Some(((least, most), replacement)) = ends {
            if let Some(least) = least {
                self.learn_le(&Poly::constant(least), &replacement);
            }
            if let Some(most) = most {
                self.learn_le(&replacement, &Poly::constant(most));
            }
        }
    }
}
