//! [`Effects`]: what an atom does besides giving a value, and so what may move across it.
//!
//! Values are no effects: who uses which register is written in the program. What is not
//! written there are five things, and [`may_swap`] asks each of them, of two neighbours:
//!
//! | effect | two neighbours stay as they are, when |
//! |---|---|
//! | reads, writes | both touch a memory, one of them writes it, and they are not proved disjoint |
//! | orders | one touches a memory that the other keeps in order: a barrier, a wait, a branch |
//! | completes, awaits | one waits for what the other only begins |
//! | converges, diverges | one needs all lanes of a group, the other parts them |
//!
//! ```
//! use tileir::atom::{atom, may_swap};
//! use tileir::proof::Verdict;
//! let unknown = Verdict::Unknown { why: "two addresses".to_string() };
//! let (mma, barrier) = (atom("mma.m16n8k16.f32.f16")?, atom("barrier.block")?);
//! may_swap(&mma.effects, &barrier.effects, &unknown)?;
//!
//! let (store, load) = (atom("store.shared.32")?, atom("load.shared.32")?);
//! assert_eq!(
//!     may_swap(&store.effects, &load.effects, &unknown).unwrap_err().to_string(),
//!     "both touch shared memory and one of them writes it; that they are disjoint is unknown: two addresses"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **The laws.** The answer is the same for either order of the two. A proof that addresses are
//! disjoint frees reads and writes from each other, and nothing else.

use std::fmt;

use thiserror::Error;

use super::operand::{Operand, Space};
use crate::proof::Verdict;
use crate::vocabulary::vocabulary;

vocabulary! {
    /// Lanes that belong together, the smaller groups first.
    Group ("group of lanes"):
    /// The lanes of a subgroup, or warp.
    Subgroup = "subgroup",
    /// Four warps.
    Warpgroup = "warpgroup",
    /// The threads of a block.
    Block = "block",
}

vocabulary! {
    /// When what an atom does is done.
    Completion ("completion"):
    /// When the next one begins.
    AtOnce = "at once",
    /// After a wait for the group of operations to which it was committed.
    AtWait = "at wait",
    /// After a wait on its barrier.
    AtBarrier = "at barrier",
}

/// A set of [`Space`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spaces(u8);

impl Spaces {
    /// Whether the space is one of them.
    pub fn contains(self, space: Space) -> bool {
        self.0 & (1 << space as u8) != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those of either set.
    pub fn or(self, other: Spaces) -> Spaces {
        Spaces(self.0 | other.0)
    }

    /// Those of both sets.
    pub fn and(self, other: Spaces) -> Spaces {
        Spaces(self.0 & other.0)
    }

    /// The spaces, in order.
    pub fn iter(self) -> impl Iterator<Item = Space> {
        Space::ALL.iter().copied().filter(move |&space| self.contains(space))
    }
}

impl FromIterator<Space> for Spaces {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> Spaces {
        spaces.into_iter().fold(Spaces(0), |all, space| Spaces(all.0 | 1 << space as u8))
    }
}

impl fmt::Display for Spaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, space) in self.iter().enumerate() {
            write!(f, "{}{space}", if place == 0 { "" } else { " and " })?;
        }
        Ok(())
    }
}

/// What an atom does; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effects {
    /// Where its operands that it reads are.
    pub reads: Spaces,
    /// Where its operands that it writes are.
    pub writes: Spaces,
    /// Whose other accesses stay on their side of it.
    pub orders: Spaces,
    /// The group whose lanes must all come to it.
    pub converges: Option<Group>,
    /// The smallest group whose lanes part here.
    pub diverges: Option<Group>,
    /// When it is done.
    pub completes: Completion,
    /// What is done after it: all that completes like this.
    pub awaits: Option<Completion>,
}

