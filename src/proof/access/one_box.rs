//! Maps whose domains are parts of one box: one set written in two ways, or two sets.
//!
//! ```text
//! (i : 8, j : 8 where i lt j)      and      (i : 8, j : 8 where j gt i)        one set
//! (i : 8 where i lt 5)             and      (i : 8)                            differ from 5 on
//! ```
//!
//! A set is compared by the map that is 1 at its points and 0 elsewhere in the box. Where both
//! are one set, maps over them are compared as over the first. At a point of one set alone the map
//! over the other has no value, so such a point shows a difference, and so does a point of both
//! sets with two values, which [integer points](crate::proof::presburger) are asked for. Else every
//! point of either is looked at.

use super::{NO_POINTS, equal};
use crate::error::MapError;
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::index_set::IndexSet;
use crate::map::LayoutMap;
use crate::proof::driver::over;
use crate::proof::finding::Finding;
use crate::proof::presburger::{self, Steps};
use crate::proof::{Budget, Strategy, Verdict, Witness, exhaustive};

/// Whether maps into one codomain agree, whose domains are different sets in one box.
pub(super) fn agree(left: &LayoutMap, right: &LayoutMap, budget: &Budget) -> Verdict {
    let (first, second) = (left.domain(), right.domain());
    let one_set = is_one_set(first, second, budget);
    if one_set.is_proved()
        && let Ok(same) = LayoutMap::inclusion(first.clone(), second.clone())
        && let Ok(right) = LayoutMap::fuse(right, &same, &NO_POINTS)
    {
        return equal(left, &right, budget);
    }
    if let Verdict::Disproved { witness: Witness::Difference { point, .. }, by, .. } = &one_set
        && let Some(witness) = Witness::difference(left, right, point.values().to_vec())
    {
        return Verdict::disproved(witness, *by);
    }
    let of_both = presburger::equal(left, right, || true, &mut Steps(budget.steps));
    if let Ok(Finding::Fails(witness)) = of_both {
        return Verdict::disproved(witness, Strategy::Presburger);
    }
    for map in [left, right] {
        if map.domain().few(budget.points).is_none() {
            let why = format!("{first} and {second} are not proved to be one set");
            return Verdict::Unknown { why: format!("{why}; {}", over(map, budget.points)) };
        }
    }
    let by = Strategy::Exhaustive;
    match exhaustive::equal(left, right) {
        Ok(Finding::Holds) => Verdict::proved(by),
        Ok(Finding::Fails(witness)) => Verdict::disproved(witness, by),
        Err(why) => Verdict::Unknown { why },
    }
}

fn is_one_set(first: &IndexSet, second: &IndexSet, budget: &Budget) -> Verdict {
    let nothing = |_| Verdict::Unknown { why: "a set has no map of its own".to_string() };
    let compared = membership(first).and_then(|first| {
        Ok(equal(&first, &membership(second)?, &Budget { points: 0, ..*budget }))
    });
    compared.unwrap_or_else(nothing)
}

/// 1 at the points of the set, 0 at those of its box where a constraint is 0, and no value where
/// one has none.
fn membership(set: &IndexSet) -> Result<LayoutMap, MapError> {
    let mut builder = ProgramBuilder::default();
    let zero = builder.constant(0);
    let mut inside = builder.constant(1);
    let inputs: Vec<u32> = (0..set.rank()).map(|axis| builder.coord(axis)).collect();
    let constraints = set.constraints().map(|all| builder.inline(all, &inputs));
    for constraint in constraints.unwrap_or_default() {
        let holds = builder.binary(BinaryOp::Ne, constraint, zero);
        inside = builder.binary(BinaryOp::And, inside, holds);
    }
    LayoutMap::expr(set.hull(), IndexSet::from_extents(&[2])?, builder.finish(&[inside]))
}
