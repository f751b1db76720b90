//! [`Ratio`]: exact bounds of quotients, in 128 bits.

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    pub above: i128,
    /// Positive.
    pub below: i128,
}

impl Ratio {
    pub fn whole(value: i128) -> Ratio {
        Ratio { above: value, below: 1 }
    }

    fn lowest(above: i128, below: i128) -> Ratio {
        let common = gcd(above, below).max(1);
        Ratio { above: above / common, below: below / common }
    }

    pub fn plus(self, other: Ratio) -> Option<Ratio> {
        let left = self.above.checked_mul(other.below)?;
        let right = other.above.checked_mul(self.below)?;
        Some(Ratio::lowest(left.checked_add(right)?, self.below.checked_mul(other.below)?))
    }

    pub fn times(self, by: i128) -> Option<Ratio> {
        Some(Ratio::lowest(self.above.checked_mul(by)?, self.below))
    }

    /// Divided by what is positive.
    pub fn over(self, by: i128) -> Option<Ratio> {
        Some(Ratio::lowest(self.above, self.below.checked_mul(by)?))
    }

    pub fn floor(self) -> i128 {
        self.above.div_euclid(self.below)
    }
}

/// The greatest common divisor, not negative.
pub(super) fn gcd(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    i128::try_from(left).unwrap_or(1)
}
