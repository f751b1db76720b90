//! Converse, product and composition.
//!
//! **The join.** The composition of `R` (occurrences `F`) and `S` (occurrences `G`) has an
//! occurrence for each `(u, v)` of `F x G` with `R.right(u) = S.left(v)`, both defined; it relates
//! `R.left(u)` with `S.right(v)`, and counts as often as `u` times `v` does. As an index set it is
//! `F x G` under that constraint, if both middle legs have programs. If one of them only names
//! coordinates, as a function's identity or a placement's projection does, those coordinates *are*
//! the middle point, and the join leaves them out:
//!
//! ```text
//! R = corr<identity A, f>, S = corr<identity B, g>      F x G under f(u) = v
//!                                                       = F, v being f(u): corr<identity A, g o f>
//! ```
//!
//! Where a middle leg is the identity, as here, no arithmetic is needed: the outer leg follows.
//! Where neither is so, the join is kept as the two correspondences, and answers by asking them.

use std::sync::Arc;

use super::error::times;
use super::pulled::{back, coordinates, renamed};
use super::{CorrError, LayoutCorr, Shape, Span};
use crate::error::MapError;
use crate::expr::{BinaryOp, Program, ProgramBuilder, Ranges};
use crate::index_set::{Axis, IndexSet};
use crate::map::{CheckedProgram, LayoutMap, conditions};

impl LayoutCorr {
    /// The same pairs the other way round.
    pub fn converse(&self) -> LayoutCorr {
        let turned = |corr: &Arc<LayoutCorr>| Arc::new(corr.converse());
        let shape = match &self.shape {
            Shape::Span(span) => {
                let (left, right) = (span.right.clone(), span.left.clone());
                Shape::Span(Span { left, right, ..span.clone() })
            }
            Shape::Join(first, second) => Shape::Join(turned(second), turned(first)),
            Shape::Product(first, second) => Shape::Product(turned(first), turned(second)),
        };
        LayoutCorr::shaped(self.to.clone(), self.from.clone(), shape)
    }

    /// Both side by side: `(a, c)` with `(b, d)` as often as `a` with `b` times `c` with `d`.
    ///
    /// # Errors
    /// An axis name in the sets of both, or a weight that leaves 64 bits.
    pub fn product(&self, other: &LayoutCorr) -> Result<LayoutCorr, CorrError> {
        let from = IndexSet::side_by_side([&self.from, &other.from])?;
        let to = IndexSet::side_by_side([&self.to, &other.to])?;
        let shape = match (self.span(), other.span()) {
            (Some(first), Some(second)) => Shape::Span(side_by_side(first, second)?),
            _ => Shape::Product(Arc::new(self.clone()), Arc::new(other.clone())),
        };
        Ok(LayoutCorr::shaped(from, to, shape))
    }

    /// `second` after this: `a` with `c` as often as over all `b` together, `a` with `b` times `b`
    /// with `c`.
    ///
    /// # Errors
    /// [`CorrError::Middle`] if this does not go where `second` starts; a weight that leaves 64
    /// bits.
    pub fn compose(&self, second: &LayoutCorr) -> Result<LayoutCorr, CorrError> {
        if self.to != second.from {
            return Err(CorrError::Middle {
                first: self.to.to_string(),
                second: second.from.to_string(),
            });
        }
        let joined = match (self.span(), second.span()) {
            (Some(first), Some(second)) => join(first, second)?.map(Shape::Span),
            _ => None,
        };
        let pair = || Shape::Join(Arc::new(self.clone()), Arc::new(second.clone()));
        let (from, to) = (self.from.clone(), second.to.clone());
        Ok(LayoutCorr::shaped(from, to, joined.unwrap_or_else(pair)))
    }
}

/// The set with its axes renamed.
fn with_axes(set: &IndexSet, axes: Vec<Axis>) -> Result<IndexSet, MapError> {
    let renamed = IndexSet::new(axes)?;
    set.constraints()
        .map_or(Ok(renamed.clone()), |constraints| renamed.with_constraints(constraints))
}

