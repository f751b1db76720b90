//! Expressions of TVM's script with names of run time.
//!
//! ```text
//! (n, 8)              extents over the parameters
//! _i * n + _j         an index over parameters and coordinates
//! ```
//!
//! A name is that of a coordinate, and else a parameter's.

use super::super::{Context, TranslateError};
use super::numbers::Numbers;
use crate::expr::{Program, ProgramBuilder};
use crate::interop::ScriptError;
use crate::interop::script::{Cursor, ScriptFault, expression};

pub(super) type Read<T> = Result<T, ScriptError>;

/// The most coordinates, far more than tensors have.
const RANK: usize = 64;

/// A cursor in a text whose names are those of coordinates, and else parameters'.
pub(super) struct Reader<'a> {
    pub cursor: Cursor<'a>,
    pub numbers: Numbers<'a>,
}

impl<'a> Reader<'a> {
    /// At the start of a text.
    ///
    /// # Errors
    /// Another number of names than of `?`.
    pub fn new(text: &'a str, context: &'a Context) -> Result<Self, TranslateError> {
        Ok(Reader { cursor: Cursor::new(text), numbers: Numbers::of(context, text)? })
    }

    /// How many parameters stand before the coordinates.
    pub fn first(&self) -> usize {
        self.numbers.parameters().len()
    }

    /// Expressions in parentheses, each a program over parameters and coordinates of these names.
    pub fn group(&mut self, names: &[&str]) -> Read<Vec<Program>> {
        let (numbers, first) = (&self.numbers, self.first());
        let all = self.cursor.group(|cursor| one(cursor, numbers, first, names))?;
        match all.len() <= RANK {
            true => Ok(all),
            false => {
                let (what, expected, found) = ("expressions, at most", RANK, all.len());
                Err(self.cursor.fault(ScriptFault::Count { what, expected, found }))
            }
        }
    }

    /// One expression, or several in parentheses.
    pub fn one_or_more(&mut self) -> Read<Vec<Program>> {
        match self.cursor.rest().starts_with('(') {
            true => self.group(&[]),
            false => Ok(vec![self.one(&[])?]),
        }
    }

    /// An expression over parameters and coordinates of these names.
    pub fn one(&mut self, names: &[&str]) -> Read<Program> {
        let first = self.first();
        one(&mut self.cursor, &self.numbers, first, names)
    }

    /// Names up to a closing sign, separated by commas.
    pub fn names(&mut self, close: &'static str) -> Read<Vec<&'a str>> {
        let names = self.cursor.list(close, |cursor| {
            let name = cursor.name();
            name.ok_or_else(|| cursor.fault(ScriptFault::Expected("a name")))
        })?;
        match names.len() <= RANK {
            true => Ok(names),
            false => {
                let (what, expected, found) = ("coordinates, at most", RANK, names.len());
                Err(self.cursor.fault(ScriptFault::Count { what, expected, found }))
            }
        }
    }
}

fn one(
    cursor: &mut Cursor<'_>,
    numbers: &Numbers<'_>,
    first: usize,
    names: &[&str],
) -> Read<Program> {
    let mut builder = ProgramBuilder::default();
    let place = |name: &str| match names.iter().position(|own| *own == name) {
        Some(position) => Some(first + position),
        None => numbers.parameters().position(name),
    };
    let output = expression(cursor, &place, &mut builder)?;
    Ok(builder.finish(&[output]))
}

/// How many of something there must be.
pub(super) fn counted(
    reader: &Reader<'_>,
    what: &'static str,
    expected: usize,
    found: usize,
) -> Read<()> {
    match expected == found {
        true => Ok(()),
        false => Err(reader.cursor.fault(ScriptFault::Count { what, expected, found })),
    }
}

/// A program over parameters and values, these values given.
pub(super) fn inlined(outer: &Program, first: usize, values: &[Program]) -> Program {
    let mut builder = ProgramBuilder::default();
    let most = values.iter().map(Program::coordinates).max().unwrap_or(0).max(first);
    let inputs: Vec<u32> = (0..most).map(|position| builder.coord(position)).collect();
    let mut all: Vec<u32> = inputs.iter().take(first).copied().collect();
    for value in values {
        all.extend(builder.inline(value, &inputs));
    }
    let outputs = builder.inline(outer, &all);
    builder.finish(&outputs)
}
