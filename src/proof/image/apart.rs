//! Whether two sums can be equal.
//!
//! A *sum* is a constant and terms `a*v`, each `v` in a range. Two sums are equal where their
//! difference is 0. Take any `g` that divides the coefficients of some of its terms: the others
//! together must then be a multiple of `g`, and if their range holds none, the sums are never equal.
//!
//! ```text
//! {0..8} + 64*i   and   8 + {0..8} + 64*j      g = 64: the rest is -15 to -1: no multiple of 64
//! 2*i             and   2*j + 1                g = 2: the rest is -1
//! {0..8}          and   {8..16}                g = 0, which divides nothing: -15 to -1 lacks 0
//! ```
//!
//! The `g` that are tried are those of the terms with the largest coefficients: none of them, one,
//! two, … all.

use crate::map::gcd;

/// A constant and terms `(coefficient, least, greatest)`.
#[derive(Clone, Debug)]
pub(in crate::proof) struct Sum {
    pub constant: i128,
    pub terms: Vec<(i128, i128, i128)>,
}

/// Whether the two are never equal; `false` says nothing.
pub(in crate::proof) fn apart(left: &Sum, right: &Sum) -> bool {
    let negated = right.terms.iter().map(|&(a, lo, hi)| (-a, lo, hi));
    let mut terms: Vec<_> = left.terms.iter().copied().chain(negated).collect();
    terms.sort_unstable_by_key(|&(a, ..)| a.unsigned_abs());
    let Some(start) = left.constant.checked_sub(right.constant) else { return false };
    let mut divisors = vec![0; terms.len() + 1];
    for (place, &(a, ..)) in terms.iter().enumerate().rev() {
        divisors[place] = gcd(divisors[place + 1], a);
    }
    let mut range = Some((start, start));
    for (place, &divisor) in divisors.iter().enumerate() {
        let Some((lo, hi)) = range else { return false };
        let multiple = match divisor {
            0 => lo <= 0 && 0 <= hi,
            _ => lo <= hi - hi.rem_euclid(divisor),
        };
        if !multiple {
            return true;
        }
        range = terms.get(place).and_then(|&term| extended((lo, hi), term));
    }
    false
}

fn extended((lo, hi): (i128, i128), (a, least, most): (i128, i128, i128)) -> Option<(i128, i128)> {
    let (x, y) = (a.checked_mul(least)?, a.checked_mul(most)?);
    Some((lo.checked_add(x.min(y))?, hi.checked_add(x.max(y))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(constant: i128, terms: &[(i128, i128)]) -> Sum {
        Sum { constant, terms: terms.iter().map(|&(a, n)| (a, 0, n - 1)).collect() }
    }

    #[test]
    fn sums_apart_have_no_value_in_common() {
        let values = |sum: &Sum| {
            let (mut all, terms) = (vec![sum.constant], &sum.terms);
            for &(a, lo, hi) in terms {
                all = all.iter().flat_map(|v| (lo..=hi).map(move |d| v + a * d)).collect();
            }
            all
        };
        let mut found = 0;
        for code in 0..9i128.pow(3) {
            let (c, a, b) = (code % 9, code / 9 % 9 - 4, code / 81);
            let (left, right) = (sum(c, &[(a, 3), (7, 2)]), sum(2, &[(b, 3), (-6, 2)]));
            let others = values(&right);
            let shared = values(&left).iter().any(|v| others.contains(v));
            let never = apart(&left, &right);
            assert!(!(never && shared), "{left:?} {right:?}");
            found += u32::from(never);
        }
        assert!(found > 50, "{found}");
    }

    #[test]
    fn rows_of_a_tile_are_apart_by_their_stride() {
        let (low, high) = (sum(0, &[(1, 8), (64, 4)]), sum(8, &[(1, 8), (64, 9)]));
        assert!(apart(&low, &high));
        assert!(!apart(&low, &sum(7, &[(1, 8), (64, 9)])));
        assert!(apart(&sum(0, &[(2, 100)]), &sum(1, &[(2, 100)])));
    }
}
