//! Affine maps over GF(2) on flat indices, and solving them.

/// Vectors over GF(2) in echelon form, each with the combination of inputs that it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Echelon {
    rows: Vec<(u64, u64)>,
}

impl Echelon {
    /// Adds the image of an input; `false` if it depends on those before.
    pub(super) fn insert(&mut self, image: u64, input: u64) -> bool {
        let (rest, combination) = self.reduce(image, input);
        if rest == 0 {
            return false;
        }
        self.rows.push((rest, combination));
        self.rows.sort_unstable_by_key(|&(row, _)| std::cmp::Reverse(row));
        true
    }

    /// The combination of inputs whose image is `image`, if there is one.
    pub(super) fn solve(&self, image: u64) -> Option<u64> {
        let (rest, combination) = self.reduce(image, 0);
        (rest == 0).then_some(combination)
    }

    fn reduce(&self, mut image: u64, mut combination: u64) -> (u64, u64) {
        for &(row, input) in &self.rows {
            if image ^ row < image {
                image ^= row;
                combination ^= input;
            }
        }
        (image, combination)
    }
}

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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solve_gives_a_combination_with_the_image_asked_for() {
        let images = [0b0011, 0b0110, 0b0101, 0b1000];
        let mut echelon = Echelon::default();
        let independent: Vec<bool> = (0..4).map(|i| echelon.insert(images[i], 1 << i)).collect();
        assert_eq!(independent, [true, true, false, true]);
        for image in 0..16 {
            let reachable = (0..16u64).any(|combination| apply(&images, combination) == image);
            let solved = echelon.solve(image);
            assert_eq!(solved.is_some(), reachable);
            assert!(solved.is_none_or(|combination| apply(&images, combination) == image));
        }
    }

    fn apply(images: &[u64], combination: u64) -> u64 {
        let set = (0..images.len()).filter(|i| combination >> i & 1 == 1);
        set.fold(0, |value, i| value ^ images[i])
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
