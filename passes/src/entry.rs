//! Where C++ enters a pass.
//!
//! MLIR's pass manager calls `runOnOperation` of the C++ frame, which calls
//! [`tileirRunPass`] with the pass's name and its options as text. The law:
//! whatever happens in the Rust pass, C++ is told 1 or 0, and 0 only after an
//! error diagnostic was emitted.

use std::ffi::c_void;

use melior::ir::operation::{OperationLike, OperationRef};
use mlir_sys::{MlirOperation, MlirStringRef};
use tileir_dialect::diagnostic::{Diagnostic, Severity};
use tileir_dialect::ffi::str_of;
use tileir_dialect::guard;

use crate::context::PassContext;
use crate::error::PassError;
use crate::{options, registry};

/// Runs the pass `name` on `op`: 1 for success, 0 for failure.
///
/// # Safety
/// `pass` must be a live `mlir::Pass`, `op` a live operation, and the strings
/// must outlive the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirRunPass(
    pass: *mut c_void,
    name: MlirStringRef,
    options: MlirStringRef,
    op: MlirOperation,
) -> i32 {
    // SAFETY: the caller vouches for the operation and the strings.
    let (name, options, op) =
        unsafe { (str_of(name), str_of(options), OperationRef::from_raw(op)) };
    let location = op.location();
    let outcome = guard(|| {
        let _span = tracing::debug_span!("pass", name = %name).entered();
        let mut context = PassContext::new(pass, options::parse(&options), location);
        let Some(run) = registry::find(&name) else {
            return Err(PassError::Unregistered { name: name.clone().into_owned() });
        };
        run(&mut context, op)
    });
    let (place, message) = match outcome {
        Ok(Ok(())) => return 1,
        Ok(Err(PassError::Emitted)) => return 0,
        Ok(Err(PassError::At { location, message })) => (location, message),
        Ok(Err(error)) => (location, format!("{name}: {error}")),
        Err(panic) => (location, format!("{name}: {panic}")),
    };
    Diagnostic::new(Severity::Error, place, message).emit();
    0
}
