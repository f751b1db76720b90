//! Index maps: their values, their shape, and the way back.
//!
//! An inverse is compared where it is asked for: at the values of the map. It must lead from
//! `f(x)` to `x`. Its padding predicate is its form: whether there are other values at all.

use serde_json::Value;
use tileir::interop::tirx::IndexMap;

use super::numbers;
use crate::definition::tirx::split;
use crate::function::Function;
use crate::judge::{Answer, Definition, Theirs, Verdict, judge};
use crate::nested::Eval;
use crate::record::{Record, RecordError, list};

type Point = Vec<i64>;

/// The verdict on one case.
///
/// # Errors
/// A record that is no case.
pub fn run(name: &str, case: &Record) -> Result<Verdict, RecordError> {
    let args = case.need("args")?;
    let text = args.get("map").and_then(Value::as_str);
    let text = text.ok_or_else(|| RecordError::wrong("map", "an index map", args))?;
    let shape = numbers(args, "shape")?;
    let map: IndexMap = match text.parse() {
        Ok(map) => map,
        Err(error) => return Ok(Verdict::Failed(format!("{text}: {error}"))),
    };
    let values = match values(&map, &shape) {
        Ok(values) => values,
        Err(error) => return Ok(Verdict::Failed(format!("{text}: {error}"))),
    };
    let theirs = match case.rejection()? {
        Some(why) => Theirs::Rejected(why),
        None => theirs(name, case.need("result")?, &values)?,
    };
    let ours = answer(name, &map, &shape, &values);
    let definition = definition(name, &shape, &values).unwrap_or_else(Definition::Unknown);
    Ok(judge(&theirs, &ours, &definition))
}

/// The values of the map, point by point.
fn values(map: &IndexMap, shape: &[i64]) -> Eval<Vec<Point>> {
    let map = map.map(shape).map_err(|error| error.to_string())?;
    let table = map.tabulate(1 << 16).map_err(|error| error.to_string())?;
    Ok(table.iter().map(<[i64]>::to_vec).collect())
}

/// What leads back from each value.
fn back(map: &IndexMap, values: &[Point]) -> Eval<Function<Point>> {
    let points = values
        .iter()
        .map(|value| map.program().eval(value).map_err(|error| format!("at {value:?}: {error}")));
    Ok(Function::table(points.collect::<Eval<_>>()?))
}

fn answer(
    name: &str,
    map: &IndexMap,
    shape: &[i64],
    values: &[Point],
) -> Result<Answer<Point, String>, String> {
    let told = |error: tileir::interop::tirx::TirxError| error.to_string();
    Ok(match name {
        "map_indices" => Answer { form: None, function: Function::table(values.to_vec()) },
        "map_shape" => {
            let shape = map.map_shape(shape).map_err(told)?;
            Answer { form: None, function: Function::table(vec![shape]) }
        }
        _ => {
            let inverse = map.inverse(shape).map_err(told)?;
            let printed = inverse.map.to_string();
            let again: IndexMap = printed.parse().map_err(|error| format!("{printed}: {error}"))?;
            let padding = match inverse.image.is_box() {
                true => "T.bool(False)".to_owned(),
                false => format!("outside {}", inverse.image),
            };
            let form = (name != "inverse").then_some(padding);
            Answer { form, function: back(&again, values)? }
        }
    })
}

fn theirs(
    name: &str,
    result: &Value,
    values: &[Point],
) -> Result<Theirs<Point, String>, RecordError> {
    let point = crate::bases::parse_point;
    let (form, function) = match name {
        "map_indices" => {
            let points = list("result", result)?.iter().map(point);
            (None, Function::table(points.collect::<Result<_, _>>()?))
        }
        "map_shape" => (None, Function::table(vec![point(result)?])),
        _ => {
            let inverse = result.get("inverse").unwrap_or(result).as_str();
            let text = inverse.ok_or_else(|| RecordError::wrong("result", "a map", result))?;
            let unread = |_| RecordError::wrong("result", "an index map that is read", result);
            let map: IndexMap = text.parse().map_err(unread)?;
            let padding = result.get("padding_predicate").and_then(Value::as_str);
            let undefined = |_| RecordError::wrong("result", "a map with values", result);
            (padding.map(str::to_owned), back(&map, values).map_err(undefined)?)
        }
    };
    let points: Result<Vec<_>, String> =
        (0..function.size()).map(|i| Ok((i, function.at(i)?))).collect();
    let points = points.map_err(|_| RecordError::wrong("result", "values", result))?;
    Ok(Theirs::Answered { form, function, points })
}

fn definition(name: &str, shape: &[i64], values: &[Point]) -> Eval<Definition<Point>> {
    match name {
        "map_indices" => Ok(Definition::Everywhere(Function::table(values.to_vec()))),
        "map_shape" => {
            let rank = values.first().map_or(0, Vec::len);
            let mut extents = Vec::new();
            for output in 0..rank {
                let along = values.iter().filter_map(|value| value.get(output));
                match (along.clone().min(), along.max()) {
                    (Some(0), Some(greatest)) => extents.push(greatest + 1),
                    _ => return Ok(Definition::NoAnswer("the values do not begin at 0".into())),
                }
            }
            Ok(Definition::Everywhere(Function::table(vec![extents])))
        }
        _ => {
            let mut seen = std::collections::HashMap::new();
            let mut points = Vec::new();
            for (i, value) in (0i64..).zip(values) {
                if let Some(first) = seen.insert(value, i) {
                    let why = format!("points {first} and {i} both go to {value:?}");
                    return Ok(Definition::NoAnswer(why));
                }
                points.push(split(shape, i)?);
            }
            Ok(Definition::Everywhere(Function::table(points)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inverse(map: &str, inverse: &str) -> Result<Verdict, RecordError> {
        let line = format!(
            r#"{{"op": "inverse", "args": {{"shape": [4],
                "map": "T.index_map(lambda i: ({map},))"}},
                "result": "T.index_map(lambda axis0: ({inverse},))"}}"#
        );
        run("inverse", &Record::parse(&line)?)
    }

    #[test]
    fn an_inverse_leads_back_from_every_value() -> Result<(), RecordError> {
        assert_eq!(inverse("i + 3", "axis0 - 3")?, Verdict::Passed);
        assert!(matches!(inverse("i + 3", "axis0")?, Verdict::PeerWrong(_)));
        assert!(matches!(inverse("i // 2", "axis0 * 2")?, Verdict::PeerWrong(_)));
        assert!(matches!(inverse("i +", "axis0")?, Verdict::Failed(_)));
        Ok(())
    }
}
