//! Answers and errors as JSON, an object a line.
//!
//! | key | holds |
//! |---|---|
//! | `source`, `line`, `input` | where the line stands, and the line |
//! | `name` | the name that it binds, if it does |
//! | `kind`, `value` | what kind of value, and the value as text |
//! | `shape`, `stride`, `size`, `cosize` | of a layout; a tuple is a list |
//! | `domain`, `codomain` | of a map: its axes with their extents, `null` for all integers |
//! | `proved` | of an inverse: `injective`, `image`, `inverse_after_map`, `map_after_inverse` |
//! | `facts` | of a map, and of `prove`: `total`, `in_bounds`, `injective`, `surjective` |
//! | `table` | of a map of at most 512 points, and of `table`: the values, the last axis fastest; of a layout, `L(0)`, `L(1)`, … |
//! | `swizzle`, `offset` | of a swizzled layout; `tile` of a tiled copy |
//! | `flat` | of a composition: why it is no layout, with a witness |
//! | `verdict`, `by`, `witness`, `why`, `text` | of a fact or verdict |
//! | `column`, `error` | in place of all these, where the line has no value |

use serde_json::{Map, Value as Json, json};
use tileir::cute::{Composed, Layout, NotFlat, Reason, Refuted};
use tileir::proof::{Coordinates, Facts, Verdict, Witness, prove};
use tileir::{IndexSet, IntTree, LayoutMap};

use crate::error::Fault;
use crate::facts;
use crate::limits::{self, POINTS};
use crate::render::column;
use crate::session::{Answer, Session};
use crate::value::Value;

/// Points of a table that is not asked for.
const GLANCE: i64 = 512;

/// Where a line stands, and the line.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The file, `<stdin>` or `<argument>`.
    pub source: &'a str,
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: &'a str,
}

impl Input<'_> {
    fn object(&self) -> Map<String, Json> {
        let mut object = Map::new();
        object.insert("source".into(), json!(self.source));
        object.insert("line".into(), json!(self.number));
        object.insert("input".into(), json!(self.text));
        object
    }
}

/// The object for an answer.
pub fn answer(answer: &Answer, input: Input<'_>, session: &Session) -> Json {
    let mut object = input.object();
    if let Some(name) = &answer.name {
        object.insert("name".into(), json!(name));
    }
    let value = &answer.value;
    object.insert(
        "kind".into(),
        json!(value.kind().trim_start_matches("an ").trim_start_matches("a ")),
    );
    let mut insert = |key: &str, value: Json| drop(object.insert(key.to_owned(), value));
    match value {
        Value::Integer(number) => insert("value", json!(number)),
        Value::Truth(truth) => insert("value", json!(truth)),
        Value::Facts(facts) => insert("facts", of_facts(facts)),
        Value::Verdict(verdict, number) => {
            if let Some(number) = number {
                insert("value", json!(number));
            }
            object.extend(of_verdict(verdict));
        }
        Value::Points(points) => insert("points", json!(points)),
        Value::Named(numbers) => {
            let numbers = numbers.iter().map(|(name, number)| (name.clone(), json!(number)));
            insert("value", Json::Object(numbers.collect()));
        }
        Value::Layout(layout) => {
            insert("value", json!(layout.to_string()));
            object.extend(of_layout(layout));
        }
        Value::Composed(composed) => {
            let swizzle = composed.swizzle;
            insert("value", json!(value.to_string()));
            insert("swizzle", json!([swizzle.bits(), swizzle.base(), swizzle.shift()]));
            insert("offset", json!(composed.offset));
            object.extend(of_layout(&composed.layout));
        }
        Value::TiledCopy(copy) => {
            insert("value", json!(value.to_string()));
            insert("tile", json!(copy.tile));
            object.extend(of_layout(&copy.tv));
        }
        Value::Inverse(inverse) => {
            insert("value", json!(inverse.to_string()));
            let proved = inverse
                .each()
                .map(|(what, verdict)| (what.replace(' ', "_"), Json::Object(of_verdict(verdict))));
            insert("proved", Json::Object(proved.into_iter().collect()));
        }
        Value::Composition(map, why) => {
            insert("value", json!(map.to_string()));
            insert("flat", of_flat(why));
        }
        Value::Table(map) => {
            insert("domain", set(map.domain()));
            insert("codomain", set(map.codomain()));
            insert("table", table(map, POINTS));
        }
        other => insert("value", json!(other.to_string())),
    }
    if let Some(map) = value.shown_as_map() {
        object.extend(of_map(&map, session));
        if let Ok(composed) = value.to_composed("the value") {
            object.insert("table".into(), by_index(&composed));
        }
    }
    Json::Object(object)
}

