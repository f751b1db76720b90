//! CuTe's atoms and what is tiled from them, run through `tileir::interop::cute`.
//!
//! A record has a name, and several layouts with a table each, or numbers:
//!
//! ```text
//! {"kind": "mma_atom", "name": "SM61_DP4A", "shape_mnk": [1, 1, 4],
//!  "ALayout": {"shape": [1, 4], "stride": [0, 1]}, "ALayout_table": [0, 1, 2, 3], …}
//! ```
//!
//! Every layout must have the values of its table, and C++ CuTe's form; where there is no table,
//! the form's values. What the record says and ours does not is a failure. Nothing but the instruction defines an atom, so that an answer of
//! ours must be the peer's.

mod ours;

use serde_json::{Map, Value};

use crate::cute;
use crate::function::Function;
use crate::judge::{Answer, Definition, Theirs, Verdict, judge};
use crate::nested::{Eval, Layout, Swizzle};
use crate::operand::{Composed, Operand};
use crate::record::{Record, RecordError, Table, integer, list};
use ours::Part;

/// What is no part of the answer.
const BESIDE: [&str; 6] = ["kind", "name", "peer", "version", "unit", "threads"];

/// The verdict on one case.
///
/// # Errors
/// A record that is no case.
pub fn run(kind: &str, record: &Record) -> Result<Verdict, RecordError> {
    let name = record.text("name").ok_or(RecordError::Missing("name"))?;
    let Some(parts) = ours::parts(kind, name) else {
        return Ok(Verdict::NotSupported(format!("{kind} {name}: nobody knows it")));
    };
    let parts = match parts {
        Ok(parts) => parts,
        Err(error) => return Ok(Verdict::Failed(format!("{name}: {error}"))),
    };
    for key in record.keys().filter(|key| !BESIDE.contains(key) && !key.contains("_table")) {
        let Some((_, part)) = parts.iter().find(|(own, _)| *own == key) else {
            return Ok(Verdict::Failed(format!("{key}: ours has no such part")));
        };
        let verdict = one(key, part, record)?;
        if verdict != Verdict::Passed {
            return Ok(verdict.of(key));
        }
    }
    Ok(Verdict::Passed)
}

/// The verdict on one part of the record.
fn one(key: &str, part: &Part, record: &Record) -> Result<Verdict, RecordError> {
    let value = record.get(key).unwrap_or(&Value::Null);
    let layout = match part {
        Part::Numbers(ours) => {
            let theirs = numbers(key, value)?;
            return Ok(match theirs == *ours {
                true => Verdict::Passed,
                false => Verdict::Failed(format!("ours {ours:?}, theirs {theirs:?}")),
            });
        }
        Part::Layout(layout) => layout,
    };
    let whole = ours::function(layout);
    let theirs = match value.get("composed").and_then(Value::as_str) {
        Some(text) if ours::printed(layout) != text => {
            let ours = ours::printed(layout);
            return Ok(Verdict::Failed(format!("printed {ours}, theirs {text}")));
        }
        Some(_) => None,
        None => Some(composed(key, value)?),
    };
    let undefined = |_| RecordError::wrong(key, "a layout", value);
    let points = match (table(key, record)?, &theirs) {
        (Some(table), _) => table.points,
        (None, Some(form)) => {
            let function = cute::function(form).map_err(undefined)?;
            let points = function.points().map(|i| Ok((i, function.at(i)?)));
            points.collect::<Eval<_>>().map_err(undefined)?
        }
        (None, None) => return Err(RecordError::Missing("table")),
    };
    let size = theirs.as_ref().map_or(Ok(whole.size()), |form| form.layout.size());
    let theirs = Theirs::Answered {
        form: theirs.filter(|_| record.text("peer") == Some("cute-cpp")),
        function: Function::new(size.map_err(undefined)?, |_| Err("the table says it".to_owned())),
        points,
    };
    let answer = Answer { form: Some(ours::form(layout)), function: whole };
    let open = Definition::Unknown("an atom is what the instruction does".to_owned());
    Ok(judge(&theirs, &Ok(answer), &open))
}

