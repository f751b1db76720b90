//! Operations on tiles: `repartition`, `relabel`, `reduce`, `iota`.

use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::TypeLike;

use super::shapes::same_extents;
use super::{
    Outcome, VerifyError, as_tile, map_of, operand_type, result_type, same_shapes, same_types,
    views,
};
use crate::tile::AnyTile;
use crate::view::ViewType;

fn tiles<'c>(op: OperationRef<'c, '_>) -> Result<(AnyTile<'c>, AnyTile<'c>), VerifyError> {
    let source = as_tile("the source", operand_type(op, 0)?)?;
    let result = as_tile("the result", result_type(op)?)?;
    same_types("element types", source.element(), result.element())?;
    Ok((source, result))
}

pub(super) fn repartition(op: OperationRef<'_, '_>) -> Outcome {
    let (source, result) = tiles(op)?;
    if source.is_open() && result.is_open() {
        let (what, expected) = ("source and result", "a distribution of at least one of them");
        let found = "none".to_owned();
        return Err(VerifyError::Expected { what, expected, found });
    }
    same_shapes("shapes of source and result", &source.shape(), &result.shape())
}

pub(super) fn relabel(op: OperationRef<'_, '_>) -> Outcome {
    if let Some(source) = ViewType::from_type(operand_type(op, 0)?) {
        return views::relabel(op, source);
    }
    let (source, result) = tiles(op)?;
    let map = map_of(op)?;
    same_extents("map's domain", map.domain(), &result.shape())?;
    Ok(same_extents("map's codomain", map.codomain(), &source.shape())?)
}

pub(super) fn reduce(op: OperationRef<'_, '_>) -> Outcome {
    let (source, result) = tiles(op)?;
    let attribute = op.attribute("axis")?;
    let axis = melior::ir::attribute::IntegerAttribute::try_from(attribute)?.value();
    let mut shape = source.shape();
    match usize::try_from(axis) {
        Ok(position) if position < shape.len() => drop(shape.remove(position)),
        _ => return Err(VerifyError::Axis { axis, shape }),
    }
    same_shapes("the source's shape without the axis, and the result's", &shape, &result.shape())
}

pub(super) fn iota(op: OperationRef<'_, '_>) -> Outcome {
    let tile = as_tile("the result", result_type(op)?)?;
    let axis = melior::ir::attribute::IntegerAttribute::try_from(op.attribute("axis")?)?.value();
    let shape = tile.shape();
    if !usize::try_from(axis).is_ok_and(|position| position < shape.len()) {
        return Err(VerifyError::Axis { axis, shape });
    }
    if tile.element().is_integer() {
        return Ok(());
    }
    let found = tile.element().to_string();
    Err(VerifyError::Expected { what: "the elements", expected: "signless integers", found })
}
