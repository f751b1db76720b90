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
//! | `table` | of a map of at most 512 points, and of `table`: the values at all points in colexicographic order, `null` where `eval` has none |
//! | `table_omitted` | why `table` is `null` |
//! | `reach` | of a composition, division, product or tile: whether it is `inside` the operand's domain, its `least` and `greatest` coordinate there, the `size`, the `mode` if it is one of several, and the `operand`, `first` or `second`, of what two layouts have in common; of a symbolic layout these are texts, `where` says what `inside` depends on, and `first_of` has those of which the first that is left is meant |
//! | `points`, `count`, `box` | of a fibre or image; counts may be more than 64 bits hold |
//! | `width`, `alignment`, `wider`, `coarser` | of `contiguity` |
//! | `wavefronts`, `phases`, `first`, `free` | of `conflicts` |
//! | `verdicts`, `rest` | of a fact of a family: verdicts with `guard` and `member`, and why others are left |
//! | `guard` | of a symbolic layout: what it rests on |
//! | `ways` | of a symbolic layout with several ways: `value`, `guard` and `reach` of each |
//! | `rest` | what there is beside the ways |
//! | `swizzle`, `offset` | of a swizzled layout; `tile` of a tiled copy |
//! | `flat` | of a composition: why it is no layout, with a witness |
//! | `uneven` | the same at a point of the map itself, `null` where none is found |
//! | `verdict`, `by`, `witness`, `why`, `text` | of a fact or verdict |
//! | `column`, `error` | in place of all these, where the line has no value |
//!
//! Colexicographic: the first axis is fastest, `(0, 0)`, `(1, 0)`, …; so a layout's table is `L(0)`,
//! `L(1)`, …

use serde_json::{Map, Value as Json, json};
use tileir::proof::prove;

use crate::error::Fault;
use crate::limits::{self, POINTS};
use crate::render::{column, says};
use crate::session::{Answer, Session};
use crate::symbolic::Way;
use crate::uneven;
use crate::value::Value;

mod sets;
mod verdicts;

use sets::{of_domain, of_layout, of_map, of_symbolic_domain, set, table};
pub use verdicts::{of_claim, of_member, of_member_equality, of_member_verdict, of_verdict};
use verdicts::{of_comparison, of_facts, of_flat};

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
            insert("uneven", json!(uneven::first(map)));
        }
        Value::Table(map) => {
            insert("domain", set(map.domain()));
            insert("codomain", set(map.codomain()));
            object.extend(table(map, POINTS));
        }
        Value::Fibre(fibre) => {
            insert("value", json!(value.to_string()));
            insert("count", json!(fibre.cardinality()));
            let few = fibre.effort().is_some_and(|effort| effort <= POINTS);
            let points = || fibre.points().take(GLANCE as usize).collect::<Vec<_>>();
            insert("points", if few { json!(points()) } else { Json::Null });
        }
        Value::Found(found) => {
            insert("text", json!(found.text));
            for (key, field) in &found.fields {
                insert(key, field.clone());
            }
        }
        Value::Multiset(points) => {
            insert("points", Json::Array(points.iter().map(|(at, n)| json!([at, n])).collect()));
        }
        Value::Comparison(comparison) => object.extend(of_comparison(comparison)),
        Value::NonLinear(_) => {
            insert("verdict", json!("disproved"));
            insert("text", json!(value.to_string()));
        }
        Value::Corr(corr) => {
            insert("value", json!(value.to_string()));
            insert("domain", set(corr.from()));
            insert("codomain", set(corr.to()));
        }
        Value::Meaning(meaning) => {
            insert("value", json!(value.to_string()));
            insert("places", json!(meaning.places().to_string()));
            insert("shape", json!(meaning.shape()));
        }
        Value::SymbolicMeaning(meaning) => {
            let extents = meaning.extents().into_iter().enumerate();
            let axes: Vec<String> =
                extents.map(|(k, extent)| format!("dim{k} : {extent}")).collect();
            insert("value", json!(value.to_string()));
            insert("places", json!(meaning.places().to_string()));
            insert("tile", json!(format!("({})", axes.join(", "))));
            if let Some(copies) = meaning.copies() {
                insert("copies", json!(copies));
            }
            if let Some(validity) = says(meaning) {
                insert("says_if", json!(validity.to_string()));
            }
        }
        Value::Family(family) => {
            let budget = limits::budget(family.map(), &session.budget);
            insert("value", json!(value.to_string()));
            insert("facts", of_facts(&prove(family.map(), &budget)));
        }
        Value::Symbolic(symbolic) => {
            if let Some(rest) = &symbolic.rest {
                insert("rest", json!(rest.to_string()));
            }
            match symbolic.ways.as_slice() {
                [way] => {
                    insert("value", json!(way.form.to_string()));
                    object.extend(of_way(way));
                }
                ways => {
                    insert("value", json!(value.to_string()));
                    let each = ways.iter().map(|way| {
                        let mut object = of_way(way);
                        object.insert("value".into(), json!(way.form.to_string()));
                        Json::Object(object)
                    });
                    insert("ways", Json::Array(each.collect()));
                }
            }
        }
        other => insert("value", json!(other.to_string())),
    }
    if let Some(domain) = &answer.domain {
        object.insert("reach".into(), of_domain(domain));
    }
    if let Some(map) = value.shown_as_map() {
        object.extend(of_map(&map, session));
    }
    Json::Object(object)
}

/// The guard of a way, and where it lies.
fn of_way(way: &Way) -> Map<String, Json> {
    let mut object = Map::new();
    object.insert("guard".into(), json!(way.guard()));
    if let Some(domain) = &way.domain {
        object.insert("reach".into(), of_symbolic_domain(domain));
    }
    object
}

/// The object for an error.
pub fn fault(fault: &Fault, input: Input<'_>) -> Json {
    let mut object = input.object();
    object.insert("column".into(), json!(column(input.text, fault.span.start) + 1));
    object.insert("error".into(), json!(fault.to_string()));
    Json::Object(object)
}
