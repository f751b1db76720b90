//! Why a kernel has open tiles that stay so, at the operations that it is about.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::distribution::Distribution;
use tileir::propagate::{Conflict, SolveError};
use tileir::repartition::{PlanError, plan};
use tileir::target::Target;
use tileir_dialect::diagnostic::{Diagnostic, Severity};

use super::read::Program;
use super::whole_bytes;
use crate::builder::{Op, name_of};
use crate::error::PassError;

/// Says what is wrong.
pub(super) fn refusal<'c>(
    program: &Program<'c>,
    kernel: Op<'c>,
    error: &SolveError,
    target: &Target,
) -> PassError<'c> {
    let at = |node: usize| program.sites.get(node).map_or(kernel, |site| site.op);
    match error {
        SolveError::Conflict(conflict) => refuse_conflict(program, conflict, target),
        &SolveError::Unreached { node } => {
            let op = at(node);
            let tile = program.sites.get(node).and_then(|site| site.values.first());
            let tile = tile.map_or("what it takes".to_owned(), |value| value.r#type().to_string());
            let message = format!(
                "nothing says who holds {tile}: no distribution that is written reaches this '{}'",
                name_of(op)
            );
            let fix = "write one in the type of a tile that hangs together with it, or by 'as (…)' \
                       on a load or a store";
            error_at(op, message).note(op.location(), fix).emit();
            PassError::Emitted
        }
        SolveError::Transfer { node, error } => {
            PassError::at(at(*node).location(), format!("'{}': {error}", name_of(at(*node))))
        }
        SolveError::Overflow { node, price, weight } => {
            let message =
                format!("moving this costs {price}, {weight} times: more than 64 bits hold");
            PassError::at(at(*node).location(), message)
        }
        other => PassError::at(kernel.location(), other.to_string()),
    }
}

fn refuse_conflict<'c>(
    program: &Program<'c>,
    conflict: &Conflict,
    target: &Target,
) -> PassError<'c> {
    let Conflict { left, right, between, held, wanted, exhaustive } = conflict;
    let op = |node: &usize| program.sites[*node].op;
    let bytes = whole_bytes(program.graph.nodes[*between].bits);
    let (why, fix) = match plan(held, wanted, bytes, target) {
        Err(error) => (error.to_string(), fix(&error, held, wanted)),
        Ok(_) => ("no plan was found".to_owned(), NAME_ONE.to_owned()),
    };
    let tried = if *exhaustive { "" } else { ", of the distributions that were tried" };
    let message = format!(
        "at '{}' two distributions meet between which no plan moves the tile{tried}: {why}",
        name_of(op(between))
    );
    let side = |node: &usize, which: &str| {
        let fixed = program.graph.nodes[*node].fixed.as_ref();
        let map = fixed.map_or(String::new(), |fixed| format!(": {}", fixed.map()));
        format!("{which} is written here, at '{}'{map}", name_of(op(node)))
    };
    error_at(op(between), message)
        .note(op(left).location(), side(left, "one"))
        .note(op(right).location(), side(right, "the other"))
        .note(op(between).location(), fix)
        .emit();
    PassError::Emitted
}

const NAME_ONE: &str = "write one of the two so that a plan joins them";

/// What would help.
fn fix(error: &PlanError, held: &Distribution, wanted: &Distribution) -> String {
    match error {
        PlanError::Threads { .. } => format!(
            "write both over one number of threads: {} or {}",
            held.threads(),
            wanted.threads()
        ),
        PlanError::SharedMemory { needed, available, .. } => format!(
            "{needed} bytes are {:.1} times as many: a smaller tile or narrower elements would fit; \
             or write one of the two so that lanes exchange it without shared memory",
            *needed as f64 / (*available).max(1) as f64
        ),
        _ => NAME_ONE.to_owned(),
    }
}

fn error_at<'c>(op: Op<'c>, message: String) -> Diagnostic<'c> {
    Diagnostic::new(Severity::Error, op.location(), message)
}
