//! Injectivity of a system of forms.
//!
//! Equal values at two points mean that each row's form has equal values: `A*δ = 0` for the
//! variables' differences `δ`, with `|δi| < ni`. A variable is *resolved* when `δi = 0` follows.
//! Exact arguments, repeated until nothing changes:
//!
//! 1. **Dominance.** If the small terms of a row together stay below what divides the large
//!    ones, the small ones sum to 0 and the large ones sum to 0: the row is two rows. A row of
//!    one term resolves its variable. This recovers mixed-radix coordinates of dense, padded,
//!    reversed and transposed strides.
//! 2. **Divisibility.** If `g` divides all terms but `a*δi`, then `g / gcd(g, a)` divides `δi`;
//!    when that is at least `ni`, the variable is resolved.
//! 3. **Symbols.** Once `u xor v` and `u` are resolved, `v` is a row; once `v mod m` is resolved,
//!    `v` is a row *modulo m*; once `v floordiv m` is, too, `v` is a row.
//! 4. **Whole axes.** Digits of one axis that stand in a row by their weights are the axis, whose
//!    difference stays below its extent; a ragged axis has fewer points than its digits have
//!    settings. So the row is there a second time with a variable for the axis.
//! 5. **Rank.** If the columns left are independent modulo the prime 2^31 - 1, a minor is not
//!    0 modulo it, hence not 0: `δ = 0`. Columns that are dependent modulo it decide nothing.
//!
//! The map is injective if every *digit* is resolved.

use super::form::{Form, Terms, gcd};
use super::normalize::{Normal, Symbol};
use crate::expr::BinaryOp;

const PRIME: i128 = (1 << 31) - 1;

/// Systems with more entries are left to other strategies.
const ENTRY_LIMIT: usize = 1 << 16;

/// How often the arguments are repeated.
const ROUNDS: usize = 200;

/// `sum of terms = 0`, modulo a number if that is not 0.
struct Row {
    terms: Terms,
    modulus: i128,
}

impl Row {
    fn of(form: &Form, modulus: i128) -> Row {
        Row { terms: form.terms().into(), modulus }
    }
}

/// The digits that are not resolved: none if the map is injective.
pub(super) fn unresolved(normal: &Normal, forms: &[&Form]) -> Vec<usize> {
    let digits = normal.digits.all().iter().map(|digit| i128::from(digit.extent));
    let symbols = normal.symbols.iter().map(|symbol| symbol.range.hi - symbol.range.lo + 1);
    let axes = normal.digits.extents().iter().map(|&extent| i128::from(extent));
    let extents: Vec<i128> = digits.chain(symbols).chain(axes).collect();
    let mut system = System {
        rows: Vec::new(),
        resolved: vec![false; extents.len()],
        used: vec![false; normal.symbols.len()],
        extents,
    };
    for form in forms {
        system.add(normal, form, 0);
    }
    for _ in 0..ROUNDS {
        let entries: usize = system.rows.iter().map(|row| row.terms.len()).sum();
        if entries > ENTRY_LIMIT || !(system.reduce(normal) | system.use_symbols(normal)) {
            break;
        }
    }
    system.rank(normal);
    (0..normal.digits.all().len()).filter(|&digit| !system.resolved[digit]).collect()
}

struct System {
    rows: Vec<Row>,
    extents: Vec<i128>,
    resolved: Vec<bool>,
    /// The symbols that have given all the rows they can.
    used: Vec<bool>,
}

impl System {
    /// Adds a row, and the row with whole axes where that says more.
    fn add(&mut self, normal: &Normal, form: &Form, modulus: i128) {
        self.rows.push(Row::of(form, modulus));
        let first = normal.digits.all().len() + normal.symbols.len();
        let (mut terms, mut merged) = (Terms::from(form.terms()), false);
        for axis in (0..normal.digits.extents().len()).filter(|&axis| normal.digits.is_ragged(axis))
        {
            let digits = normal.digits.of_axis(axis);
            let weight = |place: usize| i128::from(normal.digits.all()[place].weight);
            let per_unit = form.coefficient(digits.start) / weight(digits.start);
            let whole = |place| {
                weight(place).checked_mul(per_unit).is_some_and(|a| a == form.coefficient(place))
            };
            if per_unit != 0 && digits.clone().all(whole) {
                terms.retain(|&mut (variable, _)| !digits.contains(&variable));
                terms.push((first + axis, per_unit));
                merged = true;
            }
        }
        if merged {
            self.rows.push(Row { terms, modulus });
        }
    }

    /// That equal values mean that a variable is equal.
    fn resolve(&mut self, normal: &Normal, variable: usize) {
        self.resolved[variable] = true;
        let first = normal.digits.all().len() + normal.symbols.len();
        if let Some(axis) = variable.checked_sub(first) {
            normal.digits.of_axis(axis).for_each(|digit| self.resolved[digit] = true);
        }
    }

