//! [`Quick`]: hashing for keys of a few small numbers, such as instructions.
//!
//! A word after the other is mixed in by a rotation and a multiplication, the high half folded
//! onto the low one in the end:
//!
//! ```text
//! state = (state rotl 5  xor  word) * 0x9e37_79b9_7f4a_7c15        2^64 divided by the golden ratio
//! ```
//!
//! The same key has the same hash in every run. Who writes a program can make keys collide, and
//! then only waits longer for it.

use std::hash::{BuildHasherDefault, Hasher};

/// What a `HashMap` is built with.
pub(crate) type Quick = BuildHasherDefault<Words>;

/// The state; see the source file's header.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words(u64);

impl Words {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Words {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|&word| self.mix(u64::from_le_bytes(word)));
        if !rest.is_empty() {
            self.mix(rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    fn write_u128(&mut self, word: u128) {
        self.mix(word as u64);
        self.mix((word >> 64) as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    use super::Quick;
    use crate::expr::{BinaryOp, Inst};

    #[test]
    fn instructions_that_differ_little_are_told_apart() {
        let hash = |inst: Inst| Quick::default().hash_one(inst);
        let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor];
        let pairs = (0..64).flat_map(|l| (0..64).map(move |r| (l, r)));
        let binary = pairs.flat_map(|(l, r)| ops.map(|op| Inst::Binary(op, l, r)));
        let leaves = (-2000..2000).map(Inst::Const).chain((0..2000).map(Inst::Coord));
        let all: Vec<Inst> = binary.chain(leaves).collect();
        let hashes: HashSet<u64> = all.iter().map(|&inst| hash(inst)).collect();
        assert_eq!(hashes.len(), all.len());
        let low: HashSet<u64> = hashes.iter().map(|hash| hash % 4096).collect();
        assert!(low.len() > 3500, "{}", low.len());
    }
}
