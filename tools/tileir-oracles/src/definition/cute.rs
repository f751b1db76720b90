//! What each CuTe operation must yield.
//!
//! | operation | definition |
//! |---|---|
//! | composition | `A(B(i))`, `A` extending past its size |
//! | coalesce, flatten | `L(i)` |
//! | filter | `L(i)` over the points whose digits are 0 in every mode of stride 0 |
//! | divide | `A(B(t) + C(r))`, `C` the complement of `B` in `A`'s size |
//! | product | `A(i) + C(B(j))`, `C` the complement of `A` |
//! | cosize | greatest value minus least, plus one |
//!
//! Inverses, complements and alignments are laws; they and recasts are in the files beside this
//! one. Under a swizzle `S` a layout's definition becomes `S(offset + L(i))`.

use crate::definition::{complement, inverse, recast, tiles};
use crate::function::Function;
use crate::judge::Definition;
use crate::nested::{Eval, Layout, Tree, times, value_of};
use crate::operand::Composed;
use crate::operation::{Operation, Outer, Tiler};

/// The definition of this operation's answer.
pub fn definition(operation: &Operation) -> Definition<i64> {
    evaluated(operation).unwrap_or_else(Definition::Unknown)
}

fn evaluated(operation: &Operation) -> Eval<Definition<i64>> {
    let number = |n: i64| Definition::Everywhere(Function::table(vec![n]));
    Ok(match operation {
        Operation::Complement(layout, bound) => complement::definition(layout, *bound)?,
        Operation::RightInverse(map) => {
            let run = if map.swizzle.is_none() { inverse::run(&map.layout)? } else { 1 };
            inverse::right_inverse(whole(map)?, run)
        }
        Operation::LeftInverse(map) => {
            let mut modes = map.layout.flat()?;
            modes.retain(|&(extent, _)| extent != 1);
            let collision = complement::collision(&map.layout)?;
            inverse::left_inverse(under(map, of_modes(modes)?)?, collision)
        }
        Operation::MaxCommonLayout(a, b) => inverse::common_layout(a, b)?,
        Operation::MaxCommonVector(a, b) => number(inverse::common_run(a, b)?),
        Operation::MaxAlignment(layout) => number(inverse::alignment(layout)?),
        Operation::Cosize(layout) => number(layout.cosize()?),
        Operation::Congruent(a, b) => number(a.congruent(b).into()),
        Operation::WeaklyCongruent(a, b) => number(refines(a, b, &|_, _| Ok(true))?.into()),
        Operation::Compatible(a, b) => number(refines(a, b, &|a, b| Ok(a == b.product()?))?.into()),
        _ => match function(operation) {
            Ok(function) => Definition::Everywhere(function),
            Err(gap) => unfilled(operation)?.unwrap_or(Definition::Unknown(gap)),
        },
    })
}

/// What a quotient or product must yield although a complement that it needs is missing: its
/// tile, whatever comes after it; nothing where no complement exists.
fn unfilled(operation: &Operation) -> Eval<Option<Definition<i64>>> {
    let (incomplete, tile) = match operation {
        Operation::Divide(_, map, Tiler::Layout(tile)) => {
            let composed = Function::layout(&map.layout)?.after(&Function::layout(tile)?);
            (tile, under(map, composed)?)
        }
        Operation::Product(_, map, Tiler::Layout(_)) => (&map.layout, whole(map)?),
        _ => return Ok(None),
    };
    Ok(Some(match complement::collision(incomplete)? {
        Some(witness) => Definition::NoAnswer(witness),
        None => tiles::beginning(tile, format!("{incomplete} leaves no gaps to fill")),
    }))
}

