//! The affine strategy: `b + A*d` over the digits of the coordinates, with a symbol for each
//! operation that is not affine.
//!
//! [`normalize`] brings the map's program to that form, exactly and with every subexpression
//! safe. Then:
//!
//! - *total* holds if every instruction is safe and every checked value in range;
//! - *bounds* are the exact range of each row, reached at a corner;
//! - *injective* is a question of `A` and the digits' extents ([`injective`]); zero columns and
//!   columns that are multiples of each other give pairs of points to try, and a range with
//!   fewer values than points is a disproof by counting;
//! - *surjective*: rows that share no digit are covered one by one, each by its digits from the
//!   smallest stride up; a row whose range or divisor misses a coordinate is a disproof.
//!
//! ```text
//! (4,(2,8)):(1,(32,4))   value = d0 + 32*d1 + 4*d2,  d0 < 4, d1 < 2, d2 < 8
//!     dominance: 32 > 3 + 28, then 4 > 3: injective; strides 1, 4, 32: covers 0 .. 64
//! ```

mod digits;
mod form;
mod injective;
mod normalize;
mod rules;

pub(super) use form::Form;
pub(super) use normalize::Normal;

use super::Witness;
use super::finding::{Finding, Findings, Found, Relations, fails_at, if_wanted};
use super::witness::cardinality;
use crate::expr::Interval;
use crate::index_set::Extent;
use crate::map::{CheckedProgram, LayoutMap};

/// The facts of a map with this program, over a domain with a point.
pub(super) fn facts(
    map: &LayoutMap,
    code: &CheckedProgram,
    extents: &[i64],
    wanted: Relations,
) -> Findings {
    let normal = Normal::of(code.program(), extents);
    let rows: Vec<Option<&Form>> = code.values().iter().map(|&place| normal.form(place)).collect();
    let complete: Option<Vec<&Form>> = rows.iter().copied().collect();
    let total = total(map, code, &normal);
    let bounds = bounds(map, code, &normal);
    let sound = |found: &Found| matches!(found, Ok(Finding::Holds));
    let surjective = if_wanted(wanted.surjective, || match &complete {
        Some(rows) if sound(&total) => surjective(map, &normal, rows),
        _ => Err(opaque(&normal, "some point may have no value")),
    });
    let injective = if_wanted(wanted.injective, || injective(map, &normal, &rows, sound(&total)));
    Findings { total, bounds, injective, surjective }
}

/// Which operation is not affine; `otherwise`, if all are.
pub(super) fn opaque(normal: &Normal, otherwise: &str) -> String {
    match normal.opaque {
        Some((op, true)) => format!("a '{}' is not affine in digits", op.symbol()),
        Some((op, false)) => format!("a '{}' may be undefined", op.symbol()),
        None => otherwise.to_string(),
    }
}

/// What an extent allows.
pub(super) fn allowed(extent: Extent) -> Interval {
    match extent {
        Extent::Finite(n) => Interval { lo: 0, hi: i128::from(n) - 1 },
        Extent::Integers => Interval::ALL,
    }
}

fn total(map: &LayoutMap, code: &CheckedProgram, normal: &Normal) -> Found {
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
    let failures = suspects.into_iter().filter_map(|point| Witness::undefined(map, point));
    fails_at(failures, "a value may leave its range")
}

fn bounds(map: &LayoutMap, code: &CheckedProgram, normal: &Normal) -> Found {
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
    let failures = suspects.into_iter().filter_map(|point| Witness::outside(map, point));
    fails_at(failures, "a value may leave the codomain")
}

