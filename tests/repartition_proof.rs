//! The proof of a plan, held against plans that were damaged.
//!
//! The law: a damaged plan is proved exactly where it still brings every wanted slot its element.

mod common;
mod repartition_common;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use common::Choices;
use common::distributions::{Bits, distribution, in_blocks, numbered};
use proptest::prelude::*;
use repartition_common::{Registers, contents, run, target};
use tileir::distribution::{Distribution, Groups};
use tileir::proof::Budget;
use tileir::repartition::{
    Cluster, Machine, Misrouted, Plan, PlanKind, Shared, Shuffle, Swizzled, ThreadSet, legal_plans,
    prove_plan,
};
use tileir::target::Target;
use tileir::{LayoutMap, Point};

/// What the plan brings to each wanted slot, by its definition; `None` where it brings nothing, or
/// not always the same.
fn brought(plan: &Plan, groups: Groups, held: &Registers, needed: &Registers) -> Option<Registers> {
    let all = |element: &dyn Fn(usize, usize) -> Option<Point>| {
        let thread =
            |thread: usize| (0..needed[thread].len()).map(|s| element(thread, s)).collect();
        (0..held.len()).map(thread).collect::<Option<Registers>>()
    };
    match plan {
        Plan::Nothing => Some(held.clone()),
        Plan::Registers { slots } | Plan::Bytes { slots } => {
            all(&|t, s| held[t].get(slots[s]).cloned())
        }
        Plan::Shuffle(shuffle) => all(&|t, s| {
            let (from, slot) = shuffle.source(t as i64, s)?;
            let pick = shuffle.by_thread.eval(&[t as i64]).ok()?[1] as usize;
            // A lane beyond the subgroup is not to be had, though its number names a thread.
            (from / shuffle.width == t as i64 / shuffle.width).then_some(())?;
            let from = if shuffle.stays_in_lane { t } else { usize::try_from(from).ok()? };
            shuffle.picks.contains(&pick).then(|| held.get(from)?.get(slot).cloned())?
        }),
        Plan::Shared(_) | Plan::Cluster(_) => {
            let (shared, part) = match plan {
                Plan::Cluster(Cluster { exchange, part }) => (exchange, Some(*part)),
                Plan::Shared(shared) => (shared, None),
                _ => return None,
            };
            let Shared { buffer: Swizzled { address, writer, reader, .. }, owner } = shared;
            let place = |element: &Point| address.eval(element).ok().map(|place| place[0]);
            let block = groups.block_threads as usize;
            // Whose memory, and where in it, a place behind the first of an access is.
            let at = |thread: usize, first: i64, behind: i64| match part {
                None => Some((thread / block, first + behind)),
                Some(part) => {
                    let (home, own) = (first / part, first % part + behind);
                    let blocks = groups.blocks as usize;
                    let cluster = thread / block / blocks * blocks;
                    (home < groups.blocks && own < part).then_some((cluster + home as usize, own))
                }
            };
            // Whoever owns something writes it.
            let is_written = |slot| writer.accesses.iter().any(|access| access.contains(&slot));
            let owned = |&slot: &usize| owner.slots[slot] != ThreadSet::None;
            if !(0..owner.slots.len()).filter(owned).all(is_written) {
                return None;
            }
            let mut buffer: HashMap<(usize, i64), &Point> = HashMap::new();
            for access in &writer.accesses {
                for (thread, own) in held.iter().enumerate() {
                    let writes = |slot: usize| owner.writes(thread as i64, slot);
                    if access.iter().any(|&slot| writes(slot) != writes(access[0])) {
                        return None;
                    }
                    let first = place(own.get(access[0])?)?;
                    for (behind, &slot) in (0..).zip(access).filter(|_| writes(access[0])) {
                        if buffer.insert(at(thread, first, behind)?, own.get(slot)?).is_some() {
                            return None;
                        }
                    }
                }
            }
            let mut result: Vec<Vec<Option<Point>>> =
                needed.iter().map(|own| vec![None; own.len()]).collect();
            for access in &reader.accesses {
                for (thread, own) in needed.iter().enumerate() {
                    let first = place(own.get(access[0])?)?;
                    for (behind, &slot) in (0..).zip(access) {
                        let value = (*buffer.get(&at(thread, first, behind)?)?).clone();
                        if result[thread].get_mut(slot)?.replace(value).is_some() {
                            return None;
                        }
                    }
                }
            }
            result.into_iter().map(|own| own.into_iter().collect()).collect()
        }
    }
}

