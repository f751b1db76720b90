//! [`AmdWmma`]: the accumulator of RDNA's matrix cores (and of gfx1250's), and their operands.
//!
//! A warp has 32 lanes; sixteen of them run along the columns of a 16 × 16 tile, and a lane
//! holds eight elements of its column. The two halves of the warp share the rows:
//!
//! ```text
//! version 1       lanes 0 to 15: the even rows       lanes 16 to 31: the odd ones
//! version 2, 3    lanes 0 to 15: rows 0 to 7         lanes 16 to 31: rows 8 to 15
//! ```
//!
//! Transposed, rows and columns change their places. An instruction of 32 rows is two tiles
//! below each other in more registers. How warps and more registers lie over tiles is said by
//! bases in units of tiles, or, as Triton did before, by numbers for each dimension
//! ([`WarpTiling`]).

use std::fmt;

use super::amd_mfma::across_then_down;
use super::cga::Cga;
use super::dot_operand::{DotOperand, Sides};
use super::error::{EncodingError, powers_of_two};
use super::linear::reach;
use super::names::{LANE, REGISTER, WARP};
use super::text::{Fault, Fields, list, lists};
use super::tile::{Tile, matrix_order};
use crate::gf2::Linear;

/// Columns of a tile, and half the lanes of a warp.
const TILE: i64 = 16;

/// More dimensions than any tensor has.
const MOST_DIMENSIONS: usize = 64;

/// `#ttg.amd_wmma`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AmdWmma {
    /// The generation, 1 to 3.
    pub version: i64,
    /// Whether a lane's neighbours lie in a row.
    pub is_transposed: bool,
    /// How warps lie over tiles.
    pub tiling: WarpTiling,
    /// The blocks.
    pub cga: Cga,
    /// Rows, columns and depth of the instruction.
    pub instr_shape: Vec<i64>,
    /// `rank`: the number of dimensions, where it is given.
    pub rank: Option<i64>,
}

/// How warps, and the further registers of one, lie over tiles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WarpTiling {
    /// `ctaLayout`: the tile that each bit of the register's and of the warp's number steps to.
    Bases {
        /// By bit of the register's number.
        register: Vec<Vec<i64>>,
        /// By bit of the warp's number.
        warp: Vec<Vec<i64>>,
    },
    /// By numbers for each dimension.
    Counts {
        /// Warps along each dimension.
        warps_per_cta: Vec<i64>,
        /// Tiles of one warp along each dimension; none is one along each. That of a batch's
        /// dimension changes no layout.
        tiles_per_warp: Vec<i64>,
    },
}

impl AmdWmma {
    /// The kind's name.
    pub const NAME: &'static str = "amd_wmma";

    /// The number of dimensions; 2 where nothing tells it.
    pub fn rank(&self) -> usize {
        self.told_rank().unwrap_or(2)
    }

    /// The number of dimensions, of a tensor of this shape.
    pub(super) fn rank_of(&self, shape: &[i64]) -> usize {
        self.told_rank().unwrap_or(shape.len())
    }

    /// The number of dimensions. A program of one warp has no basis that tells it.
    fn told_rank(&self) -> Option<usize> {
        if let Some(rank) = self.rank {
            return usize::try_from(rank).ok().filter(|&rank| rank <= MOST_DIMENSIONS);
        }
        match &self.tiling {
            WarpTiling::Counts { warps_per_cta, .. } => Some(warps_per_cta.len()),
            WarpTiling::Bases { .. } => self.listed_bases().next().map(Vec::len),
        }
    }

    /// All bases, those of blocks too.
    fn listed_bases(&self) -> impl Iterator<Item = &Vec<i64>> {
        let (register, warp) = match &self.tiling {
            WarpTiling::Bases { register, warp } => (&register[..], &warp[..]),
            WarpTiling::Counts { .. } => (&[][..], &[][..]),
        };
        let blocks = match &self.cga {
            Cga::Bases(bases) => &bases[..],
            Cga::Split { .. } => &[],
        };
        warp.iter().chain(register).chain(blocks)
    }

