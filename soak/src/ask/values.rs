//! Questions about the values of a map as a set: its image, their number, and whether it has one
//! in common with another map, or with itself moved by one.

use super::{Asking, Judged, right};
use crate::oracle::{self, Listing};
use crate::tally::Question;
use tileir::LayoutMap;
use tileir::proof::{Budget, Witness, cardinality, disjoint, image};

/// The map whose values lie by one further on the first axis; `None` where they leave 64 bits.
pub(super) fn moved(map: &LayoutMap) -> Option<Listing> {
    let offset = (0..map.codomain().rank()).map(|axis| i64::from(axis == 0)).collect();
    Some(Listing::of(&LayoutMap::translate(offset, map.clone(), None).ok()?))
}

impl Asking {
    pub(super) fn images(&mut self, budgets: &[Budget]) {
        for budget in budgets {
            let answer = image(&self.listing.map, budget);
            let exact = answer.value().is_none_or(|image| oracle::is_image(&self.listing, image));
            self.count(Question::Image, &answer, exact, budget, || format!("image: {answer}"));

            let count = cardinality(&self.listing.map, budget);
            let exact = oracle::is_count(&self.listing, &count);
            self.count(Question::Count, &count.values, exact, budget, || format!("count: {count}"));
        }
    }

    pub(super) fn apart(&mut self, budgets: &[Budget]) {
        let others = [self.moved.clone(), self.other.clone()];
        for other in others.into_iter().flatten() {
            let truth = oracle::disjoint(&self.listing, &other);
            let mut judged = Judged::nothing();
            for budget in budgets {
                let verdict = disjoint(&self.listing.map, &other.map, budget);
                let refutes = |w: &Witness| oracle::refutes_disjoint(&self.listing, &other, w);
                let right = judged.right(&verdict, || right(&verdict, Some(truth), refutes));
                let what = || format!("disjoint from {}: {verdict}", other.map);
                self.count(Question::Disjoint, &verdict, right, budget, what);
            }
        }
    }
}
