//! TileLang's cases, run through `tileir::interop::tilelang`.
//!
//! ```text
//! {"class": "Layout", "input_shape": [4, 6], "index_expr": ["_j", "_i"], "output_shape": [6, 4],
//!  "table": [[0, 0], [1, 0], …]}
//! ```
//!
//! Points are numbered row by row; the point of a fragment is, for each replica, its thread and
//! then its index. The shapes, and the number of threads and replicas, are the form of an answer.
//! Besides giving the same answer, ours must read the peer's expressions as the peer's table.

mod named;
mod ours;
mod theirs;

use serde_json::Value;

use crate::definition::tilelang as defined;
use crate::function::Function;
use crate::judge::{Answer, Definition, Theirs, Verdict, judge};
use crate::record::{Record, RecordError, integer, list};

type Point = Vec<i64>;
type Ours = Answer<Point, String>;

/// The verdict on one case.
///
/// # Errors
/// A record that is no case.
pub fn run(name: &str, record: &Record) -> Result<Verdict, RecordError> {
    let args = record.need("args")?;
    let Some(answer) = ours::answer(name, args)? else {
        return Ok(Verdict::NotSupported(format!("{name}: no such operation")));
    };
    let theirs = match record.rejection()? {
        Some(why) => Theirs::Rejected(why),
        None => theirs::answered(record.need("result")?, args)?,
    };
    if let (Some(result), None) = (record.get("result"), record.get("error"))
        && let Err(why) = theirs::reads_back(result)
    {
        return Ok(Verdict::Failed(why));
    }
    Ok(judge(&theirs, &answer, &definition(name, args)?))
}

/// What the answer must be, where the operand's table says it.
fn definition(name: &str, args: &Value) -> Result<Definition<Point>, RecordError> {
    let unknown = || Definition::Unknown("nothing but TileLang defines it".to_owned());
    let Some(theirs::Operand { inputs, outputs, table }) = theirs::operand(args)? else {
        return Ok(unknown());
    };
    let numbers = |key: &str| {
        let value = args.get(key).unwrap_or(&Value::Null);
        list(key, value)?.iter().map(|value| integer(key, value)).collect::<Result<Vec<_>, _>>()
    };
    let number = |key| integer(key, args.get(key).unwrap_or(&Value::Null));
    let defined = match name {
        "inverse" => defined::inverse(&inputs, &outputs, &table),
        "repeat" => defined::repeat(&inputs, table, number("dim")?, number("factor")?),
        "expand" => defined::expand(table, &numbers("leading")?),
        "reshape" => Ok(Definition::Everywhere(table)),
        "linearized_index" => Ok(defined::linearized(&outputs, table)),
        _ => return Ok(unknown()),
    };
    Ok(defined.unwrap_or_else(Definition::Unknown))
}

/// A number of points as an answer: one function over them.
fn answer(form: String, size: i64, at: impl Fn(i64) -> Result<Point, String> + 'static) -> Ours {
    Answer { form: Some(form), function: Function::new(size, at) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(table: &str, expression: &str) -> Result<Verdict, RecordError> {
        let line = format!(
            r#"{{"peer": "tilelang", "op": "repeat", "args": {{"dim": 0, "factor": 2, "of":
                {{"class": "Layout", "input_shape": [2], "index_expr": ["_i"],
                  "output_shape": [2], "table": [[0], [1]]}}}},
                "result": {{"class": "Layout", "input_shape": [4],
                  "index_expr": ["_i // 2", "{expression}"], "output_shape": [2, 2],
                  "table": {table}}}}}"#
        );
        run("repeat", &Record::parse(&line)?)
    }

    #[test]
    fn values_and_expressions_must_be_ours() -> Result<(), RecordError> {
        let right = "[[0, 0], [0, 1], [1, 0], [1, 1]]";
        assert_eq!(verdict(right, "_i % 2")?, Verdict::Passed);
        let unread = verdict(right, "_i % 2 + 0 * _j")?;
        assert!(matches!(unread, Verdict::Failed(why) if why.contains("_j")));
        let wrong = "[[0, 0], [0, 1], [1, 1], [1, 0]]";
        assert!(matches!(verdict(wrong, "_i % 2")?, Verdict::Failed(_)));
        let wrong = verdict(wrong, "(_i % 2 + _i // 2) % 2")?;
        assert_eq!(wrong, Verdict::PeerWrong("at 2: [1, 1], defined [1, 0]".to_owned()));
        Ok(())
    }

    #[test]
    fn unknown_words_are_not_supported_and_unread_operands_are_no_case() {
        let of = |op: &str, args: &str| {
            let line = format!(r#"{{"op": "{op}", "args": {args}, "error": "x"}}"#);
            Record::parse(&line).and_then(|record| run(op, &record))
        };
        assert!(matches!(of("frobnicate", "{}"), Ok(Verdict::NotSupported(_))));
        for (op, args) in [
            ("repeat", "{}"),
            ("repeat", r#"{"of": {"class": "Layout"}, "dim": 0, "factor": 1}"#),
            ("frag_inverse", r#"{"name": "nobody"}"#),
            ("make_linear_layout", r#"{"shape": [8]}"#),
        ] {
            let found = of(op, args);
            assert!(matches!(found, Err(RecordError::Wrong { .. })), "{op}: {found:?}");
        }
    }
}
