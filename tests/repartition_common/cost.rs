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
        Plan::Nothing => Ok(Cost::default()),
        Plan::Registers { slots } | Plan::Bytes { slots } => {
            let permutes = permutes(slots, element_bytes);
            prop_assert_eq!(permutes > 0, matches!(plan, Plan::Bytes { .. }));
            Ok(Cost { permutes, ..Cost::default() })
        }
        Plan::Shuffle(shuffle) => exchange(shuffle, wanted, element_bytes),
        Plan::Shared(shared) => through_buffer(shared, held, wanted, element_bytes, target),
    }
}

/// Each byte of a word comes from a byte of another: renamed, or so many others are looked at, of
/// which a permutation takes two.
fn permutes(slots: &[usize], element_bytes: i64) -> u64 {
    let width = element_bytes as usize;
    if !matches!(width, 1 | 2) {
        return 0;
    }
    let bytes: Vec<usize> =
        slots.iter().flat_map(|slot| slot * width..(slot + 1) * width).collect();
    let mut permutes = 0;
    for word in bytes.chunks(4) {
        let renamed = word.iter().enumerate().all(|(place, byte)| *byte == word[0] + place);
        if !renamed || word[0] % 4 != 0 {
            let others: BTreeSet<usize> = word.iter().map(|byte| byte / 4).collect();
            permutes += others.len().max(2) as u64 - 1;
        }
    }
    permutes
}

/// The elements that come by one flip share words, each a shuffle, and are put together and taken
/// apart one by one; then each slot selects one of its picks.
fn exchange(shuffle: &Shuffle, wanted: &Registers, element_bytes: i64) -> Outcome<Cost> {
    let mut offered: BTreeMap<i64, BTreeSet<usize>> = BTreeMap::new();
    for (thread, own) in wanted.iter().enumerate() {
        let place = shuffle.by_thread.eval(&[thread as i64]).unwrap();
        prop_assert_eq!(own.len(), shuffle.slots.len());
        for slot in 0..own.len() {
            let lane = place[0] ^ shuffle.lane_flip[slot];
            let first = thread as i64 - thread as i64 % shuffle.width;
            let register = shuffle.slots[slot] ^ place[1] as usize;
            let source = shuffle.source(thread as i64, slot);
            prop_assert_eq!(source, Some((first + lane, register)));
            let registers = shuffle.picks.iter().map(|choice| shuffle.slots[slot] ^ choice);
            offered.entry(shuffle.lane_flip[slot]).or_default().extend(registers);
        }
    }
    let mut cost =
        Cost { selects: (wanted[0].len() * (shuffle.picks.len() - 1)) as u64, ..Cost::default() };
    if !shuffle.stays_in_lane {
        for elements in offered.values().map(|registers| registers.len() as u64) {
            let words = match element_bytes {
                1 => elements.div_ceil(4),
                2 => elements.div_ceil(2),
                bytes => elements * (bytes as u64).div_ceil(4),
            };
            cost.shuffles += words;
            cost.permutes += 2 * elements.saturating_sub(words);
        }
    }
    Ok(cost)
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
