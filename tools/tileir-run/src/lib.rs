//! The parts of `tileir-run`.
//!
//! | part | what it does |
//! |---|---|
//! | [`compile`] | from a file to code, by the named pipelines |
//! | [`interpreter`] | walks the tile program: what every element must be, and how nearly |
//! | [`inputs`] | what buffers hold before a run |
//! | [`machine`] | chooses a target and a device of `tileir_device` |
//! | [`recorded`] | jobs for a device elsewhere, and what came of them |
//! | [`compare`], [`report`] | one element against another; what all of them show |
//! | [`run`] | the whole of it, as [`options`] say |

#![deny(missing_docs)]

pub mod compare;
pub mod compile;
pub mod error;
pub mod inputs;
pub mod interpreter;
pub mod machine;
pub mod messages;
pub mod options;
pub mod recorded;
pub mod report;
pub mod run;
