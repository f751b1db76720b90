//! Every fibre is the set of points that brute force finds, on maps of every kind.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::Choices;
use common::budgets::NOTHING;
use proptest::prelude::*;
use tileir::map::{NoFibre, Shape, preimage};
use tileir::proof::Budget;
use tileir::{LayoutMap, Point};

/// The points of each value.
fn brute(map: &LayoutMap) -> BTreeMap<Point, BTreeSet<Point>> {
    let mut fibres: BTreeMap<Point, BTreeSet<Point>> = BTreeMap::new();
    for point in map.domain().points() {
        if let Ok(value) = map.eval(&point) {
            fibres.entry(value).or_default().insert(point);
        }
    }
    fibres
}

/// Values of the map, and others near them.
fn asked(fibres: &BTreeMap<Point, BTreeSet<Point>>, rank: usize, most: usize) -> BTreeSet<Point> {
    let near = |value: &Point| {
        let next = value.iter().map(|v| v.saturating_add(1)).collect();
        let before = value.iter().map(|v| v.saturating_sub(1)).collect();
        [value.clone(), next, before]
    };
    let mut values: BTreeSet<Point> = fibres.keys().take(most).flat_map(near).collect();
    values.extend([vec![0; rank], vec![1; rank], vec![-1; rank]]);
    values
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_fibre_is_that_of_brute_force(numbers in common::numbers()) {
        let map = common::map(&mut Choices::new(&numbers));
        let fibres = brute(&map);
        let budgets = [NOTHING, Budget::default()];
        let each = asked(&fibres, map.codomain().rank(), 8).into_iter();
        for (value, budget) in each.flat_map(|value| budgets.map(|budget| (value.clone(), budget))) {
            let fibre = match preimage(&map, &value, &budget) {
                Err(NoFibre::Points { .. }) if budget == NOTHING => continue,
                fibre => fibre.unwrap(),
            };
            let expected = fibres.get(&value).cloned().unwrap_or_default();
            let points: Vec<Point> = fibre.points().collect();
            let found: BTreeSet<Point> = points.iter().cloned().collect();
            prop_assert_eq!(found.len(), points.len(), "a point twice in {}", fibre);
            prop_assert!(points.is_sorted(), "{} over {:?}: {:?}", map, value, points);
            prop_assert_eq!(&found, &expected, "{} over {:?}: {}", map, value, fibre);
            let counted = fibre.cardinality();
            prop_assert!(counted == Some(expected.len() as u128) || counted.is_none() && budget == NOTHING);
            for point in map.domain().hull().points() {
                let inside = expected.contains(&point);
                prop_assert_eq!(fibre.contains(&point), inside);
                if let Some(set) = fibre.set() {
                    prop_assert_eq!(set.contains(&point), inside, "{} over {:?}: {}", map, value, set);
                }
            }
        }
    }
}

/// A sum of digits of two coordinates, some of them left out and some used twice.
fn digit_map(choices: &mut Choices<'_>) -> LayoutMap {
    let digit = |choices: &mut Choices<'_>| {
        let axis = choices.pick(&["i", "j"]);
        let (divisor, modulus) =
            (choices.pick(&[1, 2, 4, 8, 16, 3]), choices.pick(&[2, 4, 8, 3, 64]));
        format!(
            "{axis} floordiv {divisor} mod {modulus} * {}",
            choices.pick(&[1, 4, 8, 16, 64, 3, 100])
        )
    };
    let mut output = || {
        let terms: Vec<String> = (0..1 + choices.below(3)).map(|_| digit(choices)).collect();
        terms.join(" + ")
    };
    let (first, second) = (output(), output());
    format!("expr<(i : 64, j : 48) -> ({first}, {second}) to (a : 20000, b : 20000)>")
        .parse()
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_fibre_over_digits_is_that_of_brute_force(numbers in common::numbers()) {
        let map = digit_map(&mut Choices::new(&numbers));
        let fibres = brute(&map);
        for value in asked(&fibres, 2, 3) {
            let fibre = preimage(&map, &value, &Budget::of_points(0)).unwrap();
            let expected = fibres.get(&value).cloned().unwrap_or_default();
            let points: Vec<Point> = fibre.points().collect();
            prop_assert_eq!(points.len(), expected.len());
            prop_assert_eq!(points.into_iter().collect::<BTreeSet<_>>(), expected, "{} over {:?}", map, value);
        }
    }
}

