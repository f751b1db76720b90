//! [`PartitionedShared`]: a tensor in several buffers of shared memory in turn.
//!
//! Along one dimension the tensor is `numPartitions * numGroups` pieces; piece `p` is in buffer
//! `p mod numPartitions`, where it follows the piece before. Each piece has an encoding of its own.
//!
//! ```text
//! numPartitions = 2, numGroups = 2      buffer 0: pieces 0, 2      buffer 1: pieces 1, 3
//! ```
//!
//! Piece by piece, the encoding may be a padded one. The bytes of all buffers are then those of
//! the padded tensor, plus what aligns each buffer but the first to 16 bytes.

use std::fmt;
use std::sync::Arc;

use super::bytes::whole_bytes;
use super::encoding::Encoding;
use super::error::{EncodingError, power_of_two, product};
use super::names::{self, OFFSET, PARTITION};
use super::text::{Fault, Fields};
use crate::gf2::Linear;

/// Bytes at whose multiples a buffer begins.
const ALIGNMENT: i64 = 16;

/// `#ttg.partitioned_shared`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartitionedShared {
    /// The number of buffers.
    pub num_partitions: i64,
    /// Pieces of one buffer.
    pub num_groups: i64,
    /// The dimension divided.
    pub partition_dim: i64,
    /// The encoding of a piece.
    pub partition_layout: Arc<Encoding>,
}

impl PartitionedShared {
    /// The kind's name.
    pub const NAME: &'static str = "partitioned_shared";

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.partition_layout.rank()
    }

    /// The number of pieces, and the dimension among the encoding's.
    fn checked(&self) -> Result<(i64, usize), EncodingError> {
        let (encoding, what) = (Self::NAME, "the number of pieces");
        power_of_two(encoding, "numPartitions", self.num_partitions)?;
        power_of_two(encoding, "numGroups", self.num_groups)?;
        let pieces = self.num_partitions.checked_mul(self.num_groups);
        let dim = usize::try_from(self.partition_dim).ok().filter(|&dim| dim < self.rank());
        let (value, allowed) = (self.partition_dim, "a dimension of the piece");
        let unknown = EncodingError::Value { encoding, what: "partitionDim", value, allowed };
        if !self.partition_layout.is_shared() {
            let parent = self.partition_layout.name();
            return Err(EncodingError::Parent { encoding, parent });
        }
        Ok((pieces.ok_or(EncodingError::TooLarge { encoding, what })?, dim.ok_or(unknown)?))
    }

    /// The shape of a piece.
    fn piece(&self, shape: &[i64]) -> Result<Vec<i64>, EncodingError> {
        let (pieces, dim) = self.checked()?;
        let mut piece = shape.to_vec();
        let Some(extent) = piece.get_mut(dim) else {
            let (encoding, rank, shape) = (Self::NAME, self.rank(), shape.to_vec());
            return Err(EncodingError::Shape { encoding, rank, shape });
        };
        if *extent < pieces {
            let (encoding, what, needed, found) =
                (Self::NAME, "the divided dimension", pieces, *extent);
            return Err(EncodingError::TooSmall {
                encoding,
                what,
                shape: shape.to_vec(),
                needed,
                found,
            });
        }
        *extent /= pieces;
        Ok(piece)
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let (_, dim) = self.checked()?;
        let piece = self.partition_layout.to_linear(&self.piece(shape)?)?;
        let along = names::dim(dim);
        let buffers = Linear::identity_1d(self.num_partitions, PARTITION, &along)?;
        let groups = Linear::identity_1d(self.num_groups, OFFSET, &along)?;
        Ok(piece.product(&buffers)?.product(&groups)?)
    }

    /// Elements of one buffer.
    pub(super) fn elements(&self, shape: &[i64]) -> Result<i64, EncodingError> {
        self.elements_of(shape, 1)
    }

    /// Elements of one buffer that holds its part of several tensors. Padding is counted over the
    /// pieces of all buffers together, each of them as large as the padded encoding itself says,
    /// and divided between the buffers.
    pub(super) fn elements_of(&self, shape: &[i64], tensors: i64) -> Result<i64, EncodingError> {
        let (encoding, what) = (Self::NAME, "the number of elements");
        let (pieces, _) = self.checked()?;
        let shape = self.piece(shape)?;
        let all = |piece: i64, pieces: i64| product(encoding, what, [piece, pieces, tensors]);
        match &*self.partition_layout {
            Encoding::PaddedShared(padded) => {
                let places = padded.padded(all(padded.own_offsets()?, pieces)?)?;
                // Whole numbers of places only: the last buffer may have some to spare.
                let (each, rest) = (places / self.num_partitions, places % self.num_partitions);
                Ok(each + i64::from(rest != 0))
            }
            layout => all(layout.elements_per_block(&shape)?, self.num_groups),
        }
    }

    /// The number of blocks.
    pub(super) fn blocks(&self, shape: &[i64]) -> Result<i64, EncodingError> {
        self.partition_layout.blocks(&self.piece(shape)?)
    }

    /// Bytes of all buffers. Each begins at a multiple of 16 bytes.
    pub(super) fn bytes(
        &self,
        shape: &[i64],
        tensors: i64,
        element_bits: i64,
    ) -> Result<i64, EncodingError> {
        let (encoding, what) = (Self::NAME, "the number of bytes");
        let too_large = || EncodingError::TooLarge { encoding, what };
        let each = whole_bytes(encoding, self.elements_of(shape, tensors)?, element_bits)?;
        let step = each.checked_add(ALIGNMENT - 1).ok_or_else(too_large)? / ALIGNMENT * ALIGNMENT;
        let before = step.checked_mul(self.num_partitions - 1);
        before.and_then(|before| before.checked_add(each)).ok_or_else(too_large)
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(PartitionedShared {
            num_partitions: fields.integer("numPartitions")?,
            num_groups: fields.integer("numGroups")?,
            partition_dim: fields.integer("partitionDim")?,
            partition_layout: fields.encoding("partitionLayout")?,
        })
    }

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        self.checked().map(drop)
    }
}

impl fmt::Display for PartitionedShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (partitions, groups, dim) = (self.num_partitions, self.num_groups, self.partition_dim);
        write!(
            f,
            "#ttg.partitioned_shared<{{numPartitions = {partitions}, numGroups = {groups}, \
             partitionDim = {dim}, partitionLayout = {}}}>",
            self.partition_layout
        )
    }
}
