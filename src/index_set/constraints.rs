//! Constraints: which points of a box belong to the set.
//!
//! A constraint is an integer expression in the coordinates; the points of the set are those at
//! which every constraint has a value other than 0. Where one has no value (a division by zero)
//! the point is not in the set.
//!
//! ```text
//! (i : 4, j : 4 where i le j)           i <= j: ten points
//! (n : 64, i : 64 where i lt n)         n is a parameter, i runs below it
//! ```
//!
//! **Groups.** Constraints that share no axis are independent, so a set is cut into groups of axes
//! tied by constraints. It is their product: each is counted and listed by itself.

use super::{Axis, Extent, IndexSet};
use crate::error::{EvalError, MapError};
use crate::expr::{Inst, Program, ProgramBuilder};

impl IndexSet {
    /// The points of the set at which each output of `constraints` is not 0.
    ///
    /// # Errors
    /// A coordinate that the set does not have.
    pub fn with_constraints(&self, constraints: &Program) -> Result<IndexSet, MapError> {
        let (rank, used) = (self.rank(), constraints.coordinates());
        if used > rank {
            let domain = self.to_string();
            return Err(MapError::Coordinate { coordinate: used - 1, rank, domain });
        }
        let places: Vec<usize> = (0..rank).collect();
        Ok(self.constrained_by(&[(constraints, &places)]))
    }

    /// The constraints, if there are any: outputs that are not 0 at the points of the set.
    pub fn constraints(&self) -> Option<&Program> {
        self.0.constraints.as_ref()
    }

    /// Whether nothing constrains the set.
    pub fn is_box(&self) -> bool {
        self.0.constraints.is_none()
    }

    /// The box around the set.
    pub fn hull(&self) -> IndexSet {
        if self.is_box() { self.clone() } else { IndexSet::of(self.axes().to_vec(), None) }
    }

    /// The sets whose product the set is: axes that no constraint ties to another's.
    pub(super) fn independent(&self) -> Vec<IndexSet> {
        let Some(constraints) = self.constraints() else { return vec![self.clone()] };
        let group = |(axes, tied): (Vec<usize>, Program)| {
            let axes = axes.iter().filter_map(|&axis| self.axes().get(axis).cloned());
            IndexSet::of(axes.collect(), (!tied.outputs().is_empty()).then_some(tied))
        };
        groups(constraints, self.rank()).into_iter().map(group).collect()
    }

    /// The points in both sets, which have the same axis names in the same order.
    ///
    /// # Errors
    /// [`MapError::Mismatch`] where the names differ.
    pub fn intersection(&self, other: &IndexSet) -> Result<IndexSet, MapError> {
        let names = |set: &IndexSet| set.axes().iter().map(|a| a.name().to_string()).collect();
        let (left, right): (Vec<String>, Vec<String>) = (names(self), names(other));
        if left != right {
            return Err(MapError::Mismatch {
                what: "other set",
                expected: self.to_string(),
                found: other.to_string(),
            });
        }
        let smaller = |(a, b): (&Axis, &Axis)| match (a.extent(), b.extent()) {
            (Extent::Finite(n), Extent::Finite(m)) => Axis::new(a.name(), n.min(m)),
            (Extent::Finite(n), _) | (_, Extent::Finite(n)) => Axis::new(a.name(), n),
            _ => a.clone(),
        };
        let axes = self.axes().iter().zip(other.axes()).map(smaller).collect();
        let places: Vec<usize> = (0..self.rank()).collect();
        let both = [self.constraints(), other.constraints()];
        let parts: Vec<(&Program, &[usize])> =
            both.into_iter().flatten().map(|program| (program, places.as_slice())).collect();
        Ok(IndexSet::new(axes)?.constrained_by(&parts))
    }

