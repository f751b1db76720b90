//! Memrefs and strided layouts with `?`, affine maps with symbols.
//!
//! ```text
//! memref<?x64xf32, strided<[?, 1], offset: ?>>       unknowns n, s, o:  (n, 64)  s * i + j + o
//! memref<?x?xf32>                                    unknowns m, n:     (m, n)   n * i + j
//! affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>         of the context's tile
//! ```
//!
//! With numbers in it, no extent is below 0, and each divisor above.

use super::super::{Context, Places, System, TranslateError};
use super::SymbolicMeaning;
use super::names;
use super::numbers::{Numbers, constant, coordinate};
use super::sketch::{Asked, Sketch, row_major, weighted};
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder};
use crate::interop::mlir::{AffineMap, Memref, MemrefLayout, MlirError, Number, Strided};
use crate::proof::Asks;

pub(super) fn read(text: &str, context: &Context) -> Result<SymbolicMeaning, TranslateError> {
    let text = text.trim();
    let mut numbers = Numbers::of(context, text)?;
    let mut asked = Vec::new();
    let (extents, place) = if text.starts_with("memref") {
        super::read::own_shape("a memref", context)?;
        let memref = Memref::dynamic(text)?;
        let extents = each(&memref.shape, &mut numbers)?;
        let place = match &memref.layout {
            MemrefLayout::RowMajor => {
                asked.push(Asked::of_numbers("the memref's size", &extents, Asks::Size));
                let count = numbers.parameters().len();
                weighted(count, &row_major(count, &extents), &constant(0))
            }
            MemrefLayout::Strided(layout) => strided(layout, &extents, &mut numbers)?,
            MemrefLayout::Affine(map) => affine(map, &extents, &numbers, &mut asked)?,
        };
        (extents, place)
    } else if text.starts_with("strided") {
        let extents = numbers.extents(context, "a strided layout")?;
        let place = strided(&Strided::dynamic(text)?, &extents, &mut numbers)?;
        (extents, place)
    } else if text.starts_with("affine_map") {
        let extents = numbers.extents(context, "an affine map")?;
        let place = affine(&text.parse()?, &extents, &numbers, &mut asked)?;
        (extents, place)
    } else {
        return Err(TranslateError::Kind {
            system: System::Mlir,
            quoted: super::super::error::quoted(text),
            expected: "no memref, strided or affine_map, of which numbers of run time are read",
        });
    };
    asked.insert(0, Asked::of_numbers("an extent", &extents, Asks::AtLeast(0)));
    Sketch { extents, copies: None, place, asked }.meaning(Places::Memory, numbers.parameters())
}

fn each(all: &[Number], numbers: &mut Numbers<'_>) -> Result<Vec<Program>, TranslateError> {
    all.iter().map(|number| one(*number, numbers)).collect()
}

fn one(number: Number, numbers: &mut Numbers<'_>) -> Result<Program, TranslateError> {
    match number {
        Number::Static(value) => Ok(constant(value)),
        Number::Dynamic => Ok(coordinate(numbers.unknown()?)),
    }
}

fn strided(
    layout: &Strided<Number>,
    extents: &[Program],
    numbers: &mut Numbers<'_>,
) -> Result<Program, TranslateError> {
    let (expected, found) = (extents.len(), layout.strides.len());
    if expected != found {
        return Err(MlirError::Rank { what: "the strides", expected, found }.into());
    }
    let strides = each(&layout.strides, numbers)?;
    let offset = one(layout.offset, numbers)?;
    Ok(weighted(numbers.parameters().len(), &strides, &offset))
}

fn affine(
    map: &AffineMap,
    extents: &[Program],
    numbers: &Numbers<'_>,
    asked: &mut Vec<Asked>,
) -> Result<Program, TranslateError> {
    let (expected, found) = (map.rank(), extents.len());
    if expected != found {
        return Err(MlirError::Rank { what: "the shape", expected, found }.into());
    }
    if map.program().outputs().len() != 1 {
        let why = "it has several results, whose extents are not known".to_owned();
        return Err(TranslateError::Symbolic { what: "affine map", why });
    }
    names::symbols(map.symbols(), expected)?;
    let mut builder = ProgramBuilder::default();
    let first = numbers.parameters().len();
    let mut inputs: Vec<u32> = (0..found).map(|k| builder.coord(first + k)).collect();
    for symbol in map.symbols() {
        inputs.push(builder.coord(numbers.position(symbol)?));
    }
    let outputs = builder.inline(map.program(), &inputs);
    let divisors = divisors(map.program());
    let divisors = builder.inline(&divisors, &inputs);
    if !divisors.is_empty() {
        asked.push(Asked::over("a divisor", &[], builder.finish(&divisors), Asks::AtLeast(1)));
    }
    Ok(builder.finish(&outputs))
}

/// What a map divides by that is no constant; of symbols alone, as the map was read.
fn divisors(program: &Program) -> Program {
    let insts = program.insts();
    let divisor = |inst: &Inst| match *inst {
        Inst::Binary(BinaryOp::FloorDiv | BinaryOp::Mod, _, by) => Some(by),
        _ => None,
    };
    let known = |by: &u32| matches!(insts.get(*by as usize), Some(Inst::Const(_)));
    let divisors: Vec<u32> = insts.iter().filter_map(divisor).filter(|by| !known(by)).collect();
    program.with_outputs(&divisors)
}
