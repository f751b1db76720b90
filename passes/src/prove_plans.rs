//! `tileir-prove-plans`: shows of each planned repartition that every wanted slot gets its element.
//!
//! ```text
//! remark: every slot gets its element: proved by gf2
//! error: the plan of kind 'registers' is not right: wanted slot 1: at (thread = 0), …
//! ```
//!
//! The plan that the lowering will follow is made anew from its kind, and read as maps;
//! [`prove_plan`] asks the prover whether the source after the plan is the wanted distribution. What
//! is not proved is an error: nothing is lowered on trust. Nothing is changed.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use tileir::proof::{Strategy, Verdict};
use tileir::repartition::prove_plan;

use crate::access::{operand, result};
use crate::builder::{Op, Outcome};
use crate::context::PassContext;
use crate::error::PassError;
use crate::lower_tiles::target_of;
use crate::plan::{Carried, Written, carried};
use crate::walk::operations_named;

/// Runs the pass.
///
/// # Errors
/// A repartition without a plan, or whose plan is not proved to bring what is wanted.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let target = target_of(context)?;
    let (budget, remarks) = (context.budget()?, context.flag("remarks")?);
    // Tiles of the same types move alike.
    let mut known: HashMap<(usize, usize, Option<Written>), Strategy> = HashMap::new();
    for op in operations_named(module, "tileir.repartition") {
        let location = op.location();
        let refused = |words: String| PassError::at(location, words);
        let types = (operand(op, 0)?.r#type(), result(op)?.r#type());
        let written = Written::of(op)?;
        let key = (types.0.to_raw().ptr as usize, types.1.to_raw().ptr as usize, written);
        let by = match known.get(&key) {
            Some(by) => *by,
            None => {
                let Carried { source, wanted, written, plan } = carried(op, &target)?;
                let kind = written.kind;
                match prove_plan(&source, &wanted, &plan, &budget) {
                    Verdict::Proved { by, .. } => by,
                    Verdict::Disproved { witness, .. } => {
                        let words = format!("the plan of kind '{kind}' is not right: {witness}");
                        return Err(refused(words));
                    }
                    Verdict::Unknown { why } => {
                        let words = format!("the plan of kind '{kind}' is not proved: {why}");
                        return Err(refused(words));
                    }
                }
            }
        };
        known.insert(key, by);
        context.count("proved", 1)?;
        if remarks {
            let words = format!("every slot gets its element: proved by {by}");
            context.remark(location, words).emit();
        }
    }
    Ok(())
}
