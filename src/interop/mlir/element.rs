//! The type of a memref's elements, checked and kept as it is written.
//!
//! ```text
//! element := 'index' | ['s' | 'u'] 'i' bits | a float | 'complex' '<' element '>'
//!          | 'vector' '<' {extent 'x' | '[' extent ']' 'x'} element '>' | memref
//!          | '!' dialect '.' name ['<' … '>']
//! ```
//!
//! What a dialect's type is, the dialect says; everything else is known here, so that a text such
//! as `memref<*xf32>` is no buffer of `*xf32`.

use super::memref::Memref;
use super::{Number, Read};
use crate::interop::script::{Cursor, ScriptFault};

/// The floats of MLIR.
const FLOATS: [&str; 18] = [
    "bf16",
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E3M4",
    "f8E4M3",
    "f8E4M3B11FNUZ",
    "f8E4M3FN",
    "f8E4M3FNUZ",
    "f8E5M2",
    "f8E5M2FNUZ",
    "f8E8M0FNU",
    "f16",
    "f32",
    "f64",
    "f80",
    "f128",
    "tf32",
];

/// The most bits of an integer.
const BITS: u32 = (1 << 24) - 1;

/// An element type.
pub(super) fn element(cursor: &mut Cursor<'_>) -> Read<String> {
    let text = cursor.rest();
    let start = cursor.offset();
    cursor.nested(pass)?;
    Ok(text.get(..cursor.offset() - start).unwrap_or_default().to_owned())
}

/// Past an element type.
fn pass(cursor: &mut Cursor<'_>) -> Read<()> {
    if cursor.rest().starts_with("memref") {
        return Memref::read(cursor, Number::extent, Number::read).map(drop);
    }
    let fault = cursor.fault(ScriptFault::Expected("an element type"));
    if cursor.eat("!") {
        let name = cursor.name().filter(|name| name.contains('.')).ok_or(fault)?;
        let closed = !cursor.rest().starts_with('<') || balanced(cursor);
        let open = || cursor.fault(ScriptFault::Expected("a closed type"));
        return if closed && !name.ends_with('.') { Ok(()) } else { Err(open()) };
    }
    match cursor.name().unwrap_or_default() {
        "complex" => {
            cursor.expect("<")?;
            scalar(cursor.name().unwrap_or_default()).then_some(()).ok_or(fault)?;
            cursor.expect(">")
        }
        "vector" => {
            cursor.expect("<")?;
            while cursor.rest().starts_with(|c: char| c == '[' || c.is_ascii_digit()) {
                let scalable = cursor.eat("[");
                cursor.integer()?;
                if scalable {
                    cursor.expect("]")?;
                }
                cursor.expect("x")?;
            }
            cursor.nested(pass)?;
            cursor.expect(">")
        }
        name if name == "index" || scalar(name) => Ok(()),
        _ => Err(fault),
    }
}

/// Whether a name is an integer's or a float's.
fn scalar(name: &str) -> bool {
    let integer = name.strip_prefix(['s', 'u']).unwrap_or(name).strip_prefix('i');
    let bits = integer.filter(|bits| bits.bytes().all(|digit| digit.is_ascii_digit()));
    FLOATS.contains(&name)
        || bits.and_then(|bits| bits.parse().ok()).is_some_and(|bits: u32| bits <= BITS)
}

/// Past a group in brackets, if it closes.
pub(super) fn balanced(cursor: &mut Cursor<'_>) -> bool {
    let rest = cursor.rest();
    let mut depth = 0usize;
    let end = rest.char_indices().find_map(|(at, letter)| {
        match letter {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then(|| at + letter.len_utf8())
    });
    end.and_then(|end| rest.get(..end)).is_some_and(|group| cursor.eat(group))
}