fn side_by_side(first: &Span, second: &Span) -> Result<Span, CorrError> {
    let (f, g) = (first.occurrences(), second.occurrences());
    let g = with_axes(g, renamed(g.axes(), f.axes()))?;
    let same = coordinates_from(0, g.rank());
    let right_of = |map: &LayoutMap| {
        if *map.domain() == g { Ok(map.clone()) } else { back(map, &g, &same) }
    };
    let left = LayoutMap::product(vec![first.left.clone(), right_of(&second.left)?])?;
    let right = LayoutMap::product(vec![first.right.clone(), right_of(&second.right)?])?;
    let moved = second.replicas.iter().map(|axis| axis + f.rank());
    let replicas = first.replicas.iter().copied().chain(moved).collect();
    Ok(Span { left, right, replicas, weight: times(first.weight, second.weight)? })
}

/// The coordinates from `first` on.
fn coordinates_from(first: usize, count: usize) -> Program {
    let mut builder = ProgramBuilder::default();
    let outputs: Vec<u32> = (first..first + count).map(|axis| builder.coord(axis)).collect();
    builder.finish(&outputs)
}

/// The occurrences of a join: both points over the new set, and which axes of the new set come
/// from which.
struct Joined {
    set: IndexSet,
    first: Program,
    second: Program,
    replicas: Vec<usize>,
}

/// The join where a middle leg is an identity: the other correspondence's occurrences.
fn onward(first: &Span, second: &Span) -> Result<Option<Span>, CorrError> {
    let identity = |leg: &LayoutMap| {
        leg.domain() == leg.codomain()
            && coordinates(leg).is_some_and(|places| places.into_iter().eq(0..leg.domain().rank()))
    };
    let then = |outer: &LayoutMap, inner: &LayoutMap| -> Result<LayoutMap, MapError> {
        match inner.program().filter(|_| inner.domain().is_box()) {
            Some(code) if sound(inner, &code) => back(outer, inner.domain(), &code.value_program()),
            _ => LayoutMap::compose(outer.clone(), inner.clone()),
        }
    };
    let weight = times(first.weight, second.weight)?;
    Ok(if identity(&second.left) {
        let right = then(&second.right, &first.right)?;
        Some(Span { left: first.left.clone(), right, weight, ..first.clone() })
    } else if identity(&first.right) {
        let left = then(&first.left, &second.left)?;
        Some(Span { left, right: second.right.clone(), weight, ..second.clone() })
    } else {
        None
    })
}

/// Whether the ranges show that a map has a value in its codomain at every point of a box.
fn sound(map: &LayoutMap, code: &CheckedProgram) -> bool {
    let Some(extents) = map.domain().extents().filter(|extents| !extents.contains(&0)) else {
        return false;
    };
    let ranges = Ranges::over(code.program(), &extents);
    let lies = |place: u32, extent: Option<i64>| {
        let range = ranges.interval(place);
        extent.is_none_or(|extent| range.lo >= 0 && range.hi < extent.into())
    };
    let mut values = code.values().iter().zip(map.codomain().axes());
    map.codomain().is_box()
        && ranges.all_safe()
        && code.checks().all(|(place, extent)| lies(place, Some(extent)))
        && values.all(|(&place, axis)| lies(place, axis.extent().finite()))
}

/// The join of two spans; `None` where a middle leg has no program.
fn join(first: &Span, second: &Span) -> Result<Option<Span>, CorrError> {
    if let Some(span) = onward(first, second)? {
        return Ok(Some(span));
    }
    let (Some(right), Some(left)) = (first.right.program(), second.left.program()) else {
        return Ok(None);
    };
    let middle = first.right.codomain();
    let Joined { set, first: u, second: v, replicas } =
        if let Some(places) = coordinates(&second.left) {
            substituted((first, &right), second, &places, middle)?
        } else if let Some(places) = coordinates(&first.right) {
            let turned = substituted((second, &left), first, &places, middle)?;
            Joined { first: turned.second, second: turned.first, ..turned }
        } else {
            agreeing((first, &right), (second, &left), middle)?
        };
    Ok(Some(Span {
        left: back(&first.left, &set, &u)?,
        right: back(&second.right, &set, &v)?,
        replicas,
        weight: times(first.weight, second.weight)?,
    }))
}

