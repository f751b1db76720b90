//! Division by a constant as a multiplication.
//!
//! For `0 <= x < 2^63` and a divisor `d` of `s` bits (`2^(s-1) < d <= 2^s`), with
//! `m = ceil(2^(63+s) / d)`, the quotient is the high part of `x * m`: the excess
//! `m*d - 2^(63+s)` is below `d <= 2^s`, too little for any such `x` to reach the next integer.
//! Source: Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994.

/// A divisor of non-negative numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Divisor {
    multiplier: u64,
    shift: u32,
    divisor: i64,
}

impl Divisor {
    /// For `divisor > 0`.
    pub fn new(divisor: i64) -> Option<Divisor> {
        if divisor <= 0 {
            return None;
        }
        let bits = 64 - (divisor as u64 - 1).leading_zeros();
        let multiplier = (1u128 << (63 + bits)).div_ceil(divisor as u128);
        let multiplier = u64::try_from(multiplier).ok()?;
        Some(Divisor { multiplier, shift: 63 + bits, divisor })
    }

    /// The quotient of a number that is not negative.
    #[inline]
    pub fn quotient(self, x: i64) -> i64 {
        ((u128::from(x as u64) * u128::from(self.multiplier)) >> self.shift) as i64
    }

    /// What is left of a number that is not negative.
    #[inline]
    pub fn rest(self, x: i64) -> i64 {
        x.wrapping_sub(self.quotient(x).wrapping_mul(self.divisor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_edges_of_every_quotient_are_exact() {
        let near = |x: i64| [x.saturating_sub(1), x, x.saturating_add(1)];
        for divisor in (1..2000).chain([i64::MAX, i64::MAX - 1, 1 << 62, (1 << 62) + 1]) {
            let by = Divisor::new(divisor).unwrap();
            let top = i64::MAX / divisor * divisor;
            for x in [0, divisor, top, i64::MAX].into_iter().flat_map(near).filter(|x| *x >= 0) {
                assert_eq!(
                    (by.quotient(x), by.rest(x)),
                    (x / divisor, x % divisor),
                    "{x}/{divisor}"
                );
            }
        }
        assert_eq!(Divisor::new(0), None);
    }

    proptest! {
        #[test]
        fn every_quotient_is_exact(x in 0..=i64::MAX, divisor in 1..=i64::MAX) {
            let by = Divisor::new(divisor).unwrap();
            prop_assert_eq!((by.quotient(x), by.rest(x)), (x / divisor, x % divisor));
        }
    }
}
