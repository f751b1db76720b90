//! One line of a file of cases.
//!
//! ```text
//! {"peer": "cute-cpp", "op": "complement", "mode": "static", "args": [{…}, 24],
//!  "result": {"shape": 4, "stride": 1}, "size": 4, "table": [0, 1, 2, 3]}
//! {"peer": "pycute", "op": "composition", "args": [{…}, {…}], "error": "AssertionError"}
//! ```
//!
//! `error` in place of `result` means that the peer rejected the input. A long table is thinned
//! to `table_size` and `table_sample`, pairs of index and value. Keys that no case needs are
//! ignored; what is there and has no meaning is an error that names its key.

use std::io::{BufRead, Read};

use serde_json::{Map, Value};
use thiserror::Error;

/// No line may be longer, in bytes.
pub const LINE_LIMIT: u64 = 64 << 20;

/// Why a line is no case.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RecordError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is longer than [`LINE_LIMIT`].
    #[error("longer than {LINE_LIMIT} bytes")]
    TooLong,
    /// It is not one JSON object.
    #[error("not a JSON object: {0}")]
    NotAnObject(String),
    /// A key is missing.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A key's value has no meaning.
    #[error("`{key}` must be {expected}, not {found}")]
    Wrong {
        /// The key.
        key: String,
        /// What it must be.
        expected: &'static str,
        /// What it is, shortened.
        found: String,
    },
    /// The record says two different things of its size.
    #[error("`{key}` is {said}, but the table has {found} entries")]
    Size {
        /// Where it says so.
        key: &'static str,
        /// What it says.
        said: i64,
        /// What the table has.
        found: i64,
    },
    /// The operation takes other operands.
    #[error("{op} takes {expected}")]
    Operands {
        /// The operation.
        op: String,
        /// What it takes.
        expected: &'static str,
    },
}

impl RecordError {
    /// `key` must be `expected`, and is `found`.
    pub fn wrong(key: &str, expected: &'static str, found: &Value) -> Self {
        let mut found = found.to_string();
        if found.len() > 60 {
            found = found.chars().take(59).chain(['…']).collect();
        }
        RecordError::Wrong { key: key.to_owned(), expected, found }
    }
}

/// One case.
#[derive(Clone, Debug)]
pub struct Record {
    fields: Map<String, Value>,
}

impl Record {
    /// The case that this line holds.
    ///
    /// # Errors
    /// A line that is no JSON object.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        match serde_json::from_str(line) {
            Ok(Value::Object(fields)) => Ok(Record { fields }),
            Ok(other) => Err(RecordError::wrong("the line", "a JSON object", &other)),
            Err(error) => Err(RecordError::NotAnObject(error.to_string())),
        }
    }

    /// A field.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.fields.get(key)
    }

    /// The names of the fields.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.fields.keys().map(String::as_str)
    }

    /// A field that must be there.
    ///
    /// # Errors
    /// It is missing.
    pub fn need(&self, key: &'static str) -> Result<&Value, RecordError> {
        self.get(key).ok_or(RecordError::Missing(key))
    }

    /// A field's text, where it is one.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Value::as_str)
    }

    /// Why the peer rejected the input, if it did.
    ///
    /// # Errors
    /// Neither a result nor an error is there.
    pub fn rejection(&self) -> Result<Option<String>, RecordError> {
        match (self.get("result"), self.get("error")) {
            (Some(_), _) => Ok(None),
            (None, Some(error)) => {
                let kind = error.as_str().map_or_else(|| error.to_string(), str::to_owned);
                let text = self.text("msg").unwrap_or_default();
                Ok(Some(format!("{kind} {}", text.lines().next().unwrap_or_default())))
            }
            (None, None) => Err(RecordError::Missing("result")),
        }
    }

    /// The operands, which must be a list.
    ///
    /// # Errors
    /// They are not.
    pub fn operands(&self) -> Result<&[Value], RecordError> {
        list("args", self.need("args")?)
    }

    /// The table beside the result.
    ///
    /// # Errors
    /// See [`Table::read`]; also a `size` that the table contradicts.
    pub fn table(&self) -> Result<Option<Table<i64>>, RecordError> {
        let table = Table::read(&self.fields, |value| integer("table", value))?;
        if let (Some(size), Some(table)) = (self.get("size"), &table) {
            let said = integer("size", size)?;
            if said != table.size {
                return Err(RecordError::Size { key: "size", said, found: table.size });
            }
        }
        Ok(table)
    }
}

/// What a peer says of its function's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<P> {
    /// The number of points of the function.
    pub size: i64,
    /// Values at some or all of them.
    pub points: Vec<(i64, P)>,
}

