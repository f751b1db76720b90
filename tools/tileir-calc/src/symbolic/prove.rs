//! The four facts of the maps of a symbolic layout's members.
//!
//! ```text
//! k = -3..=3
//! prove((4,2):(k,1))     into (d0 : 3 * k + 2) where 0 le k, and into all integers where k lt 0
//! ```
//!
//! The codomain of a member's map ends where the member's values do, or does not end where some are
//! negative or leave 64 bits: so what ends differently is another way. **The law.** A fact of a way is
//! what `prove` says of the member, for every member that meets the guard.

use std::cell::RefCell;

use tileir::cute::{CuteError, Layout};
use tileir::family::{Case, Family, Guard, Parameters, Scope, Sym, Unmet};

use super::explore::{Conditions, Found, every_way, too_much};
use super::left::Rest;
use super::lift::Lift;
use super::text;
use super::words::{between, passing};
use crate::error::Reason;
use crate::value::Value;

/// The maps of one way.
pub struct Maps {
    /// A map for every value of the parameters.
    pub family: Family,
    /// When the member has its map.
    pub guard: Guard,
    /// The same in words, if it is not always.
    pub condition: Option<String>,
}

/// The maps of a layout's members, way by way, and what there is beside these.
///
/// # Errors
/// What is no layout; an extent that can leave 64 bits; a guard over other parameters.
pub fn maps(layout: &Value) -> Result<(Vec<Maps>, Option<Rest>), Reason> {
    let prepare = |lift: &Lift<'_>| lift.layout(layout);
    let refused = RefCell::new(None);
    let taken = |_: &Layout<Sym>, layout: Layout<Sym>, (_, guard): (&Scope, &Guard)| {
        let (layout, end) = between(&layout);
        let case = Case { guard: guard.clone(), layout };
        // Numbers whose code may leave 64 bits for other members have one for their own alone.
        case.to_family_into(end.first()).map_err(|error| refused.replace(Some(error))).ok()
    };
    let found = every_way(&[layout], prepare, ended, taken);
    let Found { ways, parameters, rest } = match (found, refused.take()) {
        (Ok(found), _) => found,
        (Err(Reason::Cute(error)), Some(refused)) => {
            let CuteError::Search { limit, .. } = *error else { return Err((*error).into()) };
            let rest = Rest::Unknown(limit.to_string()).to_string();
            return Err(Reason::NoWay { why: Some(refused.to_string()), rest });
        }
        (Err(reason), _) => return Err(reason),
    };
    let with_guard = |(family, conditions): (Family, Conditions)| {
        let guard = over(&parameters, &conditions)?;
        Ok(Maps { family, guard, condition: text(&conditions) })
    };
    Ok((ways.into_iter().map(with_guard).collect::<Result<_, Reason>>()?, rest))
}

/// The layout with its end, as `(L,1:end)`; as `(L)` where it has none.
fn ended(layout: &Layout<Sym>) -> Result<Layout<Sym>, CuteError> {
    let end = layout.codomain_end().map_err(|_| too_much())?;
    passing(layout.clone(), end.as_slice())
}

/// All conditions together, if they are over these parameters.
fn over(parameters: &Parameters, conditions: &Conditions) -> Result<Guard, Reason> {
    let mut all = Guard::default();
    for (own, guard) in conditions {
        if own != parameters {
            return Err(Unmet::Broken { condition: guard.to_string() }.into());
        }
        all = all.and(guard);
    }
    Ok(all)
}
