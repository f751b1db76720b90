//! The inverse of a piecewise map, by its pieces.
//!
//! Each piece has an inverse on its own image. If the images are disjoint the map is injective, and
//! its inverse is piecewise too: on each image the inverse of that piece.
//!
//! ```text
//! (i : 100)   i            where i lt 64        images   0 .. 63
//!             i + 100      where i ge 64                 164 .. 199
//! ```
//!
//! **Disjoint.** A constraint `u lt v` says `v - u - 1 >= 0`; let one set say `p >= 0` and the other
//! `q >= 0`. If `p + q` is negative at every point of the box around both, no point is in both.
//! Where that decides nothing, the points of one are tried on the other, within the budget.

use super::forms::{Form, Forms};
use super::nodes::Inverter;
use super::{Back, NoInverse, law};
use crate::error::MapError;
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder, Ranges};
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;
use crate::map::piecewise::truth;
use crate::proof::Strategy;

/// The inverse of the map that is each of `pieces` on its part of the domain.
pub(super) fn back(
    inverter: &mut Inverter<'_>,
    map: &LayoutMap,
    pieces: &[LayoutMap],
) -> Result<Back, NoInverse> {
    let backs = pieces.iter().map(|piece| inverter.part(piece));
    let mut backs = backs.collect::<Result<Vec<Back>, NoInverse>>()?;
    backs.retain(|back| !back.map.domain().is_empty());
    let around = around(&backs)?;
    let images = backs.iter().map(|back| bounded(back.map.domain(), &around));
    let images = images.collect::<Result<Vec<IndexSet>, MapError>>().map_err(refused)?;
    for (place, image) in images.iter().enumerate() {
        for other in &images[..place] {
            if !disjoint(image, other, inverter.budget().points) {
                let why = format!("the images {other} and {image} are not proved disjoint");
                return Err(NoInverse::unknown(why));
            }
        }
    }
    let onto = law::onto(map, &around);
    let image = if onto { map.codomain().clone() } else { union(&around, &images)? };
    let by = |of: fn(&Back) -> Strategy| backs.iter().map(of).max().unwrap_or(Strategy::Structure);
    let undoes = by(|back| back.undoes);
    let why = if onto { Strategy::Cardinality } else { by(|back| back.image) };
    let parts = backs.iter().zip(images).map(|(back, image)| {
        let code =
            back.map.program().ok_or_else(|| NoInverse::unknown("a piece has no program"))?;
        law::expr(image, map.domain(), &code.value_program())
    });
    let parts = parts.collect::<Result<Vec<LayoutMap>, NoInverse>>()?;
    let joined = match LayoutMap::piecewise(image.clone(), parts.clone()) {
        Ok(map) => map,
        Err(_) => law::expr(image, map.domain(), &summed(&around, &parts)?)?,
    };
    Ok(Back { map: joined, undoes, image: why })
}

fn refused(error: MapError) -> NoInverse {
    NoInverse::unknown(error.to_string())
}

/// The box around all images.
fn around(backs: &[Back]) -> Result<IndexSet, NoInverse> {
    let Some(first) = backs.first() else {
        return Err(NoInverse::unknown("no piece has a point"));
    };
    let extents = backs.iter().filter_map(|back| back.map.domain().hull_extents());
    let extents = extents.reduce(|a, b| a.iter().zip(&b).map(|(a, b)| *a.max(b)).collect());
    let axes = first.map.domain().axes().iter().zip(extents.unwrap_or_default());
    IndexSet::new(axes.map(|(axis, n)| Axis::new(axis.name(), n)).collect()).map_err(refused)
}

/// The set as constraints on a box around it.
fn bounded(set: &IndexSet, around: &IndexSet) -> Result<IndexSet, MapError> {
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..around.rank()).map(|axis| builder.coord(axis)).collect();
    let mut outputs = Vec::new();
    for (axis, (own, wide)) in set.axes().iter().zip(around.axes()).enumerate() {
        if let Some(extent) = own.extent().finite().filter(|_| own.extent() != wide.extent()) {
            let extent = builder.constant(extent);
            outputs.push(builder.binary(BinaryOp::Lt, inputs[axis], extent));
        }
    }
    if let Some(constraints) = set.constraints() {
        outputs.extend(builder.inline(constraints, &inputs));
    }
    around.with_constraints(&builder.finish(&outputs))
}

/// Whether no point lies in both of two sets in one box.
fn disjoint(left: &IndexSet, right: &IndexSet, points: u64) -> bool {
    apart(left, right).unwrap_or(false) || tried_apart(left, right, points)
}

