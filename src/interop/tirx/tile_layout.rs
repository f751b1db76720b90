//! [`TileLayout`]: shards, replicas and an offset over named axes.
//!
//! The axes are those of the shards, the replicas and the offset, in the order in which they
//! first stand there. An axis whose values begin at 0 or above is bounded by the greatest; one
//! with values below 0 is not bounded. Its maps are in `maps`.
//!
//! **The law.** [`apply`](TileLayout::apply) is the meaning: offset, and digit times stride on
//! each digit's axis.

use std::collections::BTreeMap;

use super::TirxError;
use crate::index_set::{Axis, IndexSet};

/// The most shards, replicas and offsets together.
const PARTS: usize = 256;

/// A digit: how many values it has, and how far each moves along an axis.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Iter {
    /// How many values.
    pub extent: i64,
    /// How far.
    pub stride: i64,
    /// Along which axis.
    pub axis: String,
}

impl Iter {
    /// A digit.
    pub fn new(extent: i64, stride: i64, axis: &str) -> Self {
        Iter { extent, stride, axis: axis.to_owned() }
    }

    /// The least and the greatest value, if they fit.
    fn reach(&self) -> Option<(i64, i64)> {
        let far = self.extent.checked_sub(1)?.checked_mul(self.stride)?;
        Some((far.min(0), far.max(0)))
    }
}

/// A tile layout; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TileLayout {
    shard: Vec<Iter>,
    replica: Vec<Iter>,
    offset: BTreeMap<String, i64>,
}

/// Whether an axis is a place in memory, and not a thread or a block of them.
pub fn is_memory_axis(axis: &str) -> bool {
    matches!(axis, "m" | "P" | "F" | "Bank" | "TCol" | "TLane")
}

impl TileLayout {
    /// The layout of these parts.
    ///
    /// # Errors
    /// An extent below 1, an axis name that is no identifier, a size or a reach that leaves 64
    /// bits; far more parts than any layout has.
    pub fn new(
        shard: Vec<Iter>,
        replica: Vec<Iter>,
        offset: BTreeMap<String, i64>,
    ) -> Result<Self, TirxError> {
        let found = shard.len() + replica.len() + offset.len();
        if found > PARTS {
            let what = "shards, replicas and offsets";
            return Err(TirxError::TooMany { what, limit: PARTS, found });
        }
        for (what, iters) in [("shard", &shard), ("replica", &replica)] {
            if let Some(iter) = iters.iter().find(|iter| iter.extent < 1) {
                return Err(TirxError::Extent { what, extent: iter.extent });
            }
        }
        let layout = TileLayout { shard, replica, offset };
        product(layout.shard.iter().map(|iter| iter.extent))?;
        product(layout.replica.iter().map(|iter| iter.extent))?;
        layout.places()?;
        Ok(layout)
    }

    /// The digits of the element's number, the slowest first.
    pub fn shard(&self) -> &[Iter] {
        &self.shard
    }

    /// The digits of a copy's number.
    pub fn replica(&self) -> &[Iter] {
        &self.replica
    }

    /// What is added on each axis.
    pub fn offset(&self) -> &BTreeMap<String, i64> {
        &self.offset
    }

    /// The number of elements.
    pub fn size(&self) -> i64 {
        self.shard.iter().map(|iter| iter.extent).product()
    }

    /// The names of the axes, in the order in which they first stand there.
    pub fn axes(&self) -> Vec<&str> {
        let mut axes: Vec<&str> = Vec::new();
        let iters = self.shard.iter().chain(&self.replica).map(|iter| iter.axis.as_str());
        for axis in iters.chain(self.offset.keys().map(String::as_str)) {
            if !axes.contains(&axis) {
                axes.push(axis);
            }
        }
        axes
    }

