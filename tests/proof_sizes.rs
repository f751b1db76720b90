//! Sets that are counted, and not walked: questions about few points in a huge box, about none, and
//! about more than 64 bits count.

mod common;

use std::collections::BTreeSet;

use common::budgets::{NOTHING, with_and_without_points, within};
use proptest::prelude::*;
use tileir::map::{NoInverse, preimage, try_inverse};
use tileir::proof::{
    Access, Banks, Budget, Verdict, cardinality, constant_along, disjoint, equal, fits_bits, image,
    prove, vector_width, wavefronts,
};
use tileir::{IndexSet, LayoutMap, Point, Size};

fn map(text: &str) -> LayoutMap {
    let text = format!("expr<{text}>");
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn set(text: &str) -> IndexSet {
    let text = format!("identity<{text}>");
    text.parse::<LayoutMap>().unwrap_or_else(|error| panic!("{text}: {error}")).domain().clone()
}

#[test]
fn a_number_of_points_is_told_from_none_and_from_one_that_is_not_known() {
    let huge = "(a : 4611686018427387904, b : 4611686018427387904, c : 4611686018427387904)";
    for (text, size, words) in [
        ("(i : 1)", Size::Counted(1), "1 point"),
        ("(i : 4294967296, j : 4294967296)", Size::Counted(1 << 64), "18446744073709551616 points"),
        ("(i : 9, j : 9, k : 5 where i lt j)", Size::Counted(180), "180 points"),
        ("(i : 1000000, j : 5 where i lt 0)", Size::Counted(0), "0 points"),
        ("(x : 4294967296 where x lt 3)", Size::Uncounted, "points that are not counted"),
        // No constraint makes up for an axis without a point.
        ("(x : 4294967296, i : 3 where x lt 3, i gt 5)", Size::Counted(0), "0 points"),
        (huge, Size::Large, "more than 2^128 points"),
    ] {
        assert_eq!(set(text).size(), size, "{text}");
        assert_eq!(size.to_string(), words);
    }
    for (text, size) in [
        ("(a, b : 0 where a)", Size::Counted(0)),
        ("(a, b : 4 where b gt 5)", Size::Counted(0)),
        ("(a, b : 4 where b gt 2)", Size::Endless),
        ("(a, b : 4 where a eq b)", Size::Uncounted),
    ] {
        let into = map(&format!("(x : 1) -> (x, x) to {text}"));
        assert_eq!(into.codomain().size(), size, "{text}");
    }
    assert_eq!(
        cardinality(&map("(x : 4294967296 where x lt 3) -> (x)"), &NOTHING).to_string(),
        "points that are not counted; values: unknown: parts of the image may overlap; \
         the points of (x : 4294967296 where x lt 3) are not counted"
    );
}

#[test]
fn a_map_without_points_is_onto_exactly_if_there_is_no_value() {
    let surjective = |text: &str| prove(&map(text), &NOTHING).surjective;
    for domain in ["(x : 0)", "(x : 3 where x gt 5)"] {
        for nothing in ["(a : 0, b : 3)", "(a, b : 0 where a)", "(a, b : 3 where b gt 7)"] {
            let text = format!("{domain} -> (x, x) to {nothing}");
            assert_eq!(surjective(&text).to_string(), "proved by cardinality", "{text}");
        }
        for some in ["(a : 2, b : 3)", "(a, b : 1)", "(a, b : 3 where a eq b)"] {
            let text = format!("{domain} -> (x, x) to {some}");
            assert!(surjective(&text).is_disproved(), "{text}");
        }
        let hidden = format!("{domain} -> (x) to (a : 4294967296 where a gt 4294967290)");
        assert_eq!(
            surjective(&hidden).to_string(),
            "unknown: cardinality: the points of (a : 4294967296 where 4294967290 lt a) are not counted"
        );
    }
    // Points without a codomain's point to go to are not onto less.
    assert!(surjective("(x : 4) -> (x, x) to (a, b : 0 where a)").is_proved());
}

#[test]
fn of_no_points_everything_is_known() {
    let nothing = map("(q : 10000000000, i : 5 where i gt 7) -> (q * q xor q * i)");
    let squares = map("(q : 10000000000) -> (q * q)");
    assert!(disjoint(&nothing, &squares, &NOTHING).is_proved());
    assert!(disjoint(&squares, &nothing, &NOTHING).is_proved());
    assert!(constant_along(&nothing, 0, &NOTHING).is_proved());
    assert!(fits_bits(&nothing, 8, &NOTHING).is_proved());
    assert!(prove(&nothing, &NOTHING).injective.is_proved());
    let shown = image(&nothing, &NOTHING);
    assert_eq!(shown.to_string(), "no value, by cardinality");
    let outside = map("(i : 3) -> (i) to (a : 0)");
    let shown = with_and_without_points(|budget| image(&outside, budget));
    assert_eq!(shown.to_string(), "no value, by exhaustive");
    let access = Access { map: &nothing, lanes: &[1], element_bytes: 4, vector: 1 };
    let cost = wavefronts(&access, &Banks::NVIDIA, &NOTHING);
    assert_eq!(cost.to_string(), "0 wavefronts in 0 phases, by cardinality");
}

#[test]
fn few_points_in_a_huge_box_are_within_the_budget() {
    let few = Budget::of_points(64);
    let sparse = map("(q : 1000000, i : 32 where q eq 999999) -> (i * i mod 37 xor q)");
    let values = within(&few, |budget| image(&sparse, budget));
    assert_eq!(values.value().and_then(|image| image.cardinality()), Some(19));
    let count = within(&few, |budget| cardinality(&sparse, budget));
    assert_eq!(count.to_string(), "32 points; values: 19, by exhaustive");
    let access = Access { map: &sparse, lanes: &[1], element_bytes: 4, vector: 1 };
    let cost = within(&few, |budget| wavefronts(&access, &Banks::NVIDIA, budget));
    assert_eq!(cost.value().map(|cost| (cost.first, cost.phases)), Some((2, 1)));
    let none = wavefronts(&access, &Banks::NVIDIA, &Budget::of_points(31)).to_string();
    assert!(none.ends_with("; 32 points exceed the budget of 31"), "{none}");
    let beside = map("(q : 1000000, i : 32 where q eq 999999) -> (i * i mod 37 + 1500000)");
    let apart = within(&few, |budget| disjoint(&sparse, &beside, budget));
    assert_eq!(apart.to_string(), "proved by affine");
    let squares = map("(q : 1000000, i : 8 where q eq 999999) -> (i * i * q mod 3)");
    let thrice = map("(q : 1000000, i : 8 where q eq 999999) -> (7 * i * i * q mod 3 * 2 + 1)");
    assert!(disjoint(&squares, &thrice, &NOTHING).is_unknown());
    let apart = within(&few, |budget| disjoint(&squares, &thrice, budget));
    assert!(!apart.is_unknown(), "{apart}");
}

#[test]
fn fibres_of_more_than_63_bits_are_counted() {
    let whole = map("(i : 4294967296, j : 2147483648) -> (0) to (a : 2)");
    let counted = |value| preimage(&whole, &[value], &NOTHING).unwrap().cardinality();
    assert_eq!(counted(0), Some(1 << 63));
    assert_eq!(counted(1), Some(0));
}

/// Maps that no argument decides, about which every question has been asked.
#[test]
fn what_is_unknown_has_a_reason() {
    let texts = [
        "(x : 0) -> (x) to (a : 4294967296 where a gt 4294967290)",
        "(x : 4294967296 where x lt 3) -> (x * x mod 7)",
        "(x : 4096, y : 2) -> (x * x mod 4099, y)",
        "(x : 4096) -> (x * x mod 4099)",
        "(x : 100 where x * x lt 50) -> (12 floordiv (x * x - 7)) to (a : 9 where a ne 2)",
        "(x : 2, y : 100 where x lt y) -> (y * y mod 101 xor x)",
    ];
    let maps: Vec<LayoutMap> = texts.iter().map(|text| map(text)).collect();
    for budget in [NOTHING, Budget::of_points(8)] {
        for map in &maps {
            let facts = prove(map, &budget);
            let mut verdicts: Vec<Verdict> =
                facts.each().map(|(_, verdict)| verdict.clone()).into();
            verdicts.extend([fits_bits(map, 8, &budget), vector_width(map, 0, 8, &budget).1]);
            verdicts
                .extend((0..map.domain().rank()).map(|axis| constant_along(map, axis, &budget)));
            let pairs = maps
                .iter()
                .map(|other| [equal(map, other, &budget), disjoint(map, other, &budget)]);
            verdicts.extend(pairs.flatten());
            let answers = [image(map, &budget).to_string(), cardinality(map, &budget).to_string()];
            for verdict in verdicts {
                let Verdict::Unknown { why } = &verdict else { continue };
                assert!(!why.split("; ").any(|part| part.trim().is_empty()), "{map}: '{why}'");
            }
            for answer in answers {
                assert!(!answer.trim_end().ends_with([':', ',', ';']), "{map}: {answer}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Values are numbers: `disjoint` is a question about two sets of them, whatever the codomains
    /// are called and wherever they end.
    #[test]
    fn disjoint_compares_values(
        (a, b, m) in (0..6i64, 0..6i64, 1..5i64),
        (c, d, n) in (0..6i64, 0..6i64, 1..5i64),
        ends in prop::collection::vec(prop::option::of(1..24i64), 2),
    ) {
        let one = |name: &str, a: i64, b: i64, m: i64, end: Option<i64>| {
            let codomain = end.map_or(String::new(), |end| format!(" to ({name} : {end})"));
            map(&format!("(i : {m}, j : 2) -> ({a} * i + {b} * j){codomain}"))
        };
        let (left, right) = (one("a", a, b, m, ends[0]), one("b", c, d, n, ends[1]));
        let values = |map: &LayoutMap| -> BTreeSet<Point> {
            map.domain().points().filter_map(|point| map.eval(&point).ok()).collect()
        };
        let verdict = with_and_without_points(|budget| disjoint(&left, &right, budget));
        let apart = values(&left).is_disjoint(&values(&right));
        prop_assert_eq!(verdict.is_proved(), apart, "{} and {}: {}", left, right, verdict);
        prop_assert_eq!(verdict.is_disproved(), !apart, "{} and {}: {}", left, right, verdict);
    }

    /// Pieces are disjoint where no point lies in two of their images, few of which may lie in a
    /// huge box.
    #[test]
    fn an_inverse_by_pieces_undoes(cut in 1..15i64, step in 0..40i64) {
        let map: LayoutMap = format!(
            "piecewise<(i : 16), expr<(i : 16 where i lt {cut}) -> (i * 3) to (a : 100000)>, \
             expr<(i : 16 where {cut} le i) -> (i * 5 + {step}) to (a : 100000)>>"
        ).parse().unwrap();
        let values: Vec<Point> = map.domain().points().map(|point| map.eval(&point).unwrap()).collect();
        let distinct = values.iter().collect::<BTreeSet<_>>().len() == values.len();
        for budget in [NOTHING, Budget::default()] {
            match try_inverse(&map, &budget) {
                Ok(inverse) => {
                    prop_assert!(distinct);
                    for (point, value) in map.domain().points().zip(&values) {
                        prop_assert_eq!(inverse.map().eval(value), Ok(point));
                    }
                }
                Err(NoInverse::Unknown { .. }) if budget == NOTHING => {}
                Err(_) => prop_assert!(!distinct),
            }
        }
    }
}
