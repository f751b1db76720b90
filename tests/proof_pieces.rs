//! Facts of piecewise maps, found from their pieces without looking at points.

use std::collections::HashMap;

use proptest::prelude::*;
use tileir::LayoutMap;
use tileir::proof::{Budget, Facts, prove};

const NOTHING: Budget = Budget::of_points(0);

/// A box of `n` points cut at some of them, each piece with a step and an offset.
fn pieces() -> impl Strategy<Value = String> {
    let piece = (1i64..6, -3i64..4, -20i64..40);
    proptest::collection::vec(piece, 2..5).prop_map(|pieces| {
        let n: i64 = pieces.iter().map(|&(count, ..)| count).sum();
        let mut from = 0;
        let each = pieces.iter().map(|&(count, step, offset)| {
            let to = from + count;
            let text =
                format!("expr<(i : {n} where {from} le i, i lt {to}) -> (i * {step} + {offset})>");
            from = to;
            text
        });
        let each: Vec<String> = each.collect();
        format!("piecewise<(i : {n}), {}>", each.join(", "))
    })
}

fn facts(text: &str) -> (LayoutMap, Facts) {
    let map: LayoutMap = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let facts = prove(&map, &NOTHING);
    (map, facts)
}

/// How often each value is taken.
fn fibres(map: &LayoutMap) -> HashMap<Vec<i64>, u32> {
    let mut all = HashMap::new();
    for value in map.domain().points().filter_map(|point| map.eval(&point).ok()) {
        *all.entry(value).or_default() += 1;
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Sums over pieces of a line: whether two of them share a value is always decided.
    #[test]
    fn pieces_of_a_line_are_injective_or_collide(text in pieces()) {
        let (map, facts) = facts(&text);
        let truth = fibres(&map).values().all(|&count| count == 1);
        prop_assert_eq!(facts.injective.is_proved(), truth, "{}: {}", text, facts.injective);
        prop_assert_eq!(facts.injective.is_disproved(), !truth, "{}: {}", text, facts.injective);
    }
}

#[test]
fn pieces_that_share_no_value_are_one_injection() {
    let both = |second: &str| {
        facts(&format!(
            "piecewise<(i : 8), expr<(i : 8 where i lt 4) -> (i) to (a : 8)>, \
             expr<(i : 8 where 4 le i) -> ({second}) to (a : 8)>>"
        ))
    };
    for second in ["i", "11 - i"] {
        let (_, facts) = both(second);
        assert_eq!(facts.injective.to_string(), "proved by structure", "{second}");
        assert_eq!(facts.surjective.to_string(), "proved by cardinality", "{second}");
    }
    let (_, facts) = both("(i + 4) mod 8");
    assert!(facts.injective.is_disproved(), "{}", facts.injective);
}

/// Outside the codomain a value is none that pieces could be held apart by.
#[test]
fn pieces_that_leave_the_codomain_are_not_held_apart() {
    let (map, facts) = facts(
        "piecewise<(i : 4), expr<(i : 4 where i lt 2) -> (i + 7) to (a : 8)>, \
         expr<(i : 4 where 2 le i) -> (i + 6) to (a : 8)>>",
    );
    assert!(facts.bounds.is_disproved());
    let collides = map.eval_unbounded(&[1]).unwrap() == map.eval_unbounded(&[2]).unwrap();
    assert!(collides && !facts.injective.is_proved(), "{}", facts.injective);
}

/// Blocks of a matrix, each swizzled in its own way, beside one another.
#[test]
fn blocks_of_a_matrix_are_held_apart_by_their_images() {
    let block = |at: i64, mask: &str| {
        let end = at + 8;
        format!(
            "expr<(i : 32, j : 8 where {at} le i, i lt {end}) -> (i * 8 + (j xor {mask})) to (a : 256)>"
        )
    };
    let blocks = [block(0, "(i mod 8)"), block(8, "3"), block(16, "0"), block(24, "(i mod 2)")];
    let (map, facts) = facts(&format!("piecewise<(i : 32, j : 8), {}>", blocks.join(", ")));
    assert!(fibres(&map).len() == 256);
    assert!(facts.injective.is_proved(), "{}", facts.injective);
    assert!(facts.surjective.is_proved(), "{}", facts.surjective);
}
