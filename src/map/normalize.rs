//! Normalisation: the same function in the flattest form that is *proved* to be it.
//!
//! | tried in this order | when |
//! |---|---|
//! | `identity`, `permute`, `project` | every value is a coordinate, its axis the same |
//! | `mixed_radix` | one value, a sum of strides times digits; in a `translate` if it has an offset |
//! | `bit_linear` | there is a bitwise operation, and the map with these bases is proved equal |
//! | `transform` | an XOR that a registered swizzle of a strided map is proved to be |
//! | `expr` | always: the [simplified](crate::expr::simplify) program |
//!
//! A map that is not proved total keeps its nodes: its parts are normalised, and compositions
//! [fused](LayoutMap::fuse) where a rule allows it. A piecewise map is normalised piece by piece.
//!
//! **The law.** Domain, codomain, value, and the points at which there is none stay. A map of
//! maps demands that each part's value is in that part's codomain; flattening forgets that, so
//! it is done only where the map is proved *total*. `f(x) = x` from `[0, 8)` into `[0, 4)` under
//! `g(y) = 0 * y` is undefined from 4 on, and stays as it is. Normalising twice is normalising
//! once.

use super::{IntTree, LayoutMap, Node};
use crate::error::MapError;
use crate::expr::{BinaryOp, Inst, Program, simplify};
use crate::index_set::{Axis, Extent, IndexSet};
use crate::map::inverse::Bases;
use crate::proof::{Budget, defined, equal};

mod parts;
mod pieces;
mod swizzle;

pub use pieces::NoPieces;

/// A normal form may show another one; steps until none does, at most.
const STEPS: usize = 4;

impl LayoutMap {
    /// The same function in the flattest form that is proved; see the source file's header.
    pub fn normalize(&self, budget: &Budget) -> LayoutMap {
        let mut map = self.clone();
        for _ in 0..STEPS {
            match step(&map, budget) {
                Some(next) if next != map => map = next,
                _ => break,
            }
        }
        map
    }
}

fn step(map: &LayoutMap, budget: &Budget) -> Option<LayoutMap> {
    if map.domain().is_empty() {
        return None;
    }
    if !map.domain().is_box() {
        return on_constraints(map, budget).or_else(|| parts::normalized(map, budget));
    }
    let extents = map.domain().extents()?;
    if matches!(map.node(), Node::Piecewise(_)) || !defined(map, budget).total.is_proved() {
        return parts::normalized(map, budget);
    }
    let program = simplify(&map.program()?.value_program(), &extents);
    if let Some(selection) = as_selection(map, &program) {
        return Some(selection);
    }
    if let Some(strided) = as_mixed_radix(map, &program, &extents) {
        return Some(strided);
    }
    if let Some(linear) = as_bit_linear(map, &program, &extents, budget) {
        return Some(linear);
    }
    if let Some(swizzled) = swizzle::as_swizzle(map, &program, &extents, budget) {
        return Some(swizzled);
    }
    LayoutMap::expr(map.domain().clone(), map.codomain().clone(), program).ok()
}

/// Expressions on a constrained domain, simplified where they have a value on the box around it.
fn on_constraints(map: &LayoutMap, budget: &Budget) -> Option<LayoutMap> {
    let flat = matches!(map.node(), Node::MixedRadix(_) | Node::BitLinear(_) | Node::Identity);
    let wide = map.over_hulls().filter(|_| !flat)?;
    if !defined(&wide, budget).total.is_proved() {
        return None;
    }
    let program = simplify(&wide.program()?.value_program(), &wide.domain().extents()?);
    LayoutMap::expr(map.domain().clone(), map.codomain().clone(), program).ok()
}

