//! Which members of two symbolic meanings are one.
//!
//! | of two texts | are equal if |
//! |---|---|
//! | `(n,4):(1,n)` and `memref<?x4xf32, strided<[1, ?]>>` with `n`, `s` | `s eq n` |
//! | `(4,n):(n,1)` and `memref<4x?xf32>` with `n` | always |
//! | `(n,4):(1,n)` and the same of `m` | `m eq n` |
//!
//! Parameters of one name are one parameter, with the values that both texts allow. Where one of the
//! texts says nothing, as [`Validity`](super::Validity) has it, there is nothing to compare: that is
//! said beside the verdicts.
//!
//! Where elements have copies, equality is proved of the copies in their order; that there is none
//! in any order is not proved, and said to be unknown, with a member that differs.
//!
//! **The law.** A witness is a member that the concrete [`same`](super::super::same) finds to differ.

use std::fmt;

use super::super::{Comparison, Disagreement, TranslateError, same};
use super::SymbolicMeaning;
use super::sketch::with_one_copy;
use crate::error::tuple;
use crate::family::Parameters;
use crate::proof::{Budget, Compared, MemberVerdict, Side, Silent, Split, Verdict, equal_members};

/// How two members differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberDifference {
    /// Their tiles have other shapes.
    Shapes {
        /// The first's.
        left: Vec<i64>,
        /// The second's.
        right: Vec<i64>,
    },
    /// An element is elsewhere.
    Place(Box<Disagreement>),
}

impl fmt::Display for MemberDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemberDifference::Shapes { left, right } => {
                let (left, right) = (tuple(left), tuple(right));
                write!(f, "one is of a tile of {left}, the other of {right}")
            }
            MemberDifference::Place(disagreement) => write!(f, "{disagreement}"),
        }
    }
}

/// Which members are one, and which are not.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolicComparison {
    /// The parameters of both, in the order of the values that a guard is asked with.
    pub parameters: Parameters,
    /// The verdicts on values for which both say something.
    pub split: Split<MemberDifference>,
    /// The values for which one or both do not.
    pub silent: Vec<Silent>,
}

impl fmt::Display for SymbolicComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.split)?;
        let mut before = if self.split.verdicts.is_empty() { "" } else { "; " };
        self.silent.iter().try_for_each(|silent| {
            write!(f, "{before}{silent}")?;
            before = "; ";
            Ok(())
        })
    }
}

/// Which members put the same elements into the same places.
///
/// # Errors
/// Other kinds of places, warps of other lanes, tiles of other ranks; parameters of one name that
/// have no value in common.
pub fn same_members(
    left: &SymbolicMeaning,
    right: &SymbolicMeaning,
    budget: &Budget,
) -> Result<SymbolicComparison, TranslateError> {
    if left.places != right.places {
        let (left, right) = (left.places, right.places);
        return Err(TranslateError::OtherPlaces { left, right });
    }
    if let (Some(own), Some(other)) = (left.lanes, right.lanes)
        && own != other
    {
        return Err(TranslateError::OtherWarps { left: own, right: other });
    }
    let [own, other] = [left, right].map(SymbolicMeaning::rank);
    if own != other {
        return Err(TranslateError::OtherRanks { left: own, right: other });
    }
    let copied = left.copied || right.copied;
    let numbered = |side: &SymbolicMeaning| match copied && !side.copied {
        false => Ok(side.family.clone()),
        true => with_one_copy(&side.family),
    };
    let families = (numbered(left)?, numbered(right)?);
    let refute = |parameters: &Parameters, values: &[i64]| {
        let member = |side: &SymbolicMeaning| {
            let position = |name: &str| values.get(parameters.position(name)?).copied();
            let own = side.parameters().iter().map(|own| position(own.name()));
            side.at(&own.collect::<Option<Vec<i64>>>()?).ok()
        };
        let (left, right) = (member(left)?, member(right)?);
        match same(&left, &right, budget) {
            Ok(Comparison::Disproved { witness, .. }) => {
                Some(MemberDifference::Place(Box::new(witness)))
            }
            Err(TranslateError::OtherShapes { left, right }) => {
                Some(MemberDifference::Shapes { left, right })
            }
            _ => None,
        }
    };
    let left = Side { family: &families.0, required: &left.required };
    let right = Side { family: &families.1, required: &right.required };
    let Compared { parameters, mut split, silent } = equal_members(left, right, refute)?;
    if copied {
        split.verdicts = split.verdicts.into_iter().map(in_any_order).collect();
    }
    Ok(SymbolicComparison { parameters, split, silent })
}

/// Copies are compared number by number. That all are where they were is so in any order; that one
/// is not may be another order, except for the member that is seen to differ.
fn in_any_order(verdict: MemberVerdict<MemberDifference>) -> MemberVerdict<MemberDifference> {
    match verdict {
        Verdict::Disproved { witness, guard, .. } => {
            let why = format!("the numbers of copies differ if {guard}: {witness}");
            Verdict::Unknown { why }
        }
        other => other,
    }
}

impl SymbolicComparison {
    /// Whether both say the same for all values: where one says nothing, the other does not either.
    pub fn is_proved(&self) -> bool {
        self.split.is_proved() && self.silent.iter().all(|silent| silent.sides == [true, true])
    }

    /// Whether the first says the same as the second for all values for which the second says
    /// something.
    pub(super) fn is_as_second(&self) -> bool {
        self.split.is_proved() && self.silent.iter().all(|silent| matches!(silent.sides, [_, true]))
    }

    /// A line a verdict, then one for each that says nothing.
    pub fn lines(&self) -> Vec<String> {
        let verdicts = self.split.verdicts.iter().map(ToString::to_string);
        verdicts.chain(self.silent.iter().map(Silent::to_string)).collect()
    }
    /// Whether the members for these values are one; `None` where that is not known.
    pub fn at(&self, values: &[i64]) -> Option<bool> {
        self.split.at(values).and_then(Verdict::says)
    }
}
