//! CuTe's operands and results, as the cases write them.
//!
//! | JSON | operand |
//! |---|---|
//! | `{"shape": [4, [2, 8]], "stride": [1, [32, 4]]}` | the layout `(4,(2,8)):(1,(32,4))` |
//! | `{"swizzle": [3, 4, 3]}` | `Sw<3,4,3>` |
//! | `{"a": swizzle, "offset": 0, "b": layout}`, `[swizzle, layout]` | `Sw<3,4,3> o 0 o layout` |
//! | `24`, `[8, [2, 3]]` | a number; a shape, or a tiler of numbers |
//! | `[4, {"shape": 2, "stride": 4}]` | a tiler by mode |
//! | `null` | an operand that was left out |

use std::fmt;

use serde_json::Value;

use crate::nested::{Layout, Swizzle, Tree};
use crate::record::{RecordError, integer, list};

/// `swizzle o offset o layout`; without a swizzle it is the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composed {
    /// Applied last.
    pub swizzle: Option<Swizzle>,
    /// Added before the swizzle.
    pub offset: i64,
    /// Applied first.
    pub layout: Layout,
}

/// What an operation is given, or yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Left out.
    Absent,
    /// A layout, perhaps under a swizzle.
    Map(Composed),
    /// A swizzle alone.
    Swizzle(Swizzle),
    /// Numbers: a shape, an order, or a size.
    Tree(Tree),
    /// A tiler by mode, with a layout somewhere.
    Modes(Vec<Operand>),
    /// A composed layout that the peer only prints.
    Printed(String),
}

impl From<Layout> for Composed {
    fn from(layout: Layout) -> Self {
        Composed { swizzle: None, offset: 0, layout }
    }
}

impl Operand {
    /// The operand or result that `value`, under `key`, writes.
    ///
    /// # Errors
    /// It writes none.
    pub fn parse(key: &str, value: &Value) -> Result<Self, RecordError> {
        match value {
            Value::Null => Ok(Operand::Absent),
            Value::Bool(holds) => Ok(Operand::Tree(Tree::Leaf(i64::from(*holds)))),
            Value::Number(_) => Ok(Operand::Tree(Tree::Leaf(integer(key, value)?))),
            Value::Array(parts) => {
                let parts = parts.iter().map(|part| Operand::parse(key, part));
                parts.collect::<Result<Vec<_>, _>>().map(Operand::tuple)
            }
            Value::Object(fields) => match fields.keys().map(String::as_str).collect::<Vec<_>>() {
                _ if fields.contains_key("shape") && fields.contains_key("stride") => {
                    let part = |name: &str| fields.get(name).map(|tree| parse_tree(key, tree));
                    match (part("shape"), part("stride")) {
                        (Some(shape), Some(stride)) => {
                            Ok(Operand::Map(Layout { shape: shape?, stride: stride? }.into()))
                        }
                        _ => Err(RecordError::wrong(key, "a layout", value)),
                    }
                }
                _ if fields.contains_key("a") => parse_composed(key, value),
                keys if keys.contains(&"swizzle") => {
                    let numbers = fields.get("swizzle").unwrap_or(&Value::Null);
                    Ok(Operand::Swizzle(parse_swizzle(key, numbers)?))
                }
                keys if keys.contains(&"composed") => {
                    let text = fields.get("composed").and_then(Value::as_str).unwrap_or_default();
                    Ok(Operand::Printed(text.to_owned()))
                }
                _ => Err(RecordError::wrong(key, "a layout or a swizzle", value)),
            },
            Value::String(_) => Err(RecordError::wrong(key, "a layout or numbers", value)),
        }
    }

