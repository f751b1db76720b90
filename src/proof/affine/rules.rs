//! The form of an operation on two forms.
//!
//! A floor division or modulo by a constant splits its operand's form into
//! `divisor * quotient + rest`. If the rest stays within `0 .. divisor`, quotient and rest *are*
//! the results. If not, the digits in the rest that are too large are demanded to be cut:
//!
//! ```text
//! x floordiv 4, x mod 4 (x < 32)   x = d          rest d reaches 31: cut at 4
//!                                  x = d0 + 4*d1  rest d0 stays below 4: quotient d1, modulo d0
//! ```
//!
//! Shifts, masks and flips by constants are divisions by powers of two. An XOR of two forms is
//! narrowed to the bits that both may have, so that a swizzle is a sum with a symbol:
//!
//! ```text
//! 72*i + (j xor (i mod 8 * 8))     72*i + j0 + 8*s     s = j1 xor i0, below 8
//! ```

use super::form::{Form, Split, gcd};
use super::normalize::Normal;
use crate::expr::{BinaryOp, Interval};

impl Normal {
    /// The form of an operation on two forms: exact wherever the operation has a value.
    pub(super) fn combined(&mut self, op: BinaryOp, left: &Form, right: &Form) -> Option<Form> {
        let (l, r) = (left.as_constant(), right.as_constant());
        if let (Some(l), Some(r)) = (l, r)
            && let (Ok(l), Ok(r)) = (i64::try_from(l), i64::try_from(r))
            && !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
        {
            return op.apply(l, r).ok().map(|value| Form::constant_of(value.into()));
        }
        match (op, l, r) {
            (BinaryOp::Add, ..) => left.plus(1, right),
            (BinaryOp::Sub, ..) => left.plus(-1, right),
            (BinaryOp::Mul, Some(l), _) => right.times(l),
            (BinaryOp::Mul, _, Some(r)) => left.times(r),
            (BinaryOp::FloorDiv, _, Some(d)) if d > 0 => Some(self.divided(left, d)?.quotient),
            (BinaryOp::Mod, _, Some(d)) if d > 0 => Some(self.divided(left, d)?.rest),
            (BinaryOp::Shr, _, Some(k @ 0..=63)) if self.range_of(left)?.lo >= 0 => {
                Some(self.divided(left, 1 << k)?.quotient)
            }
            (BinaryOp::Shl, _, Some(k @ 0..=63)) => {
                let form = left.times(1 << k)?;
                self.range_of(&form)?.within(Interval::ALL).then_some(form)
            }
            (BinaryOp::And, Some(mask), _) if mask >= 0 => self.masked(right, mask),
            (BinaryOp::And, _, Some(mask)) if mask >= 0 => self.masked(left, mask),
            (BinaryOp::Xor, Some(flip), _) if flip >= 0 => self.flipped(right, flip),
            (BinaryOp::Xor, _, Some(flip)) if flip >= 0 => self.flipped(left, flip),
            (BinaryOp::Xor, ..) => self.xor(left, right),
            _ => None,
        }
    }

    /// Floor quotient and remainder, or a demand for digits in which there may be some.
    fn divided(&mut self, form: &Form, divisor: i128) -> Option<Split> {
        let Split { quotient, rest } = form.split(divisor);
        let Interval { lo, hi } = self.range_of(&rest)?;
        let block = lo.div_euclid(divisor);
        if hi.div_euclid(divisor) == block {
            let shift = Form::constant_of(block);
            return Some(Split {
                quotient: quotient.plus(1, &shift)?,
                rest: rest.plus(-divisor, &shift)?,
            });
        }
        for &(variable, coefficient) in rest.terms() {
            let at = divisor / gcd(divisor, coefficient);
            if self.digits.all().get(variable).is_some_and(|d| at < i128::from(d.extent)) {
                self.demands.push((variable, at));
            }
        }
        None
    }

    /// The digits of a form in base two where a mask has runs of ones: `(place, count, digit)`.
    fn fields(&mut self, form: &Form, mask: i128) -> Option<Vec<(u32, u32, Form)>> {
        let mut fields = Vec::new();
        let mut low = 0;
        while mask >> low != 0 {
            low += (mask >> low).trailing_zeros();
            let count = (mask >> low).trailing_ones();
            let shifted = self.divided(form, 1 << low)?.quotient;
            fields.push((low, count, self.divided(&shifted, 1 << count)?.rest));
            low += count;
        }
        Some(fields)
    }

    fn masked(&mut self, form: &Form, mask: i128) -> Option<Form> {
        let fields = self.fields(form, mask)?;
        fields
            .iter()
            .try_fold(Form::constant_of(0), |sum, (low, _, field)| sum.plus(1 << low, field))
    }

    /// `form xor flip`: where the flip has ones, a digit `d` becomes `2^count - 1 - d`.
    fn flipped(&mut self, form: &Form, flip: i128) -> Option<Form> {
        let fields = self.fields(form, flip)?;
        fields.iter().try_fold(form.clone(), |sum, (low, count, field)| {
            let change = Form::constant_of((1 << count) - 1).plus(-2, field)?;
            sum.plus(1 << low, &change)
        })
    }

    /// An XOR, narrowed to the bits that both operands may have.
    fn xor(&mut self, left: &Form, right: &Form) -> Option<Form> {
        if left == right {
            return Some(Form::constant_of(0));
        }
        let zeros = |form: &Form| {
            let multiple = gcd(form.divisor_of_terms(), form.constant());
            if multiple == 0 { 63 } else { multiple.trailing_zeros().min(63) }
        };
        let low = zeros(left).max(zeros(right));
        let (a, b) = (self.divided(left, 1 << low)?, self.divided(right, 1 << low)?);
        // Below the place, one of the two has only zeros.
        let below = a.rest.plus(1, &b.rest)?;
        let (a, b) = (a.quotient, b.quotient);
        let (over_a, over_b) = (self.range_of(&a)?, self.range_of(&b)?);
        let bits = |range: Interval| (range.lo >= 0).then(|| 128 - range.hi.leading_zeros());
        let count = match (bits(over_a), bits(over_b)) {
            (Some(a), Some(b)) => a.min(b),
            (Some(bits), None) | (None, Some(bits)) => bits,
            (None, None) => return None,
        };
        // Above the bits of one operand stands the other alone.
        let (a, b) = (self.divided(&a, 1 << count)?, self.divided(&b, 1 << count)?);
        let above = a.quotient.plus(1, &b.quotient)?;
        let middle = match (a.rest.as_constant(), b.rest.as_constant()) {
            (Some(0), _) => b.rest,
            (_, Some(0)) => a.rest,
            (Some(flip), _) => self.flipped(&b.rest, flip)?,
            (_, Some(flip)) => self.flipped(&a.rest, flip)?,
            (None, None) if a.rest == b.rest => Form::constant_of(0),
            (None, None) => {
                let range = Interval { lo: 0, hi: (1 << count) - 1 };
                self.symbol(BinaryOp::Xor, a.rest, b.rest, range)
            }
        };
        below.plus(1 << low, &middle)?.plus((1i128 << low).checked_mul(1 << count)?, &above)
    }
}
