//! The passes and pipelines of TileIR.
//!
//! What lives here: one file a pass, in Rust; the C++ frame that MLIR's pass
//! manager runs ([`entry`]); the registry that joins the two ([`registry`]); and
//! the entry points by which the stock MLIR tools load all of it ([`plugin`]).
//!
//! What never does: the meaning of a layout, which is the crate `tileir`, and of
//! an operation, which is `tileir-dialect`.

pub mod access;
mod applied;
pub mod binary;
pub mod builder;
mod check_barriers;
mod check_lowered;
mod checked;
mod compose;
mod compose_views;
pub mod context;
mod contract;
pub mod domain;
mod emit_ptx;
mod emit_spirv;
pub mod entry;
pub mod error;
mod expand_division;
mod expand_math;
mod explain;
pub mod facts;
mod ffi;
mod index;
mod insert_repartition;
mod known;
mod lower_tiles;
mod lower_views;
mod lowerable;
mod normalize;
mod options;
mod order_memory;
mod pin_floats;
pub mod pipelines;
mod place;
pub mod plan;
pub mod plugin;
mod prepare_spirv;
mod propagate;
mod prove;
mod prove_plans;
mod realised;
pub mod registry;
mod rewrite;
mod scalar_math;
mod select_atoms;
pub mod symbols;
mod test_mutate;
mod test_panic;
pub mod tile;
mod verify_tiles;
pub mod walk;
mod windows;

pub use context::PassContext;
pub use error::PassError;
pub use prove::programs::{ProvedAccess, proved_access};
pub use registry::register_passes;
