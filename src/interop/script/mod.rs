//! Index expressions as TVM's script prints them, which TileLang and TIRx have in common.
//!
//! ```text
//! e := operands joined by  |   ^   &   << >>   + -   * // %     loosest first
//!      T.bitwise_xor(e, e)  T.bitwise_and  T.bitwise_or  T.shift_left  T.shift_right
//!      T.int64(e)  T.int32(e)  T.floordiv(e, e)  T.floormod(e, e)  -e  (e)  name  integer
//! ```
//!
//! TVM's integers are read as integers of 64 bits: `//` and `%` round to minus infinity, a shift
//! to the right keeps the sign, a shift to the left multiplies. `a | b` is `a ^ b ^ (a & b)`.
//!
//! **The law.** What [`write`](write::write) prints is read back as the same program.

mod cursor;
mod error;
mod read;
mod write;

pub(super) use cursor::Cursor;
pub use error::{ScriptError, ScriptFault};
pub(super) use read::expression;
pub(super) use write::write;