impl Effects {
    /// The effects of reading and writing these operands, at once, each lane by itself.
    pub fn of(operands: &[Operand]) -> Effects {
        let spaces = |of: &dyn Fn(&Operand) -> bool| {
            operands.iter().filter(|operand| of(operand)).map(|operand| operand.space).collect()
        };
        Effects {
            reads: spaces(&|operand| operand.role.reads()),
            writes: spaces(&|operand| operand.role.writes()),
            orders: Spaces::default(),
            converges: None,
            diverges: None,
            completes: Completion::AtOnce,
            awaits: None,
        }
    }

    /// The effects of entering or leaving a branch on which lanes of this group, and of no
    /// smaller one, may disagree. No access crosses it: its address may be good on one side only.
    pub fn branch(diverges: Group) -> Effects {
        let orders = [Space::Shared, Space::Global, Space::Barrier].into_iter().collect();
        Effects { orders, diverges: Some(diverges), ..Effects::of(&[]) }
    }

    fn touches(&self) -> Spaces {
        self.reads.or(self.writes)
    }
}

/// Why two neighbours keep their order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Conflict {
    /// Both touch a memory, and one of them writes it.
    #[error(
        "both touch {spaces} memory and one of them writes it; that they are disjoint is {disjoint}"
    )]
    Memory {
        /// The memories.
        spaces: Spaces,
        /// The verdict, which is no proof.
        disjoint: Box<Verdict>,
    },
    /// One touches what the other keeps in order.
    #[error("one keeps the accesses to {spaces} in order, and the other is such an access")]
    Ordered {
        /// The spaces.
        spaces: Spaces,
    },
    /// Both keep accesses in order, among them those that the other one makes safe.
    #[error(
        "one keeps accesses to {first} in order, the other to {second}: each counts on the other's place"
    )]
    Fences {
        /// What the first one keeps.
        first: Spaces,
        /// What the second one keeps.
        second: Spaces,
    },
    /// One waits for what the other begins, or both say which operations a wait is for.
    #[error(
        "one waits for what is done {completion}, and the other is done then, or waits for it, too"
    )]
    Waits {
        /// When it is done.
        completion: Completion,
    },
    /// One needs lanes together that the other parts.
    #[error("one needs all lanes of a {needs} together, and lanes of a {parted} part at the other")]
    Divergence {
        /// The group that has to come whole.
        needs: Group,
        /// The smallest group that doesn't.
        parted: Group,
    },
    /// Not every lane would wait, or would wait for the same operations.
    #[error("one waits for what is done {completion}, and lanes of a {parted} part at the other")]
    DivergentWait {
        /// When it is done.
        completion: Completion,
        /// The smallest group that doesn't come whole.
        parted: Group,
    },
}

/// Whether two neighbours may change places; `disjoint` is what is known of the addresses that
/// they touch.
///
/// # Errors
/// The first [`Conflict`] between them.
pub fn may_swap(first: &Effects, second: &Effects, disjoint: &Verdict) -> Result<(), Conflict> {
    let memory = [Space::Shared, Space::Global, Space::Barrier].into_iter().collect();
    let written = (first.writes.and(second.touches())).or(second.writes.and(first.touches()));
    let spaces = written.and(memory);
    if !spaces.is_empty() && !disjoint.is_proved() {
        return Err(Conflict::Memory { spaces, disjoint: Box::new(disjoint.clone()) });
    }
    let spaces = first.orders.and(second.touches()).or(second.orders.and(first.touches()));
    if !spaces.is_empty() {
        return Err(Conflict::Ordered { spaces });
    }
    for (one, other) in [(first, second), (second, first)] {
        if let Some(completion) = one.awaits {
            if other.completes == completion || other.awaits == one.awaits {
                return Err(Conflict::Waits { completion });
            }
            if let Some(parted) = other.diverges {
                return Err(Conflict::DivergentWait { completion, parted });
            }
        }
        if let (Some(needs), Some(parted)) = (one.converges, other.diverges)
            && parted <= needs
        {
            return Err(Conflict::Divergence { needs, parted });
        }
    }
    if !first.orders.is_empty() && !second.orders.is_empty() {
        return Err(Conflict::Fences { first: first.orders, second: second.orders });
    }
    Ok(())
}
