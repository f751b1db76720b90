//! What one may ask of a map beyond its four facts: which values it takes, how many, how wide an
//! access may be, what it costs.

use serde_json::{Value as Json, json};
use tileir::MapError;
use tileir::proof::{
    Access, Answer, Banks, Budget, FamilyFacts, Split, cardinality, contiguity, defined, disjoint,
    image, prove, prove_family, prove_family_under, wavefronts,
};

use super::map::{domain_axis, to_addresses};
use super::of_members::{self, Members};
use super::{Call, Operation, Outcome, row};
use crate::error::Reason;
use crate::facts;
use crate::json::{of_member_verdict, of_verdict};
use crate::limits;
use crate::symbolic::{self, Maps};
use crate::value::{Found, Value};

/// The rows.
pub const TABLE: &[Operation] = &[
    row("prove", "M", "the four facts: total, in bounds, injective, surjective", |call| match call
        .value(
        0,
    )? {
        Value::Family(family) => {
            let budget = call.budget(0)?;
            Ok(of_family(&prove_family(family, &budget)))
        }
        _ => Ok(Value::Facts(Box::new(prove(&call.map(0)?, &call.budget(0)?)))),
    }),
    row("defined", "M", "whether every point of M has a value in the codomain", |call| {
        let (total, bounds) = match call.value(0)? {
            Value::Family(family) => {
                let facts = prove_family(family, &call.budget(0)?);
                let text = [("total", &facts.total), ("in bounds", &facts.bounds)];
                let (text, facts) = told(&text);
                return found(text, vec![("facts", facts)]);
            }
            _ => {
                let facts = defined(&call.map(0)?, &call.budget(0)?);
                (facts.total, facts.bounds)
            }
        };
        let lines = [("total", &total), ("in bounds", &bounds)];
        let text = lines.map(|(name, verdict)| format!("{name}: {}", facts::verdict(verdict)));
        let facts =
            lines.map(|(name, verdict)| (name.replace(' ', "_"), json!(of_verdict(verdict))));
        let facts = Json::Object(facts.into_iter().collect());
        found(text.join("\n"), vec![("facts", facts)])
    }),
    row("cardinality", "M", "how many points M has, and how many values", |call| {
        let count = cardinality(&call.map(0)?, &call.budget(0)?);
        let values = json!(count.values.value());
        found(
            count.to_string(),
            vec![("points", json!(count.points.counted())), ("values", values)],
        )
    }),
    row(
        "disjoint",
        "A, B",
        "whether no value is one of A's and one of B's; names do not matter",
        |call| {
            if let Some(found) = of_members::disjoint(call)? {
                return Ok(found);
            }
            let budget = call.budget_of_both()?;
            let (a, b) = (call.map(0)?, call.map(1)?);
            if a.codomain().rank() != b.codomain().rank() {
                let what = "codomains";
                let (left, right) = (a.codomain().to_string(), b.codomain().to_string());
                return Err(call.fault(1, Reason::Incomparable { what, left, right }).into());
            }
            Ok(Value::Verdict(Box::new(disjoint(&a, &b, &budget)), None))
        },
    ),
    row(
        "contiguity",
        "M, axis",
        "runs of neighbours along an axis that are neighbours in memory, and their alignment",
        |call| {
            if let Some(members) = Members::of(call)? {
                to_addresses(call, &call.map(0)?, members.rank())?;
                return members.contiguity(members.axis(call, 1)?);
            }
            let map = call.map(0)?;
            let axis = domain_axis(call, 1, &map)?;
            to_addresses(call, &map, map.codomain().rank())?;
            match contiguity(&map, axis, &call.budget(0)?) {
                Answer::Known { value, by } => {
                    let mut text =
                        format!("width {}, alignment {}, by {by}", value.width, value.alignment);
                    let more = [("wider", &value.wider), ("coarser", &value.coarser)];
                    for (name, verdict) in more {
                        if let Some(verdict) = verdict {
                            text += &format!("\n{name}: {}", facts::verdict(verdict));
                        }
                    }
                    let fields = vec![
                        ("width", json!(value.width)),
                        ("alignment", json!(value.alignment)),
                        ("by", json!(by.name())),
                        ("wider", json!(value.wider.as_ref().map(of_verdict))),
                        ("coarser", json!(value.coarser.as_ref().map(of_verdict))),
                    ];
                    found(text, fields)
                }
                Answer::Unknown { why } => unknown(&why),
            }
        },
    ),
    row(
        "conflicts",
        "M, lanes, bytes, vector?",
        "the wavefronts of an access to 32 banks of 4 bytes by the lanes' axes, in elements of so \
         many bytes",
        |call| {
            let members = Members::of(call)?;
            let map = call.map(0)?;
            let (own, rank): (Vec<&str>, usize) = match &members {
                Some(members) => (members.names().collect(), members.rank()),
                None => {
                    let axes = map.domain().axes().iter();
                    (axes.map(tileir::Axis::name).collect(), map.codomain().rank())
                }
            };
            let place = |name: &str| own.iter().position(|axis| *axis == name);
            to_addresses(call, &map, rank)?;
            let names = call.names(1)?;
            let twice = names.iter().enumerate().find(|(k, name)| names[..*k].contains(*name));
            if let Some((_, name)) = twice {
                let name = (*name).to_owned();
                return Err(call.fault(1, MapError::DuplicateAxis { name }).into());
            }
            let lanes: Option<Vec<usize>> = names.iter().map(|name| place(name)).collect();
            let Some(lanes) = lanes else {
                return Err(call.wrong(1, "axes of the map's domain").into());
            };
            let (element_bytes, vector) = (call.positive(2)?, call.positive_or(3, 1)?);
            let lane_bytes = i128::from(element_bytes) * i128::from(vector);
            if lane_bytes > Banks::LANE_BYTES.into() {
                let what = format!("a lane of {lane_bytes} bytes");
                let limit = Banks::LANE_BYTES.unsigned_abs();
                return Err(call.fault(2, Reason::Limit { what, limit }).into());
            }
            if let Some(members) = members {
                return members.conflicts(&lanes, (element_bytes, vector));
            }
            let access = Access { map: &map, lanes: &lanes, element_bytes, vector };
            match wavefronts(&access, &Banks::NVIDIA, &call.budget(0)?) {
                Answer::Known { value, by } => {
                    let fields = vec![
                        ("wavefronts", json!(value.most)),
                        ("phases", json!(value.phases)),
                        ("first", json!(value.first)),
                        ("free", json!(value.is_free())),
                        ("by", json!(by.name())),
                    ];
                    found(format!("{value}, by {by}"), fields)
                }
                Answer::Unknown { why } => unknown(&why),
            }
        },
    ),
];

