//! CuTe's operations on one layout: its numbers, simpler forms, complement and inverses.

use tileir::cute;
use tileir::{IndexSet, IntTree};

use super::linear::{has_bases, operand};
use super::{Call, Operation, Outcome, row};
use crate::error::Reason;
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("coalesce", "L, profile?", "fewest modes; each mode of a profile by itself", |call| {
        let profile = if call.len() > 1 { Some(call.tree(1)?) } else { None };
        call.on_coordinates(0, |layout| match &profile {
            None => cute::coalesce(layout),
            Some(profile) => cute::coalesce_by(layout, profile),
        })
    }),
    row("filter", "L, profile?", "without modes of stride 0 or extent 1, coalesced", |call| {
        let profile = if call.len() > 1 { Some(call.tree(1)?) } else { None };
        call.on_coordinates(0, |layout| match &profile {
            None => cute::filter(layout),
            Some(profile) => cute::filter_by(layout, profile),
        })
    }),
    row("filter_zeros", "L", "with modes of stride 0 at extent 1", |call| {
        call.on_coordinates(0, cute::filter_zeros)
    }),
    row("complement", "L, end?", "what fills the gaps of L, up to end or L's cosize", |call| {
        let end = if call.len() > 1 { Some(cute::shape_size(&call.tree(1)?)?) } else { None };
        Ok(call.composed(0)?.complement(end)?.into())
    }),
    row("right_inverse", "L", "the longest R with L(R(i)) = i", |call| match call.value(0)? {
        Value::Composed(composed) => Ok(composed.right_inverse()?.into()),
        _ => Ok(cute::right_inverse(&call.layout(0)?)?.into()),
    }),
    row("left_inverse", "L", "R with R(L(i)) = i", |call| match call.value(0)? {
        Value::Composed(composed) => Ok(composed.left_inverse()?.into()),
        _ => Ok(cute::left_inverse(&call.layout(0)?)?.into()),
    }),
    row("nullspace", "L", "coordinates that L maps to 0", |call| {
        Ok(call.composed(0)?.nullspace()?.into())
    }),
    row(
        "size",
        "L, mode?, …",
        "the number of coordinates, of some modes; of a map, of points",
        size,
    ),
    row("cosize", "L", "one more than from the least to the greatest of 0 and the values", cosize),
    row("rank", "L", "the number of modes; of a GF(2) map, of its independent bases", rank),
    row("depth", "L", "how deep a layout or shape is nested", |call| match call.value(0)? {
        Value::Tuple(_) | Value::Integer(_) => Ok(Value::Integer(call.tree(0)?.depth() as i64)),
        _ => Ok(Value::Integer(call.swizzled(0)?.first()?.depth() as i64)),
    }),
    row("flatten", "L", "one level of modes; of a GF(2) map, one axis in and one out", flatten),
];

fn size(call: &Call<'_>) -> Outcome {
    if call.len() > 1 {
        let modes = match call.shape(0)? {
            IntTree::Tuple(modes) => modes,
            extent @ IntTree::Leaf(_) => vec![extent],
        };
        let operand = call.value(0)?;
        let mut sizes = Vec::with_capacity(call.len());
        for (index, mode) in (1..).zip(super::modes::counts(call, 1)?) {
            let missing = || call.no_mode(index, operand, mode, modes.len());
            sizes.push(cute::shape_size(modes.get(mode).ok_or_else(missing)?)?);
        }
        return Ok(Value::Integer(super::shape::sizes(sizes)?));
    }
    let size = match call.value(0)? {
        Value::Layout(layout) => layout.size(),
        Value::Composed(composed) => composed.size(),
        Value::Tuple(_) | Value::Integer(_) => cute::shape_size(&call.tree(0)?)?,
        _ => {
            let map = call.map(0)?;
            let set = map.domain();
            let uncounted = || call.fault(0, Reason::Uncounted { set: set.to_string() });
            let uncounted = || match set.is_box() {
                true => uncounted(),
                false => {
                    let what = format!("counting the points of {set}, whose constraints tie them,");
                    call.fault(0, Reason::Limit { what, limit: IndexSet::COUNTED as u64 })
                }
            };
            set.cardinality().ok_or_else(uncounted)?
        }
    };
    Ok(Value::Integer(size))
}

fn cosize(call: &Call<'_>) -> Outcome {
    Ok(Value::Integer(match call.value(0)? {
        Value::Composed(composed) => composed.cosize()?,
        _ => call.layout(0)?.cosize()?,
    }))
}

fn rank(call: &Call<'_>) -> Outcome {
    let rank = match call.value(0)? {
        Value::Tuple(items) => items.len(),
        Value::Integer(_) => 1,
        Value::Map(map) if has_bases(map) => operand(call, 0)?.rank(),
        _ => call.swizzled(0)?.first()?.rank(),
    };
    Ok(Value::Integer(rank as i64))
}

fn flatten(call: &Call<'_>) -> Outcome {
    match call.value(0)? {
        Value::Map(map) if has_bases(map) => {
            Ok(Value::Map(operand(call, 0)?.flatten_ins()?.flatten_outs()?.to_map()?))
        }
        _ => call.on_coordinates(0, cute::flatten),
    }
}
