//! Texts as meanings: a file a system.

mod cute;
mod mlir;
mod tileir;
mod tilelang;
mod tirx;
mod triton;

use crate::proof::Budget;

use super::{Context, Meaning, System, TranslateError};

/// What a text says; see the [module](super).
///
/// # Errors
/// A text that makes no sense, with its place; one that needs something of the context that is
/// not there; a shape, lanes or warps that are not those of the context; a place or an element that is
/// no number of 64 bits.
pub fn read(system: System, text: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let meaning = match system {
        System::Cute => cute::read(text, context),
        System::CuteTv => cute::read_threads(text, context),
        System::Ttg => triton::read(text, context),
        System::TileLang => tilelang::read(text, context),
        System::Tirx => tirx::read(text, context),
        System::Mlir => mlir::read(text, context),
        System::Tileir => tileir::read(text, context),
    }?;
    // What is not known yet is asked where it matters.
    meaning.is_somewhere("the text", &Budget::default())?;
    Ok(meaning)
}
