//! [`AmdMfma`]: the accumulator of CDNA's matrix cores, and their operands.
//!
//! A warp has 64 lanes. In the plain form a lane holds four neighbours of a *column* (one, of
//! 64-bit elements); the lanes run along the columns, and what is left of them goes on below:
//!
//! ```text
//! 32 × 32        register rows 0 to 3, then rows 8, 16, …     lanes 0 to 31: columns 0 to 31
//!                                                             lanes 32 to 63: the same, 4 rows down
//! ```
//!
//! Transposed, rows and columns change their places; of 64 × 4 there are operands either way, but
//! only a transposed accumulator. The tiles of a warp follow each other along
//! the columns through the whole tensor, and only then along the rows.

use std::fmt;

use super::cga::Cga;
use super::dot_operand::{DotOperand, Sides};
use super::error::{EncodingError, powers_of_two, product};
use super::names::{LANE, REGISTER, WARP};
use super::text::{Fault, Fields, list};
use super::tile::{Tile, matrix_order};
use crate::gf2::Linear;

/// The lanes of a warp.
const LANES: i64 = 64;

/// `#ttg.amd_mfma`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AmdMfma {
    /// The generation, 1 to 4; it changes no layout.
    pub version: i64,
    /// Warps along each dimension.
    pub warps_per_cta: Vec<i64>,
    /// The instruction's rows and columns, and its depth, which changes no layout.
    pub instr_shape: Vec<i64>,
    /// Whether a lane's neighbours lie in a row.
    pub is_transposed: bool,
    /// The blocks.
    pub cga: Cga,
    /// Tiles of one warp along each dimension; none is one along each. That of a batch's dimension
    /// changes no layout.
    pub tiles_per_warp: Vec<i64>,
    /// Bits of an accumulator's element.
    pub element_bit_width: i64,
}

