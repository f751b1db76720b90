//! The text of attributes: `#ttg.name<{key = value, …}>`, as MLIR prints it.
//!
//! ```text
//! attribute := '#' name [body]                       a dialect's, or an alias
//! body      := '<' {item [',']} '>'
//! item      := '{' {key '=' value [',']} '}'         fields
//!            | key '=' value                         a field
//!            | '[' interval ':+' padding, … ']'      pads
//! value     := integer | 'true' | 'false' | '[' value, … ']' | '{' fields '}' | attribute
//! ```
//!
//! `cursor` walks over the bytes, `value` reads this grammar, [`Fields`] hands the fields out
//! by name and kind and knows which nobody asked for. A fault is a place and a reason; with the
//! text at hand it becomes a [`TextError`], which quotes the line.

mod cursor;
mod fault;
mod fields;
mod value;

pub(super) use cursor::{Cursor, is_name};
pub(super) use fault::{Fault, Lines};
pub use fault::{TextError, TextReason};
pub(super) use fields::Fields;
pub(super) use value::{Aliases, attribute};

/// `[1, 2]`.
pub(super) fn list(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

/// `[[1, 2], [3, 4]]`.
pub(super) fn lists(lists: &[Vec<i64>]) -> String {
    let lists: Vec<String> = lists.iter().map(|numbers| list(numbers)).collect();
    format!("[{}]", lists.join(", "))
}
