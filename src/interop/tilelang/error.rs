//! [`TileLangError`]: why there is no such layout.

use thiserror::Error;

use crate::error::{EvalError, MapError};
use crate::interop::script::ScriptError;
use crate::map::NoInverse;

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TileLangError {
    /// A text that makes no sense.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// Parts that make no map.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A shape without a point, or with an extent below 0.
    #[error("the shape {shape:?} has no point")]
    Empty {
        /// The shape.
        shape: Vec<i64>,
    },
    /// An expression without a value.
    #[error("at {point:?}: {error}")]
    Undefined {
        /// The point.
        point: Vec<i64>,
        /// Why it has none.
        error: EvalError,
    },
    /// An index or thread below 0.
    #[error("at {point:?}: {what} is {value}, below 0")]
    Negative {
        /// Which: `index 0`, or `the thread`.
        what: String,
        /// The point.
        point: Vec<i64>,
        /// The value.
        value: i64,
    },
    /// Extents that are known for small shapes only.
    #[error("the values over the shape {shape:?} are too many to look at, and not bounded")]
    TooMany {
        /// The shape.
        shape: Vec<i64>,
    },
    /// A list of another length than the layout needs.
    #[error("{operation}: {found} {what}, {expected} are possible")]
    Rank {
        /// What was asked.
        operation: &'static str,
        /// What was counted.
        what: &'static str,
        /// How many the layout has, or can have.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A number that must be positive.
    #[error("{operation}: {number} is not positive")]
    NotPositive {
        /// What was asked.
        operation: &'static str,
        /// The number.
        number: i64,
    },
    /// A number of elements that leaves 64 bits.
    #[error("{operation}: the number of elements leaves 64 bits")]
    Size {
        /// What was asked.
        operation: &'static str,
    },
    /// A shape of another size.
    #[error("reshape: the shape {to:?} has not as many points as {from:?}")]
    Reshape {
        /// The layout's shape.
        from: Vec<i64>,
        /// The shape asked for.
        to: Vec<i64>,
    },
    /// What must divide, and does not.
    #[error("{operation}: {divisor} does not divide {what}, which is {number}")]
    Divisibility {
        /// What was asked.
        operation: &'static str,
        /// What is divided.
        what: &'static str,
        /// How much it is.
        number: i64,
        /// By what.
        divisor: i64,
    },
    /// A text that says another shape or number than its expressions have.
    #[error("the text says {what} {said}, the expressions have {found}")]
    Said {
        /// What it says.
        what: &'static str,
        /// As written.
        said: String,
        /// As it is.
        found: String,
    },
    /// Points that share a value, or a value that is missing.
    #[error("no inverse: {0}")]
    NoInverse(#[from] NoInverse),
    /// Values that do not fill their extents.
    #[error("no inverse: the values do not fill the extents {outputs:?}, {image}")]
    NotOnto {
        /// The outputs' extents.
        outputs: Vec<i64>,
        /// The values that there are.
        image: String,
    },
    /// A map that has no expressions.
    #[error("{map} has no index expressions")]
    NoExpressions {
        /// The map.
        map: String,
    },
    /// A helper that nobody knows.
    #[error("there is no lane map {name}")]
    Helper {
        /// The name.
        name: String,
    },
}
