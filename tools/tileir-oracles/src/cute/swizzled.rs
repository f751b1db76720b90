//! Operations on a swizzle and a layout.
//!
//! Where `tileir::cute::Composed` has the operation it is asked; a product, which it has not, is
//! that of the layout under the same swizzle, as in CuTe.

use tileir::cute::{self, Composed};

use super::{Failure, Ours, inverse, layout, layout_of, plain, tree};
use crate::function::Function;
use crate::judge::Answer;
use crate::nested::Swizzle;
use crate::operand;
use crate::operation::{Grouping, Operation, Outer, Tiler};

/// Our answer to this operation.
///
/// # Errors
/// There is none.
pub fn answer(operation: &Operation) -> Result<Ours, Failure> {
    let result = match operation {
        Operation::Composition(Outer::Swizzle(swizzle), inner) => {
            let inner = match inner {
                Tiler::Layout(inner) => layout(inner)?,
                Tiler::Extent(extent) => cute::Layout::leaf(*extent, 1),
                Tiler::Modes(_) => return Err("a swizzle has no modes to tile".into()),
            };
            Composed::new(our_swizzle(*swizzle)?, inner)
        }
        Operation::SwizzleOf(swizzle, inner) => match inner.swizzle {
            None => Composed::new(our_swizzle(*swizzle)?, layout(&inner.layout)?),
            Some(first) => {
                return Err(format!("{swizzle} after {first} is not one swizzle").into());
            }
        },
        Operation::Composition(Outer::Map(map), tiler) => {
            composed(map)?.composition(&plain::tiler(tiler)?)?
        }
        Operation::Coalesce(map) => composed(map)?.coalesce()?,
        Operation::Flatten(map) => under(map, cute::flatten(&layout(&map.layout)?)?)?,
        Operation::RightInverse(map) => {
            let map = composed(map)?;
            match map.right_inverse() {
                Ok(inverse) => inverse,
                Err(refused) => {
                    return inverse::right_of_map(&map.to_map()?).map_err(|_| refused.into());
                }
            }
        }
        Operation::LeftInverse(map) => {
            let map = composed(map)?;
            match map.left_inverse() {
                Ok(inverse) => inverse,
                Err(refused) => {
                    return inverse::left_of_map(&map.to_map()?).map_err(|_| refused.into());
                }
            }
        }
        Operation::Divide(grouping, map, tiler) => {
            let (map, tiler) = (composed(map)?, plain::tiler(tiler)?);
            match grouping {
                Grouping::Logical => map.logical_divide(&tiler)?,
                Grouping::Zipped => map.zipped_divide(&tiler)?,
                Grouping::Tiled => map.tiled_divide(&tiler)?,
                Grouping::Flat => map.flat_divide(&tiler)?,
            }
        }
        Operation::Product(_, map, _) | Operation::Blocked(map, _) | Operation::Raked(map, _) => {
            under(map, plain::compositions(operation)?.into_flat()?)?
        }
        Operation::Upcast(factor, map) => composed(map)?.upcast(*factor)?,
        Operation::Downcast(factor, map) => composed(map)?.downcast(*factor)?,
        Operation::TileToShape(map, shape, order) => {
            composed(map)?.tile_to_shape(&tree(shape), order.as_ref().map(tree).as_ref())?
        }
        _ => return Err("this operation takes no swizzle".into()),
    };
    Ok(shown(result))
}

fn our_swizzle(swizzle: Swizzle) -> Result<cute::Swizzle, Failure> {
    Ok(cute::Swizzle::new(swizzle.bits, swizzle.base, swizzle.shift)?)
}

fn composed(map: &operand::Composed) -> Result<Composed, Failure> {
    under(map, layout(&map.layout)?)
}

/// `layout` under the swizzle of `map`.
fn under(map: &operand::Composed, layout: cute::Layout) -> Result<Composed, Failure> {
    Ok(match map.swizzle {
        Some(swizzle) => Composed { swizzle: our_swizzle(swizzle)?, offset: map.offset, layout },
        None => Composed::from(layout),
    })
}

/// A composed layout as an answer.
fn shown(map: Composed) -> Ours {
    let form = match map.plain() {
        Some(layout) => operand::Composed::from(layout_of(layout)),
        None => operand::Composed {
            swizzle: Some(Swizzle {
                bits: map.swizzle.bits().into(),
                base: map.swizzle.base().into(),
                shift: map.swizzle.shift().into(),
            }),
            offset: map.offset,
            layout: layout_of(&map.layout),
        },
    };
    let size = map.size();
    let at = move |i| map.eval(i).map_err(|error| error.to_string());
    Answer { function: Function::new(size, at), form: Some(form) }
}
