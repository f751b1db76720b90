//! Folding: what has a value already is a constant.
//!
//! Unlike [`simplify`], which may read anything into a program where it is undefined, folding
//! keeps the points at which a program has no value: it is exact everywhere. Where a program is
//! *safe* (has a value at every point of a box) the two go together.
//!
//! ```text
//! (x * 1 + 2 * 3) floordiv 0        (x + 6) floordiv 0
//! ```

use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder, Ranges, simplify};

/// The program with constants folded and neutral operands dropped.
pub(crate) fn fold(program: &Program) -> Program {
    program.rewritten(operation)
}

fn operation(builder: &mut ProgramBuilder, op: BinaryOp, lhs: u32, rhs: u32) -> u32 {
    let constant = |place: u32| match builder.inst(place) {
        Inst::Const(value) => Some(value),
        _ => None,
    };
    match (op, constant(lhs), constant(rhs)) {
        (_, Some(a), Some(b)) => match op.apply(a, b) {
            Ok(value) => builder.constant(value),
            Err(_) => builder.binary(op, lhs, rhs),
        },
        (BinaryOp::Add | BinaryOp::Sub, _, Some(0)) => lhs,
        (BinaryOp::Mul | BinaryOp::FloorDiv, _, Some(1)) => lhs,
        (BinaryOp::Add, Some(0), _) | (BinaryOp::Mul, Some(1), _) => rhs,
        _ => builder.binary(op, lhs, rhs),
    }
}

/// The program folded, and simplified where it has a value at every point of the box.
pub(super) fn tidy(program: &Program, extents: &[i64]) -> Program {
    let folded = fold(program);
    if Ranges::over(&folded, extents).all_safe() { simplify(&folded, extents) } else { folded }
}
