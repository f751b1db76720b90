//! [`ThreadSet`]: some of a block's threads, as a condition on the thread number.
//!
//! Who owns what, and who holds what at all, are sets of threads. Most are regular, a prefix of
//! groups of a prefix of groups; then a remainder tells them, and bits of the number where the
//! lengths are powers of two. Any other set is told interval by interval.
//!
//! | members | condition |
//! |---|---|
//! | `x.x.x.x.` | `(thread and 1) eq 0` |
//! | `xx..xx..........` | `(thread and 10) eq 0` |
//! | `xxx...xxx...` | `thread mod 6 lt 3` |
//! | `xxxxx.......` | `thread lt 5` |
//! | `.xx...x.` | `(1 le thread and thread lt 3) + (6 le thread and thread lt 7)` |
//!
//! **The law.** The condition is 1 for exactly the members.

use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::index_set::{Axis, IndexSet};
use std::fmt;

/// Some of a block's threads; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreadSet {
    /// Every thread.
    All,
    /// No thread.
    None,
    /// Those for which this program over the thread number gives 1; it gives 0 for the others.
    Where(Program),
}

impl ThreadSet {
    /// The set of these threads, of as many as there are marks.
    pub fn of(members: &[bool]) -> ThreadSet {
        if members.iter().all(|&member| member) {
            return ThreadSet::All;
        }
        if !members.contains(&true) {
            return ThreadSet::None;
        }
        let mut builder = ProgramBuilder::default();
        let output = match prefixes(members) {
            Some(prefixes) => all_of(&mut builder, members.len() as i64, &prefixes),
            None => any_of(&mut builder, members),
        };
        ThreadSet::Where(builder.finish(&[output]))
    }

    /// Whether a thread is in the set.
    pub fn contains(&self, thread: i64) -> bool {
        match self {
            ThreadSet::All => true,
            ThreadSet::None => false,
            ThreadSet::Where(condition) => {
                condition.eval(&[thread]).is_ok_and(|value| value == [1])
            }
        }
    }

    /// The condition, where there is one.
    pub fn condition(&self) -> Option<&Program> {
        match self {
            ThreadSet::Where(condition) => Some(condition),
            ThreadSet::All | ThreadSet::None => None,
        }
    }

    /// The steps of the condition.
    pub(super) fn steps(&self) -> usize {
        self.condition().map_or(0, |condition| condition.insts().len())
    }
}

impl fmt::Display for ThreadSet {
    /// The condition, over `thread`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThreadSet::All => f.write_str("all"),
            ThreadSet::None => f.write_str("none"),
            ThreadSet::Where(condition) => {
                let names = IndexSet::new(vec![Axis::integers("thread")]);
                let names = names.unwrap_or_else(|_| IndexSet::integers(1));
                f.write_str(&crate::text::expressions(condition, &names))
            }
        }
    }
}

/// Demands that `thread mod period lt bound`; a period is as long as there are threads, or shorter.
struct Prefix {
    period: i64,
    bound: i64,
}

/// The set as a prefix of each period, of those periods a prefix of each longer one, and so on.
fn prefixes(members: &[bool]) -> Option<Vec<Prefix>> {
    let threads = members.len() as i64;
    let (mut found, mut groups, mut unit) = (Vec::new(), members.to_vec(), 1i64);
    loop {
        let run = groups.iter().take_while(|&&member| member).count();
        if run == 0 {
            return None;
        }
        if run == groups.len() {
            return Some(found);
        }
        let gap = groups[run..].iter().position(|&member| member);
        let period = gap.map_or(groups.len(), |gap| run + gap);
        let full: Vec<bool> = groups.iter().step_by(period).copied().collect();
        let told = |(place, &member): (usize, &bool)| {
            member == (place % period < run && full[place / period])
        };
        if !groups.iter().enumerate().all(told) {
            return None;
        }
        let own = (unit * period as i64).min(threads);
        found.push(Prefix { period: own, bound: unit * run as i64 });
        (groups, unit) = (full, unit * period as i64);
    }
}

