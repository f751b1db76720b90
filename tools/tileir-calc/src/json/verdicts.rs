//! What is proved, disproved with a witness, or unknown, as JSON.
//!
//! | witness | holds |
//! |---|---|
//! | of no value, or of a difference | `point` |
//! | of a value outside, or misaligned | `point`, `value` |
//! | of a collision, in one map or of two, or of a value that varies | `first`, `second`, the former also `value` |
//! | of a value that nothing maps to | `value` |
//! | of arithmetic that is too wide | `point`, `value` |
//! | that counts | `count`, a text |
//! | of two correspondences | `from`, `to`, and how often they go together in the `left` one and the `right` |
//! | of a form that is not flat | `at`, `value`, and the `candidate` with what it has there, or the value if the run were `even` |

use serde_json::{Map, Value as Json, json};
use tileir::corr::{Comparison, Difference};
use tileir::cute::{NotFlat, Reason, Refuted};
use tileir::family::Guard;
use tileir::proof::{
    ClaimOfAll, Coordinates, Facts, FamilyDifference, MemberVerdict, MemberWitness, Verdict,
    Witness,
};

use crate::facts;

pub(super) fn of_facts(facts: &Facts) -> Json {
    let named = facts::named(facts)
        .map(|(name, verdict)| (name.replace(' ', "_"), Json::Object(of_verdict(verdict))));
    Json::Object(named.into_iter().collect())
}

pub(super) fn of_comparison(comparison: &Comparison) -> Map<String, Json> {
    let text = facts::comparison(comparison);
    let object = match comparison {
        Comparison::Proved { by, .. } => {
            json!({ "verdict": "proved", "by": by.name(), "text": text })
        }
        Comparison::Disproved { witness, by, .. } => {
            let Difference { from, to, left, right } = witness;
            let witness = json!({ "from": from, "to": to, "left": left, "right": right });
            json!({ "verdict": "disproved", "by": by.name(), "witness": witness, "text": text })
        }
        Comparison::Unknown { why } => json!({ "verdict": "unknown", "why": why, "text": text }),
    };
    match object {
        Json::Object(object) => object,
        _ => Map::new(),
    }
}

/// A verdict about the members that meet a guard, and its line.
pub fn of_member_verdict(verdict: &MemberVerdict, line: &str) -> Json {
    guarded(verdict, line, of_witness)
}

/// Whether members of two families that meet a guard are one function, and its line.
pub fn of_member_equality(verdict: &MemberVerdict<FamilyDifference>, line: &str) -> Json {
    guarded(verdict, line, |difference| match difference {
        FamilyDifference::Domains { left, right } => {
            json!({ "domains": [left.to_string(), right.to_string()] })
        }
        FamilyDifference::Point(witness) => of_witness(witness),
    })
}

/// A claim about all members of a family.
pub fn of_claim(claim: &ClaimOfAll) -> Map<String, Json> {
    let mut object = told(claim, |witness| of_witness(&witness.witness));
    if let Verdict::Disproved { witness, .. } = claim {
        object.insert("member".into(), of_member(&witness.member));
    }
    object.insert("text".into(), json!(facts::claim(claim)));
    object
}

/// The values of a member's parameters.
pub fn of_member(member: &[(String, i64)]) -> Json {
    Json::Object(member.iter().map(|(name, value)| (name.clone(), json!(value))).collect())
}

fn guarded<W>(verdict: &MemberVerdict<W>, line: &str, of_witness: impl Fn(&W) -> Json) -> Json {
    let mut object = told(verdict, |witness| of_witness(&witness.witness));
    let member = match verdict {
        Verdict::Disproved { witness: MemberWitness { member, .. }, .. } => member.as_slice(),
        _ => &[],
    };
    object.insert("text".into(), json!(line));
    object.insert("guard".into(), json!(verdict.guard().map(Guard::to_string)));
    object.insert("member".into(), of_member(member));
    Json::Object(object)
}

/// A verdict, with its witness.
pub fn of_verdict(verdict: &Verdict) -> Map<String, Json> {
    let mut object = told(verdict, of_witness);
    object.insert("text".into(), json!(facts::verdict(verdict)));
    object
}

fn told<W, G>(verdict: &Verdict<W, G>, of_witness: impl Fn(&W) -> Json) -> Map<String, Json> {
    let mut object = Map::new();
    let mut insert = |key: &str, value: Json| drop(object.insert(key.to_owned(), value));
    match verdict {
        Verdict::Proved { by, .. } => {
            insert("verdict", json!("proved"));
            insert("by", json!(by.name()));
        }
        Verdict::Disproved { witness, by, .. } => {
            insert("verdict", json!("disproved"));
            insert("by", json!(by.name()));
            insert("witness", of_witness(witness));
        }
        Verdict::Unknown { why } => {
            insert("verdict", json!("unknown"));
            insert("why", json!(why));
        }
    }
    object
}

/// The points of a witness; what is not a point is in the text.
pub(super) fn of_witness(witness: &Witness) -> Json {
    let at = |coordinates: &Coordinates| json!(coordinates.values());
    match witness {
        Witness::Undefined { point, .. } | Witness::Difference { point, .. } => {
            json!({ "point": at(point) })
        }
        Witness::Outside { point, value, .. } | Witness::Misaligned { point, value, .. } => {
            json!({ "point": at(point), "value": at(value) })
        }
        Witness::Collision { first, second, value } => {
            json!({ "first": at(first), "second": at(second), "value": at(value) })
        }
        Witness::Shared { left, right, value } => {
            json!({ "first": at(left), "second": at(right), "value": at(value) })
        }
        Witness::Varies { first, second, .. } => {
            json!({ "first": at(first), "second": at(second) })
        }
        Witness::Uncovered { value } => json!({ "value": at(value) }),
        Witness::Wide { point, value, .. } => json!({ "point": at(point), "value": value }),
        counted => json!({ "count": counted.to_string() }),
    }
}

pub(super) fn of_flat(why: &NotFlat) -> Json {
    let refuted = |refuted: &Refuted| {
        let Refuted { candidate, at, value, found } = refuted;
        json!({ "candidate": candidate.to_string(), "at": at, "value": value, "found": found })
    };
    let witness = match &why.reason {
        Reason::Run { at, value, even, .. } => json!({ "at": at, "value": value, "even": even }),
        Reason::Carry(carry) => refuted(carry),
        Reason::Undecided { what } => {
            return json!({ "verdict": "unknown", "why": what, "text": facts::flat(why) });
        }
    };
    let candidate = why.refuted.as_ref().map(refuted);
    json!({
        "verdict": "disproved",
        "witness": candidate.unwrap_or(witness),
        "text": facts::flat(why),
    })
}
