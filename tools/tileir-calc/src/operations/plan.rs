//! How a tile changes hands: every legal plan with its cost, the cheapest first.
//!
//! ```text
//! s = (lane : 32, slot : 4) -> (4*lane + slot) to (i : 128)
//! d = (lane : 32, slot : 4) -> (lane + 32*slot) to (i : 128)
//! plan(s, d)                 shuffle: 16 shuffles, 12 selects; weight 44; proved by affine
//! plan(s, d, vulkan32, 2)    elements of 2 bytes on another machine
//! ```
//!
//! The operands are distributions: maps of participants (`subgroup` and `lane`, or `thread`, behind
//! `block` where several hold the tile) and slots to elements of a tile. A machine is one of `targets/`; without one it is `sm_80`, and elements have 4
//! bytes.

use serde_json::{Value as Json, json};
use tileir::distribution::Distribution;
use tileir::proof::Verdict;
use tileir::repartition::{Cluster, Cost, Misrouted, Plan, Shared, legal_plans, prove_plan};
use tileir::target::Target;

use super::{Call, Operation, Outcome, row};
use crate::error::Fault;
use crate::value::{Found, Value};

/// The rows.
pub const TABLE: &[Operation] =
    &[row("plan", "S, D, target?, bytes?", "how a tile moves from S to D: the legal plans", plan)];

/// The machine that is meant where none is named.
const TARGET: &str = "sm_80";

fn plan(call: &Call<'_>) -> Outcome {
    let (from, to) = (distribution(call, 0)?, distribution(call, 1)?);
    let target = target(call, 2)?;
    let plans = legal_plans(&from, &to, call.positive_or(3, 4)?, &target)
        .map_err(|error| call.fault(1, error))?;
    let subgroups = (from.threads() as u64).div_ceil(target.subgroup as u64);
    let budget = call.budget_of_both()?;
    let proofs = plans.iter().map(|(plan, _)| prove_plan(&from, &to, plan, &budget));
    let proofs: Vec<Verdict<Misrouted>> = proofs.collect();
    let line = |((plan, cost), proof): (&(Plan, Cost), &Verdict<Misrouted>)| {
        format!("{}: {cost}; weight {}; {}", plan.kind(), cost.weight(subgroups), words(proof))
    };
    let text: Vec<String> = plans.iter().zip(&proofs).map(line).collect();
    let each = plans.iter().zip(&proofs).map(|((plan, cost), proof)| {
        let mut object = object(plan, cost, subgroups);
        object["proof"] = words(proof).into();
        object
    });
    let fields = vec![("target", json!(target.name)), ("plans", each.collect())];
    Ok(Value::Found(Box::new(Found { text: text.join("\n"), fields })))
}

/// Whether the plan is proved to bring every slot its element.
fn words(proof: &Verdict<Misrouted>) -> String {
    match proof {
        Verdict::Proved { by, .. } => format!("proved by {by}"),
        Verdict::Disproved { witness, .. } => format!("wrong: {witness}"),
        Verdict::Unknown { why } => format!("not proved: {why}"),
    }
}

/// The machine that an argument names.
pub(super) fn target(call: &Call<'_>, index: usize) -> Result<Target, Fault> {
    let names = if call.len() > index { call.names(index)? } else { vec![TARGET] };
    Target::by_name(&names.join(", ")).map_err(|error| call.fault(index, error))
}

/// A map of participants and slots.
pub(super) fn distribution(call: &Call<'_>, index: usize) -> Result<Distribution, Fault> {
    Distribution::new(call.map(index)?).map_err(|error| call.fault(index, error))
}

fn object(plan: &Plan, cost: &Cost, subgroups: u64) -> Json {
    let mut object = json!({ "kind": plan.kind().to_string(), "weight": cost.weight(subgroups) });
    for (name, count) in cost.each() {
        object[name] = count.into();
    }
    object["route"] = route(plan);
    object
}

/// What moves where.
fn route(plan: &Plan) -> Json {
    match plan {
        Plan::Nothing => json!({}),
        Plan::Registers { slots } | Plan::Bytes { slots } => json!({ "slots": slots }),
        Plan::Shuffle(shuffle) => json!({
            "width": shuffle.width,
            "by_thread": shuffle.by_thread.to_string(),
            "lane_flip": shuffle.lane_flip,
            "slots": shuffle.slots,
            "picks": shuffle.picks,
        }),
        Plan::Shared(shared) => exchange(shared),
        Plan::Cluster(Cluster { exchange: shared, part }) => {
            let mut route = exchange(shared);
            route["part"] = (*part).into();
            route
        }
    }
}

/// Who stores and loads which places of a buffer.
fn exchange(Shared { buffer, owner }: &Shared) -> Json {
    json!({
        "address": buffer.address.to_string(),
        "elements": buffer.elements,
        "stores": buffer.writer.accesses,
        "loads": buffer.reader.accesses,
        "writers": owner.slots.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
