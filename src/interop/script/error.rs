//! [`ScriptError`]: where a text stops making sense, and why.

use std::fmt;

use thiserror::Error;

/// The most letters of a text that an error quotes.
const QUOTED: usize = 80;

/// What is wrong with a text, with the line it is in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ScriptError {
    /// Bytes from the start of the text.
    pub offset: usize,
    /// The text from the start of the line on, shortened.
    pub quoted: String,
    /// What is wrong.
    pub fault: ScriptFault,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScriptFault {
    /// Something else was needed.
    #[error("expected {0}")]
    Expected(&'static str),
    /// Something else was needed, that other parts of the text say.
    #[error("expected {expected}, not {found}")]
    Other {
        /// What was needed.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A name that stands there already.
    #[error("'{name}' is said twice")]
    Repeated {
        /// The name.
        name: String,
    },
    /// A number beyond 64 bits.
    #[error("the number does not fit 64 bits")]
    Number,
    /// A name that no coordinate has.
    #[error("there is no coordinate '{name}'")]
    Name {
        /// The name.
        name: String,
    },
    /// A function that index expressions here do not have.
    #[error("the function '{name}' is not known")]
    Function {
        /// Its name.
        name: String,
    },
    /// Parentheses inside each other.
    #[error("nested deeper than {limit} levels")]
    Depth {
        /// The limit.
        limit: usize,
    },
    /// A list of another length than needed.
    #[error("{what}: {found}, not {expected}")]
    Count {
        /// What was counted.
        what: &'static str,
        /// How many there must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}: {}", self.offset, self.fault, self.quoted)
    }
}

impl ScriptError {
    /// A fault at a byte of a text.
    pub(crate) fn new(text: &str, offset: usize, fault: ScriptFault) -> ScriptError {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |line| line + 1);
        let line = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        let mut quoted: String = line.chars().take(QUOTED).collect();
        if quoted.len() < line.len() {
            quoted.push('…');
        }
        ScriptError { offset, quoted, fault }
    }
}
