//! Counting wavefronts lane by lane, by [`LayoutMap::eval`](crate::LayoutMap::eval) alone.
//!
//! ```text
//! lane 0 wants bytes 0..8      words 0, 1
//! lane 1 wants bytes 128..136  words 32, 33      bank 0: words 0, 32     bank 1: words 1, 33
//!                                                2 wavefronts
//! ```
//!
//! It is the definition, the source of every witness, and the check of every shorter way.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Access, Banks, Fullest, Wavefronts};
use crate::expr::Interval;
use crate::index_set::{IndexSet, Point};
use crate::proof::Coordinates;

/// An access and banks that have a meaning together.
pub(super) struct Counter<'a> {
    pub access: Access<'a>,
    pub banks: Banks,
    pub lane_bytes: i64,
    pub lanes_per_phase: i64,
    /// The extents of the lanes' axes.
    pub lane_extents: Vec<i64>,
    pub lane_count: i64,
}

/// What one repetition costs.
struct Repetition {
    /// The phases in which a lane takes part.
    phases: u64,
    wavefronts: u64,
    fullest: Option<Fullest>,
}

impl<'a> Counter<'a> {
    pub fn new(access: &Access<'a>, banks: &Banks) -> Result<Self, String> {
        let (domain, codomain) = (access.map.domain(), access.map.codomain());
        if codomain.rank() != 1 {
            return Err(format!("{codomain} is not one axis of addresses"));
        }
        let positive = [
            ("the number of banks", banks.banks),
            ("the bytes of a bank", banks.bank_bytes),
            ("the lanes served together", banks.lanes),
            ("the bytes of an element", access.element_bytes),
            ("the elements of a lane", access.vector),
        ];
        if let Some((what, value)) = positive.into_iter().find(|&(_, value)| value < 1) {
            return Err(format!("{what}, {value}, is not positive"));
        }
        let lane_bytes = access.element_bytes.checked_mul(access.vector);
        let Some(lane_bytes) = lane_bytes.filter(|&bytes| bytes <= Banks::LANE_BYTES) else {
            return Err(format!("a lane wants more than {} bytes", Banks::LANE_BYTES));
        };
        let (mut lane_extents, mut lane_count) = (Vec::new(), 1i64);
        for (place, &axis) in access.lanes.iter().enumerate() {
            let extent = domain.axes().get(axis).and_then(|axis| axis.extent().finite());
            let extent = extent.ok_or_else(|| format!("{domain} has no finite axis {axis}"))?;
            if access.lanes[..place].contains(&axis) {
                let name = domain.axes().get(axis).map_or("", |axis| axis.name());
                return Err(format!("the axis '{name}' is given twice"));
            }
            lane_count = lane_count.checked_mul(extent).ok_or("the lanes leave 64 bits")?;
            lane_extents.push(extent);
        }
        let lanes_per_phase = banks.lanes_per_phase(lane_bytes);
        let (access, banks) = (*access, *banks);
        Ok(Counter { access, banks, lane_bytes, lanes_per_phase, lane_extents, lane_count })
    }

    /// The phases of a repetition in which every lane takes part.
    pub fn phases(&self) -> u64 {
        let whole = self.lane_count / self.lanes_per_phase;
        (whole + i64::from(self.lane_count % self.lanes_per_phase != 0)).unsigned_abs()
    }

    /// Whether every address in a range is one in bytes, too.
    pub fn fits(&self, addresses: Interval) -> bool {
        let bytes = i128::from(self.access.element_bytes);
        let last = addresses.hi.saturating_mul(bytes).saturating_add(self.lane_bytes.into());
        Interval { lo: addresses.lo.saturating_mul(bytes), hi: last }.within(Interval::ALL)
    }

