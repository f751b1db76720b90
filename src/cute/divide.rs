//! Division: a layout, tile by tile.
//!
//! **The law.** `logical_divide(A, T) = A o (T, complement(T, size(A)))`: the first mode is the
//! tile, the second runs over the tiles, and together they reach every coordinate of `A` (and
//! more, if the tile does not divide the size: the result then goes on in the extended domain of
//! `A`). With a tuple of tilers each mode is divided by its own. The other divisions arrange the
//! same modes differently:
//!
//! | `A = (4,2,3)`, tiler `(2, 1)` | shape of the result |
//! |---|---|
//! | [`logical_divide`] | `((2,2),(1,2),3)` |
//! | [`zipped_divide`] | `((2,1),(2,2,3))` |
//! | [`tiled_divide`] | `((2,1),2,2,3)` |
//! | [`flat_divide`] | `(2,1,2,2,3)` |
//!
//! Unlike C++ CuTe, which rounds up mode by mode, the complement is taken of the size: a tile of
//! 2 over `(3,4)` gives 6 tiles, not 8.

use super::complement::push_complement;
use super::composition::{Composition, by_tiler, compose_layout, in_place};
use super::error::CuteError;
use super::form::Form;
use super::int::Int;
use super::layout::Layout;
use super::modes::{unpack_both, unpack_second, unzip};
use super::peel::compose_into;
use super::tiler::TilerRef;
use super::view::View;

/// The tile, and the tiles: `A o (T, complement(T, size(A)))`.
///
/// # Errors
/// As [`composition`](super::composition()) and [`complement`](super::complement()).
pub fn logical_divide<'a, T: Int + 'a>(
    a: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
) -> Result<Composition<T>, CuteError> {
    logical_divide_under(a, tiler, &mut T::Guards::default())
}

/// As [`logical_divide`], with the guards under which it holds.
///
/// # Errors
/// As [`logical_divide`].
pub fn logical_divide_under<'a, T: Int + 'a>(
    a: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
    guards: &mut T::Guards,
) -> Result<Composition<T>, CuteError> {
    match tiler.into() {
        TilerRef::Layout(tile) => in_place("logical_divide", |into| {
            compose_into(a.view(), &with_rest(a.view(), tile, guards)?, into, guards)
        }),
        tiler => divide(a.view(), tiler, guards)
            .and_then(Form::finish)
            .map_err(|error| error.of("logical_divide")),
    }
}

/// Tiles first, then what runs over them: `((tile, …), (rest, …))`.
///
/// # Errors
/// As [`logical_divide`].
pub fn zipped_divide<'a, T: Int + 'a>(
    a: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
) -> Result<Composition<T>, CuteError> {
    let result = zipped(a, &tiler.into()).and_then(Form::finish);
    result.map_err(|error| error.of("zipped_divide"))
}

/// As [`zipped_divide`], the second mode unpacked: `((tile, …), rest, …)`.
///
/// # Errors
/// As [`logical_divide`].
pub fn tiled_divide<'a, T: Int + 'a>(
    a: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
) -> Result<Composition<T>, CuteError> {
    let tiles = zipped(a, &tiler.into()).and_then(|tiles| tiles.rearranged(unpack_second));
    tiles.and_then(Form::finish).map_err(|error| error.of("tiled_divide"))
}

/// As [`zipped_divide`], both modes unpacked: `(tile, …, rest, …)`.
///
/// # Errors
/// As [`logical_divide`].
pub fn flat_divide<'a, T: Int + 'a>(
    a: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
) -> Result<Composition<T>, CuteError> {
    let tiles = zipped(a, &tiler.into()).and_then(|tiles| tiles.rearranged(unpack_both));
    tiles.and_then(Form::finish).map_err(|error| error.of("flat_divide"))
}

pub(super) fn zipped<T: Int>(a: &Layout<T>, tiler: &TilerRef<'_, T>) -> Result<Form<T>, CuteError> {
    let divided = divide(a.view(), tiler.clone(), &mut T::Guards::default())?;
    divided.rearranged(|layout| unzip("zipped_divide", layout, tiler))
}

pub(super) fn divide<T: Int>(
    a: View<'_, T>,
    tiler: TilerRef<'_, T>,
    guards: &mut T::Guards,
) -> Result<Form<T>, CuteError> {
    by_tiler("divide", a, tiler, guards, |a, tile, guards| {
        compose_layout(a, &with_rest(a, tile, guards)?, guards)
    })
}

/// The tile, and its complement in the size of `a`.
fn with_rest<T: Int>(
    a: View<'_, T>,
    tile: &Layout<T>,
    guards: &mut T::Guards,
) -> Result<Layout<T>, CuteError> {
    let mut both = Layout::blank();
    both.open();
    both.push_mode(tile.view());
    push_complement(tile.view(), &a.size(), &mut both, guards)?;
    both.close();
    match both.check_size("divide") {
        Ok(()) => Ok(both),
        Err(CuteError::Size { operation, what, .. }) => {
            let operand = format!("the tiles {tile} that cover {}", a.to_layout());
            let mode = "all".to_owned();
            Err(CuteError::Overflow { operation, operand, mode, what })
        }
        Err(error) => Err(error),
    }
}
