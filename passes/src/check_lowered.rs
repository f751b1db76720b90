//! `tileir-check-lowered`: nothing of TileIR is left.
//!
//! Upstream's conversions treat an attribute that they do not know as none of their business,
//! and some then leave an operation behind and report success. So this pass stands before them:
//! an operation, type or attribute of the dialect that is still there is an error at its place.

use std::ffi::c_void;

use melior::ir::operation::OperationLike;
use mlir_sys::MlirStringRef;
use tileir_dialect::diagnostic::{Diagnostic, Severity};
use tileir_dialect::ffi::{str_of, text};

use crate::builder::{Op, Outcome, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::ffi;
use crate::walk::operations;

/// Runs the pass.
///
/// # Errors
/// What is left; every operation concerned is reported.
pub fn run<'c>(_context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let mut left = false;
    for op in operations(module, |_| true) {
        let name = name_of(op);
        let what = if name.starts_with("tileir.") {
            Some("the operation itself".to_owned())
        } else {
            first_of_dialect(op)
        };
        if let Some(what) = what {
            let message = format!("'{name}' still has something of TileIR: {what}");
            Diagnostic::new(Severity::Error, op.location(), message).emit();
            left = true;
        }
    }
    if left { Err(PassError::Emitted) } else { Ok(()) }
}

fn first_of_dialect(op: Op<'_>) -> Option<String> {
    extern "C" fn note(found: MlirStringRef, user_data: *mut c_void) {
        // SAFETY: the text is alive during the call, and the user data is `found` below.
        unsafe { *user_data.cast::<Option<String>>() = Some(str_of(found).into_owned()) };
    }
    let mut found: Option<String> = None;
    let user_data = (&raw mut found).cast::<c_void>();
    // SAFETY: the callback writes to `found`, which outlives the call.
    unsafe { ffi::tileirFindDialect(op.to_raw(), text("tileir"), Some(note), user_data) };
    found
}
