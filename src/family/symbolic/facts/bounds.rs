//! Between which numbers a polynomial lies.
//!
//! | known | so that |
//! |---|---|
//! | `n` is in `1..=64` | `2 * n - n * n` is in `-4094..=127` |
//! | `n - 3 >= 0` | `n` is in `3..=64` |
//! | `n` is in `1..=64` | `n floordiv 8` is in `0..=8` |
//! | `n` is in `-5..=64`, `m` in `2..=8` | `n floordiv m` is in `-3..=32` |
//! | `q` is `n floordiv 3` | `n - 3 * q` is at least 0: with `n = 3 * q + r` it is `r` |
//! | `n` and `m` are at least 2 | `n * m - 2 * n` is at least 0: with `n = 2 + x`, `m = 2 + y` it is `2 * y + x * y` |
//!
//! **The law.** Where every recorded condition holds, the value lies between the bounds.

use super::Facts;
use crate::family::symbolic::polynomial::{Atom, Poly, Quotient};

/// Quotients nested deeper than this have no known interval.
pub(super) const NESTING: usize = 12;

/// The least and the greatest value, `None` where that is open.
pub(super) type Interval = (Option<i128>, Option<i128>);

impl Facts {
    /// A number that a polynomial is never below: with each atom written as its least value and
    /// what is above it, the constant, where no other factor is negative.
    pub(super) fn least_by_shift(&self, poly: &Poly) -> Option<i128> {
        self.least_with(poly, |atom| self.above_least(atom))
    }

    /// The same, with a parameter of which there is also a quotient by a constant written as what
    /// that says: a multiple of the quotient, and a remainder or what it lacks of the next multiple.
    pub(super) fn least_by_remainder(&self, poly: &Poly) -> Option<i128> {
        let divides = |quotient: &Quotient| quotient.divisor.as_constant().is_some();
        if !poly.quotients().any(divides) {
            return None;
        }
        let each = [false, true].map(|lacks| {
            self.least_with(poly, |atom| {
                self.as_multiple(atom, poly, lacks).or_else(|| self.above_least(atom))
            })
        });
        each.into_iter().flatten().max()
    }

    /// An atom as its least value and what is above it, which has the atom's name.
    fn above_least(&self, atom: &Atom) -> Option<Poly> {
        let least = self.bounds(atom, NESTING).0?;
        Poly::atom(atom.clone()).plus(&Poly::constant(least))
    }

    /// A parameter as a multiple of one of a polynomial's quotients, `p + k` being divided by a
    /// constant `c`: `c * q + r - k`, or `c * q + c - 1 - l - k`. What `r` or `l` is called has the
    /// place of no parameter.
    fn as_multiple(&self, atom: &Atom, poly: &Poly, lacks: bool) -> Option<Poly> {
        let Atom::Parameter { position, name } = atom else { return None };
        let own = [(atom.clone(), 1)];
        let (quotient, divisor) = poly.quotients().find_map(|quotient| {
            let Quotient { dividend, divisor, .. } = quotient;
            let divisor = divisor.as_constant().filter(|&divisor| divisor > 1)?;
            let others = dividend.terms().iter().filter(|(monomial, _)| !monomial.is_empty());
            (others.count() == 1 && dividend.factor(&own) == 1).then_some((quotient, divisor))
        })?;
        let shift = Poly::constant(quotient.dividend.base());
        let whole = Poly::quotient(quotient.dividend.clone(), quotient.divisor.clone())?;
        let [(monomial, 1)] = whole.terms() else { return None };
        let [(quotient, 1)] = monomial.as_slice() else { return None };
        let multiple =
            self.above_least(quotient)?.times(&Poly::constant(divisor))?.minus(&shift)?;
        let free = self.parameters.len().checked_add(*position)?;
        let rest = Poly::atom(Atom::Parameter { position: free, name: name.clone() });
        match lacks {
            false => multiple.plus(&rest),
            true => multiple.plus(&Poly::constant(divisor - 1))?.minus(&rest),
        }
    }

    /// The constant of a polynomial with its atoms written as is said, where no factor is negative;
    /// an atom of what is written is not negative.
    fn least_with(&self, poly: &Poly, written: impl Fn(&Atom) -> Option<Poly>) -> Option<i128> {
        let mut shifted = Poly::default();
        for (monomial, factor) in poly.terms() {
            let mut product = Poly::constant(*factor);
            for (atom, power) in monomial {
                let moved = written(atom)?;
                for _ in 0..*power {
                    if !self.steps.take(product.terms().len()) {
                        return None;
                    }
                    product = product.times(&moved)?;
                }
            }
            shifted = shifted.plus(&product)?;
        }
        let growing = shifted.terms().iter().all(|(m, factor)| m.is_empty() || *factor > 0);
        growing.then(|| shifted.base())
    }

    /// An interval that holds all values; open ends are `None`.
    pub(super) fn interval(&self, poly: &Poly, nesting: usize) -> Interval {
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
    pub(super) fn bounds(&self, atom: &Atom, nesting: usize) -> Interval {
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

    fn own_bounds(&self, atom: &Atom, nesting: usize) -> Interval {
        let Some(nesting) = nesting.checked_sub(1) else { return (None, None) };
        match atom {
            Atom::Parameter { position, .. } => match self.parameters.iter().nth(*position) {
                Some(parameter) => (Some(parameter.first().into()), Some(parameter.last().into())),
                None => (None, None),
            },
            Atom::Quotient(quotient) => {
                let (lo, hi) = self.interval(&quotient.dividend, nesting);
                let lo = lo.max(self.least_by_shift(&quotient.dividend));
                let (least, most) = self.interval(&quotient.divisor, nesting);
                ratio((lo, hi), (least.unwrap_or(1).max(1), most))
            }
        }
    }
}

/// The interval of `a floordiv b`, `b` positive: each end of `a` divided by that end of `b` which
/// moves it outwards.
fn ratio((lo, hi): Interval, (least, most): (i128, Option<i128>)) -> Interval {
    let most = most.filter(|&most| most >= least);
    let at_most = |end: i128, none: i128| most.map_or(none, |most| end.div_euclid(most));
    let lo = lo.map(|lo| if lo < 0 { lo.div_euclid(least) } else { at_most(lo, 0) });
    let hi = hi.map(|hi| if hi < 0 { at_most(hi, -1) } else { hi.div_euclid(least) });
    (lo, hi)
}

/// The product of two intervals.
fn product(a: Interval, b: Interval) -> Interval {
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
