//! [`TensorMemory`] and [`TensorMemoryScales`]: Blackwell's memory of 128 rows, one for each
//! lane of a warp group, and columns of 32 bits.
//!
//! A block of 128 rows fills them. A block of 64 rows has its first sixteen in the first of
//! every 32 rows, and the other sixteen of each 32 are another block's: the next one below, or
//! beside; if there is none, they are replicas:
//!
//! ```text
//! blockM = 64, of a tensor of 128 × n      row = [(1,0), (2,0), (4,0), (8,0), (64,0), (16,0), (32,0)]
//! ```
//!
//! Columns follow: `colStride` of them for each of the tensor's, then blocks below, blocks
//! beside. Where a pair of blocks works together on 64 rows, the last bit of a block's columns
//! is the last bit of the row instead.
//!
//! Scales lie in 32 rows, four replicas of them, four columns of a tensor side by side, then 32
//! of its rows further.

use std::fmt;

use super::cga::{Cga, Cut};
use super::error::{EncodingError, power_of_two};
use super::names::{BLOCK, COLUMN, ROW};
use super::text::{Fault, Fields};
use super::tile::Tile;
use crate::gf2::Linear;

/// `#ttng.tensor_memory_encoding`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorMemory {
    /// Rows of a block, 64 or 128.
    pub block_m: i64,
    /// Columns of a block.
    pub block_n: i64,
    /// Columns of memory for one of the tensor's.
    pub col_stride: i64,
    /// The blocks, by bases.
    pub cga: Cga,
    /// Parts along the rows and along the columns: the other spelling, in which the parts are
    /// further columns.
    pub splits: [i64; 2],
    /// Whether two blocks work together.
    pub two_ctas: bool,
    /// Whether 4-bit elements are padded to bytes.
    pub fp4_padded: bool,
}

/// `#ttng.tensor_memory_scales_encoding`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorMemoryScales {
    /// The blocks, by bases.
    pub cga: Cga,
    /// Parts along the rows and along the columns: the other spelling.
    pub splits: [i64; 2],
}

