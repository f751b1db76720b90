//! Reading expressions, by precedence climbing.

use super::ScriptFault;
use super::cursor::{Cursor, Read};
use crate::expr::{BinaryOp, Inst, ProgramBuilder};

/// The coordinate that a name stands for.
pub type Names<'a> = dyn Fn(&str) -> Option<usize> + 'a;

/// An operation, however it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Plain(BinaryOp),
    Or,
    ShiftLeft,
    ShiftRight,
}

/// The infix signs, longest first where one begins another, with how tightly they bind.
const SIGNS: [(&str, Operation, u8); 10] = [
    ("//", Operation::Plain(BinaryOp::FloorDiv), 6),
    ("<<", Operation::ShiftLeft, 4),
    (">>", Operation::ShiftRight, 4),
    ("|", Operation::Or, 1),
    ("^", Operation::Plain(BinaryOp::Xor), 2),
    ("&", Operation::Plain(BinaryOp::And), 3),
    ("+", Operation::Plain(BinaryOp::Add), 5),
    ("-", Operation::Plain(BinaryOp::Sub), 5),
    ("*", Operation::Plain(BinaryOp::Mul), 6),
    ("%", Operation::Plain(BinaryOp::Mod), 6),
];

/// The functions of two operands.
const FUNCTIONS: [(&str, Operation); 7] = [
    ("bitwise_xor", Operation::Plain(BinaryOp::Xor)),
    ("bitwise_and", Operation::Plain(BinaryOp::And)),
    ("bitwise_or", Operation::Or),
    ("shift_left", Operation::ShiftLeft),
    ("shift_right", Operation::ShiftRight),
    ("floordiv", Operation::Plain(BinaryOp::FloorDiv)),
    ("floormod", Operation::Plain(BinaryOp::Mod)),
];

/// Reads an expression into `builder`; gives the place of its value.
pub fn expression(
    cursor: &mut Cursor<'_>,
    names: &Names<'_>,
    builder: &mut ProgramBuilder,
) -> Read<u32> {
    Reader { names, builder }.joined(cursor, 0)
}

struct Reader<'a> {
    names: &'a Names<'a>,
    builder: &'a mut ProgramBuilder,
}

impl Reader<'_> {
    /// Operands joined by operations that bind tighter than `above`.
    fn joined(&mut self, cursor: &mut Cursor<'_>, above: u8) -> Read<u32> {
        let mut left = self.operand(cursor)?;
        loop {
            let rest = cursor.rest();
            let sign = SIGNS.iter().find(|(sign, _, _)| rest.starts_with(sign));
            let Some((sign, operation, binding)) = sign.filter(|(_, _, own)| *own > above) else {
                return Ok(left);
            };
            cursor.eat(sign);
            let right = cursor.nested(|cursor| self.joined(cursor, *binding))?;
            left = self.apply(*operation, left, right);
        }
    }

    fn operand(&mut self, cursor: &mut Cursor<'_>) -> Read<u32> {
        let rest = cursor.rest();
        if cursor.eat("(") {
            let inner = cursor.nested(|cursor| self.joined(cursor, 0))?;
            cursor.expect(")")?;
            return Ok(inner);
        }
        let number = rest.strip_prefix('-').unwrap_or(rest);
        if number.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(self.builder.constant(cursor.integer()?));
        }
        if cursor.eat("-") {
            let operand = cursor.nested(|cursor| self.operand(cursor))?;
            let zero = self.builder.constant(0);
            return Ok(self.builder.binary(BinaryOp::Sub, zero, operand));
        }
        let start = cursor.offset();
        let name = cursor.name();
        let name = name.ok_or_else(|| cursor.fault(ScriptFault::Expected("an expression")))?;
        if cursor.rest().starts_with('(') {
            return cursor.nested(|cursor| self.call(cursor, start, name));
        }
        let unknown = || ScriptFault::Name { name: short(name) };
        let coordinate = (self.names)(name).ok_or_else(|| cursor.fault_at(start, unknown()))?;
        Ok(self.builder.coord(coordinate))
    }

    /// A call of the function `name`, whose parenthesis is next.
    fn call(&mut self, cursor: &mut Cursor<'_>, start: usize, name: &str) -> Read<u32> {
        let function = name.strip_prefix("T.").unwrap_or(name);
        let known = FUNCTIONS.iter().find(|(own, _)| *own == function);
        let one = matches!(function, "int64" | "int32");
        let needed = match (known, one) {
            (Some(_), _) => 2,
            (None, true) => 1,
            (None, false) => {
                let fault = ScriptFault::Function { name: short(name) };
                return Err(cursor.fault_at(start, fault));
            }
        };
        cursor.expect("(")?;
        let operands = cursor.list(")", |cursor| self.joined(cursor, 0))?;
        match (operands[..].as_ref(), known) {
            ([left, right], Some((_, operation))) => Ok(self.apply(*operation, *left, *right)),
            ([operand], None) => Ok(*operand),
            _ => Err(cursor.fault_at(
                start,
                ScriptFault::Count {
                    what: "the operands",
                    expected: needed,
                    found: operands.len(),
                },
            )),
        }
    }

    fn apply(&mut self, operation: Operation, left: u32, right: u32) -> u32 {
        let builder = &mut *self.builder;
        match operation {
            Operation::Plain(op) => builder.binary(op, left, right),
            Operation::Or => {
                let (either, both) = (
                    builder.binary(BinaryOp::Xor, left, right),
                    builder.binary(BinaryOp::And, left, right),
                );
                builder.binary(BinaryOp::Xor, either, both)
            }
            Operation::ShiftLeft => {
                let factor = power(builder, right);
                builder.binary(BinaryOp::Mul, left, factor)
            }
            // 2^63 is no number of 64 bits, so that a shift is two divisions of half its length.
            Operation::ShiftRight if known_short(builder, right) => {
                let divisor = power(builder, right);
                builder.binary(BinaryOp::FloorDiv, left, divisor)
            }
            Operation::ShiftRight => {
                let two = builder.constant(2);
                let half = builder.binary(BinaryOp::FloorDiv, right, two);
                let other = builder.binary(BinaryOp::Sub, right, half);
                let (half, other) = (power(builder, half), power(builder, other));
                let once = builder.binary(BinaryOp::FloorDiv, left, half);
                builder.binary(BinaryOp::FloorDiv, once, other)
            }
        }
    }
}

/// A shift by a constant below 63.
fn known_short(builder: &ProgramBuilder, amount: u32) -> bool {
    matches!(builder.inst(amount), Inst::Const(amount) if (0..63).contains(&amount))
}

/// Two to the power of a value.
fn power(builder: &mut ProgramBuilder, exponent: u32) -> u32 {
    if let Inst::Const(exponent @ 0..63) = builder.inst(exponent) {
        return builder.constant(1 << exponent);
    }
    let one = builder.constant(1);
    builder.binary(BinaryOp::Shl, one, exponent)
}

fn short(name: &str) -> String {
    name.chars().take(64).collect()
}