    /// A tuple of operands: numbers stay numbers, `[swizzle, layout]` is a composed layout.
    fn tuple(parts: Vec<Operand>) -> Operand {
        if let [Operand::Swizzle(swizzle), rest @ .., Operand::Map(map)] = parts.as_slice() {
            let offset = match rest {
                [] => Some(0),
                [Operand::Tree(Tree::Leaf(offset))] => Some(*offset),
                _ => None,
            };
            if let (Some(offset), None) = (offset, map.swizzle) {
                let layout = map.layout.clone();
                return Operand::Map(Composed { swizzle: Some(*swizzle), offset, layout });
            }
        }
        let trees = parts.iter().map(|part| match part {
            Operand::Tree(tree) => Some(tree.clone()),
            _ => None,
        });
        match trees.collect::<Option<Vec<_>>>() {
            Some(trees) => Operand::Tree(Tree::Tuple(trees)),
            None => Operand::Modes(parts),
        }
    }
}

fn parse_tree(key: &str, value: &Value) -> Result<Tree, RecordError> {
    match value {
        Value::Array(parts) => {
            let parts = parts.iter().map(|part| parse_tree(key, part));
            Ok(Tree::Tuple(parts.collect::<Result<_, _>>()?))
        }
        _ => Ok(Tree::Leaf(integer(key, value)?)),
    }
}

fn parse_swizzle(key: &str, value: &Value) -> Result<Swizzle, RecordError> {
    let [bits, base, shift] = list(key, value)? else {
        return Err(RecordError::wrong(key, "three numbers of a swizzle", value));
    };
    let number = |value| integer(key, value);
    Ok(Swizzle { bits: number(bits)?, base: number(base)?, shift: number(shift)? })
}

/// `{"a": swizzle, "offset": n, "b": layout}`.
fn parse_composed(key: &str, value: &Value) -> Result<Operand, RecordError> {
    let part = |name| Operand::parse(key, value.get(name).unwrap_or(&Value::Null));
    let offset = value.get("offset").map_or(Ok(0), |offset| integer(key, offset))?;
    match (part("a")?, part("b")?) {
        (Operand::Swizzle(swizzle), Operand::Map(Composed { swizzle: None, layout, .. })) => {
            Ok(Operand::Map(Composed { swizzle: Some(swizzle), offset, layout }))
        }
        _ => Err(RecordError::wrong(key, "a swizzle `a` and a layout `b`", value)),
    }
}

impl fmt::Display for Composed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.swizzle {
            Some(swizzle) => write!(f, "{swizzle} o {} o {}", self.offset, self.layout),
            None => write!(f, "{}", self.layout),
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Absent => f.write_str("nothing"),
            Operand::Map(map) => write!(f, "{map}"),
            Operand::Swizzle(swizzle) => write!(f, "{swizzle}"),
            Operand::Tree(tree) => write!(f, "{tree}"),
            Operand::Printed(text) => f.write_str(text),
            Operand::Modes(modes) => {
                f.write_str("<")?;
                for (i, mode) in modes.iter().enumerate() {
                    write!(f, "{}{mode}", if i == 0 { "" } else { "; " })?;
                }
                f.write_str(">")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Result<String, RecordError> {
        let value = serde_json::from_str(text)
            .map_err(|error| RecordError::NotAnObject(error.to_string()))?;
        Operand::parse("args", &value).map(|operand| operand.to_string())
    }

    #[test]
    fn every_kind_of_operand_is_read() {
        for (text, expected) in [
            (r#"{"shape": [4, [2, 8]], "stride": [1, [32, 4]]}"#, "(4,(2,8)):(1,(32,4))"),
            (r#"{"swizzle": [3, 4, -3]}"#, "Sw<3,4,-3>"),
            (r#"[{"swizzle": [1, 0, 1]}, {"shape": 8, "stride": 1}]"#, "Sw<1,0,1> o 0 o 8:1"),
            (r#"[4, {"shape": 2, "stride": 4}]"#, "<4; 2:4>"),
            ("[8, [2, 3]]", "(8,(2,3))"),
            ("null", "nothing"),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_operand_is_an_error() {
        for text in [
            r#"{"shape": 4}"#,
            r#"{"swizzle": [1, 0]}"#,
            r#"{"a": 1, "b": 2}"#,
            r#""8:1""#,
            "1.5",
            r#"{"shape": "4", "stride": 1}"#,
        ] {
            assert!(matches!(shown(text), Err(RecordError::Wrong { .. })), "{text}");
        }
    }
}
