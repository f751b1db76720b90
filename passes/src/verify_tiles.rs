//! `tileir-verify-tiles`: who may take a distributed tile, and in how many distributions.
//!
//! Upstream passes see an encoding as none of their business: they fold two casts into one that
//! changes it, and let an operation have one operand distributed so and the other otherwise. What
//! moves data must be seen, so this pass stands first in every pipeline:
//!
//! | operation | distributions |
//! |---|---|
//! | `tileir.repartition`, `tileir.relabel`, `tileir.reduce` | the source's and the result's |
//! | `tileir.contract` | each operand's; the result's is that of c |
//! | the other `tileir` operations, `arith`, `math`, `tensor.splat` | one |
//! | `scf.for`, `scf.if`, `scf.yield`, `func.func`, `func.call`, `func.return` | a value keeps its own |
//! | any other | none: an error |
//!
//! A tile of a kernel that has no encoding counts as one whose distribution `tileir-propagate` will
//! find: it agrees with any.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir_dialect::AnyTile;
use tileir_dialect::diagnostic::{Diagnostic, Severity};

use crate::builder::{Op, Outcome, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::symbols::grid_of;
use crate::tile::Tile;
use crate::walk::operations;

/// How many distributions an operation may see.
#[derive(Clone, Copy, PartialEq)]
enum Allowed {
    None,
    One,
    Any,
}

fn allowed(name: &str) -> Allowed {
    match name {
        "tileir.repartition" | "tileir.relabel" | "tileir.reduce" => Allowed::Any,
        "tileir.contract" => Allowed::Any,
        "scf.for" | "scf.if" | "scf.yield" => Allowed::Any,
        "func.func" | "func.call" | "func.return" => Allowed::Any,
        "tensor.splat" => Allowed::One,
        _ => match name.split_once('.') {
            Some(("tileir" | "arith" | "math", _)) => Allowed::One,
            _ => Allowed::None,
        },
    }
}

/// Runs the pass.
///
/// # Errors
/// An operation that may not take its tiles; every one of them is reported.
pub fn run<'c>(_context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let mut failed = false;
    for op in operations(module, |_| true) {
        failed |= !check(op)?;
    }
    if failed { Err(PassError::Emitted) } else { Ok(()) }
}

/// Whether an operation may take its tiles.
fn check<'c>(op: Op<'c>) -> Outcome<'c, bool> {
    let (name, location) = (name_of(op), op.location());
    let allowed = allowed(&name);
    if allowed == Allowed::Any {
        return Ok(true);
    }
    let operands =
        op.operands().enumerate().map(|(k, value)| (format!("operand {k}"), value.r#type()));
    let results =
        op.results().enumerate().map(|(k, value)| (format!("result {k}"), value.r#type()));
    let mut first: Option<(String, Tile<'c>)> = None;
    for (which, r#type) in operands.chain(results) {
        let tile = Tile::of(r#type, location)?;
        if tile.is_none() && !(AnyTile::from_type(r#type).is_some() && grid_of(op).is_some()) {
            continue;
        }
        if allowed == Allowed::None {
            let message = format!(
                "'{name}' takes no distributed tile, and its {which} is one: {}; operations of \
                 tileir, arith and math do, tensor.splat, scf.for and scf.if",
                r#type
            );
            Diagnostic::new(Severity::Error, location, message).emit();
            return Ok(false);
        }
        let Some(tile) = tile else { continue };
        match &first {
            None => first = Some((which, tile)),
            Some((other, one)) if one.distribution != tile.distribution => {
                let message = format!(
                    "'{name}' has its {other} in one distribution and its {which} in another; \
                     tileir.repartition moves a tile to another"
                );
                Diagnostic::new(Severity::Error, location, message)
                    .note(location, format!("its {other}: {}", one.r#type.as_type()))
                    .note(location, format!("its {which}: {}", r#type))
                    .emit();
                return Ok(false);
            }
            Some(_) => {}
        }
    }
    Ok(true)
}
