//! The rotation of rows: row `i` is turned by `step * i` places.
//!
//! ```text
//! rotate(1) over 3 by 4      row 0   0 1 2 3
//!                            row 1   1 2 3 0
//!                            row 2   2 3 0 1
//! ```
//!
//! It spreads a column over the banks for any extent, where an XOR needs a power of two.

use super::Transform;
use crate::error::EvalError;
use crate::expr::BinaryOp::{Add, Mod, Mul, Sub};
use crate::expr::{Expr, Program};
use crate::index_set::{IndexSet, Point};

pub(super) struct Rotate;

/// The step, reduced to the places of a row, and their number.
fn step(parameters: &[i64], set: &IndexSet) -> Result<(i64, i64), String> {
    let &[step] = parameters else {
        return Err(format!("a rotation has 1 parameter, not {}", parameters.len()));
    };
    let Some([rows, places]) = set.hull_extents().and_then(|e| <[i64; 2]>::try_from(e).ok()) else {
        return Err(format!("a rotation needs two axes with extents, not {set}"));
    };
    let reduced = if places == 0 { 0 } else { step.rem_euclid(places) };
    let largest = reduced.checked_mul(rows).and_then(|turn| turn.checked_add(places));
    if largest.is_none() {
        return Err(format!("{reduced} places for each of {rows} rows leave 64 bits"));
    }
    Ok((reduced, places))
}

fn turned(
    set: &IndexSet,
    parameters: &[i64],
    point: &[i64],
    back: bool,
) -> Result<Point, EvalError> {
    let (Ok((step, places)), &[row, place]) = (step(parameters, set), point) else {
        return Err(EvalError::Rank { expected: 2, found: point.len() });
    };
    let turn = Mul.apply(step, row)?;
    let moved = if back { Sub } else { Add }.apply(place, turn)?;
    Ok(vec![row, Mod.apply(moved, places)?])
}

fn code(set: &IndexSet, parameters: &[i64], back: bool) -> Option<Program> {
    let (step, places) = step(parameters, set).ok()?;
    let (row, place) = (Expr::coord(0), Expr::coord(1));
    let turn = &row * step;
    let moved = if back { place - turn } else { place + turn };
    Some(Program::from_exprs(&[row, moved % places]))
}

impl Transform for Rotate {
    fn name(&self) -> &'static str {
        "rotate"
    }

    fn check(&self, parameters: &[i64], set: &IndexSet) -> Result<(), String> {
        step(parameters, set).map(|_| ())
    }

    fn eval(&self, parameters: &[i64], set: &IndexSet, point: &[i64]) -> Result<Point, EvalError> {
        turned(set, parameters, point, false)
    }

    fn inverse(
        &self,
        parameters: &[i64],
        set: &IndexSet,
        image: &[i64],
    ) -> Result<Point, EvalError> {
        turned(set, parameters, image, true)
    }

    fn program(&self, parameters: &[i64], set: &IndexSet) -> Option<Program> {
        code(set, parameters, false)
    }

    fn inverse_program(&self, parameters: &[i64], set: &IndexSet) -> Option<Program> {
        code(set, parameters, true)
    }

    fn samples(&self) -> Vec<Vec<i64>> {
        (-3..=5).map(|step| vec![step]).collect()
    }
}
