//! What may end a program before an access.
//!
//! An assertion that fails, or a call that does not come back, keeps an access from being
//! executed, and so an access out of bounds from being certain. Operations of the dialects that
//! compute and move data, and the loops among them, go on to the next one.

use melior::ir::BlockLike;
use melior::ir::operation::{OperationLike, WalkOrder, WalkResult};

use crate::builder::{Op, name_of};

/// The dialects whose operations go on to the next one.
const GOES_ON: [&str; 14] = [
    "affine", "amdgpu", "arith", "builtin", "complex", "gpu", "index", "math", "memref", "nvgpu",
    "tensor", "tileir", "vector", "xegpu",
];

/// An operation before `op`, in its blocks and those around it, that may not go on.
pub fn stops_before<'c>(op: Op<'c>) -> Option<Op<'c>> {
    let mut inside = Some(op);
    while let Some(here) = inside {
        let mut earlier = here.block().and_then(|block| block.first_operation());
        while let Some(op) = earlier.filter(|&op| op != here) {
            if stops(op) {
                return Some(op);
            }
            earlier = op.next_in_block();
        }
        inside = here.parent_operation().filter(|parent| !name_of(*parent).ends_with("func"));
    }
    None
}

/// Whether an operation, or one inside it, may not go on to the next one.
fn stops(op: Op<'_>) -> bool {
    let mut found = false;
    op.walk(WalkOrder::PreOrder, |inner| {
        let name = inner.name();
        let name = name.as_string_ref().as_str().unwrap_or_default();
        let dialect = name.split('.').next().unwrap_or_default();
        let goes_on = GOES_ON.contains(&dialect) || name.starts_with("scf.") && name != "scf.while";
        if goes_on || name == "func.func" {
            return WalkResult::Advance;
        }
        found = true;
        WalkResult::Interrupt
    });
    found
}
