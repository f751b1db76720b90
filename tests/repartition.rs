//! Plans, carried out.
//!
//! The law: for every thread and slot, what a plan brings there is the element that is wanted
//! there. A machine of registers, subgroups and a shared buffer carries out every legal plan
//! between random distributions; it shares no code with the planner.

mod common;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use common::Choices;
use common::distributions::{Bits, distribution, numbered};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use tileir::Point;
use tileir::distribution::Distribution;
use tileir::repartition::{
    Cost, OCCURRENCE_LIMIT, Plan, PlanError, PlanKind, Shared, Shuffle, legal_plans, plan,
    plan_of_kind,
};
use tileir::target::Target;

type Outcome<T = ()> = Result<T, TestCaseError>;

/// What every thread has in its registers.
type Registers = Vec<Vec<Point>>;

fn contents(distribution: &Distribution) -> Registers {
    let slot = |thread, slot| distribution.element(thread, slot).unwrap();
    let thread = |thread| (0..distribution.slots()).map(|s| slot(thread, s)).collect();
    (0..distribution.threads()).map(thread).collect()
}

fn target(subgroup: i64) -> Target {
    let name = if subgroup == 8 { "lavapipe" } else { "sm_80" };
    Target { subgroup, ..Target::by_name(name).unwrap() }
}

/// A plan, carried out on registers that hold what the source says.
fn carry_out(
    plan: &Plan,
    held: &Registers,
    wanted: &Registers,
    cost: Cost,
    element_bytes: i64,
    target: &Target,
) -> Outcome<Registers> {
    match plan {
        Plan::Nothing => Ok(held.clone()),
        Plan::Registers { slots } => {
            Ok(held.iter().map(|own| slots.iter().map(|&s| own[s].clone()).collect()).collect())
        }
        Plan::Shuffle(shuffle) => exchange(shuffle, held, wanted, cost, target.subgroup),
        Plan::Shared(shared) => through_buffer(shared, held, wanted, cost, element_bytes, target),
    }
}

/// One shuffle an offered register and flip: all lanes of a subgroup offer the same register,
/// each reads that of one other lane; then each selects by its pick.
fn exchange(
    shuffle: &Shuffle,
    held: &Registers,
    wanted: &Registers,
    cost: Cost,
    width: i64,
) -> Outcome<Registers> {
    prop_assert_eq!(shuffle.width, width);
    let wanted_slots = wanted[0].len();
    prop_assert_eq!((shuffle.slots.len(), shuffle.lane_flip.len()), (wanted_slots, wanted_slots));
    let mut shuffles = BTreeSet::new();
    let mut result = Vec::new();
    for (thread, own) in held.iter().enumerate() {
        let first = thread - thread % width as usize;
        let subgroup = &held[first..held.len().min(first + width as usize)];
        let place = shuffle.by_thread.eval(&[thread as i64]).unwrap();
        let mut slots = Vec::new();
        for slot in 0..wanted_slots {
            let lane = (place[0] ^ shuffle.lane_flip[slot]) as usize;
            prop_assert!(lane < subgroup.len(), "lane {} of {}", lane, subgroup.len());
            let mut selected = Vec::new();
            for &choice in &shuffle.picks {
                let offered = shuffle.slots[slot] ^ choice;
                shuffles.insert((offered, shuffle.lane_flip[slot]));
                let from = if shuffle.stays_in_lane { own } else { &subgroup[lane] };
                if place[1] == choice as i64 {
                    selected.push(from[offered].clone());
                    let source = shuffle.source(thread as i64, slot);
                    prop_assert_eq!(source, Some(((first + lane) as i64, offered)));
                }
            }
            prop_assert_eq!(selected.len(), 1, "one pick is this thread's");
            slots.extend(selected);
        }
        result.push(slots);
    }
    let selects = (wanted_slots * (shuffle.picks.len() - 1)) as u64;
    let shuffles = if shuffle.stays_in_lane { 0 } else { shuffles.len() as u64 };
    prop_assert_eq!(cost, Cost { shuffles, selects, ..Cost::default() });
    Ok(result)
}

