//! TileLang's answers, and its operands as it wrote them.

use serde_json::{Map, Value};

use super::{Point, ours};
use crate::bases::parse_point;
use crate::function::Function;
use crate::judge::Theirs;
use crate::record::{RecordError, Table, integer, list};

/// The peer's answer: a layout or fragment, a text, or truths.
pub fn answered(result: &Value, args: &Value) -> Result<Theirs<Point, String>, RecordError> {
    let (form, table) = match result {
        Value::String(text) => {
            let layout = ours::layout(args)?.map_err(|error| wrong("args", args, &error))?;
            let value = ours::expression(text, layout.inputs());
            let value = value.map_err(|error| wrong("result", result, &error))?;
            let points = value.points().map(|i| Ok((i, value.at(i)?)));
            let points: Result<Vec<_>, String> = points.collect();
            let points = points.map_err(|error| wrong("result", result, &error))?;
            (None, Table { size: value.size(), points })
        }
        Value::Array(truths) => {
            let truth = |value: &Value| match value {
                Value::Bool(truth) => Ok(vec![i64::from(*truth)]),
                _ => Err(RecordError::wrong("result", "truths", result)),
            };
            let points = (0..).zip(truths).map(|(i, value)| Ok((i, truth(value)?)));
            let points: Vec<_> = points.collect::<Result<_, RecordError>>()?;
            (None, Table { size: points.len() as i64, points })
        }
        Value::Object(fields) => (form(fields)?, table(fields)?),
        _ => return Err(RecordError::wrong("result", "a layout", result)),
    };
    let listed: std::collections::HashMap<i64, Point> = table.points.iter().cloned().collect();
    let at = move |i: i64| listed.get(&i).cloned().ok_or_else(|| format!("{i} is not tabulated"));
    Ok(Theirs::Answered { form, function: Function::new(table.size, at), points: table.points })
}

/// That our reading of the peer's expressions has the peer's values.
pub fn reads_back(result: &Value) -> Result<(), String> {
    let Some(fields) = result.as_object().filter(|fields| fields.contains_key("index_expr")) else {
        return Ok(());
    };
    let read = ours::read(result).map_err(|error| error.to_string())?;
    let table = table(fields).map_err(|error| error.to_string())?;
    for (i, expected) in table.points {
        let found = read.function.at(i)?;
        if found != expected {
            return Err(format!("the expressions at {i}: read {found:?}, table {expected:?}"));
        }
    }
    let form = form(fields).map_err(|error| error.to_string())?;
    match read.form == form {
        true => Ok(()),
        false => Err(format!("the expressions have {:?}, the record {form:?}", read.form)),
    }
}

/// An operand with its values.
pub struct Operand {
    /// The input shape.
    pub inputs: Vec<i64>,
    /// The output shape.
    pub outputs: Vec<i64>,
    /// The value of every point.
    pub table: Function<Point>,
}

/// The operand, where the case has all its values.
pub fn operand(args: &Value) -> Result<Option<Operand>, RecordError> {
    let Some(fields) = args.get("of").and_then(Value::as_object) else {
        return Ok(None);
    };
    let inputs = numbers(fields, "input_shape")?;
    let outputs = numbers(fields, "output_shape")?;
    let table = table(fields)?;
    let values: Vec<Point> = table.points.into_iter().map(|(_, value)| value).collect();
    let whole = i64::try_from(values.len()) == Ok(table.size);
    Ok(whole.then(|| Operand { inputs, outputs, table: Function::table(values) }))
}

/// The shapes, the replicas and the threads.
fn form(fields: &Map<String, Value>) -> Result<Option<String>, RecordError> {
    if !fields.contains_key("input_shape") {
        return Ok(None);
    }
    let (inputs, outputs) = (numbers(fields, "input_shape")?, numbers(fields, "output_shape")?);
    let number = |key: &str| fields.get(key).map(|value| integer(key, value)).transpose();
    let fragment = (number("replicate")?, number("thread_size")?);
    Ok(Some(written(&inputs, &outputs, fragment)))
}

/// The form of a layout, or of a fragment with its replicas and threads.
pub fn written(inputs: &[i64], outputs: &[i64], fragment: (Option<i64>, Option<i64>)) -> String {
    match fragment {
        (Some(replicate), Some(threads)) => {
            format!("{inputs:?} -> {outputs:?}, {replicate} replicas, {threads} threads")
        }
        _ => format!("{inputs:?} -> {outputs:?}"),
    }
}

fn table(fields: &Map<String, Value>) -> Result<Table<Point>, RecordError> {
    Table::read(fields, point)?.ok_or(RecordError::Missing("table"))
}

/// `[0, 1]` of a layout; `[[thread, [0, 1]], …]` of a fragment, one after another.
fn point(value: &Value) -> Result<Point, RecordError> {
    match list("table", value)? {
        [Value::Array(_), ..] => {
            let mut point = Vec::new();
            for replica in list("table", value)? {
                let [thread, index] = list("table", replica)? else {
                    return Err(RecordError::wrong("table", "a thread and an index", replica));
                };
                point.push(integer("table", thread)?);
                point.extend(parse_point(index)?);
            }
            Ok(point)
        }
        _ => parse_point(value),
    }
}

/// A list of numbers of a record.
pub fn numbers(fields: &Map<String, Value>, key: &'static str) -> Result<Vec<i64>, RecordError> {
    let value = fields.get(key).ok_or(RecordError::Missing(key))?;
    list(key, value)?.iter().map(|number| integer(key, number)).collect()
}

fn wrong(key: &str, found: &Value, why: &str) -> RecordError {
    let found = format!("{found}: {why}");
    RecordError::wrong(key, "expressions that are read", &Value::String(found))
}
