//! What one strategy says of the four facts, before the driver gathers it.

use super::Witness;

/// A question decided.
#[derive(Clone, Debug)]
pub(super) enum Finding {
    Holds,
    Fails(Witness),
}

/// A finding, or what the strategy lacked.
pub(super) type Found = Result<Finding, String>;

/// Which facts about pairs of points, and about all values, are wanted; a strategy need not look
/// for the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relations {
    pub injective: bool,
    pub surjective: bool,
}

/// The finding if it is wanted.
pub(super) fn if_wanted(wanted: bool, find: impl FnOnce() -> Found) -> Found {
    if wanted { find() } else { Err("not asked".to_string()) }
}

/// What one strategy found.
#[derive(Clone, Debug)]
pub(super) struct Findings {
    pub total: Found,
    pub bounds: Found,
    pub injective: Found,
    pub surjective: Found,
}

impl Findings {
    /// Nothing decided, for one reason.
    pub fn nothing(why: &str) -> Findings {
        let found: Found = Err(why.to_string());
        Findings {
            total: found.clone(),
            bounds: found.clone(),
            injective: found.clone(),
            surjective: found,
        }
    }
}

/// The first witness there is, or `why` nothing is decided.
pub(super) fn fails_at(mut witnesses: impl Iterator<Item = Witness>, why: &str) -> Found {
    witnesses.next().map(Finding::Fails).ok_or_else(|| why.to_string())
}
