//! Normalising the parts of a map that stays a DAG.

use std::collections::HashMap;

use super::Normalizer;
use crate::map::fuse::asked::Asked;
use crate::map::fuse::fuse_asking;
use crate::map::{LayoutMap, Node};
use crate::proof::{Budget, defined};

impl Normalizer<'_> {
    /// The map with its operands normalised and its compositions fused.
    pub(super) fn of_parts(&mut self, map: &LayoutMap) -> Option<LayoutMap> {
        let mut done: HashMap<usize, LayoutMap> = HashMap::new();
        for operand in map.node().operands() {
            let normal = self.normalized(operand);
            done.insert(operand.node_id(), normal);
        }
        let new = |operand: &LayoutMap| done.get(&operand.node_id()).cloned();
        (!done.is_empty()).then(|| rebuilt(map, &mut self.asked, new))?
    }
}

/// The node over other operands, which are the same functions.
fn rebuilt(
    map: &LayoutMap,
    asked: &mut Asked<'_>,
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
            let whole = one(map, &pieces, asked.budget());
            whole.or_else(|| LayoutMap::piecewise(map.domain().clone(), pieces).ok())
        }
        Node::Recast { units, map: inner } => {
            LayoutMap::recast(units.from(), units.to(), new(inner)?).ok()
        }
        Node::Transform { applied, map } => {
            let (name, parameters) = (applied.transform().name(), applied.parameters().to_vec());
            LayoutMap::transform(name, parameters, new(map)?, codomain()).ok()
        }
        Node::Compose { outer, inner } => fuse_asking(&new(outer)?, &new(inner)?, asked).ok(),
        _ => None,
    }
    .filter(|built| built.domain() == map.domain() && built.codomain() == map.codomain())
}

/// The expression that every piece is, where it is proved total on the whole domain.
fn one(map: &LayoutMap, pieces: &[LayoutMap], budget: &Budget) -> Option<LayoutMap> {
    let Node::Expr(program) = pieces.first()?.node() else { return None };
    let same = |piece: &LayoutMap| matches!(piece.node(), Node::Expr(other) if other == program);
    if !pieces.iter().all(same) {
        return None;
    }
    let (domain, codomain) = (map.domain().clone(), map.codomain().clone());
    let whole = LayoutMap::expr(domain, codomain, program.clone()).ok()?;
    defined(&whole, budget).total.is_proved().then_some(whole)
}
