//! The inverse of a small map, from all its values.
//!
//! The image is then a list of points. As constraints it is written by the place `p` that a point
//! has in the box around it, rows one after the other: a few intervals of places, or the places as
//! bits of a few constants.
//!
//! ```text
//! values 0, 2, 3, 7 in (a : 8)        (141 shr a) and 1          141 = 10001101 in binary
//! ```

use std::collections::BTreeMap;

use super::{Back, NoInverse};
use crate::error::tuple;
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::index_set::{Axis, Extent, IndexSet, Point};
use crate::map::{LayoutMap, TABLE_LIMIT};
use crate::proof::{Budget, Strategy};

/// A list of points is written by at most this many intervals,
const RUN_LIMIT: usize = 2;
/// or by constants for a box of at most this many points.
const BITMAP_LIMIT: i64 = 1 << 14;

/// The inverse, as a table.
pub(super) fn back(map: &LayoutMap, budget: &Budget) -> Result<Back, NoInverse> {
    let values = values(map, budget)?;
    let (domain, codomain) = (map.domain(), map.codomain());
    let onto = codomain.cardinality() == Some(values.len() as i64);
    let (image, why) = if onto {
        (codomain.clone(), Strategy::Cardinality)
    } else {
        let around = around(codomain, values.keys())?;
        let points: Vec<&Point> = values.keys().collect();
        let image = members(&around, &points).ok_or_else(|| {
            NoInverse::unknown(format!("{} values in {around} are no short set", points.len()))
        })?;
        (image, Strategy::Exhaustive)
    };
    let points: Vec<Point> = values.into_values().collect();
    let map = LayoutMap::table(image, domain.clone(), &points);
    let map = map.map_err(|error| NoInverse::unknown(error.to_string()))?;
    Ok(Back { map, undoes: Strategy::Exhaustive, image: why })
}

/// The point of each value.
fn values(map: &LayoutMap, budget: &Budget) -> Result<BTreeMap<Point, Point>, NoInverse> {
    let points = map.domain().cardinality();
    let numbers = points.and_then(|n| n.checked_mul(map.domain().rank().max(1) as i64));
    let within = points.and_then(|n| u64::try_from(n).ok()).is_some_and(|n| n <= budget.points);
    if !within || numbers.is_none_or(|numbers| numbers > TABLE_LIMIT) {
        let points = points.map_or("too many".to_string(), |points| points.to_string());
        return Err(NoInverse::unknown(format!("{points} points are not listed")));
    }
    let mut values = BTreeMap::new();
    for point in map.domain().points() {
        let value = map.eval(&point);
        let value =
            value.map_err(|error| NoInverse::unknown(format!("at {}: {error}", tuple(&point))))?;
        if let Some(first) = values.insert(value, point.clone()) {
            let why = format!("{} and {} have one value", tuple(&first), tuple(&point));
            return Err(NoInverse::unknown(why));
        }
    }
    Ok(values)
}

/// The codomain's box, an axis without an end cut behind the greatest of these values.
fn around<'a>(
    codomain: &IndexSet,
    values: impl Iterator<Item = &'a Point> + Clone,
) -> Result<IndexSet, NoInverse> {
    let cut = |(place, axis): (usize, &Axis)| {
        let own = || values.clone().filter_map(|value| value.get(place).copied());
        let (least, most) = (own().min().unwrap_or(0), own().max().unwrap_or(-1));
        match (axis.extent(), most.checked_add(1)) {
            (Extent::Integers, _) if least < 0 => {
                Err(NoInverse::Negative { axis: axis.name().to_string(), value: least })
            }
            (Extent::Integers, Some(extent)) => Ok(Axis::new(axis.name(), extent)),
            (Extent::Integers, None) => {
                Err(NoInverse::unknown(format!("the value {most} ends no axis")))
            }
            (Extent::Finite(_), _) => Ok(axis.clone()),
        }
    };
    let axes = codomain.axes().iter().enumerate().map(cut).collect::<Result<Vec<Axis>, _>>()?;
    IndexSet::new(axes).map_err(|error| NoInverse::unknown(error.to_string()))
}

