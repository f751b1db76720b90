//! `A o B`, which is `A` after `B`; what that means for which values is in
//! [`evaluate`](crate::evaluate).

use tileir::LayoutMap;
use tileir::cute::{Composed, Layout, Swizzle, composition};
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
    match (outer.alone(), inner) {
        (outer @ Value::Corr(_), inner) | (outer, inner @ Value::Corr(_)) => {
            super::corr::after(&outer, &inner)
        }
        (Value::Family(outer), Value::Family(inner)) => {
            Ok(Value::Family(Box::new(Family::compose(&outer, &inner)?)))
        }
        (outer @ (Value::Swizzle(_) | Value::Swizzles(_)), inner) => match swizzles(&inner) {
            Some(inner) => {
                Ok(Value::Swizzles([swizzles(&outer).unwrap_or_default(), inner].concat()))
            }
            None => {
                let outer = swizzles(&outer).unwrap_or_default();
                outer.into_iter().rev().try_fold(inner, |inner, outer| swizzled(outer, &inner))
            }
        },
        (outer @ (Value::Layout(_) | Value::Composed(_) | Value::Composition(..)), inner)
            if swizzles(&inner).is_some() =>
        {
            let inner = swizzles(&inner).unwrap_or_default();
            Ok(outer.to_swizzled(LEFT)?.after_swizzles(&inner)?.into())
        }
        (outer, inner) if symbolic::any(&[&outer, &inner]) => {
            let composed =
                symbolic::operate("composition", [&outer, &inner], |a, b| composition(a, b))?;
            Ok(Value::Symbolic(Box::new(composed)))
        }
        (
            Value::Integer(offset),
            inner @ (Value::Layout(_) | Value::Composed(_) | Value::Composition(..)),
        ) => Ok(inner.to_swizzled(RIGHT)?.moved(offset)?.into()),
        (
            outer @ (Value::Layout(_) | Value::Composed(_) | Value::Composition(..)),
            inner @ (Value::Composed(_) | Value::Composition(..)),
        ) => {
            let inner = inner.to_swizzled(RIGHT)?.to_map()?;
            Ok(outer.to_swizzled(LEFT)?.after_map(inner)?.into())
        }
        (outer, inner @ (Value::Map(_) | Value::Composition(..) | Value::Inverse(_))) => {
            match (outer.to_map(), inner.to_map()) {
                (Some(outer), Some(inner)) => Ok(Value::Map(typed(outer, inner)?)),
                _ => Err(outer.not("a map, layout or swizzle", LEFT)),
            }
        }
        (outer @ (Value::Layout(_) | Value::Composed(_) | Value::Composition(..)), inner) => {
            let tiler = inner.to_tiler(RIGHT)?;
            let outer = outer.to_swizzled(LEFT)?;
            Ok(outer.on_coordinates(|layout| Ok(composition(layout, &tiler)?.into()))?.into())
        }
        (outer, inner) => match (outer.to_map(), inner.to_map()) {
            (Some(outer), Some(inner)) => Ok(Value::Map(typed(outer, inner)?)),
            (Some(_), None) => Err(inner.not("a map or layout", RIGHT)),
            (None, _) => Err(outer.not("a map, layout or swizzle", LEFT)),
        },
    }
}

/// The swizzles that a value is.
pub fn swizzles(value: &Value) -> Option<Vec<Swizzle>> {
    match value {
        Value::Swizzle(swizzle) => Some(vec![*swizzle]),
        Value::Swizzles(swizzles) => Some(swizzles.clone()),
        _ => None,
    }
}

/// The swizzle after a layout, or after a map into one axis.
fn swizzled(swizzle: Swizzle, inner: &Value) -> Result<Value, Reason> {
    if let Value::Integer(extent) = inner {
        let counting = composition(&Layout::leaf(1, 1), *extent)?.into_flat()?;
        return Ok(Composed::new(swizzle, counting).into());
    }
    if let Ok(inner) = inner.to_swizzled(RIGHT) {
        return Ok(inner.swizzled(swizzle)?.into());
    }
    let Some(map) = inner.to_map() else {
        return Err(inner.not("a layout or map", RIGHT));
    };
    Ok(Value::Map(swizzle.after(map)?))
}
