//! Rules of addition, floor division and modulo: digits.
//!
//! The one idea: a sum `L` splits at `g` if `L = g*H + low` with `0 <= low < g` at every point.
//! Then `L floordiv g = H` and `L mod g = low`; and where `g` divides `n`,
//!
//! ```text
//! L floordiv n = H floordiv (n/g)           L mod n = g * (H mod (n/g)) + low
//! ```
//!
//! Without a split, what the divisor divides leaves the dividend, and digits of digits become
//! digits (`(x mod ab) floordiv a = (x floordiv a) mod b`). The other way about, a sum of
//! neighbouring digits is one digit again: `(x floordiv 4) * 4 + x mod 4 = x`.

use super::facts::Facts;
use super::rewrite::{Rewriter, gcd};
use super::sum::Sum;
use crate::expr::{BinaryOp, Inst};

/// A digit: `(x floordiv divisor) mod extent`, without end where there is no extent.
#[derive(Clone, Copy, PartialEq)]
struct Digit {
    of: u32,
    divisor: i64,
    extent: Option<i64>,
}

impl Rewriter {
    /// `a + sign * b`, neighbouring digits joined.
    pub(super) fn add(&mut self, a: &Sum, sign: i64, b: &Sum) -> Option<Sum> {
        let mut sum = a.plus(sign, b)?;
        // Each joining removes a digit, and there are at most so many.
        for _ in 0..super::sum::MOST_TERMS {
            match self.join_digits(&sum) {
                Some(joined) => sum = joined,
                None => break,
            }
        }
        Some(sum)
    }

    /// `sum = divisor * high + low` with `0 <= low < divisor` at every point.
    pub(super) fn split(&self, sum: &Sum, divisor: i64) -> Option<(Sum, Sum)> {
        let whole = |factor: i64| if factor % divisor == 0 { factor / divisor } else { 0 };
        self.split_by(sum, divisor, whole)
            .or_else(|| self.split_by(sum, divisor, |factor| factor.div_euclid(divisor)))
    }

    fn split_by(
        &self,
        sum: &Sum,
        divisor: i64,
        multiple: impl Fn(i64) -> i64,
    ) -> Option<(Sum, Sum)> {
        let high: Vec<(u32, i64)> =
            sum.terms.iter().map(|&(place, factor)| (place, multiple(factor))).collect();
        let high = Sum { base: 0, terms: high.into_iter().filter(|term| term.1 != 0).collect() };
        let low = sum.plus(divisor.checked_neg()?, &high)?;
        let (least, most) = self.interval(&low);
        let digit = least.div_euclid(divisor.into());
        if digit != most.div_euclid(divisor.into()) {
            return None;
        }
        let digit = Sum::constant(i64::try_from(digit).ok()?);
        Some((high.plus(1, &digit)?, low.plus(divisor.checked_neg()?, &digit)?))
    }

    /// The proper divisors of `divisor` at which the sum might split, the largest first.
    fn joints(&self, sum: &Sum, divisor: i64) -> Vec<i64> {
        let mut joints: Vec<i64> = sum
            .terms
            .iter()
            .map(|term| gcd(term.1, divisor))
            .filter(|&joint| 1 < joint && joint < divisor)
            .collect();
        joints.sort_unstable_by(|a, b| b.cmp(a));
        joints.dedup();
        joints
    }

    /// `sum floordiv divisor`, the divisor positive.
    pub(super) fn floor_div(&mut self, sum: &Sum, divisor: i64) -> Option<Sum> {
        self.nest(|rules| {
            if divisor == 1 {
                return Some(sum.clone());
            }
            if let Some((high, _)) = rules.split(sum, divisor) {
                return Some(high);
            }
            for joint in rules.joints(sum, divisor) {
                if let Some((high, _)) = rules.split(sum, joint) {
                    return rules.floor_div(&high, divisor / joint);
                }
            }
            if let Some((multiple, rest)) = rules.extract(sum, divisor) {
                let digit = rules.quotient(&rest, divisor)?;
                return rules.add(&multiple, 1, &digit);
            }
            rules.quotient(sum, divisor)
        })
    }

