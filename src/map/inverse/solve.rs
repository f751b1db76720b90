//! Solving for the digits: from the values back to the coordinates, step by step.
//!
//! Each output is an equation `value = constant + sum of a*v` over [digits and
//! symbols](super::forms); the value is a number that a program computes. Steps that keep every
//! solution, repeated until nothing changes:
//!
//! | step | equation | gives |
//! |---|---|---|
//! | a single term | `value = a*v` | `v = value floordiv a` |
//! | dominance | `value = small + g*large`, `small` within `g` numbers from `lo` | `large = (value - lo) floordiv g`, `small = (value - lo) mod g + lo` |
//! | divisibility | `value = a*v + g*rest`, `v` below `g` | `v = value / a` modulo `g` |
//! | symbols | `s = u xor v`, `u` known | `v = s xor u` |
//! | | `q = u floordiv m`, `r = u mod m` | `u = m*q + r` |
//! | | `r = u mod m` | `u = r` modulo `m` |
//! | rank | several equations | one with fewer variables |
//!
//! ```text
//! value = 72*i1 + s,  s = j xor i0 < 8         dominance: i1 = value floordiv 72, s = value mod 72
//! ```
//!
//! What comes out is a candidate: [`law`](super::law) proves that it undoes the map.

use super::forms::{Form, Forms, Symbol};
use super::integers::{gcd, inverse_modulo, operation, scaled, shifted};
use crate::expr::BinaryOp::{Add, FloorDiv, Mod, Sub, Xor};
use crate::expr::{Program, ProgramBuilder};

/// How often the steps are repeated.
const ROUNDS: usize = 200;

/// More equations or variables than this are not eliminated.
const SYSTEM_LIMIT: usize = 64;

/// `value = sum of terms`, modulo a number if that is not 0.
#[derive(Clone, Debug)]
struct Row {
    terms: Vec<(usize, i128)>,
    modulus: i128,
    value: u32,
}

struct Solver<'a> {
    forms: &'a Forms,
    builder: ProgramBuilder,
    rows: Vec<Row>,
    /// The value of each variable that is solved for.
    known: Vec<Option<u32>>,
    /// The symbols that have given their equation.
    used: Vec<bool>,
}

/// The coordinates of `axes` axes from the values of the outputs; `None` if a digit stays open.
pub(super) fn coordinates(forms: &Forms, axes: usize) -> Option<Program> {
    let mut builder = ProgramBuilder::default();
    let mut rows = Vec::new();
    for (output, form) in forms.outputs.iter().enumerate() {
        let value = builder.coord(output);
        let value = shifted(&mut builder, value, form.constant.checked_neg()?)?;
        rows.push(Row { terms: form.terms.clone(), modulus: 0, value });
    }
    let known = vec![None; forms.ranges.len()];
    let used = vec![false; forms.symbols.len()];
    let mut solver = Solver { forms, builder, rows, known, used };
    for _ in 0..ROUNDS {
        if !(solver.step()? || solver.eliminate()?) {
            break;
        }
    }
    let points = (0..axes).map(|axis| solver.value_of(&forms.coordinate(axis)));
    let points = points.collect::<Option<Vec<u32>>>()?;
    Some(solver.builder.finish(&points))
}

