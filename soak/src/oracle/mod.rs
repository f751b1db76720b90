//! The oracle: what is true of a small map, by looking at every point.
//!
//! A [`Listing`] is the map as two columns, its points and their values. Every question the prover
//! answers is a question about those columns, and a witness is a claim about a row or two:
//!
//! ```text
//! (i : 4) -> (i * 2 mod 4) to (a : 3)     i      0  1  2  3
//!                                         value  0  2  0  2
//!
//! total, in bounds    no row is empty, no value leaves (a : 3)
//! not injective       rows 0 and 2
//! not surjective      1 is in no row
//! ```
//!
//! **The law.** Nothing here is the prover's: [`evaluate`] is written from the tables of the
//! documentation, a listing is a pair of plain vectors, and each answer is one loop over it.

mod access;
pub mod arithmetic;
mod banks;
pub mod evaluate;
mod facts;
mod runs;
pub mod sets;
mod values;

pub use access::{Narrow, constant, equal, narrow, refutes_constant, refutes_equal, refutes_run};
pub use access::{refutes_narrow, run};
pub use banks::{has_addresses, is_cost};
pub use facts::{facts, refutes};
pub use runs::{aligned, counts_up, is_contiguity};
pub use values::{disjoint, is_count, is_image, refutes_disjoint, values};

use access::step;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use tileir::proof::{Coordinates, Outcome};
use tileir::{LayoutMap, Point};

/// A map as two columns.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The map.
    pub map: LayoutMap,
    /// Every point of its domain, in order.
    pub points: Vec<Point>,
    /// The value at each point, in or out of the codomain; `None` where there is none.
    pub values: Vec<Option<Point>>,
    /// The values in the codomain, once somebody has asked.
    distinct: OnceCell<BTreeSet<Point>>,
}

impl Listing {
    /// The columns of a map.
    pub fn of(map: &LayoutMap) -> Listing {
        let points: Vec<Point> = sets::points(map.domain()).collect();
        let values = points.iter().map(|point| evaluate::value(map, point)).collect();
        Listing { map: map.clone(), points, values, distinct: OnceCell::new() }
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = (&Point, Option<&Point>)> {
        self.points.iter().zip(self.values.iter().map(Option::as_ref))
    }

    /// The value at a point if the point is in the domain: `Some(None)` where there is none.
    pub fn at(&self, point: &[i64]) -> Option<Option<&Point>> {
        let row = self.points.binary_search_by(|own| own.as_slice().cmp(point)).ok()?;
        self.values.get(row).map(Option::as_ref)
    }

    /// As [`at`](Listing::at), without the values that leave the codomain.
    pub fn inside(&self, point: &[i64]) -> Option<Option<&Point>> {
        Some(self.at(point)?.filter(|value| self.holds(value)))
    }

    /// Whether a value lies in the codomain.
    pub fn holds(&self, value: &[i64]) -> bool {
        sets::contains(self.map.codomain(), value)
    }

    /// Whether `outcome` is what the map gives at a point of its domain.
    fn gives(&self, point: &Coordinates, outcome: &Outcome) -> bool {
        let claimed = outcome.as_ref().ok().map(|value| value.values());
        self.inside(point.values()).is_some_and(|own| own.map(Vec::as_slice) == claimed)
    }

    /// Every point whose value the map's own evaluator sees otherwise.
    pub fn disagreements(&self) -> impl Iterator<Item = &Point> {
        let differs = |(point, value): &(&Point, Option<&Point>)| {
            let own = self.map.eval_unbounded(point).ok();
            let bounded = self.map.eval(point).ok();
            own.as_ref() != *value || bounded.as_ref() != value.filter(|value| self.holds(value))
        };
        self.rows().filter(differs).map(|(point, _)| point)
    }
}
