//! [`Coordinates`]: a point that knows its axes, as a witness shows it.

use std::fmt;

use crate::error::EvalError;
use crate::index_set::{IndexSet, Point};
use crate::map::LayoutMap;

/// A point together with the axes it lies on; printed `(i = 0, j = 3)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinates {
    axes: IndexSet,
    values: Point,
}

impl Coordinates {
    pub(in crate::proof) fn new(axes: &IndexSet, values: Point) -> Self {
        Coordinates { axes: axes.clone(), values }
    }

    /// The numbers.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The axes.
    pub fn axes(&self) -> &IndexSet {
        &self.axes
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, (axis, value)) in self.axes.axes().iter().zip(&self.values).enumerate() {
            write!(f, "{}{} = {value}", if i == 0 { "" } else { ", " }, axis.name())?;
        }
        f.write_str(")")
    }
}

/// A value, or why there is none.
pub type Outcome = Result<Coordinates, EvalError>;

/// What a map gives at a point.
pub(super) fn outcome(map: &LayoutMap, point: &[i64]) -> Outcome {
    map.eval(point).map(|value| Coordinates::new(map.codomain(), value))
}
