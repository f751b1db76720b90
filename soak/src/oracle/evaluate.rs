//! The value of a map at a point once more, node by node, from the table in [`tileir::map`].
//!
//! ```text
//! compose<outer, inner> at x      inner at x, which must lie in the inner codomain;
//!                                 then outer there
//! ```
//!
//! Nothing is shared with the map's own evaluator: digits are taken from the nested shape as it
//! is written, products and sums are made in 128 bits, transforms are told by their names.

use super::{arithmetic, sets};
use tileir::{BinaryOp, IndexSet, IntTree, LayoutMap, Node, Point};

/// The value at a point of the domain, which may lie outside the codomain; `None` where there is
/// none.
pub fn value(map: &LayoutMap, point: &[i64]) -> Option<Point> {
    let own = |axes: &[usize]| axes.iter().map(|&axis| point.get(axis).copied()).collect();
    match map.node() {
        Node::Identity => Some(point.to_vec()),
        Node::Permute { order: axes } | Node::Project { keep: axes } => own(axes),
        Node::MixedRadix(layout) => {
            layout.strides().iter().map(|stride| strided(layout.shape(), stride, point)).collect()
        }
        Node::BitLinear(layout) => {
            let mut value = vec![0; map.codomain().rank()];
            for (bits, x) in layout.bases().iter().zip(point) {
                let set = bits.iter().enumerate().filter(|(bit, _)| x & (1 << bit) != 0);
                for basis in set.map(|(_, basis)| basis) {
                    value = value.iter().zip(basis).map(|(v, b)| v ^ b).collect();
                }
            }
            Some(value)
        }
        Node::Expr(program) => arithmetic::outputs(program, point),
        Node::Translate { offset, map } => {
            let value = inside(map, point)?;
            let sum = |(&a, &b): (&i64, &i64)| arithmetic::apply(BinaryOp::Add, a, b);
            value.iter().zip(offset).map(sum).collect()
        }
        Node::Product(factors) => {
            let (mut all, mut from) = (Vec::new(), 0);
            for factor in factors {
                let to = from + factor.domain().rank();
                all.extend(value(factor, point.get(from..to)?)?);
                from = to;
            }
            Some(all)
        }
        Node::Compose { outer, inner } => value(outer, &inside(inner, point)?),
        Node::Regroup(regroup) => {
            let mut digits = Vec::new();
            for (extents, &x) in regroup.split().iter().zip(point) {
                let mut rest = x;
                for &extent in extents {
                    digits.push((rest % extent, extent));
                    rest /= extent;
                }
            }
            let joined = |members: &Vec<usize>| {
                members.iter().rev().try_fold(0, |value, &member| {
                    let &(digit, extent) = digits.get(member)?;
                    Some(value * extent + digit)
                })
            };
            regroup.join().iter().map(joined).collect()
        }
        Node::Recast { units, map } => {
            let bits = |v: &i64| i128::from(*v) * i128::from(units.from());
            let to = i128::from(units.to());
            let whole = |bits: i128| (bits % to == 0).then_some(bits / to);
            inside(map, point)?.iter().map(|v| i64::try_from(whole(bits(v))?).ok()).collect()
        }
        Node::Transform { applied, map: inner } => {
            let name = applied.transform().name();
            transformed(name, applied.parameters(), map, &inside(inner, point)?)
        }
        Node::Piecewise(pieces) => {
            let mut own = pieces.iter().filter(|piece| sets::contains(piece.domain(), point));
            value(own.next()?, point)
        }
        Node::Table(table) => {
            let rank = map.codomain().rank();
            let row = row_of(map.domain(), point)?;
            table.values().get(row * rank..(row + 1) * rank).map(<[i64]>::to_vec)
        }
    }
}

/// How many points of a set come before one of its own.
fn row_of(set: &IndexSet, point: &[i64]) -> Option<usize> {
    let Some(extents) = set.extents() else {
        return sets::points(set).position(|own| own == point);
    };
    let place = |row: i64, (x, extent): (&i64, &i64)| row * extent + x;
    usize::try_from(point.iter().zip(&extents).fold(0, place)).ok()
}

/// The value, if it lies in the map's codomain.
fn inside(map: &LayoutMap, point: &[i64]) -> Option<Point> {
    value(map, point).filter(|value| sets::contains(map.codomain(), value))
}

/// `shape:stride` at a point, an entry a top-level mode; each sum so far must fit 64 bits.
fn strided(shape: &IntTree, stride: &IntTree, point: &[i64]) -> Option<i64> {
    let nested = matches!(shape, IntTree::Tuple(_));
    let strides = if nested { stride.modes() } else { std::slice::from_ref(stride) };
    let mut sum = 0;
    for ((shape, stride), &x) in shape.modes().iter().zip(strides).zip(point) {
        let mut rest = x;
        add_digits(shape, stride, &mut rest, &mut sum)?;
    }
    Some(sum)
}

fn add_digits(shape: &IntTree, stride: &IntTree, rest: &mut i64, sum: &mut i64) -> Option<()> {
    match (shape, stride) {
        (IntTree::Leaf(extent), IntTree::Leaf(stride)) => {
            let term = arithmetic::apply(BinaryOp::Mul, *rest % extent, *stride)?;
            *sum = arithmetic::apply(BinaryOp::Add, *sum, term)?;
            *rest /= extent;
            Some(())
        }
        (IntTree::Tuple(shapes), IntTree::Tuple(strides)) => shapes
            .iter()
            .zip(strides)
            .try_for_each(|(shape, stride)| add_digits(shape, stride, rest, sum)),
        _ => None,
    }
}

/// The built-in transforms: an XOR swizzle bit by bit, a rotation of rows.
fn transformed(name: &str, parameters: &[i64], map: &LayoutMap, value: &[i64]) -> Option<Point> {
    match (name, parameters, value) {
        ("swizzle", &[bits, base, shift], &[x]) => {
            let swizzled = (0..bits).fold(x, |swizzled, bit| {
                let (from, to) = (base + bit + shift.max(0), base + bit - shift.min(0));
                swizzled ^ (x >> from & 1) << to
            });
            Some(vec![swizzled])
        }
        ("rotate", &[step], &[row, place]) => {
            let places = map.codomain().axes().get(1)?.extent().finite()?;
            let turned = i128::from(place) + i128::from(step) * i128::from(row);
            let place = turned.checked_rem_euclid(places.into())?;
            Some(vec![row, i64::try_from(place).ok()?])
        }
        _ => None,
    }
}
