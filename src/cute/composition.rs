//! Composition: `A` after `B`.
//!
//! **The law.** `R(x) = A(B(x))` for every `x` below `size(B)`, `A` on its extended domain, and
//! `R` has `B`'s shape with each leaf perhaps split further. Where such an `R` exists as one
//! shape and stride, [`composition`] gives [`Composition::Flat`]; else it gives the exact
//! function as a map of maps, and says why there is no flat form.
//!
//! ```text
//! (20):(2)            o (5,4):(4,1)  =  (5,4):(8,2)
//! (10,2):(16,4)       o (5,4):(1,5)  =  (5,(2,2)):(16,(80,4))
//! (4,6,8):(2,3,5)     o 6:3          =  a map: (2,3):(6,3) is 3 at 2, not A(6) = 7
//! ```
//!
//! **How.** A leaf `n:r` of `B` is peeled along the modes of `A`, flattened and coalesced. Where
//! a mode's extent divides `r`, its digit stays 0; where `r` divides the extent, `extent/r`
//! steps fill the mode and the next goes on at stride 1. The leaves of `B` may be taken one by
//! one only if they never carry into each other: the greatest digits that they put into a mode
//! must together stay below its extent. (C++ CuTe does not ask that, and rounds quotients up:
//! on such operands its table is not `A(B(x))`.) Where peeling does not go through,
//! [`Int::recover`] looks for the unique coalesced form of each leaf, and for a witness.
//!
//! The cost grows with the modes of `A` times the leaves of `B`, never with their extents.

use super::error::CuteError;
use super::form::{Deferred, Form};
use super::int::Int;
use super::layout::Layout;
use super::not_flat::NotFlat;
use super::peel::compose_into;
use super::tiler::{Tiler, TilerRef, counting};
use super::view::View;

/// The result of a composition, and of what is made of compositions.
#[derive(Clone, Debug, PartialEq)]
pub enum Composition<T: Int = i64> {
    /// One shape and stride.
    Flat(Layout<T>),
    /// A map of maps, exact on the domain.
    Dag {
        /// The map; its domain has an axis a top-level mode.
        map: T::Map,
        /// Why there is no flat form.
        why: Box<NotFlat>,
    },
}

impl<T: Int> Composition<T> {
    /// The layout, if there is one.
    pub fn flat(&self) -> Option<&Layout<T>> {
        match self {
            Composition::Flat(layout) => Some(layout),
            Composition::Dag { .. } => None,
        }
    }

    /// The layout, or the error that there is none.
    ///
    /// # Errors
    /// [`CuteError::NotFlat`], with the reason.
    pub fn into_flat(self) -> Result<Layout<T>, CuteError> {
        match self {
            Composition::Flat(layout) => Ok(layout),
            Composition::Dag { why, .. } => Err(CuteError::NotFlat(why)),
        }
    }
}

/// `A` after `B`; with a tuple of tilers, each mode of `A` after its tiler (modes without one
/// are dropped).
///
/// # Errors
/// A tuple of more tilers than `A` has modes, values that leave 64 bits, or coordinates outside
/// even the extended domain of `A`.
pub fn composition<'a, T: Int + 'a>(
    a: &Layout<T>,
    b: impl Into<TilerRef<'a, T>>,
) -> Result<Composition<T>, CuteError> {
    composition_under(a, b, &mut T::Guards::default())
}

/// As [`composition`], with the guards under which it holds.
///
/// # Errors
/// As [`composition`].
pub fn composition_under<'a, T: Int + 'a>(
    a: &Layout<T>,
    b: impl Into<TilerRef<'a, T>>,
    guards: &mut T::Guards,
) -> Result<Composition<T>, CuteError> {
    match b.into() {
        TilerRef::Layout(b) => {
            in_place("composition", |into| compose_into(a.view(), b, into, guards))
        }
        tiler => compose(a.view(), tiler, guards)
            .and_then(Form::finish)
            .map_err(|error| error.of("composition")),
    }
}

