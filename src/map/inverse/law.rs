//! From a left inverse to the inverse: the image is where it is one.
//!
//! Let `f` have a value in its codomain at every point of `D`, and let `g(f(x)) = x` there. Then
//!
//! ```text
//! image of f  =  { y : g(y) has a value in D, and f(g(y)) = y }
//! ```
//!
//! A `y = f(x)` has `g(y) = x`, which is in `D`, and `f(g(y)) = f(x) = y`; and a `y` of the set is
//! a value of `f`, at `g(y)`. The set is written as constraints on `y`, each of which holds exactly
//! there; those that hold everywhere are left out. Where `g` or `f(g(y))` has no value a constraint
//! has none either, and the point is not in the set. That `g(f(x)) = x` is *proved*, by
//! [`equal`], whoever found `g`.

use super::{Back, NoInverse};
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder, Ranges, simplify};
use crate::index_set::{Axis, Extent, IndexSet};
use crate::map::LayoutMap;
use crate::proof::{Budget, Strategy, Verdict, equal};

/// A candidate for a left inverse of a map.
pub(super) struct Left {
    /// The point, over the coordinates of the value.
    pub point: Program,
    /// Numbers that are all 0 exactly where `f(g(y)) = y`, if one knows better ones than the
    /// differences.
    pub residue: Option<Program>,
}

/// The inverse that a left inverse is on the image; `values` is the program of the map, which has
/// a value in its codomain at every point.
pub(super) fn inverse(
    map: &LayoutMap,
    values: &Program,
    left: &Left,
    budget: &Budget,
) -> Result<Back, NoInverse> {
    let undoes = undoes(map, values, &left.point, budget)?;
    let around = hull(map, values)?;
    if onto(map, &around) {
        let codomain = map.codomain().clone();
        let map = expr(codomain, map.domain(), &left.point)?;
        return Ok(Back { map, undoes, image: Strategy::Cardinality });
    }
    let image = image(map, values, left, &around)?;
    let map = expr(image, map.domain(), &left.point)?;
    Ok(Back { map, undoes, image: Strategy::Structure })
}

/// Whether a map known to be injective takes every value of its codomain: there are as many
/// points.
pub(super) fn onto(map: &LayoutMap, around: &IndexSet) -> bool {
    let points = map.domain().cardinality();
    *around == map.codomain().hull() && points.is_some() && points == map.codomain().cardinality()
}

/// A program on a set, simplified for the box around it.
pub(super) fn expr(
    set: IndexSet,
    to: &IndexSet,
    program: &Program,
) -> Result<LayoutMap, NoInverse> {
    let extents = set.hull_extents().unwrap_or_default();
    let program = if extents.contains(&0) { program.clone() } else { simplify(program, &extents) };
    LayoutMap::expr(set, to.clone(), program).map_err(|error| NoInverse::unknown(error.to_string()))
}

/// The argument by which `g(f(x)) = x`.
fn undoes(
    map: &LayoutMap,
    values: &Program,
    point: &Program,
    budget: &Budget,
) -> Result<Strategy, NoInverse> {
    let rank = map.domain().rank();
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..rank).map(|axis| builder.coord(axis)).collect();
    let reached = builder.inline(values, &inputs);
    let back = builder.inline(point, &reached);
    let round = builder.finish(&back);
    let extents = map.domain().hull_extents().unwrap_or_default();
    if Ranges::over(&round, &extents).all_safe() {
        let simple = simplify(&round, &extents);
        let outputs = simple.outputs().iter().zip(&extents).enumerate();
        let same =
            |(axis, (&output, &n)): (usize, (&u32, &i64))| match simple.insts()[output as usize] {
                Inst::Coord(position) => position as usize == axis,
                Inst::Const(value) => value == 0 && n == 1,
                Inst::Binary(..) => false,
            };
        if outputs.into_iter().all(same) {
            return Ok(Strategy::Structure);
        }
    }
    let anywhere = IndexSet::integers(rank);
    let coordinates = builder.finish(&inputs);
    let [round, identity] = [round, coordinates]
        .map(|program| LayoutMap::expr(map.domain().clone(), anywhere.clone(), program));
    let (Ok(round), Ok(identity)) = (round, identity) else {
        return Err(NoInverse::unknown("the candidate has another rank"));
    };
    match equal(&round, &identity, budget) {
        Verdict::Proved { by, .. } => Ok(by),
        verdict => Err(NoInverse::unknown(format!("that a candidate undoes the map is {verdict}"))),
    }
}

/// A box in which all values lie: the codomain's, an axis without an end cut behind the greatest
/// value.
pub(super) fn hull(map: &LayoutMap, values: &Program) -> Result<IndexSet, NoInverse> {
    let codomain = map.codomain();
    if codomain.hull_extents().is_some() {
        return Ok(codomain.hull());
    }
    let extents = map.domain().hull_extents().unwrap_or_default();
    let ranges = Ranges::over(values, &extents);
    let cut = |(axis, &output): (&Axis, &u32)| {
        let range = ranges.interval(output);
        match axis.extent() {
            Extent::Finite(_) => Ok(axis.clone()),
            Extent::Integers if range.lo < 0 => Err(negative(map, axis)),
            Extent::Integers => match i64::try_from(range.hi + 1) {
                Ok(extent) => Ok(Axis::new(axis.name(), extent)),
                Err(_) => Err(NoInverse::unknown(format!("the axis '{axis}' is not bounded"))),
            },
        }
    };
    let axes = codomain.axes().iter().zip(values.outputs()).map(cut);
    let axes = axes.collect::<Result<Vec<Axis>, NoInverse>>()?;
    IndexSet::new(axes).map_err(|error| NoInverse::unknown(error.to_string()))
}

