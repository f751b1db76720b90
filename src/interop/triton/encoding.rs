//! [`Encoding`]: any of them, with its text and its map.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::amd_mfma::AmdMfma;
use super::amd_wmma::AmdWmma;
use super::blocked::Blocked;
use super::cga::Cga;
use super::dot_operand::DotOperand;
use super::error::{EncodingError, product};
use super::linear::{LinearEncoding, SharedLinear};
use super::names::{BLOCK, LANE, OFFSET, WARP};
use super::nvidia_mma::NvidiaMma;
use super::nvmma::NvmmaShared;
use super::padded::PaddedShared;
use super::partitioned::PartitionedShared;
use super::slice::Slice;
use super::swizzled::{RotatingShared, Swizzle, SwizzledShared};
use super::tensor_memory::{TensorMemory, TensorMemoryScales};
use super::text::{Cursor, Fault, Fields, Lines, TextError, TextReason, attribute};
use crate::gf2::Linear;

/// Encodings inside each other, at most: more than any tensor has dimensions.
const DEPTH: usize = 64;

/// An encoding of `#ttg` or `#ttng`; the table is in the [module](super).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// `#ttg.blocked`.
    Blocked(Blocked),
    /// `#ttg.slice`.
    Slice(Slice),
    /// `#ttg.linear` and `#ttg.generic_linear`.
    Linear(LinearEncoding),
    /// `#ttg.nvidia_mma`.
    NvidiaMma(NvidiaMma),
    /// `#ttg.amd_mfma`.
    AmdMfma(AmdMfma),
    /// `#ttg.amd_wmma`.
    AmdWmma(AmdWmma),
    /// `#ttg.dot_op`.
    DotOperand(DotOperand),
    /// `#ttg.swizzled_shared`.
    SwizzledShared(SwizzledShared),
    /// `#ttg.amd_rotating_shared`.
    RotatingShared(RotatingShared),
    /// `#ttg.nvmma_shared`.
    NvmmaShared(NvmmaShared),
    /// `#ttg.shared_linear`.
    SharedLinear(SharedLinear),
    /// `#ttg.padded_shared`.
    PaddedShared(PaddedShared),
    /// `#ttg.partitioned_shared`.
    PartitionedShared(PartitionedShared),
    /// `#ttng.tensor_memory_encoding`.
    TensorMemory(TensorMemory),
    /// `#ttng.tensor_memory_scales_encoding`.
    TensorMemoryScales(TensorMemoryScales),
}

