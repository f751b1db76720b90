//! Which maps go with which shapes: of a tile, a memref, a window.
//!
//! A tensor or a memref has every element of its shape, and a thread every slot, so the sets that are
//! their shapes are boxes: only a view's domain is constrained.

use thiserror::Error;
use tileir::distribution::{Distribution, DistributionError};
use tileir::proof::Budget;
use tileir::{IndexSet, LayoutMap};

use crate::shape::{extent, words};

/// Why a map does not go with a shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// Another number of axes.
    #[error("the {what} {set} has {} axes, the shape {} has {}", .set.rank(), words(.shape), .shape.len())]
    Rank {
        /// Which set of the map.
        what: &'static str,
        /// The set.
        set: IndexSet,
        /// The shape.
        shape: Vec<i64>,
    },
    /// Another extent.
    #[error("axis {axis} of the shape {} is {}, the {what} {set} has '{}'", words(.shape), extent(.shape[*.axis]), .set.axes()[*.axis])]
    Extent {
        /// Which set of the map.
        what: &'static str,
        /// The set.
        set: IndexSet,
        /// The shape.
        shape: Vec<i64>,
        /// The first axis that differs.
        axis: usize,
    },
    /// A negative or unknown extent.
    #[error("axis {axis} of the shape is {extent}: it must be known, and not negative")]
    Unknown {
        /// The axis.
        axis: usize,
        /// Its extent.
        extent: i64,
    },
    /// A set without some points of the box that it must be.
    #[error("the {what} {set} is constrained: it must be a box")]
    Constrained {
        /// Which set of the map.
        what: &'static str,
        /// The set.
        set: IndexSet,
    },
    /// An address of more or fewer than one coordinate.
    #[error("an address is one integer, the codomain {set} has {} axes", .set.rank())]
    Address {
        /// The codomain.
        set: IndexSet,
    },
}

pub(super) fn is_box(what: &'static str, set: &IndexSet) -> Result<(), ShapeError> {
    if set.is_box() {
        return Ok(());
    }
    Err(ShapeError::Constrained { what, set: set.clone() })
}

/// Whether the set is the box of this shape.
pub(super) fn same_extents(
    what: &'static str,
    set: &IndexSet,
    shape: &[i64],
) -> Result<(), ShapeError> {
    is_box(what, set)?;
    same_hull(what, set, shape)
}

/// Whether the box around the set is that of this shape.
pub(super) fn same_hull(
    what: &'static str,
    set: &IndexSet,
    shape: &[i64],
) -> Result<(), ShapeError> {
    let (set, shape) = (set.clone(), shape.to_vec());
    if set.rank() != shape.len() {
        return Err(ShapeError::Rank { what, set, shape });
    }
    let differs = |(axis, &extent): (&tileir::Axis, &i64)| axis.extent().finite() != Some(extent);
    match set.axes().iter().zip(&shape).position(differs) {
        None => Ok(()),
        Some(axis) => Err(ShapeError::Extent { what, set, shape, axis }),
    }
}

fn address(map: &LayoutMap) -> Result<(), ShapeError> {
    if map.codomain().rank() == 1 {
        return Ok(());
    }
    Err(ShapeError::Address { set: map.codomain().clone() })
}

/// Whether a tensor of `shape` may be held by the distribution `map`.
pub(crate) fn encoding(map: &LayoutMap, shape: &[i64]) -> Result<(), ShapeError> {
    same_extents("distribution's codomain", map.codomain(), shape)
}

/// Whether every element of the tile is held, and every slot holds one. Up to
/// this many occurrences are looked at where no rule decides.
const COVERAGE_BUDGET: Budget = Budget::of_points(1 << 16);

/// Whether the distribution `map` is one, and is not disproved to cover its tile.
pub(crate) fn coverage(map: &LayoutMap) -> Result<(), DistributionError> {
    let distribution = Distribution::new(map.clone())?;
    distribution.covers(&distribution.shape(), &COVERAGE_BUDGET).map(drop)
}

/// Whether `map` addresses a memref of `shape`.
pub(crate) fn layout(map: &LayoutMap, shape: &[i64]) -> Result<(), ShapeError> {
    same_extents("layout's domain", map.domain(), shape)?;
    address(map)
}

/// Whether a window of `shape` may lie in the domain of `map`.
pub(crate) fn view(map: &LayoutMap, shape: &[i64]) -> Result<(), ShapeError> {
    let set = map.domain();
    if set.rank() != shape.len() {
        return Err(ShapeError::Rank {
            what: "map's domain",
            set: set.clone(),
            shape: shape.into(),
        });
    }
    if let Some((axis, &extent)) = shape.iter().enumerate().find(|(_, extent)| **extent < 0) {
        return Err(ShapeError::Unknown { axis, extent });
    }
    address(map)
}
