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
            let grown = (x % run).checked_mul(stride)?;
            let expected = value(x / run * run * step)?.checked_add(grown)?;
            if value(x * step)? != expected {
                let wrong = wrong(x, expected)?;
                return Some(format!("in mode {axis} runs of {run} do not grow alike; {wrong}"));
            }
        }
        (step, left) = (step * run, left / run);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileir::cute::{Composition, Layout, composition};

    #[test]
    fn values_at_the_ends_of_64_bits_are_looked_at_like_others() {
        let ends = [i64::MAX, i64::MAX / 2, i64::MAX / 3, i64::MIN / 2, i64::MIN / 3 + 1, i64::MIN];
        let inners = ["((4,3),(4,3)):((4,3),(4,3))", "((4,3),4):((4,3),3)", "(3,5):(4,1)"];
        let mut told = 0;
        for (stride, inner) in ends.iter().flat_map(|end| inners.map(move |inner| (end, inner))) {
            let outer: Layout = format!("(4,3):(1,{stride})").parse().expect("a layout");
            let inner: Layout = inner.parse().expect("a layout");
            // What leaves 64 bits may be refused before.
            let Ok(Composition::Dag { map, .. }) = composition(&outer, &inner) else { continue };
            told += usize::from(first(&map).is_some_and(|why| why.contains(" maps to ")));
        }
        assert!(told > 0);
    }
}
