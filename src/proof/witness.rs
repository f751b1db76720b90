//! [`Witness`]: the point, or the pair of points, at which a claim fails.
//!
//! **The law.** A witness about points is made here and only here, and only after
//! [`LayoutMap::eval`] itself has failed there: a strategy proposes, the evaluator confirms.
//! Where it doesn't, there is no witness, and the strategy has decided nothing.

use std::fmt;

use crate::error::EvalError;
use crate::expr::Program;
use crate::index_set::{Extent, IndexSet, Point};
use crate::map::LayoutMap;

/// A point together with the axes it lies on; printed `(i = 0, j = 3)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinates {
    axes: IndexSet,
    values: Point,
}

impl Coordinates {
    pub(super) fn new(axes: &IndexSet, values: Point) -> Self {
        Coordinates { axes: axes.clone(), values }
    }

    /// The numbers.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The axes.
    pub fn axes(&self) -> &IndexSet {
        &self.axes
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, (axis, value)) in self.axes.axes().iter().zip(&self.values).enumerate() {
            write!(f, "{}{} = {value}", if i == 0 { "" } else { ", " }, axis.name())?;
        }
        f.write_str(")")
    }
}

/// A value, or why there is none.
pub type Outcome = Result<Coordinates, EvalError>;

/// Where a claim about a map fails.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Witness {
    /// The map has no value here.
    Undefined {
        /// The point.
        point: Coordinates,
        /// Why.
        error: EvalError,
    },
    /// The value here is not in the codomain.
    Outside {
        /// The point.
        point: Coordinates,
        /// The value.
        value: Coordinates,
        /// The axis it leaves.
        error: EvalError,
    },
    /// Two points with one value.
    Collision {
        /// A point.
        first: Coordinates,
        /// Another.
        second: Coordinates,
        /// The value of both.
        value: Coordinates,
    },
    /// More points than values they can have.
    Pigeonhole {
        /// The number of points.
        points: u128,
        /// The most values.
        values: u128,
    },
    /// A point of the codomain that is no value.
    Uncovered {
        /// The point.
        value: Coordinates,
    },
    /// Fewer values than points of the codomain.
    TooFew {
        /// The most values that the map can have.
        values: u128,
        /// The number of points of the codomain; `None` where an axis has no end.
        codomain: Option<u128>,
    },
    /// Two maps that differ here.
    Difference {
        /// The point.
        point: Coordinates,
        /// What the first map gives.
        left: Outcome,
        /// What the second gives.
        right: Outcome,
    },
    /// Two points whose values are not what they would be if the claim held.
    Varies {
        /// A point.
        first: Coordinates,
        /// What the map gives there.
        left: Outcome,
        /// Another point.
        second: Coordinates,
        /// What the map gives there.
        right: Outcome,
    },
    /// A value that is no multiple of what it should be.
    Misaligned {
        /// The point.
        point: Coordinates,
        /// The value.
        value: Coordinates,
        /// What should divide it.
        multiple: i64,
    },
    /// A value that two maps have.
    Shared {
        /// A point of the first map.
        left: Coordinates,
        /// A point of the second.
        right: Coordinates,
        /// What both give.
        value: Coordinates,
    },
    /// An intermediate value that needs more bits.
    Wide {
        /// The point.
        point: Coordinates,
        /// The expression that has the value.
        expression: String,
        /// The value.
        value: i64,
        /// The bits at hand.
        bits: u32,
    },
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Witness::Undefined { point, error } => write!(f, "at {point}, {error}"),
            Witness::Outside { point, value, error } => {
                write!(f, "{point} maps to {value}: {error}")
            }
            Witness::Collision { first, second, value } => {
                write!(f, "{first} and {second} both map to {value}")
            }
            Witness::Pigeonhole { points, values } => {
                write!(f, "{points} points have at most {values} values")
            }
            Witness::Uncovered { value } => {
                write!(f, "no point maps to {value} of {}", value.axes())
            }
            Witness::TooFew { values, codomain: Some(codomain) } => {
                write!(f, "at most {values} values cannot cover {codomain} points")
            }
            Witness::TooFew { values, codomain: None } => {
                write!(f, "at most {values} values cannot cover a codomain without end")
            }
            Witness::Difference { point, left, right } => {
                write!(f, "at {point}, one gives {}, the other {}", shown(left), shown(right))
            }
            Witness::Varies { first, left, second, right } => {
                write!(f, "{first} gives {}, {second} gives {}", shown(left), shown(right))
            }
            Witness::Misaligned { point, value, multiple } => {
                write!(f, "{point} maps to {value}, which is no multiple of {multiple}")
            }
            Witness::Shared { left, right, value } => {
                write!(f, "{left} of the first and {right} of the second both map to {value}")
            }
            Witness::Wide { point, expression, value, bits } => {
                write!(f, "at {point}, {expression} is {value}, which does not fit {bits} bits")
            }
        }
    }
}