/// Identity, permutation or projection.
fn as_selection(map: &LayoutMap, program: &Program) -> Option<LayoutMap> {
    let (domain, codomain) = (map.domain(), map.codomain());
    let mut keep = Vec::with_capacity(codomain.rank());
    for (&output, axis) in program.outputs().iter().zip(codomain.axes()) {
        let source = domain.position(axis.name())?;
        let value = match program.insts()[output as usize] {
            Inst::Coord(position) => position as usize == source,
            // The only coordinate of an axis of extent 1.
            Inst::Const(0) => axis.extent() == Extent::Finite(1),
            _ => false,
        };
        if !value || domain.axes()[source] != *axis {
            return None;
        }
        keep.push(source);
    }
    let selection = if domain == codomain {
        LayoutMap::identity(domain.clone())
    } else if keep.len() == domain.rank() {
        LayoutMap::permute(domain.clone(), keep)
    } else {
        LayoutMap::project(domain.clone(), keep)
    };
    selection.ok().filter(|selection| selection.codomain() == codomain)
}

/// `factor * ((x floordiv from) mod (to / from))`, `x` the coordinate of an axis.
struct Digit {
    axis: usize,
    from: i64,
    to: i64,
    factor: i64,
}

/// `shape:stride`, perhaps with an offset.
fn as_mixed_radix(map: &LayoutMap, program: &Program, extents: &[i64]) -> Option<LayoutMap> {
    let &[output] = program.outputs() else { return None };
    if extents.is_empty() {
        return None;
    }
    let (offset, digits) = sum_of_digits(program, output, extents)?;
    let axes: Option<Vec<Vec<(i64, i64)>>> =
        extents.iter().enumerate().map(|(axis, &extent)| modes(axis, extent, &digits)).collect();
    let axes = axes?;
    // No partial sum can overflow if the sizes of all terms together do not.
    let size = axes.iter().flatten().try_fold(offset.checked_abs()?, |size, (extent, stride)| {
        size.checked_add((extent - 1).checked_mul(stride.checked_abs()?)?)
    });
    size?;
    let count = axes.iter().map(Vec::len).sum::<usize>();
    if let Node::MixedRadix(layout) = map.node()
        && layout.modes().len() == count
    {
        return Some(map.clone());
    }
    let tree = |pick: fn(&(i64, i64)) -> i64| {
        let modes = axes.iter().map(|modes| match modes.as_slice() {
            [mode] => IntTree::Leaf(pick(mode)),
            modes => IntTree::Tuple(modes.iter().map(|mode| pick(mode).into()).collect()),
        });
        IntTree::Tuple(modes.collect())
    };
    let between = |codomain: IndexSet| {
        let (shape, stride) = (tree(|mode| mode.0), tree(|mode| mode.1));
        LayoutMap::mixed_radix_between(shape, vec![stride], map.domain().clone(), codomain)
    };
    if offset == 0 {
        return between(map.codomain().clone()).ok();
    }
    let name = map.codomain().axes().first()?.name();
    let strided = between(range_of(name, &axes).ok()?).ok()?;
    LayoutMap::translate(vec![offset], strided, Some(map.codomain().clone())).ok()
}

/// The smallest set of the strided values: all integers where some are negative.
fn range_of(name: &str, axes: &[Vec<(i64, i64)>]) -> Result<IndexSet, MapError> {
    let modes = || axes.iter().flatten();
    let size = modes().try_fold(1i64, |size, &(extent, stride)| {
        size.checked_add((extent - 1).checked_mul(stride)?)
    });
    let axis = match size {
        Some(size) if modes().all(|&(_, stride)| stride >= 0) => Axis::new(name, size),
        _ => Axis::integers(name),
    };
    IndexSet::new(vec![axis])
}

/// The value as a constant and digits of single coordinates.
fn sum_of_digits(program: &Program, output: u32, extents: &[i64]) -> Option<(i64, Vec<Digit>)> {
    let insts = program.insts();
    let constant = |place: u32| match insts[place as usize] {
        Inst::Const(value) => Some(value),
        _ => None,
    };
    let (mut offset, mut digits) = (0i64, Vec::new());
    let mut pending = vec![(output, 1i64)];
    // A sum that uses sums over and over is no sum of a few digits.
    let mut left = 4 * insts.len() + 16;
    while let Some((place, factor)) = pending.pop() {
        left = left.checked_sub(1)?;
        match insts[place as usize] {
            Inst::Const(value) => offset = offset.checked_add(value.checked_mul(factor)?)?,
            Inst::Binary(BinaryOp::Add, lhs, rhs) => pending.extend([(lhs, factor), (rhs, factor)]),
            Inst::Binary(BinaryOp::Sub, lhs, rhs) => {
                pending.extend([(lhs, factor), (rhs, factor.checked_neg()?)]);
            }
            Inst::Binary(BinaryOp::Mul, lhs, rhs) => {
                pending.push((lhs, factor.checked_mul(constant(rhs)?)?));
            }
            _ => digits.push(Digit { factor, ..digit(insts, place, extents)? }),
        }
    }
    Some((offset, digits))
}

