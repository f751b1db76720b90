//! Inverses and what they define: laws between two functions.
//!
//! | answer | law |
//! |---|---|
//! | right inverse `R` of `L` | `L(R(j)) = j` for every `j` of `R`, which is as long as the run of `L`'s compact modes |
//! | left inverse `G` of `L` | `L(G(L(i))) = L(i)`, so `G(L(i)) = i` where `L` is injective; the values off the image are open. Where points collide that stride 0 does not repeat it may be refused |
//! | common vector `n` of `A`, `B` | the longest run with `A(R(i)) = i`, `R` the right inverse of `B`; `A` extends past its size |
//! | common layout | `A(C(i)) = B(C(i)) = i` for every `i` of that run |
//! | alignment `n` | `n` divides the run of `L`, and the values of `L` are whole blocks of `n` |
//! | nullspace | the points whose digits are 0 in every mode that moves, in order |

use std::collections::HashSet;

use crate::definition::complement::{collision, moving};
use crate::function::{Function, POINT_LIMIT};
use crate::judge::{Check, Definition, Duty};
use crate::nested::{Eval, Layout, times, value_of};

/// How many of `0, 1, 2, …` the modes of `layout` list one after another, by growing stride.
pub fn run(layout: &Layout) -> Eval<i64> {
    let mut covered = 1;
    for (extent, stride) in moving(layout)? {
        if stride != covered {
            break;
        }
        covered = times(covered, extent)?;
    }
    Ok(covered)
}

/// The right inverse that the modes of `layout` give.
fn right(layout: &Layout) -> Eval<Function<i64>> {
    let (mut weight, mut weighted) = (1, Vec::new());
    for (extent, stride) in layout.flat()? {
        weighted.push((stride, extent, weight));
        weight = times(weight, extent)?;
    }
    weighted.retain(|&(stride, extent, _)| stride != 0 && extent != 1);
    weighted.sort_unstable();
    let (mut covered, mut modes) = (1, Vec::new());
    for (stride, extent, weight) in weighted {
        if stride != covered {
            break;
        }
        modes.push((extent, weight));
        covered = times(covered, extent)?;
    }
    Ok(Function::new(covered, move |i| value_of(&modes, i)))
}

/// What `right_inverse` of this function must yield, which lists at least `run` numbers. Which
/// point lists a number that several reach is open.
pub fn right_inverse(map: Function<i64>, run: i64) -> Definition<i64> {
    let check = move |r: &Function<i64>| {
        if r.size() < run {
            return Check::Broken(format!("size {}, defined {run}", r.size()));
        }
        first_broken(r, |j| {
            let back = map.at(r.at(j)?)?;
            Ok((back != j).then(|| format!("L(R({j})) = {back}")))
        })
    };
    Definition::Law { check: Box::new(check), open: true, duty: Duty::Asked }
}

/// What `left_inverse` of this function must yield; `collision` is a witness that it is not
/// injective.
pub fn left_inverse(map: Function<i64>, collision: Option<String>) -> Definition<i64> {
    if map.size() > POINT_LIMIT {
        return Definition::Unknown(format!("{} points are too many to test", map.size()));
    }
    let check = move |g: &Function<i64>| {
        first_broken(&map, |i| {
            let value = map.at(i)?;
            let back = match g.at(value) {
                Ok(back) => back,
                Err(error) => return Ok(Some(format!("G(L({i})) = G({value}): {error}"))),
            };
            let again = map.at(back)?;
            Ok((again != value).then(|| format!("G(L({i})) = {back}, where L is {again}")))
        })
    };
    let duty = collision.map_or(Duty::Asked, Duty::Impossible);
    Definition::Law { check: Box::new(check), open: true, duty }
}

/// Where `breach` first finds one among the points of `over`.
fn first_broken(over: &Function<i64>, breach: impl Fn(i64) -> Eval<Option<String>>) -> Check {
    for i in over.points() {
        match breach(i) {
            Ok(None) => {}
            Ok(Some(why)) => return Check::Broken(format!("at {i}: {why}")),
            Err(gap) => return Check::Unknown(format!("at {i} the definition: {gap}")),
        }
    }
    Check::Kept
}

/// The length of the run that `a` and `b` have in common.
pub fn common_run(a: &Layout, b: &Layout) -> Eval<i64> {
    let (inverse, a) = (right(b)?, Function::layout(a)?);
    if inverse.size() > POINT_LIMIT {
        return Err(format!("a run of {} is too long to test", inverse.size()));
    }
    for i in inverse.points() {
        if a.at(inverse.at(i)?)? != i {
            return Ok(i);
        }
    }
    Ok(inverse.size())
}

