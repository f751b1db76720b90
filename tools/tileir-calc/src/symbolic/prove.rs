//! The four facts of the maps of a symbolic layout's members.
//!
//! ```text
//! k = -3..=3
//! prove((4,2):(k,1))     into (d0 : 3 * k + 2) where 0 le k, and into all integers where k lt 0
//! ```
//!
//! The codomain of a member's map ends where the member's values do, or does not end where some are
//! negative: so what ends differently is another way. **The law.** A fact of a way is what `prove`
//! says of the member, for every member that meets the guard.

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
    let Found { ways: found, parameters, mut rest } =
        every_way(&[layout], prepare, ended, |_, layout, known| Some(taken(&layout, known)))?;
    let mut ways = Vec::with_capacity(found.len());
    for (Ended { layout, end, representable }, mut conditions) in found {
        if !representable.is_always() {
            // Beyond, the member's values leave 64 bits.
            let why = format!("unless {representable}");
            rest = Rest::or(rest, Some(Rest::Unknown(why)));
            conditions.push((parameters.clone(), representable));
        }
        let condition = text(&conditions);
        let case = Case { guard: over(&parameters, &conditions)?, layout };
        let family = case.to_family_into(end.as_ref())?;
        ways.push(Maps { family, guard: case.guard, condition });
    }
    Ok((ways, rest))
}

/// The layout with its end, as `(L,1:end)`; as `(L)` where it has none.
fn ended(layout: &Layout<Sym>) -> Result<Layout<Sym>, CuteError> {
    // Where its values leave 64 bits a member has a map, too: another one.
    match layout.codomain_end().map_err(|_| too_much())? {
        Some(end) => passing(layout.clone(), &[end]),
        None => passing(layout.clone(), &[]),
    }
}

/// A layout, and where its codomain ends.
struct Ended {
    layout: Layout<Sym>,
    end: Option<Sym>,
    /// When the end is a number of 64 bits.
    representable: Guard,
}

fn taken(layout: &Layout<Sym>, (scope, guard): (&Scope, &Guard)) -> Ended {
    let (layout, end) = between(layout);
    let end = end.into_iter().next();
    let representable =
        end.as_ref().map(|end| scope.representable_number(guard, end)).unwrap_or_default();
    Ended { layout, end, representable }
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
