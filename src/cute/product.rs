//! Products: a layout, repeated.
//!
//! **The law.** `logical_product(A, T) = (A, complement(A, size(A)*cosize(T)) o T)`: the first
//! mode is the block, the second repeats it where `A` leaves room, in the order of `T`. Wherever
//! `A` or `T` differ, so do the sums of the two modes, as long as `T` stays inside the complement:
//! always if the strides of `A` divide each other as in [`complement`](super::complement()); else
//! [`product_reach`](super::product_reach) says whether it does. The other products arrange the
//! same modes differently:
//!
//! | `A = (2,5)`, `T = (3,4)` | shape of the result |
//! |---|---|
//! | [`logical_product`], [`zipped_product`] | `((2,5),(3,4))` |
//! | [`tiled_product`] | `((2,5),3,4)` |
//! | [`flat_product`] | `(2,5,3,4)` |
//! | [`blocked_product`] | `((2,3),(5,4))`: blocks side by side |
//! | [`raked_product`] | `((3,2),(4,5))`: blocks interleaved |

use super::complement::complement_under;
use super::composition::{Composition, by_tiler, compose_layout};
use super::error::CuteError;
use super::form::Form;
use super::int::Int;
use super::layout::Layout;
use super::modes::{padded, unpack_both, unpack_second, unzip, zip};
use super::tiler::TilerRef;
use super::view::View;

/// The block, and its repetitions.
///
/// # Errors
/// As [`complement`](super::complement()) and [`composition`](super::composition()).
pub fn logical_product<'a, T: Int + 'a>(
    block: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
) -> Result<Composition<T>, CuteError> {
    logical_product_under(block, tiler, &mut T::Guards::default())
}

/// As [`logical_product`], with the guards under which it holds.
///
/// # Errors
/// As [`logical_product`].
pub fn logical_product_under<'a, T: Int + 'a>(
    block: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
    guards: &mut T::Guards,
) -> Result<Composition<T>, CuteError> {
    let product = multiply(block.view(), tiler.into(), guards).and_then(Form::finish);
    product.map_err(|error| error.of("logical_product"))
}

/// Blocks first, then their repetitions: `((block, …), (repetition, …))`.
///
/// # Errors
/// As [`logical_product`].
pub fn zipped_product<'a, T: Int + 'a>(
    block: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
) -> Result<Composition<T>, CuteError> {
    let product = zipped(block, &tiler.into()).and_then(Form::finish);
    product.map_err(|error| error.of("zipped_product"))
}

/// As [`zipped_product`], the second mode unpacked.
///
/// # Errors
/// As [`logical_product`].
pub fn tiled_product<'a, T: Int + 'a>(
    block: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
) -> Result<Composition<T>, CuteError> {
    let product = zipped(block, &tiler.into()).and_then(|blocks| blocks.rearranged(unpack_second));
    product.and_then(Form::finish).map_err(|error| error.of("tiled_product"))
}

/// As [`zipped_product`], both modes unpacked.
///
/// # Errors
/// As [`logical_product`].
pub fn flat_product<'a, T: Int + 'a>(
    block: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
) -> Result<Composition<T>, CuteError> {
    let product = zipped(block, &tiler.into()).and_then(|blocks| blocks.rearranged(unpack_both));
    product.and_then(Form::finish).map_err(|error| error.of("flat_product"))
}

/// Blocks side by side: mode `k` is the block's mode `k`, then the tiler's.
///
/// # Errors
/// As [`logical_product`].
pub fn blocked_product<T: Int>(
    block: &Layout<T>,
    tiler: &Layout<T>,
) -> Result<Composition<T>, CuteError> {
    let product = by_rank(block, tiler, block)
        .and_then(|form| form.rearranged(|layout| zip(&layout.mode(0)?, &layout.mode(1)?)));
    product.and_then(Form::finish).map_err(|error| error.of("blocked_product"))
}

/// Blocks interleaved: mode `k` is the tiler's mode `k`, then the block's.
///
/// # Errors
/// As [`logical_product`].
pub fn raked_product<T: Int>(
    block: &Layout<T>,
    tiler: &Layout<T>,
) -> Result<Composition<T>, CuteError> {
    let product = by_rank(block, tiler, tiler)
        .and_then(|form| form.rearranged(|layout| zip(&layout.mode(1)?, &layout.mode(0)?)));
    product.and_then(Form::finish).map_err(|error| error.of("raked_product"))
}

/// The product of operands padded to one rank; `first` is the operand whose modes come first.
///
/// CuTe pairs two operands of one mode each by the first: if that is no tuple, the other is its
/// partner as it stands, nested or not; else what is in the tuples.
fn by_rank<T: Int>(
    block: &Layout<T>,
    tiler: &Layout<T>,
    first: &Layout<T>,
) -> Result<Form<T>, CuteError> {
    let rank = block.rank().max(tiler.rank());
    let as_rank = |operand: &Layout<T>| {
        if rank == 1 && first.view().is_leaf() {
            return Layout::concat([operand.view()]);
        }
        padded(operand, rank)
    };
    let (block, tiler) = (as_rank(block)?, as_rank(tiler)?);
    multiply_by(block.view(), &tiler, &mut T::Guards::default())
}

fn zipped<T: Int>(block: &Layout<T>, tiler: &TilerRef<'_, T>) -> Result<Form<T>, CuteError> {
    let product = multiply(block.view(), tiler.clone(), &mut T::Guards::default())?;
    product.rearranged(|layout| unzip("zipped_product", layout, tiler))
}

fn multiply<T: Int>(
    block: View<'_, T>,
    tiler: TilerRef<'_, T>,
    guards: &mut T::Guards,
) -> Result<Form<T>, CuteError> {
    by_tiler("product", block, tiler, guards, multiply_by)
}

fn multiply_by<T: Int>(
    block: View<'_, T>,
    tiler: &Layout<T>,
    guards: &mut T::Guards,
) -> Result<Form<T>, CuteError> {
    let room = room(block, tiler, guards)?;
    let repeated = compose_layout(room.view(), tiler, guards)?;
    Form::side_by_side(vec![Form::Flat(block.to_layout()), repeated])
}

/// Where a block of this mode leaves room for the repetitions of `tiler`.
pub(super) fn room<T: Int>(
    block: View<'_, T>,
    tiler: &Layout<T>,
    guards: &mut T::Guards,
) -> Result<Layout<T>, CuteError> {
    let size = block.size();
    let cosize = tiler.view().cosize(guards)?;
    let end = size.checked_mul(&cosize).ok_or_else(|| CuteError::Overflow {
        operation: "product",
        operand: block.to_layout().to_string(),
        mode: "all".to_owned(),
        what: format!("{size} * {cosize}"),
    })?;
    complement_under(block, &end, guards)
}
