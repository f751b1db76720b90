//! The tables of a distribution: which element each occurrence holds.

use super::affine::Affine;
use super::{OCCURRENCE_LIMIT, PlanError};
use crate::distribution::{Distribution, Groups};
use crate::expr::hash::Quick;
use crate::map::{Table, TableError, bits_for};
use std::collections::HashSet;
use std::ops::Range;

/// No element: the occurrence is outside the carrier. Elements have at most 63 bits.
pub(super) const NOTHING: u64 = u64::MAX;

/// The elements of all occurrences; occurrence `thread * slots + slot`.
#[derive(Clone, Debug)]
pub(super) struct Holders {
    pub(super) threads: usize,
    pub(super) slots: usize,
    /// How the threads are in blocks and clusters.
    pub(super) groups: Groups,
    /// The element's coordinates; zeros for [`NOTHING`].
    pub(super) points: Table,
    /// Those coordinates as a number, bits side by side: XOR of two is XOR by coordinate.
    pub(super) elements: Vec<u64>,
    /// How many bits that number has.
    pub(super) bits: usize,
}

/// Coordinates that the points of a table have without being limited further.
const COORDINATES: usize = 8;

/// That occurrences are few. Where there is none, neither threads nor slots are over the limit: a
/// thread without slots counts too.
pub(super) fn few_occurrences(distribution: &Distribution, limit: i64) -> Result<(), TableError> {
    let (threads, slots) = (distribution.threads(), distribution.slots());
    let points = threads.saturating_mul(slots).max(threads).max(slots);
    if points > limit {
        return Err(TableError::Size { points, limit });
    }
    Ok(())
}

/// The elements of the carrier, in the order of occurrences.
pub(crate) fn table_of(distribution: &Distribution) -> Result<Table, TableError> {
    few_occurrences(distribution, OCCURRENCE_LIMIT)?;
    // Of points of many coordinates there are fewer, so that a table's numbers are limited too.
    let map = distribution.map();
    let rank = map.domain().rank().max(map.codomain().rank());
    let share = i64::try_from(rank.div_ceil(COORDINATES)).unwrap_or(i64::MAX).max(1);
    map.tabulate(OCCURRENCE_LIMIT / share)
}

impl Holders {
    pub(super) fn of(distribution: &Distribution) -> Result<Holders, PlanError> {
        let held = table_of(distribution)?;
        let widths: Vec<usize> = distribution.shape().iter().map(|&n| bits_for(n)).collect();
        let bits = widths.iter().sum();
        if bits > 63 {
            return Err(PlanError::TileTooLarge { shape: distribution.shape() });
        }
        let pack = |point: &[i64]| {
            point.iter().zip(&widths).fold(0u64, |packed, (&x, &bits)| packed << bits | x as u64)
        };
        let (threads, slots) = (distribution.threads() as usize, distribution.slots() as usize);
        let (groups, domain) = (distribution.groups(), distribution.map().domain());
        if domain.is_box() {
            let elements = held.iter().map(pack).collect();
            return Ok(Holders { threads, slots, groups, points: held, elements, bits });
        }
        let mut elements = vec![NOTHING; threads * slots];
        let hull = domain.hull();
        let carried = hull.points().enumerate().filter(|(_, point)| domain.contains(point));
        let places: Vec<usize> = carried.map(|(occurrence, _)| occurrence).collect();
        for (&occurrence, point) in places.iter().zip(held.iter()) {
            elements[occurrence] = pack(point);
        }
        let points = held.scattered(threads * slots, &places);
        Ok(Holders { threads, slots, groups, points, elements, bits })
    }

    /// Whether every occurrence holds something.
    pub(super) fn is_whole(&self) -> bool {
        !self.elements.contains(&NOTHING)
    }

    /// The table as a map that is affine over GF(2), if it is whole and one.
    pub(super) fn affine(&self) -> Option<Affine> {
        Affine::of_table(&self.elements).filter(|_| self.is_whole())
    }

    /// Which elements are held at all.
    pub(super) fn held(&self) -> Held {
        if self.bits > DENSE {
            let mut elements = self.elements.clone();
            elements.sort_unstable();
            return Held::Sorted(elements);
        }
        let mut marks = vec![false; 1 << self.bits];
        for &element in &self.elements {
            if let Some(mark) = marks.get_mut(element as usize) {
                *mark = true;
            }
        }
        Held::Marked(marks)
    }

    /// The threads of each subgroup of so many lanes; every block begins with one.
    pub(super) fn subgroups(
        &self,
        width: i64,
    ) -> impl Iterator<Item = Range<usize>> + Clone + use<> {
        let width = usize::try_from(width).unwrap_or(1).max(1);
        let block = usize::try_from(self.groups.block_threads).unwrap_or(1).max(1);
        let blocks = (0..self.threads).step_by(block).map(move |first| first..first + block);
        blocks.flat_map(move |block| {
            let end = block.end;
            block.step_by(width).map(move |first| first..end.min(first + width))
        })
    }

    /// The first occurrence that wants what no thread of its own part holds, the threads cut into so
    /// many parts.
    pub(super) fn first_lacking(&self, needed: &Holders, parts: usize) -> Option<usize> {
        let part = |holders: &Holders, occurrence: usize| {
            occurrence / (holders.threads * holders.slots / parts.max(1)).max(1)
        };
        let mut there = HashSet::<(usize, u64), Quick>::default();
        there.extend(self.elements.iter().enumerate().map(|(x, &own)| (part(self, x), own)));
        let lacks = |(occurrence, &element): (usize, &u64)| {
            element != NOTHING && !there.contains(&(part(needed, occurrence), element))
        };
        needed.elements.iter().enumerate().position(lacks)
    }

    /// The elements slot by slot: each slot's in all threads, side by side.
    pub(super) fn by_slot(&self) -> Vec<u64> {
        let occurrences =
            (0..self.slots).flat_map(|s| (0..self.threads).map(move |t| t * self.slots + s));
        occurrences.map(|occurrence| self.elements[occurrence]).collect()
    }
}

/// Elements of more bits are searched, not looked up.
const DENSE: usize = 22;

/// A set of elements.
pub(super) enum Held {
    /// A mark for each that there can be.
    Marked(Vec<bool>),
    /// Those that there are, in order.
    Sorted(Vec<u64>),
}

impl Held {
    pub(super) fn contains(&self, element: u64) -> bool {
        match self {
            Held::Marked(marks) => marks.get(element as usize) == Some(&true),
            Held::Sorted(elements) => elements.binary_search(&element).is_ok(),
        }
    }
}
