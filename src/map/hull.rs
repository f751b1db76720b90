//! The same map on the box around its domain.
//!
//! Proofs work on boxes. What is true of the map at every point of the box around a constrained
//! domain is true at every point of the domain; so a prover asks about the wider map first.

use super::{LayoutMap, Node};
use crate::expr::Program;
use crate::expr::ProgramBuilder;

impl LayoutMap {
    /// The map with the same value wherever this one has a domain, on the box around that, and
    /// into the box around the codomain.
    /// `None` where nothing says what the value would be.
    pub(crate) fn over_hulls(&self) -> Option<LayoutMap> {
        self.over_hull()?.to_hull()
    }

    /// The map into the box around its codomain, where it does not end there of itself.
    fn to_hull(&self) -> Option<LayoutMap> {
        if self.codomain().is_box() {
            return Some(self.clone());
        }
        let all = |maps: &[LayoutMap]| {
            maps.iter().map(LayoutMap::to_hull).collect::<Option<Vec<LayoutMap>>>()
        };
        let (domain, codomain) = (self.domain().clone(), self.codomain().hull());
        match self.node() {
            node @ (Node::MixedRadix(_)
            | Node::BitLinear(_)
            | Node::Expr(_)
            | Node::Table(_)
            | Node::Translate { .. }) => LayoutMap::new(node.clone(), domain, codomain).ok(),
            Node::Compose { outer, inner } => {
                LayoutMap::compose(outer.to_hull()?, inner.clone()).ok()
            }
            Node::Product(factors) => LayoutMap::product(all(factors)?).ok(),
            Node::Piecewise(pieces) => LayoutMap::piecewise(domain, all(pieces)?).ok(),
            Node::Identity => LayoutMap::expr(
                domain,
                codomain,
                coordinates(&(0..self.codomain().rank()).collect::<Vec<_>>()),
            )
            .ok(),
            Node::Permute { order: axes } | Node::Project { keep: axes } => {
                LayoutMap::expr(domain, codomain, coordinates(axes)).ok()
            }
            Node::Recast { .. } | Node::Transform { .. } | Node::Regroup(_) => Some(self.clone()),
        }
    }

    /// As [`over_hulls`](LayoutMap::over_hulls), the codomain as it is.
    fn over_hull(&self) -> Option<LayoutMap> {
        let (domain, codomain) = (self.domain().hull(), self.codomain().clone());
        if self.domain().is_box() {
            return Some(self.clone());
        }
        let node = match self.node() {
            node @ (Node::MixedRadix(_) | Node::BitLinear(_) | Node::Expr(_)) => node.clone(),
            Node::Identity => Node::Expr(coordinates(&(0..domain.rank()).collect::<Vec<_>>())),
            Node::Permute { order: axes } | Node::Project { keep: axes } => {
                Node::Expr(coordinates(axes))
            }
            Node::Translate { offset, map } => {
                Node::Translate { offset: offset.clone(), map: map.over_hull()? }
            }
            Node::Recast { units, map } => Node::Recast { units: *units, map: map.over_hull()? },
            Node::Transform { applied, map } => {
                Node::Transform { applied: applied.clone(), map: map.over_hull()? }
            }
            Node::Product(factors) => {
                let wide = factors.iter().map(LayoutMap::over_hull).collect::<Option<Vec<_>>>();
                Node::Product(wide?)
            }
            Node::Compose { outer, inner } => {
                Node::Compose { outer: outer.clone(), inner: inner.over_hull()? }
            }
            Node::Regroup(_) | Node::Piecewise(_) | Node::Table(_) => return None,
        };
        LayoutMap::new(node, domain, codomain).ok()
    }
}

fn coordinates(axes: &[usize]) -> Program {
    let mut builder = ProgramBuilder::default();
    let outputs: Vec<u32> = axes.iter().map(|&axis| builder.coord(axis)).collect();
    builder.finish(&outputs)
}
