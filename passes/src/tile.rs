//! Tile types: tensors whose encoding is a distribution.

use std::rc::Rc;

use melior::ir::{Location, Type};
use tileir::LayoutMap;
use tileir::distribution::Distribution;
use tileir_dialect::ViewType;
use tileir_dialect::tile::TileType;

use crate::builder::{Outcome, bit_width};
use crate::error::PassError;

/// A tile type, with its distribution taken apart.
#[derive(Clone)]
pub struct Tile<'c> {
    /// The type.
    pub r#type: TileType<'c>,
    /// The type of one element.
    pub element: Type<'c>,
    /// Who holds what.
    pub distribution: Rc<Distribution>,
}

impl<'c> Tile<'c> {
    /// The tile that `type` is, or `None` if it has no distribution.
    ///
    /// # Errors
    /// An encoding that is no distribution of a block's threads and slots.
    pub fn of(r#type: Type<'c>, location: Location<'c>) -> Outcome<'c, Option<Tile<'c>>> {
        let Some(tile) = TileType::from_type(r#type) else { return Ok(None) };
        let map = tile.distribution().map_err(|e| PassError::at(location, e.to_string()))?;
        let distribution = Rc::new(distribution_of(map, location)?);
        Ok(Some(Tile { r#type: tile, element: tile.element(), distribution }))
    }

    /// The tile that `type` must be.
    ///
    /// # Errors
    /// A type without a distribution, or as [`Tile::of`].
    pub fn expect(r#type: Type<'c>, location: Location<'c>) -> Outcome<'c, Tile<'c>> {
        Tile::of(r#type, location)?.ok_or_else(|| {
            let remedy = match ViewType::from_type(r#type) {
                Some(_) => "tileir-compose-views makes one tileir.view of a view of a view",
                None => "tileir-propagate finds one",
            };
            let message = format!("{type} has no distribution; {remedy}");
            PassError::at(location, message)
        })
    }

    /// The number of slots of a thread.
    pub fn slots(&self) -> usize {
        self.distribution.slots() as usize
    }
}

/// The distribution that a map is.
///
/// # Errors
/// A map whose axes are not a block's threads, then slots.
pub fn distribution_of(map: LayoutMap, location: Location<'_>) -> Outcome<'_, Distribution> {
    Distribution::new(map).map_err(|error| PassError::at(location, error.to_string()))
}

/// The bytes of one element in memory; a boolean takes one.
pub fn element_bytes(r#type: Type<'_>) -> i64 {
    i64::from(bit_width(r#type).div_ceil(8))
}
