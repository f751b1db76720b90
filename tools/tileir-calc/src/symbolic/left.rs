//! Members that no way is of: each is asked by itself, where they are few.
//!
//! ```text
//! q = 4..=6
//! (3,8):(8,q) o 12:4      for q = 4 and 5 there is no flat form, for q = 6 it is 12:8: no rule says so
//! ```
//!
//! What the numbers of a member alone decide is no rule of divisibility. **The law.** What a member
//! gives by itself is what the operation gives for its numbers; where it gives something, it is in a
//! way of its own, or the rest says that it is somewhere.

use std::fmt;

use tileir::cute::{CuteError, Reason as NotFlatReason};
use tileir::family::{Cases, Guard, Scope};

/// What there is beside the ways of a value; [`Rest::Unknown`] counts more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rest {
    /// There may be others, and why.
    Unknown(String),
    /// Compositions without a flat form, and for which members.
    NotFlat(String),
}

impl Rest {
    /// What there is beside both.
    pub fn or(first: Option<Rest>, second: Option<Rest>) -> Option<Rest> {
        match (first, second) {
            (Some(Rest::NotFlat(_)), Some(second @ Rest::Unknown(_))) => Some(second),
            (first, second) => first.or(second),
        }
    }

    /// What there is beside the results of an operation on a value that this is beside.
    pub fn of_operand(&self) -> Rest {
        Rest::Unknown(match self {
            Rest::Unknown(why) => why.clone(),
            Rest::NotFlat(which) => format!("an operand has no flat form {which}"),
        })
    }
}

impl fmt::Display for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rest::Unknown(why) => write!(f, "other ways: unknown, {why}"),
            Rest::NotFlat(which) => write!(f, "no flat form {which}"),
        }
    }
}

/// So many members have a way each.
const MOST_ALONE: usize = 64;

/// What there is beside the ways.
pub struct Left<R> {
    /// A member each: when it is meant, and what it gives.
    pub alone: Vec<(Guard, R)>,
    /// Why there may be others.
    pub rest: Option<Rest>,
}

/// What the members give that none of the cases is of, as far as there are no more than `most` of
/// them; which then may be asked less often.
pub fn left<R>(
    scope: &Scope,
    cases: &Cases,
    most: &mut usize,
    of_member: impl Fn(&[i64]) -> Result<R, CuteError>,
) -> Left<R> {
    let guards: Vec<&Guard> = cases.cases.iter().map(|case| &case.guard).collect();
    let Some(members) = scope.left_by(&guards, *most) else {
        return Left { alone: Vec::new(), rest: unasked(cases) };
    };
    *most -= members.len();
    let (mut alone, mut rest) = (Vec::new(), None);
    for values in &members {
        let there = match of_member(values) {
            Ok(own) if alone.len() < MOST_ALONE => {
                alone.push((scope.guard_of(values), own));
                continue;
            }
            Ok(_) => Rest::Unknown(format!("at {} there is one", named(scope, values))),
            Err(error) if is_not_flat(&error) => {
                Rest::NotFlat(format!("at {}", named(scope, values)))
            }
            Err(error @ CuteError::Search { .. }) => {
                Rest::Unknown(format!("at {} {error}", named(scope, values)))
            }
            Err(_) => continue,
        };
        let is_full = alone.len() == MOST_ALONE && matches!(there, Rest::Unknown(_));
        rest = Rest::or(rest, Some(there));
        if is_full {
            break;
        }
    }
    Left { alone, rest }
}

/// Why members that were not asked may give something.
fn unasked(cases: &Cases) -> Option<Rest> {
    let refused = |of: fn(&CuteError) -> bool| cases.refusals.iter().any(|own| of(&own.error));
    if let Some(limit) = cases.given_up {
        return Some(Rest::Unknown(limit.to_string()));
    }
    // What divides was taken to on a way of its own.
    if cases.unnamed || refused(is_open) {
        return Some(Rest::Unknown("not all values without a way were looked at".to_owned()));
    }
    let composed = cases.refusals.iter().find(|own| is_not_flat(&own.error));
    composed.map(|own| Rest::NotFlat(format!("where {}", own.guard)))
}

/// Whether an error says of some members only that nothing was found.
fn is_open(error: &CuteError) -> bool {
    match error {
        CuteError::NotFlat(why) => matches!(why.reason, NotFlatReason::Undecided { .. }),
        CuteError::Overflow { .. } | CuteError::Size { .. } | CuteError::Search { .. } => true,
        CuteError::NoMember { error, .. } => is_open(error),
        _ => false,
    }
}

/// Whether an error says that the result is a composition.
fn is_not_flat(error: &CuteError) -> bool {
    match error {
        CuteError::NotFlat(_) => true,
        CuteError::NoMember { error, .. } => is_not_flat(error),
        _ => false,
    }
}

/// The values by the parameters' names.
fn named(scope: &Scope, values: &[i64]) -> String {
    let values = scope.parameters().iter().zip(values);
    let values: Vec<String> =
        values.map(|(parameter, value)| format!("{} = {value}", parameter.name())).collect();
    values.join(", ")
}