/// The result that `build`, a step of `operation`, writes into an empty layout, or defers. (A layout
/// is long: it is built where it will be returned, not moved there.)
#[inline]
pub(super) fn in_place<T: Int>(
    operation: &'static str,
    build: impl FnOnce(&mut Layout<T>) -> Result<Option<Box<Deferred<T>>>, CuteError>,
) -> Result<Composition<T>, CuteError> {
    let mut result = Ok(Composition::Flat(Layout::blank()));
    if let Ok(Composition::Flat(layout)) = &mut result {
        match build(layout) {
            Ok(None) => {}
            Ok(Some(deferred)) => {
                let map = Form::Deferred(deferred).finish();
                result = map.map_err(|error| error.of(operation));
            }
            Err(error) => result = Err(error.of(operation)),
        }
    }
    result
}

/// `a` after `tiler`.
pub(super) fn compose<T: Int>(
    a: View<'_, T>,
    tiler: TilerRef<'_, T>,
    guards: &mut T::Guards,
) -> Result<Form<T>, CuteError> {
    match tiler {
        TilerRef::All => Ok(Form::Flat(a.to_layout())),
        TilerRef::Extent(extent) => {
            // CuTe's form of a mode that stays at 0 depends on the stride: here it is 1.
            counting("composition", &extent, guards)?;
            compose_layout(a, &Layout::leaf(extent, T::from(1)), guards)
        }
        TilerRef::Layout(layout) => compose_layout(a, layout, guards),
        TilerRef::Modes(tilers) => {
            let forms = by_mode("composition", a, tilers, |mode, tiler| {
                compose(mode, tiler.into(), guards)
            })?;
            Form::side_by_side(forms)
        }
    }
}

/// The results of an operation on each mode that has a tiler.
pub(super) fn by_mode<T: Int>(
    operation: &'static str,
    a: View<'_, T>,
    tilers: &[Tiler<T>],
    mut apply: impl FnMut(View<'_, T>, &Tiler<T>) -> Result<Form<T>, CuteError>,
) -> Result<Vec<Form<T>>, CuteError> {
    if tilers.len() > a.rank() {
        return Err(CuteError::Rank {
            operation,
            left: a.to_layout().to_string(),
            left_rank: a.rank(),
            right: Tiler::Modes(tilers.to_vec()).to_string(),
            right_rank: tilers.len(),
        });
    }
    let modes = a.modes().zip(tilers).enumerate();
    let each = modes.map(|(number, (mode, tiler))| {
        apply(mode, tiler).map_err(|error| error.inside(&a.to_layout(), number))
    });
    each.collect()
}

/// An operation with a layout, by a tiler: by the layout that it stands for, or mode by mode; what
/// has no tiler stays as it is.
pub(super) fn by_tiler<T: Int>(
    operation: &'static str,
    a: View<'_, T>,
    tiler: TilerRef<'_, T>,
    guards: &mut T::Guards,
    apply: impl Fn(View<'_, T>, &Layout<T>, &mut T::Guards) -> Result<Form<T>, CuteError> + Copy,
) -> Result<Form<T>, CuteError> {
    match tiler {
        TilerRef::All => Ok(Form::Flat(a.to_layout())),
        TilerRef::Extent(extent) => apply(a, &counting(operation, &extent, guards)?, guards),
        TilerRef::Layout(layout) => apply(a, layout, guards),
        TilerRef::Modes(tilers) => {
            let mut forms = by_mode(operation, a, tilers, |mode, tiler| {
                by_tiler(operation, mode, tiler.into(), guards, apply)
            })?;
            let untouched = a.modes().skip(tilers.len());
            forms.extend(untouched.map(|mode| Form::Flat(mode.to_layout())));
            Form::side_by_side(forms)
        }
    }
}

/// `a` after the layout `b`.
pub(super) fn compose_layout<T: Int>(
    a: View<'_, T>,
    b: &Layout<T>,
    guards: &mut T::Guards,
) -> Result<Form<T>, CuteError> {
    let mut result = Layout::blank();
    Ok(match compose_into(a, b, &mut result, guards)? {
        None => Form::Flat(result),
        Some(deferred) => Form::Deferred(deferred),
    })
}
