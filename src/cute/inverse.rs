//! Inverses: from values back to coordinates, and what a layout cannot tell apart.
//!
//! | of `(4,8):(8,1)`, `4:2` | gives | law |
//! |---|---|---|
//! | [`right_inverse`] | `(8,4):(4,1)`, `1:0` | `L(R(v)) = v` for `0 <= v < size(R)` |
//! | [`left_inverse`] | `(8,4):(4,1)`, `(2,4):(0,1)` | `L(G(L(i))) = L(i)` for every coordinate `i`; `G(L(i)) = i` where `L` is injective |
//! | [`nullspace`] | `1:0`, `1:0` | `L(N(j)) = 0`, and `size(N)` is the product of the extents of stride 0 |
//!
//! The right inverse is the longest chain of modes in which each goes on at the stride at which
//! the one before ends, from stride 1. The left inverse reads the digits of a value at each
//! stride, in ascending order, each stride dividing the next.

use super::coalesce::{coalesce_view, open_ended};
use super::error::CuteError;
use super::inline::Inline;
use super::int::Int;
use super::layout::{Layout, Leaf, Leaves};

/// The layout `R` with `L(R(v)) = v` below its size, as far as the strides of `L` go on from 1.
///
/// # Errors
/// None for numbers; parameters may lack a decision.
pub fn right_inverse<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    let guards = &mut T::Guards::default();
    let mut chain = Leaves::new();
    let mut end = T::from(1);
    for (mode, before) in &by_stride(layout, guards) {
        if mode.stride.equals(&end, guards)
            && let Some(next) = mode.extent.checked_mul(&mode.stride)
        {
            end = next;
            chain.push(Leaf { extent: mode.extent.clone(), stride: before.clone() });
        }
    }
    Ok(coalesce_view(Layout::from_flat(chain).view(), guards))
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
///
/// Modes of one stride come in the order in which exchanging each place with every later,
/// smaller one leaves them: CuTe's order, which decides its form.
fn by_stride<T: Int>(layout: &Layout<T>, guards: &mut T::Guards) -> Inline<(Leaf<T>, T), 8> {
    let mut before = T::from(1);
    let mut modes: Inline<(Leaf<T>, T), 8> = Inline::new();
    for mode in coalesce_view(layout.view(), guards).leaves() {
        let next = before.checked_mul(&mode.extent).unwrap_or_else(|| before.clone());
        modes.push((mode.clone(), std::mem::replace(&mut before, next)));
    }
    for at in 0..modes.len() {
        for later in at + 1..modes.len() {
            let (Some(least), Some(other)) = (modes.get(at), modes.get(later)) else { continue };
            if other.0.stride.is_less(&least.0.stride, guards) {
                modes.swap(at, later);
            }
        }
    }
    modes
}

/// The layout `G` with `L(G(L(i))) = L(i)` for every coordinate `i` of `L`.
///
/// Where all strides are negative, `G` reads the values below 0.
///
/// # Errors
/// A stride that the next one is no multiple of; strides of both signs; a layout that is not
/// injective and whose digits the values do not show.
pub fn left_inverse(layout: &Layout) -> Result<Layout, CuteError> {
    let mut modes = by_stride(layout, &mut ());
    let turned = modes.iter().all(|(mode, _)| mode.stride <= 0)
        && modes.iter().any(|(mode, _)| mode.stride < 0);
    if turned {
        modes.reverse();
        for (mode, _) in &mut modes {
            mode.stride = mode.stride.checked_neg().ok_or_else(|| CuteError::Overflow {
                operation: "left_inverse",
                mode: "0".to_owned(),
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
                mode: leaf_of(layout, mode.stride),
                number: mode.stride,
                divisor: stride,
                remainder: mode.stride % stride,
            });
        }
        digits.push(Leaf { extent: mode.stride / stride, stride: weight });
        stride = mode.stride;
        weight = if turned { -before } else { *before };
    }
    digits.push(Leaf { extent: last_extent, stride: weight });
    check_digits(layout, &modes)?;
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
    let goes_on = open.split_last().map(|(last, inner)| {
        (last.stride.abs(), inner.iter().map(|mode| mode.extent).product::<i64>())
    });
    let mut reach = 0i128;
    for (number, (mode, before)) in moving.iter().enumerate() {
        let end = i128::from(mode.extent) * i128::from(mode.stride);
        reach += i128::from(mode.extent - 1) * i128::from(mode.stride);
        let open = match moving.get(number + 1) {
            Some((next, _)) => end >= i128::from(next.stride),
            None => goes_on == Some((mode.stride, *before)),
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
