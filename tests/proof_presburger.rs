//! What the integer points of linear systems decide, against every point.
//!
//! Sums, quotients, remainders and comparisons over cut-off boxes, where neither digits nor bits
//! say enough; without points to look at, so that nothing else answers.

use proptest::prelude::{Just, ProptestConfig, any, prop_assert, prop_oneof, proptest};
use proptest::strategy::Strategy as _;
use tileir::LayoutMap;
use tileir::proof::{Budget, Strategy, Verdict, Witness, constant_along, disjoint, equal, prove};

const NO_POINTS: Budget = Budget::of_points(0);

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `total`, `bounds`, `injective`, `surjective`.
fn facts(text: &str) -> [String; 4] {
    prove(&map(text), &NO_POINTS).each().map(|(_, verdict)| verdict.to_string())
}

fn by<W>(verdict: &Verdict<W>) -> Option<Strategy> {
    match verdict {
        Verdict::Proved { by, .. } | Verdict::Disproved { by, .. } => Some(*by),
        Verdict::Unknown { .. } => None,
    }
}

#[test]
fn a_cut_off_box_is_injective_though_its_hull_is_not() {
    let [total, bounds, injective, _] =
        facts("expr<(i : 1000, j : 1000 where i + j lt 12) -> (i * 12 + j) to (a : 133)>");
    assert_eq!(total, "proved by affine");
    assert_eq!(bounds, "proved by linear");
    assert_eq!(injective, "proved by presburger");
    let one_more =
        facts("expr<(i : 1000, j : 1000 where i + j le 12) -> (i * 12 + j) to (a : 145)>");
    assert_eq!(
        one_more[2],
        "disproved by affine: (i = 0, j = 12) and (i = 1, j = 0) both map to (a = 12)"
    );
}

#[test]
fn quotients_and_remainders_are_columns() {
    let text = "expr<(i : 1000000007, j : 9 where 7 * i + j lt 5000000000, j lt 7) \
                -> ((7 * i + j) floordiv 13, (7 * i + j) mod 13) to (q : 384615385, r : 13)>";
    let facts = facts(text);
    assert!(facts[1].starts_with("proved"), "{}", facts[1]);
    assert_eq!(facts[2], "proved by presburger");
}

#[test]
fn equal_maps_over_a_cut_off_box_are_proved_equal() {
    let set = "(i : 4096, j : 4096 where 3 * i lt j)";
    let left = map(&format!("expr<{set} -> ((j - 3 * i + 4096) floordiv 4096) to (a : 9)>"));
    let right = map(&format!("expr<{set} -> (1 + (j - 3 * i) floordiv 4096) to (a : 9)>"));
    let verdict = equal(&left, &right, &NO_POINTS);
    assert!(verdict.is_proved(), "{verdict}");
    let other = map(&format!("expr<{set} -> (1 + (j - 3 * i) floordiv 4095) to (a : 9)>"));
    let verdict = equal(&left, &other, &NO_POINTS);
    assert!(verdict.is_disproved(), "{verdict}");
}

#[test]
fn tiles_that_are_cut_off_do_not_meet() {
    let first = map("expr<(i : 4096, j : 64 where 64 * i + j lt 1000) -> (64 * i + j)>");
    let second = map("expr<(i : 4096, j : 64 where 1000 le 64 * i + j) -> (64 * i + j)>");
    assert_eq!(disjoint(&first, &second, &NO_POINTS).to_string(), "proved by presburger");
    let third = map("expr<(i : 4096, j : 64 where 999 le 64 * i + j) -> (64 * i + j)>");
    let verdict = disjoint(&first, &third, &NO_POINTS);
    assert!(verdict.is_disproved(), "{verdict}");
}

/// A box is not walked in search of the first point that constraints leave.
#[test]
fn points_that_begin_far_from_the_origin_are_not_looked_for_one_by_one() {
    let far = map("expr<(i : 1000000000000 where i ge 500000000000) -> (i - 500000000000)>");
    let fibre = tileir::map::preimage(&far, &[0], &NO_POINTS).unwrap();
    assert!(fibre.contains(&[500_000_000_000]) && !fibre.contains(&[500_000_000_001]));
    let few = map("expr<(j : 22) -> (j + 2)>");
    let shifted = map("expr<(i : 8589934604 where i ge 7, i lt 18) -> (i - 7)>");
    assert!(disjoint(&shifted, &few, &NO_POINTS).is_disproved());
    assert!(disjoint(&far, &few, &NO_POINTS).is_disproved());
    let negative = map(
        "expr<(i : 1125899906842629 where i lt 12) -> (i floordiv 8, -1 * i - 2) to (x : 12, y : 1)>",
    );
    let other = map(
        "expr<(i : 1125899906842629 where i lt 12) -> (i floordiv 8 floordiv -7 + 1, -2 * i - 3)>",
    );
    assert!(disjoint(&negative, &other, &NO_POINTS).is_proved());
    let empty = map("expr<(j : 1048576, k : 1000 where j + k + 1 eq 0) -> (j - 1000000)>");
    assert!(disjoint(&empty, &far, &NO_POINTS).is_proved());
}

