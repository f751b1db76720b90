//! [`Facts`]: what is known of polynomials, and what follows from it.
//!
//! | known | kept as | so that |
//! |---|---|---|
//! | `12 divides t` | the rule `t = 12 * (t floordiv 12)` | `4 divides t`; `t * 2` is `24 * …` |
//! | `t divides 12` | the rule `t * (12 floordiv t) = 12`, `1 <= t <= 12` | the tile times the tiles is 12 |
//! | `a le b` | `b - a >= 0` | `a - 3 lt b` |
//!
//! A polynomial is not negative if, with each atom counted from its least value, no factor is
//! negative; or if its interval says so; or if it is the sum of one that is and a multiple of a
//! fact; or if that holds of its product with a positive atom. Each of these is an argument, none
//! a search: what is not found is *undecided*.
//!
//! **The law.** Where every recorded condition holds, what is decided is so.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::guard::{Condition, Relation};
use super::polynomial::{Atom, Monomial, Poly, Quotient, degree, divided};
use super::steps::Steps;
use crate::family::parameter::{Parameter, Parameters};

/// How often rules are applied to one polynomial; what is left then is right all the same.
const REWRITES: usize = 128;
/// How many facts and factors one argument may combine.
const DEPTH: usize = 2;
/// How many polynomials one argument may look at.
const MOST_STEPS: usize = 200;
/// How many rules, and how many inequalities, are kept; what is not kept is not known.
const MOST_KNOWN: usize = 48;
/// Quotients nested deeper than this have no known interval.
const NESTING: usize = 12;

/// `factor * pattern` is `replacement`.
#[derive(Clone, Debug)]
struct Rule {
    pattern: Monomial,
    factor: i128,
    replacement: Poly,
}

/// Rules and inequalities; see the source file's header.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    parameters: Parameters,
    rules: Vec<Rule>,
    /// The quotients that have a name.
    quotients: Vec<Poly>,
    /// How many rules there were, those that others replaced too.
    learnt: usize,
    /// Polynomials that are not negative.
    nonnegative: Vec<Poly>,
    /// What was learnt contradicts itself: no values are like this.
    impossible: bool,
    /// Where the work done is taken from.
    steps: Steps,
}

/// Quotients by their place, which they keep, with what they become.
type Turned = HashMap<*const Quotient, (Rc<Quotient>, Option<Poly>)>;

/// Whether one polynomial divides another, always.
pub(super) enum Divisibility {
    /// Yes, with this quotient.
    Yes(Poly),
    /// Never.
    No,
    /// That depends on the parameters, or is not seen.
    Open,
}

impl Facts {
    /// What the parameters' ranges and divisors say; work is taken from `steps`.
    pub fn of(parameters: &Parameters, steps: &Steps) -> Facts {
        let (parameters, steps) = (parameters.clone(), steps.clone());
        let mut facts = Facts { parameters, steps, ..Facts::default() };
        for (position, parameter) in facts.parameters.clone().iter().enumerate() {
            if parameter.multiple_of() > 1 {
                let by = Poly::constant(parameter.multiple_of().into());
                facts.learn_divides(&by, &parameter_poly(position, parameter));
            }
        }
        facts
    }

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

    /// The polynomial without quotients that are known to be polynomials.
    fn resolved(&self, poly: &Poly) -> Poly {
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
        poly.with_atoms(&known).unwrap_or_else(|| poly.clone())
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
        self.turned(self.normal(&self.resolved(poly)), &known)
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

    /// Records a condition.
    pub fn learn(&mut self, condition: &Condition) {
        let (left, right) = condition.sides();
        let (left, right) = (self.resolved(left), self.resolved(right));
        let (left, right) = (self.normal(&left), self.normal(&right));
        let one = Poly::constant(1);
        match condition.relation() {
            Relation::Divides => self.learn_divides(&left, &right),
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
                if let Some(positive) = above.or(below) {
                    self.learn_le(&one, &positive);
                }
            }
        }
    }

