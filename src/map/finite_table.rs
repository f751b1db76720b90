//! A finite table: the value at each point, written out.
//!
//! Every finite map can be written so. It is the escape hatch of the grammar: legal, exact, and
//! as large as its domain, so nothing here makes one unasked.
//!
//! ```text
//! table<(i : 4) -> (a : 8), [0, 3, 5, 7]>                  in the order of the points
//! table<(i : 2) -> (a : 4, b : 4), [(0,1), (3,2)]>
//! ```

use std::sync::Arc;

use super::{LayoutMap, Node};
use crate::error::{EvalError, MapError, tuple};
use crate::index_set::{IndexSet, Point};

/// A table has at most this many numbers.
pub const TABLE_LIMIT: i64 = 1 << 20;

/// The values of a map, point by point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FiniteTable {
    values: Arc<[i64]>,
    rank: usize,
    /// The points of a constrained domain, in order; a box counts its own.
    points: Option<Arc<[Point]>>,
}

impl FiniteTable {
    /// The values in the order of the domain's points, a coordinate a number.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The coordinates of one value after the other.
    pub fn rows(&self) -> impl Iterator<Item = &[i64]> {
        let count = self.values.len().checked_div(self.rank).unwrap_or(0);
        (0..count).map(|row| &self.values[row * self.rank..(row + 1) * self.rank])
    }

    /// The value at a point of the domain.
    pub(super) fn eval(&self, point: &[i64], domain: &IndexSet) -> Result<Point, EvalError> {
        let row = match &self.points {
            Some(points) => points.binary_search_by(|p| p.as_slice().cmp(point)).ok(),
            None => Some(linear_index(point, domain)),
        };
        let value = row.and_then(|row| self.values.get(row * self.rank..(row + 1) * self.rank));
        let missing = EvalError::Rank { expected: domain.rank(), found: point.len() };
        value.map(<[i64]>::to_vec).ok_or(missing)
    }
}

fn linear_index(point: &[i64], domain: &IndexSet) -> usize {
    domain.axes().iter().zip(point).fold(0, |index, (axis, &x)| {
        index * axis.extent().finite().unwrap_or(1) as usize + x as usize
    })
}

impl LayoutMap {
    /// The map whose values are these, in the order of the domain's points.
    ///
    /// # Errors
    /// More than [`TABLE_LIMIT`] numbers, a domain whose points cannot be counted, a value of
    /// another rank than the codomain, or another number of values than points.
    pub fn table(domain: IndexSet, codomain: IndexSet, values: &[Point]) -> Result<Self, MapError> {
        let (points, rank) = (domain.cardinality(), codomain.rank());
        let numbers = points.and_then(|points| points.checked_mul(rank.max(1) as i64));
        if numbers.is_none_or(|numbers| numbers > TABLE_LIMIT) {
            return Err(MapError::TableSize { domain: domain.to_string(), limit: TABLE_LIMIT });
        }
        if points != Some(values.len() as i64) {
            return Err(MapError::Count {
                what: format!("the values of a table over {domain}"),
                expected: points.unwrap_or(0) as usize,
                found: values.len(),
            });
        }
        if let Some(value) = values.iter().find(|value| value.len() != rank) {
            return Err(MapError::Count {
                what: format!("the coordinates of the value {} in {codomain}", tuple(value)),
                expected: rank,
                found: value.len(),
            });
        }
        let listed = (!domain.is_box()).then(|| domain.points().collect());
        let values = values.iter().flatten().copied().collect();
        let table = FiniteTable { values, rank, points: listed };
        LayoutMap::new(Node::Table(table), domain, codomain)
    }
}
