//! Choosing a plan: every kind that is legal, the cheapest of them.

use super::holders::{Holders, NOTHING};
use super::words::permutes;
use super::{Cluster, Shared, Shuffle};
use crate::distribution::{Distribution, Groups};
use crate::error::MapError;
use crate::expr::hash::Quick;
use crate::map::TableError;
use crate::target::Target;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How a tile moves; the table is in the [module](super).
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// Every element is where it is wanted.
    Nothing,
    /// Wanted slot `s` is source slot `slots[s]` of the same thread.
    Registers {
        /// The source slots.
        slots: Vec<usize>,
    },
    /// As [`Plan::Registers`], with elements that leave their places in words of 32 bits.
    Bytes {
        /// The source slots.
        slots: Vec<usize>,
    },
    /// Exchange inside hardware subgroups.
    Shuffle(Shuffle),
    /// Exchange through a buffer shared by the block.
    Shared(Shared),
    /// Exchange through the memories of a cluster's blocks.
    Cluster(Cluster),
}

/// The kinds of [`Plan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlanKind {
    /// [`Plan::Nothing`].
    Nothing,
    /// [`Plan::Registers`].
    Registers,
    /// [`Plan::Bytes`].
    Bytes,
    /// [`Plan::Shuffle`].
    Shuffle,
    /// [`Plan::Shared`].
    Shared,
    /// [`Plan::Cluster`].
    Cluster,
}

impl PlanKind {
    /// Every kind, nearest first.
    pub const ALL: [PlanKind; 6] = [
        PlanKind::Nothing,
        PlanKind::Registers,
        PlanKind::Bytes,
        PlanKind::Shuffle,
        PlanKind::Shared,
        PlanKind::Cluster,
    ];
}

impl fmt::Display for PlanKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlanKind::Nothing => "nothing",
            PlanKind::Registers => "registers",
            PlanKind::Bytes => "bytes",
            PlanKind::Shuffle => "shuffle",
            PlanKind::Shared => "shared",
            PlanKind::Cluster => "cluster",
        })
    }
}

impl FromStr for PlanKind {
    type Err = PlanError;

    fn from_str(name: &str) -> Result<Self, PlanError> {
        let named = PlanKind::ALL.into_iter().find(|kind| kind.to_string() == name);
        named.ok_or_else(|| PlanError::UnknownKind { name: name.to_string() })
    }
}

/// What one thread does to carry out a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Permutations of the bytes of two words.
    pub permutes: u64,
    /// Subgroup shuffles, of a word each.
    pub shuffles: u64,
    /// Selections of a register by the lane.
    pub selects: u64,
    /// Shared-memory accesses of the whole block, each as many times as its lanes' banks
    /// collide.
    pub wavefronts: u64,
    /// Those that a subgroup makes to another block's memory.
    pub remotes: u64,
    /// Barriers of the block.
    pub barriers: u64,
    /// Barriers of the cluster.
    pub syncs: u64,
}

impl Cost {
    /// One number to compare plans by, in units of a selection or of a permutation. A shuffle costs
    /// 8, a wavefront of one subgroup 8, a barrier 24: as measured on an H200, where conversions of 2 to 32 elements
    /// a lane, of 16 and 32 bits, took their time in these proportions, with one block and with
    /// four on a multiprocessor.
    pub fn weight(&self, subgroups: u64) -> u64 {
        let of_one = |of_all: u64| of_all.div_ceil(subgroups.max(1));
        let registers = self.permutes + self.selects + 8 * self.shuffles;
        let memory = 8 * of_one(self.wavefronts) + 16 * of_one(self.remotes);
        registers + memory + 24 * self.barriers + 120 * self.syncs
    }

    /// Every count with its name.
    pub fn each(&self) -> [(&'static str, u64); 7] {
        [
            ("permutes", self.permutes),
            ("shuffles", self.shuffles),
            ("selects", self.selects),
            ("wavefronts", self.wavefronts),
            ("remotes", self.remotes),
            ("barriers", self.barriers),
            ("syncs", self.syncs),
        ]
    }
}

impl fmt::Display for Cost {
    /// The counts that are not 0: `64 wavefronts, 1 barrier`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = self.each().into_iter().filter(|(_, count)| *count > 0);
        let words: Vec<String> = some
            .map(|(name, count)| match count {
                1 => format!("1 {}", name.trim_end_matches('s')),
                _ => format!("{count} {name}"),
            })
            .collect();
        match words.is_empty() {
            true => f.write_str("no instruction"),
            false => f.write_str(&words.join(", ")),
        }
    }
}

