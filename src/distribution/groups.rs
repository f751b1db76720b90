//! [`Groups`]: the threads of a distribution are those of blocks, these those of clusters.
//!
//! ```text
//! (block : 2, subgroup : 4, lane : 32, slot : 8)     one cluster of two blocks of 128 threads
//! (device : 2, cluster : 3, block : 2, thread : 64)  six clusters
//! ```

use std::fmt;

use super::DistributionError;
use crate::error::MapError;
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;

/// How many blocks and clusters the threads of a distribution are of; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Groups {
    /// The clusters, of all devices together.
    pub clusters: i64,
    /// The blocks of a cluster.
    pub blocks: i64,
    /// The threads of a block.
    pub block_threads: i64,
    /// The lanes of a subgroup, where the axes speak of lanes.
    pub(super) lanes: Option<i64>,
}

/// What an axis's name says it is, the largest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Device,
    Cluster,
    Block,
    Subgroup,
    Lane,
    Thread,
    Slot,
}

fn role(axis: &Axis) -> Role {
    match axis.name() {
        "device" => Role::Device,
        "cluster" => Role::Cluster,
        "block" => Role::Block,
        "subgroup" | "warp" => Role::Subgroup,
        "lane" => Role::Lane,
        "thread" => Role::Thread,
        _ => Role::Slot,
    }
}

impl Groups {
    /// One block of so many threads.
    pub const fn one_block(threads: i64) -> Groups {
        Groups { clusters: 1, blocks: 1, block_threads: threads, lanes: None }
    }

    /// The blocks of all clusters.
    pub fn all_blocks(&self) -> i64 {
        self.clusters.saturating_mul(self.blocks)
    }

    /// Whether these are as many threads, in as many blocks and clusters.
    pub fn alike(&self, other: &Groups) -> bool {
        let counts = |groups: &Groups| (groups.clusters, groups.blocks, groups.block_threads);
        counts(self) == counts(other)
    }

    /// A map of all threads, numbered through on its first axis, as one of these groups of them:
    /// `(thread : 128, …)` for two blocks of 64 as `(block : 2, thread : 64, …)`.
    ///
    /// # Errors
    /// As [`LayoutMap::expr`].
    pub fn split(&self, map: LayoutMap) -> Result<LayoutMap, MapError> {
        let several = [("cluster", self.clusters), ("block", self.blocks)];
        let outer = several.into_iter().filter(|(_, extent)| *extent != 1);
        let mut axes: Vec<Axis> = outer.map(|(name, extent)| Axis::new(name, extent)).collect();
        if axes.is_empty() {
            return Ok(map);
        }
        axes.push(Axis::new("thread", self.block_threads));
        let mut dag = ProgramBuilder::default();
        let mut thread = dag.coord(0);
        for (number, axis) in axes.iter().enumerate().skip(1) {
            let extent = dag.constant(axis.extent().finite().unwrap_or(1));
            let (first, own) = (dag.binary(BinaryOp::Mul, thread, extent), dag.coord(number));
            thread = dag.binary(BinaryOp::Add, first, own);
        }
        let slots = map.domain().axes().get(1..).unwrap_or_default();
        let mut point = vec![thread];
        point.extend((0..slots.len()).map(|slot| dag.coord(axes.len() + slot)));
        axes.extend_from_slice(slots);
        let numbered =
            LayoutMap::expr(IndexSet::new(axes)?, map.domain().clone(), dag.finish(&point))?;
        LayoutMap::compose(map, numbered)
    }

    /// The number of participant axes, which are the first, and the groups of their extents.
    pub(super) fn of(axes: &[Axis], extents: &[i64]) -> Result<(usize, Groups), DistributionError> {
        let roles: Vec<Role> = axes.iter().map(role).collect();
        let first_slot = roles.iter().position(|&role| role == Role::Slot).unwrap_or(roles.len());
        if let Some(late) = roles[first_slot..].iter().position(|&role| role != Role::Slot) {
            return Err(DistributionError::Order {
                participant: axes[first_slot + late].to_string(),
                slot: axes[first_slot].to_string(),
            });
        }
        let domain = || {
            let axes: Vec<String> = axes.iter().map(Axis::to_string).collect();
            format!("({})", axes.join(", "))
        };
        let own = &roles[..first_slot];
        let inner = own.iter().position(|&role| role > Role::Block).unwrap_or(first_slot);
        let (outer, threads) = own.split_at(inner);
        let lanes = match threads {
            [] => return Err(DistributionError::NoParticipant { domain: domain() }),
            [Role::Thread] if outer.is_sorted_by(|a, b| a < b) => None,
            [Role::Lane] | [Role::Subgroup, Role::Lane] if outer.is_sorted_by(|a, b| a < b) => {
                extents[..first_slot].last().copied()
            }
            _ => {
                let found: Vec<&str> = axes[..first_slot].iter().map(Axis::name).collect();
                return Err(DistributionError::Participants { found: found.join(", ") });
            }
        };
        let count = |range: &dyn Fn(Role) -> bool| {
            let own = own.iter().zip(extents).filter(|(role, _)| range(**role));
            let size = || DistributionError::Size { what: "threads", domain: domain() };
            let extents: Vec<i64> = own.map(|(_, &extent)| extent).collect();
            super::product(&extents).ok_or_else(size)
        };
        let groups = Groups {
            clusters: count(&|role| role < Role::Block)?,
            blocks: count(&|role| role == Role::Block)?,
            block_threads: count(&|role| role > Role::Block)?,
            lanes,
        };
        Ok((first_slot, groups))
    }
}

impl fmt::Display for Groups {
    /// `128 threads`, `2 blocks of 64 threads`, `3 clusters of 2 blocks of 64 threads`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, name) in [(self.clusters, "cluster"), (self.blocks, "block")] {
            if count != 1 {
                write!(f, "{count} {name}s of ")?;
            }
        }
        let plural = if self.block_threads == 1 { "" } else { "s" };
        write!(f, "{} thread{plural}", self.block_threads)
    }
}
