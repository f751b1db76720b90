//! Whether the members of two families are one function each.
//!
//! ```
//! use tileir::family::Family;
//! use tileir::proof::{Budget, equal_families};
//! let rows: Family = "family<(n : 1..=99, s : 0..=9) (i : 4, j : n) -> (i + s * j)>".parse()?;
//! let other: Family = "family<(n : 1..=99, s : 0..=9) (a : 4, b : n) -> (a + 2 * b)>".parse()?;
//! let found = equal_families(&rows, &other, &Budget::of_points(0))?;
//! assert_eq!(
//!     found.split.to_string(),
//!     "proved by symbolic if n eq 1; proved by symbolic if s eq 2; disproved by symbolic if s ne 2 \
//!      and n ne 1: at n = 2, s = 0, at (i = 0, j = 1), one gives (d0 = 0), the other (d0 = 2)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Parameters of one name are one parameter, of the values that both allow. Axes are compared in
//! order, whatever their names, and values in the integers.
//!
//! | asked | holds for |
//! |---|---|
//! | whether the [values](Family::values) of all are one function | all members at once: any argument of [`equal`] |
//! | which members are the same [sums](super::equal) | those of a guard, where no value leaves its codomain |
//!
//! **The law.** Where a *proved* guard holds and both members exist, they have one domain and agree
//! at every point, also in having no value; where a *disproved* one does, they do not. A disproof's
//! member is [`equal`]'s, which confirms its witness.

use std::fmt;

use super::equal::{Compared, Side, equal_members};
use super::{MemberWitness, Split, prove_family};
use crate::error::MapError;
use crate::expr::Program;
use crate::family::{Family, FamilyError, Guard, Parameters, SymbolicAxis, SymbolicSet};
use crate::index_set::IndexSet;
use crate::map::LayoutMap;
use crate::proof::{Budget, Verdict, Witness, equal};

/// How two members differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FamilyDifference {
    /// Their domains have other extents.
    Domains {
        /// The first's.
        left: IndexSet,
        /// The second's.
        right: IndexSet,
    },
    /// A point.
    Point(Witness),
}

impl fmt::Display for FamilyDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FamilyDifference::Domains { left, right } => {
                write!(f, "one is over {left}, the other over {right}")
            }
            FamilyDifference::Point(witness) => write!(f, "{witness}"),
        }
    }
}

/// Which members of two families are one function, and which are not.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilyEquality {
    /// The parameters of both, in the order of the values that a guard is asked with.
    pub parameters: Parameters,
    /// The verdicts.
    pub split: Split<FamilyDifference>,
}

/// Which members of two families are one function; see the source file's header.
///
/// # Errors
/// Domains or codomains of other ranks; parameters of one name without a value in common.
pub fn equal_families(
    left: &Family,
    right: &Family,
    budget: &Budget,
) -> Result<FamilyEquality, FamilyError> {
    let parameters = left.parameters().merged(right.parameters())?;
    let right = right.with_names_of(left)?.widened(&parameters)?;
    let left = left.widened(&parameters)?;
    let stay = [&left, &right].map(|family| stays(family, budget));
    let whole = values(&left, &right, stay, budget);
    match &whole {
        Some(Verdict::Disproved { .. }) if !parameters.is_empty() => {}
        Some(verdict @ (Verdict::Proved { .. } | Verdict::Disproved { .. })) => {
            let split = of_all(verdict.clone());
            return Ok(FamilyEquality { parameters, split });
        }
        _ => {}
    }
    let side = |family| Side { family, required: &[] };
    let refute = |_: &Parameters, values: &[i64]| difference(&left, &right, values, budget);
    let Compared { parameters, mut split, .. } =
        equal_members(side(&left), side(&right), false, refute, |_, _| None)?;
    // A value outside its codomain is none, so that other values there may be as good.
    if stay.contains(&false) {
        let alike = extents(left.codomain()).eq(extents(right.codomain()));
        let before = split.verdicts.len();
        split.verdicts.retain(|verdict| alike && verdict.says() == Some(true));
        if split.verdicts.len() < before {
            let why = "a value may leave its codomain, in which it is none".to_owned();
            split.verdicts.push(Verdict::Unknown { why });
        }
    }
    if let ([Verdict::Unknown { why }], Some(Verdict::Disproved { witness, .. })) =
        (&mut split.verdicts[..], whole)
    {
        *why = format!("not of every member: {witness}; {why}");
    }
    Ok(FamilyEquality { parameters, split })
}

/// A verdict about all members there are.
fn of_all(verdict: Verdict) -> Split<FamilyDifference> {
    let guard = Guard::default();
    let verdict = match verdict {
        Verdict::Proved { by, .. } => Verdict::Proved { by, guard },
        Verdict::Disproved { witness, by, .. } => {
            let witness =
                MemberWitness { member: Vec::new(), witness: FamilyDifference::Point(witness) };
            Verdict::Disproved { witness, by, guard }
        }
        Verdict::Unknown { why } => Verdict::Unknown { why },
    };
    Split { verdicts: vec![verdict] }
}

/// Whether no value is seen to leave its codomain.
fn stays(family: &Family, budget: &Budget) -> bool {
    extents(family.codomain()).all(|extent| extent.is_none())
        || prove_family(family, budget).bounds.is_proved()
}

fn extents(set: &SymbolicSet) -> impl Iterator<Item = Option<&Program>> {
    set.axes().iter().map(SymbolicAxis::extent)
}

/// The verdict about the values of all members; `None` where their domains are not written alike.
fn values(left: &Family, right: &Family, stay: [bool; 2], budget: &Budget) -> Option<Verdict> {
    let [own, other] = stay;
    let (left, right) = (left.values(own).ok()?, right.values(other).ok()?);
    if left.domain() != right.domain() {
        return None;
    }
    Some(equal(&endless(left).ok()?, &endless(right).ok()?, budget))
}

/// How the members for these values differ, if they do.
fn difference(
    left: &Family,
    right: &Family,
    values: &[i64],
    budget: &Budget,
) -> Option<FamilyDifference> {
    let (left, right) = (left.bind(values).ok()?, right.bind(values).ok()?);
    if left.domain() != right.domain() {
        let (left, right) = (left.domain().clone(), right.domain().clone());
        return Some(FamilyDifference::Domains { left, right });
    }
    match equal(&endless(left).ok()?, &endless(right).ok()?, budget) {
        Verdict::Disproved { witness, .. } => Some(FamilyDifference::Point(witness)),
        _ => None,
    }
}

/// The map into all integers, with the values that it has.
fn endless(map: LayoutMap) -> Result<LayoutMap, MapError> {
    let rank = map.codomain().rank();
    LayoutMap::translate(vec![0; rank], map, Some(IndexSet::integers(rank)))
}