fn shown(outcome: &Outcome) -> String {
    match outcome {
        Ok(value) => value.to_string(),
        Err(error) => format!("no value ({error})"),
    }
}

/// Beyond this many points, an uncovered value is not looked for again point by point.
const RECHECK: i64 = 1 << 12;

/// The constructors: each asks the evaluator, and gives nothing where it disagrees.
impl Witness {
    pub(super) fn undefined(map: &LayoutMap, point: Point) -> Option<Witness> {
        if !map.domain().contains(&point) {
            return None;
        }
        let error = map.eval_unbounded(&point).err()?;
        Some(Witness::Undefined { point: Coordinates::new(map.domain(), point), error })
    }

    pub(super) fn outside(map: &LayoutMap, point: Point) -> Option<Witness> {
        let value = map.eval_unbounded(&point).ok()?;
        let error = map.check_codomain(&value).err()?;
        Some(Witness::Outside {
            point: Coordinates::new(map.domain(), point),
            value: Coordinates::new(map.codomain(), value),
            error,
        })
    }

    pub(super) fn collision(map: &LayoutMap, first: Point, second: Point) -> Option<Witness> {
        let value = map.eval_unbounded(&first).ok()?;
        if first == second || map.eval_unbounded(&second).ok()? != value {
            return None;
        }
        Some(Witness::Collision {
            first: Coordinates::new(map.domain(), first),
            second: Coordinates::new(map.domain(), second),
            value: Coordinates::new(map.codomain(), value),
        })
    }

    /// The same witness about another map, if it fails there too; counts are not taken over.
    pub(super) fn again(&self, map: &LayoutMap) -> Option<Witness> {
        match self {
            Witness::Undefined { point, .. } => Witness::undefined(map, point.values.clone()),
            Witness::Outside { point, .. } => Witness::outside(map, point.values.clone()),
            Witness::Collision { first, second, .. } => {
                Witness::collision(map, first.values.clone(), second.values.clone())
            }
            Witness::Uncovered { value } => Witness::uncovered(map, value.values.clone()),
            _ => None,
        }
    }

    /// The strategy knows the whole image; a small domain is asked again all the same.
    pub(super) fn uncovered(map: &LayoutMap, value: Point) -> Option<Witness> {
        let in_codomain = map.codomain().contains(&value);
        let small = map.domain().cardinality().is_some_and(|n| n <= RECHECK);
        let hit = || map.domain().points().any(|p| map.eval(&p).is_ok_and(|v| v == value));
        if !in_codomain || (small && hit()) {
            return None;
        }
        Some(Witness::Uncovered { value: Coordinates::new(map.codomain(), value) })
    }

    pub(super) fn difference(left: &LayoutMap, right: &LayoutMap, point: Point) -> Option<Witness> {
        let (a, b) = (left.eval(&point).ok(), right.eval(&point).ok());
        if a == b || !left.domain().contains(&point) {
            return None;
        }
        Some(Witness::Difference {
            left: outcome(left, &point),
            right: outcome(right, &point),
            point: Coordinates::new(left.domain(), point),
        })
    }

    /// Two points that should differ in value by `step` on the only codomain axis, or, with
    /// a `step` of 0, not at all.
    pub(super) fn varies(
        map: &LayoutMap,
        first: Point,
        second: Point,
        step: i64,
    ) -> Option<Witness> {
        if !map.domain().contains(&first) || !map.domain().contains(&second) {
            return None;
        }
        let (left, right) = (outcome(map, &first), outcome(map, &second));
        let as_claimed = match (&left, &right) {
            (Ok(left), Ok(right)) => left
                .values
                .iter()
                .zip(&right.values)
                .all(|(&left, &right)| left.checked_add(step) == Some(right)),
            (Err(_), Err(_)) => true,
            _ => false,
        };
        (!as_claimed).then(|| Witness::Varies {
            first: Coordinates::new(map.domain(), first),
            left,
            second: Coordinates::new(map.domain(), second),
            right,
        })
    }

