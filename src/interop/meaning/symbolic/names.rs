//! Names: those that a parameter cannot have in a system's words, and those that axes have here.
//!
//! | in | stands for something else |
//! |---|---|
//! | an affine map | `d0`, `d1`, … below its rank; `s0`, `s1`, … at another place than that symbol's; `symbol` |
//! | TIRx's script | `T`, and the keywords of Python |
//! | TileLang's layouts | `_i`, `_j`, … of its coordinates, and `_rep` |
//! | CuTe's layouts | `o`, and `_4`, which is 4 |
//!
//! A parameter of such a name is refused there, by its name, in what is read as in what is written.
//! Axes of families have names that no parameter has.

use super::super::{System, TranslateError};
use crate::family::Parameters;
use crate::interop::mlir::WORD;
use crate::interop::tilelang::{self, REPLICA};

/// Python's keywords.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// `Ok` if none of these names of parameters means something else in a system's words for a tile of
/// so many dimensions; affine maps are asked by [`symbols`].
///
/// # Errors
/// [`TranslateError::Taken`].
pub(super) fn words<'a>(
    system: System,
    mut names: impl Iterator<Item = &'a str>,
    rank: usize,
) -> Result<(), TranslateError> {
    let meant = |name: &str| match system {
        System::Tirx if name == "T" => Some("the module of its script"),
        System::Tirx if KEYWORDS.contains(&name) => Some("a keyword of Python"),
        System::TileLang if name == REPLICA => Some("the number of a copy"),
        System::TileLang if (0..rank).any(|k| tilelang::coordinate(k) == name) => {
            Some("a coordinate")
        }
        System::Cute if name == "o" => Some("the composition"),
        System::Cute => numbered(name, "_").map(|_| "a number that is known"),
        _ => None,
    };
    let found = names.find_map(|name| Some((name, meant(name)?)));
    found.map_or(Ok(()), |(name, what)| Err(taken(system, name, what)))
}

/// The same of the symbols of an affine map with so many dimensions.
///
/// # Errors
/// [`TranslateError::Taken`].
pub(super) fn symbols(names: &[String], rank: usize) -> Result<(), TranslateError> {
    let meant = |(place, name): (usize, &String)| {
        let what = match (numbered(name, "d"), numbered(name, "s")) {
            _ if name == WORD => "what begins `symbol(…)`",
            (Some(dimension), _) if dimension < rank => "a dimension",
            (_, Some(symbol)) if symbol != place => "a symbol at another place",
            _ => return None,
        };
        Some((name.clone(), what))
    };
    let found = names.iter().enumerate().find_map(meant);
    found.map_or(Ok(()), |(name, what)| Err(taken(System::Mlir, &name, what)))
}

fn taken(system: System, parameter: &str, what: &'static str) -> TranslateError {
    TranslateError::Taken { system, parameter: parameter.to_owned(), what }
}

/// The number behind a prefix, of a name that is nothing else.
fn numbered(name: &str, prefix: &str) -> Option<usize> {
    let digits = name.strip_prefix(prefix)?;
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// What stands behind each of these names so that no parameter has one: nothing, or some `_`.
pub(super) fn behind(names: &[String], parameters: &Parameters) -> String {
    let mut behind = String::new();
    while names.iter().any(|name| parameters.position(&format!("{name}{behind}")).is_some()) {
        behind.push('_');
    }
    behind
}
