//! [`System`]: linear equations and inequalities over integers.
//!
//! ```text
//! 0 <= x <= 9              the ends of each column
//! 5 <= x - 2*y <= 20       the ends of sums of several columns
//! 3*x - 7*y + 1 = 0        rows that are zero
//! ```
//!
//! A sum is kept once, divided by what divides its factors, so that inequalities that leave one
//! value, or none, meet. To [settle](System::settle) a system is to use its equations up, each of
//! which takes a column out, and to let ends follow from each other: in the example `x <= 9` gives
//! `y <= 2`. A sum's end that follows from its columns' ends is dropped.
//!
//! A *change* says how the value of a column that was taken out follows from the others'.

use super::ends::{Ends, Quarters};
use super::row::{Row, Terms, divisor, factor};

/// A number for each column.
pub(super) type Point = Vec<i128>;

/// Why nothing was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// The steps are spent.
    Steps,
    /// A number grows too large.
    Numbers,
}

/// What may still be spent. One step is one factor of one sum, looked at or computed once.
#[derive(Clone, Copy, Debug)]
pub(in crate::proof) struct Steps(pub u64);

impl Steps {
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Open> {
        self.0 = self.0.checked_sub(steps as u64).ok_or(Open::Steps)?;
        Ok(())
    }
}

/// Equations and inequalities; see the source file's header.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    pub(super) columns: Vec<Ends>,
    pub(super) sums: Vec<(Terms, Ends)>,
    zero: Vec<Row>,
    pub(super) changes: Vec<Change>,
    /// Whether a demand cannot be met.
    nowhere: bool,
}

/// How the value of a column that was taken out follows from the others'.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// It is this sum of others.
    Sum(u32, Row),
    /// It is any integer at which these rows are not negative.
    Between(u32, Vec<Row>),
}

/// How often ends may follow from ends before columns are taken out.
const ROUNDS: usize = 4;

impl System {
    /// One more column, between these ends.
    pub fn column(&mut self, ends: Ends) -> Row {
        self.columns.push(ends);
        Row::column(self.columns.len() as u32 - 1)
    }

    /// Demands that a row is zero.
    pub fn zero(&mut self, row: Option<Row>) -> Result<(), Open> {
        let row = self.current(row.ok_or(Open::Numbers)?)?;
        self.equation(row);
        Ok(())
    }

    /// Demands that a row is not negative.
    pub fn positive(&mut self, row: Option<Row>) -> Result<(), Open> {
        let row = self.current(row.ok_or(Open::Numbers)?)?;
        self.demand(&row, Ends::from(0))
    }

    /// A row in the columns that equations left.
    fn current(&self, mut row: Row) -> Result<Row, Open> {
        for change in &self.changes {
            if let Change::Sum(column, sum) = change
                && row.at(*column) != 0
            {
                row = row.with(*column, sum).ok_or(Open::Numbers)?;
            }
        }
        Ok(row)
    }

    /// Demands that a row in the columns that are left is zero.
    pub(super) fn equation(&mut self, row: Row) {
        match divisor(row.terms()) {
            0 => self.nowhere |= row.offset() != 0,
            1 => self.zero.push(row),
            by if row.offset() % by != 0 => self.nowhere = true,
            by => {
                let terms = row.terms().iter().map(|&(column, factor)| (column, factor / by));
                self.zero.push(Row::new(terms.collect(), row.offset() / by));
            }
        }
    }

    /// Demands that a row lies between two ends.
    pub(super) fn demand(&mut self, row: &Row, ends: Ends) -> Result<(), Open> {
        let ends = ends.minus(row.offset()).ok_or(Open::Numbers)?;
        let Some(&(column, first)) = row.terms().first() else {
            self.nowhere |= !ends.contain(0);
            return Ok(());
        };
        let by = divisor(row.terms()) * first.signum();
        let ends = ends.divided(by).ok_or(Open::Numbers)?;
        if row.terms().len() == 1 {
            self.confine(column, ends);
        } else {
            let terms = row.terms().iter().map(|&(column, factor)| (column, factor / by));
            self.sums.push((terms.collect(), ends));
        }
        Ok(())
    }

    /// A column lies between these ends, too. Whether that says more than was known.
    pub(super) fn confine(&mut self, column: u32, ends: Ends) -> bool {
        let Some(known) = self.columns.get_mut(column as usize) else { return false };
        let both = known.meet(&ends);
        if both == *known {
            return false;
        }
        *known = both;
        self.nowhere |= both.is_empty();
        if let Some(value) = both.only() {
            self.zero.push(Row::new([(column, 1)].into_iter().collect(), -value));
        }
        true
    }

