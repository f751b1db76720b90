//! Bit matrices by columns: column `j` is the image of the `j`-th input bit.
//!
//! Columns lie one behind the other, each in whole words. With up to 64 rows a column is one
//! word, and 16 of them lie inside the matrix: an ordinary layout allocates nothing.
//!
//! The product of two *narrow* matrices (no more than 64 rows and columns) reads four bits of
//! a column at a time: the sums of each four columns of the left matrix are tabled once, and
//! then a column of the product is the sum of one table entry for every four bits ("the four
//! Russians"). Its time does not depend on the bits.

use super::bits::{self, Bits};
use smallvec::{SmallVec, smallvec};

/// A matrix over GF(2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Matrix {
    rows: usize,
    columns: usize,
    words: SmallVec<[u64; 16]>,
}

/// Rows of one matrix that become rows of another: `width` of them, below 64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub from: usize,
    pub to: usize,
    pub width: usize,
}

impl Matrix {
    /// The zero matrix.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Matrix { rows, columns, words: smallvec![0; columns * stride(rows)] }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows and columns: the bits that elimination with combinations needs.
    pub fn total(&self) -> usize {
        self.rows + self.columns
    }

    /// Whether rows and columns number 64 at most, so that both are single words.
    pub fn is_narrow(&self) -> bool {
        self.rows <= 64 && self.columns <= 64
    }

    /// All words; with up to 64 rows, one a column.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words of a column; none if there is no such column.
    #[inline]
    pub fn column(&self, column: usize) -> &[u64] {
        let stride = stride(self.rows);
        self.words.get(column * stride..(column + 1) * stride).unwrap_or(&[])
    }

    #[inline]
    fn column_mut(&mut self, column: usize) -> &mut [u64] {
        let stride = stride(self.rows);
        self.words.get_mut(column * stride..(column + 1) * stride).unwrap_or(&mut [])
    }

    /// `width` bits of a column.
    pub fn field(&self, column: usize, row: usize, width: usize) -> u64 {
        bits::field(self.column(column), row, width)
    }

    /// Adds `value` to a column from this row on.
    pub fn add_field(&mut self, column: usize, row: usize, value: u64) {
        bits::add_field(self.column_mut(column), row, value);
    }

    /// Adds the lower bits of `vector` to a column: as many as there are rows.
    #[inline]
    pub fn add_lower(&mut self, column: usize, vector: &impl Bits) {
        let rows = self.rows;
        for (place, word) in self.column_mut(column).iter_mut().enumerate() {
            *word ^= vector.field(64 * place, (rows - 64 * place).min(64));
        }
    }

    /// Adds a column's words.
    pub fn add_column(&mut self, column: usize, words: &[u64]) {
        bits::add(self.column_mut(column), words);
    }

    /// Flips one bit.
    pub fn flip(&mut self, column: usize, row: usize) {
        self.add_field(column, row, 1);
    }

    /// Adds the rows moved of column `source` of `other` to column `column`.
    pub fn add_moved(&mut self, column: usize, other: &Matrix, source: usize, moves: &[Move]) {
        for &Move { from, to, width } in moves {
            self.add_field(column, to, other.field(source, from, width));
        }
    }

    /// The matrix whose columns are these columns of this one, with their rows moved.
    pub fn rearranged(
        &self,
        columns: impl ExactSizeIterator<Item = usize>,
        rows: usize,
        moves: &[Move],
    ) -> Matrix {
        let mut moved = Matrix::zeros(rows, columns.len());
        for (column, source) in columns.enumerate() {
            moved.add_moved(column, self, source, moves);
        }
        moved
    }

    /// The sum of the columns at the bits that are 1, for a narrow matrix.
    #[inline]
    pub fn apply_word(&self, point: u64) -> u64 {
        sum_of(&self.words, point)
    }

    /// The sum of the columns at the bits that are 1.
    pub fn apply(&self, point: &[u64]) -> Vec<u64> {
        let mut sum = vec![0; stride(self.rows)];
        self.add_image(point, &mut sum);
        sum
    }

    /// Adds the columns at the bits that are 1.
    fn add_image(&self, point: &[u64], sum: &mut [u64]) {
        for (place, &word) in point.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                bits::add(sum, self.column(64 * place + rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
    }

    /// `self` times `inner`: `inner` is applied first.
    pub fn times(&self, inner: &Matrix) -> Matrix {
        let mut product = Matrix::zeros(self.rows, inner.columns);
        if self.is_narrow() && inner.is_narrow() {
            narrow_product(&mut product.words, &self.words, &inner.words);
        } else {
            for column in 0..inner.columns {
                self.add_image(inner.column(column), product.column_mut(column));
            }
        }
        product
    }

    /// The words of each column, in order.
    pub fn vectors(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        self.words.chunks_exact(stride(self.rows))
    }
}

/// Words a column; one even without rows, so that every column has its place.
#[inline]
fn stride(rows: usize) -> usize {
    rows.div_ceil(64).max(1)
}

/// The sum of the words at the bits that are 1.
#[inline]
pub(super) fn sum_of(columns: &[u64], point: u64) -> u64 {
    let term = |(bit, column): (usize, &u64)| column & (point >> bit & 1).wrapping_neg();
    columns.iter().enumerate().map(term).fold(0, |sum, term| sum ^ term)
}

/// The product of matrices with a word a column.
fn narrow_product(product: &mut [u64], outer: &[u64], inner: &[u64]) {
    let mut shift = 0;
    for four in outer.chunks(4) {
        let mut sums = [0u64; 16];
        for (bit, column) in four.iter().enumerate() {
            let (known, new) = sums.split_at_mut(1 << bit);
            new.iter_mut().zip(known).for_each(|(sum, known)| *sum = *known ^ column);
        }
        for (sum, column) in product.iter_mut().zip(inner) {
            *sum ^= sums[(column >> shift & 15) as usize];
        }
        shift += 4;
    }
}
