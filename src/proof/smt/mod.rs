//! What is left is put to z3, where TileIR is built with the feature `z3`.
//!
//! That a claim fails is a [search](bits::Search) for a point, or for two: numbers in the boxes of
//! the domains at which their constraints, and the claim's contrary, hold. Values are vectors of
//! bits, so products of coordinates and swizzles of any box can be asked about.
//!
//! ```text
//! (i : 12, j : 20) -> (i * j)    injective?    i * j = i' * j', i ne i' or j ne j'
//! ```
//!
//! Nothing is said of totality: vectors wrap where 64 bits overflow. That is why a point is only
//! a proposal, and why it is enough that none is found: where every operation has a value,
//! vectors and numbers agree.

mod bits;

use super::Witness;
use super::finding::{Finding, Findings, Found, if_wanted};
use crate::expr::{BinaryOp, Ranges};
use crate::index_set::Extent;
use crate::map::LayoutMap;
use bits::Search;

const NO_PROGRAM: &str = "no program over a box";
const REFUTED: &str = "what was found is no witness";

/// Those of the four facts that are wanted, of totality and surjectivity nothing.
pub(super) fn facts(map: &LayoutMap, wanted: [bool; 4], steps: u64) -> Findings {
    let nothing = || Err("says nothing of this".to_string());
    Findings {
        total: nothing(),
        bounds: if_wanted(wanted[1], || bounds(map, steps)),
        injective: if_wanted(wanted[2], || injective(map, steps)),
        surjective: nothing(),
    }
}

fn bounds(map: &LayoutMap, steps: u64) -> Found {
    let mut search = Search::default();
    let point = search.point(map).ok_or(NO_PROGRAM)?;
    let values = search.values(map, &point).ok_or(NO_PROGRAM)?;
    let mut outside = Vec::new();
    for (&value, axis) in values.iter().zip(map.codomain().axes()) {
        if let Extent::Finite(extent) = axis.extent() {
            let builder = &mut search.builder;
            let (zero, end) = (builder.constant(0), builder.constant(extent));
            outside.push(builder.binary(BinaryOp::Lt, value, zero));
            outside.push(builder.binary(BinaryOp::Le, end, value));
        }
    }
    if let Some(constraints) = map.codomain().constraints() {
        let demanded = search.builder.inline(constraints, &values);
        let program = search.builder.finish(&demanded);
        if !Ranges::over(&program, &search.extents).all_safe() {
            return Err("a constraint may have no value".to_string());
        }
        let zero = search.builder.constant(0);
        for place in demanded {
            outside.push(search.builder.binary(BinaryOp::Eq, place, zero));
        }
    }
    search.one_of(&outside);
    match search.numbers(steps)? {
        None => Ok(Finding::Holds),
        Some(point) => failing(Witness::outside(map, point)),
    }
}

fn injective(map: &LayoutMap, steps: u64) -> Found {
    let mut search = Search::default();
    let (first, second) = search.points(map, map).ok_or(NO_PROGRAM)?;
    let (left, right) = search.both(map, map, &first, &second).ok_or(NO_PROGRAM)?;
    search.all_equal(&left, &right);
    search.some_differ(&first, &second);
    match search.numbers(steps)? {
        None => Ok(Finding::Holds),
        Some(mut first) => {
            let second = first.split_off(map.domain().rank());
            failing(Witness::collision(map, first, second))
        }
    }
}

/// A point at which two maps over one domain differ; `defined` as in
/// [`presburger::equal`](super::presburger::equal).
pub(super) fn equal(
    left: &LayoutMap,
    right: &LayoutMap,
    defined: impl FnOnce() -> bool,
    steps: u64,
) -> Found {
    let mut search = Search::default();
    let point = search.point(left).ok_or(NO_PROGRAM)?;
    let (a, b) = search.both(left, right, &point, &point).ok_or(NO_PROGRAM)?;
    search.some_differ(&a, &b);
    match search.numbers(steps)? {
        None if !defined() => Err("a map may have no value".to_string()),
        None => Ok(Finding::Holds),
        Some(point) => failing(Witness::difference(left, right, point)),
    }
}

