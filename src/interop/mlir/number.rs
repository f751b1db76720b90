//! [`Number`]: a number of a type, or `?`, which is known at run time only.
//!
//! ```text
//! memref<?x64xf32, strided<[?, 1], offset: ?>>      an extent, a stride and the offset
//! ```

use std::fmt;

use super::Read;
use crate::interop::script::{Cursor, ScriptFault};

/// A number of a type; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// Known.
    Static(i64),
    /// `?`.
    Dynamic,
}

impl Number {
    /// An extent, or `?`.
    pub(super) fn extent(cursor: &mut Cursor<'_>) -> Read<Number> {
        if cursor.eat("?") {
            return Ok(Number::Dynamic);
        }
        extent(cursor).map(Number::Static)
    }

    /// A number, or `?`.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Read<Number> {
        if cursor.eat("?") {
            return Ok(Number::Dynamic);
        }
        integer(cursor).map(Number::Static)
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Number::Static(value)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Static(value) => write!(f, "{value}"),
            Number::Dynamic => f.write_str("?"),
        }
    }
}

/// An integer, decimal or `0x10`.
pub(super) fn integer(cursor: &mut Cursor<'_>) -> Read<i64> {
    let rest = cursor.rest();
    let digits = rest.strip_prefix("0x").unwrap_or_default();
    let count = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
    let Some(digits) = digits.get(..count).filter(|digits| !digits.is_empty()) else {
        return cursor.integer();
    };
    let value = i64::from_str_radix(digits, 16);
    let value = value.map_err(|_| cursor.fault(ScriptFault::Number))?;
    cursor.eat(rest.get(..count + 2).unwrap_or_default());
    Ok(value)
}

/// An extent, and no `?`. Behind a 0, an `x` begins the next one.
pub(super) fn extent(cursor: &mut Cursor<'_>) -> Read<i64> {
    known(cursor, "an extent, not a number of run time", Cursor::integer)
}

/// An integer, and no `?`.
pub(super) fn constant(cursor: &mut Cursor<'_>) -> Read<i64> {
    known(cursor, "a constant, not a number of run time", integer)
}

fn known<'a>(
    cursor: &mut Cursor<'a>,
    expected: &'static str,
    read: impl FnOnce(&mut Cursor<'a>) -> Read<i64>,
) -> Read<i64> {
    match cursor.rest().starts_with('?') {
        true => Err(cursor.fault(ScriptFault::Expected(expected))),
        false => read(cursor),
    }
}
