//! Tile layouts as maps and correspondences.
//!
//! | | from | to |
//! |---|---|---|
//! | [`map`](TileLayout::map) | the element's number `x` | the place of its first copy, a coordinate an axis |
//! | [`map_over`](TileLayout::map_over) | its coordinates in a shape | the same |
//! | [`placement`](TileLayout::placement) | `x`, and the copy's digits `r0`, `r1`, … | the place of that copy |
//! | [`correspondence`](TileLayout::correspondence) | elements | places, every copy counted |
//!
//! Each is a `mixed_radix` node whose digits are the shards and replicas, under a translation
//! where there is an offset.
//!
//! **The law.** The map at `x` is `apply(x)`, for every element.

use super::tile_layout::product;
use super::{Iter, TileLayout, TirxError};
use crate::corr::LayoutCorr;
use crate::index_set::{Axis, IndexSet};
use crate::map::{IntTree, LayoutMap};

impl TileLayout {
    /// The map from `(x)`, the element's number, to the place of its first copy.
    ///
    /// # Errors
    /// None that [`new`](TileLayout::new) would not have given.
    pub fn map(&self) -> Result<LayoutMap, TirxError> {
        let domain = IndexSet::new(vec![Axis::new("x", self.size())])?;
        self.placed(domain, vec![self.shard()], self.places()?)
    }

    /// The map from the coordinates `d0`, `d1`, … of a shape, the last one fastest, to the place
    /// of the first copy.
    ///
    /// # Errors
    /// A shape of another number of elements.
    pub fn map_over(&self, shape: &[i64]) -> Result<LayoutMap, TirxError> {
        let size = product(shape.iter().copied())?;
        if size != self.size() {
            let why = format!("{size} elements, not {}", self.size());
            return Err(self.no_group(shape, why));
        }
        let domain = IndexSet::from_extents(shape)?;
        if self.group(shape).is_ok() {
            return self.map_between(shape, domain, self.places()?);
        }
        let number = IndexSet::new(vec![Axis::new("x", size)])?;
        let flat = LayoutMap::mixed_radix_between(
            IntTree::Tuple(shape.iter().map(|&extent| IntTree::Leaf(extent)).collect()),
            vec![IntTree::Tuple(row_major(shape).into_iter().map(IntTree::Leaf).collect())],
            domain,
            number,
        )?;
        Ok(LayoutMap::compose(self.map()?, flat)?)
    }

    /// The same between given sets: a domain of the extents of `shape`, a codomain with all axes
    /// of the layout.
    ///
    /// # Errors
    /// A shape at whose boundaries the shards do not split.
    pub(super) fn map_between(
        &self,
        shape: &[i64],
        domain: IndexSet,
        places: IndexSet,
    ) -> Result<LayoutMap, TirxError> {
        let (grouped, starts) = self.group(shape)?;
        let group = |ends: &[usize]| grouped.shard().get(*ends.first()?..*ends.last()?);
        let groups = starts.windows(2).map(|ends| group(ends).unwrap_or_default()).collect();
        grouped.placed(domain, groups, places)
    }

    /// The map from `(x, r0, r1, …)`, the element's and the copy's digits, to the place.
    ///
    /// # Errors
    /// None that [`new`](TileLayout::new) would not have given.
    pub fn placement(&self) -> Result<LayoutMap, TirxError> {
        let elements = IndexSet::new(vec![Axis::new("x", self.size())])?;
        let domain = IndexSet::side_by_side([&elements, &self.replicas()?])?;
        let mut groups = vec![self.shard()];
        groups.extend(self.replica().chunks(1));
        self.placed(domain, groups, self.places()?)
    }

    /// Elements and their places, every copy counted.
    ///
    /// # Errors
    /// None that [`new`](TileLayout::new) would not have given.
    pub fn correspondence(&self) -> Result<LayoutCorr, TirxError> {
        let elements = IndexSet::new(vec![Axis::new("x", self.size())])?;
        Ok(LayoutCorr::placement(elements, self.replicas()?, self.placement()?)?)
    }

    fn replicas(&self) -> Result<IndexSet, TirxError> {
        let axes = self.replica().iter().enumerate();
        let axes = axes.map(|(k, iter)| Axis::new(&format!("r{k}"), iter.extent));
        Ok(IndexSet::new(axes.collect())?)
    }

    /// The map whose domain has an axis for each group of digits, in a group the last fastest.
    fn placed(
        &self,
        domain: IndexSet,
        groups: Vec<&[Iter]>,
        places: IndexSet,
    ) -> Result<LayoutMap, TirxError> {
        let tree = |number: &dyn Fn(&Iter) -> i64| {
            // The first mode of a tree is the fastest.
            let modes = |group: &&[Iter]| match *group {
                [] => IntTree::Leaf(1),
                group => IntTree::Tuple(
                    group.iter().rev().map(|iter| IntTree::Leaf(number(iter))).collect(),
                ),
            };
            IntTree::Tuple(groups.iter().map(modes).collect())
        };
        let along = |axis: &Axis| {
            let name = axis.name().to_owned();
            let strides = tree(&|iter| if iter.axis == name { iter.stride } else { 0 });
            blank(strides, &groups)
        };
        let strides: Vec<IntTree> = match places.axes() {
            [] => vec![blank(tree(&|_| 0), &groups)],
            axes => axes.iter().map(along).collect(),
        };
        let shape = tree(&|iter| iter.extent);
        let offset: Vec<i64> = places
            .axes()
            .iter()
            .map(|axis| self.offset().get(axis.name()).copied().unwrap_or(0))
            .collect();
        if offset.iter().all(|moved| *moved == 0) {
            return Ok(LayoutMap::mixed_radix_between(shape, strides, domain, places)?);
        }
        let names = places.axes().iter().map(|axis| Axis::integers(axis.name())).collect();
        let middle = IndexSet::new(names)?;
        let digits = LayoutMap::mixed_radix_between(shape, strides, domain, middle)?;
        Ok(LayoutMap::translate(offset, digits, Some(places))?)
    }
}

/// Strides in which the one leaf of a group without digits is 0.
fn blank(strides: IntTree, groups: &[&[Iter]]) -> IntTree {
    match strides {
        IntTree::Tuple(modes) => IntTree::Tuple(
            modes
                .into_iter()
                .zip(groups)
                .map(|(mode, group)| if group.is_empty() { IntTree::Leaf(0) } else { mode })
                .collect(),
        ),
        leaf => leaf,
    }
}

/// The strides of a shape, the last one fastest; its size fits.
fn row_major(shape: &[i64]) -> Vec<i64> {
    let mut stride = 1i64;
    let mut strides: Vec<i64> = shape
        .iter()
        .rev()
        .map(|extent| {
            let own = stride;
            stride = stride.saturating_mul(*extent);
            own
        })
        .collect();
    strides.reverse();
    strides
}
