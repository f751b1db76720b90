//! Arithmetic in the words of TVM's script, which has no shifts of bit patterns.
//!
//! ```text
//! a shl 3     a * 8          of numbers from 0, as coordinates and places are
//! a shr 3     a floordiv 8
//! ```
//!
//! **The law.** Where a shifted value is negative, or leaves 64 bits, this is another map; the
//! writers prove of every text that it is not.

use super::TranslateError;
use crate::expr::{BinaryOp, Inst};
use crate::map::LayoutMap;

/// The map without shifts by constants, of values that are not negative.
pub(super) fn without_shifts(map: &LayoutMap) -> Result<LayoutMap, TranslateError> {
    let Some(program) = map.program() else { return Ok(map.clone()) };
    let written = program.value_program().rewritten(|builder, op, left, right| {
        let power = match builder.inst(right) {
            Inst::Const(by) if (0..63).contains(&by) => 1i64 << by,
            _ => return builder.binary(op, left, right),
        };
        let op = match op {
            BinaryOp::Shl => BinaryOp::Mul,
            BinaryOp::Shr => BinaryOp::FloorDiv,
            other => return builder.binary(other, left, right),
        };
        let power = builder.constant(power);
        builder.binary(op, left, power)
    });
    Ok(LayoutMap::expr(map.domain().clone(), map.codomain().clone(), written)?)
}
