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
use super::layout::{Layout, Leaf};

/// `factor` elements become one.
///
/// # Errors
/// A factor that is not positive; a stride that neither is a multiple of it nor divides it.
pub fn upcast(layout: &Layout, factor: i64) -> Result<Layout, CuteError> {
    positive("upcast", factor)?;
    let mut result = layout.clone();
    for (number, leaf) in result.leaves_mut().iter_mut().enumerate() {
        let Leaf { extent, stride } = *leaf;
        if stride == 0 {
            continue;
        }
        if stride % factor == 0 {
            leaf.stride = stride / factor;
        } else if factor % stride == 0 {
            // |stride| <= factor, so both are in range.
            let narrow = factor / stride.abs();
            leaf.extent = extent / narrow + i64::from(extent % narrow != 0);
            leaf.stride = stride.signum();
        } else {
            return Err(CuteError::Divisibility {
                operation: "upcast",
                operand: layout.to_string(),
                mode: layout.view().path(number),
                number: stride,
                divisor: factor,
                remainder: stride % factor,
            });
        }
    }
    Ok(result)
}

/// One element becomes `factor`.
///
/// # Errors
/// A factor that is not positive; no leaf of stride 1 or -1; numbers that leave 64 bits.
pub fn downcast(layout: &Layout, factor: i64) -> Result<Layout, CuteError> {
    positive("downcast", factor)?;
    if !layout.leaves().iter().any(|leaf| leaf.stride.unsigned_abs() == 1) {
        let operand = layout.to_string();
        return Err(CuteError::NotAdjacent { operation: "downcast", operand, factor });
    }
    let mut result = layout.clone();
    for (number, leaf) in result.leaves_mut().iter_mut().enumerate() {
        let adjacent = leaf.stride.unsigned_abs() == 1;
        let widened = if adjacent { &mut leaf.extent } else { &mut leaf.stride };
        *widened = widened.checked_mul(factor).ok_or_else(|| CuteError::Overflow {
            operation: "downcast",
            operand: layout.to_string(),
            mode: layout.view().path(number),
            what: format!("{widened} * {factor}"),
        })?;
    }
    result.check_size("downcast")?;
    Ok(result)
}

/// The layout of elements of `from` bits in elements of `to` bits.
///
/// # Errors
/// As [`upcast`] and [`downcast`].
pub fn recast(layout: &Layout, from: i64, to: i64) -> Result<Layout, CuteError> {
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