impl Solver<'_> {
    /// Every step but the last, once; whether something changed.
    fn step(&mut self) -> Option<bool> {
        let mut changed = self.substitute()?;
        for row in std::mem::take(&mut self.rows) {
            changed |= self.cut(row)?;
        }
        // Cut as far as possible first: quotients and remainders read better than differences.
        if changed {
            return Some(true);
        }
        for place in 0..self.rows.len() {
            let row = self.rows[place].clone();
            for at in 0..row.terms.len() {
                changed |= self.single_out(&row, at)?;
            }
        }
        for place in 0..self.forms.symbols.len() {
            changed |= self.undo(place)?;
        }
        Some(changed)
    }

    /// Moves the variables that are known to the side of the value.
    fn substitute(&mut self) -> Option<bool> {
        let mut changed = false;
        for mut row in std::mem::take(&mut self.rows) {
            let (known, open): (Vec<_>, Vec<_>) =
                row.terms.iter().copied().partition(|&(v, _)| self.known[v].is_some());
            changed |= !known.is_empty();
            for (variable, a) in known {
                let part = scaled(&mut self.builder, self.known[variable]?, a)?;
                row.value = self.builder.binary(Sub, row.value, part);
            }
            row.terms = open;
            if !row.terms.is_empty() {
                self.rows.push(row);
            }
        }
        Some(changed)
    }

    /// Dominance: the rows that a row falls into.
    fn cut(&mut self, mut row: Row) -> Option<bool> {
        row.terms.sort_by_key(|&(variable, a)| (a.unsigned_abs(), variable));
        let mut divisors = vec![row.modulus; row.terms.len() + 1];
        for (place, &(_, a)) in row.terms.iter().enumerate().rev() {
            divisors[place] = gcd(divisors[place + 1], a);
        }
        let (mut lo, mut hi) = (0i128, 0i128);
        for place in 0..row.terms.len() {
            let (variable, a) = row.terms[place];
            let (least, most) = self.forms.ranges[variable];
            let (x, y) = (a.checked_mul(least)?, a.checked_mul(most)?);
            (lo, hi) = (lo.checked_add(x.min(y))?, hi.checked_add(x.max(y))?);
            let g = divisors[place + 1];
            if g <= hi - lo {
                continue;
            }
            let large = row.terms.split_off(place + 1);
            let from_lo = shifted(&mut self.builder, row.value, lo.checked_neg()?)?;
            let small = operation(&mut self.builder, Mod, from_lo, g)?;
            let small = shifted(&mut self.builder, small, lo)?;
            self.rows.push(Row { terms: row.terms, modulus: 0, value: small });
            if !large.is_empty() {
                let value = operation(&mut self.builder, FloorDiv, from_lo, g)?;
                let terms = large.into_iter().map(|(variable, a)| (variable, a / g)).collect();
                self.rows.push(Row { terms, modulus: row.modulus / g, value });
            }
            return Some(true);
        }
        self.rows.push(row);
        Some(false)
    }

    /// A single term, or divisibility: whether the variable at this place of a row is solved for.
    fn single_out(&mut self, row: &Row, at: usize) -> Option<bool> {
        let (variable, a) = row.terms[at];
        if self.known[variable].is_some() {
            return Some(false);
        }
        let others = row.terms.iter().enumerate().filter(|&(place, _)| place != at);
        let g = others.fold(row.modulus, |g, (_, &(_, other))| gcd(g, other));
        let value = if a < 0 {
            let zero = self.builder.constant(0);
            self.builder.binary(Sub, zero, row.value)
        } else {
            row.value
        };
        let a = a.checked_abs()?;
        if g == 0 {
            self.known[variable] = Some(operation(&mut self.builder, FloorDiv, value, a)?);
            return Some(true);
        }
        let common = gcd(g, a);
        let modulus = g / common;
        let (lo, hi) = self.forms.ranges[variable];
        if hi - lo >= modulus {
            return Some(false);
        }
        let reduced = operation(&mut self.builder, FloorDiv, value, common)?;
        let reduced = match inverse_modulo(a / common, modulus)? {
            1 => reduced,
            factor => {
                let whole = Form { constant: 0, terms: row.terms.clone() };
                let fits = self.forms.range(&whole).is_some_and(|(lo, hi)| {
                    let most = lo.saturating_abs().max(hi.saturating_abs());
                    row.modulus == 0 && most.saturating_mul(factor) <= i64::MAX.into()
                });
                let reduced = match fits {
                    true => reduced,
                    false => operation(&mut self.builder, Mod, reduced, modulus)?,
                };
                scaled(&mut self.builder, reduced, factor)?
            }
        };
        let from_lo = shifted(&mut self.builder, reduced, lo.checked_neg()?)?;
        let within = operation(&mut self.builder, Mod, from_lo, modulus)?;
        self.known[variable] = Some(shifted(&mut self.builder, within, lo)?);
        Some(true)
    }

    /// The equation that a known symbol gives.
    fn undo(&mut self, place: usize) -> Option<bool> {
        let first = self.forms.digits.len();
        let Some(value) = self.known[first + place].filter(|_| !self.used[place]) else {
            return Some(false);
        };
        let Symbol { op, left, right } = &self.forms.symbols[place];
        let (form, value, modulus) = match op {
            Xor => match (self.value_of(left), self.value_of(right)) {
                (Some(left), None) => (right, self.builder.binary(Xor, value, left), 0),
                (None, Some(right)) => (left, self.builder.binary(Xor, value, right), 0),
                _ => return Some(false),
            },
            Mod => (left, value, right.as_constant()?),
            FloorDiv => {
                let Some(rest) = self.remainder(left, right) else { return Some(false) };
                let multiple = scaled(&mut self.builder, value, right.as_constant()?)?;
                (left, self.builder.binary(Add, multiple, rest), 0)
            }
            _ => return Some(false),
        };
        self.used[place] = true;
        let value = shifted(&mut self.builder, value, form.constant.checked_neg()?)?;
        self.rows.push(Row { terms: form.terms.clone(), modulus, value });
        Some(true)
    }

    /// The remainder that goes with a quotient, if it is known.
    fn remainder(&self, left: &Form, right: &Form) -> Option<u32> {
        let first = self.forms.digits.len();
        let mut symbols = self.forms.symbols.iter().enumerate();
        let own = |s: &Symbol| s.op == Mod && s.left == *left && s.right == *right;
        symbols.find_map(|(place, symbol)| self.known[first + place].filter(|_| own(symbol)))
    }

    /// A form whose variables are all known.
    fn value_of(&mut self, form: &Form) -> Option<u32> {
        if form.terms.iter().any(|&(variable, _)| self.known[variable].is_none()) {
            return None;
        }
        let mut sum = None;
        for &(variable, a) in &form.terms {
            let term = scaled(&mut self.builder, self.known[variable]?, a)?;
            sum = Some(sum.map_or(term, |sum| self.builder.binary(Add, sum, term)));
        }
        match sum {
            Some(sum) => shifted(&mut self.builder, sum, form.constant),
            None => Some(self.builder.constant(i64::try_from(form.constant).ok()?)),
        }
    }

    /// Gaussian elimination without fractions; whether a row has come down to one variable.
    fn eliminate(&mut self) -> Option<bool> {
        let (mut rows, others): (Vec<Row>, Vec<Row>) =
            std::mem::take(&mut self.rows).into_iter().partition(|row| row.modulus == 0);
        let mut variables: Vec<usize> =
            rows.iter().flat_map(|row| row.terms.iter().map(|&(variable, _)| variable)).collect();
        variables.sort_unstable();
        variables.dedup();
        if rows.len() > SYSTEM_LIMIT || variables.len() > SYSTEM_LIMIT {
            self.rows = [rows, others].concat();
            return Some(false);
        }
        let coefficient =
            |row: &Row, variable| row.terms.iter().find(|term| term.0 == variable).map(|&(_, a)| a);
        let mut pivots = Vec::new();
        for variable in variables {
            let free = |&place: &usize| !pivots.contains(&place);
            let mut places = (0..rows.len()).filter(free);
            let found =
                places.find_map(|place| Some((place, coefficient(&rows[place], variable)?)));
            let Some((pivot, p)) = found else { continue };
            pivots.push(pivot);
            let own = rows[pivot].clone();
            for (_, row) in rows.iter_mut().enumerate().filter(|&(place, _)| place != pivot) {
                let Some(q) = coefficient(row, variable) else { continue };
                let g = gcd(p, q);
                let (keep, take) = (p / g, q / g);
                let form = Form { constant: 0, terms: std::mem::take(&mut row.terms) };
                let form = Form::default().plus(keep, &form)?;
                let pivot_form = Form { constant: 0, terms: own.terms.clone() };
                row.terms = form.plus(take.checked_neg()?, &pivot_form)?.terms;
                let kept = scaled(&mut self.builder, row.value, keep)?;
                let taken = scaled(&mut self.builder, own.value, take)?;
                row.value = self.builder.binary(Sub, kept, taken);
            }
        }
        let single = rows.iter().any(|row| row.terms.len() == 1);
        rows.retain(|row| !row.terms.is_empty());
        self.rows = rows;
        self.rows.extend(others);
        Some(single && !pivots.is_empty())
    }
}
