//! A value as what an operation asks for.
//!
//! ```text
//! (4,2)          a shape, a stride, a coordinate, a point, a tiler
//! (8:1)          a tuple of one layout: a tiler, and that layout
//! (i : 4) -> (i * 2) to (8)      a map; the layout 4:2
//! ```
//!
//! **The law.** What is not asked for is refused, by its kind and by what it should have been.

use tileir::cute::{Composed, Coord, Layout, Swizzled, Tiler, swizzle_map};
use tileir::{IntTree, LayoutMap, Point};

use super::Value;
use crate::error::Reason;

impl Value {
    /// The value as a tree of integers: a shape, a stride or a coordinate.
    ///
    /// # Errors
    /// [`Reason::Kind`], of `what`.
    pub fn tree(&self, what: &str) -> Result<IntTree, Reason> {
        match self {
            Value::Integer(value) => Ok(IntTree::Leaf(*value)),
            Value::Tuple(items) => {
                let items = items.iter().map(|item| item.tree(what));
                Ok(IntTree::Tuple(items.collect::<Result<_, _>>()?))
            }
            _ => Err(self.not("integers, nested in parentheses", what)),
        }
    }

    /// The map that it is, if it is one: a swizzle's on a block, a family's bundle of all members.
    pub fn to_map(&self) -> Option<LayoutMap> {
        match self {
            Value::Map(map) | Value::Composition(map, _) => Some(map.clone()),
            Value::Layout(layout) => layout.to_map().ok(),
            Value::Composed(composed) => composed.to_map().ok(),
            Value::Inverse(inverse) => Some(inverse.map().clone()),
            Value::TiledCopy(copy) => copy.tv.to_map().ok(),
            Value::Swizzle(swizzle) => swizzle_map(&[*swizzle]).ok(),
            Value::Swizzles(swizzles) => swizzle_map(swizzles).ok(),
            Value::Family(family) => Some(family.map().clone()),
            Value::Tuple(items) => match items.as_slice() {
                [item] if item.is_map() => item.to_map(),
                _ => None,
            },
            _ => None,
        }
    }

    /// The layout that it is, if it is one shape and stride.
    ///
    /// # Errors
    /// [`Reason::Kind`], of `what`, or why a map is no layout.
    pub fn to_layout(&self, what: &str) -> Result<Layout, Reason> {
        match self {
            Value::Layout(layout) => Ok(layout.clone()),
            Value::TiledCopy(copy) => Ok(copy.tv.clone()),
            Value::Composition(_, why) => {
                Err(Reason::NotFlat { what: what.to_owned(), why: why.clone() })
            }
            Value::Map(map) => Ok(Layout::try_from(map)?),
            Value::Inverse(inverse) => Ok(Layout::try_from(inverse.map())?),
            Value::Tuple(items) => match items.as_slice() {
                [item] if item.is_map() => item.to_layout(what),
                _ => Err(self.not("a layout", what)),
            },
            _ => Err(self.not("a layout", what)),
        }
    }

    /// The value as a tiler.
    ///
    /// # Errors
    /// [`Reason::Kind`], of `what`.
    pub fn to_tiler(&self, what: &str) -> Result<Tiler, Reason> {
        match self {
            Value::Whole => Ok(Tiler::All),
            Value::Integer(extent) => Ok(Tiler::Extent(*extent)),
            Value::Tuple(items) => {
                let items = items.iter().map(|item| item.to_tiler(what));
                Ok(Tiler::Modes(items.collect::<Result<_, _>>()?))
            }
            Value::Layout(_) | Value::Map(_) | Value::Composition(..) => {
                Ok(Tiler::Layout(self.to_layout(what)?))
            }
            _ => Err(self.not("a tiler: a layout, an integer, or a tuple of these", what)),
        }
    }

    /// The layout that it is, with what comes after it: a swizzle and an offset, or other steps.
    ///
    /// # Errors
    /// As [`Value::to_layout`].
    pub fn to_swizzled(&self, what: &str) -> Result<Swizzled, Reason> {
        match self {
            Value::Composition(map, why) => {
                Ok(Swizzled::Dag { map: map.clone(), why: why.clone() })
            }
            Value::Tuple(items) => match items.as_slice() {
                [item @ Value::Composition(..)] => item.to_swizzled(what),
                _ => Ok(self.to_composed(what)?.into()),
            },
            _ => Ok(self.to_composed(what)?.into()),
        }
    }

    /// The layout that it is, with a swizzle and an offset perhaps.
    ///
    /// # Errors
    /// As [`Value::to_layout`].
    pub fn to_composed(&self, what: &str) -> Result<Composed, Reason> {
        match self {
            Value::Composed(composed) => Ok((**composed).clone()),
            Value::Tuple(items) => match items.as_slice() {
                [Value::Composed(composed)] => Ok((**composed).clone()),
                _ => Ok(self.to_layout(what)?.into()),
            },
            _ => Ok(self.to_layout(what)?.into()),
        }
    }

    /// The coordinates of a point, an integer for a point of one.
    ///
    /// # Errors
    /// [`Reason::Kind`], of `what`.
    pub fn to_point(&self, what: &str) -> Result<Point, Reason> {
        let coordinate = |value: &Value| match value {
            Value::Integer(value) => Some(*value),
            _ => None,
        };
        let point = match self {
            Value::Integer(value) => Some(vec![*value]),
            Value::Tuple(items) => items.iter().map(coordinate).collect(),
            _ => None,
        };
        point.ok_or_else(|| self.not("a point, such as 3 or (2, 3)", what))
    }

    /// The value as a coordinate, `_` where it is open.
    ///
    /// # Errors
    /// [`Reason::Kind`], of `what`.
    pub fn to_coordinate(&self, what: &str) -> Result<Coord, Reason> {
        match self {
            Value::Whole => Ok(Coord::All),
            Value::Integer(index) => Ok(Coord::Index(*index)),
            Value::Tuple(items) => {
                let items = items.iter().map(|item| item.to_coordinate(what));
                Ok(Coord::Modes(items.collect::<Result<_, _>>()?))
            }
            _ => Err(self.not("a coordinate, such as (2,_)", what)),
        }
    }
}
