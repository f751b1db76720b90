//! Normalising the parts of a map that stays a DAG.

use std::collections::HashMap;

use crate::map::{LayoutMap, Node};
use crate::proof::Budget;

/// The map with its operands normalised and its compositions fused. Each node is visited once.
pub(super) fn normalized(map: &LayoutMap, budget: &Budget) -> Option<LayoutMap> {
    let operands = map.node().operands();
    if operands.is_empty() {
        return None;
    }
    let mut done: HashMap<usize, LayoutMap> = HashMap::new();
    for operand in operands {
        done.entry(operand.node_id()).or_insert_with(|| operand.normalize(budget));
    }
    rebuilt(map, budget, |operand| done.get(&operand.node_id()).cloned())
}

/// The node over other operands, which are the same functions.
fn rebuilt(
    map: &LayoutMap,
    budget: &Budget,
    new: impl Fn(&LayoutMap) -> Option<LayoutMap>,
) -> Option<LayoutMap> {
    let codomain = || Some(map.codomain().clone());
    match map.node() {
        Node::Translate { offset, map } => {
            LayoutMap::translate(offset.clone(), new(map)?, codomain()).ok()
        }
        Node::Product(factors) => {
            LayoutMap::product(factors.iter().map(new).collect::<Option<Vec<_>>>()?).ok()
        }
        Node::Piecewise(pieces) => {
            let pieces = pieces.iter().map(new).collect::<Option<Vec<_>>>()?;
            LayoutMap::piecewise(map.domain().clone(), pieces).ok()
        }
        Node::Recast { units, map: inner } => {
            LayoutMap::recast(units.from(), units.to(), new(inner)?).ok()
        }
        Node::Transform { applied, map } => {
            let (name, parameters) = (applied.transform().name(), applied.parameters().to_vec());
            LayoutMap::transform(name, parameters, new(map)?, codomain()).ok()
        }
        Node::Compose { outer, inner } => LayoutMap::fuse(&new(outer)?, &new(inner)?, budget).ok(),
        _ => None,
    }
    .filter(|built| built.domain() == map.domain() && built.codomain() == map.codomain())
}
