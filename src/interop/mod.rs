//! Other systems' layouts, in and out: one folder a peer.
//!
//! A peer's text becomes typed values of its own words, those become maps, and a map that lies
//! inside the peer's class becomes its text again. Each keeps the peer's own direction: what is
//! a function of threads there is a function of threads here.
//!
//! | folder | reads and writes |
//! |---|---|
//! | [`triton`] | `#ttg` and `#ttng` encodings, whole TTGIR modules |

pub mod triton;
