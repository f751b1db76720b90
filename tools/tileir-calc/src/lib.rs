//! A desk calculator for layouts: `tileir-calc`.
//!
//! A line is [lexed](lex), [parsed](parse) into [`syntax`], [evaluated](evaluate) by the
//! [`operations`] to a [`value`], and [shown](render), for people or as [JSON](json). A [session]
//! remembers names from line to line. `docs/CALCULATOR.md` teaches the language.
//!
//! **The law.** On any bytes: an answer that is right, or an error with its line and column. Never
//! a panic, and never an endless wait: what costs too much is refused by a stated
//! [limit](limits).

#![deny(missing_docs)]

pub mod batch;
pub mod error;
pub mod evaluate;
pub mod facts;
pub mod grid;
pub mod json;
pub mod lex;
pub mod limits;
pub mod nonlinear;
pub mod operations;
pub mod parse;
pub mod prompt;
pub mod reach;
pub mod render;
pub mod session;
pub mod shorthand;
pub mod symbolic;
pub mod syntax;
pub mod uneven;
pub mod value;
