//! Sums: a constant plus multiples of values, the form in which the simplifier adds.
//!
//! A sum stands for an exact integer, not for a way to compute it: `3 + 4*x - y`. What it is
//! made of are *atoms*, places of instructions that are no sums themselves.

use crate::expr::BinaryOp;

use super::facts::Facts;

/// Sums of more terms are not opened: they count as one value.
pub(super) const MOST_TERMS: usize = 32;

/// `base + Σ factor * atom`, by ascending place, no factor 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    pub base: i64,
    pub terms: Vec<(u32, i64)>,
}

impl Sum {
    pub fn constant(base: i64) -> Sum {
        Sum { base, terms: Vec::new() }
    }

    pub fn atom(place: u32) -> Sum {
        Sum { base: 0, terms: vec![(place, 1)] }
    }

    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.base)
    }

    /// The place, where the sum is one atom alone.
    pub fn as_atom(&self) -> Option<u32> {
        match (self.base, self.terms.as_slice()) {
            (0, [(place, 1)]) => Some(*place),
            _ => None,
        }
    }

    /// The factor of an atom, 0 where it has none.
    pub fn factor(&self, atom: u32) -> i64 {
        match self.terms.binary_search_by_key(&atom, |term| term.0) {
            Ok(found) => self.terms[found].1,
            Err(_) => 0,
        }
    }

    /// `self + scale * other`, unless a number leaves 64 bits or the terms are too many.
    pub fn plus(&self, scale: i64, other: &Sum) -> Option<Sum> {
        let base = self.base.checked_add(scale.checked_mul(other.base)?)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (place, factor) = match (left.peek(), right.peek()) {
                (Some(&&(a, f)), Some(&&(b, g))) if a == b => {
                    left.next();
                    right.next();
                    (a, f.checked_add(scale.checked_mul(g)?)?)
                }
                (Some(&&(a, f)), other) if other.is_none_or(|&&(b, _)| a < b) => {
                    left.next();
                    (a, f)
                }
                (_, Some(&&(b, g))) => {
                    right.next();
                    (b, scale.checked_mul(g)?)
                }
                _ => break,
            };
            if factor != 0 {
                terms.push((place, factor));
            }
        }
        (terms.len() <= MOST_TERMS).then_some(Sum { base, terms })
    }

    /// `scale * self`.
    pub fn times(&self, scale: i64) -> Option<Sum> {
        Sum::default().plus(scale, self)
    }

    /// The interval of its value, given the atoms'; saturating far outside 64 bits.
    pub fn interval(&self, facts: &[Facts]) -> (i128, i128) {
        let base = i128::from(self.base);
        self.terms.iter().fold((base, base), |(lo, hi), &(place, factor)| {
            let scale = Facts::interval(factor, factor);
            let product = Facts::exact(BinaryOp::Mul, scale, facts[place as usize]);
            let (l, h) = product.unwrap_or((i128::MIN, i128::MAX));
            (lo.saturating_add(l), hi.saturating_add(h))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_atoms_meet_and_cancel() {
        let x = Sum { base: 3, terms: vec![(1, 4), (5, -1)] };
        let y = Sum { base: 1, terms: vec![(1, 2), (2, 7)] };
        assert_eq!(x.plus(-2, &y), Some(Sum { base: 1, terms: vec![(2, -14), (5, -1)] }));
        assert_eq!(x.plus(1, &Sum::constant(i64::MAX)), None);
    }
}
