//! Reading MLIR: types, attributes and constants, as the interpreter's own.

use melior::ir::attribute::{
    AttributeLike, DenseElementsAttribute, FloatAttribute, IntegerAttribute,
};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::{DimSize, IntegerType, MemRefType, RankedTensorType, ShapedTypeLike};
use melior::ir::{Attribute, Type, TypeLike, ValueLike};
use mlir_sys::mlirDenseElementsAttrGetBoolValue;

use super::element::Element;
use super::fault::Fault;
use super::format::{ElementType, Format};
use super::value::element_count;

/// An operation of the program.
pub type Op<'c, 'a> = OperationRef<'c, 'a>;

/// The name of an operation.
pub fn name_of(op: Op<'_, '_>) -> String {
    op.name().as_string_ref().as_str().unwrap_or_default().to_owned()
}

/// Something that the operation's verifier should not have let through.
pub fn malformed(op: Op<'_, '_>, why: impl Into<String>) -> Fault {
    Fault::Malformed { op: name_of(op), why: why.into() }
}

/// The element type that `type` is.
///
/// # Errors
/// It is none that buffers and tiles have.
pub fn element_type(what: &str, r#type: Type<'_>) -> Result<ElementType, Fault> {
    if r#type.is_index() {
        return Ok(ElementType::Index);
    }
    if let Ok(integer) = IntegerType::try_from(r#type)
        && integer.is_signless()
        && matches!(integer.width(), 1 | 8 | 16 | 32 | 64)
    {
        return Ok(ElementType::Int(integer.width()));
    }
    let format = match r#type {
        _ if r#type.is_f16() => Format::F16,
        _ if r#type.is_bf16() => Format::Bf16,
        _ if r#type.is_f32() => Format::F32,
        _ if r#type.is_f64() => Format::F64,
        _ => {
            return Err(Fault::Type {
                what: what.to_owned(),
                found: r#type.to_string(),
                expected: "i1, i8, i16, i32, i64, f16, bf16, f32 or f64",
            });
        }
    };
    Ok(ElementType::Float(format))
}

/// The extents of a shaped type; -1 for one that is not static.
pub fn shape_of<'c>(shaped: &impl ShapedTypeLike<'c>) -> Vec<i64> {
    let extent = |axis| match shaped.dim_size(axis) {
        Ok(DimSize::Static(extent)) => i64::try_from(extent).ok(),
        Ok(DimSize::Dynamic) | Err(_) => None,
    };
    (0..shaped.rank()).map(|axis| extent(axis).unwrap_or(-1)).collect()
}

/// The element type and shape of a tensor; a scalar has no shape.
///
/// # Errors
/// An element type that tiles don't have, or too many elements.
pub fn tile_type(what: &str, r#type: Type<'_>) -> Result<(ElementType, Option<Vec<i64>>), Fault> {
    let Ok(tensor) = RankedTensorType::try_from(r#type) else {
        return Ok((element_type(what, r#type)?, None));
    };
    let shape = shape_of(&tensor);
    element_count(what, &shape)?;
    Ok((element_type(what, tensor.element())?, Some(shape)))
}

/// The element type and length of a buffer.
///
/// # Errors
/// A type that is no memref of one static axis with elements that buffers have.
pub fn buffer_type(what: &str, r#type: Type<'_>) -> Result<(ElementType, usize), Fault> {
    let wrong = || Fault::Type {
        what: what.to_owned(),
        found: r#type.to_string(),
        expected: "a memref of one static axis",
    };
    let memref = MemRefType::try_from(r#type).map_err(|_| wrong())?;
    let shape = shape_of(&memref);
    if shape.len() != 1 || shape.iter().any(|&extent| extent < 0) {
        return Err(wrong());
    }
    let element = element_type(what, memref.element())?;
    if element == ElementType::Index {
        return Err(Fault::Type {
            what: what.to_owned(),
            found: r#type.to_string(),
            expected: "elements whose size is known: index has none",
        });
    }
    Ok((element, element_count(what, &shape)?))
}

/// The type of an operation's first result.
///
/// # Errors
/// It has none.
pub fn result_type<'c>(op: Op<'c, '_>) -> Result<Type<'c>, Fault> {
    op.result(0).map(|result| result.r#type()).map_err(|_| malformed(op, "it has no result"))
}

/// An integer attribute of an operation.
///
/// # Errors
/// It has none of that name.
pub fn integer(op: Op<'_, '_>, name: &str) -> Result<i64, Fault> {
    let attribute = op.attribute(name).ok();
    let integer = attribute.and_then(|attribute| IntegerAttribute::try_from(attribute).ok());
    integer.map(|i| i.value()).ok_or_else(|| malformed(op, format!("it has no integer '{name}'")))
}

/// Which of x, y and z a `gpu` operation asks for.
///
/// # Errors
/// None of them.
pub fn dimension(op: Op<'_, '_>) -> Result<usize, Fault> {
    let text = op.attribute("dimension").map(|attribute| attribute.to_string());
    let text = text.unwrap_or_default();
    let known = ["#gpu<dim x>", "#gpu<dim y>", "#gpu<dim z>"];
    let found = known.iter().position(|&dimension| dimension == text);
    found.ok_or_else(|| malformed(op, format!("'{text}' is no dimension")))
}

/// The elements of a constant of `count` elements of a type.
///
/// # Errors
/// An attribute that is no integer, float or dense array of them.
pub fn constant(op: Op<'_, '_>, element: ElementType, count: usize) -> Result<Vec<Element>, Fault> {
    let value = op.attribute("value").map_err(|_| malformed(op, "it has no value"))?;
    if let Ok(integer) = IntegerAttribute::try_from(value) {
        return Ok(vec![Element::int(element.mask(integer.value() as u64)); count]);
    }
    if let Ok(float) = FloatAttribute::try_from(value) {
        let format = element.format().ok_or_else(|| malformed(op, "a float for an integer"))?;
        return Ok(vec![Element::Stored(format.encode(float.value())); count]);
    }
    let dense = DenseElementsAttribute::try_from(value)
        .map_err(|_| malformed(op, format!("{value} is not written out element by element")))?;
    let bits = dense_bits(&dense, value, element);
    let as_element = |bits: u64| match element.format() {
        Some(_) => Element::Stored(bits),
        None => Element::int(element.mask(bits)),
    };
    match bits.as_slice() {
        [one] => Ok(vec![as_element(*one); count]),
        all if all.len() == count => Ok(all.iter().copied().map(as_element).collect()),
        all => Err(malformed(op, format!("{} elements for {count}", all.len()))),
    }
}

/// The bits of the elements that are stored: one for a splat.
fn dense_bits(
    dense: &DenseElementsAttribute<'_>,
    value: Attribute<'_>,
    element: ElementType,
) -> Vec<u64> {
    let stored = if dense.is_splat() { dense.len().min(1) } else { dense.len() };
    if element == ElementType::BOOL {
        // SAFETY: the attribute has elements of one bit, at least `stored` of them.
        let bit =
            |place| unsafe { mlirDenseElementsAttrGetBoolValue(value.to_raw(), place as isize) };
        return (0..stored).map(|place| u64::from(bit(place))).collect();
    }
    let bytes = element.bytes();
    // SAFETY: the raw data of elements of whole bytes is one after another, as `stored` says, and
    // lives as long as the context.
    let raw = unsafe { std::slice::from_raw_parts(dense.raw_data().cast::<u8>(), stored * bytes) };
    crate::inputs::from_bytes(element, raw)
}
