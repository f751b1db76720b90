//! [`LinearEncoding`] and [`SharedLinear`]: the bases themselves.
//!
//! | | bases, beside zeros |
//! |---|---|
//! | `linear` | 1, 2, 4, … along each dimension, each once: a permutation matrix |
//! | `generic_linear` | any that reach every element, those of registers, lanes and blocks along one dimension each |
//! | `shared_linear` | any |
//!
//! ```text
//! #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
//!              warp = [[16, 0], [32, 0]], block = []}>
//! #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]]}, alignment = 16>
//! ```
//!
//! A distributed one is a tile like any other: it grows and is cut to the tensor, registers
//! stepping first along the dimension that their own bases meet first. The shared one is of one
//! shape only. One place alone has no basis, and no text.

use std::fmt;

use super::cga::Cga;
use super::error::{EncodingError, power_of_two};
use super::names::{BLOCK, LANE, OFFSET, REGISTER, WARP};
use super::text::{Fault, Fields, lists};
use super::tile::Tile;
use crate::gf2::Linear;

/// `#ttg.linear` and `#ttg.generic_linear`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinearEncoding {
    /// Whether it is `generic_linear`.
    pub generic: bool,
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

    /// The name of the kind whose bases are no permutation.
    pub const GENERIC: &'static str = "generic_linear";

    /// Its kind's name.
    pub fn name(&self) -> &'static str {
        if self.generic { Self::GENERIC } else { Self::NAME }
    }

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
        reach(self.name(), self.rank(), self.inputs().into_iter().flat_map(|(_, bases)| bases))
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let rank = if self.rank() == 0 { shape.len() } else { self.rank() };
        let part = Cga::default().cut(self.name(), rank, shape)?.part;
        let mut tile = Tile::new(self.name(), &[REGISTER, LANE, WARP, BLOCK], rank).sheds();
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

    /// Whether the bases are, beside zeros, 1, 2, 4, … along each dimension, each once.
    pub(super) fn is_permutation(&self) -> bool {
        let all = || self.inputs().into_iter().flat_map(|(_, bases)| bases);
        let along = |dim: usize| {
            let steps = all().filter_map(|basis| basis.get(dim).copied());
            let mut steps: Vec<i64> = steps.filter(|&step| step != 0).collect();
            steps.sort_unstable();
            steps.into_iter().zip(0u32..).all(|(step, bit)| 1i64.checked_shl(bit) == Some(step))
        };
        all().all(|basis| is_along_one(basis)) && (0..self.rank()).all(along)
    }

    /// A basis of a register, a lane or a block that moves along several dimensions.
    pub(super) fn swizzled(&self) -> Option<(&'static str, &Vec<i64>)> {
        let held = self.inputs().into_iter().filter(|(input, _)| *input != WARP);
        let mut bases = held.flat_map(|(input, bases)| bases.iter().map(move |own| (input, own)));
        bases.find(|(_, basis)| !is_along_one(basis))
    }

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        let (encoding, extents) = (self.name(), self.extents()?);
        if self.rank() == 0 {
            return Err(EncodingError::NoBasis { encoding });
        }
        if !self.generic {
            let bases = || self.inputs().into_iter().flat_map(|(_, bases)| bases).cloned();
            let wrong = || EncodingError::Permutation { bases: bases().collect() };
            return if self.is_permutation() { Ok(()) } else { Err(wrong()) };
        }
        if let Some((input, basis)) = self.swizzled() {
            return Err(EncodingError::Swizzled { input, basis: basis.clone() });
        }
        Ok(self.to_linear(&extents)?.require_surjective()?)
    }

    pub(super) fn read(fields: &mut Fields, generic: bool) -> Result<Self, Fault> {
        Ok(LinearEncoding {
            generic,
            register: fields.bases(REGISTER)?,
            lane: fields.bases(LANE)?,
            warp: fields.bases(WARP)?,
            block: fields.bases(BLOCK)?,
        })
    }
}

impl fmt::Display for LinearEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#ttg.{}<{{", self.name())?;
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
        let encoding = Self::NAME;
        power_of_two(encoding, "the alignment", self.alignment)?;
        self.extents()?;
        if self.rank() == 0 { Err(EncodingError::NoBasis { encoding }) } else { Ok(()) }
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

/// Whether a basis moves along one dimension at most.
fn is_along_one(basis: &[i64]) -> bool {
    basis.iter().filter(|&&step| step != 0).count() <= 1
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
