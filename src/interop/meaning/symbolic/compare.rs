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
//! in any order is found by a [look](super::looked_at) at few members, and is otherwise unknown, with
//! a member that differs.
//!
//! **The law.** A witness is a member that the concrete [`same`](super::super::same) finds to differ.

use std::fmt;

use super::super::{Comparison, Disagreement, Meaning, TranslateError, same};
use super::looked_at::{Seen, every, looked_at};
use super::sketch::beside;
use super::{SymbolicMeaning, Validity};
use crate::error::tuple;
use crate::family::{Guard, Parameters};
use crate::proof::{
    Budget, Compared, Looked, MemberVerdict, Side, Silent, Split, Strategy, Verdict, equal_members,
};

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

/// A text of numbers, or one with parameters.
#[derive(Clone, Copy, Debug)]
pub enum EitherMeaning<'a> {
    /// Of numbers.
    Numbers(&'a Meaning),
    /// With parameters.
    Members(&'a SymbolicMeaning),
}

impl EitherMeaning<'_> {
    /// Both of one kind of places, of warps of as many lanes and of a tile of as many dimensions.
    fn comparable(self, other: Self) -> Result<(), TranslateError> {
        let of = |side: Self| match side {
            EitherMeaning::Numbers(own) => (own.places, own.lanes, own.shape.len()),
            EitherMeaning::Members(own) => (own.places, own.lanes, own.rank()),
        };
        let ((left, own, rank), (right, other, other_rank)) = (of(self), of(other));
        if left != right {
            return Err(TranslateError::OtherPlaces { left, right });
        }
        if let (Some(left), Some(right)) = (own, other)
            && left != right
        {
            return Err(TranslateError::OtherWarps { left, right });
        }
        match rank == other_rank {
            true => Ok(()),
            false => Err(TranslateError::OtherRanks { left: rank, right: other_rank }),
        }
    }

    /// The member for these values of parameters, which those of the text are among.
    fn member(self, parameters: &Parameters, values: &[i64]) -> Result<Meaning, TranslateError> {
        match self {
            EitherMeaning::Numbers(meaning) => Ok(meaning.clone()),
            EitherMeaning::Members(side) => {
                let position = |name: &str| values.get(parameters.position(name)?).copied();
                let own = side.parameters().iter().filter_map(|own| position(own.name()));
                side.at(&own.collect::<Vec<i64>>())
            }
        }
    }
}

/// What the members for these values are found to be.
fn seen(
    both: [EitherMeaning<'_>; 2],
    parameters: &Parameters,
    values: &[i64],
    budget: &Budget,
) -> Seen {
    let members = both.map(|side| side.member(parameters, values));
    let silent = members.each_ref().map(|own| matches!(own, Err(TranslateError::Silent { .. })));
    let (left, right) = match members {
        [Ok(left), Ok(right)] => (left, right),
        _ if silent.contains(&true) => return Seen::Silent(silent),
        _ => return Seen::Open,
    };
    match same(&left, &right, budget) {
        Ok(Comparison::Proved { .. }) => Seen::Same,
        Ok(Comparison::Disproved { witness, .. }) => {
            Seen::Differs(MemberDifference::Place(Box::new(witness)))
        }
        Err(TranslateError::OtherShapes { left, right }) => {
            Seen::Differs(MemberDifference::Shapes { left, right })
        }
        _ => Seen::Open,
    }
}

/// Which members put the same elements into the same places, where one text may be of numbers.
///
/// # Errors
/// As [`same_members`].
pub fn same_either(
    left: EitherMeaning<'_>,
    right: EitherMeaning<'_>,
    budget: &Budget,
) -> Result<SymbolicComparison, TranslateError> {
    left.comparable(right)?;
    let family = |side: EitherMeaning<'_>| match side {
        EitherMeaning::Numbers(meaning) => SymbolicMeaning::of_meaning(meaning, budget),
        EitherMeaning::Members(side) => Ok(side.clone()),
    };
    match (family(left), family(right)) {
        (Ok(left), Ok(right)) => same_members(&left, &right, budget),
        (Err(why), _) | (_, Err(why)) => one_by_one([left, right], &why, budget),
    }
}

