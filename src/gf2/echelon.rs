//! Elimination: what a list of bit vectors spans, and which combinations make what.
//!
//! [`Echelon`] is a span in reduced form: every row has a *lead*, its highest bit, which no
//! other row has. [`Span`] remembers the combinations too: it reduces `[A | I]`, each vector in
//! the high bits and its own unit vector in the low ones.
//!
//! ```text
//! vectors   v0 = 011       v1 = 110             v2 = 101            v3 = 001
//! as rows   011|0001       110|0010             101|0100            001|1000
//! reduced   010|1001       100|1011             000|0111            001|1000
//!           = v0 + v3      = v0 + v1 + v3       v0 + v1 + v2 = 0    = v3
//! ```
//!
//! A vector that the earlier ones span is *free*: its row has its lead in the low part, at the
//! vector's own bit, and is a *relation*, a combination that is 0.
//!
//! **The law.** No other row has the bit of a free vector: only rows with a lead in the high
//! part are ever added to it. So the combination that [`Span::solve`] gives is, as a number,
//! the *smallest* of all with that sum: two such combinations differ by a sum of relations, and
//! the highest bit of each relation is its free vector.

use super::bits::{Bits, by_width};
use smallvec::SmallVec;

/// Vectors in reduced row echelon form.
#[derive(Clone, Debug)]
pub(crate) struct Echelon<V: Bits> {
    rows: SmallVec<[V; 16]>,
}

impl<V: Bits> Echelon<V> {
    /// The span of these vectors.
    #[inline]
    pub fn of(vectors: impl IntoIterator<Item = V>) -> Self {
        let mut span = Echelon::unreduced(vectors);
        for place in (0..span.rows.len()).rev() {
            if let Some((row, behind)) = span.rows[place..].split_first_mut() {
                behind.iter().rev().for_each(|other| row.clear(other));
            }
        }
        span
    }

    /// The span of these vectors, each cleared only of the leads before it. A vector of 0
    /// gives no row.
    #[inline]
    fn unreduced(vectors: impl IntoIterator<Item = V>) -> Self {
        let mut span = Echelon { rows: SmallVec::new() };
        for vector in vectors {
            span.insert(vector);
        }
        span
    }

    /// Adds a vector to the span, and says whether it was outside. The rows are no longer reduced.
    #[inline]
    pub fn insert(&mut self, mut vector: V) -> bool {
        self.clear(&mut vector);
        let outside = vector.lead().is_some();
        if outside {
            self.rows.push(vector);
        }
        outside
    }

    /// The number of independent vectors among these.
    pub fn rank(vectors: impl IntoIterator<Item = V>) -> usize {
        Echelon::unreduced(vectors).rows.len()
    }

    /// Clears all leads from `vector`. What is left is 0 if and only if it is in the span.
    #[inline]
    pub fn clear(&self, vector: &mut V) {
        self.rows.iter().for_each(|row| vector.clear(row));
    }

    /// Whether `vector` is in the span.
    pub fn contains(&self, mut vector: V) -> bool {
        self.clear(&mut vector);
        vector.lead().is_none()
    }

    /// The greatest (or least) of `start` added to a vector of the span, as a number: the one
    /// with all leads (or none), for no row has another's.
    pub fn extreme(&self, mut start: V, greatest: bool) -> V {
        for (row, lead) in self.rows() {
            if start.has(lead) != greatest {
                start.add(row);
            }
        }
        start
    }

    /// The rows with their leads, in the order of their vectors.
    pub fn rows(&self) -> impl Iterator<Item = (&V, usize)> {
        self.rows.iter().filter_map(|row| Some((row, row.lead()?)))
    }
}

/// How many of these vectors of `len` bits, each given by its words, are independent.
pub(crate) fn rank<'a>(vectors: impl Iterator<Item = &'a [u64]>, len: usize) -> usize {
    by_width!(len, V => Echelon::rank(vectors.map(|words| V::placed(words, 0, len))))
}

/// The span of a list of vectors, with the combinations that make it.
#[derive(Clone, Debug)]
pub(crate) struct Span<V: Bits> {
    echelon: Echelon<V>,
    count: usize,
    len: usize,
}

