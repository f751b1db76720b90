//! [`Requirement`]s: what a text with numbers in it is asked before it says anything.
//!
//! | asked of the values of a family | of |
//! |---|---|
//! | [`AtLeast`](Asks::AtLeast) a number | extents, divisors, places |
//! | [`FromZero`](Asks::FromZero): the least is 0 | index maps of TIRx |
//! | [`Ends`](Asks::Ends): from 0 on, and the greatest is one below a number | TileLang's output shapes |
//! | [`Equal`](Asks::Equal) to a number | numbers of elements, of threads |
//! | [`Size`](Asks::Size): the product fits 64 bits | shapes |
//! | [`Fits`](Asks::Fits) 64 bits, each | addresses and other places |
//!
//! ```text
//! Layout((n, 4) -> (k,), transform: (_i, _j) -> (_i * s + _j,))
//!     1 le n                           extents
//!     0 le s, k eq (n - 1) * s + 4     its output shape; with s below 0 there are places below 0
//! ```
//!
//! One member is checked here, by its values; all members are argued about in [`met`](super::met).
//!
//! **The law.** A member meets what it is [checked](Requirement::check) for, or the first thing in the
//! way is named.

use std::fmt;

use crate::expr::Ranges;
use crate::family::{Family, FamilyError, Guard, Parameters};
use crate::map::TableError;

/// Points that are looked at one by one of one member, at most.
const POINTS: i64 = 1 << 20;

/// What is asked of values; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// None is below this.
    AtLeast(i64),
    /// The least of each is 0.
    FromZero,
    /// In pairs: the first is never below 0, and its greatest is one below the second, which is one
    /// number.
    Ends,
    /// In pairs of numbers: they are equal.
    Equal,
    /// Numbers, one of which is 0 or whose product fits 64 bits.
    Size,
    /// Each fits 64 bits.
    Fits,
}

/// Values of a family, and what is asked of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Requirement {
    /// What the values are, in words.
    pub what: &'static str,
    /// The values.
    pub of: Family,
    /// What is asked.
    pub asks: Asks,
}

impl Requirement {
    /// The same over more parameters.
    ///
    /// # Errors
    /// As [`Family::widened`].
    pub fn widened(&self, parameters: &Parameters) -> Result<Requirement, FamilyError> {
        Ok(Requirement { of: self.of.widened(parameters)?, ..self.clone() })
    }

    /// `Ok` if it is met for these values of the parameters.
    ///
    /// # Errors
    /// What is in the way, in words.
    pub fn check(&self, values: &[i64]) -> Result<(), String> {
        let what = self.what;
        let reach = self.reach(values).map_err(|why| format!("{what}: {why}"))?;
        let pairs = || reach.chunks_exact(2).filter_map(|pair| Some((pair.first()?, pair.get(1)?)));
        let wrong = match self.asks {
            Asks::AtLeast(end) => {
                let below = reach.iter().find(|(least, _)| *least < end);
                below.map(|(least, _)| format!("{least}, not at least {end}"))
            }
            Asks::FromZero => {
                let other = reach.iter().find(|(least, _)| *least != 0);
                other.map(|(least, _)| format!("{least} and more, not from 0 on"))
            }
            Asks::Ends => pairs().find_map(|((least, greatest), (said, _))| {
                if *least < 0 {
                    return Some(format!("{least} somewhere, below 0"));
                }
                let ends = greatest.checked_add(1);
                (ends != Some(*said)).then(|| format!("{said}, and values reach {greatest}"))
            }),
            Asks::Equal => {
                let other = pairs().find(|(own, other)| own != other);
                other.map(|((own, _), (other, _))| format!("{own}, not {other}"))
            }
            Asks::Size => {
                let size = |all: i64, (own, _): &(i64, i64)| all.checked_mul(*own);
                let empty = reach.iter().any(|(own, _)| *own == 0);
                let fits = empty || reach.iter().try_fold(1, size).is_some();
                (!fits).then(|| "more than 64 bits hold".to_owned())
            }
            // One that does not is no value, and has been told.
            Asks::Fits => None,
        };
        wrong.map_or(Ok(()), |wrong| Err(format!("{what} is {wrong}")))
    }

    /// The least and the greatest of each value; nothing of no point.
    fn reach(&self, values: &[i64]) -> Result<Vec<(i64, i64)>, String> {
        let map = self.of.bind(values).map_err(|error| error.to_string())?;
        let table = match map.tabulate(POINTS) {
            Ok(table) => table,
            Err(error @ TableError::Undefined { .. }) => return Err(error.to_string()),
            Err(error) => {
                let extents = map.domain().extents().unwrap_or_default();
                let program = map.program().map(|map| map.value_program());
                let bounds = program.and_then(|program| {
                    let ranges = Ranges::over(&program, &extents);
                    let end = |&place: &u32| {
                        let interval = ranges.interval(place);
                        let ends = (i64::try_from(interval.lo), i64::try_from(interval.hi));
                        ends.0.ok().zip(ends.1.ok())
                    };
                    let ends = program.outputs().iter().map(end).collect();
                    if ranges.all_safe() { ends } else { None }
                });
                return bounds.ok_or_else(|| error.to_string());
            }
        };
        let mut points = table.iter();
        let first = points.next().unwrap_or_default().iter();
        let mut reach: Vec<(i64, i64)> = first.map(|value| (*value, *value)).collect();
        for point in points {
            for ((least, greatest), value) in reach.iter_mut().zip(point) {
                (*least, *greatest) = (*value.min(least), *value.max(greatest));
            }
        }
        Ok(reach)
    }
}

/// Members for which one of two texts, or both, say nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Silent {
    /// Whether the first and whether the second is known to say nothing.
    pub sides: [bool; 2],
    /// Of which members.
    pub guard: Guard,
}

impl fmt::Display for Silent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = match self.sides {
            [true, true] => "neither says anything",
            [true, false] => "the first says nothing",
            _ => "the second says nothing",
        };
        match self.guard.is_always() {
            true => f.write_str(who),
            false => write!(f, "{who} if {}", self.guard),
        }
    }
}
