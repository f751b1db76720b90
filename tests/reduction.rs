//! Reductions, carried out.
//!
//! The law: after the folds each thread has, for each of its classes, every element of the row
//! exactly once. A fold here joins lists of elements, so that one folded twice is seen twice.

mod common;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use common::Choices;
use common::distributions::{Bits, distribution, numbered};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use tileir::distribution::Distribution;
use tileir::reduction::{Reduction, ReductionError, row_local};
use tileir::{MapError, Point};

type Outcome = Result<(), TestCaseError>;

/// The same cases each time.
fn run(cases: u32, test: impl Fn(&mut Choices<'_>) -> Outcome) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let outcome = runner.run(&common::numbers(), |numbers| test(&mut Choices::new(&numbers)));
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

fn row(element: &[i64], axis: usize) -> Point {
    [&element[..axis], &element[axis + 1..]].concat()
}

/// Folds as the reduction says, and looks at what every thread has.
fn carry_out(source: &Distribution, reduction: &Reduction, axis: usize, width: i64) -> Outcome {
    let (threads, slots) = (source.threads(), source.slots() as usize);
    let element = |thread: i64, slot: usize| source.element(thread, slot as i64).unwrap();
    let Reduction { class_of_slot, folded, lane_masks, block_masks } = reduction;
    prop_assert_eq!(class_of_slot.len(), slots);
    let class_of = |slots: &Vec<usize>| class_of_slot[slots[0]];
    prop_assert!(folded.iter().enumerate().all(|(class, slots)| class_of(slots) == class));

    let fold = |thread: i64, slots: &Vec<usize>| -> Vec<Point> {
        slots.iter().map(|&slot| element(thread, slot)).collect()
    };
    let mut sums: Vec<Vec<Vec<Point>>> =
        (0..threads).map(|t| folded.iter().map(|slots| fold(t, slots)).collect()).collect();
    for &mask in lane_masks.iter().chain(block_masks) {
        let before = sums.clone();
        for thread in 0..threads {
            let partner = thread ^ mask;
            prop_assert!((0..threads).contains(&partner));
            let inside = partner / width == thread / width;
            prop_assert_eq!(inside, lane_masks.contains(&mask), "mask {}", mask);
            for class in 0..folded.len() {
                let other = before[partner as usize][class].clone();
                sums[thread as usize][class].extend(other);
            }
        }
    }
    for thread in 0..threads {
        for (slot, &class) in class_of_slot.iter().enumerate() {
            let own = row(&element(thread, slot), axis);
            let expected: Vec<Point> = (0..source.shape()[axis])
                .map(|position| [&own[..axis], &[position], &own[axis..]].concat())
                .collect();
            let mut found = sums[thread as usize][class].clone();
            found.sort();
            prop_assert_eq!(found, expected, "thread {} slot {}", thread, slot);
        }
    }
    Ok(())
}

/// Whether it was reduced.
fn check(source: &Distribution, axis: usize, width: i64) -> Result<bool, TestCaseError> {
    match Reduction::of(source, axis, width) {
        Ok(reduction) => carry_out(source, &reduction, axis, width).map(|()| true),
        Err(ReductionError::Irregular { thread, slot }) => {
            prop_assert!((thread as i64) < source.threads() && (slot as i64) < source.slots());
            Ok(false)
        }
        Err(error) => Err(TestCaseError::fail(error.to_string())),
    }
}

#[test]
fn reductions_of_bit_distributions_fold_each_element_once() {
    let (reduced, refused) = (Cell::new(0), Cell::new(0));
    run(500, |choices| {
        let shape = choices.pick(&[vec![3, 3], vec![5], vec![2, 1, 2], vec![0, 4], vec![4, 2]]);
        let threads = choices.pick(&[4, 3, 5, 6, 7, 1, 0]);
        let general = choices.below(2) == 1;
        let source = Bits::any(choices, &shape, threads, general).distribution(choices);
        let axis = choices.below(shape.len());
        let regular = check(&source, axis, choices.pick(&[8, 32, 64]))?;
        // Permuted bits, replicas or not, have the regularity.
        prop_assert!(general || regular);
        let count = if regular { &reduced } else { &refused };
        count.set(count.get() + 1);
        Ok(())
    });
    assert!(reduced.get() > 100 && refused.get() > 20, "{reduced:?} {refused:?}");
}

#[test]
fn reductions_of_numbered_distributions_fold_each_element_once_or_are_refused() {
    let (reduced, refused) = (Cell::new(0), Cell::new(0));
    run(500, |choices| {
        let shape = choices.pick(&[
            vec![48],
            vec![3, 5],
            vec![6, 8],
            vec![4, 4],
            vec![7, 1, 3],
            vec![1, 6],
        ]);
        let threads = choices.pick(&[6, 96, 48, 1, 32, 40, 5]);
        let source = numbered(choices, &shape, threads);
        let axis = choices.below(shape.len());
        let regular = check(&source, axis, choices.pick(&[8, 32, 64]))?;
        let count = if regular { &reduced } else { &refused };
        count.set(count.get() + 1);
        Ok(())
    });
    assert!(reduced.get() > 50 && refused.get() > 50, "{reduced:?} {refused:?}");
}

#[test]
fn a_row_over_lanes_and_subgroups_takes_masks_of_both() {
    let source = distribution(
        "expr<(subgroup : 4, lane : 8, slot : 2) -> (subgroup floordiv 2, \
         (subgroup mod 2 * 8 + lane) * 2 + slot) to (i : 2, j : 32)>",
    );
    let reduction = Reduction::of(&source, 1, 8).unwrap();
    let expected = Reduction {
        class_of_slot: vec![0, 0],
        folded: vec![vec![0, 1]],
        lane_masks: vec![1, 2, 4],
        block_masks: vec![8],
    };
    assert_eq!(reduction, expected);
    carry_out(&source, &reduction, 1, 8).unwrap();
    // Along the other axis, two subgroups hold a row.
    let reduction = Reduction::of(&source, 0, 8).unwrap();
    assert_eq!((reduction.lane_masks, reduction.block_masks), (vec![], vec![16]));
}

#[test]
fn row_local_puts_each_row_in_one_thread() {
    run(400, |choices| {
        let extents = [3, 1, 2, 5, 8, 0, 4];
        let shape: Vec<i64> = (0..1 + choices.below(3)).map(|_| choices.pick(&extents)).collect();
        let axis = choices.below(shape.len());
        let threads = choices.pick(&[6, 1, 8, 3, 32, 5]);
        let source = Distribution::new(row_local(&shape, axis, threads).unwrap()).unwrap();
        prop_assert_eq!((source.threads(), &source.shape()), (threads, &shape));
        let occurrences = (0..threads).flat_map(|t| (0..source.slots()).map(move |s| (t, s)));
        // Total and in bounds, or `element` is an error.
        let held: BTreeSet<Point> =
            occurrences.map(|(t, s)| source.element(t, s).unwrap()).collect();
        prop_assert_eq!(held.len() as i64, shape.iter().product::<i64>());
        let reduction = Reduction::of(&source, axis, 8).unwrap();
        prop_assert!(reduction.lane_masks.is_empty() && reduction.block_masks.is_empty());
        carry_out(&source, &reduction, axis, 8)
    });
}

#[test]
fn row_local_of_what_has_no_rows_is_an_error() {
    let error = |shape: &[i64], axis, threads| row_local(shape, axis, threads).unwrap_err();
    assert!(matches!(error(&[], 0, 4), MapError::UnknownAxis { .. }));
    assert!(matches!(error(&[4, 4], 2, 4), MapError::UnknownAxis { .. }));
    assert!(matches!(error(&[4, 4], 0, 0), MapError::Count { .. }));
    assert!(matches!(error(&[4, 4], 0, -2), MapError::NegativeExtent { .. }));
    assert!(matches!(error(&[4, -4], 0, 2), MapError::NegativeExtent { .. }));
    assert!(matches!(error(&[1 << 40, 1 << 40, 4], 2, 4), MapError::SizeOverflow { .. }));
    assert!(row_local(&[1 << 40, 1 << 40, 0], 0, 4).is_ok());
}

#[test]
fn what_cannot_be_reduced_is_named() {
    let error = |text: &str, axis| Reduction::of(&distribution(text), axis, 8).unwrap_err();
    let identity = "identity<(thread : 4)>";
    assert_eq!(error(identity, 1), ReductionError::Axis { axis: 1, rank: 1 });
    assert_eq!(
        error("expr<(thread : 4) -> () to ()>", 0),
        ReductionError::Axis { axis: 0, rank: 0 }
    );
    // Three threads hold a row: no XOR joins them.
    let irregular = ReductionError::Irregular { thread: 0, slot: 0 };
    assert_eq!(error("identity<(thread : 3)>", 0), irregular);
    // An element twice in a class, in some threads only.
    let twice = "expr<(thread : 2, slot : 3) -> ((slot + thread * slot) mod 3) to (i : 3)>";
    assert!(Reduction::of(&distribution(twice), 0, 8).is_ok());
    let twice = "expr<(thread : 3, slot : 3) -> (slot * thread mod 3) to (i : 3)>";
    assert_eq!(error(twice, 0), irregular);
    let undefined = "expr<(thread : 4) -> (4 floordiv thread) to (i : 9)>";
    assert!(matches!(error(undefined, 0), ReductionError::Table(_)));
}

#[test]
fn large_and_empty_tiles_are_reduced_or_refused_without_delay() {
    let start = Instant::now();
    for domain in [
        "thread : 1048577",
        "thread : 4611686018427387904, s : 0",
        "thread : 0, s : 4611686018427387904",
        "thread : 2, s : 4611686018427387904",
    ] {
        let source = distribution(&format!("expr<({domain}) -> (0) to (i : 1)>"));
        let refused = Reduction::of(&source, 0, 32);
        assert!(matches!(refused, Err(ReductionError::Table(_))), "{domain}: {refused:?}");
    }
    for domain in ["thread : 4, s : 0", "thread : 0, s : 4", "subgroup : 2, lane : 0"] {
        let source = distribution(&format!("expr<({domain}) -> (0) to (i : 0)>"));
        let reduction = Reduction::of(&source, 0, 32).unwrap();
        assert_eq!(reduction.class_of_slot.len() as i64, source.slots(), "{domain}");
        assert!(reduction.lane_masks.is_empty() && reduction.block_masks.is_empty());
    }
    // One row over everything: sets of a whole row for each thread would not fit in memory.
    let row = "expr<(thread : 65536, s : 2) -> (thread * 2 + s) to (i : 131072)>";
    let reduction = Reduction::of(&distribution(row), 0, 32).unwrap();
    assert_eq!((reduction.lane_masks.len(), reduction.block_masks.len()), (5, 11));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}
