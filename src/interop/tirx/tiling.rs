//! Tiles of tiles: an inner layout at every element of an outer one.
//!
//! ```text
//! inner S[8:1 @ laneid] over (1, 8)     outer S[(2, 4):(4, 1)] over (2, 4)
//! tile  S[(2, 4, 8):(4, 1, 1 @ laneid)] over (2, 32)      the outer digits of a dimension first
//! ```
//!
//! **The laws.** With `x_d = o_d * inner_d + i_d` in every dimension:
//!
//! | word | at `x` |
//! |---|---|
//! | `tile` | `inner(i) + span * outer(o)`, offsets and copies of the outer layout as they are |
//! | `direct_sum` | `inner(i) + outer(o)` |
//! | `outer_of` | the outer layout of a tile, if it is one |
//!
//! `span` on an axis is one more than the inner layout's greatest place there, copies and offset
//! included, if one of its shards moves along the axis; else it is 1.

use std::collections::BTreeMap;

use super::{Iter, TileLayout, TirxError};
use crate::proof::{Budget, Verdict, equal};

impl TileLayout {
    /// This layout at every element of `outer`, each as far from the next as it is long.
    ///
    /// # Errors
    /// Shapes of different rank; shards that do not split into them; places that leave 64 bits.
    pub fn tile(
        &self,
        outer: &TileLayout,
        outer_shape: &[i64],
        inner_shape: &[i64],
    ) -> Result<Self, TirxError> {
        let inner = self.canonicalize()?;
        let spread = spread(&outer.canonicalize()?, &inner)?;
        interleaved(&spread, outer_shape, &inner, inner_shape)?.canonicalize()
    }

    /// This layout at every element of `outer`, the places added up.
    ///
    /// # Errors
    /// As [`tile`](TileLayout::tile).
    pub fn direct_sum(
        &self,
        outer: &TileLayout,
        outer_shape: &[i64],
        inner_shape: &[i64],
    ) -> Result<Self, TirxError> {
        let (inner, outer) = (self.canonicalize()?, outer.canonicalize()?);
        interleaved(&outer, outer_shape, &inner, inner_shape)?.canonicalize()
    }

    /// The layout of which `tiled`, over `tiled_shape`, is this one's tile: `tiled` is
    /// `self.tile(outer, …)`.
    ///
    /// # Errors
    /// [`TirxError::NotTile`] where there is none.
    pub fn outer_of(
        &self,
        tiled: &TileLayout,
        tiled_shape: &[i64],
        inner_shape: &[i64],
    ) -> Result<Self, TirxError> {
        same_rank("outer_of", tiled_shape, inner_shape)?;
        let no = |why: String| TirxError::NotTile {
            tiled: tiled.to_string(),
            inner: self.to_string(),
            why,
        };
        let mut both = Vec::new();
        for (&whole, &part) in tiled_shape.iter().zip(inner_shape) {
            match whole.checked_rem(part) {
                Some(0) => both.extend([whole / part, part]),
                _ => return Err(no(format!("{part} does not divide {whole}"))),
            }
        }
        let outer_shape: Vec<i64> = both.iter().copied().step_by(2).collect();
        let (grouped, starts) = tiled.group(&both)?;
        let inner = self.canonicalize()?;
        let mut shard = Vec::new();
        for ends in starts.windows(2).step_by(2) {
            let [start, end] = ends else { continue };
            for iter in grouped.shard().get(*start..*end).unwrap_or_default() {
                let span = step(&inner, &iter.axis)?;
                if iter.stride.checked_rem(span) != Some(0) {
                    return Err(no(format!("the inner span {span} does not divide {iter}")));
                }
                shard.push(Iter::new(iter.extent, iter.stride / span, &iter.axis));
            }
        }
        let mut offset = BTreeMap::new();
        for (axis, by) in tiled.offset() {
            let own = inner.offset().get(axis).unwrap_or(&0);
            let left = by.checked_sub(*own).ok_or(TirxError::Overflow { what: "an offset" })?;
            offset.insert(axis.clone(), left);
        }
        let outer = TileLayout::new(shard, Vec::new(), offset)?;
        let again = self.tile(&outer, &outer_shape, inner_shape)?;
        if again.canonicalize()? == tiled.canonicalize()? {
            return Ok(outer);
        }
        match equal(&again.placement()?, &tiled.placement()?, &Budget::default()) {
            Verdict::Proved { .. } => Ok(outer),
            Verdict::Disproved { witness, .. } => Err(no(witness.to_string())),
            Verdict::Unknown { why } => Err(no(why)),
        }
    }
}

/// How far on an axis one inner layout is from the next.
fn step(inner: &TileLayout, axis: &str) -> Result<i64, TirxError> {
    match inner.shard().iter().any(|iter| iter.axis == axis) {
        true => inner.axis_span(axis),
        false => Ok(1),
    }
}

/// The outer layout with its shards as far apart as the inner one is long.
fn spread(outer: &TileLayout, inner: &TileLayout) -> Result<TileLayout, TirxError> {
    let apart = |iter: &Iter| {
        let stride = iter.stride.checked_mul(step(inner, &iter.axis)?);
        let stride = stride.ok_or(TirxError::Overflow { what: "a stride" })?;
        Ok(Iter::new(iter.extent, stride, &iter.axis))
    };
    outer.with_shard(outer.shard().iter().map(apart).collect::<Result<_, TirxError>>()?)
}

/// The shards of two layouts, dimension by dimension, the outer ones first.
fn interleaved(
    outer: &TileLayout,
    outer_shape: &[i64],
    inner: &TileLayout,
    inner_shape: &[i64],
) -> Result<TileLayout, TirxError> {
    same_rank("tile", outer_shape, inner_shape)?;
    let (outer, outer_starts) = outer.group(outer_shape)?;
    let (inner, inner_starts) = inner.group(inner_shape)?;
    let mut shard = Vec::new();
    for (outer_ends, inner_ends) in outer_starts.windows(2).zip(inner_starts.windows(2)) {
        for (layout, ends) in [(&outer, outer_ends), (&inner, inner_ends)] {
            let [start, end] = ends else { continue };
            shard.extend(layout.shard().get(*start..*end).unwrap_or_default().iter().cloned());
        }
    }
    let replica = [outer.replica(), inner.replica()].concat();
    let mut offset = outer.offset().clone();
    for (axis, by) in inner.offset() {
        let sum = offset.entry(axis.clone()).or_default();
        *sum = sum.checked_add(*by).ok_or(TirxError::Overflow { what: "an offset" })?;
    }
    TileLayout::new(shard, replica, offset)
}

fn same_rank(operation: &'static str, left: &[i64], right: &[i64]) -> Result<(), TirxError> {
    if left.len() == right.len() {
        return Ok(());
    }
    Err(TirxError::Count {
        operation,
        left: "the outer shape",
        left_count: left.len(),
        right: "the inner shape",
        right_count: right.len(),
    })
}
