//! A stride set: an origin, and steps taken so many times.
//!
//! ```text
//! {o + d1*s1 + d2*s2 + …  :  0 <= dk < nk}
//!
//! 4*{0..8} + 32*{0..2}        merged: 4*{0..16}, for the second starts where the first ends
//! 1*{0..4} + 10*{0..3}        0 1 2 3, 10 11 12 13, 20 21 22 23
//! 2*{0..3} + 3*{0..3}         not taken: 6 = 3*2 = 2*3, two ways
//! ```
//!
//! Steps in one direction are merged while the longer one, `k` of the shorter, starts no later than
//! the shorter ones end. What is left must be *separable*: an order in which each digit follows from
//! the value and the digits before it,
//!
//! - by **dominance**: its stride is more than all that is left in the row together,
//! - by **divisibility**: `g` divides all else that is left in the row, and `g / gcd(g, a) >= n`
//!   (with nothing left, `g = 0`: the digit is the rest over `a`).
//!
//! **The law.** Then each value has one list of digits: the set has as many points as there are
//! lists, and membership is to read the digits off and to add them up again.

use crate::map::{gcd, inverse_modulo};

/// Sets of more steps are left to other strategies.
const TERM_LIMIT: usize = 64;

/// A greater divisor than this decides nothing, so that a product of two rests fits.
const DIVISOR_LIMIT: i128 = 1 << 62;

/// A step, and how often it may be taken: 0 times up to less than `extent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub step: Vec<i128>,
    pub extent: i128,
}

/// How a digit is read off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Dominates,
    Divides(i128),
}

/// A separable stride set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strided {
    pub origin: Vec<i128>,
    pub terms: Vec<Term>,
    /// `(row, term, how)`.
    order: Vec<(usize, usize, Reading)>,
}

impl Strided {
    /// The set, if its steps are separable and no number leaves 128 bits.
    pub fn of(mut origin: Vec<i128>, mut terms: Vec<Term>) -> Option<Strided> {
        terms.retain(|term| term.extent > 1 && term.step.iter().any(|&a| a != 0));
        for term in &mut terms {
            if term.step.iter().find(|&&a| a != 0).is_some_and(|&a| a < 0) {
                origin = moved(&origin, &term.step, term.extent - 1)?;
                term.step.iter_mut().for_each(|a| *a = -*a);
            }
        }
        if terms.len() > TERM_LIMIT {
            return None;
        }
        while merge(&mut terms)? {}
        terms.sort_by(|a, b| b.step.cmp(&a.step));
        let order = separated(origin.len(), &terms)?;
        Some(Strided { origin, terms, order })
    }

    /// The number of points, unless it leaves 128 bits.
    pub fn cardinality(&self) -> Option<u128> {
        self.terms.iter().try_fold(1u128, |n, term| n.checked_mul(term.extent.unsigned_abs()))
    }

    /// Whether the value is in the set.
    pub fn contains(&self, value: &[i64]) -> bool {
        let value: Vec<i128> = value.iter().map(|&v| v.into()).collect();
        self.digits(&value).is_some()
    }

    /// The digits of a value of the set.
    fn digits(&self, value: &[i128]) -> Option<Vec<i128>> {
        let mut rest: Vec<i128> = Vec::with_capacity(value.len());
        for (v, o) in value.iter().zip(&self.origin) {
            rest.push(v.checked_sub(*o)?);
        }
        let mut digits = vec![None; self.terms.len()];
        for &(row, place, reading) in &self.order {
            let term = &self.terms[place];
            let a = term.step[row];
            let digit = match reading {
                Reading::Dominates => {
                    let open = (0..self.terms.len()).filter(|&k| k != place && digits[k].is_none());
                    let (lo, hi) = reach(&self.terms, row, open)?;
                    let digit = rest[row].checked_sub(lo)?.checked_div_euclid(a)?;
                    let left = rest[row].checked_sub(digit.checked_mul(a)?)?;
                    (lo..=hi).contains(&left).then_some(digit)?
                }
                Reading::Divides(0) => (rest[row] % a == 0).then_some(rest[row] / a)?,
                Reading::Divides(divisor) => {
                    let common = gcd(a, divisor);
                    let modulus = divisor / common;
                    let quotient = (rest[row] % common == 0).then_some(rest[row] / common)?;
                    let inverse = inverse_modulo((a / common).rem_euclid(modulus), modulus)?;
                    quotient.rem_euclid(modulus).checked_mul(inverse)?.rem_euclid(modulus)
                }
            };
            if !(0..term.extent).contains(&digit) {
                return None;
            }
            rest = moved(&rest, &term.step, -digit)?;
            digits[place] = Some(digit);
        }
        rest.iter().all(|&r| r == 0).then(|| digits.into_iter().collect())?
    }

    /// Whether all of `other` is in this set, as far as its steps are steps of this one.
    pub fn covers(&self, other: &Strided) -> bool {
        let Some(start) = self.digits(&other.origin) else { return false };
        other.terms.iter().all(|term| {
            let own = self.terms.iter().zip(&start).find(|(own, _)| own.step == term.step);
            own.is_some_and(|(own, start)| start + term.extent <= own.extent)
        })
    }

    /// The least and greatest value of a row.
    pub fn range(&self, row: usize) -> Option<(i128, i128)> {
        let (lo, hi) = reach(&self.terms, row, 0..self.terms.len())?;
        Some((self.origin[row].checked_add(lo)?, self.origin[row].checked_add(hi)?))
    }

