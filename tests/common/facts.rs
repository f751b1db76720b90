//! The four facts of a small map by a loop over its points, and what a witness shows by evaluation.

use std::collections::HashSet;

use tileir::proof::Witness;
use tileir::{Axis, Extent, IndexSet, LayoutMap, Point};

/// Whether each fact is true, in the order of `Facts::each`.
pub fn truth(map: &LayoutMap) -> [bool; 4] {
    let (mut total, mut bounds, mut injective) = (true, true, true);
    let mut image = HashSet::new();
    for point in map.domain().points() {
        match map.eval_unbounded(&point) {
            Err(_) => total = false,
            Ok(value) => {
                bounds &= map.codomain().contains(&value);
                injective &= image.insert(value);
            }
        }
    }
    let covered = image.iter().filter(|value| map.codomain().contains(value)).count();
    let endless = map.codomain().axes().iter().any(|axis| axis.extent() == Extent::Integers);
    let surjective = if map.codomain().has_no_point() {
        assert!(!has_a_point(map.codomain()), "{map}");
        true
    } else {
        !endless && map.codomain().cardinality() == Some(covered as i64)
    };
    [total, bounds, injective, surjective]
}

/// Whether a set is seen to have a point: endless axes are looked at near 0.
fn has_a_point(set: &IndexSet) -> bool {
    let near = |axis: &Axis| axis.extent().finite().unwrap_or(16).min(16);
    let near = IndexSet::from_extents(&set.axes().iter().map(near).collect::<Vec<i64>>()).unwrap();
    near.points().any(|point| set.contains(&point))
}

/// Whether a witness, by evaluation alone, refutes the fact.
pub fn refutes(map: &LayoutMap, fact: &str, witness: &Witness) -> bool {
    let points = map.domain().points().count() as u128;
    let image =
        || -> HashSet<Point> { map.domain().points().filter_map(|p| map.eval(&p).ok()).collect() };
    let alone = match (fact, witness) {
        ("total", Witness::Undefined { point, .. }) => {
            map.domain().contains(point.values()) && map.eval_unbounded(point.values()).is_err()
        }
        ("bounds", Witness::Outside { point, value, .. }) => {
            map.eval_unbounded(point.values()).as_deref() == Ok(value.values())
                && !map.codomain().contains(value.values())
        }
        ("injective", Witness::Collision { first, second, value }) => {
            first != second
                && [first, second]
                    .iter()
                    .all(|p| map.eval_unbounded(p.values()).as_deref() == Ok(value.values()))
        }
        ("injective", Witness::Pigeonhole { points: all, values }) => {
            *all == points && *values < points && image().len() as u128 <= *values
        }
        ("surjective", Witness::Uncovered { value }) => {
            map.codomain().contains(value.values()) && !image().contains(value.values())
        }
        ("surjective", Witness::TooFew { values, codomain }) => {
            codomain.is_none_or(|n| *values < n) && image().len() as u128 <= *values
        }
        _ => false,
    };
    // As many points as values: a point without a value of its own leaves one uncovered.
    let square = fact == "surjective" && map.domain().cardinality() == map.codomain().cardinality();
    alone || (square && ["total", "bounds", "injective"].iter().any(|f| refutes(map, f, witness)))
}
