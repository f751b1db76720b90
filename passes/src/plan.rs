//! `tileir-plan`: chooses how each repartition moves its tile, and writes it on the operation.
//!
//! ```mlir
//! tileir.repartition %x {tileir.plan = {kind = "shuffle", shuffles = 8 : i64, …}} : …
//! ```
//!
//! The kind is what the lowering follows. A plan that stands there already is kept if it is
//! legal, so a user or a tuner pins one by writing `{kind = "shared"}`; otherwise it is an error
//! that names the legal kinds.

use melior::ir::Attribute;
use melior::ir::attribute::{DictionaryAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use tileir::repartition::{Cost, PlanKind, plan, plan_of_kind};

use crate::access::{operand, result};
use crate::builder::{Builder, Op, Outcome, context_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::lower_tiles::target_of;
use crate::rewrite::set_attribute;
use crate::tile::{Tile, element_bytes};
use crate::walk::operations_named;
use melior::ir::ValueLike;

const NAME: &str = "tileir.plan";

/// Runs the pass.
///
/// # Errors
/// A repartition that no plan carries out, or whose pinned plan does not.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let target = target_of(context)?;
    let remarks = context.flag("remarks")?;
    for op in operations_named(module, "tileir.repartition") {
        let from = Tile::expect(operand(op, 0)?.r#type(), op.location())?;
        let to = Tile::expect(result(op)?.r#type(), op.location())?;
        let bytes = element_bytes(from.element);
        let chosen = match pinned_kind(op)? {
            Some(kind) => plan_of_kind(kind, &from.distribution, &to.distribution, bytes, &target),
            None => plan(&from.distribution, &to.distribution, bytes, &target),
        };
        let (plan, cost) =
            chosen.map_err(|error| PassError::at(op.location(), error.to_string()))?;
        let attribute = plan_attribute(op, plan.kind(), cost)?;
        set_attribute(op, NAME, attribute);
        context.count("planned", 1)?;
        if remarks {
            let words = format!("moves by {}: {cost}", plan.kind());
            context.remark(op.location(), words).emit();
        }
    }
    Ok(())
}

/// The kind of plan that is written on a repartition.
///
/// # Errors
/// Something else is written there.
pub fn pinned_kind<'c>(op: Op<'c>) -> Outcome<'c, Option<PlanKind>> {
    let Ok(written) = op.attribute(NAME) else { return Ok(None) };
    let wrong = || PassError::at(op.location(), format!("'{NAME}' has no kind: {written}"));
    let plan = DictionaryAttribute::try_from(written).map_err(|_| wrong())?;
    let kind = plan.element_by_name("kind").ok_or_else(wrong)?;
    let kind = StringAttribute::try_from(kind).map_err(|_| wrong())?;
    match kind.value().parse() {
        Ok(kind) => Ok(Some(kind)),
        Err(error) => Err(PassError::at(op.location(), format!("{error}"))),
    }
}

fn plan_attribute<'c>(op: Op<'c>, kind: PlanKind, cost: Cost) -> Outcome<'c, Attribute<'c>> {
    let costs = cost.each().map(|(name, count)| format!(", {name} = {count} : i64"));
    let text = format!("{{kind = \"{kind}\"{}}}", costs.concat());
    let block = op.block().ok_or_else(|| PassError::at(op.location(), "there is no block"))?;
    Builder::new(context_of(op), block, op.location()).parse(&text)
}
