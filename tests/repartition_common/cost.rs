//! What a plan costs, counted by the definition, and what it promises beside bringing its elements.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::prelude::*;
use tileir::Point;
use tileir::repartition::{Cost, Owner, Plan, Shared, Shuffle, Traffic};
use tileir::target::Target;

use super::{Outcome, Registers};

/// The cost of a plan between registers that hold these elements.
pub fn counted(
    plan: &Plan,
    held: &Registers,
    wanted: &Registers,
    element_bytes: i64,
    target: &Target,
) -> Outcome<Cost> {
    match plan {
        Plan::Nothing | Plan::Registers { .. } => Ok(Cost::default()),
        Plan::Shuffle(shuffle) => exchange(shuffle, wanted),
        Plan::Shared(shared) => through_buffer(shared, held, wanted, element_bytes, target),
    }
}

/// One shuffle an offered register and flip, then each slot selects one of its picks.
fn exchange(shuffle: &Shuffle, wanted: &Registers) -> Outcome<Cost> {
    let mut shuffles = BTreeSet::new();
    for (thread, own) in wanted.iter().enumerate() {
        let place = shuffle.by_thread.eval(&[thread as i64]).unwrap();
        prop_assert_eq!(own.len(), shuffle.slots.len());
        for slot in 0..own.len() {
            let lane = place[0] ^ shuffle.lane_flip[slot];
            let first = thread as i64 - thread as i64 % shuffle.width;
            let register = shuffle.slots[slot] ^ place[1] as usize;
            let source = shuffle.source(thread as i64, slot);
            prop_assert_eq!(source, Some((first + lane, register)));
            let offered = |choice: &usize| (shuffle.slots[slot] ^ choice, shuffle.lane_flip[slot]);
            shuffles.extend(shuffle.picks.iter().map(offered));
        }
    }
    let selects = (wanted[0].len() * (shuffle.picks.len() - 1)) as u64;
    let shuffles = if shuffle.stays_in_lane { 0 } else { shuffles.len() as u64 };
    Ok(Cost { shuffles, selects, ..Cost::default() })
}

/// The wavefronts of both sides; the buffer fits, and one owner writes each element.
fn through_buffer(
    shared: &Shared,
    held: &Registers,
    wanted: &Registers,
    element_bytes: i64,
    target: &Target,
) -> Outcome<Cost> {
    let Shared { buffer, owner } = shared;
    prop_assert!(buffer.elements * element_bytes <= target.static_shared_bytes);
    let mut writers: HashMap<&Point, usize> = HashMap::new();
    for access in &buffer.writer.accesses {
        for (thread, own) in held.iter().enumerate() {
            let writes = |slot: usize| owner.writes(thread as i64, slot);
            prop_assert!(access.iter().all(|&slot| writes(slot) == writes(access[0])));
            for &slot in access.iter().filter(|&&slot| writes(slot)) {
                *writers.entry(&own[slot]).or_default() += 1;
            }
        }
    }
    prop_assert!(writers.values().all(|&count| count == 1), "two write one element");
    let count = |traffic: &Traffic, registers: &Registers, owner: Option<&Owner>| {
        let of_access = |access: &Vec<usize>| {
            let lanes = registers.iter().enumerate().map(|(thread, own)| {
                let accesses = owner.is_none_or(|own| own.writes(thread as i64, access[0]));
                accesses.then(|| buffer.address.eval(&own[access[0]]).unwrap()[0])
            });
            let lanes: Vec<Option<i64>> = lanes.collect();
            wavefronts(&lanes, traffic.vector as i64 * element_bytes, element_bytes, target)
        };
        traffic.accesses.iter().map(of_access).sum::<u64>()
    };
    let wavefronts = count(&buffer.writer, held, Some(owner)) + count(&buffer.reader, wanted, None);
    Ok(Cost { wavefronts, barriers: 1, ..Cost::default() })
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
