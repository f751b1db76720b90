//! [`Search`]: numbers at which expressions are true, by a solver of bit vectors.
//!
//! A value is a vector of as many bits as its program's intervals need, and two to spare. Where an
//! operation is defined its value lies in its interval, so the vector is the number:
//!
//! | operation | in vectors |
//! |---|---|
//! | `a floordiv b` | `(a - a mod b)` divided, `mod` with the divisor's sign |
//! | `a shl b` that shifts nothing out, `a shr b` of what is not negative | the shift |
//! | `a xor b`, `a and b`, sums, products, comparisons | themselves |
//! | any other shift | any vector |
//!
//! **The law.** Numbers at which all expressions have a value other than 0 satisfy what is
//! asserted. Where the solver finds none there are none; what it finds is a proposal.

use z3::ast::BV;
use z3::{Params, SatResult, Solver};

use crate::expr::{BinaryOp, Inst, Interval, Program, ProgramBuilder, Ranges};

/// The widest vector: 64 bits, and two to spare.
const WIDEST: u32 = 66;

/// How much of what z3 counts is one step.
const STEP: u64 = 256;

/// Expressions over numbers in a box, some of which are to be true.
#[derive(Default)]
pub(super) struct Search {
    pub builder: ProgramBuilder,
    pub extents: Vec<i64>,
    /// The places that are not to be 0.
    pub holds: Vec<u32>,
}

impl Search {
    /// One more number, `0..extent`.
    pub fn number(&mut self, extent: i64) -> u32 {
        self.extents.push(extent);
        self.builder.coord(self.extents.len() - 1)
    }

    /// That one of these comparisons holds.
    pub fn one_of(&mut self, comparisons: &[u32]) {
        let none = self.builder.constant(0);
        let builder = &mut self.builder;
        let sum =
            comparisons.iter().fold(none, |sum, &place| builder.binary(BinaryOp::Add, sum, place));
        self.holds.push(sum);
    }

    /// Numbers at which everything holds, if the solver finds them within its steps.
    pub fn numbers(&self, steps: u64) -> Result<Option<Vec<i64>>, String> {
        let program = self.builder.finish(&self.holds);
        let ranges = Ranges::over(&program, &self.extents);
        let solver = Solver::new();
        let mut parameters = Params::new();
        let limit = u32::try_from(steps.saturating_mul(STEP)).unwrap_or(u32::MAX);
        parameters.set_u32("rlimit", limit.max(1));
        solver.set_params(&parameters);
        let vectors = Vectors::new(&program, &ranges);
        let coordinates: Vec<BV> = (0..self.extents.len())
            .map(|place| BV::new_const(format!("x{place}"), vectors.width))
            .collect();
        for (coordinate, &extent) in coordinates.iter().zip(&self.extents) {
            solver.assert(coordinate.bvsge(vectors.constant(0)));
            solver.assert(coordinate.bvslt(vectors.constant(extent)));
        }
        let values = vectors.values(&coordinates);
        for &output in program.outputs() {
            let value = values.get(output as usize).ok_or("a place is not known")?;
            solver.assert(value.ne(vectors.constant(0)));
        }
        match solver.check() {
            SatResult::Unsat => Ok(None),
            SatResult::Unknown => Err("the steps are spent".to_string()),
            SatResult::Sat => {
                let model = solver.get_model().ok_or("there is no model")?;
                let number = |coordinate: &BV| {
                    let low = coordinate.extract(vectors.width.min(64) - 1, 0);
                    let value = model.eval(&low, true).and_then(|value| value.as_u64());
                    value.and_then(|value| i64::try_from(value).ok())
                };
                let numbers: Option<Vec<i64>> = coordinates.iter().map(number).collect();
                numbers.map(Some).ok_or_else(|| "the model is not numbers".to_string())
            }
        }
    }
}

/// A program in vectors.
struct Vectors<'a> {
    program: &'a Program,
    ranges: &'a Ranges,
    width: u32,
}

impl<'a> Vectors<'a> {
    fn new(program: &'a Program, ranges: &'a Ranges) -> Self {
        let places = 0..program.insts().len() as u32;
        let bits = |place: u32| {
            let Interval { lo, hi } = ranges.interval(place);
            let magnitude = |end: i128| if end < 0 { !end } else { end };
            128 - magnitude(lo).max(magnitude(hi)).leading_zeros()
        };
        let most = places.map(bits).max().unwrap_or(0);
        Vectors { program, ranges, width: (most + 3).min(WIDEST) }
    }

    fn constant(&self, value: i64) -> BV {
        let value = BV::from_i64(value, 64);
        match self.width.checked_sub(64) {
            Some(more) => value.sign_ext(more),
            None => value.extract(self.width - 1, 0),
        }
    }

    fn values(&self, coordinates: &[BV]) -> Vec<BV> {
        let mut values: Vec<BV> = Vec::with_capacity(self.program.insts().len());
        for (place, inst) in self.program.insts().iter().enumerate() {
            let value = match *inst {
                Inst::Const(value) => self.constant(value),
                Inst::Coord(position) => match coordinates.get(position as usize) {
                    Some(coordinate) => coordinate.clone(),
                    None => self.anything(place),
                },
                Inst::Binary(op, lhs, rhs) => {
                    let operands = [&values[lhs as usize], &values[rhs as usize]];
                    let ranges = [lhs, rhs].map(|operand| self.ranges.interval(operand));
                    self.operation(op, operands, ranges).unwrap_or_else(|| self.anything(place))
                }
            };
            values.push(value);
        }
        values
    }

    fn anything(&self, place: usize) -> BV {
        BV::new_const(format!("v{place}"), self.width)
    }

    fn operation(&self, op: BinaryOp, [a, b]: [&BV; 2], ranges: [Interval; 2]) -> Option<BV> {
        let truth = |holds: z3::ast::Bool| holds.ite(&self.constant(1), &self.constant(0));
        let shifts_nothing_out = || {
            let most = ranges[1].hi.clamp(0, 63);
            let ends = Interval { lo: ranges[0].lo << most, hi: ranges[0].hi << most };
            ends.within(Interval::ALL)
        };
        Some(match op {
            BinaryOp::Add => a.bvadd(b),
            BinaryOp::Sub => a.bvsub(b),
            BinaryOp::Mul => a.bvmul(b),
            BinaryOp::FloorDiv => a.bvsub(a.bvsmod(b)).bvsdiv(b),
            BinaryOp::Mod => a.bvsmod(b),
            BinaryOp::Xor => a.bvxor(b),
            BinaryOp::And => a.bvand(b),
            BinaryOp::Shl if shifts_nothing_out() => a.bvshl(b),
            BinaryOp::Shr if ranges[0].lo >= 0 => a.bvlshr(b),
            BinaryOp::Shl | BinaryOp::Shr => return None,
            BinaryOp::Eq => truth(a.eq(b)),
            BinaryOp::Ne => truth(a.ne(b)),
            BinaryOp::Lt => truth(a.bvslt(b)),
            BinaryOp::Le => truth(a.bvsle(b)),
        })
    }
}
