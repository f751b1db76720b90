//! `A o B`, which is `A` after `B`; what that means for which values is in
//! [`evaluate`](crate::evaluate).

use tileir::LayoutMap;
use tileir::cute::{Composed, Composition, CuteError, Layout, Swizzle, composition, swizzle_map};
use tileir::family::Family;
use tileir::gf2::Linear;

use super::linear::has_bases;
use super::{Call, Operation, Outcome, row};
use crate::error::Reason;
use crate::symbolic;
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] =
    &[row("compose", "A, B, …", "A after B: B's codomain is A's domain, names too", compose)];

fn compose(call: &Call<'_>) -> Outcome {
    let last = call.len() - 1;
    let values: Vec<&Value> =
        (0..call.len()).map(|index| call.value(index)).collect::<Result<_, _>>()?;
    if values.iter().any(|value| matches!(value, Value::Corr(_) | Value::Family(_))) {
        let mut rest = values[last].clone();
        for outer in values[..last].iter().rev() {
            rest = after((*outer).clone(), rest)?;
        }
        return Ok(rest);
    }
    let mut rest = call.map(last)?;
    for index in (0..last).rev() {
        rest = typed(call.map(index)?, rest)?;
    }
    Ok(Value::Map(rest))
}

/// `outer` after `inner`; of two maps by bases, by the bases of the result.
fn typed(outer: LayoutMap, inner: LayoutMap) -> Result<LayoutMap, Reason> {
    if has_bases(&outer) && has_bases(&inner) {
        let (outer, inner) = (Linear::try_from(&outer)?, Linear::try_from(&inner)?);
        return Ok(inner.compose(&outer)?.to_map()?);
    }
    Ok(LayoutMap::compose(outer, inner)?)
}

const LEFT: &str = "the left operand of 'o'";
const RIGHT: &str = "the right operand of 'o'";

/// `outer o inner`.
///
/// # Errors
/// That these two do not compose.
pub fn after(outer: Value, inner: Value) -> Result<Value, Reason> {
    let inner = inner.ungrouped();
    match (outer, inner) {
        (outer @ Value::Corr(_), inner) | (outer, inner @ Value::Corr(_)) => {
            super::corr::after(&outer, &inner)
        }
        (Value::Family(outer), Value::Family(inner)) => {
            Ok(Value::Family(Box::new(Family::compose(&outer, &inner)?)))
        }
        (Value::Swizzle(outer), Value::Swizzle(inner)) => {
            Ok(Value::Map(swizzle_map(&[outer, inner])?))
        }
        (outer, inner) if symbolic::any(&[&outer, &inner]) => {
            let composed =
                symbolic::operate("composition", [&outer, &inner], |a, b| composition(a, b))?;
            Ok(Value::Symbolic(Box::new(composed)))
        }
        (Value::Swizzle(swizzle), inner) => swizzled(swizzle, &inner),
        (Value::Integer(offset), inner @ (Value::Layout(_) | Value::Composed(_))) => {
            added(offset, inner.to_composed(RIGHT)?)
        }
        (outer, inner @ (Value::Map(_) | Value::Composition(..) | Value::Inverse(_))) => {
            match (outer.to_map(), inner.to_map()) {
                (Some(outer), Some(inner)) => Ok(Value::Map(typed(outer, inner)?)),
                _ => Err(outer.not("a map, layout or swizzle", LEFT)),
            }
        }
        (Value::Layout(layout), Value::Composed(inner)) => Ok(Value::Map(inner.then(&layout)?)),
        (Value::Layout(layout), inner) => Ok(composition(&layout, &inner.to_tiler(RIGHT)?)?.into()),
        (Value::Composed(composed), inner) => {
            let result = composition(&composed.layout, &inner.to_tiler(RIGHT)?)?;
            Ok(composed.after(result)?.into())
        }
        (outer, inner) => match (outer.to_map(), inner.to_map()) {
            (Some(outer), Some(inner)) => Ok(Value::Map(typed(outer, inner)?)),
            (Some(_), None) => Err(inner.not("a map or layout", RIGHT)),
            (None, _) => Err(outer.not("a map, layout or swizzle", LEFT)),
        },
    }
}

/// The swizzle after a layout, or after a map into one axis.
fn swizzled(swizzle: Swizzle, inner: &Value) -> Result<Value, Reason> {
    if let Value::Composition(map, why) = inner {
        let result = Composition::Dag { map: map.clone(), why: why.clone() };
        return Ok(Composed::new(swizzle, Layout::unit()).after(result)?.into());
    }
    if let Ok(composed) = inner.to_composed(RIGHT)
        && composed.swizzle.is_identity()
    {
        return Ok(Composed { swizzle, ..composed }.into());
    }
    let Some(map) = inner.to_map() else {
        return Err(inner.not("a layout or map", RIGHT));
    };
    let parameters = vec![swizzle.bits().into(), swizzle.base().into(), swizzle.shift().into()];
    Ok(Value::Map(LayoutMap::transform("swizzle", parameters, map, None)?))
}

/// The layout with a number added.
fn added(number: i64, composed: Composed) -> Result<Value, Reason> {
    if !composed.swizzle.is_identity() {
        let moved = LayoutMap::translate(vec![number], composed.to_map()?, None)?;
        return Ok(Value::Map(moved));
    }
    let offset = composed.offset.checked_add(number).ok_or_else(|| CuteError::Overflow {
        operation: "o",
        mode: "offset".to_owned(),
        what: format!("{} + {number}", composed.offset),
    })?;
    Ok(Composed { offset, ..composed }.into())
}
