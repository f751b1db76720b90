//! Combining a tile along one axis: who folds what, in which order.
//!
//! Call the coordinates other than the reduced one the *row* of an element. A reduction runs in
//! three steps, each of which needs a regularity that is read off the whole table:
//!
//! 1. **Registers.** Slots that hold one row in every thread form a *class*; a thread folds the
//!    distinct elements of each class.
//! 2. **Lanes.** Where `thread XOR mask` holds the same rows and other elements of them, the two
//!    exchange what they have and fold it; both then have the sum. Masks inside a hardware
//!    subgroup are shuffles.
//! 3. **Block.** Masks across subgroups exchange through shared memory.
//!
//! A mask under which the threads hold the *same* elements is a replica: it is skipped.
//!
//! **The law.** Afterwards each thread has, for each of its classes, every element of the row
//! exactly once. It is checked by following the sets of elements through the folds.

use std::collections::{HashMap, HashSet};

use crate::distribution::Distribution;
use crate::error::MapError;
use crate::expr::{Expr, Program};
use crate::index_set::{Axis, IndexSet};
use crate::map::{LayoutMap, TableError};
use crate::repartition::table_of;
use thiserror::Error;

/// How a tile is reduced; see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The class of each source slot.
    pub class_of_slot: Vec<usize>,
    /// The slots that each class folds.
    pub folded: Vec<Vec<usize>>,
    /// XORed to the thread number, inside a hardware subgroup.
    pub lane_masks: Vec<i64>,
    /// XORed to the thread number, across subgroups.
    pub block_masks: Vec<i64>,
}

/// Why a tile cannot be reduced as it is distributed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReductionError {
    /// The distribution has no table.
    #[error("the distribution has no table: {0}")]
    Table(#[from] TableError),
    /// The tile has no such axis.
    #[error("the tile has {rank} axes, there is no axis {axis}")]
    Axis {
        /// The axis asked for.
        axis: usize,
        /// The rank.
        rank: usize,
    },
    /// Threads that hold nothing in some slots.
    #[error("some threads hold nothing in some slots: the carrier is {carrier}")]
    Carrier {
        /// The domain, printed.
        carrier: String,
    },
    /// The slots or threads that share a row do not do so alike.
    #[error("thread {thread} and slot {slot} share a row with others irregularly")]
    Irregular {
        /// A thread where it shows.
        thread: usize,
        /// A slot where it shows.
        slot: usize,
    },
}

impl Reduction {
    /// The reduction of a tile with this distribution along `axis`, on hardware subgroups of
    /// `subgroup` lanes.
    ///
    /// # Errors
    /// A distribution without a table, no such axis, or a table without the regularity needed:
    /// repartition it first.
    pub fn of(
        source: &Distribution,
        axis: usize,
        subgroup: i64,
    ) -> Result<Reduction, ReductionError> {
        let rank = source.shape().len();
        if axis >= rank {
            return Err(ReductionError::Axis { axis, rank });
        }
        let carrier = source.map().domain();
        if !carrier.is_box() {
            return Err(ReductionError::Carrier { carrier: carrier.to_string() });
        }
        let table = Rows::of(source, axis)?;
        let (class_of_slot, folded) = table.classes()?;
        let mut sets = table.sets(&class_of_slot, &folded)?;
        let (mut lane_masks, mut block_masks) = (Vec::new(), Vec::new());
        let mut mask = 1;
        while mask < table.threads && table.threads % (2 * mask) == 0 {
            if table.same_rows(mask, &folded) && sets.fold(mask)? {
                let masks =
                    if (mask as i64) < subgroup { &mut lane_masks } else { &mut block_masks };
                masks.push(mask as i64);
            }
            mask *= 2;
        }
        sets.expect_all(source.shape()[axis])?;
        Ok(Reduction { class_of_slot, folded, lane_masks, block_masks })
    }
}

/// Row and position in the row of what each occurrence holds.
struct Rows {
    threads: usize,
    slots: usize,
    rows: Vec<Vec<i64>>,
    positions: Vec<i64>,
}

impl Rows {
    fn of(source: &Distribution, axis: usize) -> Result<Rows, TableError> {
        let elements = table_of(source)?;
        let positions = elements.iter().map(|element| element[axis]).collect();
        let row = |element: &[i64]| [&element[..axis], &element[axis + 1..]].concat();
        Ok(Rows {
            threads: source.threads() as usize,
            slots: source.slots() as usize,
            rows: elements.iter().map(row).collect(),
            positions,
        })
    }

    fn row(&self, thread: usize, slot: usize) -> &[i64] {
        &self.rows[thread * self.slots + slot]
    }

    /// The class of each slot, and the slots with distinct elements of each class.
    fn classes(&self) -> Result<(Vec<usize>, Vec<Vec<usize>>), ReductionError> {
        let column = |slot| (0..self.threads).map(move |thread| self.row(thread, slot));
        let positions = |slot: usize| -> Vec<i64> {
            (0..self.threads).map(|thread| self.positions[thread * self.slots + slot]).collect()
        };
        let mut by_rows: HashMap<Vec<&[i64]>, usize> = HashMap::new();
        let mut class_of_slot = Vec::with_capacity(self.slots);
        let mut folded: Vec<Vec<usize>> = Vec::new();
        let mut seen: Vec<HashSet<Vec<i64>>> = Vec::new();
        for slot in 0..self.slots {
            let next = folded.len();
            let class = *by_rows.entry(column(slot).collect()).or_insert(next);
            if class == next {
                folded.push(Vec::new());
                seen.push(Default::default());
            }
            class_of_slot.push(class);
            if seen[class].insert(positions(slot)) {
                folded[class].push(slot);
            }
        }
        for thread in 0..self.threads {
            let mut rows = HashMap::new();
            for slots in &folded {
                if rows.insert(self.row(thread, slots[0]), ()).is_some() {
                    return Err(ReductionError::Irregular { thread, slot: slots[0] });
                }
            }
        }
        Ok((class_of_slot, folded))
    }

