//! What is done with one layout.
//!
//! | word | gives |
//! |---|---|
//! | `permute_dims(order)` | the shards in another order |
//! | `storage()` | what each thread holds: the shards, copies and offsets in memory |
//! | `pack(n)`, `unpack(n)` | the layout of elements `n` times as wide, a part as wide |
//! | `slice(shape, region)` | the layout of a region of a shape |
//! | `is_trivial()` | whether element `x` is at place `x` of `m`, once |

use std::collections::BTreeMap;

use super::{Iter, TileLayout, TirxError, is_memory_axis};
use crate::index_set::IndexSet;
use crate::map::LayoutMap;

impl TileLayout {
    /// The layout whose shard `k` is shard `order[k]` of this one.
    ///
    /// # Errors
    /// An order that does not name each shard once.
    pub fn permute_dims(&self, order: &[usize]) -> Result<Self, TirxError> {
        let count = self.shard().len();
        let named = |k: usize| order.iter().filter(|&&own| own == k).count() == 1;
        let shard: Option<Vec<Iter>> =
            order.iter().map(|&k| self.shard().get(k).cloned()).collect();
        match shard.filter(|_| order.len() == count && (0..count).all(named)) {
            Some(shard) => self.with_shard(shard),
            None => {
                let order = order.iter().map(|&k| i64::try_from(k).unwrap_or(i64::MAX)).collect();
                Err(TirxError::Order { order, count })
            }
        }
    }

    /// What of the layout is in memory: the part that each thread holds.
    ///
    /// # Errors
    /// None.
    pub fn storage(&self) -> Result<Self, TirxError> {
        let memory = |iters: &[Iter]| {
            iters.iter().filter(|iter| is_memory_axis(&iter.axis)).cloned().collect::<Vec<_>>()
        };
        let offset = self.offset().iter().filter(|(axis, _)| is_memory_axis(axis));
        let offset: BTreeMap<String, i64> = offset.map(|(axis, by)| (axis.clone(), *by)).collect();
        TileLayout::new(memory(self.shard()), memory(self.replica()), offset)
    }

    /// Whether element `x` is at place `x` of the axis `m`, and nowhere else.
    ///
    /// # Errors
    /// None.
    pub fn is_trivial(&self) -> Result<bool, TirxError> {
        let canonical = self.canonicalize()?;
        let plain = canonical.replica().is_empty() && canonical.offset().is_empty();
        Ok(plain
            && match canonical.shard() {
                [] => true,
                [one] => one.axis == "m" && (one.stride == 1 || one.extent == 1),
                _ => false,
            })
    }

    /// The layout of elements of which `count` of these make one: every `count`th element, the
    /// places of `m` counted in wider elements.
    ///
    /// # Errors
    /// Elements that do not lie together on `m`: the last shard must be on `m` with stride 1 and
    /// an extent that `count` divides, all other strides and the offset on `m` multiples of it.
    pub fn pack(&self, count: i64) -> Result<Self, TirxError> {
        let no = |why: String| Err(TirxError::Pack { layout: self.to_string(), count, why });
        if count < 1 {
            return no("not a positive number".to_owned());
        }
        let Some((last, others)) = self.shard().split_last() else {
            return no("there is no shard".to_owned());
        };
        if last.axis != "m" || last.stride != 1 || last.extent % count != 0 {
            return no(format!("the last shard is {last}"));
        }
        let divided = |iter: &Iter| match iter.axis == "m" {
            false => Ok(iter.clone()),
            true if iter.stride % count == 0 => {
                Ok(Iter::new(iter.extent, iter.stride / count, &iter.axis))
            }
            true => Err(iter.to_string()),
        };
        let iters = |iters: &[Iter]| iters.iter().map(divided).collect::<Result<Vec<_>, _>>();
        let (mut shard, replica) = match (iters(others), iters(self.replica())) {
            (Ok(shard), Ok(replica)) => (shard, replica),
            (Err(iter), _) | (_, Err(iter)) => {
                return no(format!("{count} does not divide {iter}"));
            }
        };
        shard.push(Iter::new(last.extent / count, 1, "m"));
        let mut offset = self.offset().clone();
        if let Some(by) = offset.get_mut("m") {
            if *by % count != 0 {
                return no(format!("{count} does not divide the offset {by}"));
            }
            *by /= count;
        }
        TileLayout::new(shard, replica, offset)
    }

    /// The layout of the `count` parts of every element, which lie side by side on `m`.
    ///
    /// # Errors
    /// A number that is not positive; places that leave 64 bits.
    pub fn unpack(&self, count: i64) -> Result<Self, TirxError> {
        if count < 1 {
            return Err(TirxError::Extent { what: "part", extent: count });
        }
        let scaled =
            |value: i64| value.checked_mul(count).ok_or(TirxError::Overflow { what: "a stride" });
        let iters = |iters: &[Iter]| {
            let wider = |iter: &Iter| match iter.axis == "m" {
                true => Ok(Iter::new(iter.extent, scaled(iter.stride)?, "m")),
                false => Ok(iter.clone()),
            };
            iters.iter().map(wider).collect::<Result<Vec<_>, TirxError>>()
        };
        let (mut shard, replica) = (iters(self.shard())?, iters(self.replica())?);
        shard.push(Iter::new(count, 1, "m"));
        let mut offset = self.offset().clone();
        if let Some(by) = offset.get_mut("m") {
            *by = scaled(*by)?;
        }
        TileLayout::new(shard, replica, offset)
    }

    /// The layout of a region of the elements, numbered by `shape`; the region is given by where
    /// it begins and ends in each dimension.
    ///
    /// ```
    /// use tileir::interop::tirx::TileLayout;
    /// let rows: TileLayout = "T.TileLayout(T.S[(8, 16):(16, 1)])".parse()?;
    /// let block = rows.slice(&[8, 16], &[(2, 4), (8, 16)])?;
    /// assert_eq!(block.to_string(), "T.TileLayout(T.S[(2, 8):(16, 1)] + 40)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A region outside the shape; one that no tile layout describes, with the reason.
    pub fn slice(&self, shape: &[i64], region: &[(i64, i64)]) -> Result<Self, TirxError> {
        if shape.len() != region.len() {
            return Err(TirxError::Count {
                operation: "slice",
                left: "the shape",
                left_count: shape.len(),
                right: "the region",
                right_count: region.len(),
            });
        }
        for (dimension, (&extent, &(begin, end))) in shape.iter().zip(region).enumerate() {
            if begin < 0 || begin >= end || end > extent {
                return Err(TirxError::Region { dimension, begin, end, extent });
            }
        }
        let whole = self.map_over(shape)?;
        let (begins, extents): (Vec<i64>, Vec<i64>) =
            region.iter().map(|&(begin, end)| (begin, end - begin)).unzip();
        let within = LayoutMap::identity(IndexSet::from_extents(&extents)?)?;
        let within = LayoutMap::translate(begins, within, Some(whole.domain().clone()))?;
        let part = TileLayout::of_map(&LayoutMap::compose(whole, within)?)?;
        TileLayout::new(part.shard().to_vec(), self.replica().to_vec(), part.offset().clone())
    }
}
