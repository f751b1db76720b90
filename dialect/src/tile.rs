//! The types of tile values.
//!
//! | type | is |
//! |---|---|
//! | `tensor<32x32xf32, #tileir.distribution<…>>` | a tile of which it is written who holds what |
//! | `tensor<32x32xf32>` | an *open* tile: a distribution is still to be found |

use melior::ir::r#type::{RankedTensorType, ShapedTypeLike, Type};
use melior::ir::{Attribute, Location};
use tileir::LayoutMap;

use crate::attributes::{
    AttributeError, distribution_attribute, distribution_map, is_distribution,
};

/// A tensor whose encoding is a distribution.
#[derive(Clone, Copy, Debug)]
pub struct TileType<'c>(RankedTensorType<'c>);

impl<'c> TileType<'c> {
    /// The type of a tile of `shape`, held as `distribution` says: its codomain
    /// must be the shape.
    ///
    /// # Errors
    /// MLIR refuses the distribution, or an extent is negative.
    pub fn new(
        location: Location<'c>,
        shape: &[i64],
        element: Type<'c>,
        distribution: &LayoutMap,
    ) -> Result<Self, AttributeError> {
        let encoding = distribution_attribute(location, distribution)?;
        let extents: Vec<u64> = shape
            .iter()
            .map(|&extent| u64::try_from(extent))
            .collect::<Result<_, _>>()
            .map_err(|_| AttributeError::Refused)?;
        let tensor = RankedTensorType::checked(&extents, element, encoding, location);
        tensor.map(Self).ok_or(AttributeError::Refused)
    }

    /// `r#type` as a tile, if it is one.
    pub fn from_type(r#type: Type<'c>) -> Option<Self> {
        let tensor = RankedTensorType::try_from(r#type).ok()?;
        tensor.encoding().is_some_and(is_distribution).then_some(Self(tensor))
    }

    /// The tile as a type of MLIR.
    pub fn as_type(self) -> Type<'c> {
        self.0.into()
    }

    /// Its extents.
    pub fn shape(self) -> Vec<i64> {
        crate::shape::extents(&self.0)
    }

    /// The type of an element.
    pub fn element(self) -> Type<'c> {
        self.0.element()
    }

    /// The map from participants and slots to the tile's coordinates.
    ///
    /// # Errors
    /// None for a tile that MLIR verified.
    pub fn distribution(self) -> Result<LayoutMap, AttributeError> {
        match self.0.encoding() {
            Some(encoding) => distribution_map(encoding),
            None => Err(AttributeError::Refused),
        }
    }
}

/// A tile, written or open, as far as its shape and elements go.
#[derive(Clone, Copy, Debug)]
pub struct AnyTile<'c>(RankedTensorType<'c>);

impl<'c> AnyTile<'c> {
    /// `r#type` as a tile: a tensor of static shape with a distribution or no encoding.
    pub fn from_type(r#type: Type<'c>) -> Option<Self> {
        let tensor = RankedTensorType::try_from(r#type).ok()?;
        let is_static = crate::shape::extents(&tensor).iter().all(|&extent| extent >= 0);
        (is_static && tensor.encoding().is_none_or(is_distribution)).then_some(Self(tensor))
    }

    /// Whether it has no distribution.
    pub fn is_open(self) -> bool {
        self.0.encoding().is_none()
    }

    /// The attribute of its distribution, if that is written.
    pub fn encoding(self) -> Option<Attribute<'c>> {
        self.0.encoding()
    }

    /// Its extents.
    pub fn shape(self) -> Vec<i64> {
        crate::shape::extents(&self.0)
    }

    /// The type of an element.
    pub fn element(self) -> Type<'c> {
        self.0.element()
    }
}
