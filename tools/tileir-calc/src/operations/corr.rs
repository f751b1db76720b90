//! Correspondences: which points of one set go with which of another, and how often.
//!
//! ```text
//! R = corr((row : 2, copy : 3) -> (row) to (row : 2), (row : 2, copy : 3) -> (row + 2*copy) to (slot : 6))
//! image(R, 1)                {(1), (3), (5)}
//! fibre(R, 4)                {(0)}
//! converse(R) o R            row 0 goes with row 0 three times
//! ```
//!
//! A map stands for the correspondence of each point with its value.

use tileir::corr::{LayoutCorr, Sense};
use tileir::proof::Budget;

use super::{Call, Operation, Outcome, row};
use crate::error::{Fault, Reason};
use crate::limits;
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row(
        "corr",
        "left, right?, replicas?",
        "left(e) with right(e) for all e, of which some axes count replicas; of a map, its graph",
        |call| {
            let corr = match call.len() {
                1 => LayoutCorr::from_map(call.map(0)?)?,
                _ => LayoutCorr::new(call.map(0)?, call.map(1)?)?,
            };
            let corr = match call.len() {
                3 => corr.with_replicas(&call.names(2)?)?,
                _ => corr,
            };
            Ok(Value::Corr(Box::new(corr)))
        },
    ),
    row("converse", "R", "R turned round", |call| {
        Ok(Value::Corr(Box::new(operand(call, 0)?.converse())))
    }),
    row("same_relation", "R, S", "whether every pair occurs as often in both", |call| {
        let (r, s, budget) = both(call)?;
        let compared = r.equal(&s, &budget)?;
        Ok(Value::Comparison(Box::new(compared)))
    }),
    row("same_pairs", "R, S", "whether the same pairs occur in both", |call| {
        let (r, s, budget) = both(call)?;
        let compared = r.same_pairs(&s, &budget)?;
        Ok(Value::Comparison(Box::new(compared)))
    }),
    row("simplify", "R, pairs?", "R over fewer occurrences, counted, or the pairs alone", |call| {
        let sense = match call.len() {
            1 => Sense::Multiplicities,
            _ if call.names(1)? == ["pairs"] => Sense::Pairs,
            _ => return Err(call.wrong(1, "the word pairs").into()),
        };
        let corr = operand(call, 0)?;
        let budget = limits::of_corr(&corr, &call.session.budget);
        Ok(Value::Corr(Box::new(corr.simplify(sense, &budget)?)))
    }),
];

/// Argument `index` as a correspondence.
fn operand(call: &Call<'_>, index: usize) -> Result<LayoutCorr, Fault> {
    let value = call.value(index)?;
    of(value).map_err(|reason| call.fault(index, reason))
}

/// The two operands, and what a question about both may look at.
fn both(call: &Call<'_>) -> Result<(LayoutCorr, LayoutCorr, Budget), Fault> {
    let (r, s) = (operand(call, 0)?, operand(call, 1)?);
    let budget = limits::of_corr(&s, &limits::of_corr(&r, &call.session.budget));
    Ok((r, s, budget))
}

/// The value as a correspondence; a map is one.
///
/// # Errors
/// [`Reason::Kind`].
pub fn of(value: &Value) -> Result<LayoutCorr, Reason> {
    match (value, value.to_map()) {
        (Value::Corr(corr), _) => Ok((**corr).clone()),
        (_, Some(map)) => Ok(LayoutCorr::from_map(map)?),
        _ => Err(value.not("a correspondence or a map", "the operand")),
    }
}

/// `outer` after `inner`.
///
/// # Errors
/// Sets in the middle that differ.
pub fn after(outer: &Value, inner: &Value) -> Result<Value, Reason> {
    Ok(Value::Corr(Box::new(of(inner)?.compose(&of(outer)?)?)))
}

/// Side by side.
///
/// # Errors
/// A name in both.
pub fn product(left: &Value, right: &Value) -> Result<Value, Reason> {
    Ok(Value::Corr(Box::new(of(left)?.product(&of(right)?)?)))
}

/// What the point of argument 1 goes with.
///
/// # Errors
/// A point of another rank; too many occurrences.
pub fn image_of(call: &Call<'_>, corr: &LayoutCorr) -> Outcome {
    Ok(Value::Multiset(corr.image(&call.point(1)?, &limits::of_corr(corr, &call.session.budget))?))
}

/// What goes with the point of argument 1.
///
/// # Errors
/// As [`image_of`].
pub fn fibre_of(call: &Call<'_>, corr: &LayoutCorr) -> Outcome {
    Ok(Value::Multiset(corr.fibre(&call.point(1)?, &limits::of_corr(corr, &call.session.budget))?))
}
