//! The fibre of a map that reads some digits of its coordinates and not the others.
//!
//! A coordinate is cut into digits where the map's program divides it. Where the map is constant
//! along some digits, and injective in the others, a value fixes those others, and the fibre is that
//! point with every setting of the free ones:
//!
//! ```text
//! (i, j floordiv 32) over (3, 5)      i = 3,  j = k + 32*5,  k < 32 free
//! ```

use std::cmp::Reverse;

use super::{NO_POINTS, Shape};
use crate::expr::{BinaryOp, Program, ProgramBuilder, simplify};
use crate::index_set::{Axis, IndexSet};
use crate::map::inverse::Forms;
use crate::map::{Digit, LayoutMap, try_inverse};
use crate::proof::{constant_along, prove};

/// The fibre over `value`, if the map is injective in the digits that it reads.
pub(super) fn shape(map: &LayoutMap, value: &[i64]) -> Option<Shape> {
    let (domain, codomain) = (map.domain(), map.codomain());
    let extents = domain.extents()?;
    let facts = prove(map, &NO_POINTS);
    if !facts.total.is_proved() || !facts.bounds.is_proved() || facts.injective.is_proved() {
        return None;
    }
    let values = simplify(&map.program()?.value_program(), &extents);
    let digits = whole_digits(&Forms::of(&values, &extents)?, &extents)?;
    let all = set_of(&digits)?;
    let by_digits = {
        let mut builder = ProgramBuilder::default();
        let places: Vec<u32> = (0..digits.len()).map(|digit| builder.coord(digit)).collect();
        let point = joined(&mut builder, &digits, &places, extents.len());
        let outputs = builder.inline(&values, &point);
        builder.finish(&outputs)
    };
    let wide = LayoutMap::expr(all, codomain.clone(), by_digits.clone()).ok()?;
    let (mut free, read): (Vec<usize>, Vec<usize>) =
        (0..digits.len()).partition(|&digit| constant_along(&wide, digit, &NO_POINTS).is_proved());
    // The points are listed in the domain's order.
    free.sort_by_key(|&place| digits.get(place).map(|digit| (digit.axis, Reverse(digit.weight))));
    if free.is_empty() {
        return None;
    }
    let pick = |places: &[usize]| -> Vec<Digit> {
        places.iter().filter_map(|&place| digits.get(place).copied()).collect()
    };
    let narrow = {
        let mut builder = ProgramBuilder::default();
        let places = filled(&mut builder, digits.len(), &read, |_| 0);
        let outputs = builder.inline(&by_digits, &places);
        builder.finish(&outputs)
    };
    let narrow = LayoutMap::expr(set_of(&pick(&read))?, codomain.clone(), narrow).ok()?;
    let inverse = try_inverse(&narrow, &NO_POINTS).ok()?;
    let Ok(fixed) = inverse.map().eval(value) else { return Some(Shape::Points(Vec::new())) };
    let mut builder = ProgramBuilder::default();
    let known = |digit: usize| {
        let place = read.iter().position(|&other| other == digit);
        place.and_then(|place| fixed.get(place).copied()).unwrap_or(0)
    };
    let places = filled(&mut builder, digits.len(), &free, known);
    let point = joined(&mut builder, &digits, &places, extents.len());
    let program = tidy(builder.finish(&point), &pick(&free));
    LayoutMap::expr(set_of(&pick(&free))?, domain.clone(), program).ok().map(Shape::Parameters)
}

/// The digits, if those of each axis make it up without a rest.
fn whole_digits(forms: &Forms, extents: &[i64]) -> Option<Vec<Digit>> {
    let size = |axis: usize| {
        let mut own = forms.digits.iter().filter(|digit| digit.axis == axis);
        own.try_fold(1i64, |size, digit| size.checked_mul(digit.extent))
    };
    extents.iter().enumerate().all(|(axis, &n)| size(axis) == Some(n)).then(|| forms.digits.clone())
}

/// The box of some digits, its axes `k0`, `k1`, …
fn set_of(digits: &[Digit]) -> Option<IndexSet> {
    let axis = |(place, digit): (usize, &Digit)| Axis::new(&format!("k{place}"), digit.extent);
    IndexSet::new(digits.iter().enumerate().map(axis).collect()).ok()
}

/// A place for each digit: a coordinate for those of `given`, in order, else a number.
fn filled(
    builder: &mut ProgramBuilder,
    count: usize,
    given: &[usize],
    number: impl Fn(usize) -> i64,
) -> Vec<u32> {
    let place = |digit: usize| match given.iter().position(|&other| other == digit) {
        Some(at) => builder.coord(at),
        None => builder.constant(number(digit)),
    };
    (0..count).map(place).collect()
}

/// The coordinates with these digits.
fn joined(builder: &mut ProgramBuilder, digits: &[Digit], places: &[u32], axes: usize) -> Vec<u32> {
    let mut sums: Vec<u32> = vec![builder.constant(0); axes];
    for (digit, &place) in digits.iter().zip(places) {
        let weight = builder.constant(digit.weight);
        let term = builder.binary(BinaryOp::Mul, place, weight);
        if let Some(sum) = sums.get_mut(digit.axis) {
            *sum = builder.binary(BinaryOp::Add, *sum, term);
        }
    }
    sums
}

fn tidy(program: Program, digits: &[Digit]) -> Program {
    let extents: Vec<i64> = digits.iter().map(|digit| digit.extent).collect();
    simplify(&program, &extents)
}
