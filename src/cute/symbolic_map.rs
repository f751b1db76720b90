//! Symbolic layouts as families: a map for every value of the parameters.
//!
//! ```text
//! (n,(2,m)):(1,(n,2 * n))    family<(n : …, m : …) (d0 : n, d1 : 2 * m)
//!                                   -> (d0 + d1 mod 2 * n + d1 floordiv 2 * (2 * n))>
//! ```
//!
//! An axis a top-level mode, as in [`Layout::to_map`]. **The law.** The member for some values is
//! the map of the layout [at](Layout::at) these values.

use super::error::CuteError;
use super::int::Int;
use super::layout::{Layout, Leaf};
use super::view::View;
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::family::{
    Family, FamilyError, Parameters, Stage, Sym, SymbolicAxis, SymbolicSet, fold, stays_in_range,
};

impl Layout<Sym> {
    /// The family of the layout's maps, into `(d0 : cosize)`; into all integers where a stride
    /// may be negative.
    ///
    /// # Errors
    /// An extent that can leave 64 bits.
    pub fn to_family(&self) -> Result<Family, FamilyError> {
        self.family_written(self.cosize_of_all().as_ref(), Sym::clone)
    }

    /// The cosize, where no member has a negative stride or an extent 0: nothing is assumed.
    pub(crate) fn cosize_of_all(&self) -> Option<Sym> {
        self.leaves().iter().try_fold(Sym::from(1), |size, leaf| {
            let last = leaf.extent.plus(&Sym::from(-1))?;
            let known = last.surely_not_negative() && leaf.stride.surely_not_negative();
            if known { size.plus(&last.times(&leaf.stride)?) } else { None }
        })
    }

    /// Where the codomain of the member's map ends, as of [`Layout::to_map`]: one more than the
    /// greatest value; `None` where a value is negative, or that leaves 64 bits. What the parameters
    /// leave open is assumed.
    ///
    /// # Errors
    /// A number without a form.
    pub fn codomain_end(&self) -> Result<Option<Sym>, CuteError> {
        let guards = &mut ();
        if self.leaves().iter().any(|leaf| leaf.extent.is_zero(guards)) {
            return Ok(Some(Sym::from(0)));
        }
        let mut end = Sym::from(1);
        for (number, leaf) in self.leaves().iter().enumerate() {
            if leaf.stride.is_negative(guards) {
                if leaf.extent.is_one(guards) {
                    continue;
                }
                return Ok(None);
            }
            let last = leaf.extent.plus(&Sym::from(-1));
            let next = last.and_then(|last| end.plus(&last.times(&leaf.stride)?));
            let numbers = [&end, &leaf.extent, &leaf.stride];
            end = match next {
                Some(next) => next,
                // Of numbers it leaves 64 bits; of parameters it has no form.
                None if numbers.iter().all(|own| own.normalized().as_constant().is_some()) => {
                    return Ok(None);
                }
                None => {
                    return Err(CuteError::Overflow {
                        operation: "cosize",
                        operand: self.to_string(),
                        mode: self.view().path(number),
                        what: format!("({} - 1) * {}", leaf.extent, leaf.stride),
                    });
                }
            };
        }
        Ok((!end.assumed_out_of_range()).then_some(end))
    }

    /// The family of the layout's maps into `(d0 : end)`, or into all integers; each number in the
    /// form that `written` gives it.
    pub(crate) fn family_written(
        &self,
        end: Option<&Sym>,
        written: impl Fn(&Sym) -> Sym,
    ) -> Result<Family, FamilyError> {
        let parameters = parameters(&[self]);
        let program = self.value_written(&written)?;
        if !end.is_none_or(|end| stays_in_range(&written(end).program(), &parameters)) {
            return Err(FamilyError::Extent { axis: "d0".to_owned() });
        }
        let (domain, to) = (domain(self, &written)?, codomain(end, &written)?);
        Family::of_stages(parameters, domain, vec![Stage { program, to }])
    }

    /// The value over the parameters and a coordinate of each mode; each number in the form that
    /// `written` gives it.
    ///
    /// # Errors
    /// A number that can leave 64 bits.
    pub(crate) fn value_written(
        &self,
        written: &impl Fn(&Sym) -> Sym,
    ) -> Result<Program, FamilyError> {
        let parameters = parameters(&[self]);
        // What leaves 64 bits on the way to a number has a value in the layout, and none in a map.
        let in_range = |number: &Sym| stays_in_range(&written(number).program(), &parameters);
        for (k, mode) in self.view().modes().enumerate() {
            let axis = || format!("d{k}");
            let extents = mode.leaves().iter().map(|leaf| &leaf.extent);
            if !extents.chain([&size_of(mode, k)?]).all(in_range) {
                return Err(FamilyError::Extent { axis: axis() });
            }
            let mut strides = mode.leaves().iter().map(|leaf| &leaf.stride);
            if let Some(stride) = strides.find(|stride| !in_range(stride)) {
                return Err(FamilyError::Stride { axis: axis(), stride: stride.to_string() });
            }
        }
        Ok(values(&self.converted(written), parameters.len()))
    }

    /// The extents over the parameters.
    ///
    /// # Errors
    /// One that can leave 64 bits.
    pub(crate) fn extents_written(
        &self,
        written: &impl Fn(&Sym) -> Sym,
    ) -> Result<Vec<Program>, FamilyError> {
        let modes = self.view().modes().enumerate();
        modes.map(|(k, mode)| Ok(written(&size_of(mode, k)?).program())).collect()
    }
}

/// `outer` after `inner`, one-dimensional between.
pub(super) fn composed(outer: &Layout<Sym>, inner: &Layout<Sym>) -> Result<Family, FamilyError> {
    let parameters = parameters(&[outer, inner]);
    let count = parameters.len();
    let between = SymbolicAxis::of("c0", size_of(outer.view(), 0)?.program());
    let first = Stage { program: values(inner, count), to: SymbolicSet::new(vec![between])? };
    let mut builder = ProgramBuilder::default();
    let coordinate = builder.coord(count);
    let value = value(&mut builder, outer.view(), coordinate);
    let to = codomain(outer.cosize_of_all().as_ref(), &Sym::clone)?;
    let second = Stage { program: builder.finish(&[value]), to };
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
    let extents = layout.extents_written(written)?.into_iter().enumerate();
    SymbolicSet::new(extents.map(|(k, own)| SymbolicAxis::of(&format!("d{k}"), own)).collect())
}

/// The extent of a mode's axis.
fn size_of(mode: View<'_, Sym>, number: usize) -> Result<Sym, FamilyError> {
    mode.checked_size().ok_or_else(|| FamilyError::Extent { axis: format!("d{number}") })
}

/// The axis up to `end`, or all integers.
fn codomain(end: Option<&Sym>, written: &impl Fn(&Sym) -> Sym) -> Result<SymbolicSet, FamilyError> {
    let axis = match end {
        Some(end) => SymbolicAxis::of("d0", written(end).program()),
        None => SymbolicAxis::integers("d0"),
    };
    SymbolicSet::new(vec![axis])
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
