//! What is known of a value at every point at which the program is defined: an interval, and
//! the bits that may be set.
//!
//! ```text
//! x in [0, 12)              lo 0   hi 11   bits 0b1111
//! x * 8                     lo 0   hi 88   bits 0b1111000     so 8*x xor 5 = 8*x + 5
//! ```
//!
//! An operation that overflows has no value, so an interval is cut to 64 bits: that loses no
//! point at which there is one.

use crate::expr::range::comparison;
use crate::expr::{BinaryOp, Interval};

/// The interval `lo..=hi`, and a mask outside which no bit of the two's complement is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    pub lo: i64,
    pub hi: i64,
    pub bits: u64,
}

/// The bits of the numbers `0..=hi`.
fn mask(hi: i64) -> u64 {
    if hi <= 0 { 0 } else { u64::MAX >> (hi as u64).leading_zeros() }
}

impl Facts {
    /// Any integer.
    pub const ANY: Facts = Facts { lo: i64::MIN, hi: i64::MAX, bits: u64::MAX };

    /// A value of this interval.
    pub fn interval(lo: i64, hi: i64) -> Facts {
        let bits = match (lo, hi) {
            (lo, hi) if lo == hi => lo as u64,
            (0.., hi) => mask(hi),
            _ => u64::MAX,
        };
        Facts { lo, hi, bits }
    }

    /// The interval, cut to 64 bits, with a mask known besides.
    fn cut(lo: i128, hi: i128, bits: u64) -> Facts {
        let clamp = |x: i128| x.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let facts = Facts::interval(clamp(lo), clamp(hi));
        let mut known = Facts { bits: facts.bits & bits, ..facts };
        if known.bits >> 63 == 0 {
            known.lo = known.lo.max(0);
            known.hi = known.hi.min(known.bits as i64);
        }
        if known.lo > known.hi { facts } else { known }
    }

    /// The value, where only one is left.
    pub fn constant(self) -> Option<i64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// What two descriptions of one value say together. Where they contradict each other the
    /// program is defined nowhere, and either will do.
    pub fn meet(self, other: Facts) -> Facts {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        if lo > hi { self } else { Facts::cut(lo.into(), hi.into(), self.bits & other.bits) }
    }

    /// The number of low bits that are never set.
    pub fn trailing_zeros(self) -> u32 {
        self.bits.trailing_zeros()
    }

    /// The exact interval of a sum, difference or product, before it is cut to 64 bits.
    pub fn exact(op: BinaryOp, a: Facts, b: Facts) -> Option<(i128, i128)> {
        let [al, ah, bl, bh] = [a.lo, a.hi, b.lo, b.hi].map(i128::from);
        match op {
            BinaryOp::Add => Some((al + bl, ah + bh)),
            BinaryOp::Sub => Some((al - bh, ah - bl)),
            BinaryOp::Mul => Some(hull([al * bl, al * bh, ah * bl, ah * bh])),
            _ => None,
        }
    }

    /// What is known of `a op b`.
    pub fn of(op: BinaryOp, a: Facts, b: Facts) -> Facts {
        if let Some((lo, hi)) = Facts::exact(op, a, b) {
            return Facts::cut(lo, hi, low_bits(op, a, b));
        }
        match op {
            BinaryOp::FloorDiv => quotient(a, b),
            BinaryOp::Mod => remainder(a, b),
            BinaryOp::Xor => Facts::cut(i64::MIN.into(), i64::MAX.into(), a.bits | b.bits),
            BinaryOp::And => {
                let bound = |f: Facts| if f.lo >= 0 { f.hi } else { i64::MAX };
                let hi = bound(a).min(bound(b));
                Facts::cut(i64::MIN.into(), hi.into(), a.bits & b.bits)
            }
            BinaryOp::Shl => match b.constant() {
                Some(amount @ 0..64) => {
                    let fits = a.lo >= 0 && i128::from(a.hi) << amount <= i128::from(i64::MAX);
                    let (lo, hi) = if fits {
                        (i128::from(a.lo) << amount, i128::from(a.hi) << amount)
                    } else {
                        (i64::MIN.into(), i64::MAX.into())
                    };
                    Facts::cut(lo, hi, a.bits << amount)
                }
                _ => Facts::ANY,
            },
            op if op.is_comparison() => {
                let Interval { lo, hi } = comparison(op, a.into(), b.into());
                Facts::cut(lo, hi, 1)
            }
            _ => match b.constant() {
                Some(amount @ 0..64) if a.lo >= 0 => {
                    Facts::cut((a.lo >> amount).into(), (a.hi >> amount).into(), a.bits >> amount)
                }
                Some(amount @ 1..64) => Facts::cut(0, i64::MAX.into(), a.bits >> amount),
                _ if a.lo >= 0 => Facts::interval(0, a.hi),
                _ => Facts::ANY,
            },
        }
    }
}

