//! Matrix instructions as MLIR's dialects print them: other spellings of NVVM's names.
//!
//! ```text
//! nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]}
//!     : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>:A
//! nvvm.mma.sync A[…] B[…] C[…] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
//!     shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>:B
//! mmaShape = [16, 8, 16]:C        #nvvm.shape<m = 16, n = 8, k = 16>:C
//! nvgpu.ldmatrix %m[%i, %j] {numTiles = 4 : i32, transpose = false} : memref<32x8xf16, 3> -> vector<4x2xf16>
//! nvvm.ldmatrix %p {layout = #nvvm.mma_layout<row>, num = 4 : i32} : (!llvm.ptr<3>) -> …
//! ```
//!
//! Behind an `mma.sync`, a colon and A, B or C say which operand is meant. Of the shape alone an operand
//! is read if it is one whatever the elements: C of `16x8x16` is, A is another of 16 bits than of 8.
//!
//! The operation must have the [`Registers`] that its instruction has: as MLIR verifies it.
//!
//! A vector of several dimensions counts a thread's values with its last one fastest, as PTX does its
//! registers, and elements in them. **The law.** What is read is what [`mma_operand`] or [`ldmatrix`]
//! reads of the instruction's own name.

mod registers;
mod vector;
mod words;

use super::{MlirError, Read, ldmatrix, mma_operand};
use crate::interop::cute::atoms::{self, MmaAtom};
use crate::interop::script::{Cursor, ScriptFault};
use crate::map::LayoutMap;
use registers::Registers;
pub use vector::vector_operand;
use words::{Fields, Types, inner};

/// Whether a text is one of these.
pub(in crate::interop) fn is_operation(text: &str) -> bool {
    let words = ["nvgpu.mma.sync", "nvvm.mma.sync", "nvgpu.ldmatrix", "nvvm.ldmatrix"];
    let bare = ["mmaShape", "#nvvm.shape"];
    words.iter().chain(&bare).any(|word| text.trim_start().starts_with(word))
}

/// What the text of an operation, or of its shape alone, gives the threads of a warp.
///
/// ```
/// let text = "nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} \
///     : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>:C";
/// let c = tileir::interop::mlir::operation(text)?;
/// assert_eq!(c.eval(&[5, 3])?, [9, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A text that makes no sense, with its place; an instruction of which no atom is known; of a shape
/// alone, an operand that depends on the elements.
pub fn operation(text: &str) -> Result<LayoutMap, MlirError> {
    let mut cursor = Cursor::new(text);
    if cursor.eat("nvgpu.ldmatrix") {
        let fields = Fields::of(&mut cursor)?;
        let turned = fields.find("transpose").is_some_and(|value| value.trim() == "true");
        let count = fields.integer("numTiles")?;
        let read = matrices(&cursor, count, turned)?;
        let result = cursor.rest().rsplit_once("->").map(|(_, result)| result.trim());
        let held = ["f16", "bf16", "i16"].map(|element| format!("vector<{count}x2x{element}>"));
        if !result.is_some_and(|result| held.iter().any(|own| own == result)) {
            let expected = "a result of two elements of 16 bits for each of 'numTiles'";
            return Err(cursor.fault(ScriptFault::Expected(expected)).into());
        }
        return Ok(read);
    }
    if cursor.eat("nvvm.ldmatrix") {
        let fields = Fields::of(&mut cursor)?;
        let turned = match fields.find("layout").and_then(inner) {
            Some("row") => false,
            Some("col") => true,
            _ => {
                return Err(cursor.fault(ScriptFault::Expected("a 'layout' of row or col")).into());
            }
        };
        if fields.find("eltType").is_some_and(|element| inner(element) != Some("b16")) {
            return Err(cursor.fault(ScriptFault::Expected("elements of b16")).into());
        }
        if let Some(written) = fields.find("shape") {
            let mut cursor = Cursor::new(written);
            let found = pair(&mut cursor)?;
            if found != [8, 8] {
                return Err(cursor.fault(ScriptFault::Expected("matrices of 8 by 8")).into());
            }
        }
        let count = fields.integer("num")?;
        return matrices(&cursor, count, turned);
    }
    let (body, operand) = operand(&cursor, text)?;
    let mut cursor = Cursor::new(body);
    if cursor.rest().starts_with("mmaShape") || cursor.rest().starts_with("#nvvm.shape") {
        let shape = shape(&mut cursor)?;
        cursor.finish()?;
        return of_shape(shape, operand, text);
    }
    let nvgpu = cursor.eat("nvgpu.mma.sync");
    if !nvgpu {
        cursor.expect("nvvm.mma.sync")?;
    }
    let before = cursor.clone();
    let fields = Fields::of(&mut cursor)?;
    for (name, expected) in [("layoutA", "row"), ("layoutB", "col")] {
        if fields.find(name).is_some_and(|own| inner(own) != Some(expected)) {
            let expected = ScriptFault::Expected("A in rows and B in columns");
            return Err(fields.cursor.fault(expected).into());
        }
    }
    let shape = shape(&mut Cursor::new(fields.shape()?))?;
    let types = Types::of(&mut cursor)?;
    let tf32 = nvgpu && fields.find("tf32Enabled").is_some();
    let multiplicand = |kind, at| -> Read<String> {
        let own = match fields.find(kind).and_then(inner) {
            Some(named) => named.to_owned(),
            None => types.element(at)?,
        };
        match tf32 {
            true if own == "f32" => Ok("tf32".to_owned()),
            true => Err(types.fault(at, ScriptFault::Expected("elements of f32: tf32Enabled"))),
            false => Ok(own),
        }
    };
    let (a, b) =
        (multiplicand("multiplicandAPtxType", 0)?, multiplicand("multiplicandBPtxType", 1)?);
    let (c, d) = (types.element(2)?, types.element(3)?);
    let counted = |kind: &str| fields.find(kind).and_then(inner);
    let saturates = counted("intOverflowBehavior") == Some("satfinite")
        && [&a, &b].iter().all(|own| own.starts_with(['s', 'u']));
    let popc = match (counted("b1Op"), a == "b1") {
        (Some("xor_popc"), true) => ".xor.popc",
        (Some("and_popc"), true) => ".and.popc",
        (_, false) => "",
        (_, true) => {
            let expected = "a 'b1Op' of xor_popc or and_popc";
            return Err(fields.cursor.fault(ScriptFault::Expected(expected)).into());
        }
    };
    let [m, n, k] = shape;
    let satfinite = if saturates { ".satfinite" } else { "" };
    let name = format!("mma.sync.aligned.m{m}n{n}k{k}.row.col{satfinite}.{d}.{a}.{b}.{c}{popc}");
    let map = |operand| mma_operand(&format!("{name}:{operand}"));
    let all = [(map("A")?, a), (map("B")?, b), (map("C")?, c)];
    let registers = Registers::of(&all);
    match nvgpu {
        true => registers.are_vectors(&types)?,
        false => registers.are_listed(before, &types)?,
    }
    map(operand)
}

