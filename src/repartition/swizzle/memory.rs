//! [`Memory`]: what a buffer is made of, for elements of one size.

use crate::proof::Banks;
use crate::repartition::PlanError;
use crate::target::Target;

/// The memory that elements of a size are exchanged through.
#[derive(Clone, Copy, Debug)]
pub(in crate::repartition) struct Memory<'a> {
    /// The bits of an element: a part of a byte, or whole bytes.
    pub(super) bits: i64,
    /// Whose memory it is.
    pub(super) target: &'a Target,
    /// The blocks over whose memories it is spread.
    pub(super) blocks: i64,
    pub(super) banks: Banks,
    /// The most elements of an access, a power of two.
    pub(super) widest: usize,
}

impl<'a> Memory<'a> {
    /// `None` if memory has no elements of this size.
    pub(in crate::repartition) fn of(bits: i64, target: &'a Target) -> Option<Memory<'a>> {
        let most = Banks::LANE_BYTES;
        let whole = bits >= 8 && bits % 8 == 0 && bits / 8 <= most;
        if !whole && ![1, 2, 4].contains(&bits) {
            return None;
        }
        let elements = (target.vector_bytes.min(most) * 8 / bits).max(1);
        let widest = 1 << elements.ilog2();
        Some(Memory { bits, target, blocks: 1, banks: Banks::of(target), widest })
    }

    /// For elements of whole bytes.
    ///
    /// # Errors
    /// [`PlanError::ElementBytes`].
    pub(in crate::repartition) fn of_bytes(
        bytes: i64,
        target: &'a Target,
    ) -> Result<Memory<'a>, PlanError> {
        let memory = bytes.checked_mul(8).and_then(|bits| Memory::of(bits, target));
        memory.ok_or(PlanError::ElementBytes { bytes })
    }

    /// Memory of so many blocks.
    pub(in crate::repartition) fn of_blocks(self, blocks: i64) -> Memory<'a> {
        Memory { blocks, ..self }
    }

    /// The elements that lie in each block's memory, of so many in all: whole accesses.
    pub(in crate::repartition) fn part(&self, elements: i64) -> i64 {
        if self.blocks <= 1 {
            return elements;
        }
        let share = elements.unsigned_abs().div_ceil(self.blocks.unsigned_abs());
        let whole = share.checked_next_multiple_of(self.widest as u64);
        whole.and_then(|whole| i64::try_from(whole).ok()).unwrap_or(i64::MAX)
    }

    /// Whether so many elements fit.
    pub(super) fn fits(&self, elements: i64) -> bool {
        let bits = self.part(elements).checked_mul(self.bits);
        bits.is_some_and(|bits| {
            bits / 8 + i64::from(bits % 8 != 0) <= self.target.static_shared_bytes
        })
    }

    /// The bytes that so many elements take.
    pub(super) fn bytes_of(&self, elements: i64) -> i64 {
        elements.saturating_mul(self.bits).saturating_add(7) / 8
    }

    /// The elements that a thread has to write at once.
    pub(super) fn joined(&self) -> usize {
        if self.bits < 8 { (8 / self.bits) as usize } else { 1 }
    }

    pub(super) fn lanes_per_phase(&self, vector: usize) -> i64 {
        self.banks.lanes_per_phase(self.bytes_of(vector as i64))
    }
}
