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

/// Owners write, then all read; each access is of neighbours behind the place of its first slot.
fn through_buffer(
    shared: &Shared,
    held: &Registers,
    wanted: &Registers,
    cost: Cost,
    element_bytes: i64,
    target: &Target,
) -> Outcome<Registers> {
    let Shared { buffer: places, owner } = shared;
    prop_assert!(places.elements * element_bytes <= target.static_shared_bytes);
    let address = |element: &Point| places.address.eval(element).unwrap()[0];
    let mut buffer: HashMap<i64, &Point> = HashMap::new();
    let mut writers: HashMap<&Point, usize> = HashMap::new();
    let mut stored = vec![vec![None; held.len()]; places.writer.accesses.len()];
    for (access, starts) in places.writer.accesses.iter().zip(&mut stored) {
        for (thread, own) in held.iter().enumerate() {
            let writes = owner.writes(thread as i64, access[0]);
            prop_assert!(access.iter().all(|&s| owner.writes(thread as i64, s) == writes));
            if !writes {
                continue;
            }
            let first = address(&own[access[0]]);
            starts[thread] = Some(first);
            for (place, &slot) in (first..).zip(access) {
                prop_assert!((0..places.elements).contains(&place), "{} is no place", place);
                prop_assert!(buffer.insert(place, &own[slot]).is_none(), "two values at {}", place);
                *writers.entry(&own[slot]).or_default() += 1;
            }
        }
    }
    prop_assert!(writers.values().all(|&count| count == 1), "two write one element");

    let mut loaded = vec![vec![None; wanted.len()]; places.reader.accesses.len()];
    let mut result: Vec<Vec<Option<Point>>> =
        wanted.iter().map(|own| vec![None; own.len()]).collect();
    for (access, starts) in places.reader.accesses.iter().zip(&mut loaded) {
        for (thread, own) in wanted.iter().enumerate() {
            let first = address(&own[access[0]]);
            starts[thread] = Some(first);
            for (place, &slot) in (first..).zip(access) {
                let Some(&value) = buffer.get(&place) else {
                    return Err(TestCaseError::fail(format!("{place} is read, not written")));
                };
                prop_assert!(result[thread][slot].replace(value.clone()).is_none());
            }
        }
    }
    let count = |starts: &[Vec<Option<i64>>], vector: usize| {
        starts
            .iter()
            .map(|lanes| wavefronts(lanes, vector as i64 * element_bytes, element_bytes, target))
            .sum::<u64>()
    };
    let wavefronts = count(&stored, places.writer.vector) + count(&loaded, places.reader.vector);
    prop_assert_eq!(cost, Cost { wavefronts, barriers: 1, ..Cost::default() });
    let all = result.into_iter().map(|own| own.into_iter().collect::<Option<Vec<Point>>>());
    all.collect::<Option<_>>().ok_or_else(|| TestCaseError::fail("a slot is in no access"))
}

/// By the definition: as many neighbouring lanes as the banks have bytes for are served together,
/// and wait for the bank that has most words to give.
fn wavefronts(lanes: &[Option<i64>], bytes: i64, element_bytes: i64, target: &Target) -> u64 {
    let together = (target.banks * target.bank_bytes / bytes).clamp(1, target.subgroup) as usize;
    let of_phase = |phase: &[Option<i64>]| {
        let mut banks: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
        for first in phase.iter().flatten() {
            for byte in first * element_bytes..first * element_bytes + bytes {
                let word = byte / target.bank_bytes;
                banks.entry(word % target.banks).or_default().insert(word);
            }
        }
        banks.values().map(BTreeSet::len).max().unwrap_or(0) as u64
    };
    let subgroups = lanes.chunks(target.subgroup as usize);
    subgroups.flat_map(|lanes| lanes.chunks(together)).map(of_phase).sum()
}
