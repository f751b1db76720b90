//! LLVM's part of `emit_ptx.rs`.

use std::ffi::c_void;
use std::sync::Once;

use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::llvm_sys::LLVMDiagnosticSeverity;
use inkwell::llvm_sys::core::{
    LLVMContextSetDiagnosticHandler, LLVMDisposeMessage, LLVMGetDiagInfoDescription,
    LLVMGetDiagInfoSeverity,
};
use inkwell::llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef, LLVMModuleRef};
use inkwell::llvm_sys::target_machine::LLVMTargetMachineRef;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{
    CodeModel, InitializationConfig, RelocMode, Target, TargetMachine, TargetTriple,
};
use inkwell::types::AnyTypeEnum;
use melior::ir::operation::OperationRef;
use mlir_sys::{MlirOperation, MlirStringRef};
use thiserror::Error;
use tileir_dialect::ffi::text as borrowed;

const TRIPLE: &str = "nvptx64-nvidia-cuda";
/// What a kernel that is written slot by slot has use for; all of `default<O1>` takes twice the time.
const PIPELINE: &str = "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,\
    loop-mssa(loop-rotate,licm),loop(indvars,loop-unroll-full),\
    early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,adce)";
/// That which looks for pairs too.
const PAIRING: &str = "default<O2>";

/// The device that PTX is written for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PtxTarget {
    /// Its name, such as `sm_90a`.
    pub chip: String,
    /// LLVM's features, such as `+ptx80`.
    pub features: String,
}

/// Why a module has no PTX.
#[derive(Debug, Error)]
pub enum PtxError {
    /// LLVM does not know the chip or a feature.
    #[error("LLVM has no target for chip '{chip}' with features '{features}': {reason}")]
    Target {
        /// The chip.
        chip: String,
        /// The features.
        features: String,
        /// What LLVM says.
        reason: String,
    },
    /// MLIR could not translate the module; it has said why.
    #[error("the module is not in the LLVM dialect, or has no translation to LLVM IR")]
    Translate,
    /// LLVM's verifier refuses the module.
    #[error("LLVM's verifier refuses the module: {reason}")]
    Verify {
        /// What it says.
        reason: String,
    },
    /// LLVM's optimiser refuses the module.
    #[error("LLVM's optimiser refuses the module: {reason}")]
    Optimise {
        /// What it says.
        reason: String,
    },
    /// LLVM gave up half way, as it does where a chip lacks an instruction.
    #[error("LLVM gives up on the module: {reason}")]
    GaveUp {
        /// What it says.
        reason: String,
    },
    /// No PTX can be written for the module.
    #[error("LLVM cannot write PTX for the module: {reason}")]
    Generate {
        /// What it says.
        reason: String,
    },
}

unsafe extern "C" {
    fn mlirTranslateModuleToLLVMIR(module: MlirOperation, context: LLVMContextRef)
    -> LLVMModuleRef;
    fn tileirKnowsTarget(
        triple: MlirStringRef,
        chip: MlirStringRef,
        features: MlirStringRef,
    ) -> i32;
    fn tileirEmitAssembly(
        machine: LLVMTargetMachineRef,
        module: LLVMModuleRef,
        take: extern "C" fn(MlirStringRef, *mut c_void),
        into: *mut c_void,
    ) -> i32;
}

impl PtxTarget {
    /// The target as an attribute of MLIR, in text.
    pub fn attribute(&self) -> String {
        format!("#nvvm.target<O = 3, chip = {:?}, features = {:?}>", self.chip, self.features)
    }

    /// LLVM's machine for the target.
    ///
    /// # Errors
    /// LLVM does not know it.
    pub fn machine(&self) -> Result<TargetMachine, PtxError> {
        static INITIALISED: Once = Once::new();
        INITIALISED.call_once(|| Target::initialize_nvptx(&InitializationConfig::default()));
        let unknown = |reason: String| PtxError::Target {
            chip: self.chip.clone(),
            features: self.features.clone(),
            reason,
        };
        // SAFETY: the strings outlive the call.
        let known = unsafe {
            tileirKnowsTarget(borrowed(TRIPLE), borrowed(&self.chip), borrowed(&self.features))
        };
        if known != 1 {
            return Err(unknown("no such chip, or no such feature".to_owned()));
        }
        Target::from_triple(&TargetTriple::create(TRIPLE))
            .map_err(|reason| unknown(reason.to_string()))?
            .create_target_machine(
                &TargetTriple::create(TRIPLE),
                &self.chip,
                &self.features,
                OptimizationLevel::Default,
                RelocMode::Default,
                CodeModel::Default,
            )
            .ok_or_else(|| unknown("no machine".to_owned()))
    }
}