    /// How many sums of several columns have ends.
    pub fn size(&self) -> usize {
        self.sums.len()
    }

    /// Points, where no sum has an end: each column that is free has its least value, its most, or
    /// one between, all alike or one after the other. None where no integer lies between rational
    /// bounds.
    pub fn points(&self) -> Result<Vec<Point>, Open> {
        let mut points: Vec<Point> = Vec::new();
        for (first, further) in (0..5).map(|k| (k, 0)).chain((0..5).map(|k| (k, 1))) {
            let way = |column: u32| Quarters((first + further * (column % 5)) % 5);
            let columns = (0..).zip(&self.columns);
            let mut point: Point = columns.map(|(column, ends)| ends.some(way(column))).collect();
            let mut there = true;
            for change in self.changes.iter().rev() {
                there = there && change.undo(&mut point, way)?;
            }
            if there && !points.contains(&point) {
                points.push(point);
            }
        }
        Ok(points)
    }

    /// Uses the equations up and lets ends follow. Whether no contradiction came up.
    pub fn settle(&mut self, steps: &mut Steps) -> Result<bool, Open> {
        let mut rounds = 0;
        loop {
            while !self.nowhere && self.by_equation(steps)? {}
            if !self.nowhere {
                self.tidy(steps)?;
            }
            if self.nowhere {
                return Ok(false);
            }
            if !self.zero.is_empty() {
                continue;
            }
            let narrower = rounds < ROUNDS && self.narrow(steps)?;
            rounds += 1;
            if !narrower && self.zero.is_empty() && !self.nowhere {
                return Ok(true);
            }
        }
    }

    /// Each sum once; one with a single value is an equation.
    fn tidy(&mut self, steps: &mut Steps) -> Result<(), Open> {
        steps.spend(self.sums.len())?;
        self.sums.sort_by(|(a, _), (b, _)| a.cmp(b));
        self.sums.dedup_by(|(later, ends), (first, known)| {
            let same = later == first;
            if same {
                *known = known.meet(ends);
            }
            same
        });
        let (zero, nowhere) = (&mut self.zero, &mut self.nowhere);
        self.sums.retain(|(terms, ends)| {
            *nowhere |= ends.is_empty();
            let only = ends.only();
            if let Some(value) = only {
                zero.push(Row::new(terms.clone(), -value));
            }
            only.is_none()
        });
        Ok(())
    }

    /// Takes a column out by an equation, if there is one.
    ///
    /// Where the least factor `a` of the equation is 1 or -1, its column is what the others say.
    /// Otherwise a new column counts it from the others' nearest multiples of `a`, which leaves
    /// factors at most half as large.
    fn by_equation(&mut self, steps: &mut Steps) -> Result<bool, Open> {
        let unit = |row: &Row| row.terms().iter().any(|&(_, factor)| factor.abs() == 1);
        let Some(last) = self.zero.len().checked_sub(1) else { return Ok(false) };
        let equation = self.zero.swap_remove(self.zero.iter().position(unit).unwrap_or(last));
        let least = equation.terms().iter().min_by_key(|(_, factor)| factor.abs());
        let Some(&(column, a)) = least else { return Ok(true) };
        if a.abs() == 1 {
            let sum = equation.without(column).scaled(-a);
            self.replace(column, sum.ok_or(Open::Numbers)?, steps)?;
        } else {
            let sum = equation.without(column).each(|number| -nearest(number, a));
            let counted = self.column(Ends::default());
            let sum = sum.combined(1, &counted, 1).ok_or(Open::Numbers)?;
            let left = equation.with(column, &sum).ok_or(Open::Numbers)?;
            self.replace(column, sum, steps)?;
            self.equation(left);
        }
        Ok(true)
    }

    /// Puts a sum in the place of a column.
    fn replace(&mut self, column: u32, sum: Row, steps: &mut Steps) -> Result<(), Open> {
        steps.spend(self.sums.len() + self.zero.len() + sum.terms().len())?;
        for row in std::mem::take(&mut self.zero) {
            let row = if row.at(column) == 0 { Some(row) } else { row.with(column, &sum) };
            self.equation(row.ok_or(Open::Numbers)?);
        }
        let ends = std::mem::take(&mut self.columns[column as usize]);
        let mut place = 0;
        let mut reached = Vec::new();
        while let Some((terms, _)) = self.sums.get(place) {
            if factor(terms, column) == 0 {
                place += 1;
            } else {
                reached.push(self.sums.swap_remove(place));
            }
        }
        for (terms, ends) in reached {
            steps.spend(terms.len() + sum.terms().len())?;
            let row = Row::new(terms, 0).with(column, &sum).ok_or(Open::Numbers)?;
            self.demand(&row, ends)?;
        }
        self.demand(&sum, ends)?;
        self.changes.push(Change::Sum(column, sum));
        Ok(())
    }

