//! The order of a program's loads and stores, kept by its threads.
//!
//! A tile program is the program of a block: a load that stands behind a store sees all of it. Its
//! threads run on their own between barriers, and what one stores another may load, or store. So a
//! barrier is put before an access whenever the same buffer has been accessed since the last one
//! and one of the two is a store. Buffers that a kernel only loads from, or stores to once, never
//! need one.
//!
//! What a loop or a branch has done is not followed: at its beginning and its end everything may
//! have happened. Two arguments of a kernel are different buffers.

use std::collections::{HashMap, HashSet};

use crate::access::{Access, operand};
use crate::builder::{Builder, Op, Outcome, Val, key, name_of};
use crate::walk::operations;

/// What may have happened to a buffer since the last barrier.
#[derive(Clone, Copy, Default)]
struct Since {
    loaded: bool,
    stored: bool,
}

/// The buffers that need an order; see the source file's header.
pub(super) struct Order {
    watched: HashSet<usize>,
    since: HashMap<usize, Since>,
}

impl Order {
    /// The buffers of a kernel that are stored to, and accessed elsewhere too.
    pub(super) fn of(function: Op<'_>) -> Outcome<'_, Order> {
        let mut accesses: HashMap<usize, (usize, usize)> = HashMap::new();
        for op in operations(function, |_| true) {
            let Some((buffer, is_store)) = accessed(op)? else { continue };
            let counts = accesses.entry(key(buffer)).or_default();
            counts.0 += 1;
            counts.1 += usize::from(is_store);
        }
        let watched = accesses.into_iter().filter(|(_, (all, stores))| *all > 1 && *stores > 0);
        Ok(Order { watched: watched.map(|(buffer, _)| buffer).collect(), since: HashMap::new() })
    }

    /// Every thread has passed a barrier.
    pub(super) fn barrier(&mut self) {
        self.since.clear();
    }

    /// From here on, everything may have happened.
    pub(super) fn enter_or_leave_region(&mut self) {
        let anything = Since { loaded: true, stored: true };
        self.since = self.watched.iter().map(|&buffer| (buffer, anything)).collect();
    }

    /// Puts a barrier before an operation, where it needs one.
    pub(super) fn before<'c>(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let Some((buffer, is_store)) = accessed(op)? else { return Ok(()) };
        let buffer = key(buffer);
        if !self.watched.contains(&buffer) {
            return Ok(());
        }
        let since = self.since.get(&buffer).copied().unwrap_or_default();
        if since.stored || is_store && since.loaded {
            builder.op("gpu.barrier", &[], &[], &[])?;
            self.barrier();
        }
        let since = self.since.entry(buffer).or_default();
        if is_store {
            since.stored = true;
        } else {
            since.loaded = true;
        }
        Ok(())
    }
}

/// The buffer that an operation accesses, and whether it stores.
fn accessed<'c>(op: Op<'c>) -> Outcome<'c, Option<(Val<'c>, bool)>> {
    Ok(Some(match name_of(op).as_str() {
        "tileir.load" => (Access::of(operand(op, 0)?, op)?.buffer, false),
        "tileir.store" => (Access::of(operand(op, 1)?, op)?.buffer, true),
        "memref.load" => (operand(op, 0)?, false),
        "memref.store" => (operand(op, 1)?, true),
        _ => return Ok(None),
    }))
}