/// Why a tile cannot be planned.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A distribution without a table: too large, or undefined at a point.
    #[error("the distribution has no table: {0}")]
    Table(#[from] TableError),
    /// Different tiles.
    #[error("the source distributes a tile of shape {from:?}, the result one of {to:?}")]
    Shapes {
        /// The source's shape.
        from: Vec<i64>,
        /// The result's.
        to: Vec<i64>,
    },
    /// Different numbers of threads.
    #[error("the source is held by {from} threads, the result by {to}")]
    Threads {
        /// The source's threads.
        from: i64,
        /// The result's.
        to: i64,
    },
    /// The same number of threads, in other blocks or clusters.
    #[error("the source is held by {from}, the result by {to}")]
    Groups {
        /// The source's threads.
        from: Groups,
        /// The result's.
        to: Groups,
    },
    /// An element that is held in other clusters only.
    #[error(
        "the element {element:?} that thread {thread} wants in slot {slot} is held in other clusters only; no instruction brings it"
    )]
    BeyondCluster {
        /// The element.
        element: Vec<i64>,
        /// Who wants it.
        thread: usize,
        /// Where.
        slot: usize,
    },
    /// Blocks that no cluster of the target has.
    #[error(
        "elements move between {blocks} blocks; a cluster of the target '{target}' has up to {available}"
    )]
    ClusterBlocks {
        /// The blocks of a cluster of the distributions.
        blocks: i64,
        /// The most there are.
        available: i64,
        /// The target.
        target: String,
    },
    /// An element that is wanted and nobody holds.
    #[error(
        "no source slot holds the element {element:?} that thread {thread} wants in slot {slot}"
    )]
    NotHeld {
        /// The element.
        element: Vec<i64>,
        /// Who wants it.
        thread: usize,
        /// Where.
        slot: usize,
    },
    /// Elements of no size, or of less.
    #[error("an element of {bytes} bytes cannot be moved: it has 1 to 4096")]
    ElementBytes {
        /// The size given.
        bytes: i64,
    },
    /// A shape whose coordinates take more than 63 bits.
    #[error("the tile shape {shape:?} takes more than 63 bits")]
    TileTooLarge {
        /// The shape.
        shape: Vec<i64>,
    },
    /// The shared buffer does not fit.
    #[error(
        "the exchange needs {needed} bytes of shared memory, the target '{target}' has {available}"
    )]
    SharedMemory {
        /// Bytes needed.
        needed: i64,
        /// Bytes there are.
        available: i64,
        /// The target.
        target: String,
    },
    /// A pinned kind that does not do.
    #[error("a plan of kind '{kind}' cannot move this tile; these can: {legal}")]
    Illegal {
        /// The kind asked for.
        kind: PlanKind,
        /// The legal kinds.
        legal: String,
    },
    /// No such kind.
    #[error("unknown plan '{name}': nothing, registers, bytes, shuffle, shared or cluster")]
    UnknownKind {
        /// The name given.
        name: String,
    },
    /// An address map that has no meaning.
    #[error(transparent)]
    Map(#[from] MapError),
}

/// Every legal plan with its cost, the cheapest first; of equally cheap ones, the nearest.
///
/// # Errors
/// Distributions of different tiles or thread counts, without tables, or of which the source
/// lacks an element; a tile that can only move through more shared memory than there is.
pub fn legal_plans(
    source: &Distribution,
    wanted: &Distribution,
    element_bytes: i64,
    target: &Target,
) -> Result<Vec<(Plan, Cost)>, PlanError> {
    Search::new(source, wanted, element_bytes, target)?.legal()
}

/// The cheapest plan, with its cost.
///
/// # Errors
/// As [`legal_plans`].
pub fn plan(
    source: &Distribution,
    wanted: &Distribution,
    element_bytes: i64,
    target: &Target,
) -> Result<(Plan, Cost), PlanError> {
    let search = Search::new(source, wanted, element_bytes, target)?;
    // To leave the thread costs more than to permute all the bytes that would.
    for kind in [PlanKind::Nothing, PlanKind::Registers, PlanKind::Bytes] {
        if let Some(found) = search.find(kind)? {
            return Ok(found);
        }
    }
    // Shared memory moves anything inside a cluster, so there is a plan or an error.
    let cheapest = search.legal()?.into_iter().next();
    cheapest.ok_or(PlanError::Illegal { kind: PlanKind::Cluster, legal: String::new() })
}

