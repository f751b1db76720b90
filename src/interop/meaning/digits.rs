//! A map as digits: each coordinate split where the map's steps change, each digit with what a
//! step of it moves.
//!
//! ```text
//! (thread, value) -> (thread / 4 + value / 2 * 8, thread % 4 * 2 + value % 2)     C of SM80 16x8
//! thread   weight 1, 4 digits of 2 @ dim1      weight 4, 8 digits of 1 @ dim0
//! value    weight 1, 2 digits of 1 @ dim1      weight 2, 2 digits of 8 @ dim0
//! ```
//!
//! It is TIRx's tile layout of the map, read as a list; what CuTe, TIRx, TileLang and XeGPU say
//! are other ways to write it.
//!
//! **The law.** The sum over the digits is proved to be the map; where it is not, the error has
//! a point at which the only candidate differs.

use crate::cute::Layout;
use crate::error::tuple;
use crate::index_set::{Axis, IndexSet};
use crate::interop::tirx::{TileLayout, TirxError};
use crate::map::{IntTree, LayoutMap};

use super::TranslateError;

/// A digit of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digit {
    /// The coordinate.
    pub axis: usize,
    /// What one step of the digit is of the coordinate.
    pub weight: i64,
    /// How many values it has.
    pub extent: i64,
    /// The codomain axis along which a step moves, and how far; `None` if it moves nothing.
    pub step: Option<(usize, i64)>,
}

/// A map as digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Digits {
    /// Those of each coordinate, the slowest first.
    pub digits: Vec<Digit>,
    /// The value at 0.
    pub offset: Vec<i64>,
}

impl Digits {
    /// The digits of a map; of one without a point a digit a coordinate, which moves nothing.
    pub fn of(map: &LayoutMap) -> Result<Digits, TirxError> {
        let extents = map.domain().extents().unwrap_or_default();
        if extents.contains(&0) {
            let digit = |(axis, extent)| Digit { axis, weight: 1, extent, step: None };
            let digits = extents.into_iter().enumerate().map(digit).collect();
            return Ok(Digits { digits, offset: vec![0; map.codomain().rank()] });
        }
        let layout = TileLayout::of_map(map)?;
        let names: Vec<&str> = map.codomain().axes().iter().map(Axis::name).collect();
        let offset =
            names.iter().map(|name| layout.offset().get(*name).copied().unwrap_or(0)).collect();
        let mut digits = Vec::with_capacity(layout.shard().len());
        let mut shard = layout.shard().iter();
        for (axis, extent) in extents.into_iter().enumerate() {
            let mut left = extent;
            while left > 1 {
                let Some(iter) = shard.next() else { break };
                left /= iter.extent;
                let place = names.iter().position(|name| *name == iter.axis);
                let step = place.map(|place| (place, iter.stride)).filter(|(_, by)| *by != 0);
                digits.push(Digit { axis, weight: left, extent: iter.extent, step });
            }
        }
        Ok(Digits { digits, offset })
    }

    /// The digits of one coordinate, the slowest first.
    pub fn along(&self, axis: usize) -> impl DoubleEndedIterator<Item = &Digit> {
        self.digits.iter().filter(move |digit| digit.axis == axis)
    }

    /// That the digits along each dimension number its coordinates without gap or overlap, so that
    /// an element's digits are its places; else what is in the way.
    pub fn number(&self, shape: &[i64]) -> Result<(), String> {
        if self.offset.iter().any(|&by| by != 0) {
            return Err(format!("the first place holds element {}", tuple(&self.offset)));
        }
        for (dim, &extent) in shape.iter().enumerate() {
            let along = |digit: &Digit| {
                digit.step.filter(|(to, _)| *to == dim).map(|(_, by)| (by, digit.extent))
            };
            let mut steps: Vec<(i64, i64)> = self.digits.iter().filter_map(along).collect();
            steps.sort_unstable();
            let mut next = 1i64;
            for (by, count) in steps {
                if by != next {
                    return Err(format!(
                        "along dim{dim} a step of {by} stands where one of {next} is needed"
                    ));
                }
                next = next.saturating_mul(count);
            }
            if next != extent {
                return Err(format!("along dim{dim} the digits number {next} of {extent}"));
            }
        }
        Ok(())
    }

    /// CuTe's layout of a map with one output, a mode a coordinate.
    pub fn layout(&self, rank: usize) -> Result<Layout, TranslateError> {
        let tree = |number: &dyn Fn(Option<&Digit>) -> i64| {
            let mode = |axis: usize| {
                let leaves: Vec<IntTree> = self
                    .along(axis)
                    .rev()
                    .map(|digit| IntTree::Leaf(number(Some(digit))))
                    .collect();
                match leaves.len() {
                    0 => IntTree::Leaf(number(None)),
                    1 => leaves.into_iter().next().unwrap_or(IntTree::Leaf(1)),
                    _ => IntTree::Tuple(leaves),
                }
            };
            IntTree::Tuple((0..rank).map(mode).collect())
        };
        let shape = tree(&|digit| digit.map_or(1, |digit| digit.extent));
        let stride = tree(&|digit| digit.and_then(|digit| digit.step).map_or(0, |(_, by)| by));
        Ok(Layout::new(&shape, &stride)?)
    }
}

/// The same map into the integers of an axis called `m`.
pub(super) fn into_memory(map: &LayoutMap) -> Result<LayoutMap, TranslateError> {
    super::into(map, IndexSet::new(vec![Axis::integers("m")])?)
}
