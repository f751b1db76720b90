//! All mixed-radix layouts of two and three modes, of extents 1 to 6 and strides 0 to 12.
//!
//! ```text
//! (4,3):(3,1)    into all integers, into 12 values (its cosize), into 11
//! ((4,3)):(3,1)  the same digits on one axis
//! ```
//!
//! With negative strides they are drawn, not enumerated: there are eight times as many.

use super::{CaseError, Radix, sets};
use crate::ask::Case;
use crate::choices::{Choices, mix};
use tileir::expr::Expr;
use tileir::{IndexSet, IntTree, LayoutMap, MapError, Program};

const EXTENTS: u64 = 6;
const STRIDES: u64 = 13;
const CODOMAINS: u64 = 3;
const NESTINGS: [&[usize]; 4] = [&[1, 1, 1], &[2, 1], &[1, 2], &[3]];
const FLAT_OR_NOT: [&[usize]; 2] = [&[1, 1], &[2]];

/// The number of layouts of two modes, flat and nested.
pub const TWO: u64 = 2 * CODOMAINS * (EXTENTS * STRIDES).pow(2);

/// The number of layouts of three modes, each nested in one of four ways.
pub const THREE: u64 = CODOMAINS * (EXTENTS * STRIDES).pow(3);

/// Two modes, beside the sum written out.
pub fn two(number: u64) -> Result<Case, CaseError> {
    let mut radix = Radix(number);
    let cut = radix.digit(CODOMAINS);
    let nesting = radix.of(&FLAT_OR_NOT);
    let (extents, strides) = modes(&mut radix, 2);
    let map = layout(nesting, &extents, &strides, Some(cut))?;
    let other = written_out(&map, nesting, &extents, &strides)?;
    Ok(Case::same(map, other))
}

/// Three modes; with a finite codomain, the four facts alone.
pub fn three(number: u64) -> Result<Case, CaseError> {
    let mut radix = Radix(number);
    let cut = radix.digit(CODOMAINS);
    let (extents, strides) = modes(&mut radix, 3);
    let nesting = Radix(mix(number / CODOMAINS)).of(&NESTINGS);
    let map = layout(nesting, &extents, &strides, Some(cut))?;
    Ok(Case { facts_alone: cut > 0, ..Case::of(map) })
}

/// Two or three modes, strides down to -12.
pub fn negative(number: u64) -> Result<Case, CaseError> {
    let mut choices = Choices::seeded("negative strides", number);
    let nesting = choices.pick(&[NESTINGS[0], NESTINGS[1], NESTINGS[2], &[1, 1], &[2]]);
    let count: usize = nesting.iter().sum();
    let extents: Vec<i64> = (0..count).map(|_| 1 + choices.below(6) as i64).collect();
    let strides: Vec<i64> = (0..count).map(|_| choices.below(25) as i64 - 12).collect();
    let map = layout(nesting, &extents, &strides, choices.once_in(3).then_some(1))?;
    let other = written_out(&map, nesting, &extents, &strides)?;
    Ok(Case::same(map, other))
}

fn modes(radix: &mut Radix, count: usize) -> (Vec<i64>, Vec<i64>) {
    let strides = (0..count).map(|_| radix.digit(STRIDES) as i64).collect();
    let extents = (0..count).map(|_| 1 + radix.digit(EXTENTS) as i64).collect();
    (extents, strides)
}

/// The modes, `nesting` of them an axis. Into all integers, or `cut - 1` values short of the
/// layout's cosize.
fn layout(
    nesting: &[usize],
    extents: &[i64],
    strides: &[i64],
    cut: Option<u64>,
) -> Result<LayoutMap, MapError> {
    let tree = |numbers: &[i64]| {
        let mut rest = numbers.iter().map(|&number| IntTree::Leaf(number));
        let axis = |&count: &usize| match count {
            1 => rest.next().unwrap_or(IntTree::Leaf(1)),
            _ => IntTree::Tuple(rest.by_ref().take(count).collect()),
        };
        IntTree::Tuple(nesting.iter().map(axis).collect())
    };
    let (shape, stride) = (tree(extents), tree(strides));
    let map = LayoutMap::mixed_radix(shape.clone(), stride.clone())?;
    let cosize = map.codomain().extents().and_then(|extents| extents.first().copied());
    let codomain = match (cut, cosize) {
        (Some(cut @ 1..), Some(cosize)) => sets::boxed("a", &[cosize + 1 - cut as i64])?,
        (Some(1..), None) => sets::boxed("a", &[9])?,
        _ => IndexSet::integers(1),
    };
    LayoutMap::mixed_radix_between(shape, vec![stride], map.domain().clone(), codomain)
}

/// The sum of digit times stride as an expression, between the sets of `map`.
fn written_out(
    map: &LayoutMap,
    nesting: &[usize],
    extents: &[i64],
    strides: &[i64],
) -> Result<LayoutMap, MapError> {
    let mut sum = Expr::from(0);
    let mut next = 0;
    for (axis, &count) in nesting.iter().enumerate() {
        let mut divisor = 1;
        for (extent, stride) in extents.iter().zip(strides).skip(next).take(count) {
            sum = sum + Expr::coord(axis) / divisor % *extent * *stride;
            divisor *= extent;
        }
        next += count;
    }
    let program = Program::from_exprs(&[sum]);
    LayoutMap::expr(map.domain().clone(), map.codomain().clone(), program)
}
