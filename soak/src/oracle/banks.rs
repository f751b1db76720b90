//! The wavefronts of an access by their definition: every byte of every lane.
//!
//! ```text
//! 4 banks of 4 bytes, lanes of 8 bytes: 2 lanes a phase
//! lane 0 wants bytes 0..8      words 0, 1      banks 0, 1
//! lane 1 wants bytes 32..40    words 8, 9      banks 0, 1      2 words of bank 0: 2 wavefronts
//! lane 2 wants bytes 64..72    …                               the next phase
//! ```
//!
//! A phase takes as many wavefronts as its fullest bank has distinct words, a repetition as many
//! as its phases together. Numbers are those of 128 bits: no address in bytes leaves them.

use super::Listing;
use std::collections::BTreeMap;
use tileir::Point;
use tileir::proof::{Access, Banks, Fullest, Wavefronts};

/// The lane that first wants each word, by phase and bank.
type Asked = BTreeMap<(i128, i128), BTreeMap<i128, i128>>;

/// Every repetition in which a lane takes part, by its point with the lanes' coordinates 0; `None`
/// where a lane has no address.
fn repetitions(
    listing: &Listing,
    access: &Access<'_>,
    banks: &Banks,
) -> Option<BTreeMap<Point, Asked>> {
    let lane_bytes = i128::from(access.element_bytes) * i128::from(access.vector);
    let width = i128::from(banks.banks) * i128::from(banks.bank_bytes);
    let together = (width / lane_bytes).clamp(1, banks.lanes.into());
    let axes = listing.map.domain().axes();
    let mut all: BTreeMap<Point, Asked> = BTreeMap::new();
    for point in &listing.points {
        let (mut repetition, mut lane) = (point.clone(), 0);
        for &axis in access.lanes {
            lane = lane * i128::from(axes[axis].extent().finite()?) + i128::from(point[axis]);
            repetition[axis] = 0;
        }
        let address = i128::from(*listing.inside(point)??.first()?);
        let first = address * i128::from(access.element_bytes);
        let asked = all.entry(repetition).or_default();
        for byte in first..first + lane_bytes {
            let word = byte.div_euclid(banks.bank_bytes.into());
            let bank = word.rem_euclid(banks.banks.into());
            let words = asked.entry((lane / together, bank)).or_default();
            let known = words.entry(word).or_insert(lane);
            *known = lane.min(*known);
        }
    }
    Some(all)
}

/// The wavefronts of each phase in which a lane takes part.
fn phases(asked: &Asked) -> Vec<u64> {
    let mut phases: BTreeMap<i128, u64> = BTreeMap::new();
    for (&(phase, _), words) in asked {
        let most = phases.entry(phase).or_default();
        *most = (words.len() as u64).max(*most);
    }
    phases.into_values().collect()
}

/// Whether every point has a value: without one, an access to it has no cost.
pub fn has_addresses(listing: &Listing) -> bool {
    listing.points.iter().all(|point| listing.inside(point).flatten().is_some())
}

/// Whether an access costs what is said, and the bank that is shown is one that it waits for.
pub fn is_cost(listing: &Listing, access: &Access<'_>, banks: &Banks, said: &Wavefronts) -> bool {
    let Some(all) = repetitions(listing, access, banks) else { return false };
    let each: Vec<Vec<u64>> = all.values().map(phases).collect();
    let sums: Vec<u64> = each.iter().map(|phases| phases.iter().sum()).collect();
    let most = sums.iter().copied().max().unwrap_or(0);
    let waits = match &said.fullest {
        None => all.is_empty(),
        Some(fullest) => is_fullest(&all, most, fullest),
    };
    waits
        && said.phases == each.iter().map(|phases| phases.len() as u64).max().unwrap_or(0)
        && said.first == sums.first().copied().unwrap_or(0)
        && said.most == most
        && said.worst == each.iter().flatten().copied().max().unwrap_or(0)
}

/// Whether these are the words of a bank with the most, of a repetition with the most wavefronts.
fn is_fullest(all: &BTreeMap<Point, Asked>, most: u64, shown: &Fullest) -> bool {
    let Some(asked) = all.get(shown.repetition.values()) else { return false };
    let place = (i128::from(shown.phase), i128::from(shown.bank));
    let Some(words) = asked.get(&place) else { return false };
    let own = words.iter().map(|(&word, &lane)| (lane, word));
    phases(asked).iter().sum::<u64>() == most
        && asked.values().all(|others| others.len() <= words.len())
        && own.eq(shown.words.iter().map(|&(lane, word)| (lane.into(), word.into())))
}
