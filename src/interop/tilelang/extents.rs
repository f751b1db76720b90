//! The extents of outputs: one more than the greatest value of each.
//!
//! Up to a million points every value is looked at. Beyond, the interval of the expression over
//! the box gives the extent, which is exact for sums of digits, and never too small.

use super::TileLangError;
use crate::expr::{Program, Ranges};
use crate::index_set::{Axis, IndexSet};
use crate::map::{LayoutMap, TableError};

/// Points that are looked at one by one, at most.
const POINTS: i64 = 1 << 20;

/// The most coordinates, far more than there are letters.
const RANK: usize = 64;

/// The extent of each output over the points of a box, whose axes have these names; `what` names
/// an output.
pub(super) fn extents(
    shape: &[i64],
    program: &Program,
    what: &dyn Fn(usize) -> String,
) -> Result<Vec<i64>, TileLangError> {
    checked_rank(shape)?;
    if shape.iter().any(|extent| *extent < 1) {
        return Err(TileLangError::Empty { shape: shape.to_vec() });
    }
    let count = program.outputs().len();
    let domain = IndexSet::from_extents(shape)?;
    let map = LayoutMap::expr(domain.clone(), IndexSet::integers(count), program.clone())?;
    let mut greatest = vec![0; count];
    let table = match map.tabulate(POINTS) {
        Ok(table) => table,
        Err(TableError::Undefined { point, error }) => {
            return Err(TileLangError::Undefined { point, error });
        }
        Err(TableError::Size { .. }) => return bounded(shape, program),
    };
    for (point, value) in domain.points().zip(table.iter()) {
        for (output, (&value, greatest)) in value.iter().zip(&mut greatest).enumerate() {
            if value < 0 {
                return Err(TileLangError::Negative { what: what(output), point, value });
            }
            *greatest = value.max(*greatest);
        }
    }
    Ok(greatest.into_iter().map(|value| value.saturating_add(1)).collect())
}

/// That a shape has no more coordinates than any layout.
pub(super) fn checked_rank(shape: &[i64]) -> Result<(), TileLangError> {
    if shape.len() <= RANK {
        return Ok(());
    }
    let (operation, what) = ("the shape", "extents");
    Err(TileLangError::Rank { operation, what, expected: RANK, found: shape.len() })
}

/// The extents by intervals.
fn bounded(shape: &[i64], program: &Program) -> Result<Vec<i64>, TileLangError> {
    let ranges = Ranges::over(program, shape);
    let unknown = || TileLangError::TooMany { shape: shape.to_vec() };
    if !ranges.all_safe() {
        return Err(unknown());
    }
    let extent = |&place: &u32| {
        let interval = ranges.interval(place);
        let greatest = i64::try_from(interval.hi).ok().filter(|_| interval.lo >= 0);
        greatest.and_then(|greatest| greatest.checked_add(1)).ok_or_else(unknown)
    };
    program.outputs().iter().map(extent).collect()
}

/// A box whose axes are named by a function.
pub(super) fn named(
    shape: &[i64],
    name: impl Fn(usize) -> String,
) -> Result<IndexSet, TileLangError> {
    let axes = shape.iter().enumerate().map(|(k, &extent)| Axis::new(&name(k), extent));
    Ok(IndexSet::new(axes.collect())?)
}

/// The product of extents.
pub(super) fn size(operation: &'static str, shape: &[i64]) -> Result<i64, TileLangError> {
    let size = shape.iter().try_fold(1i64, |size, &extent| size.checked_mul(extent));
    size.ok_or(TileLangError::Size { operation })
}
