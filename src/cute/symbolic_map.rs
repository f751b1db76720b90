//! Symbolic layouts as families: a map for every value of the parameters.
//!
//! ```text
//! (n,(2,m)):(1,(n,2 * n))    family<(n : …, m : …) (d0 : n, d1 : 2 * m)
//!                                   -> (d0 + d1 mod 2 * n + d1 floordiv 2 * (2 * n))>
//! ```
//!
//! An axis a top-level mode, as in [`Layout::to_map`]. **The law.** The member for some values is
//! the map of the layout [at](Layout::at) these values.

use super::layout::{Layout, Leaf};
use super::view::View;
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::family::{Family, FamilyError, Parameters, Stage, Sym, SymbolicAxis, SymbolicSet, fold};

impl Layout<Sym> {
    /// The family of the layout's maps, into `(d0 : cosize)`; into all integers where a stride
    /// may be negative.
    ///
    /// # Errors
    /// An extent that can leave 64 bits.
    pub fn to_family(&self) -> Result<Family, FamilyError> {
        self.family_written(Sym::clone)
    }

    /// As [`to_family`](Layout::to_family), each number in the form that `written` gives it.
    pub(crate) fn family_written(
        &self,
        written: impl Fn(&Sym) -> Sym,
    ) -> Result<Family, FamilyError> {
        let parameters = parameters(&[self]);
        let program = values(&self.converted(&written), parameters.len());
        let (domain, to) = (domain(self, &written)?, codomain(self, &written)?);
        Family::of_stages(parameters, domain, vec![Stage { program, to }])
    }
}

/// `outer` after `inner`, one-dimensional between.
pub(super) fn composed(outer: &Layout<Sym>, inner: &Layout<Sym>) -> Result<Family, FamilyError> {
    let parameters = parameters(&[outer, inner]);
    let count = parameters.len();
    let between = SymbolicAxis::of("c0", outer.size().program());
    let first = Stage { program: values(inner, count), to: SymbolicSet::new(vec![between])? };
    let mut builder = ProgramBuilder::default();
    let coordinate = builder.coord(count);
    let value = value(&mut builder, outer.view(), coordinate);
    let second = Stage { program: builder.finish(&[value]), to: codomain(outer, &Sym::clone)? };
    Family::of_stages(parameters, domain(inner, &Sym::clone)?, vec![first, second])
}

fn parameters(layouts: &[&Layout<Sym>]) -> Parameters {
    let scope = layouts.iter().find_map(|layout| layout.scope());
    scope.map(|scope| scope.parameters().clone()).unwrap_or_default()
}

/// An axis a top-level mode.
fn domain(
    layout: &Layout<Sym>,
    written: &impl Fn(&Sym) -> Sym,
) -> Result<SymbolicSet, FamilyError> {
    let axes = layout
        .view()
        .modes()
        .enumerate()
        .map(|(k, mode)| SymbolicAxis::of(&format!("d{k}"), written(&mode.size()).program()));
    SymbolicSet::new(axes.collect())
}

/// One more than the greatest value.
fn codomain(
    layout: &Layout<Sym>,
    written: &impl Fn(&Sym) -> Sym,
) -> Result<SymbolicSet, FamilyError> {
    let axis = match cosize(layout) {
        Some(cosize) => SymbolicAxis::of("d0", written(&cosize).program()),
        None => SymbolicAxis::integers("d0"),
    };
    SymbolicSet::new(vec![axis])
}

/// The cosize, where no stride can be negative and no extent 0.
fn cosize(layout: &Layout<Sym>) -> Option<Sym> {
    let leaves = layout.leaves().iter();
    leaves.into_iter().try_fold(Sym::from(1), |size, leaf| {
        let last = leaf.extent.plus(&Sym::from(-1))?;
        let known = last.surely_not_negative() && leaf.stride.surely_not_negative();
        if known { size.plus(&last.times(&leaf.stride)?) } else { None }
    })
}

/// The layout's value over the parameters and its top-level coordinates.
fn values(layout: &Layout<Sym>, count: usize) -> Program {
    let mut builder = ProgramBuilder::default();
    let mut sum = None;
    for (k, mode) in layout.view().modes().enumerate() {
        let coordinate = builder.coord(count + k);
        let value = value(&mut builder, mode, coordinate);
        sum = Some(match sum {
            None => value,
            Some(sum) => builder.binary(BinaryOp::Add, sum, value),
        });
    }
    let sum = sum.unwrap_or_else(|| builder.constant(0));
    fold(&builder.finish(&[sum]))
}

/// A mode's value at a coordinate below its size.
fn value(builder: &mut ProgramBuilder, mode: View<'_, Sym>, coordinate: u32) -> u32 {
    let leaves = merged(mode);
    let (mut rest, mut sum) = (coordinate, None);
    let last = leaves.len().saturating_sub(1);
    for (number, Leaf { extent, stride }) in leaves.iter().enumerate() {
        let digit = if number == last {
            rest
        } else {
            let extent = extent.emit(builder);
            let digit = builder.binary(BinaryOp::Mod, rest, extent);
            rest = builder.binary(BinaryOp::FloorDiv, rest, extent);
            digit
        };
        let term = match stride.as_constant() {
            Some(0) => continue,
            Some(1) => digit,
            _ => {
                let stride = stride.emit(builder);
                builder.binary(BinaryOp::Mul, digit, stride)
            }
        };
        sum = Some(match sum {
            None => term,
            Some(sum) => builder.binary(BinaryOp::Add, sum, term),
        });
    }
    sum.unwrap_or_else(|| builder.constant(0))
}

/// The leaves of a mode, those merged that surely go on; unlike in [`coalesce`](super::coalesce())
/// nothing is assumed.
fn merged(mode: View<'_, Sym>) -> Vec<Leaf<Sym>> {
    let mut merged: Vec<Leaf<Sym>> = Vec::new();
    for leaf in mode.leaves().iter().filter(|leaf| leaf.extent.as_constant() != Some(1)) {
        if let Some(before) = merged.last_mut()
            && before.extent.times(&before.stride).is_some_and(|end| end.surely(&leaf.stride))
            && let Some(extent) = before.extent.times(&leaf.extent)
        {
            before.extent = extent;
        } else {
            merged.push(leaf.clone());
        }
    }
    merged
}
