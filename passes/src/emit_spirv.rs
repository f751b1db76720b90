//! `tileir-emit-spirv`: a `spirv.module` becomes a SPIR-V binary.
//!
//! `convert-gpu-to-spirv` leaves the `gpu.module` where it was and puts a
//! `spirv.module` of its name, with a prefix, in front. The binary takes the
//! place of both, as a `gpu.binary` ([`binary`](crate::binary)).
//!
//! The law: every entry point of the module is a kernel of the binary, with the
//! block and grid of its function; the words are those of MLIR's serialiser.

use melior::ir::attribute::{Attribute, FlatSymbolRefAttribute};
use melior::ir::operation::{OperationLike, OperationRef};
use mlir_sys::{MlirOperation, MlirStringRef};
use std::ffi::c_void;

use crate::binary::{Binary, BinaryError, Kernel, Kind, replace};
use crate::builder::name_of;
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::{erase, string_attribute};
use crate::walk::operations;

/// What upstream's conversion puts before a module's name.
const PREFIX: &str = "__spv__";

unsafe extern "C" {
    /// Hands the words of a `spirv.module` to `take`, as bytes. Returns 0 if MLIR
    /// refuses to serialise it, after an error diagnostic, and else 1.
    fn tileirSerializeSpirv(
        module: MlirOperation,
        take: extern "C" fn(MlirStringRef, *mut c_void),
        into: *mut c_void,
    ) -> i32;
}

/// Runs the pass.
///
/// # Errors
/// The serialiser refuses a module, or a kernel has no block size.
pub fn run<'c>(
    context: &mut PassContext<'c>,
    op: OperationRef<'c, 'c>,
) -> Result<(), PassError<'c>> {
    let target = op.attribute("spirv.target_env").map_err(|_| {
        PassError::at(op.location(), "the module has no spirv.target_env: run tileir-prepare-spirv")
    })?;
    let mut sources = operations(op, |op| name_of(op) == "gpu.module");
    for module in operations(op, |op| name_of(op) == "spirv.module") {
        let symbol = string_attribute(module, "sym_name").unwrap_or_default();
        let name = symbol.strip_prefix(PREFIX).unwrap_or(&symbol).to_owned();
        let source = sources
            .iter()
            .position(|source| string_attribute(*source, "sym_name").as_ref() == Some(&name));
        emit(module, target, &name)?;
        if let Some(source) = source {
            // What is erased is asked nothing any more.
            erase(sources.swap_remove(source));
        }
        context.count("modules", 1)?;
    }
    Ok(())
}

/// Replaces `module` by the binary `name`.
fn emit<'c>(
    module: OperationRef<'c, 'c>,
    target: Attribute<'c>,
    name: &str,
) -> Result<(), PassError<'c>> {
    let located = |error: BinaryError| PassError::at(module.location(), error.to_string());
    let mut code = Vec::new();
    // SAFETY: the module is alive, and `code` outlives the call.
    let done =
        unsafe { tileirSerializeSpirv(module.to_raw(), take, (&raw mut code).cast::<c_void>()) };
    if done != 1 {
        return Err(PassError::Emitted);
    }
    let kernels = kernels_of(module).map_err(located)?;
    let context = module.context();
    // SAFETY: `context` outlives every use of the reference, in this function.
    let context = unsafe { context.to_ref() };
    let binary = Binary { name: name.to_owned(), kind: Kind::Spirv, code, kernels };
    replace(context, module, target, &binary).map_err(located)
}

extern "C" fn take(bytes: MlirStringRef, into: *mut c_void) {
    // SAFETY: C++ hands over live bytes and the pointer of `emit`.
    unsafe {
        let bytes = std::slice::from_raw_parts(bytes.data.cast::<u8>(), bytes.length);
        (*into.cast::<Vec<u8>>()).extend_from_slice(bytes);
    }
}

fn kernels_of<'c>(module: OperationRef<'c, 'c>) -> Result<Vec<Kernel>, BinaryError> {
    let functions = operations(module, |op| name_of(op) == "spirv.func");
    let mut kernels = Vec::new();
    for entry in operations(module, |op| name_of(op) == "spirv.EntryPoint") {
        let Some(symbol) =
            entry.attribute("fn").ok().and_then(|fun| FlatSymbolRefAttribute::try_from(fun).ok())
        else {
            continue;
        };
        let name = symbol.value().to_owned();
        let function = functions
            .iter()
            .find(|function| string_attribute(**function, "sym_name").as_ref() == Some(&name));
        if let Some(function) = function {
            kernels.push(Kernel::of(name, function, "known_block_size", "known_grid_size")?);
        }
    }
    Ok(kernels)
}
