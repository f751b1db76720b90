//! Rows of a table of atoms, and how one row stands for many.
//!
//! ```toml
//! [[atom]]
//! name = "shuffle.xor.{mask}.w{lanes}"
//! each = [{ lanes = 8, mask = [1, 2, 4] }, { lanes = 32, mask = [1, 2, 4, 8, 16] }]
//! width = "{lanes}"
//! ```
//!
//! stands for 3 + 5 atoms: `shuffle.xor.1.w8`, `shuffle.xor.2.w8`, …. Each table of `each` gives
//! values to names, a list of values each of them in turn; `{name}` in any text of the row is
//! the value.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The most atoms that one row may stand for.
const ROW_LIMIT: usize = 1_024;

/// An integer or a text; a text may hold `{name}`s.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(super) enum Value {
    Integer(i64),
    Text(String),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Choice {
    One(Value),
    Many(Vec<Value>),
}

/// What one row says, before it is understood. A field that has to be there is optional here, so
/// that the message which asks for it names the atom.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub name: Option<String>,
    #[serde(default)]
    each: Vec<BTreeMap<String, Choice>>,
    pub width: Option<Value>,
    pub subgroups: Option<Value>,
    #[serde(default)]
    pub requires: Vec<String>,
    #[serde(default)]
    pub orders: Vec<String>,
    pub converges: Option<String>,
    pub completes: Option<String>,
    pub awaits: Option<String>,
    pub emit: Option<String>,
    #[serde(default)]
    pub operands: Vec<OperandRow>,
}

/// An operand of a [`Row`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OperandRow {
    pub name: Option<String>,
    pub role: Option<String>,
    pub space: Option<String>,
    pub element: Option<String>,
    pub map: Option<String>,
}

/// What each `{name}` of a row stands for.
pub(super) type Values = BTreeMap<String, String>;

impl Row {
    /// The values under which the row stands for an atom each; one that names nothing if the row
    /// is an atom by itself.
    pub fn instances(&self) -> Result<Vec<Values>, String> {
        if self.each.is_empty() {
            return Ok(vec![Values::new()]);
        }
        let mut all = Vec::new();
        for choices in &self.each {
            let mut these = vec![Values::new()];
            for (name, choice) in choices {
                let values = match choice {
                    Choice::One(value) => std::slice::from_ref(value),
                    Choice::Many(values) => values.as_slice(),
                };
                if these.len().saturating_mul(values.len()) > ROW_LIMIT {
                    return Err(format!("one row stands for {ROW_LIMIT} atoms at most"));
                }
                let with = |these: &Values, value: &Value| {
                    let mut these = these.clone();
                    these.insert(name.clone(), value.text());
                    these
                };
                let each = these.iter().flat_map(|these| values.iter().map(move |v| (these, v)));
                these = each.map(|(these, value)| with(these, value)).collect();
            }
            all.append(&mut these);
            if all.len() > ROW_LIMIT {
                return Err(format!("one row stands for {ROW_LIMIT} atoms at most"));
            }
        }
        Ok(all)
    }
}

impl Value {
    pub fn text(&self) -> String {
        match self {
            Value::Integer(integer) => integer.to_string(),
            Value::Text(text) => text.clone(),
        }
    }
}

/// The text with the value of each `{name}` in its place.
pub(super) fn filled(text: &str, values: &Values) -> Result<String, String> {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, behind) =
            behind.split_once('}').ok_or_else(|| format!("'{text}' has no end of a {{name}}"))?;
        let value =
            values.get(name).ok_or_else(|| format!("'each' gives no value to {{{name}}}"))?;
        result.push_str(before);
        result.push_str(value);
        rest = behind;
    }
    result.push_str(rest);
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Row {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn each_value_of_a_list_is_taken_with_each_of_another() {
        let many = row("each = [{ a = [1, 2], b = ['x', 'y'] }, { a = 3, b = 'z' }]");
        let names: Vec<String> =
            many.instances().unwrap().iter().map(|v| filled("{b}{a}", v).unwrap()).collect();
        assert_eq!(names, ["x1", "y1", "x2", "y2", "z3"]);
        assert_eq!(row("").instances().unwrap(), [Values::new()]);
    }

    #[test]
    fn a_name_without_value_and_too_many_rows_are_errors() {
        assert!(filled("a{b}", &Values::new()).unwrap_err().contains("{b}"));
        assert!(filled("a{b", &Values::new()).unwrap_err().contains("no end"));
        let list = (0..33).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
        let many = row(&format!("each = [{{ a = [{list}], b = [{list}] }}]"));
        assert!(many.instances().unwrap_err().contains("1024 atoms at most"));
    }
}