    /// The axes and constraints of each set in turn.
    ///
    /// # Errors
    /// A name in two of them.
    pub fn side_by_side<'a>(
        sets: impl IntoIterator<Item = &'a IndexSet>,
    ) -> Result<IndexSet, MapError> {
        let (mut axes, mut parts) = (Vec::new(), Vec::new());
        for set in sets {
            let places: Vec<usize> = (axes.len()..axes.len() + set.rank()).collect();
            axes.extend(set.axes().iter().cloned());
            if let Some(program) = set.constraints() {
                parts.push((program, places));
            }
        }
        let parts: Vec<(&Program, &[usize])> =
            parts.iter().map(|(program, places)| (*program, places.as_slice())).collect();
        Ok(IndexSet::new(axes)?.constrained_by(&parts))
    }

    /// The axes at these positions, with the constraints that speak of them alone.
    ///
    /// # Errors
    /// An axis that the set lacks, or one taken twice.
    pub fn select(&self, positions: &[usize]) -> Result<IndexSet, MapError> {
        let pick = |&position: &usize| {
            self.axes().get(position).cloned().ok_or_else(|| MapError::UnknownAxis {
                name: position.to_string(),
                set: self.to_string(),
            })
        };
        let axes = positions.iter().map(pick).collect::<Result<Vec<_>, _>>()?;
        let selected = IndexSet::new(axes)?;
        let Some(constraints) = self.constraints() else { return Ok(selected) };
        let kept = only(constraints, &support(constraints), |axes| {
            axes.iter().all(|axis| positions.contains(axis))
        });
        let places: Vec<usize> = (0..self.rank())
            .map(|axis| positions.iter().position(|&p| p == axis).unwrap_or(usize::MAX))
            .collect();
        Ok(selected.constrained_by(&[(&kept, &places)]))
    }

    /// The set with more constraints, each program's coordinate `k` being the axis `places[k]`.
    fn constrained_by(&self, parts: &[(&Program, &[usize])]) -> IndexSet {
        let mut builder = ProgramBuilder::default();
        let all: Vec<usize> = (0..self.rank()).collect();
        let own = self.constraints().map(|program| (program, all.as_slice()));
        let mut outputs: Vec<u32> = Vec::new();
        for (program, places) in own.into_iter().chain(parts.iter().copied()) {
            let inputs: Vec<u32> = places
                .iter()
                .map(|&axis| if axis == usize::MAX { 0 } else { builder.coord(axis) })
                .collect();
            for output in builder.inline(program, &inputs) {
                if !outputs.contains(&output) {
                    outputs.push(output);
                }
            }
        }
        let program = builder.finish(&outputs);
        IndexSet::of(self.axes().to_vec(), (!outputs.is_empty()).then_some(program))
    }

    /// `Ok` if `point`, of the right rank, satisfies every constraint.
    ///
    /// # Errors
    /// [`EvalError::Excluded`], naming the first constraint that it does not.
    pub fn check_constraints(&self, point: &[i64]) -> Result<(), EvalError> {
        let Some(program) = self.constraints() else { return Ok(()) };
        let Some(output) = broken(program, point, &mut Vec::new()) else { return Ok(()) };
        let constraint = crate::text::expressions(&program.with_outputs(&[output]), self);
        Err(EvalError::Excluded { constraint, point: point.to_vec() })
    }
}

/// The first constraint that is 0 at a point of the right rank, or has no value there. Nothing is
/// computed behind it; `values` is room to work in.
pub(super) fn broken(program: &Program, point: &[i64], values: &mut Vec<i64>) -> Option<u32> {
    values.clear();
    let mut insts = program.insts().iter();
    let mut holds = |output: u32| {
        while values.len() <= output as usize {
            let value = insts.next().and_then(|inst| match *inst {
                Inst::Const(value) => Some(value),
                Inst::Coord(position) => point.get(position as usize).copied(),
                Inst::Binary(op, lhs, rhs) => {
                    op.apply(values[lhs as usize], values[rhs as usize]).ok()
                }
            });
            match value {
                Some(value) => values.push(value),
                None => return false,
            }
        }
        values[output as usize] != 0
    };
    program.outputs().iter().copied().find(|&output| !holds(output))
}

/// The axes that each output depends on.
fn support(program: &Program) -> Vec<Vec<usize>> {
    let mut axes: Vec<Vec<usize>> = Vec::with_capacity(program.insts().len());
    for inst in program.insts() {
        axes.push(match *inst {
            Inst::Const(_) => Vec::new(),
            Inst::Coord(position) => vec![position as usize],
            Inst::Binary(_, lhs, rhs) => {
                let mut both = axes[lhs as usize].clone();
                both.extend(&axes[rhs as usize]);
                both.sort_unstable();
                both.dedup();
                both
            }
        });
    }
    program.outputs().iter().map(|&output| axes[output as usize].clone()).collect()
}

/// The constraints that depend on such axes, of those with these supports.
fn only(program: &Program, supports: &[Vec<usize>], keep: impl Fn(&[usize]) -> bool) -> Program {
    let outputs = program.outputs().iter().zip(supports).filter(|(_, support)| keep(support));
    program.with_outputs(&outputs.map(|(&output, _)| output).collect::<Vec<u32>>())
}

/// The constraints that speak of some of these axes, if there are any.
pub(super) fn on(program: &Program, axes: &[usize]) -> Option<Program> {
    let kept = only(program, &support(program), |own| own.iter().any(|axis| axes.contains(axis)));
    (!kept.outputs().is_empty()).then_some(kept)
}

/// Groups of axes that no constraint ties to another, each with the constraints on it, written
/// over the group's own coordinates.
pub(super) fn groups(program: &Program, rank: usize) -> Vec<(Vec<usize>, Program)> {
    let supports = support(program);
    let mut group: Vec<usize> = (0..rank).collect();
    for axes in &supports {
        let Some(&first) = axes.first() else { continue };
        let to = group[first];
        let from: Vec<usize> = axes.iter().map(|&axis| group[axis]).collect();
        group.iter_mut().filter(|g| from.contains(g)).for_each(|g| *g = to);
    }
    let mut names: Vec<usize> = group.clone();
    names.sort_unstable();
    names.dedup();
    let mut parts: Vec<(Vec<usize>, Program)> = Vec::new();
    for name in names {
        let axes: Vec<usize> = (0..rank).filter(|&axis| group[axis] == name).collect();
        let inside = |support: &[usize]| support.first().is_some_and(|axis| axes.contains(axis));
        let own = only(program, &supports, inside);
        let mut builder = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..rank)
            .map(|axis| axes.iter().position(|&a| a == axis).map_or(0, |at| builder.coord(at)))
            .collect();
        let outputs = builder.inline(&own, &inputs);
        parts.push((axes, builder.finish(&outputs)));
    }
    let constant = only(program, &supports, <[usize]>::is_empty);
    if !constant.outputs().is_empty() {
        parts.push((Vec::new(), constant));
    }
    parts
}
