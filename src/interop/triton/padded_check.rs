//! What Triton asks of a padded encoding before it is one.
//!
//! | of | is asked |
//! |---|---|
//! | intervals and paddings | at least one of each; powers of two of 32 bits; no interval twice |
//! | `order`, `shape` | a permutation; powers of two |
//! | a basis | 0, or a power of two along one dimension |
//! | those of `offset` | each other than 0, and once: an offset is one element |
//! | those of `offset` and `block` together | every power of two below the greatest: no element without a place |
//!
//! Blocks may hold the same elements: their bases may be 0, or be there twice.
//!
//! ```text
//! [4:+2, 4:+8]                                       the interval 4 has two paddings
//! [2:+1] {offset = [[1, 0], [0, 2]], block = []}     no basis is [0, 1], and one is beyond
//! ```

use super::error::{EncodingError, permutation, power_of_two, product};
use super::linear::reach;
use super::names::{BLOCK, OFFSET};
use super::padded::{Component, PaddedShared};

impl PaddedShared {
    pub(super) fn check(&self) -> Result<(), EncodingError> {
        let encoding = Self::NAME;
        for (place, &(interval, padding)) in self.pads.iter().enumerate() {
            for (what, value) in [("an interval", interval), ("a padding", padding)] {
                power_of_two(encoding, what, value)?;
                if value > i64::from(u32::MAX) {
                    return Err(EncodingError::Value { encoding, what, value, allowed: "32 bits" });
                }
            }
            if self.pads.iter().take(place).any(|(other, _)| *other == interval) {
                return Err(EncodingError::TwoPads { encoding, interval });
            }
        }
        if self.pads.is_empty() {
            return Err(EncodingError::NoPads { encoding });
        }
        match &self.component {
            Component::Ordered { order, shape } => {
                permutation(encoding, order, shape.len())?;
                for (dim, &extent) in shape.iter().enumerate() {
                    power_of_two(encoding, format!("dim{dim} of the shape"), extent)?;
                }
                product(encoding, "the number of elements", shape.iter().copied())?;
                Ok(())
            }
            Component::Bases { offset, block } => self.check_bases(offset, block),
        }
    }

    fn check_bases(&self, offset: &[Vec<i64>], block: &[Vec<i64>]) -> Result<(), EncodingError> {
        let (encoding, rank) = (Self::NAME, self.rank());
        if rank == 0 {
            return Err(EncodingError::NoBasis { encoding });
        }
        let wrong = |input, basis: &[i64], why| {
            Err(EncodingError::Basis { encoding, input, basis: basis.to_vec(), why })
        };
        for (input, bases) in [(OFFSET, offset), (BLOCK, block)] {
            for basis in bases {
                let mut steps = basis.iter().copied().filter(|&step| step != 0);
                let straight = match (steps.next(), steps.next()) {
                    (None, _) => true,
                    (Some(step), None) => step > 0 && step.count_ones() == 1,
                    _ => false,
                };
                if !straight {
                    return wrong(input, basis, "is no power of two along one dimension");
                }
            }
        }
        for (place, basis) in offset.iter().enumerate() {
            if basis.iter().all(|&step| step == 0) {
                return wrong(OFFSET, basis, "moves nowhere");
            }
            if offset.iter().take(place).any(|other| other == basis) {
                return wrong(OFFSET, basis, "is there twice");
            }
        }
        let extents = reach(encoding, rank, offset.iter().chain(block))?;
        for (dim, extent) in extents.iter().enumerate() {
            for bit in 0..extent.trailing_zeros() {
                let mut basis = vec![0; rank];
                basis.get_mut(dim).into_iter().for_each(|step| *step = 1i64 << bit);
                if !offset.iter().chain(block).any(|own| *own == basis) {
                    return Err(EncodingError::Unreached { encoding, basis });
                }
            }
        }
        Ok(())
    }
}
