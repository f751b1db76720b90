//! What a load takes of memory, counted by the definition.

mod common;
mod repartition_common;

use std::collections::BTreeSet;

use common::distributions::numbered;
use proptest::prelude::*;
use repartition_common::{contents, run};
use tileir::LayoutMap;
use tileir::repartition::Transactions;
use tileir::target::Target;

/// The address of what each thread has in each slot, where it is in the view.
fn addresses(view: &LayoutMap, held: &[Vec<tileir::Point>]) -> Vec<Vec<Option<i64>>> {
    let address = |point: &tileir::Point| view.eval(point).ok().map(|value| value[0]);
    held.iter().map(|own| own.iter().map(address).collect()).collect()
}

/// Whether every thread has these slots one behind the other, from a multiple of their number on, or
/// none of them in the view.
fn is_one_access(threads: &[Vec<Option<i64>>], first: usize, width: usize) -> bool {
    threads.iter().all(|own| {
        let access = &own[first..first + width];
        let expected = |k: usize| access[0].map(|address| address + k as i64);
        (0..width).all(|k| access[k] == expected(k))
            && access[0].is_none_or(|address| address % width as i64 == 0)
    })
}

#[test]
fn transactions_are_counted_by_the_definition() {
    run(400, |choices| {
        let shape = choices.pick(&[vec![48], vec![3, 5], vec![6, 8], vec![64], vec![8, 16]]);
        let threads = choices.pick(&[6, 48, 32, 5, 64]);
        let held = numbered(choices, &shape, threads);
        let extents: Vec<i64> = shape.iter().map(|&n| n - choices.below(2) as i64).collect();
        let names = ["a", "b"];
        let axes: Vec<String> =
            extents.iter().zip(names).map(|(n, name)| format!("{name} : {n}")).collect();
        let value = match (shape.len(), choices.below(3)) {
            (1, 0) => "a",
            (1, _) => "63 - a",
            (_, 0) => "a * 16 + b",
            (_, 1) => "b * 8 + a",
            _ => "a * 16 + (b xor a mod 4)",
        };
        let text = format!("expr<({}) -> ({value}) to (address : 4096)>", axes.join(", "));
        let view: LayoutMap = text.parse().unwrap();
        let bytes = choices.pick(&[1, 2, 4, 8]);
        let target = Target::by_name(choices.pick(&["lavapipe", "sm_80"])).unwrap();

        let found = Transactions::of(&view, &held, bytes, &target).unwrap().unwrap();
        let threads = addresses(&view, &contents(&held));
        let slots = threads[0].len();
        let fits = |width: &usize| {
            slots.is_multiple_of(*width)
                && (0..slots).step_by(*width).all(|first| is_one_access(&threads, first, *width))
        };
        let most = target.vector_elements(bytes) as usize;
        let widths = std::iter::successors(Some(most), |width| Some(width / 2).filter(|&n| n > 0));
        let width = widths.into_iter().find(fits).unwrap();
        prop_assert_eq!(found.accesses, (slots / width) as u64);
        let mut sectors = 0;
        for subgroup in threads.chunks(target.subgroup as usize) {
            for first in (0..slots).step_by(width) {
                let accessed = subgroup.iter().flat_map(|own| &own[first..first + width]);
                let touched: BTreeSet<i64> =
                    accessed.flatten().map(|address| address * bytes / 32).collect();
                sectors += touched.len() as u64;
            }
        }
        prop_assert_eq!(found.sectors, sectors);
        Ok(())
    });
}