/// Rows without a form are left out: what distinguishes two points need not be every row.
fn injective(map: &LayoutMap, normal: &Normal, rows: &[Option<&Form>], total: bool) -> Found {
    let extents: Vec<i64> = normal.digits.all().iter().map(|digit| digit.extent).collect();
    let known: Vec<&Form> = rows.iter().flatten().copied().collect();
    let unresolved = injective::unresolved(normal, &known);
    if unresolved.is_empty() {
        return Ok(Finding::Holds);
    }
    let column = |digit| known.iter().map(|form| form.coefficient(digit)).collect();
    let columns: Vec<Vec<i128>> = (0..extents.len()).map(column).collect();
    let candidates = injective::kernel_candidates(&columns, &unresolved, &extents);
    let mut pairs = candidates.into_iter().filter_map(|change| {
        let (mut first, mut second) = (vec![0; extents.len()], vec![0; extents.len()]);
        for (digit, by) in change {
            if by > 0 { first[digit] = by } else { second[digit] = -by }
        }
        Witness::collision(map, normal.digits.point(&second)?, normal.digits.point(&first)?)
    });
    if let Some(pair) = pairs.next() {
        return Ok(Finding::Fails(pair));
    }
    let by_counting =
        (known.len() == rows.len() && total).then(|| too_few_values(map, normal, &known)).flatten();
    let why = || opaque(normal, "dominance and rank leave a digit open");
    by_counting.map(Finding::Fails).ok_or_else(why)
}

/// More points than there are values between the least and the greatest of each row.
fn too_few_values(map: &LayoutMap, normal: &Normal, rows: &[&Form]) -> Option<Witness> {
    let values = rows.iter().try_fold(1u128, |product, form| {
        let Interval { lo, hi } = normal.range_of(form)?;
        let step = form.divisor_of_terms().max(1);
        product.checked_mul(((hi - lo) / step + 1).unsigned_abs())
    })?;
    let points = cardinality(map.domain())?;
    (points > values).then_some(Witness::Pigeonhole { points, values })
}

fn surjective(map: &LayoutMap, normal: &Normal, rows: &[&Form]) -> Found {
    let extents = map.codomain().axes().iter().map(|axis| axis.extent());
    let covered = extents.enumerate().all(|(row, extent)| match extent {
        Extent::Finite(n) => normal.exact(rows[row]) && covers(normal, rows, row, n),
        Extent::Integers => false,
    });
    if covered {
        return Ok(Finding::Holds);
    }
    let missing = (0..rows.len()).filter_map(|row| {
        let mut value = vec![0; rows.len()];
        value[row] = missed(normal, rows[row], map.codomain().axes()[row].extent())?;
        Witness::uncovered(map, value)
    });
    fails_at(missing, &opaque(normal, "the digits may leave a gap"))
}

/// Whether a row takes every value below `extent` while the digits of other rows stand at 0.
fn covers(normal: &Normal, rows: &[&Form], row: usize, extent: i64) -> bool {
    let alone = |digit: usize| {
        rows.iter().enumerate().all(|(other, form)| other == row || form.coefficient(digit) == 0)
    };
    let mut start = rows[row].constant();
    let mut strides: Vec<(i128, i128)> = Vec::new();
    for &(digit, a) in rows[row].terms().iter().filter(|&&(digit, _)| alone(digit)) {
        let last = i128::from(normal.digits.full_extent(digit) - 1);
        let Some(reach) = a.checked_mul(last) else { return false };
        if reach < 0 {
            start += reach;
        }
        strides.push((a.abs(), reach.abs()));
    }
    strides.sort_unstable();
    let reach = strides.iter().try_fold(0i128, |reach, &(stride, more)| {
        if stride > reach + 1 { Err(reach) } else { Ok(reach + more) }
    });
    let reach = reach.unwrap_or_else(|reach| reach);
    start <= 0 && start + reach >= i128::from(extent) - 1
}

/// A coordinate within `extent` that a row never is.
fn missed(normal: &Normal, form: &Form, extent: Extent) -> Option<i64> {
    let Interval { lo, hi } = normal.range_of(form)?;
    let Interval { lo: first, hi: last } = allowed(extent);
    let step = form.divisor_of_terms();
    let missed = if lo > first {
        if extent == Extent::Integers { lo - 1 } else { first }
    } else if hi < last {
        if extent == Extent::Integers { hi + 1 } else { last }
    } else if step > 1 && last > first {
        i128::from(form.constant().rem_euclid(step) == 0)
    } else {
        return None;
    };
    i64::try_from(missed).ok()
}

#[cfg(test)]
mod tests;
