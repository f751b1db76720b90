//! The text form of sets and maps: one grammar for people, IR and tools.
//!
//! ```text
//! set   := '(' axis, … ['where' [lets] e, …] ')'  the points at which no e is 0
//! axis  := name [':' extent]                      without extent: all integers
//! map   := ['#tileir.'] node | name | '#' alias
//! node  := 'identity'    '<' set '>'
//!        | 'mixed_radix' '<' tree ':' stride [',' set '->' set] '>'
//!        | 'bit_linear'  '<' set '->' set {',' axis '=' '[' basis, … ']'} '>'
//!        | 'expr'        '<' set '->' [lets] '(' e, … ')' ['to' set] '>'
//!        | 'translate'   '<' '[' integer, … ']' ',' map ['to' set] '>'
//!        | 'permute'     '<' set '->' '(' axis, … ')' '>'
//!        | 'project'     '<' set '->' '(' axis, … ')' '>'
//!        | 'product'     '<' map, … '>'
//!        | 'compose'     '<' outer ',' inner '>'
//!        | 'regroup'     '<' set '->' set ',' '[' digits, … ']' '->' '[' members, … ']' '>'
//!        | 'recast'      '<' integer '->' integer ',' map '>'
//!        | 'transform'   '<' name ['(' integer, … ')'] ',' map ['to' set] '>'
//!        | 'piecewise'   '<' set ',' map, … '>'
//!        | 'table'       '<' set '->' set ',' '[' basis, … ']' '>'
//! tree  := integer | '(' tree, … ')'
//! stride := tree | a tree of sums of integer '@' axis
//! basis := integer | '(' integer, … ')'
//! e     := operands joined by xor, and, eq ne lt le gt ge, shl shr, + -, * floordiv mod
//!          (loosest first)
//! lets  := 'let' name '=' e, … 'in'
//! ```
//!
//! A node's body may begin with `let name = map, … in`: what a DAG uses twice stands there
//! once, and is known up to the node's end. White space and `//` comments separate tokens. [`Display`](std::fmt::Display) and [`FromStr`](std::str::FromStr) of
//! [`LayoutMap`](crate::LayoutMap) and [`IndexSet`](crate::IndexSet) are this form, and
//! reading back what was printed gives an equal map.
//!
//! ```
//! use tileir::LayoutMap;
//! let text = "expr<(lane : 32) -> (lane floordiv 4, lane mod 4) to (i : 8, j : 4)>";
//! let map: LayoutMap = text.parse()?;
//! assert_eq!(map.eval(&[13])?, [3, 1]);
//! assert_eq!(map.to_string(), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lexer;
mod parse_expr;
mod parse_family;
mod parse_map;
mod parse_symbolic;
mod print_expr;
mod print_family;
mod print_map;
mod stride;

pub use parse_map::{parse_map, parse_map_with, parse_set};
pub(crate) use parse_symbolic::{parse_expression, parse_symbolic_layout};
pub(crate) use print_expr::expressions;

use crate::error::MapError;
use crate::family::FamilyError;
use thiserror::Error;

/// Nesting deeper than this is refused, with its place.
pub const NESTING_LIMIT: usize = 1_000;

/// Why a text is no map, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct ParseError {
    /// Bytes from the start of the text.
    pub offset: usize,
    /// What is wrong there.
    pub reason: ParseErrorReason,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseErrorReason {
    /// Something else was needed.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What may stand here.
        expected: String,
        /// What does.
        found: String,
    },
    /// A number that does not fit 64 bits.
    #[error("the number {digits} does not fit 64 bits")]
    Number {
        /// As written.
        digits: String,
    },
    /// A name that nothing has.
    #[error("unknown {kind} '{name}'")]
    UnknownName {
        /// What the name should stand for.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A `let` that gives one name twice, or an axis's.
    #[error("'{name}' is named twice")]
    NamedTwice {
        /// The name.
        name: String,
    },
    /// Too deep.
    #[error("nested deeper than {NESTING_LIMIT} levels")]
    Nesting,
    /// Well written, but not a map.
    #[error(transparent)]
    Map(#[from] MapError),
    /// Well written, but not a family.
    #[error(transparent)]
    Family(#[from] FamilyError),
}

impl ParseError {
    pub(crate) fn new(offset: usize, reason: impl Into<ParseErrorReason>) -> Self {
        ParseError { offset, reason: reason.into() }
    }
}
