//! How far the results of arithmetic reach over a box, where their owners compute extents otherwise.
//!
//! MLIR and TVM lay several results of a map out row-major in extents that they *derive*, and what
//! they derive is an upper bound, not the greatest value:
//!
//! ```text
//! (d0 floordiv 4, d0 mod 4) over d0 < 3     greatest values (0, 2)     MLIR's extents (1, 4)
//! ```
//!
//! | | is |
//! |---|---|
//! | [`attained`](Reach::attained) | a value at some point of the box |
//! | [`bound`](Reach::bound) | the bound where a quotient is any number with `c*q <= e <= c*q + c-1` |
//!
//! | file | is |
//! |---|---|
//! | `value` | what is known of a value, from what is known of its operands |
//! | `ratio` | fractions, of which the bounds are |
//!
//! **The law.** Any derivation by sound bounds that knows at least those lies between the two, so
//! that where both are one, every system's extent is that, plus 1.

mod ratio;
mod value;

use std::collections::BTreeSet;

use crate::expr::{Inst, Program};
use value::Value;

/// Points that are looked at, at most.
const POINTS: usize = 1 << 16;

/// How far one result reaches; see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// The greatest value that was found.
    pub attained: i64,
    /// What no value is above.
    pub bound: i64,
    /// What every value is a multiple of; 0 where the value is 0.
    pub factor: i64,
    /// The same, where equal terms of a sum are one: `j mod 2 + j mod 2` counts by 2.
    pub scale: i64,
    /// Whether it is `e mod c`, `e` a sum of positive multiples of coordinates.
    pub remainder: bool,
    /// Whether something is divided by more than it reaches, or after a constant was added.
    pub padded: bool,
    /// Whether a coordinate counts downwards: it is subtracted, or has a factor below 0. A remainder
    /// begins at 0 all the same.
    pub turned: bool,
}

/// How far each result reaches over a box that has points; `None` where that is not known.
pub(super) fn reach(program: &Program, shape: &[i64]) -> Option<Vec<Reach>> {
    let values = program.insts().iter().try_fold(Vec::new(), |mut values, inst| {
        values.push(Value::of(inst, &values, shape)?);
        Some(values)
    })?;
    let mut attained: Option<Vec<i64>> = None;
    for point in points(program, shape)? {
        let found = program.eval(&point).ok()?;
        attained = Some(match attained {
            None => found,
            Some(best) => best.into_iter().zip(found).map(|(a, b)| a.max(b)).collect(),
        });
    }
    let reach = |(&place, attained): (&u32, i64)| {
        let value = values.get(place as usize)?;
        Some(Reach {
            attained,
            bound: i64::try_from(value.greatest.floor()).ok()?,
            factor: i64::try_from(value.factor).ok()?,
            scale: i64::try_from(value.scale(&values)).ok()?,
            remainder: value.remainder,
            padded: value.padded,
            turned: value.turned,
        })
    };
    program.outputs().iter().zip(attained?).map(reach).collect()
}

/// All points of a small box; of a larger one those at the ends of whole divisors.
fn points(program: &Program, shape: &[i64]) -> Option<Vec<Vec<i64>>> {
    let size = shape.iter().try_fold(1usize, |size, &extent| {
        size.checked_mul(usize::try_from(extent).ok()?).filter(|&size| size <= POINTS)
    });
    let along = |&extent: &i64| -> Vec<i64> {
        if size.is_some() {
            return (0..extent).collect();
        }
        let divisors = program.insts().iter().filter_map(|inst| match inst {
            Inst::Const(value) if *value > 0 => Some(*value),
            _ => None,
        });
        let ends = divisors.flat_map(|divisor| [divisor, extent / divisor * divisor]);
        let ends: BTreeSet<i64> = ends.chain([1, extent]).collect();
        ends.into_iter().map(|end| end - 1).filter(|x| (0..extent).contains(x)).collect()
    };
    shape.iter().map(along).try_fold(vec![Vec::new()], |points, along| {
        let count = points.len().checked_mul(along.len())?;
        (count <= POINTS).then(|| {
            let extended = |point: &Vec<i64>| {
                let behind = |&x: &i64| point.iter().copied().chain([x]).collect();
                along.iter().map(behind).collect::<Vec<Vec<i64>>>()
            };
            points.iter().flat_map(extended).collect()
        })
    })
}
