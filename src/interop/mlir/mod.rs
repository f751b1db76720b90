//! Upstream MLIR: what its own types and attributes say about layouts.
//!
//! | text | gives | file |
//! |---|---|---|
//! | `memref<16x8xf16, strided<[8, 1], offset: 4>>` | [`Memref`] | `memref`, `element` |
//! | `strided<[8, 1], offset: 4>` | [`Strided`] | `strided` |
//! | `affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 mod 8)>` | [`AffineMap`] | `affine`, `affine_write`, `affine_bits` |
//! | `?` in the first two | [`Number`] | `number` |
//! | `#xegpu.layout<…>`, `#xegpu.slice<…>` | [`XeGpu`] | `xegpu`, `xegpu_map` |
//! | `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32:C` | [`mma_operand`] | `instruction` |
//! | `ldmatrix.sync.aligned.m8n8.x4.shared.b16` | [`ldmatrix`] | `instruction` |
//! | `nvgpu.mma.sync … {mmaShape = [16, 8, 16]} : …:C`, `#nvvm.shape<m = 16, n = 8, k = 16>:C` | [`operation`] | `operation` |
//! | `vector<16x8xf16>`, `vector.contract {indexing_maps = […], …} … : … into …:A` | [`vector_operand`] | `operation/vector` |
//!
//! ```
//! use tileir::interop::mlir::Memref;
//! let memref: Memref = "memref<4x8xf16, strided<[16, 2], offset: 3>>".parse()?;
//! assert_eq!(memref.map()?.eval(&[1, 2])?, [3 + 16 + 4]);
//! let xe: tileir::interop::mlir::XeGpu =
//!     "#xegpu.layout<lane_layout = [1, 16], lane_data = [2, 1]>".parse()?;
//! // Value 3 of lane 5: the second row of the second block of two rows.
//! assert_eq!(xe.map(&[8, 16])?.eval(&[5, 3])?, [3, 5]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **The laws.** Reading what was printed gives an equal value. A map is what MLIR's own
//! lowering computes: addresses of memrefs, coordinates that XeGPU distributes.

mod affine;
mod affine_bits;
mod affine_write;
mod element;
mod error;
mod instruction;
mod memref;
mod number;
mod operation;
mod strided;
mod xegpu;
mod xegpu_map;

pub use affine::AffineMap;
pub(super) use affine::WORD;
pub use error::MlirError;
pub use instruction::{ldmatrix, mma_operand};
pub use memref::{Memref, MemrefLayout};
pub use number::Number;
pub(super) use operation::is_operation;
pub use operation::{operation, vector_operand};
pub use strided::Strided;
pub use xegpu::{XeGpu, XeLayout};

use crate::interop::script::Cursor;

type Read<T> = Result<T, crate::interop::ScriptError>;

/// A whole text by one reader.
fn whole<T>(text: &str, read: impl FnOnce(&mut Cursor<'_>) -> Read<T>) -> Result<T, MlirError> {
    let mut cursor = Cursor::new(text);
    let value = read(&mut cursor)?;
    cursor.finish()?;
    Ok(value)
}

/// A list of integers in brackets.
fn integers(cursor: &mut Cursor<'_>) -> Read<Vec<i64>> {
    cursor.expect("[")?;
    cursor.list("]", Cursor::integer)
}

/// `1, 2`.
fn joined<T: ToString>(items: &[T], between: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(between)
}