/// What is wrong after the machine has carried the plan out, in words.
fn misplaced(
    plan: &Plan,
    source: &Distribution,
    wanted: &Distribution,
    width: i64,
) -> Option<String> {
    let before = Machine::holding(source, width, <[i64]>::to_vec).unwrap();
    match before.execute(plan, source, wanted) {
        Ok(after) => {
            let wrong = after.misplaced(wanted, <[i64]>::to_vec).unwrap();
            wrong.map(|wrong| format!("{wrong:?}"))
        }
        Err(error) => Some(error.to_string()),
    }
}

/// One entry of a plan is another one.
fn damaged(plan: &Plan, choices: &mut Choices<'_>) -> Plan {
    let mut plan = plan.clone();
    let small = 1 << choices.below(4);
    match &mut plan {
        Plan::Nothing => {}
        Plan::Registers { slots } | Plan::Bytes { slots } => {
            let count = slots.len();
            if let Some(slot) = slots.get_mut(choices.below(count.max(1))) {
                *slot ^= small;
            }
        }
        Plan::Shuffle(Shuffle { by_thread, lane_flip, slots, picks, stays_in_lane, .. }) => {
            let slot = choices.below(slots.len().max(1));
            match choices.below(5) {
                0 => lane_flip.iter_mut().skip(slot).take(1).for_each(|flip| *flip ^= small as i64),
                1 => slots.iter_mut().skip(slot).take(1).for_each(|own| *own ^= small),
                2 => *stays_in_lane = !*stays_in_lane,
                3 => drop(picks.pop()),
                _ => {
                    let (from, to) = (by_thread.domain().clone(), by_thread.codomain().clone());
                    let text = format!("expr<{from} -> (0, 0) to {to}>");
                    *by_thread = text.parse::<LayoutMap>().unwrap();
                }
            }
        }
        Plan::Cluster(Cluster { part, .. }) if choices.below(4) == 0 => {
            *part = (*part + small as i64 - 4).max(1);
        }
        Plan::Shared(exchange) | Plan::Cluster(Cluster { exchange, .. }) => {
            let Shared { buffer, owner } = exchange;
            let accesses = match choices.below(3) {
                0 => &mut buffer.writer.accesses,
                _ => &mut buffer.reader.accesses,
            };
            let mut two = || choices.below(accesses.concat().len().max(1));
            let (from, to) = (two(), two());
            match choices.below(4) {
                0 => {
                    let slots = &mut owner.slots;
                    let (from, to) = (from % slots.len().max(1), to % slots.len().max(1));
                    if let Some(other) = slots.get(to).cloned() {
                        slots[from] = other;
                    }
                }
                1 => drop(accesses.pop()),
                // Two places change their slots, or one gets the other's.
                both => {
                    let vector = accesses.first().map_or(1, Vec::len);
                    let at = |place: usize| (place / vector, place % vector);
                    let ((a, i), (b, j)) = (at(from), at(to));
                    if let Some(&other) = accesses.get(b).and_then(|access| access.get(j)) {
                        let own = std::mem::replace(&mut accesses[a][i], other);
                        if both == 2 {
                            accesses[b][j] = own;
                        }
                    }
                }
            }
        }
    }
    plan
}

#[derive(Default)]
struct Met {
    right: BTreeMap<PlanKind, u32>,
    wrong: BTreeMap<PlanKind, u32>,
}

