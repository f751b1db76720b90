//! The operands of `tileir.load`: the view, coordinates, and what `else` names.

use melior::ir::Value;
use melior::ir::attribute::DenseI32ArrayAttribute;
use melior::ir::operation::{OperationLike, OperationRef};

/// What a `tileir.load` has where its view is not valid: the value that `else` names, if any.
pub fn other<'c, 'a>(load: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    let segments = load.attribute("operandSegmentSizes").ok()?;
    let segments = DenseI32ArrayAttribute::try_from(segments).ok()?;
    match segments.element(2) {
        Ok(1) => load.operand(load.operand_count().checked_sub(1)?).ok(),
        _ => None,
    }
}

/// How many coordinates a `tileir.load` has; they stand behind its view.
pub fn coordinate_count(load: OperationRef<'_, '_>) -> usize {
    load.operand_count().saturating_sub(1 + usize::from(other(load).is_some()))
}
