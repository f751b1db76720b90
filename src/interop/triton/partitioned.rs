//! [`PartitionedShared`]: a tensor in several buffers of shared memory in turn.
//!
//! Along one dimension the tensor is `numPartitions * numGroups` pieces; piece `p` is in buffer
//! `p mod numPartitions`, where it follows the piece before. Each piece has an encoding of its own.
//!
//! ```text
//! numPartitions = 2, numGroups = 2      buffer 0: pieces 0, 2      buffer 1: pieces 1, 3
//! ```

use std::fmt;
use std::sync::Arc;

use super::encoding::Encoding;
use super::error::{EncodingError, power_of_two};
use super::names::{self, OFFSET, PARTITION};
use super::text::{Fault, Fields};
use crate::gf2::Linear;

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
        let (encoding, what) = (Self::NAME, "the number of elements");
        let piece = self.partition_layout.elements_per_block(&self.piece(shape)?)?;
        piece.checked_mul(self.num_groups).ok_or(EncodingError::TooLarge { encoding, what })
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
