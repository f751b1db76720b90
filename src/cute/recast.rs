//! The same memory in wider or narrower elements: upcast and downcast.
//!
//! Both go leaf by leaf. With a factor `n` and a leaf `s:d`:
//!
//! | | upcast: `n` elements become one | downcast: one becomes `n` |
//! |---|---|---|
//! | `d = 0` | `s:0` | `s:0` |
//! | `d` a multiple of `n` | `s:d/n` | `s:d*n` |
//! | `d` divides `n`, other than 0 | `ceil(s/(n/d)):1`, the sign of `d` kept | `s*n:d` for `d = 1` or `-1`, else `s:d*n` |
//! | else | refused | `s:d*n` |
//!
//! **The laws.** `n * upcast(L)` at a coordinate is `L` at that coordinate with the digits of
//! the narrowed leaves scaled back up: the wide element begins where its first narrow one lies.
//! `downcast(L)` at a coordinate whose digit in the leaf of stride 1 is `n*x + r` is
//! `n*L(…x…) + r`. `upcast(downcast(L, n), n) = L` up to the strides of unit modes.

use super::error::CuteError;
use super::int::Int;
use super::layout::Layout;

/// `factor` elements become one.
///
/// # Errors
/// A factor that is not positive; a stride that neither is a multiple of it nor divides it.
pub fn upcast<T: Int>(layout: &Layout<T>, factor: i64) -> Result<Layout<T>, CuteError> {
    positive("upcast", factor)?;
    let (guards, factor) = (&mut T::Guards::default(), T::from(factor));
    let mut result = layout.clone();
    for (number, leaf) in result.leaves_mut().iter_mut().enumerate() {
        if leaf.stride.is_zero(guards) {
            continue;
        }
        let refused = |stride: &T| {
            stride.rest(&factor, "upcast", layout.to_string(), layout.view().path(number))
        };
        let Some((size, sign)) = size_and_sign(&leaf.stride, guards) else {
            // The least number has no magnitude.
            leaf.stride = match leaf.stride.digits(&factor, guards) {
                Some((wide, rest)) if rest.is_zero(guards) => wide,
                _ => return Err(refused(&leaf.stride)),
            };
            continue;
        };
        let stride = if let Some(wide) = size.quotient(&factor, guards) {
            wide
        } else if let Some(narrow) = factor.quotient(&size, guards) {
            leaf.extent = leaf.extent.div_ceil(&narrow);
            T::from(1)
        } else {
            return Err(refused(&leaf.stride));
        };
        // In range: the size was.
        leaf.stride = stride.checked_mul(&sign).unwrap_or(stride);
    }
    Ok(result)
}

/// One element becomes `factor`.
///
/// # Errors
/// A factor that is not positive; no leaf of stride 1 or -1; numbers that leave the range of the
/// numbers.
pub fn downcast<T: Int>(layout: &Layout<T>, factor: i64) -> Result<Layout<T>, CuteError> {
    positive("downcast", factor)?;
    let (guards, by) = (&mut T::Guards::default(), T::from(factor));
    let mut result = layout.clone();
    let mut some = false;
    for (number, leaf) in result.leaves_mut().iter_mut().enumerate() {
        let adjacent =
            leaf.stride.magnitude(guards).is_some_and(|magnitude| magnitude.is_one(guards));
        some |= adjacent;
        let number_of = if adjacent { &mut leaf.extent } else { &mut leaf.stride };
        let product = number_of.checked_mul(&by);
        *number_of = product.ok_or_else(|| widened(layout, number, number_of, &by))?;
    }
    if !some {
        return Err(CuteError::NotAdjacent {
            operation: "downcast",
            operand: layout.to_string(),
            factor,
        });
    }
    result.check_size("downcast")?;
    Ok(result)
}

/// The distance from 0, and 1 or -1.
fn size_and_sign<T: Int>(number: &T, guards: &mut T::Guards) -> Option<(T, T)> {
    let sign = if number.is_negative(guards) { -1 } else { 1 };
    Some((number.magnitude(guards)?, T::from(sign)))
}

/// That a product leaves the range of the numbers.
fn widened<T: Int>(layout: &Layout<T>, leaf: usize, number: &T, by: &T) -> CuteError {
    let operation = "downcast";
    let (mode, what) = (layout.view().path(leaf), format!("{number} * {by}"));
    CuteError::Overflow { operation, operand: layout.to_string(), mode, what }
}

/// The layout of elements of `from` bits in elements of `to` bits.
///
/// # Errors
/// As [`upcast`] and [`downcast`].
pub fn recast<T: Int>(layout: &Layout<T>, from: i64, to: i64) -> Result<Layout<T>, CuteError> {
    positive("recast", from)?;
    positive("recast", to)?;
    let common = gcd(from, to);
    let (narrow, wide) = (from / common, to / common);
    let named = |error: CuteError| error.of("recast");
    let up = if wide == 1 { layout.clone() } else { upcast(layout, wide).map_err(named)? };
    if narrow == 1 { Ok(up) } else { downcast(&up, narrow).map_err(named) }
}

fn positive(operation: &'static str, number: i64) -> Result<(), CuteError> {
    if number > 0 { Ok(()) } else { Err(CuteError::NotPositive { operation, number }) }
}

/// The greatest common divisor of the magnitudes; 0 is divided by everything.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(i64::MAX)
}
