//! Reading a table: the digits, or the bits, of which its values are sums.
//!
//! ```text
//! table<(i : 6) -> (a), [0, 1, 10, 11, 20, 21]>     mixed_radix<((2,3)):((1,10))>
//! table<(i : 4) -> (a : 8), [0, 5, 3, 6]>           bit_linear, i = [(5), (3)]
//! ```
//!
//! The form is read off along each axis, the others being 0, and kept if it has the table's value
//! at every point.

use crate::index_set::IndexSet;
use crate::map::finite_table::FiniteTable;
use crate::map::{IntTree, LayoutMap, bits_for};

/// `shape:stride`, perhaps with an offset, or a bit-linear map, with the values of a table.
pub(super) fn of_table(map: &LayoutMap, table: &FiniteTable, extents: &[i64]) -> Option<LayoutMap> {
    let same = |found: &LayoutMap| {
        let rows = map.domain().points().zip(table.rows());
        rows.into_iter()
            .all(|(point, value)| found.eval_unbounded(&point).is_ok_and(|v| v == value))
    };
    let found = strided(map, table, extents).filter(same);
    found.or_else(|| linear(map, table, extents).filter(same))
}

/// The row of the point with one coordinate that is not 0.
fn row<'a>(table: &'a FiniteTable, extents: &[i64], axis: usize, x: i64) -> Option<&'a [i64]> {
    let faster = extents.get(axis + 1..)?.iter().try_fold(1i64, |all, &n| all.checked_mul(n))?;
    table.rows().nth(usize::try_from(faster.checked_mul(x)?).ok()?)
}

fn strided(map: &LayoutMap, table: &FiniteTable, extents: &[i64]) -> Option<LayoutMap> {
    if map.codomain().rank() != 1 || extents.is_empty() {
        return None;
    }
    let at = |axis: usize, x: i64| row(table, extents, axis, x)?.first().copied();
    let offset = at(0, 0)?;
    let (mut shape, mut stride) = (Vec::new(), Vec::new());
    for (axis, &extent) in extents.iter().enumerate() {
        let modes = digits(extent, |x| at(axis, x)?.checked_sub(offset))?;
        let tree = |pick: fn(&(i64, i64)) -> i64| match modes.as_slice() {
            [mode] => IntTree::Leaf(pick(mode)),
            modes => IntTree::Tuple(modes.iter().map(|mode| pick(mode).into()).collect()),
        };
        shape.push(tree(|mode| mode.0));
        stride.push(tree(|mode| mode.1));
    }
    let between = |codomain: IndexSet| {
        let (shape, stride) = (IntTree::Tuple(shape.clone()), IntTree::Tuple(stride.clone()));
        LayoutMap::mixed_radix_between(shape, vec![stride], map.domain().clone(), codomain).ok()
    };
    if offset == 0 {
        return between(map.codomain().clone());
    }
    let strided = between(IndexSet::integers(1))?;
    LayoutMap::translate(vec![offset], strided, Some(map.codomain().clone())).ok()
}

/// The modes `(extent, stride)` of one axis, fastest first, as far as its values begin with
/// digits.
fn digits(extent: i64, value: impl Fn(i64) -> Option<i64>) -> Option<Vec<(i64, i64)>> {
    let mut modes = Vec::new();
    let mut size = 1;
    while size < extent {
        let stride = value(size)?;
        let steps = extent / size;
        let along = |k: i64| Some(value(size * k)? == stride.checked_mul(k)?);
        let digit = (1..steps).find(|&k| along(k) != Some(true)).unwrap_or(steps);
        if extent % size != 0 || steps % digit != 0 || digit == 1 {
            return None;
        }
        modes.push((digit, stride));
        size *= digit;
    }
    if modes.is_empty() {
        modes.push((1, 0));
    }
    Some(modes)
}

fn linear(map: &LayoutMap, table: &FiniteTable, extents: &[i64]) -> Option<LayoutMap> {
    if row(table, extents, 0, 0)?.iter().any(|&value| value != 0) {
        return None;
    }
    let along = |(axis, &extent): (usize, &i64)| {
        let bit = |k: usize| Some(row(table, extents, axis, 1 << k)?.to_vec());
        (0..bits_for(extent)).map(bit).collect::<Option<Vec<_>>>()
    };
    let bases: Vec<Vec<Vec<i64>>> = extents.iter().enumerate().map(along).collect::<Option<_>>()?;
    LayoutMap::bit_linear(map.domain().clone(), map.codomain().clone(), bases).ok()
}
