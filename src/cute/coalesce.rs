//! The same function with fewer modes: coalesce, filter, flatten.
//!
//! Two neighbouring leaves are one where the second goes on at the stride at which the first
//! ends: `s0:d0` and `s1:s0*d0` are `s0*s1:d0`. A leaf of extent 1 has no digit to speak of.
//!
//! | operation | `(2,(1,6)):(1,(7,2))` | `(4,(3,2)):(0,(1,3))` |
//! |---|---|---|
//! | [`coalesce`] | `12:1` | `(4,6):(0,1)` |
//! | [`flatten`] | `(2,1,6):(1,7,2)` | `(4,3,2):(0,1,3)` |
//! | [`filter_zeros`] | itself | `(1,(3,2)):(0,(1,3))` |
//! | [`filter`] | `12:1` | `6:1` |
//!
//! **The laws.** `coalesce(L)(i) = L(i)` for `0 <= i < size(L)`, of depth 0 or 1, and no two
//! neighbours can be merged: that form is unique. `flatten(L)(i) = L(i)` for all `i`. The image
//! of `filter(L)` is that of `L`, each value as often as the modes of stride other than 0 reach
//! it.

use super::error::CuteError;
use super::int::Int;
use super::layout::{Layout, Leaf, Leaves};
use super::profile::DEPTH_LIMIT;
use super::view::View;
use crate::map::IntTree;

/// The layout with neighbouring modes merged wherever that is the same function; extents of 1
/// go.
///
/// # Errors
/// None for numbers; parameters may lack a decision.
pub fn coalesce<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    Ok(coalesce_view(layout.view(), &mut T::Guards::default()))
}

/// Coalesces each mode that stands where `profile` has an integer; a tuple there goes into the
/// mode. Modes beyond the profile stay as they are.
///
/// # Errors
/// A profile with more modes than the layout has at some place, or nested too deeply.
pub fn coalesce_by<T: Int>(layout: &Layout<T>, profile: &IntTree) -> Result<Layout<T>, CuteError> {
    by_profile("coalesce", layout, profile, coalesce_view)
}

/// Coalesces each top-level mode. As in CuTe, whose profile of one mode is an integer, a layout of
/// one mode is coalesced as a whole: `(2):(2)` becomes `2:2`.
///
/// # Errors
/// None for numbers; parameters may lack a decision.
pub fn coalesce_by_mode<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    match layout.rank() {
        1 => coalesce(layout),
        rank => coalesce_by(layout, &IntTree::Tuple(vec![IntTree::Leaf(1); rank])),
    }
}

/// The layout with every mode of stride 0 at extent 1.
///
/// # Errors
/// None for numbers; parameters may lack a decision.
pub fn filter_zeros<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    let guards = &mut T::Guards::default();
    let mut result = layout.clone();
    for leaf in result.leaves_mut() {
        if leaf.stride.is_zero(guards) {
            leaf.extent = T::from(1);
        }
    }
    Ok(result)
}

/// The layout without modes of stride 0 or extent 1, coalesced.
///
/// # Errors
/// None for numbers; parameters may lack a decision.
pub fn filter<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    let guards = &mut T::Guards::default();
    Ok(flat_or_unit(filtered(layout.view(), guards)))
}

/// Filters each mode that stands where `profile` has an integer; see [`coalesce_by`].
///
/// # Errors
/// As [`coalesce_by`].
pub fn filter_by<T: Int>(layout: &Layout<T>, profile: &IntTree) -> Result<Layout<T>, CuteError> {
    by_profile("filter", layout, profile, |mode, guards| flat_or_unit(filtered(mode, guards)))
}

/// The leaves as a flat tuple; one leaf alone stays one.
///
/// # Errors
/// None.
pub fn flatten<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    if layout.view().is_leaf() {
        return Ok(layout.clone());
    }
    let mut result = Layout::blank();
    result.open();
    for leaf in layout.leaves() {
        result.push_leaf(leaf.extent.clone(), leaf.stride.clone());
    }
    result.close();
    Ok(result)
}

/// Coalesces one mode.
pub(super) fn coalesce_view<T: Int>(view: View<'_, T>, guards: &mut T::Guards) -> Layout<T> {
    let mut merged = Leaves::new();
    for leaf in view.leaves() {
        if !leaf.extent.is_one(guards) {
            push_merged(&mut merged, leaf.clone(), guards);
        }
    }
    flat_or_unit(merged)
}