    /// Whether every thread holds the rows of `thread XOR mask`, class by class.
    fn same_rows(&self, mask: usize, folded: &[Vec<usize>]) -> bool {
        (0..self.threads).all(|thread| {
            let same = |slots: &Vec<usize>| {
                self.row(thread, slots[0]) == self.row(thread ^ mask, slots[0])
            };
            folded.iter().all(same)
        })
    }

    fn sets(&self, class_of_slot: &[usize], folded: &[Vec<usize>]) -> Result<Sets, ReductionError> {
        let mut sets = vec![Vec::new(); self.threads * folded.len()];
        for thread in 0..self.threads {
            for &slot in folded.iter().flatten() {
                let set: &mut Vec<i64> = &mut sets[thread * folded.len() + class_of_slot[slot]];
                set.push(self.positions[thread * self.slots + slot]);
            }
        }
        for (index, set) in sets.iter_mut().enumerate() {
            set.sort_unstable();
            let distinct = set.windows(2).all(|pair| pair[0] != pair[1]);
            if !distinct {
                let (thread, class) = (index / folded.len(), index % folded.len());
                return Err(ReductionError::Irregular { thread, slot: folded[class][0] });
            }
        }
        let first_slots = folded.iter().map(|slots| slots[0]).collect();
        Ok(Sets { classes: folded.len(), first_slots, sets, folded: 0 })
    }
}

/// The positions that each thread has folded, class by class.
///
/// Threads that have folded have the same: their sets are kept with the one of them whose
/// number is 0 in the masks folded, so all sets together never grow.
struct Sets {
    classes: usize,
    first_slots: Vec<usize>,
    sets: Vec<Vec<i64>>,
    /// The masks folded.
    folded: usize,
}

impl Sets {
    /// Folds each thread with `thread XOR mask`; `false` if they are replicas.
    fn fold(&mut self, mask: usize) -> Result<bool, ReductionError> {
        let classes = self.classes;
        let kept: Vec<usize> = self.kept().filter(|index| (index / classes) & mask == 0).collect();
        let partner = |index: usize| index + mask * classes;
        if kept.iter().all(|&index| self.sets[index] == self.sets[partner(index)]) {
            return Ok(false);
        }
        for index in kept {
            let others = std::mem::take(&mut self.sets[partner(index)]);
            let both = &mut self.sets[index];
            both.extend(others);
            both.sort_unstable();
            if both.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(self.irregular(index));
            }
        }
        self.folded |= mask;
        Ok(true)
    }

    /// The places of the sets that stand for those of all threads.
    fn kept(&self) -> impl Iterator<Item = usize> {
        (0..self.sets.len()).filter(|index| (index / self.classes) & self.folded == 0)
    }

    /// Every set holds each position of the axis.
    fn expect_all(&self, extent: i64) -> Result<(), ReductionError> {
        match self.kept().find(|&index| self.sets[index].len() as i64 != extent) {
            None => Ok(()),
            Some(index) => Err(self.irregular(index)),
        }
    }

    fn irregular(&self, index: usize) -> ReductionError {
        let (thread, class) = (index / self.classes, index % self.classes);
        ReductionError::Irregular { thread, slot: self.first_slots[class] }
    }
}

/// A distribution of `shape` over `threads` in which every row along `axis` lies in one thread:
/// what a tile is repartitioned to where its own distribution is irregular. Rows beyond the
/// last start again from the first, as replicas.
///
/// # Errors
/// No such axis, no threads, or rows whose number leaves 64 bits; otherwise as [`IndexSet::new`]
/// and [`LayoutMap::expr`].
pub fn row_local(shape: &[i64], axis: usize, threads: i64) -> Result<LayoutMap, MapError> {
    let codomain = IndexSet::from_extents(shape)?;
    let Some(&length) = shape.get(axis) else {
        let (name, set) = (format!("d{axis}"), codomain.to_string());
        return Err(MapError::UnknownAxis { name, set });
    };
    let others = || (0..shape.len()).filter(|&other| other != axis);
    let rows = if others().any(|other| shape[other] == 0) {
        0
    } else {
        let rows = others().try_fold(1i64, |rows, other| rows.checked_mul(shape[other]));
        rows.ok_or_else(|| MapError::SizeOverflow {
            mode: format!("the tile less axis {axis}"),
            what: others().map(|other| shape[other].to_string()).collect::<Vec<_>>().join(" * "),
        })?
    };
    if threads == 0 {
        let what = format!("the threads for {rows} rows");
        return Err(MapError::Count { what, expected: 1, found: 0 });
    }
    let domain = IndexSet::new(vec![
        Axis::new("thread", threads),
        Axis::new("row", rows.div_euclid(threads) + i64::from(rows % threads != 0)),
        Axis::new("position", length),
    ])?;
    let number = Expr::coord(0) + Expr::coord(1) * threads;
    let mut rest = if rows % threads == 0 { number } else { number % rows };
    let mut outputs = vec![Expr::coord(2); shape.len()];
    for other in others().rev() {
        outputs[other] = &rest % shape[other].max(1);
        rest = rest / shape[other].max(1);
    }
    LayoutMap::expr(domain, codomain, Program::from_exprs(&outputs))
}
