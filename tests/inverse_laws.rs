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

const NOTHING: Budget = Budget { points: 0 };

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
        prop_assert_eq!(inverse.image().contains(&value), is_value, "{:?}: {} by {}", value, map, inverse);
    }
    for (value, point) in &values {
        let back = inverse.map().eval(value);
        prop_assert_eq!(back.as_ref(), Ok(point), "{} by {}", map, inverse);
    }
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