    /// `sum mod divisor`, the divisor positive.
    pub(super) fn modulo(&mut self, sum: &Sum, divisor: i64) -> Option<Sum> {
        self.nest(|rules| {
            if divisor == 1 {
                return Some(Sum::constant(0));
            }
            if let Some((_, low)) = rules.split(sum, divisor) {
                return Some(low);
            }
            for joint in rules.joints(sum, divisor) {
                if let Some((high, low)) = rules.split(sum, joint) {
                    let digit = rules.modulo(&high, divisor / joint)?;
                    return rules.add(&digit.times(joint)?, 1, &low);
                }
            }
            match rules.extract(sum, divisor) {
                Some((_, rest)) => rules.remainder(&rest, divisor),
                None => rules.remainder(sum, divisor),
            }
        })
    }

    /// Multiples of the divisor taken out: `sum = divisor * multiple + rest`, where `rest` has a
    /// place and, if that is possible, is not negative.
    fn extract(&mut self, sum: &Sum, divisor: i64) -> Option<(Sum, Sum)> {
        let worth = |factor: i64| {
            let rest = (factor % divisor).unsigned_abs();
            if rest == 0 || rest.is_power_of_two() { factor / divisor } else { 0 }
        };
        let terms: Vec<(u32, i64)> =
            sum.terms.iter().map(|&(place, factor)| (place, worth(factor))).collect();
        let taken = Sum { base: 0, terms: terms.into_iter().filter(|term| term.1 != 0).collect() };
        let rest = sum.plus(divisor.checked_neg()?, &taken)?;
        let (least, _) = self.interval(&Sum { base: 0, ..rest.clone() });
        let smallest = i128::from(rest.base.rem_euclid(divisor));
        let base = if least + smallest >= 0 {
            smallest
        } else {
            // The smallest base of the same remainder that lifts the sum to 0.
            smallest
                + (-least - smallest + i128::from(divisor) - 1).div_euclid(divisor.into())
                    * i128::from(divisor)
        };
        let moved = i64::try_from((i128::from(rest.base) - base) / i128::from(divisor)).ok();
        let settled = moved.and_then(|moved| {
            let moved = Sum::constant(moved);
            Some((taken.plus(1, &moved)?, rest.plus(-divisor, &moved)?))
        });
        for (multiple, rest) in settled.into_iter().chain([(taken, rest)]) {
            if multiple != Sum::default() && self.place(&rest).is_some() {
                return Some((multiple, rest));
            }
        }
        None
    }

    /// A quotient that no sum splits: of a single atom, by what that is.
    fn quotient(&mut self, sum: &Sum, divisor: i64) -> Option<Sum> {
        if let Some(Inst::Binary(op, of, by)) = sum.as_atom().map(|atom| self.inst(atom))
            && let Some(by) = self.constant_at(by).filter(|&by| by > 0)
        {
            let of = self.sum(of);
            match op {
                BinaryOp::FloorDiv => {
                    if let Some(product) = by.checked_mul(divisor) {
                        return self.floor_div(&of, product);
                    }
                }
                BinaryOp::Mod if by % divisor == 0 => {
                    let digit = self.floor_div(&of, divisor)?;
                    return self.modulo(&digit, by / divisor);
                }
                BinaryOp::And if divisor.count_ones() == 1 => {
                    let field = self.floor_div(&of, divisor)?;
                    return self.and(&field, &Sum::constant(by >> divisor.trailing_zeros()));
                }
                _ => {}
            }
        }
        self.atom(BinaryOp::FloorDiv, sum, &Sum::constant(divisor))
    }

    /// A remainder that no sum splits: of a single atom, by what that is.
    fn remainder(&mut self, sum: &Sum, divisor: i64) -> Option<Sum> {
        if let Some(Inst::Binary(op, of, by)) = sum.as_atom().map(|atom| self.inst(atom))
            && let Some(by) = self.constant_at(by).filter(|&by| by > 0)
        {
            let of = self.sum(of);
            match op {
                BinaryOp::Mod if by % divisor == 0 => return self.modulo(&of, divisor),
                BinaryOp::And if divisor.count_ones() == 1 => {
                    return self.and(&of, &Sum::constant(by & (divisor - 1)));
                }
                _ => {}
            }
        }
        self.atom(BinaryOp::Mod, sum, &Sum::constant(divisor))
    }

    /// A quotient or remainder by what is not a positive constant.
    pub(super) fn by_unknown(&mut self, op: BinaryOp, a: &Sum, b: &Sum) -> Option<Sum> {
        let (least, most) = self.interval(a);
        if least >= 0 && most < self.interval(b).0 {
            return Some(if op == BinaryOp::Mod { a.clone() } else { Sum::default() });
        }
        self.atom(op, a, b)
    }