    /// Lets the ends of columns follow from those of sums, and drops what follows of these.
    /// Whether a column's ends came nearer.
    fn narrow(&mut self, steps: &mut Steps) -> Result<bool, Open> {
        let mut narrower = false;
        let mut sums = std::mem::take(&mut self.sums);
        steps.spend(sums.iter().map(|(terms, _)| terms.len()).sum())?;
        sums.retain_mut(|(terms, ends)| {
            let reach = Reach::of(terms, &self.columns);
            let (least, most) = (reach.least.all(), reach.most.all());
            ends.least = ends.least.filter(|&end| least.is_none_or(|least| least < end));
            ends.most = ends.most.filter(|&end| most.is_none_or(|most| most > end));
            if ends.least.is_some() || ends.most.is_some() {
                for &(column, factor) in &*terms {
                    narrower |= self.follow(column, factor, *ends, &reach);
                }
            }
            ends.least.is_some() || ends.most.is_some()
        });
        self.sums = sums;
        Ok(narrower)
    }

    /// What a sum's ends say of one of its columns. Whether that is more than was known.
    fn follow(&mut self, column: u32, factor: i128, ends: Ends, reach: &Reach) -> bool {
        let own = self.columns[column as usize].times(factor);
        // The product is at least the sum's least, less the most of the others.
        let (others_least, others_most) =
            (reach.least.without(own.least), reach.most.without(own.most));
        let minus = |end: Option<i128>, others: Option<i128>| end?.checked_sub(others?);
        let least = minus(ends.least, others_most);
        let most = minus(ends.most, others_least);
        let product = Ends {
            least: least.filter(|&least| own.least.is_none_or(|own| own < least)),
            most: most.filter(|&most| own.most.is_none_or(|own| own > most)),
        };
        if product == Ends::default() {
            return false;
        }
        product.divided(factor).is_some_and(|ends| self.confine(column, ends))
    }
}

/// The sum of the least, or the most, that each term of a sum may be.
struct Total {
    sum: Option<i128>,
    /// How many terms have no end.
    missing: usize,
}

/// How far a sum reaches between the ends of its columns.
struct Reach {
    least: Total,
    most: Total,
}

impl Reach {
    fn of(terms: &Terms, columns: &[Ends]) -> Reach {
        let total = || Total { sum: Some(0), missing: 0 };
        let mut reach = Reach { least: total(), most: total() };
        for &(column, factor) in terms {
            let own = columns[column as usize].times(factor);
            reach.least.add(own.least);
            reach.most.add(own.most);
        }
        reach
    }
}

impl Total {
    fn add(&mut self, end: Option<i128>) {
        match end {
            Some(end) => self.sum = self.sum.and_then(|sum| sum.checked_add(end)),
            None => self.missing += 1,
        }
    }

    /// Of all terms; `None` without end.
    fn all(&self) -> Option<i128> {
        self.sum.filter(|_| self.missing == 0)
    }

    /// Of all terms but one.
    fn without(&self, own: Option<i128>) -> Option<i128> {
        match own {
            Some(own) => self.all()?.checked_sub(own),
            None => self.sum.filter(|_| self.missing == 1),
        }
    }
}

impl Change {
    /// Puts the column's value beside the others'. Whether there is one.
    pub fn undo(&self, point: &mut [i128], way: impl Fn(u32) -> Quarters) -> Result<bool, Open> {
        let (column, value) = match self {
            Change::Sum(column, sum) => (*column, sum.value(point).ok_or(Open::Numbers)?),
            Change::Between(column, rows) => {
                let mut ends = Ends::default();
                for row in rows {
                    let rest = row.without(*column).value(point).ok_or(Open::Numbers)?;
                    // `factor*x + rest >= 0`.
                    let own =
                        Ends::from(0).minus(rest).and_then(|ends| ends.divided(row.at(*column)));
                    ends = ends.meet(&own.ok_or(Open::Numbers)?);
                }
                if ends.is_empty() {
                    return Ok(false);
                }
                (*column, ends.some(way(*column)))
            }
        };
        point[column as usize] = value;
        Ok(true)
    }
}

/// The integer nearest to `number / a`.
fn nearest(number: i128, a: i128) -> i128 {
    let (quotient, rest) = (number.div_euclid(a), number.rem_euclid(a));
    let up = rest > a.abs() / 2;
    if up { quotient + a.signum() } else { quotient }
}
