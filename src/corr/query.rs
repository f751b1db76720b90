//! Questions to a correspondence: where a point goes, where it comes from, all pairs.
//!
//! Answers are multisets, points with multiplicities. A span asks for the fibre of its left leg and
//! follows the right one; a join asks the first correspondence, and the second about each answer:
//!
//! ```text
//! image of a under S o R   =   sum over b of (a with b in R) times (image of b under S)
//! ```
//!
//! Each question may look at as many occurrences as the budget has points.

use std::collections::BTreeMap;

use super::error::times;
use super::{CorrError, LayoutCorr, Shape, Span};
use crate::index_set::{IndexSet, Point};
use crate::map::{LayoutMap, preimage};
use crate::proof::Budget;

/// Points with how often each occurs.
pub type Multiset = BTreeMap<Point, u64>;

/// Pairs with how often each occurs.
pub type Pairs = BTreeMap<(Point, Point), u64>;

impl LayoutCorr {
    /// The points that `point` goes with, with multiplicities.
    ///
    /// # Errors
    /// A point of another rank, more occurrences than the budget, a count that leaves 64 bits.
    pub fn image(&self, point: &[i64], budget: &Budget) -> Result<Multiset, CorrError> {
        check_rank(point, &self.from)?;
        match &self.shape {
            Shape::Span(span) => image_of(span, point, budget),
            Shape::Join(first, second) => {
                let mut total = Multiset::new();
                for (middle, count) in first.image(point, budget)? {
                    for (value, more) in second.image(&middle, budget)? {
                        add(&mut total, value, times(count, more)?)?;
                    }
                }
                Ok(total)
            }
            Shape::Product(first, second) => {
                let (a, b) = point.split_at(first.from.rank());
                let (left, right) = (first.image(a, budget)?, second.image(b, budget)?);
                let mut total = Multiset::new();
                for (x, count) in &left {
                    for (y, more) in &right {
                        total.insert([x.as_slice(), y].concat(), times(*count, *more)?);
                    }
                }
                Ok(total)
            }
        }
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
    /// More occurrences than the budget, or a count that leaves 64 bits.
    pub fn pairs(&self, budget: &Budget) -> Result<Pairs, CorrError> {
        let mut total = Pairs::new();
        match &self.shape {
            Shape::Span(span) => {
                within(span.occurrences().hull().cardinality(), budget)?;
                for occurrence in span.occurrences().points() {
                    if let Some(pair) = pair(span, &occurrence) {
                        add(&mut total, pair, span.weight)?;
                    }
                }
            }
            Shape::Join(first, second) => {
                let mut onward = Onward::of(second, budget)?;
                for ((from, middle), count) in first.pairs(budget)? {
                    for (to, more) in onward.image(middle)? {
                        add(&mut total, (from.clone(), to.clone()), times(count, *more)?)?;
                    }
                }
            }
            Shape::Product(first, second) => {
                let right = second.pairs(budget)?;
                for ((a, b), count) in first.pairs(budget)? {
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

/// The images under a correspondence: of every point, or of those asked for where all are too many.
struct Onward<'a> {
    corr: &'a LayoutCorr,
    budget: &'a Budget,
    complete: bool,
    images: BTreeMap<Point, Multiset>,
}

impl<'a> Onward<'a> {
    fn of(corr: &'a LayoutCorr, budget: &'a Budget) -> Result<Self, CorrError> {
        let mut onward = Onward { corr, budget, complete: false, images: BTreeMap::new() };
        match corr.pairs(budget) {
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
            let image = self.corr.image(&point, self.budget)?;
            self.images.insert(point.clone(), image);
        }
        Ok(self.images.entry(point).or_default())
    }
}

/// The pair that an occurrence relates, if both legs have a value there.
fn pair(span: &Span, occurrence: &[i64]) -> Option<(Point, Point)> {
    Some((span.left.eval(occurrence).ok()?, span.right.eval(occurrence).ok()?))
}

fn image_of(span: &Span, point: &[i64], budget: &Budget) -> Result<Multiset, CorrError> {
    let fibre = preimage(&span.left, point, budget)?;
    within(fibre.effort(), budget)?;
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

/// `Ok` if so many occurrences may be looked at.
pub(super) fn within(points: Option<i64>, budget: &Budget) -> Result<(), CorrError> {
    if points.and_then(|n| u64::try_from(n).ok()).is_some_and(|n| n <= budget.points) {
        return Ok(());
    }
    let points = points.map_or("more than 2^63".to_string(), |n| n.to_string());
    Err(CorrError::Size { points, budget: budget.points })
}

fn check_rank(point: &[i64], set: &IndexSet) -> Result<(), CorrError> {
    if point.len() == set.rank() {
        return Ok(());
    }
    Err(CorrError::Rank { expected: set.rank(), found: point.len(), set: set.to_string() })
}
