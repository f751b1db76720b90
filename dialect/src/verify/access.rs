//! Operations on views: `view`, `slice`, `load`, `store`.

use melior::ir::ValueLike;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::{MemRefType, ShapedTypeLike, Type};

use super::shapes::{encoding, same_hull};
use super::{
    Outcome, VerifyError, as_tile, as_view, count, operand_type, result_type, same, same_maps,
    same_shapes, same_types, width,
};
use crate::attributes::distribution_map;
use crate::shape::{extents, words};
use crate::tile::AnyTile;
use crate::view::ViewType;

/// Coordinates of a view, from operand `first` on: of 1 to 64 bits, or `index`.
fn coordinates(op: OperationRef<'_, '_>, first: usize) -> Outcome {
    let mut types = op.operands().skip(first).map(|value| value.r#type());
    match types.find(|r#type| width(*r#type).is_some_and(|bits| !(1..=64).contains(&bits))) {
        None => Ok(()),
        Some(wrong) => Err(VerifyError::Expected {
            what: "a coordinate",
            expected: "an integer of 1 to 64 bits, or index",
            found: wrong.to_string(),
        }),
    }
}

pub(super) fn view_op(op: OperationRef<'_, '_>) -> Outcome {
    let what = "the buffer";
    let expected = "a memref of one axis with the identity layout";
    let r#type = operand_type(op, 0)?;
    let refused = || VerifyError::Expected { what, expected, found: r#type.to_string() };
    let buffer = MemRefType::try_from(r#type).map_err(|_| refused())?;
    // SAFETY: the affine map is the memref's, and alive.
    let identity = unsafe { mlir_sys::mlirAffineMapIsIdentity(buffer.affine_map().to_raw()) };
    let size = match extents(&buffer).as_slice() {
        [size] if identity => *size,
        _ => return Err(refused()),
    };
    let view = as_view("the result", result_type(op)?)?;
    same_types("element types", buffer.element(), view.element())?;
    let map = view.map()?;
    same_hull("map's domain", map.domain(), &view.shape())?;
    // The codomain has one axis, as the view's type says.
    let needed = map.codomain().axes().first().and_then(|axis| axis.extent().finite());
    if size >= 0 && needed.is_some_and(|needed| needed > size) {
        return Err(VerifyError::Buffer { codomain: map.codomain().to_string(), size });
    }
    Ok(())
}

pub(super) fn slice(op: OperationRef<'_, '_>) -> Outcome {
    let source = as_view("the source", operand_type(op, 0)?)?;
    let result = as_view("the result", result_type(op)?)?;
    same_maps("maps", source.map_attribute(), result.map_attribute())?;
    same_types("element types", source.element(), result.element())?;
    same("bounds policies", source.policy(), result.policy(), |policy| format!("{policy:?}"))?;
    coordinates(op, 1)?;
    let found = op.operand_count().saturating_sub(1);
    count("coordinates", result.shape().len(), words(&result.shape()), found)
}

/// A tile of the window's shape, or one element of it.
fn access(view: ViewType<'_>, value: Type<'_>, coordinates: usize) -> Outcome {
    let shape = view.shape();
    match AnyTile::from_type(value) {
        Some(tile) if coordinates == 0 => {
            same_shapes("shapes of tile and view", &tile.shape(), &shape)?;
            same_types("element types", tile.element(), view.element())
        }
        _ if coordinates == 0 && !shape.is_empty() => as_tile("the value", value).map(drop),
        _ => {
            count("coordinates", shape.len(), words(&shape), coordinates)?;
            same_types("the value and an element", value, view.element())
        }
    }
}

pub(super) fn load(op: OperationRef<'_, '_>) -> Outcome {
    let view = as_view("the source", operand_type(op, 0)?)?;
    coordinates(op, 1)?;
    let r#type = result_type(op)?;
    access(view, r#type, op.operand_count().saturating_sub(1))?;
    if op.has_attribute("distribution") {
        let tile = as_tile("the value loaded as a distribution", r#type)?;
        if !tile.is_open() {
            let what = "the type of what is loaded as a distribution";
            let (expected, found) = ("one without its own", r#type.to_string());
            return Err(VerifyError::Expected { what, expected, found });
        }
        named_distribution(op, tile)?;
    }
    Ok(())
}

/// That what `as` names goes with the tile.
fn named_distribution(op: OperationRef<'_, '_>, tile: AnyTile<'_>) -> Outcome {
    let named = distribution_map(op.attribute("distribution")?)?;
    Ok(encoding(&named, &tile.shape())?)
}

pub(super) fn store(op: OperationRef<'_, '_>) -> Outcome {
    let value = operand_type(op, 0)?;
    let view = as_view("the destination", operand_type(op, 1)?)?;
    coordinates(op, 2)?;
    access(view, value, op.operand_count().saturating_sub(2))?;
    if op.has_attribute("distribution") {
        named_distribution(op, as_tile("the value stored as a distribution", value)?)?;
    }
    Ok(())
}
