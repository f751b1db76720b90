//! Exchange through the shared memories of a cluster's blocks.
//!
//! The buffer of a [`Shared`] exchange is cut into parts of equal size, one in the memory of each
//! block, and a thread accesses the part of any block.
//!
//! ```text
//! 2 blocks, 256 places in parts of 128      place 130 is place 2 of block 1
//! barrier of the cluster                    every block is there, and has read what was before
//! each element is stored, by one owner      to its place, in whichever block
//! barrier of the cluster
//! each wanted slot is loaded                from its place
//! ```

use super::holders::{Holders, NOTHING};
use super::plan::{Cost, PlanError};
use super::swizzle::{self, Memory, Traffic};
use super::{Owner, Shared};
use crate::distribution::Distribution;
use crate::target::Target;

/// A buffer in the memories of a cluster's blocks; see the source file's header.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// Places, owners and accesses.
    pub exchange: Shared,
    /// The places in each block's memory: a multiple of every access.
    pub part: i64,
}

impl Cluster {
    /// The block of the cluster in whose memory a place is, and which of its places there.
    pub fn home(&self, place: i64) -> (i64, i64) {
        let part = self.part.max(1);
        (place.div_euclid(part), place.rem_euclid(part))
    }

    /// An exchange inside each cluster; `None` if no thread can write whole bytes.
    pub(super) fn find(
        source: &Distribution,
        held: &Holders,
        needed: &Holders,
        element_bytes: i64,
        target: &Target,
    ) -> Result<Option<(Cluster, Cost)>, PlanError> {
        let blocks = held.groups.blocks;
        let memory = Memory::of_bytes(element_bytes, target)?.of_blocks(blocks);
        let clusters = usize::try_from(held.groups.clusters).unwrap_or(1);
        let (owner, writers) = Owner::of(source, held, clusters);
        let Some(buffer) = swizzle::best(source, held, needed, &writers, &memory)? else {
            return Ok(None);
        };
        let part = memory.part(buffer.elements);
        let wavefronts = buffer.writer.wavefronts + buffer.reader.wavefronts;
        let found = Cluster { exchange: Shared { buffer, owner }, part };
        let Shared { buffer, .. } = &found.exchange;
        let written = |occurrence: usize| writers.write(occurrence);
        let read = |occurrence: usize| needed.elements.get(occurrence) != Some(&NOTHING);
        let remotes = found.remotes(held, &buffer.writer, written, target)
            + found.remotes(needed, &buffer.reader, read, target);
        let cost = Cost { wavefronts, remotes, syncs: 2, ..Cost::default() };
        Ok(Some((found, cost)))
    }

    /// The accesses of subgroups, of which a lane goes to another block's memory.
    fn remotes(
        &self,
        side: &Holders,
        traffic: &Traffic,
        active: impl Fn(usize) -> bool,
        target: &Target,
    ) -> u64 {
        let block = usize::try_from(side.groups.block_threads).unwrap_or(1).max(1);
        let address = &self.exchange.buffer.address;
        let is_remote = |thread: usize, slot: usize| {
            let occurrence = thread * side.slots + slot;
            let place = side.points.get(occurrence).and_then(|point| address.eval(point).ok());
            let own = (thread / block) as i64 % side.groups.blocks;
            active(occurrence) && place.is_some_and(|place| self.home(place[0]).0 != own)
        };
        let subgroups = side.subgroups(target.subgroup);
        let of_access = |access: &Vec<usize>| {
            let Some(&first) = access.first() else { return 0 };
            let mut goes =
                subgroups.clone().map(|mut lanes| lanes.any(|own| is_remote(own, first)));
            goes.by_ref().filter(|&goes| goes).count() as u64
        };
        traffic.accesses.iter().map(of_access).sum()
    }
}
