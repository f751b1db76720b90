//! `tileir.require` of a family: facts of its members, or of those that a guard selects.

use melior::ir::operation::OperationLike;
use tileir::family::Family;
use tileir::proof::{Split, prove_family, proved_where};
use tileir_dialect::attributes::Facts;
use tileir_dialect::diagnostic::{Diagnostic, Severity};
use tileir_dialect::family::family_attribute;

use super::Prover;
use crate::builder::{Op, Outcome, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::{erase, set_attribute};

/// Asks for the facts that are wanted, and leaves a guard that the parameters select a member of
/// which they are proved. A fact that is proved of none breaks the obligation.
///
/// # Errors
/// MLIR refuses the guard.
pub fn require<'c>(
    prover: &Prover,
    context: &mut PassContext<'c>,
    op: Op<'c>,
    family: &Family,
    wanted: Facts,
) -> Outcome<'c, bool> {
    let found = prove_family(family, &prover.budget);
    let wanted = [wanted.total, wanted.bounds, wanted.injective, wanted.surjective];
    let asked = found.each().into_iter().zip(wanted).filter(|(_, wanted)| *wanted);
    let mut partly: Vec<&Split> = Vec::new();
    let mut met = true;
    for ((name, split), _) in asked {
        let fact = if name == "bounds" { "in bounds" } else { name };
        let some = split.verdicts.iter().any(|part| part.says() == Some(true));
        context.count(if some { "proved" } else { "unknown" }, 1)?;
        if !some {
            let message = format!("'{}' needs: {fact}", name_of(op));
            Diagnostic::new(Severity::Error, op.location(), message)
                .note(op.location(), format!("{fact}: {split}"))
                .emit();
            met = false;
        } else if prover.remarks {
            context.remark(op.location(), format!("{fact}: {split}")).emit();
        }
        partly.extend(Some(split).filter(|split| !split.is_proved()));
    }
    if met && partly.is_empty() && family.parameters().is_empty() {
        erase(op);
    } else if met {
        // Of all members: what is left to see is that the parameters select one.
        let guard = proved_where(family, partly);
        let guard = guard.ok_or_else(|| PassError::at(op.location(), "the guard is too long"))?;
        let guard = family_attribute(op.location(), &guard)
            .map_err(|error| PassError::at(op.location(), error.to_string()))?;
        set_attribute(op, "guard", guard);
    }
    Ok(met)
}
