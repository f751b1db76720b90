//! Lists of numbers, as the attributes of upstream's operations hold them.

use melior::ir::Attribute;
use melior::ir::attribute::{
    ArrayAttribute, BoolAttribute, DenseElementsAttribute, DenseI32ArrayAttribute,
    DenseI64ArrayAttribute, IntegerAttribute,
};
use melior::ir::operation::OperationLike;

use crate::builder::{Op, Val};

/// The numbers of `array<i64: …>`, `array<i32: …>`, `[…]` or `dense<…> : tensor<…xi32>`.
pub fn numbers(attribute: Attribute<'_>) -> Option<Vec<i64>> {
    if let Ok(list) = DenseI64ArrayAttribute::try_from(attribute) {
        return (0..list.len()).map(|k| list.element(k).ok()).collect();
    }
    if let Ok(list) = DenseI32ArrayAttribute::try_from(attribute) {
        return (0..list.len()).map(|k| list.element(k).ok().map(i64::from)).collect();
    }
    if let Ok(list) = DenseElementsAttribute::try_from(attribute) {
        return (0..list.len()).map(|k| list.i32_element(k).ok().map(i64::from)).collect();
    }
    let list = ArrayAttribute::try_from(attribute).ok()?;
    let number = |k: usize| IntegerAttribute::try_from(list.element(k).ok()?).ok();
    (0..list.len()).map(|k| number(k).map(|number| number.value())).collect()
}

/// The truths of `[true, …]`.
pub fn truths(attribute: Attribute<'_>) -> Option<Vec<bool>> {
    let list = ArrayAttribute::try_from(attribute).ok()?;
    let truth = |k: usize| BoolAttribute::try_from(list.element(k).ok()?).ok();
    (0..list.len()).map(|k| truth(k).map(|truth| truth.value())).collect()
}

/// The numbers of an attribute of `op`.
pub fn list(op: Op<'_>, name: &str) -> Option<Vec<i64>> {
    numbers(op.attribute(name).ok()?)
}

/// The operands of `op` in the groups that its `operandSegmentSizes` says.
pub fn segments<'c>(op: Op<'c>) -> Option<Vec<Vec<Val<'c>>>> {
    let mut operands = op.operands();
    let sizes = list(op, "operandSegmentSizes")?;
    let group = |size: i64| Some(operands.by_ref().take(usize::try_from(size).ok()?).collect());
    sizes.into_iter().map(group).collect()
}
