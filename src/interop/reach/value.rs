//! [`Value`]: what is known of a value of a program, instruction by instruction.
//!
//! ```text
//! d0 * 4 + d1      over 3 x 4       from 0 to 11, a sum of positive multiples, counts by 1
//! ... mod 8                         from 0 to 7, a remainder
//! ```

use super::ratio::{Ratio, gcd};
use crate::expr::{BinaryOp, Inst};

/// What is known of a value.
pub(super) struct Value {
    pub least: Ratio,
    pub greatest: Ratio,
    pub factor: i128,
    /// The coefficients, if it is a sum of positive multiples of coordinates.
    sum: Option<Vec<i128>>,
    pub remainder: bool,
    /// Whether a constant other than 0 is added somewhere.
    shifted: bool,
    pub padded: bool,
    pub turned: bool,
    /// Whether a coordinate is read, also one of a single value.
    reads: bool,
    /// A sum of other values, by their place, each with its coefficient, and of what is added. Of
    /// what is no sum it is the value itself.
    terms: (Vec<(usize, i128)>, i128),
}

impl Value {
    pub fn of(inst: &Inst, values: &[Value], shape: &[i64]) -> Option<Value> {
        let known = |least: Ratio, greatest: Ratio, factor: i128| Value {
            least,
            greatest,
            factor,
            sum: None,
            remainder: false,
            shifted: false,
            padded: false,
            turned: false,
            reads: false,
            terms: (vec![(values.len(), 1)], 0),
        };
        let (op, left, right) = match *inst {
            Inst::Const(value) => {
                let ratio = Ratio::whole(value.into());
                let own = known(ratio, ratio, i128::from(value).abs());
                return Some(Value { terms: (Vec::new(), value.into()), ..own });
            }
            Inst::Coord(position) => {
                let extent = *shape.get(position as usize)?;
                let greatest = Ratio::whole(i128::from(extent) - 1);
                let own = known(Ratio::whole(0), greatest, 1);
                let mut sum = vec![0; shape.len()];
                sum.get_mut(position as usize).into_iter().for_each(|own| *own = 1);
                return Some(Value { sum: Some(sum), reads: true, ..own });
            }
            Inst::Binary(op, left, right) => {
                (op, values.get(left as usize)?, values.get(right as usize)?)
            }
        };
        let own = match op {
            BinaryOp::Add => {
                let (least, greatest) =
                    (left.least.plus(right.least)?, left.greatest.plus(right.greatest)?);
                // Terms of one coordinate are one term.
                let sum = match (&left.sum, &right.sum) {
                    (Some(own), Some(other)) => {
                        let terms = own.iter().zip(other).map(|(a, b)| a.checked_add(*b));
                        Some(terms.collect::<Option<Vec<i128>>>()?)
                    }
                    _ => None,
                };
                let factor = match &sum {
                    Some(terms) => terms.iter().copied().fold(0, gcd),
                    None => gcd(left.factor, right.factor),
                };
                Value { sum, ..known(least, greatest, factor) }
            }
            BinaryOp::Sub => known(
                left.least.plus(right.greatest.times(-1)?)?,
                left.greatest.plus(right.least.times(-1)?)?,
                gcd(left.factor, right.factor),
            ),
            BinaryOp::Mul => {
                let (other, by) = match (left.constant(), right.constant()) {
                    (_, Some(by)) => (left, by),
                    (Some(by), _) => (right, by),
                    _ => return None,
                };
                let (first, last) = (other.least.times(by)?, other.greatest.times(by)?);
                let (least, greatest) = if by < 0 { (last, first) } else { (first, last) };
                let factor = other.factor.checked_mul(by.checked_abs()?)?;
                let scaled =
                    |terms: &Vec<i128>| terms.iter().map(|own| own.checked_mul(by)).collect();
                let sum: Option<Vec<i128>> = other.sum.as_ref().filter(|_| by > 0).and_then(scaled);
                Value { sum, ..known(least, greatest, factor) }
            }
            BinaryOp::FloorDiv => {
                let by = right.constant().filter(|by| *by > 0)?;
                let below = Ratio::whole(by.checked_sub(1)?.checked_neg()?);
                let own = known(left.least.plus(below)?.over(by)?, left.greatest.over(by)?, 1);
                Value { padded: left.is_padded(by), ..own }
            }
            BinaryOp::Mod => {
                let by = right.constant().filter(|by| *by > 0)?;
                let factor = gcd(left.factor, by);
                let rest = known(Ratio::whole(0), Ratio::whole(by - factor), factor % by);
                Value { remainder: left.sum.is_some(), padded: left.is_padded(by), ..rest }
            }
            _ => return None,
        };
        let adds = matches!(op, BinaryOp::Add | BinaryOp::Sub)
            && [left, right].iter().any(|side| side.constant().is_some_and(|by| by != 0));
        let shifted = adds || left.shifted || right.shifted;
        let padded = own.padded || left.padded || right.padded;
        let turned = match op {
            BinaryOp::Mod => false,
            BinaryOp::Sub => left.turned || right.turned || right.reads,
            BinaryOp::Mul => [(left, right), (right, left)]
                .into_iter()
                .any(|(own, by)| own.turned || own.reads && by.constant().is_some_and(|by| by < 0)),
            _ => left.turned || right.turned,
        };
        let reads = left.reads || right.reads;
        let terms = match op {
            BinaryOp::Add => combined(&left.terms, 1, &right.terms)?,
            BinaryOp::Sub => combined(&left.terms, -1, &right.terms)?,
            BinaryOp::Mul => match (left.constant(), right.constant()) {
                (_, Some(by)) => combined(&(Vec::new(), 0), by, &left.terms)?,
                (Some(by), _) => combined(&(Vec::new(), 0), by, &right.terms)?,
                _ => own.terms,
            },
            _ => own.terms,
        };
        let own = Value { terms, ..own };
        Some(Value { shifted, padded, turned, reads, ..own })
    }

    /// What the value is a multiple of as a sum of others, which stand before it.
    pub fn scale(&self, values: &[Value]) -> i128 {
        let (terms, added) = &self.terms;
        terms.iter().fold(added.abs(), |scale, (place, by)| {
            let factor = values.get(*place).map_or(1, |own| own.factor);
            gcd(scale, factor.saturating_mul(*by))
        })
    }

    /// Whether TVM may pad this value where it is divided.
    fn is_padded(&self, by: i128) -> bool {
        self.shifted || self.greatest.floor() < by
    }

    fn constant(&self) -> Option<i128> {
        let whole = self.least == self.greatest && self.least.below == 1;
        whole.then_some(self.least.above)
    }
}

/// A sum and so many times another, equal terms as one.
fn combined(
    (own, added): &(Vec<(usize, i128)>, i128),
    by: i128,
    (other, more): &(Vec<(usize, i128)>, i128),
) -> Option<(Vec<(usize, i128)>, i128)> {
    let mut terms = own.clone();
    for (place, factor) in other {
        let factor = factor.checked_mul(by)?;
        match terms.iter_mut().find(|(known, _)| known == place) {
            Some((_, own)) => *own = own.checked_add(factor)?,
            None => terms.push((*place, factor)),
        }
    }
    terms.retain(|(_, factor)| *factor != 0);
    Some((terms, added.checked_add(more.checked_mul(by)?)?))
}
