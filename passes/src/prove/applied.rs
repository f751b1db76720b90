//! `tileir.apply` where the option `require` asks: its map is total, and its map is in bounds.
//!
//! A map that has no value at some points may be applied at the others; the lowering then asserts
//! that it is. So nothing is asked without the option. A family must have the fact at every value of
//! its parameters.

use tileir::proof::{Verdict, prove, prove_family};
use tileir_dialect::diagnostic::{Diagnostic, Severity};

use super::Prover;
use super::required::Fact;
use crate::applied::{Applied, Map};
use crate::builder::{Op, Outcome, name_of};
use crate::context::PassContext;
use melior::ir::operation::OperationLike;

/// Asks for the facts that must be proved; `false` if one of them is not.
///
/// # Errors
/// An attribute that is no map.
pub fn check<'c>(prover: &Prover, context: &mut PassContext<'c>, op: Op<'c>) -> Outcome<'c, bool> {
    let asked = [("total", Fact::Total), ("in bounds", Fact::InBounds)];
    if !asked.iter().any(|(_, fact)| prover.required.has(*fact)) {
        return Ok(true);
    }
    let mut met = true;
    match Applied::of(op)?.map {
        Map::One(map) => {
            let facts = prove(&map, &prover.budget);
            for ((name, fact), verdict) in asked.into_iter().zip([&facts.total, &facts.bounds]) {
                if prover.required.has(fact) {
                    met &= prover.report(context, op, name, verdict, true)?;
                }
            }
        }
        Map::Family(family) => {
            let facts = prove_family(&family, &prover.budget);
            for ((name, fact), split) in asked.into_iter().zip([&facts.total, &facts.bounds]) {
                if !prover.required.has(fact) {
                    continue;
                }
                let fails = |verdict: &_| matches!(verdict, Verdict::Disproved { .. });
                let statistic = match split.is_proved() {
                    true => "proved",
                    false if split.verdicts.iter().any(fails) => "disproved",
                    false => "unknown",
                };
                context.count(statistic, 1)?;
                if !split.is_proved() {
                    let message = format!("'{}' needs: {name}", name_of(op));
                    Diagnostic::new(Severity::Error, op.location(), message)
                        .note(op.location(), format!("{name}: {split}"))
                        .emit();
                    met = false;
                } else if prover.remarks {
                    context.remark(op.location(), format!("{name}: {split}")).emit();
                }
            }
        }
    }
    Ok(met)
}
