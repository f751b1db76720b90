//! [`Asked`]: whether maps have a value at every point, where much is asked of parts of one map.
//!
//! A composition has no value where the map that comes first has none, nor has a translation. So a
//! chain of maps is proved partial once, at a point, and every longer chain by an evaluation there:
//!
//! ```text
//! f : i -> i + 1 from [0, 64) into [0, 64)     partial at 63
//! f of f, f of f of f, ...                     evaluated at 63: no value
//! ```
//!
//! Points that are looked at for one question after another are counted together, each for every
//! pair of nodes; from a limit on, only what needs no look at points is proved.

use std::collections::HashMap;

use crate::index_set::Point;
use crate::map::{LayoutMap, Node};
use crate::proof::{Budget, Defined, Verdict, Witness, defined};

/// What has been asked so far; see the source file's header.
pub(in crate::map) struct Asked<'a> {
    budget: &'a Budget,
    /// Maps with a point at which each has no value, by their nodes' numbers; they are kept so
    /// that a number stays its node's own.
    partial: HashMap<usize, (LayoutMap, Point)>,
    /// What may still be looked at.
    left: u64,
}

/// How many questions may look at all the points of a budget.
const QUESTIONS: u64 = 64;

impl<'a> Asked<'a> {
    /// Nothing yet.
    pub fn new(budget: &'a Budget) -> Asked<'a> {
        let left = budget.points.saturating_mul(QUESTIONS);
        Asked { budget, partial: HashMap::new(), left }
    }

    /// What a proof may cost.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Whether a map is proved to have a value in its codomain at every point.
    pub fn is_sound(&mut self, map: &LayoutMap) -> bool {
        !self.is_partial(map) && self.facts(map, map).everywhere()
    }

    /// Whether a map's values are proved to lie in its codomain.
    pub fn is_within(&mut self, map: &LayoutMap) -> bool {
        self.facts(map, map).bounds.is_proved()
    }

    /// Whether a map is proved total, as it is or over the boxes around its sets, which is then
    /// the map `wide`.
    pub fn is_total(&mut self, map: &LayoutMap, wide: &LayoutMap) -> bool {
        !self.is_partial(map) && self.facts(map, wide).total.is_proved()
    }

    /// Whether a point is known at which the map has no value.
    fn is_partial(&mut self, map: &LayoutMap) -> bool {
        let mut parts = std::iter::successors(Some(map), |&map| first(map));
        let known = parts.find_map(|part| self.partial.get(&part.node_id()));
        let Some(point) = known.map(|(_, point)| point.clone()) else { return false };
        self.is_partial_at(map, point)
    }

    fn is_partial_at(&mut self, map: &LayoutMap, point: Point) -> bool {
        let partial = map.domain().contains(&point) && map.eval_unbounded(&point).is_err();
        if partial {
            self.partial.insert(map.node_id(), (map.clone(), point));
        }
        partial
    }

    /// Where a map has a value. Of maps that have none at the same point, one in the other, it
    /// is remembered.
    fn facts(&mut self, map: &LayoutMap, wide: &LayoutMap) -> Defined {
        let points = wide.domain().few(self.budget.points).unwrap_or(0);
        let cost = points.saturating_mul(wide.tree_size().saturating_pow(2));
        let facts = match self.left.checked_sub(cost) {
            Some(left) => {
                self.left = left;
                defined(wide, self.budget)
            }
            None => defined(wide, &Budget::of_points(0)),
        };
        if let Verdict::Disproved { witness: Witness::Undefined { point, .. }, .. } = &facts.total {
            let mut inside = map;
            while self.is_partial_at(inside, point.values().to_vec())
                && let Some(part) = first(inside)
            {
                inside = part;
            }
        }
        facts
    }
}

/// The part that is evaluated first, at the same point.
fn first(map: &LayoutMap) -> Option<&LayoutMap> {
    match map.node() {
        Node::Compose { inner: part, .. }
        | Node::Translate { map: part, .. }
        | Node::Transform { map: part, .. } => Some(part),
        _ => None,
    }
}