    /// Whether a condition always holds, as far as is seen.
    pub fn implies(&self, condition: &Condition) -> bool {
        let (left, right) = condition.sides();
        let (left, right) = (self.resolved(left), self.resolved(right));
        let (left, right) = (self.normal(&left), self.normal(&right));
        match condition.relation() {
            Relation::Divides => {
                let one = Poly::constant(1);
                self.is_less(&left, &one) == Some(false)
                    && matches!(self.divides(&left, &right), Divisibility::Yes(_))
            }
            Relation::Le => self.is_less(&right, &left) == Some(false),
            Relation::Lt => self.is_less(&left, &right) == Some(true),
            Relation::Eq => left == right,
            Relation::Ne => {
                left.minus(&right).is_some_and(|rest| self.is_zero(&rest) == Some(false))
            }
        }
    }

    /// Whether `a < b`, if that is seen.
    pub fn is_less(&self, a: &Poly, b: &Poly) -> Option<bool> {
        let difference = b.minus(a)?;
        let above = difference.minus(&Poly::constant(1))?;
        if self.is_nonnegative(&above) {
            return Some(true);
        }
        let negative = Poly::default().minus(&difference)?;
        self.is_nonnegative(&negative).then_some(false)
    }

    /// Whether a polynomial, in normal form, is 0, if that is seen.
    pub fn is_zero(&self, poly: &Poly) -> Option<bool> {
        if poly.is_zero() {
            return Some(true);
        }
        let zero = Poly::default();
        let apart =
            self.is_less(&zero, poly) == Some(true) || self.is_less(poly, &zero) == Some(true);
        apart.then_some(false)
    }

