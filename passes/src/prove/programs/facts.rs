//! What is proved of a plain access, as an attribute for later passes.
//!
//! ```mlir
//! tileir.facts = {of = #tileir.expr<(i : 4, j : 64) -> (i * 64 + j, i * 64 + j) to (d0 : 256, address)>,
//!                 computed = #values, banked = {of = #lanes, lane = 1 : i64, element_bytes = 4 : i64, vector = 1 : i64},
//!                 in_bounds = array<i64: 1>, index_bits = 32 : i64, phases = 1 : i64, wavefronts = 1 : i64}
//! ```
//!
//! The law is that of all [facts](crate::facts): they carry their subject, and whoever reads them
//! compares it with the access as it is now. [`proved_access`] does so. Each fact is of its own:
//!
//! | fact | is of |
//! |---|---|
//! | `in_bounds` | `of`, the indices |
//! | `index_bits` | `computed`, all values on the way to the address |
//! | `wavefronts`, `phases` | `banked`, the address by lanes, and what each lane wants there |

use melior::ir::attribute::{DenseI64ArrayAttribute, DictionaryAttribute, IntegerAttribute};
use melior::ir::operation::{OperationLike, OperationMutLike as _};
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier};
use tileir::LayoutMap;
use tileir_dialect::attributes::map_attribute;

use super::attributes::numbers;
use super::banks::Banked;
use super::effort::Effort;
use super::question::Question;
use super::read;
use crate::builder::{Op, Outcome, context_of};
use crate::error::PassError;
use crate::facts::NAME;
use crate::rewrite::{changed, set_attribute};

/// What is proved of an access.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProvedAccess {
    /// Of each axis of the memref, whether the access stays in bounds.
    pub in_bounds: Vec<bool>,
    /// Whether 32 bits suffice for its indices and for the address.
    pub narrow: bool,
    /// The wavefronts of the costliest repetition in banked memory, and its phases.
    pub wavefronts: Option<(u64, u64)>,
}

/// Takes away what was written before.
pub fn clear(op: Op<'_>) {
    if op.has_attribute(NAME) {
        // Only an attribute that is there is removed, so that cannot fail.
        let _ = changed(op).remove_attribute(NAME);
    }
}

/// What facts are of.
pub struct Subject<'a> {
    /// The access.
    pub question: &'a Question,
    /// The access by lanes, where that is one.
    pub banked: Option<&'a Banked>,
}

/// A number, as attributes have it.
fn number<'c>(op: Op<'c>, value: u64) -> Attribute<'c> {
    let value = i64::try_from(value).unwrap_or(i64::MAX);
    IntegerAttribute::new(IntegerType::new(context_of(op), 64).into(), value).into()
}

/// A dictionary of attributes.
fn dictionary<'c>(op: Op<'c>, entries: Vec<(&str, Attribute<'c>)>) -> DictionaryAttribute<'c> {
    let context = context_of(op);
    let named: Vec<_> =
        entries.into_iter().map(|(name, value)| (Identifier::new(context, name), value)).collect();
    DictionaryAttribute::new(context, &named)
}

impl Subject<'_> {
    fn map<'c>(op: Op<'c>, map: Option<&LayoutMap>) -> Outcome<'c, Option<Attribute<'c>>> {
        let attribute = map.map(|map| map_attribute(op.location(), map)).transpose();
        attribute.map_err(|error| PassError::at(op.location(), error.to_string()))
    }

    /// What `in_bounds` is of.
    fn of<'c>(&self, op: Op<'c>) -> Outcome<'c, Option<Attribute<'c>>> {
        Subject::map(op, self.question.subject.as_ref())
    }

    /// What `index_bits` is of.
    fn computed<'c>(&self, op: Op<'c>) -> Outcome<'c, Option<Attribute<'c>>> {
        Subject::map(op, self.question.address.as_ref())
    }

    /// What `wavefronts` is of.
    fn banked<'c>(&self, op: Op<'c>) -> Outcome<'c, Option<Attribute<'c>>> {
        let Some(banked) = self.banked else { return Ok(None) };
        let Some(of) = Subject::map(op, Some(&banked.map))? else { return Ok(None) };
        let entries = vec![
            ("of", of),
            ("lane", number(op, banked.lane as u64)),
            ("element_bytes", number(op, banked.element_bytes.unsigned_abs())),
            ("vector", number(op, banked.vector.unsigned_abs())),
        ];
        Ok(Some(dictionary(op, entries).into()))
    }
}

/// Writes what is proved of an access on it, if anything is.
///
/// # Errors
/// MLIR refuses the subject.
pub fn write<'c>(op: Op<'c>, subject: &Subject<'_>, found: &ProvedAccess) -> Outcome<'c> {
    if !found.narrow && found.wavefronts.is_none() && !found.in_bounds.contains(&true) {
        return Ok(());
    }
    let Some(of) = subject.of(op)? else { return Ok(()) };
    let in_bounds: Vec<i64> = found.in_bounds.iter().map(|&proved| i64::from(proved)).collect();
    let mut entries: Vec<(&str, Attribute<'c>)> = vec![
        ("of", of),
        ("in_bounds", DenseI64ArrayAttribute::new(context_of(op), &in_bounds).into()),
    ];
    let computed = if found.narrow { subject.computed(op)? } else { None };
    entries.push(("index_bits", number(op, if computed.is_some() { 32 } else { 64 })));
    entries.extend(computed.map(|computed| ("computed", computed)));
    if let (Some((most, phases)), Some(banked)) = (found.wavefronts, subject.banked(op)?) {
        let cost = [("wavefronts", number(op, most)), ("phases", number(op, phases))];
        entries.extend(cost);
        entries.push(("banked", banked));
    }
    set_attribute(op, NAME, dictionary(op, entries).into());
    Ok(())
}

/// What is written on an access, as far as it speaks of the access as it is now. An `index` has so
/// many bits, and a subgroup so many lanes.
pub fn proved_access(op: Op<'_>, index_bits: u32, subgroup: i64) -> Option<ProvedAccess> {
    let written = DictionaryAttribute::try_from(op.attribute(NAME).ok()?).ok()?;
    let mut effort = Effort::default();
    let (_, touch, question) = read(op, index_bits, subgroup, &mut effort)?;
    let question = question.ok()?;
    let banked = Banked::of(op, index_bits, subgroup, &touch, &mut effort).and_then(Result::ok);
    let subject = Subject { question: &question, banked: banked.as_ref() };
    let same = |name: &str, current: Outcome<'_, Option<Attribute<'_>>>| {
        current.ok().flatten().is_some_and(|current| written.element_by_name(name) == Some(current))
    };
    if !same("of", subject.of(op)) {
        return None;
    }
    let number = |name: &str| {
        let number = IntegerAttribute::try_from(written.element_by_name(name)?).ok()?;
        u64::try_from(number.value()).ok()
    };
    let in_bounds = numbers(written.element_by_name("in_bounds")?)?;
    (in_bounds.len() == question.axes.len()).then(|| ProvedAccess {
        in_bounds: in_bounds.iter().map(|&proved| proved == 1).collect(),
        narrow: number("index_bits") == Some(32) && same("computed", subject.computed(op)),
        wavefronts: number("wavefronts")
            .zip(number("phases"))
            .filter(|_| same("banked", subject.banked(op))),
    })
}
