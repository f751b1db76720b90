//! CuTe's layouts with numbers of run time.
//!
//! ```text
//! (?,4):(1,?{div=8})                             as CuTe's dialect prints them
//! !cute.layout<"(?,4):(1,?{i64 div=8})">
//! (n,4):(1,n)    (_4,n):(n,_1)                   names; C++ prints what it knows with a `_`
//! Sw<3,4,3> o 0 o (n,64):(64,1)    n o (4,8):(8,1)
//! ```
//!
//! A number is an expression in parameters, `?` the next of the context's. An axis a top-level mode.
//! With numbers in it, no extent is below 0.

use super::super::{Context, Places, System, TranslateError, swizzled};
use super::SymbolicMeaning;
use super::numbers::{Numbers, constant, located};
use super::sketch::{Asked, Sketch};
use crate::cute::Swizzle;
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::family::{Scope, Sym};

pub(super) fn read(text: &str, context: &Context) -> Result<SymbolicMeaning, TranslateError> {
    super::read::own_shape("a layout of CuTe", context)?;
    let mut numbers = Numbers::of(context, text)?;
    let bare = Bare::of(text, &mut numbers)?;
    let parts: Vec<(usize, &str)> = bare.parts().collect();
    let Some(((start, layout), outer)) = parts.split_last() else {
        return Err(kind(text));
    };
    let (swizzle, offset) = match outer {
        [] => (None, None),
        [(_, word)] if is_swizzle(word) => (Some(swizzle(word, "0")?), None),
        [offset] => (None, Some(*offset)),
        [(_, word), (_, flag)] if is_swizzle(word) && flag.starts_with("smem_ptr[") => {
            (Some(swizzle(word, flag)?), None)
        }
        [(_, word), offset] if is_swizzle(word) => (Some(swizzle(word, "0")?), Some(*offset)),
        _ => return Err(kind(text)),
    };
    let scope = Scope::new(numbers.parameters().clone());
    let parsed = scope.layout(layout).map_err(|error| located(text, bare.back(*start, error)))?;
    let written = |number: &Sym| scope.simplified(number);
    let (inner, extents) = (parsed.value_written(&written)?, parsed.extents_written(&written)?);
    let own = parsed.scope().map_or(0, |scope| scope.parameters().len());
    let offset = match offset {
        Some((start, word)) => {
            let (names, at) = (numbers.expression(word), |error| bare.back(start, error));
            Some(names.map_err(|error| match error {
                TranslateError::Text { error, .. } => located(text, at(*error)),
                other => other,
            })?)
        }
        None => None,
    };
    let inner = over_all(&inner, own, numbers.parameters().len());
    let place = after(&inner, swizzle, offset.as_ref()).ok_or_else(|| kind(text))?;
    let leaves: Vec<Program> =
        parsed.leaves().iter().map(|leaf| leaf.extent.clone()).map(|n: Sym| n.program()).collect();
    let asked = Asked::of_extents("an extent", &leaves, 0);
    Sketch { extents, copies: None, place, asked }.meaning(Places::Memory, numbers.parameters())
}

/// A layout of constants alone has no parameters: its coordinates behind all of them.
fn over_all(program: &Program, own: usize, all: usize) -> Program {
    let mut builder = ProgramBuilder::default();
    let shift = if own == 0 { all } else { 0 };
    let inputs: Vec<u32> =
        (0..program.coordinates()).map(|position| builder.coord(position + shift)).collect();
    let outputs = builder.inline(program, &inputs);
    builder.finish(&outputs)
}

fn after(inner: &Program, swizzle: Option<Swizzle>, offset: Option<&Program>) -> Option<Program> {
    let mut builder = ProgramBuilder::default();
    let count = offset.map_or(0, Program::coordinates).max(inner.coordinates());
    let inputs: Vec<u32> = (0..count).map(|position| builder.coord(position)).collect();
    let mut value = *builder.inline(inner, &inputs).first()?;
    if let Some(offset) = offset.filter(|offset| **offset != constant(0)) {
        let by = *builder.inline(offset, &inputs).first()?;
        value = builder.binary(BinaryOp::Add, by, value);
    }
    if let Some(swizzle) = swizzle.filter(|swizzle| *swizzle != Swizzle::identity()) {
        value = swizzled::emit(&mut builder, swizzle, value)?;
    }
    Some(builder.finish(&[value]))
}

fn is_swizzle(word: &str) -> bool {
    word.starts_with("Sw<") || word.starts_with("S<")
}

/// Of elements, also where a flag says that it is of bytes.
fn swizzle(word: &str, flag: &str) -> Result<Swizzle, TranslateError> {
    // A swizzle stands before a layout in CuTe's notation.
    let composed: crate::cute::Composed = format!("{word} o {flag} o 1:0").parse()?;
    Ok(composed.swizzle)
}

