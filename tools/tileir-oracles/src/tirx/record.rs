//! Tile layouts and places as cases write them.

use serde_json::{Map, Value};

use crate::definition::tirx::{Place, Tile, place};
use crate::function::Function;
use crate::judge::Theirs;
use crate::record::{RecordError, Table, integer, list};

/// The tile layout under a key.
pub fn tile(args: &Value, key: &'static str) -> Result<Tile, RecordError> {
    let value = args.get(key).unwrap_or(&Value::Null);
    let wrong = || RecordError::wrong(key, "a tile layout", value);
    parse(value.as_object().ok_or_else(wrong)?)
}

/// The tile layout that these fields write.
pub fn parse(fields: &Map<String, Value>) -> Result<Tile, RecordError> {
    let digits = |key: &'static str| {
        let value = fields.get(key).unwrap_or(&Value::Null);
        list(key, value)?
            .iter()
            .map(|digit| match digit.as_array().map(Vec::as_slice) {
                Some([extent, stride, Value::String(axis)]) => {
                    Ok((integer(key, extent)?, integer(key, stride)?, axis.clone()))
                }
                _ => Err(RecordError::wrong(key, "extent, stride and axis", digit)),
            })
            .collect::<Result<Vec<_>, _>>()
    };
    let offset = fields.get("offset").unwrap_or(&Value::Null);
    let wrong = || RecordError::wrong("offset", "values by axis", offset);
    let pairs = offset.as_object().ok_or_else(wrong)?.iter();
    let offset = pairs.map(|(axis, by)| Ok((axis.clone(), integer("offset", by)?)));
    Ok(Tile {
        shard: digits("shard")?,
        replica: digits("replica")?,
        offset: offset.collect::<Result<_, RecordError>>()?,
    })
}

/// The beginnings and ends of a region.
pub fn region(args: &Value) -> Result<Vec<(i64, i64)>, RecordError> {
    let value = args.get("region").unwrap_or(&Value::Null);
    let pair = |pair: &Value| match list("region", pair)? {
        [begin, end] => Ok((integer("region", begin)?, integer("region", end)?)),
        _ => Err(RecordError::wrong("region", "a beginning and an end", pair)),
    };
    list("region", value)?.iter().map(pair).collect()
}

/// The peer's answer: a layout with its table, a place, or a truth.
pub fn answered(name: &str, result: &Value) -> Result<Theirs<Place, String>, RecordError> {
    let (form, table) = match result {
        Value::Bool(truth) => {
            let point = vec![("truth".to_owned(), i64::from(*truth))];
            (None, Table { size: 1, points: vec![(0, point)] })
        }
        Value::Object(fields) if fields.contains_key("class") => {
            let table = Table::read(fields, point)?.ok_or(RecordError::Missing("table"))?;
            let number =
                |key: &'static str| integer(key, fields.get(key).ok_or(RecordError::Missing(key))?);
            let mut form = format!("size {}, span {}", number("size")?, number("span")?);
            if shards_count(name) {
                let tile = parse(fields)?;
                form += &shards(&tile.shard);
            }
            if let Some(starts) = fields.get("seps") {
                form += &format!(", starts {starts}");
            }
            (Some(form), table)
        }
        place => (None, Table { size: 1, points: vec![(0, point(place)?)] }),
    };
    let listed: std::collections::HashMap<i64, Place> = table.points.iter().cloned().collect();
    let at = move |i: i64| listed.get(&i).cloned().ok_or_else(|| format!("{i} is not tabulated"));
    Ok(Theirs::Answered { form, function: Function::new(table.size, at), points: table.points })
}

/// Whether the shards are part of an operation's answer.
pub fn shards_count(name: &str) -> bool {
    matches!(name, "canonicalize" | "group" | "permute_dims")
}

/// Shards as part of a form.
pub fn shards(shard: &[(i64, i64, String)]) -> String {
    let shard = shard.iter().map(|(extent, stride, axis)| format!("{extent}:{stride}@{axis}"));
    format!(", shards {}", shard.collect::<Vec<_>>().join(" "))
}

fn point(value: &Value) -> Result<Place, RecordError> {
    let wrong = || RecordError::wrong("table", "values by axis", value);
    let pairs = value.as_object().ok_or_else(wrong)?.iter();
    let sums = pairs.map(|(axis, by)| Ok((axis.clone(), integer("table", by)?)));
    Ok(place(sums.collect::<Result<_, RecordError>>()?))
}