/// Exactly these points of a box, in order, as constraints; `None` where those would be long.
pub(in crate::map) fn members(around: &IndexSet, points: &[&Point]) -> Option<IndexSet> {
    let extents = around.hull_extents()?;
    let size = extents.iter().try_fold(1i64, |size, &n| size.checked_mul(n))?;
    let place =
        |point: &&Point| point.iter().zip(&extents).fold(0, |place, (&x, &n)| place * n + x);
    let places: Vec<i64> = points.iter().map(place).collect();
    let mut builder = ProgramBuilder::default();
    let mut place = None;
    for (axis, &extent) in extents.iter().enumerate() {
        let coordinate = builder.coord(axis);
        place = Some(match place {
            None => coordinate,
            Some(before) => {
                let extent = builder.constant(extent);
                let row = builder.binary(BinaryOp::Mul, before, extent);
                builder.binary(BinaryOp::Add, row, coordinate)
            }
        });
    }
    let place = place.unwrap_or_else(|| builder.constant(0));
    let member = match runs(&places).as_slice() {
        runs if runs.len() <= RUN_LIMIT => by_runs(&mut builder, place, runs),
        _ if size <= BITMAP_LIMIT => by_bits(&mut builder, place, &places),
        _ => return None,
    };
    around.with_constraints(&builder.finish(&[member])).ok()
}

/// The intervals `[from, to)` of neighbouring places.
fn runs(places: &[i64]) -> Vec<(i64, i64)> {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for &place in places {
        match runs.last_mut() {
            Some(last) if last.1 == place => last.1 += 1,
            _ => runs.push((place, place + 1)),
        }
    }
    runs
}

fn by_runs(builder: &mut ProgramBuilder, place: u32, runs: &[(i64, i64)]) -> u32 {
    let mut any = None;
    for &(from, to) in runs {
        let (from, to) = (builder.constant(from), builder.constant(to));
        let behind = builder.binary(BinaryOp::Le, from, place);
        let before = builder.binary(BinaryOp::Lt, place, to);
        let inside = builder.binary(BinaryOp::And, behind, before);
        any = Some(any.map_or(inside, |any| builder.binary(BinaryOp::Add, any, inside)));
    }
    any.unwrap_or_else(|| builder.constant(0))
}

/// Bit `place mod 64` of the constant for `place floordiv 64`.
fn by_bits(builder: &mut ProgramBuilder, place: u32, places: &[i64]) -> u32 {
    let mut words: BTreeMap<i64, u64> = BTreeMap::new();
    for &place in places {
        *words.entry(place / 64).or_default() |= 1u64 << (place % 64);
    }
    let size = builder.constant(64);
    let bit = builder.binary(BinaryOp::Mod, place, size);
    let number = builder.binary(BinaryOp::FloorDiv, place, size);
    let mut sum = None;
    for (at, word) in words {
        let (at, word) = (builder.constant(at), builder.constant(word as i64));
        let here = builder.binary(BinaryOp::Eq, number, at);
        let term = builder.binary(BinaryOp::Mul, here, word);
        sum = Some(sum.map_or(term, |sum| builder.binary(BinaryOp::Add, sum, term)));
    }
    let sum = sum.unwrap_or_else(|| builder.constant(0));
    let shifted = builder.binary(BinaryOp::Shr, sum, bit);
    let one = builder.constant(1);
    builder.binary(BinaryOp::And, shifted, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_members_has_these_points() {
        for (extents, wanted) in [
            (vec![8], vec![0, 2, 3, 7]),
            (vec![5, 3], vec![0, 1, 2, 7, 9, 14]),
            (vec![200], vec![0, 63, 64, 65, 127, 199]),
            (vec![200], vec![3, 4, 5, 6]),
            (vec![6], vec![]),
            (vec![], vec![0]),
        ] {
            let around = IndexSet::from_extents(&extents).expect("a box");
            let all: Vec<Point> = around.points().collect();
            let points: Vec<&Point> = wanted.iter().map(|&place: &usize| &all[place]).collect();
            let set = members(&around, &points).expect("a short set");
            assert_eq!(
                set.points().collect::<Vec<_>>(),
                points.into_iter().cloned().collect::<Vec<_>>()
            );
        }
    }
}
