//! Splitting shards at the boundaries of a shape, and joining them again.
//!
//! ```text
//! S[(4, 4):(8, 1)] by (8, 2)     S[(4, 2, 2):(8, 2, 1)], groups 0..2 and 2..3
//! ```
//!
//! A shape numbers elements as the shards do, the last coordinate fastest. A shard that reaches
//! over a boundary of the shape is split there: the outer part has the stride times the inner
//! extent.
//!
//! **The law.** Neither splitting nor joining changes the map.

use std::collections::BTreeMap;

use super::tile_layout::product;
use super::{Iter, TileLayout, TirxError};

impl TileLayout {
    /// The layout with its shards split at the boundaries of `shape`, and where the shards of
    /// each dimension begin; the last entry is their number.
    ///
    /// ```
    /// use tileir::interop::tirx::TileLayout;
    /// let layout: TileLayout = "T.TileLayout(T.S[(4, 4):(8, 1)])".parse()?;
    /// let (grouped, starts) = layout.group(&[8, 2])?;
    /// assert_eq!(grouped.to_string(), "T.TileLayout(T.S[(4, 2, 2):(8, 2, 1)])");
    /// assert_eq!(starts, [0, 2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A shape of another size, or with a boundary within a shard that it does not divide.
    pub fn group(&self, shape: &[i64]) -> Result<(Self, Vec<usize>), TirxError> {
        let size = product(shape.iter().copied())?;
        if size != self.size() {
            let why = format!("{size} elements, not {}", self.size());
            return Err(self.no_group(shape, why));
        }
        let mut left = shape.iter().copied();
        // What of the current dimension no shard has covered yet.
        let mut open = left.next();
        let (mut shard, mut starts) = (Vec::new(), vec![0]);
        for iter in self.shard() {
            let mut extent = iter.extent;
            while let Some(rest) = open {
                if extent % rest == 0 {
                    extent /= rest;
                    let stride = iter.stride.checked_mul(extent);
                    let stride = stride.ok_or(TirxError::Overflow { what: "a stride" })?;
                    shard.push(Iter::new(rest, stride, &iter.axis));
                    starts.push(shard.len());
                    open = left.next();
                } else if extent == 1 {
                    break;
                } else if rest % extent == 0 {
                    shard.push(Iter::new(extent, iter.stride, &iter.axis));
                    open = Some(rest / extent);
                    break;
                } else {
                    let why = format!("{rest} of a dimension and {extent} of a shard are left");
                    return Err(self.no_group(shape, why));
                }
            }
        }
        while let Some(1) = open {
            starts.push(shard.len());
            open = left.next();
        }
        Ok((self.with_shard(shard)?, starts))
    }

    /// The same layout in fewest shards: without those of extent 1, neighbours joined where they
    /// go on along one axis; the replicas in order, no offset of 0.
    ///
    /// # Errors
    /// None.
    pub fn canonicalize(&self) -> Result<Self, TirxError> {
        let mut shard: Vec<Iter> = Vec::new();
        for iter in self.shard().iter().filter(|iter| iter.extent != 1) {
            let joined = shard.last_mut().filter(|last| {
                last.axis == iter.axis && iter.extent.checked_mul(iter.stride) == Some(last.stride)
            });
            match joined {
                // In range: part of the layout's size.
                Some(last) => {
                    last.extent = last.extent.saturating_mul(iter.extent);
                    last.stride = iter.stride;
                }
                None => shard.push(iter.clone()),
            }
        }
        if let (true, Some(first)) = (shard.is_empty(), self.shard().first()) {
            shard.push(Iter::new(1, 1, &first.axis));
        }
        let mut replica = self.replica().to_vec();
        replica.sort_by(|a, b| (&a.axis, a.stride, a.extent).cmp(&(&b.axis, b.stride, b.extent)));
        let moved = |(_, by): &(&String, &i64)| **by != 0;
        let offset: BTreeMap<String, i64> =
            self.offset().iter().filter(moved).map(|(axis, by)| (axis.clone(), *by)).collect();
        TileLayout::new(shard, replica, offset)
    }
}