    /// Every repetition in which a lane takes part, in order, by its point at which the lanes'
    /// coordinates are 0.
    pub fn repetitions(&self) -> Box<dyn Iterator<Item = Point> + 'a> {
        let (lanes, domain) = (self.access.lanes, self.access.map.domain());
        let Some(extents) = domain.extents() else {
            let at_origin = |mut point: Point| {
                lanes.iter().for_each(|&axis| point[axis] = 0);
                point
            };
            return Box::new(
                domain.points().map(at_origin).collect::<BTreeSet<Point>>().into_iter(),
            );
        };
        let once = extents.iter().enumerate().map(|(axis, &extent)| match lanes.contains(&axis) {
            true => extent.min(1),
            false => extent,
        });
        let set = IndexSet::from_extents(&once.collect::<Vec<i64>>());
        Box::new(set.into_iter().flat_map(|set| set.points()))
    }

    /// The costs of some repetitions together, the first one first.
    pub fn over(&self, repetitions: impl Iterator<Item = Point>) -> Result<Wavefronts, String> {
        let mut cost: Option<Wavefronts> = None;
        for repetition in repetitions {
            let Repetition { phases, wavefronts, fullest } = self.cost(&repetition)?;
            let worst = fullest.as_ref().map_or(0, |fullest| fullest.words.len() as u64);
            let first = wavefronts;
            let Some(cost) = &mut cost else {
                cost = Some(Wavefronts { phases, first, most: wavefronts, worst, fullest });
                continue;
            };
            (cost.phases, cost.worst) = (cost.phases.max(phases), cost.worst.max(worst));
            if cost.most < wavefronts {
                (cost.most, cost.fullest) = (wavefronts, fullest);
            }
        }
        cost.ok_or_else(|| "there is no repetition".to_string())
    }

    /// What a repetition costs; a lane outside the domain takes no part.
    fn cost(&self, repetition: &[i64]) -> Result<Repetition, String> {
        let mut cost = Repetition { phases: 0, wavefronts: 0, fullest: None };
        for phase in 0..self.phases() {
            let Some(fullest) = self.fullest(repetition, phase)? else { continue };
            cost.phases += 1;
            cost.wavefronts += fullest.words.len() as u64;
            if cost.fullest.as_ref().is_none_or(|known| known.words.len() < fullest.words.len()) {
                cost.fullest = Some(fullest);
            }
        }
        Ok(cost)
    }

    /// The bank with the most words in a phase, if a lane takes part.
    fn fullest(&self, repetition: &[i64], phase: u64) -> Result<Option<Fullest>, String> {
        let banks = self.words(repetition, phase)?.into_iter();
        let fullest = banks.max_by_key(|(bank, words)| (words.len(), Reverse(*bank)));
        Ok(fullest.map(|(bank, words)| Fullest {
            repetition: Coordinates::new(self.access.map.domain(), repetition.to_vec()),
            phase,
            bank,
            words: words.into_iter().map(|(word, lane)| (lane, word)).collect(),
        }))
    }

    /// The words wanted in each bank, with the first lane that wants each.
    fn words(
        &self,
        repetition: &[i64],
        phase: u64,
    ) -> Result<BTreeMap<i64, BTreeMap<i64, i64>>, String> {
        let Access { map, element_bytes, .. } = self.access;
        let first = i64::try_from(phase).unwrap_or(i64::MAX).saturating_mul(self.lanes_per_phase);
        let end = first.saturating_add(self.lanes_per_phase).min(self.lane_count);
        let mut banks: BTreeMap<i64, BTreeMap<i64, i64>> = BTreeMap::new();
        for lane in first..end {
            let point = self.point(repetition, lane);
            if !map.domain().contains(&point) {
                continue;
            }
            let address = map.eval(&point).map_err(|error| {
                format!("at {}, {error}", Coordinates::new(map.domain(), point.clone()))
            })?;
            let byte = address.first().and_then(|a| a.checked_mul(element_bytes));
            let last = byte.and_then(|byte| byte.checked_add(self.lane_bytes - 1));
            let (Some(byte), Some(last)) = (byte, last) else {
                return Err("an address in bytes leaves 64 bits".to_string());
            };
            for word in self.banks.words(byte, last) {
                let bank = banks.entry(self.banks.bank_of(word)).or_default();
                bank.entry(word).or_insert(lane);
            }
        }
        Ok(banks)
    }

    /// The point of a lane: its number's digits on the lanes' axes, the last one fastest.
    pub fn point(&self, repetition: &[i64], lane: i64) -> Point {
        let (mut point, mut rest) = (repetition.to_vec(), lane);
        for (&axis, &extent) in self.access.lanes.iter().zip(&self.lane_extents).rev() {
            point[axis] = rest % extent;
            rest /= extent;
        }
        point
    }

    /// The fullest bank of the first phase of the first repetition.
    pub fn first_phase(&self) -> Result<Option<Fullest>, String> {
        let Some(repetition) = self.repetitions().next() else { return Ok(None) };
        self.fullest(&repetition, 0)
    }

    /// The axes that repeat the access.
    pub fn repeated(&self) -> BTreeSet<usize> {
        (0..self.access.map.domain().rank()).filter(|a| !self.access.lanes.contains(a)).collect()
    }
}
