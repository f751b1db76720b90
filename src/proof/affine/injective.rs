//! Injectivity of `A*d` over a box of digits.
//!
//! Equal values at two points mean `A*δ = 0` for their difference `δ`, with `|δi| < ni`. A
//! digit is *resolved* when `δi = 0` follows. Three exact arguments, repeated until nothing
//! changes:
//!
//! 1. **Dominance.** If the small terms of a row together stay below what divides the large
//!    ones, the small ones sum to 0 and the large ones sum to 0: the row is two rows. A row of
//!    one term resolves its digit. This recovers mixed-radix coordinates of dense, padded,
//!    reversed and transposed strides.
//! 2. **Divisibility.** If `g` divides all terms but `a*δi`, then `g / gcd(g, a)` divides `δi`;
//!    when that is at least `ni`, the digit is resolved.
//! 3. **Rank.** If the columns left are independent modulo the prime 2^31 - 1, a minor is not
//!    0 modulo it, hence not 0: `δ = 0`. Columns that are dependent modulo it decide nothing.

use super::form::gcd;

const PRIME: i128 = (1 << 31) - 1;

/// Rows longer than this in all are left to other strategies.
const ENTRY_LIMIT: usize = 1 << 16;

type Row = Vec<(usize, i128)>;

/// The digits that are not resolved: none if the map is injective.
pub(super) fn unresolved(rows: Vec<Row>, extents: &[i64]) -> Vec<usize> {
    let mut resolved = vec![false; extents.len()];
    let mut rows = rows;
    let mut changed = true;
    while changed && rows.iter().map(Vec::len).sum::<usize>() <= ENTRY_LIMIT {
        changed = false;
        let mut pieces = Vec::new();
        for mut row in std::mem::take(&mut rows) {
            row.retain(|&(digit, _)| !resolved[digit]);
            row.sort_by_key(|&(digit, a)| (a.unsigned_abs(), digit));
            let before = pieces.len();
            split(row, extents, &mut pieces);
            changed |= pieces.len() > before + 1;
        }
        for row in &pieces {
            for (place, &(digit, a)) in row.iter().enumerate() {
                if !resolved[digit] && divides_out(row, place, a, extents[digit]) {
                    resolved[digit] = true;
                    changed = true;
                }
            }
        }
        rows = pieces;
    }
    for row in &mut rows {
        row.retain(|&(digit, _)| !resolved[digit]);
    }
    let left: Vec<usize> = (0..extents.len()).filter(|&digit| !resolved[digit]).collect();
    if rank(&rows, &left) == left.len() { Vec::new() } else { left }
}

/// Splits a row, sorted by size, wherever dominance allows.
fn split(row: Row, extents: &[i64], pieces: &mut Vec<Row>) {
    let mut divisors = vec![0; row.len() + 1];
    for (place, &(_, a)) in row.iter().enumerate().rev() {
        divisors[place] = gcd(divisors[place + 1], a);
    }
    let (mut piece, mut reach) = (Row::new(), 0i128);
    for (place, (digit, a)) in row.into_iter().enumerate() {
        if !piece.is_empty() && reach < divisors[place] {
            pieces.push(std::mem::take(&mut piece));
            reach = 0;
        }
        piece.push((digit, a));
        reach = reach.saturating_add(a.saturating_abs().saturating_mul((extents[digit] - 1).into()));
    }
    if !piece.is_empty() {
        pieces.push(piece);
    }
}

fn divides_out(row: &[(usize, i128)], place: usize, a: i128, extent: i64) -> bool {
    let others = row.iter().enumerate().filter(|&(other, _)| other != place);
    let divisor = others.fold(0, |g, (_, &(_, b))| gcd(g, b));
    divisor == 0 || divisor / gcd(divisor, a) >= extent.into()
}

/// The rank of these columns modulo the prime.
fn rank(rows: &[Row], columns: &[usize]) -> usize {
    let dense = |row: &Row| {
        let mut entries = vec![0; columns.len()];
        for &(digit, a) in row {
            if let Ok(place) = columns.binary_search(&digit) {
                entries[place] = a.rem_euclid(PRIME);
            }
        }
        entries
    };
    if rows.len().saturating_mul(columns.len()) > ENTRY_LIMIT {
        return 0;
    }
    let mut basis: Vec<(usize, Vec<i128>)> = Vec::new();
    for mut row in rows.iter().map(dense) {
        for (lead, other) in &basis {
            let factor = row[*lead];
            if factor != 0 {
                row.iter_mut().zip(other).for_each(|(a, b)| *a = (*a - factor * b).rem_euclid(PRIME));
            }
        }
        if let Some(lead) = row.iter().position(|&a| a != 0) {
            let inverse = power(row[lead], PRIME - 2);
            row.iter_mut().for_each(|a| *a = *a * inverse % PRIME);
            basis.push((lead, row));
        }
    }
    basis.len()
}

fn power(base: i128, mut exponent: i128) -> i128 {
    let (mut base, mut result) = (base, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}

/// Differences `δ` with `A*δ = 0` among the unresolved digits, as `(digit, change)`: a column
/// of zeros, and two columns that are multiples of one another.
pub(super) fn kernel_candidates(
    columns: &[Vec<i128>],
    unresolved: &[usize],
    extents: &[i64],
) -> Vec<Vec<(usize, i64)>> {
    const COLUMN_LIMIT: usize = 128;
    let mut found = Vec::new();
    for &i in unresolved.iter().filter(|&&i| columns[i].iter().all(|&a| a == 0)) {
        found.push(vec![(i, 1)]);
    }
    let few = &unresolved[..unresolved.len().min(COLUMN_LIMIT)];
    for (place, &i) in few.iter().enumerate() {
        for &k in &few[place + 1..] {
            if let Some((t, s)) = parallel(&columns[i], &columns[k])
                && t.unsigned_abs() < extents[i].unsigned_abs().into()
                && s.unsigned_abs() < extents[k].unsigned_abs().into()
                && let (Ok(t), Ok(s)) = (i64::try_from(t), i64::try_from(s))
            {
                found.push(vec![(i, t), (k, -s)]);
            }
        }
    }
    found
}

/// The least `t > 0` and the `s` with `t*a = s*b`, if there are any and neither is zero.
fn parallel(a: &[i128], b: &[i128]) -> Option<(i128, i128)> {
    let (&x, &y) = a.iter().zip(b).find(|&(&x, &y)| x != 0 && y != 0)?;
    let g = gcd(x, y);
    let (t, s) = ((y / g).abs(), x / g * y.signum());
    let agrees = |(&x, &y): (&i128, &i128)| Some(x.checked_mul(t)? == y.checked_mul(s)?);
    a.iter().zip(b).map(agrees).collect::<Option<Vec<bool>>>()?.into_iter().all(|same| same)
        .then_some((t, s))
}
