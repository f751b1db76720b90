//! What is true of a layout: rank, injectivity and surjectivity, kernel and image, and which
//! bits are free.
//!
//! | | |
//! |---|---|
//! | injective | no two points have one value: rank = input bits, no kernel |
//! | surjective | every value is taken: rank = output bits |
//! | invertible | both. An injective layout need not be: `(1, 2)` into 8 values leaves four out |
//!
//! A bit is *free* if the bits below it can stand for it. Points that differ in free bits
//! alone are replicas up to those lower bits, and every value has exactly one preimage in
//! which all free bits are 0, the smallest.

use super::Linear;
use super::bits::{Bits, by_width};
use super::dims::Placed;
use super::echelon::{Echelon, Span};
use super::error::Gf2Error;
use crate::index_set::Point;

impl Linear {
    /// The rank of the matrix: the image has `2^rank` points.
    pub fn rank(&self) -> usize {
        let rows = self.matrix.rows();
        by_width!(rows, V => Echelon::rank(self.matrix.vectors().map(|w| V::placed(w, 0, rows))))
    }

    /// Whether no two points have one value. Not whether there is an inverse:
    /// [`is_invertible`](Linear::is_invertible).
    pub fn is_injective(&self) -> bool {
        self.rank() == self.matrix.columns()
    }

    /// Whether every value is taken.
    pub fn is_surjective(&self) -> bool {
        self.rank() == self.matrix.rows()
    }

    /// Whether it is a bijection.
    pub fn is_invertible(&self) -> bool {
        self.matrix.rows() == self.matrix.columns() && self.is_injective()
    }

    /// `Ok` if no two points have one value.
    ///
    /// # Errors
    /// [`Gf2Error::NotInjective`] with two points that do.
    pub fn require_injective(&self) -> Result<(), Gf2Error> {
        by_width!(self.matrix.total(), V => self.check_injective(&self.span::<V>()))
    }

    /// `Ok` if every value is taken.
    ///
    /// # Errors
    /// [`Gf2Error::NotSurjective`] with the smallest value that is not.
    pub fn require_surjective(&self) -> Result<(), Gf2Error> {
        by_width!(self.matrix.total(), V => self.check_surjective(&self.span::<V>()))
    }

    /// Points that span those which map to 0; a free bit each.
    pub fn kernel(&self) -> Vec<Point> {
        by_width!(self.matrix.total(), V => {
            let span = self.span::<V>();
            span.relations().map(|(relation, _)| self.ins.unpack(relation).collect()).collect()
        })
    }

    /// Values that span the image, in reduced form, by their highest bit.
    pub fn image(&self) -> Vec<Point> {
        let rows = self.matrix.rows();
        by_width!(rows, V => {
            let span = Echelon::of(self.matrix.vectors().map(|w| V::placed(w, 0, rows)));
            let mut rows: Vec<_> = span.rows().collect();
            rows.sort_unstable_by_key(|(_, lead)| *lead);
            rows.into_iter().map(|(value, _)| self.outs.unpack(value).collect()).collect()
        })
    }

    /// The smallest point with this value; the others differ from it by the
    /// [`kernel`](Linear::kernel).
    ///
    /// # Errors
    /// A value that is not one of the output dimensions'.
    pub fn preimage(&self, value: &[i64]) -> Result<Option<Point>, Gf2Error> {
        let value: Vec<u64> = self.outs.pack(value)?;
        by_width!(self.matrix.total(), V => {
            let from = self.span::<V>().solve(&value);
            Ok(from.map(|from| self.ins.unpack(&from).collect()))
        })
    }

    /// The free bits of each input dimension, as a mask.
    pub fn free_variable_masks(&self) -> Vec<(&str, i64)> {
        let free: Vec<usize> = by_width!(self.matrix.total(), V => {
            self.span::<V>().relations().map(|(_, free)| free).collect()
        });
        let mask = |placed: Placed<'_>| {
            let own = placed.bits().zip(0u32..).filter(|(column, _)| free.contains(column));
            own.fold(0, |mask, (_, bit)| mask | 1i64 << bit)
        };
        self.ins.names().zip(self.ins.placed().map(mask)).collect()
    }

    /// How many neighbours of the first input dimension are neighbours on the first output
    /// dimension, aligned: how wide an access to the output may be.
    pub fn num_consecutive_in_out(&self) -> i64 {
        let (Some(input), Some(out)) = (self.ins.placed().next(), self.outs.placed().next()) else {
            return 1;
        };
        let alone = |&(bit, column): &(usize, usize)| {
            self.outs.placed().all(|other| {
                let here = other.start == out.start && other.dim == out.dim;
                self.coordinate(column, other) == if here { 1 << bit } else { 0 }
            })
        };
        let run = input.bits().enumerate().take_while(alone).count();
        let others = (run..self.matrix.columns()).map(|column| self.coordinate(column, out));
        let lowest = others.fold(0, |all, basis| all | basis).trailing_zeros() as usize;
        1 << run.min(lowest)
    }

    /// What the columns span, and how.
    #[inline]
    pub(super) fn span<V: Bits>(&self) -> Span<V> {
        Span::of(self.matrix.vectors(), self.matrix.columns(), self.matrix.rows())
    }
}
