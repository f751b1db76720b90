//! [`Mutation`]: a plan that is wrong in one place, so that a test can see that it is noticed.
//!
//! | mutation | of | what it does |
//! |---|---|---|
//! | `lane` | shuffle | one slot is read from another lane |
//! | `slot` | registers, shuffle | one slot is read from another register |
//! | | shared, cluster | a slot is forgotten, for another in its place of a side's accesses |
//! | `offset` | shared, cluster | from some address on, all are one lower |
//!
//! Some are no fault: the other lane may hold the same element, a buffer may have a gap.

use super::{Cluster, Plan};
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::map::LayoutMap;
use std::fmt;
use std::str::FromStr;

/// What is changed; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mutation {
    /// Another lane.
    Lane,
    /// Another slot.
    Slot,
    /// Another address.
    Offset,
}

impl Mutation {
    /// Every one.
    pub const ALL: [Mutation; 3] = [Mutation::Lane, Mutation::Slot, Mutation::Offset];

    /// A plan with this mutation, at a place that the seed says; `None` if it has no such place.
    pub fn of(self, plan: &Plan, seed: u64) -> Option<Plan> {
        let mut plan = plan.clone();
        match (self, &mut plan) {
            (Mutation::Lane, Plan::Shuffle(shuffle)) => {
                let bits = u64::from(shuffle.width.checked_ilog2()?.max(1));
                let (flip, rest) = chosen(&mut shuffle.lane_flip, seed)?;
                *flip ^= 1 << (rest % bits);
            }
            (Mutation::Slot, Plan::Registers { slots } | Plan::Bytes { slots }) => {
                let (slot, rest) = chosen(slots, seed)?;
                *slot ^= 1 << (rest % 2);
            }
            (Mutation::Slot, Plan::Shuffle(shuffle)) => {
                let (slot, rest) = chosen(&mut shuffle.slots, seed)?;
                *slot ^= 1 << (rest % 2);
            }
            (Mutation::Slot, Plan::Shared(exchange) | Plan::Cluster(Cluster { exchange, .. })) => {
                let buffer = &mut exchange.buffer;
                let sides = [&mut buffer.reader.accesses, &mut buffer.writer.accesses];
                let accesses = sides.into_iter().nth((seed % 2) as usize)?;
                let mut slots = accesses.concat();
                let pairs = slots.len().checked_sub(1).filter(|&pairs| pairs > 0)?;
                let place = (seed / 2 % pairs as u64) as usize;
                slots[place] = slots[place + 1];
                accesses.iter_mut().flatten().zip(slots).for_each(|(old, new)| *old = new);
            }
            (
                Mutation::Offset,
                Plan::Shared(exchange) | Plan::Cluster(Cluster { exchange, .. }),
            ) => {
                let address = &mut exchange.buffer.address;
                let places = address.codomain().clone();
                let gaps = places.cardinality()?.checked_sub(1).filter(|&gaps| gaps > 0)?;
                let from = 1 + i64::try_from(seed % gaps as u64).ok()?;
                let mut dag = ProgramBuilder::default();
                let (place, from) = (dag.coord(0), dag.constant(from));
                let above = dag.binary(BinaryOp::Le, from, place);
                let lower = dag.binary(BinaryOp::Sub, place, above);
                let lowered = LayoutMap::expr(places.clone(), places, dag.finish(&[lower])).ok()?;
                *address = LayoutMap::compose(lowered, address.clone()).ok()?;
            }
            _ => return None,
        }
        Some(plan)
    }
}

/// The entry that a seed says, and what is left of the seed.
fn chosen<T>(entries: &mut [T], seed: u64) -> Option<(&mut T, u64)> {
    let count = u64::try_from(entries.len()).ok().filter(|&count| count > 0)?;
    Some((entries.get_mut((seed % count) as usize)?, seed / count))
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mutation::Lane => "lane",
            Mutation::Slot => "slot",
            Mutation::Offset => "offset",
        })
    }
}

impl FromStr for Mutation {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Mutation::ALL.into_iter().find(|mutation| mutation.to_string() == name).ok_or(())
    }
}
