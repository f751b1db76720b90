//! `tileir-prepare-spirv`: kernels in the form that `convert-gpu-to-spirv` takes.
//!
//! Upstream's conversion asks for things that our kernels leave open, and stops
//! or goes wrong at others. For each `gpu.func`:
//!
//! | before | after | why |
//! | --- | --- | --- |
//! | `known_block_size` | `spirv.entry_point_abi` too | it becomes `LocalSize` |
//! | no memory space | `StorageBuffer` | a kernel's arguments are buffers |
//! | `#gpu.address_space<…>` | `Workgroup`, `Function`, `StorageBuffer` | upstream maps numbers only |
//! | a workgroup or private buffer | `memref.alloc`, `memref.alloca` | upstream loses a second one |
//! | `bf16` | `i16` of the same bits | SPIR-V 1.3 has no such type |
//!
//! The module gets its `spirv.target_env`: what a kernel may use. What it does
//! use, `spirv-update-vce` finds out later. Its subgroup size is that of the
//! device, and `gpu.shuffle` must name the same.
//!
//! The law: bits are never changed, so `bf16` may only be moved when this pass
//! runs: loaded, stored, selected and reinterpreted. Arithmetic on it is done in
//! `f32` by then (`arith-emulate-unsupported-floats`, `arith-expand`); what is
//! left is an error.

use melior::Context;
use melior::ir::attribute::{Attribute, DenseI32ArrayAttribute, IntegerAttribute, TypeAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::{FunctionType, IntegerType};
use melior::ir::{BlockRef, RegionLike, Type, TypeLike, Value, ValueLike};

use crate::builder::name_of;
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::{build_before, erase, replace_uses, set_attribute};
use crate::walk::operations;

mod types;

use types::Types;

/// Operations that move a `bf16` and do not look into it.
const MOVES: &[&str] = &[
    "arith.bitcast",
    "arith.constant",
    "arith.select",
    "gpu.func",
    "memref.alloc",
    "memref.alloca",
    "memref.load",
    "memref.store",
    "scf.condition",
    "scf.for",
    "scf.if",
    "scf.while",
    "scf.yield",
];

/// What a kernel may use, less the subgroup size.
const CAPABILITIES: &str = "Shader, Int8, Int16, Int64, Float16, Float64, \
    StorageBuffer8BitAccess, StorageBuffer16BitAccess, GroupNonUniform, \
    GroupNonUniformShuffle, GroupNonUniformShuffleRelative, SignedZeroInfNanPreserve";
const EXTENSIONS: &str = "SPV_KHR_storage_buffer_storage_class, SPV_KHR_8bit_storage, \
    SPV_KHR_16bit_storage, SPV_KHR_float_controls";

/// Runs the pass.
///
/// # Errors
/// A kernel has no block size, or computes with `bf16`.
pub fn run<'c>(
    context: &mut PassContext<'c>,
    op: OperationRef<'c, 'c>,
) -> Result<(), PassError<'c>> {
    let subgroup: u32 = context.parsed_option("subgroup-size", "a number")?;
    let mlir = op.context();
    // SAFETY: `mlir` outlives every use of the reference, in this function.
    let mlir = unsafe { mlir.to_ref() };
    let environment = format!(
        "#spirv.target_env<#spirv.vce<v1.3, [{CAPABILITIES}], [{EXTENSIONS}]>, api=Vulkan, \
         #spirv.resource_limits<max_compute_workgroup_size = [1024, 1024, 64], \
         max_compute_workgroup_invocations = 1024, subgroup_size = {subgroup}>>"
    );
    set_attribute(op, "spirv.target_env", parse(mlir, op, &environment)?);
    let types = Types::new(mlir).map_err(|reason| PassError::at(op.location(), reason))?;
    for kernel in operations(op, |op| name_of(op) == "gpu.func") {
        let ops = operations(kernel, |_| true);
        ops.iter().try_for_each(only_moves_bf16)?;
        for op in ops {
            convert(mlir, &types, op);
        }
        give_abi(mlir, kernel)?;
        allocate_buffers(mlir, kernel)?;
    }
    Ok(())
}

fn parse<'c>(
    context: &'c Context,
    op: OperationRef<'c, 'c>,
    text: &str,
) -> Result<Attribute<'c>, PassError<'c>> {
    Attribute::parse(context, text)
        .ok_or_else(|| PassError::at(op.location(), format!("MLIR refuses {text}")))
}