/// The object for an error.
pub fn fault(fault: &Fault, input: Input<'_>) -> Json {
    let mut object = input.object();
    object.insert("column".into(), json!(column(input.text, fault.span.start) + 1));
    object.insert("error".into(), json!(fault.to_string()));
    Json::Object(object)
}

fn of_map(map: &LayoutMap, session: &Session) -> Map<String, Json> {
    let mut object = Map::new();
    object.insert("domain".into(), set(map.domain()));
    object.insert("codomain".into(), set(map.codomain()));
    object.insert("facts".into(), of_facts(&prove(map, &limits::budget(map, &session.budget))));
    object.insert("table".into(), table(map, GLANCE));
    object
}

fn of_layout(layout: &Layout) -> Map<String, Json> {
    let mut object = Map::new();
    object.insert("shape".into(), tree(&layout.shape()));
    object.insert("stride".into(), tree(&layout.stride()));
    object.insert("size".into(), json!(layout.size()));
    object.insert("cosize".into(), json!(layout.cosize().ok()));
    object
}

fn of_flat(why: &NotFlat) -> Json {
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

fn tree(tree: &IntTree) -> Json {
    match tree {
        IntTree::Leaf(value) => json!(value),
        IntTree::Tuple(modes) => Json::Array(modes.iter().map(self::tree).collect()),
    }
}

fn set(set: &IndexSet) -> Json {
    let axis = |axis: &tileir::Axis| json!([axis.name(), axis.extent().finite()]);
    Json::Array(set.axes().iter().map(axis).collect())
}

fn of_facts(facts: &Facts) -> Json {
    let named = facts::named(facts)
        .map(|(name, verdict)| (name.replace(' ', "_"), Json::Object(of_verdict(verdict))));
    Json::Object(named.into_iter().collect())
}

fn of_verdict(verdict: &Verdict) -> Map<String, Json> {
    let mut object = Map::new();
    let mut insert = |key: &str, value: Json| drop(object.insert(key.to_owned(), value));
    match verdict {
        Verdict::Proved { by } => {
            insert("verdict", json!("proved"));
            insert("by", json!(by.name()));
        }
        Verdict::Disproved { witness, by } => {
            insert("verdict", json!("disproved"));
            insert("by", json!(by.name()));
            insert("witness", of_witness(witness));
        }
        Verdict::Unknown { why } => {
            insert("verdict", json!("unknown"));
            insert("why", json!(why));
        }
    }
    insert("text", json!(facts::verdict(verdict)));
    object
}

/// The points of a witness; what is not a point is in the text.
fn of_witness(witness: &Witness) -> Json {
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
        Witness::Varies { first, second, .. } => {
            json!({ "first": at(first), "second": at(second) })
        }
        Witness::Uncovered { value } => json!({ "value": at(value) }),
        Witness::Wide { point, value, .. } => json!({ "point": at(point), "value": value }),
        counted => json!({ "count": counted.to_string() }),
    }
}

/// `L(0)`, `L(1)`, …
fn by_index(layout: &Composed) -> Json {
    if layout.size() > GLANCE {
        return Json::Null;
    }
    let value = |at| layout.eval(at).map_or(Json::Null, |value| json!(value));
    Json::Array((0..layout.size()).map(value).collect())
}

/// The values at every point, `null` where there is none; `null` if there are too many.
fn table(map: &LayoutMap, most: i64) -> Json {
    if map.domain().cardinality().is_none_or(|points| points > most) {
        return Json::Null;
    }
    let value = |at: Vec<i64>| match map.eval(&at) {
        Ok(value) => match value.as_slice() {
            [value] => json!(value),
            value => json!(value),
        },
        Err(_) => Json::Null,
    };
    Json::Array(map.domain().points().map(value).collect())
}