    /// The digit that an atom is.
    fn digit(&self, atom: u32) -> Digit {
        let by = |op: BinaryOp, place: u32| match self.inst(place) {
            Inst::Binary(found, of, by) if found == op => {
                self.constant_at(by).filter(|&by| by > 0).map(|by| (of, by))
            }
            _ => None,
        };
        let (inner, extent) = match by(BinaryOp::Mod, atom) {
            Some((inner, extent)) => (inner, Some(extent)),
            None => (atom, None),
        };
        let (of, divisor) = by(BinaryOp::FloorDiv, inner).unwrap_or((inner, 1));
        Digit { of, divisor, extent }
    }

    /// The sum with one pair of neighbouring digits joined, or one difference made a digit.
    fn join_digits(&mut self, sum: &Sum) -> Option<Sum> {
        let digits: Vec<(u32, i64, Digit)> =
            sum.terms.iter().map(|&(place, factor)| (place, factor, self.digit(place))).collect();
        for &(low_place, low_factor, low) in &digits {
            for &(high_place, high_factor, high) in &digits {
                if low.of != high.of || low_place == high_place {
                    continue;
                }
                let pair = Sum::default()
                    .plus(low_factor, &Sum::atom(low_place))?
                    .plus(high_factor, &Sum::atom(high_place))?;
                // low + extent * high, the higher digit beginning where the lower ends.
                if let Some(extent) = low.extent
                    && low.divisor.checked_mul(extent) == Some(high.divisor)
                    && low_factor.checked_mul(extent) == Some(high_factor)
                {
                    let extent = match high.extent {
                        None => Some(None),
                        Some(more) => extent.checked_mul(more).map(Some),
                    };
                    if let Some(extent) = extent
                        && let Some(joined) = self.take_digit(Digit { extent, ..low })
                    {
                        return sum.plus(-1, &pair)?.plus(low_factor, &joined);
                    }
                }
                // x - extent * (x floordiv extent).
                if low.extent.is_none()
                    && high.extent.is_none()
                    && high.divisor > low.divisor
                    && high.divisor % low.divisor == 0
                    && low_factor.checked_mul(-(high.divisor / low.divisor)) == Some(high_factor)
                {
                    let extent = Some(high.divisor / low.divisor);
                    if let Some(digit) = self.take_digit(Digit { extent, ..low }) {
                        return sum.plus(-1, &pair)?.plus(low_factor, &digit);
                    }
                }
            }
        }
        digits
            .iter()
            .find_map(|&(place, factor, digit)| self.difference_as_digit(sum, place, factor, digit))
    }

    /// `x - n * (x floordiv n) = x mod n`, where `x` is a sum whose terms stand in `sum`.
    fn difference_as_digit(
        &mut self,
        sum: &Sum,
        place: u32,
        factor: i64,
        digit: Digit,
    ) -> Option<Sum> {
        let whole = self.sum(digit.of);
        let quotient = digit.extent.is_none() && digit.divisor > 1 && whole.as_atom().is_none();
        if !quotient || factor % digit.divisor != 0 {
            return None;
        }
        let scale = (factor / digit.divisor).checked_neg()?;
        let present =
            whole.terms.iter().all(|&(atom, f)| f.checked_mul(scale) == Some(sum.factor(atom)));
        if !present {
            return None;
        }
        let remainder = self.modulo(&whole, digit.divisor)?;
        let rest = sum.plus(-factor, &Sum::atom(place))?.plus(-scale, &whole)?;
        rest.plus(scale, &remainder)
    }

    fn take_digit(&mut self, digit: Digit) -> Option<Sum> {
        let of = self.sum(digit.of);
        let quotient = self.floor_div(&of, digit.divisor)?;
        match digit.extent {
            None => Some(quotient),
            Some(extent) => self.modulo(&quotient, extent),
        }
    }

    /// Whether a sum's value is never negative.
    pub(super) fn is_natural(&self, sum: &Sum) -> bool {
        self.interval(sum).0 >= 0
    }

    /// What is known of a sum, by its place or else by its interval.
    pub(super) fn known(&mut self, sum: &Sum) -> Facts {
        self.facts_of(sum).unwrap_or(Facts::ANY)
    }
}