#[test]
fn a_damaged_plan_is_proved_exactly_where_it_is_right() {
    let met = RefCell::new(Met::default());
    run(900, |choices| {
        let kind = choices.below(5);
        let width = choices.pick(&[8, 32]);
        let (source, wanted) = if kind == 4 {
            let shape = choices.pick(&[vec![48], vec![4, 4, 4], vec![6, 8]]);
            let groups = [choices.pick(&[1, 1, 2]), choices.pick(&[2, 4, 3]), 8];
            (in_blocks(choices, &shape, groups), in_blocks(choices, &shape, groups))
        } else if kind < 2 {
            let shape = choices.pick(&[vec![3, 3], vec![5], vec![6], vec![4, 3]]);
            let threads = choices.pick(&[3, 4, 5, 6]);
            let all = shape.iter().sum::<usize>().max(threads);
            let source = Bits::any(choices, &shape, threads, false);
            let mut routes: Vec<u64> = (0..source.columns.len()).map(|bit| 1 << bit).collect();
            let reached = routes.len().min(source.slot_bits + choices.pick(&[0, 3]));
            for bit in 0..reached {
                routes.swap(bit, choices.below(reached));
            }
            let wanted = match choices.below(3) {
                0 => Bits::any(choices, &shape, threads.min(all), false),
                _ => source.routed(&routes, source.slot_bits),
            };
            (source.distribution(choices), wanted.distribution(choices))
        } else {
            let shape = choices.pick(&[vec![48], vec![3, 5], vec![6, 8]]);
            let threads = choices.pick(&[6, 48, 32, 5]);
            let source = numbered(choices, &shape, threads);
            let wanted = match choices.below(3) {
                0 => source.clone(),
                _ => numbered(choices, &shape, threads),
            };
            (source, wanted)
        };
        let bytes = choices.pick(&[1, 2, 4, 1]);
        let Ok(plans) = legal_plans(&source, &wanted, bytes, &target(width)) else { return Ok(()) };
        let (held, needed) = (contents(&source), contents(&wanted));
        for (plan, _) in &plans {
            let plan = damaged(plan, choices);
            // A damage may leave the plan as it is, or as good.
            let right = brought(&plan, source.groups(), &held, &needed).as_ref() == Some(&needed);
            // The machine lets two write one cell, if they agree; the proof does not.
            let carried = misplaced(&plan, &source, &wanted, width);
            prop_assert!(!right || carried.is_none(), "{:?}: {:?}", plan, carried);
            let proof = prove_plan(&source, &wanted, &plan, &Budget::default());
            prop_assert_eq!(proof.is_proved(), right, "{:?}: {:?}", plan, proof);
            prop_assert_eq!(proof.is_disproved(), !right, "{:?}: {:?}", plan, proof);
            let quick = prove_plan(&source, &wanted, &plan, &Budget::of_points(0));
            prop_assert!(quick.is_unknown() || quick.is_proved() == right, "{:?}", quick);
            let mut met = met.borrow_mut();
            let count = if right { &mut met.right } else { &mut met.wrong };
            *count.entry(plan.kind()).or_default() += 1;
        }
        Ok(())
    });
    let Met { right, wrong } = met.into_inner();
    let kinds: BTreeSet<PlanKind> = right.keys().chain(wrong.keys()).copied().collect();
    assert_eq!(kinds.len(), PlanKind::ALL.len(), "{right:?} {wrong:?}");
    for kind in &PlanKind::ALL[1..] {
        assert!(wrong.get(kind).is_some_and(|&n| n >= 20), "{kind}: {wrong:?}");
    }
}

/// Plans of whole tiles are proved from their structure, without a point.
#[test]
fn plans_of_tiles_are_proved_without_points() {
    let sm_80 = Target::by_name("sm_80").unwrap();
    let blocked = "expr<(warp : 4, lane : 32, slot : 128) -> (warp * 32 + slot floordiv 4, \
                   lane * 4 + slot mod 4) to (i : 128, j : 128)>";
    let columns = "expr<(warp : 4, lane : 32, slot : 128) -> (warp * 32 + slot floordiv 4, \
                   (slot mod 4) * 32 + lane) to (i : 128, j : 128)>";
    let reversed = "expr<(warp : 4, lane : 32, slot : 128) -> (warp * 32 + 31 - slot floordiv 4, \
                    lane * 4 + slot mod 4) to (i : 128, j : 128)>";
    let turned = "expr<(warp : 4, lane : 32, slot : 128) -> (lane * 4 + slot mod 4, \
                  warp * 32 + slot floordiv 4) to (i : 128, j : 128)>";
    let within = "expr<(warp : 4, lane : 32, slot : 128) -> (warp * 32 + slot floordiv 4, \
                  lane * 4 + 3 - slot mod 4) to (i : 128, j : 128)>";
    let mut kinds = BTreeSet::new();
    for wanted in [blocked, reversed, within, columns, turned] {
        let (source, wanted) = (distribution(blocked), distribution(wanted));
        for (plan, _) in legal_plans(&source, &wanted, 2, &sm_80).unwrap() {
            let proof = prove_plan(&source, &wanted, &plan, &Budget::of_points(0));
            assert!(proof.is_proved(), "{}: {proof:?}", plan.kind());
            kinds.insert(plan.kind());
        }
    }
    assert!(kinds.iter().eq(&PlanKind::ALL[..5]), "{kinds:?}");
}

#[test]
fn what_a_plan_gets_wrong_is_named() {
    let rows = distribution("expr<(thread : 8, slot : 2) -> (thread * 2 + slot) to (i : 16)>");
    let short = distribution("expr<(thread : 8) -> (thread) to (i : 16)>");
    let budget = Budget::of_points(0);
    let words = |wanted, plan: Plan| {
        let proof = prove_plan(&rows, wanted, &plan, &budget);
        proof.witness().map(Misrouted::to_string)
    };
    assert_eq!(words(&short, Plan::Nothing).unwrap(), "the plan has 2 slots, not 1");
    assert_eq!(
        words(&rows, Plan::Registers { slots: vec![0] }).unwrap(),
        "the plan has 1 slots, not 2"
    );
    assert_eq!(
        words(&rows, Plan::Registers { slots: vec![0, 0] }).unwrap(),
        "wanted slot 1: at (thread = 0), one gives (i = 0), the other (i = 1)"
    );
    assert!(
        words(&rows, Plan::Registers { slots: vec![0, 7] }).unwrap().starts_with("wanted slot 1")
    );
}