/// The plan of a kind that was chosen before.
///
/// # Errors
/// As [`legal_plans`]; [`PlanError::Illegal`] if that kind does not do.
pub fn plan_of_kind(
    kind: PlanKind,
    source: &Distribution,
    wanted: &Distribution,
    element_bytes: i64,
    target: &Target,
) -> Result<(Plan, Cost), PlanError> {
    let search = Search::new(source, wanted, element_bytes, target)?;
    if let Some(found) = search.find(kind)? {
        return Ok(found);
    }
    let kinds: Vec<String> =
        search.legal()?.iter().map(|(plan, _)| plan.kind().to_string()).collect();
    Err(PlanError::Illegal { kind, legal: kinds.join(", ") })
}

/// Whether every thread holds all that it wants, in slots that do not depend on the thread.
///
/// # Errors
/// As [`legal_plans`].
pub fn stays_in_thread(source: &Distribution, wanted: &Distribution) -> Result<bool, PlanError> {
    let (held, needed) = tables_of_both(source, wanted)?;
    Ok(thread_local_slots(&held, &needed).is_some())
}

/// Two distributions between which there is a way.
struct Search<'a> {
    source: &'a Distribution,
    held: Holders,
    needed: Holders,
    element_bytes: i64,
    target: &'a Target,
}

impl<'a> Search<'a> {
    fn new(
        source: &'a Distribution,
        wanted: &Distribution,
        element_bytes: i64,
        target: &'a Target,
    ) -> Result<Self, PlanError> {
        if element_bytes < 1 {
            return Err(PlanError::ElementBytes { bytes: element_bytes });
        }
        let (held, needed) = tables_of_both(source, wanted)?;
        Ok(Search { source, held, needed, element_bytes, target })
    }

    /// The plan of this kind, if it is legal.
    fn find(&self, kind: PlanKind) -> Result<Option<(Plan, Cost)>, PlanError> {
        let Search { source, held, needed, element_bytes, target } = self;
        let free = |plan| (plan, Cost::default());
        Ok(match kind {
            PlanKind::Nothing => {
                let same = held.slots == needed.slots && serves(&held.elements, &needed.elements);
                same.then_some(free(Plan::Nothing))
            }
            PlanKind::Registers | PlanKind::Bytes => {
                let in_thread = thread_local_slots(held, needed).map(|slots| {
                    match permutes(&slots, *element_bytes) {
                        0 => free(Plan::Registers { slots }),
                        permutes => (Plan::Bytes { slots }, Cost { permutes, ..Cost::default() }),
                    }
                });
                in_thread.filter(|(plan, _)| plan.kind() == kind)
            }
            PlanKind::Shuffle => Shuffle::find(held, needed, *element_bytes, target.subgroup)
                .map(|(shuffle, cost)| (Plan::Shuffle(shuffle), cost)),
            PlanKind::Shared if self.beyond(held.groups.all_blocks()).is_some() => None,
            PlanKind::Shared => Shared::find(source, held, needed, *element_bytes, target)?
                .map(|(shared, cost)| (Plan::Shared(shared), cost)),
            PlanKind::Cluster => self.through_cluster()?,
        })
    }

    /// An exchange of the blocks of a cluster, if there are several.
    fn through_cluster(&self) -> Result<Option<(Plan, Cost)>, PlanError> {
        let Search { source, held, needed, element_bytes, target } = self;
        let Groups { clusters, blocks, .. } = held.groups;
        if let Some(occurrence) = self.beyond(clusters) {
            let (thread, slot) = (occurrence / needed.slots, occurrence % needed.slots);
            let element = needed.points.get(occurrence).unwrap_or_default().to_vec();
            return Err(PlanError::BeyondCluster { element, thread, slot });
        }
        if blocks < 2 {
            return Ok(None);
        }
        if blocks > target.cluster_blocks {
            let (available, target) = (target.cluster_blocks, target.name.clone());
            return Err(PlanError::ClusterBlocks { blocks, available, target });
        }
        let found = Cluster::find(source, held, needed, *element_bytes, target)?;
        Ok(found.map(|(cluster, cost)| (Plan::Cluster(cluster), cost)))
    }

