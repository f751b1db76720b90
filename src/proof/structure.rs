//! The structural strategy: what the kind of node says, given the facts of its parts.
//!
//! | node | holds if |
//! |---|---|
//! | identity, permute | always, all four |
//! | project | total, in bounds, onto; injective if no dropped axis has two points |
//! | product | total: every factor total and in bounds; injective, onto: every factor |
//! | translate | total: the map total, in bounds, and no sum overflows; injective: the map |
//! | compose | total: both total and in bounds; injective, onto: both |
//!
//! A product or composition checks its parts' codomains as it is evaluated, so that what has a
//! value is in bounds. A part's witness is tried on the whole.

use super::finding::{Finding, Findings, Found, fails_at};
use super::{Facts, Verdict, Witness};
use crate::index_set::{Extent, Point};
use crate::map::{LayoutMap, Node};

/// The facts of a node that has no parts and no arithmetic; its domain has a point.
pub(super) fn of_node(map: &LayoutMap) -> Option<Findings> {
    let holds: Found = Ok(Finding::Holds);
    let injective = match map.node() {
        Node::Identity | Node::Permute { .. } => holds.clone(),
        Node::Project { keep } => dropped(map, keep),
        _ => return None,
    };
    let (total, bounds, surjective) = (holds.clone(), holds.clone(), holds);
    Some(Findings { total, bounds, injective, surjective })
}

fn dropped(map: &LayoutMap, keep: &[usize]) -> Found {
    let axes = map.domain().axes().iter().enumerate();
    let moved = axes
        .filter(|(axis, set)| !keep.contains(axis) && set.extent().contains(1))
        .filter_map(|(axis, _)| {
            let (origin, mut moved) = (vec![0; map.domain().rank()], vec![0; map.domain().rank()]);
            moved[axis] = 1;
            Witness::collision(map, origin, moved)
        })
        .next();
    Ok(moved.map_or(Finding::Holds, Finding::Fails))
}

/// The facts of a node from those of its operands, in order.
pub(super) fn of_parts(map: &LayoutMap, parts: &[&Facts]) -> Findings {
    let sound = parts.iter().all(|part| part.total.is_proved() && part.bounds.is_proved());
    let all = |fact: fn(&Facts) -> &Verdict| parts.iter().all(|part| fact(part).is_proved());
    let places = places(map);
    let undefined = || {
        let lacking = places.iter().zip(parts).flat_map(|(place, part)| {
            [&part.total, &part.bounds].map(|verdict| lifted_point(map, place.as_ref()?, verdict))
        });
        lacking.flatten().filter_map(|point| Witness::undefined(map, point))
    };
    let collisions = || {
        places.iter().zip(parts).filter_map(|(place, part)| match part.injective.witness()? {
            Witness::Collision { first, second, .. } => {
                let lift = |point: &[i64]| lifted(map, place.as_ref()?, point);
                Witness::collision(map, lift(first.values())?, lift(second.values())?)
            }
            _ => None,
        })
    };
    let (translated, exact) = match map.node() {
        Node::Translate { offset, map: inner } => shifts(map, inner, offset),
        _ => (Ok(Finding::Holds), true),
    };
    let no_overflow = match map.node() {
        Node::Translate { offset, map: inner } => fits(inner, offset),
        _ => true,
    };
    let holds_if = |condition: bool, otherwise: Found| {
        if condition { Ok(Finding::Holds) } else { otherwise }
    };
    Findings {
        total: holds_if(
            sound && no_overflow,
            fails_at(undefined(), "a part is not proved total and in bounds"),
        ),
        bounds: translated,
        injective: holds_if(
            all(|part| &part.injective),
            fails_at(collisions(), "a part is not proved injective"),
        ),
        surjective: holds_if(
            exact && all(|part| &part.surjective),
            fails_at(uncovered(map, parts), "a part is not proved surjective"),
        ),
    }
}

/// For each operand, where its axes begin among the map's, if they are axes of the map.
fn places(map: &LayoutMap) -> Vec<Option<usize>> {
    match map.node() {
        Node::Compose { .. } => vec![None, Some(0)],
        Node::Product(factors) => {
            let mut start = 0;
            let place = |factor: &LayoutMap| {
                start += factor.domain().rank();
                Some(start - factor.domain().rank())
            };
            factors.iter().map(place).collect()
        }
        node => vec![Some(0); node.operands().len()],
    }
}

/// The point at which a part fails, as a point of the whole with 0 elsewhere.
fn lifted_point(map: &LayoutMap, place: &usize, verdict: &Verdict) -> Option<Point> {
    match verdict.witness()? {
        Witness::Undefined { point, .. } | Witness::Outside { point, .. } => {
            lifted(map, place, point.values())
        }
        _ => None,
    }
}

fn lifted(map: &LayoutMap, place: &usize, point: &[i64]) -> Option<Point> {
    let mut whole = vec![0; map.domain().rank()];
    whole.get_mut(*place..place + point.len())?.copy_from_slice(point);
    Some(whole)
}

/// Whether no sum of an offset and a coordinate of the inner codomain leaves 64 bits.
fn fits(inner: &LayoutMap, offset: &[i64]) -> bool {
    inner.codomain().axes().iter().zip(offset).all(|(axis, &by)| match axis.extent() {
        Extent::Finite(n) => by.checked_add((n - 1).max(0)).is_some(),
        Extent::Integers => by == 0,
    })
}

