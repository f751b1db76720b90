//! Exchange through a buffer that the block shares.
//!
//! The buffer holds the tile once, at the addresses that [`swizzle_for`](super::swizzle_for)
//! gives, and each side accesses it by the vectors that these allow. One [owner](Owner) writes
//! each element. Of several blocks each has a buffer with room for the tile, and an owner of each
//! element that it holds.
//!
//! ```text
//! thread 0 holds (0,0) (0,1) (0,2) (0,3)       one store of four, at address(0,0)
//! barrier
//! thread 0 wants (0,0) (1,0) (2,0) (3,0)       four loads, at address(0,0), address(1,0), …
//! ```

use super::holders::Holders;
use super::plan::{Cost, PlanError};
use super::swizzle::{Memory, Swizzled};
use super::{Owner, swizzle};
use crate::distribution::Distribution;
use crate::target::Target;

/// A buffer with one place an element, who writes it, and how it is accessed.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    /// The places, and the accesses of both sides.
    pub buffer: Swizzled,
    /// Which of the source's occurrences are written.
    pub owner: Owner,
}

impl Shared {
    pub(super) fn find(
        source: &Distribution,
        held: &Holders,
        needed: &Holders,
        element_bytes: i64,
        target: &Target,
    ) -> Result<Option<(Shared, Cost)>, PlanError> {
        let memory = Memory::of_bytes(element_bytes, target)?;
        let blocks = usize::try_from(held.groups.all_blocks()).unwrap_or(1);
        let (owner, writers) = Owner::of(source, held, blocks);
        let Some(buffer) = swizzle::best(source, held, needed, &writers, &memory)? else {
            return Ok(None);
        };
        let wavefronts = buffer.writer.wavefronts + buffer.reader.wavefronts;
        let cost = Cost { wavefronts, barriers: 1, ..Cost::default() };
        Ok(Some((Shared { buffer, owner }, cost)))
    }
}
