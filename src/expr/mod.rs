//! Integer expressions over a map's coordinates.
//!
//! Two forms of one thing. [`Expr`] is what a person builds: operators on symbolic axes.
//! [`Program`] is what everything else reads: the same DAG as straight-line code in which each
//! shared subexpression stands once, so no pass over it recurses and none repeats work.
//!
//! The arithmetic is that of 64-bit integers, checked: an overflow, a division by zero or a
//! shift outside 0 to 63 is an [`EvalError`](crate::EvalError) at that point. Division rounds
//! to minus infinity, and `mod` has the divisor's sign. Bitwise operations and shifts work on
//! the two's complement pattern; a right shift is logical.
//!
//! | operation | text | undefined |
//! |---|---|---|
//! | add, subtract, multiply | `a + b`, `a - b`, `a * b` | outside 64 bits |
//! | floor division | `a floordiv b` | `b = 0`; the least integer by -1 |
//! | modulo | `a mod b` | `b = 0`; the least integer by -1 |
//! | xor, and | `a xor b`, `a and b` | nowhere |
//! | shifts | `a shl b`, `a shr b` | `b < 0` or `b > 63` |
//! | comparisons, 1 or 0 | `a eq b`, `a ne b`, `a lt b`, `a le b` | nowhere |
//!
//! `a gt b` and `a ge b` are read as `b lt a` and `b le a`. Loosest first, operations bind as
//! `xor`, `and`, comparisons, shifts, sums, products; so `i lt 4 and j lt 3` is both.

pub(crate) mod hash;
mod op;
mod program;
pub(crate) mod range;
pub mod simplify;
mod symbolic;

pub use op::BinaryOp;
pub use program::{Inst, Program, ProgramBuilder};
pub use range::{Interval, Ranges};
pub(crate) use simplify::constants_last;
pub use simplify::{simplify, substitute};
pub use symbolic::Expr;
