//! Families of small maps: what the prover is asked about.
//!
//! | family | |
//! |---|---|
//! | `bases`, `xors` | every 3 by 3 matrix of bits, over whole boxes and cut ones |
//! | `two modes`, `three modes` | every layout of extents to 6 and strides to 12 |
//! | `expressions of x`, `of x, y` | every DAG of one or two operations |
//! | `three operations`, `joined operations` | every DAG of three, over fewer constants |
//! | `swizzled`, `padded`, `split` | tiles as kernels write them |
//! | `bundles`, `members` | maps with parameters, at once and one by one |
//! | the others | drawn, each with another kind of node outermost |
//!
//! A family is a function from numbers to cases. Of an enumerated family the numbers are all of
//! its members; of a drawn one they are seeds. Either way a number is the same case everywhere,
//! and a sample is a choice of numbers.

mod bits;
mod dags;
mod drawn;
mod nodes;
mod parameters;
mod radix;
mod sets;
mod strided;

use crate::ask::Case;
use thiserror::Error;
use tileir::MapError;
use tileir::text::ParseError;

pub use dags::drawn_from;

/// Why a number is no case: a fault of its family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CaseError {
    /// Parts without a meaning together.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A text that is not read.
    #[error("{text}: {error}")]
    Text {
        /// The text.
        text: String,
        /// Why.
        error: Box<ParseError>,
    },
}

/// Cases by number.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// A word or two.
    pub name: &'static str,
    /// How many cases a full run asks about; of an enumerated family, all.
    pub full: u64,
    /// How many a sampled run does.
    pub sample: u64,
    /// The case of a number.
    pub case: fn(u64) -> Result<Case, CaseError>,
}

/// How many cases of a drawn family a full run asks about.
const DRAWN: u64 = 20_000;

const fn enumerated(
    name: &'static str,
    full: u64,
    sample: u64,
    case: fn(u64) -> Result<Case, CaseError>,
) -> Family {
    Family { name, full, sample, case }
}

const fn seeded(name: &'static str, case: fn(u64) -> Result<Case, CaseError>) -> Family {
    Family { name, full: DRAWN, sample: 400, case }
}

/// Every family, the enumerated ones first.
pub const FAMILIES: [Family; 26] = [
    enumerated("bases", bits::BASES, 800, bits::bases),
    enumerated("xors", bits::XORS, 800, bits::xors),
    enumerated("two modes", radix::TWO, 800, radix::two),
    enumerated("three modes", radix::THREE, 800, radix::three),
    enumerated("expressions of x", dags::ONE, 800, dags::one),
    enumerated("expressions of x, y", dags::TWO, 800, dags::two),
    enumerated("three operations", dags::THREE, 800, dags::three),
    enumerated("joined operations", dags::JOINED, 800, dags::joined),
    seeded("negative strides", radix::negative),
    seeded("drawn expressions", dags::drawn),
    seeded("swizzled", strided::swizzled),
    seeded("padded", strided::padded),
    seeded("split", strided::split),
    seeded("translated", drawn::translated),
    seeded("selected", drawn::selected),
    seeded("product", drawn::product),
    seeded("composed", drawn::composed),
    seeded("regrouped", drawn::regrouped),
    seeded("recast", drawn::recast),
    seeded("transformed", drawn::transformed),
    seeded("piecewise", drawn::piecewise),
    seeded("table", drawn::table),
    seeded("constrained", drawn::constrained),
    seeded("nested", drawn::nested),
    seeded("bundles", parameters::bundles),
    Family { full: DRAWN / 4, ..seeded("members", parameters::members) },
];

/// A number read digit by digit, the fastest first.
struct Radix(u64);

impl Radix {
    /// The next digit, below `base`.
    fn digit(&mut self, base: u64) -> u64 {
        let digit = self.0 % base.max(1);
        self.0 /= base.max(1);
        digit
    }

    /// One of these.
    fn of<T: Copy, const N: usize>(&mut self, from: &[T; N]) -> T {
        from[self.digit(N as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::mix;

    #[test]
    fn every_number_is_a_case_and_the_same_each_time() {
        for family in FAMILIES {
            for number in (0..40).map(|k| mix(k) % family.full).chain([0, family.full - 1]) {
                let case = (family.case)(number).unwrap_or_else(|e| panic!("{}: {e}", family.name));
                let again = (family.case)(number).expect("as before");
                assert_eq!(case.map, again.map, "{} {number}", family.name);
                assert_eq!(case.other, again.other, "{} {number}", family.name);
            }
        }
    }

    #[test]
    fn an_enumeration_repeats_nothing_and_ends_where_it_says() {
        for family in &FAMILIES[..2] {
            let texts: Vec<String> = (0..family.full)
                .map(|number| (family.case)(number).expect("a case").map.to_string())
                .collect();
            let distinct: std::collections::HashSet<&String> = texts.iter().collect();
            assert_eq!(distinct.len(), texts.len(), "{}", family.name);
        }
    }
}
