//! Operations on views: `view`, `slice`, `load`, `store`.

use melior::ir::attribute::Attribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike, Type};
use melior::ir::{TypeLike, ValueLike};

use super::shapes::{encoding, same_hull};
use super::{
    Outcome, VerifyError, as_tile, as_view, count, operand_type, result_type, same, same_maps,
    same_shapes, same_types, width,
};
use crate::attributes::{ReduceKind, distribution_map};
use crate::load;
use crate::shape::{extents, words};
use crate::tile::AnyTile;
use crate::view::{BoundsPolicy, ViewType};

/// So many coordinates of a view, from operand `first` on: of 1 to 64 bits, or `index`; or tiles of
/// such.
fn coordinates<'c>(
    op: OperationRef<'c, '_>,
    first: usize,
    number: usize,
) -> Result<Vec<Type<'c>>, VerifyError> {
    let operands = op.operands().skip(first).take(number);
    let types: Vec<Type<'c>> = operands.map(|value| value.r#type()).collect();
    for &r#type in &types {
        let tile = AnyTile::from_type(r#type);
        let element = tile.map_or(r#type, AnyTile::element);
        let signless = IntegerType::try_from(element).is_ok_and(|integer| integer.is_signless());
        let known = match width(element) {
            Some(bits) => signless && (1..=64).contains(&bits),
            None => element.is_index(),
        };
        if !known {
            let what = if tile.is_some() { "an element of a coordinate" } else { "a coordinate" };
            let expected = "an integer of 1 to 64 bits, or index";
            return Err(VerifyError::Expected { what, expected, found: element.to_string() });
        }
    }
    Ok(types)
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
    same_policies(source, result)?;
    let coordinates = coordinates(op, 1, op.operand_count().saturating_sub(1))?;
    count("coordinates", result.shape().len(), words(&result.shape()), coordinates.len())
}

pub(super) fn same_policies(source: ViewType<'_>, result: ViewType<'_>) -> Outcome {
    let (source, result) = (source.policy(), result.policy());
    same("bounds policies", source, result, |policy| policy.word().to_owned())
}

/// A tile of the window's shape; one element of it; or a tile of elements from anywhere in it.
fn access<'c>(view: ViewType<'c>, value: Type<'c>, coordinates: &[Type<'c>]) -> Outcome {
    let shape = view.shape();
    if !coordinates.is_empty() {
        count("coordinates", shape.len(), words(&shape), coordinates.len())?;
    }
    let tiles: Vec<AnyTile<'c>> =
        coordinates.iter().filter_map(|&r#type| AnyTile::from_type(r#type)).collect();
    match AnyTile::from_type(value) {
        Some(tile) if !tiles.is_empty() => {
            tiles.into_iter().try_for_each(|coordinate| goes_with(coordinate, tile))?;
            same_types("element types", tile.element(), view.element())
        }
        Some(tile) if coordinates.is_empty() => {
            same_shapes("shapes of tile and view", &tile.shape(), &shape)?;
            same_types("element types", tile.element(), view.element())
        }
        _ if !tiles.is_empty() => as_tile("the value at a tile of coordinates", value).map(drop),
        _ if coordinates.is_empty() && !shape.is_empty() => as_tile("the value", value).map(drop),
        _ => same_types("the value and an element", value, view.element()),
    }
}

/// That a tile of coordinates has the shape of what is accessed, and is held as that is, where both
/// are written.
fn goes_with(coordinate: AnyTile<'_>, value: AnyTile<'_>) -> Outcome {
    same_shapes("shapes of a coordinate and the value", &coordinate.shape(), &value.shape())?;
    match (coordinate.encoding(), value.encoding()) {
        (Some(own), Some(of_value)) => {
            same("distributions of a coordinate and the value", own, of_value, |it| it.to_string())
        }
        _ => Ok(()),
    }
}

/// That elements like these may be combined with what the view has.
fn combining(kind: Attribute<'_>, value: Type<'_>) -> Outcome {
    const TYPES: [&str; 4] = ["i32", "i64", "f32", "f64"];
    let (what, expected) = ("the kind of a combining store", "add, max or min");
    match ReduceKind::from_attribute(kind) {
        Some(ReduceKind::Add | ReduceKind::Max | ReduceKind::Min) => {}
        _ => return Err(VerifyError::Expected { what, expected, found: kind.to_string() }),
    }
    let what = "what a store combines";
    let Some(tile) = AnyTile::from_type(value) else {
        let expected = "a tile; tensor.splat makes one of a scalar";
        return Err(VerifyError::Expected { what, expected, found: value.to_string() });
    };
    let found = tile.element().to_string();
    if TYPES.contains(&found.as_str()) {
        return Ok(());
    }
    Err(VerifyError::Expected { what, expected: "elements i32, i64, f32 or f64", found })
}

pub(super) fn load(op: OperationRef<'_, '_>) -> Outcome {
    let view = as_view("the source", operand_type(op, 0)?)?;
    let r#type = result_type(op)?;
    access(view, r#type, &coordinates(op, 1, load::coordinate_count(op))?)?;
    other(op, view, r#type)?;
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

/// That a load through a view of the policy `predicate`, and no other, says what it has where the
/// view is not valid.
fn other(op: OperationRef<'_, '_>, view: ViewType<'_>, result: Type<'_>) -> Outcome {
    match (view.policy(), load::other(op)) {
        (BoundsPolicy::Predicate, Some(other)) => {
            same_types("what is loaded, and what stands behind 'else'", result, other.r#type())
        }
        (BoundsPolicy::Predicate, None) => Err(VerifyError::Expected {
            what: "a load through a view of the policy predicate",
            expected: "'else' and a value for what is not valid (the policy zero has zeros there)",
            found: "none".to_owned(),
        }),
        (policy, Some(_)) => Err(VerifyError::Expected {
            what: "the policy of a view that is loaded with 'else'",
            expected: "predicate, as no other leaves it open what is not valid",
            found: policy.word().to_owned(),
        }),
        (_, None) => Ok(()),
    }
}

/// That what `as` names goes with the tile.
fn named_distribution(op: OperationRef<'_, '_>, tile: AnyTile<'_>) -> Outcome {
    let named = distribution_map(op.attribute("distribution")?)?;
    Ok(encoding(&named, &tile.shape())?)
}

pub(super) fn store(op: OperationRef<'_, '_>) -> Outcome {
    let value = operand_type(op, 0)?;
    let view = as_view("the destination", operand_type(op, 1)?)?;
    access(view, value, &coordinates(op, 2, op.operand_count().saturating_sub(2))?)?;
    if let Ok(kind) = op.attribute("kind") {
        combining(kind, value)?;
    }
    if op.has_attribute("distribution") {
        named_distribution(op, as_tile("the value stored as a distribution", value)?)?;
    }
    Ok(())
}
