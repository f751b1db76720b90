//! Swizzles by bits: where both tables are affine over GF(2), so is the address.
//!
//! An address map is a *basis* of the element's bits: the direction of each bit of the address,
//! lowest first. Each stretch of the basis has a purpose:
//!
//! ```text
//! address bits    | vector        | word           | bank            | row of banks     |
//! directions      | slots of both | of few bytes   | what is left    | in no phase      |
//! ```
//!
//! **Vectors.** A direction of slots on both sides may be lowest, if no thread of either moves in
//! it: then the slots of an access come in one order in all threads. One side's vectors may go on
//! in its own directions.
//!
//! **Rows.** Lanes of one phase conflict when their difference has a part in the rows and none in
//! the banks. So rows are directions that are independent modulo what a phase of the writer moves
//! in, and modulo what one of the reader does. Each leaves room for the rows, and
//! [a common complement](super::space::common_complement) is independent of both: with the same
//! vectors on both sides a phase has no conflicts, unless its lanes are more than the banks.
//!
//! **Counting.** The words of a phase are `2^rank(W)` in `2^rank(BW)` banks, as in
//! [`wavefronts`](crate::proof::wavefronts()); every phase of every access takes
//! `2^(rank(W) - rank(BW))`.
//!
//! Source: Zhou et al., Linear Layouts, arXiv 2505.23819.

use super::side::Side;
use super::space::{basis, common_complement, completing, intersection};
use super::{Memory, Swizzled};
use crate::distribution::Distribution;
use crate::gf2::{Echelon, Span};
use crate::index_set::{Axis, IndexSet};
use crate::map::{LayoutMap, bits_for};
use crate::repartition::holders::Holders;

/// The best address map that is linear over GF(2), if the tile and both sides are; of each `part` of
/// the writer's occurrences owners write.
pub(super) fn best(
    tile: &Distribution,
    tables: [&Holders; 2],
    sides: [&Side<'_>; 2],
    part: usize,
    memory: &Memory<'_>,
) -> Option<Swizzled> {
    let exchange = Exchange::of(tile, tables, part, memory)?;
    let candidates = exchange.vectors().into_iter().filter_map(|low| exchange.candidate(&low));
    let best = candidates
        .min_by_key(|candidate| (candidate.wavefronts.iter().sum::<u64>(), candidate.accesses))?;
    let traffic = |side: usize| {
        let of = |occurrence: usize| best.address_of(tables[side].elements[occurrence]) as i64;
        let accesses = sides[side].accesses(&of, 1 << best.widths[side])?;
        Some(sides[side].traffic(accesses, best.wavefronts[side]))
    };
    let elements = 1 << exchange.bits;
    let offsets = IndexSet::new(vec![Axis::new("offset", elements)]).ok()?;
    let bases = bases(&tile.shape(), &best.address);
    let address = LayoutMap::bit_linear(tile.map().codomain().clone(), offsets, bases).ok()?;
    Some(Swizzled { address, elements, writer: traffic(0)?, reader: traffic(1)? })
}

/// The addresses of an element's bits, axis by axis; the last axis has the lowest.
fn bases(shape: &[i64], address: &[u64]) -> Vec<Vec<Vec<i64>>> {
    let mut rest = address.iter().map(|&address| vec![address as i64]);
    let axes = shape.iter().rev();
    let mut bases: Vec<_> =
        axes.map(|&extent| rest.by_ref().take(bits_for(extent)).collect()).collect();
    bases.reverse();
    bases
}

/// The directions in which one side moves, without the bits that are 0 in all that take part.
struct Directions {
    slots: Vec<u64>,
    /// By the bits of the thread.
    threads: Vec<Option<u64>>,
}

impl Directions {
    /// Of all, or of the owners of each part of so many occurrences.
    fn of(table: &Holders, owners: Option<usize>) -> Option<Directions> {
        let affine = table.affine()?;
        let mut directions: Vec<Option<u64>> = affine.columns.iter().copied().map(Some).collect();
        if let Some(part) = owners {
            let bits = affine.columns.len().min(part.checked_ilog2()? as usize);
            affine.span(0..bits).free().for_each(|bit| directions[bit] = None);
        }
        let threads = directions.split_off(table.slots.trailing_zeros() as usize);
        Some(Directions { slots: directions.into_iter().flatten().collect(), threads })
    }

    /// Of the threads with one number above these bits.
    fn lanes(&self, bits: usize) -> Vec<u64> {
        self.threads.iter().take(bits).copied().flatten().collect()
    }
}

/// What is exchanged, in bits.
struct Exchange<'a> {
    memory: &'a Memory<'a>,
    /// The bits of an element's coordinates, and so of the address.
    bits: usize,
    /// The writer's and the reader's.
    sides: [Directions; 2],
    /// The bits of an address in a word of a bank, and in all banks together.
    word: usize,
    row: usize,
}

/// Which directions are lowest, and how many of them are each side's vectors.
struct Low {
    widths: [usize; 2],
    vectors: Vec<u64>,
    /// A complement, with all directions in which the threads of both sides move.
    rest: Vec<u64>,
}

/// An address, with its cost.
struct Candidate {
    widths: [usize; 2],
    /// Of each bit of an element.
    address: Vec<u64>,
    wavefronts: [u64; 2],
    accesses: u64,
}

impl Candidate {
    fn address_of(&self, element: u64) -> u64 {
        combine(&self.address, element)
    }
}

/// The sum of the images of the bits that are set.
fn combine(images: &[u64], bits: u64) -> u64 {
    let set = images.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
    set.fold(0, |sum, (_, image)| sum ^ image)
}

