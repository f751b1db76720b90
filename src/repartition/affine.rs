//! [`Affine`]: a table that is affine over GF(2), and combinations of its columns.
//!
//! ```text
//! x         00  01  10  11
//! table      5   7   4   6       origin 5, columns 2 (bit 0) and 1 (bit 1)
//! ```
//!
//! To reach an image is to solve for a combination of columns: [`Affine::span`] is the span of
//! some of them, which gives the smallest combination, the one that leaves free columns out.

use crate::gf2::Span;
use std::ops::Range;

/// `x` to `origin XOR` the columns of its set bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Affine {
    pub(super) origin: u64,
    pub(super) columns: Vec<u64>,
}

impl Affine {
    /// The affine map that this table is, if it is one; every entry is compared.
    pub(super) fn of_table(table: &[u64]) -> Option<Affine> {
        if !table.len().is_power_of_two() {
            return None;
        }
        let origin = table[0];
        let bits = table.len().trailing_zeros();
        let columns: Vec<u64> = (0..bits).map(|bit| table[1 << bit] ^ origin).collect();
        let agrees = |(index, &value): (usize, &u64)| {
            let low = index.trailing_zeros() as usize;
            columns.get(low).is_none_or(|column| value == table[index & (index - 1)] ^ column)
        };
        table.iter().enumerate().all(agrees).then_some(Affine { origin, columns })
    }

    /// The span of the columns of these bits.
    pub(super) fn span(&self, bits: Range<usize>) -> ColumnSpan {
        let columns = &self.columns[bits.clone()];
        let span = Span::of(columns.iter().map(std::slice::from_ref), bits.len(), 64);
        ColumnSpan { span, first: bits.start }
    }
}

/// The span of some columns; they number 64 at most.
pub(super) struct ColumnSpan {
    span: Span<u128>,
    first: usize,
}

impl ColumnSpan {
    /// The smallest combination of the columns that is `image`, as bits of the input.
    pub(super) fn solve(&self, image: u64) -> Option<u64> {
        Some((self.span.solve(&[image])? as u64) << self.first)
    }

    /// The bits whose columns are combinations of the columns before them.
    pub(super) fn free(&self) -> impl Iterator<Item = usize> {
        self.span.relations().map(|(_, place)| self.first + place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solve_gives_the_smallest_combination_with_the_image_asked_for() {
        let affine = Affine { origin: 0, columns: vec![0b1111, 0b0011, 0b0110, 0b0101, 0b1000] };
        let span = affine.span(1..5);
        assert_eq!(span.free().collect::<Vec<_>>(), [3]);
        let sum = |input: u64| {
            let set = (1..5).filter(|bit| input >> bit & 1 == 1);
            set.fold(0, |sum, bit| sum ^ affine.columns[bit])
        };
        for image in 0..16 {
            let smallest = (0..16).map(|code| code << 1).find(|&input| sum(input) == image);
            assert_eq!(span.solve(image), smallest, "{image}");
        }
    }

    #[test]
    fn a_table_is_affine_only_if_every_entry_agrees() {
        let table: Vec<u64> = (0..16u64).map(|x| 5 ^ (x * 2) ^ (x >> 3)).collect();
        assert!(Affine::of_table(&table).is_some());
        let mut spoiled = table.clone();
        spoiled[15] ^= 1;
        assert_eq!(Affine::of_table(&spoiled), None);
        assert_eq!(Affine::of_table(&table[..12]), None);
    }
}
