//! The machine that carries plans out: what it brings, and what stops it.

mod common;
mod repartition_common;

use std::cell::RefCell;
use std::collections::BTreeMap;

use common::distributions::{Bits, distribution, numbered};
use proptest::prelude::*;
use repartition_common::{run, target};
use tileir::distribution::{Distribution, Groups};
use tileir::proof::Budget;
use tileir::repartition::{
    Machine, MachineError, Mutation, Plan, PlanKind, Shared, Shuffle, legal_plans, plan_of_kind,
    prove_plan,
};

const ROWS: &str = "expr<(thread : 8, slot : 2) -> (thread * 2 + slot) to (i : 16)>";
const COLUMNS: &str = "expr<(thread : 8, slot : 2) -> (thread + slot * 8) to (i : 16)>";
const FLIPPED: &str = "expr<(thread : 8, slot : 2) -> ((thread xor 3) * 2 + slot) to (i : 16)>";

fn rows() -> Machine<i64> {
    Machine::holding(&distribution(ROWS), 8, |element| element[0]).unwrap()
}

fn shared() -> Shared {
    let (rows, columns) = (distribution(ROWS), distribution(COLUMNS));
    match plan_of_kind(PlanKind::Shared, &rows, &columns, 4, &target(8)).unwrap().0 {
        Plan::Shared(shared) => shared,
        other => panic!("{other:?}"),
    }
}

fn shuffle() -> Shuffle {
    let (rows, flipped) = (distribution(ROWS), distribution(FLIPPED));
    match plan_of_kind(PlanKind::Shuffle, &rows, &flipped, 4, &target(8)).unwrap().0 {
        Plan::Shuffle(shuffle) => shuffle,
        other => panic!("{other:?}"),
    }
}

#[test]
fn registers_change_places_inside_a_thread() {
    let after = rows().registers(&[1, 0, 1]).unwrap();
    assert_eq!(after.threads()[2], [Some(5), Some(4), Some(5)]);
    let error = rows().registers(&[0, 2]).unwrap_err();
    assert_eq!(error, MachineError::Register { thread: 0, of: 0, slot: 2 });
    let half = Machine::new(8, Groups::one_block(1), vec![vec![Some(1), None]]);
    assert!(half.registers(&[0, 0]).is_ok());
    // Nothing may be moved, as long as nobody wants it.
    assert_eq!(half.registers(&[0, 1]).unwrap().threads()[0], [Some(1), None]);
    assert_eq!(
        half.registers(&[0, 2]).unwrap_err().to_string(),
        "thread 0 reads register 2 of thread 0, which holds nothing"
    );
}

#[test]
fn a_shuffle_stays_in_its_subgroup_and_among_its_picks() {
    let after = rows().shuffle(&shuffle()).unwrap();
    assert_eq!(after.threads()[0], [Some(6), Some(7)]);
    let broken = |change: &dyn Fn(&mut Shuffle)| {
        let mut shuffle = shuffle();
        change(&mut shuffle);
        rows().shuffle(&shuffle).unwrap_err().to_string()
    };
    assert_eq!(
        broken(&|shuffle| shuffle.lane_flip[1] ^= 8),
        "thread 0 reads lane 11 for slot 1, its subgroup has 8 lanes"
    );
    assert_eq!(
        broken(&|shuffle| shuffle.slots[1] = 4),
        "thread 0 reads register 4 of thread 3, which holds nothing"
    );
    assert_eq!(
        broken(&|shuffle| shuffle.picks.clear()),
        "thread 0 selects pick 0 for slot 0, which is offered 0 times"
    );
    assert_eq!(
        broken(&|shuffle| shuffle.width = 32),
        "the plan is for subgroups of 32 lanes, these have 8"
    );
    assert_eq!(broken(&|shuffle| shuffle.slots.truncate(1)), "the plan has 2 lanes, not 1");
    assert!(
        broken(&|shuffle| shuffle.by_thread = "identity<(thread : 4)>".parse().unwrap())
            .starts_with("the plan has 1 places of a route, not 2")
    );
}

#[test]
fn a_shared_buffer_is_written_once_a_cell_and_read_where_it_was_written() {
    let (source, wanted) = (distribution(ROWS), distribution(COLUMNS));
    let after = rows().shared(&shared(), &source, &wanted).unwrap();
    assert_eq!(after.threads()[3], [Some(3), Some(11)]);
    let broken = |change: &dyn Fn(&mut Shared)| {
        let mut shared = shared();
        change(&mut shared);
        rows().shared(&shared, &source, &wanted).unwrap_err().to_string()
    };
    let address = |text: &'static str| {
        move |shared: &mut Shared| shared.buffer.address = text.parse().unwrap()
    };
    assert_eq!(
        broken(&|shared| shared.buffer.elements = 5),
        "thread 3 accesses address 6 for slot 0, the buffer has 5 elements"
    );
    assert_eq!(
        broken(&address("expr<(i : 16) -> (i floordiv 4 * 2) to (a : 16)>")),
        "thread 1 stores slot 0 to address 0, where thread 0 has stored another value"
    );
    let short = broken(&address("identity<(i : 4)>"));
    assert!(short.starts_with("thread 2 has no address: "), "{short}");
    let unwritten = broken(&|shared| drop(shared.buffer.writer.accesses.pop()));
    assert!(unwritten.starts_with("thread 1 loads slot 0 from address "), "{unwritten}");
    assert!(unwritten.ends_with(", which was never written"), "{unwritten}");
    let beyond = broken(&|shared| shared.buffer.reader.accesses.push(vec![2]));
    assert!(beyond.starts_with("thread 0 has no element: "), "{beyond}");
}