/// A map's values as a set; of a family, with the parameters of the members that take them.
pub fn image_of(call: &Call<'_>) -> Outcome {
    match image(&call.map(0)?, &call.budget(0)?) {
        Answer::Known { value, by } => {
            let count = value.cardinality();
            let mut text = value.to_string();
            if let Some(count) = count {
                text += &format!("\n{count} value{}", if count == 1 { "" } else { "s" });
            }
            text += &format!("\nimage: proved by {by}");
            let fields = vec![
                ("value", json!(value.to_string())),
                ("count", json!(count)),
                ("box", json!(value.as_box())),
                ("by", json!(by.name())),
            ];
            found(text, fields)
        }
        Answer::Unknown { why } => unknown(&why),
    }
}

pub(super) fn found(text: String, fields: Vec<(&'static str, Json)>) -> Outcome {
    Ok(Value::Found(Box::new(Found { text, fields })))
}

pub(super) fn unknown(why: &str) -> Outcome {
    found(format!("unknown, {why}"), vec![("verdict", json!("unknown")), ("why", json!(why))])
}

/// The facts of a symbolic layout's members, way by way.
///
/// # Errors
/// What is no layout; an extent that can leave 64 bits.
pub fn of_ways(layout: &Value, budget: &Budget) -> Result<Value, Reason> {
    let (ways, rest) = symbolic::maps(layout)?;
    let budget = &budget.shared_by(ways.len());
    let (mut texts, mut objects) = (Vec::new(), Vec::new());
    for Maps { family, guard, condition } in ways {
        let budget = limits::budget(family.map(), budget);
        let facts = prove_family_under(&family, &guard, &budget);
        let (text, facts) = told(&named(&facts));
        texts.extend(condition.as_ref().map(|condition| format!("guard: {condition}")));
        texts.push(text);
        objects.push((condition, facts));
    }
    let rest = rest.map(|rest| rest.to_string());
    texts.extend(rest.clone());
    let fields = match <[_; 1]>::try_from(objects) {
        Ok([(guard, facts)]) => {
            vec![("guard", json!(guard)), ("facts", facts), ("rest", json!(rest))]
        }
        Err(objects) => {
            let ways = objects.into_iter();
            let ways = ways.map(|(guard, facts)| json!({ "guard": guard, "facts": facts }));
            vec![("ways", Json::Array(ways.collect())), ("rest", json!(rest))]
        }
    };
    Ok(Value::Found(Box::new(Found { text: texts.join("\n"), fields })))
}

/// The facts of a family's members, a line each verdict.
fn of_family(facts: &FamilyFacts) -> Value {
    let (text, facts) = told(&named(facts));
    Value::Found(Box::new(Found { text, fields: vec![("facts", facts)] }))
}

fn named(facts: &FamilyFacts) -> [(&'static str, &Split); 4] {
    [
        ("total", &facts.total),
        ("in bounds", &facts.bounds),
        ("injective", &facts.injective),
        ("surjective", &facts.surjective),
    ]
}

/// Facts of a family's members in words, and as JSON.
fn told(named: &[(&'static str, &Split)]) -> (String, Json) {
    let lines = named.iter().map(|(name, split)| {
        format!("{name}: {}", facts::of_split(split, facts::witness).join("; "))
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let object = named.iter().map(|(name, split)| (name.replace(' ', "_"), of_split(split)));
    (text, Json::Object(object.collect()))
}

fn of_split(split: &Split) -> Json {
    let lines = facts::of_split(split, facts::witness);
    let known = split.verdicts.iter().zip(&lines).filter(|(verdict, _)| verdict.guard().is_some());
    let verdicts: Vec<Json> =
        known.map(|(verdict, line)| of_member_verdict(verdict, line)).collect();
    json!({ "verdicts": verdicts, "rest": split.unknown() })
}
