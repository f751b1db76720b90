//! Inverses that have no shape and stride: the exact map back, from `tileir::map::try_inverse`.
//!
//! ```text
//! L   (3,5):(5,3)               values 0, 5, 10, 3, 8, 13, …, 22: no layout leads back
//! G   the image -> (3, 5)       G(8) = (1, 1), the point 1 + 3*1
//! ```
//!
//! The map leads to a point of the layout's modes; its number counts them, the first fastest.

use tileir::LayoutMap;
use tileir::cute::{self, Layout};
use tileir::map::try_inverse;
use tileir::proof::Budget;

use super::{Failure, Ours};
use crate::function::Function;
use crate::judge::Answer;
use crate::nested::{Eval, plus, times};

/// The map back from every value of `layout`, to a point whose digits are 0 wherever the layout
/// repeats.
///
/// # Errors
/// There is none, or none is found.
pub fn left(layout: &Layout) -> Result<Ours, Failure> {
    let extents = layout.leaves().iter().map(|leaf| leaf.extent).collect();
    let once = cute::flatten(&cute::filter_zeros(layout)?)?;
    Ok(Answer { form: None, function: back(&once.to_map()?, extents)? })
}

/// The map back from every value of `map`.
///
/// # Errors
/// There is none, or none is found.
pub fn left_of_map(map: &LayoutMap) -> Result<Ours, Failure> {
    let extents = map.domain().extents().ok_or("an infinite domain")?;
    Ok(Answer { form: None, function: back(map, extents)? })
}

/// The map back from `0, 1, 2, …` as far as these are values of `map`.
///
/// # Errors
/// There is none, or none is found.
pub fn right_of_map(map: &LayoutMap) -> Result<Ours, Failure> {
    let Answer { function, .. } = left_of_map(map)?;
    let run = function.points().take_while(|&j| function.at(j).is_ok()).count();
    if run == 0 {
        return Err("0 is no value of the map".into());
    }
    let function = Function::new(i64::try_from(run)?, move |j| function.at(j));
    Ok(Answer { form: None, function })
}

/// The map back to the domain of `map`, whose axes are digits with these extents.
fn back(map: &LayoutMap, extents: Vec<i64>) -> Result<Function<i64>, Failure> {
    let inverse = try_inverse(map, &Budget::default())?.map().clone();
    let size = map.domain().cardinality().ok_or("more points than 64 bits count")?;
    Ok(Function::new(size, move |value| {
        let point = inverse.eval(&[value]).map_err(|error| error.to_string())?;
        number_of(&point, &extents)
    }))
}

/// The number of a point, the first coordinate fastest.
fn number_of(point: &[i64], extents: &[i64]) -> Eval<i64> {
    let (mut number, mut weight) = (0, 1);
    for (x, extent) in point.iter().zip(extents) {
        number = plus(number, times(*x, weight)?)?;
        weight = times(weight, *extent)?;
    }
    Ok(number)
}