fn tried_apart(left: &IndexSet, right: &IndexSet, points: u64) -> bool {
    let misses = |few: &IndexSet, other: &IndexSet| {
        points > 0 && few.few(points).is_some() && !few.points().any(|point| other.contains(&point))
    };
    misses(left, right) || misses(right, left)
}

/// Whether two inequalities contradict each other.
fn apart(left: &IndexSet, right: &IndexSet) -> Option<bool> {
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..left.rank()).map(|axis| builder.coord(axis)).collect();
    let sides = [left, right].map(|set| {
        let insts = set.constraints().map(|program| (program, builder.inline(program, &inputs)));
        insts.map(|(_, outputs)| outputs).unwrap_or_default()
    });
    let compared = sides.map(|outputs| {
        let operands = outputs.into_iter().filter_map(|output| match builder.inst(output) {
            Inst::Binary(op, lhs, rhs) if op.is_comparison() => Some((op, lhs, rhs)),
            _ => None,
        });
        operands.collect::<Vec<_>>()
    });
    let outputs: Vec<u32> =
        compared.iter().flatten().flat_map(|&(_, lhs, rhs)| [lhs, rhs]).collect();
    let program = builder.finish(&outputs);
    let extents = left.hull_extents()?;
    if !Ranges::over(&program, &extents).all_safe() {
        return None;
    }
    let forms = Forms::of(&program, &extents)?;
    let mut operands = forms.outputs.chunks_exact(2);
    let sides = compared.map(|comparisons| {
        let forms = comparisons.into_iter().zip(operands.by_ref());
        let said = forms.filter_map(|((op, ..), pair)| not_negative(op, &pair[0], &pair[1]));
        said.flatten().collect::<Vec<Form>>()
    });
    let [of_left, of_right] = sides;
    let contradict = |p: &Form, q: &Form| {
        p.plus(1, q).and_then(|sum| forms.range(&sum)).is_some_and(|(_, most)| most < 0)
    };
    Some(of_left.iter().any(|p| of_right.iter().any(|q| contradict(p, q))))
}

/// The forms that a comparison says are not negative.
fn not_negative(op: BinaryOp, lhs: &Form, rhs: &Form) -> Option<Vec<Form>> {
    let above = rhs.plus(-1, lhs)?;
    match op {
        BinaryOp::Le => Some(vec![above]),
        BinaryOp::Lt => Some(vec![above.plus(-1, &Form::constant_of(1))?]),
        BinaryOp::Eq => Some(vec![above, lhs.plus(-1, rhs)?]),
        _ => None,
    }
}

/// Whether constraints and pieces have values everywhere on a box, as a sum over them needs.
fn safe(program: &Program, around: &IndexSet) -> bool {
    around.hull_extents().is_some_and(|extents| Ranges::over(program, &extents).all_safe())
}

/// The points in any of these sets.
fn union(around: &IndexSet, sets: &[IndexSet]) -> Result<IndexSet, NoInverse> {
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..around.rank()).map(|axis| builder.coord(axis)).collect();
    let mut any = None;
    for set in sets {
        let Some(constraints) = set.constraints() else { return Ok(around.clone()) };
        if !safe(constraints, around) {
            return Err(NoInverse::unknown("an image is not written by safe arithmetic"));
        }
        let inside = truth(&mut builder, constraints, &inputs);
        any = Some(any.map_or(inside, |any| builder.binary(BinaryOp::Add, any, inside)));
    }
    let any = any.unwrap_or_else(|| builder.constant(0));
    around.with_constraints(&builder.finish(&[any])).map_err(refused)
}

/// The sum of the pieces, each times 1 on its part and 0 elsewhere.
fn summed(around: &IndexSet, pieces: &[LayoutMap]) -> Result<Program, NoInverse> {
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..around.rank()).map(|axis| builder.coord(axis)).collect();
    let mut sums: Option<Vec<u32>> = None;
    for piece in pieces {
        let code = piece.program().map(|code| code.value_program());
        let code = code.filter(|code| safe(code, around));
        let code = code.ok_or_else(|| NoInverse::unknown("a piece is not safe elsewhere"))?;
        let values = builder.inline(&code, &inputs);
        let here = match piece.domain().constraints() {
            Some(constraints) => truth(&mut builder, constraints, &inputs),
            None => builder.constant(1),
        };
        let terms = values.into_iter().map(|value| builder.binary(BinaryOp::Mul, here, value));
        let terms: Vec<u32> = terms.collect();
        sums = Some(match sums {
            None => terms,
            Some(sums) => {
                let pairs = sums.into_iter().zip(terms);
                pairs.map(|(a, b)| builder.binary(BinaryOp::Add, a, b)).collect()
            }
        });
    }
    Ok(builder.finish(&sums.unwrap_or_default()))
}
