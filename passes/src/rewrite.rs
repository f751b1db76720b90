//! The few things that passes do to IR besides reading it: build in front of an
//! operation, change, replace and erase.
//!
//! The law: an operation is erased only after its results have no use, and
//! nothing is erased while a walk is under way.

use melior::Context;
use melior::StringRef;
use melior::ir::attribute::{Attribute, AttributeLike};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationRef, OperationRefMut};
use melior::ir::{Identifier, Type, Value, ValueLike};
use tileir_dialect::attributes::string_of;

use crate::builder::Op;

/// The value of the string attribute `name` of `op`.
pub fn string_attribute(op: Op<'_>, name: &str) -> Option<String> {
    string_of(op.attribute(name).ok()?)
}

/// Builds the operation `name` in front of `anchor`, with its location.
///
/// # Errors
/// `anchor` stands in no block, or MLIR refuses to create the operation.
pub fn build_before<'c>(
    context: &'c Context,
    anchor: OperationRef<'c, 'c>,
    name: &str,
    operands: &[Value<'c, 'c>],
    results: &[Type<'c>],
    attributes: &[(&str, Attribute<'c>)],
) -> Result<OperationRef<'c, 'c>, melior::Error> {
    let attributes: Vec<_> =
        attributes.iter().map(|&(name, value)| (Identifier::new(context, name), value)).collect();
    let op = OperationBuilder::new(name, anchor.location())
        .add_operands(operands)
        .add_results(results)
        .add_attributes(&attributes)
        .build()?;
    let block = anchor.block().ok_or(melior::Error::OperationBuild)?;
    Ok(block.insert_operation_before(anchor, op))
}

/// Makes every use of `old` a use of `new`.
pub fn replace_uses(old: Value<'_, '_>, new: Value<'_, '_>) {
    // SAFETY: both values are alive.
    unsafe { mlir_sys::mlirValueReplaceAllUsesOfWith(old.to_raw(), new.to_raw()) }
}

/// Makes every use of `old` a use of `new`, but for those by `except`.
pub fn replace_uses_except<'c>(old: Value<'c, 'c>, new: Value<'c, 'c>, except: Op<'c>) {
    // SAFETY: both values and the exception are alive.
    unsafe {
        let except = [except.to_raw()];
        mlir_sys::mlirValueReplaceAllUsesExcept(
            old.to_raw(),
            new.to_raw(),
            1,
            except.as_ptr().cast_mut(),
        );
    }
}

/// Whether nothing uses `value`.
pub fn is_unused(value: Value<'_, '_>) -> bool {
    // SAFETY: the value is alive.
    unsafe { mlir_sys::mlirOpOperandIsNull(mlir_sys::mlirValueGetFirstUse(value.to_raw())) }
}

/// Takes `op` out of its block and frees it. Its results must have no use.
pub fn erase(op: OperationRef<'_, '_>) {
    // SAFETY: the operation is alive, and no one holds it after this call.
    unsafe {
        mlir_sys::mlirOperationRemoveFromParent(op.to_raw());
        mlir_sys::mlirOperationDestroy(op.to_raw());
    }
}

/// Sets the attribute `name` of `op`.
pub fn set_attribute(op: OperationRef<'_, '_>, name: &str, value: Attribute<'_>) {
    let name = StringRef::new(name);
    // SAFETY: the operation and the attribute are alive.
    unsafe { mlir_sys::mlirOperationSetAttributeByName(op.to_raw(), name.to_raw(), value.to_raw()) }
}

/// `op`, to be changed.
pub fn changed<'c>(op: Op<'c>) -> OperationRefMut<'c, 'c> {
    // SAFETY: the operation is alive, and passes change a program from one thread.
    unsafe { OperationRefMut::from_raw(op.to_raw()) }
}
