//! Exchange inside hardware subgroups, by GF(2) algebra.
//!
//! Both tables are affine over GF(2): the source holds `A x ^ a` at occurrence `x`, the wanted
//! distribution `B y ^ b` at `y`. The route `y -> x` solves `A x = B y ^ a ^ b`, bit by bit of
//! `y`, with as little motion as there can be: the subgroup's bits stay, and of the solutions
//! one that keeps lane and slot comes first, then one that moves the lane alone, the slot
//! alone, and both. So it splits into a part by thread and a part by slot:
//!
//! ```text
//! source lane = lane_of(thread) ^ lane_flip[slot]
//! source slot = pick_of(thread) ^ slots[slot]
//! ```
//!
//! A shuffle lets each lane read one register of another. Where the source slot depends on the
//! thread (`pick_of` is not constant), each possible slot is shuffled and the right one selected.
//! What is read from the same lane and is narrower than a word shares one.

use super::affine::Affine;
use super::holders::Holders;
use super::plan::Cost;
use super::words::{elements_of_word, words_of};
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;
use std::collections::{BTreeMap, BTreeSet};

/// A route inside hardware subgroups; see the source file's header.
#[derive(Clone, Debug, PartialEq)]
pub struct Shuffle {
    /// Lanes of a hardware subgroup.
    pub width: i64,
    /// `(thread) -> (lane, pick)`.
    pub by_thread: LayoutMap,
    /// XORed to the lane, for each wanted slot.
    pub lane_flip: Vec<i64>,
    /// XORed to the pick, for each wanted slot.
    pub slots: Vec<usize>,
    /// Every value of the pick.
    pub picks: Vec<usize>,
    /// Whether every thread reads its own registers only.
    pub stays_in_lane: bool,
}

impl Shuffle {
    /// The route, if both tables are affine over GF(2) and there is one.
    pub(super) fn find(
        held: &Holders,
        needed: &Holders,
        element_bytes: i64,
        width: i64,
    ) -> Option<(Shuffle, Cost)> {
        let lanes = usize::try_from(width).ok()?.min(held.threads);
        let block = held.groups.block_threads;
        let divided = held.groups.all_blocks() > 1 && block.checked_rem(width) != Some(0);
        if !held.threads.is_power_of_two() || !lanes.is_power_of_two() || divided {
            return None;
        }
        let (source, wanted) = (held.affine()?, needed.affine()?);
        let route = route(&source, &wanted, held, needed, lanes)?;
        let shuffle = from_route(&route, held, needed, width, lanes);
        // Without motion and choice it is a matter of registers.
        let moves = !shuffle.stays_in_lane || shuffle.picks.len() > 1;
        let cost = shuffle.cost(element_bytes);
        moves.then_some((shuffle, cost))
    }

    /// What is shuffled: for each flip of the lane the source slots that are read there, as many
    /// together as one word carries. Nothing if each thread reads its own registers only.
    pub fn words(&self, element_bytes: i64) -> Vec<(i64, Vec<usize>)> {
        let mut read: BTreeMap<i64, BTreeSet<usize>> = BTreeMap::new();
        if !self.stays_in_lane {
            for (slot, &flip) in self.slots.iter().zip(&self.lane_flip) {
                read.entry(flip).or_default().extend(self.picks.iter().map(|pick| slot ^ pick));
            }
        }
        let together = elements_of_word(element_bytes);
        let mut words = Vec::new();
        for (flip, slots) in read {
            let slots: Vec<usize> = slots.into_iter().collect();
            words.extend(slots.chunks(together).map(|word| (flip, word.to_vec())));
        }
        words
    }

    /// A word takes a shuffle (a long element two), a permutation for each element after the
    /// first to put it together, and as many to take it apart.
    fn cost(&self, element_bytes: i64) -> Cost {
        let words = self.words(element_bytes);
        Cost {
            permutes: words.iter().map(|(_, slots)| 2 * (slots.len() as u64 - 1)).sum(),
            shuffles: words.iter().map(|(_, slots)| words_of(slots.len(), element_bytes)).sum(),
            selects: (self.slots.len() * (self.picks.len() - 1)) as u64,
            ..Cost::default()
        }
    }

