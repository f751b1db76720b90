//! A map at a point, and the modes of a layout at and beside a coordinate.
//!
//! A layout takes a coordinate nested as its shape or less, and past its end, as CuTe's do. Any other
//! map takes the points of its domain.

use tileir::IntTree;
use tileir::cute::{self, Coord, Layout};

use super::{Call, Operation, Outcome, compose, row};
use crate::symbolic;
use crate::value::Value;

const MAP: &str = "a map or layout";

/// The rows.
pub const TABLE: &[Operation] = &[
    row("eval", "M, point", "the value of M at a point; a(3) is eval(a, 3)", |call| {
        let map = call.value(0)?;
        if map.to_map().is_none() {
            return Err(call.wrong(0, MAP).into());
        }
        value_at(&call.what(0), map, call.value(1)?).map_err(|failure| failure.at(call, 1))
    }),
    row("crd2idx", "coordinate, L, stride?", "L at a coordinate; L may be a shape", |call| {
        let layout = match (call.value(1)?, call.len()) {
            (_, 3) => Layout::new(&call.tree(1)?, &call.tree(2)?)?,
            (Value::Tuple(_) | Value::Integer(_), _) => Layout::compact(&call.tree(1)?)?,
            _ => return Ok(Value::Integer(call.composed(1)?.eval_coord(&call.tree(0)?)?)),
        };
        Ok(Value::Integer(cute::crd2idx(&call.tree(0)?, &layout)?))
    }),
    row("idx2crd", "index, shape", "the coordinate with an index, first mode fastest", |call| {
        Ok(cute::idx2crd(call.integer(0)?, &call.shape(1)?)?.into())
    }),
    row("slice", "coordinate, L", "the modes at _, from the value where these are 0", |call| {
        let coordinate = call.coordinate(0)?;
        call.on_coordinates(1, |layout| cute::slice(&coordinate, layout))
    }),
    row("dice", "coordinate, L", "the modes where the coordinate has an index", |call| {
        let coordinate = call.coordinate(0)?;
        call.on_coordinates(1, |layout| cute::dice(&coordinate, layout))
    }),
];

/// The value `value`, which messages call `what`, with the arguments of `call`.
///
/// # Errors
/// That it has no value there.
pub fn at(what: &str, value: &Value, call: &Call<'_>) -> Outcome {
    let arguments = (0..call.len()).map(|index| call.value(index).cloned());
    let mut arguments: Vec<Value> = arguments.collect::<Result<_, _>>()?;
    let at = match arguments.len() {
        1 => arguments.remove(0),
        _ => Value::Tuple(arguments),
    };
    value_at(what, value, &at)
}

fn value_at(what: &str, value: &Value, at: &Value) -> Outcome {
    if let Value::Tuple(items) = value
        && let [item] = items.as_slice()
        && !matches!(item, Value::Tuple(_))
    {
        return value_at(what, item, at);
    }
    if symbolic::any(&[value, at]) {
        return symbolic::at(value, at);
    }
    if let Some(swizzles) = compose::swizzles(value) {
        return match at {
            Value::Integer(x) => {
                let last = swizzles.iter().rev().fold(*x, |x, swizzle| swizzle.apply(x));
                Ok(Value::Integer(last))
            }
            _ => Err(at.not("an integer", "the point").into()),
        };
    }
    if let Value::Composition(..) = value
        && let Ok(coordinate) = at.to_coordinate("the coordinate")
        && integers(&coordinate).is_none()
    {
        return slice(value, &coordinate, what);
    }
    if let Value::Layout(_) | Value::Composed(_) | Value::TiledCopy(_) = value {
        let coordinate = at.to_coordinate("the coordinate")?;
        return match integers(&coordinate) {
            Some(IntTree::Leaf(index)) => Ok(Value::Integer(value.to_composed(what)?.eval(index)?)),
            Some(tree) => Ok(Value::Integer(value.to_composed(what)?.eval_coord(&tree)?)),
            None => slice(value, &coordinate, what),
        };
    }
    let Some(map) = value.to_map() else { return Err(value.not(MAP, what).into()) };
    let value = map.eval(&at.to_point("the point")?)?;
    Ok(match value.as_slice() {
        [value] => Value::Integer(*value),
        _ => Value::Tuple(value.into_iter().map(Value::Integer).collect()),
    })
}

/// The part of a layout, perhaps with more after it, at the open places of a coordinate.
fn slice(value: &Value, coordinate: &Coord, what: &str) -> Outcome {
    let whole = value.to_swizzled(what)?;
    Ok(whole.on_coordinates(|layout| Ok(cute::slice(coordinate, layout)?.into()))?.into())
}

/// The coordinate, if nothing in it is open.
fn integers(coordinate: &Coord) -> Option<IntTree> {
    match coordinate {
        Coord::All => None,
        Coord::Index(index) => Some(IntTree::Leaf(*index)),
        Coord::Modes(modes) => {
            Some(IntTree::Tuple(modes.iter().map(integers).collect::<Option<_>>()?))
        }
    }
}
