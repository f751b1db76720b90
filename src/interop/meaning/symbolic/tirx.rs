//! TIRx's index maps and tile layouts of memory, with names of run time.
//!
//! ```text
//! T.index_map(lambda i, j: (i * n + j,))            of the context's tile
//! T.TileLayout(T.S[(n, 4):(4, 1)] + k)              of memory
//! T.TileLayout(T.S[n:1] + T.R[2:n])                 in two copies
//! ```
//!
//! With numbers in it, the address of an index map begins at 0, and that of a tile layout is never
//! below; its shards have as many elements as its tile.

use super::super::{Context, Places, System, TranslateError};
use super::SymbolicMeaning;
use super::numbers::{constant, constant_of, coordinate};
use super::script::{Reader, counted, inlined};
use super::sketch::{Asked, Sketch, row_major, weighted};
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::family::{Scope, fold};
use crate::proof::Asks;

/// TIRx's index maps and tile layouts.
pub(super) fn read(text: &str, context: &Context) -> Result<SymbolicMeaning, TranslateError> {
    let text = text.trim();
    let mut reader = Reader::new(text, context)?;
    reader.cursor.eat("T.");
    if reader.cursor.rest().starts_with("TileLayout") {
        return tile_layout(reader, context);
    }
    if !reader.cursor.eat("index_map") {
        return Err(TranslateError::Kind {
            system: System::Tirx,
            quoted: super::super::error::quoted(text),
            expected: "no index_map or TileLayout, of which numbers of run time are read",
        });
    }
    for word in ["(", "lambda"] {
        reader.cursor.expect(word)?;
    }
    let names = reader.names(":")?;
    let index = reader.group(&names)?;
    reader.cursor.expect(")")?;
    reader.cursor.finish()?;
    let extents = reader.numbers.extents(context, "an index map")?;
    counted(&reader, "the coordinates", extents.len(), names.len())?;
    let [place] = &index[..] else {
        let why = "it has several results, whose extents are not known".to_owned();
        return Err(TranslateError::Symbolic { what: "index map", why });
    };
    let place = place.clone();
    let mut asked = Asked::of_extents("an extent", &extents, 1);
    asked.push(Asked::over("the address", &extents, place.clone(), Asks::FromZero));
    Sketch { extents, copies: None, place, asked }
        .meaning(Places::Memory, reader.numbers.parameters())
}

/// Iterators over memory, the last one fastest in an element's number.
fn tile_layout(
    mut reader: Reader<'_>,
    context: &Context,
) -> Result<SymbolicMeaning, TranslateError> {
    for word in ["TileLayout", "(", "T.S["] {
        reader.cursor.expect(word)?;
    }
    let own = reader.one_or_more()?;
    reader.cursor.expect(":")?;
    let strides = reader.one_or_more()?;
    counted(&reader, "the strides", own.len(), strides.len())?;
    reader.cursor.expect("]")?;
    let (mut copies, mut steps) = (Vec::new(), Vec::new());
    let mut more = reader.cursor.eat("+");
    while more && reader.cursor.eat("T.R[") {
        let extents = reader.one_or_more()?;
        reader.cursor.expect(":")?;
        let strides = reader.one_or_more()?;
        counted(&reader, "the strides of copies", extents.len(), strides.len())?;
        reader.cursor.expect("]")?;
        copies.extend(extents);
        steps.extend(strides);
        more = reader.cursor.eat("+");
    }
    let offset = match more {
        true => reader.one(&[])?,
        false => constant(0),
    };
    if reader.cursor.rest().starts_with('@') {
        let why = "it has axes other than memory".to_owned();
        return Err(TranslateError::Symbolic { what: "tile layout", why });
    }
    reader.cursor.expect(")")?;
    reader.cursor.finish()?;
    let first = reader.first();
    let all: Vec<Program> = own.iter().chain(&copies).cloned().collect();
    let outer = weighted(first, &[&strides[..], &steps].concat(), &offset);
    let given = context.shape.is_some() || context.extents.is_some();
    let extents = match given {
        true => reader.numbers.extents(context, "a tile layout")?,
        false => vec![product(&own)],
    };
    let scope = Scope::new(reader.numbers.parameters().clone());
    let (mut numbers, strides): (Vec<Program>, _) = match extents == own {
        true => ((0..own.len()).map(|k| coordinate(first + k)).collect(), strides),
        false => {
            let (own, strides) = joined(&own, &strides, &scope);
            (digits(first, &own, &extents), strides)
        }
    };
    // The number of a copy stands behind the coordinates of the tile.
    let behind = first + extents.len();
    let number = Some(fold(&product(&copies))).filter(|number| constant_of(number) != Some(1));
    numbers.extend(match (&copies[..], &number) {
        (copies, None) => vec![constant(0); copies.len()],
        ([_], _) => vec![coordinate(behind)],
        (copies, Some(number)) => digits(behind, copies, std::slice::from_ref(number)),
    });
    let place = weighted(first, &[strides, steps].concat(), &offset);
    let place = fold(&inlined(&place, first, &numbers));
    let mut asked = Asked::of_extents("the extent of a shard", &own, 1);
    asked.extend(Asked::of_extents("the extent of a copy", &copies, 1));
    if given {
        asked.extend(Asked::of_extents("an extent", &extents, 1));
        let sizes = [product(&extents), product(&own)];
        asked.push(Asked::of_numbers("the number of elements", &sizes, Asks::Equal));
    }
    asked.push(Asked::over("an address", &all, outer, Asks::AtLeast(0)));
    Sketch { extents, copies: number, place, asked }
        .meaning(Places::Memory, reader.numbers.parameters())
}

