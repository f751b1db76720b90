//! Whether no member of one family has a value in common with the same member of another.
//!
//! ```
//! use tileir::family::Family;
//! use tileir::proof::{Budget, disjoint_families};
//! let low: Family = "family<(n : 1..=64) (i : n) -> (i)>".parse()?;
//! let high: Family = "family<(n : 1..=64, m : 8..=9) (i : m) -> (n + i)>".parse()?;
//! let next: Family = "family<(n : 1..=64) (i : 2) -> (n - i)>".parse()?;
//! let budget = Budget::of_points(0);
//! assert_eq!(disjoint_families(&low, &high, &budget)?.to_string(), "proved by presburger");
//! assert_eq!(
//!     disjoint_families(&low, &next, &budget)?.to_string(),
//!     "disproved by affine: at n = 1, (i = 0) of the first and (i = 1) of the second both map \
//!      to (d0 = 0)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Parameters of one name are one parameter, of the values that both allow; each other one has all
//! its values. The question is that of the [values](Family::values_by_member) of all members, each
//! after its parameters: two values are one only of one member.
//!
//! **The law.** *Proved* holds for all values of the parameters for which both members exist.
//! *Disproved* names one, and both maps have been evaluated there.

use super::MemberWitness;
use super::access::ClaimOfAll;
use super::instance;
use crate::family::{Family, FamilyError, Guard};
use crate::proof::{Budget, Strategy, Verdict, Witness, disjoint};

/// Whether no value is one of both members, for all members; see the source file's header.
///
/// # Errors
/// Parameters of one name without a value in common; an extent that can leave 64 bits.
pub fn disjoint_families(
    left: &Family,
    right: &Family,
    budget: &Budget,
) -> Result<ClaimOfAll, FamilyError> {
    let parameters = left.parameters().merged(right.parameters())?;
    let (left, right) = (left.widened(&parameters)?, right.widened(&parameters)?);
    let shared = |values: &[i64]| -> Option<(Witness, Strategy)> {
        let members = [&left, &right].map(|family| family.bind_as_written(values).ok());
        let [Some(one), Some(other)] = members else { return None };
        match disjoint(&one, &other, budget) {
            Verdict::Disproved { witness, by, .. } => Some((witness, by)),
            _ => None,
        }
    };
    let named = |((witness, by), values): ((Witness, Strategy), Vec<i64>)| {
        let names = parameters.iter().map(|parameter| parameter.name().to_owned());
        let member = names.zip(values).collect();
        Verdict::disproved(MemberWitness { member, witness }, by)
    };
    let of_values = disjoint(&left.values_by_member()?, &right.values_by_member()?, budget);
    let seen = match &of_values {
        Verdict::Proved { by, .. } => return Ok(Verdict::proved(*by)),
        Verdict::Disproved { witness: Witness::Shared { value, .. }, .. } => left
            .parameters_at(&value.values()[..parameters.len()])
            .and_then(|values| Some((shared(&values)?, values))),
        _ => None,
    };
    let always = Guard::default();
    let other = || instance::meeting(&parameters, &[&left, &right], [&always, &always], shared);
    Ok(match seen.or_else(other) {
        Some(seen) => named(seen),
        None => Verdict::Unknown {
            why: match of_values {
                Verdict::Unknown { why } => why,
                _ => "no member was found that shows it".to_owned(),
            },
        },
    })
}
