//! The complement of a layout: the offsets at which copies of it tile a range.
//!
//! ```text
//! A = (2,4):(1,6), M = 24      A covers {0,1, 6,7, 12,13, 18,19}
//! R = 3:2                      copies at 0, 2, 4 cover 0..24, each number once
//! ```
//!
//! **The law.** `R(0) = 0` and `R` increases; the sums `A(i) + R(j)`, with `A`'s repetitions of
//! stride 0 left out, are all different; there are at least `M` of them; and `R` stays below `M`
//! rounded up to whole blocks, as far as `A`'s longest mode reaches. Where two points of `A`
//! collide no `R` exists; where its modes overlap without that, such as `(4,3):(5,4)`, none is
//! asked for.
//!
//! [`offsets`] builds the one that CuTe means by walking the modes in the order of their strides:
//! each gap between what is covered so far and the next stride becomes a mode. A gap that is no
//! whole number of copies stays open at its end.

use std::collections::HashMap;

use crate::function::{Function, POINT_LIMIT};
use crate::judge::{Check, Definition, Duty};
use crate::nested::{Eval, Layout, times, value_of};

/// The modes of `layout` that move, by stride.
pub fn moving(layout: &Layout) -> Eval<Vec<(i64, i64)>> {
    let mut modes = layout.flat()?;
    modes.retain(|&(extent, stride)| extent != 1 && stride != 0);
    modes.sort_by_key(|&(extent, stride)| (stride, extent));
    Ok(modes)
}

/// The complement of `layout` in `0..bound`.
pub fn offsets(layout: &Layout, bound: i64) -> Eval<Function<i64>> {
    let mut covered = 1i64;
    let mut modes = Vec::new();
    for (extent, stride) in moving(layout)? {
        if extent < 1 || stride < covered {
            return Err(format!("{layout}: the stride {stride} leaves no gap of {covered}"));
        }
        modes.push((stride / covered, covered));
        covered = times(stride, extent)?;
    }
    modes.push((bound.max(0) / covered + i64::from(bound.max(0) % covered != 0), covered));
    let size = modes.iter().try_fold(1, |total, &(extent, _)| times(total, extent))?;
    Ok(Function::new(size, move |i| value_of(&modes, i)))
}

/// Two points that collide among those that `layout` does not repeat, if there are any.
pub fn collision(layout: &Layout) -> Eval<Option<String>> {
    let mut seen = HashMap::new();
    for (i, value) in distinct_points(layout)?.into_iter().enumerate() {
        if let Some(other) = seen.insert(value, i) {
            let witness = format!("points {other} and {i} of what moves in {layout} both reach");
            return Ok(Some(format!("{witness} {value}")));
        }
    }
    Ok(None)
}

/// The values of the modes that move.
fn distinct_points(layout: &Layout) -> Eval<Vec<i64>> {
    let modes = moving(layout)?;
    let size = modes.iter().try_fold(1, |total, &(extent, _)| times(total, extent))?;
    if size > POINT_LIMIT {
        return Err(format!("{layout} has {size} points, too many to test"));
    }
    (0..size).map(|i| value_of(&modes, i)).collect()
}

/// What `complement(layout, bound)` must yield; the bound is the cosize if it is left out.
pub fn definition(layout: &Layout, bound: Option<i64>) -> Eval<Definition<i64>> {
    if let Some(witness) = collision(layout)? {
        return Ok(Definition::NoAnswer(witness));
    }
    let (values, cosize) = (distinct_points(layout)?, layout.cosize()?);
    let bound = bound.unwrap_or(cosize);
    if values.is_empty() || bound < 1 {
        return Err(format!("copies of {layout} fill nothing of {bound} numbers"));
    }
    let ends = moving(layout)?.into_iter().map(|(extent, stride)| times(extent, stride));
    let block = ends.collect::<Eval<Vec<_>>>()?.into_iter().max().unwrap_or(1);
    let check =
        move |r: &Function<i64>| keeps(&values, bound, block, r).unwrap_or_else(Check::Unknown);
    let duty = overlap(layout)?.map_or(Duty::Asked, Duty::NotAsked);
    Ok(Definition::Law { check: Box::new(check), open: false, duty })
}

