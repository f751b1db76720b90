//! [`System`]: linear equations and inequalities over integers.
//!
//! ```text
//! 3*x - 7*y + 1 = 0        rows that are zero
//! x - 2*y - 5 >= 0         rows that are not negative
//! ```
//!
//! A *change* takes a column out, and says how its value follows from the others'.

use std::collections::HashMap;

use super::row::Row;

/// Why nothing was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// The steps are spent.
    Steps,
    /// A number leaves 128 bits.
    Numbers,
}

/// What may still be spent. One step is one factor of one row, computed once.
#[derive(Clone, Copy, Debug)]
pub(in crate::proof) struct Steps(pub u64);

impl Steps {
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Open> {
        self.0 = self.0.checked_sub(steps as u64).ok_or(Open::Steps)?;
        Ok(())
    }
}

/// Rows that are zero, and rows that are not negative; see the source file's header.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    width: usize,
    zero: Vec<Row>,
    positive: Vec<Row>,
}

/// How the value of a column that was taken out follows from the others'.
pub(super) enum Change {
    /// It is this sum, of the other columns and of what stood in its own.
    Sum(usize, Row),
    /// It is any integer at which these rows are not negative.
    Between(usize, Vec<Row>),
}

/// A column to take out by its bounds.
pub(super) struct Pick {
    pub column: usize,
    /// Whether an integer lies between any two of its bounds that rationals lie between.
    pub exact: bool,
}

impl System {
    /// One more column.
    pub fn column(&mut self) -> usize {
        self.width += 1;
        self.width - 1
    }

    pub fn width(&self) -> usize {
        self.width
    }

    /// Demands that a row is zero.
    pub fn zero(&mut self, row: Row) {
        self.zero.push(row);
    }

    /// Demands that a row is not negative.
    pub fn positive(&mut self, row: Row) {
        self.positive.push(row);
    }

    /// Every row divided by what divides its factors, each sum once, two inequalities that leave
    /// one value an equation. Whether no row contradicts another, or itself.
    pub fn tidy(&mut self, steps: &mut Steps) -> Result<bool, Open> {
        steps.spend((self.zero.len() + self.positive.len()) * self.width.max(1))?;
        for row in std::mem::take(&mut self.zero) {
            match row.divisor() {
                0 if row.offset() != 0 => return Ok(false),
                0 => {}
                divisor if row.offset() % divisor != 0 => return Ok(false),
                divisor => self.zero.push(row.each(|number| number / divisor)),
            }
        }
        let mut least: HashMap<Vec<i128>, usize> = HashMap::new();
        let mut rows: Vec<Row> = Vec::with_capacity(self.positive.len());
        for row in std::mem::take(&mut self.positive) {
            let divisor = row.divisor();
            if divisor == 0 {
                if row.offset() < 0 {
                    return Ok(false);
                }
                continue;
            }
            let row = row.each(|number| number.div_euclid(divisor));
            match least.get(row.terms()).map(|&place| &mut rows[place]) {
                Some(known) if known.offset() <= row.offset() => {}
                Some(known) => *known = row,
                None => {
                    least.insert(row.terms().to_vec(), rows.len());
                    rows.push(row);
                }
            }
        }
        let mut dropped = vec![false; rows.len()];
        for (place, row) in rows.iter().enumerate() {
            let negated: Vec<i128> = row.terms().iter().map(|&factor| -factor).collect();
            let Some(&other) = least.get(&negated).filter(|&&other| other > place) else {
                continue;
            };
            match row.offset().checked_add(rows[other].offset()).ok_or(Open::Numbers)? {
                room if room < 0 => return Ok(false),
                0 => {
                    self.zero.push(row.clone());
                    (dropped[place], dropped[other]) = (true, true);
                }
                _ => {}
            }
        }
        let kept = rows.into_iter().zip(dropped).filter(|(_, dropped)| !dropped);
        self.positive = kept.map(|(row, _)| row).collect();
        Ok(true)
    }

    /// Takes a column out by an equation, if there is one.
    ///
    /// Where the least factor `a` of the equation is 1 or -1, its column is what the others say.
    /// Otherwise the column is counted from the others' nearest multiples of `a`, which leaves
    /// factors at most half as large.
    pub fn by_equation(&mut self, steps: &mut Steps) -> Result<Option<Change>, Open> {
        let Some(equation) = self.zero.pop() else { return Ok(None) };
        let factors = equation.terms().iter().enumerate().filter(|(_, factor)| **factor != 0);
        let Some((column, &a)) = factors.min_by_key(|(_, factor)| factor.unsigned_abs()) else {
            return Ok(None);
        };
        let rest = equation.without(column);
        let sum = match a {
            1 | -1 => rest.scaled(-a).ok_or(Open::Numbers)?,
            _ => rest.each(|number| -nearest(number, a)),
        };
        if a.abs() != 1 {
            // `a*t + rest - a*nearest`, `t` in the place of the column.
            let left = rest.combined(1, &sum, a);
            let left = left.and_then(|left| left.combined(1, &Row::column(column), a));
            self.zero.push(left.ok_or(Open::Numbers)?);
        }
        let keeps = if a.abs() == 1 { 0 } else { 1 };
        let sum = sum.combined(1, &Row::column(column), keeps).ok_or(Open::Numbers)?;
        let own = if keeps == 1 { self.zero.len() - 1 } else { self.zero.len() };
        let (equations, inequalities) = (self.zero.iter_mut().take(own), self.positive.iter_mut());
        for row in equations.chain(inequalities) {
            let factor = row.at(column);
            if factor != 0 {
                steps.spend(self.width)?;
                *row = row.without(column).combined(1, &sum, factor).ok_or(Open::Numbers)?;
            }
        }
        Ok(Some(Change::Sum(column, sum)))
    }