    /// Dominance and divisibility, once over every row.
    fn reduce(&mut self, normal: &Normal) -> bool {
        let mut changed = false;
        let mut pieces = Vec::new();
        for mut row in std::mem::take(&mut self.rows) {
            row.terms.retain(|&mut (variable, _)| !self.resolved[variable]);
            row.terms.sort_by_key(|&(variable, a)| (a.unsigned_abs(), variable));
            let before = pieces.len();
            self.split(row, &mut pieces);
            changed |= pieces.len() > before + 1;
        }
        for row in &pieces {
            for place in 0..row.terms.len() {
                let variable = row.terms[place].0;
                if !self.resolved[variable] && divides_out(row, place, self.extents[variable]) {
                    self.resolve(normal, variable);
                    changed = true;
                }
            }
        }
        self.rows = pieces;
        changed
    }

    /// Splits a row, sorted by size, wherever dominance allows.
    fn split(&self, row: Row, pieces: &mut Vec<Row>) {
        let mut divisors = vec![row.modulus; row.terms.len() + 1];
        for (place, &(_, a)) in row.terms.iter().enumerate().rev() {
            divisors[place] = gcd(divisors[place + 1], a);
        }
        let (mut terms, mut reach) = (Terms::new(), 0i128);
        for (place, (variable, a)) in row.terms.into_iter().enumerate() {
            if !terms.is_empty() && reach < divisors[place] {
                pieces.push(Row { terms: std::mem::take(&mut terms), modulus: 0 });
                reach = 0;
            }
            terms.push((variable, a));
            let most = a.saturating_abs().saturating_mul(self.extents[variable] - 1);
            reach = reach.saturating_add(most);
        }
        if !terms.is_empty() {
            let modulus = if reach < row.modulus { 0 } else { row.modulus };
            pieces.push(Row { terms, modulus });
        }
    }

    /// The rows that resolved symbols give.
    fn use_symbols(&mut self, normal: &Normal) -> bool {
        let first = normal.digits.all().len();
        let mut changed = false;
        for (place, symbol) in normal.symbols.iter().enumerate() {
            if self.used[place] || !self.resolved[first + place] {
                continue;
            }
            let row = match symbol.op {
                BinaryOp::Xor if self.settled(&symbol.left) => Some((&symbol.right, 0)),
                BinaryOp::Xor if self.settled(&symbol.right) => Some((&symbol.left, 0)),
                BinaryOp::Mod => {
                    symbol.right.as_constant().map(|modulus| (&symbol.left, modulus.abs()))
                }
                BinaryOp::FloorDiv if self.has_remainder(normal, symbol) => Some((&symbol.left, 0)),
                _ => None,
            };
            if let Some((form, modulus)) = row {
                self.add(normal, form, modulus);
                self.used[place] = true;
                changed = true;
            }
        }
        changed
    }

    fn settled(&self, form: &Form) -> bool {
        form.terms().iter().all(|&(variable, _)| self.resolved[variable])
    }

    /// Whether the divisor of a quotient and its remainder are resolved.
    fn has_remainder(&self, normal: &Normal, quotient: &Symbol) -> bool {
        let first = normal.digits.all().len();
        let mut resolved = normal.symbols.iter().zip(&self.resolved[first..]);
        self.settled(&quotient.right)
            && resolved.any(|(symbol, &resolved)| {
                resolved
                    && symbol.op == BinaryOp::Mod
                    && symbol.left == quotient.left
                    && symbol.right == quotient.right
            })
    }

    /// Resolves what is left if the exact rows' columns are independent modulo the prime.
    fn rank(&mut self, normal: &Normal) {
        for row in &mut self.rows {
            row.terms.retain(|&mut (variable, _)| !self.resolved[variable]);
        }
        self.rows.retain(|row| row.modulus == 0 && !row.terms.is_empty());
        let mut columns: Vec<usize> =
            self.rows.iter().flat_map(|row| &row.terms).map(|&(variable, _)| variable).collect();
        columns.sort_unstable();
        columns.dedup();
        if self.rows.len().saturating_mul(columns.len()) > ENTRY_LIMIT {
            return;
        }
        let dense = self.rows.iter().map(|row| {
            let mut entries = vec![0; columns.len()];
            for &(variable, a) in &row.terms {
                if let Ok(place) = columns.binary_search(&variable) {
                    entries[place] = a.rem_euclid(PRIME);
                }
            }
            entries
        });
        if rank_modulo_prime(dense) == columns.len() {
            columns.into_iter().for_each(|variable| self.resolve(normal, variable));
        }
    }
}

fn divides_out(row: &Row, place: usize, extent: i128) -> bool {
    let others = row.terms.iter().enumerate().filter(|&(other, _)| other != place);
    let divisor = others.fold(row.modulus, |g, (_, &(_, b))| gcd(g, b));
    divisor == 0 || divisor / gcd(divisor, row.terms[place].1) >= extent
}

fn rank_modulo_prime(rows: impl Iterator<Item = Vec<i128>>) -> usize {
    let mut basis: Vec<(usize, Vec<i128>)> = Vec::new();
    for mut row in rows {
        for (lead, other) in &basis {
            let factor = row[*lead];
            if factor != 0 {
                let reduced = |(a, b): (&mut i128, &i128)| *a = (*a - factor * b).rem_euclid(PRIME);
                row.iter_mut().zip(other).for_each(reduced);
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
    let agrees = |(&x, &y): (&i128, &i128)| {
        x.checked_mul(t).zip(y.checked_mul(s)).is_some_and(|(x, y)| x == y)
    };
    a.iter().zip(b).all(agrees).then_some((t, s))
}