    /// The version, rows and depth of the instruction, and rows among the dimensions.
    fn checked(&self, rank: usize) -> Result<(i64, i64, usize), EncodingError> {
        let (encoding, value) = (Self::NAME, self.version);
        if !(1..=3).contains(&value) {
            return Err(EncodingError::Value {
                encoding,
                what: "version",
                value,
                allowed: "1 to 3",
            });
        }
        let (rows, depth) = match self.instr_shape[..] {
            [rows @ (16 | 32), 16, depth] if rows == 16 || value > 1 => (rows, depth),
            [value, ..] => {
                let (what, allowed) = ("the first of instrShape", "of 16 × 16 × k or 32 × 16 × k");
                return Err(EncodingError::Value { encoding, what, value, allowed });
            }
            [] => {
                let (what, expected) = ("instrShape", 3);
                return Err(EncodingError::Rank { encoding, what, expected, found: 0 });
            }
        };
        let m = rank.checked_sub(2);
        let (what, expected, found) = ("the tiling", 2, rank);
        Ok((rows, depth, m.ok_or(EncodingError::Rank { encoding, what, expected, found })?))
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let rank = self.rank_of(shape);
        let (rows, _, m) = self.checked(rank)?;
        // A lane's elements lie along `down`, the lanes along `across`.
        let (down, across) = if self.is_transposed { (m + 1, m) } else { (m, m + 1) };
        let mut tile = Tile::distributed(Self::NAME, rank);
        tile.step(LANE, across, TILE)?;
        if self.version == 1 {
            tile.step(LANE, down, 2)?;
            tile.step(REGISTER, down, 8)?;
        } else {
            tile.step(REGISTER, down, 8)?;
            tile.step(LANE, down, 2)?;
        }
        tile.step(REGISTER, down, rows / TILE)?;
        match &self.tiling {
            WarpTiling::Counts { warps_per_cta, tiles_per_warp } => {
                across_then_down(&mut tile, shape, tiles_per_warp, warps_per_cta)?;
            }
            WarpTiling::Bases { register, warp } => over_tiles(&mut tile, register, warp, None)?,
        }
        tile.fit(&self.cga, shape, &matrix_order(rank, true))
    }

    /// The tile of an operand.
    pub(super) fn operand(
        &self,
        sides: Sides,
        width: i64,
        shape: &[i64],
    ) -> Result<Tile, EncodingError> {
        let (rows, depth, m) = self.checked(sides.rank)?;
        let mut tile = Tile::distributed(DotOperand::NAME, sides.rank);
        tile.step(REGISTER, sides.k, width)?;
        tile.step(LANE, sides.other, TILE)?;
        if self.version == 1 {
            tile.replicate(LANE, 2)?;
        } else {
            tile.step(LANE, sides.k, 2)?;
        }
        let halves = width.checked_mul(2).filter(|&halves| halves > 0).unwrap_or(i64::MAX);
        tile.step(REGISTER, sides.k, (depth / halves).max(1))?;
        if (sides.other == m) != self.is_transposed {
            tile.step(REGISTER, sides.other, rows / TILE)?;
        }
        match &self.tiling {
            WarpTiling::Counts { warps_per_cta, tiles_per_warp } => {
                let tiles = tiles_per_warp.get(sides.other).copied().unwrap_or(1);
                if tiles > 1 {
                    let deep = shape.get(sides.k).copied().unwrap_or(1) / halves.max(depth);
                    tile.step(REGISTER, sides.k, deep.max(1))?;
                    tile.step(REGISTER, sides.other, tiles)?;
                }
                sides.warps(&mut tile, WARP, warps_per_cta, &matrix_order(sides.rank, true))?;
            }
            WarpTiling::Bases { register, warp } => {
                over_tiles(&mut tile, register, warp, Some(sides.k))?;
            }
        }
        Ok(tile)
    }

