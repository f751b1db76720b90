//! The TileIR dialect of MLIR.
//!
//! What lives here: the dialect's TableGen files, the thin C++ that MLIR asks
//! for, and the Rust that this C++ calls: text, verification, conversion
//! between attributes and [`tileir::LayoutMap`].
//!
//! What never does: a transformation of programs. That is `tileir-passes`.

#![deny(missing_docs)]

pub mod attributes;
pub mod corr;
pub mod diagnostic;
pub mod driver;
mod entry;
pub mod family;
pub mod ffi;
mod guard;
pub mod load;
mod memo;
mod node;
mod shape;
pub mod strides;
pub mod tile;
pub mod verify;
pub mod view;

use melior::dialect::DialectHandle;

pub use attributes::AttributeError;
pub use guard::guard;
pub use tile::{AnyTile, TileType};
pub use view::{BoundsPolicy, ViewType};

/// The dialect, to be put into a registry or loaded into a context.
///
/// ```
/// use melior::{Context, dialect::DialectRegistry};
/// let registry = DialectRegistry::new();
/// tileir_dialect::handle().insert_dialect(&registry);
/// let context = Context::new();
/// context.append_dialect_registry(&registry);
/// let dialect = context.get_or_load_dialect("tileir");
/// assert_eq!(dialect.namespace()?, "tileir");
/// # Ok::<(), melior::Error>(())
/// ```
pub fn handle() -> DialectHandle {
    // SAFETY: the handle is a static of the dialect's C++.
    unsafe { DialectHandle::from_raw(ffi::mlirGetDialectHandle__tileir__()) }
}