    /// Records that a polynomial is not negative.
    pub fn learn_nonnegative(&mut self, poly: &Poly) {
        let poly = self.normal(poly);
        match poly.as_constant() {
            Some(value) => self.impossible |= value < 0,
            None if self.nonnegative.len() < MOST_KNOWN => {
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

    /// Whether what was learnt is seen to contradict itself.
    pub fn is_impossible(&self) -> bool {
        self.impossible
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
        let products: Vec<Rule> = self.rules.iter().filter(changed).cloned().collect();
        self.rules.retain(|old| !changed(&old));
        for product in products {
            let equation = Poly::monomial(product.pattern, product.factor);
            if let Some(difference) = equation.minus(&product.replacement) {
                self.learn_zero(&self.normal(&difference));
            }
        }
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
        self.learn_rule(linear_rule(poly, &Poly::default()).or_else(|| lead_rule(poly)));
    }

    /// Whether a polynomial is never negative, as far as is seen.
    pub fn is_nonnegative(&self, poly: &Poly) -> bool {
        self.nonnegative_within(poly, DEPTH, &mut { MOST_STEPS })
    }

    fn nonnegative_within(&self, poly: &Poly, depth: usize, steps: &mut usize) -> bool {
        let Some(left) = steps.checked_sub(1) else { return false };
        *steps = left;
        if !self.steps.take(poly.terms().len() * self.nonnegative.len()) {
            return false;
        }
        let poly = &self.normal(poly);
        let is_least = |least: i128| least >= 0;
        if self.interval(poly, NESTING).0.is_some_and(is_least)
            || self.least_by_shift(poly).is_some_and(is_least)
        {
            return true;
        }
        let Some(depth) = depth.checked_sub(1).filter(|_| poly.as_constant().is_none()) else {
            return false;
        };
        let by_fact = self.nonnegative.iter().any(|fact| {
            multiples(poly, fact).into_iter().any(|times| {
                let rest = poly.plus_scaled(fact, -times);
                rest.is_some_and(|rest| {
                    rest.terms().len() <= poly.terms().len()
                        && self.nonnegative_within(&rest, depth, steps)
                })
            })
        });
        by_fact
            || self.factors().iter().any(|factor| {
                // With f >= 1, p >= 0 exactly if f * p >= 0, exactly if f * p + f - 1 >= 0.
                let product = poly.times(factor).map(|product| self.normal(&product));
                product.filter(|product| product.degree() <= poly.degree()).is_some_and(|product| {
                    let slack = product.plus(factor).and_then(|p| p.minus(&Poly::constant(1)));
                    self.nonnegative_within(&product, depth, steps)
                        || slack.is_some_and(|slack| self.nonnegative_within(&slack, depth, steps))
                })
            })
    }

    /// Whether every divisor in a polynomial is seen to be positive.
    pub fn has_value(&self, poly: &Poly) -> bool {
        poly.quotients().all(|Quotient { dividend, divisor, .. }| {
            let above = divisor.minus(&Poly::constant(1));
            above.is_some_and(|above| self.is_nonnegative(&above))
                && self.has_value(dividend)
                && self.has_value(divisor)
        })
    }

    /// Whether `divisor`, positive, divides `dividend`; both in normal form.
    pub fn divides(&self, divisor: &Poly, dividend: &Poly) -> Divisibility {
        if let Some(quotient) = dividend.exactly_by(divisor) {
            return Divisibility::Yes(quotient);
        }
        for factor in self.factors() {
            let scaled = |poly: &Poly| {
                let product = self.normal(&poly.times(&factor)?);
                (product.degree() <= poly.degree() + 1).then_some(product)
            };
            if let Some(quotient) =
                scaled(dividend).zip(scaled(divisor)).and_then(|(a, b)| a.exactly_by(&b))
            {
                return Divisibility::Yes(quotient);
            }
        }
        let one = Poly::constant(1);
        let positive = dividend.minus(&one).is_some_and(|rest| self.is_nonnegative(&rest));
        let below = divisor.minus(dividend).and_then(|rest| rest.minus(&one));
        if positive && below.is_some_and(|rest| self.is_nonnegative(&rest)) {
            return Divisibility::No;
        }
        if let Some(divisor) = divisor.as_constant().filter(|divisor| *divisor > 1) {
            let rest = dividend.terms().iter().filter(|(m, _)| !m.is_empty());
            if rest.into_iter().all(|(_, factor)| factor % divisor == 0) {
                return Divisibility::No;
            }
        }
        Divisibility::Open
    }

    /// Positive atoms that a rule takes away when it meets their partners.
    fn factors(&self) -> Vec<Poly> {
        let products = self.rules.iter().filter(|rule| degree(&rule.pattern) > 1);
        let mut atoms: Vec<&Atom> =
            products.flat_map(|rule| rule.pattern.iter().map(|(atom, _)| atom)).collect();
        atoms.sort();
        atoms.dedup();
        let positive = |atom: &&Atom| self.bounds(atom, NESTING).0.is_some_and(|least| least >= 1);
        atoms.into_iter().filter(positive).map(|atom| Poly::atom(atom.clone())).collect()
    }

    /// A number that a polynomial is never below: with each atom written as its least value and
    /// what is above it, the constant, where no other factor is negative.
    fn least_by_shift(&self, poly: &Poly) -> Option<i128> {
        let mut shifted = Poly::default();
        for (monomial, factor) in poly.terms() {
            let mut product = Poly::constant(*factor);
            for (atom, power) in monomial {
                let least = self.bounds(atom, NESTING).0?;
                let moved = Poly::atom(atom.clone()).plus(&Poly::constant(least))?;
                for _ in 0..*power {
                    product = product.times(&moved)?;
                }
            }
            shifted = shifted.plus(&product)?;
        }
        let growing = shifted.terms().iter().all(|(m, factor)| m.is_empty() || *factor > 0);
        growing.then(|| shifted.base())
    }

    /// An interval that holds all values; open ends are `None`.
    fn interval(&self, poly: &Poly, nesting: usize) -> (Option<i128>, Option<i128>) {
        let (mut lo, mut hi) = (Some(0i128), Some(0i128));
        for (monomial, factor) in poly.terms() {
            let mut term = (Some(*factor), Some(*factor));
            for (atom, power) in monomial {
                let bounds = self.bounds(atom, nesting);
                for _ in 0..*power {
                    term = product(term, bounds);
                }
            }
            let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
            (lo, hi) = (sum(lo, term.0), sum(hi, term.1));
        }
        (lo, hi)
    }

    /// The least and the greatest value of an atom.
    fn bounds(&self, atom: &Atom, nesting: usize) -> (Option<i128>, Option<i128>) {
        if !self.steps.take(1 + self.nonnegative.len()) {
            return (None, None);
        }
        let (mut lo, mut hi) = self.own_bounds(atom, nesting);
        // What one atom alone is said to be.
        for fact in &self.nonnegative {
            let ([(monomial, factor)] | [(monomial, factor), _]) = fact.terms() else { continue };
            let rest = fact.terms().get(1);
            let alone = matches!(monomial.as_slice(), [(own, 1)] if own == atom)
                && rest.is_none_or(|(monomial, _)| monomial.is_empty());
            if alone && *factor > 0 {
                // factor * x + base >= 0
                lo = lo.max(fact.base().div_euclid(*factor).checked_neg());
            } else if alone
                && let Some(bound) = factor.checked_neg().map(|by| fact.base().div_euclid(by))
            {
                hi = Some(hi.map_or(bound, |hi| hi.min(bound)));
            }
        }
        (lo, hi)
    }

    fn own_bounds(&self, atom: &Atom, nesting: usize) -> (Option<i128>, Option<i128>) {
        let Some(nesting) = nesting.checked_sub(1) else { return (None, None) };
        match atom {
            Atom::Parameter { position, .. } => match self.parameters.iter().nth(*position) {
                Some(parameter) => (Some(parameter.first().into()), Some(parameter.last().into())),
                None => (None, None),
            },
            Atom::Quotient(quotient) => {
                let (lo, hi) = self.interval(&quotient.dividend, nesting);
                let (least, most) = self.interval(&quotient.divisor, nesting);
                if let (Some(divisor), true) = (least, least == most)
                    && divisor > 0
                {
                    let by = |end: Option<i128>| end.map(|end| end.div_euclid(divisor));
                    return (by(lo), by(hi));
                }
                if lo.is_none_or(|lo| lo < 0) {
                    return (None, None);
                }
                let least = least.unwrap_or(1).max(1);
                let lo = match (lo, most) {
                    (Some(lo), Some(most)) if most >= 1 => lo / most,
                    _ => 0,
                };
                (Some(lo), hi.map(|hi| hi / least))
            }
        }
    }
}

/// A rule `x = factor * q * rest` applied from right to left, once; `q` a quotient of `x`.
fn turned_back(rule: &Rule, poly: &Poly) -> Option<Poly> {
    let ([(whole, 1)], [(product, factor)]) = (&rule.pattern[..], rule.replacement.terms()) else {
        return None;
    };
    let is_of_whole = |(atom, _): &(Atom, u32)| match atom {
        Atom::Quotient(quotient) => quotient.dividend == Poly::atom(whole.clone()),
        Atom::Parameter { .. } => false,
    };
    if rule.factor != 1 || !product.iter().any(is_of_whole) {
        return None;
    }
    poly.terms().iter().find_map(|(monomial, own)| {
        let rest = divided(monomial, product)?;
        let (value, times) = if own.checked_rem(*factor)? == 0 {
            (Poly::atom(whole.clone()), own.checked_div(*factor)?)
        } else if let [(Atom::Quotient(quotient), 1)] = product.as_slice()
            && quotient.divisor.as_constant() == Some(*factor)
            && *own > 1
            && factor % own == 0
        {
            (Poly::quotient(Poly::atom(whole.clone()), Poly::constant(factor / own))?, 1)
        } else {
            return None;
        };
        let old = Poly::monomial(monomial.clone(), *own);
        poly.minus(&old)?.plus(&value.times_monomial(&rest, times)?)
    })
}

/// A parameter as a polynomial.
pub(super) fn parameter_poly(position: usize, parameter: &Parameter) -> Poly {
    Poly::atom(Atom::Parameter { position, name: parameter.name().into() })
}

/// `divisor * quotient = dividend` as a rule that ends: an atom of the dividend goes, or the
/// product does.
fn product_rule(divisor: &Poly, quotient: &Poly, dividend: &Poly) -> Option<Rule> {
    let product = divisor.times(quotient)?;
    if let Some(rule) = linear_rule(dividend, &product) {
        return Some(rule);
    }
    match product.terms() {
        [(pattern, factor)] if *factor > 0 => {
            Some(Rule { pattern: pattern.clone(), factor: *factor, replacement: dividend.clone() })
        }
        _ => None,
    }
}

/// `poly = 0`, solved for its greatest monomial.
fn lead_rule(poly: &Poly) -> Option<Rule> {
    let (pattern, factor) = poly.terms().first().filter(|(monomial, _)| degree(monomial) > 0)?;
    let rest = poly.minus(&Poly::monomial(pattern.clone(), *factor))?;
    let replacement = Poly::default().plus_scaled(&rest, -factor.signum())?;
    Some(Rule { pattern: pattern.clone(), factor: factor.checked_abs()?, replacement })
}

/// `poly = value`, solved for an atom that `value` does not need.
fn linear_rule(poly: &Poly, value: &Poly) -> Option<Rule> {
    let solvable = poly.terms().iter().find_map(|(monomial, factor)| match monomial.as_slice() {
        [(atom, 1)] if factor.abs() == 1 => {
            let rest = poly.minus(&Poly::monomial(monomial.clone(), *factor))?;
            (!rest.mentions(atom) && !value.mentions(atom)).then_some((monomial, *factor, rest))
        }
        _ => None,
    });
    let (pattern, factor, rest) = solvable?;
    let replacement = Poly::default().plus_scaled(&value.minus(&rest)?, factor)?;
    Some(Rule { pattern: pattern.clone(), factor: 1, replacement })
}

/// How often a fact may be taken from a polynomial so that a term goes or shrinks.
fn multiples(poly: &Poly, fact: &Poly) -> Vec<i128> {
    let mut multiples: Vec<i128> = Vec::new();
    for (monomial, factor) in fact.terms().iter().filter(|(monomial, _)| !monomial.is_empty()) {
        let own = poly.factor(monomial);
        if own != 0 && (own > 0) == (*factor > 0) {
            // Both have one sign, so the quotient is at most what either is; only -1 can overflow.
            let (Some(whole), Some(rest)) = (own.checked_div(*factor), own.checked_rem(*factor))
            else {
                continue;
            };
            let times = if *factor < 0 && rest != 0 { whole + 1 } else { whole };
            if times > 0 && !multiples.contains(&times) {
                multiples.push(times);
            }
        }
    }
    multiples
}

/// The product of two intervals.
fn product(
    a: (Option<i128>, Option<i128>),
    b: (Option<i128>, Option<i128>),
) -> (Option<i128>, Option<i128>) {
    match (a, b) {
        ((Some(a), Some(b)), (Some(c), Some(d))) => {
            let corners = [a.checked_mul(c), a.checked_mul(d), b.checked_mul(c), b.checked_mul(d)];
            let all: Option<Vec<i128>> = corners.into_iter().collect();
            match all {
                Some(all) => (all.iter().min().copied(), all.iter().max().copied()),
                None => (None, None),
            }
        }
        ((Some(a), _), (Some(b), _)) if a >= 0 && b >= 0 => (a.checked_mul(b), None),
        _ => (None, None),
    }
}
