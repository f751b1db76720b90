//! `tileir-test-panic`: says a remark with a note, counts, then panics.
//!
//! It transforms nothing. It exists so that tests can see every way in which a
//! pass speaks to the pass manager: options, remarks, notes, statistics, and a
//! panic, which must become an error diagnostic and never end the process.

use melior::ir::operation::{OperationLike, OperationRef};

use crate::context::PassContext;
use crate::error::PassError;

/// Runs the pass.
pub fn run<'c>(
    context: &mut PassContext<'c>,
    op: OperationRef<'c, 'c>,
) -> Result<(), PassError<'c>> {
    let message = context.option("message")?;
    context
        .remark(op.location(), format!("the message is '{message}'"))
        .note(op.location(), "and this is its note")
        .emit();
    context.count("operations", 1)?;
    let message = context.option("message")?;
    if message.is_empty() { Ok(()) } else { panic!("{message}") }
}
