//! [`Side`]: who takes part in an exchange, and which slots an access joins.
//!
//! ```text
//! row-major (2, 8), a thread's slots at       0 1 2 3  8 9 10 11       accesses of 4: two
//! column-major                                0 2 4 6  1 3 5 7         of 2: (0 1) (2 3) …
//! ```
//!
//! The first thread in which a slot takes part says which slots lie beside it. Only if they do
//! in every thread, an access can have them.

use super::{Memory, Traffic};
use crate::expr::hash::Quick;
use crate::repartition::holders::Holders;
use std::collections::HashMap;
use std::ops::Range;

/// The slots of one side, with those that take part.
pub(super) struct Side<'a> {
    pub held: &'a Holders,
    pub memory: &'a Memory<'a>,
    active: Vec<bool>,
    least: u64,
}

impl<'a> Side<'a> {
    /// Of the occurrences that take part, `thread * slots + slot`.
    pub fn new(held: &'a Holders, active: impl Fn(usize) -> bool, memory: &'a Memory<'a>) -> Self {
        let active: Vec<bool> = (0..held.threads * held.slots).map(active).collect();
        let mut side = Side { held, memory, active, least: 0 };
        side.least = side.subgroups().map(|lanes| side.least_of(lanes)).sum();
        side
    }

    /// The threads of each subgroup.
    pub fn subgroups(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        self.held.subgroups(self.memory.banks.lanes)
    }

    /// The wavefronts of a subgroup at least.
    fn least_of(&self, lanes: Range<usize>) -> u64 {
        let (bits, banks) = (self.memory.bits as u64, &self.memory.banks);
        let row = banks.banks.saturating_mul(banks.bank_bytes).saturating_mul(8).unsigned_abs();
        let slots = self.held.slots;
        let of_lane = |lane: usize| {
            let own = &self.active[lane * slots..][..slots];
            own.iter().filter(|&&active| active).count() as u64
        };
        let (all, most) =
            lanes.map(of_lane).fold((0u64, 0u64), |(all, most), own| (all + own, most.max(own)));
        (all * bits).div_ceil(row.max(1)).max(most.div_ceil(self.memory.widest as u64))
    }

    pub fn is_active(&self, thread: usize, slot: usize) -> bool {
        self.active.get(thread * self.held.slots + slot) == Some(&true)
    }

    /// The cost of these accesses.
    pub fn traffic(&self, accesses: Vec<Vec<usize>>, wavefronts: u64) -> Traffic {
        let vector = accesses.first().map_or(1, Vec::len);
        Traffic { vector, accesses, wavefronts, least: self.least }
    }

    /// The widest accesses at strided addresses that have so many slots: in the first thread,
    /// which is quick to tell, or in `every` one.
    pub fn widest(
        &self,
        strides: &[i64],
        narrowest: usize,
        every: bool,
    ) -> Option<Vec<Vec<usize>>> {
        let address = |occurrence: usize| self.address(occurrence, strides);
        let mut vector = self.memory.widest.min(1 << self.held.slots.max(1).ilog2());
        while vector >= narrowest {
            let accesses = self.accesses(&address, vector);
            let joined = |accesses: &Vec<_>| !every || self.are_joined(&address, accesses);
            if let Some(accesses) = accesses.filter(joined) {
                return Some(accesses);
            }
            vector /= 2;
        }
        None
    }

    /// The address of what an occurrence holds.
    pub fn address(&self, occurrence: usize, strides: &[i64]) -> i64 {
        let point = self.held.points.get(occurrence).unwrap_or_default();
        point.iter().zip(strides).map(|(x, stride)| x * stride).sum()
    }

    /// Slots that are neighbours from a multiple of `vector` on, in the first thread in which
    /// each takes part; `None` if one has too few.
    pub fn accesses(
        &self,
        address: &dyn Fn(usize) -> i64,
        vector: usize,
    ) -> Option<Vec<Vec<usize>>> {
        let (threads, slots) = (self.held.threads, self.held.slots);
        let (mut taken, mut accesses) = (vec![false; slots], Vec::new());
        let mut by_thread: HashMap<usize, HashMap<i64, Vec<usize>, Quick>, Quick> =
            HashMap::default();
        for slot in 0..slots {
            if taken[slot] {
                continue;
            }
            let Some(thread) = (0..threads).find(|&t| self.is_active(t, slot)) else { continue };
            let there = by_thread.entry(thread).or_insert_with(|| {
                let mut there = HashMap::<i64, Vec<usize>, Quick>::default();
                for own in (0..slots).rev().filter(|&own| self.is_active(thread, own)) {
                    there.entry(address(thread * slots + own)).or_default().push(own);
                }
                there
            });
            let own = address(thread * slots + slot);
            let first = own - own.rem_euclid(vector as i64);
            let mut access = Vec::with_capacity(vector);
            for place in first..first + vector as i64 {
                let at_place = there.get_mut(&place)?;
                let next = loop {
                    let next = at_place.pop()?;
                    if !taken[next] {
                        break next;
                    }
                };
                taken[next] = true;
                access.push(next);
            }
            accesses.push(access);
        }
        Some(accesses)
    }

    /// Whether the slots of each access are neighbours, and all take part, wherever one does.
    fn are_joined(&self, address: &dyn Fn(usize) -> i64, accesses: &[Vec<usize>]) -> bool {
        let slots = self.held.slots;
        let joined = |thread: usize, access: &[usize]| {
            let Some(&first) = access.first() else { return true };
            let (start, vector) = (address(thread * slots + first), access.len() as i64);
            let active = self.is_active(thread, first);
            let lies = |(place, &slot): (i64, &usize)| {
                address(thread * slots + slot) == start + place
                    && self.is_active(thread, slot) == active
            };
            let neighbours = || (0..).zip(access).all(lies) && start % vector == 0;
            if active { neighbours() } else { access.iter().all(|&s| !self.is_active(thread, s)) }
        };
        accesses.iter().all(|access| {
            access.len() == 1 || (0..self.held.threads).all(|thread| joined(thread, access))
        })
    }
}
