//! [`Facts`]: what is known of polynomials, and what follows from it.
//!
//! | known | kept as | so that |
//! |---|---|---|
//! | `12 divides t` | the rule `t = 12 * (t floordiv 12)` | `4 divides t`; `t * 2` is `24 * …` |
//! | `t divides 12` | the rule `t * (12 floordiv t) = 12`, `1 <= t <= 12` | the tile times the tiles is 12 |
//! | `a le b` | `b - a >= 0` | `a - 3 lt b` |
//! | `a ne b` | `b - a`, which is not 0 | `2 * a ne 2 * b` |
//!
//! A polynomial is not negative if, with each atom counted from its least value, or a parameter from
//! a multiple of its quotient, no factor is negative; or if its interval says so; or if it is the sum
//! of one that is and a multiple of a fact; or if that holds of its product with a positive atom. Each
//! of these is an argument, none a search: what is not found is *undecided*.
//!
//! | file | has |
//! |---|---|
//! | this one | what follows: signs, divisibility |
//! | [`learn`] | what a condition adds |
//! | [`rewrite`], [`rules`] | equations, and what becomes of a number under them |
//! | [`bounds`] | intervals |
//! | [`members`] | values of the parameters that refute |
//!
//! **The law.** Where every recorded condition holds, what is decided is so.

use super::guard::{Condition, Guard, Relation};
use super::polynomial::{Atom, Poly, Quotient, degree};
use super::steps::Steps;
use crate::family::parameter::{Parameter, Parameters};

mod bounds;
mod learn;
mod members;
mod rewrite;
mod rules;

use bounds::NESTING;
pub(super) use members::Members;
use rules::Rule;

/// How many facts and factors one argument may combine.
const DEPTH: usize = 2;
/// How many polynomials one argument may look at.
const MOST_STEPS: usize = 200;

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
    /// Polynomials that are not 0, whatever their sign.
    apart: Vec<Poly>,
    /// What was learnt contradicts itself: no values are like this.
    impossible: bool,
    /// Some values that are.
    members: Members,
    /// Where the work done is taken from.
    steps: Steps,
}

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
        let members = Members::of(&parameters);
        let mut facts = Facts { parameters, steps, members, ..Facts::default() };
        for (position, parameter) in facts.parameters.clone().iter().enumerate() {
            if parameter.multiple_of() > 1 {
                let by = Poly::constant(parameter.multiple_of().into());
                facts.learn_divides(&by, &parameter_poly(position, parameter));
            }
        }
        facts
    }

    /// Whether a condition always holds, as far as is seen.
    pub fn implies(&self, condition: &Condition) -> bool {
        let (left, right) = condition.sides();
        let (left, right) = (self.resolved(left), self.resolved(right));
        match condition.relation() {
            Relation::Divides => self.positive(&left).is_some_and(|left| {
                let one = Poly::constant(1);
                self.is_less(&left, &one) == Some(false)
                    && matches!(self.divides(&left, &right), Divisibility::Yes(_))
            }),
            Relation::Le => self.is_less(&right, &left) == Some(false),
            Relation::Lt => self.is_less(&left, &right) == Some(true),
            Relation::Eq => left == right,
            Relation::Ne => {
                left.minus(&right).is_some_and(|rest| self.is_zero(&rest) == Some(false))
            }
        }
    }

    /// Whether a guard is seen to hold wherever these facts do: also that its conditions have values
    /// there, which `n * (4 floordiv n) ne 3` has not where `n` is 0.
    pub fn meets(&self, guard: &Guard) -> bool {
        guard.conditions().iter().all(|condition| {
            let (left, right) = condition.sides();
            self.implies(condition) && self.has_value(left) && self.has_value(right)
        })
    }

    /// The distance of a number from 0, if its sign is seen.
    pub fn positive(&self, poly: &Poly) -> Option<Poly> {
        if self.is_nonnegative(poly) {
            return Some(poly.clone());
        }
        Poly::default().minus(poly).filter(|turned| self.is_nonnegative(turned))
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
        let base = poly.base();
        let rest = poly.minus(&Poly::constant(base));
        let uneven = |rest: Poly| base.checked_rem(rest.content()).is_some_and(|rest| rest != 0);
        let apart = rest.is_some_and(uneven)
            || self.is_less(&zero, poly) == Some(true)
            || self.is_less(poly, &zero) == Some(true)
            || self.is_apart(poly);
        apart.then_some(false)
    }

    /// Whether a polynomial, in normal form, or a multiple of it, was said not to be 0.
    fn is_apart(&self, poly: &Poly) -> bool {
        let primitive = |poly: &Poly| poly.exactly_by(&Poly::constant(poly.content().max(1)));
        let Some(own) = primitive(poly) else { return false };
        let turned = Poly::default().minus(&own);
        self.apart.iter().any(|known| {
            let known = primitive(&self.normal(known));
            known.as_ref() == Some(&own) || (known.is_some() && known == turned)
        })
    }

    /// Whether what was learnt is seen to contradict itself.
    pub fn is_impossible(&self) -> bool {
        self.impossible
    }

    /// Whether no values of the parameters meet what was learnt: all were asked.
    pub fn are_of_none(&self) -> bool {
        self.members.are_none()
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
        if self.interval(poly, NESTING).0.is_some_and(is_least) {
            return true;
        }
        if self.members.refute(poly) {
            return false;
        }
        if self.least_by_shift(poly).is_some_and(is_least)
            || self.least_by_remainder(poly).is_some_and(is_least)
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
}

/// A parameter as a polynomial.
pub(super) fn parameter_poly(position: usize, parameter: &Parameter) -> Poly {
    Poly::atom(Atom::Parameter { position, name: parameter.name().into() })
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
