//! [`LinearEncoding`] and [`SharedLinear`]: the bases themselves.
//!
//! ```text
//! #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
//!              warp = [[16, 0], [32, 0]], block = []}>
//! #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]]}, alignment = 16>
//! ```
//!
//! The distributed one is a tile like any other: it grows and is cut to the tensor, registers
//! stepping first along the dimension that their own bases meet first. The shared one is of one
//! shape only.

use std::fmt;

use super::cga::Cga;
use super::error::{EncodingError, power_of_two};
use super::names::{BLOCK, LANE, OFFSET, REGISTER, WARP};
use super::text::{Fault, Fields, lists};
use super::tile::Tile;
use crate::gf2::Linear;

/// `#ttg.linear`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinearEncoding {
    /// The basis of each bit of the register's number.
    pub register: Vec<Vec<i64>>,
    /// The basis of each bit of the lane's number.
    pub lane: Vec<Vec<i64>>,
    /// The basis of each bit of the warp's number.
    pub warp: Vec<Vec<i64>>,
    /// The basis of each bit of the block's number.
    pub block: Vec<Vec<i64>>,
}

impl LinearEncoding {
    /// The kind's name.
    pub const NAME: &'static str = "linear";

    /// The number of dimensions; 0 if there is no basis to show it.
    pub fn rank(&self) -> usize {
        self.inputs().into_iter().flat_map(|(_, bases)| bases).next().map_or(0, Vec::len)
    }

    fn inputs(&self) -> [(&'static str, &Vec<Vec<i64>>); 4] {
        [(REGISTER, &self.register), (LANE, &self.lane), (WARP, &self.warp), (BLOCK, &self.block)]
    }

    /// The extents that the bases reach.
    ///
    /// # Errors
    /// Bases of other lengths, or outside 64 bits.
    pub fn extents(&self) -> Result<Vec<i64>, EncodingError> {
        reach(Self::NAME, self.rank(), self.inputs().into_iter().flat_map(|(_, bases)| bases))
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let rank = if self.rank() == 0 { shape.len() } else { self.rank() };
        let part = Cga::default().cut(Self::NAME, rank, shape)?.part;
        let mut tile = Tile::new(Self::NAME, &[REGISTER, LANE, WARP, BLOCK], rank).sheds();
        for (input, bases) in self.inputs() {
            bases.iter().for_each(|basis| tile.basis(input, basis.clone()));
        }
        if self.rank() > 0 {
            tile.measure(self.extents()?);
        }
        tile.fill(&part, &self.order(rank))?;
        tile.into_linear(shape)
    }

    /// The dimensions in which registers meet them, then the others from the last.
    fn order(&self, rank: usize) -> Vec<usize> {
        let met = self.register.iter().filter_map(|basis| basis.iter().position(|&step| step != 0));
        let mut order: Vec<usize> = Vec::with_capacity(rank);
        for dim in met.chain((0..rank).rev()) {
            if !order.contains(&dim) {
                order.push(dim);
            }
        }
        order
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(LinearEncoding {
            register: fields.bases(REGISTER)?,
            lane: fields.bases(LANE)?,
            warp: fields.bases(WARP)?,
            block: fields.bases(BLOCK)?,
        })
    }
}

impl fmt::Display for LinearEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("#ttg.linear<{")?;
        for (place, (input, bases)) in self.inputs().into_iter().enumerate() {
            write!(f, "{}{input} = {}", if place == 0 { "" } else { ", " }, lists(bases))?;
        }
        f.write_str("}>")
    }
}

/// `#ttg.shared_linear`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SharedLinear {
    /// The basis of each bit of the offset.
    pub offset: Vec<Vec<i64>>,
    /// The basis of each bit of the block's number.
    pub block: Vec<Vec<i64>>,
    /// What the address of offset 0 is a multiple of, in bytes.
    pub alignment: i64,
}

impl SharedLinear {
    /// The kind's name.
    pub const NAME: &'static str = "shared_linear";

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.offset.iter().chain(&self.block).next().map_or(0, Vec::len)
    }

    /// The only shape that the encoding is of.
    ///
    /// # Errors
    /// Bases of other lengths, or outside 64 bits.
    pub fn extents(&self) -> Result<Vec<i64>, EncodingError> {
        reach(Self::NAME, self.rank(), self.offset.iter().chain(&self.block))
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        // Without a basis it is of one element, whatever the dimensions.
        let own = if self.rank() == 0 { vec![1; shape.len()] } else { self.extents()? };
        of_one_shape(Self::NAME, own, &self.offset, &self.block, shape)
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(SharedLinear {
            offset: fields.bases(OFFSET)?,
            block: fields.optional_bases(BLOCK)?.unwrap_or_default(),
            alignment: fields.optional_integer("alignment")?.unwrap_or(16),
        })
    }

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        power_of_two(Self::NAME, "the alignment", self.alignment)?;
        self.extents().map(drop)
    }
}

impl fmt::Display for SharedLinear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#ttg.shared_linear<{{offset = {}", lists(&self.offset))?;
        if !self.block.is_empty() {
            write!(f, ", block = {}", lists(&self.block))?;
        }
        write!(f, "}}, alignment = {}>", self.alignment)
    }
}

/// A layout of shared memory with these bases, which reach `own` and nothing else.
pub(super) fn of_one_shape(
    encoding: &'static str,
    own: Vec<i64>,
    offset: &[Vec<i64>],
    block: &[Vec<i64>],
    shape: &[i64],
) -> Result<Linear, EncodingError> {
    if own != shape {
        return Err(EncodingError::OtherShape { encoding, own, shape: shape.to_vec() });
    }
    let mut tile = Tile::new(encoding, &[OFFSET, BLOCK], own.len());
    offset.iter().for_each(|basis| tile.basis(OFFSET, basis.clone()));
    block.iter().for_each(|basis| tile.basis(BLOCK, basis.clone()));
    tile.into_linear(shape)
}

/// The least powers of two above every coordinate of these bases.
pub(super) fn reach<'a>(
    encoding: &'static str,
    rank: usize,
    bases: impl IntoIterator<Item = &'a Vec<i64>>,
) -> Result<Vec<i64>, EncodingError> {
    let mut extents = vec![1i64; rank];
    for basis in bases {
        if basis.len() != rank {
            let (what, found) = ("a basis", basis.len());
            return Err(EncodingError::Rank { encoding, what, expected: rank, found });
        }
        for (extent, &step) in extents.iter_mut().zip(basis) {
            while *extent <= step {
                let what = "a basis";
                *extent =
                    extent.checked_mul(2).ok_or(EncodingError::TooLarge { encoding, what })?;
            }
        }
    }
    Ok(extents)
}
