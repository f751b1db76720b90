//! Which Rust function is which pass.

use std::sync::Once;

use melior::ir::operation::OperationRef;

use crate::context::PassContext;
use crate::error::PassError;
use crate::{
    check_barriers, check_lowered, compose, compose_views, emit_ptx, emit_spirv, expand_division,
    expand_math, explain, ffi, insert_repartition, lower_tiles, lower_views, normalize,
    order_memory, pin_floats, pipelines, place, plan, prepare_spirv, propagate, prove, prove_plans,
    select_atoms, test_mutate, test_panic, verify_tiles,
};

/// A pass: it may change what is inside the operation.
pub type Run = for<'c> fn(&mut PassContext<'c>, OperationRef<'c, 'c>) -> Result<(), PassError<'c>>;

/// Every pass, by the argument that `Passes.td` gives it.
const PASSES: &[(&str, Run)] = &[
    ("tileir-verify-tiles", verify_tiles::run),
    ("tileir-compose-views", compose_views::run),
    ("tileir-select-atoms", select_atoms::run),
    ("tileir-propagate", propagate::run),
    ("tileir-normalize", normalize::run),
    ("tileir-compose", compose::run),
    ("tileir-prove", prove::run),
    ("tileir-insert-repartition", insert_repartition::run),
    ("tileir-place", place::run),
    ("tileir-plan", plan::run),
    ("tileir-prove-plans", prove_plans::run),
    ("tileir-explain", explain::run),
    ("tileir-lower-tiles", lower_tiles::run),
    ("tileir-lower-views", lower_views::run),
    ("tileir-check-barriers", check_barriers::run),
    ("tileir-check-lowered", check_lowered::run),
    ("tileir-expand-math", expand_math::run),
    ("tileir-expand-division", expand_division::run),
    ("tileir-prepare-spirv", prepare_spirv::run),
    ("tileir-order-memory", order_memory::run),
    ("tileir-pin-floats", pin_floats::run),
    ("tileir-emit-ptx", emit_ptx::run),
    ("tileir-emit-spirv", emit_spirv::run),
    ("tileir-test-mutate", test_mutate::run),
    ("tileir-test-panic", test_panic::run),
];

/// The pass that is called `name`.
pub fn find(name: &str) -> Option<Run> {
    PASSES.iter().find_map(|&(argument, run)| (argument == name).then_some(run))
}

/// Registers every pass with MLIR's global registry, once: the registry has no lock.
pub fn register_passes() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        // SAFETY: nobody else adds to the registry meanwhile.
        unsafe { ffi::tileirRegisterPasses() }
        pipelines::register_pipelines();
    });
}
