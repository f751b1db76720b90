//! The GF(2) strategy: `c xor M*x` over the bits of the coordinates.
//!
//! [`normalize`] brings the map's program to that form, structurally: a function that agrees
//! with a linear one at 0 and at every single bit need not be linear, so nothing is learnt by
//! evaluating. An axis of extent `n` has `ceil(log2 n)` bits; the box of all their settings may
//! be larger than the domain.
//!
//! - *total*, *bounds*: ranges, with the exact maximum over the span of the bases. The origin,
//!   the single bits, and the extremes are tried as witnesses.
//! - *injective*: the rank of `M`. This is exact also on a ragged axis `[0, n)` of `b` bits:
//!   every `δ` of `b` bits is the XOR of two coordinates, `δ` and 0 if `δ < n`, else
//!   `2^(b-1)` and `δ xor 2^(b-1)`. So a kernel vector is a pair of points with one value.
//! - *surjective*: the image of a box of `2^k` points has `2^rank` points; a ragged axis holds
//!   the box of its lower bits. Of 0 and the single bits, one that is not in the image is a
//!   witness.

mod normalize;

pub(super) use normalize::BitNormal;

use super::Witness;
use super::affine::allowed;
use super::finding::{Finding, Findings, Found, Relations, fails_at, if_wanted};
use super::witness::cardinality;
use crate::expr::Inst;
use crate::gf2::{Echelon, Span};
use crate::index_set::{Extent, Point};
use crate::map::{CheckedProgram, LayoutMap, bits_for};
use normalize::BitForm;

/// The facts of a map with this program, over a domain with a point.
pub(super) fn facts(
    map: &LayoutMap,
    code: &CheckedProgram,
    extents: &[i64],
    wanted: Relations,
) -> Findings {
    let normal = BitNormal::of(code.program(), extents);
    let rows: Vec<Option<&BitForm>> = code.values().iter().map(|&v| normal.form(v)).collect();
    let complete: Option<Vec<&BitForm>> = rows.iter().copied().collect();
    let (total, bounds) = (total(map, code, &normal), bounds(map, code, &normal));
    let holds = |found: &Found| matches!(found, Ok(Finding::Holds));
    let surjective = if_wanted(wanted.surjective, || match &complete {
        Some(rows) if holds(&total) && holds(&bounds) => surjective(map, &normal, rows),
        _ => Err(opaque(code, &normal)),
    });
    let known: Vec<&BitForm> = rows.iter().flatten().copied().collect();
    let injective = if_wanted(wanted.injective, || {
        injective(map, &normal, &known).map_err(|why| match complete {
            Some(_) => why,
            None => opaque(code, &normal),
        })
    });
    Findings { total, bounds, injective, surjective }
}

/// Which instruction is not linear.
pub(super) fn opaque(code: &CheckedProgram, normal: &BitNormal) -> String {
    match normal.opaque.map(|place| (place, code.program().insts()[place as usize])) {
        Some((place, Inst::Binary(op, ..))) if normal.safe(place) => {
            format!("a '{}' is not linear in bits", op.symbol())
        }
        Some((_, Inst::Binary(op, ..))) => format!("a '{}' may be undefined", op.symbol()),
        _ => "some point may have no value in the codomain".to_string(),
    }
}

fn total(map: &LayoutMap, code: &CheckedProgram, normal: &BitNormal) -> Found {
    let mut suspects = normal.suspects.clone();
    let mut holds = normal.all_safe();
    for (place, extent) in code.checks() {
        if !normal.range(place).within(allowed(Extent::Finite(extent))) {
            holds = false;
            suspects.extend(normal.form(place).into_iter().flat_map(|form| normal.ends(form)));
        }
    }
    if holds {
        return Ok(Finding::Holds);
    }
    let points = suspects.into_iter().chain(normal.basis_points());
    let failures = points.filter_map(|point| Witness::undefined(map, point));
    fails_at(failures, "a value may leave its range")
}

fn bounds(map: &LayoutMap, code: &CheckedProgram, normal: &BitNormal) -> Found {
    let mut suspects = Vec::new();
    let mut holds = true;
    for (&place, axis) in code.values().iter().zip(map.codomain().axes()) {
        if !normal.range(place).within(allowed(axis.extent())) {
            holds = false;
            suspects.extend(normal.form(place).into_iter().flat_map(|form| normal.ends(form)));
        }
    }
    if holds {
        return Ok(Finding::Holds);
    }
    let points = suspects.into_iter().chain(normal.basis_points());
    let failures = points.filter_map(|point| Witness::outside(map, point));
    fails_at(failures, "a value may leave the codomain")
}

/// How many kernel vectors are tried as pairs; with every row known, the first one is a pair.
const KERNEL_LIMIT: usize = 64;

/// The column of each input bit: what it flips in each row.
fn columns(normal: &BitNormal, rows: &[&BitForm]) -> Vec<Vec<u64>> {
    let mut columns = vec![vec![0; rows.len()]; normal.inputs.len()];
    for (row, form) in rows.iter().enumerate() {
        for &(bit, basis) in &form.bases {
            columns[bit as usize][row] = basis;
        }
    }
    columns
}

/// Rows without a form are left out: what distinguishes two points need not be every row.
fn injective(map: &LayoutMap, normal: &BitNormal, rows: &[&BitForm]) -> Found {
    let count = normal.inputs.len();
    let columns = columns(normal, rows);
    let span = Span::<Vec<u64>>::of(columns.iter().map(Vec::as_slice), count, 64 * rows.len());
    if span.rank() == count {
        return Ok(Finding::Holds);
    }
    let pairs = span.relations().take(KERNEL_LIMIT).filter_map(|(relation, _)| {
        let (first, second) = two_points(map, normal.coordinates(relation))?;
        Witness::collision(map, second, first)
    });
    fails_at(pairs, "rank leaves a bit open")
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

fn surjective(map: &LayoutMap, normal: &BitNormal, rows: &[&BitForm]) -> Found {
    let columns = columns(normal, rows);
    let whole = |&(axis, bit): &(usize, usize)| {
        map.domain().axes()[axis].extent().finite().is_some_and(|n| 1i64 << bit <= n / 2)
    };
    let full = columns.iter().zip(&normal.inputs).filter(|(_, input)| whole(input));
    let inner = Echelon::rank(full.map(|(column, _)| column.clone()));
    let codomain = cardinality(map.codomain());
    if codomain
        .is_some_and(|n| u32::try_from(inner).ok().and_then(|k| 1u128.checked_shl(k)) == Some(n))
    {
        return Ok(Finding::Holds);
    }
    let image = Echelon::of(columns.iter().cloned());
    let origin: Vec<u64> = rows.iter().map(|form| form.constant).collect();
    let outside = |value: &Point| {
        let from_origin: Vec<u64> =
            value.iter().zip(&origin).map(|(&v, &o)| v as u64 ^ o).collect();
        !image.contains(from_origin)
    };
    let missing = corners(map).filter(outside);
    fails_at(
        missing.filter_map(|value| Witness::uncovered(map, value)),
        "the image of a ragged box is not known",
    )
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
