//! `tileir-explain`: every repartition says what it moves, why, and how else it could.
//!
//! ```text
//! remark: moves 256 x f32 over 64 threads: in the subgroup 256
//! note: wanted by 'tileir.store'
//! note: planned by shuffle: 4 shuffles; weight 8
//! note: also legal, by {tileir.plan = {kind = "shared"}}: 64 wavefronts, 1 barrier; weight 84
//! ```
//!
//! A product of matrices says by which atom it is computed, and over which warps:
//!
//! ```text
//! remark: multiplies 64x64x32, f16 x f16 into f32, by 'mma.m16n8k16.f32.f16': 16 a warp
//! remark: multiplies 64x64x32, f16 x f16 into f32, plainly: each thread sums its elements along k
//! ```
//!
//! Nothing is changed. Where no plan is written yet, the cheapest is said to be planned.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::repartition::{Distances, legal_plans};
use tileir::target::Target;

use crate::access::{operand, result};
use crate::builder::{Op, Outcome, name_of};
use crate::context::PassContext;
use crate::contract::Contract;
use crate::error::PassError;
use crate::lower_tiles::target_of;
use crate::plan::pinned_kind;
use crate::tile::{Tile, element_bytes};
use crate::walk::{operations_named, users};

/// Runs the pass.
///
/// # Errors
/// A repartition that no plan carries out.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let target = target_of(context)?;
    for op in operations_named(module, "tileir.repartition") {
        let location = op.location();
        let refused = |error: &dyn std::fmt::Display| PassError::at(location, error.to_string());
        let from = Tile::expect(operand(op, 0)?.r#type(), location)?;
        let to = Tile::expect(result(op)?.r#type(), location)?;
        let (source, wanted) = (&from.distribution, &to.distribution);
        let far = Distances::between(source, wanted, &target).map_err(|e| refused(&e))?;
        let far: Vec<String> = far
            .each()
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(place, count)| format!("{place} {count}"))
            .collect();
        let far = if far.is_empty() { "nothing".to_owned() } else { far.join(", ") };
        let shape: Vec<String> = source.shape().iter().map(ToString::to_string).collect();
        let message =
            format!("moves {} x {} over {}: {far}", shape.join("x"), from.element, source.groups());
        let mut remark = context.remark(location, message);
        for user in users(result(op)?) {
            remark = remark.note(user.location(), format!("wanted by '{}'", name_of(user)));
        }
        let plans = legal_plans(source, wanted, element_bytes(from.element), &target);
        let plans = plans.map_err(|error| refused(&error))?;
        let planned = pinned_kind(op)?.or(plans.first().map(|(plan, _)| plan.kind()));
        let subgroups = (source.threads() as u64).div_ceil(target.subgroup.max(1) as u64);
        let (planned, others): (Vec<_>, Vec<_>) =
            plans.iter().partition(|(plan, _)| Some(plan.kind()) == planned);
        for (plan, cost) in planned {
            let weight = cost.weight(subgroups);
            let words = format!("planned by {}: {cost}; weight {weight}", plan.kind());
            remark = remark.note(location, words);
        }
        for (plan, cost) in others {
            let (kind, weight) = (plan.kind(), cost.weight(subgroups));
            let pin = format!("{{tileir.plan = {{kind = \"{kind}\"}}}}");
            let words = format!("also legal, by {pin}: {cost}; weight {weight}");
            remark = remark.note(location, words);
        }
        remark.emit();
    }
    for op in operations_named(module, "tileir.contract") {
        context.remark(op.location(), product(&Contract::of(op)?, &target)?).emit();
    }
    Ok(())
}

/// How a product of matrices is computed.
fn product<'c>(contract: &Contract<'c>, target: &Target) -> Outcome<'c, String> {
    let [m, n, k] = contract.shape;
    let [a, b, c] = contract.types;
    let what = format!("multiplies {m}x{n}x{k}, {a} x {b} into {c},");
    let Some(atom) = contract.by_on(target)? else {
        return Ok(format!("{what} plainly: each thread sums its elements along k"));
    };
    let written = contract.written()?;
    let threads = written.iter().flatten().next().map(|tile| tile.distribution.threads());
    let Some(threads) = threads else {
        return Ok(format!("{what} by '{}'", atom.name));
    };
    let [of_a, _, of_c] = contract.taken_by(atom, threads, &written)?;
    let times: i64 = of_c.locals().iter().take(2).chain(of_a.locals().get(1)).product();
    Ok(format!("{what} by '{}': {times} a warp", atom.name))
}
