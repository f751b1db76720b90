//! Inverses: from values back to coordinates, and what a layout cannot tell apart.
//!
//! | of `(4,8):(8,1)`, `4:2` | gives | law |
//! |---|---|---|
//! | [`right_inverse`] | `(8,4):(4,1)`, `1:0` | `L(R(v)) = v` for `0 <= v < size(R)`, if no two of its strides differ in sign |
//! | [`left_inverse`] | `(8,4):(4,1)`, `(2,4):(0,1)` | `G(L(i)) = i` for every coordinate `i`, if no mode of `L` has stride 0; `L(G(L(i))) = L(i)` always |
//! | [`nullspace`] | `1:0`, `1:0` | `L(N(j)) = 0`, and `size(N)` is the product of the extents of stride 0 |
//!
//! The right inverse is the longest chain of modes in which each goes on at the stride at which
//! the one before ends, from stride 1; a mode of negative stride is walked backwards, so that
//! `4:-1` is its own inverse. The left inverse reads the digits of a value at each stride, in
//! ascending order, each stride dividing the next.
//!
//! Both keep CuTe's form where the law is not the whole story: a mode of stride 0 is left out, and
//! modes walked in both directions give a coordinate digit by digit, not as one integer.
//! [`left_inverse_law`](super::left_inverse_law) and
//! [`right_inverse_law`](super::right_inverse_law) say whether that is so, with a witness. Moving
//! modes that collide are no such case: there is no inverse, and [`left_inverse`] names the pair.

use super::coalesce::{coalesce_view, open_ended};
use super::error::CuteError;
use super::inline::Inline;
use super::int::Int;
use super::inverse_law::Collision;
use super::layout::{Layout, Leaf, Leaves};

/// The layout `R` with `L(R(v)) = v` below its size, as far as the strides of `L` go on from 1,
/// up or down; see [`right_inverse_law`](super::right_inverse_law). Of a layout without coordinates
/// that is `0:1`, which has none either.
///
/// # Errors
/// None for numbers; parameters may lack a decision.
pub fn right_inverse<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    let guards = &mut T::Guards::default();
    if layout.leaves().iter().any(|leaf| leaf.extent.is_zero(guards)) {
        return Ok(Layout::leaf(T::from(0), T::from(1)));
    }
    let mut modes = positioned(layout, guards);
    for (mode, before) in &mut modes {
        // What turns the stride turns the way in which the coordinate is walked.
        if mode.stride.is_negative(guards)
            && let Some(magnitude) = mode.stride.magnitude(guards)
            && let Some(turned) = before.checked_mul(&T::from(-1))
        {
            mode.stride = magnitude;
            *before = turned;
        }
    }
    ascending(&mut modes, guards);
    Ok(chain(&modes, guards))
}

/// The right inverse without the modes of negative stride: its values are coordinates from 0.
pub(super) fn rising_right_inverse<T: Int>(layout: &Layout<T>) -> Layout<T> {
    let guards = &mut T::Guards::default();
    let modes = by_stride(layout, guards);
    chain(&modes, guards)
}

/// The modes that go on from stride 1, each at what the one before ends at.
fn chain<T: Int>(modes: &Inline<(Leaf<T>, T), 8>, guards: &mut T::Guards) -> Layout<T> {
    let mut chain = Leaves::new();
    let mut end = T::from(1);
    for (mode, before) in modes {
        if mode.stride.equals(&end, guards)
            && let Some(next) = mode.extent.checked_mul(&mode.stride)
        {
            end = next;
            chain.push(Leaf { extent: mode.extent.clone(), stride: before.clone() });
        }
    }
    coalesce_view(Layout::from_flat(chain).view(), guards)
}

/// The modes of stride 0: the coordinates that a layout takes to 0, apart from coordinates that
/// cancel.
///
/// # Errors
/// None for numbers; parameters may lack a decision.
pub fn nullspace<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    let guards = &mut T::Guards::default();
    let mut counting = layout.clone();
    counting.compact_strides();
    let modes = layout.leaves().iter().zip(counting.leaves());
    let mut null = Leaves::new();
    for (mode, counting) in modes {
        if mode.stride.is_zero(guards) {
            null.push(counting.clone());
        }
    }
    Ok(if null.is_empty() { Layout::unit() } else { Layout::from_flat(null) })
}

/// The coalesced modes in ascending order of stride, each with the product of the extents that
/// stand before it.
pub(super) fn by_stride<T: Int>(
    layout: &Layout<T>,
    guards: &mut T::Guards,
) -> Inline<(Leaf<T>, T), 8> {
    let mut modes = positioned(layout, guards);
    ascending(&mut modes, guards);
    modes
}

/// The coalesced modes, each with the product of the extents that stand before it.
fn positioned<T: Int>(layout: &Layout<T>, guards: &mut T::Guards) -> Inline<(Leaf<T>, T), 8> {
    let mut before = T::from(1);
    let mut modes: Inline<(Leaf<T>, T), 8> = Inline::new();
    for mode in coalesce_view(layout.view(), guards).leaves() {
        let next = before.checked_mul(&mode.extent).unwrap_or_else(|| before.clone());
        modes.push((mode.clone(), std::mem::replace(&mut before, next)));
    }
    modes
}