impl<'a> Exchange<'a> {
    fn of(
        tile: &Distribution,
        tables: [&Holders; 2],
        part: usize,
        memory: &'a Memory<'a>,
    ) -> Option<Self> {
        let Memory { banks, bits, .. } = *memory;
        let bank_bits = banks.bank_bytes.checked_mul(8)?;
        let row_bits = banks.banks.checked_mul(bank_bits)?;
        let sizes = [bits, bank_bits, row_bits, banks.lanes];
        let groups = tables[0].groups;
        let whole =
            groups.all_blocks() == 1 || groups.block_threads.checked_rem(banks.lanes) == Some(0);
        let linear = sizes.iter().chain(&tile.shape()).all(|size| size.count_ones() == 1)
            && part.is_power_of_two()
            && whole;
        let elements = tables[0].bits as u32;
        if !linear || elements >= i64::BITS - 1 || !memory.fits(1 << elements) {
            return None;
        }
        let log = |size: i64| (size.ilog2() as usize).saturating_sub(bits.ilog2() as usize);
        let sides = [Directions::of(tables[0], Some(part))?, Directions::of(tables[1], None)?];
        let (word, row) = (log(bank_bits), log(row_bits));
        Some(Exchange { memory, bits: tables[0].bits, sides, word, row })
    }

    /// The vectors to try: those of both sides, alone and continued by either.
    fn vectors(&self) -> Vec<Low> {
        let most = self.memory.widest.ilog2() as usize;
        let [writer, reader] = &self.sides;
        let moved = [writer, reader].map(|side| side.lanes(usize::MAX));
        let threads = moved.concat();
        let mut common = completing(&threads, intersection(&writer.slots, &reader.slots));
        common.truncate(most);
        let units = (0..self.bits).map(|bit| 1u64 << bit);
        let others = completing(&[common.as_slice(), &threads].concat(), units);
        let rest = basis(&[threads, others].concat());
        let joint = Low { widths: [common.len(); 2], vectors: common.clone(), rest: rest.clone() };
        let mut choices = vec![joint];
        for side in 0..2 {
            let own = intersection(&self.sides[side].slots, &rest);
            let mut own = completing(&moved[side], own);
            own.truncate(most - common.len());
            for more in 1..=own.len() {
                let more = &own[..more];
                let others = completing(&[more, &moved[side]].concat(), rest.iter().copied());
                let mut widths = [common.len(); 2];
                widths[side] += more.len();
                choices.push(Low {
                    widths,
                    vectors: [common.as_slice(), more].concat(),
                    rest: basis(&[moved[side].as_slice(), &others].concat()),
                });
            }
        }
        let bytes = |low: &Low| self.memory.joined() <= 1 << low.widths[0];
        choices.retain(bytes);
        choices
    }

    /// The lanes of a phase, by bits of the thread.
    fn phase_bits(&self, width: usize) -> usize {
        self.memory.lanes_per_phase(1 << width).ilog2() as usize
    }

    /// The basis above these vectors, as the addresses of the elements' bits, counted.
    fn candidate(&self, low: &Low) -> Option<Candidate> {
        let phases = [0, 1].map(|side| self.sides[side].lanes(self.phase_bits(low.widths[side])));
        let mut basis = low.vectors.clone();
        let [writer, reader] = &phases;
        // Parts of one word are best wanted by lanes of one phase, which share it.
        let shared = intersection(&intersection(writer, reader), &low.rest);
        let alone = phases.iter().flat_map(|lanes| intersection(lanes, &low.rest));
        let parts = shared.into_iter().chain(alone).chain(low.rest.iter().copied());
        let missing = self.word.saturating_sub(basis.len());
        basis.extend(completing(&low.vectors, parts).into_iter().take(missing));

        let [u, v] = [0, 1].map(|side| {
            let within = low.widths[side].max(self.word).min(basis.len());
            [phases[side].as_slice(), &basis[..within]].concat()
        });
        let rows = self.bits.saturating_sub(self.row.max(basis.len()));
        let mut above = common_complement(&low.rest, &u, &v);
        above.truncate(rows);
        let others = completing(&[basis.as_slice(), &above].concat(), low.rest.iter().copied());
        basis.extend(others);
        basis.extend(above);

        let vectors = basis.iter().map(std::slice::from_ref);
        let span = Span::<u128>::of(vectors, basis.len(), self.bits);
        let image = |bit: usize| Some(span.solve(&[1 << bit])? as u64);
        let address = (0..self.bits).map(image).collect::<Option<Vec<u64>>>()?;
        let cost = |side: usize| self.cost(side, low.widths[side], &address);
        let [written, read] = [cost(0), cost(1)];
        let (wavefronts, accesses) = ([written.0, read.0], written.1 + read.1);
        Some(Candidate { widths: low.widths, address, wavefronts, accesses })
    }

    /// The wavefronts of a side's accesses, and how many accesses a thread makes.
    fn cost(&self, side: usize, width: usize, address: &[u64]) -> (u64, u64) {
        let (side, phase) = (&self.sides[side], self.phase_bits(width));
        let (size, word) = (self.memory.bits.ilog2(), (self.memory.banks.bank_bytes * 8).ilog2());
        let words = |address: u64| u128::from(address) << size >> word;
        let parts = (size as usize + width).saturating_sub(word as usize);
        let lanes = side.lanes(phase).into_iter().map(|lane| words(combine(address, lane)));
        let moved: Vec<u128> = lanes.chain((0..parts).map(|bit| 1 << bit)).collect();
        let banks = u128::from(self.memory.banks.banks.unsigned_abs()) - 1;
        let conflicts = Echelon::rank(moved.iter().copied())
            - Echelon::rank(moved.iter().map(|word| word & banks));
        let phases = side.threads.iter().skip(phase).flatten().count();
        let accesses = side.slots.len() - width;
        (1 << (accesses + phases + conflicts), 1 << accesses)
    }
}
