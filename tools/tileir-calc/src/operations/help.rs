//! The table of operations, to read.

use super::{Call, Operation, Outcome, all, find, row};
use crate::error::Reason;
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] =
    &[row("help", "operation?", "the operations, or one of them", help)];

fn help(call: &Call<'_>) -> Outcome {
    if call.is_empty() {
        return Ok(Value::Text(all().map(line).collect()));
    }
    let mut lines = Vec::new();
    for name in call.names(0)? {
        let operation = find(name).ok_or_else(|| {
            let (name, hint) = (name.to_owned(), String::new());
            call.fault(0, Reason::UnknownName { name, hint })
        })?;
        lines.push(line(operation));
    }
    Ok(Value::Text(lines))
}

fn line(operation: &Operation) -> String {
    let signature = format!("{}({})", operation.name, operation.parameters);
    format!("{signature:<36} {}", operation.help)
}
