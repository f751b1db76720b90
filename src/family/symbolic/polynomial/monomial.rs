//! Products of powers of atoms, and their order.
//!
//! ```text
//! n * n * m  >  n * m * m  >  m * m * m  >  n * n  >  …  >  1
//! ```
//!
//! By degree, then by the least atom. **The law.** Products keep the order: `a < b` gives
//! `a * c < b * c`, so that a division that takes the greatest monomial first ends.

use std::cmp::Ordering;

use super::Atom;

/// Powers of atoms, by ascending atom, no power 0.
pub(in crate::family::symbolic) type Monomial = Vec<(Atom, u32)>;

pub(in crate::family::symbolic) fn degree(monomial: &[(Atom, u32)]) -> u32 {
    monomial.iter().fold(0, |sum, (_, power)| sum.saturating_add(*power))
}

/// By degree, then by the powers of the least atom in which they differ. Products keep it.
pub(super) fn order(a: &Monomial, b: &Monomial) -> Ordering {
    let by_degree = degree(a).cmp(&degree(b));
    by_degree.then_with(|| {
        let differ = a.iter().zip(b).find(|(left, right)| left != right);
        match differ {
            Some(((x, power), (y, other))) if x == y => power.cmp(other),
            Some(((x, _), (y, _))) => y.cmp(x),
            None => a.len().cmp(&b.len()),
        }
    })
}

pub(super) fn multiplied(a: &Monomial, b: &Monomial) -> Monomial {
    let mut product = a.clone();
    for (atom, power) in b {
        match product.binary_search_by(|(own, _)| own.cmp(atom)) {
            Ok(found) => product[found].1 = product[found].1.saturating_add(*power),
            Err(place) => product.insert(place, (atom.clone(), *power)),
        }
    }
    product
}

/// `a / b`, if `b` divides `a`.
pub(in crate::family::symbolic) fn divided(a: &Monomial, b: &Monomial) -> Option<Monomial> {
    let holds =
        |(atom, power): &(Atom, u32)| a.iter().any(|(own, most)| most >= power && own == atom);
    if a.len() < b.len() || !b.iter().all(holds) {
        return None;
    }
    let rest = a.iter().map(|(atom, power)| {
        let taken = b.iter().find(|(own, _)| own == atom).map_or(0, |(_, taken)| *taken);
        (atom, power.saturating_sub(taken))
    });
    Some(rest.filter(|(_, power)| *power > 0).map(|(atom, power)| (atom.clone(), power)).collect())
}
