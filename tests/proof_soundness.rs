//! No verdict is ever wrong.
//!
//! Families of small maps, enumerated whole or drawn at random, are proved with and without
//! the exhaustive fallback, and every answer is compared with what a loop over all points by
//! `eval` says. Every witness is checked by itself.

mod common;

use common::Choices;
use common::budgets::NOTHING;
use common::facts::{refutes, truth};
use proptest::prelude::*;
use tileir::proof::{Budget, Facts, Verdict, prove};
use tileir::{IntTree, LayoutMap};

fn check_facts(map: &LayoutMap, facts: &Facts, truth: [bool; 4]) -> usize {
    let mut unknown = 0;
    for ((name, verdict), truth) in facts.each().into_iter().zip(truth) {
        match verdict {
            Verdict::Proved { .. } => assert!(truth, "{map}\n{name}: {verdict}"),
            Verdict::Disproved { witness, .. } => {
                assert!(!truth && refutes(map, name, witness), "{map}\n{name}: {verdict}");
            }
            Verdict::Unknown { .. } => unknown += 1,
        }
    }
    unknown
}

/// Compares every verdict with the truth; gives the number unknown without the fallback.
fn check(map: &LayoutMap) -> usize {
    let truth = truth(map);
    let facts = prove(map, &Budget::default());
    // How many points a constraint leaves of an endless set is not counted.
    let uncounted = map.codomain().cardinality().is_none() && !map.codomain().is_box();
    let unknown = check_facts(map, &facts, truth);
    assert!(unknown <= usize::from(uncounted), "{map}\n{facts}");
    check_facts(map, &prove(map, &NOTHING), truth)
}

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All 3 by 3 matrices and offsets, over the whole box and ragged ones. Nothing is unknown
/// without enumeration but what a ragged image covers.
#[test]
fn every_matrix_of_three_bits_as_an_expression() {
    for n in [8, 7, 6, 5] {
        let mut unknown = 0;
        for code in 0..1usize << 12 {
            let [a, b, c, offset] = [0, 3, 6, 9].map(|shift| code >> shift & 7);
            unknown += check(&map(&format!(
                "expr<(x : {n}) -> ((x and 1) * {a} xor (x shr 1 and 1) * {b} \
                 xor (x shr 2) * {c} xor {offset}) to (a : 8)>"
            )));
        }
        assert_eq!(unknown, 0, "over {n} points");
    }
}

#[test]
fn every_matrix_of_three_bits_as_bases() {
    for (n, codomain) in [(8, 8), (5, 8), (6, 8), (7, 8), (8, 6), (6, 6), (5, 5)] {
        for code in 0..1usize << 9 {
            let [a, b, c] = [0, 3, 6].map(|shift| code >> shift & 7);
            check(&map(&format!("bit_linear<(x : {n}) -> (a : {codomain}), x = [{a}, {b}, {c}]>")));
            check(&map(&format!(
                "bit_linear<(x : {}, y : 2) -> (a : 2, b : 4), x = [({},{}), ({},{})], y = [({},{})]>",
                n.min(4),
                a & 1,
                a >> 1,
                b & 1,
                b >> 1,
                c & 1,
                c >> 1
            )));
        }
    }
}

#[test]
fn every_mixed_radix_of_two_modes() {
    let mut unknown = 0;
    for (n, m) in (0..5).flat_map(|n| (0..5).map(move |m| (n, m))) {
        for (s, d) in (-3..7).flat_map(|s| (-3..7).map(move |d| (s, d))) {
            unknown += check(&map(&format!("mixed_radix<({n},{m}):({s},{d})>")));
        }
    }
    assert!(unknown < 200, "{unknown} facts of 10,000 unknown without enumeration");
}

#[test]
fn every_mixed_radix_of_three_modes() {
    let numbers = [0, 1, 2, 3, 4, 6];
    for extents in 0..27usize {
        let [a, b, c] = [1, 3, 9].map(|power| extents / power % 3 + 1);
        for strides in 0..216usize {
            let [s, t, u] = [1, 6, 36].map(|power| numbers[strides / power % 6]);
            check(&map(&format!("mixed_radix<({a},({b},{c})):({s},({t},{u}))>")));
        }
    }
}

#[test]
fn every_affine_row_into_a_tight_codomain() {
    for (n, m, extent) in [(3, 4, 12), (4, 3, 9), (5, 2, 10), (2, 2, 6)] {
        for (a, b) in (-4..5).flat_map(|a| (-4..5).map(move |b| (a, b))) {
            for offset in -2..4 {
                check(&map(&format!(
                    "expr<(i : {n}, j : {m}) -> ({a} * i + {b} * j + {offset}) to (a : {extent})>"
                )));
            }
        }
    }
}

#[test]
fn every_split_of_a_ragged_axis() {
    for n in 1..14 {
        for (d, e) in (1..7).flat_map(|d| (1..7).map(move |e| (d, e))) {
            check(&map(&format!(
                "expr<(i : {n}) -> (i floordiv {d}, i mod {e}) to (a : 4, b : 4)>"
            )));
            check(&map(&format!(
                "expr<(i : {n}) -> (i floordiv {d} mod {e} * {d} + i mod {d}) to (a : 9)>"
            )));
        }
    }
}

/// A set whose first points are far from the first of its box is searched as it is counted.
#[test]
fn points_behind_many_that_are_excluded_are_found() {
    let text = "expr<(x : 8) -> (2, 2, 2) to (i : 300, j : 4, k : 300 where 5 eq i, k le 5)>";
    let facts = prove(&map(text), &Budget::default());
    assert!(facts.surjective.is_disproved(), "{facts}");
    check(&map(text));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_maps_of_every_kind(numbers in common::numbers()) {
        check(&common::map(&mut Choices::new(&numbers)));
    }

    #[test]
    fn random_expressions(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let (domain, codomain) = (choices.set(&common::SMALL), choices.set(&common::ANY));
        let wild = choices.below(2) == 1;
        let program = common::program(&mut choices, domain.rank(), codomain.rank(), wild);
        check(&LayoutMap::expr(domain, codomain, program).unwrap());
    }

    #[test]
    fn random_nested_shapes(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let (mut shape, mut stride) = (Vec::new(), Vec::new());
        for _ in 0..1 + choices.below(3) {
            let digits = 1 + choices.below(3);
            let mut leaves = |from: &[i64]| {
                IntTree::Tuple((0..digits).map(|_| IntTree::Leaf(choices.pick(from))).collect())
            };
            shape.push(leaves(&[2, 1, 3, 4]));
            stride.push(leaves(&[1, 2, 4, 0, 3, 8, 16, 5, 12, -1, 24, 32]));
        }
        check(&LayoutMap::mixed_radix(IntTree::Tuple(shape), IntTree::Tuple(stride)).unwrap());
    }
}
