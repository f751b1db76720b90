//! Makes the pipelines known to MLIR, by name.

use std::ffi::c_void;

use mlir_sys::MlirStringRef;
use tileir_dialect::ffi::{str_of, text as borrowed};
use tileir_dialect::guard;

use super::{PIPELINES, text};
use crate::options;

type Take = extern "C" fn(MlirStringRef, *mut c_void);

unsafe extern "C" {
    fn tileirRegisterPipeline(name: MlirStringRef, summary: MlirStringRef);
}

/// Registers every pipeline with MLIR's global registry.
pub fn register_pipelines() {
    for pipeline in PIPELINES {
        // SAFETY: the strings outlive the call, which copies them.
        unsafe { tileirRegisterPipeline(borrowed(pipeline.name), borrowed(pipeline.summary)) }
    }
}

/// Hands the text of the pipeline `name` to `take`, or, and then it returns 0,
/// why there is none.
///
/// # Safety
/// The strings must outlive the call, and `take` must accept `into`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirPipelineText(
    name: MlirStringRef,
    options: MlirStringRef,
    take: Take,
    into: *mut c_void,
) -> i32 {
    // SAFETY: the caller vouches for the strings.
    let (name, options) = unsafe { (str_of(name), str_of(options)) };
    let outcome = guard(|| text(&name, &options::parse(&options)));
    let (said, code) = match outcome {
        Ok(Ok(text)) => (text, 1),
        Ok(Err(error)) => (error.to_string(), 0),
        Err(panic) => (panic.to_string(), 0),
    };
    take(borrowed(&said), into);
    code
}
