//! Accesses that are not read.
//!
//! Under `programs=require` nothing may be accessed unseen. So an operation that takes a memref, or
//! a descriptor of one, accesses it, unless it is known to do something else:
//!
//! | | |
//! |---|---|
//! | `cast`, `view`, `expand_shape`, … | another view of the same memory |
//! | `dim`, `dealloc`, `assume_alignment`, … | nothing of the elements |
//! | `xegpu.load`, `store`, `prefetch` | what their pointer says, also where that is an integer |
//! | calls, launches, terminators, loops | it is handed on |
//! | `memref.copy` of the same static shape | all of it, and no more |

use melior::ir::operation::OperationLike;
use melior::ir::{Type, TypeLike, ValueLike};

use super::memory::shape_of;
use crate::builder::{Op, name_of};

/// Operations on memrefs that access no element.
const VIEWS: [&str; 34] = [
    "affine.for",
    "affine.prefetch",
    "amdgpu.fat_raw_buffer_cast",
    "arith.select",
    "builtin.unrealized_conversion_cast",
    "func.call",
    "func.call_indirect",
    "func.return",
    "gpu.alloc",
    "gpu.dealloc",
    "gpu.launch",
    "gpu.launch_func",
    "gpu.return",
    "memref.assume_alignment",
    "memref.cast",
    "memref.collapse_shape",
    "memref.dealloc",
    "memref.dim",
    "memref.distinct_objects",
    "memref.expand_shape",
    "memref.extract_aligned_pointer_as_index",
    "memref.extract_strided_metadata",
    "memref.memory_space_cast",
    "memref.prefetch",
    "memref.rank",
    "memref.reinterpret_cast",
    "memref.transpose",
    "memref.view",
    "vector.type_cast",
    "xegpu.create_mem_desc",
    "xegpu.create_nd_tdesc",
    "xegpu.create_tdesc",
    "xegpu.update_nd_offset",
    "xegpu.update_offset",
];

/// The dialects that hand memrefs on, or see to their accesses themselves.
const HAND_ON: [&str; 6] = ["bufferization", "cf", "llvm", "scf", "tileir", "ub"];

/// Operations that access memory, whatever they take for it.
const POINTERS: [&str; 3] = ["xegpu.load", "xegpu.prefetch", "xegpu.store"];

/// Whether an operation accesses memory, if it is not read.
pub fn accesses(op: Op<'_>) -> bool {
    let name = name_of(op);
    let dialect = name.split('.').next().unwrap_or_default();
    if POINTERS.contains(&name.as_str()) {
        return true;
    }
    // Into a tensor this moves values, into a memref it writes them.
    let hands_on = HAND_ON.contains(&dialect) && name != "bufferization.materialize_in_destination";
    if VIEWS.contains(&name.as_str()) || hands_on || name.ends_with(".yield") {
        return false;
    }
    let whole = name == "memref.copy" && {
        let mut shapes = op.operands().map(|of| shape_of(of.r#type()));
        let first = shapes.next().flatten();
        first.is_some() && shapes.all(|shape| shape == first)
    };
    !whole && op.operands().any(|operand| of_memory(operand.r#type()))
}

/// Whether a type is a memref, or describes part of one.
fn of_memory(r#type: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    let unranked = unsafe { mlir_sys::mlirTypeIsAUnrankedMemRef(r#type.to_raw()) };
    let described = || {
        let text = r#type.to_string();
        text.starts_with("!xegpu.tensor_desc") || text.starts_with("!xegpu.mem_desc")
    };
    unranked || r#type.is_mem_ref() || described()
}
