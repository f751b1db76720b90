//! `tileir-explain`: every repartition says what it moves, why, and how else it could.
//!
//! ```text
//! remark: moves 256 x f32 over 64 threads: in the subgroup 256
//! note: wanted by 'tileir.store'
//! note: planned by shuffle: 4 shuffles; weight 8
//! note: also legal, by {tileir.plan = {kind = "shared"}}: 64 wavefronts, 1 barrier; weight 84
//! ```
//!
//! Nothing is changed. Where no plan is written yet, the cheapest is said to be planned.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::repartition::{Distances, legal_plans};

use crate::access::{operand, result};
use crate::builder::{Op, Outcome, name_of};
use crate::context::PassContext;
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
        let message = format!(
            "moves {} x {} over {} threads: {far}",
            shape.join("x"),
            from.element,
            source.threads()
        );
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
    Ok(())
}
