//! Arithmetic as an affine map, and its text.
//!
//! | here | in an affine map |
//! |---|---|
//! | `a shl 3`, `a shr 3` of what is not negative | `a * 8`, `a floordiv 8` |
//! | `a and 7` | `a mod 8` |
//! | `a xor b` of bits | `(a + b) mod 2`, a bit at a time |
//!
//! The last line is more than it seems: affine maps have no XOR, but the parity of a sum of
//! bits is one, so that every swizzle and every GF(2) layout *is* an affine map:
//!
//! ```text
//! j xor i, of 2 bits     (d1 + d0) mod 2 + ((d1 floordiv 2 + d0 floordiv 2) mod 2) * 2
//! ```

use std::fmt;

use super::{AffineMap, MlirError, joined};
use crate::expr::{BinaryOp, Expr, Inst, Program};
use crate::gf2::Linear;

/// Longer texts are not written: a program may use a value more often than a text can.
const LENGTH: usize = 1 << 16;

impl AffineMap {
    /// The affine map of a program, its shifts and masks as products, quotients and remainders.
    /// Where a shifted value is negative, that is another function.
    ///
    /// # Errors
    /// Arithmetic that affine maps do not have.
    pub fn of_program(rank: usize, program: &Program) -> Result<Self, MlirError> {
        let written = program.rewritten(|builder, op, left, right| {
            let value = constant(&builder.inst(right));
            let power = value.filter(|by| (0..63).contains(by)).map(|by| 1i64 << by);
            let (op, right) = match (op, value, power) {
                (BinaryOp::Shl, _, Some(power)) => (BinaryOp::Mul, builder.constant(power)),
                (BinaryOp::Shr, _, Some(power)) => (BinaryOp::FloorDiv, builder.constant(power)),
                (BinaryOp::And, Some(mask), _) if mask > 0 && mask & (mask + 1) == 0 => {
                    (BinaryOp::Mod, builder.constant(mask + 1))
                }
                _ => (op, right),
            };
            builder.binary(op, left, right)
        });
        AffineMap::new(rank, written)
    }

    /// The affine map of a layout that is linear over GF(2), each bit of a result the parity of
    /// a sum, and bits that only move together.
    ///
    /// # Errors
    /// None that the layout's own size would not have given.
    pub fn of_linear(layout: &Linear) -> Result<Self, MlirError> {
        let (ins, rank) = (layout.ins(), layout.ins().len());
        let bases = layout.bases();
        let results: Vec<Expr> = layout
            .outs()
            .iter()
            .enumerate()
            .map(|(out, dim)| {
                let sources = |bit: u32| -> Vec<(usize, u32)> {
                    let bits = bases.iter().enumerate().flat_map(|(axis, bits)| {
                        (0u32..).zip(bits).map(move |(own, basis)| (axis, own, basis))
                    });
                    let set = bits.filter(|(_, _, basis)| {
                        basis.get(out).is_some_and(|basis| basis >> bit & 1 == 1)
                    });
                    set.map(|(axis, own, _)| (axis, own)).collect()
                };
                let widths: Vec<u32> = ins.iter().map(|dim| dim.bits()).collect();
                sum(&(0..dim.bits()).map(sources).collect::<Vec<_>>(), &widths)
            })
            .collect();
        AffineMap::new(rank, Program::from_exprs(&results))
    }

