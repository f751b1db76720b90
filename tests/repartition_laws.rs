//! Plans between random distributions, carried out.
//!
//! The law: for every thread and slot, what a plan brings there is the element that is wanted
//! there, at the cost that the plan names. Every legal plan is carried out, of every kind.

mod common;
mod repartition_common;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use common::Choices;
use common::distributions::{Bits, in_blocks, numbered};
use proptest::prelude::*;
use repartition_common::{Outcome, carry_out, contents, run, target};
use tileir::Point;
use tileir::distribution::{Distribution, Groups};
use tileir::proof::Budget;
use tileir::repartition::{
    Distances, PlanError, PlanKind, legal_plans, plan, plan_of_kind, prove_plan, stays_in_thread,
};

/// Of all wanted slots, those that the same slot holds, the same thread, subgroup, block, cluster,
/// none nearer.
fn distances(held: &[Vec<Point>], needed: &[Vec<Point>], width: i64, groups: Groups) -> [u64; 6] {
    let mut counts = [0; 6];
    let block = groups.block_threads as usize;
    let cluster = block * groups.blocks as usize;
    for (thread, own) in needed.iter().enumerate() {
        for (slot, element) in own.iter().enumerate() {
            let holds = |from: usize| held[from].contains(element);
            let own = |size: usize| thread / size * size..thread / size * size + size;
            let first = thread - thread % block % width as usize;
            let subgroup = first..own(block).end.min(first + width as usize);
            let near = [held[thread].get(slot) == Some(element), holds(thread)];
            let parts = [subgroup, own(block), own(cluster)].map(|mut part| part.any(holds));
            counts[near.into_iter().chain(parts).position(|near| near).unwrap_or(5)] += 1;
        }
    }
    counts
}

/// Carries out every legal plan; the kinds that there were, the chosen one first.
fn check(
    source: &Distribution,
    wanted: &Distribution,
    bytes: i64,
    width: i64,
) -> Outcome<Vec<PlanKind>> {
    let target = target(width);
    let (held, needed) = (contents(source), contents(wanted));
    let there: BTreeSet<&Point> = held.iter().flatten().collect();
    let plans = match legal_plans(source, wanted, bytes, &target) {
        Ok(plans) => plans,
        Err(PlanError::NotHeld { element, thread, slot }) => {
            prop_assert_eq!(&needed[thread][slot], &element);
            prop_assert!(!there.contains(&element));
            return Ok(Vec::new());
        }
        Err(PlanError::BeyondCluster { element, thread, slot }) => {
            prop_assert_eq!(&needed[thread][slot], &element);
            let cluster = held.len() / source.groups().clusters as usize;
            let own = &held[thread / cluster * cluster..][..cluster];
            prop_assert!(own.iter().all(|registers| !registers.contains(&element)));
            return Ok(Vec::new());
        }
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    };
    for (plan, cost) in &plans {
        let brought = carry_out(plan, [source, wanted], [&held, &needed], *cost, bytes, &target)?;
        prop_assert_eq!(&brought, &needed, "{:?}", plan);
        let proof = prove_plan(source, wanted, plan, &Budget::default());
        prop_assert!(proof.is_proved(), "{:?}: {:?}", plan, proof);
        let without_points = prove_plan(source, wanted, plan, &Budget::of_points(0));
        prop_assert!(!without_points.is_disproved(), "{:?}: {:?}", plan, without_points);
    }

    let subgroups = (source.threads() + width - 1) / width;
    let weights: Vec<u64> = plans.iter().map(|(_, c)| c.weight(subgroups as u64)).collect();
    prop_assert!(weights.is_sorted(), "{:?}", weights);
    let kinds: Vec<PlanKind> = plans.iter().map(|(plan, _)| plan.kind()).collect();
    prop_assert_eq!(&plan(source, wanted, bytes, &target), &Ok(plans[0].clone()));
    for kind in PlanKind::ALL {
        let pinned = plan_of_kind(kind, source, wanted, bytes, &target);
        match kinds.iter().position(|&legal| legal == kind) {
            Some(place) => prop_assert_eq!(pinned, Ok(plans[place].clone())),
            None => prop_assert_eq!(pinned.map_err(|error| kind_asked(&error)), Err(Some(kind))),
        }
    }

    prop_assert_eq!(
        Distances::between(source, wanted, &target).map(|found| found.each().map(|(_, n)| n)),
        Ok(distances(&held, &needed, width, source.groups()))
    );

    // The plans inside a thread are found whenever there are such.
    prop_assert_eq!(kinds.contains(&PlanKind::Nothing), held == needed);
    let serves = |wanted: usize, slot: usize| {
        held.iter().zip(&needed).all(|(have, want)| have[slot] == want[wanted])
    };
    let local = (0..needed[0].len()).all(|w| (0..held[0].len()).any(|slot| serves(w, slot)));
    let in_thread = [PlanKind::Registers, PlanKind::Bytes].map(|kind| kinds.contains(&kind));
    prop_assert_eq!(in_thread.iter().filter(|&&is_legal| is_legal).count(), usize::from(local));
    prop_assert_eq!(stays_in_thread(source, wanted), Ok(local));
    Ok(kinds)
}

fn kind_asked(error: &PlanError) -> Option<PlanKind> {
    match error {
        PlanError::Illegal { kind, .. } => Some(*kind),
        _ => None,
    }
}

