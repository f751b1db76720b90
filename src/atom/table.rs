//! [`Table`]: the atoms of a file, one of `targets/atoms/` or one's own.
//!
//! ```toml
//! [maps]                                         # maps that many operands share, as #name
//! c = "expr<(lane : 32, slot : 4) -> (lane floordiv 4 + slot floordiv 2 * 8, …) to (m : 16, n : 8)>"
//!
//! [[atom]]
//! name = "mma.m16n8k16.{d}.{ab}"
//! each = [{ d = ["f16", "f32"], ab = "f16" }, { d = "f32", ab = "bf16" }]
//! width = 32                                     # lanes that take part
//! requires = ["mma.{ab}"]                        # capabilities of a target
//! converges = "subgroup"                         # effects; reads and writes are the operands'
//! emit = "nvvm.mma.sync"                        # without it, a contract only
//! operands = [
//!   { name = "a", role = "read", space = "register", element = "{ab}", map = "#a16" },
//!   …
//! ]
//! ```
//!
//! | field | what it is | without it |
//! |---|---|---|
//! | `width` | the lanes that take part | an error |
//! | `subgroups` | the subgroups that they make up | 1 |
//! | `orders`, `converges`, `completes`, `awaits` | [`Effects`] | none, none, at once, none |
//! | `emit` | the operation that it becomes | a contract |
//!
//! **The law.** Every error names the file, the atom and the field.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::effects::Effects;
use super::error::TableError;
use super::operand::Operand;
use super::row::{OperandRow, Row, Value, Values, filled};
use super::{Atom, verify};
use crate::map::LayoutMap;
use crate::proof::Budget;
use crate::text::parse_map_with;

/// Atoms, each under its own name.
#[derive(Clone, Debug)]
pub struct Table {
    atoms: Vec<Atom>,
    places: HashMap<String, usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    maps: BTreeMap<String, String>,
    atom: Vec<toml::Table>,
}

impl Table {
    /// The atoms that a text describes, all that it says of them proved. `file` is what messages
    /// call it.
    ///
    /// # Errors
    /// The first field that is missing, unknown, or without a meaning, or a claim that is not
    /// proved.
    pub fn from_toml(file: &str, text: &str) -> Result<Table, TableError> {
        let table = Table::read(&[(file, text)])?;
        table.verify(file, &Budget::default())?;
        Ok(table)
    }

    /// The atoms of several files, without the proofs.
    pub(super) fn read(files: &[(&str, &str)]) -> Result<Table, TableError> {
        let mut table = Table { atoms: Vec::new(), places: HashMap::new() };
        files.iter().try_for_each(|(file, text)| table.add(file, text))?;
        Ok(table)
    }

    fn add(&mut self, file: &str, text: &str) -> Result<(), TableError> {
        let message = |message: String| TableError::Text { file: file.to_string(), message };
        let File { maps, atom: rows } =
            toml::from_str(text).map_err(|error| message(error.to_string().trim().to_string()))?;
        let mut reader = Reader { file, shared: HashMap::new(), read: HashMap::new() };
        for (name, text) in maps {
            let map = text.parse().map_err(|error| message(format!("map '{name}': {error}")))?;
            reader.shared.insert(name, map);
        }
        for (number, row) in (1..).zip(rows) {
            let called = row.get("name").and_then(|name| name.as_str()).map(str::to_string);
            let called = called.unwrap_or_else(|| format!("number {number}"));
            let row: Row = row.try_into().map_err(|error: toml::de::Error| {
                reader.wrong(&called, "row", error.message().to_string())
            })?;
            let instances = row.instances();
            for values in instances.map_err(|problem| reader.wrong(&called, "each", problem))? {
                let atom = reader.atom(&called, &row, &values)?;
                if self.places.contains_key(&atom.name) {
                    let problem = "an atom before has this name".to_string();
                    return Err(reader.wrong(&atom.name, "name", problem));
                }
                self.places.insert(atom.name.clone(), self.atoms.len());
                self.atoms.push(atom);
            }
        }
        Ok(())
    }

    fn verify(&self, file: &str, budget: &Budget) -> Result<(), TableError> {
        self.atoms.iter().try_for_each(|atom| {
            verify::verify(atom, budget).map_err(|verify::Fault { field, problem }| {
                let (file, atom) = (file.to_string(), atom.name.clone());
                TableError::Field { file, atom, field, problem }
            })
        })
    }

    /// The atoms, in the file's order.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// The atom of this name.
    pub fn get(&self, name: &str) -> Option<&Atom> {
        self.places.get(name).and_then(|&place| self.atoms.get(place))
    }
}

/// What is known while a file is read: maps by name, and by their text.
struct Reader<'a> {
    file: &'a str,
    shared: HashMap<String, LayoutMap>,
    read: HashMap<String, LayoutMap>,
}