/// The operations whose answer is one function.
fn function(operation: &Operation) -> Eval<Function<i64>> {
    match operation {
        Operation::Composition(outer, inner) => match (outer, inner) {
            (Outer::Map(outer), inner) => under(outer, tiles::compose(&outer.layout, inner)?),
            (Outer::Swizzle(swizzle), Tiler::Extent(extent)) => {
                Ok(Function::layout(&Layout::mode(*extent, 1))?.swizzled(*swizzle, 0))
            }
            (Outer::Swizzle(swizzle), Tiler::Layout(inner)) => {
                Ok(Function::layout(inner)?.swizzled(*swizzle, 0))
            }
            (Outer::Swizzle(swizzle), Tiler::Modes(_)) => {
                Err(format!("{swizzle} has no modes to tile"))
            }
        },
        Operation::SwizzleOf(swizzle, inner) => Ok(whole(inner)?.swizzled(*swizzle, 0)),
        Operation::Coalesce(map) | Operation::Flatten(map) => whole(map),
        Operation::CoalesceByMode(layout, _) => Function::layout(layout),
        Operation::Filter(layout) | Operation::FilterZeros(layout) => filtered(layout),
        Operation::Divide(grouping, map, tiler) => {
            under(map, tiles::divide(*grouping, &map.layout, tiler)?)
        }
        Operation::Product(grouping, map, tiler) => {
            under(map, tiles::product(*grouping, &map.layout, tiler)?)
        }
        Operation::Blocked(map, tile) => under(map, tiles::interlaced(&map.layout, tile, true)?),
        Operation::Raked(map, tile) => under(map, tiles::interlaced(&map.layout, tile, false)?),
        Operation::Upcast(factor, map) => recast::upcast(map, *factor),
        Operation::Downcast(factor, map) => recast::downcast(map, *factor),
        Operation::Nullspace(layout) => inverse::nullspace(layout),
        Operation::TileToShape(block, shape, order) => {
            let tile = repetitions(&block.layout, shape, order.as_ref())?;
            under(block, tiles::interlaced(&block.layout, &tile, true)?)
        }
        Operation::OrderedLayout(shape, order) => Function::layout(&ordered(shape, order)?),
        _ => Err("this operation's answer is no function".to_owned()),
    }
}

/// The function of a layout with its swizzle.
fn whole(map: &Composed) -> Eval<Function<i64>> {
    under(map, Function::layout(&map.layout)?)
}

/// `inner`, made from the layout of `map`, under the swizzle of `map`.
fn under(map: &Composed, inner: Function<i64>) -> Eval<Function<i64>> {
    Ok(match map.swizzle {
        Some(swizzle) => inner.swizzled(swizzle, map.offset),
        None => inner,
    })
}

/// `layout` over the points that no stride of 0 repeats.
fn filtered(layout: &Layout) -> Eval<Function<i64>> {
    let modes: Vec<_> = layout.flat()?.into_iter().filter(|&(_, stride)| stride != 0).collect();
    let size = modes.iter().try_fold(1, |total, &(extent, _)| times(total, extent))?;
    Ok(Function::new(size, move |i| value_of(&modes, i)))
}

/// The function of flat modes.
pub fn of_modes(modes: Vec<(i64, i64)>) -> Eval<Function<i64>> {
    let size = modes.iter().try_fold(1, |total, &(extent, _)| times(total, extent))?;
    Ok(Function::new(size, move |i| value_of(&modes, i)))
}

/// How often a block stands in each mode of a shape.
fn repetitions(block: &Layout, shape: &Tree, order: Option<&Tree>) -> Eval<Layout> {
    let blocks = block.top();
    let mut counts = Vec::new();
    for (k, mode) in shape.modes().iter().enumerate() {
        let (extent, step) = (mode.product()?, blocks.get(k).map_or(Ok(1), Layout::size)?);
        let whole = extent.checked_div(step).ok_or("an empty block fills nothing")?;
        counts.push(Tree::Leaf(whole + i64::from(extent % step != 0)));
    }
    if blocks.len() > counts.len() {
        return Err(format!("{block} has more modes than {shape}"));
    }
    let leading = Tree::Tuple((0i64..).take(counts.len()).map(Tree::Leaf).collect());
    ordered(&Tree::Tuple(counts), order.unwrap_or(&leading))
}

/// The strides for `shape` that an order asks for: a leaf's is the product of what stands under
/// a lesser order. Equal orders share one; under one order the first mode is the fastest.
fn ordered(shape: &Tree, order: &Tree) -> Eval<Layout> {
    let mut groups = Vec::new();
    order_groups(shape, order, &mut groups)?;
    let sizes: Vec<(i64, i64)> =
        groups.iter().map(|(group, rank)| Ok((group.product()?, *rank))).collect::<Eval<_>>()?;
    let mut strides = Vec::new();
    for (group, rank) in groups {
        let lesser = sizes.iter().filter(|(_, other)| *other < rank);
        let mut stride = lesser.map(|(size, _)| *size).try_fold(1, times)?;
        for extent in group.leaves() {
            strides.push(stride);
            stride = times(stride, extent)?;
        }
    }
    Ok(Layout { stride: like(shape, &mut strides.into_iter()), shape: shape.clone() })
}

