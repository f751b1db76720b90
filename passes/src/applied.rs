//! What a `tileir.apply` applies, and to what.
//!
//! ```text
//! %a = tileir.apply #map(%i)             a map at a point
//! %a = tileir.apply #family[%n](%i)      the member that %n selects, at a point
//! ```
//!
//! A family is also one map, its *bundle*, whose leading coordinates are the parameters, each
//! counted from its [origin](tileir::family::Parameter::origin). So every question about an
//! application is one about a map.

use melior::ir::operation::OperationLike;
use tileir::LayoutMap;
use tileir::family::{Family, Parameters};
use tileir_dialect::attributes::layout_map;
use tileir_dialect::family::{family, is_family};

use crate::builder::{Op, Outcome, Val};
use crate::error::PassError;

/// An application.
pub struct Applied<'c> {
    /// What is applied.
    pub map: Map,
    /// The parameters' values, then the coordinates.
    pub operands: Vec<Val<'c>>,
}

/// A map, or one for every value of some parameters.
pub enum Map {
    /// A map.
    One(LayoutMap),
    /// A map with parameters.
    Family(Family),
}

impl<'c> Applied<'c> {
    /// What `op` applies.
    ///
    /// # Errors
    /// An attribute that is no map.
    pub fn of(op: Op<'c>) -> Outcome<'c, Self> {
        let failed = |message: String| PassError::at(op.location(), message);
        let attribute = op.attribute("map").map_err(|_| failed("there is no map".to_owned()))?;
        let map = if is_family(attribute) {
            Map::Family(family(attribute).map_err(|error| failed(error.to_string()))?)
        } else {
            Map::One(layout_map(attribute).map_err(|error| failed(error.to_string()))?)
        };
        Ok(Applied { map, operands: op.operands().collect() })
    }

    /// The values of the coordinates.
    pub fn coordinates(&self) -> &[Val<'c>] {
        self.operands.get(self.map.parameters().len()..).unwrap_or_default()
    }
}

impl Map {
    /// The parameters, which a map has none of.
    pub fn parameters(&self) -> Parameters {
        match self {
            Map::One(_) => Parameters::default(),
            Map::Family(family) => family.parameters().clone(),
        }
    }

    /// The map, or the family's bundle.
    pub fn bundle(&self) -> &LayoutMap {
        match self {
            Map::One(map) => map,
            Map::Family(family) => family.map(),
        }
    }

    /// What it may be applied to, as written.
    pub fn domain(&self) -> String {
        match self {
            Map::One(map) => map.domain().to_string(),
            Map::Family(family) => {
                let parameters = family.parameters();
                format!("{parameters} {}", family.domain().text(parameters))
            }
        }
    }

    /// Its value where all that it is applied to is known.
    ///
    /// # Errors
    /// Why there is none.
    pub fn eval(&self, operands: &[i64]) -> Result<Vec<i64>, String> {
        match self {
            Map::One(map) => map.eval(operands).map_err(|error| error.to_string()),
            Map::Family(family) => {
                let (values, point) = operands.split_at(family.parameters().len());
                family.eval(values, point).map_err(|error| error.to_string())
            }
        }
    }
}