/// How a GF(2) source becomes what is wanted.
fn wanted_bits(choices: &mut Choices<'_>, source: &Bits, lane_bits: usize) -> (Bits, bool) {
    let all = source.columns.len();
    let (slots, lanes) = (source.slot_bits, source.slot_bits + lane_bits);
    let mut routes: Vec<u64> = (0..all).map(|bit| 1 << bit).collect();
    match choices.below(4) {
        0 => {}
        1 => {
            for _ in 0..slots {
                routes.swap(choices.below(slots), choices.below(slots));
            }
        }
        2 => {
            for bit in 0..lanes {
                routes.swap(bit, choices.below(lanes));
            }
            for route in &mut routes {
                *route ^= choices.below(1 << lanes) as u64 & choices.below(1 << lanes) as u64;
            }
        }
        _ => {
            let threads = all - slots;
            return (Bits::any(choices, &source.shape, threads, true), false);
        }
    }
    (source.routed(&routes, slots), true)
}

/// Sees to it that every kind of plan is met, and chosen.
#[derive(Default)]
struct Met {
    legal: BTreeMap<PlanKind, u32>,
    chosen: BTreeMap<PlanKind, u32>,
}

impl Met {
    /// That these kinds were legal often, and chosen.
    fn has_each(&self, kinds: &[PlanKind]) {
        for kind in kinds {
            assert!(self.legal.get(kind).is_some_and(|&n| n >= 30), "{kind}: {:?}", self.legal);
            assert!(self.chosen.contains_key(kind), "{kind}: {:?}", self.chosen);
        }
    }

    fn note(&mut self, kinds: &[PlanKind]) {
        kinds.iter().for_each(|&kind| *self.legal.entry(kind).or_default() += 1);
        kinds.first().into_iter().for_each(|&kind| *self.chosen.entry(kind).or_default() += 1);
    }
}

#[test]
fn plans_between_bit_distributions_bring_what_is_wanted() {
    let met = RefCell::new(Met::default());
    run(700, |choices| {
        let shape =
            choices.pick(&[vec![3, 3], vec![5], vec![2, 1, 2], vec![0, 4], vec![6], vec![4, 3]]);
        let width_bits = choices.pick(&[3, 3, 5, 6]);
        let threads = choices.pick(&[4, 3, 5, 6, 7, 1, 0]);
        let general = choices.below(2) == 1;
        let source = Bits::any(choices, &shape, threads, general);
        let (wanted, inside) = wanted_bits(choices, &source, width_bits.min(threads));
        let bytes = 1 + choices.below(8) as i64;
        let (source, wanted) = (source.distribution(choices), wanted.distribution(choices));
        let kinds = check(&source, &wanted, bytes, 1 << width_bits)?;
        let stays = kinds.iter().any(|&kind| kind < PlanKind::Shared);
        prop_assert!(!inside || stays, "a route is missed");
        met.borrow_mut().note(&kinds);
        Ok(())
    });
    let met = met.into_inner();
    met.has_each(&PlanKind::ALL[..5]);
}

#[test]
fn plans_between_distributions_over_blocks_bring_what_is_wanted() {
    let met = RefCell::new(Met::default());
    run(600, |choices| {
        let width = choices.pick(&[8, 8, 32]);
        let (clusters, blocks) = (choices.pick(&[1, 1, 1, 2, 3]), choices.pick(&[2, 4, 3, 1]));
        let block_threads = choices.pick(&[8, 32, 16, 4, 6, 24]);
        let shape = choices.pick(&[vec![4, 4, 4], vec![48], vec![6, 8], vec![5, 3], vec![256]]);
        let groups = [clusters, blocks, block_threads];
        let source = in_blocks(choices, &shape, groups);
        let wanted = in_blocks(choices, &shape, groups);
        met.borrow_mut().note(&check(&source, &wanted, choices.pick(&[1, 2, 4, 8]), width)?);
        Ok(())
    });
    met.into_inner().has_each(&[PlanKind::Shared, PlanKind::Cluster]);
}

#[test]
fn plans_between_numbered_distributions_bring_what_is_wanted() {
    let met = RefCell::new(Met::default());
    run(500, |choices| {
        let shape =
            choices.pick(&[vec![48], vec![3, 5], vec![6, 8], vec![64], vec![7, 1, 3], vec![100]]);
        let threads = choices.pick(&[6, 96, 48, 1, 32, 40, 128, 5, 100]);
        let source = numbered(choices, &shape, threads);
        let wanted = match choices.below(3) {
            0 => source.clone(),
            _ => numbered(choices, &shape, threads),
        };
        let (bytes, width) = (1 + choices.below(8) as i64, choices.pick(&[8, 32, 64]));
        met.borrow_mut().note(&check(&source, &wanted, bytes, width)?);
        Ok(())
    });
    let met = met.into_inner();
    for kind in [PlanKind::Nothing, PlanKind::Registers, PlanKind::Shared] {
        assert!(met.legal.get(&kind).is_some_and(|&n| n >= 30), "{kind}: {:?}", met.legal);
    }
}

#[test]
fn plans_between_a_bit_and_a_numbered_distribution_bring_what_is_wanted() {
    run(300, |choices| {
        let shape = choices.pick(&[vec![3, 3], vec![4, 2]]);
        let general = choices.below(2) == 1;
        let bits = Bits::any(choices, &shape, 5, general).distribution(choices);
        let numbered = numbered(choices, &bits.shape(), 32);
        let width = choices.pick(&[8, 32, 64]);
        let kinds = if choices.below(2) == 0 {
            check(&bits, &numbered, 4, width)?
        } else {
            check(&numbered, &bits, 4, width)?
        };
        prop_assert!(kinds.contains(&PlanKind::Shared));
        Ok(())
    });
}
