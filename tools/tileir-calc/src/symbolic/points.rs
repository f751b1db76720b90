//! A layout with parameters at a coordinate, and its modes at and beside one.
//!
//! ```text
//! a = (n,8):(1,n)
//! a(n - 1, 7)                     8 * n - 1
//! a(3, _)                         3 o (8):(n)
//! local_tile(a, (4,4), (_,1))     4 * n o (4,4,n floordiv 4):(1,n,4)
//! ```

use tileir::cute::{self, Coord, Layout, Slice, Tiler};
use tileir::family::{Guard, Scope, Sym};

use super::explore::explore;
use super::lift::Lift;
use super::words::{Built, counted, counting, value, whole};
use super::{Form, SymbolicDomain};
use crate::operations::{Call, Failure, Outcome};
use crate::value::Value;

/// The slice in `(S,2:x)`.
fn sliced<T>(_: &T, layout: Layout<Sym>, _: (&Scope, &Guard)) -> (Form, Option<SymbolicDomain>) {
    let mut modes = layout.view().modes().map(|mode| mode.to_layout());
    let kept = modes.next().unwrap_or_else(Layout::unit);
    let offset = modes.next().and_then(|offset| Some(offset.leaves().first()?.stride.clone()));
    let form = match offset {
        Some(offset) if offset.as_constant() != Some(0) => {
            Form::Slice(Slice { layout: kept, offset })
        }
        _ => Form::Layout(kept),
    };
    (form, None)
}

/// A slice as `(S,2:x)`.
fn slicing(slice: Slice<Sym>) -> Built {
    Layout::concat([slice.layout.view(), counting(slice.offset).view()])
}

pub fn dice(call: &Call<'_>) -> Outcome {
    let (coordinate, operand) = (call.value(0)?, call.value(1)?);
    let prepare = |lift: &Lift<'_>| Ok((lift.layout(operand)?, lift.coordinate(coordinate)?));
    let build = |(operand, coordinate): &(Layout<Sym>, Coord<Sym>)| cute::dice(coordinate, operand);
    value(explore(&[operand, coordinate], prepare, build, whole)?)
}

pub fn local_tile(call: &Call<'_>) -> Outcome {
    let (operand, tiler, coordinate) = (call.value(0)?, call.value(1)?, call.value(2)?);
    let prepare = |lift: &Lift<'_>| {
        Ok((lift.layout(operand)?, lift.tiler(tiler)?, lift.coordinate(coordinate)?))
    };
    let build = |(operand, tiler, coordinate): &(Layout<Sym>, Tiler<Sym>, Coord<Sym>)| {
        slicing(cute::local_tile(operand, tiler, coordinate)?)
    };
    let operands = [operand, tiler, coordinate];
    value(explore(&operands, prepare, build, sliced)?)
}

/// A layout at a coordinate: a number, or the slice along `_`.
///
/// # Errors
/// What is no layout, or no coordinate of it.
pub fn at(operand: &Value, coordinate: &Value) -> Outcome {
    let prepare = |lift: &Lift<'_>| Ok((lift.layout(operand)?, lift.coordinate(coordinate)?));
    let build = |(operand, coordinate): &(Layout<Sym>, Coord<Sym>)| {
        slicing(cute::slice(coordinate, operand)?)
    };
    let operands = [operand, coordinate];
    let found = if is_open(coordinate) {
        explore(&operands, prepare, build, sliced)
    } else {
        let build = |(operand, coordinate): &(Layout<Sym>, Coord<Sym>)| {
            Ok(counting(cute::slice(coordinate, operand)?.offset))
        };
        explore(&operands, prepare, build, counted)
    };
    value(found.map_err(Failure::from)?)
}

/// Whether a coordinate has `_` in it.
fn is_open(coordinate: &Value) -> bool {
    match coordinate {
        Value::Whole => true,
        Value::Tuple(items) => items.iter().any(is_open),
        _ => false,
    }
}