/// The places of a program's values, and of what it checks with the set that this must lie in.
type Written = (Vec<u32>, Vec<u32>, IndexSet);

fn written(
    builder: &mut ProgramBuilder,
    code: &CheckedProgram,
    inputs: &[u32],
) -> Result<Written, MapError> {
    let outputs = builder.inline(code.program(), inputs);
    let (values, checked) = outputs.split_at(code.rank());
    let extents: Vec<i64> = code.checks().map(|(_, extent)| extent).collect();
    Ok((values.to_vec(), checked.to_vec(), IndexSet::from_extents(&extents)?))
}

/// The join over `F` and those axes of `G` that the middle leg of `G` does not name; `places` says
/// which it names.
fn substituted(
    (known, value): (&Span, &CheckedProgram),
    named: &Span,
    places: &[usize],
    middle_set: &IndexSet,
) -> Result<Joined, CorrError> {
    let (f, g) = (known.occurrences(), named.occurrences());
    let rest: Vec<usize> = (0..g.rank()).filter(|axis| !places.contains(axis)).collect();
    let others: Vec<Axis> = rest.iter().filter_map(|&axis| g.axes().get(axis).cloned()).collect();
    let axes = [f.axes().to_vec(), renamed(&others, f.axes())].concat();
    let around = IndexSet::new(axes)?;
    let mut builder = ProgramBuilder::default();
    let u: Vec<u32> = (0..f.rank()).map(|axis| builder.coord(axis)).collect();
    let (middle, checked, demanded) = written(&mut builder, value, &u)?;
    let v: Vec<u32> = (0..g.rank())
        .map(|axis| match places.iter().position(|&place| place == axis) {
            Some(at) => middle[at],
            None => builder.coord(f.rank() + rest.iter().position(|&r| r == axis).unwrap_or(0)),
        })
        .collect();
    let (first, second) = (builder.finish(&u), builder.finish(&v));
    let points: [(&IndexSet, &[u32]); 4] =
        [(f, &u), (g, &v), (middle_set, &middle), (&demanded, &checked)];
    let set = conditions(builder, &around, &points, &[])?;
    let moved = |axis: &usize| rest.iter().position(|r| r == axis).map(|at| at + f.rank());
    let of_named = named.replicas.iter().filter_map(moved);
    let replicas = known.replicas.iter().copied().chain(of_named).collect();
    Ok(Joined { set, first, second, replicas })
}

/// The join over `F x G`, where the middle legs agree.
fn agreeing(
    (first, right): (&Span, &CheckedProgram),
    (second, left): (&Span, &CheckedProgram),
    middle: &IndexSet,
) -> Result<Joined, CorrError> {
    let (f, g) = (first.occurrences(), second.occurrences());
    let around = IndexSet::new([f.axes().to_vec(), renamed(g.axes(), f.axes())].concat())?;
    let mut builder = ProgramBuilder::default();
    let u: Vec<u32> = (0..f.rank()).map(|axis| builder.coord(axis)).collect();
    let v: Vec<u32> = (0..g.rank()).map(|axis| builder.coord(f.rank() + axis)).collect();
    let (from_u, u_checked, u_demanded) = written(&mut builder, right, &u)?;
    let (from_v, v_checked, v_demanded) = written(&mut builder, left, &v)?;
    let pairs = from_u.iter().zip(&from_v);
    let zeros: Vec<u32> = pairs.map(|(&a, &b)| builder.binary(BinaryOp::Sub, a, b)).collect();
    let (first_point, second_point) = (builder.finish(&u), builder.finish(&v));
    let points: [(&IndexSet, &[u32]); 6] = [
        (f, &u),
        (g, &v),
        (middle, &from_u),
        (&u_demanded, &u_checked),
        (middle, &from_v),
        (&v_demanded, &v_checked),
    ];
    let set = conditions(builder, &around, &points, &zeros)?;
    let moved = second.replicas.iter().map(|axis| axis + f.rank());
    let replicas = first.replicas.iter().copied().chain(moved).collect();
    Ok(Joined { set, first: first_point, second: second_point, replicas })
}
