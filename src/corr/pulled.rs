//! Legs over other occurrences: a map after a re-indexing of its domain.
//!
//! A join and a simplification both keep the legs and change what they start from. The re-indexing
//! is a program whose value always lies in the leg's domain; so a leaf is written anew over the new
//! occurrences, and anything else is a composition.

use crate::error::MapError;
use crate::expr::{Inst, Program, ProgramBuilder, Ranges, simplify};
use crate::index_set::{Axis, IndexSet};
use crate::map::{LayoutMap, Node};

/// The map that takes `set` to some of its coordinates.
pub(super) fn selection(
    set: &IndexSet,
    to: &IndexSet,
    places: &[usize],
) -> Result<LayoutMap, MapError> {
    if set == to && places.iter().copied().eq(0..set.rank()) {
        return LayoutMap::identity(set.clone());
    }
    let projected = LayoutMap::project(set.clone(), places.to_vec())?;
    if projected.codomain() == to {
        return Ok(projected);
    }
    let mut builder = ProgramBuilder::default();
    let outputs: Vec<u32> = places.iter().map(|&axis| builder.coord(axis)).collect();
    LayoutMap::expr(set.clone(), to.clone(), builder.finish(&outputs))
}

/// The map at `point`, a program over `set` whose value lies in the map's domain.
pub(super) fn back(
    map: &LayoutMap,
    set: &IndexSet,
    point: &Program,
) -> Result<LayoutMap, MapError> {
    let leaf = matches!(
        map.node(),
        Node::Identity
            | Node::Permute { .. }
            | Node::Project { .. }
            | Node::Expr(_)
            | Node::MixedRadix(_)
            | Node::BitLinear(_)
            | Node::Regroup(_)
    );
    if let Some(code) = map.program().filter(|_| leaf) {
        let mut builder = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..set.rank()).map(|axis| builder.coord(axis)).collect();
        let places = builder.inline(point, &inputs);
        let outputs = builder.inline(&code.value_program(), &places);
        let program = simple(builder.finish(&outputs), set);
        if let Some(places) = selected(&program) {
            return selection(set, map.codomain(), &places);
        }
        return LayoutMap::expr(set.clone(), map.codomain().clone(), program);
    }
    let step = LayoutMap::expr(set.clone(), map.domain().clone(), point.clone())?;
    LayoutMap::compose(map.clone(), step)
}

/// The program simplified, if it has a value everywhere on the box around a set.
fn simple(program: Program, set: &IndexSet) -> Program {
    match set.hull_extents() {
        Some(extents) if !extents.contains(&0) && Ranges::over(&program, &extents).all_safe() => {
            simplify(&program, &extents)
        }
        _ => program,
    }
}

/// Which coordinate each output of a map is, if each is one and none is two of them.
pub(super) fn coordinates(map: &LayoutMap) -> Option<Vec<usize>> {
    let code = map.program().filter(|code| code.checks().next().is_none())?;
    selected(&code.value_program())
}

/// Which coordinate each output of a program is.
fn selected(program: &Program) -> Option<Vec<usize>> {
    let mut places = Vec::with_capacity(program.outputs().len());
    for &output in program.outputs() {
        let Some(Inst::Coord(place)) = program.insts().get(output as usize) else { return None };
        let place = *place as usize;
        if places.contains(&place) {
            return None;
        }
        places.push(place);
    }
    Some(places)
}

/// Axes with other names where one of `taken` has theirs.
pub(super) fn renamed(axes: &[Axis], taken: &[Axis]) -> Vec<Axis> {
    let mut all: Vec<Axis> = taken.to_vec();
    for axis in axes {
        let free = |name: &str| {
            !all.iter().any(|other| other.name() == name)
                && (name == axis.name() || !axes.iter().any(|other| other.name() == name))
        };
        let numbered = (1u64..).map(|k| format!("{}_{k}", axis.name()));
        let mut names = std::iter::once(axis.name().to_string()).chain(numbered);
        let name = names.find(|name| free(name)).unwrap_or_default();
        all.push(match axis.extent().finite() {
            Some(extent) => Axis::new(&name, extent),
            None => Axis::integers(&name),
        });
    }
    all.split_off(taken.len())
}
