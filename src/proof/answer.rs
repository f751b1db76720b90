//! [`Answer`]: something asked for by value, and who says so.
//!
//! A [`Verdict`](super::Verdict) answers whether something is true; an answer says *what* it is:
//! the image of a map, a number of values, a number of wavefronts. It is exact and proved, or it is
//! not there.
//!
//! ```text
//! known     12 values, by affine
//! unknown   affine: a 'floordiv' is not affine in digits; 4096 points exceed the budget of 0
//! ```

use std::fmt;

use super::Strategy;

/// A value that is exact and proved, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// The value.
    Known {
        /// What it is.
        value: T,
        /// The argument.
        by: Strategy,
    },
    /// No argument at hand gives it.
    Unknown {
        /// What each one lacked.
        why: String,
    },
}

impl<T> Answer<T> {
    /// The value, if it is known.
    pub fn value(&self) -> Option<&T> {
        match self {
            Answer::Known { value, .. } => Some(value),
            Answer::Unknown { .. } => None,
        }
    }

    /// The argument, if there is one.
    pub fn by(&self) -> Option<Strategy> {
        match self {
            Answer::Known { by, .. } => Some(*by),
            Answer::Unknown { .. } => None,
        }
    }

    /// Whether it is known.
    pub fn is_known(&self) -> bool {
        self.value().is_some()
    }
}

impl<T: fmt::Display> fmt::Display for Answer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Known { value, by } => write!(f, "{value}, by {by}"),
            Answer::Unknown { why } => write!(f, "unknown: {why}"),
        }
    }
}
