//! The report for programs: one object.
//!
//! ```json
//! { "file": "matmul.ttgir", "conversions": 1, "repartitions": 1, "problems": [],
//!   "sections": [{ "target": "cuda:90", "plans_for": "sm_90a", "conversions": [{ "line": 62, … }], … }] }
//! ```

use serde_json::{Map, Value, json};
use tileir::gf2::Gf2Error;
use tileir::interop::triton::Distance;

use super::cheapest::{Accesses, Exchange};
use super::facts::LayoutFacts;
use super::survey::{Stored, Survey, Surveyed, SurveyedPart};
use crate::problem::Problem;

impl Survey<'_> {
    /// The report as one object; see the source file's header.
    pub fn to_json(&self) -> Value {
        json!({
            "file": self.file,
            "conversions": self.conversions,
            "repartitions": self.repartitions,
            "problems": self.problems.iter().map(problem).collect::<Vec<_>>(),
            "sections": self.parts.iter().map(part).collect::<Vec<_>>(),
        })
    }
}

fn problem(problem: &Problem) -> Value {
    json!({
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "quoted": problem.quoted,
    })
}

fn part(part: &SurveyedPart<'_>) -> Value {
    json!({
        "target": part.module.target,
        "warps": part.module.num_warps,
        "lanes": part.module.threads_per_warp,
        "blocks": part.module.num_ctas,
        "plans_for": part.target.name,
        "conversions": part.conversions.iter().map(conversion).collect::<Vec<_>>(),
        "allocations": part.allocations.iter().map(allocation).collect::<Vec<_>>(),
    })
}

fn conversion(conversion: &Surveyed<'_>) -> Value {
    let read = &conversion.moved.read;
    json!({
        "line": read.line,
        "column": read.column,
        "operand": read.operand,
        "result": read.result,
        "location": read.location,
        "shape": read.source.shape,
        "element": read.source.element.to_string(),
        "from": layout(&conversion.from, &conversion.from_facts),
        "to": layout(&conversion.to, &conversion.to_facts),
        "moves": conversion.distance != Distance::Nothing,
        "distance": distance(conversion.distance),
        "plan": match &conversion.plan {
            Ok(plan) => json!({
                "kind": plan.kind.to_string(),
                "shuffles": plan.cost.shuffles,
                "selects": plan.cost.selects,
                "wavefronts": plan.cost.wavefronts,
                "barriers": plan.cost.barriers,
                "weight": plan.weight,
                "exchange": plan.exchange.as_ref().map(exchange),
            }),
            Err(error) => json!({ "error": error.to_string() }),
        },
    })
}

fn exchange(exchange: &Exchange) -> Value {
    let side = |side: &Accesses| {
        json!({
            "count": side.count,
            "bytes": side.bytes,
            "wavefronts": side.wavefronts,
            "least_wavefronts": side.least,
        })
    };
    json!({
        "bytes": exchange.bytes,
        "writes": side(&exchange.writes),
        "reads": side(&exchange.reads),
    })
}

fn layout(encoding: &str, facts: &Result<LayoutFacts, Gf2Error>) -> Value {
    match facts {
        Ok(facts) => {
            let each = facts.facts.each();
            let verdicts: Map<String, Value> = each
                .into_iter()
                .map(|(fact, verdict)| (fact.to_owned(), verdict.to_string().into()))
                .collect();
            let free: Map<String, Value> =
                facts.free.iter().map(|(name, mask)| (name.clone(), (*mask).into())).collect();
            json!({
                "encoding": encoding,
                "facts": verdicts,
                "injective_but_for_free_bits": facts.injective_but_free.to_string(),
                "replicas": u64::try_from(facts.replicas()).ok(),
                "free": free,
            })
        }
        Err(error) => json!({ "encoding": encoding, "error": error.to_string() }),
    }
}

fn distance(distance: Distance) -> &'static str {
    match distance {
        Distance::Nothing => "nothing",
        Distance::Registers => "registers",
        Distance::Lanes => "lanes",
        Distance::Warps => "warps",
        Distance::Blocks => "blocks",
    }
}

fn allocation(stored: &Stored<'_>) -> Value {
    let (shape, buffers) = stored.allocation.memory.buffers();
    json!({
        "line": stored.allocation.line,
        "column": stored.allocation.column,
        "result": stored.allocation.result,
        "shape": shape,
        "buffers": buffers,
        "element": stored.allocation.memory.element.to_string(),
        "encoding": stored.encoding,
        "space": stored.allocation.memory.space,
        "bytes": stored.allocation.bytes(),
        "stores": stored.stores.as_ref().map(|stores| match stores {
            Ok(stores) => json!({
                "bytes_at_once": stores.vector.saturating_mul(stores.element_bytes),
                "phases": stores.wavefronts.phases,
                "wavefronts": stores.wavefronts.most,
                "free_of_conflicts": stores.wavefronts.is_free(),
                "by": stores.by.to_string(),
            }),
            Err(error) => json!({ "error": error.to_string() }),
        }),
    })
}
