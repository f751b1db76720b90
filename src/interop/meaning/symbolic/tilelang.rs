//! TileLang's layouts and fragments, with names of run time.
//!
//! ```text
//! Layout((m, 8) -> (m * 8,), transform: (_i, _j) -> (_i * 8 + _j,))
//! Fragment((n, 8) -> (n,), replicate: 1, thread: 8, forward_thread: _j, forward_index: (_i,))
//! ```
//!
//! The output shape that TileLang prints is taken at its word: where the index reaches further, or
//! less far, the text with numbers in it is refused, and says nothing.

use super::super::{Context, Places, TranslateError};
use super::SymbolicMeaning;
use super::numbers::constant;
use super::script::{Read, Reader, counted, inlined};
use super::sketch::{Sketch, row_major, weighted};
use crate::expr::{Program, ProgramBuilder};
use crate::interop::tilelang::{self, REPLICA};

/// TileLang's layouts and fragments.
pub(super) fn read(text: &str, context: &Context) -> Result<SymbolicMeaning, TranslateError> {
    let text = text.trim();
    let mut reader = Reader::new(text, context)?;
    if text.starts_with("Fragment") {
        super::read::own_shape("a fragment", context)?;
        return fragment(reader, context);
    }
    super::read::own_shape("a layout of TileLang", context)?;
    reader.cursor.expect("Layout")?;
    let (extents, outputs) = shapes(&mut reader)?;
    reader.cursor.eat(",");
    reader.cursor.expect("transform:")?;
    reader.cursor.expect("(")?;
    let names = reader.names(")")?;
    counted(&reader, "the names of coordinates", extents.len(), names.len())?;
    reader.cursor.expect("->")?;
    let index = reader.group(&names)?;
    reader.cursor.expect(")")?;
    reader.cursor.finish()?;
    let place = in_buffer(&reader, &outputs, &index)?;
    Sketch { extents, place }.meaning(Places::Memory, reader.numbers.parameters())
}

/// `(shape -> shape`.
fn shapes(reader: &mut Reader<'_>) -> Read<(Vec<Program>, Vec<Program>)> {
    reader.cursor.expect("(")?;
    let inputs = reader.group(&[])?;
    reader.cursor.expect("->")?;
    Ok((inputs, reader.group(&[])?))
}

/// The index in a buffer as one number, the last coordinate fastest.
fn in_buffer(
    reader: &Reader<'_>,
    buffer: &[Program],
    index: &[Program],
) -> Result<Program, TranslateError> {
    counted(reader, "the indices", buffer.len(), index.len())?;
    let first = reader.first();
    let outer = weighted(first, &row_major(first, buffer), &constant(0));
    Ok(inlined(&outer, first, index))
}

/// The thread, and the index as one number.
fn fragment(mut reader: Reader<'_>, context: &Context) -> Result<SymbolicMeaning, TranslateError> {
    reader.cursor.expect("Fragment")?;
    let (extents, outputs) = shapes(&mut reader)?;
    let names: Vec<String> = (0..extents.len()).map(tilelang::coordinate).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for word in [",", "replicate:"] {
        reader.cursor.expect(word)?;
    }
    if reader.cursor.integer()? != 1 {
        let why = format!("it has copies, which '{REPLICA}' tells apart");
        return Err(TranslateError::Symbolic { what: "fragment", why });
    }
    for word in [",", "thread:"] {
        reader.cursor.expect(word)?;
    }
    let threads = reader.one(&[])?;
    for word in [",", "forward_thread:"] {
        reader.cursor.expect(word)?;
    }
    let thread = reader.one(&names)?;
    for word in [",", "forward_index:"] {
        reader.cursor.expect(word)?;
    }
    let index = reader.group(&names)?;
    reader.cursor.expect(")")?;
    reader.cursor.finish()?;
    let value = in_buffer(&reader, &outputs, &index)?;
    let place = side_by_side(&[thread, value]);
    let meaning = Sketch { extents, place };
    let meaning = meaning.meaning(Places::Registers, reader.numbers.parameters())?;
    let lanes = match constant_of(&threads) {
        Some(threads) => context.lanes_of(None, threads)?,
        None => context.lanes,
    };
    Ok(SymbolicMeaning { lanes, ..meaning })
}

fn constant_of(program: &Program) -> Option<i64> {
    match program.coordinates() {
        0 => program.eval(&[]).ok()?.first().copied(),
        _ => None,
    }
}

fn side_by_side(programs: &[Program]) -> Program {
    let mut builder = ProgramBuilder::default();
    let most = programs.iter().map(Program::coordinates).max().unwrap_or(0);
    let inputs: Vec<u32> = (0..most).map(|position| builder.coord(position)).collect();
    let mut outputs = Vec::with_capacity(programs.len());
    for program in programs {
        outputs.extend(builder.inline(program, &inputs));
    }
    builder.finish(&outputs)
}
