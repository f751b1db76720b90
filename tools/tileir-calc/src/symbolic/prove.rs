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

use super::explore::{Conditions, every_way};
use super::left::Rest;
use super::lift::Lift;
use super::text;
use super::words::counting;
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
    let found = every_way(&[layout], prepare, ended, taken)?;
    let ways = found.ways.into_iter().map(|((layout, end), conditions)| {
        let condition = text(&conditions);
        let guard = over(&found.parameters, &conditions)?;
        let case = Case { guard, layout };
        Ok(Maps { family: case.to_family_into(end.as_ref())?, guard: case.guard, condition })
    });
    Ok((ways.collect::<Result<_, Reason>>()?, found.rest))
}

/// The layout with its end, as `(L,1:end)`; as `(L)` where it has none.
fn ended(layout: &Layout<Sym>) -> Result<Layout<Sym>, CuteError> {
    match layout.codomain_end()? {
        Some(end) => Layout::concat([layout.view(), counting(end).view()]),
        None => Layout::concat([layout.view()]),
    }
}

fn taken<T>(_: &T, layout: Layout<Sym>, _: (&Scope, &Guard)) -> (Layout<Sym>, Option<Sym>) {
    let mut modes = layout.view().modes();
    let own = modes.next().map_or_else(Layout::unit, |mode| mode.to_layout());
    (own, modes.next().and_then(|end| Some(end.leaves().first()?.stride.clone())))
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
