//! Triton: the encodings of `#ttg` and `#ttng`, and TTGIR as the compiler prints it.
//!
//! An *encoding* says where the elements of a tensor are. A distributed one maps a hardware
//! position `(register, lane, warp, block)` to the element held there, `(dim0, dim1, …)`; one of
//! shared memory maps `(offset, block)`, one of tensor memory `(row, col)`. All are GF(2)-linear
//! except the padded ones.
//!
//! ```
//! use tileir::interop::triton::Encoding;
//! let mma: Encoding = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, \
//!     warpsPerCTA = [4, 1], instrShape = [16, 8]}>".parse()?;
//! let layout = mma.to_linear(&[64, 8])?;
//! // Register 3 of lane 5 in warp 1: row 8 + 1 of the warp's sixteen, column 2 + 1.
//! assert_eq!(layout.apply(&[3, 5, 1, 0])?, [16 + 9, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | encoding | file | in Triton |
//! |---|---|---|
//! | [`Blocked`] | `blocked` | `blocked` |
//! | [`Slice`] | `slice` | `slice`: a parent without one dimension |
//! | [`LinearEncoding`], [`SharedLinear`] | `linear` | `linear`, `generic_linear`, `shared_linear` |
//! | [`NvidiaMma`] | `nvidia_mma` | `nvidia_mma`: accumulators, versions 2 and 3 |
//! | [`AmdMfma`], [`AmdWmma`] | `amd_mfma`, `amd_wmma` | accumulators of matrix cores |
//! | [`DotOperand`] | `dot_operand` | `dot_op`: operands of all of these, and of `blocked` |
//! | [`SwizzledShared`], [`RotatingShared`] | `swizzled` | `swizzled_shared`, `amd_rotating_shared` |
//! | [`NvmmaShared`] | `nvmma` | `nvmma_shared` |
//! | [`PaddedShared`], [`PartitionedShared`] | `padded`, `partitioned` | `padded_shared`, `partitioned_shared` |
//! | [`TensorMemory`], [`TensorMemoryScales`] | `tensor_memory` | `#ttng.tensor_memory_encoding`, `…_scales_encoding` |
//! | [`Cga`] | `cga` | `CGALayout`, or `CTAsPerCGA` with its two companions |
//!
//! Every distributed definition is a growth: a tile starts as one element, and each bit of an
//! input doubles it along one dimension. What the tensor has beyond the tile becomes registers;
//! where the tensor is smaller, bits of lanes and warps become zero (replicas) and registers
//! fall away. The private module `tile` is that idea, and all that it needs.
//!
//! **The laws.** `text.parse()` and `to_string()` are inverse up to meaning.
//! [`Encoding::to_linear`] is Triton's own map, by its definition for every legal parameter.
//! [`Encoding::of_map`] gives back an encoding with the same map, or says at which points the
//! map is not linear.
//!
//! [`read_ttgir`] reads a module: what it does not understand is reported with its line, and
//! the rest is still read. [`Route`] says of a conversion whether anything moves, and how far;
//! [`OneBlock`] is what one block does of it.

mod amd_mfma;
mod amd_wmma;
mod blocked;
mod bytes;
mod cga;
mod dot_operand;
mod encoding;
mod error;
mod export;
mod linear;
mod maps;
mod nvidia_mma;
mod nvmma;
mod one_block;
mod padded;
mod padded_check;
mod padded_export;
mod partitioned;
mod route;
mod slice;
mod swizzled;
mod tensor_memory;
mod text;
mod tile;
mod ttgir;

pub use amd_mfma::AmdMfma;
pub use amd_wmma::{AmdWmma, WarpTiling};
pub use blocked::Blocked;
pub use cga::Cga;
pub use dot_operand::DotOperand;
pub use encoding::Encoding;
pub use error::EncodingError;
pub(super) use export::linear_of;
pub use export::{Counterexample, ExportError};
pub use linear::{LinearEncoding, SharedLinear};
pub use nvidia_mma::NvidiaMma;
pub use nvmma::NvmmaShared;
pub use one_block::{BlockError, OneBlock};
pub use padded::{Component, PaddedShared};
pub use partitioned::PartitionedShared;
pub use route::{Distance, Route};
pub use slice::Slice;
pub use swizzled::{RotatingShared, Swizzle, SwizzledShared};
pub use tensor_memory::{TensorMemory, TensorMemoryScales};
pub use text::{TextError, TextReason};
pub use ttgir::{
    Alias, Allocation, Conversion, Element, MemDesc, Module, Problem, Report, TensorType,
    read_ttgir,
};

/// The names of the dimensions of hardware positions.
mod names {
    pub const REGISTER: &str = "register";
    pub const LANE: &str = "lane";
    pub const WARP: &str = "warp";
    pub const BLOCK: &str = "block";
    pub const OFFSET: &str = "offset";
    pub const PARTITION: &str = "partition";
    pub const ROW: &str = "row";
    pub const COLUMN: &str = "col";

    /// A tensor's dimension.
    pub fn dim(place: usize) -> String {
        format!("dim{place}")
    }
}
