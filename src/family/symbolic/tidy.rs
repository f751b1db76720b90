//! Conditions as a person would write them.
//!
//! | condition | written |
//! |---|---|
//! | `J - 1 lt n` | `J le n` |
//! | `m le 2 * (m floordiv 2)` | `2 divides m` |
//! | `-1 * m lt 2`, `-1 * m divides 8` | `-2 lt m`, `m divides 8` |
//! | `n floordiv 16 ne 1`, where 16 divides `n` | `n ne 16` |
//! | `(n + 15) floordiv 16 eq 1`, where `n` is at least 1 | `n lt 17` |
//!
//! **The law.** Where what is known holds, and the conditions beside it, one holds exactly where the
//! other does.

use super::facts::{Divisibility, Facts};
use super::guard::{Condition, Guard, Relation};
use super::polynomial::{Atom, Poly, Quotient};
use super::scope::Scope;

impl Condition {
    /// The condition with numbers as in `64 le n` and `n lt 64`.
    pub(super) fn tidied(&self) -> Condition {
        let plain = self.compared();
        plain.divides().unwrap_or(plain)
    }

    /// The condition with a comparison as in `64 le n`.
    fn compared(&self) -> Condition {
        let condition = self.turned();
        let (left, right) = condition.sides();
        let one = Poly::constant(1);
        let fixed = |side: &Poly| side.as_constant().is_some();
        let other = match condition.relation() {
            Relation::Lt if fixed(left) || (left.base() == -1 && !fixed(right)) => {
                left.plus(&one).map(|left| (Relation::Le, left, right.clone()))
            }
            Relation::Lt if right.base() == 1 && !fixed(right) => {
                right.minus(&one).map(|right| (Relation::Le, left.clone(), right))
            }
            Relation::Le if fixed(right) || (right.base() == -1 && !fixed(left)) => {
                right.plus(&one).map(|right| (Relation::Lt, left.clone(), right))
            }
            Relation::Le if left.base() == 1 && !fixed(left) => {
                left.minus(&one).map(|left| (Relation::Lt, left, right.clone()))
            }
            _ => None,
        };
        match other {
            Some((relation, left, right)) if left.fits() && right.fits() => {
                Condition::new(relation, left, right)
            }
            _ => condition,
        }
    }

    /// That a number does not exceed the multiple below it, as a divisibility.
    ///
    /// ```text
    /// m le 2 * (m floordiv 2)      2 divides m
    /// ```
    fn divides(&self) -> Option<Condition> {
        if !matches!(self.relation(), Relation::Le | Relation::Eq) {
            return None;
        }
        let (left, right) = self.sides();
        let over = left.minus(right)?;
        let found = over.quotients().find_map(|Quotient { dividend, divisor, .. }| {
            let constant = divisor.as_constant().is_some_and(|divisor| divisor > 1);
            let whole = Poly::quotient(dividend.clone(), divisor.clone())?.times(divisor)?;
            let is_rest = constant && dividend.minus(&whole)? == over;
            is_rest.then(|| (divisor.clone(), dividend.clone()))
        });
        found.map(|(divisor, dividend)| Condition::new(Relation::Divides, divisor, dividend))
    }

    /// The condition without the sign that all its parameters have.
    fn turned(&self) -> Condition {
        let (left, right) = self.sides();
        let falls =
            |side: &Poly| side.terms().iter().all(|(m, factor)| m.is_empty() || *factor < 0);
        let fixed = |side: &Poly| side.as_constant().is_some();
        let negative = |side: &Poly| Poly::default().minus(side);
        let turned = match self.relation() {
            Relation::Divides => {
                let form = |side: &Poly| match !fixed(side) && falls(side) {
                    true => negative(side),
                    false => Some(side.clone()),
                };
                form(left).zip(form(right))
            }
            _ if (fixed(left) && fixed(right)) || !falls(left) || !falls(right) => None,
            Relation::Le | Relation::Lt => negative(right).zip(negative(left)),
            Relation::Eq | Relation::Ne => negative(left).zip(negative(right)),
        };
        match turned {
            Some((left, right)) if left.fits() && right.fits() => {
                Condition::new(self.relation(), left, right)
            }
            _ => self.clone(),
        }
    }

