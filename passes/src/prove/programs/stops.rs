//! What may end a program before an access.
//!
//! ```mlir
//! affine.for %i = 0 to 10 {
//!   %x = affine.load %a[%i] : memref<5xf32>      // not out of bounds where %c fails at %i = 4
//!   cf.assert %c, "…"
//! }
//! ```
//!
//! In the loops around an access, what comes after it in one turn comes before it in the next; and
//! among threads, what one runs into may end another.
//!
//! An assertion that fails, or a call that does not come back, keeps an access from being
//! executed, and so an access out of bounds from being certain. Operations of the dialects that
//! compute and move data, and the loops among them, go on to the next one, with two exceptions:
//!
//! | | |
//! |---|---|
//! | `scf.for 0 to 120 step 100 : i8` | its counter wraps, and it may never end |
//! | `arith.divui %a, %n`, `affine_map<(d0)[n] -> (d0 mod n)>` | a quotient by what is no constant, or by 0, may have no meaning |

use std::collections::HashSet;

use melior::ir::BlockLike;
use melior::ir::operation::{OperationLike, WalkOrder, WalkResult};

use super::affine::may_divide_by_zero as may_divide;
use super::attributes::list;
use super::ids::Threads;
use super::loops::is_function;
use super::scope::Scope;
use super::values::constant;
use crate::builder::{Op, name_of};
use crate::symbols::defining_op;

/// The dialects whose operations go on to the next one.
const GOES_ON: [&str; 14] = [
    "affine", "amdgpu", "arith", "builtin", "complex", "gpu", "index", "math", "memref", "nvgpu",
    "tensor", "tileir", "vector", "xegpu",
];

/// Loops with counters.
const LOOPS: [&str; 5] = ["affine.for", "affine.parallel", "scf.for", "scf.forall", "scf.parallel"];

/// The operations with a body that is executed at most once for each time that they are.
const ONCE: [&str; 6] = [
    "affine.if",
    "affine.scope",
    "memref.alloca_scope",
    "scf.execute_region",
    "scf.if",
    "vector.mask",
];

/// An operation that may not go on, and that may be executed before `op` is: one in a loop around
/// it, or one before it, in its blocks and those around it. An operation that is clear was seen to
/// go on, and is not looked at again.
pub fn stops_before<'c>(op: Op<'c>, index_bits: u32, clear: &mut HashSet<usize>) -> Option<Op<'c>> {
    let mut stop_in = |op: Op<'c>| {
        let id = op.to_raw().ptr as usize;
        let stop = if clear.contains(&id) { None } else { stop_in(op, index_bits) };
        if stop.is_none() {
            clear.insert(id);
        }
        stop
    };
    // What is inside the outermost of all loops is inside them all.
    let mut outermost = None;
    let mut around = parent(op);
    while let Some(here) = around {
        if !ONCE.contains(&name_of(here).as_str()) {
            outermost = Some(here);
        }
        around = parent(here);
    }
    if let Some(stop) = outermost.and_then(&mut stop_in) {
        return Some(stop);
    }
    let mut inside = Some(outermost.unwrap_or(op));
    while let Some(here) = inside {
        let mut earlier = here.block().and_then(|block| block.first_operation());
        while let Some(op) = earlier.filter(|&op| op != here) {
            if let Some(stop) = stop_in(op) {
                return Some(stop);
            }
            earlier = op.next_in_block();
        }
        inside = parent(here);
    }
    None
}

/// The operation around another, in the same function.
fn parent<'c>(op: Op<'c>) -> Option<Op<'c>> {
    op.parent_operation().filter(|parent| !is_function(&name_of(*parent)))
}

/// An operation that may not go on to the next one: this, or one inside it.
fn stop_in<'c>(op: Op<'c>, index_bits: u32) -> Option<Op<'c>> {
    let mut found = None;
    op.walk(WalkOrder::PreOrder, |inner| {
        let name = inner.name();
        let name = name.as_string_ref().as_str().unwrap_or_default();
        let dialect = name.split('.').next().unwrap_or_default();
        let goes_on = GOES_ON.contains(&dialect) && name != "gpu.launch_func"
            || name.starts_with("scf.") && name != "scf.while";
        // SAFETY: what is inside an operation lives as long as that.
        let inner = unsafe { Op::from_raw(inner.to_raw()) };
        if (goes_on || name == "func.func")
            && !may_divide_by_zero(inner, name)
            && !may_not_end(inner, name, index_bits)
        {
            return WalkResult::Advance;
        }
        found = Some(inner);
        WalkResult::Interrupt
    });
    found
}

/// Whether an operation is a loop that may never end.
fn may_not_end(op: Op<'_>, name: &str, index_bits: u32) -> bool {
    let by_one = || match name {
        "scf.for" => op.operand(2).ok().and_then(defining_op).and_then(constant) == Some(1),
        _ => false,
    };
    if !LOOPS.contains(&name) || by_one() {
        return false;
    }
    let mut scope = Scope::new(index_bits, 1, Threads::Apart);
    scope.enter(op);
    scope.may_not_end(op)
}

/// Whether an operation is a quotient without a meaning, unless its divisor is a constant other
/// than 0; nor has the least number over -1 one.
fn may_divide_by_zero(op: Op<'_>, name: &str) -> bool {
    let quotients = ["div", "floordiv", "ceildiv", "rem"];
    let word = name.strip_prefix("arith.").or(name.strip_prefix("index."));
    let integer = |word: &str| {
        quotients.iter().any(|quotient| {
            let kind = word.strip_prefix(quotient);
            kind.is_some_and(|kind| matches!(kind, "s" | "u" | "si" | "ui"))
        })
    };
    let divisor = || op.operand(1).ok().and_then(defining_op).and_then(constant);
    if name.starts_with("affine.") {
        return affine_divides_by_zero(op, name);
    }
    word.is_some_and(integer) && matches!(divisor(), None | Some(0 | -1))
}

/// The attributes of operations of `affine` that compute, and so may divide.
const MAPS: [&str; 7] = [
    "condition",
    "lowerBoundMap",
    "lowerBoundsMap",
    "map",
    "permutation_map",
    "upperBoundMap",
    "upperBoundsMap",
];

/// Whether an operation of `affine` may divide by what is not positive.
fn affine_divides_by_zero(op: Op<'_>, name: &str) -> bool {
    let operands: Vec<Option<i64>> =
        op.operands().map(|operand| defining_op(operand).and_then(constant)).collect();
    let positive = |number: &Option<i64>| number.is_some_and(|number| number > 0);
    if name == "affine.delinearize_index" {
        let dynamic = operands.iter().skip(1).all(positive);
        let basis = list(op, "static_basis").unwrap_or_else(|| vec![0]);
        return !dynamic || basis.iter().any(|&base| base < 1 && base != i64::MIN);
    }
    // Of these alone the inputs of the map are the operands.
    let inputs: Vec<bool> = match name {
        "affine.apply" | "affine.if" | "affine.max" | "affine.min" => {
            operands.iter().map(positive).collect()
        }
        _ => Vec::new(),
    };
    MAPS.iter().filter_map(|map| op.attribute(map).ok()).any(|map| may_divide(map, &inputs))
}