    /// Each result as a text.
    pub(super) fn expressions(&self) -> Result<Vec<String>, MlirError> {
        let none = |why| MlirError::NotAffine { why, program: Box::new(self.program().clone()) };
        // Each with how tightly it binds: a sum 0, a product 1, anything else 2.
        let mut texts: Vec<(String, u8)> = Vec::new();
        let mut fixed: Vec<bool> = Vec::new();
        for inst in self.program().insts() {
            let of = |place: u32| texts.get(place as usize).cloned().unwrap_or_default();
            let value = |place: u32| self.program().insts().get(place as usize).and_then(constant);
            let text = match *inst {
                Inst::Const(value) => (value.to_string(), if value < 0 { 0 } else { 2 }),
                Inst::Coord(position) => (self.name(position as usize), 2),
                Inst::Binary(op, left, right) => {
                    let without = |place: u32| fixed.get(place as usize) == Some(&true);
                    let divides = value(right).map_or(without(right), |divisor| divisor > 0);
                    let (sign, legal) = match op {
                        BinaryOp::Add => ("+", true),
                        BinaryOp::Sub => ("-", true),
                        BinaryOp::Mul => ("*", without(left) || without(right)),
                        BinaryOp::FloorDiv => ("floordiv", divides),
                        BinaryOp::Mod => ("mod", divides),
                        BinaryOp::Xor => return Err(none("it has xor")),
                        BinaryOp::And => return Err(none("it has bits masked out of the middle")),
                        _ => return Err(none("it shifts or compares by what is no constant")),
                    };
                    if !legal {
                        return Err(none("it multiplies or divides by what is no constant"));
                    }
                    let own = u8::from(!matches!(op, BinaryOp::Add | BinaryOp::Sub));
                    let wrapped = |(text, binding): (String, u8), least: u8| {
                        if binding >= least { text } else { format!("({text})") }
                    };
                    let (left, right) = (wrapped(of(left), own), wrapped(of(right), own + 1));
                    (format!("{left} {sign} {right}"), own)
                }
            };
            if text.0.len() > LENGTH {
                return Err(none("its text would be too long"));
            }
            texts.push(text);
            fixed.push(match *inst {
                Inst::Const(_) => true,
                Inst::Coord(position) => position as usize >= self.rank(),
                Inst::Binary(_, left, right) => {
                    [left, right].iter().all(|place| fixed.get(*place as usize) == Some(&true))
                }
            });
        }
        let text = |&place: &u32| texts.get(place as usize).map(|(text, _)| text.clone());
        self.program()
            .outputs()
            .iter()
            .map(text)
            .collect::<Option<_>>()
            .ok_or_else(|| none("it is empty"))
    }
}

impl AffineMap {
    /// The name of a dimension or a symbol.
    fn name(&self, position: usize) -> String {
        let symbol = position.checked_sub(self.rank()).and_then(|k| self.symbols().get(k));
        symbol.cloned().unwrap_or_else(|| format!("d{position}"))
    }
}

fn constant(inst: &Inst) -> Option<i64> {
    match inst {
        Inst::Const(value) => Some(*value),
        _ => None,
    }
}

/// The number whose bits are the parities of these bits of coordinates of these widths.
fn sum(bits: &[Vec<(usize, u32)>], widths: &[u32]) -> Expr {
    let mut total: Option<Expr> = None;
    let mut bit = 0;
    while let Some(sources) = bits.get(bit) {
        let mut length = 1;
        let term = match sources[..] {
            [] => None,
            [(axis, from)] => {
                let goes_on = |by: usize| {
                    let next = u32::try_from(by).ok().map(|by| (axis, from + by));
                    next.is_some_and(|next| bits.get(bit + by).is_some_and(|own| **own == [next]))
                };
                while goes_on(length) {
                    length += 1;
                }
                let all =
                    widths.get(axis).is_some_and(|width| from as usize + length >= *width as usize);
                let field = field(axis, from);
                Some(if all { field } else { field % (1i64 << length) })
            }
            _ => {
                let fields = sources.iter().map(|&(axis, from)| field(axis, from));
                fields.reduce(|sum, field| sum + field).map(|sum| sum % 2)
            }
        };
        if let Some(term) = term {
            let term = if bit == 0 { term } else { term * (1i64 << bit) };
            total = Some(match total {
                Some(total) => total + term,
                None => term,
            });
        }
        bit += length;
    }
    total.unwrap_or_else(|| Expr::from(0))
}

/// The bits of a coordinate from one on.
fn field(axis: usize, from: u32) -> Expr {
    let coordinate = Expr::coord(axis);
    if from == 0 { coordinate } else { coordinate / (1i64 << from) }
}

impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dimensions: Vec<String> = (0..self.rank()).map(|k| format!("d{k}")).collect();
        let results = self.expressions().map_err(|_| fmt::Error)?;
        write!(f, "affine_map<({})", dimensions.join(", "))?;
        if !self.symbols().is_empty() {
            write!(f, "[{}]", self.symbols().join(", "))?;
        }
        write!(f, " -> ({})>", joined(&results, ", "))
    }
}
