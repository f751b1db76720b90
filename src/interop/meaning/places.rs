//! [`Places`]: where the elements of a tile can be, in numbers that every system can be brought to.
//!
//! | places | a point | from |
//! |---|---|---|
//! | [`Registers`](Places::Registers) | `(thread, value)` | CuTe's thread-value layouts, Triton's distributed encodings, TileLang's fragments, TIRx's layouts over lanes, XeGPU |
//! | [`BlockRegisters`](Places::BlockRegisters) | `(block, thread, value)` | Triton's encodings of several blocks |
//! | [`Memory`](Places::Memory) | `(address)` | layouts and swizzled layouts, shared encodings, memrefs, index maps |
//! | [`Blocks`](Places::Blocks) | `(block, address)` | shared memory of several blocks |
//! | [`TensorMemory`](Places::TensorMemory) | `(row, column)` | Triton's tensor memory, TIRx's `TLane` and `TCol` |
//! | [`BlockTensorMemory`](Places::BlockTensorMemory) | `(block, row, column)` | Triton's tensor memory of several blocks |
//!
//! Addresses count elements. A thread's number is `lane + lanes * warp`, inside its block; a
//! value's is the register's. How many lanes a warp has is said beside the places
//! ([`Meaning::lanes`](super::Meaning::lanes)): thread 32 is lane 0 of warp 1, or lane 32 of
//! warp 0, and only a text, or who reads it, knows which.
//!
//! **The law.** The axes have no ends: how many threads or bytes a text speaks of is no part of
//! where it puts an element, so that two texts can be compared whatever room each has. Blocks are
//! never counted as warps.

use std::fmt;

use crate::error::MapError;
use crate::index_set::{Axis, IndexSet};

/// A kind of place; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Places {
    /// Registers of threads.
    Registers,
    /// Registers of threads of several blocks.
    BlockRegisters,
    /// Addresses in a memory.
    Memory,
    /// Addresses in the memories of several blocks.
    Blocks,
    /// Rows and columns of tensor memory.
    TensorMemory,
    /// Rows and columns of the tensor memories of several blocks.
    BlockTensorMemory,
}

impl Places {
    /// All kinds.
    pub const ALL: [Places; 6] = [
        Places::Registers,
        Places::BlockRegisters,
        Places::Memory,
        Places::Blocks,
        Places::TensorMemory,
        Places::BlockTensorMemory,
    ];

    /// The names of the axes.
    pub fn axes(self) -> &'static [&'static str] {
        match self {
            Places::Registers => &["thread", "value"],
            Places::BlockRegisters => &["block", "thread", "value"],
            Places::Memory => &["address"],
            Places::Blocks => &["block", "address"],
            Places::TensorMemory => &["row", "column"],
            Places::BlockTensorMemory => &["block", "row", "column"],
        }
    }

    /// All places.
    ///
    /// # Errors
    /// None: the names are identifiers.
    pub fn set(self) -> Result<IndexSet, MapError> {
        IndexSet::new(self.axes().iter().map(|name| Axis::integers(name)).collect())
    }

    /// The first places along each axis.
    pub(super) fn within(self, extents: &[i64]) -> Result<IndexSet, MapError> {
        let axes = self.axes().iter().zip(extents);
        IndexSet::new(axes.map(|(name, &extent)| Axis::new(name, extent)).collect())
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Places::Registers => "registers of threads",
            Places::BlockRegisters => "registers of threads of several blocks",
            Places::Memory => "addresses",
            Places::Blocks => "addresses of several blocks",
            Places::TensorMemory => "tensor memory",
            Places::BlockTensorMemory => "tensor memory of several blocks",
        })
    }
}
