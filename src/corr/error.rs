//! What can be wrong with a correspondence, or with a question about one.

use thiserror::Error;

use crate::error::MapError;
use crate::map::NoFibre;

/// Why there is no such correspondence, or no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CorrError {
    /// Legs over different occurrences.
    #[error("the left leg starts from {left}, the right leg from {right}")]
    Occurrences {
        /// The left leg's domain.
        left: String,
        /// The right leg's.
        right: String,
    },
    /// A join, which has no set of occurrences.
    #[error("the correspondence is a join, whose occurrences are no set")]
    NoLegs,
    /// Occurrences that count more than once, where each has to count once.
    #[error("each occurrence counts {weight} times, not once")]
    Weight {
        /// How often.
        weight: u64,
    },
    /// A placement over other points than the copies of the logical ones.
    #[error("the placement starts from {found}, not from {expected}")]
    Placement {
        /// The logical axes and the replicas'.
        expected: String,
        /// The placement's domain.
        found: String,
    },
    /// A composition over different middle sets.
    #[error("cannot compose: the first correspondence goes to {first}, the second from {second}")]
    Middle {
        /// Where the first goes.
        first: String,
        /// Where the second starts.
        second: String,
    },
    /// Relations between different sets.
    #[error("the correspondences go from {left} and from {right}")]
    Sets {
        /// The sets of the first.
        left: String,
        /// The sets of the second.
        right: String,
    },
    /// A point of another rank than the set.
    #[error("the point has {found} coordinates, the set {set} has {expected}")]
    Rank {
        /// The set's rank.
        expected: usize,
        /// The point's.
        found: usize,
        /// The set, printed.
        set: String,
    },
    /// More points than may be looked at: occurrences, and those among which they are found.
    #[error("{points} points are to be looked at, over the budget of {budget}")]
    Size {
        /// How many, as far as the question came; or in words that it leaves 64 bits.
        points: String,
        /// The budget.
        budget: u64,
    },
    /// A multiplicity that leaves 64 bits.
    #[error("the multiplicity {lhs} times {rhs} leaves 64 bits")]
    Overflow {
        /// A factor.
        lhs: u64,
        /// The other.
        rhs: u64,
    },
    /// A set or a map that has no meaning.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A leg whose fibre is not known.
    #[error(transparent)]
    Fibre(#[from] NoFibre),
}

/// A product of multiplicities.
pub(super) fn times(lhs: u64, rhs: u64) -> Result<u64, CorrError> {
    lhs.checked_mul(rhs).ok_or(CorrError::Overflow { lhs, rhs })
}