impl TensorMemory {
    /// The kind's name.
    pub const NAME: &'static str = "tensor_memory_encoding";

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        let (encoding, value) = (Self::NAME, self.block_m);
        if !matches!(value, 64 | 128) {
            let (what, allowed) = ("blockM", "64 or 128");
            return Err(EncodingError::Value { encoding, what, value, allowed });
        }
        power_of_two(encoding, "blockN", self.block_n)?;
        let stride = power_of_two(encoding, "colStride", self.col_stride)?;
        if self.fp4_padded && stride != 1 {
            let (what, allowed) = ("colStride", "1, as padding needs");
            return Err(EncodingError::Value { encoding, what, value: stride, allowed });
        }
        match self.cga.bases(encoding, 2)?.first() {
            Some(first) if self.two_ctas && *first != [1, 0] => {
                Err(EncodingError::Pair { first: first.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Whether two blocks share the rows of a block of 64.
    fn is_shared_by_two(&self) -> bool {
        self.two_ctas && self.block_m == 64 && self.splits == [1, 1]
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        self.check()?;
        let encoding = Self::NAME;
        let parts = Parts::of(encoding, &self.cga, self.splits, shape)?;
        let [rows, columns] = parts.part;
        let width = self.block_n.min(columns);
        let mut tile = Tile::new(encoding, &[ROW, COLUMN], 2);
        tile.replicate(COLUMN, self.col_stride)?;
        if self.fp4_padded {
            tile.replicate(COLUMN, 2)?;
        }
        if self.block_m == 64 && !self.is_shared_by_two() {
            tile.step(ROW, 0, 16)?;
            tile.step(COLUMN, 1, width)?;
            let other = if rows > 64 {
                [64, 0]
            } else if columns > width {
                [0, width]
            } else {
                [0, 0]
            };
            [other, [16, 0], [32, 0]].iter().for_each(|basis| tile.basis(ROW, basis.to_vec()));
            tile.measure(vec![if rows > 64 { 128 } else { 64 }, width + other[1]]);
        } else {
            tile.step(ROW, 0, self.block_m)?;
            tile.step(COLUMN, 1, width)?;
            if self.is_shared_by_two()
                && let Some(last) = tile.bases_mut(COLUMN).and_then(Vec::pop)
            {
                tile.basis(ROW, last);
            }
        }
        for (what, needed, found) in [
            ("a block's rows", tile.extent(0), rows),
            ("a block's columns", tile.extent(1), columns),
        ] {
            if found < needed {
                let shape = shape.to_vec();
                return Err(EncodingError::TooSmall { encoding, what, shape, needed, found });
            }
        }
        parts.finish(tile, shape)
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(TensorMemory {
            block_m: fields.integer("blockM")?,
            block_n: fields.integer("blockN")?,
            col_stride: fields.integer("colStride")?,
            cga: Cga::read(fields)?,
            splits: read_splits(fields)?,
            two_ctas: fields.flag("twoCTAs")?,
            fp4_padded: fields.flag("fp4Padded")?,
        })
    }
}

impl TensorMemoryScales {
    pub(super) fn check(&self) -> Result<(), EncodingError> {
        self.cga.bases(Self::NAME, 2).map(drop)
    }

    /// The kind's name.
    pub const NAME: &'static str = "tensor_memory_scales_encoding";

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let parts = Parts::of(Self::NAME, &self.cga, self.splits, shape)?;
        let mut tile = Tile::new(Self::NAME, &[ROW, COLUMN], 2);
        tile.step(ROW, 0, 32)?;
        tile.replicate(ROW, 4)?;
        tile.step(COLUMN, 1, 4)?;
        tile.step(COLUMN, 0, 2)?;
        parts.finish(tile, shape)
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(TensorMemoryScales { cga: Cga::read(fields)?, splits: read_splits(fields)? })
    }
}

/// A matrix divided among blocks, by either spelling.
struct Parts {
    part: [i64; 2],
    blocks: Vec<Vec<i64>>,
    splits: [i64; 2],
}

impl Parts {
    fn of(
        encoding: &'static str,
        cga: &Cga,
        splits: [i64; 2],
        shape: &[i64],
    ) -> Result<Parts, EncodingError> {
        let Cut { bases: blocks, mut part } = cga.cut(encoding, 2, shape)?;
        for ((what, parts), extent) in
            ["CTASplitM", "CTASplitN"].into_iter().zip(splits).zip(&mut part)
        {
            power_of_two(encoding, what, parts)?;
            if *extent < parts {
                let (shape, needed, found) = (shape.to_vec(), parts, *extent);
                return Err(EncodingError::TooSmall { encoding, what, shape, needed, found });
            }
            *extent /= parts;
        }
        let [rows, columns] = part[..] else {
            return Err(EncodingError::Shape { encoding, rank: 2, shape: shape.to_vec() });
        };
        Ok(Parts { part: [rows, columns], blocks, splits })
    }

    /// Columns up to the part, then what blocks have of it.
    fn finish(self, mut tile: Tile, shape: &[i64]) -> Result<Linear, EncodingError> {
        let [rows, columns] = self.part;
        tile.step(COLUMN, 0, (rows / tile.extent(0)).max(1))?;
        tile.step(COLUMN, 1, (columns / tile.extent(1)).max(1))?;
        tile.fill(&self.part, &[])?;
        let [split_rows, split_columns] = self.splits;
        tile.step(COLUMN, 0, split_rows)?;
        tile.step(COLUMN, 1, split_columns)?;
        for basis in &self.blocks {
            let over = basis.iter().zip(&self.part).map(|(step, extent)| step * extent);
            tile.basis(BLOCK, over.collect());
        }
        tile.into_linear(shape)
    }
}

fn read_splits(fields: &mut Fields) -> Result<[i64; 2], Fault> {
    let rows = fields.optional_integer("CTASplitM")?.unwrap_or(1);
    Ok([rows, fields.optional_integer("CTASplitN")?.unwrap_or(1)])
}

/// The fields of the blocks, in either spelling.
fn print_blocks(cga: &Cga, splits: [i64; 2]) -> Vec<String> {
    let mut fields = Vec::new();
    if !cga.is_silent() {
        fields.push(cga.to_string());
    }
    let splits = ["CTASplitM", "CTASplitN"].into_iter().zip(splits);
    fields.extend(splits.filter(|(_, n)| *n != 1).map(|(name, n)| format!("{name} = {n}")));
    fields
}

impl fmt::Display for TensorMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns, stride) = (self.block_m, self.block_n, self.col_stride);
        write!(
            f,
            "#ttng.tensor_memory_encoding<blockM = {rows}, blockN = {columns}, colStride = {stride}"
        )?;
        for field in print_blocks(&self.cga, self.splits) {
            write!(f, ", {field}")?;
        }
        if self.two_ctas {
            f.write_str(", twoCTAs = true")?;
        }
        if self.fp4_padded {
            f.write_str(", fp4Padded = true")?;
        }
        f.write_str(">")
    }
}

impl fmt::Display for TensorMemoryScales {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = print_blocks(&self.cga, self.splits).join(", ");
        write!(f, "#ttng.tensor_memory_scales_encoding<{fields}>")
    }
}
