//! Straight-line code: one step an operation, constants inside the steps.
//!
//! Where the map is proved total no step can fail, and the steps wrap; what is multiplied and
//! then added, or shifted and then masked, is one step:
//!
//! ```text
//! (8192 * i + j) floordiv 12 mod 128     %0 = coordinate 0
//!                                        %1 = coordinate 1
//!                                        %2 = %0 * 8192 + %1
//!                                        %3 = %2 / 12
//!                                        %4 = %3 and 127
//! ```
//!
//! Otherwise every step is checked, and the demands on intermediate values too.
//!
//! A register has a *lane* for each of some points: what it takes to choose the step is spent once
//! for all of them.

use std::array::from_fn;

use super::step::{Reader, Step};
use crate::map::CheckedProgram;

/// How many points one pass over the steps evaluates.
const LANES: usize = 16;

/// Code that reads a point and writes a value.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// Each step with the register that it writes.
    steps: Box<[(u32, Step)]>,
    registers: usize,
    values: Box<[u32]>,
    demands: Box<[(u32, i64)]>,
    /// The extents of the box around the domain.
    extents: Box<[u64]>,
}

impl Code {
    /// The code of a program over a box; `total` if no step can fail at a point of the domain.
    pub fn of(checked: &CheckedProgram, extents: &[i64], total: bool) -> Code {
        let insts = checked.program().insts();
        let demands = if total { Vec::new() } else { checked.checks().collect() };
        let reader = Reader::of(checked, extents);
        let mut needed = vec![!total; insts.len()];
        for &place in checked.values() {
            needed[place as usize] = true;
        }
        // Backwards, so that what no later step reads is left out.
        let mut steps = Vec::with_capacity(insts.len());
        for (place, inst) in insts.iter().enumerate().rev() {
            if needed[place] {
                let step = reader.step(*inst, total);
                step.reads().for_each(|register| needed[register as usize] = true);
                steps.push((place as u32, step));
            }
        }
        steps.reverse();
        Code {
            steps: steps.into(),
            registers: insts.len(),
            values: checked.values().into(),
            demands: demands.into(),
            extents: extents.iter().map(|n| n.unsigned_abs()).collect(),
        }
    }

    /// Writes the value at a point, if there is one, that lies in the box around the domain, and
    /// both have the right ranks.
    pub fn eval(&self, point: &[i64], value: &mut [i64]) -> bool {
        if point.len() != self.extents.len() || value.len() != self.values.len() {
            return false;
        }
        match self.registers {
            0..=16 => self.one::<16>(point, value),
            17..=64 => self.one::<64>(point, value),
            65..=1024 => self.one::<1024>(point, value),
            _ => self.one::<{ crate::map::PROGRAM_LIMIT + 1 }>(point, value),
        }
    }

    /// Writes the values at points of the right rank, one behind the other, [`LANES`] at a time;
    /// the number of points done, up to the first without a value here.
    pub fn eval_all(&self, points: &[i64], values: &mut [i64]) -> usize {
        match self.registers {
            0..=16 => self.many::<16>(points, values),
            17..=64 => self.many::<64>(points, values),
            _ => 0,
        }
    }

    /// (Never inlined: a caller with room for the longest code would touch all of it each time.)
    #[inline(never)]
    fn one<const N: usize>(&self, point: &[i64], value: &mut [i64]) -> bool {
        self.run(point, value, &mut [[0; 1]; N])
    }

    #[inline(never)]
    fn many<const N: usize>(&self, points: &[i64], values: &mut [i64]) -> usize {
        let mut registers = [[0; LANES]; N];
        let (rank, outputs) = (self.extents.len(), self.values.len());
        let points = points.chunks_exact(LANES * rank.max(1));
        let values = values.chunks_exact_mut(LANES * outputs.max(1));
        let run = |(points, values): (&[i64], &mut [i64])| self.run(points, values, &mut registers);
        points.zip(values).map(run).take_while(|done| *done).count() * LANES
    }

    /// Runs the steps at `L` points, each a lane of every register.
    #[inline(always)]
    fn run<const L: usize, const N: usize>(
        &self,
        points: &[i64],
        values: &mut [i64],
        registers: &mut [[i64; L]; N],
    ) -> bool {
        let rank = self.extents.len();
        for (axis, &extent) in self.extents.iter().enumerate() {
            if !(0..L).all(|lane| (points[lane * rank + axis] as u64) < extent) {
                return false;
            }
        }
        for (register, step) in &self.steps {
            let at = |place: u32| &registers[place as usize];
            let result = match *step {
                Step::Constant(value) => [value; L],
                Step::Coordinate(axis) => from_fn(|lane| points[lane * rank + axis as usize]),
                Step::Add(l, r) => both(at(l), at(r), i64::wrapping_add),
                Step::AddConstant(l, r) => at(l).map(|l| l.wrapping_add(r)),
                Step::Sub(l, r) => both(at(l), at(r), i64::wrapping_sub),
                Step::Mul(l, r) => both(at(l), at(r), i64::wrapping_mul),
                Step::MulConstant(l, r) => at(l).map(|l| l.wrapping_mul(r)),
                Step::MulAdd(l, by, r) => {
                    both(at(l), at(r), |l, r| l.wrapping_mul(by).wrapping_add(r))
                }
                Step::Xor(l, r) => both(at(l), at(r), |l, r| l ^ r),
                Step::And(l, r) => both(at(l), at(r), |l, r| l & r),
                Step::AndConstant(l, r) => at(l).map(|l| l & r),
                Step::ShiftLeft(l, by) => at(l).map(|l| l << by),
                Step::ShiftRight(l, by) => at(l).map(|l| (l as u64 >> by) as i64),
                Step::ArithmeticShift(l, by) => at(l).map(|l| l >> by),
                Step::Field(l, by, mask) => at(l).map(|l| l >> by & mask),
                Step::Quotient(l, by) => at(l).map(|l| by.quotient(l)),
                Step::Rest(l, by) => at(l).map(|l| by.rest(l)),
                Step::Checked(op, l, r) => {
                    let mut result = [0; L];
                    for ((result, l), r) in result.iter_mut().zip(at(l)).zip(at(r)) {
                        let Ok(value) = op.apply(*l, *r) else { return false };
                        *result = value;
                    }
                    result
                }
            };
            registers[*register as usize] = result;
        }
        let outputs = self.values.len();
        for (output, &place) in self.values.iter().enumerate() {
            for (lane, x) in registers[place as usize].iter().enumerate() {
                values[lane * outputs + output] = *x;
            }
        }
        let lies = |&(place, extent): &(u32, i64)| {
            registers[place as usize].iter().all(|x| (0..extent).contains(x))
        };
        self.demands.iter().all(lies)
    }
}

fn both<const L: usize>(l: &[i64; L], r: &[i64; L], join: impl Fn(i64, i64) -> i64) -> [i64; L] {
    from_fn(|lane| join(l[lane], r[lane]))
}
