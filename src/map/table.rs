//! Tabulation: a map's value at every point of its domain, fast.
//!
//! The program runs one instruction at a time over a block of points, so the cost a point is
//! that of the arithmetic. The order of the points is that of
//! [`IndexSet::points`](crate::IndexSet::points): the last axis fastest.

use super::{CheckedProgram, LayoutMap};
use crate::error::{EvalError, tuple};
use crate::expr::Inst;
use crate::index_set::Point;
use thiserror::Error;

/// Points evaluated together: small enough that the block's values stay in cache.
const BLOCK: usize = 1024;

/// Why a map has no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The domain has more points than asked for.
    #[error("a table of {points} points is over the limit of {limit}")]
    Size {
        /// The number of points, or the largest integer where it leaves 64 bits.
        points: i64,
        /// The limit given.
        limit: i64,
    },
    /// The map has no value at a point.
    #[error("at {}: {error}", tuple(point))]
    Undefined {
        /// The point.
        point: Point,
        /// Why.
        error: EvalError,
    },
}

impl LayoutMap {
    /// The value at every point of the domain, in order, or why one is missing.
    ///
    /// # Errors
    /// A domain of over `limit` points, or the first point at which [`eval`](LayoutMap::eval)
    /// fails.
    pub fn tabulate(&self, limit: i64) -> Result<Vec<Point>, TableError> {
        let points = self.domain().cardinality().unwrap_or(i64::MAX);
        if points > limit {
            return Err(TableError::Size { points, limit });
        }
        if let Some(checked) = self.program()
            && let Some(table) = self.run(&checked, points as usize)
        {
            return Ok(table);
        }
        let value = |point: Point| match self.eval(&point) {
            Ok(value) => Ok(value),
            Err(error) => Err(TableError::Undefined { point, error }),
        };
        self.domain().points().map(value).collect()
    }

    /// The table by the program; `None` where some point has no value.
    fn run(&self, checked: &CheckedProgram, total: usize) -> Option<Vec<Point>> {
        let program = checked.program();
        let mut points = self.domain().points();
        let mut table = Vec::with_capacity(total);
        let mut columns = vec![vec![0i64; BLOCK]; program.insts().len()];
        while table.len() < total {
            let block: Vec<Point> = points.by_ref().take(BLOCK).collect();
            for (place, inst) in program.insts().iter().enumerate() {
                let (earlier, rest) = columns.split_at_mut(place);
                let column = &mut rest[0][..block.len()];
                match *inst {
                    Inst::Const(value) => column.fill(value),
                    Inst::Coord(axis) => {
                        let from = block.iter().map(|point| point[axis as usize]);
                        column.iter_mut().zip(from).for_each(|(to, x)| *to = x);
                    }
                    Inst::Binary(op, lhs, rhs) => {
                        let operands = earlier[lhs as usize].iter().zip(&earlier[rhs as usize]);
                        for (to, (&lhs, &rhs)) in column.iter_mut().zip(operands) {
                            *to = op.apply(lhs, rhs).ok()?;
                        }
                    }
                }
            }
            for (place, extent) in checked.checks() {
                let column = &columns[place as usize][..block.len()];
                if column.iter().any(|&value| value < 0 || value >= extent) {
                    return None;
                }
            }
            let outputs: Vec<&Vec<i64>> =
                checked.values().iter().map(|&place| &columns[place as usize]).collect();
            for index in 0..block.len() {
                let value: Point = outputs.iter().map(|column| column[index]).collect();
                if !self.codomain().contains(&value) {
                    return None;
                }
                table.push(value);
            }
        }
        Some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_the_evaluator_point_by_point() {
        for text in [
            "mixed_radix<(3,(2,5)):(10,(1,2))>",
            "expr<(i : 40, j : 41) -> ((i xor j) mod 7, i floordiv 3 - j)>",
            "compose<identity<(d0 : 15)>, mixed_radix<(3,5):(5,1)>>",
            "identity<()>",
            "identity<(i : 0)>",
        ] {
            let map: LayoutMap = text.parse().expect(text);
            let expected: Result<Vec<Point>, _> =
                map.domain().points().map(|point| map.eval(&point)).collect();
            assert_eq!(map.tabulate(10_000).expect(text), expected.expect(text), "{text}");
        }
    }

    #[test]
    fn a_point_without_a_value_is_named() {
        let map: LayoutMap = "expr<(i : 8) -> (8 floordiv (i - 3))>".parse().expect("a map");
        let error = EvalError::DivisionByZero { operation: "floordiv", lhs: 8 };
        assert_eq!(map.tabulate(8), Err(TableError::Undefined { point: vec![3], error }));
        assert_eq!(map.tabulate(7), Err(TableError::Size { points: 8, limit: 7 }));
    }
}