/// Two points that differ along `axis` alone, and in their values.
pub(super) fn constant_along(
    map: &LayoutMap,
    axis: usize,
    defined: impl FnOnce() -> bool,
    steps: u64,
) -> Found {
    let mut search = Search::default();
    let (first, second) = search.points(map, map).ok_or(NO_PROGRAM)?;
    let others = |point: &[u32]| -> Vec<u32> {
        point.iter().enumerate().filter(|(place, _)| *place != axis).map(|(_, &c)| c).collect()
    };
    search.all_equal(&others(&first), &others(&second));
    let (left, right) = search.both(map, map, &first, &second).ok_or(NO_PROGRAM)?;
    search.some_differ(&left, &right);
    match search.numbers(steps)? {
        None if !defined() => Err("a map may have no value".to_string()),
        None => Ok(Finding::Holds),
        Some(mut first) => {
            let second = first.split_off(map.domain().rank());
            failing(Witness::varies(map, first, second, 0))
        }
    }
}

/// A value that two maps have.
pub(super) fn disjoint(left: &LayoutMap, right: &LayoutMap, steps: u64) -> Found {
    let mut search = Search::default();
    let (first, second) = search.points(left, right).ok_or(NO_PROGRAM)?;
    let (a, b) = search.both(left, right, &first, &second).ok_or(NO_PROGRAM)?;
    search.all_equal(&a, &b);
    for (map, values) in [(left, &a), (right, &b)] {
        for (&value, axis) in values.iter().zip(map.codomain().axes()) {
            if let Extent::Finite(extent) = axis.extent() {
                let builder = &mut search.builder;
                let (zero, end) = (builder.constant(0), builder.constant(extent));
                let inside = [
                    builder.binary(BinaryOp::Le, zero, value),
                    builder.binary(BinaryOp::Lt, value, end),
                ];
                search.holds.extend(inside);
            }
        }
    }
    match search.numbers(steps)? {
        None => Ok(Finding::Holds),
        Some(mut first) => {
            let second = first.split_off(left.domain().rank());
            failing(Witness::shared(left, right, (first, second)))
        }
    }
}

fn failing(witness: Option<Witness>) -> Found {
    witness.map(Finding::Fails).ok_or_else(|| REFUTED.to_string())
}

impl Search {
    /// A point of a map's domain.
    fn point(&mut self, map: &LayoutMap) -> Option<Vec<u32>> {
        let extents = map.domain().hull_extents()?;
        let point: Vec<u32> = extents.into_iter().map(|extent| self.number(extent)).collect();
        if let Some(constraints) = map.domain().constraints() {
            let demanded = self.builder.inline(constraints, &point);
            self.holds.extend(demanded);
        }
        Some(point)
    }

    fn points(&mut self, left: &LayoutMap, right: &LayoutMap) -> Option<(Vec<u32>, Vec<u32>)> {
        Some((self.point(left)?, self.point(right)?))
    }

    fn values(&mut self, map: &LayoutMap, point: &[u32]) -> Option<Vec<u32>> {
        Some(self.builder.inline(&map.program()?.value_program(), point))
    }

    fn both(
        &mut self,
        left: &LayoutMap,
        right: &LayoutMap,
        first: &[u32],
        second: &[u32],
    ) -> Option<(Vec<u32>, Vec<u32>)> {
        Some((self.values(left, first)?, self.values(right, second)?))
    }

    fn all_equal(&mut self, left: &[u32], right: &[u32]) {
        for (&left, &right) in left.iter().zip(right) {
            let equal = self.builder.binary(BinaryOp::Eq, left, right);
            self.holds.push(equal);
        }
    }

    fn some_differ(&mut self, left: &[u32], right: &[u32]) {
        let pairs = left.iter().zip(right);
        let builder = &mut self.builder;
        let differ: Vec<u32> =
            pairs.map(|(&left, &right)| builder.binary(BinaryOp::Ne, left, right)).collect();
        self.one_of(&differ);
    }
}