/// The parts of the shape that stand under one number of the order.
fn order_groups<'a>(shape: &'a Tree, order: &Tree, into: &mut Vec<(&'a Tree, i64)>) -> Eval<()> {
    match (shape, order) {
        (_, Tree::Leaf(rank)) => {
            into.push((shape, *rank));
            Ok(())
        }
        (Tree::Tuple(shapes), Tree::Tuple(orders)) if shapes.len() == orders.len() => {
            let mut pairs = shapes.iter().zip(orders);
            pairs.try_for_each(|(shape, order)| order_groups(shape, order, into))
        }
        _ => Err(format!("the order {order} does not fit the shape {shape}")),
    }
}

/// A tree nested like `shape`, with these leaves.
fn like(shape: &Tree, leaves: &mut impl Iterator<Item = i64>) -> Tree {
    match shape {
        Tree::Leaf(_) => Tree::Leaf(leaves.next().unwrap_or_default()),
        Tree::Tuple(modes) => Tree::Tuple(modes.iter().map(|mode| like(mode, leaves)).collect()),
    }
}

/// Whether `b` nests like `a` or deeper, with `leaf` true at each leaf of `a`.
fn refines(a: &Tree, b: &Tree, leaf: &dyn Fn(i64, &Tree) -> Eval<bool>) -> Eval<bool> {
    match (a, b) {
        (Tree::Leaf(a), b) => leaf(*a, b),
        (Tree::Tuple(a), Tree::Tuple(b)) if a.len() == b.len() => {
            a.iter().zip(b).try_fold(true, |all, (a, b)| Ok(refines(a, b, leaf)? && all))
        }
        _ => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Check;

    fn tree(values: &[i64]) -> Tree {
        Tree::Tuple(values.iter().map(|&n| Tree::Leaf(n)).collect())
    }

    fn layout(shape: &[i64], stride: &[i64]) -> Layout {
        Layout { shape: tree(shape), stride: tree(stride) }
    }

    fn values(operation: &Operation) -> Eval<Vec<i64>> {
        match definition(operation) {
            Definition::Everywhere(f) => f.points().map(|i| f.at(i)).collect(),
            Definition::Unknown(gap) => Err(gap),
            _ => Err("a law".to_owned()),
        }
    }

    #[test]
    fn composition_needs_no_divisibility() {
        let a = layout(&[4, 6, 8], &[2, 3, 5]);
        let b = Tiler::Layout(Layout::mode(6, 1));
        let found = values(&Operation::Composition(Outer::Map(a.into()), b));
        assert_eq!(found, Ok(vec![0, 2, 4, 6, 3, 5]));
    }

    #[test]
    fn orders_and_repetitions_are_compact() {
        let shape = Tree::Tuple(vec![Tree::Leaf(4), tree(&[2, 3]), Tree::Leaf(5)]);
        let order = Tree::Tuple(vec![Tree::Leaf(1), tree(&[2, 0]), Tree::Leaf(3)]);
        let found = ordered(&shape, &order).map(|layout| layout.to_string());
        assert_eq!(found.as_deref(), Ok("(4,(2,3),5):(3,(12,1),24)"));
        let shared = ordered(&shape, &tree(&[1, 1, 0])).map(|layout| layout.to_string());
        assert_eq!(shared.as_deref(), Ok("(4,(2,3),5):(5,(5,10),1)"));
        let filled = Operation::TileToShape(layout(&[2, 2], &[1, 2]).into(), tree(&[4, 2]), None);
        assert_eq!(values(&filled), Ok(vec![0, 1, 4, 5, 2, 3, 6, 7]));
    }

    #[test]
    fn shapes_are_compared_by_their_nesting() {
        let deep = Tree::Tuple(vec![tree(&[2, 3]), Tree::Leaf(4)]);
        assert_eq!(values(&Operation::Congruent(tree(&[6, 4]), deep.clone())), Ok(vec![0]));
        assert_eq!(values(&Operation::WeaklyCongruent(tree(&[5, 4]), deep.clone())), Ok(vec![1]));
        assert_eq!(values(&Operation::Compatible(tree(&[5, 4]), deep.clone())), Ok(vec![0]));
        assert_eq!(values(&Operation::Compatible(tree(&[6, 4]), deep)), Ok(vec![1]));
    }

    #[test]
    fn overflow_is_unknown_not_wrapped() {
        let huge = layout(&[2, 2], &[i64::MAX, i64::MAX]);
        let law = definition(&Operation::RightInverse(huge.clone().into()));
        assert!(matches!(law, Definition::Law { .. }));
        assert!(values(&Operation::Coalesce(huge.into())).is_err());
        let Definition::Law { check, .. } = law else { return };
        assert_eq!(check(&Function::table(vec![0])), Check::Kept);
    }
}
