//! The laws of transfer: what is wanted or given holds at each slot what the operation needs there.

mod common;

use std::collections::BTreeSet;

use common::Choices;
use common::distributions::{distribution, numbered};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use tileir::distribution::Distribution;
use tileir::propagate::TransferError;
use tileir::propagate::transfer::{even, reduce_gives, reduce_wants, relabel_gives, relabel_wants};
use tileir::{LayoutMap, Point};

type Outcome = Result<(), TestCaseError>;

/// The same cases each time.
fn run(cases: u32, test: impl Fn(&mut Choices<'_>) -> Outcome) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let outcome = runner.run(&common::numbers(), |numbers| test(&mut Choices::new(&numbers)));
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// What each thread's slots hold.
fn held(of: &Distribution) -> Vec<Vec<Point>> {
    let slots = |thread| (0..of.slots()).map(|slot| of.element(thread, slot).unwrap()).collect();
    (0..of.threads()).map(slots).collect()
}

fn elements(of: &Distribution) -> BTreeSet<Point> {
    held(of).into_iter().flatten().collect()
}

/// Relabels that lose nothing: permutations, reshapes, rotations, flips; the extents of the source.
const BIJECTIONS: [(&str, [i64; 2]); 5] = [
    ("expr<(i : 4, j : 6) -> (j, i) to (a : 6, b : 4)>", [6, 4]),
    (
        "expr<(i : 2, j : 3, k : 4) -> ((i * 12 + j * 4 + k) floordiv 6, \
         (i * 12 + j * 4 + k) mod 6) to (a : 4, b : 6)>",
        [4, 6],
    ),
    ("expr<(i : 4, j : 6) -> (i, (j + 5) mod 6) to (a : 4, b : 6)>", [4, 6]),
    ("expr<(i : 4, j : 6) -> (3 - i, j) to (a : 4, b : 6)>", [4, 6]),
    ("expr<(i : 4, one : 1, j : 6) -> (i, j) to (a : 4, b : 6)>", [4, 6]),
];

/// Relabels that spread their source over new axes.
const SPREADS: [(&str, [i64; 2], i64); 3] = [
    ("expr<(i : 4, new : 5, j : 6) -> (i, j) to (a : 4, b : 6)>", [4, 6], 5),
    ("expr<(new : 3, j : 6, i : 4) -> (i, j) to (a : 4, b : 6)>", [4, 6], 3),
    ("expr<(i : 4, x : 2, y : 3) -> (i, 0) to (a : 4, b : 1)>", [4, 1], 6),
];

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap()
}

fn any(choices: &mut Choices<'_>, shape: &[i64]) -> Distribution {
    let threads = choices.pick(&[4, 6, 8, 1]);
    numbered(choices, shape, threads)
}

#[test]
fn a_relabel_wants_its_map_after_the_result() {
    run(200, |choices| {
        let (text, _) = choices.pick(&BIJECTIONS);
        let map = map(text);
        let result = any(choices, &map.domain().extents().unwrap());
        let wanted = relabel_wants(&map, &result).unwrap();
        for (wanted, result) in held(&wanted).iter().zip(held(&result)) {
            let mapped: Vec<Point> = result.iter().map(|p| map.eval(p).unwrap()).collect();
            prop_assert_eq!(wanted, &mapped);
        }
        prop_assert_eq!(elements(&wanted).len(), 24);
        Ok(())
    });
}

#[test]
fn a_relabel_that_loses_nothing_gives_every_slot_its_new_name() {
    run(200, |choices| {
        let (text, shape) = choices.pick(&BIJECTIONS);
        let map = map(text);
        let source = any(choices, &shape);
        let given = relabel_gives(&map, &source).expect(text);
        for (given, source) in held(&given).iter().zip(held(&source)) {
            let mapped: Vec<Point> = given.iter().map(|p| map.eval(p).unwrap()).collect();
            prop_assert_eq!(mapped, source);
        }
        // Asked for what it gives, it wants what it was given.
        prop_assert_eq!(held(&relabel_wants(&map, &given).unwrap()), held(&source));
        prop_assert_eq!(elements(&given).len(), 24);
        Ok(())
    });
}

#[test]
fn a_spread_has_new_slots_for_new_axes() {
    run(200, |choices| {
        let (text, shape, copies) = choices.pick(&SPREADS);
        let map = map(text);
        let source = any(choices, &shape);
        let given = relabel_gives(&map, &source).expect(text);
        prop_assert_eq!(given.slots(), source.slots() * copies);
        for (given, source) in held(&given).iter().zip(held(&source)) {
            for (at, place) in given.iter().enumerate() {
                let of = at / copies as usize;
                prop_assert_eq!(&map.eval(place).unwrap(), &source[of]);
            }
        }
        let all = map.domain().cardinality().unwrap() as usize;
        prop_assert_eq!(elements(&given).len(), all);
        Ok(())
    });
}

#[test]
fn what_leaves_elements_out_or_mixes_them_gives_nothing() {
    let rows = distribution("expr<(thread : 4, slot : 6) -> (thread, slot) to (a : 4, b : 6)>");
    let cases = [
        "expr<(i : 2, j : 6) -> (i, j) to (a : 4, b : 6)>",
        "expr<(i : 4, j : 6) -> (i, j floordiv 2) to (a : 4, b : 6)>",
        "expr<(i : 4, j : 12) -> (i, j mod 6) to (a : 4, b : 6)>",
        "expr<(i : 4, j : 6 where i lt 3) -> (i, j) to (a : 4, b : 6)>",
        "identity<(i : 4, j : 5)>",
    ];
    for text in cases {
        assert_eq!(relabel_gives(&map(text), &rows), None, "{text}");
    }
    // A part of the source is wanted all the same.
    let result = distribution("expr<(thread : 2, slot : 6) -> (thread, slot) to (a : 2, b : 6)>");
    let wanted = relabel_wants(&map(cases[0]), &result).unwrap();
    assert_eq!(elements(&wanted).len(), 12);
}

#[test]
fn a_reduction_drops_a_coordinate_or_has_all_of_it() {
    run(200, |choices| {
        let (axis, shape) = (choices.below(3), [2, 3, 4]);
        let source = any(choices, &shape);
        let given = reduce_gives(&source, axis).unwrap();
        for (given, source) in held(&given).iter().zip(held(&source)) {
            let dropped = source.iter().map(|p| [&p[..axis], &p[axis + 1..]].concat());
            prop_assert_eq!(given, &dropped.collect::<Vec<Point>>());
        }
        let wanted = reduce_wants(&given, axis, shape[axis]).unwrap();
        prop_assert_eq!(wanted.shape(), shape);
        let extent = shape[axis] as usize;
        for (wanted, given) in held(&wanted).iter().zip(held(&given)) {
            prop_assert_eq!(wanted.len(), given.len() * extent);
            for (at, place) in wanted.iter().enumerate() {
                prop_assert_eq!(
                    [&place[..axis], &place[axis + 1..]].concat(),
                    &given[at / extent][..]
                );
                prop_assert_eq!(place[axis] as usize, at % extent);
            }
        }
        Ok(())
    });
}

#[test]
fn an_even_distribution_holds_everything_with_few_slots() {
    for (shape, threads) in [(&[4, 6][..], 8), (&[5, 7], 4), (&[3], 8), (&[], 2), (&[0, 4], 2)] {
        let even = even(shape, threads).unwrap();
        let size: i64 = shape.iter().product();
        assert_eq!(even.slots(), (size + threads - 1) / threads, "{shape:?}");
        assert_eq!(elements(&even).len() as i64, size, "{shape:?}");
    }
    assert!(even(&[4], 0).is_err() && even(&[i64::MAX, 2], 2).is_err());
}

#[test]
fn what_does_not_fit_is_named() {
    let rows = distribution("expr<(thread : 4, slot : 6) -> (thread, slot) to (a : 4, b : 6)>");
    let axis = |axis, rank| TransferError::Axis { axis, rank };
    assert_eq!(reduce_gives(&rows, 2), Err(axis(2, 2)));
    assert_eq!(reduce_wants(&rows, 3, 4), Err(axis(3, 3)));
    let large = reduce_wants(&rows, 0, i64::MAX).unwrap_err().to_string();
    assert!(large.contains("leaves 64 bits"), "{large}");
    let error = relabel_wants(&map("identity<(i : 4, j : 5)>"), &rows).unwrap_err().to_string();
    assert!(error.contains('5') && error.contains('6'), "{error}");
}
