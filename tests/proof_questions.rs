//! Images, counts, runs, disjointness and widths are never answered wrongly.

mod common;

use std::collections::BTreeSet;

use common::Choices;
use common::budgets::{NOTHING, by_argument, with_and_without_points, within};
use proptest::prelude::*;
use tileir::proof::{
    Answer, Budget, Contiguity, Strategy as By, Verdict, Witness, cardinality, contiguity,
    disjoint, fits_bits, image,
};
use tileir::{IndexSet, LayoutMap, Point};

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The values, by the evaluator.
fn values(map: &LayoutMap) -> BTreeSet<Point> {
    map.domain().points().filter_map(|point| map.eval(&point).ok()).collect()
}

/// Whether an image, if there is one, is exactly the values; whether there is one.
fn image_agrees(map: &LayoutMap, budget: &Budget) -> bool {
    let values = values(map);
    let Answer::Known { value: found, by } = image(map, budget) else { return false };
    let what = || format!("{map}: {found}, by {by}");
    let near = values.iter().flat_map(|value| {
        (0..value.len()).flat_map(move |axis| {
            [-1, 1, 2].map(|by| {
                let mut other = value.clone();
                other[axis] = other[axis].saturating_add(by);
                other
            })
        })
    });
    for value in values.iter().cloned().chain(near.clone().collect::<Vec<_>>()) {
        assert_eq!(found.contains(&value), values.contains(&value), "{value:?} of {}", what());
    }
    if let Some(points) = found.cardinality() {
        assert_eq!(points, values.len() as u128, "{}", what());
    }
    if let Some(ranges) = found.as_box() {
        let size: i128 = ranges.iter().map(|(lo, hi)| i128::from(hi - lo) + 1).product();
        assert_eq!(size, values.len() as i128, "{}", what());
    }
    true
}

/// The widest runs and their alignment, by the definition; 1 and 1 where a point has no value.
fn runs(map: &LayoutMap, axis: usize) -> (i64, i64) {
    let mut found = (1, 1);
    let at = |point: &Point| map.eval(point).ok().map(|value| value[0]);
    let extent = map.domain().hull_extents().unwrap()[axis];
    if map.domain().points().any(|point| at(&point).is_none()) {
        return found;
    }
    for bit in 0..=extent.trailing_zeros() {
        let width = 1 << bit;
        let counts = map.domain().points().all(|point| {
            let mut start = point.clone();
            start[axis] -= point[axis] % width;
            at(&start).zip(at(&point)).is_some_and(|(a, b)| b - a == point[axis] % width)
        });
        if counts {
            let starts = map.domain().points().filter(|point| point[axis] % width == 0);
            let bits = starts.map(|start| at(&start).unwrap().trailing_zeros().min(62)).min();
            found = (width, 1 << bits.unwrap());
        }
    }
    found
}

fn runs_agree(map: &LayoutMap, axis: usize, budget: &Budget) {
    let Answer::Known { value: found, by } = contiguity(map, axis, budget) else { return };
    let Contiguity { width, alignment, wider, coarser } = &found;
    let (widest, _) = runs(map, axis);
    let what = format!("{map} along {axis}: {found:?} by {by}, not {:?}", runs(map, axis));
    assert!(*width <= widest, "{what}");
    let starts = map.domain().points().filter(|point| point[axis] % width == 0);
    let aligned = |align: i64| {
        starts.clone().all(|start| map.eval(&start).is_ok_and(|value| value[0] % align == 0))
    };
    assert!(*alignment == 1 || aligned(*alignment), "{what}");
    let open = |claim: &Option<Verdict>| claim.as_ref().is_some_and(Verdict::is_unknown);
    assert!(*budget == NOTHING || !open(wider) && !open(coarser), "{what}");
    if !open(wider) {
        assert_eq!(*width, widest, "{what}");
    }
    if coarser.as_ref().is_some_and(Verdict::is_disproved) {
        assert!(!aligned(2 * alignment), "{what}");
    }
}