    pub(super) fn misaligned(map: &LayoutMap, point: Point, multiple: i64) -> Option<Witness> {
        let value = map.eval(&point).ok()?;
        if value.iter().all(|v| v.checked_rem(multiple) == Some(0)) {
            return None;
        }
        Some(Witness::Misaligned {
            point: Coordinates::new(map.domain(), point),
            value: Coordinates::new(map.codomain(), value),
            multiple,
        })
    }

    pub(super) fn shared(
        left: &LayoutMap,
        right: &LayoutMap,
        (from, other): (Point, Point),
    ) -> Option<Witness> {
        let value = left.eval(&from).ok()?;
        (right.eval(&other).ok()? == value).then(|| Witness::Shared {
            left: Coordinates::new(left.domain(), from),
            right: Coordinates::new(right.domain(), other),
            value: Coordinates::new(left.codomain(), value),
        })
    }

    /// The value at a place of a program of the map, where that needs more bits.
    pub(super) fn wide(
        map: &LayoutMap,
        program: &Program,
        point: Point,
        place: u32,
        bits: u32,
    ) -> Option<Witness> {
        let alone = program.with_outputs(&[place]);
        let value = *alone.eval(&point).ok()?.first()?;
        let top = 1i128 << (bits.clamp(1, 64) - 1);
        let fits = (-top..top).contains(&value.into()) || !map.domain().contains(&point);
        (!fits).then(|| Witness::Wide {
            expression: crate::text::expressions(&alone, map.domain()),
            point: Coordinates::new(map.domain(), point),
            value,
            bits,
        })
    }
}

fn outcome(map: &LayoutMap, point: &[i64]) -> Outcome {
    map.eval(point).map(|value| Coordinates::new(map.codomain(), value))
}

/// The number of points of a set; `None` where an axis has no end, or 128 bits do not hold it.
pub(super) fn cardinality(set: &IndexSet) -> Option<u128> {
    if !set.is_box() {
        return set.cardinality().map(|points| points.unsigned_abs().into());
    }
    if set.is_empty() {
        return Some(0);
    }
    set.axes().iter().try_fold(1u128, |total, axis| match axis.extent() {
        Extent::Finite(n) => total.checked_mul(n.unsigned_abs().into()),
        Extent::Integers => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> LayoutMap {
        "expr<(i : 4) -> (12 floordiv i * 2) to (a : 12)>".parse().unwrap()
    }

    #[test]
    fn a_witness_is_given_where_the_evaluator_agrees() {
        let map = map();
        let shown = |witness: Option<Witness>| witness.map(|w| w.to_string()).unwrap_or_default();
        assert_eq!(
            shown(Witness::undefined(&map, vec![0])),
            "at (i = 0), 12 floordiv 0 is undefined"
        );
        assert_eq!(
            shown(Witness::outside(&map, vec![1])),
            "(i = 1) maps to (a = 24): 24 is outside the codomain axis a : 12"
        );
        assert_eq!(
            shown(Witness::uncovered(&map, vec![3])),
            "no point maps to (a = 3) of (a : 12)"
        );
        assert_eq!(
            shown(Witness::varies(&map, vec![2], vec![3], 0)),
            "(i = 2) gives no value (12 is outside the codomain axis a : 12), (i = 3) gives (a = 8)"
        );
        assert_eq!(
            shown(Witness::misaligned(&map, vec![3], 16)),
            "(i = 3) maps to (a = 8), which is no multiple of 16"
        );
    }

    #[test]
    fn no_witness_is_given_where_it_does_not() {
        let map = map();
        assert_eq!(Witness::undefined(&map, vec![1]), None);
        assert_eq!(Witness::undefined(&map, vec![9]), None);
        assert_eq!(Witness::outside(&map, vec![3]), None);
        assert_eq!(Witness::collision(&map, vec![1], vec![2]), None);
        assert_eq!(Witness::collision(&map, vec![1], vec![1]), None);
        assert_eq!(Witness::uncovered(&map, vec![8]), None);
        assert_eq!(Witness::uncovered(&map, vec![12]), None);
        assert_eq!(Witness::difference(&map, &map, vec![0]), None);
        assert_eq!(Witness::varies(&map, vec![0], vec![1], 0), None);
        assert_eq!(Witness::misaligned(&map, vec![3], 8), None);
    }
}
