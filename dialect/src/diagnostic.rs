//! Diagnostics of any severity, with notes.
//!
//! MLIR's C API can emit an error and nothing else. The dialect's verifiers and
//! the passes also say remarks and warnings, and attach notes that name the
//! other place that a message is about.

use melior::ir::Location;
use mlir_sys::{MlirLocation, MlirStringRef};

use crate::ffi;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Severity {
    /// The input or the program is wrong.
    Error = 0,
    /// It works, and may not be what was meant.
    Warning = 1,
    /// Something that was found out.
    Remark = 2,
}

/// A message in the making; [`emit`](Self::emit) hands it to MLIR.
#[derive(Debug)]
pub struct Diagnostic<'c> {
    severity: Severity,
    location: Location<'c>,
    message: String,
    notes: Vec<(Location<'c>, String)>,
}

impl<'c> Diagnostic<'c> {
    /// A message about what stands at `location`.
    pub fn new(severity: Severity, location: Location<'c>, message: impl Into<String>) -> Self {
        Self { severity, location, message: message.into(), notes: Vec::new() }
    }

    /// Adds a note that belongs to the message.
    pub fn note(mut self, location: Location<'c>, message: impl Into<String>) -> Self {
        self.notes.push((location, message.into()));
        self
    }

    /// Hands the message to the diagnostic handlers of its context.
    pub fn emit(self) {
        let places: Vec<MlirLocation> =
            self.notes.iter().map(|(place, _)| place.to_raw()).collect();
        let texts: Vec<MlirStringRef> =
            self.notes.iter().map(|(_, text)| ffi::text(text)).collect();
        // SAFETY: the arrays have the given length and outlive the call, which
        // copies what it keeps.
        unsafe {
            ffi::tileirEmit(
                self.location.to_raw(),
                self.severity as i32,
                ffi::text(&self.message),
                places.len() as isize,
                places.as_ptr(),
                texts.as_ptr(),
            );
        }
    }
}
