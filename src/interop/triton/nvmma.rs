//! [`NvmmaShared`]: shared memory as warp-group instructions and the tensor memory accelerator
//! read it.
//!
//! A *core matrix* is eight rows of `swizzlingByteWidth` bytes; in units of 16 bytes, the column
//! is XORed with a phase of the row. It is CuTe's `Sw<B,4,3>` on bytes:
//!
//! | width | phase of row `r` | on bytes |
//! |---|---|---|
//! | 0 | 0 | none; rows of the whole tensor, 256 elements at most |
//! | 32 | `r / 4 mod 2` | `Sw<1,4,3>` |
//! | 64 | `r / 2 mod 4` | `Sw<2,4,3>` |
//! | 128 | `r mod 8` | `Sw<3,4,3>` |
//!
//! A *box* is what one transfer moves: core matrices below each other, up to 256 rows. What the
//! tensor has more is boxes below each other, and then beside each other. Leading dimensions
//! count as rows; transposed, the first dimension is the column.
//!
//! Padded 4-bit elements come two in a byte, and after every eight bytes eight more are left
//! empty: their offsets map to the elements of the full ones.

use std::fmt;

use super::cga::Cga;
use super::error::{EncodingError, power_of_two, product};
use super::names::OFFSET;
use super::text::{Fault, Fields};
use super::tile::Tile;
use crate::gf2::Linear;

/// Rows of a core matrix.
const ROWS: i64 = 8;

/// Elements of a box along any dimension, at most.
const BOX: i64 = 256;

/// `#ttg.nvmma_shared`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NvmmaShared {
    /// Bytes of a row of a core matrix: 0, 32, 64 or 128.
    pub swizzling_byte_width: i64,
    /// Whether the first dimension is the column.
    pub transposed: bool,
    /// Bits of an element.
    pub element_bit_width: i64,
    /// Whether 4-bit elements are padded.
    pub fp4_padded: bool,
    /// The number of dimensions.
    pub rank: i64,
    /// The blocks.
    pub cga: Cga,
}