/// How many places of the box are asked for a negative value.
const LOOKED_AT: usize = 1 << 10;

/// That values may be negative, with one if some of the first points of the box, or the last, has
/// one. Constraints may exclude any number of points, so the domain's own are not walked.
fn negative(map: &LayoutMap, axis: &Axis) -> NoInverse {
    let place = map.codomain().position(axis.name());
    let last = map.domain().hull_extents().unwrap_or_default().iter().map(|n| n - 1).collect();
    let points = map.domain().hull().points().take(LOOKED_AT).chain([last]);
    let mut values = points.filter_map(|point| Some(*map.eval(&point).ok()?.get(place?)?));
    match values.find(|&value| value < 0) {
        Some(value) => NoInverse::Negative { axis: axis.name().to_string(), value },
        None => NoInverse::unknown(format!("values on the axis '{axis}' may be negative")),
    }
}

/// The part of a box on which a left inverse is one.
fn image(
    map: &LayoutMap,
    values: &Program,
    left: &Left,
    around: &IndexSet,
) -> Result<IndexSet, NoInverse> {
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..around.rank()).map(|axis| builder.coord(axis)).collect();
    let point = builder.inline(&simplified(left.point.clone(), around), &inputs);
    let zeros = match &left.residue {
        Some(residue) => builder.inline(residue, &inputs),
        None => {
            let again = builder.inline(values, &point);
            let pairs = inputs.iter().zip(again);
            pairs.map(|(&y, again)| builder.binary(BinaryOp::Sub, y, again)).collect()
        }
    };
    conditions(builder, around, &[(map.domain(), &point)], &zeros)
        .map_err(|error| NoInverse::unknown(error.to_string()))
}

/// The points of a box at which each of these points lies in its set, and each of these numbers is
/// 0. All are places in `builder`, over the coordinates of the box.
pub(crate) fn conditions(
    mut builder: ProgramBuilder,
    around: &IndexSet,
    points: &[(&IndexSet, &[u32])],
    zeros: &[u32],
) -> Result<IndexSet, crate::error::MapError> {
    let mut nonzero = Vec::new();
    let mut bounded: Vec<(u32, i64)> = Vec::new();
    for (set, point) in points {
        let extents = set.axes().iter().map(|axis| axis.extent().finite());
        bounded.extend(point.iter().zip(extents).filter_map(|(&place, n)| Some((place, n?))));
        if let Some(constraints) = set.constraints() {
            nonzero.extend(builder.inline(constraints, point));
        }
    }
    let outputs: Vec<u32> = bounded
        .iter()
        .map(|&(place, _)| place)
        .chain(zeros.iter().copied())
        .chain(nonzero)
        .collect();
    let program = simplified(builder.finish(&outputs), around);
    let ranges = around.hull_extents().map(|extents| Ranges::over(&program, &extents));
    let safe = ranges.as_ref().is_some_and(Ranges::all_safe);
    let range = |place: u32| ranges.as_ref().filter(|_| safe).map(|ranges| ranges.interval(place));
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..around.rank()).map(|axis| builder.coord(axis)).collect();
    let written = builder.inline(&program, &inputs);
    let places: Vec<(u32, u32)> = written.into_iter().zip(program.outputs().to_vec()).collect();
    let (of_points, others) = places.split_at(bounded.len());
    let (of_zeros, of_constraints) = others.split_at(zeros.len());
    let zero = builder.constant(0);
    let mut kept = Vec::new();
    for (&(place, old), &(_, extent)) in of_points.iter().zip(&bounded) {
        let range = range(old);
        if range.is_none_or(|range| range.lo < 0) {
            kept.push(builder.binary(BinaryOp::Le, zero, place));
        }
        if range.is_none_or(|range| range.hi >= extent.into()) {
            let extent = builder.constant(extent);
            kept.push(builder.binary(BinaryOp::Lt, place, extent));
        }
    }
    for &(place, old) in of_zeros {
        if range(old).is_none_or(|range| range.lo != 0 || range.hi != 0) {
            kept.push(equation(&mut builder, place));
        }
    }
    for &(place, old) in of_constraints {
        if range(old).is_none_or(|range| range.lo <= 0 && range.hi >= 0) {
            kept.push(place);
        }
    }
    around.with_constraints(&builder.finish(&kept))
}

/// That a number is 0: of a difference, that both sides are equal.
fn equation(builder: &mut ProgramBuilder, place: u32) -> u32 {
    match builder.inst(place) {
        Inst::Binary(BinaryOp::Sub | BinaryOp::Xor, lhs, rhs) => {
            builder.binary(BinaryOp::Eq, lhs, rhs)
        }
        _ => {
            let zero = builder.constant(0);
            builder.binary(BinaryOp::Eq, place, zero)
        }
    }
}

/// The program simplified for a box, if it has a value everywhere on it: elsewhere a value might
/// appear where there is none.
fn simplified(program: Program, around: &IndexSet) -> Program {
    match around.hull_extents() {
        Some(extents) if !extents.contains(&0) => {
            let safe = Ranges::over(&program, &extents).all_safe();
            if safe { simplify(&program, &extents) } else { program }
        }
        _ => program,
    }
}
