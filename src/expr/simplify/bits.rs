//! Rules of xor, and, and shifts: fields of bits.
//!
//! `xor` and `and` act on each bit alone, so where every operand splits at a bit `t`, they act
//! on the high and the low fields apart; and fields that share no bit add.
//!
//! ```text
//! (row*64 + col) xor (row mod 8)*8     col < 64: split at 64
//!   = row*64 + (col xor (row mod 8)*8)
//! ((row mod 8)*8) xor 19               split at 8: 19 = 2*8 + 3
//!   = ((row mod 8) xor 2)*8 + 3
//! ```

use super::facts::Facts;
use super::rewrite::Rewriter;
use super::sum::Sum;
use crate::expr::{BinaryOp, Inst};

/// Longer chains of xor are not opened.
const MOST_PARTS: usize = 16;

/// The parts of a xor above and below a bit.
struct Fields {
    high: Vec<Sum>,
    high_constant: i64,
    low: Vec<Sum>,
    low_constant: i64,
    /// Whether what is above is divided by the bit's value.
    divided: bool,
    /// Whether a part had anything above the bit.
    cleared: bool,
}

impl Rewriter {
    /// `a xor b`.
    pub(super) fn xor(&mut self, a: &Sum, b: &Sum) -> Option<Sum> {
        let mut parts = Vec::new();
        let mut constant = 0;
        let mut pending = vec![a.clone(), b.clone()];
        while let Some(part) = pending.pop() {
            if let Some(value) = part.as_constant() {
                constant ^= value;
            } else if let Some(equal) = parts.iter().position(|known| *known == part) {
                parts.swap_remove(equal);
            } else if let Some(Inst::Binary(BinaryOp::Xor, lhs, rhs)) =
                part.as_atom().map(|atom| self.inst(atom))
                && parts.len() + pending.len() < MOST_PARTS
            {
                pending.extend([self.sum(lhs), self.sum(rhs)]);
            } else {
                parts.push(part);
            }
        }
        self.xor_parts(parts, constant)
    }

    fn xor_parts(&mut self, mut parts: Vec<Sum>, constant: i64) -> Option<Sum> {
        if parts.is_empty() {
            return Some(Sum::constant(constant));
        }
        if parts.len() == 1 && constant == 0 {
            return parts.pop();
        }
        if let Some(split) = self.nest(|rules| rules.xor_by_fields(&parts, constant)) {
            return Some(split);
        }
        // Parts without a bit in common add.
        let mut known: Vec<Facts> = parts.iter().map(|part| self.known(part)).collect();
        let mut i = 0;
        while i < parts.len() {
            let partner = (i + 1..parts.len()).find(|&j| known[i].bits & known[j].bits == 0);
            let joined = partner.and_then(|j| Some((j, self.add(&parts[i], 1, &parts[j])?)));
            match joined {
                Some((j, sum)) => {
                    known[i] = Facts { bits: known[i].bits | known[j].bits, ..Facts::ANY };
                    parts[i] = sum;
                    parts.remove(j);
                    known.remove(j);
                }
                None => i += 1,
            }
        }
        // Of the constant, the bits that no part has add.
        let bits = known.iter().fold(0, |bits, facts| bits | facts.bits);
        let free = if constant >= 0 { constant & !(bits as i64) } else { 0 };
        let value = self.xor_chain(parts, constant ^ free)?;
        self.add(&value, 1, &Sum::constant(free))
    }

    /// Splits every part at one bit, where that leaves fewer parts above it or below it.
    fn xor_by_fields(&mut self, parts: &[Sum], constant: i64) -> Option<Sum> {
        let count = parts.len() + usize::from(constant != 0);
        for cut in self.cuts(parts, constant) {
            let scale = 1i64 << cut;
            let Some(fields) = self.fields(parts, constant, cut) else { continue };
            let above = fields.high.len() + usize::from(fields.high_constant != 0);
            let below = fields.low.len() + usize::from(fields.low_constant != 0);
            let helps = match (above, below) {
                (0, _) => fields.cleared,
                (_, 0) => fields.divided,
                _ => above < count || below < count,
            };
            if !helps {
                continue;
            }
            let high = self.xor_fields(fields.high, fields.high_constant)?;
            let low = self.xor_fields(fields.low, fields.low_constant)?;
            return self.add(&high.times(if fields.divided { scale } else { 1 })?, 1, &low);
        }
        None
    }

    /// The bits at which a part, an atom of a part, or the constant begins or ends.
    fn cuts(&mut self, parts: &[Sum], constant: i64) -> Vec<u32> {
        let mut cuts: Vec<u32> = Vec::new();
        for part in parts {
            let bits = self.known(part).bits;
            cuts.extend([bits.trailing_zeros(), 64 - bits.leading_zeros()]);
            for &(place, factor) in &part.terms {
                let width = 64 - self.facts[place as usize].bits.leading_zeros();
                cuts.extend([factor.trailing_zeros(), width]);
            }
        }
        if constant > 0 {
            cuts.extend([constant.trailing_zeros(), 64 - constant.leading_zeros()]);
        }
        cuts.retain(|cut| (1..63).contains(cut));
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    }

