//! What can be wrong with atoms: a name or a target that has none ([`AtomError`]), a table that
//! describes none ([`TableError`]).

use thiserror::Error;

use super::operand::Element;
use crate::target::Capability;

/// Why there is no such atom, or not on this target.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AtomError {
    /// A name that no atom has.
    #[error("there is no atom '{name}'{nearest}")]
    UnknownAtom {
        /// The name.
        name: String,
        /// The names that come nearest, as the message's end.
        nearest: String,
    },
    /// Subgroups of another width.
    #[error(
        "atom '{atom}' needs subgroups of {needs} lanes, and those of target '{target}' have {has}; {remedy}"
    )]
    Width {
        /// The atom.
        atom: String,
        /// The lanes that it needs.
        needs: i64,
        /// The target.
        target: String,
        /// The lanes that there are.
        has: i64,
        /// What would fix it.
        remedy: String,
    },
    /// More lanes than a block of the target may have.
    #[error(
        "atom '{atom}' takes {needs} lanes, and a block of target '{target}' has at most {has}; {remedy}"
    )]
    Threads {
        /// The atom.
        atom: String,
        /// The lanes that take part.
        needs: i64,
        /// The target.
        target: String,
        /// The threads of a block.
        has: i64,
        /// What would fix it.
        remedy: String,
    },
    /// An element type that the target does not compute with.
    #[error(
        "atom '{atom}' has an operand of {element}, and target '{target}' no type {}; {remedy}", element.storage()
    )]
    Type {
        /// The atom.
        atom: String,
        /// What the operand's elements are.
        element: Element,
        /// The target.
        target: String,
        /// What would fix it.
        remedy: String,
    },
    /// Something that the target cannot do.
    #[error("atom '{atom}' needs '{needs}', which target '{target}' cannot do; {remedy}")]
    Capability {
        /// The atom.
        atom: String,
        /// What it needs.
        needs: Capability,
        /// The target.
        target: String,
        /// What would fix it.
        remedy: String,
    },
    /// The table that every atom is in is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Why a text is no table of atoms.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// A text that is not TOML, or not a list of `[[atom]]`.
    #[error("{file}: {message}")]
    Text {
        /// The file.
        file: String,
        /// The reader's message, which has the line.
        message: String,
    },
    /// A field that is missing, or that has no meaning.
    #[error("{file}: atom '{atom}': {field}: {problem}")]
    Field {
        /// The file.
        file: String,
        /// The atom; of one without a name, its place among the rows.
        atom: String,
        /// The field, with the operand that it is of.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
}
