//! Taking a column out by its ends: what is left of the others is the *shadow*.
//!
//! Each lower bound is to lie below each upper one, over the rationals (Fourier, Motzkin). Where
//! one of the two has the factor 1 that is exact over the integers, too. Else the shadow may have
//! points above which no integer lies:
//!
//! ```text
//! 3*x >= y, 2*x <= y + 1     the shadow          2*y <= 3*y + 3
//!                            the dark shadow     2*y + 2 <= 3*y + 3: an integer lies between
//! ```
//!
//! If there is a point, but none above the dark shadow, then it lies just above a lower bound, and
//! each such *splinter* is a system with one more equation.

use super::ends::Ends;
use super::row::{Row, factor, gcd, times};
use super::system::{Change, Open, Steps, System};

/// A column, and what it costs to take it out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Column {
    pub place: u32,
    /// Whether an integer lies between any two of its bounds that rationals lie between.
    pub exact: bool,
    /// By how many bounds its shadow has more.
    pub grown: i64,
    /// Its largest factor.
    pub largest: i128,
    /// How many values it has; `None` without end.
    pub values: Option<u128>,
}

/// Which shadow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shadow {
    Rational,
    Dark,
}

/// The bounds of a column, by side.
#[derive(Clone, Default)]
struct Sides {
    below: i64,
    above: i64,
    largest_below: i128,
    largest_above: i128,
}

impl System {
    /// The columns that sums reach.
    pub fn reached(&self, steps: &mut Steps) -> Result<Vec<Column>, Open> {
        let mut sides = vec![Sides::default(); self.columns.len()];
        let terms = self.sums.iter().map(|(terms, _)| terms.len()).sum::<usize>();
        steps.spend(terms + sides.len() / 8)?;
        for (terms, ends) in &self.sums {
            for &(column, factor) in terms {
                let side = &mut sides[column as usize];
                let (low, high) =
                    if factor > 0 { (ends.least, ends.most) } else { (ends.most, ends.least) };
                if low.is_some() {
                    side.below += 1;
                    side.largest_below = side.largest_below.max(factor.abs());
                }
                if high.is_some() {
                    side.above += 1;
                    side.largest_above = side.largest_above.max(factor.abs());
                }
            }
        }
        let column = |(place, (sides, ends)): (u32, (Sides, &Ends))| {
            if sides.below + sides.above == 0 {
                return None;
            }
            let (below, above) = (
                sides.below + i64::from(ends.least.is_some()),
                sides.above + i64::from(ends.most.is_some()),
            );
            let exact =
                below == 0 || above == 0 || sides.largest_below <= 1 || sides.largest_above <= 1;
            Some(Column {
                place,
                exact,
                grown: below * above - below - above,
                largest: sides.largest_below.max(sides.largest_above),
                values: ends.count(),
            })
        };
        Ok((0..).zip(sides.into_iter().zip(&self.columns)).filter_map(column).collect())
    }

    /// The lower bounds of a column and its upper ones: rows that are not negative.
    pub fn bounds(&self, column: u32) -> Result<(Vec<Row>, Vec<Row>), Open> {
        let one = [(column, 1)].into_iter().collect();
        let own = std::iter::once((&one, &self.columns[column as usize]));
        let sums = self.sums.iter().map(|(terms, ends)| (terms, ends));
        let (mut below, mut above) = (Vec::new(), Vec::new());
        for (terms, ends) in own.chain(sums) {
            let own = factor(terms, column);
            if own == 0 {
                continue;
            }
            let row = Row::new(terms.clone(), 0);
            let least = ends.least.map(|least| row.combined(1, &Row::constant(least), -1));
            let most = ends.most.map(|most| row.combined(-1, &Row::constant(most), 1));
            let (low, high) = if own > 0 { (least, most) } else { (most, least) };
            for (side, row) in [(&mut below, low), (&mut above, high)] {
                side.extend(row.map(|row| row.ok_or(Open::Numbers)).transpose()?);
            }
        }
        Ok((below, above))
    }

    /// Leaves the shadow.
    pub fn project(&mut self, column: u32, shadow: Shadow, steps: &mut Steps) -> Result<(), Open> {
        let (below, above) = self.bounds(column)?;
        self.sums.retain(|(terms, _)| factor(terms, column) == 0);
        self.columns[column as usize] = Default::default();
        for low in &below {
            for high in &above {
                steps.spend(low.terms().len() + high.terms().len())?;
                let (b, a) = (low.at(column), -high.at(column));
                let common = gcd(a, b);
                let row = low.combined(a / common, high, b / common);
                let apart = match shadow {
                    Shadow::Rational => 0,
                    Shadow::Dark => times(a - 1, b - 1).ok_or(Open::Numbers)?,
                };
                let least = -(-apart).div_euclid(common);
                self.demand(&row.ok_or(Open::Numbers)?, Ends::from(least))?;
            }
        }
        self.changes.push(Change::Between(column, [below, above].concat()));
        Ok(())
    }

    /// Systems that have, together with the dark shadow, all points: in each the column lies just
    /// above one of its lower bounds.
    pub fn splinters(
        &self,
        column: u32,
    ) -> Result<impl Iterator<Item = Result<System, Open>> + use<>, Open> {
        let (below, above) = self.bounds(column)?;
        let a = above.iter().map(|row| -row.at(column)).max().unwrap_or(1);
        let last = |low: Row| {
            let b = low.at(column);
            let product = times(a, b).ok_or(Open::Numbers)?;
            Ok((low, (product - a - b).div_euclid(a)))
        };
        let below: Vec<(Row, i128)> = below.into_iter().map(last).collect::<Result<_, Open>>()?;
        let system = self.clone();
        let rows = below.into_iter();
        let rows = rows.flat_map(|(low, last)| (0..=last).map(move |above| low.plus(-above)));
        Ok(rows.map(move |row| {
            let mut splinter = system.clone();
            splinter.equation(row.ok_or(Open::Numbers)?);
            Ok(splinter)
        }))
    }

    /// Systems in each of which the column has one of its values.
    pub fn values(self, column: u32) -> impl Iterator<Item = Result<System, Open>> {
        let ends = self.columns[column as usize];
        let values = ends.least.unwrap_or(0)..=ends.most.unwrap_or(-1);
        values.map(move |value| {
            let mut system = self.clone();
            system.confine(column, Ends { least: Some(value), most: Some(value) });
            Ok(system)
        })
    }
}
