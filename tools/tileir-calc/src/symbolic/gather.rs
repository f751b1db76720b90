//! Numbers in round brackets of which some have parameters, as one value: a guard of one is a guard
//! of all, and there is a member of all.
//!
//! ```text
//! n = 0..=64
//! (4 / n, 3)              (4 floordiv n,3)        guard: 1 le n
//! (rank(coalesce((6,3):(1,n))), 5)                (2,5), guard: n ne 6; (1,5), guard: n eq 6
//! ```

use tileir::cute::Layout;
use tileir::family::{Guard, Scope, Sym};

use super::explore::explore;
use super::lift::Lift;
use super::words::{Built, counting};
use super::{Form, Numbers, SymbolicDomain, any};
use crate::error::Reason;
use crate::value::Value;

/// The value; a tuple of numbers with parameters as the ways that it has as a whole.
///
/// # Errors
/// That it has none; a parameter of two ranges.
pub fn gathered(value: Value) -> Result<Value, Reason> {
    if !(matches!(value, Value::Tuple(_)) && is_numbers(&value) && any(&[&value])) {
        return Ok(value);
    }
    let prepare = |lift: &Lift<'_>| lift.numbers(&value);
    Ok(Value::Symbolic(Box::new(explore(&[&value], prepare, carrying, carried)?)))
}

/// The numbers as strides, nested alike: how they travel through a search.
pub(super) fn carrying(numbers: &Numbers) -> Built {
    match numbers {
        Numbers::One(number) => Ok(counting(number.clone())),
        Numbers::Tuple(items) => {
            let modes: Vec<Layout<Sym>> = items.iter().map(carrying).collect::<Result<_, _>>()?;
            Layout::concat(modes.iter().map(Layout::view))
        }
    }
}

/// The numbers that are strides.
pub(super) fn carried<T>(
    _: &T,
    layout: Layout<Sym>,
    _: (&Scope, &Guard),
) -> (Form, Option<SymbolicDomain>) {
    (Form::Numbers(Numbers::of(&layout, |leaf| leaf.stride.clone())), None)
}

/// Whether there are numbers alone in it.
pub(super) fn is_numbers(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::Parameter(_) => true,
        Value::Symbolic(symbolic) => {
            symbolic.ways.iter().all(|way| matches!(way.form, Form::Numbers(_)))
        }
        Value::Tuple(items) => items.iter().all(is_numbers),
        _ => false,
    }
}
