//! Operations on bits as affine arithmetic: quotients and remainders by powers of two.
//!
//! ```text
//! a xor b      where both have bit k: (a floordiv 2^k + b floordiv 2^k) mod 2
//! a and b                             (a floordiv 2^k mod 2 + b floordiv 2^k mod 2) floordiv 2
//!              where one of them has: its own bits, a whole run at once
//! ```
//!
//! Which bits a value may have is read off its range over the box, and off what made it: of
//! `x floordiv 8 mod 4 * 16` they are 4 and 5. The box need not be a power of two.
//!
//! Each operation repeats its operands for each bit that both may have, so that what is nested grows
//! fast: texts of over 4096 letters are not written.
//!
//! **The law.** On the box, the map is the program.

use super::{AffineMap, MlirError};
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder, Ranges};

/// Longer texts are not written.
const LETTERS: usize = 1 << 12;
/// Programs of more steps have longer texts.
const STEPS: usize = 1 << 12;

impl AffineMap {
    /// The affine map of a program over a box, its `xor` and `and` as arithmetic.
    ///
    /// # Errors
    /// Bits of what may be below 0; other arithmetic that affine maps do not have; a text that would
    /// be too long.
    pub fn of_bits(extents: &[i64], program: &Program) -> Result<Self, MlirError> {
        let none = |why| MlirError::NotAffine { why, program: Box::new(program.clone()) };
        let ranges = Ranges::over(program, extents);
        let mut writer = Writer { builder: ProgramBuilder::default(), values: Vec::new() };
        for (place, inst) in (0u32..).zip(program.insts()) {
            let written = match *inst {
                Inst::Const(value) => writer.builder.constant(value),
                Inst::Coord(position) => writer.builder.coord(position as usize),
                Inst::Binary(op, left, right) => {
                    let own = |place: u32| writer.values.get(place as usize).copied();
                    let (Some(left), Some(right)) = (own(left), own(right)) else {
                        return Err(none("it is empty"));
                    };
                    match op {
                        BinaryOp::Xor | BinaryOp::And => {
                            let (Some(a), Some(b)) = (left.bits, right.bits) else {
                                return Err(none("it has bits of what may be below 0"));
                            };
                            writer.bitwise(op, (left.place, a), (right.place, b))
                        }
                        _ => writer.builder.binary(op, left.place, right.place),
                    }
                }
            };
            if writer.builder.len() > STEPS {
                return Err(none("its text would be too long"));
            }
            let interval = ranges.interval(place);
            let ends = (u64::try_from(interval.lo), u64::try_from(interval.hi));
            let bits = ends.0.and(ends.1).ok().map(below).map(|all| all & writer.made(inst));
            writer.values.push(Value { place: written, bits });
        }
        let outputs: Option<Vec<u32>> = program
            .outputs()
            .iter()
            .map(|&place| writer.values.get(place as usize).map(|value| value.place))
            .collect();
        let outputs = outputs.ok_or_else(|| none("it is empty"))?;
        let map = AffineMap::of_program(extents.len(), &writer.builder.finish(&outputs))?;
        match map.to_string().len() <= LETTERS {
            true => Ok(map),
            false => Err(none("its text would be too long")),
        }
    }
}

/// A value that was written.
#[derive(Clone, Copy)]
struct Value {
    place: u32,
    /// The bits that it may have; none if it may be below 0.
    bits: Option<u64>,
}

struct Writer {
    builder: ProgramBuilder,
    values: Vec<Value>,
}

