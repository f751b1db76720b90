//! Encodings as [`LayoutMap`]s.
//!
//! The domain's axes stand as a program numbers its threads, the slowest first:
//! `(block, warp, lane, register)`, or `(block, offset)`. `block` alone differs between blocks;
//! without it ([`Encoding::to_distribution_map`]) a map is one block's
//! [`Distribution`](crate::distribution::Distribution), `register` being its slots.

use super::encoding::Encoding;
use super::error::EncodingError;
use super::names::{LANE, REGISTER, WARP};
use crate::corr::LayoutCorr;
use crate::gf2::Linear;
use crate::map::LayoutMap;

impl Encoding {
    /// The map of [`to_linear`](Encoding::to_linear) as a `bit_linear` node, its axes the
    /// slowest first.
    ///
    /// ```
    /// use tileir::interop::triton::Encoding;
    /// let shared: Encoding = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 4, \
    ///     order = [1, 0]}>".parse()?;
    /// let map = shared.to_map(&[4, 4])?;
    /// assert_eq!(map.domain().to_string(), "(block : 1, offset : 16)");
    /// assert_eq!(map.eval(&[0, 2 * 4 + 1])?, [2, 1 ^ 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`to_linear`](Encoding::to_linear).
    pub fn to_map(&self, shape: &[i64]) -> Result<LayoutMap, EncodingError> {
        slowest_first(&self.to_linear(shape)?)
    }

    /// The map of one block, `(warp, lane, register)` to the element.
    ///
    /// ```
    /// use tileir::distribution::Distribution;
    /// use tileir::interop::triton::Encoding;
    /// let blocked: Encoding = "#ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], \
    ///     warpsPerCTA = [4], order = [0]}>".parse()?;
    /// let distribution = Distribution::new(blocked.to_distribution_map(&[1024])?)?;
    /// assert_eq!((distribution.threads(), distribution.slots()), (128, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`to_linear`](Encoding::to_linear); an encoding of memory.
    pub fn to_distribution_map(&self, shape: &[i64]) -> Result<LayoutMap, EncodingError> {
        if !self.is_distributed() {
            let (encoding, parent) = ("a distribution", self.name());
            return Err(EncodingError::Parent { encoding, parent });
        }
        let layout = self.to_linear(shape)?;
        let outs: Vec<&str> = layout.outs().names().collect();
        slowest_first(&layout.sublayout(&[REGISTER, LANE, WARP], &outs)?)
    }

    /// Which places hold which elements. Of registers, a place is `(block, warp, lane,
    /// register)`; of shared memory `(block, address)` or, without gaps, `(block, offset)`. The
    /// occurrences of padded memory are its offsets, with a leg to either side, so that no gap
    /// occurs.
    ///
    /// ```
    /// use tileir::{interop::triton::Encoding, proof::Budget};
    /// let padded: Encoding = "#ttg.padded_shared<[4:+2] {order = [1, 0], shape = [4, 4]}>".parse()?;
    /// let placed = padded.to_corr(&[4, 4])?;
    /// let budget = Budget::default();
    /// assert_eq!(placed.fibre(&[1, 0], &budget)?.into_keys().collect::<Vec<_>>(), [[0, 6]]);
    /// assert!(placed.image(&[0, 5], &budget)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`to_linear`](Encoding::to_linear), except that padding is none.
    pub fn to_corr(&self, shape: &[i64]) -> Result<LayoutCorr, EncodingError> {
        match self {
            Encoding::PaddedShared(padded) => {
                let elements = slowest_first(&padded.component_of(shape)?)?;
                Ok(LayoutCorr::new(padded.address(shape)?, elements)?)
            }
            _ => Ok(LayoutCorr::from_map(self.to_map(shape)?)?),
        }
    }
}

/// The layout as a map whose first axis is the slowest.
pub(super) fn slowest_first(layout: &Linear) -> Result<LayoutMap, EncodingError> {
    let order: Vec<&str> = layout.ins().names().rev().collect();
    Ok(layout.transpose_ins(&order)?.to_map()?)
}
