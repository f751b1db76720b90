//! Subspaces of GF(2), each given by vectors that span it: bases, intersections, complements.
//!
//! ```text
//! U = <01>     V = <10>     a complement of both: <11>
//! ```
//!
//! That such a common complement is there is what swizzles rest on. Let `I` be the intersection of
//! `U` and `V`, `u1 … up` what completes `I` to `U`, `v1 … vq` to `V`. The sums `u1 + v1`,
//! `u2 + v2`, … are independent of each other modulo `U`, where they are the `v`s, and modulo
//! `V`. With what completes `U + V` to the whole space they are as many as the larger of both
//! leaves room for.

use crate::gf2::Echelon;

/// A reduced basis, in ascending order.
pub(super) fn basis(vectors: &[u64]) -> Vec<u64> {
    let span = Echelon::of(vectors.iter().copied());
    let mut basis: Vec<u64> = span.rows().map(|(&row, _)| row).collect();
    basis.sort_unstable();
    basis
}

/// Those of `more` that are independent of `space` and of each other.
pub(super) fn completing(space: &[u64], more: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut span = Echelon::of(space.iter().copied());
    more.into_iter().filter(|&vector| span.insert(vector)).collect()
}

/// A basis of the vectors in both spaces, by Zassenhaus: of the rows `u|u` and `v|0`, reduced,
/// those with nothing on the left have on the right what is in both.
pub(super) fn intersection(u: &[u64], v: &[u64]) -> Vec<u64> {
    let doubled = u.iter().map(|&u| u128::from(u) << 64 | u128::from(u));
    let single = v.iter().map(|&v| u128::from(v) << 64);
    let span = Echelon::of(doubled.chain(single));
    let both: Vec<u64> =
        span.rows().filter(|(_, lead)| *lead < 64).map(|(&row, _)| row as u64).collect();
    basis(&both)
}

/// Vectors of `whole` that are independent modulo `u` and modulo `v`, as many as there are; those
/// outside `u + v` first.
pub(super) fn common_complement(whole: &[u64], u: &[u64], v: &[u64]) -> Vec<u64> {
    let (u, v) = (intersection(whole, u), intersection(whole, v));
    let both = intersection(&u, &v);
    let sums = completing(&both, u.iter().copied())
        .into_iter()
        .zip(completing(&both, v.iter().copied()))
        .map(|(u, v)| u ^ v);
    let outside = completing(&[u.as_slice(), &v].concat(), whole.iter().copied());
    outside.into_iter().chain(sums).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every vector of a space of four bits.
    fn all(vectors: &[u64]) -> Vec<u64> {
        let span = Echelon::of(vectors.iter().copied());
        (0..16).filter(|&vector| span.contains(vector)).collect()
    }

    #[test]
    fn intersections_and_complements_are_those_of_all_vectors() {
        let whole = [1, 2, 4, 8];
        for code in 0..1u64 << 16 {
            let vector = |place: u64| code >> (4 * place) & 15;
            let (u, v) = ([vector(0), vector(1)], [vector(2), vector(3)]);
            let (in_u, in_v) = (all(&u), all(&v));
            let both: Vec<u64> = in_u.iter().copied().filter(|x| in_v.contains(x)).collect();
            assert_eq!(all(&intersection(&u, &v)), both);
            let complement = common_complement(&whole, &u, &v);
            let size = all(&complement).len();
            assert_eq!(size, 1 << complement.len());
            assert_eq!(size * in_u.len().max(in_v.len()), 16);
            let outside = |space: &[u64]| intersection(&complement, space).is_empty();
            assert!(outside(&u) && outside(&v));
        }
    }
}