/// Shards and their strides, those joined that surely go on: `(n, 3):(3, 1)` is `3 * n:1`.
fn joined(own: &[Program], strides: &[Program], scope: &Scope) -> (Vec<Program>, Vec<Program>) {
    let mut joined: Vec<(Program, Program)> = Vec::with_capacity(own.len());
    for (extent, stride) in own.iter().zip(strides) {
        let goes_on = joined.last().filter(|(_, before)| {
            let end = scope.number(extent).zip(scope.number(stride));
            let end = end.and_then(|(extent, stride)| extent.times(&stride));
            end.zip(scope.number(before)).is_some_and(|(end, before)| end.surely(&before))
        });
        match goes_on.map(|(before, _)| product(&[before.clone(), extent.clone()])) {
            Some(both) => {
                joined.pop();
                joined.push((both, stride.clone()));
            }
            None => joined.push((extent.clone(), stride.clone())),
        }
    }
    joined.into_iter().unzip()
}

fn product(extents: &[Program]) -> Program {
    let mut builder = ProgramBuilder::default();
    let most = extents.iter().map(Program::coordinates).max().unwrap_or(0);
    let inputs: Vec<u32> = (0..most).map(|position| builder.coord(position)).collect();
    let mut size = builder.constant(1);
    for extent in extents {
        for extent in builder.inline(extent, &inputs) {
            size = builder.binary(BinaryOp::Mul, size, extent);
        }
    }
    builder.finish(&[size])
}

/// The digits of an element's number, row-major in the tile.
fn digits(first: usize, own: &[Program], tile: &[Program]) -> Vec<Program> {
    let number = weighted(first, &row_major(first, tile), &constant(0));
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> =
        (0..first + tile.len()).map(|position| builder.coord(position)).collect();
    let Some(&number) = builder.inline(&number, &inputs).first() else { return Vec::new() };
    let strides = row_major(first, own);
    let mut digits = Vec::with_capacity(own.len());
    for (k, (stride, extent)) in strides.iter().zip(own).enumerate() {
        let (stride, extent) = (builder.inline(stride, &inputs), builder.inline(extent, &inputs));
        for (stride, extent) in stride.into_iter().zip(extent) {
            let quotient = builder.binary(BinaryOp::FloorDiv, number, stride);
            // The first one is not cut off: the tile has no more elements.
            let digit = match k {
                0 => quotient,
                _ => builder.binary(BinaryOp::Mod, quotient, extent),
            };
            digits.push(builder.finish(&[digit]));
        }
    }
    digits
}
