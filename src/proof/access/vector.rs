//! How many neighbours may be accessed at once.
//!
//! The coordinate is written as `width*q + r`. The addresses of a run are consecutive and start
//! aligned if `r` has coefficient 1 and everything else is a multiple of the width; in bits, if
//! the low bits of the coordinate are the low bits of the address and nothing else flips those.

use super::{MAY_FAIL, Question, evaluates};
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::index_set::{Extent, Point};
use crate::map::{CheckedProgram, LayoutMap};
use crate::proof::affine::{self, Form, Normal};
use crate::proof::finding::{Finding, Found, fails_at};
use crate::proof::gf2::{self, BitNormal};
use crate::proof::{Budget, Strategy, Verdict, Witness, exhaustive};

/// How many neighbours along `axis` may be accessed at once: the largest power of two `w`, at
/// most `max` and dividing the axis, for which the values at `w*q, …, w*q + w-1` are proved to
/// be a multiple of `w` and the numbers after it. The map has one codomain axis: an address.
///
/// The verdict is about that width. A width of 1 needs no proof, and the verdict then says why
/// not 2 (it is proved where no greater width was possible).
pub fn vector_width(map: &LayoutMap, axis: usize, max: i64, budget: &Budget) -> (i64, Verdict) {
    let unknown = |why: String| (1, Verdict::Unknown { why });
    if map.codomain().rank() != 1 {
        return unknown(format!("{} is not one axis of addresses", map.codomain()));
    }
    let Some(Extent::Finite(extent)) = map.domain().axes().get(axis).map(|axis| axis.extent())
    else {
        return unknown(format!("{} has no axis {axis}", map.domain()));
    };
    if !map.domain().is_box() {
        return unknown(format!("runs may leave the constraints of {}", map.domain()));
    }
    let mut verdict = Verdict::Proved { by: Strategy::Structure };
    if map.domain().is_empty() {
        return (1, verdict);
    }
    let mut left = *budget;
    for bit in (1..=extent.trailing_zeros()).rev() {
        let width = 1 << bit;
        if width > max {
            continue;
        }
        let mut question = Question::new(map, &left);
        if let (Some(code), Some(extents)) = (map.program(), map.domain().extents()) {
            question.ask(Strategy::Affine, || run_affine(map, &code, &extents, axis, width));
            question.ask(Strategy::Gf2, || run_gf2(map, &code, &extents, axis, width));
        }
        verdict = question.exhaust(|| exhaustive::contiguous(map, axis, width));
        left.points -= question.spent;
        if verdict.is_proved() {
            return (width, verdict);
        }
    }
    (1, verdict)
}

/// Runs of `width` along `axis`, with the coordinate written as `width*q + r`.
fn run_affine(
    map: &LayoutMap,
    code: &CheckedProgram,
    extents: &[i64],
    axis: usize,
    width: i64,
) -> Found {
    let mut builder = ProgramBuilder::default();
    let mut inputs: Vec<u32> = (0..extents.len()).map(|i| builder.coord(i)).collect();
    let place = builder.coord(extents.len());
    let factor = builder.constant(width);
    let start = builder.binary(BinaryOp::Mul, inputs[axis], factor);
    inputs[axis] = builder.binary(BinaryOp::Add, start, place);
    let outputs = builder.inline(code.program(), &inputs);
    let program = builder.finish(&outputs);
    let mut run_extents = extents.to_vec();
    run_extents[axis] /= width;
    run_extents.push(width);

    let normal = Normal::of(&program, &run_extents);
    let (values, checked) = program.outputs().split_at(code.rank());
    let checks = checked.iter().copied().zip(code.checks().map(|(_, extent)| extent));
    let sound = normal.all_safe() && evaluates(map, values, checks, |p| normal.range(p));
    let counts_up = |form: &Form| {
        let step = i128::from(width);
        let own = normal.digits.of_axis(extents.len());
        let weights: Vec<i64> = normal.digits.weights(extents.len()).collect();
        let run = Form::new(0, own.clone().zip(weights.iter().map(|&w| w.into())).collect());
        form.plus(-1, &run).is_some_and(|base| !normal.depends(&base, extents.len()))
            && form.constant() % step == 0
            && form.terms().iter().all(|&(digit, a)| own.contains(&digit) || a % step == 0)
    };
    let form = values.first().and_then(|&place| normal.form(place));
    if sound && form.is_some_and(counts_up) {
        return Ok(Finding::Holds);
    }
    let digits = (0..extents.len())
        .flat_map(|other| normal.digits.weights(other).map(move |weight| (other, weight)));
    let mut starts = vec![vec![0; extents.len()]];
    starts.extend(digits.map(|(other, weight)| {
        let mut point = vec![0; extents.len()];
        point[other] = if other == axis { weight * width } else { weight };
        point
    }));
    let failures = starts.into_iter().flat_map(|start| broken_run(map, start, axis, width));
    fails_at(failures, &affine::opaque(&normal, MAY_FAIL))
}

/// What is wrong with the run that starts at a point: at its start, its second and last place.
fn broken_run(map: &LayoutMap, start: Point, axis: usize, width: i64) -> Option<Witness> {
    let step = |by: i64| {
        let mut point = start.clone();
        point[axis] += by;
        Witness::varies(map, start.clone(), point, by)
    };
    Witness::misaligned(map, start.clone(), width).or_else(|| step(1)).or_else(|| step(width - 1))
}

fn run_gf2(
    map: &LayoutMap,
    code: &CheckedProgram,
    extents: &[i64],
    axis: usize,
    width: i64,
) -> Found {
    let normal = BitNormal::of(code.program(), extents);
    let sound =
        normal.all_safe() && evaluates(map, code.values(), code.checks(), |p| normal.range(p));
    let low = width as u64 - 1;
    let form = code.values().first().and_then(|&place| normal.form(place));
    let counts_up = form.is_some_and(|form| {
        let bits = normal.inputs.iter().enumerate().all(|(input, &(of, bit))| {
            let basis = form.bases.iter().find(|&&(other, _)| other as usize == input);
            let basis = basis.map_or(0, |&(_, basis)| basis);
            if of == axis && 1 << bit < width { basis == 1 << bit } else { basis & low == 0 }
        });
        bits && form.constant & low == 0
    });
    if sound && counts_up { Ok(Finding::Holds) } else { Err(gf2::opaque(code, &normal)) }
}