#[test]
fn without_steps_nothing_is_searched() {
    let text = "expr<(i : 1000, j : 1000 where i + j lt 12) -> (i * 12 + j) to (a : 133)>";
    let none = prove(&map(text), &Budget { steps: 0, points: 0 });
    assert_eq!(
        none.injective.to_string().matches("presburger: the steps are spent").count(),
        1,
        "{}",
        none.injective
    );
    let few = prove(&map(text), &Budget { steps: 40, points: 0 });
    assert!(few.injective.is_unknown());
    // The same answer each time, and more steps never take an answer away.
    let mut decided = 0;
    for steps in [0, 10, 100, 1_000, 10_000, 100_000] {
        let budget = Budget { steps, points: 0 };
        let [first, second] = [prove(&map(text), &budget), prove(&map(text), &budget)];
        assert_eq!(first, second);
        let now = first.each().iter().filter(|(_, verdict)| !verdict.is_unknown()).count();
        assert!(now >= decided, "{steps} steps decide {now}, fewer {decided}");
        decided = now;
    }
    assert!(decided >= 3);
}

/// An expression over `i` and `j`.
fn expression() -> impl proptest::strategy::Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("i".to_string()),
        Just("j".to_string()),
        (-4i64..9).prop_map(|c| format!("({c})"))
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} - {b})")),
            (inner.clone(), -3i64..5).prop_map(|(a, c)| format!("({a} * ({c}))")),
            (inner.clone(), 1i64..6).prop_map(|(a, c)| format!("({a} floordiv {c})")),
            (inner.clone(), 1i64..6).prop_map(|(a, c)| format!("({a} mod {c})")),
            (inner.clone(), 1i64..6).prop_map(|(a, c)| format!("({a} mod (-{c}))")),
            (inner.clone(), 1i64..4).prop_map(|(a, c)| format!("({a} and {})", (1 << c) - 1)),
            (inner.clone(), 0i64..3).prop_map(|(a, c)| format!("({a} shl {c})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} lt {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} eq {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} ne {b})")),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| format!("(({a} le {b}) xor ({b} lt 2))")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("({a} xor {b})")),
        ]
    })
}

