//! Members looked at one by one, where they are few: what no argument about all of them decides.
//!
//! Copies are argued about in the order in which they stand. Where that order differs, or where a text
//! of numbers has none, as of an element with two copies beside one with three, each member that meets
//! the guard is compared as [`same`](super::super::same) compares texts of numbers:
//!
//! ```text
//! T.S[4:1] + T.R[2:4]  and  T.S[4:m] + T.R[2:4], m : 1..=8
//!     m eq 1      proved of copies in their order
//!     m ne 1      7 members, each of which differs
//! ```
//!
//! **The law.** A verdict is given only where all members of its guard have it.

use super::MemberDifference;
use crate::family::{Guard, Parameters};
use crate::proof::{Budget, Looked, MemberWitness, Strategy, Verdict};

/// Members that are compared, at most.
const MEMBERS: usize = 1 << 8;
/// Values of all parameters that a guard is asked of, at most.
const VALUES: i64 = 1 << 16;

/// What one member is found to be.
pub(super) enum Seen {
    /// One in both.
    Same,
    /// Another.
    Differs(MemberDifference),
    /// None in the first, or in the second.
    Silent([bool; 2]),
    /// It is not known.
    Open,
}

/// What is so of all members that meet a guard; `None` where they are many, where some are another
/// thing than others, or where one is not decided.
pub(super) fn looked_at(
    parameters: &Parameters,
    guard: &Guard,
    budget: &Budget,
    compare: &dyn Fn(&[i64], &Budget) -> Seen,
) -> Option<Looked<MemberDifference>> {
    let members: Vec<Vec<i64>> = every(parameters)?.filter(|own| guard.holds(own)).collect();
    if members.len() > MEMBERS {
        return None;
    }
    let each = budget.shared_by(members.len());
    let mut all: Option<(Vec<i64>, Seen)> = None;
    for values in members {
        let seen = compare(&values, &each);
        match (&all, &seen) {
            (_, Seen::Open) => return None,
            (None, _) => all = Some((values, seen)),
            (Some((_, Seen::Same)), Seen::Same) => {}
            (Some((_, Seen::Differs(_))), Seen::Differs(_)) => {}
            (Some((_, Seen::Silent(own))), Seen::Silent(other)) if own == other => {}
            _ => return None,
        }
    }
    let (by, guard) = (Strategy::Exhaustive, guard.clone());
    Some(Looked::Verdict(match all? {
        (_, Seen::Same) => Verdict::Proved { by, guard },
        (_, Seen::Silent(sides)) => return Some(Looked::Silent(sides)),
        (_, Seen::Open) => return None,
        (values, Seen::Differs(witness)) => {
            let names = parameters.iter().map(|own| own.name().to_owned());
            let witness = MemberWitness { member: names.zip(values).collect(), witness };
            Verdict::Disproved { witness, by, guard }
        }
    }))
}

/// All values of parameters, if they are few; the last parameter's change fastest.
pub(super) fn every(parameters: &Parameters) -> Option<impl Iterator<Item = Vec<i64>>> {
    let count = |all: i64, own: i64| all.checked_mul(own).filter(|all| *all <= VALUES);
    let all = parameters.iter().map(|own| own.values()).try_fold(1, count)?;
    let one = move |number: i64| {
        let mut rest = number;
        let mut values: Vec<i64> = parameters
            .iter()
            .rev()
            .map(|own| {
                let step = rest % own.values();
                rest /= own.values();
                own.first() + step * own.multiple_of()
            })
            .collect();
        values.reverse();
        values
    };
    Some((0..all).map(one))
}
