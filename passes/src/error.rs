//! Why a pass fails.

use melior::ir::Location;
use thiserror::Error;

/// A pass's failure: it becomes an error diagnostic, then MLIR's pass failure.
#[derive(Debug, Error)]
pub enum PassError<'c> {
    /// Something is wrong with the operation at a place.
    #[error("{message}")]
    At {
        /// Where.
        location: Location<'c>,
        /// What is wrong there.
        message: String,
    },
    /// The errors have been emitted already.
    #[error("errors were emitted")]
    Emitted,
    /// An option's value cannot be read.
    #[error("option '{option}' has the value '{value}': expected {expected}")]
    Option {
        /// The option's name.
        option: String,
        /// Its value, as given.
        value: String,
        /// What its type is.
        expected: &'static str,
    },
    /// The pass asks for an option, or a statistic, that its declaration lacks.
    #[error("the pass declares no {what} '{name}'")]
    Undeclared {
        /// `option` or `statistic`.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// The pass is declared and has no Rust function.
    #[error("no Rust function is registered for the pass '{name}'")]
    Unregistered {
        /// The pass's argument.
        name: String,
    },
}

impl<'c> PassError<'c> {
    /// What is wrong at `location`.
    pub fn at(location: Location<'c>, message: impl Into<String>) -> Self {
        Self::At { location, message: message.into() }
    }
}