/// The PTX of `module`.
///
/// # Errors
/// MLIR or LLVM refuses the module.
pub fn compile(module: OperationRef<'_, '_>, machine: &TargetMachine) -> Result<String, PtxError> {
    let mut said: Vec<String> = Vec::new();
    let context = Context::create();
    // SAFETY: the context is ours, and `said` outlives it.
    unsafe {
        LLVMContextSetDiagnosticHandler(
            context.raw(),
            Some(note_error),
            (&raw mut said).cast::<c_void>(),
        );
    }
    let translated = translate(&context, module)?;
    optimise(&translated, machine)?;
    let written = write(&translated, machine);
    if let Err(PtxError::GaveUp { .. }) = &written {
        // LLVM is half way through the module: freeing it would crash.
        std::mem::forget(translated);
        std::mem::forget(context);
        return written;
    }
    drop(translated);
    drop(context);
    if written.is_ok() && !said.is_empty() {
        return Err(PtxError::Generate { reason: said.join("; ") });
    }
    written
}

/// Keeps what LLVM says is an error. LLVM calls it instead of printing the
/// message and, after an error, ending the process.
extern "C" fn note_error(info: LLVMDiagnosticInfoRef, said: *mut c_void) {
    // SAFETY: LLVM hands over a live message and the pointer of `compile`.
    unsafe {
        if LLVMGetDiagInfoSeverity(info) != LLVMDiagnosticSeverity::LLVMDSError {
            return;
        }
        let text = LLVMGetDiagInfoDescription(info);
        let said = &mut *said.cast::<Vec<String>>();
        said.push(std::ffi::CStr::from_ptr(text).to_string_lossy().into_owned());
        LLVMDisposeMessage(text);
    }
}

fn translate<'x>(
    context: &'x Context,
    module: OperationRef<'_, '_>,
) -> Result<Module<'x>, PtxError> {
    // SAFETY: both are alive; the module that comes back is ours, made in
    // `context`, which the result borrows.
    unsafe {
        let module = mlirTranslateModuleToLLVMIR(module.to_raw(), context.raw());
        if module.is_null() { Err(PtxError::Translate) } else { Ok(Module::new(module)) }
    }
}

fn optimise(module: &Module<'_>, machine: &TargetMachine) -> Result<(), PtxError> {
    module.set_triple(&TargetTriple::create(TRIPLE));
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    module.verify().map_err(|reason| PtxError::Verify { reason: reason.to_string() })?;
    let pipeline = if has_pairs(module) { PAIRING } else { PIPELINE };
    module
        .run_passes(pipeline, machine, PassBuilderOptions::create())
        .map_err(|reason| PtxError::Optimise { reason: reason.to_string() })
}

/// Whether something is computed of which one instruction takes two: floats of 16 bits. To look for
/// pairs takes more time than all other passes.
fn has_pairs(module: &Module<'_>) -> bool {
    let context = module.get_context();
    let narrow = [context.f16_type(), context.bf16_type()].map(AnyTypeEnum::from);
    let mut instructions = module
        .get_functions()
        .flat_map(|function| function.get_basic_blocks())
        .flat_map(|block| block.get_instructions());
    instructions.any(|instruction| narrow.contains(&instruction.get_type()))
}

fn write(module: &Module<'_>, machine: &TargetMachine) -> Result<String, PtxError> {
    let mut bytes: Vec<u8> = Vec::new();
    // SAFETY: both are alive, and `bytes` outlives the call.
    let outcome = unsafe {
        tileirEmitAssembly(
            machine.as_mut_ptr(),
            module.as_mut_ptr(),
            take,
            (&raw mut bytes).cast::<c_void>(),
        )
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match outcome {
        1 => Ok(text),
        0 => Err(PtxError::Generate { reason: text }),
        _ => Err(PtxError::GaveUp { reason: text }),
    }
}

/// Keeps the bytes that C++ hands over.
extern "C" fn take(bytes: MlirStringRef, into: *mut c_void) {
    // SAFETY: the bytes are alive, and `into` is the pointer of `write`.
    unsafe {
        let bytes = std::slice::from_raw_parts(bytes.data.cast::<u8>(), bytes.length);
        (*into.cast::<Vec<u8>>()).extend_from_slice(bytes);
    }
}
