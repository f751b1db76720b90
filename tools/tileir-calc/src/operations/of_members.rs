//! Questions about a family: which members have a property, or what holds for all of them.
//!
//! ```text
//! F = family<(n : 8..=64 by 8) (i : 4, j : 16) -> (i * n + j)>
//! vector_width(F, j)      8: proved by affine                                      for every n
//! fits_bits(F, 8)         disproved, at (3, 15), i * 40 + j is 135, …, at n = 40    not for this one
//! equal(F, G)             proved by symbolic if …; disproved, …                    for some
//! ```

use serde_json::json;
use tileir::family::Family;
use tileir::proof::{
    Answer, Banks, Budget, ClaimOfAll, contiguity_of_members, disjoint_families, equal_families,
    fits_bits_of_members, vector_width_of_members, wavefronts_of_members,
};

use super::questions::{found, unknown};
use super::{Call, Outcome};
use crate::error::{Fault, Reason};
use crate::facts;
use crate::json::{of_claim, of_member, of_member_equality};
use crate::limits;
use crate::value::Value;

/// A family that is asked about.
pub struct Members<'a> {
    family: &'a Family,
    budget: Budget,
}

impl<'a> Members<'a> {
    /// Argument 0, if it is a family.
    ///
    /// # Errors
    /// That it has no value.
    pub fn of(call: &'a Call<'_>) -> Result<Option<Self>, Fault> {
        let Value::Family(family) = call.value(0)? else { return Ok(None) };
        Ok(Some(Members { family, budget: call.budget(0)? }))
    }

    /// Whether the arithmetic of all fits.
    pub fn fits_bits(&self, bits: u32) -> Outcome {
        claim(None, &fits_bits_of_members(self.family, bits, &self.budget))
    }

    /// How wide an access may be in all.
    pub fn vector_width(&self, axis: usize, most: i64) -> Outcome {
        let (width, verdict) = vector_width_of_members(self.family, axis, most, &self.budget);
        claim(Some(width), &verdict)
    }

    /// The runs of all.
    pub fn contiguity(&self, axis: usize) -> Outcome {
        let (value, by) = match contiguity_of_members(self.family, axis, &self.budget) {
            Answer::Known { value, by } => (value, by),
            Answer::Unknown { why } => return unknown(&why),
        };
        let mut text = format!("width {}, alignment {}, by {by}", value.width, value.alignment);
        for (name, verdict) in [("wider", &value.wider), ("coarser", &value.coarser)] {
            if let Some(verdict) = verdict {
                text += &format!("\n{name}: {}", facts::claim(verdict));
            }
        }
        let fields = vec![
            ("width", json!(value.width)),
            ("alignment", json!(value.alignment)),
            ("by", json!(by.name())),
            ("wider", json!(value.wider.as_ref().map(of_claim))),
            ("coarser", json!(value.coarser.as_ref().map(of_claim))),
        ];
        found(text, fields)
    }

    /// What an access costs at most, in any of them.
    pub fn conflicts(&self, lanes: &[usize], of: (i64, i64)) -> Outcome {
        let found_of = wavefronts_of_members(self.family, lanes, of, &Banks::NVIDIA, &self.budget);
        let (value, by) = match found_of {
            Answer::Known { value, by } => (value, by),
            Answer::Unknown { why } => return unknown(&why),
        };
        let (all, member) = (&value.wavefronts, value.member.unwrap_or_default());
        let fields = vec![
            ("wavefronts", json!(all.most)),
            ("phases", json!(all.phases)),
            ("first", json!(all.first)),
            ("member", of_member(&member)),
            ("by", json!(by.name())),
        ];
        found(format!("{all}, by {by}{}", facts::member(&member)), fields)
    }

    /// The axis of the members' domain that an argument names.
    ///
    /// # Errors
    /// That there is none.
    pub fn axis(&self, call: &Call<'_>, index: usize) -> Result<usize, Fault> {
        call.axis(index, self.names())
    }

    /// The number of axes of the members' codomain.
    pub fn rank(&self) -> usize {
        self.family.codomain().rank()
    }

    /// The names of the axes of the members' domain.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.family.domain().axes().iter().map(|axis| axis.name())
    }
}

/// Two families that a question is about, a map among them as a family without parameters, and what
/// the answer may cost; `None` where neither argument is a family.
fn both(call: &Call<'_>) -> Result<Option<(Family, Family, Budget)>, super::Failure> {
    let is_family = |index| Ok::<_, Fault>(matches!(call.value(index)?, Value::Family(_)));
    if !is_family(0)? && !is_family(1)? {
        return Ok(None);
    }
    let family = |index| match call.value(index)? {
        Value::Family(family) => Ok((**family).clone()),
        value => {
            let family = value.to_map().as_ref().and_then(Family::of_map);
            family.ok_or_else(|| call.wrong(index, "a family, or a map that is one expression"))
        }
    };
    let (left, right) = (family(0)?, family(1)?);
    let smaller = |family: &Family, budget: &Budget| limits::budget(family.map(), budget);
    let budget = smaller(&right, &smaller(&left, &call.session.budget));
    Ok(Some((left, right, budget)))
}

/// Whether members of two families have no value in common; `None` where neither argument is a
/// family.
///
/// # Errors
/// What has no value, or is neither a family nor a map over a box; values of other ranks.
pub fn disjoint(call: &Call<'_>) -> Result<Option<Value>, super::Failure> {
    let Some((left, right, budget)) = both(call)? else { return Ok(None) };
    let sets = [&left, &right].map(|family| (family.codomain(), family.parameters()));
    if sets[0].0.rank() != sets[1].0.rank() {
        let [left, right] = sets.map(|(set, parameters)| set.text(parameters));
        return Err(call.fault(1, Reason::Incomparable { what: "codomains", left, right }).into());
    }
    let found = disjoint_families(&left, &right, &budget).map_err(|error| call.fault(1, error))?;
    claim(None, &found).map(Some)
}

/// Which members of two families are one function; `None` where neither argument is a family.
///
/// # Errors
/// What has no value, or is neither a family nor a map over a box; families that cannot be compared.
pub fn equal(call: &Call<'_>) -> Result<Option<Value>, super::Failure> {
    let Some((left, right, budget)) = both(call)? else { return Ok(None) };
    let equality = equal_families(&left, &right, &budget).map_err(|error| call.fault(1, error))?;
    let lines = facts::of_split(&equality.split, facts::member_difference);
    let verdicts = equality.split.verdicts.iter().zip(&lines);
    let known = verdicts.filter(|(verdict, _)| verdict.guard().is_some());
    let known = known.map(|(verdict, line)| of_member_equality(verdict, line)).collect();
    let fields = vec![
        ("parameters", json!(equality.parameters.to_string())),
        ("verdicts", serde_json::Value::Array(known)),
        ("rest", json!(equality.split.unknown())),
    ];
    found(lines.join("\n"), fields).map(Some)
}

fn claim(number: Option<i64>, claim: &ClaimOfAll) -> Outcome {
    let text = facts::claim(claim);
    let text = number.map_or(text.clone(), |number| format!("{number}: {text}"));
    let mut fields = vec![("value", json!(number))];
    fields.retain(|(_, value)| !value.is_null());
    fields.push(("claim", json!(of_claim(claim))));
    found(text, fields)
}
