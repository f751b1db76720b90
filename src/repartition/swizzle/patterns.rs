//! [`Patterns`]: what the lanes of each subgroup want in each slot, and what that costs at strided
//! addresses.
//!
//! Most slots of most subgroups have the pattern of another, elsewhere in the tile. There the
//! wavefronts are the same, if they begin at the same place within a word:
//!
//! ```text
//! lanes at bytes      0 128 256 384        one bank, four words        4 wavefronts
//!                     4 132 260 388        the same, a word further    known
//!                     6 134 262 390        begins inside a word        counted anew
//! ```

use super::side::Side;
use super::{Memory, Traffic};
use crate::expr::hash::Quick;
use std::collections::HashMap;

/// What a side's subgroups want; see the source file's header.
pub(super) struct Patterns<'a> {
    side: &'a Side<'a>,
    /// By slot, then by subgroup: the occurrence of the first lane that takes part, and the pattern.
    begins: Vec<Option<(usize, usize)>>,
    subgroups: usize,
    patterns: Vec<Pattern>,
}

/// The lanes that take part, each with its element's distance to the first one's, axis by axis.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Pattern {
    lanes: Vec<usize>,
    distances: Vec<i64>,
}

impl<'a> Patterns<'a> {
    pub fn of(side: &'a Side<'a>) -> Self {
        let (slots, points) = (side.held.slots, &side.held.points);
        let mut known = HashMap::<Pattern, usize, Quick>::default();
        let (mut begins, mut patterns) = (Vec::new(), Vec::new());
        let mut pattern = Pattern::default();
        for slot in 0..slots {
            for threads in side.subgroups() {
                pattern.lanes.clear();
                pattern.distances.clear();
                let (start, mut first) = (threads.start, None);
                for thread in threads.filter(|&thread| side.is_active(thread, slot)) {
                    let occurrence = thread * slots + slot;
                    let first = *first.get_or_insert(occurrence);
                    let [own, first] =
                        [occurrence, first].map(|at| points.get(at).unwrap_or_default());
                    pattern.lanes.push(thread - start);
                    pattern.distances.extend(own.iter().zip(first).map(|(x, first)| x - first));
                }
                begins.push(first.map(|first| match known.get(&pattern) {
                    Some(&place) => (first, place),
                    None => {
                        known.insert(pattern.clone(), patterns.len());
                        patterns.push(pattern.clone());
                        (first, patterns.len() - 1)
                    }
                }));
            }
        }
        Patterns { side, begins, subgroups: side.subgroups().count(), patterns }
    }

    /// The beginnings of accesses with their patterns.
    fn begins<'b>(&'b self, accesses: &'b [Vec<usize>]) -> impl Iterator<Item = (usize, usize)> {
        let slots = accesses.iter().filter_map(|access| access.first());
        let of_slot = |&slot: &usize| self.begins.iter().skip(slot * self.subgroups);
        slots.flat_map(move |slot| of_slot(slot).take(self.subgroups)).flatten().copied()
    }

    /// The phases of accesses in which a lane takes part: there are no fewer wavefronts.
    pub fn phases(&self, accesses: &[Vec<usize>]) -> u64 {
        let width = self.side.memory.lanes_per_phase(accesses.first().map_or(1, Vec::len)) as usize;
        let phases =
            |pattern: &Pattern| pattern.lanes.chunk_by(|a, b| a / width == b / width).count();
        let each: Vec<u64> = self.patterns.iter().map(|pattern| phases(pattern) as u64).collect();
        self.begins(accesses).map(|(_, place)| each[place]).sum()
    }

    /// Accesses at strided addresses, their wavefronts counted.
    pub fn traffic(&self, accesses: Vec<Vec<usize>>, strides: &[i64]) -> Traffic {
        let Memory { bits, banks, .. } = *self.side.memory;
        let vector = accesses.first().map_or(1, Vec::len);
        let mut known = HashMap::<(usize, i64), u64, Quick>::default();
        let wavefronts = self.begins(&accesses).map(|(first, place)| {
            let start = self.side.address(first, strides) * bits;
            let within = start.rem_euclid(8 * banks.bank_bytes);
            let count = || self.count(&self.patterns[place], within, vector, strides);
            *known.entry((place, within)).or_insert_with(count)
        });
        let wavefronts = wavefronts.sum();
        self.side.traffic(accesses, wavefronts)
    }

    /// The wavefronts of all phases of an access that begins at this bit of a word.
    fn count(&self, pattern: &Pattern, start: i64, vector: usize, strides: &[i64]) -> u64 {
        let memory = self.side.memory;
        let Memory { bits, banks, .. } = *memory;
        let (width, last) =
            (memory.lanes_per_phase(vector) as usize, memory.bytes_of(vector as i64) - 1);
        let distances = pattern.distances.chunks_exact(strides.len().max(1));
        let distance =
            |own: &[i64]| own.iter().zip(strides).map(|(x, stride)| x * stride).sum::<i64>();
        // A tile of no axes has no distances: its one element is at 0.
        let bytes = distances.map(distance).chain(std::iter::repeat(0));
        let bytes = bytes.map(|elements| (start + elements * bits).div_euclid(8));
        let lanes: Vec<(usize, i64)> = pattern.lanes.iter().copied().zip(bytes).collect();
        let phases = lanes.chunk_by(|a, b| a.0 / width == b.0 / width);
        let words = |phase: &[(usize, i64)]| {
            let words = phase.iter().flat_map(|&(_, byte)| banks.words(byte, byte + last));
            fullest(words.collect(), |word| banks.bank_of(word))
        };
        phases.map(words).sum()
    }
}

/// The most distinct words of one bank.
fn fullest(mut words: Vec<i64>, bank: impl Fn(i64) -> i64) -> u64 {
    words.sort_unstable();
    words.dedup();
    let mut banks: Vec<i64> = words.into_iter().map(bank).collect();
    banks.sort_unstable();
    banks.chunk_by(|a, b| a == b).map(|words| words.len() as u64).max().unwrap_or(0)
}
