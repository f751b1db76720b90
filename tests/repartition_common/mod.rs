//! A machine that carries out plans: threads with registers, subgroups that shuffle, a buffer that
//! the block shares. It shares no code with the planner, and counts what a plan costs.
//!
//! ```text
//! registers       thread 0: [(0,0), (0,1)]    thread 1: [(1,0), (1,1)]      elements, by slot
//! after a plan    thread 0: [(0,0), (1,0)]    thread 1: [(0,1), (1,1)]
//! ```

#![allow(dead_code, reason = "each test file uses a part of the machine")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use tileir::Point;
use tileir::distribution::Distribution;
use tileir::repartition::{Cost, Plan, Shared, Shuffle};
use tileir::target::Target;

pub type Outcome<T = ()> = Result<T, TestCaseError>;

/// The same cases each time.
pub fn run(cases: u32, test: impl Fn(&mut crate::common::Choices<'_>) -> Outcome) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let outcome = runner
        .run(&crate::common::numbers(), |numbers| test(&mut crate::common::Choices::new(&numbers)));
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// What every thread has in its registers.
pub type Registers = Vec<Vec<Point>>;

/// What the distribution says that they have.
pub fn contents(distribution: &Distribution) -> Registers {
    let slot = |thread, slot| distribution.element(thread, slot).unwrap();
    let thread = |thread| (0..distribution.slots()).map(|s| slot(thread, s)).collect();
    (0..distribution.threads()).map(thread).collect()
}

/// A target with subgroups of so many lanes.
pub fn target(subgroup: i64) -> Target {
    let name = if subgroup == 8 { "lavapipe" } else { "sm_80" };
    Target { subgroup, ..Target::by_name(name).unwrap() }
}

/// A plan, carried out on registers that hold what the source says.
pub fn carry_out(
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
    let writes = |thread: usize, slot: usize| shared.owner.writes(thread as i64, slot);
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
    prop_assert!(writers.values().all(|&count| count == 1), "two write one element");

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
