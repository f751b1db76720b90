//! The structural strategy: what the kind of node says, given the facts of its parts.
//!
//! | node | holds if |
//! |---|---|
//! | identity, permute | always, all four |
//! | project | total, in bounds, onto; injective if no dropped axis has two points |
//! | product | total, in bounds, injective, onto: every factor |
//! | translate | total: the map total, in bounds, and no sum overflows; injective: the map |
//! | compose | total: the inner total and in bounds, the outer total; in bounds: the outer; injective, onto: both |
//! | regroup | always, all four |
//! | recast | total: the map, if no unit grows; injective: the map |
//! | transform | what the map is, by the transform's claim to be a bijection |
//! | piecewise | total, in bounds: every piece; onto: any piece; injective: [the pairs](super::pieces) |
//!
//! A map whose value goes on into another is checked against its codomain as it is evaluated, so
//! that what has a value there is in bounds. A part's witness is tried on the whole.

use super::finding::{Finding, Findings, Found, fails_at};
use super::{Facts, Verdict, Witness};
use crate::index_set::{Extent, Point};
use crate::map::{LayoutMap, Node};

/// The facts of a node that has no parts and no arithmetic; its domain has a point.
pub(super) fn of_node(map: &LayoutMap) -> Option<Findings> {
    let holds: Found = Ok(Finding::Holds);
    let injective = match map.node() {
        Node::Identity | Node::Permute { .. } | Node::Regroup(_) => holds.clone(),
        Node::Project { keep } => dropped(map, keep),
        _ => return None,
    };
    let covered = match map.node() {
        // A constraint on dropped axes may leave a point of the kept ones without any.
        Node::Project { .. } if !map.domain().is_box() => Err("the domain is constrained".into()),
        _ => holds.clone(),
    };
    let (total, bounds, surjective) = (holds.clone(), holds, covered);
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
    match moved {
        Some(witness) => Ok(Finding::Fails(witness)),
        None if map.domain().is_box() => Ok(Finding::Holds),
        None => Err("the domain is constrained".to_string()),
    }
}

/// The facts of a node from those of its operands, in order.
pub(super) fn of_parts(map: &LayoutMap, parts: &[&Facts]) -> Findings {
    // The parts that end in the map's codomain are not checked against it.
    let last = |place: usize| match map.node() {
        Node::Compose { .. } => place == 0,
        Node::Product(_) | Node::Piecewise(_) => true,
        _ => false,
    };
    let sound = parts
        .iter()
        .enumerate()
        .all(|(place, part)| part.total.is_proved() && (last(place) || part.bounds.is_proved()));
    let inside =
        parts.iter().enumerate().all(|(place, part)| !last(place) || part.bounds.is_proved());
    let all = |fact: fn(&Facts) -> &Verdict| parts.iter().all(|part| fact(part).is_proved());
    let places = places(map);
    let undefined = || {
        let lacking = places.iter().zip(parts).flat_map(|(place, part)| {
            [&part.total, &part.bounds].map(|verdict| lifted_point(map, place.as_ref()?, verdict))
        });
        lacking.flatten().filter_map(|point| Witness::undefined(map, point))
    };
    let outside = || {
        places.iter().zip(parts).filter_map(|(place, part)| {
            let point = lifted_point(map, place.as_ref()?, &part.bounds)?;
            Witness::outside(map, point)
        })
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
    let (bounds, exact) = match map.node() {
        Node::Translate { offset, map: inner } => shifts(map, inner, offset),
        Node::Recast { units, map: inner } => {
            let same = units.up() == 1 && units.down() == 1;
            (Ok(Finding::Holds), same && map.codomain() == inner.codomain())
        }
        Node::Transform { map: inner, .. } => {
            (Ok(Finding::Holds), map.codomain() == inner.codomain())
        }
        _ if inside => (Ok(Finding::Holds), true),
        _ => (fails_at(outside(), "a part is not proved in bounds"), true),
    };
    let everywhere = match map.node() {
        Node::Translate { offset, map: inner } => fits(inner, offset),
        Node::Recast { units, map: inner } => units.down() == 1 && scales(inner, units.up()),
        _ => true,
    };
    let (injective, surjective) = match map.node() {
        // Pieces may have values in common, and may be onto together.
        Node::Piecewise(_) => {
            (parts.len() == 1, parts.iter().any(|part| part.surjective.is_proved()))
        }
        _ => (true, exact && all(|part| &part.surjective)),
    };
    Findings {
        total: match sound && everywhere {
            true => Ok(Finding::Holds),
            false => fails_at(undefined(), "a part is not proved total and in bounds"),
        },
        bounds,
        injective: match injective && all(|part| &part.injective) {
            true => Ok(Finding::Holds),
            false => fails_at(collisions(), "a part is not proved injective"),
        },
        surjective: match surjective {
            true => Ok(Finding::Holds),
            false => fails_at(uncovered(map, parts), "a part is not proved surjective"),
        },
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

/// Whether no coordinate of the inner codomain, times a factor, leaves 64 bits.
fn scales(inner: &LayoutMap, factor: i64) -> bool {
    inner.codomain().axes().iter().all(|axis| match axis.extent() {
        Extent::Finite(n) => (n - 1).max(0).checked_mul(factor).is_some(),
        Extent::Integers => factor == 1,
    })
}

/// Whether the shifted codomain lies in the map's, and whether it is all of it.
fn shifts(map: &LayoutMap, inner: &LayoutMap, offset: &[i64]) -> (Found, bool) {
    let boxes = inner.codomain().is_box() && map.codomain().is_box();
    let (mut inside, mut exact) = (map.codomain().is_box(), boxes);
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
        prove(&map, &Budget::of_points(0))
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
            facts(map).bounds.to_string(),
            "disproved by structure: (j = 3, i = 0) maps to (a = 3, i = 0): \
             3 is outside the codomain axis a : 3"
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
        let project = |text: &str| prove(&text.parse().unwrap(), &Budget::of_points(0));
        assert_eq!(
            project("project<(i : 4, j : 2) -> (i)>").injective.to_string(),
            "disproved by structure: (i = 0, j = 0) and (i = 0, j = 1) both map to (i = 0)"
        );
        assert!(project("project<(i : 4, j : 1) -> (i)>").injective.is_proved());
        assert!(project("project<(i : 4, j : 2) -> (i)>").surjective.is_proved());
    }
}
