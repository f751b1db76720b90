//! A run: the cases of a family, spread over threads.
//!
//! Threads take numbers in blocks and count for themselves; sums do not depend on who took what.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::ask::{Case, NOTHING, ask};
use crate::choices::mix;
use crate::families::Family;
use crate::tally::{Tally, Wrong};
use tileir::proof::Budget;

/// Which cases of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// All.
    Full,
    /// A few, the same each time.
    Sample,
}

impl Share {
    /// Its name, as the record has it.
    pub fn name(self) -> &'static str {
        match self {
            Share::Full => "full",
            Share::Sample => "sample",
        }
    }

    /// How many cases of a family.
    pub fn cases(self, family: &Family) -> u64 {
        match self {
            Share::Full => family.full,
            Share::Sample => family.sample,
        }
    }

    fn number(self, family: &Family, position: u64) -> u64 {
        match self {
            Share::Full => position,
            Share::Sample => mix(position) % family.full.max(1),
        }
    }
}

/// Of so many cases, one is asked what has no value in common with it.
const APART: u64 = 16;
/// Cases taken at once.
const BLOCK: u64 = 256;
/// How often to say how far it is.
const PACE: Duration = Duration::from_secs(1);

/// Asks about the cases of a family on `threads` threads; `progress` hears now and then how many
/// are done.
pub fn run(family: &Family, share: Share, threads: usize, mut progress: impl FnMut(u64)) -> Tally {
    let total = share.cases(family);
    let next = AtomicU64::new(0);
    let (sender, tallies) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut tally = Tally::default();
                loop {
                    let start = next.fetch_add(BLOCK, Ordering::Relaxed);
                    if start >= total {
                        break;
                    }
                    for position in start..total.min(start + BLOCK) {
                        one(family, share.number(family, position), &mut tally);
                    }
                }
                // A receiver that is gone wants no answer.
                let _ = sender.send(tally);
            });
        }
        drop(sender);
        let mut all = Tally::default();
        loop {
            match tallies.recv_timeout(PACE) {
                Ok(tally) => all.merge(tally),
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    progress(next.load(Ordering::Relaxed).min(total));
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => return all,
            }
        }
    })
}

fn one(family: &Family, number: u64, tally: &mut Tally) {
    match (family.case)(number) {
        Ok(case) => {
            let apart = mix(number).is_multiple_of(APART);
            ask(&Case { apart, ..case }, &[NOTHING, Budget::default()], tally);
        }
        Err(error) => {
            let what = format!("{} {number} is no case: {error}", family.name);
            tally.complain(Wrong { points: 0, length: 0, what });
        }
    }
}
