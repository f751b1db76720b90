//! Which texts have numbers of run time, and what they say.

use super::super::{Context, System, TranslateError};
use super::{SymbolicMeaning, cute, mlir, names, tilelang, tirx};
use crate::family::Parameters;

/// Whether a text has numbers that are known at run time only: a `?`, a name that a parameter has,
/// or symbols of an affine map; or is of a tile with such extents.
pub fn is_symbolic(system: System, text: &str, context: &Context) -> bool {
    if context.extents.iter().flatten().any(|extent| mentions(extent, context)) {
        return true;
    }
    let symbols = system == System::Mlir && text.split("affine_map").skip(1).any(has_symbols);
    match system {
        System::Cute | System::TileLang | System::Tirx | System::Mlir => {
            symbols || text.contains('?') || mentions(text, context)
        }
        System::CuteTv => text.contains('?') || mentions(text, context),
        System::Ttg | System::Tileir => false,
    }
}

/// Whether what follows `affine_map` has symbols: `<(d0, d1)[s0] -> …`.
fn has_symbols(map: &str) -> bool {
    map.split_once(')').is_some_and(|(_, behind)| behind.trim_start().starts_with('['))
}

/// Whether a parameter's name stands in a text as a word.
fn mentions(text: &str, context: &Context) -> bool {
    named(text, &context.parameters).next().is_some()
}

/// The words of a text that are names of parameters, each with its byte; what stands before a dot,
/// as in `T.S`, is none.
fn named<'a>(text: &'a str, parameters: &'a Parameters) -> impl Iterator<Item = (usize, &'a str)> {
    words(text).filter(|(at, word)| {
        let behind = text.get(at + word.len()..).unwrap_or_default();
        parameters.position(word).is_some() && !behind.starts_with('.')
    })
}

/// The first `?` or name of a parameter, with its byte.
fn unknown(text: &str, context: &Context) -> Option<(usize, String)> {
    let named = named(text, &context.parameters).next();
    let found = [named, text.find('?').map(|at| (at, "?"))].into_iter().flatten().min()?;
    Some((found.0, found.1.to_owned()))
}

/// What looks like a name or a number, with its byte.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(move |word| {
        let at = start;
        let behind = text.get(at + word.len()..).and_then(|rest| rest.chars().next());
        start = at + word.len() + behind.map_or(0, char::len_utf8);
        (at, word)
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// What a text with numbers of run time says; see the [module](super).
///
/// # Errors
/// A text that makes no sense, with its place; a `?` without a name, a name without a parameter, or
/// one that means something else there; a text whose numbers must be known, with the reason.
pub fn read_symbolic(
    system: System,
    text: &str,
    context: &Context,
) -> Result<SymbolicMeaning, TranslateError> {
    let meaning = match system {
        System::Cute => cute::read(text, context),
        System::TileLang => tilelang::read(text, context),
        System::Tirx => tirx::read(text, context),
        System::Mlir => mlir::read(text, context),
        System::CuteTv | System::Ttg | System::Tileir => {
            let at = if system == System::CuteTv { unknown(text, context) } else { None };
            Err(TranslateError::NoRunTime { system, at })
        }
    }?;
    let named = named(text, &context.parameters).map(|(_, word)| word);
    names::words(system, named, meaning.rank())?;
    Ok(meaning)
}

/// `Ok` if the context leaves the shape to a text that says it.
pub(super) fn own_shape(what: &'static str, context: &Context) -> Result<(), TranslateError> {
    match context.shape.is_some() || context.extents.is_some() {
        true => Err(TranslateError::TwoShapes { what }),
        false => Ok(()),
    }
}