/// The leaves of stride other than 0 and extent other than 1, merged.
fn filtered<T: Int>(view: View<'_, T>, guards: &mut T::Guards) -> Leaves<T> {
    let mut merged = Leaves::new();
    for leaf in view.leaves() {
        if !leaf.extent.is_one(guards) && !leaf.stride.is_zero(guards) {
            push_merged(&mut merged, leaf.clone(), guards);
        }
    }
    merged
}

/// The leaves as one function on the extended domain: merged, the last mode open. What is last
/// stays last even at extent 1, since the coordinate goes on there.
pub(super) fn open_ended<T: Int>(view: View<'_, T>, guards: &mut T::Guards) -> Leaves<T> {
    let mut merged = Leaves::new();
    push_open_ended(view, &mut merged, guards);
    merged
}

/// As [`open_ended`], at the end of `merged`.
#[inline]
pub(super) fn push_open_ended<T: Int>(
    view: View<'_, T>,
    merged: &mut Leaves<T>,
    guards: &mut T::Guards,
) {
    if let [inner @ .., last] = view.leaves() {
        for leaf in inner {
            if !leaf.extent.is_one(guards) {
                push_merged(merged, leaf.clone(), guards);
            }
        }
        push_merged(merged, last.clone(), guards);
    }
}

/// Whether [`open_ended`] would give the leaves as they are, all of them but the last of an
/// extent above 1.
#[inline]
pub(super) fn is_open_ended<T: Int>(view: View<'_, T>, guards: &mut T::Guards) -> bool {
    let mut before: Option<&Leaf<T>> = None;
    for leaf in view.leaves() {
        if let Some(before) = before
            && before.extent.goes_on(&before.stride, &leaf.stride, guards)
        {
            return false;
        }
        before = Some(leaf);
    }
    let inner = view.leaves().split_last().map(|(_, inner)| inner);
    inner.is_some_and(|inner| {
        inner.iter().all(|leaf| !leaf.extent.is_one(guards) && !leaf.extent.is_zero(guards))
    })
}

#[inline]
fn push_merged<T: Int>(merged: &mut Leaves<T>, leaf: Leaf<T>, guards: &mut T::Guards) {
    if let Some(last) = merged.last_mut()
        && last.extent.goes_on(&last.stride, &leaf.stride, guards)
        && let Some(extent) = last.extent.checked_mul(&leaf.extent)
    {
        last.extent = extent;
    } else {
        merged.push(leaf);
    }
}

fn flat_or_unit<T: Int>(leaves: Leaves<T>) -> Layout<T> {
    if leaves.is_empty() { Layout::unit() } else { Layout::from_flat(leaves) }
}

/// Applies `change` to each mode that stands where `profile` has an integer.
fn by_profile<T: Int>(
    operation: &'static str,
    layout: &Layout<T>,
    profile: &IntTree,
    change: impl Fn(View<'_, T>, &mut T::Guards) -> Layout<T>,
) -> Result<Layout<T>, CuteError> {
    if profile.depth() > DEPTH_LIMIT {
        return Err(CuteError::Depth { limit: DEPTH_LIMIT });
    }
    let mut result = Layout::blank();
    change_modes(operation, layout.view(), profile, &change, &mut result)?;
    Ok(result)
}

fn change_modes<T: Int>(
    operation: &'static str,
    mode: View<'_, T>,
    profile: &IntTree,
    change: &impl Fn(View<'_, T>, &mut T::Guards) -> Layout<T>,
    result: &mut Layout<T>,
) -> Result<(), CuteError> {
    let IntTree::Tuple(targets) = profile else {
        result.push_mode(change(mode, &mut T::Guards::default()).view());
        return Ok(());
    };
    if targets.len() > mode.rank() {
        return Err(CuteError::Rank {
            operation,
            left: mode.to_layout().to_string(),
            left_rank: mode.rank(),
            right: profile.to_string(),
            right_rank: targets.len(),
        });
    }
    result.open();
    let mut targets = targets.iter();
    for mode in mode.modes() {
        match targets.next() {
            Some(target) => change_modes(operation, mode, target, change, result)?,
            None => result.push_mode(mode),
        }
    }
    result.close();
    Ok(())
}
