//! Questions a compiler asks of a map beyond the four facts.
//!
//! | question | lets a compiler |
//! |---|---|
//! | [`equal`] | use one map for another |
//! | [`constant_along`] | see that an axis holds replicas |
//! | [`fits_bits`] | compute in narrower integers |
//! | [`contiguity`], [`vector_width`] | read or write several neighbours at once |
//! | [`disjoint`] | reorder two accesses |
//!
//! Each tries the structure, the affine form, the bits, and then every point within the
//! [`Budget`].

mod constant;
mod contiguous;
mod disjoint;
mod equal;
mod narrow;
mod one_box;

pub(super) use contiguous::hidden;

pub use constant::constant_along;
pub use contiguous::{Contiguity, contiguity, vector_width};
pub use disjoint::disjoint;
pub use equal::equal;
pub use narrow::fits_bits;

use super::driver::over;
use super::finding::{Finding, Found};
use super::presburger::Steps;
use super::{Budget, Strategy, Verdict};
use crate::map::LayoutMap;

/// One question on its way through the strategies.
struct Question<'a> {
    map: &'a LayoutMap,
    budget: Budget,
    spent: u64,
    verdict: Option<Verdict>,
    reasons: Vec<String>,
}

impl<'a> Question<'a> {
    fn new(map: &'a LayoutMap, budget: &Budget) -> Self {
        let verdict = map.domain().has_no_point().then_some(Verdict::proved(Strategy::Cardinality));
        Question { map, budget: *budget, spent: 0, verdict, reasons: Vec::new() }
    }

    fn ask(&mut self, by: Strategy, strategy: impl FnOnce() -> Found) {
        if self.verdict.is_some() {
            return;
        }
        let _span = tracing::debug_span!("strategy", name = by.name()).entered();
        match strategy() {
            Ok(Finding::Holds) => self.verdict = Some(Verdict::proved(by)),
            Ok(Finding::Fails(witness)) => self.verdict = Some(Verdict::disproved(witness, by)),
            Err(why) => self.reasons.push(format!("{by}: {why}")),
        }
    }

    /// The strategy that spends steps; it may ask other questions, without points.
    fn search(&mut self, strategy: impl FnOnce(&Budget, &mut Steps) -> Found) {
        let budget = Budget { points: 0, ..self.budget };
        let mut steps = Steps(budget.steps);
        self.ask(Strategy::Presburger, || strategy(&budget, &mut steps));
    }

    fn exhaust(&mut self, strategy: impl FnOnce() -> Found) -> Verdict {
        match self.map.domain().few(self.budget.points) {
            Some(points) if self.verdict.is_none() => {
                self.spent = points;
                self.ask(Strategy::Exhaustive, strategy);
            }
            _ => self.reasons.push(over(self.map, self.budget.points)),
        }
        let unknown = || Verdict::Unknown { why: self.reasons.join("; ") };
        self.verdict.clone().unwrap_or_else(unknown)
    }
}

/// A verdict, or where it is unknown what z3 says.
#[cfg(feature = "z3")]
fn or_solved(verdict: Verdict, budget: &Budget, solve: impl FnOnce(u64) -> Found) -> Verdict {
    let Verdict::Unknown { why } = &verdict else { return verdict };
    let by = Strategy::Z3;
    match if budget.steps > 0 { solve(budget.steps) } else { Err("has no steps".to_string()) } {
        Ok(Finding::Holds) => Verdict::proved(by),
        Ok(Finding::Fails(witness)) => Verdict::disproved(witness, by),
        Err(missing) => Verdict::Unknown { why: format!("{why}; {by}: {missing}") },
    }
}

/// A claim about every point, proved of the map on the box around a constrained domain; what
/// fails there may do so outside the constraints.
fn on_hull(map: &LayoutMap, claim: impl FnOnce(&LayoutMap) -> Verdict) -> Option<Verdict> {
    if map.domain().is_box() {
        return None;
    }
    Some(claim(&map.over_hulls()?)).filter(Verdict::is_proved)
}

/// Exhaustion left out.
pub(super) const NO_POINTS: Budget = Budget::of_points(0);
