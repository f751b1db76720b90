//! [`Owner`]: of all occurrences that hold an element, the one that writes it.
//!
//! Where several threads or slots hold one element, one of them writes, so that no two write one
//! place. Any choice is right; that one is best whose threads are told by a short condition.
//!
//! | the first choice that is there | for example |
//! |---|---|
//! | of a table affine over GF(2): bits that no other bits need are 0 | `lane floordiv 4`: `(thread and 3) eq 0` |
//! | axes on which the map does not depend are at 0 | `(warp : 3, lane : 8) -> lane`: `thread lt 8` |
//! | the lowest thread, or the lowest slot: what takes fewer steps to tell | `thread mod 48`: `thread lt 48` |
//!
//! Where each block or cluster writes for itself, the choice is made in each part of the threads alike.
//!
//! **The law.** Every element that a part holds has exactly one owner there.

use super::holders::{Holders, NOTHING};
use super::plan::PlanError;
use super::thread_set::ThreadSet;
use crate::distribution::Distribution;
use crate::expr::hash::Quick;
use std::collections::HashSet;

/// Which threads write each slot; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The threads that write the slot of this number.
    pub slots: Vec<ThreadSet>,
}

/// The occurrences that write, `thread * slots + slot`.
pub(super) struct Writers {
    /// How many occurrences there are to a part of the threads, which has owners of its own.
    pub(super) part: usize,
    all: Vec<bool>,
}

impl Writers {
    /// Whether an occurrence does.
    pub(super) fn write(&self, occurrence: usize) -> bool {
        self.all.get(occurrence) == Some(&true)
    }
}

impl Owner {
    /// The owners of a distribution's elements.
    ///
    /// # Errors
    /// A distribution without a table.
    pub fn of_distribution(distribution: &Distribution) -> Result<Owner, PlanError> {
        Ok(Owner::of(distribution, &Holders::of(distribution)?, 1).0)
    }

    /// The owners in each of so many parts of the threads, and which occurrences they are.
    pub(super) fn of(source: &Distribution, held: &Holders, parts: usize) -> (Owner, Writers) {
        let part = (held.threads * held.slots / parts.max(1)).max(1);
        let simple = by_free_bits(held, part).or_else(|| {
            let writers = by_constant_axes(source, held, part);
            Some(writers).filter(|own| is_one_each(own, held, part))
        });
        if let Some(writers) = simple {
            return (Owner::told(&writers, held), Writers { part, all: writers });
        }
        let occurrences = held.threads * held.slots;
        let by_slot = (0..held.slots)
            .flat_map(|slot| (0..held.threads).map(move |thread| thread * held.slots + slot));
        let choices = [first_of(held, part, 0..occurrences), first_of(held, part, by_slot)];
        let told = |all: Vec<bool>| (Owner::told(&all, held), Writers { part, all });
        let [first, second] = choices.map(told);
        if second.0.steps() < first.0.steps() { second } else { first }
    }

    /// The conditions that tell these occurrences.
    fn told(writers: &[bool], held: &Holders) -> Owner {
        let mut slots: Vec<ThreadSet> = Vec::with_capacity(held.slots);
        let mut members = Vec::new();
        for slot in 0..held.slots {
            let own = writers.iter().skip(slot).step_by(held.slots).copied();
            let last = slots.last().filter(|_| own.clone().eq(members.iter().copied())).cloned();
            slots.push(last.unwrap_or_else(|| {
                members = own.collect();
                ThreadSet::of(&members)
            }));
        }
        Owner { slots }
    }

    fn steps(&self) -> usize {
        self.slots.iter().map(ThreadSet::steps).sum()
    }

    /// Whether this occurrence writes.
    pub fn writes(&self, thread: i64, slot: usize) -> bool {
        self.slots.get(slot).is_some_and(|threads| threads.contains(thread))
    }
}

/// For tables affine over GF(2): bits that no other bits need are 0.
fn by_free_bits(held: &Holders, part: usize) -> Option<Vec<bool>> {
    if !held.threads.is_power_of_two() || !part.is_power_of_two() {
        return None;
    }
    let affine = held.affine()?;
    let bits = affine.columns.len().min(part.trailing_zeros() as usize);
    let free = affine.span(0..bits).free().fold(0, |mask, bit| mask | 1usize << bit);
    Some((0..held.elements.len()).map(|occurrence| occurrence & free == 0).collect())
}

/// Axes inside a part along which the table is constant are at 0.
fn by_constant_axes(source: &Distribution, held: &Holders, part: usize) -> Vec<bool> {
    let extents = [source.participants(), source.locals()].concat();
    let mut writers: Vec<bool> = held.elements.iter().map(|&own| own != NOTHING).collect();
    let mut step = 1usize;
    for extent in extents.iter().rev().map(|&extent| extent as usize) {
        let digit = |occurrence: usize| occurrence / step % extent;
        let inside = part.is_multiple_of(step.saturating_mul(extent).max(1));
        let constant = inside
            && (0..held.elements.len())
                .all(|x| held.elements[x] == held.elements[x - digit(x) * step]);
        if constant {
            writers.iter_mut().enumerate().for_each(|(x, writes)| *writes &= digit(x) == 0);
        }
        // Of more there is no occurrence: another axis is empty.
        step = step.saturating_mul(extent);
    }
    writers
}

/// Whether no element is written twice in a part. (That each is written is so by construction.)
fn is_one_each(writers: &[bool], held: &Holders, part: usize) -> bool {
    let mut written = HashSet::<(usize, u64), Quick>::default();
    let mut own = writers.iter().zip(&held.elements).enumerate().filter(|(_, own)| *own.0);
    own.all(|(occurrence, (_, &element))| written.insert((occurrence / part, element)))
}

/// The first occurrence of each element in its part, in this order.
fn first_of(held: &Holders, part: usize, order: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut written = HashSet::<(usize, u64), Quick>::default();
    let mut writers = vec![false; held.elements.len()];
    for occurrence in order {
        let element = held.elements[occurrence];
        writers[occurrence] = element != NOTHING && written.insert((occurrence / part, element));
    }
    writers
}
