//! [`Fields`]: what an attribute says, to be asked for by name and kind.

use std::sync::Arc;

use super::fault::{Fault, TextReason};
use super::value::{Kind, Value};
use crate::interop::triton::Encoding;

/// The fields of an attribute. Each is handed out once; [`finish`](Fields::finish) finds those
/// that nobody asked for.
#[derive(Clone, Debug)]
pub struct Fields {
    owner: String,
    at: usize,
    entries: Vec<(usize, String, Value)>,
    pads: Vec<(i64, i64)>,
}

impl Fields {
    /// No fields yet, of an attribute at this place.
    pub fn new(owner: &str, at: usize) -> Self {
        Fields { owner: owner.to_owned(), at, entries: Vec::new(), pads: Vec::new() }
    }

    /// Where the attribute is.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn add(&mut self, at: usize, name: &str, value: Value) -> Result<(), Fault> {
        if self.entries.iter().any(|(_, known, _)| known == name) {
            return Err(Fault::new(at, TextReason::RepeatedField { field: name.to_owned() }));
        }
        self.entries.push((at, name.to_owned(), value));
        Ok(())
    }

    /// `[interval :+ padding, …]`.
    pub fn add_pads(&mut self, value: Value) -> Result<(), Fault> {
        let expected = TextReason::Expected("interval :+ padding");
        let Kind::List(values) = value.kind else {
            return Err(Fault::new(value.at, expected));
        };
        for value in values {
            match value.kind {
                Kind::Pad(interval, padding) => self.pads.push((interval, padding)),
                _ => return Err(Fault::new(value.at, expected)),
            }
        }
        Ok(())
    }

    /// The pads.
    pub fn pads(&mut self) -> Vec<(i64, i64)> {
        std::mem::take(&mut self.pads)
    }

    fn optional(&mut self, name: &str) -> Option<Value> {
        let place = self.entries.iter().position(|(_, known, _)| known == name)?;
        Some(self.entries.remove(place).2)
    }

    fn required<T>(&self, name: &'static str, value: Option<T>) -> Result<T, Fault> {
        value.ok_or(self.missing(name))
    }

    /// That a field is not there.
    pub fn missing(&self, field: &'static str) -> Fault {
        let encoding = self.owner.clone();
        Fault::new(self.at, TextReason::MissingField { encoding, field })
    }

    pub fn optional_integer(&mut self, name: &'static str) -> Result<Option<i64>, Fault> {
        self.optional(name).map(|value| integer(name, value)).transpose()
    }

    pub fn integer(&mut self, name: &'static str) -> Result<i64, Fault> {
        let value = self.optional_integer(name)?;
        self.required(name, value)
    }

    /// A flag; `false` if it is not given.
    pub fn flag(&mut self, name: &'static str) -> Result<bool, Fault> {
        match self.optional(name) {
            None => Ok(false),
            Some(Value { kind: Kind::Flag(flag), .. }) => Ok(flag),
            Some(value) => Err(kind(name, value.at, "true or false")),
        }
    }

    pub fn optional_integers(&mut self, name: &'static str) -> Result<Option<Vec<i64>>, Fault> {
        self.optional(name).map(|value| integers(name, value)).transpose()
    }

    pub fn integers(&mut self, name: &'static str) -> Result<Vec<i64>, Fault> {
        let value = self.optional_integers(name)?;
        self.required(name, value)
    }

    pub fn optional_bases(&mut self, name: &'static str) -> Result<Option<Vec<Vec<i64>>>, Fault> {
        let Some(value) = self.optional(name) else { return Ok(None) };
        let Kind::List(bases) = value.kind else {
            return Err(kind(name, value.at, "a list of lists of integers"));
        };
        bases.into_iter().map(|basis| integers(name, basis)).collect::<Result<_, _>>().map(Some)
    }

    pub fn bases(&mut self, name: &'static str) -> Result<Vec<Vec<i64>>, Fault> {
        let value = self.optional_bases(name)?;
        self.required(name, value)
    }

    pub fn encoding(&mut self, name: &'static str) -> Result<Arc<Encoding>, Fault> {
        let value = self.optional(name);
        match self.required(name, value)? {
            Value { kind: Kind::Encoding(encoding), .. } => Ok(encoding),
            value => Err(kind(name, value.at, "an encoding")),
        }
    }

    /// Fields inside a field.
    pub fn optional_fields(&mut self, name: &'static str) -> Result<Option<Fields>, Fault> {
        match self.optional(name) {
            None => Ok(None),
            Some(Value { kind: Kind::Fields(mut fields), .. }) => {
                fields.owner = format!("{} of {}", name, self.owner);
                Ok(Some(fields))
            }
            Some(value) => Err(kind(name, value.at, "fields in braces")),
        }
    }

    /// Nothing is left.
    pub fn finish(&self) -> Result<(), Fault> {
        let encoding = || self.owner.clone();
        if let Some((at, field, _)) = self.entries.first() {
            let (encoding, field) = (encoding(), field.clone());
            return Err(Fault::new(*at, TextReason::UnknownField { encoding, field }));
        }
        if !self.pads.is_empty() {
            let (encoding, field) = (encoding(), "interval :+ padding".to_owned());
            return Err(Fault::new(self.at, TextReason::UnknownField { encoding, field }));
        }
        Ok(())
    }
}

fn kind(field: &str, at: usize, expected: &'static str) -> Fault {
    Fault::new(at, TextReason::FieldKind { field: field.to_owned(), expected })
}

fn integer(name: &str, value: Value) -> Result<i64, Fault> {
    match value.kind {
        Kind::Integer(number) => Ok(number),
        _ => Err(kind(name, value.at, "an integer")),
    }
}

fn integers(name: &str, value: Value) -> Result<Vec<i64>, Fault> {
    match value.kind {
        Kind::List(values) => values.into_iter().map(|value| integer(name, value)).collect(),
        _ => Err(kind(name, value.at, "a list of integers")),
    }
}
