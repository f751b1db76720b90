//! The four facts of a [`Listing`], and which witnesses refute them.

use super::{Listing, sets};
use std::collections::HashSet;
use tileir::Point;
use tileir::proof::Witness;

/// Whether a map is total, in bounds, injective and surjective; `None` where every point does not
/// tell: how many points of an endless codomain satisfy a constraint.
pub fn facts(listing: &Listing) -> [Option<bool>; 4] {
    let mut image: HashSet<&Point> = HashSet::new();
    let (mut total, mut bounds, mut injective) = (true, true, true);
    for (_, value) in listing.rows() {
        match value {
            None => total = false,
            Some(value) => {
                bounds &= listing.holds(value);
                injective &= image.insert(value);
            }
        }
    }
    let codomain = listing.map.codomain();
    let covered = image.iter().filter(|value| listing.holds(value)).count() as u128;
    let surjective = match sets::count(codomain) {
        Some(points) => Some(covered == points),
        None if codomain.is_box() => Some(false),
        None => None,
    };
    [Some(total), Some(bounds), Some(injective), surjective]
}

/// Whether a witness, by the listing alone, refutes a fact (`total`, `bounds`, `injective`,
/// `surjective`).
pub fn refutes(listing: &Listing, fact: &str, witness: &Witness) -> bool {
    let points = listing.points.len() as u128;
    let codomain = sets::count(listing.map.codomain());
    // As many points as values: a point without a value of its own leaves one uncovered.
    if fact == "surjective" && codomain == Some(points) {
        let others = ["total", "bounds", "injective"];
        if others.iter().any(|fact| at_points(listing, fact, witness)) {
            return true;
        }
    }
    at_points(listing, fact, witness)
}

fn at_points(listing: &Listing, fact: &str, witness: &Witness) -> bool {
    match (fact, witness) {
        ("total", Witness::Undefined { point, .. }) => listing.at(point.values()) == Some(None),
        ("bounds", Witness::Outside { point, value, .. }) => {
            has(listing, point.values(), value.values()) && !listing.holds(value.values())
        }
        ("injective", Witness::Collision { first, second, value }) => {
            first.values() != second.values()
                && [first, second].iter().all(|p| has(listing, p.values(), value.values()))
        }
        ("injective", Witness::Pigeonhole { points, values }) => {
            let evaluated = listing.values.iter().flatten().count() as u128;
            *points == evaluated && values < points && image(listing, false) <= *values
        }
        ("surjective", Witness::Uncovered { value }) => {
            let hit = |own: &Point| own.as_slice() == value.values();
            listing.holds(value.values()) && !listing.values.iter().flatten().any(hit)
        }
        ("surjective", Witness::TooFew { values, codomain }) => {
            *codomain == sets::count(listing.map.codomain())
                && codomain.is_none_or(|points| *values < points)
                && image(listing, true) <= *values
        }
        _ => false,
    }
}

fn has(listing: &Listing, point: &[i64], value: &[i64]) -> bool {
    listing.at(point).flatten().is_some_and(|own| own.as_slice() == value)
}

/// The number of values; of those in the codomain only, where that is asked.
fn image(listing: &Listing, inside: bool) -> u128 {
    let values = listing.values.iter().flatten().filter(|value| !inside || listing.holds(value));
    values.collect::<HashSet<_>>().len() as u128
}
