//! Meanings as texts: a file a system, and one law for all.
//!
//! **The law.** A text is read again, and is given only if it is proved to say the same.

mod cute;
mod mlir;
mod tileir;
mod tilelang;
mod tirx;
mod triton;
mod xegpu;

use super::{Context, Meaning, System, TranslateError, read, same};
pub(super) use tileir::write as in_own_words;

use crate::proof::Budget;

/// The meaning in a system's words; see the [module](super).
///
/// The context is the one in which the text will be read: a shape in it must be the meaning's, and
/// so must be the lanes, where both say them.
///
/// # Errors
/// A kind of places that the system has no words for; a layout that its words cannot say, with a
/// point that shows it; [`TranslateError::NotProved`].
pub fn write(
    system: System,
    meaning: &Meaning,
    context: &Context,
) -> Result<String, TranslateError> {
    let shaped = context.shape.is_some();
    let context = &Context { shape: Some(meaning.shape.clone()), ..context.clone() };
    if let (Some(found), Some(expected)) = (meaning.lanes, context.lanes)
        && found != expected
    {
        return Err(TranslateError::Threads { what: "lanes", expected, found });
    }
    let text = match system {
        System::Cute | System::CuteTv => cute::write(meaning, system, shaped)?,
        System::Ttg => triton::write(meaning, context)?,
        System::TileLang => tilelang::write(meaning)?,
        System::Tirx => tirx::write(meaning, context)?,
        System::Mlir => mlir::write(meaning, context)?,
        System::Tileir => tileir::write(meaning),
    };
    let threads = meaning.places == super::Places::Registers;
    let reader = if system == System::Cute && threads { System::CuteTv } else { system };
    // Who reads TIRx has to know what its warps' numbers are multiples of.
    let lanes =
        if system == System::Tirx { meaning.lanes.or(context.lanes) } else { context.lanes };
    let again = read(reader, &text, &Context { lanes, ..context.clone() })?;
    match same(&again, meaning, &Budget::default())? {
        verdict if verdict.is_proved() => Ok(text),
        verdict => Err(TranslateError::NotProved { text, verdict: Box::new(verdict) }),
    }
}
