//! `tileir-propagate`: finds who holds the tiles of which it is not written.
//!
//! In a kernel, a tile whose type has no distribution is *open*. What is written are the anchors:
//! distributions in types, and those that a load or a store names by `as`. Everything between them
//! may be held as is cheapest, and where two operations want one tile differently, it moves:
//!
//! ```text
//! %x = tileir.load %v as (#a)              tensor<64xf32, #a>
//! %y = math.exp %x        open             tensor<64xf32, #a>
//!                                          %m = tileir.repartition %y to tensor<64xf32, #b>
//! tileir.store %y, %w as (#b)              tileir.store %m, %w
//! ```
//!
//! | step | in |
//! |---|---|
//! | the kernel becomes a graph of values and uses | `read.rs`, its products of matrices in `product.rs` |
//! | the graph is solved, at what [`plan`] says a move costs | [`tileir::propagate`] |
//! | types are set, moves become operations | `write.rs` |
//! | or it is said why not | `refuse.rs` |
//!
//! **The laws.** A kernel without open tiles stays as it is; afterwards no kernel has one. The
//! moves cost no more than converting at each use would, or at each definition, and the same
//! program has the same result. A move of registers costs 1, so that none is better than one
//! for nothing.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::distribution::Distribution;
use tileir::propagate::{Baselines, Price, Solution, solve};
use tileir::repartition::plan;
use tileir::target::Target;
use tileir_dialect::AnyTile;

use crate::builder::{Op, Outcome};
use crate::context::PassContext;
use crate::lower_tiles::{kernels_of, target_of};
use crate::walk::operations;
use read::Program;
pub(crate) use write::make;

mod product;
mod read;
mod refuse;
mod write;

/// Runs the pass.
///
/// # Errors
/// A tile that no written distribution reaches, two between which nothing moves a tile, or an
/// operation that takes no open tile; each at its location.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let target = target_of(context)?;
    let remarks = context.flag("remarks")?;
    for kernel in kernels_of(module)? {
        let open = open_tiles(kernel);
        if open == 0 {
            continue;
        }
        let program = Program::of(kernel, &target)?;
        let solution = solve(&program.graph, &Weight { target: &target })
            .map_err(|error| refuse::refusal(&program, kernel, &error, &target))?;
        let inserted = write::write(&program, &solution)?;
        context.count("found", open)?;
        context.count("inserted", inserted)?;
        if remarks {
            context.remark(kernel.location(), words(open, inserted, &solution)).emit();
        }
    }
    Ok(())
}

/// How many results of operations of a kernel are open tiles.
fn open_tiles(kernel: Op<'_>) -> u64 {
    let mut open = 0;
    for op in operations(kernel, |_| true) {
        for result in op.results() {
            open += u64::from(AnyTile::from_type(result.r#type()).is_some_and(AnyTile::is_open));
        }
    }
    open
}

/// A move costs one, and what its cheapest plan weighs.
struct Weight<'t> {
    target: &'t Target,
}

impl Price for Weight<'_> {
    fn price(&self, from: &Distribution, to: &Distribution, bits: i64) -> Option<u64> {
        let (_, cost) = plan(from, to, whole_bytes(bits), self.target).ok()?;
        let subgroups = u64::try_from(from.threads()).ok()?;
        let subgroups = subgroups.div_ceil(u64::try_from(self.target.subgroup).ok()?.max(1));
        cost.weight(subgroups).checked_add(1)
    }
}

/// The bytes that an element of so many bits takes.
fn whole_bytes(bits: i64) -> i64 {
    (bits.max(1) - 1) / 8 + 1
}

/// What was found, in words.
fn words(open: u64, inserted: u64, solution: &Solution) -> String {
    let Baselines { at_uses, at_definitions } = solution.baselines;
    let cost =
        |cost: Option<u64>| cost.map_or("is impossible".to_owned(), |c| format!("costs {c}"));
    format!(
        "finds {open} distributions with {inserted} repartitions: moves cost {}; converting at each \
         use {}, at each definition {}; {}",
        solution.cost,
        cost(at_uses),
        cost(at_definitions),
        solution.by
    )
}
