//! The tables of a distribution: which element each occurrence holds.

use super::{OCCURRENCE_LIMIT, PlanError};
use crate::distribution::Distribution;
use crate::map::bits_for;

/// The elements of all occurrences, as numbers; occurrence `thread * slots + slot`.
#[derive(Clone, Debug)]
pub(super) struct Holders {
    pub(super) threads: usize,
    pub(super) slots: usize,
    /// The element's coordinates, bits side by side: XOR of two is XOR by coordinate.
    pub(super) elements: Vec<u64>,
}

impl Holders {
    pub(super) fn of(distribution: &Distribution) -> Result<Holders, PlanError> {
        let table = distribution.map().tabulate(OCCURRENCE_LIMIT)?;
        let widths: Vec<usize> = distribution.shape().iter().map(|&n| bits_for(n)).collect();
        let pack = |element: &Vec<i64>| {
            element.iter().zip(&widths).fold(0u64, |packed, (&x, &bits)| packed << bits | x as u64)
        };
        if widths.iter().sum::<usize>() > 63 {
            return Err(PlanError::TileTooLarge { shape: distribution.shape() });
        }
        let (threads, slots) = (distribution.threads() as usize, distribution.slots() as usize);
        Ok(Holders { threads, slots, elements: table.iter().map(pack).collect() })
    }

    pub(super) fn of_thread(&self, thread: usize) -> &[u64] {
        &self.elements[thread * self.slots..][..self.slots]
    }
}