    /// A wanted occurrence whose element no thread of its own part holds, of so many parts.
    fn beyond(&self, parts: i64) -> Option<usize> {
        match parts {
            1 => None,
            _ => self.held.first_lacking(&self.needed, usize::try_from(parts).unwrap_or(1)),
        }
    }

    fn legal(&self) -> Result<Vec<(Plan, Cost)>, PlanError> {
        let (mut plans, mut refused) = (Vec::new(), None);
        for kind in PlanKind::ALL {
            match self.find(kind) {
                Ok(found) => plans.extend(found),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        if let Some(error) = refused.filter(|_| plans.is_empty()) {
            return Err(error);
        }
        let subgroups = (self.held.threads as u64).div_ceil(self.target.subgroup.max(1) as u64);
        plans.sort_by_key(|(_, cost)| cost.weight(subgroups));
        Ok(plans)
    }
}

impl Plan {
    /// Which kind it is.
    pub fn kind(&self) -> PlanKind {
        match self {
            Plan::Nothing => PlanKind::Nothing,
            Plan::Registers { .. } => PlanKind::Registers,
            Plan::Bytes { .. } => PlanKind::Bytes,
            Plan::Shuffle(_) => PlanKind::Shuffle,
            Plan::Shared(_) => PlanKind::Shared,
            Plan::Cluster(_) => PlanKind::Cluster,
        }
    }
}

/// What both hold, if all that is wanted is held.
pub(super) fn tables_of_both(
    source: &Distribution,
    wanted: &Distribution,
) -> Result<(Holders, Holders), PlanError> {
    let (from, to) = (source.shape(), wanted.shape());
    if from != to {
        return Err(PlanError::Shapes { from, to });
    }
    let (from, to) = (source.threads(), wanted.threads());
    if from != to {
        return Err(PlanError::Threads { from, to });
    }
    let (from, to) = (source.groups(), wanted.groups());
    if !from.alike(&to) {
        return Err(PlanError::Groups { from, to });
    }
    let (held, needed) = (Holders::of(source)?, Holders::of(wanted)?);
    every_need_is_held(&held, &needed)?;
    Ok((held, needed))
}

fn every_need_is_held(held: &Holders, needed: &Holders) -> Result<(), PlanError> {
    let there = held.held();
    let lacks = |&element: &u64| element != NOTHING && !there.contains(element);
    let missing = needed.elements.iter().position(lacks);
    missing.map_or(Ok(()), |occurrence| {
        let (thread, slot) = (occurrence / needed.slots, occurrence % needed.slots);
        let element = needed.points.get(occurrence).unwrap_or_default().to_vec();
        Err(PlanError::NotHeld { element, thread, slot })
    })
}

/// Whether each occurrence holds what is wanted there.
fn serves(held: &[u64], needed: &[u64]) -> bool {
    held.iter().zip(needed).all(|(own, wanted)| own == wanted || *wanted == NOTHING)
}

/// Whether a thread holds all that it wants.
fn keeps_its_own(held: &Holders, needed: &Holders, thread: usize) -> bool {
    let of =
        |holders: &Holders| holders.elements[thread * holders.slots..][..holders.slots].to_vec();
    let mut own = of(held);
    own.sort_unstable();
    of(needed).iter().all(|element| *element == NOTHING || own.binary_search(element).is_ok())
}

/// For each wanted slot a source slot that holds its element in every thread.
fn thread_local_slots(held: &Holders, needed: &Holders) -> Option<Vec<usize>> {
    let threads = held.threads;
    // Mostly the first thread or the last tells that something comes from elsewhere.
    let ends = [0, threads.saturating_sub(1)];
    if threads > 0 && !ends.into_iter().all(|thread| keeps_its_own(held, needed, thread)) {
        return None;
    }
    let (have, want) = (held.by_slot(), needed.by_slot());
    let of = |slot: usize| &have[slot * threads..][..threads];
    let mut first: HashMap<&[u64], usize, Quick> = HashMap::default();
    for slot in 0..held.slots {
        first.entry(of(slot)).or_insert(slot);
    }
    let source = |slot: usize| {
        let wanted = &want[slot * threads..][..threads];
        if slot < held.slots && serves(of(slot), wanted) {
            return Some(slot);
        }
        match wanted.contains(&NOTHING) {
            true => (0..held.slots).find(|&own| serves(of(own), wanted)),
            false => first.get(wanted).copied(),
        }
    };
    (0..needed.slots).map(source).collect()
}
