//! What is proved of a plain access, as an attribute for later passes.
//!
//! ```mlir
//! tileir.facts = {of = #tileir.expr<(i : 4, j : 64) -> (i * 64 + j, i * 64 + j) to (d0 : 256, address)>,
//!                 in_bounds = array<i64: 1>, index_bits = 32 : i64, wavefronts = 1 : i64}
//! ```
//!
//! The law is that of all [facts](crate::facts): they carry their subject, and whoever reads them
//! compares it with the access as it is now. [`proved_access`] does so.

use melior::ir::attribute::{DenseI64ArrayAttribute, DictionaryAttribute, IntegerAttribute};
use melior::ir::operation::{OperationLike, OperationMutLike as _};
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier};
use tileir_dialect::attributes::map_attribute;

use super::attributes::numbers;
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

/// The attribute that is the subject of a question.
fn subject_of<'c>(op: Op<'c>, question: &Question) -> Outcome<'c, Option<Attribute<'c>>> {
    let Some(subject) = &question.subject else { return Ok(None) };
    let of = map_attribute(op.location(), subject);
    of.map(Some).map_err(|error| PassError::at(op.location(), error.to_string()))
}

/// Writes what is proved of an access on it, if anything is.
///
/// # Errors
/// MLIR refuses the subject.
pub fn write<'c>(op: Op<'c>, question: &Question, found: &ProvedAccess) -> Outcome<'c> {
    if !found.narrow && found.wavefronts.is_none() && !found.in_bounds.contains(&true) {
        return Ok(());
    }
    let Some(of) = subject_of(op, question)? else { return Ok(()) };
    let context = context_of(op);
    let number = |value: u64| -> Attribute<'c> {
        let value = i64::try_from(value).unwrap_or(i64::MAX);
        IntegerAttribute::new(IntegerType::new(context, 64).into(), value).into()
    };
    let in_bounds: Vec<i64> = found.in_bounds.iter().map(|&proved| i64::from(proved)).collect();
    let mut entries: Vec<(&str, Attribute<'c>)> = vec![
        ("of", of),
        ("in_bounds", DenseI64ArrayAttribute::new(context, &in_bounds).into()),
        ("index_bits", number(if found.narrow { 32 } else { 64 })),
    ];
    if let Some((most, phases)) = found.wavefronts {
        entries.extend([("wavefronts", number(most)), ("phases", number(phases))]);
    }
    let named: Vec<_> =
        entries.into_iter().map(|(name, value)| (Identifier::new(context, name), value)).collect();
    set_attribute(op, NAME, DictionaryAttribute::new(context, &named).into());
    Ok(())
}

/// What is written on an access, if it speaks of the access as it is now. An `index` has so many
/// bits, and a subgroup so many lanes.
pub fn proved_access(op: Op<'_>, index_bits: u32, subgroup: i64) -> Option<ProvedAccess> {
    let written = DictionaryAttribute::try_from(op.attribute(NAME).ok()?).ok()?;
    let (_, _, question) = read(op, index_bits, subgroup)?;
    let question = question.ok()?;
    if written.element_by_name("of")? != subject_of(op, &question).ok()?? {
        return None;
    }
    let number = |name: &str| {
        let number = IntegerAttribute::try_from(written.element_by_name(name)?).ok()?;
        u64::try_from(number.value()).ok()
    };
    let in_bounds = numbers(written.element_by_name("in_bounds")?)?;
    (in_bounds.len() == question.axes.len()).then(|| ProvedAccess {
        in_bounds: in_bounds.iter().map(|&proved| proved == 1).collect(),
        narrow: number("index_bits") == Some(32),
        wavefronts: number("wavefronts").zip(number("phases")),
    })
}
