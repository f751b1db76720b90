//! The oracle knows what is true, and a false verdict does not pass it.

use tileir::proof::{Budget, Strategy, Verdict, constant_along, equal, fits_bits, prove};
use tileir::{BinaryOp, LayoutMap};
use tileir_soak::ask::right;
use tileir_soak::oracle::arithmetic::apply;
use tileir_soak::oracle::{self, Listing, Narrow};

fn listing(text: &str) -> Listing {
    Listing::of(&text.parse::<LayoutMap>().unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn facts(text: &str) -> [Option<bool>; 4] {
    oracle::facts(&listing(text))
}

#[test]
fn its_arithmetic_is_that_of_the_table() {
    use BinaryOp::*;
    for (op, lhs, rhs, value) in [
        (Add, i64::MAX, 1, None),
        (Sub, i64::MIN, 1, None),
        (Mul, 1 << 32, 1 << 31, None),
        (FloorDiv, -7, 2, Some(-4)),
        (FloorDiv, 7, -2, Some(-4)),
        (FloorDiv, i64::MIN, -1, None),
        (FloorDiv, 1, 0, None),
        (Mod, -7, 3, Some(2)),
        (Mod, 7, -3, Some(-2)),
        (Mod, i64::MIN, -1, None),
        (Mod, 5, 0, None),
        (Shl, -1, 63, Some(i64::MIN)),
        (Shl, 3, 63, Some(i64::MIN)),
        (Shl, 1, 64, None),
        (Shr, -1, 60, Some(15)),
        (Shr, 1, -1, None),
        (Xor, -3, 7, Some(-3 ^ 7)),
        (And, -3, 6, Some(-3 & 6)),
        (Eq, 3, 3, Some(1)),
        (Ne, 3, 3, Some(0)),
        (Lt, i64::MIN, i64::MAX, Some(1)),
        (Le, 4, 3, Some(0)),
    ] {
        assert_eq!(apply(op, lhs, rhs), value, "{lhs} {} {rhs}", op.symbol());
    }
}

#[test]
fn its_arithmetic_is_the_evaluators() {
    let ends = [i64::MIN, i64::MIN + 1, -65, -3, -1, 0, 1, 2, 5, 63, 64, i64::MAX - 1, i64::MAX];
    for op in BinaryOp::ALL {
        for (lhs, rhs) in ends.into_iter().flat_map(|lhs| ends.map(|rhs| (lhs, rhs))) {
            assert_eq!(apply(op, lhs, rhs), op.apply(lhs, rhs).ok(), "{lhs} {op:?} {rhs}");
        }
    }
}

#[test]
fn it_lists_the_values_of_every_kind_of_node() {
    let values =
        |text: &str| -> Vec<i64> { listing(text).values.into_iter().flatten().flatten().collect() };
    for (text, expected) in [
        ("identity<(i : 3 where i ne 1)>", vec![0, 2]),
        ("mixed_radix<(2,(2,2)):(1,(8,2))>", vec![0, 8, 2, 10, 1, 9, 3, 11]),
        ("bit_linear<(x : 4) -> (a : 4), x = [1, 3]>", vec![0, 1, 3, 2]),
        ("expr<(i : 4) -> (6 floordiv i)>", vec![6, 3, 2]),
        ("translate<[5], identity<(i : 2)>>", vec![5, 6]),
        ("permute<(i : 2, j : 2) -> (j, i)>", vec![0, 0, 1, 0, 0, 1, 1, 1]),
        ("project<(i : 2, j : 2) -> (j)>", vec![0, 1, 0, 1]),
        ("compose<expr<(d : 3) -> (0 * d)>, expr<(i : 5) -> (i) to (d : 3)>>", vec![0, 0, 0]),
        (
            "regroup<(i : 6) -> (a : 3, b : 2), [(2,3)] -> [(1), (0)]>",
            vec![0, 0, 0, 1, 1, 0, 1, 1, 2, 0, 2, 1],
        ),
        ("recast<16 -> 32, expr<(i : 4) -> (i) to (a : 4)>>", vec![0, 1]),
        ("transform<swizzle(1, 0, 1), identity<(i : 4)> to (i : 4)>", vec![0, 1, 3, 2]),
        (
            "transform<rotate(1), identity<(i : 2, j : 3)> to (i : 2, j : 3)>",
            vec![0, 0, 0, 1, 0, 2, 1, 1, 1, 2, 1, 0],
        ),
        (
            "piecewise<(i : 3), expr<(i : 3 where i lt 2) -> (i)>, expr<(i : 3 where i ge 2) -> (9)>>",
            vec![0, 1, 9],
        ),
        ("table<(i : 3 where i ne 1) -> (a : 8), [7, 5]>", vec![7, 5]),
    ] {
        assert_eq!(values(text), expected, "{text}");
    }
}

#[test]
fn it_tells_the_facts() {
    let yes = Some(true);
    let no = Some(false);
    assert_eq!(facts("expr<(i : 4) -> (i * 2 mod 4) to (a : 3)>"), [yes, yes, no, no]);
    assert_eq!(facts("expr<(i : 4) -> (12 floordiv i) to (a : 12)>"), [no, no, yes, no]);
    assert_eq!(facts("expr<(i : 4) -> (3 - i) to (a : 4)>"), [yes; 4]);
    assert_eq!(facts("expr<(i : 4) -> (i) to (a)>"), [yes, yes, yes, no]);
    assert_eq!(facts("expr<(i : 2) -> (i * 2) to (a : 3 where a ne 1)>"), [yes; 4]);
    assert_eq!(facts("expr<(i : 0) -> (i) to (a : 0)>"), [yes; 4]);
    // How many even numbers there are is not counted.
    assert_eq!(facts("expr<(i : 2) -> (i) to (a where a mod 2 eq 0)>")[3], None);
}

#[test]
fn it_tells_what_a_compiler_asks() {
    let rows = listing("expr<(i : 2, j : 4) -> (i * 6 + j) to (a : 12)>");
    assert!(oracle::run(&rows, 1, 2) && !oracle::run(&rows, 1, 4) && !oracle::run(&rows, 0, 2));
    let replicas = listing("expr<(i : 2, j : 4) -> (j + i - i) to (a : 4)>");
    assert!(oracle::constant(&replicas, 0) && !oracle::constant(&replicas, 1));
    assert!(!oracle::equal(&replicas, &listing("expr<(i : 2, j : 4) -> (j xor i) to (a : 4)>")));
    let wide = listing("expr<(i : 5) -> (i * 4 - 16)>");
    assert_eq!(oracle::narrow(&wide, 5), Some(Narrow { fits: false, defined: true }));
    let least = listing("expr<(i : 5) -> ((-1 shl i) mod -1)>");
    assert_eq!(oracle::narrow(&least, 5), Some(Narrow { fits: true, defined: false }));
    assert_eq!(oracle::narrow(&least, 6), Some(Narrow { fits: true, defined: true }));
}

/// A true witness about one map says nothing of another: it is passed on, and must not pass.
#[test]
fn a_false_verdict_does_not_pass() {
    let map = |text: &str| text.parse::<LayoutMap>().expect("a map");
    let good = listing("expr<(i : 4) -> (3 - i) to (a : 4)>");
    let bad = map("expr<(i : 4) -> (12 floordiv (i floordiv 2)) to (a : 4)>");
    let proved = Verdict::proved(Strategy::Structure);
    for (name, verdict) in prove(&bad, &Budget::default()).each() {
        let passes = |listing: &Listing, verdict: &Verdict| {
            let truths = oracle::facts(listing);
            let names = ["total", "bounds", "injective", "surjective"];
            let truth = names.iter().zip(truths).find(|(n, _)| **n == name).and_then(|(_, t)| t);
            right(verdict, truth, |witness| oracle::refutes(listing, name, witness))
        };
        assert!(verdict.is_disproved(), "{name}: {verdict}");
        assert!(!passes(&good, verdict) && passes(&good, &proved), "{name}");
        let bad = Listing::of(&bad);
        assert!(passes(&bad, verdict) && !passes(&bad, &proved), "{name}");
    }
    let other = listing("expr<(i : 4) -> (i xor 3) to (a : 4)>");
    let shifted = map("expr<(i : 4) -> (i) to (a : 4)>");
    let verdict = equal(&good.map, &shifted, &Budget::default());
    let witness = verdict.witness().expect("they differ");
    assert!(!oracle::refutes_equal(&good, &other, witness));
    assert!(oracle::refutes_equal(&good, &Listing::of(&shifted), witness));
    let varies = constant_along(&shifted, 0, &Budget::default());
    assert!(!oracle::refutes_constant(&good, 0, varies.witness().expect("it varies")));
    let wide = fits_bits(&map("expr<(i : 4) -> (i * 9)>"), 5, &Budget::default());
    assert!(!oracle::refutes_narrow(&good, 5, wide.witness().expect("27 is wide")));
}