impl<V: Bits> Span<V> {
    /// The span of `count` vectors of `len` bits, each given by its words. `V` holds
    /// `count + len` bits.
    #[inline]
    pub fn of<'a>(vectors: impl Iterator<Item = &'a [u64]>, count: usize, len: usize) -> Self {
        let augmented = vectors.enumerate().map(|(place, words)| {
            let mut row = V::placed(words, count, count + len);
            row.flip(place);
            row
        });
        Span { echelon: Echelon::of(augmented), count, len }
    }

    /// The number of independent vectors.
    pub fn rank(&self) -> usize {
        self.rows().count()
    }

    /// The rows: the combination of vectors in the lower `count` bits of each, and its lead
    /// as a bit of the sum.
    pub fn rows(&self) -> impl Iterator<Item = (&V, usize)> {
        let rows = self.echelon.rows();
        rows.filter_map(|(row, lead)| Some((row, lead.checked_sub(self.count)?)))
    }

    /// A relation for each free vector with the place of that one, in their order: a basis of
    /// the kernel.
    pub fn relations(&self) -> impl Iterator<Item = (&V, usize)> {
        self.echelon.rows().filter(|(_, lead)| *lead < self.count)
    }

    /// The smallest combination of the vectors whose sum is the vector with these words.
    pub fn solve(&self, words: &[u64]) -> Option<V> {
        let mut rest = V::placed(words, self.count, self.count + self.len);
        self.echelon.clear(&mut rest);
        rest.lead().is_none_or(|lead| lead < self.count).then_some(rest)
    }

    /// A combination (in the lower `count` bits) whose sum with the vector with these words is
    /// greatest (or least), as a number.
    pub fn extreme(&self, words: &[u64], greatest: bool) -> V {
        let mut start = V::placed(words, self.count, self.count + self.len);
        for (row, lead) in self.rows() {
            if start.has(self.count + lead) != greatest {
                start.add(row);
            }
        }
        start
    }

    /// The lowest bit that is no row's lead. The vector with only this bit is the smallest
    /// number outside the span.
    pub fn gap(&self) -> Option<usize> {
        if self.rank() == self.len {
            return None;
        }
        let mut leads: Vec<usize> = self.rows().map(|(_, lead)| lead).collect();
        leads.sort_unstable();
        let gap = leads.iter().enumerate().find(|&(place, &lead)| place != lead);
        Some(gap.map_or(leads.len(), |(place, _)| place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extremes_are_those_of_all_combinations() {
        for code in 0..1 << 12 {
            let vectors: Vec<u64> = (0..3).map(|i| code >> (4 * i) & 15).collect();
            let span = Span::<u64>::of(vectors.iter().map(std::slice::from_ref), 3, 4);
            assert_eq!(span.rank() + span.relations().count(), 3);
            let value = |from: u64| {
                (0..3).filter(|i| from >> i & 1 == 1).fold(0, |sum, i| sum ^ vectors[i])
            };
            let plain = Echelon::of(vectors.iter().copied());
            for start in [0, 5, 15] {
                let all = (0..8).map(|from| start ^ value(from));
                let most = span.extreme(&[start], true);
                assert_eq!(Some(most >> 3), all.clone().max());
                assert_eq!(start ^ value(most & 7), most >> 3);
                assert_eq!(Some(span.extreme(&[start], false) >> 3), all.clone().min());
                assert_eq!(Some(plain.extreme(start, true)), all.clone().max());
                assert_eq!(Some(plain.extreme(start, false)), all.min());
            }
            for (relation, free) in span.relations() {
                assert_eq!(relation.lead(), Some(free));
                assert_eq!(value(*relation), 0);
            }
        }
    }

    #[test]
    fn membership_is_that_of_the_span() {
        let span = Echelon::of([vec![3, 1], vec![0, 2]]);
        assert!(span.contains(vec![3, 3]) && span.contains(vec![0, 0]));
        assert!(span.contains(vec![0, 2]));
        assert!(!span.contains(vec![1, 0]) && !span.contains(vec![3, 0]));
    }
}
