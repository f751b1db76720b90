//! Planned repartitions, slot by slot.
//!
//! After `tileir-plan` a repartition says how it moves. The plan is carried out by
//! [`Machine`], not on the elements' values but on their places in the tile: every slot of the
//! source holds the place of its element, all replicas too, and after the plan every wanted slot has to
//! hold that of the element that is wanted there. So an element that is wrong and happens to have the
//! right value is noticed, and one look an operation is enough for all blocks and iterations.

use tileir::repartition::Machine;
use tileir::target::Target;
use tileir_passes::error::PassError;
use tileir_passes::plan::{Carried, carried};

use super::fault::Fault;
use super::syntax::{Op, malformed};
use super::value::position;

/// Shows that the plan of a repartition brings every slot its element.
///
/// # Errors
/// A repartition without a plan; a plan that cannot be carried out, or after which a slot holds
/// another element.
pub(super) fn check(op: Op<'_, '_>, target: &Target) -> Result<(), Fault> {
    // SAFETY: the operation is alive, and what is made of it doesn't leave this function.
    let plain = unsafe { tileir_passes::builder::Op::from_raw(op.to_raw()) };
    let Carried { source, wanted, written, plan } = carried(plain, target).map_err(|error| {
        let PassError::At { message, .. } = error else { return malformed(op, error.to_string()) };
        malformed(op, message)
    })?;
    let kind = written.kind;
    let shape = source.shape();
    let place = |element: &[i64]| position(&shape, element);
    let brought = Machine::holding(&source, target.subgroup, place)
        .and_then(|before| before.execute(&plan, &source, &wanted))
        .and_then(|after| after.misplaced(&wanted, place));
    match brought {
        Ok(None) => Ok(()),
        Ok(Some(wrong)) => {
            let found = wrong.found.flatten().map(|place| point_at(&shape, place));
            Err(Fault::Misplaced {
                kind,
                thread: wrong.thread,
                slot: wrong.slot,
                element: wrong.element,
                found: found.map_or("nothing".to_owned(), |point| format!("{point:?}")),
            })
        }
        Err(error) => Err(Fault::Plan { kind, error }),
    }
}

/// The point of a shape at a position.
fn point_at(shape: &[i64], position: usize) -> Vec<i64> {
    let mut rest = position as i64;
    let digits = shape.iter().rev().map(|&extent| {
        let digit = rest % extent.max(1);
        rest /= extent.max(1);
        digit
    });
    let mut point: Vec<i64> = digits.collect();
    point.reverse();
    point
}