impl AmdMfma {
    /// The kind's name.
    pub const NAME: &'static str = "amd_mfma";

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.warps_per_cta.len()
    }

    /// Rows and columns of the instruction.
    fn instruction(&self) -> Result<(i64, i64), EncodingError> {
        let encoding = Self::NAME;
        match self.instr_shape[..] {
            [rows @ (16 | 32), columns, ..] if rows == columns => Ok((rows, columns)),
            [4, 64, ..] => Ok((4, 64)),
            [64, 4, ..] => Ok((64, 4)),
            [value, ..] => Err(EncodingError::Value {
                encoding,
                what: "the first of instrShape",
                value,
                allowed: "of 32 × 32, 16 × 16, 4 × 64 or 64 × 4",
            }),
            [] => Err(EncodingError::Rank { encoding, what: "instrShape", expected: 2, found: 0 }),
        }
    }

    /// Rows and columns among the dimensions, and the tiles of a warp along each dimension.
    fn checked(&self) -> Result<(usize, usize, Vec<i64>), EncodingError> {
        let (encoding, rank) = (Self::NAME, self.rank());
        let Some(columns) = rank.checked_sub(1).filter(|&columns| columns > 0) else {
            let (what, expected) = ("warpsPerCTA", 2);
            return Err(EncodingError::Rank { encoding, what, expected, found: rank });
        };
        let tiles = match self.tiles_per_warp.len() {
            0 => vec![1; rank],
            found if found == rank => self.tiles_per_warp.clone(),
            found => {
                let what = "tilesPerWarp";
                return Err(EncodingError::Rank { encoding, what, expected: rank, found });
            }
        };
        Ok((columns - 1, columns, tiles))
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let (m, n, tiles) = self.checked()?;
        let (rows, columns) = self.instruction()?;
        if rows == LANES && !self.is_transposed {
            return Err(EncodingError::Value {
                encoding: Self::NAME,
                what: "the first of instrShape of an accumulator that is not transposed",
                value: rows,
                allowed: "of 32 × 32, 16 × 16 or 4 × 64; operands have it",
            });
        }
        let rank = self.rank();
        let height = if self.element_bit_width == 64 { 1 } else { 4 };
        // A lane's neighbours lie along `down`, the lanes along `across`.
        let (down, across, lanes) = if self.is_transposed { (n, m, rows) } else { (m, n, columns) };
        let mut tile = Tile::distributed(Self::NAME, rank);
        tile.step(REGISTER, down, height)?;
        tile.step(LANE, across, lanes)?;
        tile.step(LANE, down, LANES / lanes)?;
        tile.step(REGISTER, down, (rows * columns / (LANES * height)).max(1))?;

        across_then_down(&mut tile, shape, &tiles, &self.warps_per_cta)?;
        tile.fit(&self.cga, shape, &matrix_order(rank, true))
    }

    /// The tile of an operand: `kWidth` neighbours along `k` in a lane, lanes along the other
    /// side, and what is left of them along `k`.
    pub(super) fn operand(
        &self,
        sides: Sides,
        width: i64,
        shape: &[i64],
    ) -> Result<Tile, EncodingError> {
        let (m, _, tiles) = self.checked()?;
        let (rows, columns) = self.instruction()?;
        let lanes = if sides.other == m { rows } else { columns };
        let mut tile = Tile::distributed(DotOperand::NAME, sides.rank);
        tile.step(REGISTER, sides.k, width)?;
        tile.step(LANE, sides.other, lanes.min(LANES))?;
        tile.step(LANE, sides.k, (LANES / lanes).max(1))?;
        // The long side of 4 × 64 takes sixteen times as much of `k`.
        if lanes == 64 {
            tile.step(REGISTER, sides.k, 16)?;
        }
        let depth = shape.get(sides.k).copied().unwrap_or(1) / tile.extent(sides.k);
        tile.step(REGISTER, sides.k, depth.max(1))?;
        tile.step(REGISTER, sides.other, tiles.get(sides.other).copied().unwrap_or(1))?;
        let order = matrix_order(sides.rank, true);
        sides.warps(&mut tile, WARP, &self.warps_per_cta, &order)?;
        Ok(tile)
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(AmdMfma {
            version: fields.integer("version")?,
            warps_per_cta: fields.integers("warpsPerCTA")?,
            instr_shape: fields.integers("instrShape")?,
            is_transposed: fields.flag("isTransposed")?,
            cga: Cga::read(fields)?,
            tiles_per_warp: fields.optional_integers("tilesPerWarp")?.unwrap_or_default(),
            element_bit_width: fields.optional_integer("elementBitWidth")?.unwrap_or(32),
        })
    }

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        product(Self::NAME, "instrShape", self.instr_shape.iter().copied())?;
        self.instruction()?;
        self.checked()?;
        powers_of_two(Self::NAME, "warpsPerCTA", &self.warps_per_cta)?;
        powers_of_two(Self::NAME, "tilesPerWarp", &self.tiles_per_warp)?;
        let (encoding, value) = (Self::NAME, self.element_bit_width);
        if !matches!(value, 32 | 64) {
            let (what, allowed) = ("elementBitWidth", "32 or 64");
            return Err(EncodingError::Value { encoding, what, value, allowed });
        }
        self.cga.bases(Self::NAME, self.rank()).map(drop)
    }
}

/// Tiles of a warp, then warps, then tiles again over all columns of the tensor; then the same
/// for its rows, whose last repetition is left to the fit. Along a batch's dimension are warps alone,
/// whatever tiles of a warp are said there.
pub(super) fn across_then_down(
    tile: &mut Tile,
    shape: &[i64],
    tiles: &[i64],
    warps: &[i64],
) -> Result<(), EncodingError> {
    let of = |list: &[i64], dim: usize| list.get(dim).copied().unwrap_or(1);
    for (place, dim) in matrix_order(shape.len(), true).into_iter().enumerate() {
        if place < 2 {
            tile.step(REGISTER, dim, of(tiles, dim))?;
        }
        tile.step(WARP, dim, of(warps, dim))?;
        if place == 0 {
            tile.step(REGISTER, dim, (of(shape, dim) / tile.extent(dim)).max(1))?;
        }
    }
    Ok(())
}

impl fmt::Display for AmdMfma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "#ttg.amd_mfma<{{version = {}, warpsPerCTA = {}, instrShape = {}, isTransposed = {}",
            self.version,
            list(&self.warps_per_cta),
            list(&self.instr_shape),
            self.is_transposed,
        )?;
        self.cga.print_behind(f)?;
        if self.tiles_per_warp.iter().any(|&tiles| tiles != 1) {
            write!(f, ", tilesPerWarp = {}", list(&self.tiles_per_warp))?;
        }
        if self.element_bit_width != 32 {
            write!(f, ", elementBitWidth = {}", self.element_bit_width)?;
        }
        f.write_str("}>")
    }
}