#[test]
fn images_have_words() {
    for (text, expected) in [
        ("mixed_radix<(8,4):(1,8)>", "every value of (d0 : 32), by affine"),
        ("expr<(i : 8) -> (i + 3) to (a : 32)>", "a from 3 to 10, by affine"),
        ("mixed_radix<(8,4):(1,10)>", "10*{0..4} + {0..8}, by affine"),
        (
            "expr<(i : 8, j : 4) -> (3 + i, 2 * j)>",
            "(3, 0) + (1, 0)*{0..8} + (0, 2)*{0..4}, by affine",
        ),
        ("expr<(i : 6) -> (i, i + 1)>", "(0, 1) + (1, 1)*{0..6}, by affine"),
        (
            "expr<(i : 4) -> (8 xor (i mod 2) xor (i floordiv 2 * 6))>",
            "8 + 6*{0..2} + {0..2}, by affine",
        ),
        (
            "expr<(i : 4, j : 8) -> ((j xor i) mod 8, i)>",
            "d0 from 0 to 7, d1 from 0 to 3, by affine",
        ),
        ("expr<(i : 16) -> (i xor (i shr 1))>", "0 xor span{1, 2, 4, 8}, by gf2"),
        ("expr<(i : 6) -> (i * i)>", "{(0), (1), (4), (9), (16), (25)}, by exhaustive"),
        (
            "expr<(i : 10) -> (i floordiv 4 * 6 + i mod 4)>",
            "6*{0..2} + {0..4} and d0 from 12 to 13, by affine",
        ),
        ("expr<(i : 0) -> (i)>", "no value, by cardinality"),
    ] {
        let ask = |budget: &Budget| image(&map(text), budget);
        let found = match expected.ends_with("by exhaustive") {
            true => with_and_without_points(ask),
            false => by_argument(ask),
        };
        assert_eq!(found.to_string(), expected, "{text}");
    }
}

#[test]
fn sums_of_overlapping_steps_are_one_range() {
    let sum = image(&map("expr<(i : 1000000, j : 1000000) -> (i + j)>"), &NOTHING);
    assert_eq!(sum.value().and_then(|image| image.as_box()), Some(vec![(0, 1_999_998)]));
    let count = cardinality(&map("expr<(i : 12, j : 4, k : 8) -> (7 * i + j + 30 * k)>"), &NOTHING);
    assert!(!count.values.is_known(), "{count}");
}

#[test]
fn every_layout_of_two_modes_has_its_image() {
    let (mut known, mut all) = (0, 0);
    for code in 0..6 * 6 * 13 * 13 {
        let (n, m) = (code % 6 + 1, code / 6 % 6 + 1);
        let (a, b) = (code / 36 % 13, code / 468);
        let layout = map(&format!("mixed_radix<({n},{m}):({a},{b})>"));
        known += u32::from(image_agrees(&layout, &NOTHING));
        all += 1;
    }
    // The others are sums of two steps that meet in more than one way.
    assert!(known * 100 >= all * 97, "{known} of {all}");
}

#[test]
fn padded_swizzles_of_any_rows_have_their_image() {
    for rows in 1..=10 {
        for pitch in [64, 68, 72, 80] {
            let text = format!(
                "expr<(i : {rows}, j : 64) -> ({pitch} * i + (j xor (i mod 8 * 8))) to (a : 1000)>"
            );
            assert!(image_agrees(&map(&text), &NOTHING), "{text}");
            let count = cardinality(&map(&text), &NOTHING).values;
            assert_eq!(count.value(), Some(&(64 * rows)), "{text}: {count}");
        }
    }
}

