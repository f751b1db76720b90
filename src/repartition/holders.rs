//! The tables of a distribution: which element each occurrence holds.

use super::{OCCURRENCE_LIMIT, PlanError};
use crate::distribution::Distribution;
use crate::index_set::Point;
use crate::map::{TableError, bits_for};

/// The elements of all occurrences; occurrence `thread * slots + slot`.
#[derive(Clone, Debug)]
pub(super) struct Holders {
    pub(super) threads: usize,
    pub(super) slots: usize,
    /// The element's coordinates.
    pub(super) points: Vec<Point>,
    /// Those coordinates as a number, bits side by side: XOR of two is XOR by coordinate.
    pub(super) elements: Vec<u64>,
}

/// The elements of all occurrences. Where there is no occurrence, neither threads nor slots are
/// over the limit: a thread without slots counts too.
pub(crate) fn table_of(distribution: &Distribution) -> Result<Vec<Point>, TableError> {
    let longest = distribution.threads().max(distribution.slots());
    if longest > OCCURRENCE_LIMIT {
        return Err(TableError::Size { points: longest, limit: OCCURRENCE_LIMIT });
    }
    distribution.map().tabulate(OCCURRENCE_LIMIT)
}

impl Holders {
    pub(super) fn of(distribution: &Distribution) -> Result<Holders, PlanError> {
        let points = table_of(distribution)?;
        let widths: Vec<usize> = distribution.shape().iter().map(|&n| bits_for(n)).collect();
        if widths.iter().sum::<usize>() > 63 {
            return Err(PlanError::TileTooLarge { shape: distribution.shape() });
        }
        let pack = |point: &Point| {
            point.iter().zip(&widths).fold(0u64, |packed, (&x, &bits)| packed << bits | x as u64)
        };
        let (threads, slots) = (distribution.threads() as usize, distribution.slots() as usize);
        let elements = points.iter().map(pack).collect();
        Ok(Holders { threads, slots, points, elements })
    }

    /// The elements slot by slot: each slot's in all threads, side by side.
    pub(super) fn by_slot(&self) -> Vec<u64> {
        let occurrences =
            (0..self.slots).flat_map(|s| (0..self.threads).map(move |t| t * self.slots + s));
        occurrences.map(|occurrence| self.elements[occurrence]).collect()
    }
}