/// What `max_common_layout` must yield.
pub fn common_layout(a: &Layout, b: &Layout) -> Eval<Definition<i64>> {
    let run = common_run(a, b)?;
    let (a, b) = (Function::layout(a)?, Function::layout(b)?);
    let check = move |c: &Function<i64>| match c.size() == run {
        true => first_broken(c, |i| {
            let (left, right) = (a.at(c.at(i)?)?, b.at(c.at(i)?)?);
            Ok(((left, right) != (i, i)).then(|| format!("A gives {left}, B gives {right}")))
        }),
        false => Check::Broken(format!("size {}, defined {run}", c.size())),
    };
    Ok(Definition::Law { check: Box::new(check), open: false, duty: Duty::Asked })
}

/// How wide the values of `layout`, which must not collide, come in aligned blocks.
pub fn alignment(layout: &Layout) -> Eval<i64> {
    if let Some(witness) = collision(layout)? {
        return Err(witness);
    }
    let (map, run) = (Function::layout(layout)?, run(layout)?);
    if map.size() > POINT_LIMIT || run > POINT_LIMIT {
        return Err(format!("{} points are too many to test", map.size()));
    }
    let image: HashSet<i64> = map.points().map(|i| map.at(i)).collect::<Eval<_>>()?;
    let whole = |n: i64| {
        let blocks: HashSet<i64> = image.iter().map(|value| value.div_euclid(n)).collect();
        blocks.len() as i64 * n == image.len() as i64
    };
    Ok((1..=run).rev().find(|&n| run % n == 0 && whole(n)).unwrap_or(1))
}

/// The points that `nullspace` must list.
pub fn nullspace(layout: &Layout) -> Eval<Function<i64>> {
    let (mut weight, mut modes) = (1, Vec::new());
    for (extent, stride) in layout.flat()? {
        if stride == 0 {
            modes.push((extent, weight));
        }
        weight = times(weight, extent)?;
    }
    let size = modes.iter().try_fold(1, |total, &(extent, _)| times(total, extent))?;
    Ok(Function::new(size, move |i| value_of(&modes, i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nested::Tree;

    fn layout(shape: &[i64], stride: &[i64]) -> Layout {
        let tree = |values: &[i64]| Tree::Tuple(values.iter().map(|&n| Tree::Leaf(n)).collect());
        Layout { shape: tree(shape), stride: tree(stride) }
    }

    fn check(definition: &Definition<i64>, answer: &Function<i64>) -> Check {
        match definition {
            Definition::Law { check, .. } => check(answer),
            _ => Check::Unknown("no law".to_owned()),
        }
    }

    #[test]
    fn a_right_inverse_undoes_and_a_short_one_is_broken() -> Eval<()> {
        let l = layout(&[2, 4, 6], &[4, 1, 8]);
        let law = right_inverse(Function::layout(&l)?, run(&l)?);
        assert_eq!(check(&law, &right(&l)?), Check::Kept);
        assert_eq!(check(&law, &Function::layout(&layout(&[4, 2, 6], &[2, 1, 8]))?), Check::Kept);
        assert!(matches!(check(&law, &Function::table(vec![0])), Check::Broken(_)));
        let wrong = Function::layout(&layout(&[4, 2, 6], &[1, 4, 8]))?;
        assert!(matches!(check(&law, &wrong), Check::Broken(_)));
        Ok(())
    }

    #[test]
    fn left_inverses_differ_off_the_image_only() -> Eval<()> {
        let law = left_inverse(Function::layout(&layout(&[4, 2], &[1, 16]))?, None);
        for (shape, stride) in [([4, 4, 2], [1, 8, 4]), ([16, 2, 1], [1, 4, 0])] {
            let g = Function::layout(&layout(&shape, &stride))?;
            assert_eq!(check(&law, &g), Check::Kept, "{stride:?}");
        }
        assert!(matches!(check(&law, &Function::table(vec![0; 32])), Check::Broken(_)));
        Ok(())
    }

    #[test]
    fn runs_and_blocks_are_measured_on_values() {
        let packed = layout(&[2, 6], &[1, 2]);
        assert_eq!(common_run(&packed, &Layout::mode(12, 1)), Ok(12));
        assert_eq!(common_run(&Layout::mode(4, 1), &packed), Ok(12));
        assert_eq!(common_run(&packed, &Layout::mode(4, 3)), Ok(1));
        assert_eq!(alignment(&packed), Ok(12));
        assert_eq!(alignment(&layout(&[4, 2], &[1, 6])), Ok(2));
    }

    #[test]
    fn the_nullspace_lists_the_points_that_stay_at_zero() -> Eval<()> {
        let kernel = nullspace(&layout(&[2, 2, 4], &[2, 1, 0]))?;
        let points: Vec<i64> = kernel.points().map(|i| kernel.at(i)).collect::<Eval<_>>()?;
        assert_eq!(points, [0, 4, 8, 12]);
        Ok(())
    }
}