#[test]
fn runs_have_widths_and_starts() {
    for (text, axis, width, alignment) in [
        ("mixed_radix<(128,64):(72,1)>", 1, 64, 8),
        ("mixed_radix<(128,64):(64,1)>", 1, 64, 64),
        ("mixed_radix<(128,64):(1,128)>", 0, 128, 128),
        ("mixed_radix<(128,64):(1,128)>", 1, 1, 1),
        ("mixed_radix<(8,8):(9,1)>", 1, 8, 1),
        ("expr<(i : 64, j : 64) -> (i * 64 + (j xor (i mod 8 * 8))) to (a : 4096)>", 1, 8, 8),
        ("expr<(i : 6, j : 64) -> (i * 72 + (j xor (i mod 8 * 8))) to (a : 432)>", 1, 8, 8),
        ("expr<(i : 24) -> (i + 4)>", 0, 8, 4),
        ("expr<(i : 24) -> (i floordiv 12 * 16 + i mod 12)>", 0, 4, 4),
    ] {
        let found = contiguity(&map(text), axis, &NOTHING);
        let found = found.value().unwrap();
        assert_eq!((found.width, found.alignment), (width, alignment), "{text}");
        for claim in [&found.wider, &found.coarser].into_iter().flatten() {
            assert!(claim.is_disproved(), "{text}: {claim}");
        }
    }
    let found = contiguity(&map("mixed_radix<(8,8):(9,1)>"), 1, &NOTHING);
    let found = found.value().unwrap();
    assert_eq!(found.wider, None);
    assert_eq!(
        found.coarser.as_ref().unwrap().to_string(),
        "disproved by affine: (d0 = 1, d1 = 0) maps to (d0 = 9), which is no multiple of 2"
    );
}

#[test]
fn tiles_beside_each_other_are_disjoint() {
    let tile = |column: i64| {
        map(&format!(
            "expr<(i : 64, j : 8) -> (64 * i + {column} + (j xor (i mod 8))) to (a : 4160)>"
        ))
    };
    for (left, right, expected) in [
        (tile(0), tile(8), "proved by affine"),
        (tile(8), tile(0), "proved by affine"),
        (
            tile(0),
            tile(4),
            "disproved by affine: (i = 63, j = 0) of the first and \
          (i = 63, j = 4) of the second both map to (a = 4039)",
        ),
    ] {
        assert_eq!(disjoint(&left, &right, &NOTHING).to_string(), expected);
    }
    let bits = |text: &str| map(&format!("expr<(i : 16) -> ({text}) to (a : 64)>"));
    let (even, odd) = (bits("i xor (i shl 1)"), bits("(i xor (i shl 1)) xor 32"));
    assert_eq!(disjoint(&even, &odd, &NOTHING).to_string(), "proved by affine");
    let parity = |c| bits(&format!("(i xor (i shl 1)) xor {c}"));
    // An even number of ones, and an odd one.
    assert_eq!(disjoint(&parity(0), &parity(4), &NOTHING).to_string(), "proved by gf2");
    // A few squares against a million multiples of three.
    let squares = |n| map(&format!("expr<(i : 50) -> (i * i * 3 + {n}) to (a : 3000001)>"));
    let thirds = map("expr<(j : 1000000) -> (3 * j + 1) to (a : 3000001)>");
    let few = Budget::of_points(100);
    let with_few =
        |left: &LayoutMap, right: &LayoutMap| within(&few, |budget| disjoint(left, right, budget));
    assert_eq!(with_few(&squares(0), &thirds).to_string(), "proved by affine");
    assert_eq!(
        with_few(&thirds, &squares(7)).to_string(),
        "disproved by affine: (j = 2) of the first and (i = 0) of the second both map to (a = 7)"
    );
    let odd_squares = map("expr<(i : 50) -> ((i * i + i) * 3 mod 2 + 2 * i * i) to (a : 3000001)>");
    let odds = map("expr<(j : 1000000) -> (2 * j + 1) to (a : 3000001)>");
    assert!(disjoint(&odds, &odd_squares, &NOTHING).is_unknown());
    assert_eq!(with_few(&odds, &odd_squares).to_string(), "proved by exhaustive");
    let other = map("expr<(i : 16) -> (i) to (b : 64)>");
    assert_eq!(
        disjoint(&even, &other, &NOTHING).to_string(),
        "disproved by affine: (i = 0) of the first and (i = 0) of the second both map to (a = 0)"
    );
    let pairs = map("expr<(i : 16) -> (i, i) to (b : 64, c : 64)>");
    assert_eq!(
        disjoint(&even, &pairs, &NOTHING).to_string(),
        "unknown: values of (a : 64) and of (b : 64, c : 64) have different numbers of coordinates"
    );
}

