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
    /// A number, or `?`.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Read<Number> {
        if cursor.eat("?") {
            return Ok(Number::Dynamic);
        }
        cursor.integer().map(Number::Static)
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

/// An extent, and no `?`.
pub(super) fn extent(cursor: &mut Cursor<'_>) -> Read<i64> {
    known(cursor, "an extent, not a number of run time")
}

/// An integer, and no `?`.
pub(super) fn constant(cursor: &mut Cursor<'_>) -> Read<i64> {
    known(cursor, "a constant, not a number of run time")
}

fn known(cursor: &mut Cursor<'_>, expected: &'static str) -> Read<i64> {
    match cursor.rest().starts_with('?') {
        true => Err(cursor.fault(ScriptFault::Expected(expected))),
        false => cursor.integer(),
    }
}
