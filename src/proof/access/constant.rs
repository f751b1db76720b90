//! Whether a map is constant along an axis.

use super::{NO_POINTS, Question, on_hull};
use crate::expr::Inst;
use crate::map::LayoutMap;
use crate::proof::finding::{Finding, Found, fails_at};
use crate::proof::forms::Forms;
use crate::proof::normal::NormalForm;
use crate::proof::{Budget, Strategy, Verdict, Witness, defined, exhaustive, presburger};

/// Whether the map's value, or that it has none, never depends on the coordinate `axis`.
/// Such an axis holds replicas.
pub fn constant_along(map: &LayoutMap, axis: usize, budget: &Budget) -> Verdict {
    let mut question = Question::new(map, budget);
    let Some(extent) = map.domain().axes().get(axis).map(|axis| axis.extent()) else {
        return Verdict::Unknown { why: format!("{} has no axis {axis}", map.domain()) };
    };
    if !extent.contains(1) {
        return Verdict::proved(Strategy::Structure);
    }
    if let Some(verdict) = on_hull(map, |map| constant_along(map, axis, &NO_POINTS)) {
        return verdict;
    }
    if let Some(forms) = Forms::over_box(map) {
        if !forms.code().program().insts().contains(&Inst::Coord(axis as u32)) {
            return Verdict::proved(Strategy::Structure);
        }
        question.ask(Strategy::Affine, || constant_affine(map, &forms, axis));
        question.ask(Strategy::Gf2, || constant_gf2(map, &forms, axis));
    }
    question.search(|budget, steps| {
        let defined = || defined(map, budget).everywhere();
        presburger::constant_along(map, axis, defined, steps)
    });
    let verdict = question.exhaust(|| exhaustive::constant_along(map, axis));
    #[cfg(feature = "z3")]
    let verdict = super::or_solved(verdict, budget, |steps| {
        let defined = || defined(map, budget).everywhere();
        crate::proof::smt::constant_along(map, axis, defined, steps)
    });
    verdict
}

fn constant_affine(map: &LayoutMap, forms: &Forms, axis: usize) -> Found {
    let (code, extents, normal) = (forms.code(), forms.extents(), forms.digits());
    let still = |&place: &u32| normal.form(place).is_some_and(|f| !normal.depends(f, axis));
    if normal.evaluates(map, code) && code.values().iter().all(still) {
        return Ok(Finding::Holds);
    }
    let weights = normal.digits.weights(axis);
    let pairs = weights.filter_map(|weight| {
        let (origin, mut moved) = (vec![0; extents.len()], vec![0; extents.len()]);
        moved[axis] = weight;
        Witness::varies(map, origin, moved, 0)
    });
    fails_at(pairs, &normal.opaque())
}

fn constant_gf2(map: &LayoutMap, forms: &Forms, axis: usize) -> Found {
    let (code, normal) = (forms.code(), forms.bits());
    let still = |&place: &u32| {
        let own = |&(bit, _): &(u32, u64)| normal.inputs[bit as usize].0 == axis;
        normal.form(place).is_some_and(|form| !form.bases.iter().any(own))
    };
    if normal.evaluates(map, code) && code.values().iter().all(still) {
        return Ok(Finding::Holds);
    }
    Err(normal.opaque())
}
