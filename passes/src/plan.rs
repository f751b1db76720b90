//! `tileir-plan`: chooses how each repartition moves its tile, and writes it on the operation.
//!
//! ```mlir
//! tileir.repartition %x {tileir.plan = {kind = "shuffle", shuffles = 8 : i64, …}} : …
//! ```
//!
//! The kind is what the lowering follows. A plan that stands there already is kept if it is
//! legal, so a user or a tuner pins one by writing `{kind = "shared"}`; otherwise it is an error
//! that names the legal kinds.

use std::rc::Rc;
use tileir_dialect::attributes::string_of;

use melior::ir::Attribute;
use melior::ir::attribute::DictionaryAttribute;
use melior::ir::operation::OperationLike;
use tileir::distribution::Distribution;
use tileir::repartition::{Cost, Mutation, Plan, PlanKind, plan, plan_of_kind};
use tileir::target::Target;

use crate::access::{operand, result};
use crate::builder::{Builder, Op, Outcome, context_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::lower_tiles::target_of;
use crate::rewrite::set_attribute;
use crate::tile::{Tile, element_bytes};
use crate::walk::operations_named;
use melior::ir::ValueLike;

pub(crate) const NAME: &str = "tileir.plan";
const MUTATION: &str = "mutation";

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
    Ok(Written::of(op)?.map(|written| written.kind))
}

/// What `tileir.plan` says: the kind, and in a test how the plan of that kind is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Written {
    /// The kind.
    pub kind: PlanKind,
    /// What `tileir-test-mutate` has broken, and its seed.
    pub mutation: Option<(Mutation, u64)>,
}

impl Written {
    /// What is written on a repartition, if something is.
    ///
    /// # Errors
    /// Something else is written there.
    pub fn of<'c>(op: Op<'c>) -> Outcome<'c, Option<Written>> {
        let Ok(written) = op.attribute(NAME) else { return Ok(None) };
        let wrong =
            |what: &str| PassError::at(op.location(), format!("'{NAME}' has no {what}: {written}"));
        let plan = DictionaryAttribute::try_from(written).map_err(|_| wrong("kind"))?;
        let kind = plan.element_by_name("kind").ok_or_else(|| wrong("kind"))?;
        let kind = string_of(kind).ok_or_else(|| wrong("kind"))?.parse();
        let kind = kind.map_err(|error| PassError::at(op.location(), format!("{error}")))?;
        let mutation = match plan.element_by_name(MUTATION) {
            None => None,
            Some(text) => {
                let text = string_of(text).unwrap_or_default();
                let parts = text.split_once(':');
                let parsed =
                    parts.and_then(|(name, seed)| Some((name.parse().ok()?, seed.parse().ok()?)));
                Some(parsed.ok_or_else(|| wrong("mutation that there is"))?)
            }
        };
        Ok(Some(Written { kind, mutation }))
    }

    /// The plan between two distributions that is meant: made anew from its kind, then broken if a
    /// test says so.
    ///
    /// # Errors
    /// No plan of this kind, or none with a place for the mutation, in words.
    pub fn plan(
        self,
        source: &Distribution,
        wanted: &Distribution,
        element_bytes: i64,
        target: &Target,
    ) -> Result<Plan, String> {
        let made = plan_of_kind(self.kind, source, wanted, element_bytes, target);
        let (plan, _) = made.map_err(|error| error.to_string())?;
        let Some((mutation, seed)) = self.mutation else { return Ok(plan) };
        mutation
            .of(&plan, seed)
            .ok_or_else(|| format!("the plan of kind '{}' has no {mutation} to break", self.kind))
    }
}

/// The plan that a repartition carries, between which distributions.
pub struct Carried {
    /// Who holds the tile before.
    pub source: Rc<Distribution>,
    /// Who wants it.
    pub wanted: Rc<Distribution>,
    /// What is written.
    pub written: Written,
    /// The plan that this means.
    pub plan: Plan,
}

/// The plan that a repartition carries.
///
/// # Errors
/// A repartition without a plan, or with one that does not move its tile.
pub fn carried<'c>(op: Op<'c>, target: &Target) -> Outcome<'c, Carried> {
    let location = op.location();
    let refused = |words: String| PassError::at(location, words);
    let written = Written::of(op)?
        .ok_or_else(|| refused("no plan is written; 'tileir-plan' writes one".to_owned()))?;
    let from = Tile::expect(operand(op, 0)?.r#type(), location)?;
    let to = Tile::expect(result(op)?.r#type(), location)?;
    let bytes = element_bytes(from.element);
    let plan = written.plan(&from.distribution, &to.distribution, bytes, target);
    let plan = plan.map_err(refused)?;
    Ok(Carried { source: from.distribution, wanted: to.distribution, written, plan })
}

/// Whether plans of this kind have places for a mutation.
fn has_places(kind: PlanKind, mutation: Mutation) -> bool {
    match mutation {
        Mutation::Lane => kind == PlanKind::Shuffle,
        Mutation::Slot => kind != PlanKind::Nothing,
        Mutation::Offset => matches!(kind, PlanKind::Shared | PlanKind::Cluster),
    }
}

/// Breaks the plan of one repartition, for a test: the seed says which, and in which place.
///
/// # Errors
/// No repartition has a plan with a place for it.
pub fn break_plan<'c>(module: Op<'c>, mutation: Mutation, seed: u64) -> Outcome<'c> {
    let mut places = Vec::new();
    for op in operations_named(module, "tileir.repartition") {
        if Written::of(op)?.is_some_and(|written| has_places(written.kind, mutation)) {
            places.push(op);
        }
    }
    let count = places.len().max(1) as u64;
    let Some(op) = places.get((seed % count) as usize).copied() else {
        let message = format!("there is no plan with a {mutation} to break");
        return Err(PassError::at(module.location(), message));
    };
    let Some(Written { kind, .. }) = Written::of(op)? else { return Ok(()) };
    let text = format!("{{kind = \"{kind}\", {MUTATION} = \"{mutation}:{}\"}}", seed / count);
    set_attribute(op, NAME, parsed(op, &text)?);
    Ok(())
}

fn plan_attribute<'c>(op: Op<'c>, kind: PlanKind, cost: Cost) -> Outcome<'c, Attribute<'c>> {
    let costs = cost.each().map(|(name, count)| format!(", {name} = {count} : i64"));
    let text = format!("{{kind = \"{kind}\"{}}}", costs.concat());
    parsed(op, &text)
}

fn parsed<'c>(op: Op<'c>, text: &str) -> Outcome<'c, Attribute<'c>> {
    let block = op.block().ok_or_else(|| PassError::at(op.location(), "there is no block"))?;
    Builder::new(context_of(op), block, op.location()).parse(text)
}
