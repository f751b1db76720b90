//! What an access to banked memory costs.
//!
//! Shared memory is `banks` banks wide; word `w` lies in bank `w mod banks`, and in one *wavefront*
//! each bank gives one word, to all lanes that want it. Lanes that want different words of one bank
//! wait for each other. So an access of some lanes takes as many wavefronts as the fullest bank has
//! distinct words. Wide accesses are served in *phases*, a part of the lanes at a time, and their
//! wavefronts add up:
//!
//! ```text
//! 32 banks of 4 bytes, 32 lanes        lanes a phase      phases
//! 1, 2 or 4 bytes a lane                    32              1
//! 8 bytes                                   16              2
//! 16 bytes (also a row of ldmatrix)          8              4
//! ```
//!
//! A column of a row-major 32 by 32 tile of f32 has all its words in one bank: 32 wavefronts. With
//! rows padded to 33, word `33*lane` lies in bank `lane`: one.
//!
//! ```
//! use tileir::{LayoutMap, proof::{Access, Banks, Budget, wavefronts}};
//! let tile: LayoutMap = "expr<(row : 32, column : 32) -> (32 * row + column) to (a : 1024)>".parse()?;
//! let column = Access { map: &tile, lanes: &[0], element_bytes: 4, vector: 1 };
//! let cost = wavefronts(&column, &Banks::NVIDIA, &Budget::of_points(0));
//! assert_eq!(
//!     cost.to_string(),
//!     "32 wavefronts in 1 phase (at (row = 0, column = 0), 32 lanes want 32 words of bank 0), by gf2"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The axes that are not lanes are *repetitions*, one access each where a lane takes part. Three ways to the number
//! ([`pattern`]): by ranks, by classes of repetitions with one pattern, and by every point.

mod count;
mod pattern;

use std::fmt;
use std::ops::RangeInclusive;

use super::driver::over;
use super::{Answer, Budget, Coordinates, Strategy};
use crate::map::LayoutMap;
use crate::target::Target;
use count::Counter;

/// A memory in banks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banks {
    /// How many.
    pub banks: i64,
    /// The bytes of one word of a bank.
    pub bank_bytes: i64,
    /// The most lanes served together.
    pub lanes: i64,
}

impl Banks {
    /// A lane that wants more bytes at once is no access.
    pub const LANE_BYTES: i64 = 1 << 12;

    /// 32 banks of 4 bytes for 32 lanes.
    pub const NVIDIA: Banks = Banks { banks: 32, bank_bytes: 4, lanes: 32 };

    /// The banks of a target, for the lanes of a subgroup.
    pub fn of(target: &Target) -> Banks {
        let &Target { banks, bank_bytes, subgroup: lanes, .. } = target;
        Banks { banks, bank_bytes, lanes }
    }

    /// How many lanes with so many bytes each are served together: as many as the banks have bytes
    /// for.
    pub fn lanes_per_phase(&self, lane_bytes: i64) -> i64 {
        let bytes = self.banks.saturating_mul(self.bank_bytes);
        bytes.checked_div(lane_bytes).unwrap_or(1).min(self.lanes).max(1)
    }

    /// The words that the bytes from `first` to `last` lie in.
    pub(crate) fn words(&self, first: i64, last: i64) -> RangeInclusive<i64> {
        first.div_euclid(self.bank_bytes)..=last.div_euclid(self.bank_bytes)
    }

    /// The bank of a word.
    pub(crate) fn bank_of(&self, word: i64) -> i64 {
        word.rem_euclid(self.banks)
    }
}

/// An access: some axes are the lanes that take part, the others repeat it.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// Coordinates to the address of the lane's first element, in elements.
    pub map: &'a LayoutMap,
    /// The axes of the lanes; they are numbered with the last of these fastest.
    pub lanes: &'a [usize],
    /// The bytes of an element.
    pub element_bytes: i64,
    /// How many neighbouring elements a lane wants.
    pub vector: i64,
}

/// What an access costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wavefronts {
    /// The most phases of a repetition in which a lane takes part: without conflicts, a wavefront
    /// each.
    pub phases: u64,
    /// The wavefronts of the first repetition.
    pub first: u64,
    /// The most that a repetition takes.
    pub most: u64,
    /// The most wavefronts that a phase takes, in any repetition.
    pub worst: u64,
    /// A fullest bank of a repetition that takes the most; `None` where no lane takes part.
    pub fullest: Option<Fullest>,
}

impl Wavefronts {
    /// Whether no phase of any repetition has a conflict.
    pub fn is_free(&self) -> bool {
        self.worst <= 1
    }
}

impl fmt::Display for Wavefronts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: u64| if n == 1 { "" } else { "s" };
        let Wavefronts { phases, first, most, worst: _, fullest } = self;
        write!(f, "{most} wavefront{} in {phases} phase{}", plural(*most), plural(*phases))?;
        if first != most {
            write!(f, ", {first} in the first repetition")?;
        }
        match fullest {
            Some(fullest) => write!(f, " ({fullest})"),
            None => Ok(()),
        }
    }
}

/// The bank that a phase of an access waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fullest {
    /// The first point of the repetition.
    pub repetition: Coordinates,
    /// The phase.
    pub phase: u64,
    /// The bank.
    pub bank: i64,
    /// The first lane that wants each word, and the word, by word.
    pub words: Vec<(i64, i64)>,
}

impl fmt::Display for Fullest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fullest { repetition, phase, bank, words } = self;
        write!(f, "at {repetition}")?;
        if *phase > 0 {
            write!(f, ", phase {phase}")?;
        }
        match words.as_slice() {
            [(lane, word)] => write!(f, ", lane {lane} wants word {word} of bank {bank}"),
            words => {
                let mut lanes: Vec<i64> = words.iter().map(|&(lane, _)| lane).collect();
                lanes.sort_unstable();
                lanes.dedup();
                write!(f, ", {} lanes want {} words of bank {bank}", lanes.len(), words.len())
            }
        }
    }
}

/// The wavefronts of an access; see the source file's header.
pub fn wavefronts(access: &Access<'_>, banks: &Banks, budget: &Budget) -> Answer<Wavefronts> {
    let counter = match Counter::new(access, banks) {
        Ok(counter) => counter,
        Err(why) => return Answer::Unknown { why },
    };
    let known = |value, by| Answer::Known { value, by };
    if access.map.domain().has_no_point() {
        let value = Wavefronts { phases: 0, first: 0, most: 0, worst: 0, fullest: None };
        return known(value, Strategy::Cardinality);
    }
    let mut reasons = Vec::new();
    for (by, found) in [
        (Strategy::Gf2, pattern::by_bits(&counter)),
        (Strategy::Affine, pattern::by_digits(&counter)),
    ] {
        match found {
            Ok(value) => return known(value, by),
            Err(why) => reasons.push(format!("{by}: {why}")),
        }
    }
    if access.map.domain().few(budget.points).is_none() {
        reasons.push(over(access.map, budget.points));
        return Answer::Unknown { why: reasons.join("; ") };
    }
    match counter.over(counter.repetitions()) {
        Ok(value) => known(value, Strategy::Exhaustive),
        Err(why) => Answer::Unknown { why },
    }
}
