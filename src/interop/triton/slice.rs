//! [`Slice`]: a parent's layout without one dimension.
//!
//! What is left of a reduction along a dimension, or what a dimension is inserted into. The
//! parent is that of a tensor with extent 1 there, so that every basis along it is zero; a
//! register that holds nothing of its own any more falls away, lanes and warps become replicas.
//!
//! ```text
//! parent, 8 × 16      lane = [(0,4), (0,8), (1,0), (2,0), (4,0)]
//! dim = 0, 16         lane = [4, 8, 0, 0, 0]
//! ```

use std::fmt;
use std::sync::Arc;

use super::encoding::Encoding;
use super::error::EncodingError;
use super::names::{self, REGISTER};
use super::text::{Fault, Fields};
use crate::gf2::{Dims, Linear};

/// `#ttg.slice`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slice {
    /// The dimension left out.
    pub dim: i64,
    /// What it is left out of, a distributed encoding.
    pub parent: Arc<Encoding>,
}

impl Slice {
    /// The kind's name.
    pub const NAME: &'static str = "slice";

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.parent.rank().saturating_sub(1)
    }

    /// The dimension left out, one of the parent's.
    fn checked_dim(&self) -> Result<usize, EncodingError> {
        if !self.parent.is_distributed() {
            let (encoding, parent) = (Self::NAME, self.parent.name());
            return Err(EncodingError::Parent { encoding, parent });
        }
        let dim = usize::try_from(self.dim).ok().filter(|&dim| dim < self.parent.rank());
        dim.ok_or(EncodingError::Value {
            encoding: Self::NAME,
            what: "dim",
            value: self.dim,
            allowed: "a dimension of the parent",
        })
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let dim = self.checked_dim()?;
        let mut whole = shape.to_vec();
        if shape.len() != self.rank() {
            let (encoding, rank) = (Self::NAME, self.rank());
            return Err(EncodingError::Shape { encoding, rank, shape: whole });
        }
        whole.insert(dim, 1);
        let parent = self.parent.to_linear(&whole)?;
        let mut bases = parent.bases();
        bases.iter_mut().flatten().for_each(|basis| {
            basis.remove(dim);
        });
        let outs = shape.iter().enumerate().map(|(dim, &extent)| (names::dim(dim), extent));
        let slice = Linear::new(parent.ins().clone(), Dims::new(outs)?, &bases)?;
        Ok(slice.remove_zero_bases(REGISTER)?)
    }

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        self.checked_dim().map(drop)
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(Slice { dim: fields.integer("dim")?, parent: fields.encoding("parent")? })
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#ttg.slice<{{dim = {}, parent = {}}}>", self.dim, self.parent)
    }
}