fn digit(insts: &[Inst], place: u32, extents: &[i64]) -> Option<Digit> {
    let by = |op: BinaryOp, place: u32| match insts[place as usize] {
        Inst::Binary(found, of, by) if found == op => match insts[by as usize] {
            Inst::Const(by) if by > 0 => Some((of, by)),
            _ => None,
        },
        _ => None,
    };
    let (inner, extent) = match by(BinaryOp::Mod, place) {
        Some((inner, extent)) => (inner, Some(extent)),
        None => (place, None),
    };
    let (of, from) = by(BinaryOp::FloorDiv, inner).unwrap_or((inner, 1));
    let Inst::Coord(axis) = insts[of as usize] else { return None };
    let axis = axis as usize;
    let to = match extent {
        Some(extent) => from.checked_mul(extent)?,
        None => *extents.get(axis)?,
    };
    Some(Digit { axis, from, to, factor: 0 })
}

/// The modes `(extent, stride)` of one axis, fastest first: the axis is cut where a digit
/// begins or ends, and neighbours that continue each other are one. `None` where the cuts do
/// not divide each other.
fn modes(axis: usize, extent: i64, digits: &[Digit]) -> Option<Vec<(i64, i64)>> {
    let own = || digits.iter().filter(move |digit| digit.axis == axis);
    let mut cuts: Vec<i64> = own().flat_map(|digit| [digit.from, digit.to]).collect();
    cuts.extend([1, extent]);
    cuts.sort_unstable();
    cuts.dedup();
    let mut modes: Vec<(i64, i64)> = Vec::new();
    for pair in cuts.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if to % from != 0 || to > extent {
            return None;
        }
        let mut stride = 0i64;
        for digit in own().filter(|digit| digit.from <= from && to <= digit.to) {
            stride = stride.checked_add(digit.factor.checked_mul(from / digit.from)?)?;
        }
        match modes.last_mut() {
            Some(last) if last.1.checked_mul(last.0) == Some(stride) => last.0 *= to / from,
            _ => modes.push((to / from, stride)),
        }
    }
    if modes.is_empty() {
        modes.push((1, 0));
    }
    Some(modes)
}

/// The bases are the values where one bit is set; that the map is their XOR is proved.
fn as_bit_linear(
    map: &LayoutMap,
    program: &Program,
    extents: &[i64],
    budget: &Budget,
) -> Option<LayoutMap> {
    let bitwise = |inst: &Inst| matches!(inst, Inst::Binary(BinaryOp::Xor | BinaryOp::And, ..));
    if !program.insts().iter().any(bitwise) {
        return None;
    }
    if let Node::BitLinear(_) = map.node() {
        return Some(map.clone());
    }
    let Bases { constant, columns: bases } = Bases::read_off(program, extents)?;
    if constant.iter().any(|&value| value != 0) {
        return None;
    }
    // Compared without the codomain, which would hide values outside it.
    let anywhere = IndexSet::integers(map.codomain().rank());
    let domain = map.domain().clone();
    let linear = LayoutMap::bit_linear(domain.clone(), anywhere.clone(), bases.clone()).ok()?;
    let written = LayoutMap::expr(domain.clone(), anywhere, program.clone()).ok()?;
    if !equal(&written, &linear, budget).is_proved() {
        return None;
    }
    LayoutMap::bit_linear(domain, map.codomain().clone(), bases).ok()
}

#[cfg(test)]
mod tests;