/// Owners write, then all read.
fn through_buffer(
    shared: &Shared,
    held: &Registers,
    wanted: &Registers,
    cost: Cost,
    element_bytes: i64,
    target: &Target,
) -> Outcome<Registers> {
    prop_assert!(shared.elements * element_bytes <= target.static_shared_bytes);
    let address = |element: &Point| shared.address.eval(element).unwrap()[0];
    let writes = |thread: usize, slot: usize| shared.owner.writes(thread, slot);
    let mut buffer: HashMap<i64, &Point> = HashMap::new();
    let mut writers: HashMap<&Point, usize> = HashMap::new();
    for (thread, own) in held.iter().enumerate() {
        for (_, element) in own.iter().enumerate().filter(|(slot, _)| writes(thread, *slot)) {
            let place = address(element);
            prop_assert!((0..shared.elements).contains(&place), "{} is no place", place);
            let before = buffer.insert(place, element);
            prop_assert!(before.is_none_or(|other| other == element), "two values at {}", place);
            *writers.entry(element).or_default() += 1;
        }
    }
    prop_assert_eq!(shared.owner.unique, writers.values().all(|&count| count == 1));

    let stored = wavefronts(held, &address, &writes, element_bytes, target);
    let loaded = wavefronts(wanted, &address, &|_, _| true, element_bytes, target);
    let expected = Cost { wavefronts: stored + loaded, barriers: 1, ..Cost::default() };
    prop_assert_eq!(cost, expected);

    let mut result = Vec::new();
    for own in wanted {
        let mut slots = Vec::new();
        for element in own {
            let Some(&value) = buffer.get(&address(element)) else {
                return Err(TestCaseError::fail(format!("{element:?} is read, not written")));
            };
            slots.push(value.clone());
        }
        result.push(slots);
    }
    Ok(result)
}

/// By the definition: an access of a subgroup takes as many wavefronts as one bank has words
/// to give.
fn wavefronts(
    registers: &Registers,
    address: &dyn Fn(&Point) -> i64,
    active: &dyn Fn(usize, usize) -> bool,
    element_bytes: i64,
    target: &Target,
) -> u64 {
    let mut words: BTreeMap<(usize, usize, i64), BTreeSet<i64>> = BTreeMap::new();
    for (thread, own) in registers.iter().enumerate() {
        for (slot, element) in own.iter().enumerate().filter(|(slot, _)| active(thread, *slot)) {
            let subgroup = thread / target.subgroup as usize;
            for byte in 0..element_bytes {
                let word = (address(element) * element_bytes + byte) / target.bank_bytes;
                words.entry((subgroup, slot, word % target.banks)).or_default().insert(word);
            }
        }
    }
    let mut most: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for ((subgroup, slot, _), bank) in words {
        let entry = most.entry((subgroup, slot)).or_default();
        *entry = bank.len().max(*entry);
    }
    most.values().sum::<usize>() as u64
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
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    };
    for (plan, cost) in &plans {
        let brought = carry_out(plan, &held, &needed, *cost, bytes, &target)?;
        prop_assert_eq!(&brought, &needed, "{:?}", plan);
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

    // The plans inside a thread are found whenever there are such.
    prop_assert_eq!(kinds.contains(&PlanKind::Nothing), held == needed);
    let serves = |wanted: usize, slot: usize| {
        held.iter().zip(&needed).all(|(have, want)| have[slot] == want[wanted])
    };
    let local = (0..needed[0].len()).all(|w| (0..held[0].len()).any(|slot| serves(w, slot)));
    prop_assert_eq!(kinds.contains(&PlanKind::Registers), local);
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
    fn note(&mut self, kinds: &[PlanKind]) {
        kinds.iter().for_each(|&kind| *self.legal.entry(kind).or_default() += 1);
        kinds.first().into_iter().for_each(|&kind| *self.chosen.entry(kind).or_default() += 1);
    }
}

/// The same cases each time.
fn run(cases: u32, test: impl Fn(&mut Choices<'_>) -> Outcome) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let outcome = runner.run(&common::numbers(), |numbers| test(&mut Choices::new(&numbers)));
    outcome.unwrap_or_else(|error| panic!("{error}"));
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
        prop_assert!(!inside || kinds.contains(&PlanKind::Shuffle), "a route is missed");
        met.borrow_mut().note(&kinds);
        Ok(())
    });
    let met = met.into_inner();
    for kind in PlanKind::ALL {
        assert!(met.legal.get(&kind).is_some_and(|&n| n >= 30), "{kind}: {:?}", met.legal);
    }
    let chosen: Vec<PlanKind> = met.chosen.keys().copied().collect();
    assert_eq!(chosen, PlanKind::ALL, "{:?}", met.chosen);
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

