//! [`Sum`]: `c + a0*x0 + a1*x1 + …`, exactly.
//!
//! The terms are places of expressions, in order, none with the factor 0. All arithmetic is
//! checked; what would leave 128 bits is no sum.

use crate::expr::Interval;

/// A sum of terms; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    constant: i128,
    terms: Vec<(u32, i128)>,
}

/// A longer sum is not worth its while.
const LONGEST: usize = 24;

impl Sum {
    pub fn constant(value: i128) -> Sum {
        Sum { constant: value, terms: Vec::new() }
    }

    /// The value of one place.
    pub fn atom(place: u32) -> Sum {
        Sum { constant: 0, terms: vec![(place, 1)] }
    }

    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub fn plus(&self, number: i128) -> Option<Sum> {
        Some(Sum { constant: self.constant.checked_add(number)?, terms: self.terms.clone() })
    }

    pub fn scaled(&self, factor: i128) -> Option<Sum> {
        self.combined(factor, &Sum::constant(0), 0)
    }

    /// `a * self + b * other`.
    pub fn combined(&self, a: i128, other: &Sum, b: i128) -> Option<Sum> {
        let sum = |x: i128, y: i128| a.checked_mul(x)?.checked_add(b.checked_mul(y)?);
        let constant = sum(self.constant, other.constant)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (atom, x, y) = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(&&(l, x)), Some(&&(r, y))) if l == r => (l, x, y),
                (Some(&&(l, x)), Some(&&(r, _))) if l < r => (l, x, 0),
                (Some(&&(l, x)), None) => (l, x, 0),
                (_, Some(&&(r, y))) => (r, 0, y),
            };
            left.next_if(|(l, _)| *l == atom);
            right.next_if(|(r, _)| *r == atom);
            match sum(x, y)? {
                0 => {}
                factor => terms.push((atom, factor)),
            }
        }
        (terms.len() <= LONGEST).then_some(Sum { constant, terms })
    }

    /// The least value, where each term has these.
    pub fn least(&self, of: impl Fn(u32) -> Interval) -> Option<i128> {
        self.terms.iter().try_fold(self.constant, |least, &(atom, factor)| {
            let Interval { lo, hi } = of(atom);
            least.checked_add(factor.checked_mul(if factor > 0 { lo } else { hi })?)
        })
    }

    /// The ways to cancel a term by a sum that is not negative: for each a factor `f > 0`, and
    /// `f * self - h * given`, `h > 0`.
    pub fn without<'a>(&'a self, given: &'a Sum) -> impl Iterator<Item = (i128, Sum)> + 'a {
        let shared = self.terms.iter().filter_map(|&(atom, own)| {
            let at = given.terms.binary_search_by_key(&atom, |&(atom, _)| atom).ok()?;
            let theirs = given.terms.get(at)?.1;
            let same_sign = (own > 0) == (theirs > 0);
            same_sign.then(|| Some((theirs.checked_abs()?, own.checked_abs()?)))?
        });
        shared.filter_map(|(f, h)| {
            let common = gcd(f, h);
            let (f, h) = (f / common, h / common);
            Some((f, self.combined(f, given, h.checked_neg()?)?))
        })
    }
}

/// The greatest common divisor of two positive numbers.
fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
