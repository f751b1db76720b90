//! The steps of [`Code`](super::code::Code), and which of them an instruction becomes.

use super::divide::Divisor;
use crate::expr::{BinaryOp, Inst, Ranges};
use crate::map::CheckedProgram;

/// An operation on registers and constants.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Constant(i64),
    Coordinate(u32),
    Add(u32, u32),
    AddConstant(u32, i64),
    Sub(u32, u32),
    Mul(u32, u32),
    MulConstant(u32, i64),
    /// A product with a constant, and a register added.
    MulAdd(u32, i64, u32),
    Xor(u32, u32),
    And(u32, u32),
    AndConstant(u32, i64),
    ShiftLeft(u32, u32),
    ShiftRight(u32, u32),
    ArithmeticShift(u32, u32),
    /// Shifted right, then masked.
    Field(u32, u32, i64),
    Quotient(u32, Divisor),
    Rest(u32, Divisor),
    Checked(BinaryOp, u32, u32),
}

impl Step {
    /// The registers that the step reads.
    pub fn reads(self) -> impl Iterator<Item = u32> {
        let (first, second) = match self {
            Step::Constant(_) | Step::Coordinate(_) => (None, None),
            Step::Add(l, r)
            | Step::Sub(l, r)
            | Step::Mul(l, r)
            | Step::MulAdd(l, _, r)
            | Step::Xor(l, r)
            | Step::And(l, r)
            | Step::Checked(_, l, r) => (Some(l), Some(r)),
            Step::AddConstant(l, _)
            | Step::MulConstant(l, _)
            | Step::AndConstant(l, _)
            | Step::ShiftLeft(l, _)
            | Step::ShiftRight(l, _)
            | Step::ArithmeticShift(l, _)
            | Step::Field(l, _, _)
            | Step::Quotient(l, _)
            | Step::Rest(l, _) => (Some(l), None),
        };
        first.into_iter().chain(second)
    }
}

/// How often each place is read, by instructions and outputs.
fn uses(checked: &CheckedProgram) -> Vec<usize> {
    let mut uses = vec![0; checked.program().insts().len()];
    for inst in checked.program().insts() {
        if let Inst::Binary(_, l, r) = *inst {
            uses[l as usize] += 1;
            uses[r as usize] += 1;
        }
    }
    for &place in checked.program().outputs() {
        uses[place as usize] += 1;
    }
    uses
}

/// Chooses the step of an instruction.
pub(super) struct Reader<'a> {
    insts: &'a [Inst],
    ranges: Option<Ranges>,
    uses: Vec<usize>,
}

impl<'a> Reader<'a> {
    /// For a program over a box.
    pub fn of(checked: &'a CheckedProgram, extents: &[i64]) -> Self {
        let program = checked.program();
        let ranges = (!extents.contains(&0)).then(|| Ranges::over(program, extents));
        Reader { insts: program.insts(), ranges, uses: uses(checked) }
    }

    /// The step of an instruction; one that cannot fail if the map is `total`.
    pub fn step(&self, inst: Inst, total: bool) -> Step {
        match inst {
            Inst::Const(value) => Step::Constant(value),
            Inst::Coord(axis) => Step::Coordinate(axis),
            Inst::Binary(op, l, r) if !total => Step::Checked(op, l, r),
            Inst::Binary(op, l, r) => self.fused(op, l, r).unwrap_or_else(|| self.single(op, l, r)),
        }
    }

    /// The step of an operation together with that of an operand that nothing else reads.
    fn fused(&self, op: BinaryOp, l: u32, r: u32) -> Option<Step> {
        let own = |place: u32| match self.insts[place as usize] {
            Inst::Binary(op, l, r) if self.uses[place as usize] == 1 => Some(self.single(op, l, r)),
            _ => None,
        };
        let product = |place: u32, other: u32| match own(place)? {
            Step::MulConstant(x, by) => Some(Step::MulAdd(x, by, other)),
            Step::ShiftLeft(x, by) => Some(Step::MulAdd(x, 1 << by, other)),
            _ => None,
        };
        match op {
            BinaryOp::Add => product(l, r).or_else(|| product(r, l)),
            BinaryOp::And | BinaryOp::Mod => match (self.single(op, l, r), own(l)?) {
                // The kinds of shift differ in the bits that come in, which the mask leaves out.
                (
                    Step::AndConstant(_, mask),
                    Step::ShiftRight(x, by) | Step::ArithmeticShift(x, by),
                ) if mask.leading_zeros() >= by => Some(Step::Field(x, by, mask)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The step of an operation that never fails.
    fn single(&self, op: BinaryOp, l: u32, r: u32) -> Step {
        let constant = match self.insts[r as usize] {
            Inst::Const(value) => Some(value),
            _ => None,
        };
        let natural = self.ranges.as_ref().is_some_and(|ranges| ranges.interval(l).lo >= 0);
        let power = constant.filter(|c| *c > 0 && c.count_ones() == 1).map(i64::trailing_zeros);
        match (op, constant) {
            (BinaryOp::Add, Some(c)) => Step::AddConstant(l, c),
            (BinaryOp::Sub, Some(c)) => Step::AddConstant(l, c.wrapping_neg()),
            (BinaryOp::Mul, Some(c)) => match power {
                Some(by) => Step::ShiftLeft(l, by),
                None => Step::MulConstant(l, c),
            },
            (BinaryOp::And, Some(c)) => Step::AndConstant(l, c),
            (BinaryOp::Shl, Some(by @ 0..=63)) => Step::ShiftLeft(l, by as u32),
            (BinaryOp::Shr, Some(by @ 0..=63)) => Step::ShiftRight(l, by as u32),
            (BinaryOp::FloorDiv, Some(c)) => match (power, Divisor::new(c).filter(|_| natural)) {
                (Some(by), _) => Step::ArithmeticShift(l, by),
                (None, Some(by)) => Step::Quotient(l, by),
                (None, None) => Step::Checked(op, l, r),
            },
            (BinaryOp::Mod, Some(c)) => match (power, Divisor::new(c).filter(|_| natural)) {
                (Some(_), _) => Step::AndConstant(l, c - 1),
                (None, Some(by)) => Step::Rest(l, by),
                (None, None) => Step::Checked(op, l, r),
            },
            (BinaryOp::Add, None) => Step::Add(l, r),
            (BinaryOp::Sub, None) => Step::Sub(l, r),
            (BinaryOp::Mul, None) => Step::Mul(l, r),
            (BinaryOp::Xor, _) => Step::Xor(l, r),
            (BinaryOp::And, None) => Step::And(l, r),
            _ => Step::Checked(op, l, r),
        }
    }
}
