//! Other systems' layouts, translated to TileIR: what `tileir-translate` does.
//!
//! A module of Triton's TTGIR, as the compiler printed it, becomes a module of TileIR with one
//! `tileir.repartition` for each `ttg.convert_layout`, and a report of what each of them moves. A
//! layout of one system becomes another's, which is [`tileir::interop::meaning`].
//!
//! | part | is |
//! |---|---|
//! | [`source`] | bytes to text, and where a place in it is |
//! | [`problem`] | what is wrong, with the line quoted |
//! | [`ttgir`] | the module, the report |
//! | [`output`] | files that are whole or not there |
//! | [`layout`] | one layout, of numbers or with parameters |
//! | [`options`] | the command line |
//!
//! **The law.** A file's repartitions are as many as its conversions, or there is a [`Problem`]
//! and the exit status says so.
//!
//! [`Problem`]: problem::Problem

#![deny(missing_docs)]

pub mod layout;
pub mod options;
pub mod output;
pub mod problem;
pub mod source;
pub mod ttgir;