/// Two writers of one cell are one, if they write the same.
#[test]
fn replicas_may_write_one_cell() {
    let source = distribution("expr<(thread : 8, slot : 1) -> (thread mod 4) to (i : 4)>");
    let wanted = distribution("expr<(thread : 8, slot : 1) -> ((thread + 1) mod 4) to (i : 4)>");
    let (plan, _) = plan_of_kind(PlanKind::Shared, &source, &wanted, 4, &target(8)).unwrap();
    let Plan::Shared(mut shared) = plan else { panic!("{plan:?}") };
    shared.owner.slots.fill(tileir::repartition::ThreadSet::All);
    let before = Machine::holding(&source, 8, |element| element[0]).unwrap();
    let after = before.shared(&shared, &source, &wanted).unwrap();
    assert_eq!(after.misplaced(&wanted, |element| element[0]), Ok(None));
}

/// Outside a carrier a slot holds nothing, and nothing is asked of it.
#[test]
fn plans_between_carriers_bring_what_is_held() {
    let of = |lane: &str| {
        let carrier = format!("(lane : 8, slot : 2 where slot * 8 + {lane} lt 13)");
        distribution(&format!("expr<{carrier} -> (slot * 8 + {lane}) to (i : 13)>"))
    };
    let (source, wanted) = (of("lane"), of("(7 - lane)"));
    let before = Machine::holding(&source, 8, |element| element[0]).unwrap();
    assert_eq!(before.threads()[6], [Some(6), None]);
    let plans = legal_plans(&source, &wanted, 4, &target(8)).unwrap();
    assert!(!plans.is_empty());
    for (plan, _) in &plans {
        let after = before.execute(plan, &source, &wanted).unwrap();
        assert_eq!(after.misplaced(&wanted, |element| element[0]), Ok(None), "{plan:?}");
    }
}

#[test]
fn what_is_misplaced_is_named() {
    let wanted = distribution(COLUMNS);
    let wrong = rows().misplaced(&wanted, |element| element[0]).unwrap().unwrap();
    assert_eq!((wrong.thread, wrong.slot), (0, 1));
    assert_eq!((wrong.element, wrong.found), (vec![8], Some(1)));
    let short = Machine::new(8, Groups::one_block(1), vec![vec![Some(0)]]);
    let wrong = short.misplaced(&wanted, |element| element[0]).unwrap().unwrap();
    assert_eq!((wrong.thread, wrong.slot, wrong.found), (0, 1, None));
}

/// What came of the mutations of one sort on plans of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    made: u32,
    wrong: u32,
    harmless: u32,
    refused_though_harmless: u32,
}

/// Of mutations that change what is brought the machine sees each, and the prover proves none.
#[test]
fn every_mutation_that_changes_a_result_is_caught() {
    let counts: RefCell<BTreeMap<String, Count>> = RefCell::default();
    run(250, |choices| {
        let (source, wanted): (Distribution, Distribution) = match choices.below(3) {
            0 => {
                let shape = choices.pick(&[vec![48], vec![3, 5], vec![6, 8]]);
                let threads = choices.pick(&[6, 48, 32, 5]);
                (numbered(choices, &shape, threads), numbered(choices, &shape, threads))
            }
            _ => {
                let shape = choices.pick(&[vec![3, 3], vec![5], vec![6], vec![4, 3]]);
                let threads = choices.pick(&[3, 4, 5]);
                let source = Bits::any(choices, &shape, threads, false);
                let mut routes: Vec<u64> = (0..source.columns.len()).map(|bit| 1 << bit).collect();
                let lanes = choices.pick(&[0, 3]);
                let near = routes.len().min(source.slot_bits + lanes);
                for bit in 0..near {
                    routes.swap(bit, choices.below(near));
                }
                let wanted = source.routed(&routes, source.slot_bits);
                (source.distribution(choices), wanted.distribution(choices))
            }
        };
        let width = choices.pick(&[8, 32]);
        let Ok(plans) = legal_plans(&source, &wanted, 4, &target(width)) else { return Ok(()) };
        let name = |element: &[i64]| element.to_vec();
        let before = Machine::holding(&source, width, name).unwrap();
        for (plan, _) in &plans {
            for (mutation, seed) in Mutation::ALL.into_iter().zip([0; 3].map(|_| choices.below(99)))
            {
                let Some(mutated) = mutation.of(plan, seed as u64) else { continue };
                prop_assert!(mutated != *plan, "{} {}: {:?}", mutation, seed, plan);
                let brought = before.execute(&mutated, &source, &wanted);
                let wrong = match &brought {
                    Ok(after) => after.misplaced(&wanted, name).unwrap().is_some(),
                    Err(_) => true,
                };
                let proof = prove_plan(&source, &wanted, &mutated, &Budget::default());
                prop_assert!(!(wrong && proof.is_proved()), "{} {}: {:?}", mutation, seed, mutated);
                let mut counts = counts.borrow_mut();
                let count = counts.entry(format!("{mutation} of {}", plan.kind())).or_default();
                count.made += 1;
                count.wrong += u32::from(wrong);
                count.harmless += u32::from(!wrong);
                count.refused_though_harmless += u32::from(!wrong && !proof.is_proved());
            }
        }
        Ok(())
    });
    let counts = counts.into_inner();
    println!("{counts:#?}");
    for sort in ["lane of shuffle", "slot of registers", "slot of shuffle", "slot of shared"] {
        assert!(counts[sort].wrong >= 20, "{counts:?}");
    }
    assert!(counts["offset of shared"].wrong >= 20, "{counts:?}");
    assert_eq!(counts.len(), 5, "{counts:?}");
}
