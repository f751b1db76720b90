//! Normalisation: the same function in the flattest form that is *proved* to be it.
//!
//! | tried in this order | when |
//! |---|---|
//! | `identity`, `permute`, `project` | every value is a coordinate, its axis the same |
//! | `mixed_radix` | sums of strides times digits; in a `translate` if they have an offset |
//! | `bit_linear` | there is a bitwise operation, and the map with these bases is proved equal |
//! | `transform` | an XOR that a registered swizzle of a strided map is proved to be |
//! | `mixed_radix`, `bit_linear` | a table has the values of one |
//! | `piecewise` | comparisons choose between sums of digits |
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

use std::collections::HashMap;

use super::fuse::asked::Asked;
use super::{IntTree, LayoutMap, Node};
use crate::expr::{BinaryOp, Inst, Program, constants_last, simplify};
use crate::index_set::{Axis, Extent, IndexSet};
use crate::map::inverse::Bases;
use crate::proof::{Budget, equal};

mod parts;
mod pieces;
mod swizzle;
mod values;

pub use pieces::NoPieces;

/// A normal form may show another one; steps until none does, at most.
const STEPS: usize = 4;

impl LayoutMap {
    /// The same function in the flattest form that is proved; see the source file's header.
    pub fn normalize(&self, budget: &Budget) -> LayoutMap {
        Normalizer { asked: Asked::new(budget), done: HashMap::new() }.normalized(self)
    }
}

/// Maps on the way to their normal forms.
struct Normalizer<'a> {
    asked: Asked<'a>,
    /// Each map that was met, kept so that its node's number stays its own, with its normal form.
    done: HashMap<usize, (LayoutMap, LayoutMap)>,
}

impl Normalizer<'_> {
    /// A map's normal form; each node is asked about once.
    fn normalized(&mut self, map: &LayoutMap) -> LayoutMap {
        if let Some((_, known)) = self.done.get(&map.node_id()) {
            return known.clone();
        }
        let mut normal = map.clone();
        for _ in 0..STEPS {
            match self.step(&normal) {
                Some(next) if next != normal => normal = next,
                _ => break,
            }
        }
        for met in [map, &normal] {
            self.done.insert(met.node_id(), (met.clone(), normal.clone()));
        }
        normal
    }

    fn step(&mut self, map: &LayoutMap) -> Option<LayoutMap> {
        if map.domain().is_empty() {
            return None;
        }
        let flat = if map.domain().is_box() {
            !matches!(map.node(), Node::Piecewise(_)) && self.asked.is_total(map, map)
        } else {
            let flat =
                matches!(map.node(), Node::MixedRadix(_) | Node::BitLinear(_) | Node::Identity);
            !flat && map.over_hulls().is_some_and(|wide| self.asked.is_total(map, &wide))
        };
        match flat {
            true if map.domain().is_box() => flattened(map, self.asked.budget()),
            true => on_constraints(map).or_else(|| self.of_parts(map)),
            false => self.of_parts(map),
        }
    }
}

/// A map over a box that is proved total, as one node.
fn flattened(map: &LayoutMap, budget: &Budget) -> Option<LayoutMap> {
    let extents = map.domain().extents()?;
    if let Node::Table(table) = map.node()
        && let Some(read) = values::of_table(map, table, &extents)
    {
        return Some(read);
    }
    let program = constants_last(&simplify(&map.program()?.value_program(), &extents));
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
    let written = LayoutMap::expr(map.domain().clone(), map.codomain().clone(), program).ok()?;
    pieces::of_sums(&written, budget).or(Some(written))
}

