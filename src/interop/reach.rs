//! How far the results of arithmetic reach over a box, where their owners compute extents otherwise.
//!
//! MLIR and TVM lay several results of a map out row-major in extents that they *derive*, and what
//! they derive is an upper bound, not the greatest value:
//!
//! ```text
//! (d0 floordiv 4, d0 mod 4) over d0 < 3     greatest values (0, 2)     MLIR's extents (1, 4)
//! ```
//!
//! | | is |
//! |---|---|
//! | [`attained`](Reach::attained) | a value at some point of the box |
//! | [`bound`](Reach::bound) | the bound where a quotient is any number with `c*q <= e <= c*q + c-1` |
//!
//! **The law.** Any derivation by sound bounds that knows at least those lies between the two, so
//! that where both are one, every system's extent is that, plus 1.

use std::collections::BTreeSet;

use crate::expr::{BinaryOp, Inst, Program};

/// Points that are looked at, at most.
const POINTS: usize = 1 << 16;

/// How far one result reaches; see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// The greatest value that was found.
    pub attained: i64,
    /// What no value is above.
    pub bound: i64,
    /// What every value is a multiple of; 0 where the value is 0.
    pub factor: i64,
    /// The same, where equal terms of a sum are one: `j mod 2 + j mod 2` counts by 2.
    pub scale: i64,
    /// Whether it is `e mod c`, `e` a sum of positive multiples of coordinates.
    pub remainder: bool,
    /// Whether something is divided by more than it reaches, or after a constant was added.
    pub padded: bool,
    /// Whether a coordinate counts downwards: it is subtracted, or has a factor below 0. A remainder
    /// begins at 0 all the same.
    pub turned: bool,
}

/// How far each result reaches over a box that has points; `None` where that is not known.
pub(super) fn reach(program: &Program, shape: &[i64]) -> Option<Vec<Reach>> {
    let values = program.insts().iter().try_fold(Vec::new(), |mut values, inst| {
        values.push(Value::of(inst, &values, shape)?);
        Some(values)
    })?;
    let mut attained: Option<Vec<i64>> = None;
    for point in points(program, shape)? {
        let found = program.eval(&point).ok()?;
        attained = Some(match attained {
            None => found,
            Some(best) => best.into_iter().zip(found).map(|(a, b)| a.max(b)).collect(),
        });
    }
    let reach = |(&place, attained): (&u32, i64)| {
        let value = values.get(place as usize)?;
        Some(Reach {
            attained,
            bound: i64::try_from(value.greatest.floor()).ok()?,
            factor: i64::try_from(value.factor).ok()?,
            scale: i64::try_from(value.scale(&values)).ok()?,
            remainder: value.remainder,
            padded: value.padded,
            turned: value.turned,
        })
    };
    program.outputs().iter().zip(attained?).map(reach).collect()
}

/// All points of a small box; of a larger one those at the ends of whole divisors.
fn points(program: &Program, shape: &[i64]) -> Option<Vec<Vec<i64>>> {
    let size = shape.iter().try_fold(1usize, |size, &extent| {
        size.checked_mul(usize::try_from(extent).ok()?).filter(|&size| size <= POINTS)
    });
    let along = |&extent: &i64| -> Vec<i64> {
        if size.is_some() {
            return (0..extent).collect();
        }
        let divisors = program.insts().iter().filter_map(|inst| match inst {
            Inst::Const(value) if *value > 0 => Some(*value),
            _ => None,
        });
        let ends = divisors.flat_map(|divisor| [divisor, extent / divisor * divisor]);
        let ends: BTreeSet<i64> = ends.chain([1, extent]).collect();
        ends.into_iter().map(|end| end - 1).filter(|x| (0..extent).contains(x)).collect()
    };
    shape.iter().map(along).try_fold(vec![Vec::new()], |points, along| {
        let count = points.len().checked_mul(along.len())?;
        (count <= POINTS).then(|| {
            let extended = |point: &Vec<i64>| {
                let behind = |&x: &i64| point.iter().copied().chain([x]).collect();
                along.iter().map(behind).collect::<Vec<Vec<i64>>>()
            };
            points.iter().flat_map(extended).collect()
        })
    })
}

/// What is known of a value.
struct Value {
    least: Ratio,
    greatest: Ratio,
    factor: i128,
    /// The coefficients, if it is a sum of positive multiples of coordinates.
    sum: Option<Vec<i128>>,
    remainder: bool,
    /// Whether a constant other than 0 is added somewhere.
    shifted: bool,
    padded: bool,
    turned: bool,
    /// Whether a coordinate is read, also one of a single value.
    reads: bool,
    /// A sum of other values, by their place, each with its coefficient, and of what is added. Of
    /// what is no sum it is the value itself.
    terms: (Vec<(usize, i128)>, i128),
}

impl Value {
    fn of(inst: &Inst, values: &[Value], shape: &[i64]) -> Option<Value> {
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
    fn scale(&self, values: &[Value]) -> i128 {
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

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ratio {
    above: i128,
    /// Positive.
    below: i128,
}

impl Ratio {
    fn whole(value: i128) -> Ratio {
        Ratio { above: value, below: 1 }
    }

    fn lowest(above: i128, below: i128) -> Ratio {
        let common = gcd(above, below).max(1);
        Ratio { above: above / common, below: below / common }
    }

    fn plus(self, other: Ratio) -> Option<Ratio> {
        let left = self.above.checked_mul(other.below)?;
        let right = other.above.checked_mul(self.below)?;
        Some(Ratio::lowest(left.checked_add(right)?, self.below.checked_mul(other.below)?))
    }

    fn times(self, by: i128) -> Option<Ratio> {
        Some(Ratio::lowest(self.above.checked_mul(by)?, self.below))
    }

    /// Divided by what is positive.
    fn over(self, by: i128) -> Option<Ratio> {
        Some(Ratio::lowest(self.above, self.below.checked_mul(by)?))
    }

    fn floor(self) -> i128 {
        self.above.div_euclid(self.below)
    }
}

/// The greatest common divisor, not negative.
fn gcd(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    i128::try_from(left).unwrap_or(1)
}
