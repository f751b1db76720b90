//! Which members of two symbolic meanings are the same: a line a verdict, and as JSON.
//!
//! ```text
//! proved by symbolic if n eq s
//! disproved, (0, 3) is at (3) in one, at (0) in the other, by symbolic, at n = 1, s = 0 if n ne s
//! ```

use serde_json::{Map, Value as Json, json};
use tileir::family::Guard;
use tileir::interop::meaning::{MemberDifference, SymbolicMeaning, TranslateError, same_members};
use tileir::proof::{Budget, MemberVerdict, MemberWitness, Verdict};

use crate::value::Found;

/// The verdicts.
///
/// # Errors
/// Meanings that cannot be compared.
pub fn told(
    left: &SymbolicMeaning,
    right: &SymbolicMeaning,
    budget: &Budget,
) -> Result<Found, TranslateError> {
    let found = same_members(left, right, budget)?;
    let verdicts = &found.split.verdicts;
    let otherwise = |(index, verdict)| match verdict {
        unknown @ &Verdict::Unknown { .. } if index > 0 => format!("otherwise {}", line(unknown)),
        verdict => line(verdict),
    };
    let text: Vec<String> = verdicts.iter().enumerate().map(otherwise).collect();
    let known = verdicts.iter().filter(|verdict| verdict.guard().is_some());
    let fields = vec![
        ("parameters", json!(found.parameters.to_string())),
        ("verdicts", Json::Array(known.map(object).collect())),
        ("rest", json!(found.split.unknown())),
    ];
    Ok(Found { text: text.join("\n"), fields })
}

fn line(verdict: &MemberVerdict<MemberDifference>) -> String {
    let condition = |guard: &Guard| match guard.is_always() {
        true => String::new(),
        false => format!(" if {guard}"),
    };
    match verdict {
        Verdict::Proved { by, guard } => format!("proved by {by}{}", condition(guard)),
        Verdict::Disproved { witness: MemberWitness { member, witness }, by, guard } => {
            let values = member.iter().map(|(name, value)| format!("{name} = {value}"));
            let values = values.collect::<Vec<_>>().join(", ");
            let at = if values.is_empty() { values } else { format!(", at {values}") };
            format!("disproved, {witness}, by {by}{at}{}", condition(guard))
        }
        Verdict::Unknown { why } => format!("unknown, {why}"),
    }
}

fn object(verdict: &MemberVerdict<MemberDifference>) -> Json {
    let mut object = Map::new();
    let mut insert = |key: &str, value: Json| drop(object.insert(key.to_owned(), value));
    insert("text", json!(line(verdict)));
    insert("guard", json!(verdict.guard().map(Guard::to_string)));
    match verdict {
        Verdict::Proved { by, .. } => {
            insert("verdict", json!("proved"));
            insert("by", json!(by.name()));
        }
        Verdict::Disproved { witness: MemberWitness { member, witness }, by, .. } => {
            insert("verdict", json!("disproved"));
            insert("by", json!(by.name()));
            let values = member.iter().map(|(name, value)| (name.clone(), json!(value)));
            insert("member", Json::Object(values.collect()));
            insert("witness", of_difference(witness));
        }
        Verdict::Unknown { why } => insert("why", json!(why)),
    }
    Json::Object(object)
}

fn of_difference(difference: &MemberDifference) -> Json {
    match difference {
        MemberDifference::Shapes { left, right } => json!({ "shapes": [left, right] }),
        MemberDifference::Place(found) => json!({
            "place": found.place,
            "element": found.element,
            "times": found.times,
            "held": found.held,
            "found": found.found,
        }),
    }
}
