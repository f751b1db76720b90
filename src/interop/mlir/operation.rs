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
//! A vector of several dimensions counts a thread's values with its last one fastest, as PTX does its
//! registers, and elements in them. **The law.** What is read is what [`mma_operand`] or [`ldmatrix`]
//! reads of the instruction's own name.

use super::{MlirError, Read, ldmatrix, mma_operand};
use crate::interop::cute::atoms::{self, MmaAtom};
use crate::interop::script::{Cursor, ScriptFault};
use crate::map::LayoutMap;

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
    let fields = Fields::of(&mut cursor)?;
    for (name, expected) in [("layoutA", "row"), ("layoutB", "col")] {
        if fields.find(name).is_some_and(|own| inner(own) != Some(expected)) {
            let expected = ScriptFault::Expected("A in rows and B in columns");
            return Err(fields.cursor.fault(expected).into());
        }
    }
    let shape = shape(&mut Cursor::new(fields.shape()?))?;
    let types = Types::of(&mut cursor)?;
    let own = |kind: &str, at: usize| match fields.find(kind).and_then(inner) {
        Some(named) => Ok(named.to_owned()),
        None => types.element(&cursor, at),
    };
    let tf32 = nvgpu && fields.find("tf32Enabled").is_some();
    let multiplicand = |kind, at| {
        own(kind, at).map(|name| if tf32 && name == "f32" { "tf32".to_owned() } else { name })
    };
    let (a, b) =
        (multiplicand("multiplicandAPtxType", 0)?, multiplicand("multiplicandBPtxType", 1)?);
    let (c, d) = (types.element(&cursor, 2)?, types.element(&cursor, 3)?);
    let [m, n, k] = shape;
    mma_operand(&format!("mma.sync.aligned.m{m}n{n}k{k}.row.col.{d}.{a}.{b}.{c}:{operand}"))
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

/// The attributes of an operation.
struct Fields<'a> {
    cursor: Cursor<'a>,
    all: Vec<(&'a str, &'a str)>,
}

impl<'a> Fields<'a> {
    /// From the next brace on, to behind the one that closes it.
    fn of(cursor: &mut Cursor<'a>) -> Read<Fields<'a>> {
        let rest = cursor.rest();
        let missing = || cursor.fault(ScriptFault::Expected("attributes in braces"));
        let open = rest.find('{').ok_or_else(missing)?;
        let inside = rest.get(open + 1..).unwrap_or_default();
        let (body, _) = closed(inside, '}').ok_or_else(missing)?;
        let entry = |entry: &'a str| match entry.split_once('=') {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (entry.trim(), ""),
        };
        let all = pieces(body).into_iter().map(entry).collect();
        let passed = rest.get(..open + 1 + body.len() + 1).unwrap_or_default();
        cursor.eat(passed);
        Ok(Fields { cursor: cursor.clone(), all })
    }

    /// The value of an attribute.
    fn find(&self, name: &str) -> Option<&'a str> {
        self.all.iter().find(|(own, _)| *own == name).map(|(_, value)| *value)
    }

    /// The shape, under the name that either dialect has for it.
    fn shape(&self) -> Read<&'a str> {
        let found = self.find("mmaShape").or_else(|| self.find("shape"));
        found.ok_or_else(|| self.cursor.fault(ScriptFault::Expected("'mmaShape' or 'shape'")))
    }

    /// An attribute that is a number: `4 : i32`.
    fn integer(&self, name: &'static str) -> Read<i64> {
        let value = self.find(name).and_then(|value| value.split(':').next());
        let number = value.and_then(|value| value.trim().parse().ok());
        number.ok_or_else(|| self.cursor.fault(ScriptFault::Expected(name)))
    }
}

/// The types of an operation's operands, then of its result.
struct Types<'a>(Vec<&'a str>);

impl<'a> Types<'a> {
    /// `: (type, type, type) -> type`.
    fn of(cursor: &mut Cursor<'a>) -> Read<Types<'a>> {
        cursor.expect(":")?;
        cursor.expect("(")?;
        let rest = cursor.rest();
        let unclosed = || cursor.fault(ScriptFault::Expected("types in parentheses"));
        let (operands, behind) = closed(rest, ')').ok_or_else(unclosed)?;
        let arrow = behind.trim_start().strip_prefix("->");
        let result = arrow.ok_or_else(|| cursor.fault(ScriptFault::Expected("'->' and a type")))?;
        let mut types = pieces(operands);
        types.truncate(3);
        types.push(result);
        Ok(Types(types))
    }

    /// The elements of one: `f16` of `vector<4x2xf16>`, `f32` of `!llvm.struct<(f32, f32)>`.
    fn element(&self, cursor: &Cursor<'_>, at: usize) -> Read<String> {
        let one = self.0.get(at).map(|own| own.trim()).unwrap_or_default();
        let inside = match one.strip_prefix("!llvm.struct<(") {
            Some(all) => all.split([',', ')']).next().unwrap_or_default().trim(),
            None => one,
        };
        let element = match inside.strip_prefix("vector<").and_then(|own| own.strip_suffix('>')) {
            Some(own) => own.rsplit_once('x').map_or(own, |(_, element)| element),
            None => inside,
        };
        let named = match element.to_ascii_lowercase().as_str() {
            "f8e4m3fn" => "e4m3".to_owned(),
            "f8e5m2" => "e5m2".to_owned(),
            integer if integer.starts_with('i') => integer.replacen('i', "s", 1),
            other => other.to_owned(),
        };
        let known = !named.is_empty() && named.chars().all(|c| c.is_ascii_alphanumeric());
        let expected = ScriptFault::Expected("the types of A, B, C and the result");
        if known { Ok(named) } else { Err(cursor.fault(expected)) }
    }
}

/// `tf32` of `#nvvm.mma_type<tf32>`.
fn inner(attribute: &str) -> Option<&str> {
    attribute.split_once('<').and_then(|(_, own)| own.trim_end().strip_suffix('>'))
}

/// What stands before the closing sign of what is open, and what behind it.
fn closed(text: &str, close: char) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            letter if letter == close && depth == 0 => {
                return Some((text.get(..at)?, text.get(at + close.len_utf8()..)?));
            }
            '(' | '[' | '{' | '<' => depth += 1,
            // An arrow closes nothing.
            '>' if text.get(..at).is_some_and(|before| before.ends_with('-')) => {}
            ')' | ']' | '}' | '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// What stands between commas that are inside of nothing.
fn pieces(text: &str) -> Vec<&str> {
    let (mut all, mut start, mut depth) = (Vec::new(), 0, 0i64);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                all.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    all.extend(text.get(start..).filter(|last| !last.trim().is_empty()));
    all
}
