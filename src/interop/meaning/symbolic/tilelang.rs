//! TileLang's layouts and fragments, with names of run time.
//!
//! ```text
//! Layout((m, 8) -> (m * 8,), transform: (_i, _j) -> (_i * 8 + _j,))
//! Fragment((n, 8) -> (n,), replicate: 2, thread: 16, forward_thread: _rep * 8 + _j, forward_index: (_i,))
//! ```
//!
//! The output shape, and the number of threads, are what the expressions reach: where they reach
//! further or less far, or below 0, the text with numbers in it is refused, and says nothing.

use super::super::{Context, Places, TranslateError};
use super::SymbolicMeaning;
use super::numbers::{constant, constant_of, coordinate};
use super::script::{Read, Reader, counted, inlined};
use super::sketch::{Asked, Sketch, row_major, side_by_side, weighted};
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::family::fold;
use crate::interop::tilelang::{self, REPLICA};
use crate::proof::Asks;

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
    let asked = filled(&extents, "the output shape", &outputs, &index);
    Sketch { extents, copies: None, place, asked }
        .meaning(Places::Memory, reader.numbers.parameters())
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

/// That a shape has points, and that an index over it reaches the ends of another.
fn filled(
    extents: &[Program],
    what: &'static str,
    ends: &[Program],
    index: &[Program],
) -> Vec<Asked> {
    let mut asked = Asked::of_extents("an extent", extents, 1);
    asked.push(reached(extents, what, ends, index));
    asked.push(Asked::of_numbers(what, ends, Asks::Size));
    asked
}

/// That an index over a shape begins at 0 or above, and reaches these ends.
fn reached(extents: &[Program], what: &'static str, ends: &[Program], index: &[Program]) -> Asked {
    let pairs: Vec<Program> =
        index.iter().zip(ends).flat_map(|(own, end)| [own.clone(), end.clone()]).collect();
    Asked::over(what, extents, side_by_side(&pairs), Asks::Ends)
}

/// The thread, and the index as one number.
fn fragment(mut reader: Reader<'_>, context: &Context) -> Result<SymbolicMeaning, TranslateError> {
    reader.cursor.expect("Fragment")?;
    let (extents, outputs) = shapes(&mut reader)?;
    let names: Vec<String> = (0..extents.len()).map(tilelang::coordinate).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).chain([REPLICA]).collect();
    for word in [",", "replicate:"] {
        reader.cursor.expect(word)?;
    }
    let copies = reader.one(&[])?;
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
    let copies = Some(copies).filter(|copies| constant_of(copies) != Some(1));
    // The number of a single copy is 0.
    let numbered = |own: &Program| match copies {
        Some(_) => own.clone(),
        None => {
            let first = reader.first();
            let mut values: Vec<Program> =
                (0..extents.len()).map(|k| coordinate(first + k)).collect();
            values.push(constant(0));
            fold(&inlined(own, first, &values))
        }
    };
    let (thread, index) = (numbered(&thread), index.iter().map(numbered).collect::<Vec<_>>());
    let value = in_buffer(&reader, &outputs, &index)?;
    let one = std::slice::from_ref;
    let copied: Vec<Program> = extents.iter().chain(&copies).cloned().collect();
    let mut asked = filled(&copied, "the output shape", &outputs, &index);
    asked.push(reached(&copied, "the threads", one(&threads), one(&thread)));
    asked.extend(warps(&threads, context));
    let place = side_by_side(&[thread, value]);
    let meaning = Sketch { extents, copies, place, asked };
    let meaning = meaning.meaning(Places::Registers, reader.numbers.parameters())?;
    let lanes = match constant_of(&threads) {
        Some(threads) => context.lanes_of(None, threads)?,
        None => context.lanes,
    };
    Ok(SymbolicMeaning { lanes, ..meaning })
}

/// That threads are whole warps, as many as the context says, if it says lanes or warps.
fn warps(threads: &Program, context: &Context) -> Vec<Asked> {
    if context.lanes.is_none() && context.warps.is_none() {
        return Vec::new();
    }
    let lanes = context.warp();
    let by_lanes = |op: BinaryOp| {
        let mut builder = ProgramBuilder::default();
        let inputs: Vec<u32> =
            (0..threads.coordinates()).map(|position| builder.coord(position)).collect();
        let by = builder.constant(lanes);
        let outputs = builder.inline(threads, &inputs);
        let outputs: Vec<u32> = outputs.iter().map(|&own| builder.binary(op, own, by)).collect();
        builder.finish(&outputs)
    };
    let mut asked = vec![
        Asked::of_numbers("the lanes", &[constant(lanes)], Asks::AtLeast(1)),
        Asked::of_numbers(
            "what is left of the threads by whole warps",
            &[by_lanes(BinaryOp::Mod), constant(0)],
            Asks::Equal,
        ),
    ];
    if let Some(warps) = context.warps {
        let numbers = [by_lanes(BinaryOp::FloorDiv), constant(warps)];
        asked.push(Asked::of_numbers("the number of warps", &numbers, Asks::Equal));
    }
    asked
}
