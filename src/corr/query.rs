//! Questions to a correspondence: where a point goes, where it comes from, all pairs.
//!
//! Answers are multisets, points with multiplicities. A span asks for the fibre of its left leg and
//! follows the right one; a join asks the first correspondence, and the second about each answer:
//!
//! ```text
//! image of a under S o R   =   sum over b of (a with b in R) times (image of b under S)
//! ```
//!
//! A question may look at as many points as the budget has: occurrences, and those among which they
//! are found. The parts of a join, and all the questions that it asks them, share them.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::error::times;
use super::{CorrError, LayoutCorr, Shape, Span};
use crate::index_set::{IndexSet, Point};
use crate::map::{LISTED, LayoutMap, preimage};
use crate::proof::Budget;

/// Points with how often each occurs.
pub type Multiset = BTreeMap<Point, u64>;

/// Pairs with how often each occurs.
pub type Pairs = BTreeMap<(Point, Point), u64>;

impl LayoutCorr {
    /// The points that `point` goes with, with multiplicities.
    ///
    /// # Errors
    /// A point of another rank, more points to look at than the budget, a count that leaves 64 bits.
    pub fn image(&self, point: &[i64], budget: &Budget) -> Result<Multiset, CorrError> {
        check_rank(point, &self.from)?;
        self.image_within(point, &Left::of(budget))
    }

    /// The points that go with `point`, with multiplicities.
    ///
    /// # Errors
    /// As [`image`](LayoutCorr::image).
    pub fn fibre(&self, point: &[i64], budget: &Budget) -> Result<Multiset, CorrError> {
        self.converse().image(point, budget)
    }

    /// Every pair, with multiplicities.
    ///
    /// # Errors
    /// More points to look at than the budget, or a count that leaves 64 bits.
    pub fn pairs(&self, budget: &Budget) -> Result<Pairs, CorrError> {
        self.pairs_within(&Left::of(budget))
    }

    fn image_within(&self, point: &[i64], left: &Left) -> Result<Multiset, CorrError> {
        match &self.shape {
            Shape::Span(span) => image_of(span, point, left),
            Shape::Join(first, second) => {
                let mut total = Multiset::new();
                for (middle, count) in first.image_within(point, left)? {
                    left.ask(second)?;
                    for (value, more) in second.image_within(&middle, left)? {
                        add(&mut total, value, times(count, more)?)?;
                    }
                }
                Ok(total)
            }
            Shape::Product(first, second) => {
                let (a, b) = point.split_at(first.from.rank());
                let (of_first, of_second) =
                    (first.image_within(a, left)?, second.image_within(b, left)?);
                let mut total = Multiset::new();
                for (x, count) in &of_first {
                    left.take(of_second.len() as u64)?;
                    for (y, more) in &of_second {
                        total.insert([x.as_slice(), y].concat(), times(*count, *more)?);
                    }
                }
                Ok(total)
            }
        }
    }

    fn pairs_within(&self, left: &Left) -> Result<Pairs, CorrError> {
        let mut total = Pairs::new();
        match &self.shape {
            Shape::Span(span) => {
                left.take_all(span.occurrences().hull().cardinality())?;
                for occurrence in span.occurrences().points() {
                    if let Some(pair) = pair(span, &occurrence) {
                        add(&mut total, pair, span.weight)?;
                    }
                }
            }
            Shape::Join(first, second) => {
                let pairs = first.pairs_within(left)?;
                let mut onward = Onward::of(second, left)?;
                for ((from, middle), count) in pairs {
                    let image = onward.image(middle)?;
                    left.take(image.len() as u64)?;
                    for (to, more) in image {
                        add(&mut total, (from.clone(), to.clone()), times(count, *more)?)?;
                    }
                }
            }
            Shape::Product(first, second) => {
                let right = second.pairs_within(left)?;
                for ((a, b), count) in first.pairs_within(left)? {
                    left.take(right.len() as u64)?;
                    for ((c, d), more) in &right {
                        let pair = ([a.as_slice(), c].concat(), [b.as_slice(), d].concat());
                        total.insert(pair, times(count, *more)?);
                    }
                }
            }
        }
        Ok(total)
    }
}

