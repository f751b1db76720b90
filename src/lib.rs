//! The layout algebra of TileIR: maps between named index sets, what is true of them, and how
//! a tile moves from one distribution to another.
//!
//! A [`LayoutMap`] is a function `D -> C` between two [`IndexSet`]s, written as a DAG of a few
//! kinds of node ([`map`]): CuTe's hierarchical shape:stride, Triton's GF(2) bases, integer
//! expressions, and the operators that join them. [`LayoutMap::eval`] defines what a map means;
//! [`proof`] says what is always true of it; [`text`] reads and prints it.
//!
//! ```
//! use tileir::{coord, codomain, domain, index_map, layout, shape, stride};
//! let row_major = layout(shape![4, 8], stride![8, 1])?;
//! assert_eq!(row_major.eval(&[2, 3])?, [19]);
//!
//! let fragment = index_map(domain![lane: 32, slot: 4], codomain![i: 8, j: 16], |[lane, slot]| {
//!     coord![&lane / 4, (lane % 4) * 4 + slot]
//! })?;
//! assert_eq!(fragment.eval(&[5, 2])?, [1, 6]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What never lives here: MLIR, devices, files. The crate builds alone in seconds.

#![deny(missing_docs)]

pub mod atom;
pub mod corr;
pub mod cute;
pub mod distribution;
pub mod error;
pub mod expr;
mod face;
pub mod family;
pub mod gf2;
mod index_set;
pub mod interop;
pub mod map;
pub mod proof;
pub mod propagate;
pub mod reduction;
pub mod repartition;
mod scan;
pub mod target;
pub mod text;
pub mod transform;
pub mod view;
mod vocabulary;

pub use error::{EvalError, MapError};
pub use expr::{BinaryOp, Expr, Inst, Interval, Program, ProgramBuilder, Ranges};
pub use face::{index_map, layout};
pub use index_set::{Axis, Extent, IndexSet, Point, Points, Size};
pub use map::{IntTree, LayoutMap, Node};
