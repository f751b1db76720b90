//! Maps of every kind of node, around operands of any kind.

use super::sets;
use crate::choices::Choices;
use tileir::map::bits_for;
use tileir::{IndexSet, IntTree, LayoutMap, MapError};

/// A table is made of sets of at most this many points.
const TABLE: i64 = 64;

/// A map of any kind over a domain, with operands nested at most `depth` deep.
pub fn map(
    choices: &mut Choices<'_>,
    domain: &IndexSet,
    depth: usize,
) -> Result<LayoutMap, MapError> {
    let outer = if depth == 0 { 0 } else { choices.below(8) };
    match outer {
        1 => translated(choices, domain, depth),
        2 => product(choices, domain, depth),
        3 | 4 => composed(choices, domain, depth),
        5 => recast(choices, domain, depth),
        6 => transformed(choices, domain, depth),
        7 => piecewise(choices, domain, depth),
        _ => leaf(choices, domain),
    }
}

fn leaf(choices: &mut Choices<'_>, domain: &IndexSet) -> Result<LayoutMap, MapError> {
    match choices.below(9) {
        0 => LayoutMap::identity(domain.clone()),
        1 => selected(choices, domain),
        2 | 3 => mixed_radix(choices, domain),
        4 => bit_linear(choices, domain),
        5 => regrouped(choices, domain),
        6 => table(choices, domain),
        _ => expression(choices, domain),
    }
}

fn expression(choices: &mut Choices<'_>, domain: &IndexSet) -> Result<LayoutMap, MapError> {
    let codomain = codomain(choices)?;
    let program = sets::program(choices, domain.rank(), codomain.rank());
    LayoutMap::expr(domain.clone(), codomain, program)
}

/// A codomain; one in eight is constrained, and then finite.
fn codomain(choices: &mut Choices<'_>) -> Result<IndexSet, MapError> {
    let set = sets::any(choices)?;
    if set.extents().is_some() && choices.once_in(8) {
        return sets::constrained(choices, &set);
    }
    Ok(set)
}

fn mixed_radix(choices: &mut Choices<'_>, domain: &IndexSet) -> Result<LayoutMap, MapError> {
    let strides = [1, 2, 3, 4, 8, 0, 5, -1, 12, 1 << 61, 6];
    let (mut shape, mut stride) = (Vec::new(), Vec::new());
    for extent in domain.hull_extents().unwrap_or_default() {
        let factor = choices.pick(&[2, 3, 1]);
        if extent > factor && factor > 1 && extent % factor == 0 {
            let pair = |a: i64, b: i64| IntTree::Tuple(vec![a.into(), b.into()]);
            shape.push(pair(factor, extent / factor));
            stride.push(pair(choices.pick(&strides), choices.pick(&strides)));
        } else {
            shape.push(extent.into());
            stride.push(choices.pick(&strides).into());
        }
    }
    let codomain = sets::of_rank(choices, 1)?;
    let (shape, stride) = (IntTree::Tuple(shape), IntTree::Tuple(stride));
    LayoutMap::mixed_radix_between(shape, vec![stride], domain.clone(), codomain)
}

fn bit_linear(choices: &mut Choices<'_>, domain: &IndexSet) -> Result<LayoutMap, MapError> {
    let codomain = codomain(choices)?;
    let mut bases = Vec::new();
    for extent in domain.hull_extents().unwrap_or_default() {
        let basis =
            |_| (0..codomain.rank()).map(|_| choices.pick(&[1, 2, 4, 0, 8, 3, 6, 5, 33])).collect();
        bases.push((0..bits_for(extent)).map(basis).collect());
    }
    LayoutMap::bit_linear(domain.clone(), codomain, bases)
}

/// A permutation or a projection.
pub fn selected(choices: &mut Choices<'_>, domain: &IndexSet) -> Result<LayoutMap, MapError> {
    let rank = domain.rank();
    if choices.once_in(2) {
        let mut order: Vec<usize> = (0..rank).collect();
        order.rotate_left(choices.below(rank));
        return LayoutMap::permute(domain.clone(), order);
    }
    LayoutMap::project(domain.clone(), (0..rank).filter(|_| choices.once_in(2)).collect())
}