impl Writer {
    /// The operation, of values with these bits.
    fn bitwise(&mut self, op: BinaryOp, a: (u32, u64), b: (u32, u64)) -> u32 {
        let ((_, own), (_, other)) = (a, b);
        let kind = |bit: u32| (own >> bit & 1, other >> bit & 1);
        let run = |bit: u32| (bit..63).take_while(|&next| kind(next) == kind(bit)).count() as u32;
        let mut sum: Option<u32> = None;
        let mut bit = 0;
        while bit < 63 && (own | other) >> bit != 0 {
            let (length, term) = match (kind(bit), op) {
                ((0, 0), _) => (run(bit), None),
                ((1, 1), BinaryOp::And) if self.constant(b.0).is_some() => {
                    (run(bit), Some(self.field(a, bit, run(bit))))
                }
                ((1, 1), BinaryOp::And) if self.constant(a.0).is_some() => {
                    (run(bit), Some(self.field(b, bit, run(bit))))
                }
                ((1, 1), _) => (1, Some(self.both(op, a.0, b.0, bit))),
                (_, BinaryOp::And) => (run(bit), None),
                ((1, 0), _) => (run(bit), Some(self.field(a, bit, run(bit)))),
                _ => (run(bit), Some(self.field(b, bit, run(bit)))),
            };
            if let Some(term) = term {
                let term = self.times(term, 1 << bit);
                sum = Some(sum.map_or(term, |sum| self.builder.binary(BinaryOp::Add, sum, term)));
            }
            bit += length;
        }
        sum.unwrap_or_else(|| self.builder.constant(0))
    }

    /// One bit of the operation, of values that both may have it.
    fn both(&mut self, op: BinaryOp, a: u32, b: u32, bit: u32) -> u32 {
        let two = self.builder.constant(2);
        let fields = [a, b].map(|place| self.shifted(place, bit));
        match op {
            BinaryOp::Xor => {
                let sum = self.builder.binary(BinaryOp::Add, fields[0], fields[1]);
                self.builder.binary(BinaryOp::Mod, sum, two)
            }
            _ => {
                let bits = fields.map(|field| self.builder.binary(BinaryOp::Mod, field, two));
                let sum = self.builder.binary(BinaryOp::Add, bits[0], bits[1]);
                self.builder.binary(BinaryOp::FloorDiv, sum, two)
            }
        }
    }

    /// So many bits of a value from one on, as a number.
    fn field(&mut self, (place, bits): (u32, u64), from: u32, length: u32) -> u32 {
        let shifted = self.shifted(place, from);
        match bits >> from >> length {
            0 => shifted,
            _ => {
                let end = self.builder.constant(1 << length);
                self.builder.binary(BinaryOp::Mod, shifted, end)
            }
        }
    }

    fn shifted(&mut self, place: u32, by: u32) -> u32 {
        match (by, self.constant(place)) {
            (0, _) => place,
            (by, Some(value)) => self.builder.constant(value >> by),
            (by, None) => {
                let power = self.builder.constant(1 << by);
                self.builder.binary(BinaryOp::FloorDiv, place, power)
            }
        }
    }

    fn times(&mut self, place: u32, by: i64) -> u32 {
        match by {
            1 => place,
            by => {
                let by = self.builder.constant(by);
                self.builder.binary(BinaryOp::Mul, place, by)
            }
        }
    }

    fn constant(&self, place: u32) -> Option<i64> {
        match self.builder.inst(place) {
            Inst::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The bits that the operation leaves of its operands', whatever the range.
    fn made(&self, inst: &Inst) -> u64 {
        let bits = |place: u32| {
            let value = self.values.get(place as usize).copied();
            value.and_then(|value| value.bits).unwrap_or(u64::MAX)
        };
        let power = |place: u32| {
            let value = self.values.get(place as usize).map(|value| self.builder.inst(value.place));
            match value {
                Some(Inst::Const(by)) if by > 0 && by.count_ones() == 1 => {
                    Some(by.trailing_zeros())
                }
                _ => None,
            }
        };
        match *inst {
            Inst::Const(value) => u64::try_from(value).unwrap_or(u64::MAX),
            Inst::Coord(_) => u64::MAX,
            Inst::Binary(op, left, right) => match (op, power(right)) {
                (BinaryOp::Xor, _) => bits(left) | bits(right),
                (BinaryOp::And, _) => bits(left) & bits(right),
                (BinaryOp::Mul, Some(by)) => bits(left) << by,
                (BinaryOp::FloorDiv, Some(by)) => bits(left) >> by,
                (BinaryOp::Mod, Some(by)) => bits(left) & ((1 << by) - 1),
                // Bits below the lowest of either stay empty.
                (BinaryOp::Add, _) => {
                    let lowest = (bits(left) | bits(right)).trailing_zeros();
                    u64::MAX.checked_shl(lowest).unwrap_or(0)
                }
                _ => u64::MAX,
            },
        }
    }
}

/// All bits of numbers up to this one.
fn below(most: u64) -> u64 {
    u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0)
}
