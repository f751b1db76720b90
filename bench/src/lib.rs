//! What the algebra costs: the operations that are measured, and how they are counted.
//!
//! `operations.json` lists what is measured, with operands and bars; the benches, the tests and
//! `scripts/bench_peers.py` read the same list, so that a peer works on the same operands.
//!
//! | bench | what it times |
//! |---|---|
//! | `algebra` | each operation, and the same through [`LayoutMap`] |
//! | `evaluation` | a compiled map at many points, and `LayoutMap::eval` |
//! | `growth` | the same work over more points, more modes, more bits |
//! | `attributes` | each operation through the attributes of MLIR |
//! | `kernels` | a tile program of fifty operations, from text to PTX |
//! | `imports` | modules of TTGIR as modules of TileIR, and the reports on them |
//! | `plans` | the plan of a tile that changes hands, and its proof |
//! | `proofs` | the four facts of a map, and modules of obligations through `tileir-opt` |
//!
//! **The law.** Cost grows with modes and bits, never with points; evaluation and the everyday
//! operations allocate nothing. Time is for the benches; what can be *counted* (allocations,
//! instructions) is asserted by the tests of this crate, with [`counting`].

pub mod built;
pub mod counting;
pub mod growing;
pub mod obligations;
mod operations;
mod points;
mod proofs;
mod through;

pub use operations::{
    Bases, BitOperation, BitOperator, Imports, Kernels, LayoutOperation, LayoutOperator,
    MapUnderTest, Operations, Plans, operations,
};
pub use points::Points;
pub use proofs::{Form, Modules, Proof};
pub use through::{BitsOfMaps, LayoutsOfMaps, Outcome};

#[cfg(doc)]
use tileir::LayoutMap;

/// An error of any kind: a bench that cannot start says why.
pub type Error = Box<dyn std::error::Error>;
