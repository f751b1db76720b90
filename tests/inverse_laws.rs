//! The laws of inverses, on maps of every kind against brute force.
//!
//! ```text
//! g(f(x)) = x on the domain      f(g(y)) = y on the image      the image is the set of values
//! ```

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::Choices;
use proptest::prelude::*;
use tileir::map::{Inverse, NoInverse, try_inverse};
use tileir::proof::Budget;
use tileir::{LayoutMap, Point};

const NOTHING: Budget = Budget::of_points(0);

/// Boxes of more points are not looked at one by one.
const LARGE: i64 = 1 << 12;

/// The point of each value; `None` if some point has no value, or two have one.
fn brute(map: &LayoutMap) -> Option<BTreeMap<Point, Point>> {
    let mut values = BTreeMap::new();
    for point in map.domain().points() {
        let value = map.eval(&point).ok()?;
        if values.insert(value, point).is_some() {
            return None;
        }
    }
    Some(values)
}

/// Every point of the box around the image; of a large one the values and their neighbours.
fn candidates(inverse: &Inverse, values: &BTreeMap<Point, Point>) -> BTreeSet<Point> {
    let hull = inverse.image().hull();
    if hull.cardinality().is_some_and(|points| points <= LARGE) {
        return hull.points().collect();
    }
    let near = values.keys().flat_map(|value| {
        (0..value.len()).flat_map(|axis| {
            [-8, -3, -2, -1, 0, 1, 2, 3, 8].map(|by| {
                let mut near = value.clone();
                near[axis] = near[axis].saturating_add(by);
                near
            })
        })
    });
    near.collect()
}

/// Whether an inverse is what brute force says.
fn check(map: &LayoutMap, inverse: &Inverse) -> Result<(), TestCaseError> {
    let Some(values) = brute(map) else {
        return Err(TestCaseError::fail(format!("{map} has no inverse, but {inverse} is given")));
    };
    prop_assert_eq!(inverse.map().codomain(), map.domain(), "{} by {}", map, inverse);
    for value in candidates(inverse, &values) {
        let is_value = values.contains_key(&value);
        prop_assert_eq!(
            inverse.image().contains(&value),
            is_value,
            "{:?}: {} by {}",
            value,
            map,
            inverse
        );
    }
    for (value, point) in &values {
        let back = inverse.map().eval(value);
        prop_assert_eq!(back.as_ref(), Ok(point), "{} by {}", map, inverse);
    }
    let printed = inverse.to_string().parse::<LayoutMap>();
    prop_assert_eq!(printed.as_ref(), Ok(inverse.map()));
    for (name, verdict) in inverse.each() {
        prop_assert!(verdict.is_proved(), "{} of {}: {}", name, map, verdict);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_inverse_is_that_of_brute_force(numbers in common::numbers()) {
        let map = common::map(&mut Choices::new(&numbers));
        match try_inverse(&map, &Budget::default()) {
            Ok(inverse) => check(&map, &inverse)?,
            Err(NoInverse::NotInjective(_) | NoInverse::NotTotal(_)) => {
                prop_assert!(brute(&map).is_none(), "{} has an inverse", map);
            }
            Err(NoInverse::Negative { value, .. }) => prop_assert!(value < 0),
            Err(NoInverse::Unknown { why }) => prop_assert!(!why.is_empty()),
            Err(_) => {}
        }
    }

    #[test]
    fn an_inverse_found_without_looking_at_points_is_that_too(numbers in common::numbers()) {
        let map = common::map(&mut Choices::new(&numbers));
        if let Ok(inverse) = try_inverse(&map, &NOTHING) {
            check(&map, &inverse)?;
        }
    }
}

/// Rotated so often that no program of it is short: only its parts have an inverse.
#[test]
fn a_composition_too_long_for_a_program_inverts_by_its_parts() {
    let rotation: LayoutMap = "expr<(i : 8) -> ((i + 3) mod 8) to (i : 8)>".parse().unwrap();
    let often = (0..20).fold(rotation, |f, _| LayoutMap::compose(f.clone(), f).unwrap());
    assert!(often.program().is_none());
    let inverse = try_inverse(&often, &Budget::of_points(8)).unwrap();
    check(&often, &inverse).unwrap();
}

#[test]
fn a_deep_composition_is_walked_without_running_out_of_stack() {
    let swizzle = |inner: LayoutMap| {
        let rows = LayoutMap::translate(vec![0], inner, None).unwrap();
        LayoutMap::transform("swizzle", vec![1, 0, 1], rows, None).unwrap()
    };
    let table: LayoutMap = "table<(i : 4) -> (a : 4), [2, 0, 3, 1]>".parse().unwrap();
    let deep = (0..450).fold(table, |map, _| swizzle(map));
    let inverse = try_inverse(&deep, &Budget::of_points(16)).unwrap();
    check(&deep, &inverse).unwrap();
}

#[test]
fn a_map_without_points_has_an_inverse_without_points() {
    for text in [
        "mixed_radix<(0,4):(1,2)>",
        "expr<(i : 0) -> (i) to (a : 4)>",
        "expr<(i : 0) -> (i) to (a)>",
    ] {
        let map: LayoutMap = text.parse().unwrap();
        let inverse = try_inverse(&map, &NOTHING).unwrap();
        assert_eq!(inverse.image().cardinality(), Some(0), "{text}");
        let printed: LayoutMap = inverse.to_string().parse().unwrap();
        assert_eq!(printed, *inverse.map());
    }
}
