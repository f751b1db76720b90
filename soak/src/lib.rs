//! The prover, tested the hard way.
//!
//! A wrong *proved* is the worst fault that TileIR can have. So millions of small maps are put to
//! the prover and to an [oracle], which lists every point and knows nothing of proofs:
//!
//! ```text
//! family -> case -> listing            every point, every value
//!               \-> prover             with 0 points to look at, and with the default budget
//!                      \-> verdicts    proved must be true, disproved false, witnesses refute
//! ```
//!
//! | [families] | |
//! |---|---|
//! | enumerated | every 3 by 3 matrix of bits, every mixed-radix layout of two and three modes, every expression of a few operations |
//! | drawn | strided tiles swizzled and padded, every kind of node around any other, parameters |
//!
//! Not to know is no fault, but it may only become rarer: how much is unknown without looking at
//! points, and how much is answered only by looking at them, stands in `unknown.txt` ([record]).
//!
//! `make soak` asks about every case of every family; `cargo test` about a sample, the same each
//! time. The bodies of the fuzz targets in `fuzz/` are here too ([fuzz]).
//!
//! **The law.** No verdict is wrong.

#![deny(missing_docs)]

pub mod ask;
pub mod choices;
pub mod families;
pub mod fuzz;
mod members;
pub mod oracle;
pub mod record;
pub mod run;
pub mod tally;
