//! Which members of two symbolic meanings are the same: a line a verdict, and as JSON; then where one
//! of them says nothing.
//!
//! ```text
//! proved by symbolic if n eq s
//! disproved, (0, 3) is at (3) in one, at (0) in the other, by symbolic, at n = 1, s = 0 if n ne s
//! the second says nothing if s lt 0
//! ```

use serde_json::{Map, Value as Json, json};
use tileir::family::Guard;
use tileir::interop::meaning::{MemberDifference, SymbolicMeaning, TranslateError, same_members};
use tileir::proof::{Budget, MemberVerdict, MemberWitness, Verdict};

use crate::facts;
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
    let mut text = facts::of_split(&found.split, MemberDifference::to_string);
    let lines = verdicts.iter().zip(&text);
    let known = lines.filter(|(verdict, _)| verdict.guard().is_some());
    let known: Vec<Json> = known.map(|(verdict, line)| object(verdict, line)).collect();
    let silent = found.silent.iter().map(|silent| {
        json!({ "first": silent.sides[0], "second": silent.sides[1], "guard": silent.guard.to_string() })
    });
    let fields = vec![
        ("parameters", json!(found.parameters.to_string())),
        ("verdicts", Json::Array(known)),
        ("rest", json!(found.split.unknown())),
        ("silent", Json::Array(silent.collect())),
    ];
    text.extend(found.silent.iter().map(ToString::to_string));
    Ok(Found { text: text.join("\n"), fields })
}

fn object(verdict: &MemberVerdict<MemberDifference>, line: &str) -> Json {
    let mut object = Map::new();
    let mut insert = |key: &str, value: Json| drop(object.insert(key.to_owned(), value));
    insert("text", json!(line));
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
