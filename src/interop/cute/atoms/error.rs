//! [`AtomError`]: why there is no such atom.

use std::fmt;

use thiserror::Error;

use crate::cute::CuteError;

/// Why there is no atom of a name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AtomError {
    /// A name that no atom has.
    #[error("there is no {kind} {name}{}", Nearest(nearest))]
    Unknown {
        /// What was asked for.
        kind: &'static str,
        /// The name.
        name: String,
        /// The names that come nearest, the best first.
        nearest: Vec<String>,
    },
    /// An element type whose width is not known.
    #[error("{name}: the width of the element type {element} is not known")]
    Element {
        /// The name of the atom.
        name: String,
        /// The element type.
        element: String,
    },
    /// An element that is as wide as nothing that the atom is made of.
    #[error("{name}: elements of {bits} bits do not make up its rows of {row} bits")]
    Width {
        /// The name of the atom.
        name: String,
        /// The element's width.
        bits: i64,
        /// The bits that lie next to each other.
        row: i64,
    },
    /// Numbers that make no layout.
    #[error(transparent)]
    Cute(#[from] CuteError),
    /// A row of the table that has no meaning.
    #[error("line {line} of the table of atoms: {what}")]
    Table {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
}

/// `; nearest: a, b`, or nothing.
struct Nearest<'a>(&'a [String]);

impl fmt::Display for Nearest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            names => write!(f, "; the nearest names are {}", names.join(", ")),
        }
    }
}
