//! Exchange through a buffer that the block shares.
//!
//! The buffer holds the tile once. Its address map is a strided layout, row-major or
//! column-major, with the padding that lets the lanes of a subgroup meet in the fewest banks:
//! the wavefronts of every store and load are counted exactly, for each candidate.
//!
//! That count is by subgroups: as many as one bank has words for all its lanes together. It has no
//! phases, unlike [`wavefronts`](crate::proof::wavefronts()), where two halves of a subgroup that
//! want the same 8 bytes wait for each other.
//!
//! One [owner](Owner) writes each element.

use super::Owner;
use super::holders::Holders;
use super::plan::{Cost, PlanError};
use crate::distribution::Distribution;
use crate::error::MapError;
use crate::expr::hash::Quick;
use crate::map::{IntTree, LayoutMap};
use crate::proof::Banks;
use crate::target::Target;
use std::collections::{BTreeSet, HashMap};

/// A buffer with one place an element, and who writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    /// The tile's coordinates to the offset in the buffer, in elements.
    pub address: LayoutMap,
    /// The buffer's size, in elements.
    pub elements: i64,
    /// Which of the source's occurrences are written.
    pub owner: Owner,
}

/// Elements added to a row, to try.
const PADDINGS: [i64; 6] = [0, 1, 2, 4, 8, 16];

impl Shared {
    pub(super) fn find(
        source: &Distribution,
        held: &Holders,
        needed: &Holders,
        element_bytes: i64,
        target: &Target,
    ) -> Result<(Shared, Cost), PlanError> {
        let (owner, writers) = Owner::of(source, held);
        let writes = |thread: usize, slot: usize| writers[thread * held.slots + slot];
        let (stores, loads) =
            (Accesses::of(held, target, writes), Accesses::of(needed, target, |_, _| true));
        let floor = stores.least() + loads.least();
        let mut best: Option<(u64, i64, LayoutMap)> = None;
        let candidates = candidates(&source.shape())?;
        let bytes = |elements: i64| elements.saturating_mul(element_bytes);
        let smallest = candidates.first().map_or(i64::MAX, |&(elements, ..)| bytes(elements));
        for (elements, strides, address) in candidates {
            if bytes(elements) > target.static_shared_bytes {
                break;
            }
            let count = |accesses: &Accesses| accesses.wavefronts(&strides, element_bytes, target);
            let wavefronts = count(&stores) + count(&loads);
            if best.as_ref().is_none_or(|&(fewest, ..)| wavefronts < fewest) {
                best = Some((wavefronts, elements, address));
            }
            if wavefronts == floor {
                break;
            }
        }
        let Some((wavefronts, elements, address)) = best else {
            return Err(PlanError::SharedMemory {
                needed: smallest,
                available: target.static_shared_bytes,
                target: target.name.clone(),
            });
        };
        let cost = Cost { wavefronts, barriers: 1, ..Cost::default() };
        Ok((Shared { address, elements, owner }, cost))
    }
}

/// Row-major and column-major strides, padded behind the fastest axis.
fn candidate_strides(shape: &[i64]) -> Vec<Vec<i64>> {
    let rank = shape.len();
    let orders: [Vec<usize>; 2] = [(0..rank).rev().collect(), (0..rank).collect()];
    let strided = |order: &[usize], padding: i64| -> Option<Vec<i64>> {
        let mut strides = vec![0; rank];
        let mut step = 1i64;
        for (position, &axis) in order.iter().enumerate() {
            strides[axis] = step;
            let padding = if position == 0 { padding } else { 0 };
            step = step.checked_mul(shape[axis])?.checked_add(padding)?;
        }
        Some(strides)
    };
    let padded = |padding| orders.iter().map(move |order| (order, padding));
    PADDINGS.iter().flat_map(|&p| padded(p)).filter_map(|(o, p)| strided(o, p)).collect()
}

