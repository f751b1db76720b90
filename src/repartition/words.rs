//! Words of 32 bits, in which a thread's narrower elements lie: slot `s` of elements of one byte
//! is byte `s mod 4` of word `s / 4`.
//!
//! A word whose elements come from one place of one other word is renamed. Any other is put
//! together byte by byte; one permutation (PTX's `prmt`) picks its bytes out of two words.

use std::collections::BTreeSet;

const WORD_BYTES: i64 = 4;

/// How many elements one word carries: 1 if it carries a part of one.
pub(super) fn elements_of_word(element_bytes: i64) -> usize {
    WORD_BYTES.checked_div(element_bytes).map_or(1, |count| count.max(1)) as usize
}

/// How many words carry so many elements.
pub(super) fn words_of(elements: usize, element_bytes: i64) -> u64 {
    match element_bytes > WORD_BYTES {
        true => elements as u64 * element_bytes.unsigned_abs().div_ceil(WORD_BYTES as u64),
        false => elements.div_ceil(elements_of_word(element_bytes)) as u64,
    }
}

/// The permutations that put the words together if slot `s` is slot `sources[s]`.
pub(super) fn permutes(sources: &[usize], element_bytes: i64) -> u64 {
    let together = elements_of_word(element_bytes);
    let of_word = |word: &[usize]| {
        let is_renamed = word
            .iter()
            .enumerate()
            .all(|(place, &own)| own == word[0] + place && own % together == place);
        let words: BTreeSet<usize> = word.iter().map(|own| own / together).collect();
        match is_renamed {
            true => 0,
            false => (words.len() as u64 - 1).max(1),
        }
    };
    sources.chunks(together).map(of_word).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_from_one_place_is_renamed() {
        assert_eq!(permutes(&[2, 3, 0, 1], 2), 0);
        assert_eq!(permutes(&[4, 5, 6, 7, 0, 1], 1), 0);
        assert_eq!(permutes(&[3, 2, 1, 0], 4), 0);
        assert_eq!(permutes(&[1, 0], 8), 0);
    }

    #[test]
    fn any_other_word_takes_a_permutation_for_each_word_after_the_first() {
        assert_eq!(permutes(&[1, 0, 2, 3], 2), 1);
        assert_eq!(permutes(&[0, 2, 1, 3], 2), 2);
        assert_eq!(permutes(&[0, 4, 8, 12], 1), 3);
        assert_eq!(permutes(&[1, 2], 2), 1);
        assert_eq!(permutes(&[0, 0], 1), 1);
    }

    #[test]
    fn words_carry_whole_elements_or_parts_of_one() {
        let counted = |bytes| [1, 4, 5].map(|elements| words_of(elements, bytes));
        assert_eq!(counted(1), [1, 1, 2]);
        assert_eq!(counted(2), [1, 2, 3]);
        assert_eq!(counted(3), [1, 4, 5]);
        assert_eq!(counted(8), [2, 8, 10]);
    }
}
