//! The operations, as a table: a name, what it takes, a line of help, and the function.
//!
//! A row is all that an operation needs. `A, B` are parameters; one with `?` may be left out, and
//! `…` at the end means any number more. The functions are in one file a theme:
//!
//! | file | operations |
//! |---|---|
//! | [`questions`] | what is true of a map: the four facts, its values, accesses through it |
//! | [`map`] | on every map: tables, normal forms, what depends on what |
//! | [`point`] | a map at a point |
//! | [`compose`] | `A o B` |
//! | [`layout`] | CuTe's, on one layout |
//! | [`divide`] | CuTe's composition, divisions and products |
//! | [`modes`] | modes of a layout, chosen and rearranged |
//! | [`partition`] | tiles and partitions |
//! | [`recast`] | layouts in other elements, and what two have in common |
//! | [`inverse`] | from values back to points |
//! | [`linear`] | on maps that are linear over GF(2) |
//! | [`shape`] | shapes and strides by themselves |
//! | [`compare`] | whether two maps are one function |
//! | [`corr`] | correspondences |
//! | [`plan`](mod@plan) | how a tile moves from one distribution to another |
//! | [`swizzle`](mod@swizzle) | where a tile lies in memory between two distributions |
//! | [`meaning`] | other systems' words |
//! | [`family`] | families and symbolic layouts |
//! | [`help`] | this table |

mod call;
pub mod compare;
pub mod compose;
pub mod corr;
pub mod divide;
pub mod family;
pub mod help;
pub mod inverse;
pub mod layout;
pub mod linear;
pub mod map;
pub mod meaning;
mod members;
pub mod modes;
mod of_members;
pub mod partition;
pub mod plan;
pub mod point;
pub mod questions;
pub mod recast;
pub mod shape;
pub mod swizzle;

use std::ops::RangeInclusive;

pub use call::{Argument, Call, Failure};

use crate::value::Value;

/// A row of the table.
pub struct Operation {
    /// What it is called.
    pub name: &'static str,
    /// What it takes.
    pub parameters: &'static str,
    /// What it does.
    pub help: &'static str,
    /// How.
    pub run: fn(&Call<'_>) -> Outcome,
}

/// What an operation gives.
pub type Outcome = Result<Value, Failure>;

/// A row, short.
const fn row(
    name: &'static str,
    parameters: &'static str,
    help: &'static str,
    run: fn(&Call<'_>) -> Outcome,
) -> Operation {
    Operation { name, parameters, help, run }
}

/// Every operation, theme by theme.
pub fn all() -> impl Iterator<Item = &'static Operation> {
    let themes = [
        questions::TABLE,
        map::TABLE,
        compare::TABLE,
        point::TABLE,
        compose::TABLE,
        layout::TABLE,
        divide::TABLE,
        modes::TABLE,
        shape::TABLE,
        partition::TABLE,
        plan::TABLE,
        swizzle::TABLE,
        recast::TABLE,
        inverse::TABLE,
        linear::TABLE,
        corr::TABLE,
        meaning::TABLE,
        family::TABLE,
        help::TABLE,
    ];
    themes.into_iter().flatten()
}

/// The operation called `name`.
pub fn find(name: &str) -> Option<&'static Operation> {
    all().find(|operation| operation.name == name)
}

/// The operation whose name is nearest to `name`, if one is near.
pub fn near(name: &str) -> Option<&'static str> {
    let distances = all().map(|operation| (distance(name, operation.name), operation.name));
    distances.min().filter(|&(distance, _)| distance <= 2).map(|(_, name)| name)
}

/// The number of letters to insert, delete or replace.
fn distance(from: &str, to: &str) -> usize {
    if from.len() > 2 * to.len() {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

impl Operation {
    /// How many arguments it takes.
    pub fn arity(&self) -> RangeInclusive<usize> {
        let names = || self.parameters.split(", ").filter(|name| !name.is_empty() && *name != "…");
        let needed = names().filter(|name| !name.contains('?')).count();
        let most = if self.parameters.contains('…') { usize::MAX } else { names().count() };
        needed..=most
    }
}