/// A map over a constrained domain that is proved total on the box around it, as an expression.
fn on_constraints(map: &LayoutMap) -> Option<LayoutMap> {
    let wide = map.over_hulls()?;
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

/// `shape:stride`, a stride having a component for each output; perhaps with an offset.
fn as_mixed_radix(map: &LayoutMap, program: &Program, extents: &[i64]) -> Option<LayoutMap> {
    if program.outputs().is_empty() || extents.is_empty() {
        return None;
    }
    let sums = program.outputs().iter().map(|&output| sum_of_digits(program, output, extents));
    let (offsets, digits): (Vec<i64>, Vec<Vec<Digit>>) =
        sums.collect::<Option<Vec<_>>>()?.into_iter().unzip();
    let axes: Option<Vec<Vec<Mode>>> =
        extents.iter().enumerate().map(|(axis, &extent)| modes(axis, extent, &digits)).collect();
    let axes = axes?;
    // No partial sum can overflow if the sizes of all terms together do not.
    for (output, offset) in offsets.iter().enumerate() {
        axes.iter().flatten().try_fold(offset.checked_abs()?, |size, (extent, strides)| {
            size.checked_add((extent - 1).checked_mul(strides[output].checked_abs()?)?)
        })?;
    }
    let count = axes.iter().map(Vec::len).sum::<usize>();
    if let Node::MixedRadix(layout) = map.node()
        && layout.modes().len() == count
    {
        return Some(map.clone());
    }
    let tree = |pick: &dyn Fn(&Mode) -> i64| {
        let modes = axes.iter().map(|modes| match modes.as_slice() {
            [mode] => IntTree::Leaf(pick(mode)),
            modes => IntTree::Tuple(modes.iter().map(|mode| pick(mode).into()).collect()),
        });
        IntTree::Tuple(modes.collect())
    };
    let between = |codomain: IndexSet| {
        let strides = (0..offsets.len()).map(|output| tree(&|mode| mode.1[output])).collect();
        let shape = tree(&|mode| mode.0);
        LayoutMap::mixed_radix_between(shape, strides, map.domain().clone(), codomain)
    };
    if offsets.iter().all(|&offset| offset == 0) {
        return between(map.codomain().clone()).ok();
    }
    let names = map.codomain().axes().iter().enumerate();
    let ranges = names.map(|(output, axis)| range_of(axis.name(), output, &axes));
    let strided = between(IndexSet::new(ranges.collect()).ok()?).ok()?;
    LayoutMap::translate(offsets, strided, Some(map.codomain().clone())).ok()
}

/// An extent, and a stride for each output.
type Mode = (i64, Vec<i64>);

/// The smallest axis for an output's strided values: all integers where some are negative.
fn range_of(name: &str, output: usize, axes: &[Vec<Mode>]) -> Axis {
    let modes = || axes.iter().flatten().map(|(extent, strides)| (extent, strides[output]));
    let size = modes().try_fold(1i64, |size, (extent, stride)| {
        size.checked_add((extent - 1).checked_mul(stride)?)
    });
    match size {
        Some(size) if modes().all(|(_, stride)| stride >= 0) => Axis::new(name, size),
        _ => Axis::integers(name),
    }
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

/// The modes of one axis, fastest first: the axis is cut where a digit of an output begins or
/// ends, and neighbours that continue each other are one. `None` where the cuts do not divide
/// each other.
fn modes(axis: usize, extent: i64, digits: &[Vec<Digit>]) -> Option<Vec<Mode>> {
    let own = |output: &Vec<Digit>| -> Vec<(i64, i64, i64)> {
        let own = output.iter().filter(|digit| digit.axis == axis);
        own.map(|digit| (digit.from, digit.to, digit.factor)).collect()
    };
    let outputs: Vec<Vec<(i64, i64, i64)>> = digits.iter().map(own).collect();
    let mut cuts: Vec<i64> =
        outputs.iter().flatten().flat_map(|&(from, to, _)| [from, to]).collect();
    cuts.extend([1, extent]);
    cuts.sort_unstable();
    cuts.dedup();
    let mut modes: Vec<Mode> = Vec::new();
    for pair in cuts.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if to % from != 0 || to > extent {
            return None;
        }
        let stride = |digits: &Vec<(i64, i64, i64)>| {
            let here = digits.iter().filter(|digit| digit.0 <= from && to <= digit.1);
            here.into_iter().try_fold(0i64, |stride, &(begin, _, factor)| {
                stride.checked_add(factor.checked_mul(from / begin)?)
            })
        };
        let strides = outputs.iter().map(stride).collect::<Option<Vec<i64>>>()?;
        match modes.last_mut() {
            Some((size, last))
                if last.iter().zip(&strides).all(|(a, &b)| a.checked_mul(*size) == Some(b)) =>
            {
                *size *= to / from;
            }
            _ => modes.push((to / from, strides)),
        }
    }
    if modes.is_empty() {
        modes.push((1, vec![0; digits.len()]));
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
    if !program.is_bitwise() {
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