#[test]
fn one_of_the_replicas_writes() {
    let shared = |text: &str| {
        let wanted = distribution("expr<(thread : 24) -> ((thread + 1) mod 8) to (i : 8)>");
        let held = distribution(text);
        let (plan, _) = plan_of_kind(PlanKind::Shared, &held, &wanted, 4, &target(8)).unwrap();
        let Plan::Shared(shared) = plan else { panic!("{plan:?}") };
        let (threads, slots) = (held.threads() as usize, held.slots() as usize);
        let all = (0..threads).flat_map(|t| (0..slots).map(move |s| (t, s)));
        (all.filter(|&(t, s)| shared.owner.writes(t, s)).count(), shared.owner.unique)
    };
    // A digit of the thread, of the slot, of both: told apart. A wrapped number is not.
    assert_eq!(shared("expr<(subgroup : 3, lane : 8) -> (lane) to (i : 8)>"), (8, true));
    assert_eq!(shared("expr<(subgroup : 8, lane : 3, s : 5) -> (subgroup) to (i : 8)>"), (8, true));
    assert_eq!(shared("expr<(thread : 24, s : 3, t : 8) -> (t) to (i : 8)>"), (8, true));
    assert_eq!(shared("expr<(thread : 24) -> (thread mod 8) to (i : 8)>"), (24, false));
}

const COLUMNS: &str = "expr<(lane : 32, slot : 32) -> (slot, lane) to (i : 32, j : 32)>";
const ROWS: &str = "expr<(lane : 32, slot : 32) -> (lane, slot) to (i : 32, j : 32)>";

#[test]
fn padding_takes_a_column_from_32_wavefronts_to_1() {
    let (source, wanted) = (distribution(COLUMNS), distribution(ROWS));
    let cost = |bytes: i64, shared: i64| {
        let target = Target { static_shared_bytes: shared, ..target(32) };
        let (plan, cost) =
            plan_of_kind(PlanKind::Shared, &source, &wanted, bytes, &target).unwrap();
        let Plan::Shared(shared) = plan else { panic!("{plan:?}") };
        (cost.wavefronts, shared.elements)
    };
    // 32 accesses a side, each of one wavefront, or of 32 where a column is in one bank.
    assert_eq!(cost(4, 32 * 32 * 4), (32 + 32 * 32, 32 * 32));
    assert_eq!(cost(4, 48 << 10), (32 + 32, 31 * 33 + 32));
    // 8 bytes are two words a lane: two wavefronts at least.
    assert_eq!(cost(8, 32 * 32 * 8), (2 * 32 + 32 * 32 * 2 / 2, 32 * 32));
    assert_eq!(cost(8, 48 << 10), (2 * 32 + 2 * 32, 31 * 33 + 32));
    // Of single bytes, a row of 32 is 8 words, and a column of rows has 4 in each 8th bank.
    assert_eq!(cost(1, 32 * 32), (32 + 32 * 8, 32 * 32));
}

#[test]
fn a_buffer_that_does_not_fit_is_an_error_unless_something_nearer_does() {
    let (source, wanted) = (distribution(COLUMNS), distribution(ROWS));
    let small = Target { static_shared_bytes: 4095, ..target(8) };
    let error = plan(&source, &wanted, 4, &small).unwrap_err();
    let (needed, available) = (4096, 4095);
    let expected = PlanError::SharedMemory { needed, available, target: "lavapipe".to_string() };
    assert_eq!(error, expected);
    let (nothing, cost) = plan(&source, &source, 4, &small).unwrap();
    assert_eq!((nothing, cost), (Plan::Nothing, Cost::default()));
}

#[test]
fn tiles_that_cannot_be_planned_are_named() {
    let target = target(32);
    let error = |from: &str, to: &str, bytes: i64| {
        plan(&distribution(from), &distribution(to), bytes, &target).unwrap_err().to_string()
    };
    let identity = "identity<(thread : 4)>";
    let cases = [
        (identity, "identity<(thread : 8)>", 4, "shape [4], the result one of [8]"),
        (
            identity,
            "expr<(thread : 2, s : 2) -> (thread * 2 + s) to (i : 4)>",
            4,
            "held by 4 threads, the result by 2",
        ),
        (
            "expr<(thread : 4) -> (thread mod 2) to (i : 4)>",
            identity,
            4,
            "the element [2] that thread 2 wants in slot 0",
        ),
        (
            "expr<(thread : 0) -> (0) to (i : 4)>",
            "expr<(thread : 0, s : 0) -> (0) to (i : 3)>",
            4,
            "shape [4]",
        ),
        (
            "expr<(thread : 4, s : 0) -> (0) to (i : 4)>",
            identity,
            4,
            "no source slot holds the element [0]",
        ),
        (identity, identity, 0, "an element of 0 bytes"),
        (identity, identity, -4, "an element of -4 bytes"),
        (
            "expr<(thread : 4) -> (4 floordiv thread) to (i : 9)>",
            "expr<(thread : 4) -> (0) to (i : 9)>",
            4,
            "at [0]",
        ),
        (
            "expr<(thread : 4) -> (thread * 3) to (i : 9)>",
            "expr<(thread : 4) -> (0) to (i : 9)>",
            4,
            "at [3]",
        ),
        (
            "expr<(thread : 2) -> (0, thread) to (i : 4611686018427387904, j : 4611686018427387904)>",
            "expr<(thread : 2) -> (0, thread) to (i : 4611686018427387904, j : 4611686018427387904)>",
            4,
            "takes more than 63 bits",
        ),
        (
            "expr<(thread : 3) -> (thread * 1152921504606846976) to (i : 4611686018427387904)>",
            "expr<(thread : 3) -> ((thread + 1) mod 3 * 1152921504606846976) to (i : 4611686018427387904)>",
            4,
            "bytes of shared memory",
        ),
    ];
    for (from, to, bytes, expected) in cases {
        let message = error(from, to, bytes);
        assert!(message.contains(expected), "{from} to {to}: {message}");
    }
}