/// The maps `shape:strides` that there are, each behind its size and strides, smallest first.
pub(super) fn candidates(shape: &[i64]) -> Result<Vec<(i64, Vec<i64>, LayoutMap)>, MapError> {
    let tree = |values: &[i64]| IntTree::Tuple(values.iter().map(|&v| v.into()).collect());
    let mut candidates = Vec::new();
    for strides in candidate_strides(shape) {
        let address = LayoutMap::mixed_radix(tree(shape), tree(&strides))?;
        // The size may still leave 64 bits.
        if let Some(elements) = address.codomain().cardinality() {
            candidates.push((elements, strides, address));
        }
    }
    candidates.sort_by_key(|&(elements, ..)| elements);
    Ok(candidates)
}

/// What the subgroups access, slot by slot. Most accesses have the pattern of another, elsewhere in the
/// tile: they are counted together.
struct Accesses {
    /// Where each access begins: the coordinates of its first element, and its pattern.
    begins: Vec<(Vec<i64>, usize)>,
    patterns: Vec<Pattern>,
}

/// How far the elements of an access lie from the first, axis by axis, one element behind the other.
type Pattern = Vec<i64>;

impl Accesses {
    /// Of the occurrences that `active` says, by thread and slot.
    fn of(holders: &Holders, target: &Target, active: impl Fn(usize, usize) -> bool) -> Self {
        let &Holders { threads, slots, ref points, .. } = holders;
        let width = target.subgroup.max(1) as usize;
        let (mut begins, mut known) = (Vec::new(), HashMap::<Pattern, usize, Quick>::default());
        let mut pattern = Vec::with_capacity(width * points.rank());
        for slot in 0..slots {
            for lanes in (0..threads).step_by(width) {
                let lanes = lanes..threads.min(lanes + width);
                let mut elements = lanes
                    .filter(|&thread| active(thread, slot))
                    .filter_map(|thread| points.get(thread * slots + slot));
                let Some(first) = elements.next() else { continue };
                pattern.clear();
                for element in elements {
                    pattern.extend(element.iter().zip(first).map(|(x, first)| x - first));
                }
                let next = known.len();
                let place = match known.get(&pattern) {
                    Some(&place) => place,
                    None => *known.entry(pattern.clone()).or_insert(next),
                };
                begins.push((first.to_vec(), place));
            }
        }
        let mut patterns: Vec<(usize, Pattern)> =
            known.into_iter().map(|(pattern, place)| (place, pattern)).collect();
        patterns.sort_unstable_by_key(|&(place, _)| place);
        Accesses { begins, patterns: patterns.into_iter().map(|(_, pattern)| pattern).collect() }
    }

    /// The wavefronts that there are at least: one an access.
    fn least(&self) -> u64 {
        self.begins.len() as u64
    }

    /// Wavefronts of all accesses.
    fn wavefronts(&self, strides: &[i64], element_bytes: i64, target: &Target) -> u64 {
        let bytes = |coordinates: &[i64]| {
            let each =
                coordinates.iter().zip(strides).map(|(x, stride)| x * stride * element_bytes);
            each.sum::<i64>()
        };
        // What counts of where an access begins is where in a word.
        let mut known: Vec<Vec<(i64, u64)>> = vec![Vec::new(); self.patterns.len()];
        let mut total = 0;
        for (begin, place) in &self.begins {
            let start = bytes(begin).rem_euclid(target.bank_bytes);
            let of_pattern = &mut known[*place];
            let count = of_pattern.iter().find(|own| own.0 == start).map(|own| own.1);
            total += count.unwrap_or_else(|| {
                let rest = self.patterns[*place].chunks_exact(strides.len().max(1));
                let firsts: Vec<i64> =
                    [start].into_iter().chain(rest.map(|element| start + bytes(element))).collect();
                let count = most_words(&firsts, element_bytes, target);
                of_pattern.push((start, count));
                count
            });
        }
        total
    }
}

/// The most distinct words in one bank of elements that begin at these bytes.
fn most_words(first_bytes: &[i64], element_bytes: i64, target: &Target) -> u64 {
    let banks = Banks::of(target);
    let of_lane = |&byte: &i64| banks.words(byte, byte + element_bytes - 1);
    let words: BTreeSet<i64> = first_bytes.iter().flat_map(of_lane).collect();
    let mut in_bank: HashMap<i64, u64> = HashMap::new();
    for word in words {
        *in_bank.entry(banks.bank_of(word)).or_default() += 1;
    }
    in_bank.into_values().max().unwrap_or(0)
}
