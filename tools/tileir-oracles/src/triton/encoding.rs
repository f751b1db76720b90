//! Triton's encodings: the map of an encoding of a tensor of some shape, run through
//! `tileir::interop::triton`.
//!
//! ```text
//! {"op": "to_linear_layout", "encoding": {"class": "BlockedLayout", …}, "shape": [16, 16],
//!  "result": {"in_dims": …, "out_dims": …, "bases": …, "table": …}}
//! ```
//!
//! The record has the fields of Gluon's classes; `attribute` writes the attribute that Triton
//! prints for them, and ours reads that text. Dimensions, their order and sizes, and the bases
//! are the form of the answer. What an encoding means is Triton's own choice, so that nothing
//! but Triton's answer defines it: an answer of ours must be that one.

use tileir::interop::triton::Encoding;

use super::attribute::attribute;
use super::{Ours, Point, answered, shown};
use crate::bases::{Bases, parse_point};
use crate::judge::{Definition, Theirs, Verdict, judge};
use crate::record::{Record, RecordError};

/// The verdict on one case.
///
/// # Errors
/// A record that is no case.
pub fn run(name: &str, record: &Record) -> Result<Verdict, RecordError> {
    if !["to_linear_layout", "padded_view"].contains(&name) {
        return Ok(Verdict::NotSupported(format!("{name}: no such operation")));
    }
    let theirs: Theirs<Point, Bases> = match record.rejection()? {
        Some(why) => Theirs::Rejected(why),
        None => answered(record.need("result")?)?,
    };
    let encoding = record.need("encoding")?;
    let text = attribute(encoding)
        .ok_or_else(|| RecordError::wrong("encoding", "the fields of an encoding", encoding))?;
    let shape = parse_point(record.need("shape")?)?;
    let open = Definition::Unknown("an encoding means what Triton says".to_owned());
    Ok(judge(&theirs, &map(&text, &shape), &open))
}

/// Our map of a tensor of this shape.
fn map(text: &str, shape: &[i64]) -> Ours {
    let encoding: Encoding = text.parse().map_err(|error| format!("{error}"))?;
    shown(encoding.to_linear(shape).map_err(|error| error.to_string())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(shape: &str, lane: &str) -> Result<Verdict, RecordError> {
        let line = format!(
            r#"{{"peer": "triton", "op": "to_linear_layout", "shape": {shape},
                "encoding": {{"class": "BlockedLayout", "size_per_thread": [1],
                  "threads_per_warp": [2], "warps_per_cta": [1], "order": [0], "cga_layout": []}},
                "result": {{"in_dims": [["register", 1], ["lane", 2], ["warp", 1], ["block", 1]],
                  "out_dims": [["dim0", 2]],
                  "bases": {{"register": [], "lane": {lane}, "warp": [], "block": []}},
                  "table": [[0], [1]]}}}}"#
        );
        run("to_linear_layout", &Record::parse(&line)?)
    }

    #[test]
    fn bases_are_the_form_of_the_answer() -> Result<(), RecordError> {
        assert_eq!(verdict("[2]", "[[1]]")?, Verdict::Passed);
        assert!(matches!(verdict("[2]", "[[0]]")?, Verdict::Failed(_)));
        assert!(matches!(verdict("[3]", "[[1]]")?, Verdict::Failed(_)));
        Ok(())
    }

    #[test]
    fn what_is_no_encoding_is_no_case() -> Result<(), RecordError> {
        assert_eq!(attribute(&serde_json::Value::Null), None);
        let line =
            r#"{"op": "to_linear_layout", "encoding": {"class": "X"}, "shape": [1], "error": "e"}"#;
        let found = run("to_linear_layout", &Record::parse(line)?);
        assert!(matches!(found, Err(RecordError::Wrong { .. })), "{found:?}");
        Ok(())
    }
}