/// Sorts modes by stride. Modes of one stride come in the order in which exchanging each place
/// with every later, smaller one leaves them: CuTe's order, which decides its form.
fn ascending<T: Int>(modes: &mut Inline<(Leaf<T>, T), 8>, guards: &mut T::Guards) {
    for at in 0..modes.len() {
        for later in at + 1..modes.len() {
            let (Some(least), Some(other)) = (modes.get(at), modes.get(later)) else { continue };
            if other.0.stride.is_less(&least.0.stride, guards) {
                modes.swap(at, later);
            }
        }
    }
}

/// The layout `G` with `G(L(i)) = i` for every coordinate `i` of `L`; modes of stride 0 are left
/// at 0, see [`left_inverse_law`](super::left_inverse_law).
///
/// Where all strides are negative, `G` reads the values below 0.
///
/// # Errors
/// A stride that the next one is no multiple of; strides of both signs; modes other than of
/// stride 0 that take two coordinates to one value, or whose digits the values do not show.
pub fn left_inverse(layout: &Layout) -> Result<Layout, CuteError> {
    let mut modes = by_stride(layout, &mut ());
    let turned = modes.iter().all(|(mode, _)| mode.stride <= 0)
        && modes.iter().any(|(mode, _)| mode.stride < 0);
    if turned {
        modes.reverse();
        for (mode, _) in &mut modes {
            mode.stride = mode.stride.checked_neg().ok_or_else(|| CuteError::Overflow {
                operation: "left_inverse",
                operand: layout.to_string(),
                mode: leaf_of(layout, mode.stride),
                what: format!("-({})", mode.stride),
            })?;
        }
    }
    let mut digits = Leaves::new();
    let (mut stride, mut weight, mut last_extent) = (1, 0, 1);
    for (mode, before) in &modes {
        last_extent = mode.extent;
        if mode.stride == 0 {
            continue;
        }
        if mode.stride < 0 {
            return Err(CuteError::NegativeStride {
                operation: "left_inverse",
                operand: layout.to_string(),
                mode: leaf_of(layout, mode.stride),
                stride: mode.stride.to_string(),
            });
        }
        if mode.stride % stride != 0 {
            return Err(CuteError::Divisibility {
                operation: "left_inverse",
                operand: layout.to_string(),
                mode: leaf_of(layout, mode.stride),
                number: mode.stride,
                divisor: stride,
                remainder: mode.stride % stride,
            });
        }
        digits.push(Leaf { extent: mode.stride / stride, stride: weight });
        stride = mode.stride;
        // `before` is part of the size, so from 0.
        weight = if turned { -before } else { *before };
    }
    digits.push(Leaf { extent: last_extent, stride: weight });
    check_digits(layout, &modes)?;
    if let Some(collision) = Collision::of_moving(layout, &modes) {
        let operand = layout.to_string();
        return Err(CuteError::Collision { operation: "left_inverse", operand, collision });
    }
    Ok(coalesce_view(Layout::from_flat(digits).view(), &mut ()))
}

/// The mode that has a stride, for an error.
fn leaf_of(layout: &Layout, stride: i64) -> String {
    let number = layout.leaves().iter().position(|leaf| leaf.stride == stride);
    layout.view().path(number.unwrap_or(0))
}

/// Each digit that is read of a value must be one that the mode has. A sum of modes below may
/// carry into a mode only if its stride goes on into the next one, or if the mode is the last of
/// the layout, which is open.
fn check_digits(layout: &Layout, modes: &[(Leaf, i64)]) -> Result<(), CuteError> {
    let moving: Vec<&(Leaf, i64)> = modes.iter().filter(|(mode, _)| mode.stride != 0).collect();
    // Past its size the layout goes on in its last leaf, which may be one of extent 1.
    let open = open_ended(layout.view(), &mut ());
    let goes_on = open.split_last().and_then(|(last, inner)| {
        let inner = inner.iter().try_fold(1i64, |size, mode| size.checked_mul(mode.extent))?;
        Some((last.stride.unsigned_abs(), inner))
    });
    let mut reach = 0i128;
    for (number, (mode, before)) in moving.iter().enumerate() {
        let end = i128::from(mode.extent) * i128::from(mode.stride);
        reach += i128::from(mode.extent - 1) * i128::from(mode.stride);
        let open = match moving.get(number + 1) {
            Some((next, _)) => end >= i128::from(next.stride),
            None => goes_on == Some((mode.stride.unsigned_abs(), *before)),
        };
        if reach >= end && !open {
            return Err(CuteError::Carry {
                operation: "left_inverse",
                operand: layout.to_string(),
                stride: mode.stride,
                extent: mode.extent,
                reach: reach.to_string(),
            });
        }
    }
    Ok(())
}
