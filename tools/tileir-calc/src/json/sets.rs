//! Maps, layouts, sets and tables as JSON.

use serde_json::{Map, Value as Json, json};
use tileir::cute::{Layout, Reach, SymbolicReach};
use tileir::proof::prove;
use tileir::{IndexSet, IntTree, LayoutMap, Point};

use super::GLANCE;
use super::verdicts::of_facts;
use crate::limits::{self, POINTS};
use crate::reach::Domain;
use crate::session::Session;
use crate::symbolic::SymbolicDomain;

pub(super) fn of_map(map: &LayoutMap, session: &Session) -> Map<String, Json> {
    let mut object = Map::new();
    object.insert("domain".into(), set(map.domain()));
    object.insert("codomain".into(), set(map.codomain()));
    object.insert("facts".into(), of_facts(&prove(map, &limits::budget(map, &session.budget))));
    object.extend(table(map, GLANCE));
    object
}

pub(super) fn of_layout(layout: &Layout) -> Map<String, Json> {
    let mut object = Map::new();
    object.insert("shape".into(), tree(&layout.shape()));
    object.insert("stride".into(), tree(&layout.stride()));
    object.insert("size".into(), json!(layout.size()));
    object.insert("cosize".into(), json!(layout.cosize().ok()));
    object
}

pub(super) fn tree(tree: &IntTree) -> Json {
    match tree {
        IntTree::Leaf(value) => json!(value),
        IntTree::Tuple(modes) => Json::Array(modes.iter().map(self::tree).collect()),
    }
}

pub(super) fn set(set: &IndexSet) -> Json {
    let axis = |axis: &tileir::Axis| json!([axis.name(), axis.extent().finite()]);
    Json::Array(set.axes().iter().map(axis).collect())
}

/// The values at every point, the first axis fastest, `null` where there is none; or why they are
/// left out.
pub(super) fn table(map: &LayoutMap, most: i64) -> Map<String, Json> {
    let around = map.domain().hull().cardinality();
    let omitted = match map.domain().cardinality() {
        Some(points) if points > most => {
            Some(format!("{points} points exceed the limit of {most}"))
        }
        Some(_) => match around {
            // Each of them is looked at.
            Some(box_points) if box_points > POINTS => Some(format!(
                "the {box_points} points of the box around the domain exceed the limit of {POINTS}"
            )),
            _ => None,
        },
        None => Some(format!("the points of {} are not counted", map.domain())),
    };
    let mut object = Map::new();
    if let Some(why) = omitted {
        object.insert("table".into(), Json::Null);
        object.insert("table_omitted".into(), json!(why));
        return object;
    }
    let value = |at: Vec<i64>| match map.eval(&at) {
        Ok(value) => match value.as_slice() {
            [value] => json!(value),
            value => json!(value),
        },
        Err(_) => Json::Null,
    };
    let mut points: Vec<Point> = map.domain().points().collect();
    points.sort_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
    object.insert("table".into(), Json::Array(points.into_iter().map(value).collect()));
    object
}

/// Where a result lies in the domain of its operand.
pub(super) fn of_domain(Domain { reach, of }: &Domain) -> Json {
    let Reach { least, greatest, size, mode, .. } = reach;
    let inside = reach.is_inside();
    let mut object = json!({
        "inside": inside, "least": least, "greatest": greatest, "size": size, "mode": mode,
    });
    if let Some(place) = of {
        object["operand"] = json!(place.name());
    }
    object
}

/// As of numbers, these being texts; `where` it is inside if that depends on the parameters.
pub(super) fn of_symbolic_domain(domain: &SymbolicDomain) -> Json {
    match domain {
        SymbolicDomain::Inside => json!({ "inside": true }),
        SymbolicDomain::Open => json!({ "inside": null }),
        SymbolicDomain::Outside(reaches) => {
            let mut object = json!({ "inside": false });
            match reaches.as_slice() {
                [reach] => of_symbolic_reach(reach, &mut object),
                reaches => {
                    let each = reaches.iter().map(|reach| {
                        let mut object = json!({});
                        of_symbolic_reach(reach, &mut object);
                        object
                    });
                    object["first_of"] = Json::Array(each.collect());
                }
            }
            object
        }
        SymbolicDomain::Where(reaches) => {
            let each: Vec<String> = reaches.iter().map(SymbolicReach::condition).collect();
            json!({ "inside": null, "where": each.join(" and ") })
        }
    }
}

fn of_symbolic_reach(reach: &SymbolicReach, object: &mut Json) {
    let SymbolicReach { least, greatest, size, mode, .. } = reach;
    for (key, number) in [("least", least), ("greatest", greatest), ("size", size)] {
        object[key] = json!(number.to_string());
    }
    object["mode"] = json!(mode);
}
