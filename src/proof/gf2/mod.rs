//! The GF(2) strategy: `c xor M*x` over the bits of the coordinates.
//!
//! [`normalize`] brings the map's program to that form, structurally: a function that agrees
//! with a linear one at 0 and at every single bit need not be linear, so nothing is learnt by
//! evaluating. An axis of extent `n` has `ceil(log2 n)` bits; the box of all their settings may
//! be larger than the domain.
//!
//! - *total*, *bounds*: ranges, with the exact maximum over the span of the bases. The extremes,
//!   the origin, and the single bits are tried as witnesses.
//! - *injective*: the rank of `M`. This is exact also on a ragged axis `[0, n)` of `b` bits:
//!   every `δ` of `b` bits is the XOR of two coordinates, `δ` and 0 if `δ < n`, else
//!   `2^(b-1)` and `δ xor 2^(b-1)`. So a kernel vector is a pair of points with one value.
//! - *surjective*: the image of a box of `2^k` points has `2^rank` points; a ragged axis holds
//!   the box of its lower bits. Of 0 and the single bits, one that is not in the image is a
//!   witness.

mod columns;
mod normalize;

pub(super) use columns::Columns;
pub(super) use normalize::BitNormal;

use super::Witness;
use super::finding::{Finding, Found, fails_at};
use super::normal::{NormalForm, Places};
use crate::gf2::{Echelon, Span, rank};
use crate::index_set::Point;
use crate::map::{LayoutMap, bits_for};
use normalize::BitForm;

/// How many kernel vectors are tried as pairs; with every row known, the first one is a pair.
const KERNEL_LIMIT: usize = 64;

impl NormalForm for BitNormal {
    type Form = BitForm;

    const KIND: &'static str = "linear in bits";
    const DOUBT: &'static str = "some point may have no value in the codomain";

    fn places(&self) -> &Places<BitForm> {
        &self.places
    }

    fn ends(&self, form: &BitForm) -> Vec<Point> {
        form.ends(self.inputs.len()).iter().map(|set| self.coordinates(set)).collect()
    }

    /// The origin, and every point with a single bit set.
    fn basis_points(&self) -> impl Iterator<Item = Point> {
        let units = self.inputs.iter().map(|&input| self.point_with(&[input]));
        std::iter::once(self.point_with(&[])).chain(units)
    }

    fn injective(&self, map: &LayoutMap, rows: &[Option<&BitForm>], _: bool) -> Found {
        let known: Vec<&BitForm> = rows.iter().flatten().copied().collect();
        let (count, columns) = (self.inputs.len(), self.columns(&known));
        if rank(columns.iter(), 64 * known.len()) == count {
            return Ok(Finding::Holds);
        }
        let span = Span::<Vec<u64>>::of(columns.iter(), count, 64 * known.len());
        let mut pairs = span.relations().take(KERNEL_LIMIT).filter_map(|(relation, _)| {
            let (first, second) = two_points(map, self.coordinates(relation))?;
            Witness::collision(map, second, first)
        });
        let why = || match known.len() == rows.len() {
            true => "rank leaves a bit open".to_string(),
            false => self.opaque(),
        };
        pairs.next().map(Finding::Fails).ok_or_else(why)
    }

    fn surjective(&self, map: &LayoutMap, rows: &[&BitForm], in_bounds: bool) -> Found {
        if !in_bounds {
            return Err(self.opaque());
        }
        let columns = self.columns(rows);
        let whole = |&(axis, bit): &(usize, usize)| {
            map.domain().axes()[axis].extent().finite().is_some_and(|n| 1i64 << bit <= n / 2)
        };
        let full = columns.iter().zip(&self.inputs).filter(|(_, input)| whole(input));
        let inner = rank(full.map(|(column, _)| column), 64 * rows.len());
        let inner = u32::try_from(inner).ok().and_then(|bits| 1u128.checked_shl(bits));
        if inner.is_some() && inner == map.codomain().size().counted() {
            return Ok(Finding::Holds);
        }
        let image = Echelon::of(columns.iter().map(<[u64]>::to_vec));
        let outside = |value: &Point| {
            let from_origin = value.iter().zip(rows).map(|(&v, form)| v as u64 ^ form.constant);
            !image.contains(from_origin.collect())
        };
        let missing = corners(map).filter(outside);
        fails_at(
            missing.filter_map(|value| Witness::uncovered(map, value)),
            "the image of a ragged box is not known",
        )
    }
}

/// Two points of the domain whose coordinates differ, bit by bit, in `delta`.
fn two_points(map: &LayoutMap, delta: Point) -> Option<(Point, Point)> {
    let extents = map.domain().extents()?;
    Some(delta.iter().zip(extents).map(|(&delta, n)| split(delta, n)).unzip())
}

fn split(delta: i64, extent: i64) -> (i64, i64) {
    if delta < extent {
        return (delta, 0);
    }
    let top = 1 << (bits_for(extent) - 1);
    (top, delta ^ top)
}

/// 0, and every point of the codomain with a single bit set.
fn corners(map: &LayoutMap) -> impl Iterator<Item = Point> + '_ {
    let rank = map.codomain().rank();
    let units = (0..rank).flat_map(move |axis| {
        (0..63).map(move |bit| {
            let mut value = vec![0; rank];
            value[axis] = 1i64 << bit;
            value
        })
    });
    let inside = |value: &Point| map.codomain().contains(value);
    std::iter::once(vec![0; rank]).chain(units).filter(inside)
}

#[cfg(test)]
mod tests;
