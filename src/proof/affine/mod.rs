//! The affine strategy: `b + A*d` over the digits of the coordinates, with a symbol for each
//! operation that is not affine.
//!
//! [`normalize`] brings the map's program to that form, exactly and with every subexpression
//! safe. Then:
//!
//! - *total* and *bounds* are asked of the exact range of each value, reached at a corner;
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
use super::finding::{Finding, Found, fails_at};
use super::normal::{NormalForm, Places, allowed};
use crate::expr::Interval;
use crate::index_set::{Extent, Point};
use crate::map::LayoutMap;

impl NormalForm for Normal {
    type Form = Form;

    const KIND: &'static str = "affine in digits";
    const DOUBT: &'static str = "some point may have no value";

    fn places(&self) -> &Places<Form> {
        &self.places
    }

    /// As far as digits decide.
    fn ends(&self, form: &Form) -> Vec<Point> {
        let end = |sign| self.digits.point(&self.digits.extreme(form, sign)?);
        [end(-1), end(1)].into_iter().flatten().collect()
    }

    fn injective(&self, map: &LayoutMap, rows: &[Option<&Form>], total: bool) -> Found {
        let extents: Vec<i64> = self.digits.all().iter().map(|digit| digit.extent).collect();
        let known: Vec<&Form> = rows.iter().flatten().copied().collect();
        let unresolved = injective::unresolved(self, &known);
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
            Witness::collision(map, self.digits.point(&second)?, self.digits.point(&first)?)
        });
        if let Some(pair) = pairs.next() {
            return Ok(Finding::Fails(pair));
        }
        let by_counting = (known.len() == rows.len() && total)
            .then(|| too_few_values(map, self, &known))
            .flatten();
        let why = || self.opaque_or("dominance and rank leave a digit open");
        by_counting.map(Finding::Fails).ok_or_else(why)
    }

    fn surjective(&self, map: &LayoutMap, rows: &[&Form], _: bool) -> Found {
        let extents = map.codomain().axes().iter().map(|axis| axis.extent());
        let covered = extents.enumerate().all(|(row, extent)| match extent {
            Extent::Finite(n) => self.exact(rows[row]) && covers(self, rows, row, n),
            Extent::Integers => false,
        });
        if covered {
            return Ok(Finding::Holds);
        }
        let missing = (0..rows.len()).filter_map(|row| {
            let mut value = vec![0; rows.len()];
            value[row] = missed(self, rows[row], map.codomain().axes()[row].extent())?;
            Witness::uncovered(map, value)
        });
        fails_at(missing, &self.opaque_or("the digits may leave a gap"))
    }
}

/// More points than there are values between the least and the greatest of each row.
fn too_few_values(map: &LayoutMap, normal: &Normal, rows: &[&Form]) -> Option<Witness> {
    let values = rows.iter().try_fold(1u128, |product, form| {
        let Interval { lo, hi } = normal.range_of(form)?;
        let step = form.divisor_of_terms().max(1);
        product.checked_mul(((hi - lo) / step + 1).unsigned_abs())
    })?;
    let points = map.domain().size().counted()?;
    (points > values).then_some(Witness::Pigeonhole { points, values })
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
