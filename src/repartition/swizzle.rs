//! [`swizzle_for`]: the address map for an exchange through shared memory, from the two
//! distributions that meet there.
//!
//! A writer and a reader rarely like one layout. Lanes that write a row want the columns to
//! lie in different banks, lanes that read a column want it of the rows:
//!
//! ```text
//! 32 x 32 of f32, lane = column writes, lane = row reads       bank of (row, column)
//! row-major       32*row + column                writer 1, reader 32 wavefronts an access
//! padded          33*row + column                1 and 1, with 32 elements of waste
//! swizzled        32*row + (column xor row)      1 and 1, with none
//! ```
//!
//! An *access* joins neighbouring slots of a thread to a vector. Its *wavefronts* are counted as
//! [`wavefronts`](crate::proof::wavefronts()) has them, with the phases of wide accesses.
//!
//! | tile and distributions | candidates |
//! |---|---|
//! | linear over GF(2), the extents powers of two | bits of the address chosen from both sides ([`linear`]) |
//! | any | row-major and column-major with paddings, each with the widest vectors it allows |
//!
//! Of all that fit into the target's memory the one with the fewest wavefronts is taken, of those
//! the one with the fewest accesses, then the smallest. So no strided candidate is ever better.
//!
//! **The law.** Every element has a place of its own. In every thread that takes part the slots of
//! an access are neighbours in the buffer, in this order, from a multiple of their number on.
//!
//! Elements below a byte are written several to a byte, by one thread: where no address joins
//! them there is none ([`SwizzleError::SubByte`]). A reader may read the byte for one of them.

mod linear;
mod memory;
mod patterns;
mod side;
mod space;
mod strided;

use super::Owner;
use super::holders::{Holders, NOTHING};
use super::owner::Writers;
use super::plan::{PlanError, tables_of_both};
use crate::distribution::Distribution;
use crate::map::LayoutMap;
use crate::proof::Banks;
use crate::target::Target;
pub(super) use memory::Memory;
use side::Side;
use thiserror::Error;

/// An address map with what both sides pay for it; see the source file's header.
#[derive(Clone, Debug, PartialEq)]
pub struct Swizzled {
    /// The tile's coordinates to the offset in the buffer, in elements.
    pub address: LayoutMap,
    /// The buffer's size, in elements.
    pub elements: i64,
    /// How the first distribution is written. Of replicas the [owner](Owner)'s.
    pub writer: Traffic,
    /// How the second is read, every slot of it.
    pub reader: Traffic,
}

/// What the accesses of one side are, and what they cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traffic {
    /// The elements of an access.
    pub vector: usize,
    /// The slots of each access, in the order of the buffer.
    pub accesses: Vec<Vec<usize>>,
    /// The wavefronts of all subgroups' accesses.
    pub wavefronts: u64,
    /// How many there are at least, at any addresses: a wavefront moves one word of each bank, an
    /// access no more than the target's widest vector.
    pub least: u64,
}

impl Swizzled {
    /// Whether both sides meet their bound.
    pub fn optimal(&self) -> bool {
        [&self.writer, &self.reader].iter().all(|side| side.wavefronts == side.least)
    }

    /// What is small when this is good.
    fn cost(&self) -> (u64, usize, i64) {
        let Swizzled { writer, reader, elements, .. } = self;
        let accesses = writer.accesses.len() + reader.accesses.len();
        (writer.wavefronts + reader.wavefronts, accesses, *elements)
    }
}

/// Why there is no address map.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SwizzleError {
    /// Distributions between which no plan is made, or a buffer that does not fit.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A size of elements that does not fill bytes, or is no access.
    #[error(
        "an element of {bits} bits has no place in memory; it may have 1, 2, 4 or whole bytes up to {most}"
    )]
    Bits {
        /// The size given.
        bits: i64,
        /// The most bytes.
        most: i64,
    },
    /// Elements of less than a byte that no thread can write.
    #[error(
        "elements of {bits} bits are written {joined} to a byte, by one thread; no address that is tried makes {joined} of every thread's slots such neighbours: join them in one thread first, or let each take a byte"
    )]
    SubByte {
        /// The size of an element.
        bits: i64,
        /// How many of them are a byte.
        joined: i64,
    },
}

/// The address map with the fewest wavefronts for a tile that `a` writes and `b` reads.
///
/// ```
/// use tileir::{distribution::Distribution, repartition::swizzle_for, target::Target};
/// let row = "expr<(lane : 32, slot : 32) -> (slot, lane) to (i : 32, j : 32)>".parse()?;
/// let column = "expr<(lane : 32, slot : 32) -> (lane, slot) to (i : 32, j : 32)>".parse()?;
/// let (row, column) = (Distribution::new(row)?, Distribution::new(column)?);
/// let swizzled = swizzle_for(&row, &column, 32, &Target::by_name("sm_80")?)?;
/// // A lane writes four rows' elements at once, and reads one column's after the other.
/// assert_eq!((swizzled.writer.vector, swizzled.reader.vector), (4, 1));
/// assert_eq!((swizzled.writer.wavefronts, swizzled.reader.wavefronts), (32, 32));
/// assert!(swizzled.optimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Distributions of different tiles or thread counts, without tables, or of which `a` lacks an
/// element; elements of a size that memory does not have, or that cannot be joined to bytes; a
/// tile larger than the target's shared memory.
pub fn swizzle_for(
    a: &Distribution,
    b: &Distribution,
    element_bits: i64,
    target: &Target,
) -> Result<Swizzled, SwizzleError> {
    let memory = Memory::of(element_bits, target)
        .ok_or(SwizzleError::Bits { bits: element_bits, most: Banks::LANE_BYTES })?;
    let (held, needed) = tables_of_both(a, b)?;
    let writers = Owner::of(a, &held, 1).1;
    let joined = memory.joined() as i64;
    best(a, &held, &needed, &writers, &memory)?
        .ok_or(SwizzleError::SubByte { bits: element_bits, joined })
}

/// The best address map for a tile of which these occurrences are written; `None` if no thread
/// can write whole bytes.
pub(super) fn best(
    tile: &Distribution,
    held: &Holders,
    needed: &Holders,
    writers: &Writers,
    memory: &Memory<'_>,
) -> Result<Option<Swizzled>, PlanError> {
    let writer = Side::new(held, |occurrence| writers.write(occurrence), memory);
    let reader = Side::new(needed, |occurrence| needed.elements[occurrence] != NOTHING, memory);
    let best = linear::best(tile, [held, needed], [&writer, &reader], writers.part, memory);
    match best {
        Some(best) if best.optimal() => Ok(Some(best)),
        best => strided::best(tile, [&writer, &reader], memory, best),
    }
}