impl From<Facts> for Interval {
    fn from(facts: Facts) -> Interval {
        Interval { lo: facts.lo.into(), hi: facts.hi.into() }
    }
}

fn hull(corners: [i128; 4]) -> (i128, i128) {
    corners.iter().fold((i128::MAX, i128::MIN), |(lo, hi), &x| (lo.min(x), hi.max(x)))
}

/// The bits that a sum, difference or product may have: low zeros stay, and a sum in which
/// nothing carries has the bits of its terms.
fn low_bits(op: BinaryOp, a: Facts, b: Facts) -> u64 {
    let (za, zb) = (a.trailing_zeros(), b.trailing_zeros());
    match op {
        BinaryOp::Add if a.bits & b.bits == 0 => a.bits | b.bits,
        BinaryOp::Mul => match (a.constant(), b.constant()) {
            (Some(c), _) if c > 0 && c & (c - 1) == 0 => b.bits << c.trailing_zeros(),
            (_, Some(c)) if c > 0 && c & (c - 1) == 0 => a.bits << c.trailing_zeros(),
            _ => u64::MAX.checked_shl(za.saturating_add(zb)).unwrap_or(0),
        },
        _ => u64::MAX.checked_shl(za.min(zb)).unwrap_or(0),
    }
}

fn floor(a: i64, b: i64) -> i128 {
    let (a, b) = (i128::from(a), i128::from(b));
    a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)
}

/// A quotient is monotone in either operand where the divisor keeps its sign.
fn quotient(a: Facts, b: Facts) -> Facts {
    if b.lo > 0 || b.hi < 0 {
        let corners = [floor(a.lo, b.lo), floor(a.lo, b.hi), floor(a.hi, b.lo), floor(a.hi, b.hi)];
        let (lo, hi) = hull(corners);
        let bits = match b.constant() {
            Some(c) if c > 0 && c & (c - 1) == 0 && a.lo >= 0 => a.bits >> c.trailing_zeros(),
            _ => u64::MAX,
        };
        return Facts::cut(lo, hi, bits);
    }
    let most = i128::from(a.lo).abs().max(i128::from(a.hi).abs());
    Facts::cut(-most, most, u64::MAX)
}

/// A remainder has the divisor's sign and is smaller.
fn remainder(a: Facts, b: Facts) -> Facts {
    let (mut lo, mut hi) = (b.lo.saturating_add(1).min(0), b.hi.saturating_sub(1).max(0));
    let mut bits = u64::MAX;
    if b.lo > 0 {
        lo = 0;
        if a.lo >= 0 {
            hi = hi.min(a.hi);
        }
        match b.constant() {
            Some(c) if c & (c - 1) == 0 => bits = a.bits & (c - 1) as u64,
            Some(c) => {
                let zeros = a.trailing_zeros().min(c.trailing_zeros());
                bits = u64::MAX.checked_shl(zeros).unwrap_or(0);
            }
            None => {}
        }
    }
    Facts::cut(lo.into(), hi.into(), bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn operand() -> impl Strategy<Value = (Facts, i64)> {
        let end = prop_oneof![-40i64..40, Just(i64::MIN), Just(i64::MAX), any::<i64>()];
        (end.clone(), end, any::<u64>(), 0u32..6).prop_map(|(a, b, pick, zeros)| {
            let (lo, hi) = (a.min(b), a.max(b));
            let width = (i128::from(hi) - i128::from(lo) + 1) as u128;
            let x = (i128::from(lo) + (u128::from(pick) % width) as i128) as i64;
            let mut facts = Facts::interval(lo, hi);
            if x as u64 & ((1 << zeros) - 1) == 0 {
                facts.bits &= u64::MAX << zeros;
            }
            (facts, x)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn the_value_of_an_operation_is_within_its_facts(
            (a, x) in operand(), (b, y) in operand(), op in 0..BinaryOp::ALL.len(),
        ) {
            let op = BinaryOp::ALL[op];
            if let Ok(value) = op.apply(x, y) {
                let facts = Facts::of(op, a, b);
                prop_assert!(facts.lo <= value && value <= facts.hi, "{x} {op:?} {y}: {facts:?}");
                prop_assert_eq!(value as u64 & !facts.bits, 0, "{} {:?} {}: {:?}", x, op, y, facts);
            }
        }
    }

    #[test]
    fn a_multiple_and_a_small_number_share_no_bit() {
        let small = Facts::interval(0, 11);
        let eights = Facts::of(BinaryOp::Mul, small, Facts::interval(8, 8));
        assert_eq!((eights.lo, eights.hi, eights.bits), (0, 88, 0b111_1000));
    }
}
