//! [`Columns`]: the columns of a matrix over GF(2), each of as many words as the map has rows.
//!
//! One list of words holds them all, column after column:
//!
//! ```text
//! 2 rows, 3 input bits     words  [a0 b0  a1 b1  a2 b2]     bit 1 flips a1 in the first row
//! ```

/// Columns of one height; see the source file's header.
pub(in crate::proof) struct Columns {
    words: Vec<u64>,
    height: usize,
    count: usize,
}

impl Columns {
    /// So many columns of `height` words, each 0.
    pub fn zero(count: usize, height: usize) -> Columns {
        Columns { words: vec![0; count * height], height, count }
    }

    /// Writes a word.
    pub fn set(&mut self, column: usize, row: usize, word: u64) {
        self.words[column * self.height + row] = word;
    }

    /// The columns, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[u64]> {
        (0..self.count).map(|column| &self.words[column * self.height..][..self.height])
    }
}
