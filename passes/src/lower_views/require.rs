//! `tileir.require` with a guard: an assertion.
//!
//! `tileir-prove` has found for which values of the parameters the facts hold, and written it as a
//! guard. Where the values are constants the guard is decided here; elsewhere the program fails
//! where it does not hold.

use melior::ir::operation::OperationLike;

use super::at::At;
use super::place::Place;
use super::{Undefined, before};
use crate::applied::{Applied, Map};
use crate::builder::{Op, Outcome, Predicate, name_of};
use crate::checked::assert_that;
use crate::error::PassError;
use crate::rewrite::erase;
use tileir_dialect::family::family;

/// Lowers a `tileir.require` that has a guard; another one is a question that nobody has asked,
/// and stays.
///
/// # Errors
/// Parameters for which the guard is known not to hold.
pub fn lower<'c>(op: Op<'c>) -> Outcome<'c> {
    let Ok(guard) = op.attribute("guard") else { return Ok(()) };
    let failed = |message: String| PassError::at(op.location(), message);
    let guard = family(guard).map_err(|error| failed(error.to_string()))?;
    let words = format!("'{}': the facts are not proved where not {guard}", name_of(op));
    let applied = Applied { map: Map::Family(guard), operands: op.operands().collect() };
    let place = Place::of(&applied, op)?;
    match place.value(&applied, op)?.as_deref() {
        Some([0]) => return Err(failed(words)),
        Some(_) => {}
        None => before(op, |builder| {
            place.assert_inside(&applied, builder, &name_of(op))?;
            let mut at = At::of(&applied, op, Undefined::Check)?;
            for holds in at.emit(builder, 64)? {
                let zero = builder.zero(melior::ir::ValueLike::r#type(&holds))?;
                let holds = builder.compare(Predicate::Ne, holds, zero)?;
                assert_that(builder, holds, &words)?;
            }
            Ok(())
        })?,
    }
    erase(op);
    Ok(())
}
