//! Operations on layouts without a swizzle.

use tileir::IntTree;
use tileir::cute::{self, Composition};

use super::{Failure, Ours, inverse, layout, layout_of, number, tree};
use crate::function::Function;
use crate::judge::Answer;
use crate::operand::Composed;
use crate::operation::{Grouping, Operation, Outer, Tiler};

/// Our answer to this operation.
///
/// # Errors
/// There is none.
pub fn answer(operation: &Operation) -> Result<Ours, Failure> {
    Ok(match operation {
        Operation::Complement(a, None) => flat(cute::complement_within(&layout(a)?)?),
        Operation::Complement(a, Some(end)) => flat(cute::complement(&layout(a)?, *end)?),
        Operation::Coalesce(a) => flat(cute::coalesce(&layout(&a.layout)?)?),
        Operation::CoalesceByMode(a, profile) => {
            let a = layout(a)?;
            let each = || match a.depth() {
                0 => IntTree::Leaf(1),
                _ => IntTree::Tuple(vec![IntTree::Leaf(1); a.rank()]),
            };
            let profile = profile.as_ref().map_or_else(each, tree);
            flat(cute::coalesce_by(&a, &profile)?)
        }
        Operation::Filter(a) => flat(cute::filter(&layout(a)?)?),
        Operation::FilterZeros(a) => flat(cute::filter_zeros(&layout(a)?)?),
        Operation::Flatten(a) => flat(cute::flatten(&layout(&a.layout)?)?),
        Operation::RightInverse(a) => flat(cute::right_inverse(&layout(&a.layout)?)?),
        Operation::LeftInverse(a) => {
            let a = layout(&a.layout)?;
            match cute::left_inverse(&a) {
                Ok(inverse) => flat(inverse),
                Err(refused) => inverse::left(&a).map_err(|_| refused)?,
            }
        }
        Operation::Nullspace(a) => flat(cute::nullspace(&layout(a)?)?),
        Operation::Upcast(factor, a) => flat(cute::upcast(&layout(&a.layout)?, *factor)?),
        Operation::Downcast(factor, a) => flat(cute::downcast(&layout(&a.layout)?, *factor)?),
        Operation::MaxCommonLayout(a, b) => {
            flat(cute::max_common_layout(&layout(a)?, &layout(b)?)?)
        }
        Operation::MaxCommonVector(a, b) => {
            number(cute::max_common_vector(&layout(a)?, &layout(b)?)?)
        }
        Operation::MaxAlignment(a) => number(cute::max_alignment(&layout(a)?)?),
        Operation::Cosize(a) => number(layout(a)?.cosize()?),
        Operation::OrderedLayout(shape, order) => {
            flat(cute::ordered_layout(&tree(shape), &tree(order))?)
        }
        Operation::Congruent(a, b) => number(cute::congruent(&tree(a), &tree(b))?.into()),
        Operation::WeaklyCongruent(a, b) => {
            number(cute::weakly_congruent(&tree(a), &tree(b))?.into())
        }
        Operation::Compatible(a, b) => number(cute::compatible(&tree(a), &tree(b))?.into()),
        _ => composition(compositions(operation)?),
    })
}

/// The operations that are made of compositions, and may lack a flat form; what they are given
/// is taken without its swizzle.
///
/// # Errors
/// There is no answer.
pub fn compositions(operation: &Operation) -> Result<Composition, Failure> {
    Ok(match operation {
        Operation::Composition(Outer::Map(a), b) => {
            cute::composition(&layout(&a.layout)?, &tiler(b)?)?
        }
        Operation::Divide(grouping, a, b) => {
            let (a, b) = (layout(&a.layout)?, tiler(b)?);
            match grouping {
                Grouping::Logical => cute::logical_divide(&a, &b)?,
                Grouping::Zipped => cute::zipped_divide(&a, &b)?,
                Grouping::Tiled => cute::tiled_divide(&a, &b)?,
                Grouping::Flat => cute::flat_divide(&a, &b)?,
            }
        }
        Operation::Product(grouping, a, b) => {
            let (a, b) = (layout(&a.layout)?, tiler(b)?);
            match grouping {
                Grouping::Logical => cute::logical_product(&a, &b)?,
                Grouping::Zipped => cute::zipped_product(&a, &b)?,
                Grouping::Tiled => cute::tiled_product(&a, &b)?,
                Grouping::Flat => cute::flat_product(&a, &b)?,
            }
        }
        Operation::Blocked(a, b) => cute::blocked_product(&layout(&a.layout)?, &layout(b)?)?,
        Operation::Raked(a, b) => cute::raked_product(&layout(&a.layout)?, &layout(b)?)?,
        Operation::TileToShape(block, shape, order) => {
            let order = order.as_ref().map(tree);
            cute::tile_to_shape(&layout(&block.layout)?, &tree(shape), order.as_ref())?
        }
        _ => return Err("this operation needs a swizzle".into()),
    })
}

/// Our tiler from the case's.
///
/// # Errors
/// A layout in it has no meaning.
pub fn tiler(tiler: &Tiler) -> Result<cute::Tiler, Failure> {
    Ok(match tiler {
        Tiler::Extent(extent) => cute::Tiler::Extent(*extent),
        Tiler::Layout(inner) => cute::Tiler::Layout(layout(inner)?),
        Tiler::Modes(modes) => {
            cute::Tiler::Modes(modes.iter().map(self::tiler).collect::<Result<_, _>>()?)
        }
    })
}

/// A layout as an answer.
fn flat(layout: cute::Layout) -> Ours {
    let (size, form) = (layout.size(), Composed::from(layout_of(&layout)));
    let at = move |i| layout.eval(i).map_err(|error| error.to_string());
    Answer { function: Function::new(size, at), form: Some(form) }
}

/// A composition as an answer; without a flat form it is compared by its values.
fn composition(result: Composition) -> Ours {
    match result {
        Composition::Flat(layout) => flat(layout),
        Composition::Dag { .. } => {
            let size = result.size();
            let at = move |i| result.eval(i).map_err(|error| error.to_string());
            Answer { function: Function::new(size, at), form: None }
        }
    }
}
