//! [`NotFlat`]: why a composition is no single shape and stride.
//!
//! ```text
//! (4,6,8):(2,3,5) o 6:3: in mode 0 the values grow evenly for 2 of 3 steps, until mode 0 of the
//! outer layout, of extent 4, is full (at 4 the value is 9, not 14); 2 does not divide 3; by
//! CuTe's rule, (2,3):(6,3) is 3 at 2, not 7
//! ```
//!
//! **The law.** Each coordinate and value in here was evaluated, and can be again: `at` is a
//! one-dimensional coordinate of the inner layout of [`NotFlat::composition`], `value` what the
//! composition is there.

use std::fmt;

use super::layout::Layout;

/// Why a composition has no flat form of the inner operand's shape.
///
/// `A(B(x))` is exact all the same, as a map; see
/// [`Composition`](super::Composition). Each number in here was evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFlat {
    /// The composition, `outer o inner`, whose coordinates and values the others are.
    pub composition: String,
    /// The proof.
    pub reason: Reason,
    /// What CuTe's rule of rounded-up quotients would give, and where that is wrong; `None` if
    /// the rule gives nothing.
    pub refuted: Option<Refuted>,
}

/// A proof that there is no flat form, or that none was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// In a leaf of the inner operand the values grow evenly for `run` steps and then do not,
    /// since a mode of the outer operand is full. So the next mode of a flat form would have
    /// extent `run`, which does not divide `extent`.
    Run {
        /// The leaf of the inner operand.
        mode: String,
        /// What of its extent is left to be split.
        extent: i64,
        /// How far the values grow evenly.
        run: i64,
        /// The mode of the outer operand, flat and merged as [`NotFlat::composition`] has it.
        outer_mode: usize,
        /// Its extent.
        outer_extent: i64,
        /// The coordinate at which they do not.
        at: i64,
        /// The value there.
        value: i64,
        /// What even growth would give.
        even: i64,
    },
    /// Every flat form is the same function as this layout, and it is wrong at a coordinate.
    Carry(Refuted),
    /// The search for a form, or for a witness against it, was given up.
    Undecided {
        /// What was in the way.
        what: String,
    },
}

/// A layout that is not the composition, and a coordinate that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The layout.
    pub candidate: Layout,
    /// The one-dimensional coordinate.
    pub at: i64,
    /// The value of the composition there.
    pub value: i64,
    /// The value of the candidate there.
    pub found: i64,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refuted { candidate, at, value, found } = self;
        write!(f, "{candidate} is {found} at {at}, not {value}")
    }
}

impl fmt::Display for NotFlat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.composition)?;
        match &self.reason {
            Reason::Run { mode, extent, run, outer_mode, outer_extent, at, value, even } => write!(
                f,
                "in mode {mode} the values grow evenly for {run} of {extent} steps, until mode \
                 {outer_mode} of the outer layout, of extent {outer_extent}, is full (at {at} the \
                 value is {value}, not {even}); {run} does not divide {extent}"
            )?,
            Reason::Carry(refuted) => write!(f, "the only candidate {refuted}")?,
            Reason::Undecided { what } => write!(f, "undecided: {what}")?,
        }
        match &self.refuted {
            Some(refuted) => write!(f, "; by CuTe's rule, {refuted}"),
            None => Ok(()),
        }
    }
}