#[test]
fn the_first_expression_that_is_too_wide_is_named() {
    let narrowed = map("expr<(i : 49152) -> (i * 65536 floordiv 65536) to (a : 49152)>");
    assert_eq!(
        fits_bits(&narrowed, 32, &NOTHING).to_string(),
        "disproved by affine: at (i = 49151), i * 65536 is 3221159936, \
         which does not fit 32 bits"
    );
    let opaque = map("expr<(i : 50000, j : 50000) -> (i * j - i * j + i)>");
    assert_eq!(
        fits_bits(&opaque, 32, &NOTHING).to_string(),
        "unknown: affine: i * j may leave 32 bits; gf2: i * j may leave 32 bits; \
         2500000000 points exceed the budget of 0"
    );
    let small = map("expr<(i : 300, j : 300) -> (i * j * j)>");
    let Verdict::Disproved { witness: Witness::Wide { expression, value, .. }, by, .. } =
        with_and_without_points(|budget| fits_bits(&small, 16, budget))
    else {
        panic!("not disproved")
    };
    assert_eq!((expression.as_str(), value > 32767, by), ("i * j", true, By::Exhaustive));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn images_and_counts_agree_with_every_point(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let any = common::map(&mut choices);
        for budget in [NOTHING, Budget::default()] {
            let known = image_agrees(&any, &budget);
            prop_assert!(known || budget == NOTHING, "{any}");
            let count = cardinality(&any, &budget);
            prop_assert_eq!(count.points.counted(), Some(any.domain().points().count() as u128), "{}", any);
            prop_assert!(count.values.is_known() || budget == NOTHING, "{any}: {count}");
            if let Some(&found) = count.values.value() {
                prop_assert_eq!(found, values(&any).len() as u128, "{}: {}", any, count);
            }
        }
    }

    #[test]
    fn runs_agree_with_every_point(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let any = common::map(&mut choices);
        if !any.domain().is_empty() {
            for budget in [NOTHING, Budget::default()] {
                (0..any.domain().rank()).for_each(|axis| runs_agree(&any, axis, &budget));
            }
        }
    }

    #[test]
    fn disjointness_agrees_with_every_point(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let codomain = choices.set(&common::ANY);
        let mut expr = || {
            let domain: IndexSet = choices.set(&common::SMALL);
            let program = common::program(&mut choices, domain.rank(), codomain.rank(), false);
            LayoutMap::expr(domain, codomain.clone(), program).unwrap()
        };
        let (left, right) = (expr(), expr());
        let truth = values(&left).is_disjoint(&values(&right));
        for budget in [NOTHING, Budget::default()] {
            let verdict = disjoint(&left, &right, &budget);
            match &verdict {
                Verdict::Unknown { .. } => prop_assert!(budget == NOTHING, "{verdict}"),
                _ => prop_assert_eq!(verdict.is_proved(), truth, "{} and {}: {}", left, right, verdict),
            }
            if let Some(Witness::Shared { left: from, right: other, value }) = verdict.witness() {
                prop_assert_eq!(left.eval(from.values()).unwrap(), value.values());
                prop_assert_eq!(right.eval(other.values()).unwrap(), value.values());
            }
        }
    }

    #[test]
    fn a_named_expression_has_the_value_at_the_point(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let any = common::map(&mut choices);
        let bits = choices.pick(&[4, 8, 16, 32]);
        for budget in [NOTHING, Budget::default()] {
            let verdict = fits_bits(&any, bits, &budget);
            let Some(Witness::Wide { point, expression, value, .. }) = verdict.witness() else { continue };
            let axes: Vec<String> = any.domain().axes().iter().map(|axis| axis.to_string()).collect();
            let axes = axes.join(", ");
            let text = match expression.rsplit_once(" in ") {
                Some((lets, last)) => format!("expr<({axes}) -> {lets} in ({last})>"),
                None => format!("expr<({axes}) -> ({expression})>"),
            };
            let alone: LayoutMap = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
            prop_assert_eq!(alone.eval(point.values()).unwrap(), vec![*value]);
            prop_assert!(!(-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&(*value).into()));
        }
    }
}