#[test]
fn fibres_of_great_domains_are_counted_by_their_structure() {
    let counted = |text: &str, value: &[i64]| {
        let map: LayoutMap = text.parse().unwrap();
        preimage(&map, value, &Budget::of_points(0)).unwrap().cardinality()
    };
    let broadcast = "bit_linear<(x : 1099511627776, y : 4) -> (a : 4, b : 16), \
                     x = [(1,0), (0,1), (0,2), (0,4), (2,0), (1,1), (0,0), (0,0), (0,0), (0,0), \
                          (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), \
                          (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), \
                          (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,0), (0,8)], \
                     y = [(0,0), (3,0)]>";
    assert_eq!(counted(broadcast, &[3, 9]), Some(1 << 36));
    let dense = "expr<(i : 4294967296, j : 1073741824) -> (i * 1073741824 + j) to (a)>";
    assert_eq!(counted(dense, &[123_456_789_012_345]), Some(1));
    assert_eq!(counted(dense, &[-1]), Some(0));
    let grouped = "expr<(i : 1048576, j : 1099511627776) -> (i, j floordiv 4096) \
                   to (a : 1048576, b : 268435456)>";
    assert_eq!(counted(grouped, &[77, 123_456]), Some(4096));
    let repeated = "mixed_radix<((4,1073741824),(8,1073741824)):((1,0),(4,0))>";
    assert_eq!(counted(repeated, &[31]), Some(1 << 60));
}

#[test]
fn parameters_name_each_point_once() {
    let map: LayoutMap =
        "expr<(i : 64, j : 448) -> (i mod 8, j floordiv 32) to (a : 8, b : 14)>".parse().unwrap();
    let fibre = preimage(&map, &[3, 5], &Budget::of_points(0)).unwrap();
    assert!(matches!(fibre.shape(), Shape::Parameters(_)));
    let points: BTreeSet<Point> = fibre.points().collect();
    let expected: BTreeSet<Point> =
        map.domain().points().filter(|point| map.eval(point) == Ok(vec![3, 5])).collect();
    assert_eq!(points, expected);
    assert_eq!(fibre.cardinality(), Some(256));
}

#[test]
fn a_value_of_another_rank_has_no_fibre() {
    let map: LayoutMap = "mixed_radix<(4,2):(1,4)>".parse().unwrap();
    for budget in [NOTHING, Budget::default()] {
        let error = preimage(&map, &[1, 2], &budget).unwrap_err();
        assert!(matches!(error, NoFibre::Rank { expected: 1, found: 2, .. }));
    }
}

#[test]
fn fibres_print_as_points_or_as_constraints() {
    let shown = |text: &str, value: &[i64]| {
        let map: LayoutMap = text.parse().unwrap();
        let fibre = preimage(&map, value, &Budget::default()).unwrap();
        (fibre.to_string(), matches!(fibre.shape(), Shape::Constraints))
    };
    assert_eq!(shown("mixed_radix<(4,2):(2,8)>", &[10]), ("{(1,1)}".to_string(), false));
    assert_eq!(shown("mixed_radix<(4,2):(2,8)>", &[11]), ("{}".to_string(), false));
    assert_eq!(
        shown("expr<(i : 16, j : 16) -> (i + j) to (a : 31)>", &[15]),
        ("(i : 16, j : 16 where i + j eq 15)".to_string(), true)
    );
}