    /// The source `(thread, slot)` of a wanted one.
    pub fn source(&self, thread: i64, slot: usize) -> Option<(i64, usize)> {
        let by_thread = self.by_thread.eval(&[thread]).ok()?;
        let lane = by_thread[0] ^ self.lane_flip.get(slot)?;
        Some((thread - thread % self.width + lane, by_thread[1] as usize ^ self.slots.get(slot)?))
    }
}

/// The source occurrence as an affine function of the wanted one.
fn route(
    source: &Affine,
    wanted: &Affine,
    held: &Holders,
    needed: &Holders,
    lanes: usize,
) -> Option<Affine> {
    let slot_bits = held.slots.trailing_zeros() as usize;
    let lane_bits = lanes.trailing_zeros() as usize;
    let by_slot = source.span(0..slot_bits);
    let by_lane = source.span(slot_bits..slot_bits + lane_bits);
    let by_both = source.span(0..slot_bits + lane_bits);

    let wanted_slot_bits = needed.slots.trailing_zeros() as usize;
    let column = |bit: usize, image: u64| {
        let stay = match bit.checked_sub(wanted_slot_bits) {
            Some(thread_bit) => 1u64 << (slot_bits + thread_bit),
            None if bit < slot_bits => 1 << bit,
            None => 0,
        };
        let image_of = |input: u64| {
            let set = (0..source.columns.len()).filter(|i| input >> i & 1 == 1);
            set.fold(0, |value, i| value ^ source.columns[i])
        };
        if bit < wanted_slot_bits {
            if image_of(stay) == image {
                return Some(stay);
            }
            return by_slot.solve(image).or_else(|| by_both.solve(image));
        }
        let rest = image ^ image_of(stay);
        let step = by_lane.solve(rest).or_else(|| by_slot.solve(rest));
        step.or_else(|| by_both.solve(rest)).map(|step| stay ^ step)
    };
    let columns: Option<Vec<u64>> =
        wanted.columns.iter().enumerate().map(|(bit, &image)| column(bit, image)).collect();
    let offset = source.origin ^ wanted.origin;
    let origin = by_slot.solve(offset).or_else(|| by_both.solve(offset))?;
    Some(Affine { origin, columns: columns? })
}

fn from_route(
    route: &Affine,
    held: &Holders,
    needed: &Holders,
    width: i64,
    lanes: usize,
) -> Shuffle {
    let slot_bits = held.slots.trailing_zeros() as usize;
    let wanted_slot_bits = needed.slots.trailing_zeros() as usize;
    let lane = |x: u64| (x >> slot_bits) as i64 & (lanes as i64 - 1);
    let slot = |x: u64| (x & (held.slots as u64 - 1)) as usize;

    let by_slot: Vec<u64> = (0..needed.slots)
        .map(|s| {
            let set = (0..wanted_slot_bits).filter(|bit| s >> bit & 1 == 1);
            set.fold(route.origin, |x, bit| x ^ route.columns[bit])
        })
        .collect();
    let thread_columns = &route.columns[wanted_slot_bits..];
    let mut picks = BTreeSet::from([0]);
    for &column in thread_columns {
        let more: Vec<usize> = picks.iter().map(|pick| pick ^ slot(column)).collect();
        picks.extend(more);
    }
    let bases = thread_columns.iter().map(|&c| vec![lane(c), slot(c) as i64]).collect();
    let own_lane = |(bit, &c): (usize, &u64)| lane(c) == (1i64 << bit) & (lanes as i64 - 1);
    let stays_in_lane =
        thread_columns.iter().enumerate().all(own_lane) && by_slot.iter().all(|&x| lane(x) == 0);

    Shuffle {
        width,
        by_thread: thread_map(held.threads as i64, lanes as i64, held.slots as i64, bases),
        lane_flip: by_slot.iter().map(|&x| lane(x)).collect(),
        slots: by_slot.iter().map(|&x| slot(x)).collect(),
        picks: picks.into_iter().collect(),
        stays_in_lane,
    }
}

/// `(thread) -> (lane, pick)` with a basis a bit of the thread.
fn thread_map(threads: i64, lanes: i64, slots: i64, bases: Vec<Vec<i64>>) -> LayoutMap {
    let set = |axes: Vec<Axis>| IndexSet::new(axes).expect("distinct fixed names, extents above 0");
    let domain = set(vec![Axis::new("thread", threads)]);
    let codomain = set(vec![Axis::new("lane", lanes), Axis::new("pick", slots)]);
    LayoutMap::bit_linear(domain, codomain, vec![bases]).expect("a basis for each thread bit")
}