/// The same of a text of numbers that is no family, and whose members are looked at one by one.
fn one_by_one(
    both: [EitherMeaning<'_>; 2],
    why: &TranslateError,
    budget: &Budget,
) -> Result<SymbolicComparison, TranslateError> {
    let members = both.iter().find_map(|side| match side {
        EitherMeaning::Members(side) => Some(*side),
        EitherMeaning::Numbers(_) => None,
    });
    let parameters = members.map(|side| side.parameters().clone()).unwrap_or_default();
    let Validity { says, silent, unknown } =
        members.map_or(Validity::always(), SymbolicMeaning::validity);
    let sides = both.map(|side| matches!(side, EitherMeaning::Members(_)));
    let silent = silent.into_iter().map(|guard| Silent { sides, guard }).collect();
    let compare = |values: &[i64], budget: &Budget| seen(both, &parameters, values, budget);
    let mut verdicts: Vec<Found> = says
        .iter()
        .map(|guard| match looked_at(&parameters, guard, budget, &compare) {
            Some(Looked::Verdict(verdict)) => verdict,
            _ => Verdict::Unknown { why: format!("{}{why}", condition(guard)) },
        })
        .collect();
    if unknown {
        verdicts.push(Verdict::Unknown { why: "for which values a text says anything".to_owned() });
    }
    let split = Split { verdicts: Vec::new() }.with(verdicts);
    Ok(SymbolicComparison { parameters, split, silent })
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
    let both = [EitherMeaning::Members(left), EitherMeaning::Members(right)];
    let [own, other] = both;
    own.comparable(other)?;
    let copied = left.copied || right.copied;
    let all = left.parameters().merged(right.parameters())?;
    let beside =
        |side: &SymbolicMeaning| beside(&side.family, side.places, &all, copied && !side.copied);
    let families = (beside(left)?, beside(right)?);
    let refute =
        |parameters: &Parameters, values: &[i64]| match seen(both, parameters, values, budget) {
            Seen::Differs(witness) => Some(witness),
            _ => None,
        };
    let look = |parameters: &Parameters, guard: &Guard| {
        let compare = |values: &[i64], budget: &Budget| seen(both, parameters, values, budget);
        looked_at(parameters, guard, budget, &compare)
    };
    let left = Side { family: &families.0, required: &left.required };
    let right = Side { family: &families.1, required: &right.required };
    let Compared { parameters, mut split, silent } =
        equal_members(left, right, copied, refute, look)?;
    if copied {
        let looked_at = |guard: &Guard| match look(&parameters, guard) {
            Some(Looked::Verdict(verdict)) => Some(verdict),
            _ => None,
        };
        let verdicts = split.verdicts.into_iter().map(|own| in_any_order(own, looked_at));
        split = Split { verdicts: Vec::new() }.with(verdicts.collect());
    }
    if let Some(values) = left_out(&parameters, &split, &silent) {
        let member = parameters.iter().zip(&values);
        let member: Vec<String> =
            member.map(|(own, value)| format!("{} = {value}", own.name())).collect();
        let why = format!("at {}, of which no argument speaks", member.join(", "));
        split.verdicts.push(Verdict::Unknown { why });
    }
    Ok(SymbolicComparison { parameters, split, silent })
}

/// The values of a member, where all are few, that no answer has: a condition without a value, as
/// where it divides by 0, holds for none.
fn left_out(
    parameters: &Parameters,
    split: &Split<MemberDifference>,
    silent: &[Silent],
) -> Option<Vec<i64>> {
    if split.unknown().is_some() {
        return None;
    }
    every(parameters)?.find(|values| {
        split.at(values).is_none() && !silent.iter().any(|silent| silent.guard.holds(values))
    })
}

type Found = MemberVerdict<MemberDifference>;

/// Copies are compared number by number. That all are where they were is so in any order; that one
/// is not may be another order, so that the members are looked at, where they are few.
fn in_any_order(verdict: Found, looked_at: impl Fn(&Guard) -> Option<Found>) -> Found {
    match verdict {
        Verdict::Disproved { witness, guard, by: Strategy::Symbolic } => {
            looked_at(&guard).unwrap_or_else(|| {
            let condition = condition(&guard);
            let why = format!(
                "{condition}the copies are not the same in the order in which they stand, and others \
                 were not tried for all members: {witness}"
            );
            Verdict::Unknown { why }
        })
        }
        other => other,
    }
}

/// `if n ne s, `; nothing for all members.
fn condition(guard: &Guard) -> String {
    match guard.is_always() {
        true => String::new(),
        false => format!("if {guard}, "),
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