#[test]
fn degenerate_tiles_have_plans() {
    let wide = "(i : 4611686018427387904)";
    let cases = [
        ("identity<(thread : 1)>".to_string(), "identity<(thread : 1)>".to_string()),
        (
            "expr<(thread : 4) -> () to ()>".to_string(),
            "expr<(thread : 4, s : 3) -> () to ()>".to_string(),
        ),
        (
            format!("expr<(lane : 8) -> (lane * 576460752303423488) to {wide}>"),
            format!("expr<(lane : 8) -> ((lane xor 3) * 576460752303423488) to {wide}>"),
        ),
        (
            "expr<(thread : 8, s : 0) -> (s) to (i : 0)>".to_string(),
            "expr<(thread : 8, s : 0) -> (s) to (i : 0)>".to_string(),
        ),
        (
            "expr<(thread : 8, s : 3, t : 0) -> (s) to (i : 3)>".to_string(),
            "expr<(thread : 8, s : 0) -> (s) to (i : 3)>".to_string(),
        ),
        (
            "expr<(thread : 8, s : 3) -> (s) to (i : 3)>".to_string(),
            "expr<(thread : 8, s : 0) -> (s) to (i : 3)>".to_string(),
        ),
        (
            "expr<(subgroup : 4, lane : 0, s : 2) -> (s) to (i : 3)>".to_string(),
            "expr<(thread : 0, s : 5) -> (s) to (i : 3)>".to_string(),
        ),
        (
            "expr<(thread : 0, s : 0) -> (s) to (i : 3)>".to_string(),
            "expr<(thread : 0, s : 5) -> (s) to (i : 3)>".to_string(),
        ),
    ];
    for (from, to) in cases {
        let (source, wanted) = (distribution(&from), distribution(&to));
        let plans = legal_plans(&source, &wanted, 4, &target(8));
        let plans = plans.unwrap_or_else(|error| panic!("{from} to {to}: {error}"));
        let (held, needed) = (contents(&source), contents(&wanted));
        for (plan, cost) in plans.iter().filter(|_| source.threads() > 0) {
            let brought = carry_out(plan, &held, &needed, *cost, 4, &target(8));
            assert_eq!(brought.unwrap(), needed, "{from} to {to}: {plan:?}");
        }
    }
}

/// Sizes at which something quadratic, or a loop over threads that hold nothing, would show.
#[test]
fn large_tiles_are_planned_or_refused_without_delay() {
    let start = Instant::now();
    let target = target(32);
    let limit = OCCURRENCE_LIMIT;
    let attempt = |from: String, to: String| {
        plan(&distribution(&from), &distribution(&to), 4, &target).map(|(plan, _)| plan.kind())
    };
    let over = |domain: &str| format!("expr<({domain}) -> (0) to (i : 1)>");
    let outside = [
        format!("thread : {}", limit + 1),
        format!("thread : {limit}, s : 2"),
        "thread : 4611686018427387904, s : 0".to_string(),
        "thread : 0, s : 4611686018427387904".to_string(),
        "thread : 3, s : 1152921504606846976".to_string(),
    ];
    for domain in &outside {
        let refused = attempt(over(domain), over(domain));
        assert!(matches!(refused, Err(PlanError::Table(_))), "{domain}: {refused:?}");
    }
    let slots = format!("thread : 1, s : {}", limit / 8);
    let (one, all) = (over(&slots), format!("expr<({slots}) -> (s) to (i : {})>", limit / 8));
    let back = format!("expr<({slots}) -> ({} - s) to (i : {})>", limit / 8 - 1, limit / 8);
    assert_eq!(attempt(one.clone(), one), Ok(PlanKind::Nothing));
    assert_eq!(attempt(all, back), Ok(PlanKind::Registers));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}
