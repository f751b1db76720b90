//! The memory that a block shares, and the threads that share it.

use std::collections::HashSet;

use melior::ir::attribute::{DenseI32ArrayAttribute, TypeAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, RegionLike, Type, TypeLike, ValueLike};

use crate::access::{buffer_extent, memref_element};
use crate::builder::{Op, Outcome, Val, is_one_of, key, name_of};
use crate::error::PassError;
use crate::prove::programs::shape_of;
use crate::walk::{operations, operations_named};

/// A buffer that the block shares.
pub(super) struct Buffer {
    /// Its key.
    pub key: usize,
    /// Its elements, where they are known, and their type.
    pub size: Option<(i64, String)>,
}

impl Buffer {
    fn of(value: Val<'_>) -> Buffer {
        let r#type = value.r#type();
        let element = memref_element(r#type).map(|element| element.to_string());
        Buffer { key: key(value), size: buffer_extent(r#type).zip(element) }
    }
}

/// The buffers that the block shares.
///
/// # Errors
/// Memory that the block shares, and that may have several names.
pub(super) fn shared_buffers<'c>(kernel: Op<'c>) -> Outcome<'c, Vec<Buffer>> {
    let other = operations(kernel, |op| name_of(op) != "memref.alloc" && gives_shared(op));
    if let Some(op) = other.first() {
        let message = "this memory of the block may have another name, which is not followed";
        return Err(PassError::at(op.location(), message));
    }
    let Some(entry) = kernel.region(0).ok().and_then(|region| region.first_block()) else {
        return Ok(Vec::new());
    };
    let arguments = (0..entry.argument_count()).filter_map(|number| entry.argument(number).ok());
    let arguments: Vec<Val<'c>> = arguments.map(Val::from).filter(|&v| is_shared(v)).collect();
    let inputs = kernel.attribute("function_type").ok().and_then(function_type);
    let inputs = inputs.map_or(0, |inputs| inputs.input_count());
    let given = (0..inputs).filter_map(|number| entry.argument(number).ok().map(Val::from));
    if given.filter(|&value| is_shared(value)).count() > 1 {
        let message = "two arguments are memory of the block, and may be one";
        return Err(PassError::at(kernel.location(), message));
    }
    let allocated = operations_named(kernel, "memref.alloc");
    let results = allocated.iter().filter_map(|op| op.result(0).ok().map(Val::from));
    let all = arguments.into_iter().chain(results.filter(|&value| is_shared(value)));
    Ok(all.map(Buffer::of).collect())
}

/// The memories of which all threads load the same from one place, between two barriers: those that
/// the block shares, and arguments that the kernel does nothing to but load from them.
pub(super) fn common_memory(kernel: Op<'_>, shared: &[Buffer]) -> HashSet<usize> {
    let mut common: HashSet<usize> = shared.iter().map(|buffer| buffer.key).collect();
    let entry = kernel.region(0).ok().and_then(|region| region.first_block());
    let inputs = kernel.attribute("function_type").ok().and_then(function_type);
    let inputs = inputs.map_or(0, |inputs| inputs.input_count());
    let arguments = entry.into_iter().flat_map(|entry| {
        (0..inputs).filter_map(move |number| entry.argument(number).ok().map(Val::from))
    });
    common.extend(arguments.map(key));
    for op in operations(kernel, |op| !is_one_of(op, &["memref.load", "vector.load", "memref.dim"]))
    {
        for operand in op.operands().filter(|&operand| !is_shared(operand)) {
            common.remove(&key(operand));
        }
    }
    common
}

fn function_type(attribute: Attribute<'_>) -> Option<FunctionType<'_>> {
    FunctionType::try_from(TypeAttribute::try_from(attribute).ok()?.value()).ok()
}

/// The threads of a kernel's block.
///
/// # Errors
/// A block of no known size, or of more than one axis.
pub(super) fn block_size<'c>(kernel: Op<'c>) -> Outcome<'c, usize> {
    match extents(kernel, "known_block_size").as_deref() {
        Some(&[threads, 1, 1]) => Ok(threads),
        _ => {
            let message =
                "the threads of this block are not known: 'known_block_size' is [n, 1, 1]";
            Err(PassError::at(kernel.location(), message))
        }
    }
}

/// The blocks of a kernel's cluster; 1 where it has none.
///
/// # Errors
/// A cluster of more than one axis.
pub(super) fn cluster_size<'c>(kernel: Op<'c>) -> Outcome<'c, usize> {
    match extents(kernel, "known_cluster_size").as_deref() {
        None if !kernel.has_attribute("known_cluster_size") => Ok(1),
        Some(&[blocks, 1, 1]) => Ok(blocks),
        _ => {
            let message =
                "the blocks of this cluster are not known: 'known_cluster_size' is [n, 1, 1]";
            Err(PassError::at(kernel.location(), message))
        }
    }
}

fn extents(kernel: Op<'_>, name: &str) -> Option<Vec<usize>> {
    let size = DenseI32ArrayAttribute::try_from(kernel.attribute(name).ok()?).ok()?;
    (0..size.len()).map(|axis| usize::try_from(size.element(axis).ok()?).ok()).collect()
}

/// Whether an operation gives memory that the block shares.
fn gives_shared(op: Op<'_>) -> bool {
    op.results().any(|result| is_shared(result.into()))
}

fn is_shared(value: Val<'_>) -> bool {
    let r#type = value.r#type();
    if !r#type.is_mem_ref() && !r#type.is_unranked_mem_ref() {
        return false;
    }
    let r#type = r#type.to_string();
    let memory = ["#gpu.address_space<workgroup>>", ", 3>", ", 3 : i64>", ", 3 : i32>"];
    memory.iter().any(|own| r#type.ends_with(own))
}

/// The elements that an access of a value of this type moves.
pub(super) fn vector_length(r#type: Type<'_>) -> i64 {
    let shape = shape_of(r#type).unwrap_or_default();
    shape.iter().fold(1i64, |all, &extent| all.saturating_mul(extent))
}