/// 1 where all of these hold, of which there is one at least.
fn all_of(builder: &mut ProgramBuilder, threads: i64, prefixes: &[Prefix]) -> u32 {
    let thread = builder.coord(0);
    let of_bits = |own: &Prefix| own.period.count_ones() == 1 && own.bound.count_ones() == 1;
    let (bits, others): (Vec<&Prefix>, Vec<&Prefix>) =
        prefixes.iter().partition(|own| of_bits(own));
    let mut tests = Vec::new();
    if !bits.is_empty() {
        let bits = bits.into_iter().fold(0, |bits, own| bits | (own.period - own.bound));
        let (bits, zero) = (builder.constant(bits), builder.constant(0));
        let digits = builder.binary(BinaryOp::And, thread, bits);
        tests.push(builder.binary(BinaryOp::Eq, digits, zero));
    }
    for Prefix { period, bound } in others {
        let place = if *period == threads {
            thread
        } else {
            let period = builder.constant(*period);
            builder.binary(BinaryOp::Mod, thread, period)
        };
        let bound = builder.constant(*bound);
        tests.push(builder.binary(BinaryOp::Lt, place, bound));
    }
    joined(builder, BinaryOp::And, tests)
}

/// 1 where the thread is in one of these intervals, which do not meet.
fn any_of(builder: &mut ProgramBuilder, members: &[bool]) -> u32 {
    let thread = builder.coord(0);
    let (mut tests, mut first) = (Vec::new(), 0);
    for run in members.chunk_by(|a, b| a == b) {
        let end = first + run.len();
        if run[0] {
            let (lo, hi) = (builder.constant(first as i64), builder.constant(end as i64));
            let (from, to) = (
                builder.binary(BinaryOp::Le, lo, thread),
                builder.binary(BinaryOp::Lt, thread, hi),
            );
            tests.push(builder.binary(BinaryOp::And, from, to));
        }
        first = end;
    }
    joined(builder, BinaryOp::Add, tests)
}

fn joined(builder: &mut ProgramBuilder, op: BinaryOp, tests: Vec<u32>) -> u32 {
    let all = tests.into_iter().reduce(|all, next| builder.binary(op, all, next));
    all.unwrap_or_else(|| builder.constant(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set(picture: &str) -> ThreadSet {
        ThreadSet::of(&picture.chars().map(|mark| mark == 'x').collect::<Vec<_>>())
    }

    #[test]
    fn regular_sets_have_short_conditions() {
        for (picture, expected) in [
            ("x.x.x.x.", "(thread and 1) eq 0"),
            ("xx..xx..........", "(thread and 10) eq 0"),
            ("xxx...xxx...", "thread mod 6 lt 3"),
            ("xxxxx.......", "thread lt 5"),
            ("x..x..x..........", "thread mod 3 lt 1 and thread lt 9"),
            (".xx...x.", "(1 le thread and thread lt 3) + (6 le thread and thread lt 7)"),
        ] {
            assert_eq!(set(picture).to_string(), expected, "{picture}");
        }
        assert_eq!(set("xxx"), ThreadSet::All);
        assert_eq!(set("..."), ThreadSet::None);
        assert_eq!(ThreadSet::of(&[]), ThreadSet::All);
    }

    proptest! {
        #[test]
        fn the_condition_holds_for_exactly_the_members(
            members in prop::collection::vec(any::<bool>(), 0..70),
            shape in prop::collection::vec((1usize..5, 1usize..5), 0..4),
        ) {
            let regular = |thread: usize| {
                let mut unit = 1;
                shape.iter().all(|&(extent, bound)| {
                    let digit = thread / unit % extent;
                    unit *= extent;
                    digit < bound
                })
            };
            for members in [(0..members.len()).map(regular).collect(), members] {
                let set = ThreadSet::of(&members);
                for (thread, &member) in members.iter().enumerate() {
                    prop_assert_eq!(set.contains(thread as i64), member);
                }
            }
        }
    }
}
