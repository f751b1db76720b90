//! Why a map is no layout, at a point of the map itself.
//!
//! A product or a tiling is composed inside, and the reason why that composition is not flat speaks
//! of its coordinates. Here the mode that is at fault is looked through on the map that is shown,
//! the other coordinates at 0:
//!
//! ```text
//! logical_product((2,2):(1,8), 6:1)       mode 1: 0 2 4 6 16 18
//! in mode 1 the values grow evenly for 4 of 6 steps; (0, 4) maps to 16, not to 8
//! ```
//!
//! A mode is a layout if its values grow evenly for a number of steps that divides its extent, all
//! further runs of so many grow alike, and the runs' first values are a layout again.

use tileir::{LayoutMap, Point};

use crate::limits::POINTS;
use crate::render::point;

/// The first point of the map at which a mode is no layout; `None` where each is one, or has too
/// many points.
pub fn first(map: &LayoutMap) -> Option<String> {
    let extents = map.domain().extents()?;
    let total = extents.iter().try_fold(0i64, |total, extent| total.checked_add(*extent))?;
    if total > POINTS || extents.contains(&0) || map.codomain().rank() != 1 {
        return None;
    }
    (0..extents.len()).find_map(|axis| in_mode(map, axis, extents[axis], extents.len()))
}

fn in_mode(map: &LayoutMap, axis: usize, extent: i64, rank: usize) -> Option<String> {
    let at = |x: i64| -> Point { (0..rank).map(|k| if k == axis { x } else { 0 }).collect() };
    let value = |x: i64| map.eval(&at(x)).ok()?.first().copied();
    let origin = value(0)?;
    let (mut step, mut left) = (1i64, extent);
    while left > 1 {
        let stride = value(step)?.checked_sub(origin)?;
        let evenly = |x: i64| origin.checked_add(x.checked_mul(stride)?);
        let run = (1..left).find(|&x| value(x * step) != evenly(x)).unwrap_or(left);
        if run == left {
            return None;
        }
        let wrong = |x: i64, expected: i64| {
            let (at, found) = (point(&at(x * step)), value(x * step)?);
            Some(format!("{at} maps to {found}, not to {expected}"))
        };
        if left % run != 0 {
            let wrong = wrong(run, evenly(run)?)?;
            return Some(format!(
                "in mode {axis} the values grow evenly for {run} of {left} steps; {wrong}"
            ));
        }
        for x in run..left {
            let expected = value(x / run * run * step)?.checked_add((x % run) * stride)?;
            if value(x * step)? != expected {
                let wrong = wrong(x, expected)?;
                return Some(format!("in mode {axis} runs of {run} do not grow alike; {wrong}"));
            }
        }
        (step, left) = (step * run, left / run);
    }
    None
}
