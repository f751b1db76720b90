//! How shapes relate.
//!
//! | `A`, `B` | congruent | weakly congruent | compatible | weakly compatible |
//! |---|---|---|---|---|
//! | `(2,(3,4))`, `(5,(6,7))` | yes | yes | no | no |
//! | `(2,12)`, `(2,(3,4))` | no | yes | yes | yes |
//! | `24`, `(2,(3,4))` | no | yes | yes | yes |
//! | `12`, `(2,(3,4))` | no | yes | no | yes |
//!
//! *Congruent*: nested alike. *Weakly congruent*: `B` is nested as `A` is, or deeper. With
//! *compatible* the sizes agree too, so that any coordinate of `A` is one of `B`; *weakly*, those
//! of `A` divide those of `B`. Each is a partial order, congruence an equivalence.

use super::error::CuteError;
use super::profile::DEPTH_LIMIT;
use crate::map::IntTree;

/// The product of the extents.
///
/// # Errors
/// A product that leaves 64 bits, or a nesting deeper than the limit.
pub fn shape_size(shape: &IntTree) -> Result<i64, CuteError> {
    check_depth(shape)?;
    size(shape)
}

/// Whether two shapes are nested alike.
///
/// # Errors
/// A nesting deeper than the limit.
pub fn congruent(a: &IntTree, b: &IntTree) -> Result<bool, CuteError> {
    Ok(weakly_congruent(a, b)? && weakly_congruent(b, a)?)
}

/// Whether `b` is nested as `a` is, or deeper where `a` has an integer.
///
/// # Errors
/// A nesting deeper than the limit.
pub fn weakly_congruent(a: &IntTree, b: &IntTree) -> Result<bool, CuteError> {
    relate(a, b, &|_, _| Ok(true))
}

/// Whether every coordinate of `a` is one of `b`: nested as `a` or deeper, and of one size
/// wherever `a` has an integer.
///
/// # Errors
/// A nesting deeper than the limit, or a size that leaves 64 bits.
pub fn compatible(a: &IntTree, b: &IntTree) -> Result<bool, CuteError> {
    relate(a, b, &|extent, b| Ok(extent == shape_size(b)?))
}

/// As [`compatible`], where the extents of `a` divide the sizes of `b`.
///
/// # Errors
/// As [`compatible`].
pub fn weakly_compatible(a: &IntTree, b: &IntTree) -> Result<bool, CuteError> {
    relate(a, b, &|extent, b| {
        let size = shape_size(b)?;
        // -1 divides even the least number, though the quotient leaves 64 bits.
        Ok(if extent == 0 { size == 0 } else { size.checked_rem(extent).is_none_or(|r| r == 0) })
    })
}

fn relate(
    a: &IntTree,
    b: &IntTree,
    holds: &impl Fn(i64, &IntTree) -> Result<bool, CuteError>,
) -> Result<bool, CuteError> {
    check_depth(a)?;
    check_depth(b)?;
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        match (a, b) {
            (IntTree::Leaf(extent), b) => {
                if !holds(*extent, b)? {
                    return Ok(false);
                }
            }
            (IntTree::Tuple(a), IntTree::Tuple(b)) if a.len() == b.len() => {
                pending.extend(a.iter().zip(b));
            }
            (IntTree::Tuple(_), _) => return Ok(false),
        }
    }
    Ok(true)
}

fn size(shape: &IntTree) -> Result<i64, CuteError> {
    let mut pending = vec![shape];
    let (mut size, mut empty, mut leaf) = (1i64, false, 0);
    while let Some(mode) = pending.pop() {
        match mode {
            IntTree::Tuple(modes) => {
                pending.extend(modes.iter().rev());
                continue;
            }
            IntTree::Leaf(0) => empty = true,
            IntTree::Leaf(extent) => {
                size = size.checked_mul(*extent).ok_or_else(|| CuteError::Size {
                    operation: "size",
                    operand: shape.to_string(),
                    mode: path(shape, leaf),
                    what: format!("{size} * {extent}"),
                })?;
            }
        }
        leaf += 1;
    }
    Ok(if empty { 0 } else { size })
}

/// The path of a leaf, such as `1.0`, for an error.
#[cold]
fn path(shape: &IntTree, mut leaf: usize) -> String {
    let mut pending = vec![(shape, String::new())];
    while let Some((mode, path)) = pending.pop() {
        match mode {
            IntTree::Leaf(_) if leaf == 0 && !path.is_empty() => return path,
            IntTree::Leaf(_) => leaf = leaf.saturating_sub(1),
            IntTree::Tuple(modes) => {
                let dot = if path.is_empty() { "" } else { "." };
                let below = |(at, mode)| (mode, format!("{path}{dot}{at}"));
                pending.extend(modes.iter().enumerate().rev().map(below));
            }
        }
    }
    "0".to_owned()
}

pub(super) fn check_depth(shape: &IntTree) -> Result<(), CuteError> {
    if shape.depth() > DEPTH_LIMIT {
        return Err(CuteError::Depth { limit: DEPTH_LIMIT });
    }
    Ok(())
}
