//! The parts of `tileir-run`.
//!
//! | part | what it does |
//! |---|---|
//! | [`interpreter`] | walks the tile program: what every element must be, and how nearly |
//! | [`inputs`] | what buffers hold before a run |
//! | [`device`] | executes a compiled kernel |
//! | [`compare`] | one element against another |

pub mod compare;
pub mod device;
pub mod inputs;
pub mod interpreter;