    /// A condition that a quotient is a number, or is not, as one on what is divided.
    fn undivided(&self, known: &Facts, others: &[Condition]) -> Option<Condition> {
        let (left, right) = self.sides();
        let equal = match self.relation() {
            Relation::Eq => true,
            Relation::Ne => false,
            _ => return None,
        };
        let [(monomial, 1)] = left.terms() else { return None };
        let [(Atom::Quotient(quotient), 1)] = monomial.as_slice() else { return None };
        let Quotient { dividend, divisor, .. } = &**quotient;
        let number = right.as_constant()?;
        let least = divisor.times(&Poly::constant(number))?;
        let past = least.plus(divisor)?;
        let divides = |other: &Condition| {
            other.relation() == Relation::Divides && other.sides() == (divisor, dividend)
        };
        let positive = known.is_less(divisor, &Poly::constant(1)) == Some(false);
        if others.iter().any(divides)
            || (positive && matches!(known.divides(divisor, dividend), Divisibility::Yes(_)))
        {
            let (left, right) = dividend.minus(&least)?.two_sides();
            return Some(Condition::new(self.relation(), left, right));
        }
        if !positive {
            return None;
        }
        let below = |a: &Poly, b: &Poly| {
            let (above, below) = b.minus(a)?.apart();
            Some(Condition::new(Relation::Lt, below, above))
        };
        let not_below = |a: &Poly, b: &Poly| below(&b.minus(&Poly::constant(1))?, a);
        if known.is_less(dividend, &least) == Some(false) {
            return if equal { below(dividend, &past) } else { not_below(dividend, &past) };
        }
        if known.is_less(dividend, &past) == Some(true) {
            return if equal { not_below(dividend, &least) } else { below(dividend, &least) };
        }
        None
    }
}

impl Scope {
    /// The guard with what its quotients rest on: that what they divide by is positive, where nothing
    /// else of it says so. An argument may have gone on from a contradiction, in which that was lost.
    ///
    /// ```text
    /// k * (4 floordiv k) eq 4      1 le k and k * (4 floordiv k) eq 4: for -1 it is not meant
    /// ```
    pub(super) fn with_divisors(&self, guard: &Guard) -> Guard {
        let plain = guard.conditions().iter().filter(|condition| condition.divisors().is_empty());
        let plain: Vec<Condition> = plain.cloned().collect();
        let mut all: Vec<Condition> = Vec::with_capacity(guard.conditions().len());
        for condition in guard.conditions() {
            for divisor in condition.divisors() {
                let positive = Condition::new(Relation::Le, Poly::constant(1), divisor);
                if !all.contains(&positive) && !self.follows(&plain, &positive) {
                    all.push(positive);
                }
            }
            all.push(condition.clone());
        }
        Guard::of(all)
    }

    /// The guard as a person would write it, without what the rest of it says.
    pub(super) fn plain(&self, guard: &Guard, always: &Facts) -> Guard {
        let mut conditions = guard.written(always).conditions().to_vec();
        for place in 0..conditions.len() {
            let mut others = conditions.clone();
            let condition = others.remove(place).turned();
            let plain = condition.undivided(always, &others).filter(Condition::fits);
            conditions[place] = match plain {
                Some(plain) => plain.tidied(),
                None => condition,
            };
        }
        let mut place = conditions.len();
        while let Some(last) = place.checked_sub(1) {
            place = last;
            let mut rest = conditions.clone();
            let condition = rest.remove(place);
            if self.follows(&rest, &condition) {
                conditions = rest;
            }
        }
        self.with_divisors(&Guard::of(conditions))
    }
}
