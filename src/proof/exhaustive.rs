//! The exhaustive strategy: every point, by [`LayoutMap::eval`] alone.
//!
//! It shares nothing with the other strategies, and so is also their oracle in tests. It is
//! the only one whose cost grows with the number of points; a [`Budget`](super::Budget) says
//! how many it may look at.

use std::collections::HashMap;

use super::Witness;
use super::finding::{Finding, Findings, Found};
use crate::index_set::{Extent, Point};
use crate::map::LayoutMap;

/// The facts of a map that are wanted, in the order of [`Facts`](super::Facts), by looking at
/// every point of its domain; or until each wanted one has failed.
pub(super) fn facts(map: &LayoutMap, wanted: [bool; 4]) -> Findings {
    let [total, bounds, injective, surjective] = wanted;
    let (mut undefined, mut outside, mut pair) = (None, None, None);
    let mut image = HashMap::new();
    let mut covered: u128 = 0;
    for point in map.domain().points() {
        let failed = (!total || undefined.is_some())
            && (!bounds || outside.is_some())
            && (!injective || pair.is_some());
        if failed && !surjective {
            break;
        }
        let Ok(value) = map.eval_unbounded(&point) else {
            undefined.get_or_insert(point);
            continue;
        };
        let inside = map.codomain().contains(&value);
        if !inside && outside.is_none() {
            outside = Some(point.clone());
        }
        match image.get(&value) {
            Some(first) if pair.is_none() => pair = Some((Point::clone(first), point)),
            Some(_) => {}
            None => {
                covered += u128::from(inside);
                image.insert(value, point);
            }
        }
    }
    let full = map.codomain().size().counted() == Some(covered);
    let onto = if !surjective {
        Err("not asked".to_string())
    } else if full {
        Ok(Finding::Holds)
    } else {
        let not_counted = || format!("the points of {} are not counted", map.codomain());
        uncovered(map, &image).map(Finding::Fails).ok_or_else(not_counted)
    };
    let decided = |wanted: bool, failure: Option<Option<Witness>>| match failure {
        _ if !wanted => Err("not asked".to_string()),
        None => Ok(Finding::Holds),
        Some(Some(witness)) => Ok(Finding::Fails(witness)),
        Some(None) => Err("the evaluator contradicts itself".to_string()),
    };
    let collision = |(first, second)| Witness::collision(map, first, second);
    Findings {
        total: decided(total, undefined.map(|point| Witness::undefined(map, point))),
        bounds: decided(bounds, outside.map(|point| Witness::outside(map, point))),
        injective: decided(injective, pair.map(collision)),
        surjective: onto,
    }
}

/// Whether two maps agree at every point of their domains, also in having no value.
pub(super) fn equal(left: &LayoutMap, right: &LayoutMap) -> Found {
    let elsewhere = (left.domain() != right.domain()).then(|| right.domain().points());
    let points = left.domain().points().chain(elsewhere.into_iter().flatten());
    first(points.filter_map(|point| Witness::difference(left, right, point)))
}

/// Whether the value never depends on `axis`: each point has the value of the first one that
/// has its other coordinates.
pub(super) fn constant_along(map: &LayoutMap, axis: usize) -> Found {
    let mut firsts: HashMap<Point, Point> = HashMap::new();
    first(map.domain().points().filter_map(|point| {
        let mut others = point.clone();
        others[axis] = 0;
        let first = firsts.entry(others).or_insert_with(|| point.clone()).clone();
        Witness::varies(map, first, point, 0)
    }))
}

fn first(mut witnesses: impl Iterator<Item = Witness>) -> Found {
    Ok(witnesses.next().map_or(Finding::Holds, Finding::Fails))
}

/// How many points that constraints exclude are passed over in search of an uncovered one.
const EXCLUDED_LIMIT: usize = 1 << 12;

/// A point of the codomain that is no value. Of a counted set that is not covered one is always
/// found: the image has fewer points than are looked at.
pub(super) fn uncovered(map: &LayoutMap, image: &HashMap<Point, Point>) -> Option<Witness> {
    let codomain = map.codomain();
    let looked_at = image.len().saturating_add(EXCLUDED_LIMIT);
    let free = |value: &Point| !image.contains_key(value) && codomain.contains(value);
    let value = match codomain.axes().iter().position(|axis| axis.extent() == Extent::Integers) {
        None if codomain.size().counted().is_some() => {
            codomain.points().take(image.len().saturating_add(1)).find(free)
        }
        None => codomain.hull().points().take(looked_at).find(free),
        Some(axis) => {
            // Beside the origin or beside a value: constraints may exclude the others.
            let origin = vec![0; codomain.rank()];
            let beside = [Some(&origin), image.keys().min()];
            let along = |from: &Point| {
                let from = from.clone();
                (0..looked_at as i64).map(move |x| {
                    let mut value = from.clone();
                    value[axis] = x;
                    value
                })
            };
            beside.into_iter().flatten().flat_map(along).find(free)
        }
    };
    Witness::uncovered(map, value?)
}
