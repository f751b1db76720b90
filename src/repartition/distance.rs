//! [`Distances`]: how far the elements of a tile move, whatever the plan.
//!
//! ```text
//! (subgroup : 2, lane : 32, slot : 4) -> (subgroup*128 + lane*4 + slot)      256 elements
//!                            wanted   -> (subgroup*128 + lane*4 + (slot xor 1))
//! in place 0, in the thread 256, in the subgroup 0, in the block 0, in the cluster 0, beyond 0
//! ```
//!
//! **The law.** Each wanted slot counts once, at the nearest of those that hold its element.

use std::collections::HashSet;

use super::PlanError;
use super::holders::{Holders, NOTHING};
use crate::distribution::Distribution;
use crate::expr::hash::Quick;
use crate::target::Target;

/// Of all wanted slots, those whose element is so near, and no nearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distances {
    /// In the same slot of the same thread.
    pub in_place: u64,
    /// In another slot of the same thread.
    pub in_thread: u64,
    /// In another thread of the same hardware subgroup.
    pub in_subgroup: u64,
    /// In another subgroup of the block.
    pub in_block: u64,
    /// In another block of the cluster.
    pub in_cluster: u64,
    /// In another cluster.
    pub beyond: u64,
}

impl Distances {
    /// How far the elements are that `wanted` wants of `source`.
    ///
    /// # Errors
    /// A distribution without a table, or an element that nobody holds.
    pub fn between(
        source: &Distribution,
        wanted: &Distribution,
        target: &Target,
    ) -> Result<Distances, PlanError> {
        let (held, needed) = (Holders::of(source)?, Holders::of(wanted)?);
        let groups = held.groups;
        let block = groups.block_threads.max(1) as usize;
        let cluster = block * groups.blocks.max(1) as usize;
        let width = target.subgroup.max(1) as usize;
        // A block begins with a subgroup of its own.
        let subgroup = |thread: usize| (thread / block, thread % block / width);
        let mut threads = HashSet::<(usize, u64), Quick>::default();
        let mut subgroups = HashSet::<((usize, usize), u64), Quick>::default();
        let mut blocks = HashSet::<(usize, u64), Quick>::default();
        let mut clusters = HashSet::<(usize, u64), Quick>::default();
        for (occurrence, &element) in held.elements.iter().enumerate() {
            let thread = occurrence / held.slots;
            threads.insert((thread, element));
            subgroups.insert((subgroup(thread), element));
            blocks.insert((thread / block, element));
            clusters.insert((thread / cluster, element));
        }
        let everywhere = held.held();
        let mut found = Distances::default();
        for (occurrence, &element) in needed.elements.iter().enumerate() {
            if element == NOTHING {
                continue;
            }
            let (thread, slot) = (occurrence / needed.slots, occurrence % needed.slots);
            let own = held.elements.get(thread * held.slots + slot).filter(|_| slot < held.slots);
            let count = if own == Some(&element) {
                &mut found.in_place
            } else if threads.contains(&(thread, element)) {
                &mut found.in_thread
            } else if subgroups.contains(&(subgroup(thread), element)) {
                &mut found.in_subgroup
            } else if blocks.contains(&(thread / block, element)) {
                &mut found.in_block
            } else if clusters.contains(&(thread / cluster, element)) {
                &mut found.in_cluster
            } else if everywhere.contains(element) {
                &mut found.beyond
            } else {
                let element = needed.points.get(occurrence).unwrap_or_default().to_vec();
                return Err(PlanError::NotHeld { element, thread, slot });
            };
            *count += 1;
        }
        Ok(found)
    }

    /// Every count with its name, nearest first.
    pub fn each(&self) -> [(&'static str, u64); 6] {
        [
            ("in place", self.in_place),
            ("in the thread", self.in_thread),
            ("in the subgroup", self.in_subgroup),
            ("in the block", self.in_block),
            ("in the cluster", self.in_cluster),
            ("beyond the cluster", self.beyond),
        ]
    }
}