    /// The blocks of an operand: with counts, those of the accumulator.
    pub(super) fn operand_cga(&self, sides: Sides) -> Result<Cga, EncodingError> {
        match &self.tiling {
            WarpTiling::Counts { .. } => Ok(self.cga.clone()),
            WarpTiling::Bases { .. } => self.cga.whole_along(DotOperand::NAME, sides.rank, sides.k),
        }
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        let (version, is_transposed) = (fields.integer("version")?, fields.flag("isTranspose")?);
        let tiling = match fields.optional_fields("ctaLayout")? {
            Some(mut bases) => {
                let register = bases.optional_bases(REGISTER)?.unwrap_or_default();
                let warp = bases.optional_bases(WARP)?.unwrap_or_default();
                bases.finish()?;
                WarpTiling::Bases { register, warp }
            }
            None => WarpTiling::Counts {
                warps_per_cta: fields.integers("warpsPerCTA")?,
                tiles_per_warp: fields.optional_integers("tilesPerWarp")?.unwrap_or_default(),
            },
        };
        let cga = Cga::read(fields)?;
        let instr_shape = fields.optional_integers("instrShape")?.unwrap_or(vec![16, 16, 16]);
        let rank = fields.optional_integer("rank")?;
        Ok(AmdWmma { version, is_transposed, tiling, cga, instr_shape, rank })
    }

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        let expected = self.rank();
        self.checked(expected)?;
        let told = self.rank.map(|value| (value, usize::try_from(value)));
        if let Some((value, told)) = told
            && told != Ok(expected)
        {
            let (encoding, what, allowed) = (Self::NAME, "rank", "a number of dimensions");
            return Err(EncodingError::Value { encoding, what, value, allowed });
        }
        if let Some(basis) = self.listed_bases().find(|basis| basis.len() != expected) {
            let (encoding, what, found) = (Self::NAME, "a basis", basis.len());
            return Err(EncodingError::Rank { encoding, what, expected, found });
        }
        match &self.tiling {
            WarpTiling::Counts { warps_per_cta, .. } if warps_per_cta.len() != expected => {
                let (encoding, what, found) = (Self::NAME, "warpsPerCTA", warps_per_cta.len());
                Err(EncodingError::Rank { encoding, what, expected, found })
            }
            WarpTiling::Counts { tiles_per_warp, .. } if !matches!(tiles_per_warp.len(), found if found == 0 || found == expected) =>
            {
                let (encoding, what, found) = (Self::NAME, "tilesPerWarp", tiles_per_warp.len());
                Err(EncodingError::Rank { encoding, what, expected, found })
            }
            WarpTiling::Counts { warps_per_cta, tiles_per_warp } => {
                powers_of_two(Self::NAME, "warpsPerCTA", warps_per_cta)?;
                powers_of_two(Self::NAME, "tilesPerWarp", tiles_per_warp)
            }
            WarpTiling::Bases { .. } => {
                match self.listed_bases().find(|b| b.iter().any(|&x| x < 0)) {
                    Some(basis) => {
                        let (input, basis, why) =
                            ("ctaLayout", basis.clone(), "has a step below 0");
                        Err(EncodingError::Basis { encoding: Self::NAME, input, basis, why })
                    }
                    None => Ok(()),
                }
            }
        }
    }
}

/// Further registers and warps over whole tiles. Along an operand's `k` they are replicas, and
/// such registers fall away.
fn over_tiles(
    tile: &mut Tile,
    register: &[Vec<i64>],
    warp: &[Vec<i64>],
    k: Option<usize>,
) -> Result<(), EncodingError> {
    let rank = tile.rank();
    let unit: Vec<i64> = (0..rank).map(|dim| tile.extent(dim)).collect();
    let mut steps = reach(AmdWmma::NAME, rank, register.iter().chain(warp))?;
    k.and_then(|k| steps.get_mut(k)).into_iter().for_each(|steps| *steps = 1);
    for (input, bases) in [(REGISTER, register), (WARP, warp)] {
        for basis in bases {
            let mut basis = scaled(basis, &unit)?;
            k.and_then(|k| basis.get_mut(k)).into_iter().for_each(|step| *step = 0);
            if input != REGISTER || basis.iter().any(|&step| step != 0) {
                tile.basis(input, basis);
            }
        }
    }
    tile.measure(scaled(&steps, &unit)?);
    Ok(())
}

/// Each step times its unit.
fn scaled(steps: &[i64], unit: &[i64]) -> Result<Vec<i64>, EncodingError> {
    let scaled = steps.iter().zip(unit).map(|(step, unit)| step.checked_mul(*unit));
    let (encoding, what) = (AmdWmma::NAME, "the tiling");
    scaled.collect::<Option<_>>().ok_or(EncodingError::TooLarge { encoding, what })
}

impl fmt::Display for AmdWmma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (version, transposed) = (self.version, self.is_transposed);
        write!(f, "#ttg.amd_wmma<{{version = {version}, isTranspose = {transposed}, ")?;
        match &self.tiling {
            WarpTiling::Bases { register, warp } => {
                let named = [(REGISTER, register), (WARP, warp)];
                let given = named.into_iter().filter(|(_, bases)| !bases.is_empty());
                let fields: Vec<String> =
                    given.map(|(input, bases)| format!("{input} = {}", lists(bases))).collect();
                write!(f, "ctaLayout = {{{}}}", fields.join(", "))?;
            }
            WarpTiling::Counts { warps_per_cta, .. } => {
                write!(f, "warpsPerCTA = {}", list(warps_per_cta))?;
            }
        }
        self.cga.print_behind(f)?;
        if let WarpTiling::Counts { tiles_per_warp, .. } = &self.tiling
            && tiles_per_warp.iter().any(|&tiles| tiles != 1)
        {
            write!(f, ", tilesPerWarp = {}", list(tiles_per_warp))?;
        }
        if self.instr_shape != [16, 16, 16] {
            write!(f, ", instrShape = {}", list(&self.instr_shape))?;
        }
        if let Some(rank) = self.rank {
            write!(f, ", rank = {rank}")?;
        }
        f.write_str("}>")
    }
}
