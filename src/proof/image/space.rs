//! An affine space over GF(2): an origin, XORed with any sum of bases.
//!
//! ```text
//! 8 xor span{1, 6}       8  9  14  15
//! ```
//!
//! A value is in it if what it differs by from the origin is in the span; it has `2^rank` points.
//! Two spaces meet exactly if the difference of their origins is in the span of all bases.

use crate::gf2::Echelon;

/// An affine space; a vector has a word for each row.
#[derive(Clone, Debug)]
pub(super) struct Space {
    origin: Vec<u64>,
    span: Echelon<Vec<u64>>,
}

impl Space {
    pub fn of(origin: Vec<u64>, bases: impl IntoIterator<Item = Vec<u64>>) -> Space {
        let span = Echelon::of(bases);
        // The least of its points, so that equal spaces look the same.
        let origin = span.extreme(origin, false);
        Space { origin, span }
    }

    /// The point from which the bases lead to all others.
    pub fn origin(&self) -> &[u64] {
        &self.origin
    }

    /// Independent bases, each with its highest bit alone of them.
    pub fn bases(&self) -> impl Iterator<Item = &[u64]> {
        self.span.rows().map(|(row, _)| row.as_slice())
    }

    pub fn cardinality(&self) -> Option<u128> {
        1u128.checked_shl(u32::try_from(self.span.rows().count()).ok()?)
    }

    pub fn contains(&self, value: &[i64]) -> bool {
        self.span.contains(self.offset(value.iter().map(|&v| v as u64)))
    }

    pub fn covers(&self, other: &Space) -> bool {
        self.span.contains(self.offset(other.origin.iter().copied()))
            && other.bases().all(|basis| self.span.contains(basis.to_vec()))
    }

    pub fn meets(&self, other: &Space) -> bool {
        let both = Echelon::of(self.bases().chain(other.bases()).map(<[u64]>::to_vec));
        both.contains(self.offset(other.origin.iter().copied()))
    }

    fn offset(&self, value: impl Iterator<Item = u64>) -> Vec<u64> {
        value.zip(&self.origin).map(|(v, o)| v ^ o).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_has_two_to_the_rank_points() {
        let space = Space::of(vec![14], [vec![1], vec![6], vec![7]]);
        assert_eq!((space.origin(), space.cardinality()), (&[8][..], Some(4)));
        let points: Vec<i64> = (0..16).filter(|&v| space.contains(&[v])).collect();
        assert_eq!(points, [8, 9, 14, 15]);
        assert!(space.covers(&Space::of(vec![9], [vec![7]])));
        assert!(!space.covers(&Space::of(vec![9], [vec![2]])));
        assert!(space.meets(&Space::of(vec![10], [vec![4]])));
        assert!(!space.meets(&Space::of(vec![10], [vec![1]])));
    }
}
