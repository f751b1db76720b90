//! Tiles that some threads hold nothing of in some slots: planned, carried out, proved.
//!
//! The law: a plan brings every thread what it wants, reads nothing that is not held, and each
//! element is stored by one thread that holds it.

mod common;
mod repartition_common;

use std::cell::RefCell;
use std::collections::BTreeMap;

use common::Choices;
use common::distributions::distribution;
use proptest::prelude::*;
use repartition_common::{run, target};
use tileir::distribution::Distribution;
use tileir::proof::Budget;
use tileir::repartition::{
    Carrier, Distances, Machine, Mutation, Owner, PlanError, PlanKind, ThreadSet, legal_plans,
    plan_of_kind, prove_plan,
};

/// `count` elements over `threads`: side by side, thread by thread, in another order, in replicas,
/// or by some of the threads alone.
fn carried(choices: &mut Choices<'_>, count: i64, columns: i64, threads: i64) -> Distribution {
    let step = choices.pick(&[1, 1, 7, 11]);
    let order = |number: &str| {
        let element = format!("({number}) * {step} mod {count}");
        match columns {
            0 => format!("({element}) to (i : {count})"),
            _ => format!(
                "(({element}) floordiv {columns}, ({element}) mod {columns}) to (i : {}, j : {columns})",
                count / columns
            ),
        }
    };
    let (full, copies) = (ceil(count, threads), choices.pick(&[1, 2]));
    let few = (threads / 2).max(1);
    let (slots, number) = match choices.below(4) {
        0 => (full + choices.below(2) as i64, format!("slot * {threads} + thread")),
        1 => (full, format!("thread * {full} + slot")),
        2 if copies == 2 && threads > 1 => {
            let each = ceil(count, few);
            (each, format!("thread mod {few} * {each} + slot"))
        }
        _ => {
            // The threads behind `few` hold nothing.
            let each = ceil(count, few);
            let beyond = format!("thread floordiv {few} * {count}");
            (each, format!("thread mod {few} + slot * {few} + {beyond}"))
        }
    };
    distribution(&format!(
        "expr<(thread : {threads}, slot : {slots} where {number} lt {count}) -> {}>",
        order(&number)
    ))
}

fn ceil(count: i64, parts: i64) -> i64 {
    (count + parts - 1) / parts
}

fn drawn(choices: &mut Choices<'_>) -> (Distribution, Distribution) {
    let (count, columns) =
        choices.pick(&[(5, 0), (13, 0), (45, 9), (29, 0), (96, 0), (64, 8), (1, 0)]);
    let threads = choices.pick(&[1, 4, 8, 16, 48]);
    (carried(choices, count, columns, threads), carried(choices, count, columns, threads))
}

#[test]
fn plans_bring_what_is_wanted_and_are_proved() {
    let met = RefCell::new(BTreeMap::<(PlanKind, &str), u32>::new());
    run(500, |choices| {
        let (source, wanted) = drawn(choices);
        let target = target(8);
        let bytes = choices.pick(&[1, 2, 4, 8]);
        let number = |element: &[i64]| element.to_vec();
        let held = Machine::holding(&source, target.subgroup, number).unwrap();
        let plans = legal_plans(&source, &wanted, bytes, &target).unwrap();
        let seed = choices.below(1 << 16) as u64;
        for (plan, _) in &plans {
            let brought = held.execute(plan, &source, &wanted);
            let brought =
                brought.map_err(|error| TestCaseError::fail(format!("{plan:?}: {error}")))?;
            prop_assert_eq!(brought.misplaced(&wanted, number).unwrap(), None, "{:?}", plan);
            let proof = prove_plan(&source, &wanted, plan, &Budget::default());
            prop_assert!(
                proof.is_proved(),
                "{}: {:?}\n{:?}\n{:?}",
                plan.kind(),
                proof,
                source.map(),
                wanted.map()
            );
            let quick = prove_plan(&source, &wanted, plan, &Budget::of_points(0));
            prop_assert!(!quick.is_disproved(), "{:?}", quick);
            let how = if quick.is_proved() { "proved without points" } else { "proved" };
            *met.borrow_mut().entry((plan.kind(), how)).or_default() += 1;
            for mutation in Mutation::ALL {
                let Some(damaged) = mutation.of(plan, seed) else { continue };
                let wrong = match held.execute(&damaged, &source, &wanted) {
                    Ok(brought) => brought.misplaced(&wanted, number).unwrap().is_some(),
                    Err(_) => true,
                };
                let proof = prove_plan(&source, &wanted, &damaged, &Budget::default());
                prop_assert!(!(wrong && proof.is_proved()), "{:?}", damaged);
                if wrong {
                    *met.borrow_mut().entry((plan.kind(), "wrong")).or_default() += 1;
                }
            }
        }
        Ok(())
    });
    let met = met.into_inner();
    let least = |kind, how, count| assert!(met.get(&(kind, how)) >= Some(&count), "{how}: {met:?}");
    least(PlanKind::Shared, "wrong", 100);
    least(PlanKind::Shared, "proved without points", 100);
    least(PlanKind::Registers, "wrong", 5);
    least(PlanKind::Nothing, "proved without points", 5);
}

