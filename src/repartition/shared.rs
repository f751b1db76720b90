//! Exchange through a buffer that the block shares.
//!
//! The buffer holds the tile once. Its address map is a strided layout, row-major or
//! column-major, with the padding that lets the lanes of a subgroup meet in the fewest banks:
//! the wavefronts of every store and load are counted exactly, for each candidate.
//!
//! One owner writes each element, where an owner can be told by digits of the thread number:
//! digits on which the distribution does not depend must be 0.

use super::bits::{Affine, Echelon};
use super::holders::Holders;
use super::plan::{Cost, PlanError};
use crate::distribution::Distribution;
use crate::error::MapError;
use crate::index_set::Point;
use crate::map::{IntTree, LayoutMap};
use crate::target::Target;
use std::collections::HashSet;

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

/// Which occurrences write: threads of which some digits are 0, in some of their slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Each `(divisor, extent)` demands `thread floordiv divisor mod extent = 0`.
    pub zero_digits: Vec<(i64, i64)>,
    /// Whether a slot is written.
    pub slots: Vec<bool>,
    /// Whether each element is written exactly once. Otherwise several threads write it, all
    /// with the same value.
    pub unique: bool,
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
        let owner = Owner::of(source, held);
        let (stores, loads) = (Accesses::stores(held, &owner), Accesses::loads(needed));
        let mut best: Option<(u64, i64, LayoutMap)> = None;
        let mut smallest = i64::MAX;
        for strides in candidate_strides(&source.shape()) {
            let Some(address) = address_map(&source.shape(), &strides)? else { continue };
            let elements = address.codomain().cardinality().unwrap_or(i64::MAX);
            let bytes = elements.saturating_mul(element_bytes);
            smallest = smallest.min(bytes);
            if bytes > target.static_shared_bytes {
                continue;
            }
            let count = |accesses: &Accesses| accesses.wavefronts(&strides, element_bytes, target);
            let wavefronts = count(&stores) + count(&loads);
            if best.as_ref().is_none_or(|(w, e, _)| (wavefronts, elements) < (*w, *e)) {
                best = Some((wavefronts, elements, address));
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

/// `shape:strides`, or `None` where its size leaves 64 bits.
fn address_map(shape: &[i64], strides: &[i64]) -> Result<Option<LayoutMap>, MapError> {
    let tree = |values: &[i64]| IntTree::Tuple(values.iter().map(|&v| v.into()).collect());
    let map = LayoutMap::mixed_radix(tree(shape), tree(strides))?;
    Ok(map.codomain().cardinality().map(|_| map))
}

impl Owner {
    fn of(source: &Distribution, held: &Holders) -> Owner {
        Owner::by_free_bits(held).unwrap_or_else(|| Owner::by_constant_axes(source, held))
    }

    /// For tables affine over GF(2): bits that no other bits need are 0.
    fn by_free_bits(held: &Holders) -> Option<Owner> {
        if !held.threads.is_power_of_two() {
            return None;
        }
        let affine = Affine::of_table(&held.elements)?;
        let slot_bits = held.slots.trailing_zeros() as usize;
        let mut echelon = Echelon::default();
        let free: Vec<usize> = (0..affine.columns.len())
            .filter(|&bit| !echelon.insert(affine.columns[bit], 1 << bit))
            .collect();
        let slot_mask = free.iter().filter(|&&bit| bit < slot_bits).fold(0, |m, bit| m | 1 << bit);
        let thread_bits = free.iter().filter(|&&bit| bit >= slot_bits);
        Some(Owner {
            zero_digits: thread_bits.map(|bit| (1i64 << (bit - slot_bits), 2)).collect(),
            slots: (0..held.slots).map(|slot: usize| slot & slot_mask == 0).collect(),
            unique: true,
        })
    }

    /// Axes along which the table is constant are at 0.
    fn by_constant_axes(source: &Distribution, held: &Holders) -> Owner {
        let extents = source.map().domain().extents().unwrap_or_default();
        let (mut zero_digits, mut slots) = (Vec::new(), vec![true; held.slots]);
        if held.elements.is_empty() {
            return Owner { zero_digits, slots, unique: true };
        }
        let mut step = 1usize;
        for &extent in extents.iter().rev() {
            let extent = extent as usize;
            let digit = |occurrence: usize| occurrence / step % extent;
            let constant = (0..held.elements.len())
                .all(|x| held.elements[x] == held.elements[x - digit(x) * step]);
            if constant && extent > 1 {
                if step < held.slots {
                    slots.iter_mut().enumerate().for_each(|(s, on)| *on &= digit(s) == 0);
                } else {
                    zero_digits.push(((step / held.slots) as i64, extent as i64));
                }
            }
            step *= extent;
        }
        let mut owner = Owner { zero_digits, slots, unique: true };
        let mut written = HashSet::new();
        owner.unique = (0..held.elements.len())
            .filter(|x| owner.writes(x / held.slots, x % held.slots))
            .all(|x| written.insert(held.elements[x]));
        owner
    }

    /// Whether this occurrence writes.
    pub fn writes(&self, thread: usize, slot: usize) -> bool {
        let zero = |&(divisor, extent): &(i64, i64)| thread as i64 / divisor % extent == 0;
        self.slots.get(slot) == Some(&true) && self.zero_digits.iter().all(zero)
    }
}

/// What each thread accesses in each slot.
struct Accesses<'a> {
    holders: &'a Holders,
    /// Whether an occurrence takes part.
    active: Vec<bool>,
}

impl<'a> Accesses<'a> {
    fn loads(holders: &'a Holders) -> Self {
        Accesses { holders, active: vec![true; holders.points.len()] }
    }

    fn stores(holders: &'a Holders, owner: &Owner) -> Self {
        let slots = holders.slots;
        let writes = |x: usize| owner.writes(x / slots, x % slots);
        Accesses { holders, active: (0..holders.points.len()).map(writes).collect() }
    }

    /// Wavefronts of all accesses: for each subgroup and slot, the most distinct words that
    /// its lanes touch in one bank.
    fn wavefronts(&self, strides: &[i64], element_bytes: i64, target: &Target) -> u64 {
        let &Holders { threads, slots, ref points, .. } = self.holders;
        let offset = |point: &Point| -> i64 { point.iter().zip(strides).map(|(c, s)| c * s).sum() };
        let first_bytes: Vec<i64> = points.iter().map(|p| offset(p) * element_bytes).collect();
        let words = first_bytes
            .iter()
            .max()
            .map_or(0, |last| last + element_bytes)
            .div_euclid(target.bank_bytes)
            + 1;
        let mut touched = vec![Vec::new(); target.banks.min(words) as usize];
        let width = (target.subgroup.max(1) as usize).min(threads.max(1));
        let mut total = 0;
        for first in (0..threads).step_by(width) {
            for slot in 0..slots {
                let mut most = 0;
                touched.iter_mut().for_each(Vec::clear);
                for thread in first..(first + width).min(threads) {
                    let occurrence = thread * slots + slot;
                    if !self.active[occurrence] {
                        continue;
                    }
                    let byte = first_bytes[occurrence];
                    let last = (byte + element_bytes - 1) / target.bank_bytes;
                    for word in byte / target.bank_bytes..=last {
                        let bank = &mut touched[(word % target.banks) as usize];
                        if !bank.contains(&word) {
                            bank.push(word);
                            most = most.max(bank.len());
                        }
                    }
                }
                total += most as u64;
            }
        }
        total
    }
}
