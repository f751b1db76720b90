//! [`DialectError`]: why a text is no type, or a type no layout.

use crate::cute::CuteError;
use thiserror::Error;

/// Why a text is no type, or a type holds no such value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DialectError {
    /// A text that makes no sense from some byte on.
    #[error("at byte {offset}: {fault}")]
    Text {
        /// Bytes from the start of the text.
        offset: usize,
        /// What is wrong there.
        fault: Fault,
    },
    /// A type of another kind than the one needed.
    #[error("expected {expected}, not {found}")]
    Kind {
        /// What is needed.
        expected: &'static str,
        /// The type.
        found: String,
    },
    /// A number that is no constant.
    #[error("'{number}' at byte {offset} of the type is {why}")]
    NotConstant {
        /// The number, as written.
        number: String,
        /// Where it stands.
        offset: usize,
        /// What it is.
        why: &'static str,
    },
    /// Numbers that make no layout.
    #[error(transparent)]
    Cute(#[from] CuteError),
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// Something else was needed.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A number beyond 64 bits.
    #[error("the number does not fit 64 bits")]
    Number,
    /// Tuples inside each other.
    #[error("nested deeper than {limit} levels")]
    Depth {
        /// The limit.
        limit: usize,
    },
    /// A type that the dialect does not have, or that holds no value.
    #[error("'!cute.{name}' is no type that is known here")]
    Type {
        /// Its name.
        name: String,
    },
    /// Numbers that make no swizzle.
    #[error(transparent)]
    Cute(#[from] CuteError),
}