impl Encoding {
    /// The kind's name, without the dialect.
    pub fn name(&self) -> &'static str {
        match self {
            Encoding::Blocked(_) => Blocked::NAME,
            Encoding::Slice(_) => Slice::NAME,
            Encoding::Linear(own) => own.name(),
            Encoding::NvidiaMma(_) => NvidiaMma::NAME,
            Encoding::AmdMfma(_) => AmdMfma::NAME,
            Encoding::AmdWmma(_) => AmdWmma::NAME,
            Encoding::DotOperand(_) => DotOperand::NAME,
            Encoding::SwizzledShared(_) => SwizzledShared::NAME,
            Encoding::RotatingShared(_) => RotatingShared::NAME,
            Encoding::NvmmaShared(_) => NvmmaShared::NAME,
            Encoding::SharedLinear(_) => SharedLinear::NAME,
            Encoding::PaddedShared(_) => PaddedShared::NAME,
            Encoding::PartitionedShared(_) => PartitionedShared::NAME,
            Encoding::TensorMemory(_) => TensorMemory::NAME,
            Encoding::TensorMemoryScales(_) => TensorMemoryScales::NAME,
        }
    }

    /// The kind's name, as a text has it: `#ttg.blocked`.
    pub(super) fn full_name(&self) -> String {
        let memory = matches!(self, Encoding::TensorMemory(_) | Encoding::TensorMemoryScales(_));
        format!("#{}.{}", if memory { "ttng" } else { "ttg" }, self.name())
    }

    /// The number of dimensions of a tensor that it is of.
    pub fn rank(&self) -> usize {
        match self {
            Encoding::Blocked(own) => own.rank(),
            Encoding::Slice(own) => own.rank(),
            Encoding::Linear(own) => own.rank(),
            Encoding::NvidiaMma(own) => own.rank(),
            Encoding::AmdMfma(own) => own.rank(),
            Encoding::AmdWmma(own) => own.rank(),
            Encoding::DotOperand(own) => own.rank(),
            Encoding::SwizzledShared(SwizzledShared(own))
            | Encoding::RotatingShared(RotatingShared(own)) => own.rank(),
            Encoding::NvmmaShared(own) => own.rank(),
            Encoding::SharedLinear(own) => own.rank(),
            Encoding::PaddedShared(own) => own.rank(),
            Encoding::PartitionedShared(own) => own.rank(),
            Encoding::TensorMemory(_) | Encoding::TensorMemoryScales(_) => 2,
        }
    }

    /// Whether it maps registers of threads.
    pub fn is_distributed(&self) -> bool {
        matches!(
            self,
            Encoding::Blocked(_)
                | Encoding::Slice(_)
                | Encoding::Linear(_)
                | Encoding::NvidiaMma(_)
                | Encoding::AmdMfma(_)
                | Encoding::AmdWmma(_)
                | Encoding::DotOperand(_)
        )
    }

    /// Whether it maps offsets of shared memory.
    pub fn is_shared(&self) -> bool {
        !self.is_distributed()
            && !matches!(self, Encoding::TensorMemory(_) | Encoding::TensorMemoryScales(_))
    }

    /// What it is made from, if it is made from another one.
    fn parent(&self) -> Option<&Encoding> {
        match self {
            Encoding::Slice(own) => Some(&own.parent),
            Encoding::DotOperand(own) => Some(&own.parent),
            Encoding::PartitionedShared(own) => Some(&own.partition_layout),
            _ => None,
        }
    }

    /// The blocks of an encoding that has them as a field; one block otherwise.
    pub(super) fn cga(&self) -> Cga {
        match self {
            Encoding::Blocked(own) => own.cga.clone(),
            Encoding::NvidiaMma(own) => own.cga.clone(),
            Encoding::AmdMfma(own) => own.cga.clone(),
            Encoding::AmdWmma(own) => own.cga.clone(),
            _ => Cga::default(),
        }
    }

    /// The number of blocks of a tensor of this shape.
    ///
    /// # Errors
    /// As [`to_linear`](Encoding::to_linear), except that padding is none.
    pub(super) fn blocks(&self, shape: &[i64]) -> Result<i64, EncodingError> {
        let layout = match self {
            Encoding::PaddedShared(own) => own.component_of(shape)?,
            Encoding::PartitionedShared(own) => return own.blocks(shape),
            // In that spelling other blocks' parts are further columns.
            Encoding::TensorMemory(TensorMemory { splits, .. })
            | Encoding::TensorMemoryScales(TensorMemoryScales { splits, .. })
                if splits != &[1, 1] =>
            {
                let (encoding, what) = (self.name(), "the number of blocks");
                let count = splits[0].checked_mul(splits[1]);
                return count.ok_or(EncodingError::TooLarge { encoding, what });
            }
            Encoding::SwizzledShared(SwizzledShared(own))
                if own.line(self.name(), shape).is_some() =>
            {
                return own.cga.blocks(self.name(), own.rank());
            }
            _ => self.to_linear(shape)?,
        };
        Ok(layout.ins().get(BLOCK).map_or(1, |dim| dim.size()))
    }

    /// The map of a tensor of this shape, by Triton's definition: from `(register, lane, warp,
    /// block)`, `(offset, block)` or `(row, col)` to `(dim0, dim1, …)`.
    ///
    /// ```
    /// use tileir::interop::triton::Encoding;
    /// let blocked: Encoding = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], \
    ///     warpsPerCTA = [4, 1], order = [1, 0]}>".parse()?;
    /// let layout = blocked.to_linear(&[16, 32])?;
    /// assert_eq!(
    ///     layout.to_string(),
    ///     "bit_linear<(register : 8, lane : 32, warp : 4, block : 1) -> (dim0 : 16, dim1 : 32), \
    ///      register = [(0,1), (0,2), (0,16)], \
    ///      lane = [(0,4), (0,8), (1,0), (2,0), (4,0)], warp = [(8,0), (0,0)]>"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Parameters that have no meaning, a shape of another rank or of extents that are no powers
    /// of two, one that is too small for a memory's tile; [`EncodingError::NotLinear`] for
    /// padded shared memory, with two offsets that show it.
    pub fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        match self {
            Encoding::Blocked(own) => own.to_linear(shape),
            Encoding::Slice(own) => own.to_linear(shape),
            Encoding::Linear(own) => own.to_linear(shape),
            Encoding::NvidiaMma(own) => own.to_linear(shape),
            Encoding::AmdMfma(own) => own.to_linear(shape),
            Encoding::AmdWmma(own) => own.to_linear(shape),
            Encoding::DotOperand(own) => own.to_linear(shape),
            Encoding::SwizzledShared(SwizzledShared(own)) => {
                own.to_linear(self.name(), false, shape)
            }
            Encoding::RotatingShared(RotatingShared(own)) => {
                own.to_linear(self.name(), true, shape)
            }
            Encoding::NvmmaShared(own) => own.to_linear(shape),
            Encoding::SharedLinear(own) => own.to_linear(shape),
            Encoding::PaddedShared(own) => own.to_linear(shape),
            Encoding::PartitionedShared(own) => own.to_linear(shape),
            Encoding::TensorMemory(own) => own.to_linear(shape),
            Encoding::TensorMemoryScales(own) => own.to_linear(shape),
        }
    }

    /// Elements that one block allocates for a tensor of this shape: one more than the greatest
    /// address, gaps and replicas included; of a divided tensor, those of each buffer.
    ///
    /// # Errors
    /// As [`to_linear`](Encoding::to_linear), except that padding is none; an encoding that is
    /// not of shared memory.
    pub fn elements_per_block(&self, shape: &[i64]) -> Result<i64, EncodingError> {
        match self {
            Encoding::PaddedShared(own) => own.places(shape),
            Encoding::PartitionedShared(own) => own.elements(shape),
            Encoding::SwizzledShared(SwizzledShared(own))
                if let Some(extent) = own.line(self.name(), shape) =>
            {
                Ok(extent)
            }
            _ if self.is_shared() => {
                let layout = self.to_linear(shape)?;
                product(
                    self.name(),
                    "the number of elements",
                    layout.ins().get(OFFSET).map(|d| d.size()),
                )
            }
            _ => Err(EncodingError::Parent { encoding: "an allocation", parent: self.name() }),
        }
    }

    /// The lanes of a warp and the warps of a block, of a distributed encoding.
    ///
    /// # Errors
    /// As [`to_linear`](Encoding::to_linear).
    pub fn threads(&self, shape: &[i64]) -> Result<(i64, i64), EncodingError> {
        let layout = self.to_linear(shape)?;
        let size = |name| layout.ins().get(name).map_or(1, |dim| dim.size());
        Ok((size(LANE), size(WARP)))
    }

    /// Reads the attribute of this name, `ttg.blocked` for instance, from its fields.
    pub(super) fn read(name: &str, mut fields: Fields) -> Result<Encoding, Fault> {
        let from = &mut fields;
        let encoding = match name {
            "ttg.blocked" => Encoding::Blocked(Blocked::read(from)?),
            "ttg.slice" => Encoding::Slice(Slice::read(from)?),
            "ttg.linear" => Encoding::Linear(LinearEncoding::read(from, false)?),
            "ttg.generic_linear" => Encoding::Linear(LinearEncoding::read(from, true)?),
            "ttg.nvidia_mma" => Encoding::NvidiaMma(NvidiaMma::read(from)?),
            "ttg.amd_mfma" => Encoding::AmdMfma(AmdMfma::read(from)?),
            "ttg.amd_wmma" => Encoding::AmdWmma(AmdWmma::read(from)?),
            "ttg.dot_op" => Encoding::DotOperand(DotOperand::read(from)?),
            "ttg.swizzled_shared" => Encoding::SwizzledShared(SwizzledShared(Swizzle::read(from)?)),
            "ttg.amd_rotating_shared" => {
                Encoding::RotatingShared(RotatingShared(Swizzle::read(from)?))
            }
            "ttg.nvmma_shared" => Encoding::NvmmaShared(NvmmaShared::read(from)?),
            "ttg.shared_linear" => Encoding::SharedLinear(SharedLinear::read(from)?),
            "ttg.padded_shared" => Encoding::PaddedShared(PaddedShared::read(from)?),
            "ttg.partitioned_shared" => Encoding::PartitionedShared(PartitionedShared::read(from)?),
            "ttng.tensor_memory_encoding" => Encoding::TensorMemory(TensorMemory::read(from)?),
            "ttng.tensor_memory_scales_encoding" => {
                Encoding::TensorMemoryScales(TensorMemoryScales::read(from)?)
            }
            name => {
                let reason = TextReason::UnknownEncoding { name: name.to_owned() };
                return Err(Fault::new(fields.at(), reason));
            }
        };
        fields.finish()?;
        let depth = std::iter::successors(Some(&encoding), |inner| inner.parent()).count();
        if depth > DEPTH {
            return Err(Fault::new(fields.at(), TextReason::TooDeep { limit: DEPTH }));
        }
        encoding.check().map_err(|error| Fault::new(fields.at(), error.into()))?;
        Ok(encoding)
    }

    /// What the parameters say that no shape is needed for.
    pub(super) fn check(&self) -> Result<(), EncodingError> {
        match self {
            Encoding::Blocked(own) => own.check(),
            Encoding::Slice(own) => own.check(),
            Encoding::Linear(own) => own.check(),
            Encoding::NvidiaMma(own) => own.check(),
            Encoding::AmdMfma(own) => own.check(),
            Encoding::AmdWmma(own) => own.check(),
            Encoding::DotOperand(own) => own.check(),
            Encoding::SwizzledShared(SwizzledShared(own))
            | Encoding::RotatingShared(RotatingShared(own)) => own.check(self.name()),
            Encoding::NvmmaShared(own) => own.check(),
            Encoding::SharedLinear(own) => own.check(),
            Encoding::PaddedShared(own) => own.check(),
            Encoding::PartitionedShared(own) => own.check(),
            Encoding::TensorMemory(own) => own.check(),
            Encoding::TensorMemoryScales(own) => own.check(),
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Encoding::Blocked(own) => own.fmt(f),
            Encoding::Slice(own) => own.fmt(f),
            Encoding::Linear(own) => own.fmt(f),
            Encoding::NvidiaMma(own) => own.fmt(f),
            Encoding::AmdMfma(own) => own.fmt(f),
            Encoding::AmdWmma(own) => own.fmt(f),
            Encoding::DotOperand(own) => own.fmt(f),
            Encoding::SwizzledShared(own) => own.fmt(f),
            Encoding::RotatingShared(own) => own.fmt(f),
            Encoding::NvmmaShared(own) => own.fmt(f),
            Encoding::SharedLinear(own) => own.fmt(f),
            Encoding::PaddedShared(own) => own.fmt(f),
            Encoding::PartitionedShared(own) => own.fmt(f),
            Encoding::TensorMemory(own) => own.fmt(f),
            Encoding::TensorMemoryScales(own) => own.fmt(f),
        }
    }
}

impl FromStr for Encoding {
    type Err = TextError;

    /// One attribute, its parents written out.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut cursor = Cursor::new(text, 0);
        let read = attribute(&mut cursor, &()).and_then(|encoding| match cursor.peek() {
            None => Ok(encoding),
            Some(_) => Err(cursor.fault(TextReason::Expected("the end of the attribute"))),
        });
        read.map(Arc::unwrap_or_clone).map_err(|fault| Lines::new(text).error(fault))
    }
}
