//! What z3 decides of what every other strategy leaves open, against every point.
#![cfg(feature = "z3")]

use proptest::prelude::{Just, ProptestConfig, prop_assert, prop_oneof, proptest};
use proptest::strategy::Strategy as _;
use tileir::LayoutMap;
use tileir::proof::{Budget, constant_along, disjoint, equal, prove};

const NO_POINTS: Budget = Budget::of_points(0);

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_product_over_a_cut_off_box_is_decided() {
    let rows = map("expr<(i : 3000, j : 3000 where i + j le 100) -> (i * j) to (a : 2501)>");
    let facts = prove(&rows, &NO_POINTS);
    assert_eq!(facts.bounds.to_string(), "proved by z3");
    assert!(facts.injective.is_disproved(), "{}", facts.injective);
    let short = map("expr<(i : 3000, j : 3000 where i + j le 100) -> (i * j) to (a : 2500)>");
    assert_eq!(
        prove(&short, &NO_POINTS).bounds.to_string(),
        "disproved by z3: (i = 50, j = 50) maps to (a = 2500): \
         2500 is outside the codomain axis a : 2500"
    );
}

#[test]
fn without_steps_it_is_not_asked() {
    let rows = map("expr<(i : 3000, j : 3000 where i + j le 100) -> (i * j) to (a : 2501)>");
    let none = prove(&rows, &Budget { steps: 0, points: 0 });
    assert!(none.bounds.is_unknown());
    assert!(!none.bounds.to_string().contains("z3"), "{}", none.bounds);
    let few = prove(&rows, &Budget { steps: 1, points: 0 });
    assert!(few.bounds.to_string().contains("z3: the steps are spent"), "{}", few.bounds);
}

fn expression() -> impl proptest::strategy::Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("i".to_string()),
        Just("j".to_string()),
        (-4i64..9).prop_map(|c| format!("({c})"))
    ];
    leaf.prop_recursive(3, 10, 2, |inner| {
        let words =
            ["+", "-", "*", "floordiv", "mod", "xor", "and", "shl", "shr", "lt", "le", "eq"];
        (inner.clone(), inner, 0usize..words.len())
            .prop_map(move |(a, b, op)| format!("({a} {} {b})", words[op]))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_verdict_contradicts_the_points(
        (m, n) in (1i64..8, 1i64..8),
        (a, b, c) in (expression(), expression(), expression()),
        bound in 1i64..20,
    ) {
        let set = format!("(i : {m}, j : {n} where {c} le i + 3)");
        let texts = [&a, &b].map(|value| format!("expr<{set} -> ({value}) to (x : {bound})>"));
        let maps: Result<Vec<LayoutMap>, _> = texts.iter().map(|text| text.parse()).collect();
        let Ok([first, second]) = maps.map(|maps| <[_; 2]>::try_from(maps).unwrap()) else {
            return Ok(());
        };
        let all = Budget { steps: 0, points: 4096 };
        let (found, truth) = (prove(&first, &NO_POINTS), prove(&first, &all));
        let facts = found.each().into_iter().zip(truth.each());
        let mut answers: Vec<_> = facts.map(|((_, a), (_, b))| (a.clone(), b.clone())).collect();
        answers.extend([
            (equal(&first, &second, &NO_POINTS), equal(&first, &second, &all)),
            (disjoint(&first, &second, &NO_POINTS), disjoint(&first, &second, &all)),
            (constant_along(&first, 1, &NO_POINTS), constant_along(&first, 1, &all)),
        ]);
        for (question, (found, truth)) in answers.into_iter().enumerate() {
            prop_assert!(
                found.is_unknown() || truth.is_unknown() || found.says() == truth.says(),
                "question {question} of {texts:?}: {found}; {truth}"
            );
        }
    }
}