/// The text before the last colon, and the operand behind it.
fn operand<'a>(cursor: &Cursor<'_>, text: &'a str) -> Read<(&'a str, &'static str)> {
    let expected = ScriptFault::Expected("an operand behind it: ':A', ':B' or ':C'");
    let found = text.rsplit_once(':').and_then(|(body, operand)| {
        let named = ["A", "B", "C", "D"].into_iter().find(|own| *own == operand.trim());
        Some((body, named?))
    });
    found.ok_or_else(|| cursor.fault_at(text.len(), expected))
}

/// `mmaShape = [m, n, k]`, `[m, n, k]` or `#nvvm.shape<m = m, n = n, k = k>`.
fn shape(cursor: &mut Cursor<'_>) -> Read<[i64; 3]> {
    if cursor.eat("#nvvm.shape") {
        cursor.expect("<")?;
        let mut shape = [0; 3];
        for (own, name) in shape.iter_mut().zip(["m", "n", "k"]) {
            if name != "m" {
                cursor.expect(",")?;
            }
            cursor.expect(name)?;
            cursor.expect("=")?;
            *own = cursor.integer()?;
        }
        cursor.expect(">")?;
        return Ok(shape);
    }
    if cursor.eat("mmaShape") {
        cursor.expect("=")?;
    }
    let all = super::integers(cursor)?;
    let count = ScriptFault::Count { what: "the extents", expected: 3, found: all.len() };
    <[i64; 3]>::try_from(all).map_err(|_| cursor.fault(count))
}

/// `#nvvm.ld_st_matrix_shape<m = m, n = n>`.
fn pair(cursor: &mut Cursor<'_>) -> Read<[i64; 2]> {
    cursor.expect("#nvvm.ld_st_matrix_shape")?;
    cursor.expect("<")?;
    cursor.expect("m")?;
    cursor.expect("=")?;
    let m = cursor.integer()?;
    for sign in [",", "n", "="] {
        cursor.expect(sign)?;
    }
    let n = cursor.integer()?;
    cursor.expect(">")?;
    Ok([m, n])
}

/// An operand that is one of all instructions of a shape.
fn of_shape(shape: [i64; 3], operand: &'static str, text: &str) -> Result<LayoutMap, MlirError> {
    let [m, n, k] = shape;
    // Complex numbers are several instructions.
    let own = |atom: &&MmaAtom| {
        let one = ["SM75", "SM80", "SM89", "SM90"].iter().any(|arch| atom.name().starts_with(arch));
        atom.shape == shape && one && !atom.name().contains("C64") && atom.threads.size() == 32
    };
    let map = |atom: &MmaAtom| match operand {
        "A" => atom.a_map(),
        "B" => atom.b_map(),
        _ => atom.c_map(),
    };
    let elsewhere = |atom: &MmaAtom| atom.shape == shape && atom.name().starts_with("SM70");
    if atoms::mma_atoms()?.iter().any(elsewhere) {
        return Err(MlirError::Elements { operand, shape: format!("m{m}n{n}k{k}") });
    }
    let mut found: Option<LayoutMap> = None;
    for atom in atoms::mma_atoms()?.iter().filter(own) {
        let next = map(atom)?;
        if found.as_ref().is_some_and(|known| *known != next) {
            return Err(MlirError::Elements { operand, shape: format!("m{m}n{n}k{k}") });
        }
        found = Some(next);
    }
    found.ok_or_else(|| super::instruction::unknown("operand of mma.sync", text))
}

/// The matrices of an `ldmatrix`.
fn matrices(cursor: &Cursor<'_>, count: i64, turned: bool) -> Result<LayoutMap, MlirError> {
    if !matches!(count, 1 | 2 | 4) {
        return Err(cursor.fault(ScriptFault::Expected("1, 2 or 4 matrices")).into());
    }
    let trans = if turned { ".trans" } else { "" };
    ldmatrix(&format!("ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16"))
}
