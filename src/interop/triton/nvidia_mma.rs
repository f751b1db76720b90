//! [`NvidiaMma`]: the accumulator of a tensor core.
//!
//! All versions build on an 8 × 8 core, of which four neighbouring lanes hold a row, two
//! elements each; a tile of the instruction is cores below and then beside each other:
//!
//! ```text
//!          0    1  |  2    3  |  4    5  |  6    7     columns
//! row 0   lane 0   |  lane 1  |  lane 2  |  lane 3     register bit 0: column 1
//! row 1   lane 4   |  lane 5  |  lane 6  |  lane 7     next register bits: 8 rows down,
//! …                                                    then 8 columns to the right
//! ```
//!
//! | version | tile | warps run along first |
//! |---|---|---|
//! | 1 | no longer defined by Triton | |
//! | 2 | `instrShape`, 16 × 8 | columns |
//! | 3 | 16 × n of `instrShape = [16, n, k]`, four warps of a group below each other | rows |
//! | 5 | none: the accumulator is in [tensor memory](super::TensorMemory) | |

use std::fmt;

use super::cga::Cga;
use super::error::{EncodingError, powers_of_two};
use super::names::{LANE, REGISTER, WARP};
use super::text::{Fault, Fields, list};
use super::tile::{Tile, matrix_order};
use crate::gf2::Linear;

/// `#ttg.nvidia_mma`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NvidiaMma {
    /// The generation: 2 for Ampere's instructions, 3 for Hopper's warp groups.
    pub version_major: i64,
    /// The variant of it; it changes no layout.
    pub version_minor: i64,
    /// Warps along each dimension.
    pub warps_per_cta: Vec<i64>,
    /// The blocks.
    pub cga: Cga,
    /// The instruction's tile.
    pub instr_shape: Vec<i64>,
}

/// One warp's tile: rows `outer`, columns `inner`, the columns `width` at a time.
pub(super) struct Core {
    pub outer: usize,
    pub inner: usize,
    pub shape: [i64; 2],
    pub width: i64,
}

impl Core {
    /// The tile, from one element.
    pub(super) fn steps(&self, tile: &mut Tile) -> Result<(), EncodingError> {
        let [rows, columns] = self.shape;
        let (value, encoding) = (self.width, tile.encoding());
        let unit = value.checked_mul(4).filter(|&unit| unit > 0);
        let allowed = "a positive number";
        let unit = unit.ok_or(EncodingError::Value { encoding, what: "kWidth", value, allowed })?;
        for (what, value, unit, allowed) in [
            ("the instruction's rows", rows, 8, "a multiple of 8"),
            ("the instruction's columns", columns, unit, "a multiple of four times the width"),
        ] {
            if value <= 0 || value % unit != 0 {
                return Err(EncodingError::Value { encoding, what, value, allowed });
            }
        }
        tile.step(REGISTER, self.inner, self.width)?;
        tile.step(LANE, self.inner, 4)?;
        tile.step(LANE, self.outer, 8)?;
        tile.step(REGISTER, self.outer, rows / 8)?;
        tile.step(REGISTER, self.inner, columns / unit)
    }
}

impl NvidiaMma {
    /// The kind's name.
    pub const NAME: &'static str = "nvidia_mma";

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.warps_per_cta.len()
    }

    /// The last two dimensions, and the order in which warps run along all.
    pub(super) fn checked(&self) -> Result<(usize, usize, Vec<usize>), EncodingError> {
        let (encoding, rank) = (Self::NAME, self.rank());
        if !matches!(self.version_major, 2 | 3) {
            let (value, allowed) =
                (self.version_major, "2 or 3, which have accumulators in registers");
            return Err(EncodingError::Value { encoding, what: "versionMajor", value, allowed });
        }
        let Some(columns) = rank.checked_sub(1).filter(|&columns| columns > 0) else {
            let (expected, what) = (2, "warpsPerCTA");
            return Err(EncodingError::Rank { encoding, what, expected, found: rank });
        };
        Ok((columns - 1, columns, matrix_order(rank, self.version_major == 2)))
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let (outer, inner, warp_order) = self.checked()?;
        let rank = self.rank();
        let (wanted, place) = if self.version_major == 2 { (rank, outer) } else { (3, 0) };
        let at = |place| self.instr_shape.get(place).copied();
        let (Some(rows), Some(columns), true) =
            (at(place), at(place + 1), self.instr_shape.len() == wanted)
        else {
            let (what, found) = ("instrShape", self.instr_shape.len());
            return Err(EncodingError::Rank {
                encoding: Self::NAME,
                what,
                expected: wanted,
                found,
            });
        };
        let mut tile = Tile::distributed(Self::NAME, rank);
        Core { outer, inner, shape: [rows, columns], width: 2 }.steps(&mut tile)?;
        tile.steps(WARP, &self.warps_per_cta, &warp_order)?;
        tile.fit(&self.cga, shape, &matrix_order(rank, true))
    }

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        let encoding = Self::NAME;
        powers_of_two(encoding, "warpsPerCTA", &self.warps_per_cta)?;
        let versions = [("versionMajor", self.version_major), ("versionMinor", self.version_minor)];
        let extents = self.instr_shape.iter().map(|&extent| ("an extent of instrShape", extent, 1));
        // What Triton 3.6 takes: generations without accumulators in registers too.
        let mut numbers = versions.map(|(what, value)| (what, value, 0)).into_iter().chain(extents);
        if let Some((what, value, least)) = numbers.find(|(_, value, least)| value < least) {
            let allowed = if least == 0 { "0 or above" } else { "positive" };
            return Err(EncodingError::Value { encoding, what, value, allowed });
        }
        self.cga.bases(encoding, self.rank()).map(drop)
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(NvidiaMma {
            version_major: fields.integer("versionMajor")?,
            version_minor: fields.optional_integer("versionMinor")?.unwrap_or(0),
            warps_per_cta: fields.integers("warpsPerCTA")?,
            cga: Cga::read(fields)?,
            instr_shape: fields.integers("instrShape")?,
        })
    }
}

impl fmt::Display for NvidiaMma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "#ttg.nvidia_mma<{{versionMajor = {}, versionMinor = {}, warpsPerCTA = {}",
            self.version_major,
            self.version_minor,
            list(&self.warps_per_cta),
        )?;
        self.cga.print_behind(f)?;
        write!(f, ", instrShape = {}}}>", list(&self.instr_shape))
    }
}
