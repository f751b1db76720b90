//! [`DotOperand`]: an operand of a matrix product, as the parent's instructions take it.
//!
//! Operand 0 is `m × k`, operand 1 is `k × n`, and the parent is the accumulator's encoding.
//! Along `k` every warp needs everything: its bits of the warp's number become replicas. So do
//! blocks, except under AMD's older encodings.
//!
//! ```text
//! accumulator's warps, 2 × 2      operand 0, m × k      operand 1, k × n
//!     w0  w1                      w0 w1 | w0 w1         w0 w2 | w1 w3
//!     w2  w3                      w2 w3 | w2 w3         w0 w2 | w1 w3
//! ```
//!
//! | parent | a lane holds | file |
//! |---|---|---|
//! | `blocked` | all of `k` | here |
//! | `nvidia_mma` | `kWidth` neighbours of an 8 × 4·`kWidth` core, twice along `k` | here |
//! | `amd_mfma`, `amd_wmma` | `kWidth` neighbours | with the parent |

use std::fmt;
use std::sync::Arc;

use super::blocked::Blocked;
use super::encoding::Encoding;
use super::error::EncodingError;
use super::names::{LANE, REGISTER, WARP};
use super::nvidia_mma::{Core, NvidiaMma};
use super::text::{Fault, Fields};
use super::tile::{Tile, matrix_order};
use crate::gf2::Linear;

/// `#ttg.dot_op`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DotOperand {
    /// Which operand: 0 or 1.
    pub op_idx: i64,
    /// The accumulator's encoding.
    pub parent: Arc<Encoding>,
    /// Neighbours along `k` in one lane; 0 where the parent has no use for it.
    pub k_width: i64,
}

/// Where an operand's dimensions are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub rank: usize,
    /// The dimension summed over.
    pub k: usize,
    /// The other one of the matrix.
    pub other: usize,
}

impl Sides {
    /// `k`, the other, the dimensions before.
    pub(super) fn order(&self) -> Vec<usize> {
        matrix_order(self.rank, self.k > self.other)
    }

    /// The tile's warps along every dimension but `k`, in this order.
    pub(super) fn warps(
        &self,
        tile: &mut Tile,
        input: &'static str,
        counts: &[i64],
        order: &[usize],
    ) -> Result<(), EncodingError> {
        for &dim in order {
            let count = counts.get(dim).copied().unwrap_or(1);
            if dim == self.k {
                tile.replicate(input, count)?;
            } else {
                tile.step(input, dim, count)?;
            }
        }
        Ok(())
    }
}

impl DotOperand {
    /// The kind's name.
    pub const NAME: &'static str = "dot_op";

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.parent.rank()
    }

    /// The number of dimensions, of a tensor of this shape.
    fn rank_of(&self, shape: &[i64]) -> usize {
        match &*self.parent {
            Encoding::AmdWmma(parent) => parent.rank_of(shape),
            parent => parent.rank(),
        }
    }

    fn sides(&self, rank: usize) -> Result<Sides, EncodingError> {
        let operand = self.op_idx;
        let none = EncodingError::NoOperand { parent: self.parent.name(), operand };
        let last = rank.checked_sub(1).filter(|&last| last > 0);
        match (last, operand) {
            (Some(last), 0) => Ok(Sides { rank, k: last, other: last - 1 }),
            (Some(last), 1) => Ok(Sides { rank, k: last - 1, other: last }),
            _ => Err(none),
        }
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let sides = self.sides(self.rank_of(shape))?;
        if shape.len() != sides.rank {
            let (encoding, rank, shape) = (Self::NAME, sides.rank, shape.to_vec());
            return Err(EncodingError::Shape { encoding, rank, shape });
        }
        let whole = || self.parent.cga().whole_along(Self::NAME, sides.rank, sides.k);
        let (tile, order, cga) = match &*self.parent {
            Encoding::Blocked(parent) => {
                (of_blocked(parent, sides, shape)?, parent.checked_order()?, whole()?)
            }
            Encoding::NvidiaMma(parent) => {
                (self.of_nvidia(parent, sides)?, sides.order(), whole()?)
            }
            // Blocks hold these as they hold the accumulator, along `k` too.
            Encoding::AmdMfma(parent) => {
                let tile = parent.operand(sides, self.k_width, shape)?;
                (tile, sides.order(), parent.cga.clone())
            }
            Encoding::AmdWmma(parent) => {
                let tile = parent.operand(sides, self.k_width, shape)?;
                (tile, sides.order(), parent.operand_cga(sides)?)
            }
            parent => {
                let (encoding, parent) = (Self::NAME, parent.name());
                return Err(EncodingError::Parent { encoding, parent });
            }
        };
        tile.fit(&cga, shape, &order)
    }

    fn of_nvidia(&self, parent: &NvidiaMma, sides: Sides) -> Result<Tile, EncodingError> {
        let (_, _, warp_order) = parent.checked()?;
        if parent.version_major == 3 && self.op_idx != 0 {
            let (parent, operand) = ("nvidia_mma of version 3", self.op_idx);
            return Err(EncodingError::NoOperand { parent, operand });
        }
        let what = "eight times kWidth";
        let columns = self.k_width.checked_mul(8);
        let columns = columns.ok_or(EncodingError::TooLarge { encoding: Self::NAME, what })?;
        let rows = if self.op_idx == 0 { 16 } else { 8 };
        let mut tile = Tile::distributed(Self::NAME, sides.rank);
        let shape = [rows, columns];
        Core { outer: sides.other, inner: sides.k, shape, width: self.k_width }.steps(&mut tile)?;
        sides.warps(&mut tile, WARP, &parent.warps_per_cta, &warp_order)?;
        Ok(tile)
    }

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        self.sides(self.rank())?;
        let (encoding, what, value) = (Self::NAME, "kWidth", self.k_width);
        match value {
            0.. => Ok(()),
            _ => Err(EncodingError::Value { encoding, what, value, allowed: "0 or above" }),
        }
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(DotOperand {
            op_idx: fields.integer("opIdx")?,
            parent: fields.encoding("parent")?,
            k_width: fields.optional_integer("kWidth")?.unwrap_or(0),
        })
    }
}

/// Each thread multiplies by itself, and holds all of `k` for its rows or columns.
fn of_blocked(parent: &Blocked, sides: Sides, shape: &[i64]) -> Result<Tile, EncodingError> {
    let order = parent.checked_order()?;
    let mut sizes = parent.size_per_thread.clone();
    if let (Some(size), Some(&extent)) = (sizes.get_mut(sides.k), shape.get(sides.k)) {
        *size = extent;
    }
    let mut tile = Tile::distributed(DotOperand::NAME, sides.rank);
    tile.steps(REGISTER, &sizes, &order)?;
    sides.warps(&mut tile, LANE, &parent.threads_per_warp, &order)?;
    sides.warps(&mut tile, WARP, &parent.warps_per_cta, &order)?;
    Ok(tile)
}

impl fmt::Display for DotOperand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#ttg.dot_op<{{opIdx = {}, parent = {}", self.op_idx, self.parent)?;
        if self.k_width != 0 {
            write!(f, ", kWidth = {}", self.k_width)?;
        }
        f.write_str("}>")
    }
}
