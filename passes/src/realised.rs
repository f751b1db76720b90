//! When a tile's access may become loads and stores of memory.
//!
//! | access | proved of the view's map |
//! |---|---|
//! | any | it has a value at every point of its domain |
//! | any | every value is an address in the buffer |
//! | a store | no two points have one address: which of them is written last would be chance |
//! | one that combines | as any: those of one address are combined in some order |
//!
//! While one of these is unknown the access stays a tile's, and the lowering refuses it by the
//! fact that is missing.

use std::cell::RefCell;
use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{Type, ValueLike};
use tileir::proof::{Budget, Facts, Verdict, prove};
use tileir::{Axis, IndexSet, LayoutMap};

use crate::access::{Access, buffer_extent};
use crate::builder::{Op, Outcome};
use crate::error::PassError;

/// Whether an access writes.
#[derive(Clone, Copy, PartialEq)]
pub enum Writes {
    /// What is there is replaced.
    Yes,
    /// What is there is combined with.
    Combining,
    /// It reads.
    No,
}

/// What is known of the views' maps, each asked once.
pub struct Realised {
    budget: Budget,
    known: RefCell<HashMap<LayoutMap, Facts>>,
}

impl Realised {
    /// Nothing is known yet; each fact may cost this much.
    pub fn within(budget: Budget) -> Self {
        Realised { budget, known: RefCell::default() }
    }

    /// What is known of the map of a view of a buffer of this type, fact by fact.
    pub fn facts<'c>(
        &self,
        map: &LayoutMap,
        buffer: Type<'c>,
        writes: Writes,
        at: Op<'c>,
    ) -> Outcome<'c, Vec<(&'static str, Verdict)>> {
        let map = match buffer_extent(buffer) {
            Some(extent) => IndexSet::new(vec![Axis::new("address", extent)])
                .and_then(|buffer| LayoutMap::translate(vec![0], map.clone(), Some(buffer)))
                .map_err(|error| PassError::at(at.location(), error.to_string()))?,
            None => map.clone(),
        };
        let mut known = self.known.borrow_mut();
        let facts = known.entry(map).or_insert_with_key(|map| prove(map, &self.budget)).clone();
        let mut found = vec![("total", facts.total), ("inside the buffer", facts.bounds)];
        if writes == Writes::Yes {
            found.push(("each address is written from one point", facts.injective));
        }
        Ok(found)
    }

    /// That an access may be lowered.
    ///
    /// # Errors
    /// The first fact that is not proved.
    pub fn check<'c>(&self, access: &Access<'c>, writes: Writes, at: Op<'c>) -> Outcome<'c> {
        let facts = self.facts(&access.view, access.buffer.r#type(), writes, at)?;
        match facts.into_iter().find(|(_, verdict)| !verdict.is_proved()) {
            Some((fact, verdict)) => {
                let message = format!("cannot be lowered until this is proved: {fact}: {verdict}");
                Err(PassError::at(at.location(), message))
            }
            None => Ok(()),
        }
    }
}