#[test]
fn axes_of_a_tile_are_told_by_their_places() {
    let of = |tile: &str, slot: &str| {
        let map = format!("expr<(lane : 8, slot : 4) -> (lane, {slot}) to {tile}>");
        distribution(&map)
    };
    let source = of("(i : 8, j : 4)", "slot");
    let budget = Budget::of_points(0);
    for (wanted, right) in [
        (of("(x : 8, y : 4)", "3 - slot"), true),
        (of("(j : 8, i : 4)", "3 - slot"), true),
        (of("(x : 8, y : 4)", "slot xor 1"), false),
    ] {
        let plan = Plan::Registers { slots: vec![3, 2, 1, 0] };
        assert_eq!(prove_plan(&source, &wanted, &plan, &budget).is_proved(), right);
        for (plan, _) in legal_plans(&source, &wanted, 4, &target(8)).unwrap() {
            let proof = prove_plan(&source, &wanted, &plan, &budget);
            assert!(proof.is_proved(), "{plan:?}: {proof:?}");
        }
    }
}

/// What is claimed of all threads and the whole tile is asked of all of them.
#[test]
fn a_plan_of_fewer_threads_or_another_tile_is_not_proved() {
    let budget = Budget::default();
    let four = distribution("expr<(thread : 4, slot : 2) -> (thread * 2 + slot) to (i : 8)>");
    let eight =
        distribution("expr<(thread : 8, slot : 2) -> (thread * 2 mod 8 + slot) to (i : 8)>");
    for plan in [Plan::Nothing, Plan::Registers { slots: vec![0, 1] }] {
        let proof = prove_plan(&four, &eight, &plan, &budget);
        let wrong = proof.witness().map(Misrouted::to_string);
        assert_eq!(wrong.as_deref(), Some("the plan has 4 threads, not 8"), "{plan:?}");
    }
    let turned = distribution("expr<(thread : 4, slot : 2) -> (slot * 4 + thread) to (i : 8)>");
    let plans = legal_plans(&four, &turned, 4, &target(8)).unwrap();
    let shared = plans.iter().find(|(plan, _)| plan.kind() == PlanKind::Shared);
    let Some((Plan::Shared(shared), _)) = shared else { panic!("{plans:?}") };
    assert!(prove_plan(&four, &turned, &Plan::Shared(shared.clone()), &budget).is_proved());
    for address in ["mixed_radix<(4):(1)>", "mixed_radix<(16):(1)>", "mixed_radix<(4,2):(1,4)>"] {
        let mut other = shared.clone();
        other.buffer.address = address.parse().unwrap();
        other.buffer.elements = 16;
        assert!(
            prove_plan(&four, &turned, &Plan::Shared(other), &budget).is_unknown(),
            "{address}"
        );
    }
}

/// Lanes of another subgroup hold the element too, and no shuffle reads them.
#[test]
fn a_route_out_of_the_subgroup_is_not_proved() {
    let source = distribution("expr<(thread : 16, slot : 1) -> (thread mod 8) to (i : 8)>");
    let wanted = distribution("expr<(thread : 16, slot : 1) -> (thread mod 8 xor 1) to (i : 8)>");
    let plans = legal_plans(&source, &wanted, 4, &target(8)).unwrap();
    let shuffle = plans.iter().find_map(|(plan, _)| match plan {
        Plan::Shuffle(shuffle) => Some(shuffle.clone()),
        _ => None,
    });
    let mut shuffle = shuffle.unwrap();
    let proved = |shuffle: &Shuffle| {
        prove_plan(&source, &wanted, &Plan::Shuffle(shuffle.clone()), &Budget::default())
    };
    assert!(proved(&shuffle).is_proved());
    shuffle.lane_flip = vec![8];
    assert_eq!(
        proved(&shuffle).witness().unwrap().to_string(),
        "thread 0 reads lane 8, which its subgroup does not have"
    );
}

/// Where an axis is empty, the others may be of any extent.
#[test]
fn plans_of_empty_tiles_are_proved() {
    let long = "(lane : 4, a : 0, b : 4294967296, c : 4294967296) -> (a) to (i : 0)";
    let long = distribution(&format!("expr<{long}>"));
    for (plan, _) in legal_plans(&long, &long, 4, &target(8)).unwrap() {
        let proof = prove_plan(&long, &long, &plan, &Budget::of_points(0));
        assert!(!proof.is_disproved(), "{plan:?}: {proof:?}");
    }
}
