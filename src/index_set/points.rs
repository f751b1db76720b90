//! Enumeration: the points of a set, the last axis fastest.
//!
//! Few points may lie in a huge box, `(q : 10000000000, i : 2 where i gt 5)` has none, so the box
//! is not walked. Axes that constraints tie are a group, and the points of a group are listed
//! first, as far as they are [counted](IndexSet::COUNTED); then each axis takes only values that
//! a point has:
//!
//! ```text
//! (a : 4, b : 9, c : 4 where a + c eq 2)      groups  (a, c): (0,2) (1,1) (2,0)     b: 0 .. 8
//! points     (0,0,2) (0,1,2) ... (0,8,2) (1,0,1) ... (2,8,0)
//! ```
//!
//! Only a group that is not listed is walked, each point of it being tested.
//!
//! **The law.** The points are those of the box that the set contains, in order.

use std::sync::Arc;

use super::constraints::{broken, groups};
use super::size::Looked;
use super::{IndexSet, Point};
use crate::expr::Program;

/// The points of an [`IndexSet`], the last axis fastest.
#[derive(Clone, Debug)]
pub struct Points {
    axes: Vec<Along>,
    /// The points of each group in order, a coordinate a number.
    listed: Vec<Arc<[i64]>>,
    /// What is left to be tested.
    tested: Option<Program>,
    next: Option<Vec<At>>,
    /// Room for the values of constraints.
    values: Vec<i64>,
}

/// Which values an axis takes.
#[derive(Clone, Debug)]
enum Along {
    /// All below an extent.
    Free(i64),
    /// Those of the points of a group, of which this is one of `rank` coordinates.
    Tied {
        /// The group.
        group: usize,
        /// The coordinate.
        position: usize,
        /// The number of its coordinates.
        rank: usize,
        /// The axis of the coordinate before.
        before: Option<usize>,
    },
}

/// Where an axis stands: its value, and the points of its group that have it and those of the
/// axes before.
#[derive(Clone, Copy, Debug)]
struct At {
    value: i64,
    from: usize,
    to: usize,
}

impl IndexSet {
    /// Every point, the last axis fastest; none if an axis is infinite.
    pub fn points(&self) -> Points {
        let Some(extents) = self.hull_extents().filter(|extents| !extents.contains(&0)) else {
            return Points::none();
        };
        let mut points = Points {
            axes: extents.into_iter().map(Along::Free).collect(),
            tested: self.constraints().cloned(),
            ..Points::none()
        };
        if let Some(constraints) = self.constraints() {
            let groups = groups(constraints, self.rank());
            // A single group is walked as it is.
            if groups.len() > 1 && !points.list(self, groups) {
                return Points::none();
            }
        }
        points.next = points.first(0, Vec::new());
        points
    }
}

impl Points {
    fn none() -> Points {
        Points {
            axes: Vec::new(),
            listed: Vec::new(),
            tested: None,
            next: None,
            values: Vec::new(),
        }
    }

    /// Lists the points of the groups that are small enough; `false` if one has none.
    fn list(&mut self, set: &IndexSet, groups: Vec<(Vec<usize>, Program)>) -> bool {
        let (mut walked, mut looked) = (Vec::new(), Looked::default());
        for (axes, tied) in groups {
            if tied.outputs().is_empty() {
                continue;
            }
            let own = axes.iter().filter_map(|&axis| set.axes().get(axis).cloned()).collect();
            let group = IndexSet::of(own, Some(tied));
            if !looked.affords(&group) {
                walked.extend(axes);
                continue;
            }
            let listed: Vec<Point> = group.points().collect();
            if listed.is_empty() {
                return false;
            }
            let mut before = None;
            for (position, &axis) in axes.iter().enumerate() {
                let (group, rank) = (self.listed.len(), axes.len());
                self.axes[axis] = Along::Tied { group, position, rank, before };
                before = Some(axis);
            }
            self.listed.push(listed.concat().into());
        }
        self.tested = set.constraints().and_then(|all| super::constraints::on(all, &walked));
        true
    }

    /// The least places of the axes from `axis` on, behind those of the axes before.
    fn first(&self, axis: usize, mut places: Vec<At>) -> Option<Vec<At>> {
        places.truncate(axis);
        for axis in axis..self.axes.len() {
            let (from, to) = self.within(axis, &places);
            places.push(self.place(axis, 0, from, to)?);
        }
        Some(places)
    }

    /// The points of an axis' group that the axes before it leave.
    fn within(&self, axis: usize, places: &[At]) -> (usize, usize) {
        match self.axes[axis] {
            Along::Free(_) => (0, 0),
            Along::Tied { before: Some(before), .. } => (places[before].from, places[before].to),
            Along::Tied { group, rank, .. } => (0, self.listed[group].len() / rank),
        }
    }

    /// The place with the least value from `least` on, of those of the points `from..to`.
    fn place(&self, axis: usize, least: i64, from: usize, to: usize) -> Option<At> {
        match self.axes[axis] {
            Along::Free(extent) => (least < extent).then_some(At { value: least, from, to }),
            Along::Tied { group, position, rank, .. } => {
                let of = |point: usize| self.listed[group][point * rank + position];
                let from = from + partition(to - from, |k| of(from + k) < least);
                let value = (from < to).then(|| of(from))?;
                let to = from + partition(to - from, |k| of(from + k) == value);
                Some(At { value, from, to })
            }
        }
    }

    fn step(&mut self) -> Option<Point> {
        let places = self.next.take()?;
        let point = places.iter().map(|at| at.value).collect();
        let advanced = (0..places.len()).rev().find_map(|axis| {
            let (from, to) = self.within(axis, &places);
            Some((axis, self.place(axis, places[axis].value + 1, from, to)?))
        });
        if let Some((axis, place)) = advanced {
            let mut places = places;
            places[axis] = place;
            self.next = self.first(axis + 1, places);
        }
        Some(point)
    }
}

/// The number of leading `true` of `count` answers, all of which stand before the first `false`.
fn partition(count: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

impl Iterator for Points {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        loop {
            let point = self.step()?;
            let Some(tested) = self.tested.as_ref() else { return Some(point) };
            if broken(tested, &point, &mut self.values).is_none() {
                return Some(point);
            }
        }
    }
}