/// Digits joined anew; the identity of a constrained domain.
pub fn regrouped(choices: &mut Choices<'_>, domain: &IndexSet) -> Result<LayoutMap, MapError> {
    let Some(extents) = domain.extents() else { return LayoutMap::identity(domain.clone()) };
    let split: Vec<Vec<i64>> = extents
        .into_iter()
        .map(|extent| match choices.pick(&[2, 3, 1]) {
            factor if factor > 1 && extent > factor && extent % factor == 0 => {
                vec![factor, extent / factor]
            }
            _ => vec![extent],
        })
        .collect();
    let mut members: Vec<usize> = (0..split.iter().flatten().count()).collect();
    let mut join: Vec<Vec<usize>> = vec![Vec::new(); 1 + choices.below(3)];
    while !members.is_empty() {
        let axis = choices.below(join.len());
        join[axis].push(members.remove(choices.below(members.len())));
    }
    let names: Vec<String> = join.iter().map(|_| choices.name()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    LayoutMap::regroup(domain.clone(), &names, split, join)
}

/// Values written out; the identity of a large domain.
pub fn table(choices: &mut Choices<'_>, domain: &IndexSet) -> Result<LayoutMap, MapError> {
    let points = domain.hull().cardinality().filter(|&points| points <= TABLE);
    if points.is_none() {
        return LayoutMap::identity(domain.clone());
    }
    let codomain = codomain(choices)?;
    let mut value = || choices.pick(&[0, 1, 2, 3, 5, 7, -1, 4]);
    let rows = domain.points().map(|_| (0..codomain.rank()).map(|_| value()).collect());
    let rows: Vec<Vec<i64>> = rows.collect();
    LayoutMap::table(domain.clone(), codomain, &rows)
}

/// A constant added, with a codomain or without.
pub fn translated(
    choices: &mut Choices<'_>,
    domain: &IndexSet,
    depth: usize,
) -> Result<LayoutMap, MapError> {
    let inner = map(choices, domain, depth.saturating_sub(1))?;
    let rank = inner.codomain().rank();
    let offset = (0..rank).map(|_| choices.pick(&[0, 1, 3, -2, 8, i64::MAX, i64::MIN])).collect();
    let to = if choices.once_in(2) { Some(sets::of_rank(choices, rank)?) } else { None };
    LayoutMap::translate(offset, inner, to)
}

/// Two factors side by side; of a constrained domain, one.
pub fn product(
    choices: &mut Choices<'_>,
    domain: &IndexSet,
    depth: usize,
) -> Result<LayoutMap, MapError> {
    let cut = if domain.is_box() { choices.below(domain.rank() + 1) } else { 0 };
    let (left, right) = domain.axes().split_at(cut);
    let right = if cut == 0 { domain.clone() } else { IndexSet::new(right.to_vec())? };
    let mut factors = Vec::new();
    if cut > 0 {
        let left = IndexSet::new(left.to_vec())?;
        factors.push(map(choices, &left, depth.saturating_sub(1))?);
    }
    factors.push(map(choices, &right, depth.saturating_sub(1))?);
    LayoutMap::product(factors.clone()).or_else(|_| Ok(factors.swap_remove(0)))
}

/// A map after another; the other alone where it ends in all integers.
pub fn composed(
    choices: &mut Choices<'_>,
    domain: &IndexSet,
    depth: usize,
) -> Result<LayoutMap, MapError> {
    let inner = map(choices, domain, depth.saturating_sub(1))?;
    if inner.codomain().hull_extents().is_none() {
        return Ok(inner);
    }
    let outer = map(choices, &inner.codomain().clone(), depth.saturating_sub(1))?;
    LayoutMap::compose(outer, inner)
}

/// Addresses in other units; a map of several codomain axes as it is.
pub fn recast(
    choices: &mut Choices<'_>,
    domain: &IndexSet,
    depth: usize,
) -> Result<LayoutMap, MapError> {
    let inner = map(choices, domain, depth.saturating_sub(1))?;
    let [from, to] = [0, 1].map(|_| choices.pick(&[8, 16, 32, 4, 24, 1 << 40]));
    match inner.codomain().rank() {
        1 => LayoutMap::recast(from, to, inner),
        _ => Ok(inner),
    }
}

/// A swizzle or a rotation, where the codomain allows it.
pub fn transformed(
    choices: &mut Choices<'_>,
    domain: &IndexSet,
    depth: usize,
) -> Result<LayoutMap, MapError> {
    let inner = map(choices, domain, depth.saturating_sub(1))?;
    let (name, parameters) = match inner.codomain().rank() {
        1 => (
            "swizzle",
            vec![1 + choices.pick(&[0, 1]), choices.pick(&[0, 1]), choices.pick(&[2, -2])],
        ),
        _ => ("rotate", vec![choices.pick(&[1, 3, -2, 0])]),
    };
    LayoutMap::transform(name, parameters, inner.clone(), None).or(Ok(inner))
}

/// A map where conditions hold, another where they do not; where a condition has no value
/// somewhere, a map without pieces.
pub fn piecewise(
    choices: &mut Choices<'_>,
    domain: &IndexSet,
    depth: usize,
) -> Result<LayoutMap, MapError> {
    if domain.rank() == 0 {
        return leaf(choices, domain);
    }
    let condition = sets::condition(choices, domain.rank());
    let here = domain.with_constraints(&condition)?;
    let elsewhere = domain.with_constraints(&sets::negated(&condition))?;
    let first = map(choices, &here, depth.saturating_sub(1))?;
    let codomain = first.codomain().clone();
    let program = sets::program(choices, domain.rank(), codomain.rank());
    let second = LayoutMap::expr(elsewhere, codomain, program)?;
    LayoutMap::piecewise(domain.clone(), vec![first, second]).or_else(|_| leaf(choices, domain))
}
