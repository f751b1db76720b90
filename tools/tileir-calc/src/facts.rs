//! Verdicts in a line each.
//!
//! ```text
//! total: proved by structure
//! in bounds: proved by affine
//! injective: disproved, (0) and (64) both map to (0), by affine
//! surjective: unknown, 2097152 points exceed the budget of 1048576
//! ```
//!
//! A point is written by its coordinates alone: the map in question stands right there.

use tileir::corr::{Comparison, Difference};
use tileir::cute::{self, NotFlat};
use tileir::family::Guard;
use tileir::proof::{
    ClaimOfAll, Coordinates, Facts, FamilyDifference, MemberVerdict, MemberWitness, Outcome, Split,
    Verdict, Witness,
};

/// The four facts with their names, in the order in which they are shown.
pub fn named(facts: &Facts) -> [(&'static str, &Verdict); 4] {
    [
        ("total", &facts.total),
        ("in bounds", &facts.bounds),
        ("injective", &facts.injective),
        ("surjective", &facts.surjective),
    ]
}

/// A verdict, as a fact's line ends.
pub fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved { by, .. } => format!("proved by {by}"),
        Verdict::Disproved { witness, by, .. } => {
            format!("disproved, {}, by {by}", self::witness(witness))
        }
        Verdict::Unknown { why } => format!("unknown, {why}"),
    }
}

/// What is known of a family's members, as facts' lines end; a witness is written by `shown`.
pub fn of_split<W>(split: &Split<W>, shown: impl Fn(&W) -> String) -> Vec<String> {
    let condition = |guard: &Guard| match guard.is_always() {
        true => String::new(),
        false => format!(" if {guard}"),
    };
    let line = |(index, verdict): (usize, &MemberVerdict<W>)| match verdict {
        Verdict::Proved { by, guard } => format!("proved by {by}{}", condition(guard)),
        Verdict::Disproved { witness: MemberWitness { member, witness }, by, guard } => {
            let at = self::member(member);
            format!("disproved, {}, by {by}{at}{}", shown(witness), condition(guard))
        }
        Verdict::Unknown { why } if index > 0 => format!("otherwise unknown, {why}"),
        Verdict::Unknown { why } => format!("unknown, {why}"),
    };
    split.verdicts.iter().enumerate().map(line).collect()
}

/// A claim about all members of a family, as a fact's line ends.
pub fn claim(claim: &ClaimOfAll) -> String {
    match claim {
        Verdict::Proved { by, .. } => format!("proved by {by}"),
        Verdict::Disproved { witness: MemberWitness { member, witness }, by, .. } => {
            format!("disproved, {}, by {by}{}", self::witness(witness), self::member(member))
        }
        Verdict::Unknown { why } => format!("unknown, {why}"),
    }
}

/// The values of a member's parameters, behind what is said of it.
pub fn member(member: &[(String, i64)]) -> String {
    let values = member.iter().map(|(name, value)| format!("{name} = {value}"));
    let values = values.collect::<Vec<_>>().join(", ");
    if values.is_empty() { values } else { format!(", at {values}") }
}

/// How two members of families differ.
pub fn member_difference(difference: &FamilyDifference) -> String {
    match difference {
        FamilyDifference::Point(witness) => self::witness(witness),
        domains => domains.to_string(),
    }
}

/// Whether two correspondences are one relation.
pub fn comparison(comparison: &Comparison) -> String {
    match comparison {
        Comparison::Proved { by, .. } => format!("proved by {by}"),
        Comparison::Disproved { witness: Difference { from, to, left, right }, by, .. } => {
            let (from, to) = (crate::render::point(from), crate::render::point(to));
            let (left, right) = (times(*left), times(*right));
            format!("disproved, {from} goes with {to} {left} in one, {right} in the other, by {by}")
        }
        Comparison::Unknown { why } => format!("unknown, {why}"),
    }
}

/// `once`, `twice`, `3 times`.
pub fn times(count: u64) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// Whether a composition is one shape and stride.
pub fn flat(why: &NotFlat) -> String {
    match why.reason {
        cute::Reason::Undecided { .. } => format!("unknown, {why}"),
        _ => format!("disproved, {why}"),
    }
}

/// Where a claim fails.
pub fn witness(witness: &Witness) -> String {
    match witness {
        Witness::Undefined { point: at, error } => format!("at {}, {error}", point(at)),
        Witness::Outside { point: at, value, error } => {
            format!("{} maps to {}: {error}", point(at), point(value))
        }
        Witness::Collision { first, second, value } => {
            format!("{} and {} both map to {}", point(first), point(second), point(value))
        }
        Witness::Uncovered { value } => format!("no point maps to {}", point(value)),
        Witness::Difference { point: at, left, right } => {
            format!("at {}, one gives {}, the other {}", point(at), outcome(left), outcome(right))
        }
        Witness::Varies { first, left, second, right } => {
            let (left, right) = (outcome(left), outcome(right));
            format!("{} gives {left}, {} gives {right}", point(first), point(second))
        }
        Witness::Misaligned { point: at, value, multiple } => {
            format!("{} maps to {}, which is no multiple of {multiple}", point(at), point(value))
        }
        Witness::Shared { left, right, value } => {
            let (left, right) = (point(left), point(right));
            format!("{left} of the first and {right} of the second both map to {}", point(value))
        }
        Witness::Wide { point: at, expression, value, bits } => {
            let at = point(at);
            format!("at {at}, {expression} is {value}, which does not fit {bits} bits")
        }
        counted => counted.to_string(),
    }
}

fn point(coordinates: &Coordinates) -> String {
    crate::render::point(coordinates.values())
}

fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Ok(value) => point(value),
        Err(error) => format!("no value ({error})"),
    }
}
