//! Small sets and small programs, from choices.

use crate::choices::Choices;
use tileir::{Axis, BinaryOp, IndexSet, MapError, Program, ProgramBuilder};

/// A box with axes `x0`, `x1`, …
pub fn boxed(prefix: &str, extents: &[i64]) -> Result<IndexSet, MapError> {
    let axis = |(number, &extent): (usize, &i64)| Axis::new(&format!("{prefix}{number}"), extent);
    IndexSet::new(extents.iter().enumerate().map(axis).collect())
}

/// A box with these extents and names of its own.
pub fn named(choices: &mut Choices<'_>, extents: &[i64]) -> Result<IndexSet, MapError> {
    IndexSet::new(extents.iter().map(|&extent| Axis::new(&choices.name(), extent)).collect())
}

/// A domain of one to three axes and at most 64 points, seldom empty, never constrained.
pub fn small(choices: &mut Choices<'_>) -> Result<IndexSet, MapError> {
    let mut extents = Vec::new();
    let mut room = 64;
    for _ in 0..1 + choices.below(3) {
        let extent = choices.pick(&[4, 1, 2, 3, 5, 6, 8, 7, 16, 2, 3, 9]).min(room);
        extents.push(if choices.once_in(60) { 0 } else { extent });
        room /= extent;
    }
    named(choices, &extents)
}

/// A codomain of one to three axes: too small, ample, or without end.
pub fn any(choices: &mut Choices<'_>) -> Result<IndexSet, MapError> {
    let rank = 1 + choices.below(3);
    of_rank(choices, rank)
}

/// As [`any`], of this rank.
pub fn of_rank(choices: &mut Choices<'_>, rank: usize) -> Result<IndexSet, MapError> {
    let axis = |_| match choices.pick(&[8, 1, 2, 3, 4, 6, 16, 12, 24, 64, 0, -1, -1]) {
        -1 => Axis::integers(&choices.name()),
        extent => Axis::new(&choices.name(), extent),
    };
    IndexSet::new((0..rank).map(axis).collect())
}

/// The points of a set that satisfy one or two conditions.
pub fn constrained(choices: &mut Choices<'_>, set: &IndexSet) -> Result<IndexSet, MapError> {
    match set.rank() {
        0 => Ok(set.clone()),
        rank => set.with_constraints(&condition(choices, rank)),
    }
}

/// One or two conditions on the coordinates of a set.
pub fn condition(choices: &mut Choices<'_>, rank: usize) -> Program {
    let mut builder = ProgramBuilder::default();
    let one = builder.coord(choices.below(rank));
    let other = builder.coord(choices.below(rank));
    let value = builder.constant(choices.pick(&[1, 2, 3, 0, 5]));
    let op = choices.pick_op(&[BinaryOp::Lt, BinaryOp::Ne, BinaryOp::Le, BinaryOp::Eq]);
    let outputs = match choices.below(5) {
        0 => vec![builder.binary(op, one, value)],
        1 => vec![builder.binary(op, value, one), builder.binary(BinaryOp::Le, other, value)],
        2 => {
            let sum = builder.binary(BinaryOp::Add, one, other);
            vec![builder.binary(op, sum, value)]
        }
        3 => vec![builder.binary(BinaryOp::Mod, one, value)],
        _ => {
            let rest = builder.binary(BinaryOp::Mod, one, value);
            vec![builder.binary(op, rest, other)]
        }
    };
    builder.finish(&outputs)
}

/// Whether not every condition holds; without a value where one has none.
pub fn negated(condition: &Program) -> Program {
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..condition.coordinates()).map(|axis| builder.coord(axis)).collect();
    let (zero, mut all) = (builder.constant(0), builder.constant(1));
    for output in builder.inline(condition, &inputs) {
        let holds = builder.binary(BinaryOp::Ne, output, zero);
        all = builder.binary(BinaryOp::And, all, holds);
    }
    let broken = builder.binary(BinaryOp::Eq, all, zero);
    builder.finish(&[broken])
}

const TAME: [i64; 12] = [1, 0, 2, 3, 4, 5, 7, 8, 15, 16, 6, 12];
const WILD: [i64; 14] =
    [-1, 2, -2, 3, -8, 8, 63, 64, 1 << 31, -(1 << 31), 1 << 62, i64::MAX, i64::MIN, i64::MIN + 1];

/// A program of up to six operations over `rank` coordinates; one in three has constants at
/// which arithmetic turns.
pub fn program(choices: &mut Choices<'_>, rank: usize, outputs: usize) -> Program {
    let constants: &[i64] = if choices.once_in(3) { &WILD } else { &TAME };
    let mut builder = ProgramBuilder::default();
    let mut places: Vec<u32> = (0..rank).map(|axis| builder.coord(axis)).collect();
    places.push(builder.constant(0));
    for _ in 0..1 + choices.below(6) {
        let op = choices.pick_op(&BinaryOp::ALL);
        let recent = places.len() - 1 - choices.below(places.len().min(5));
        let lhs = match choices.once_in(6) {
            true => builder.constant(choices.pick(constants)),
            false => places[recent],
        };
        let rhs = match choices.once_in(2) {
            true => places[choices.below(places.len())],
            false => builder.constant(choices.pick(constants)),
        };
        places.push(builder.binary(op, lhs, rhs));
    }
    let recent = |choices: &mut Choices<'_>| places.len() - 1 - choices.below(places.len().min(4));
    let outputs: Vec<u32> = (0..outputs).map(|_| places[recent(choices)]).collect();
    builder.finish(&outputs)
}

impl Choices<'_> {
    fn pick_op<const N: usize>(&mut self, from: &[BinaryOp; N]) -> BinaryOp {
        from[self.below(N)]
    }
}