    /// The range of each row, if the set is all of that box.
    pub fn as_box(&self) -> Option<Vec<(i128, i128)>> {
        let unit = |term: &Term| term.step.iter().map(|a| a.abs()).sum::<i128>() == 1;
        let alone = |row: usize| self.terms.iter().filter(|term| term.step[row] != 0).count() <= 1;
        let rows = 0..self.origin.len();
        let is_box = self.terms.iter().all(unit) && rows.clone().all(alone);
        if is_box { rows.map(|row| self.range(row)).collect() } else { None }
    }
}

/// `point + by * step`.
pub(super) fn moved(point: &[i128], step: &[i128], by: i128) -> Option<Vec<i128>> {
    point.iter().zip(step).map(|(p, s)| p.checked_add(s.checked_mul(by)?)).collect()
}

/// Joins one pair of steps; whether there was one.
fn merge(terms: &mut Vec<Term>) -> Option<bool> {
    for short in 0..terms.len() {
        for long in 0..terms.len() {
            if short == long {
                continue;
            }
            let Some(times) = multiple(&terms[short].step, &terms[long].step) else { continue };
            if times <= terms[short].extent {
                let more = times.checked_mul(terms[long].extent - 1)?;
                terms[short].extent = terms[short].extent.checked_add(more)?;
                terms.swap_remove(long);
                return Some(true);
            }
        }
    }
    Some(false)
}

/// The `k >= 1` with `long = k * short`.
fn multiple(short: &[i128], long: &[i128]) -> Option<i128> {
    let (&a, &b) = short.iter().zip(long).find(|&(&a, _)| a != 0)?;
    let times = b.checked_div(a).filter(|&times| times >= 1)?;
    let same = |(a, b): (&i128, &i128)| a.checked_mul(times) == Some(*b);
    short.iter().zip(long).all(same).then_some(times)
}

/// The least and greatest sum of some terms in a row.
fn reach(
    terms: &[Term],
    row: usize,
    places: impl IntoIterator<Item = usize>,
) -> Option<(i128, i128)> {
    places.into_iter().try_fold((0i128, 0i128), |(lo, hi), place| {
        let most = terms[place].step[row].checked_mul(terms[place].extent - 1)?;
        Some((lo.checked_add(most.min(0))?, hi.checked_add(most.max(0))?))
    })
}

/// An order in which every digit is read off, if there is one.
fn separated(rows: usize, terms: &[Term]) -> Option<Vec<(usize, usize, Reading)>> {
    let mut open: Vec<usize> = (0..terms.len()).collect();
    let mut order = Vec::with_capacity(terms.len());
    while !open.is_empty() {
        let readable = (0..rows).flat_map(|row| open.iter().map(move |&place| (row, place)));
        let next = readable
            .filter_map(|(row, place)| Some((row, place, reading(terms, &open, row, place)?)))
            .next()?;
        open.retain(|&place| place != next.1);
        order.push(next);
    }
    Some(order)
}

/// How a digit is read off a row in which the `open` ones are left, if it is.
fn reading(terms: &[Term], open: &[usize], row: usize, place: usize) -> Option<Reading> {
    let Term { step, extent } = &terms[place];
    let a = step[row];
    let others = || open.iter().copied().filter(|&other| other != place);
    let (lo, hi) = reach(terms, row, others())?;
    if a == 0 {
        return None;
    }
    if hi.checked_sub(lo)? < a.checked_abs()? {
        return Some(Reading::Dominates);
    }
    let divisor = others().fold(0, |g, other| gcd(g, terms[other].step[row]));
    let separates = divisor <= DIVISOR_LIMIT && divisor / gcd(divisor, a) >= *extent;
    separates.then_some(Reading::Divides(divisor))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Every value with the number of lists of digits that give it.
    fn listed(terms: &[(i128, i128)]) -> BTreeMap<i128, u32> {
        terms.iter().fold(BTreeMap::from([(0, 1)]), |sums, &(step, extent)| {
            let mut next = BTreeMap::new();
            for (sum, times) in sums {
                for digit in 0..extent {
                    *next.entry(sum + digit * step).or_default() += times;
                }
            }
            next
        })
    }

    #[test]
    fn every_set_of_three_steps_has_exactly_its_points() {
        let mut taken = 0;
        for code in 0..9i128.pow(3) * 4i128.pow(3) {
            let strides = [code % 9, code / 9 % 9, code / 81 % 9].map(|a| a - 3);
            let extents = [code / 729, code / 2916, code / 11664].map(|n| n % 4 + 1);
            let pairs: Vec<(i128, i128)> = strides.into_iter().zip(extents).collect();
            let terms = pairs.iter().map(|&(a, extent)| Term { step: vec![a], extent }).collect();
            let Some(set) = Strided::of(vec![5], terms) else { continue };
            taken += 1;
            let values = listed(&pairs);
            assert_eq!(set.cardinality(), Some(values.len() as u128), "{pairs:?}");
            for value in -60..60 {
                let inside = values.contains_key(&(i128::from(value) - 5));
                assert_eq!(set.contains(&[value]), inside, "{pairs:?} at {value}");
            }
        }
        assert!(taken > 30_000, "{taken}");
    }

    #[test]
    fn steps_across_rows_are_read_row_by_row() {
        let term = |step: [i128; 2], extent| Term { step: step.to_vec(), extent };
        let set = Strided::of(vec![0, 0], vec![term([1, 1], 6), term([0, 1], 4)]).unwrap();
        assert_eq!(set.cardinality(), Some(24));
        assert!(set.contains(&[5, 8]) && !set.contains(&[5, 9]) && !set.contains(&[5, 4]));
        assert_eq!(set.as_box(), None);
        let grid = Strided::of(vec![1, 0], vec![term([1, 0], 6), term([0, -1], 4)]).unwrap();
        assert_eq!(grid.as_box(), Some(vec![(1, 6), (-3, 0)]));
    }
}
