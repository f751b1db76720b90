//! Walking over a program.

use melior::ir::ValueLike;
use melior::ir::operation::{OperationLike, WalkOrder, WalkResult};

use crate::builder::{Op, Val, is_one_of};

/// The operations of this name inside `root`, in order. The list is made first, so that the
/// caller may change the program while going through it.
pub fn operations_named<'c>(root: Op<'c>, name: &str) -> Vec<Op<'c>> {
    operations(root, |op| is_one_of(op, &[name]))
}

/// The operations inside `root` that are `wanted`, in order.
pub fn operations<'c>(root: Op<'c>, wanted: impl Fn(Op<'c>) -> bool) -> Vec<Op<'c>> {
    let mut found = Vec::new();
    root.walk(WalkOrder::PreOrder, |op| {
        // SAFETY: the operation lives as long as the root that it is inside.
        let op = unsafe { Op::from_raw(op.to_raw()) };
        if wanted(op) {
            found.push(op);
        }
        WalkResult::Advance
    });
    found
}

/// The operations that use `value`, a use each, the oldest use first.
pub fn users(value: Val<'_>) -> Vec<Op<'_>> {
    let mut found = Vec::new();
    // SAFETY: the value and its uses are alive, and none of them changes meanwhile.
    unsafe {
        let mut used = mlir_sys::mlirValueGetFirstUse(value.to_raw());
        while !mlir_sys::mlirOpOperandIsNull(used) {
            found.push(Op::from_raw(mlir_sys::mlirOpOperandGetOwner(used)));
            used = mlir_sys::mlirOpOperandGetNextUse(used);
        }
    }
    // The list begins with the newest.
    found.reverse();
    found
}