impl Reader<'_> {
    fn wrong(&self, atom: &str, field: &str, problem: String) -> TableError {
        let (file, atom, field) = (self.file.to_string(), atom.to_string(), field.to_string());
        TableError::Field { file, atom, field, problem }
    }

    fn atom(&mut self, called: &str, row: &Row, values: &Values) -> Result<Atom, TableError> {
        let missing = || "is missing".to_string();
        let name = row.name.as_ref().ok_or_else(|| self.wrong(called, "name", missing()))?;
        let name = filled(name, values).map_err(|problem| self.wrong(called, "name", problem))?;
        let at = Place { reader: self, atom: &name, of: "", values };
        let width = at.integer("width", row.width.as_ref())?.ok_or(at.wrong("width", missing()))?;
        let subgroups = at.integer("subgroups", row.subgroups.as_ref())?.unwrap_or(1);
        let requires = at.words("requires", &row.requires)?;
        let orders = at.words("orders", &row.orders)?.into_iter().collect();
        let converges = at.word("converges", row.converges.as_ref())?;
        let completes = at.word("completes", row.completes.as_ref())?;
        let awaits = at.word("awaits", row.awaits.as_ref())?;
        let emit = at.word("emit", row.emit.as_ref())?;
        let operands = row.operands.iter().enumerate();
        let operands: Vec<Operand> = operands
            .map(|(number, operand)| self.operand(&name, number, operand, values))
            .collect::<Result<_, _>>()?;
        let mut effects = Effects { orders, converges, awaits, ..Effects::of(&operands) };
        effects.completes = completes.unwrap_or(effects.completes);
        Ok(Atom { name, width, subgroups, operands, effects, requires, emit })
    }

    fn operand(
        &mut self,
        atom: &str,
        number: usize,
        row: &OperandRow,
        values: &Values,
    ) -> Result<Operand, TableError> {
        let of = row.name.clone().unwrap_or_else(|| format!("operand {number}"));
        let at = Place { reader: self, atom, of: &of, values };
        let missing = |field: &str| at.wrong(field, "is missing".to_string());
        let name = row.name.as_ref().ok_or_else(|| missing("name"))?;
        let name = at.filled("name", name)?;
        let role = at.word("role", row.role.as_ref())?.ok_or_else(|| missing("role"))?;
        let space = at.word("space", row.space.as_ref())?.ok_or_else(|| missing("space"))?;
        let element =
            at.word("element", row.element.as_ref())?.ok_or_else(|| missing("element"))?;
        let text = row.map.as_ref().ok_or_else(|| missing("map"))?;
        let text = at.filled("map", text)?;
        let map = match self.read.get(&text) {
            Some(map) => map.clone(),
            None => at.map(&text)?,
        };
        self.read.insert(text, map.clone());
        Ok(Operand { name, role, space, element, map })
    }
}

/// Where in the file a field is, and what its `{name}`s stand for.
struct Place<'a> {
    reader: &'a Reader<'a>,
    atom: &'a str,
    /// The operand, or nothing.
    of: &'a str,
    values: &'a Values,
}

impl Place<'_> {
    fn wrong(&self, field: &str, problem: String) -> TableError {
        match self.of {
            "" => self.reader.wrong(self.atom, field, problem),
            of => self.reader.wrong(self.atom, &format!("{field} of {of}"), problem),
        }
    }

    fn filled(&self, field: &str, text: &str) -> Result<String, TableError> {
        filled(text, self.values).map_err(|problem| self.wrong(field, problem))
    }

    fn integer(&self, field: &str, value: Option<&Value>) -> Result<Option<i64>, TableError> {
        let Some(value) = value else { return Ok(None) };
        let text = self.filled(field, &value.text())?;
        let number = text.parse().map_err(|_| self.wrong(field, format!("'{text}' is no integer")));
        number.map(Some)
    }

    fn word<T>(&self, field: &str, word: Option<&String>) -> Result<Option<T>, TableError>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
    {
        let Some(word) = word else { return Ok(None) };
        let word = self.filled(field, word)?;
        word.parse().map(Some).map_err(|error: T::Err| self.wrong(field, error.to_string()))
    }

    fn words<T>(&self, field: &str, words: &[String]) -> Result<Vec<T>, TableError>
    where
        T: std::str::FromStr<Err: std::fmt::Display> + PartialEq,
    {
        let mut all = Vec::new();
        for word in words {
            if let Some(one) = self.word(field, Some(word))? {
                if all.contains(&one) {
                    return Err(self.wrong(field, format!("'{word}' stands there twice")));
                }
                all.push(one);
            }
        }
        Ok(all)
    }

    /// A map, written out or as `#name`.
    fn map(&self, text: &str) -> Result<LayoutMap, TableError> {
        if let Some(name) = text.strip_prefix('#') {
            let map = self.reader.shared.get(name);
            return map
                .cloned()
                .ok_or_else(|| self.wrong("map", format!("[maps] has no '{name}'")));
        }
        parse_map_with(text, &|_| None)
            .map_err(|error| self.wrong("map", format!("at byte {}: {error}", error.offset)))
    }
}
