//! [`Witness`]: the point, or the pair of points, at which a claim fails.
//!
//! ```text
//! (i : 4) -> (12 floordiv i) to (a : 12)
//! total       at (i = 0), 12 floordiv 0 is undefined
//! bounds      (i = 1) maps to (a = 12): 12 is outside the codomain axis a : 12
//! surjective  no point maps to (a = 3) of (a : 12)
//! ```
//!
//! **The law.** A witness about points is made in one place ([`confirm`]), and only after
//! [`LayoutMap::eval`](crate::LayoutMap::eval) itself has failed there: a strategy proposes, the
//! evaluator confirms. Where it doesn't, there is no witness, and the strategy has decided
//! nothing.

mod confirm;
mod coordinates;

pub use coordinates::{Coordinates, Outcome};

use std::fmt;

use crate::error::EvalError;

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
