//! The operations of expressions once more, from their table in [`tileir::expr`].
//!
//! Everything is computed in 128 bits, where nothing overflows, and then must fit 64.

use tileir::{BinaryOp, Inst, Program};

/// The value of an operation; `None` where it has none.
pub fn apply(op: BinaryOp, lhs: i64, rhs: i64) -> Option<i64> {
    let (a, b) = (i128::from(lhs), i128::from(rhs));
    let bits = u64::from_ne_bytes(lhs.to_ne_bytes());
    let shift = u32::try_from(rhs).ok().filter(|&amount| amount < 64);
    let wide = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::FloorDiv => fits(floor(a, b)?)?,
        BinaryOp::Mod => a - fits(floor(a, b)?)? * b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::And => a & b,
        BinaryOp::Shl => pattern(bits << shift?),
        BinaryOp::Shr => pattern(bits >> shift?),
        BinaryOp::Eq => i128::from(a == b),
        BinaryOp::Ne => i128::from(a != b),
        BinaryOp::Lt => i128::from(a < b),
        BinaryOp::Le => i128::from(a <= b),
    };
    i64::try_from(wide).ok()
}

/// The value of every instruction at a point; `None` where one has none.
pub fn values(program: &Program, point: &[i64]) -> Option<Vec<i64>> {
    let mut values: Vec<i64> = Vec::with_capacity(program.insts().len());
    for inst in program.insts() {
        let at = |place: u32| values.get(place as usize).copied();
        values.push(match *inst {
            Inst::Const(value) => value,
            Inst::Coord(position) => *point.get(position as usize)?,
            Inst::Binary(op, lhs, rhs) => apply(op, at(lhs)?, at(rhs)?)?,
        });
    }
    Some(values)
}

/// The outputs of a program at a point; `None` where an instruction has no value.
pub fn outputs(program: &Program, point: &[i64]) -> Option<Vec<i64>> {
    let values = values(program, point)?;
    program.outputs().iter().map(|&place| values.get(place as usize).copied()).collect()
}

/// The largest integer that is no more than `a / b`.
fn floor(a: i128, b: i128) -> Option<i128> {
    match b {
        0 => None,
        1.. => Some(a.div_euclid(b)),
        _ => Some((-a).div_euclid(-b)),
    }
}

fn fits(value: i128) -> Option<i128> {
    i64::try_from(value).ok().map(i128::from)
}

fn pattern(bits: u64) -> i128 {
    i64::from_ne_bytes(bits.to_ne_bytes()).into()
}
