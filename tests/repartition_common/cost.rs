//! What a plan costs, counted by the definition, and what it promises beside bringing its elements.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::prelude::*;
use tileir::Point;
use tileir::distribution::Groups;
use tileir::repartition::{Cluster, Cost, Owner, Plan, Shared, Shuffle, Traffic};
use tileir::target::Target;

use super::{Outcome, Registers};

/// The cost of a plan between registers that hold these elements.
pub fn counted(
    plan: &Plan,
    groups: Groups,
    [held, wanted]: [&Registers; 2],
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
        Plan::Shared(shared) => {
            prop_assert!(shared.buffer.elements * element_bytes <= target.static_shared_bytes);
            let block = groups.block_threads as usize;
            one_owner_each(shared, held, block)?;
            let both = (held, wanted);
            let wavefronts = through_buffer(shared, both, block, element_bytes, target);
            Ok(Cost { wavefronts, barriers: 1, ..Cost::default() })
        }
        Plan::Cluster(cluster) => {
            prop_assert!(cluster.part * element_bytes <= target.static_shared_bytes);
            prop_assert!(cluster.part * groups.blocks >= cluster.exchange.buffer.elements);
            let block = groups.block_threads as usize;
            one_owner_each(&cluster.exchange, held, block * groups.blocks as usize)?;
            let both = (held, wanted);
            let wavefronts = through_buffer(&cluster.exchange, both, block, element_bytes, target);
            let remotes = remotes(cluster, both, groups, target);
            Ok(Cost { wavefronts, remotes, syncs: 2, ..Cost::default() })
        }
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

/// One owner writes each element, of each part of so many threads.
fn one_owner_each(shared: &Shared, held: &Registers, part: usize) -> Outcome {
    let Shared { buffer, owner } = shared;
    let mut writers: HashMap<(usize, &Point), usize> = HashMap::new();
    for access in &buffer.writer.accesses {
        for (thread, own) in held.iter().enumerate() {
            let writes = |slot: usize| owner.writes(thread as i64, slot);
            prop_assert!(access.iter().all(|&slot| writes(slot) == writes(access[0])));
            for &slot in access.iter().filter(|&&slot| writes(slot)) {
                *writers.entry((thread / part, &own[slot])).or_default() += 1;
            }
        }
    }
    prop_assert!(writers.values().all(|&count| count == 1), "two write one element");
    Ok(())
}

/// The accesses of a subgroup of which a lane goes to the part of another block.
fn remotes(
    cluster: &Cluster,
    (held, wanted): (&Registers, &Registers),
    groups: Groups,
    target: &Target,
) -> u64 {
    let Shared { buffer, owner } = &cluster.exchange;
    let block = groups.block_threads as usize;
    let mut remotes = BTreeSet::new();
    let sides = [(&buffer.writer, held, Some(owner)), (&buffer.reader, wanted, None)];
    for (side, (traffic, registers, owner)) in sides.into_iter().enumerate() {
        for (number, access) in traffic.accesses.iter().enumerate() {
            for (thread, own) in registers.iter().enumerate() {
                let place = buffer.address.eval(&own[access[0]]).unwrap()[0];
                let home = (place / cluster.part) as usize;
                let takes_part = owner.is_none_or(|owner| owner.writes(thread as i64, access[0]));
                if takes_part && home != thread / block % groups.blocks as usize {
                    let subgroup = thread % block / target.subgroup as usize;
                    remotes.insert((side, number, thread / block, subgroup));
                }
            }
        }
    }
    remotes.len() as u64
}

/// The wavefronts of both sides, of blocks of so many threads.
fn through_buffer(
    shared: &Shared,
    (held, wanted): (&Registers, &Registers),
    block: usize,
    element_bytes: i64,
    target: &Target,
) -> u64 {
    let Shared { buffer, owner } = shared;
    let count = |traffic: &Traffic, registers: &Registers, owner: Option<&Owner>| {
        let of_access = |access: &Vec<usize>| {
            let lanes = registers.iter().enumerate().map(|(thread, own)| {
                let accesses = owner.is_none_or(|own| own.writes(thread as i64, access[0]));
                accesses.then(|| buffer.address.eval(&own[access[0]]).unwrap()[0])
            });
            let lanes: Vec<Option<i64>> = lanes.collect();
            let bytes = traffic.vector as i64 * element_bytes;
            let blocks = lanes.chunks(block.max(1));
            blocks.map(|lanes| wavefronts(lanes, bytes, element_bytes, target)).sum::<u64>()
        };
        traffic.accesses.iter().map(of_access).sum::<u64>()
    };
    count(&buffer.writer, held, Some(owner)) + count(&buffer.reader, wanted, None)
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
