//! A layout with parameters at a coordinate, and its modes at and beside one.
//!
//! ```text
//! a = (n,8):(1,n)
//! a(n - 1, 7)                     8 * n - 1
//! a(3, _)                         3 o (8):(n)
//! local_tile(a, (4,4), (_,1))     4 * n o (4,4,n floordiv 4):(1,n,4)
//! ```

use tileir::cute::{self, Coord, Layout, Slice, Tiler};
use tileir::family::Sym;

use super::explore::explore;
use super::lift::Lift;
use super::words::{Built, between, counting, number, passing, value, whole};
use super::{Form, Made, Numbers, SymbolicDomain};
use crate::operations::{Call, Outcome};
use crate::reach::AT;
use crate::value::Value;

/// The slice in `(S,1:x)`.
fn sliced(layout: &Layout<Sym>) -> Form {
    let (kept, offset) = between(layout);
    match offset.into_iter().next() {
        Some(offset) if offset.as_constant() != Some(0) => {
            Form::Slice(Slice { layout: kept, offset })
        }
        _ => Form::Layout(kept),
    }
}

/// A slice as `(S,1:x)`.
fn slicing(slice: Slice<Sym>) -> Built {
    passing(slice.layout, &[slice.offset])
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
    let finish = |(operand, tiler, coordinate): &(_, _, _), result, known: (&_, &_)| {
        let reaches = cute::symbolic_tile_reach(known, operand, tiler, coordinate);
        (sliced(&result), Some(SymbolicDomain::of(reaches)))
    };
    let operands = [operand, tiler, coordinate];
    value(Made::by("local_tile", &operands, explore(&operands, prepare, build, finish)?))
}

/// A layout at a coordinate: a number, or the slice along `_`.
///
/// # Errors
/// What is no layout, or no coordinate of it.
pub fn at(operand: &Value, coordinate: &Value) -> Outcome {
    at_as(AT, operand, coordinate)
}

/// The same of the operation `slice`, which says where it lies also where that is inside.
pub fn slice(call: &Call<'_>) -> Outcome {
    at_as("slice", call.value(1)?, call.value(0)?)
}

fn at_as(name: &str, operand: &Value, coordinate: &Value) -> Outcome {
    let prepare = |lift: &Lift<'_>| Ok((lift.layout(operand)?, lift.coordinate(coordinate)?));
    // A slice keeps the modes along `_`, be there none.
    let open = name != AT || is_open(coordinate);
    let build = |(operand, coordinate): &(Layout<Sym>, Coord<Sym>)| {
        let slice = cute::slice(coordinate, operand)?;
        if open { slicing(slice) } else { Ok(counting(slice.offset)) }
    };
    let finish = |(operand, coordinate): &(Layout<Sym>, Coord<Sym>), result, known: (&_, &_)| {
        let reaches = cute::symbolic_coordinate_reach(known, operand, coordinate);
        let domain = SymbolicDomain::of(Some(reaches));
        let said = name != AT || domain != SymbolicDomain::Inside;
        let form =
            if open { sliced(&result) } else { Form::Numbers(Numbers::One(number(&result))) };
        (form, said.then_some(domain))
    };
    let operands = [operand, coordinate];
    value(Made::by(name, &operands, explore(&operands, prepare, build, finish)?))
}

/// Whether a coordinate has `_` in it.
fn is_open(coordinate: &Value) -> bool {
    match coordinate {
        Value::Whole => true,
        Value::Tuple(items) => items.iter().any(is_open),
        _ => false,
    }
}