impl<P> Table<P> {
    /// The table under `table`, or `table_size` and `table_sample`, if there is one.
    ///
    /// # Errors
    /// A part that is not what it must be, or an index past the size.
    pub fn read(
        fields: &Map<String, Value>,
        point: impl Fn(&Value) -> Result<P, RecordError>,
    ) -> Result<Option<Self>, RecordError> {
        if let Some(table) = fields.get("table") {
            let values = list("table", table)?;
            let points = (0i64..).zip(values).map(|(i, value)| Ok((i, point(value)?)));
            let points: Vec<_> = points.collect::<Result<_, RecordError>>()?;
            return Ok(Some(Table { size: length(&points), points }));
        }
        let Some(sample) = fields.get("table_sample") else {
            return Ok(None);
        };
        let size = fields.get("table_size").ok_or(RecordError::Missing("table_size"))?;
        let size = integer("table_size", size)?;
        let mut points = Vec::new();
        for pair in list("table_sample", sample)? {
            let [index, value] = list("table_sample", pair)? else {
                return Err(RecordError::wrong("table_sample", "[index, value] pairs", pair));
            };
            let index = integer("table_sample", index)?;
            if !(0..size).contains(&index) {
                return Err(RecordError::wrong("table_sample", "indices below the size", pair));
            }
            points.push((index, point(value)?));
        }
        Ok(Some(Table { size, points }))
    }
}

fn length<T>(values: &[T]) -> i64 {
    i64::try_from(values.len()).unwrap_or(i64::MAX)
}

/// `value`, which must be a list.
///
/// # Errors
/// It is not.
pub fn list<'a>(key: &str, value: &'a Value) -> Result<&'a [Value], RecordError> {
    let list = value.as_array().ok_or_else(|| RecordError::wrong(key, "a list", value))?;
    Ok(list.as_slice())
}

/// `value`, which must be an integer of 64 bits.
///
/// # Errors
/// It is not.
pub fn integer(key: &str, value: &Value) -> Result<i64, RecordError> {
    value.as_i64().ok_or_else(|| RecordError::wrong(key, "a 64-bit integer", value))
}

/// Every line of `input` that is not blank, with its number.
pub fn lines(
    mut input: impl BufRead,
) -> impl Iterator<Item = (usize, Result<String, RecordError>)> {
    let mut number = 0;
    std::iter::from_fn(move || {
        loop {
            number += 1;
            let mut line = Vec::new();
            match input.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(_) if line.trim_ascii().is_empty() => {}
                Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == LINE_LIMIT => {
                    let skipped = skip_line(&mut input);
                    return Some((number, Err(skipped.err().unwrap_or(RecordError::TooLong))));
                }
                Ok(_) => {
                    let text = String::from_utf8(line);
                    return Some((
                        number,
                        text.map_err(|error| RecordError::Unreadable(error.to_string())),
                    ));
                }
                Err(error) => {
                    return Some((number, Err(RecordError::Unreadable(error.to_string()))));
                }
            }
        }
    })
}

/// Reads on to the end of the line without keeping it.
fn skip_line(input: &mut impl BufRead) -> Result<(), RecordError> {
    input.skip_until(b'\n').map(drop).map_err(|error| RecordError::Unreadable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_lines_are_errors_that_name_the_key() {
        assert!(matches!(Record::parse("{\"op\": "), Err(RecordError::NotAnObject(_))));
        assert!(matches!(Record::parse("[1]"), Err(RecordError::Wrong { .. })));
        let table = |text: &str| Record::parse(text).and_then(|record| record.table());
        assert!(matches!(table(r#"{"table": [0, 1.5]}"#), Err(RecordError::Wrong { .. })));
        assert!(matches!(table(r#"{"table": [1e30]}"#), Err(RecordError::Wrong { .. })));
        assert_eq!(
            table(r#"{"table": [0, 1], "size": 3}"#),
            Err(RecordError::Size { key: "size", said: 3, found: 2 })
        );
        assert_eq!(table(r#"{"table_sample": []}"#), Err(RecordError::Missing("table_size")));
        let outside = r#"{"table_size": 4, "table_sample": [[4, 0]]}"#;
        assert!(matches!(table(outside), Err(RecordError::Wrong { .. })));
    }

    #[test]
    fn a_thinned_table_keeps_its_size() {
        let record = Record::parse(r#"{"table_size": 900, "table_sample": [[0, 5], [899, 7]]}"#);
        let table = record.and_then(|record| record.table());
        assert_eq!(table, Ok(Some(Table { size: 900, points: vec![(0, 5), (899, 7)] })));
    }

    #[test]
    fn lines_are_numbered_and_blank_ones_skipped() {
        let found: Vec<_> = lines("a\n\n  \nb".as_bytes()).collect();
        assert_eq!(found, [(1, Ok("a\n".to_owned())), (4, Ok("b".to_owned()))]);
    }

    #[test]
    fn a_case_without_an_answer_is_an_error() {
        let record = Record::parse(r#"{"op": "coalesce"}"#);
        assert_eq!(
            record.and_then(|record| record.rejection()),
            Err(RecordError::Missing("result"))
        );
    }
}
