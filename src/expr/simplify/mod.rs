//! Simplification: the same values by cheaper code that reads better.
//!
//! [`simplify`] reads a program once, operands before users, and keeps each value as a sum of
//! multiples of simpler ones (`sum.rs`), with the interval and the bits that it may have
//! (`facts.rs`). Sums gather; `floordiv` and `mod` split a sum into what the divisor divides
//! and a digit below it (`digits.rs`); `xor` and `and` split it at a bit (`bits.rs`).
//!
//! ```text
//! lane < 32, slot < 4
//! (lane floordiv 4) * 63 + (lane mod 4) * 4 + 3     the constant stands last: slots share the rest
//! (lane * 4 + slot) floordiv 4                      lane
//! (lane * 4 + slot) mod 64                          (lane mod 16) * 4 + slot
//! ((lane mod 8) * 8) xor 19                         (lane mod 8 xor 2) * 8 + 3
//! ((lane floordiv 2) floordiv 4) * 8 + lane mod 8   lane
//! lane - (lane floordiv 4) * 4                      lane mod 4
//! ```
//!
//! **The law.** At every point with `0 <= x_i < extents[i]` at which the program has a value,
//! the result has the same value. Where the program is undefined the result may be anything:
//! prove it total first. No step of the result overflows where the program has a value; an
//! instruction for whose rewriting that is not certain stays as it was.
//!
//! **The canonical form.** Multiples, digits and remainders of powers of two are spelt `*`,
//! `floordiv` and `mod`; `shl`, `shr` and low masks remain only where they say something else
//! (a sign, bits lost at the top). A lowering that knows a value not to be negative emits shift
//! and mask for them. Sums are ordered by the coordinates in their terms, a constant last, so
//! that programs which differ in a constant share the rest.
//!
//! **The cost.** Linear in the instructions: sums have at most 32 terms, a rule nests at most
//! 48 deep, and there are at most 4 passes. A pass whose result costs more than what
//! it read is dropped.

mod bits;
mod digits;
mod facts;
mod rewrite;
mod sum;

#[cfg(test)]
mod tests;

use super::{BinaryOp, Inst, Program, ProgramBuilder};
use rewrite::Rewriter;

/// Passes until nothing changes, at most.
const PASSES: usize = 4;

/// The same values wherever `program` has them and `0 <= x_i < extents[i]`; see the
/// [module](self).
pub fn simplify(program: &Program, extents: &[i64]) -> Program {
    let mut best = program.clone();
    for _ in 0..PASSES {
        let next = Rewriter::run(&best, extents);
        if next == best || cost(&next) > cost(&best) {
            break;
        }
        best = next;
    }
    best
}

/// The program with the constants of operations that commute on the right.
pub(crate) fn constants_last(program: &Program) -> Program {
    program.rewritten(|builder, op, lhs, rhs| {
        let constant = |place| matches!(builder.inst(place), Inst::Const(_));
        let turned = op.commutes() && constant(lhs) && !constant(rhs);
        let (lhs, rhs) = if turned { (rhs, lhs) } else { (lhs, rhs) };
        builder.binary(op, lhs, rhs)
    })
}

/// The program with some coordinates fixed: coordinate `i` is `values[i]` where that is given.
/// Nothing is folded.
pub fn substitute(program: &Program, values: &[Option<i64>]) -> Program {
    let mut builder = ProgramBuilder::default();
    let count = program.coordinates().max(values.len());
    let inputs: Vec<u32> = (0..count)
        .map(|i| match values.get(i) {
            Some(Some(value)) => builder.constant(*value),
            _ => builder.coord(i),
        })
        .collect();
    let outputs = builder.inline(program, &inputs);
    builder.finish(&outputs)
}

/// A rough count of the machine's work. An added constant costs nothing: it ends in an
/// address's offset. A power of two is a shift or a mask.
fn cost(program: &Program) -> u64 {
    let insts = program.insts();
    let constant = |place: u32| match insts[place as usize] {
        Inst::Const(value) => Some(value),
        _ => None,
    };
    let each = insts.iter().map(|inst| match *inst {
        Inst::Const(_) | Inst::Coord(_) => 0,
        Inst::Binary(op, lhs, rhs) => {
            let power = |value: i64| value > 0 && value & (value - 1) == 0;
            match (op, constant(lhs), constant(rhs)) {
                (BinaryOp::Add | BinaryOp::Sub, _, Some(_)) => 0,
                (BinaryOp::Add, Some(_), _) => 0,
                (BinaryOp::Mul, Some(c), _) | (BinaryOp::Mul, _, Some(c)) if power(c) => 1,
                (BinaryOp::FloorDiv | BinaryOp::Mod, _, Some(c)) if power(c) => 1,
                (BinaryOp::Mul, ..) => 3,
                (BinaryOp::FloorDiv | BinaryOp::Mod, _, Some(_)) => 6,
                (BinaryOp::FloorDiv | BinaryOp::Mod, ..) => 20,
                _ => 1,
            }
        }
    });
    each.sum()
}
