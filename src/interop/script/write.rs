//! Printing expressions: the signs of Python, and functions for what has none in TVM's script.

use crate::expr::{BinaryOp, Inst, Program};

/// Longer texts are not written: a program may use a value more often than a text can.
const LENGTH: usize = 1 << 16;

/// Each output as a text, a coordinate under the name that `names` gives it; `None` for what the
/// script has no words for, or only far too many.
pub fn write(program: &Program, names: &dyn Fn(usize) -> String) -> Option<Vec<String>> {
    let mut texts: Vec<Text> = Vec::with_capacity(program.insts().len());
    for inst in program.insts() {
        let of = |place: u32| texts.get(usize::try_from(place).ok()?);
        let text = match *inst {
            Inst::Const(value) => Text { text: value.to_string(), binding: 9 },
            Inst::Coord(position) => Text { text: names(position as usize), binding: 9 },
            Inst::Binary(op, left, right) => binary(op, of(left)?, of(right)?)?,
        };
        if text.text.len() > LENGTH {
            return None;
        }
        texts.push(text);
    }
    let text = |&place: &u32| texts.get(usize::try_from(place).ok()?).map(|t| t.text.clone());
    program.outputs().iter().map(text).collect()
}

/// A text, and how tightly its outermost operation binds.
struct Text {
    text: String,
    binding: u8,
}

fn binary(op: BinaryOp, left: &Text, right: &Text) -> Option<Text> {
    let (sign, binding) = match op {
        BinaryOp::Add => ("+", 5),
        BinaryOp::Sub => ("-", 5),
        BinaryOp::Mul => ("*", 6),
        BinaryOp::FloorDiv => ("//", 6),
        BinaryOp::Mod => ("%", 6),
        BinaryOp::Xor | BinaryOp::And => {
            let name = if op == BinaryOp::Xor { "bitwise_xor" } else { "bitwise_and" };
            let text = format!("T.{name}({}, {})", left.text, right.text);
            return Some(Text { text, binding: 9 });
        }
        // Bit shifts of patterns and comparisons are not TVM's.
        _ => return None,
    };
    let wrapped = |own: &Text, least: u8| match own.binding >= least {
        true => own.text.clone(),
        false => format!("({})", own.text),
    };
    let text = format!("{} {sign} {}", wrapped(left, binding), wrapped(right, binding + 1));
    Some(Text { text, binding })
}