fn set() -> impl proptest::strategy::Strategy<Value = String> {
    (1i64..7, 1i64..7, expression(), expression(), 0usize..4).prop_map(|(m, n, a, b, kind)| {
        let constraint = match kind {
            0 => format!("{a} le {b}"),
            1 => format!("{a} lt {b}, i le j + 3"),
            2 => format!("{a} ne {b}"),
            _ => format!("i + 2 * j lt {}", m + n),
        };
        format!("(i : {m}, j : {n} where {constraint})")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    /// No verdict contradicts the points; counted by how many it gives.
    #[test]
    fn no_verdict_contradicts_the_points(
        set in set(), a in expression(), b in expression(), bound in 1i64..20,
    ) {
        let text = format!("expr<{set} -> ({a}, {b}) to (x : {bound}, y : {})>", bound + 3);
        let Ok(map) = text.parse::<LayoutMap>() else { return Ok(()) };
        let (found, truth) = (prove(&map, &NO_POINTS), prove(&map, &Budget { steps: 0, points: 4096 }));
        for ((name, found), (_, truth)) in found.each().into_iter().zip(truth.each()) {
            prop_assert!(!truth.is_unknown(), "{name} of {text}: {truth}");
            prop_assert!(
                found.is_unknown() || found.says() == truth.says(),
                "{name} of {text}: {found}; {truth}"
            );
        }
    }

    #[test]
    fn no_verdict_about_two_maps_contradicts_the_points(
        set in set(), other in set(), a in expression(), b in expression(), bound in 1i64..20,
    ) {
        let texts = [(&set, &a), (&set, &b), (&other, &b)]
            .map(|(set, value)| format!("expr<{set} -> ({value}) to (x : {bound})>"));
        let maps: Result<Vec<LayoutMap>, _> = texts.iter().map(|text| text.parse()).collect();
        let Ok([first, second, third]) = maps.map(|maps| <[_; 3]>::try_from(maps).unwrap()) else {
            return Ok(());
        };
        let all = Budget { steps: 0, points: 4096 };
        let answers = [
            (equal(&first, &second, &NO_POINTS), equal(&first, &second, &all)),
            (disjoint(&first, &third, &NO_POINTS), disjoint(&first, &third, &all)),
            (constant_along(&first, 1, &NO_POINTS), constant_along(&first, 1, &all)),
        ];
        for (question, (found, truth)) in ["equal", "disjoint", "constant"].iter().zip(answers) {
            prop_assert!(
                found.is_unknown() || truth.is_unknown() || found.says() == truth.says(),
                "{question} of {texts:?}: {found}; {truth}"
            );
        }
    }
}

/// Two sets over one box.
fn two_sets() -> impl proptest::strategy::Strategy<Value = [String; 2]> {
    let parts = (1i64..7, 1i64..7, expression(), expression(), expression(), 0usize..4);
    parts.prop_map(|(m, n, a, b, c, kind)| {
        let conditions = match kind {
            0 => [format!("{a} le {b}"), format!("{b} ge {a}")],
            1 => [format!("{a} lt {b}"), format!("{a} + 1 le {b}")],
            2 => [format!("{a} lt {b}"), format!("{c} lt {b}")],
            _ => [format!("i + 2 * j lt {}", m + n), format!("i + 2 * j le {}", m + n)],
        };
        conditions.map(|condition| format!("(i : {m}, j : {n} where {condition})"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    /// Maps over parts of one box agree where every point of the box says so.
    #[test]
    fn no_verdict_about_two_sets_contradicts_the_points(
        sets in two_sets(), a in expression(), b in expression(), same in any::<bool>(),
    ) {
        let [first, second] = sets;
        let texts = [(&first, &a), (&second, if same { &a } else { &b })]
            .map(|(set, value)| format!("expr<{set} -> ({value}) to (x : 20)>"));
        let maps: Result<Vec<LayoutMap>, _> = texts.iter().map(|text| text.parse()).collect();
        let Ok([left, right]) = maps.map(|maps| <[_; 2]>::try_from(maps).unwrap()) else {
            return Ok(());
        };
        let points = left.domain().hull().points();
        let differ: Vec<_> =
            points.filter(|point| left.eval(point).ok() != right.eval(point).ok()).collect();
        let found = equal(&left, &right, &NO_POINTS);
        prop_assert!(!found.is_proved() || differ.is_empty(), "{texts:?}: {found}");
        if let Verdict::Disproved { witness: Witness::Difference { point, .. }, .. } = &found {
            prop_assert!(differ.iter().any(|other| other == point.values()), "{texts:?}: {found}");
        } else {
            prop_assert!(!found.is_disproved(), "{texts:?}: {found}");
        }
    }
}

#[test]
fn sets_of_any_size_are_told_apart() {
    let all = "i : 1000000000, j : 1000000000";
    let [below, above, wider, twice] = [
        "i + j lt 1000 -> (i + j)",
        "999 ge j + i -> (j + i)",
        "i + j le 1000 -> (i + j)",
        "i + j le 1000 -> (i + 2 * j)",
    ]
    .map(|text| {
        let (condition, value) = text.split_once(" -> ").unwrap();
        map(&format!("expr<({all} where {condition}) -> {value}>"))
    });
    assert!(equal(&below, &above, &NO_POINTS).is_proved());
    for (left, right) in [(&below, &wider), (&wider, &below), (&below, &twice)] {
        let verdict = equal(left, right, &NO_POINTS);
        assert_eq!(by(&verdict), Some(Strategy::Presburger), "{verdict}");
        assert!(verdict.is_disproved(), "{verdict}");
    }
}

/// What is open waits in a list: quotients by the thousand need no deep stack.
#[test]
fn thousands_of_quotients_fit_a_small_stack() {
    let sum = |term: fn(i64, i64) -> String| {
        let terms: Vec<String> = (0..1000).map(|k| term(k, k % 7 + 2)).collect();
        map(&format!("expr<(i : 4096, j : 4096 where i lt j) -> ({})>", terms.join(" + ")))
    };
    let left = sum(|k, d| format!("(i + {k}) floordiv {d}"));
    let right = sum(|k, d| format!("(i + {}) floordiv {d} - 1", k + d));
    let small = std::thread::Builder::new().stack_size(256 << 10);
    let verdict = small.spawn(move || equal(&left, &right, &NO_POINTS)).unwrap().join().unwrap();
    let Verdict::Unknown { why } = verdict else { panic!("{verdict}") };
    assert!(why.contains("presburger: the steps are spent"), "{why}");
}

/// Of maps that are linear all through, over boxes that are cut off, hardly a fact is left open
/// but whether every value is taken.
#[test]
fn linear_maps_are_decided() {
    let (mut asked, mut open, mut searched) = (0, Vec::new(), 0);
    for m in 1..5 {
        for s in [-3, 1, 2, 5] {
            for t in [1, 3, 4] {
                for room in [3, 6, 9] {
                    let text = format!(
                        "expr<(i : 7, j : 5 where i + {m} * j lt {room}) \
                         -> (({s}) * i + {t} * j + 21, (i + {t} * j) mod 4) to (x : 40, y : 4)>"
                    );
                    let found = prove(&map(&text), &NO_POINTS);
                    for (name, verdict) in &found.each()[..3] {
                        asked += 1;
                        searched += usize::from(by(verdict) == Some(Strategy::Presburger));
                        if verdict.is_unknown() {
                            open.push(format!("{name} of {text}: {verdict}"));
                        }
                    }
                }
            }
        }
    }
    println!("{asked} asked, {searched} by their systems, {} open", open.len());
    assert!(open.is_empty(), "{open:#?}");
    assert!(searched >= 80, "{searched} of {asked}");
}
