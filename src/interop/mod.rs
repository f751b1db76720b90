//! Other systems' layouts, in and out: one folder a peer.
//!
//! A peer's text becomes typed values of its own words, those become maps, and a map that lies
//! inside the peer's class becomes its text again. Each keeps the peer's own direction: what is
//! a function of threads there is a function of threads here.
//!
//! | folder | reads and writes |
//! |---|---|
//! | [`cute`] | atoms by name, what is tiled from them, the types of CuTe's MLIR dialect |
//! | [`meaning`] | any of them as one correspondence: whether two say the same, and one in another's words |
//! | [`mlir`] | upstream's memrefs, affine maps, XeGPU's layouts, operands of instructions |
//! | [`tilelang`] | layouts and fragments from their index expressions |
//! | [`tirx`] | TVM's tile layouts, composed layouts and index maps |
//! | [`triton`] | `#ttg` and `#ttng` encodings, whole TTGIR modules |

pub mod cute;
pub mod meaning;
pub mod mlir;
mod reach;
mod script;
pub mod tilelang;
pub mod tirx;
pub mod triton;

pub use script::{ScriptError, ScriptFault};