/// A budget, and what was looked at already.
struct Left {
    budget: u64,
    looked_at: Cell<u64>,
}

impl Left {
    fn of(budget: &Budget) -> Self {
        Left { budget: budget.points, looked_at: Cell::new(0) }
    }

    /// Takes so many points to look at.
    fn take(&self, points: u64) -> Result<(), CorrError> {
        let total = self.looked_at.get().saturating_add(points);
        if total > self.budget {
            return Err(CorrError::Size { points: total.to_string(), budget: self.budget });
        }
        self.looked_at.set(total);
        Ok(())
    }

    /// As [`take`](Left::take); `None` leaves 64 bits.
    fn take_all(&self, points: Option<i64>) -> Result<(), CorrError> {
        match points.and_then(|points| u64::try_from(points).ok()) {
            Some(points) => self.take(points),
            None => Err(CorrError::Size { points: "more than 2^63".into(), budget: self.budget }),
        }
    }

    /// Takes what one more question costs, before any answer.
    fn ask(&self, corr: &LayoutCorr) -> Result<(), CorrError> {
        let listed = corr.span().and_then(|span| span.occurrences().hull().cardinality());
        let listed = listed.filter(|&points| points <= LISTED);
        self.take(listed.and_then(|points| u64::try_from(points).ok()).unwrap_or(1).max(1))
    }

    /// What is left.
    fn budget(&self) -> Budget {
        Budget::of_points(self.budget - self.looked_at.get())
    }
}

/// The images under a correspondence: of every point, or of those asked for where all are too many.
struct Onward<'a> {
    corr: &'a LayoutCorr,
    left: &'a Left,
    complete: bool,
    images: BTreeMap<Point, Multiset>,
}

impl<'a> Onward<'a> {
    fn of(corr: &'a LayoutCorr, left: &'a Left) -> Result<Self, CorrError> {
        let mut onward = Onward { corr, left, complete: false, images: BTreeMap::new() };
        let half = Left::of(&Budget::of_points(left.budget().points / 2));
        let pairs = corr.pairs_within(&half);
        left.take(half.looked_at.get())?;
        match pairs {
            Ok(pairs) => {
                for ((from, to), count) in pairs {
                    onward.images.entry(from).or_default().insert(to, count);
                }
                onward.complete = true;
            }
            Err(CorrError::Size { .. }) => {}
            Err(error) => return Err(error),
        }
        Ok(onward)
    }

    fn image(&mut self, point: Point) -> Result<&Multiset, CorrError> {
        if !self.complete && !self.images.contains_key(&point) {
            self.left.ask(self.corr)?;
            let image = self.corr.image_within(&point, self.left)?;
            self.images.insert(point.clone(), image);
        }
        Ok(self.images.entry(point).or_default())
    }
}

/// The pair that an occurrence relates, if both legs have a value there.
fn pair(span: &Span, occurrence: &[i64]) -> Option<(Point, Point)> {
    Some((span.left.eval(occurrence).ok()?, span.right.eval(occurrence).ok()?))
}

fn image_of(span: &Span, point: &[i64], left: &Left) -> Result<Multiset, CorrError> {
    let fibre = preimage(&span.left, point, &left.budget())?;
    left.take_all(fibre.effort())?;
    let follow = |leg: &LayoutMap, at: Point| leg.eval(&at).ok();
    let mut total = Multiset::new();
    for value in fibre.points().filter_map(|at| follow(&span.right, at)) {
        add(&mut total, value, span.weight)?;
    }
    Ok(total)
}

fn add<K: Ord>(total: &mut BTreeMap<K, u64>, key: K, count: u64) -> Result<(), CorrError> {
    let sum = total.entry(key).or_default();
    let overflow = CorrError::Overflow { lhs: *sum, rhs: count };
    *sum = sum.checked_add(count).ok_or(overflow)?;
    Ok(())
}

fn check_rank(point: &[i64], set: &IndexSet) -> Result<(), CorrError> {
    if point.len() == set.rank() {
        return Ok(());
    }
    Err(CorrError::Rank { expected: set.rank(), found: point.len(), set: set.to_string() })
}
