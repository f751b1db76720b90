//! `tileir-emit-ptx`: a `gpu.module` in the LLVM dialect becomes PTX.
//!
//! MLIR translates the module to LLVM IR, inkwell's pass manager optimises it
//! (`default<O3>`), and LLVM's NVPTX target writes the text, which takes the
//! module's place as a `gpu.binary` ([`binary`](crate::binary)).
//!
//! Ownership: MLIR makes the LLVM module inside a context that is ours, and
//! gives the module to us; both are freed here, the module first. Nothing of
//! LLVM outlives the pass, and two passes share no LLVM context.
//!
//! The law: every kernel of the module is an entry of the PTX, and nothing that
//! is called is missing from it. What LLVM refuses is an error at the module:
//! translation, the verifier, and the diagnostics of code generation, which
//! would end the process if no handler were set.

mod llvm;

use melior::ir::RegionLike;
use melior::ir::attribute::Attribute;
use melior::ir::operation::{OperationLike, OperationRef};

use crate::binary::{Binary, Kernel, Kind, replace};
use crate::builder::name_of;
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::string_attribute;
use crate::walk::operations;

use llvm::PtxTarget;

/// Runs the pass.
///
/// # Errors
/// A module calls what PTX has not, LLVM refuses it, or a kernel has no block
/// size.
pub fn run<'c>(
    context: &mut PassContext<'c>,
    op: OperationRef<'c, 'c>,
) -> Result<(), PassError<'c>> {
    let target = PtxTarget {
        chip: context.option("chip")?.to_owned(),
        features: context.option("features")?.to_owned(),
    };
    let machine =
        target.machine().map_err(|error| PassError::at(op.location(), error.to_string()))?;
    let mlir = op.context();
    // SAFETY: `mlir` outlives every use of the reference, in this function.
    let mlir = unsafe { mlir.to_ref() };
    let attribute = Attribute::parse(mlir, &target.attribute()).ok_or_else(|| {
        PassError::at(op.location(), format!("MLIR refuses the target {}", target.attribute()))
    })?;
    for module in operations(op, |op| name_of(op) == "gpu.module") {
        let located = |error: String| PassError::at(module.location(), error);
        defined(&module)?;
        let kernels = kernels_of(module).map_err(|error| located(error.to_string()))?;
        let text = llvm::compile(module, &machine).map_err(|error| located(error.to_string()))?;
        let binary = Binary {
            name: string_attribute(module, "sym_name").unwrap_or_default(),
            kind: Kind::Ptx,
            code: text.into_bytes(),
            kernels,
        };
        replace(mlir, module, attribute, &binary).map_err(|error| located(error.to_string()))?;
        context.count("modules", 1)?;
    }
    Ok(())
}

/// What the driver of CUDA defines: the system calls of its PTX interoperability guide.
const SYSTEM_CALLS: [&str; 4] = ["__assertfail", "vprintf", "malloc", "free"];

/// Refuses a function without a body that is no system call: `ptxas` has no library to find it in.
fn defined<'c>(module: &OperationRef<'c, 'c>) -> Result<(), PassError<'c>> {
    let missing = operations(*module, |op| {
        name_of(op) == "llvm.func"
            && op.regions().all(|region| region.first_block().is_none())
            && !string_attribute(op, "sym_name").is_some_and(|name| {
                name.starts_with("llvm.") || SYSTEM_CALLS.contains(&name.as_str())
            })
    });
    match missing.first() {
        None => Ok(()),
        Some(function) => {
            let name = string_attribute(*function, "sym_name").unwrap_or_default();
            Err(PassError::at(
                function.location(),
                format!("'{name}' is called and PTX has no such function"),
            ))
        }
    }
}

fn kernels_of<'c>(module: OperationRef<'c, 'c>) -> Result<Vec<Kernel>, crate::binary::BinaryError> {
    operations(module, |op| name_of(op) == "llvm.func" && op.has_attribute("nvvm.kernel"))
        .iter()
        .map(|function| {
            let name = string_attribute(*function, "sym_name").unwrap_or_default();
            Kernel::of(name, function, "gpu.known_block_size", "gpu.known_grid_size")
        })
        .collect()
}
