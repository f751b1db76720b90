//! Which texts have numbers of run time, and what they say.

use super::super::{Context, System, TranslateError};
use super::{SymbolicMeaning, cute, mlir, tilelang, tirx};

/// Whether a text has numbers that are known at run time only: a `?`, a name that a parameter has,
/// or symbols of an affine map; or is of a tile with such extents.
pub fn is_symbolic(system: System, text: &str, context: &Context) -> bool {
    if context.extents.iter().flatten().any(|extent| mentions(extent, context)) {
        return true;
    }
    let symbols = system == System::Mlir && text.contains("affine_map") && text.contains('[');
    match system {
        System::Cute | System::TileLang | System::Tirx | System::Mlir => {
            symbols || text.contains('?') || mentions(text, context)
        }
        System::CuteTv | System::Ttg | System::Tileir => false,
    }
}

/// Whether a parameter's name stands in a text as a word.
fn mentions(text: &str, context: &Context) -> bool {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let known = |word: &str| context.parameters.position(word).is_some();
    words.filter(|word| !word.is_empty()).any(known)
}

/// What a text with numbers of run time says; see the [module](super).
///
/// # Errors
/// A text that makes no sense, with its place; a `?` without a name, a name without a parameter; a
/// text whose numbers must be known, with the reason.
pub fn read_symbolic(
    system: System,
    text: &str,
    context: &Context,
) -> Result<SymbolicMeaning, TranslateError> {
    match system {
        System::Cute => cute::read(text, context),
        System::TileLang => tilelang::read(text, context),
        System::Tirx => tirx::read(text, context),
        System::Mlir => mlir::read(text, context),
        System::CuteTv | System::Ttg | System::Tileir => Err(TranslateError::NoRunTime { system }),
    }
}

/// `Ok` if the context leaves the shape to a text that says it.
pub(super) fn own_shape(what: &'static str, context: &Context) -> Result<(), TranslateError> {
    match context.shape.is_some() || context.extents.is_some() {
        true => Err(TranslateError::TwoShapes { what }),
        false => Ok(()),
    }
}
