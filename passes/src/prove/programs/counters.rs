//! What a loop counts: which values its counter has in the body.
//!
//! ```text
//! for i  = 0 to 200 step 64        0, 64, 128, 192           64 * i, i : 4
//! for i8 = 0 to 120 step 100       0, 100, -56, 44, …        it wraps: all that is below 120
//! for i  = max(n, 0) to 16         all of max(n, 0) .. 16    n le i and 0 le i and i lt 16
//! ```
//!
//! The first is exact, and so is the last, as by steps of 1 a loop runs through all that is within
//! its bounds. Of the second, and of one whose steps are not constant, nothing is disproved.

use melior::ir::operation::OperationLike;
use tileir::expr::Interval;
use tileir::{BinaryOp, Inst};

use super::scope::Scope;
use super::unknowns::Origin;
use crate::builder::{Op, name_of};

/// By steps as long as this a counter of 64 bits does not get to the largest number: that takes
/// two thousand million rounds and a size that no memory has.
const LONGEST_STEP: i64 = 1 << 32;

/// Where one loop runs.
pub struct Bounds {
    /// It runs from the greatest of these.
    pub lower: Vec<u32>,
    /// It stays below each of these.
    pub upper: Vec<u32>,
    /// How far each round goes; `None` where that is not a constant.
    pub step: Option<i64>,
}

impl<'c> Scope<'c> {
    /// The counter of a loop, which from now on runs. Only steps forward have a meaning.
    pub(super) fn run(&mut self, op: Op<'c>, bounds: &Bounds, bits: u32) -> Option<u32> {
        if bounds.step.is_some_and(|step| step < 1) {
            return None;
        }
        let wraps = !self.ends(op, bounds, bits);
        let (name, location) = (self.loop_name(), Some(op.location()));
        let counted = if wraps { None } else { self.counted(&name, bounds) };
        let place = counted.unwrap_or_else(|| {
            // By steps of 1 it runs through all that is within the bounds.
            let origin = match bounds.step {
                Some(1) if !wraps => Origin::Counted,
                _ if wraps => Origin::Unread(format!("the counter of '{}' may wrap", name_of(op))),
                _ => Origin::Unread(format!("the steps of '{}' are not read", name_of(op))),
            };
            self.unknown(&name, bits, location, origin)
        });
        if counted.is_none() {
            // A counter that wraps is below its bounds wherever the body runs, but not above them.
            let zero = self.linear.constant(0);
            let least = match wraps {
                true if op.has_attribute("unsignedCmp") => vec![zero],
                true => Vec::new(),
                false => bounds.lower.clone(),
            };
            for lower in least {
                let above = self.binary(BinaryOp::Le, lower, place);
                self.assume(above);
            }
        }
        for &upper in &bounds.upper {
            self.assume_below(place, upper);
        }
        if counted.is_some() {
            self.counter(name, place, location);
        }
        Some(place)
    }

    /// Whether a counter of so many bits is proved to get to its end: by steps of 1 it always does.
    pub(super) fn comes_to_end(&self, op: Op<'c>, bounds: &Bounds, bits: u32) -> bool {
        let forward = bounds.step.is_none_or(|step| step >= 1);
        bounds.step == Some(1) || forward && self.ends(op, bounds, bits)
    }

    /// Whether the counter is proved to get beyond its bounds without leaving its bits: upstream
    /// adds the step in a machine's integer, and compares after that.
    ///
    /// ```text
    /// for i8 0 to 120 step 100        0, 100, then 200, which is -56 and below 120
    /// ```
    ///
    /// The last counter is below each upper bound, so it is enough that one of these plus the step
    /// fits. It is asked of bounds that are constant alone in the loops of `affine`, whose arithmetic
    /// does not overflow, and where a counter of 64 bits goes by short steps: no size is so near
    /// the largest number, and no loop gets there.
    fn ends(&self, op: Op<'c>, bounds: &Bounds, bits: u32) -> bool {
        let bits = if op.has_attribute("unsignedCmp") { bits + 1 } else { bits };
        let most = Interval::signed(bits).hi;
        let constant = |&place: &u32| matches!(self.linear.inst(place), Inst::Const(_));
        let far = bits >= 64 && bounds.step.is_some_and(|step| step <= LONGEST_STEP);
        let given = far || name_of(op).starts_with("affine.");
        if given && !bounds.upper.iter().any(constant) {
            return true;
        }
        let interval = |&place: &u32| self.linear.interval(place);
        let Some(least) = bounds.lower.iter().map(interval).map(|lower| lower.lo).max() else {
            return false;
        };
        let starts = bounds.lower.iter().map(interval).map(|lower| lower.hi).max().unwrap_or(most);
        bounds.upper.iter().map(interval).any(|upper| {
            let span = upper.hi.saturating_sub(least).max(0);
            match bounds.step {
                Some(step) => {
                    let step = i128::from(step);
                    let exact = least == starts && upper.lo == upper.hi;
                    let rounds = (span + step - 1) / step;
                    let after = least.saturating_add(rounds.saturating_mul(step));
                    (exact && after <= most) || upper.hi.saturating_add(step - 1) <= most
                }
                // A step of which a second round is left is less than the span.
                None => starts <= 0 && upper.hi.saturating_add(span) <= most,
            }
        })
    }

    /// `lower + step * axis`, the axis as long as the loop can be.
    fn counted(&mut self, name: &str, bounds: &Bounds) -> Option<u32> {
        let step = bounds.step?;
        let lower = match bounds.lower.as_slice() {
            [lower] => *lower,
            several => self.extreme_of(several, false)?,
        };
        let rounds = bounds.upper.iter().map(|&upper| {
            let span = self.binary(BinaryOp::Sub, upper, lower);
            let most = match self.linear.safe(span) {
                true => self.linear.interval(span).hi,
                false => self.linear.interval(upper).hi - self.linear.interval(lower).lo,
            };
            (most.max(0) + i128::from(step) - 1) / i128::from(step)
        });
        let extent = i64::try_from(rounds.min()?).ok()?;
        let axis = self.axis(name, extent);
        let step = self.linear.constant(step);
        let passed = self.binary(BinaryOp::Mul, axis, step);
        Some(self.binary(BinaryOp::Add, lower, passed))
    }

    /// `i`, `j`, …, then `l6`, `l7`, …
    fn loop_name(&mut self) -> String {
        let number = self.loops;
        self.loops += 1;
        match "ijklmn".chars().nth(number) {
            Some(letter) => letter.to_string(),
            None => format!("l{number}"),
        }
    }
}