/// A layout, perhaps under a swizzle, whose offset may be a pointer that is not set.
fn composed(key: &str, value: &Value) -> Result<Composed, RecordError> {
    let wrong = || RecordError::wrong(key, "a layout", value);
    let plain = |value: &Value| match Operand::parse(key, value)? {
        Operand::Map(map) => Ok(map),
        _ => Err(wrong()),
    };
    match (value.get("a"), value.get("b"), value.get("offset")) {
        (Some(swizzle), Some(layout), Some(Value::String(_))) => {
            let Operand::Swizzle(swizzle) = Operand::parse(key, swizzle)? else {
                return Err(wrong());
            };
            let layout: Layout = plain(layout)?.layout;
            Ok(Composed { swizzle: moving(swizzle), offset: 0, layout })
        }
        _ => plain(value),
    }
}

/// A swizzle, unless it moves nothing: then the layout under it is the form.
fn moving(swizzle: Swizzle) -> Option<Swizzle> {
    Some(swizzle).filter(|swizzle| swizzle.bits > 0)
}

/// The table of a part, which may be too large to be there.
fn table(key: &str, record: &Record) -> Result<Option<Table<i64>>, RecordError> {
    let part = |name: &str| {
        let value = record.get(&format!("{key}_{name}"))?;
        (!value.is_null()).then(|| (name.to_owned(), value.clone()))
    };
    let fields: Map<String, Value> =
        ["table", "table_size", "table_sample"].iter().filter_map(|name| part(name)).collect();
    Table::read(&fields, |value| integer(key, value))
}

/// `[16, 8]`, or CuTe's `(_16,_8)`.
fn numbers(key: &str, value: &Value) -> Result<Vec<i64>, RecordError> {
    let wrong = || RecordError::wrong(key, "numbers", value);
    match value {
        Value::String(text) => {
            let parts = text.trim_matches(['(', ')']).split(',');
            parts.map(|part| part.trim_start_matches('_').parse().map_err(|_| wrong())).collect()
        }
        _ => list(key, value)?.iter().map(|number| integer(key, number)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(stride: &str, table: &str) -> Result<Verdict, RecordError> {
        let line = format!(
            r#"{{"kind": "mma_atom", "name": "SM61_DP4A", "peer": "cute-cpp",
                "shape_mnk": [1, 1, 4],
                "ALayout": {{"shape": [1, 4], "stride": {stride}}}, "ALayout_table": {table}}}"#
        );
        run("mma_atom", &Record::parse(&line)?)
    }

    #[test]
    fn form_and_table_must_be_ours() -> Result<(), RecordError> {
        assert_eq!(verdict("[0, 1]", "[0, 1, 2, 3]")?, Verdict::Passed);
        assert!(matches!(verdict("[0, 2]", "[0, 1, 2, 3]")?, Verdict::Failed(_)));
        assert!(matches!(verdict("[0, 1]", "[0, 1, 2, 4]")?, Verdict::Failed(_)));
        assert!(matches!(verdict("0", "[0]"), Ok(Verdict::Failed(_))));
        Ok(())
    }

    #[test]
    fn names_and_parts_that_nobody_knows_are_told() -> Result<(), RecordError> {
        let of = |line: &str| run("mma_atom", &Record::parse(line)?);
        let unknown = of(r#"{"name": "SM61_DP8A"}"#)?;
        assert!(matches!(unknown, Verdict::Failed(why) if why.contains("SM61_DP4A")));
        let more = of(r#"{"name": "SM61_DP4A", "ELayout": {"shape": 1, "stride": 0}}"#)?;
        assert!(matches!(more, Verdict::Failed(why) if why.contains("ELayout")));
        let kind = run("beam", &Record::parse(r#"{"name": "x"}"#)?)?;
        assert!(matches!(kind, Verdict::NotSupported(_)));
        Ok(())
    }
}
