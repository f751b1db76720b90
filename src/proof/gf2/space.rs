//! A span of bit vectors, in echelon form.

/// A vector over GF(2): 64 bits a word, with the combination of generators that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Generated {
    pub vector: Vec<u64>,
    pub from: Vec<u64>,
}

/// Independent vectors, each with a leading bit that no other has; leading means highest.
#[derive(Clone, Debug, Default)]
pub(in crate::proof) struct Space {
    rows: Vec<((usize, u32), Generated)>,
}

fn lead(vector: &[u64]) -> Option<(usize, u32)> {
    let word = vector.iter().rposition(|&word| word != 0)?;
    Some((word, 63 - vector[word].leading_zeros()))
}

fn has(vector: &[u64], (word, bit): (usize, u32)) -> bool {
    vector[word] >> bit & 1 == 1
}

fn add(target: &mut [u64], other: &[u64]) {
    target.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
}

impl Space {
    /// The span of these vectors, and for each that depends on earlier ones the combination
    /// of all that gives 0.
    pub fn of(vectors: impl IntoIterator<Item = Vec<u64>>, count: usize) -> (Space, Vec<Vec<u64>>) {
        let mut space = Space::default();
        let mut kernel = Vec::new();
        for (place, vector) in vectors.into_iter().enumerate() {
            let mut from = vec![0; count.div_ceil(64)];
            from[place / 64] |= 1 << (place % 64);
            if let Some(relation) = space.insert(Generated { vector, from }) {
                kernel.push(relation);
            }
        }
        (space, kernel)
    }

    fn insert(&mut self, mut new: Generated) -> Option<Vec<u64>> {
        for (lead, row) in &self.rows {
            if has(&new.vector, *lead) {
                add(&mut new.vector, &row.vector);
                add(&mut new.from, &row.from);
            }
        }
        let Some(lead) = lead(&new.vector) else { return Some(new.from) };
        for (_, row) in &mut self.rows {
            if has(&row.vector, lead) {
                add(&mut row.vector, &new.vector);
                add(&mut row.from, &new.from);
            }
        }
        let place = self.rows.partition_point(|(other, _)| *other > lead);
        self.rows.insert(place, (lead, new));
        None
    }

    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    /// Whether the span has this vector.
    pub fn contains(&self, vector: &[u64]) -> bool {
        let mut rest = vector.to_vec();
        for (lead, row) in &self.rows {
            if has(&rest, *lead) {
                add(&mut rest, &row.vector);
            }
        }
        rest.iter().all(|&word| word == 0)
    }

    /// The greatest (or least) of `start xor v` over the span, as an unsigned number, and the
    /// combination that gives it. Leading bits are decided from the highest down, and no
    /// later row touches one already decided.
    pub fn extreme(&self, start: &[u64], greatest: bool) -> (Vec<u64>, Vec<u64>) {
        let mut vector = start.to_vec();
        let words = self.rows.first().map_or(0, |(_, row)| row.from.len());
        let mut from = vec![0; words];
        for (lead, row) in &self.rows {
            if has(&vector, *lead) != greatest {
                add(&mut vector, &row.vector);
                add(&mut from, &row.from);
            }
        }
        (vector, from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extremes_are_those_of_all_combinations() {
        for code in 0..1 << 12 {
            let vectors: Vec<u64> = (0..3).map(|i| code >> (4 * i) & 15).collect();
            let (space, kernel) = Space::of(vectors.iter().map(|&v| vec![v]), 3);
            assert_eq!(space.rank() + kernel.len(), 3);
            let value = |from: u64| {
                (0..3).filter(|i| from >> i & 1 == 1).fold(0, |sum, i| sum ^ vectors[i])
            };
            for start in [0, 5, 15] {
                let all = (0..8).map(|from| start ^ value(from));
                let (most, from) = space.extreme(&[start], true);
                assert_eq!(Some(most[0]), all.clone().max());
                assert_eq!(start ^ value(from.first().copied().unwrap_or(0)), most[0]);
                assert_eq!(Some(space.extreme(&[start], false).0[0]), all.min());
            }
            for relation in kernel {
                assert_ne!(relation[0], 0);
                assert_eq!(value(relation[0]), 0);
            }
        }
    }

    #[test]
    fn membership_is_that_of_the_span() {
        let (space, _) = Space::of([vec![3, 1], vec![0, 2]], 2);
        assert!(space.contains(&[3, 3]) && space.contains(&[0, 0]) && space.contains(&[0, 2]));
        assert!(!space.contains(&[1, 0]) && !space.contains(&[3, 0]));
    }
}
