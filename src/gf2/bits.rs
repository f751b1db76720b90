//! Bit vectors: what elimination needs of them, and the bits of a coordinate inside them.
//!
//! Addition over GF(2) is XOR. Up to 64 bits are one `u64`, up to 128 one `u128`. There, to
//! [`clear`](Bits::clear) a bit is a choice of the smaller of two numbers, which takes the same
//! time either way and leaves nothing to be mispredicted. A longer vector is a list of words,
//! lowest first. What stands behind its end is 0.
//!
//! ```text
//! bit   7 6 5 4 3 2 1 0
//!       0 1 1 0 1 0 0 1     field(start 3, width 4) = 1101 = 13
//! ```

use std::hint::select_unpredictable;

/// A vector over GF(2).
pub(crate) trait Bits: Clone {
    /// `len` zeros.
    fn zero(len: usize) -> Self;
    /// Whether this bit is 1.
    fn has(&self, bit: usize) -> bool;
    /// Adds `other`, of the same length.
    fn add(&mut self, other: &Self);
    /// Adds `row`, which is not 0 and of the same length, if its highest bit is 1 here.
    fn clear(&mut self, row: &Self);
    /// The highest bit that is 1.
    fn lead(&self) -> Option<usize>;
    /// The `width` bits from `start` on, 64 at most.
    fn field(&self, start: usize, width: usize) -> u64;
    /// Adds `value` to the bits from `start` on; what leaves the end is dropped.
    fn add_field(&mut self, start: usize, value: u64);

    /// Flips this bit, which is below the length.
    fn flip(&mut self, bit: usize) {
        self.add_field(bit, 1);
    }

    /// The vector of `len` bits with these words from `start` on.
    #[inline]
    fn placed(words: &[u64], start: usize, len: usize) -> Self {
        let mut vector = Self::zero(len);
        for (place, &word) in words.iter().enumerate() {
            vector.add_field(start + 64 * place, word);
        }
        vector
    }

    /// The bits that are 1, highest first.
    fn ones(&self) -> impl Iterator<Item = usize> {
        let mut rest = self.clone();
        std::iter::from_fn(move || {
            let lead = rest.lead()?;
            rest.flip(lead);
            Some(lead)
        })
    }
}

macro_rules! bits_of_an_integer {
    ($integer:ty) => {
        impl Bits for $integer {
            #[inline]
            fn zero(_: usize) -> Self {
                0
            }

            #[inline]
            fn has(&self, bit: usize) -> bool {
                self.checked_shr(bit as u32).is_some_and(|rest| rest & 1 == 1)
            }

            #[inline]
            fn add(&mut self, other: &Self) {
                *self ^= other;
            }

            /// The sum is the smaller number exactly if it has lost the bit.
            #[inline]
            fn clear(&mut self, row: &Self) {
                let sum = *self ^ row;
                *self = select_unpredictable(sum < *self, sum, *self);
            }

            #[inline]
            fn lead(&self) -> Option<usize> {
                self.checked_ilog2().map(|bit| bit as usize)
            }

            #[inline]
            fn field(&self, start: usize, width: usize) -> u64 {
                self.checked_shr(start as u32).unwrap_or(0) as u64 & lowest(width)
            }

            #[inline]
            fn add_field(&mut self, start: usize, value: u64) {
                *self ^= Self::from(value).checked_shl(start as u32).unwrap_or(0);
            }
        }
    };
}

bits_of_an_integer!(u64);
bits_of_an_integer!(u128);

impl Bits for Vec<u64> {
    fn zero(len: usize) -> Self {
        vec![0; len.div_ceil(64)]
    }

    fn has(&self, bit: usize) -> bool {
        self.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    fn add(&mut self, other: &Self) {
        add(self, other);
    }

    fn clear(&mut self, row: &Self) {
        if row.lead().is_some_and(|lead| self.has(lead)) {
            self.add(row);
        }
    }

    fn lead(&self) -> Option<usize> {
        let place = self.iter().rposition(|&word| word != 0)?;
        Some(64 * place + self.get(place)?.ilog2() as usize)
    }

    fn field(&self, start: usize, width: usize) -> u64 {
        field(self, start, width)
    }

    fn add_field(&mut self, start: usize, value: u64) {
        add_field(self, start, value);
    }
}

/// Runs `$body` with `$vector` the type for vectors of this many bits.
macro_rules! by_width {
    ($bits:expr, $vector:ident => $body:expr) => {
        match $bits {
            0..=64 => {
                type $vector = u64;
                $body
            }
            65..=128 => {
                type $vector = u128;
                $body
            }
            _ => {
                type $vector = Vec<u64>;
                $body
            }
        }
    };
}
pub(super) use by_width;

/// `width` ones, 64 at most.
fn lowest(width: usize) -> u64 {
    !u64::MAX.checked_shl(width as u32).unwrap_or(0)
}

/// Adds `other` to `target`.
pub(super) fn add(target: &mut [u64], other: &[u64]) {
    target.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
}

/// The `width` bits from `start` on, 64 at most.
pub(super) fn field(words: &[u64], start: usize, width: usize) -> u64 {
    let word = |place: usize| words.get(place).copied().unwrap_or(0);
    let (place, shift) = (start / 64, start % 64);
    let low = word(place) >> shift;
    let high = if shift == 0 { 0 } else { word(place + 1) << (64 - shift) };
    (low | high) & lowest(width)
}

/// Adds `value` to the bits from `start` on; what leaves the end is dropped.
pub(super) fn add_field(words: &mut [u64], start: usize, value: u64) {
    let (place, shift) = (start / 64, start % 64);
    if let Some(word) = words.get_mut(place) {
        *word ^= value << shift;
    }
    if shift != 0
        && let Some(word) = words.get_mut(place + 1)
    {
        *word ^= value >> (64 - shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_cross_words() {
        let mut words = vec![0u64; 2];
        words.add_field(60, 0b1011_0101);
        assert_eq!(words, [0b0101 << 60, 0b1011]);
        assert_eq!(words.field(60, 8), 0b1011_0101);
        assert_eq!(words.ones().collect::<Vec<_>>(), [67, 65, 64, 62, 60]);
        assert_eq!(u128::placed(&words, 0, 128).field(60, 8), 0b1011_0101);
    }

    #[test]
    fn every_width_agrees() {
        for start in 0..64 {
            for width in 0..=64 {
                let value = 0x9e37_79b9_7f4a_7c15 & lowest(width);
                let (wide, list) =
                    (u128::placed(&[value], start, 128), Vec::placed(&[value], start, 128));
                assert_eq!(wide.field(start, width), value);
                assert_eq!(list.field(start, width), value);
                assert_eq!(wide.lead(), list.lead());
                assert!((0..128).all(|bit| wide.has(bit) == list.has(bit)));
            }
        }
    }
}
