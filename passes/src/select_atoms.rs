//! `tileir-select-atoms`: names the atom by which each product of matrices is computed.
//!
//! ```text
//! %d = tileir.contract %a, %b, %c : …                 sm_80, 128 threads, 64 x 64 x 32 of f16 into f32
//! %d = tileir.contract %a, %b, %c by "mma.m16n8k16.f32.f16" : …
//! ```
//!
//! Of the target's atoms that multiply the types and tile the shape over the block's warps, the one with
//! the most multiplications, and of equal ones the first of the table. An atom that drops bits of its
//! operands (`tf32`) is taken only where the program names it. Where no atom fits, the product stays
//! as it is, and is computed plainly.

use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use tileir::atom::{Atom, Element, arrangements, products};
use tileir::target::Target;

use crate::builder::{Op, Outcome, context_of};
use crate::context::PassContext;
use crate::contract::{BY, Contract, warps_of};
use crate::error::PassError;
use crate::lower_tiles::{kernels_of, target_of, written_threads};
use crate::rewrite::set_attribute;
use crate::walk::operations_named;

/// Runs the pass.
///
/// # Errors
/// A product by an atom that the target lacks.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let target = target_of(context)?;
    let remarks = context.flag("remarks")?;
    for kernel in kernels_of(module)? {
        let mut threads = None;
        for op in operations_named(kernel, "tileir.contract") {
            let contract = Contract::of(op)?;
            if contract.by_on(&target)?.is_some() {
                continue;
            }
            let threads = match threads {
                Some(threads) => threads,
                None => *threads.insert(written_threads(kernel)?),
            };
            let words = match best(&contract, threads, &target)? {
                Some(atom) => {
                    let name = StringAttribute::new(context_of(op), &atom.name);
                    set_attribute(op, BY, name.into());
                    context.count("selected", 1)?;
                    format!("is computed by '{}'", atom.name)
                }
                None => format!(
                    "is computed plainly: no atom of '{}' fits its types, its shape and {threads} threads",
                    target.name
                ),
            };
            if remarks {
                context.remark(op.location(), words).emit();
            }
        }
    }
    Ok(())
}

/// The atom with the most multiplications that makes a product.
fn best<'c>(
    contract: &Contract<'c>,
    threads: i64,
    target: &Target,
) -> Outcome<'c, Option<&'static Atom>> {
    let known = products(contract.types)
        .map_err(|error| PassError::at(contract.op.location(), error.to_string()))?;
    let fits = |atom: &&Atom| {
        atom.on(target).is_ok()
            && !drops_bits(atom)
            && warps_of(atom, threads)
                .is_some_and(|warps| arrangements(atom, contract.shape, warps).is_ok())
    };
    // Of equal ones the last would win.
    Ok(known.into_iter().rev().filter(fits).max_by_key(|atom| multiplications(atom)))
}

fn drops_bits(atom: &Atom) -> bool {
    atom.product().is_some_and(|operands| operands.iter().any(|o| o.element == Element::Tf32))
}

fn multiplications(atom: &Atom) -> i64 {
    let extents = |[a, b, _]: [&tileir::atom::Operand; 3]| {
        let columns = b.tile().get(1).copied().unwrap_or(0);
        a.tile().iter().product::<i64>() * columns
    };
    atom.product().map_or(0, extents)
}