/// A mode whose stride falls into what the modes below it cover.
fn overlap(layout: &Layout) -> Eval<Option<String>> {
    let mut covered = 1;
    for (extent, stride) in moving(layout)? {
        if stride < covered {
            let mode = format!("the mode {extent}:{stride}");
            return Ok(Some(format!("{mode} of {layout} overlaps those below, of {covered}")));
        }
        covered = times(stride, extent)?;
    }
    Ok(None)
}

fn keeps(values: &[i64], bound: i64, block: i64, r: &Function<i64>) -> Eval<Check> {
    let broken = |why: String| Ok(Check::Broken(why));
    let count = i64::try_from(values.len()).map_err(|error| error.to_string())?;
    let reached = times(count, r.size())?;
    if r.size() < 1 {
        return broken("it has no point, so it does not reach 0".to_owned());
    }
    if reached > POINT_LIMIT {
        return Err(format!("{reached} sums are too many to test"));
    }
    if reached < bound {
        return broken(format!("it reaches {reached} of {bound} numbers"));
    }
    let mut sums = HashMap::new();
    let mut last = None;
    for j in r.points() {
        let offset = r.at(j)?;
        match last {
            None if offset != 0 => return broken(format!("at 0: {offset}, defined 0")),
            Some(last) if offset <= last => {
                return broken(format!("at {j}: {offset}, which does not increase"));
            }
            _ => last = Some(offset),
        }
        for (i, value) in values.iter().enumerate() {
            let sum = value.checked_add(offset).ok_or("overflow")?;
            if let Some((i2, j2)) = sums.insert(sum, (i, j)) {
                return broken(format!("A({i2}) + R({j2}) = A({i}) + R({j}) = {sum}"));
            }
        }
    }
    let whole = block.max(1);
    let ceiling = times(bound / whole + i64::from(bound % whole != 0), whole)?;
    Ok(match last {
        Some(last) if last >= ceiling.max(1) => {
            Check::Broken(format!("it reaches {last}, past {ceiling}"))
        }
        _ => Check::Kept,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nested::Tree;

    fn layout(shape: &[i64], stride: &[i64]) -> Layout {
        let tree = |values: &[i64]| Tree::Tuple(values.iter().map(|&n| Tree::Leaf(n)).collect());
        Layout { shape: tree(shape), stride: tree(stride) }
    }

    #[test]
    fn the_walk_keeps_the_law() -> Eval<()> {
        for (a, bound) in [
            (layout(&[2, 4], &[1, 6]), 24),
            (layout(&[2, 4], &[1, 6]), 100),
            (layout(&[4], &[0]), 8),
            (layout(&[3], &[5]), 24),
            (layout(&[6, 2], &[4, 0]), 17),
        ] {
            let Definition::Law { check, duty: Duty::Asked, .. } = definition(&a, Some(bound))?
            else {
                return Err(format!("{a} has a complement"));
            };
            assert_eq!(check(&offsets(&a, bound)?), Check::Kept, "{a}");
            assert!(matches!(check(&Function::table(vec![0, 1])), Check::Broken(_)), "{a}");
            assert!(matches!(check(&Function::table(vec![])), Check::Broken(_)), "{a}");
        }
        Ok(())
    }

    #[test]
    fn what_collides_has_no_complement_and_what_overlaps_needs_none() {
        let of = |shape: &[i64], stride: &[i64]| definition(&layout(shape, stride), None);
        assert!(matches!(of(&[4, 3], &[1, 1]), Ok(Definition::NoAnswer(_))));
        let overlapping = of(&[4, 3], &[5, 4]);
        assert!(matches!(overlapping, Ok(Definition::Law { duty: Duty::NotAsked(_), .. })));
    }
}
