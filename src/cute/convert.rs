//! Layouts as maps, and maps as layouts.
//!
//! A [`Layout`] is a `mixed_radix` node with an axis a top-level mode: `(4,(2,8)):(1,(32,4))`
//! maps `(d0 : 4, d1 : 16)` to `(d0 : 64)`. Its coordinates are bounded: the extended domain is
//! the layout's alone.
//!
//! **The law.** `layout.to_map()` at the digits of `i` is `layout.eval(i)`, and
//! `Layout::try_from(&layout.to_map()?)` is the layout again.

use super::composition::Composition;
use super::error::CuteError;
use super::form::Deferred;
use super::layout::Layout;
use crate::index_set::IndexSet;
use crate::map::{IntTree, LayoutMap, Node};

impl Layout {
    /// The layout as a map, an axis a top-level mode.
    ///
    /// # Errors
    /// As [`LayoutMap::mixed_radix`].
    pub fn to_map(&self) -> Result<LayoutMap, CuteError> {
        Ok(LayoutMap::mixed_radix(self.shape(), self.stride())?)
    }

    /// The extent of each top-level mode.
    pub(super) fn mode_sizes(&self) -> Vec<i64> {
        self.view().modes().map(|mode| mode.size()).collect()
    }
}

impl TryFrom<&LayoutMap> for Layout {
    type Error = CuteError;

    fn try_from(map: &LayoutMap) -> Result<Self, CuteError> {
        if let Node::MixedRadix(layout) = map.node()
            && let Some(stride) = layout.stride()
        {
            return Layout::new(layout.shape(), stride);
        }
        Err(CuteError::NotALayout { map: map.to_string() })
    }
}

impl Composition {
    /// The value at a one-dimensional coordinate below the size.
    ///
    /// # Errors
    /// A value that leaves 64 bits, or a coordinate outside a map's domain.
    pub fn eval(&self, coordinate: i64) -> Result<i64, CuteError> {
        let map = match self {
            Composition::Flat(layout) => return layout.eval(coordinate),
            Composition::Dag { map, .. } => map,
        };
        let shape = map.domain().to_string();
        let outside = || CuteError::Coordinate {
            operation: "evaluation",
            coordinate: coordinate.to_string(),
            shape: shape.clone(),
        };
        let mut rest = coordinate;
        let mut point = Vec::with_capacity(map.domain().rank());
        for extent in map.domain().extents().unwrap_or_default() {
            point.push(rest.checked_rem_euclid(extent).ok_or_else(outside)?);
            rest = rest.div_euclid(extent);
        }
        if rest != 0 {
            return Err(outside());
        }
        map.eval(&point).ok().and_then(|value| value.first().copied()).ok_or_else(outside)
    }

    /// The map: an axis a top-level mode.
    ///
    /// # Errors
    /// As [`Layout::to_map`].
    pub fn to_map(&self) -> Result<LayoutMap, CuteError> {
        match self {
            Composition::Flat(layout) => layout.to_map(),
            Composition::Dag { map, .. } => Ok(map.clone()),
        }
    }

    /// The number of coordinates.
    pub fn size(&self) -> i64 {
        match self {
            Composition::Flat(layout) => layout.size(),
            Composition::Dag { map, .. } => map.domain().cardinality().unwrap_or(i64::MAX),
        }
    }
}

/// `outer` after `inner` as a map: `outer` over one axis as long as it is.
pub(super) fn deferred_map(deferred: &Deferred<i64>) -> Result<LayoutMap, CuteError> {
    let Deferred { outer, inner, .. } = deferred;
    map_from(outer, inner, 0)
}

/// `outer` after `offset` added to `inner`; the sums are coordinates of `outer`.
pub(super) fn map_from(
    outer: &Layout,
    inner: &Layout,
    offset: i64,
) -> Result<LayoutMap, CuteError> {
    outer.check_size("composition")?;
    let outer = one_axis_map(outer)?;
    let domain = IndexSet::from_extents(&inner.mode_sizes())?;
    let coordinates = outer.domain().clone();
    let strides = vec![inner.stride()];
    let mut inner =
        LayoutMap::mixed_radix_between(inner.shape(), strides, domain, coordinates.clone())?;
    if offset != 0 {
        inner = LayoutMap::translate(vec![offset], inner, Some(coordinates))?;
    }
    Ok(LayoutMap::compose(outer, inner)?)
}

/// A layout over one axis, its one-dimensional coordinate.
pub(super) fn one_axis_map(layout: &Layout) -> Result<LayoutMap, CuteError> {
    let one_axis = |tree: IntTree| IntTree::Tuple(vec![tree]);
    Ok(LayoutMap::mixed_radix(one_axis(layout.shape()), one_axis(layout.stride()))?)
}