fn kind(text: &str) -> TranslateError {
    TranslateError::Kind {
        system: System::Cute,
        quoted: super::super::error::quoted(text),
        expected: "no layout, of which numbers of run time are read",
    }
}

/// A text with names for its `?`, and where its parts stood.
struct Bare {
    text: String,
    /// From a byte of the text on, the byte that it comes from.
    from: Vec<(usize, usize)>,
}

impl Bare {
    fn of(text: &str, numbers: &mut Numbers<'_>) -> Result<Bare, TranslateError> {
        let quoted = text.trim_start().starts_with("!cute.");
        let inside = match (text.find('"'), text.rfind('"')) {
            (Some(open), Some(close)) if quoted && open < close => open + 1..close,
            _ if quoted => return Err(kind(text)),
            _ => 0..text.len(),
        };
        let mut bare = Bare { text: String::new(), from: vec![(0, inside.start)] };
        let mut at = inside.start;
        while let Some(letter) = text.get(at..inside.end).and_then(|rest| rest.chars().next()) {
            let rest = text.get(at..inside.end).unwrap_or_default();
            let in_word = bare.text.ends_with(goes_on);
            let known = rest.strip_prefix('_').is_some_and(|rest| {
                let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                behind.len() < rest.len() && !behind.starts_with(goes_on)
            });
            match letter {
                '?' => {
                    let (bits, divisor, length) = marks(text, at)?;
                    let position = numbers.unknown()?;
                    numbers.narrow(position, bits, divisor)?;
                    let name = numbers.parameters().iter().nth(position);
                    bare.text.push_str(name.map_or("", |parameter| parameter.name()));
                    at += length;
                    bare.from.push((bare.text.len(), at));
                }
                '_' if known && !in_word => {
                    at += 1;
                    bare.from.push((bare.text.len(), at));
                }
                _ => {
                    bare.text.push(letter);
                    at += letter.len_utf8();
                }
            }
        }
        Ok(bare)
    }

    /// What stands between the words `o`, each with its byte.
    fn parts(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut start = 0;
        self.text.split(" o ").map(move |part| {
            let at = start + (part.len() - part.trim_start().len());
            start += part.len() + " o ".len();
            (at, part.trim())
        })
    }

    /// The error at the byte of the text as it was.
    fn back(&self, start: usize, error: crate::text::ParseError) -> crate::text::ParseError {
        let at = error.offset + start;
        let piece = self.from.iter().rev().find(|(own, _)| *own <= at);
        let offset = piece.map_or(at, |(own, from)| at - own + from);
        crate::text::ParseError { offset, ..error }
    }
}

/// Whether a letter is of the name before it.
fn goes_on(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The width and the divisor of the `?` at a byte, and the length of all that.
fn marks(text: &str, at: usize) -> Result<(u32, i64, usize), TranslateError> {
    let rest = text.get(at + 1..).unwrap_or_default();
    let Some(inside) = rest.strip_prefix('{') else { return Ok((32, 1, 1)) };
    let wrong = |offset: usize, expected: &str| {
        let rest = text.get(offset..).unwrap_or_default();
        let (expected, found) = (expected.to_owned(), super::super::error::quoted(rest));
        let reason = crate::text::ParseErrorReason::Unexpected { expected, found };
        located(text, crate::text::ParseError { offset, reason })
    };
    let marks = || wrong(at + 1, "marks such as {i64 div=8}, each once");
    let close = inside.find('}').ok_or_else(marks)?;
    let inside = inside.get(..close).unwrap_or_default();
    let (mut bits, mut divisor) = (None, None);
    let mut place = at + "?{".len();
    for word in inside.split(|c: char| c.is_ascii_whitespace()) {
        match (word.strip_prefix("div="), word.strip_prefix('i')) {
            (Some(by), _) if divisor.is_none() => {
                let known = by.parse().ok().filter(|by| *by > 0i64);
                let wrong = || wrong(place, "a divisor from 1 to 2^63 - 1");
                divisor = Some(known.ok_or_else(wrong)?);
            }
            (None, Some(width)) if bits.is_none() => {
                let known = width.parse().ok().filter(|bits| (1..=64u32).contains(bits));
                bits = Some(known.ok_or_else(|| wrong(place, "a width of 1 to 64 bits"))?);
            }
            _ if word.is_empty() => {}
            _ => return Err(marks()),
        }
        place += word.len() + 1;
    }
    Ok((bits.unwrap_or(32), divisor.unwrap_or(1), close + "?{}".len()))
}
