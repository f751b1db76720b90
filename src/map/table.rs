//! Tabulation: a map's value at every point of its domain, fast.
//!
//! The map is [compiled](LayoutMap::compile), and evaluated over all points at once. The order of the
//! points is that of [`IndexSet::points`](crate::IndexSet::points): the last axis fastest.
//!
//! ```text
//! mixed_radix<(2,3):(10@a,1@b)>      (0,0) (0,1) (0,2) (10,0) (10,1) (10,2)      one behind the other
//! ```

use super::LayoutMap;
use crate::error::{EvalError, tuple};
use crate::index_set::{IndexSet, Point};
use crate::proof::Budget;
use thiserror::Error;

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

/// The values of a map, in the order of its domain's points; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    points: usize,
    rank: usize,
    values: Vec<i64>,
}

impl Table {
    /// How many points have a value: all of the domain.
    pub fn len(&self) -> usize {
        self.points
    }

    /// Whether the domain is empty.
    pub fn is_empty(&self) -> bool {
        self.points == 0
    }

    /// The coordinates of a value.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The value at the point of this number; `None` if there are not as many.
    pub fn get(&self, number: usize) -> Option<&[i64]> {
        let start = number.checked_mul(self.rank).filter(|_| number < self.points)?;
        self.values.get(start..start + self.rank)
    }

    /// The same values at these places among as many points; zeros elsewhere.
    pub(crate) fn scattered(&self, points: usize, places: &[usize]) -> Table {
        let rank = self.rank;
        let mut values = vec![0; points * rank];
        for (place, value) in places.iter().zip(self.iter()) {
            values[place * rank..][..rank].copy_from_slice(value);
        }
        Table { points, rank, values }
    }

    /// The values in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i64]> {
        (0..self.points).filter_map(|number| self.get(number))
    }
}

impl LayoutMap {
    /// The value at every point of the domain, in order, or why one is missing.
    ///
    /// # Errors
    /// A domain of over `limit` points, or the first point at which [`eval`](LayoutMap::eval)
    /// fails.
    pub fn tabulate(&self, limit: i64) -> Result<Table, TableError> {
        let points = self.domain().cardinality().unwrap_or(i64::MAX);
        if points > limit {
            return Err(TableError::Size { points, limit });
        }
        let (points, rank) = (points as usize, self.codomain().rank());
        let mut values = vec![0; points * rank];
        if let Ok(compiled) = self.compile(&Budget::of_points(0))
            && self.domain().rank() > 0
            && compiled.eval_all_into(&side_by_side(self.domain(), points), &mut values).is_ok()
        {
            return Ok(Table { points, rank, values });
        }
        values.clear();
        for point in self.domain().points() {
            match self.eval(&point) {
                Ok(value) => values.extend(value),
                Err(error) => return Err(TableError::Undefined { point, error }),
            }
        }
        Ok(Table { points, rank, values })
    }
}

/// The points of a set, one behind the other.
fn side_by_side(set: &IndexSet, points: usize) -> Vec<i64> {
    let (Some(extents), true) = (set.hull_extents(), set.is_box()) else {
        return set.points().flatten().collect();
    };
    let rank = extents.len();
    if points == 0 {
        return Vec::new();
    }
    let mut all = vec![0; points * rank];
    let mut step = 1;
    for (axis, extent) in extents.iter().enumerate().rev() {
        let (mut coordinate, mut left) = (0, step);
        for place in all.iter_mut().skip(axis).step_by(rank) {
            *place = coordinate;
            left -= 1;
            if left == 0 {
                left = step;
                coordinate = if coordinate + 1 < *extent { coordinate + 1 } else { 0 };
            }
        }
        step *= *extent as usize;
    }
    all
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
            "expr<(i : 5, j : 7, k : 3) -> (k, j * 3 + i)>",
            "expr<(i : 9, j : 9 where i lt j) -> (j - i)>",
            "expr<(i : 4) -> ()>",
            "bit_linear<(i : 8, j : 4) -> (a : 16, b : 4), i = [(3, 1), (5, 2), (8, 0)], j = [(1, 0), (2, 3)]>",
            "identity<(i : 0)>",
        ] {
            let map: LayoutMap = text.parse().expect(text);
            let table = map.tabulate(10_000).expect(text);
            let expected: Result<Vec<Point>, _> =
                map.domain().points().map(|point| map.eval(&point)).collect();
            assert_eq!(table.iter().collect::<Vec<_>>(), expected.expect(text), "{text}");
            assert_eq!(table.len() as i64, map.domain().cardinality().expect(text), "{text}");
            assert_eq!(table.get(table.len()), None, "{text}");
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