/// Whether the shifted codomain lies in the map's, and whether it is all of it.
fn shifts(map: &LayoutMap, inner: &LayoutMap, offset: &[i64]) -> (Found, bool) {
    let (mut inside, mut exact) = (true, true);
    let axes = inner.codomain().axes().iter().zip(map.codomain().axes()).zip(offset);
    for ((from, to), &by) in axes {
        let (holds, onto) = match (from.extent(), to.extent()) {
            (_, Extent::Integers) => (true, by == 0 && from.extent() == Extent::Integers),
            (Extent::Finite(n), Extent::Finite(m)) => {
                let end = by.checked_add(n);
                (by >= 0 && end.is_some_and(|end| end <= m), by == 0 && n == m)
            }
            (Extent::Integers, Extent::Finite(_)) => (false, false),
        };
        inside &= holds;
        exact &= onto;
    }
    let bounds = if inside {
        Ok(Finding::Holds)
    } else {
        Err("the shifted codomain is not in the codomain".to_string())
    };
    (bounds, exact)
}

/// Values that the outer map, or one factor, never has.
fn uncovered<'a>(
    map: &'a LayoutMap,
    parts: &'a [&Facts],
) -> impl Iterator<Item = Witness> + use<'a> {
    let starts = match map.node() {
        Node::Compose { .. } => vec![Some(0), None],
        Node::Product(factors) => {
            let mut start = 0;
            let place = |factor: &LayoutMap| {
                start += factor.codomain().rank();
                Some(start - factor.codomain().rank())
            };
            factors.iter().map(place).collect()
        }
        node => vec![None; node.operands().len()],
    };
    starts.into_iter().zip(parts).filter_map(|(start, part)| {
        let Witness::Uncovered { value } = part.surjective.witness()? else { return None };
        let mut whole = vec![0; map.codomain().rank()];
        let start = start?;
        whole.get_mut(start..start + value.values().len())?.copy_from_slice(value.values());
        Witness::uncovered(map, whole)
    })
}

#[cfg(test)]
mod tests {
    use crate::map::LayoutMap;
    use crate::proof::{Budget, Facts, prove};

    /// `rotation` after itself 2^20 times: too long for a program.
    fn long(rotation: &str) -> LayoutMap {
        let rotation: LayoutMap = rotation.parse().unwrap();
        (0..20).fold(rotation, |f, _| LayoutMap::compose(f.clone(), f).unwrap())
    }

    fn facts(map: LayoutMap) -> Facts {
        assert!(map.program().is_none());
        prove(&map, &Budget { points: 0 })
    }

    fn product(factors: [&str; 1], long: LayoutMap) -> LayoutMap {
        let parsed = factors.into_iter().map(|factor| factor.parse().unwrap());
        LayoutMap::product(parsed.chain([long]).collect()).unwrap()
    }

    const ROTATION: &str = "expr<(i : 8) -> ((i + 3) mod 8) to (i : 8)>";

    #[test]
    fn a_composition_is_what_its_parts_are() {
        for (name, verdict) in facts(long(ROTATION)).each() {
            assert_eq!(verdict.to_string(), "proved by structure", "{name}");
        }
        let folded = facts(long("expr<(i : 8) -> (i * 2 mod 8) to (i : 8)>"));
        assert_eq!(
            folded.injective.to_string(),
            "disproved by structure: (i = 0) and (i = 4) both map to (i = 0)"
        );
        assert_eq!(
            folded.surjective.to_string(),
            "disproved by structure: no point maps to (i = 7) of (i : 8)"
        );
    }

    #[test]
    fn a_factor_that_fails_is_a_point_of_the_product() {
        let map = product(["expr<(j : 4) -> (j) to (a : 3)>"], long(ROTATION));
        assert_eq!(
            facts(map).total.to_string(),
            "disproved by structure: at (j = 3, i = 0), 3 is outside the codomain axis a : 3"
        );
        let map = product(["expr<(j : 4) -> (j floordiv 2) to (a : 3)>"], long(ROTATION));
        let found = facts(map);
        assert_eq!(
            found.injective.to_string(),
            "disproved by structure: (j = 0, i = 0) and (j = 1, i = 0) both map to (a = 0, i = 0)"
        );
        assert_eq!(
            found.surjective.to_string(),
            "disproved by structure: no point maps to (a = 2, i = 0) of (a : 3, i : 8)"
        );
    }

    #[test]
    fn a_translation_moves_the_codomain() {
        let moved = |offset, codomain: &str| {
            let codomain = Some(codomain.parse().unwrap());
            facts(LayoutMap::translate(vec![offset], long(ROTATION), codomain).unwrap())
        };
        let inside = moved(2, "(a : 10)");
        assert!(inside.total.is_proved() && inside.bounds.is_proved());
        assert!(inside.injective.is_proved() && inside.surjective.is_disproved());
        assert!(moved(0, "(a : 8)").surjective.is_proved());
        assert!(moved(2, "(a : 9)").bounds.is_unknown());
        assert!(moved(i64::MAX - 6, "(a)").total.is_unknown());
        assert!(moved(i64::MAX - 7, "(a)").total.is_proved());
    }

    #[test]
    fn a_projection_drops_points() {
        let project = |text: &str| prove(&text.parse().unwrap(), &Budget { points: 0 });
        assert_eq!(
            project("project<(i : 4, j : 2) -> (i)>").injective.to_string(),
            "disproved by structure: (i = 0, j = 0) and (i = 0, j = 1) both map to (i = 0)"
        );
        assert!(project("project<(i : 4, j : 1) -> (i)>").injective.is_proved());
        assert!(project("project<(i : 4, j : 2) -> (i)>").surjective.is_proved());
    }
}