impl NvmmaShared {
    /// The kind's name.
    pub const NAME: &'static str = "nvmma_shared";

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        usize::try_from(self.rank).unwrap_or(0)
    }

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        let encoding = Self::NAME;
        let value =
            |what, value, allowed| Err(EncodingError::Value { encoding, what, value, allowed });
        if !matches!(self.swizzling_byte_width, 0 | 32 | 64 | 128) {
            return value("swizzlingByteWidth", self.swizzling_byte_width, "0, 32, 64 or 128");
        }
        if !(1..=128).contains(&power_of_two(encoding, "elementBitWidth", self.element_bit_width)?)
        {
            return value("elementBitWidth", self.element_bit_width, "at most 128");
        }
        if !(1..=16).contains(&self.rank) {
            return value("rank", self.rank, "1 to 16");
        }
        if self.fp4_padded && self.swizzling_byte_width != 128 {
            return value("swizzlingByteWidth", self.swizzling_byte_width, "128, as padding needs");
        }
        Ok(())
    }

    /// The box of a tensor of one block.
    fn boxed(&self, part: &[i64], column: usize) -> Result<Vec<i64>, EncodingError> {
        let mut boxed: Vec<i64> = part.iter().map(|&extent| extent.min(BOX)).collect();
        if self.swizzling_byte_width > 0 {
            let padding = if self.fp4_padded { 2 } else { 1 };
            let needed = (8 * self.swizzling_byte_width / self.element_bit_width / padding).max(1);
            let found = boxed.get(column).copied().unwrap_or(1);
            if found < needed {
                let (encoding, what, shape) = (Self::NAME, "a block's row", part.to_vec());
                return Err(EncodingError::TooSmall { encoding, what, shape, needed, found });
            }
            boxed.get_mut(column).into_iter().for_each(|extent| *extent = needed);
        }
        Ok(boxed)
    }

    /// A core matrix: dimension 0 is its rows, dimension 1 its columns.
    fn core(&self) -> Result<Tile, EncodingError> {
        let columns = 8 * self.swizzling_byte_width / self.element_bit_width;
        let mut tile = Tile::new(Self::NAME, &[OFFSET], 2);
        let unit = (128 / self.element_bit_width).max(1);
        // What follows the packed half of a group of 16 bytes is empty.
        let packed =
            |column: i64| if self.fp4_padded { column / 16 * 8 + column % 8 } else { column };
        let mut column = 1;
        while column < columns {
            tile.basis(OFFSET, vec![0, packed(column)]);
            column *= 2;
        }
        let phases = self.swizzling_byte_width / 16;
        for row in [1, 2, 4] {
            let phase = row / (ROWS / phases) % phases;
            tile.basis(OFFSET, vec![row, packed(unit * phase)]);
        }
        tile.measure(vec![ROWS, if self.fp4_padded { columns / 2 } else { columns }]);
        Ok(tile)
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        self.check()?;
        let rank = self.rank();
        if rank < 2 && self.swizzling_byte_width > 0 {
            let (encoding, what, allowed) = (Self::NAME, "rank", "at least 2, as a swizzle needs");
            return Err(EncodingError::Value { encoding, what, value: self.rank, allowed });
        }
        let part = self.cga.cut(Self::NAME, rank, shape)?.part;
        let last = rank.saturating_sub(1);
        let mut boxed = self.boxed(&part, if self.transposed { 0 } else { last })?;
        let downwards: Vec<usize> = (0..rank).collect();
        let mut tile = Tile::new(Self::NAME, &[OFFSET], rank);
        if self.swizzling_byte_width == 0 {
            let backwards: Vec<usize> = (0..rank).rev().collect();
            let mut dims = backwards.clone();
            if self.transposed {
                // The box turns to the left, its dimensions to the right: with more than two
                // of them, a box may measure more than the tensor, in replicas.
                boxed.rotate_left(1);
                dims.rotate_left(1);
            }
            for (&dim, &count) in dims.iter().zip(boxed.iter().rev()) {
                tile.step(OFFSET, dim, count)?;
            }
            return tile.fit(&self.cga, shape, &backwards);
        }
        // A box as a matrix: what is not the last dimension counts as rows, or the other way.
        let fold = |dims: &[i64]| product(Self::NAME, "a box", dims.iter().copied());
        fold(&boxed)?;
        let (lead, end) = boxed.split_at(last);
        let (mut rows, mut columns) = (fold(lead)?, fold(end)?);
        if self.transposed {
            (rows, columns) = (columns, rows);
        }
        let mut matrix = self.core()?;
        let (needed, found) = (ROWS, rows);
        if found < needed {
            let (encoding, what, shape) = (Self::NAME, "a block's rows", shape.to_vec());
            return Err(EncodingError::TooSmall { encoding, what, shape, needed, found });
        }
        matrix.grow_to(&[rows, columns], &[0, 1])?;
        // The matrix' dimensions, row by row, as the tensor's.
        let digits: Vec<usize> =
            if self.transposed { (1..rank).chain([0]).collect() } else { downwards.clone() };
        for basis in matrix.bases(OFFSET) {
            let (row, column) = (basis.first().copied(), basis.get(1).copied());
            let mut rest = row.unwrap_or(0) * columns + column.unwrap_or(0);
            let mut element = vec![0; rank];
            for &dim in digits.iter().rev() {
                let extent = boxed.get(dim).copied().unwrap_or(1).max(1);
                element.get_mut(dim).into_iter().for_each(|place| *place = rest % extent);
                rest /= extent;
            }
            tile.basis(OFFSET, element);
        }
        tile.measure(boxed);
        tile.grow_to(&part, &downwards)?;
        tile.fit(&self.cga, shape, &downwards)
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        let cga = Cga::read(fields)?;
        let blocks_of = match &cga {
            Cga::Bases(bases) => bases.first().map_or(2, Vec::len),
            Cga::Split { order, .. } => order.len(),
        };
        Ok(NvmmaShared {
            swizzling_byte_width: fields.integer("swizzlingByteWidth")?,
            transposed: fields.flag("transposed")?,
            element_bit_width: fields.integer("elementBitWidth")?,
            fp4_padded: fields.flag("fp4Padded")?,
            rank: fields.optional_integer("rank")?.unwrap_or(blocks_of as i64),
            cga,
        })
    }
}

impl fmt::Display for NvmmaShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "#ttg.nvmma_shared<{{swizzlingByteWidth = {}, transposed = {}, elementBitWidth = {}",
            self.swizzling_byte_width, self.transposed, self.element_bit_width,
        )?;
        if self.fp4_padded {
            f.write_str(", fp4Padded = true")?;
        }
        if self.cga.is_silent() && self.rank != 2 {
            write!(f, ", rank = {}", self.rank)?;
        }
        self.cga.print_behind(f)?;
        f.write_str("}>")
    }
}