    /// What stands above and below a bit of each part, or `None` where some part does not split.
    ///
    /// What is above is divided by that bit's value; if a part without bits below it is no
    /// multiple as a sum (`x and 56`), none is.
    fn fields(&mut self, parts: &[Sum], constant: i64, cut: u32) -> Option<Fields> {
        let scale = 1i64 << cut;
        let mut split: Vec<Option<(Sum, Sum)>> = Vec::with_capacity(parts.len());
        for part in parts {
            let fields = self.split(part, scale);
            if fields.is_none() && self.known(part).trailing_zeros() < cut {
                return None;
            }
            split.push(fields);
        }
        let divided = split.iter().all(Option::is_some);
        let mut fields = Fields {
            high: Vec::new(),
            high_constant: constant >> cut,
            low: Vec::new(),
            low_constant: constant & (scale - 1),
            divided,
            cleared: false,
        };
        if !divided {
            fields.high_constant = constant - fields.low_constant;
        }
        for (part, split) in parts.iter().zip(split) {
            let (high, low) = match split {
                Some((high, low)) => (if divided { high } else { high.times(scale)? }, low),
                None => (part.clone(), Sum::default()),
            };
            fields.cleared |= high != Sum::default();
            match high.as_constant() {
                Some(value) => fields.high_constant ^= value,
                None => fields.high.push(high),
            }
            match low.as_constant() {
                Some(value) => fields.low_constant ^= value,
                None => fields.low.push(low),
            }
        }
        Some(fields)
    }

    /// The xor of fields, of which some may have become equal.
    fn xor_fields(&mut self, fields: Vec<Sum>, constant: i64) -> Option<Sum> {
        let mut odd: Vec<Sum> = Vec::new();
        for field in fields {
            match odd.iter().position(|known| *known == field) {
                Some(equal) => drop(odd.swap_remove(equal)),
                None => odd.push(field),
            }
        }
        self.xor_parts(odd, constant)
    }

    /// What no rule takes apart, in order, the constant last.
    fn xor_chain(&mut self, parts: Vec<Sum>, constant: i64) -> Option<Sum> {
        let mut places = Vec::with_capacity(parts.len());
        for part in &parts {
            places.push(self.place(part)?);
        }
        self.sort_places(&mut places);
        let mut places = places.into_iter();
        let first = places.next()?;
        let mut value = self.sum(first);
        for place in places {
            let part = self.sum(place);
            value = self.ordered_atom(BinaryOp::Xor, &value, &part)?;
        }
        if constant != 0 {
            value = self.ordered_atom(BinaryOp::Xor, &value, &Sum::constant(constant))?;
        }
        Some(value)
    }

    /// `a and b`.
    pub(super) fn and(&mut self, a: &Sum, b: &Sum) -> Option<Sum> {
        if a == b {
            return Some(a.clone());
        }
        match (a.as_constant(), b.as_constant()) {
            (Some(x), Some(y)) => Some(Sum::constant(x & y)),
            (None, Some(mask)) => self.nest(|rules| rules.masked(a, mask)),
            (Some(mask), None) => self.nest(|rules| rules.masked(b, mask)),
            (None, None) => self.atom(BinaryOp::And, a, b),
        }
    }

    fn masked(&mut self, sum: &Sum, mask: i64) -> Option<Sum> {
        let bits = self.known(sum).bits;
        let kept = bits & mask as u64;
        if kept == bits {
            return Some(sum.clone());
        }
        if kept == 0 {
            return Some(Sum::constant(0));
        }
        if let Some(Inst::Binary(BinaryOp::And, of, inner)) =
            sum.as_atom().map(|atom| self.inst(atom))
            && let Some(inner) = self.constant_at(inner)
        {
            let of = self.sum(of);
            return self.and(&of, &Sum::constant(inner & mask));
        }
        // All bits below a bound and none above it: a remainder.
        let width = 64 - kept.leading_zeros();
        if width < 63 && bits & ((1 << width) - 1) == kept {
            return self.modulo(sum, 1 << width);
        }
        // Nothing below a bit: the field above it.
        let zeros = kept.trailing_zeros();
        if zeros > 0
            && zeros < 63
            && let Some((high, _)) = self.split(sum, 1 << zeros)
        {
            let field = self.and(&high, &Sum::constant(mask >> zeros))?;
            return field.times(1 << zeros);
        }
        self.ordered_atom(BinaryOp::And, sum, &Sum::constant(kept as i64))
    }

    /// `sum shl amount`: a multiple where no bit is lost.
    pub(super) fn shift_left(&mut self, sum: &Sum, amount: i64) -> Option<Sum> {
        let scale = 1i64.checked_shl(u32::try_from(amount).ok()?).filter(|&scale| scale > 0)?;
        let product = sum.times(scale)?;
        let (least, most) = self.interval(&product);
        (least >= i64::MIN.into() && most <= i64::MAX.into()).then_some(product)
    }

    /// `sum shr amount`: a quotient where there is no sign.
    pub(super) fn shift_right(&mut self, sum: &Sum, amount: i64) -> Option<Sum> {
        match amount {
            0 => Some(sum.clone()),
            1..63 if self.is_natural(sum) => self.floor_div(sum, 1 << amount),
            63 if self.is_natural(sum) => Some(Sum::constant(0)),
            _ => None,
        }
    }
}
