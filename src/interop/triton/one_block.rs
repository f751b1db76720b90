//! [`OneBlock`]: what one block does of a conversion.
//!
//! Blocks that share a tensor hold parts of it, and where nothing crosses between blocks each
//! converts its own part in the same way. The part of the first block is what its threads hold: a
//! space over GF(2), on which some of the coordinates' bits tell all elements apart. With those
//! bits alone, the part is a tile of its own, and both layouts are distributions of it:
//!
//! ```text
//! tensor 128 × 64, two blocks along dim0      block = [(64,0)]
//! the first block's part                       bits 0…5 of dim0, bits 0…5 of dim1
//! its tile                                     64 × 64, without (block : 2)
//! ```
//!
//! **The law.** At each position of each block, the element of the tensor is the sum of what the
//! block number alone gives and of what the tile's element stands for.

use super::error::EncodingError;
use super::maps::slowest_first;
use super::names::{BLOCK, LANE, REGISTER, WARP};
use super::route::{Distance, Route};
use crate::gf2::{Dims, Linear};
use crate::map::LayoutMap;
use thiserror::Error;

/// A conversion as one block does it; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneBlock {
    /// The source's layout of the tile, from `(register, lane, warp)`.
    pub from: Linear,
    /// The target's.
    pub to: Linear,
}

/// Why no block can do its part alone.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BlockError {
    /// A block that needs what another one holds.
    #[error("elements move between blocks, and a repartition is inside one")]
    Crosses,
    /// Blocks that do not all do the same.
    #[error("block {block} moves its elements in another way than block 0")]
    Differs {
        /// One that does something else than the first.
        block: i64,
    },
    /// Layouts that are not of registers, lanes, warps and blocks.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}

impl OneBlock {
    /// What one block does of the conversion that has this route.
    ///
    /// ```
    /// use tileir::interop::triton::{Encoding, OneBlock, Route};
    /// let encoding = |size: &str| format!("#ttg.blocked<{{sizePerThread = [{size}], \
    ///     threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}}>").parse::<Encoding>();
    /// let (from, to) = (encoding("1")?.to_linear(&[512])?, encoding("2")?.to_linear(&[512])?);
    /// let one = OneBlock::of(&from, &to, &Route::between(&from, &to)?)?;
    /// assert_eq!(one.from.to_string(), "bit_linear<(register : 2, lane : 32, warp : 4) -> \
    ///     (dim0 : 256), register = [128], lane = [1, 2, 4, 8, 16], warp = [32, 64]>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Elements that come from another block, or blocks that do not all do the same.
    pub fn of(from: &Linear, to: &Linear, route: &Route) -> Result<OneBlock, BlockError> {
        if route.distance == Distance::Blocks {
            return Err(BlockError::Crosses);
        }
        let steps = |layout: &Linear| {
            let place = layout.ins().names().position(|name| name == BLOCK);
            place.and_then(|place| layout.bases().into_iter().nth(place)).unwrap_or_default()
        };
        let differs = steps(from).iter().zip(&steps(to)).position(|(from, to)| from != to);
        if let Some(bit) = differs {
            return Err(BlockError::Differs { block: 1 << bit });
        }
        let inside = |layout: &Linear| {
            let outs: Vec<&str> = layout.outs().names().collect();
            layout.sublayout(&[REGISTER, LANE, WARP], &outs).map_err(EncodingError::from)
        };
        let (from, to) = (inside(from)?, inside(to)?);
        let masks = telling_bits(&from);
        Ok(OneBlock { from: only(&from, &masks)?, to: only(&to, &masks)? })
    }

    /// Both as maps from `(warp, lane, register)`: distributions of the tile.
    ///
    /// # Errors
    /// None for layouts of axes that fit 64 bits.
    pub fn to_maps(&self) -> Result<(LayoutMap, LayoutMap), EncodingError> {
        Ok((slowest_first(&self.from)?, slowest_first(&self.to)?))
    }
}

/// The bits of each output that tell the values of a layout apart.
fn telling_bits(layout: &Linear) -> Vec<i64> {
    let mut masks = vec![0i64; layout.outs().len()];
    // In reduced form, the highest bit of each is in no other; the last dimension is highest.
    for value in layout.image() {
        let highest = value.iter().zip(&mut masks).rev().find(|(coordinate, _)| **coordinate != 0);
        if let Some((coordinate, mask)) = highest {
            *mask |= 1i64 << (63 - coordinate.leading_zeros());
        }
    }
    masks
}

/// The layout with these bits of its outputs alone, moved together.
fn only(layout: &Linear, masks: &[i64]) -> Result<Linear, EncodingError> {
    let mut bases = layout.bases();
    for basis in bases.iter_mut().flatten() {
        basis.iter_mut().zip(masks).for_each(|(value, &mask)| *value = together(*value, mask));
    }
    let outs =
        layout.outs().names().zip(masks).map(|(name, mask)| (name, 1i64 << mask.count_ones()));
    Ok(Linear::new(layout.ins().clone(), Dims::new(outs)?, &bases)?)
}

/// The bits of `value` at those of `mask`, the lowest first.
fn together(value: i64, mask: i64) -> i64 {
    let bits = (0..63).filter(|bit| mask >> bit & 1 == 1);
    bits.zip(0..).fold(0, |all, (bit, place)| all | (value >> bit & 1) << place)
}
