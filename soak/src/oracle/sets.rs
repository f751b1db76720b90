//! The points of a set, listed.

use super::arithmetic;
use tileir::{Extent, IndexSet, Inst, Point};

/// Whether a point of the right rank lies in a set: on every axis, and no constraint is 0 or has
/// no value.
pub fn contains(set: &IndexSet, point: &[i64]) -> bool {
    let on_axis = |(extent, &x): (Extent, &i64)| match extent {
        Extent::Finite(n) => (0..n).contains(&x),
        Extent::Integers => true,
    };
    point.len() == set.rank()
        && set.axes().iter().map(|axis| axis.extent()).zip(point).all(on_axis)
        && set.constraints().is_none_or(|constraints| {
            arithmetic::outputs(constraints, point).is_some_and(|values| !values.contains(&0))
        })
}

/// Every point of a set, the last axis fastest; none where an axis has no end.
pub fn points(set: &IndexSet) -> impl Iterator<Item = Point> {
    let extents = set.axes().iter().map(|axis| axis.extent().finite().unwrap_or(0));
    listed(extents.collect()).filter(move |point| contains(set, point))
}

/// The points of a box, in the order of a clock's figures.
fn listed(extents: Vec<i64>) -> impl Iterator<Item = Point> {
    let first = (!extents.contains(&0)).then(|| vec![0; extents.len()]);
    std::iter::successors(first, move |point| {
        let mut next = point.clone();
        for (x, extent) in next.iter_mut().zip(&extents).rev() {
            *x += 1;
            if *x < *extent {
                return Some(next);
            }
            *x = 0;
        }
        None
    })
}

/// So many points are listed to count a set.
const LISTED: i64 = 1 << 20;

/// The number of points of a set; `None` where that is not finite, or too many points would have
/// to be listed. Axes of which no constraint speaks are not listed, but counted.
pub fn count(set: &IndexSet) -> Option<u128> {
    let spoken_of = |axis: usize| {
        let coordinate = Inst::Coord(u32::try_from(axis).unwrap_or(u32::MAX));
        set.constraints().is_some_and(|program| program.insts().contains(&coordinate))
    };
    if set.axes().iter().any(|axis| axis.extent() == Extent::Finite(0)) {
        return Some(0);
    }
    let (mut tied, mut free) = (Vec::new(), Some(1u128));
    for (number, axis) in set.axes().iter().enumerate() {
        let extent = axis.extent().finite();
        if spoken_of(number) {
            tied.push(extent?);
        } else {
            tied.push(1);
            let times = |free: u128| free.checked_mul(extent?.unsigned_abs().into());
            free = free.and_then(times);
        }
    }
    let size = tied.iter().try_fold(1i64, |size, &extent| size.checked_mul(extent));
    size.filter(|&size| size <= LISTED)?;
    match listed(tied).filter(|point| contains(set, point)).count() {
        0 => Some(0),
        own => free?.checked_mul(own as u128),
    }
}
