//! What is proved: maps with the facts that hold, and their forms for other provers.
//!
//! A form says the same map in integer arithmetic alone, which every prover has, as Python spells
//! it: sums, products, `//` and `%`. The tests hold it against the map.
//!
//! | map | form |
//! |---|---|
//! | `(o : 4096) -> (o + 4 * (o floordiv 64))` | `o` below 4096, `o + 4 * (o // 64)` |
//! | `(o : 1024) -> (o xor ((o floordiv 8) and 16))` | `o` below 1024, `o + 16 * ((o // 16 + o // 128) % 2 - o // 16 % 2)` |
//!
//! **The law.** Each fact of a listed map is proved or disproved, with no point tried.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};
use tileir::LayoutMap;

use crate::{Error, Operations};

/// A map to be proved.
#[derive(Debug, Deserialize)]
pub struct Proof {
    /// What the table calls it.
    pub name: String,
    /// The names of the facts that hold of it; the others do not.
    pub holds: BTreeSet<String>,
    map: String,
    form: String,
}

impl Proof {
    /// The map.
    ///
    /// # Errors
    /// A text that is no map.
    pub fn map(&self) -> Result<LayoutMap, Error> {
        Ok(self.text().parse()?)
    }

    /// The map's text.
    pub fn text(&self) -> &str {
        &self.map
    }

    /// What other provers read.
    ///
    /// # Errors
    /// A name that `operations` has no form for.
    pub fn form<'o>(&self, operations: &'o Operations) -> Result<&'o Form, Error> {
        let form = operations.forms.get(&self.form);
        Ok(form.ok_or_else(|| format!("{} has no form", self.name))?)
    }
}

/// A map in integer arithmetic, as Python spells it.
#[derive(Debug, Deserialize)]
pub struct Form {
    /// The coordinates, each with its extent.
    domain: Map<String, Value>,
    /// Names for values, each in terms of those before it.
    r#let: Map<String, Value>,
    value: Vec<String>,
}

impl Form {
    /// The same map, into all integers.
    ///
    /// # Errors
    /// A form that is no map.
    pub fn map(&self) -> Result<LayoutMap, Error> {
        let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let list = |of: &Map<String, Value>, sign: &str| {
            let each = of.iter().map(|(name, value)| format!("{name} {sign} {}", word(value)));
            each.collect::<Vec<_>>().join(", ")
        };
        let names = match list(&self.r#let, "=") {
            none if none.is_empty() => none,
            names => format!("let {names} in "),
        };
        let (domain, value) = (list(&self.domain, ":"), self.value.join(", "));
        let text = format!("expr<({domain}) -> {names}({value})>");
        Ok(text.replace("//", "floordiv").replace('%', "mod").parse()?)
    }
}

/// Modules of obligations to be proved.
#[derive(Debug, Deserialize)]
pub struct Modules {
    /// The number of obligations of each.
    pub obligations: Vec<usize>,
}
