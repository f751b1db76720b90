//! [`Tile`]: a conversion as one block does it, with everything that a repartition needs.

use thiserror::Error;
use tileir::distribution::{Distribution, DistributionError};
use tileir::interop::triton::{BlockError, Conversion, EncodingError, OneBlock};

use super::carrier::Carrier;

/// The tile of one block, held in two ways.
#[derive(Clone, Debug)]
pub struct Tile {
    /// What carries an element.
    pub carrier: Carrier,
    /// Who holds which element before.
    pub from: Distribution,
    /// And after.
    pub to: Distribution,
    /// The number of elements.
    pub elements: i64,
}

/// Why a conversion is no repartition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// An element that no register holds.
    #[error("elements of type {element} have no size of 64 bits or less that is known here")]
    Element {
        /// The type.
        element: String,
    },
    /// A tensor without dimensions.
    #[error("a tensor without dimensions is not distributed")]
    Scalar,
    /// More elements than 64 bits number.
    #[error("a tile of {shape:?} has more elements than 64 bits number")]
    TooLarge {
        /// The shape.
        shape: Vec<i64>,
    },
    /// What no block does alone.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// A layout that is no map.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// A map that is no distribution.
    #[error(transparent)]
    Distribution(#[from] DistributionError),
}

impl Tile {
    /// What one block does of a conversion.
    ///
    /// # Errors
    /// A [`Refusal`].
    pub fn of(conversion: &Conversion) -> Result<Tile, Refusal> {
        let element = &conversion.source.element;
        let carrier = Carrier::of(element)
            .ok_or_else(|| Refusal::Element { element: element.to_string() })?;
        let one = OneBlock::of(&conversion.from, &conversion.to, &conversion.route)?;
        let (from, to) = one.to_maps()?;
        let (from, to) = (Distribution::new(from)?, Distribution::new(to)?);
        let shape = from.shape();
        if shape.is_empty() {
            return Err(Refusal::Scalar);
        }
        let elements = shape.iter().try_fold(1i64, |all, &extent| all.checked_mul(extent));
        let elements = elements.ok_or(Refusal::TooLarge { shape })?;
        Ok(Tile { carrier, from, to, elements })
    }
}