    /// The column whose bounds are cheapest to combine; `None` where no row has one.
    pub fn pick(&self) -> Option<Pick> {
        let cost = |column: usize| {
            let (below, above) = self.bounds(column);
            if below.is_empty() && above.is_empty() {
                return None;
            }
            let units = |rows: &[&Row]| rows.iter().all(|row| row.at(column).abs() == 1);
            let exact = below.is_empty() || above.is_empty() || units(&below) || units(&above);
            let grown = (below.len() * above.len()) as i128 - (below.len() + above.len()) as i128;
            let largest = below.iter().chain(&above).map(|row| row.at(column).abs()).max();
            Some(((!exact, if exact { 0 } else { largest? }, grown), Pick { column, exact }))
        };
        let all = (0..self.width).filter_map(cost);
        all.min_by_key(|(cost, _)| *cost).map(|(_, pick)| pick)
    }

    /// The rows that bound a column from below, and those that do from above.
    fn bounds(&self, column: usize) -> (Vec<&Row>, Vec<&Row>) {
        let bounds = self.positive.iter().filter(|row| row.at(column) != 0);
        bounds.partition(|row| row.at(column) > 0)
    }

    /// Every integer of a column lies between these.
    pub fn between(&self, column: usize) -> Change {
        let bounds = self.positive.iter().filter(|row| row.at(column) != 0);
        Change::Between(column, bounds.cloned().collect())
    }

    /// The system that is left of the others when a column goes: each lower bound below each upper
    /// one; for a *dark* shadow so far below that an integer lies between.
    pub fn shadow(&self, column: usize, dark: bool, steps: &mut Steps) -> Result<System, Open> {
        let (below, above) = self.bounds(column);
        steps.spend(below.len() * above.len() * self.width)?;
        let kept = self.positive.iter().filter(|row| row.at(column) == 0);
        let mut positive: Vec<Row> = kept.cloned().collect();
        for low in &below {
            for high in &above {
                let (b, a) = (low.at(column), -high.at(column));
                let apart = if dark { (a - 1).checked_mul(b - 1) } else { Some(0) };
                let row = low.combined(a, high, b).zip(apart);
                let row = row.and_then(|(row, apart)| row.plus(-apart));
                positive.push(row.ok_or(Open::Numbers)?);
            }
        }
        Ok(System { width: self.width, zero: self.zero.clone(), positive })
    }

    /// Systems that have, together with the dark shadow, all points: in each the column lies just
    /// above one of its lower bounds.
    pub fn splinters(&self, column: usize) -> impl Iterator<Item = Result<System, Open>> + '_ {
        let (below, above) = self.bounds(column);
        let a = above.iter().map(|row| -row.at(column)).max().unwrap_or(1);
        below.into_iter().flat_map(move |low| {
            let b = low.at(column);
            let last = a.checked_mul(b).map_or(-1, |product| (product - a - b).div_euclid(a));
            let overflown = a.checked_mul(b).is_none().then_some(Err(Open::Numbers));
            let splinter = move |i: i128| {
                let mut system = self.clone();
                system.zero(low.plus(-i).ok_or(Open::Numbers)?);
                Ok(system)
            };
            overflown.into_iter().chain((0..=last).map(splinter))
        })
    }
}

impl Change {
    /// Puts the column's value beside the others'. Whether there is one.
    pub fn undo(&self, point: &mut [i128]) -> Result<bool, Open> {
        let value = match self {
            Change::Sum(_, sum) => sum.value(point).ok_or(Open::Numbers)?,
            Change::Between(column, rows) => {
                let (mut least, mut most): (Option<i128>, Option<i128>) = (None, None);
                for row in rows {
                    let factor = row.at(*column);
                    let rest = row.without(*column).value(point).ok_or(Open::Numbers)?;
                    // `factor*x + rest >= 0`.
                    let quotient = rest.div_euclid(factor.abs());
                    if factor > 0 {
                        least = least.max(Some(-quotient));
                    } else {
                        most = Some(most.map_or(quotient, |most| most.min(quotient)));
                    }
                }
                match (least, most) {
                    (Some(least), Some(most)) if least > most => return Ok(false),
                    (Some(least), _) => least,
                    (None, most) => most.unwrap_or(0),
                }
            }
        };
        let (Change::Sum(column, _) | Change::Between(column, _)) = self;
        point[*column] = value;
        Ok(true)
    }
}

/// The integer nearest to `number / a`.
fn nearest(number: i128, a: i128) -> i128 {
    let (quotient, rest) = (number.div_euclid(a), number.rem_euclid(a));
    let up = rest > a.abs() / 2;
    if up { quotient + a.signum() } else { quotient }
}
