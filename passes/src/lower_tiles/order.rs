//! The order of a program's loads and stores, kept by its threads.
//!
//! A tile program is the program of a block: a load that stands behind a store sees all of it. Its
//! threads run on their own between barriers, and what one stores another may load, or store. So a
//! barrier is put before an access whenever the same buffer has been accessed since the last one
//! and the two may not change places:
//!
//! | behind | load | store | combining store |
//! |---|---|---|---|
//! | a load | | barrier | barrier |
//! | a store | barrier | barrier | barrier |
//! | a combining store | barrier | barrier | of another kind: barrier |
//!
//! Buffers that a kernel only loads from, or combines with in one way, or stores to once, never need
//! one; but for a scatter, whose elements are stored by other threads in each turn of a loop.
//!
//! What a loop or a branch has done is not followed: at its beginning and its end anything in it may
//! have happened, beside what had before. So that not each turn of a loop has a barrier for what
//! stands before the loop, that one is put before it. Two arguments of a kernel are different buffers.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use tileir_dialect::attributes::ReduceKind;

use super::cluster::Scope;
use crate::access::{Access, combining, coordinate_tiles, operand};
use crate::builder::{Builder, Op, Outcome, Val, key, name_of};
use crate::walk::operations;

/// What an operation does to a buffer.
#[derive(Clone, Copy, PartialEq)]
enum Does {
    Load,
    Store,
    Combine(ReduceKind),
}

impl Does {
    /// Whether it may stand on either side of another, in another thread.
    fn may_swap(self, other: Does) -> bool {
        self == other && self != Does::Store
    }
}

/// What is done to a buffer, each once.
type Done = Vec<Does>;

/// What may have happened at the beginning of a region.
pub(super) struct Happened(HashMap<usize, Done>);

/// The buffers that need an order; see the source file's header.
pub(super) struct Order {
    scope: Scope,
    /// All that is done to each of them.
    watched: HashMap<usize, Done>,
    /// What may have been done since the last barrier.
    since: HashMap<usize, Done>,
}

impl Order {
    /// The buffers of a kernel of which two accesses may not change places.
    pub(super) fn of(function: Op<'_>, scope: Scope) -> Outcome<'_, Order> {
        let mut watched: HashMap<usize, Done> = HashMap::new();
        let mut stores: HashMap<usize, usize> = HashMap::new();
        for op in operations(function, |_| true) {
            let Some((buffer, does)) = accessed(op)? else { continue };
            add(watched.entry(key(buffer)).or_default(), does);
            if does == Does::Store {
                let times = if coordinate_tiles(op).is_empty() { 1 } else { 2 };
                *stores.entry(key(buffer)).or_default() += times;
            }
        }
        watched.retain(|buffer, done| done.len() > 1 || stores.get(buffer).is_some_and(|&n| n > 1));
        Ok(Order { scope, watched, since: HashMap::new() })
    }

    /// Every thread has passed a barrier.
    pub(super) fn barrier(&mut self) {
        self.since.clear();
    }

    /// Puts a barrier before an operation with regions, where something in them needs one; from here
    /// on, anything in them may have happened.
    fn before_regions<'c>(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let mut inside: Vec<(usize, Does)> = Vec::new();
        for inner in operations(op, |inner| inner != op) {
            let accessed = accessed(inner)?.map(|(buffer, does)| (key(buffer), does));
            inside.extend(accessed.filter(|(buffer, _)| self.watched.contains_key(buffer)));
        }
        if !inside.iter().all(|&(buffer, does)| self.allows(buffer, does)) {
            self.scope.barrier(builder)?;
            self.barrier();
        }
        for (buffer, does) in inside {
            add(self.since.entry(buffer).or_default(), does);
        }
        Ok(())
    }

    /// What may have happened, to be put back where a region ends.
    pub(super) fn enter_region(&self) -> Happened {
        Happened(self.since.clone())
    }

    /// At the end of a region, of which it is not known whether it was executed.
    pub(super) fn leave_region(&mut self, before: Happened) {
        self.since = before.0;
    }

    /// Whether nothing happened since the last barrier that this may not change places with.
    fn allows(&self, buffer: usize, does: Does) -> bool {
        let since = self.since.get(&buffer).map_or(&[][..], Vec::as_slice);
        since.iter().all(|&done| done.may_swap(does))
    }

    /// Puts a barrier before an operation, where it needs one.
    pub(super) fn before<'c>(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        if op.region_count() > 0 {
            return self.before_regions(op, builder);
        }
        let Some((buffer, does)) = accessed(op)? else { return Ok(()) };
        let buffer = key(buffer);
        if !self.watched.contains_key(&buffer) {
            return Ok(());
        }
        if !self.allows(buffer, does) {
            self.scope.barrier(builder)?;
            self.barrier();
        }
        add(self.since.entry(buffer).or_default(), does);
        Ok(())
    }
}

fn add(done: &mut Done, does: Does) {
    if !done.contains(&does) {
        done.push(does);
    }
}

/// The buffer that an operation accesses, and what it does to it.
fn accessed<'c>(op: Op<'c>) -> Outcome<'c, Option<(Val<'c>, Does)>> {
    Ok(Some(match name_of(op).as_str() {
        "tileir.load" => (Access::of(operand(op, 0)?, op)?.buffer, Does::Load),
        "tileir.store" => {
            let does = combining(op).map_or(Does::Store, Does::Combine);
            (Access::of(operand(op, 1)?, op)?.buffer, does)
        }
        "memref.load" => (operand(op, 0)?, Does::Load),
        "memref.store" => (operand(op, 1)?, Does::Store),
        _ => return Ok(None),
    }))
}
