//! [`Carrier`]: which threads hold something in each slot.
//!
//! ```text
//! (thread : 4, slot : 2 where slot * 4 + thread lt 7) -> (slot * 4 + thread) to (i : 7)
//! slot 0    0 1 2 3      all threads
//! slot 1    4 5 6 .      thread lt 3
//! ```

use super::plan::PlanError;
use super::thread_set::ThreadSet;
use super::{OCCURRENCE_LIMIT, holders};
use crate::distribution::Distribution;

/// Which threads hold something in each slot; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carrier {
    /// By the slot's number.
    pub slots: Vec<ThreadSet>,
}

impl Carrier {
    /// The carrier of a distribution, slot by slot.
    ///
    /// # Errors
    /// More threads and slots than [`OCCURRENCE_LIMIT`].
    pub fn of(distribution: &Distribution) -> Result<Carrier, PlanError> {
        let (threads, slots) = (distribution.threads(), distribution.slots());
        holders::few_occurrences(distribution, OCCURRENCE_LIMIT)?;
        if distribution.map().domain().is_box() {
            return Ok(Carrier { slots: vec![ThreadSet::All; slots as usize] });
        }
        let holds = |thread, slot| {
            let point = distribution.point(thread, slot);
            point.is_ok_and(|point| distribution.map().domain().contains(&point))
        };
        let of_slot =
            |slot| ThreadSet::of(&(0..threads).map(|t| holds(t, slot)).collect::<Vec<_>>());
        Ok(Carrier { slots: (0..slots).map(of_slot).collect() })
    }
}
