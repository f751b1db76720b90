//! CuTe: its atoms by name, what is tiled from them, and the types of its MLIR dialect.
//!
//! The algebra itself is [`crate::cute`]. Here is what CuTe *names*:
//!
//! | folder or file | gives |
//! |---|---|
//! | [`atoms`] | MMA and copy atoms, and the atoms of shared memory, by their names |
//! | `tiled_mma` | [`TiledMma`]: an MMA atom repeated over threads and values |
//! | `tiled_copy` | [`TiledCopy`]: a copy atom under a thread-value layout |
//! | [`dialect`] | `!cute.layout<"(4,8):(1,4)">` and the other types that hold a value |
//!
//! ```
//! use tileir::interop::cute::atoms;
//! let mma = atoms::mma("SM80_16x8x16_F32F16F16F32_TN")?;
//! // Thread 5 holds as its value 3 of C the element (9, 3).
//! assert_eq!(mma.c_map()?.eval(&[5, 3])?, [9, 3]);
//! let error = atoms::mma("SM80_16x8x16_F32F16F16F32").unwrap_err();
//! assert!(error.to_string().contains("SM80_16x8x16_F32F16F16F32_TN"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod atoms;
pub mod dialect;
mod tiled_copy;
mod tiled_mma;

pub use tiled_copy::TiledCopy;
pub use tiled_mma::{Operand, TiledMma};
