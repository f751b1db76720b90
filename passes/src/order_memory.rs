//! `tileir-order-memory`: a barrier in a `spirv.module` orders all memory that a block's threads
//! share.
//!
//! Upstream converts `gpu.barrier` to a control barrier with the semantics of workgroup memory
//! alone. A tile program also hands elements from thread to thread through its buffers, so the
//! barrier gets those of storage buffers too (`UniformMemory`, in SPIR-V's words). On the road to
//! PTX a barrier has them already.

use melior::ir::operation::OperationLike;

use crate::builder::{Builder, Op, Outcome, context_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::set_attribute;
use crate::walk::operations_named;

const SEMANTICS: &str = "#spirv.memory_semantics<AcquireRelease|UniformMemory|WorkgroupMemory>";

/// Runs the pass.
///
/// # Errors
/// MLIR does not know the semantics.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let barriers = operations_named(module, "spirv.ControlBarrier");
    for &barrier in &barriers {
        let location = barrier.location();
        let block = barrier.block().ok_or_else(|| PassError::at(location, "there is no block"))?;
        let builder = Builder::new(context_of(barrier), block, location);
        set_attribute(barrier, "memory_semantics", builder.parse(SEMANTICS)?);
    }
    context.count("ordered", u64::try_from(barriers.len()).unwrap_or(u64::MAX))
}