    /// The least and the greatest place on an axis, copies included.
    ///
    /// # Errors
    /// Places that leave 64 bits.
    pub fn reach(&self, axis: &str) -> Result<(i64, i64), TirxError> {
        let start = self.offset.get(axis).copied().unwrap_or(0);
        let iters = self.shard.iter().chain(&self.replica).filter(|iter| iter.axis == axis);
        let sum = iters.map(Iter::reach).try_fold((start, start), |(least, greatest), reach| {
            let (low, high) = reach?;
            Some((least.checked_add(low)?, greatest.checked_add(high)?))
        });
        sum.ok_or(TirxError::Overflow { what: "a place" })
    }

    /// One more than the greatest place on an axis; for [`tile`](TileLayout::tile), how far the
    /// next tile is.
    pub(super) fn axis_span(&self, axis: &str) -> Result<i64, TirxError> {
        let (_, greatest) = self.reach(axis)?;
        greatest.checked_add(1).ok_or(TirxError::Overflow { what: "a span" })
    }

    /// The number of places in memory up to the last one that an element has: over all memory
    /// axes together, as TVM counts it.
    ///
    /// # Errors
    /// A number that leaves 64 bits.
    pub fn span(&self) -> Result<i64, TirxError> {
        let memory = self.axes().into_iter().filter(|axis| is_memory_axis(axis));
        memory.map(|axis| self.reach(axis)).try_fold(1i64, |span, reach| {
            span.checked_add(reach?.1).ok_or(TirxError::Overflow { what: "a span" })
        })
    }

    /// The set of places.
    ///
    /// # Errors
    /// As [`new`](TileLayout::new).
    pub fn places(&self) -> Result<IndexSet, TirxError> {
        let axis = |name: &str| {
            let (least, greatest) = self.reach(name)?;
            Ok(match greatest.checked_add(1).filter(|_| least >= 0) {
                Some(extent) => Axis::new(name, extent),
                None => Axis::integers(name),
            })
        };
        let axes: Vec<Axis> =
            self.axes().into_iter().map(axis).collect::<Result<_, TirxError>>()?;
        Ok(IndexSet::new(axes)?)
    }

    /// The place of an element's first copy, axis by axis. Past the last element the slowest
    /// digit goes on, as it does in TVM.
    ///
    /// ```
    /// use tileir::interop::tirx::TileLayout;
    /// let rows: TileLayout = "T.TileLayout(T.S[(8, 16):(16, 1 @ Axis.laneid)])".parse()?;
    /// let place = rows.apply(130)?;
    /// assert_eq!((place["m"], place["laneid"]), (128, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A place that leaves 64 bits.
    pub fn apply(&self, x: i64) -> Result<BTreeMap<String, i64>, TirxError> {
        let overflow = TirxError::Overflow { what: "a place" };
        let axes = self.axes().into_iter();
        let mut place: BTreeMap<String, i64> = axes
            .map(|axis| (axis.to_owned(), self.offset.get(axis).copied().unwrap_or(0)))
            .collect();
        let mut rest = x;
        for (k, iter) in self.shard.iter().enumerate().rev() {
            let digit = if k == 0 { rest } else { rest.rem_euclid(iter.extent) };
            rest = rest.div_euclid(iter.extent);
            let moved = digit.checked_mul(iter.stride).ok_or(overflow.clone())?;
            if let Some(value) = place.get_mut(&iter.axis) {
                *value = value.checked_add(moved).ok_or(overflow.clone())?;
            }
        }
        Ok(place)
    }

    /// The layout with its parts checked again.
    pub(super) fn with_shard(&self, shard: Vec<Iter>) -> Result<Self, TirxError> {
        TileLayout::new(shard, self.replica.clone(), self.offset.clone())
    }

    pub(super) fn no_group(&self, shape: &[i64], why: String) -> TirxError {
        TirxError::Group { layout: self.to_string(), shape: shape.to_vec(), why }
    }
}

/// The product of extents that must be at least 1.
pub(super) fn product(extents: impl IntoIterator<Item = i64>) -> Result<i64, TirxError> {
    extents.into_iter().try_fold(1i64, |size, extent| {
        if extent < 1 {
            return Err(TirxError::Extent { what: "shape", extent });
        }
        size.checked_mul(extent).ok_or(TirxError::Overflow { what: "the number of elements" })
    })
}