#[test]
fn each_element_has_one_owner_who_holds_it() {
    run(300, |choices| {
        let (source, _) = drawn(choices);
        let (owner, carrier) =
            (Owner::of_distribution(&source).unwrap(), Carrier::of(&source).unwrap());
        let mut owners = BTreeMap::<Vec<i64>, u32>::new();
        for thread in 0..source.threads() {
            for slot in 0..source.slots() {
                let element = source.element(thread, slot).ok();
                prop_assert_eq!(carrier.slots[slot as usize].contains(thread), element.is_some());
                if owner.writes(thread, slot as usize) {
                    let element = element.ok_or_else(|| TestCaseError::fail("writes nothing"))?;
                    *owners.entry(element).or_default() += 1;
                }
            }
        }
        prop_assert_eq!(owners.len() as i64, source.shape().iter().product::<i64>());
        prop_assert!(owners.values().all(|&count| count == 1));
        Ok(())
    });
}

/// 229 elements over 128 threads: 27 slots are free.
#[test]
fn a_tile_that_is_no_multiple_of_its_threads_has_a_carrier() {
    let held = distribution(
        "expr<(thread : 128, slot : 2 where slot * 128 + thread lt 229) -> (slot * 128 + thread) to (i : 229)>",
    );
    let facts = held.covers(&[229], &Budget::of_points(0)).unwrap();
    for fact in [&facts.total, &facts.bounds, &facts.injective, &facts.surjective] {
        assert!(fact.is_proved(), "{facts:?}");
    }
    let carrier = Carrier::of(&held).unwrap();
    assert_eq!(carrier.slots[0], ThreadSet::All);
    assert_eq!(carrier.slots[1].to_string(), "thread lt 101");
    assert!(held.element(101, 1).is_err());
    let near = Distances::between(&held, &held, &target(8)).unwrap();
    assert_eq!(near.in_place, 229);
}

#[test]
fn what_is_wanted_and_not_carried_is_an_error() {
    let short = distribution(
        "expr<(thread : 8, slot : 2 where slot * 8 + thread lt 12) -> (slot * 8 + thread) to (i : 16)>",
    );
    let all = distribution("expr<(thread : 8, slot : 2) -> (slot * 8 + thread) to (i : 16)>");
    let error = plan_of_kind(PlanKind::Shared, &short, &all, 4, &target(8)).unwrap_err();
    assert_eq!(error, PlanError::NotHeld { element: vec![12], thread: 4, slot: 1 });
    assert!(short.covers(&[16], &Budget::default()).is_err());
    // What only some threads want, the others need not hold.
    let (plan, _) = plan_of_kind(PlanKind::Nothing, &all, &short, 4, &target(8)).unwrap();
    assert!(prove_plan(&all, &short, &plan, &Budget::of_points(0)).is_proved());
    assert!(prove_plan(&short, &all, &plan, &Budget::of_points(0)).is_disproved());
}
