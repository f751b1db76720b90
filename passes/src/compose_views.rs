//! `tileir-compose-views`: a view that is relabelled becomes one view of the buffer.
//!
//! ```text
//! %v = tileir.view %buffer : memref<6300xf32> -> !rows
//! %w = tileir.relabel %v by (#turned) : !rows -> !columns
//!
//! %w = tileir.view %buffer : memref<6300xf32> -> !columns
//! ```
//!
//! The type of the result has the composed map, as the verifier has proved. So no later pass knows
//! of relabelled views.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir_dialect::ViewType;

use crate::access::{operand, result};
use crate::builder::{Op, Outcome, context_of, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::{build_before, erase, replace_uses};
use crate::symbols::defining_op;
use crate::walk::operations_named;

/// Runs the pass.
///
/// # Errors
/// A view that comes from elsewhere than `tileir.view`, as that of a block's argument or of a slice.
pub fn run<'c>(context: &mut PassContext<'c>, root: Op<'c>) -> Outcome<'c> {
    let relabels = operations_named(root, "tileir.relabel");
    let mut composed = 0;
    for &op in &relabels {
        let r#type = result(op)?.r#type();
        if ViewType::from_type(r#type).is_none() {
            continue;
        }
        let buffer = operand(viewed(op, relabels.len())?, 0)?;
        let view = build_before(context_of(op), op, "tileir.view", &[buffer], &[r#type], &[])
            .map_err(|error| PassError::at(op.location(), error.to_string()))?;
        replace_uses(result(op)?, result(view)?);
        erase(op);
        composed += 1;
    }
    context.count("composed", composed)
}

/// The `tileir.view` whose result is relabelled, at most so many times: where values need not be
/// made before they are used, a view may be made of itself.
fn viewed<'c>(relabel: Op<'c>, most: usize) -> Outcome<'c, Op<'c>> {
    let mut seen = relabel;
    for _ in 0..most {
        let Some(source) = defining_op(operand(seen, 0)?) else { break };
        match name_of(source).as_str() {
            "tileir.view" => return Ok(source),
            "tileir.relabel" => seen = source,
            _ => break,
        }
    }
    let message = "the view that is relabelled is no result of tileir.view or tileir.relabel; a \
                   view is relabelled where it is made, and before it is sliced";
    Err(PassError::at(relabel.location(), message))
}