/// Refuses an operation that takes or gives a `bf16` and does not just move it.
fn only_moves_bf16<'c>(op: &OperationRef<'c, 'c>) -> Result<(), PassError<'c>> {
    let name = name_of(*op);
    let touches = op.operands().any(|operand| operand.r#type().is_bf16())
        || op.results().any(|result| result.r#type().is_bf16());
    if !touches || MOVES.contains(&name.as_str()) {
        return Ok(());
    }
    let message = format!("'{name}' computes with bf16, which must be widened before this pass");
    Err(PassError::at(op.location(), message))
}

/// Converts the types of what `op` defines, and erases it where it is a
/// conversion that has become one to the same type.
fn convert<'c>(context: &'c Context, types: &Types<'c>, op: OperationRef<'c, 'c>) {
    for result in op.results() {
        types.convert_value(result.into());
    }
    for block in op.regions().filter_map(|region| region.first_block()).flat_map(blocks_from) {
        for at in 0..block.argument_count() {
            if let Ok(argument) = block.argument(at) {
                types.convert_value(argument.into());
            }
        }
    }
    let name = name_of(op);
    match name.as_str() {
        "arith.constant" => {
            if let Some(value) = op.attribute("value").ok().and_then(|it| types.bits_of_bf16(it)) {
                set_attribute(op, "value", value);
            }
        }
        "arith.bitcast" => {
            if let (Ok(from), Ok(to)) = (op.operand(0), op.result(0))
                && from.r#type() == to.r#type()
            {
                replace_uses(to.into(), from);
                erase(op);
            }
        }
        "gpu.func" => {
            if let Some(signature) = signature_of(&op) {
                let inputs: Vec<_> = (0..signature.input_count())
                    .filter_map(|at| signature.input(at).ok())
                    .map(|input| types.converted(input))
                    .collect();
                let signature = FunctionType::new(context, &inputs, &[]);
                set_attribute(op, "function_type", TypeAttribute::new(signature.into()).into());
            }
        }
        _ => {}
    }
}

/// `first` and the blocks after it.
fn blocks_from<'c>(first: BlockRef<'c, 'c>) -> impl Iterator<Item = BlockRef<'c, 'c>> {
    std::iter::successors(Some(first), |block| block.next_in_region())
}

fn signature_of<'c>(kernel: &OperationRef<'c, 'c>) -> Option<FunctionType<'c>> {
    let attribute = TypeAttribute::try_from(kernel.attribute("function_type").ok()?).ok()?;
    FunctionType::try_from(attribute.value()).ok()
}

/// Says how many invocations a workgroup of `kernel` has.
fn give_abi<'c>(context: &'c Context, kernel: OperationRef<'c, 'c>) -> Result<(), PassError<'c>> {
    if !kernel.has_attribute("gpu.kernel") && !kernel.has_attribute("kernel") {
        return Ok(());
    }
    let sizes = kernel.attribute("known_block_size").and_then(DenseI32ArrayAttribute::try_from);
    let sizes = sizes.ok().filter(|sizes| sizes.len() == 3);
    let number = |at| sizes?.element(at).ok();
    let (Some(x), Some(y), Some(z)) = (number(0), number(1), number(2)) else {
        let message = "a kernel needs a known_block_size of three numbers to become SPIR-V";
        return Err(PassError::at(kernel.location(), message));
    };
    let abi = format!("#spirv.entry_point_abi<workgroup_size = [{x}, {y}, {z}]>");
    set_attribute(kernel, "spirv.entry_point_abi", parse(context, kernel, &abi)?);
    Ok(())
}

/// Turns the workgroup and private buffers of `kernel`, which stand after its
/// arguments, into allocations.
fn allocate_buffers<'c>(
    context: &'c Context,
    kernel: OperationRef<'c, 'c>,
) -> Result<(), PassError<'c>> {
    let located = |error: melior::Error| PassError::at(kernel.location(), error.to_string());
    let arguments = signature_of(&kernel).map_or(0, |signature| signature.input_count());
    let shared = kernel
        .attribute("workgroup_attributions")
        .and_then(IntegerAttribute::try_from)
        .map_or(0, |count| usize::try_from(count.value()).unwrap_or(0));
    let entry = kernel.region(0).ok().and_then(|region| region.first_block());
    let Some((entry, mut first)) = entry.and_then(|entry| Some((entry, entry.first_operation()?)))
    else {
        return Ok(());
    };
    let none = DenseI32ArrayAttribute::new(context, &[0, 0]).into();
    for at in (arguments..entry.argument_count()).rev() {
        let buffer: Value<'c, 'c> = entry.argument(at).map_err(located)?.into();
        let name = if at < arguments + shared { "memref.alloc" } else { "memref.alloca" };
        let attributes = [("operandSegmentSizes", none)];
        first = build_before(context, first, name, &[], &[buffer.r#type()], &attributes)
            .map_err(located)?;
        replace_uses(buffer, first.result(0).map_err(located)?.into());
        // SAFETY: the argument has no use left, and no handle but `buffer`.
        unsafe { entry.erase_argument(at) };
    }
    let count: Type<'c> = IntegerType::new(context, 64).into();
    set_attribute(kernel, "workgroup_attributions", IntegerAttribute::new(count, 0).into());
    Ok(())
}
