//! Operations through [`LayoutMap`]: what a pass pays that holds maps.
//!
//! Operands are read from their nodes, the operation runs on its own types, and the result
//! becomes a node again:
//!
//! ```text
//! LayoutMap --try_from--> cute::Layout --composition--> cute::Layout --to_map--> LayoutMap
//! ```

use tileir::LayoutMap;
use tileir::cute::{self, Composition, CuteError, Layout, Tiler, TilerRef};
use tileir::gf2::{Gf2Error, Linear};

use crate::Error;
use crate::operations::{BitOperation, BitOperator, LayoutOperation, LayoutOperator, Operations};

/// An operation of layouts whose operands are maps.
#[derive(Clone, Debug)]
pub struct LayoutsOfMaps {
    operator: LayoutOperator,
    /// The layout that is operated on.
    pub layout: LayoutMap,
    /// The layout that it is operated on with, if that is one.
    pub by: Option<LayoutMap>,
    /// Any other second operand.
    tiler: Tiler,
}

impl LayoutsOfMaps {
    /// The operation, its layouts as maps.
    ///
    /// # Errors
    /// As [`LayoutOperation::layout`] and [`LayoutOperation::tiler`].
    pub fn of(operation: &LayoutOperation) -> Result<Self, Error> {
        let (layout, tiler) = (operation.layout()?.to_map()?, operation.tiler()?);
        let by = match &tiler {
            Tiler::Layout(layout) => Some(layout.to_map()?),
            _ => None,
        };
        Ok(LayoutsOfMaps { operator: operation.operation, layout, by, tiler })
    }

    /// The result as a map, for these operands.
    ///
    /// # Errors
    /// The operation's, and a map that is no layout.
    pub fn run(&self, layout: &LayoutMap, by: Option<&LayoutMap>) -> Result<LayoutMap, CuteError> {
        let layout = Layout::try_from(layout)?;
        match by {
            Some(by) => self.operate(&layout, (&Layout::try_from(by)?).into()),
            None => self.operate(&layout, (&self.tiler).into()),
        }
    }

    fn operate(&self, a: &Layout, by: TilerRef<'_>) -> Result<LayoutMap, CuteError> {
        let layout = match (self.operator, by) {
            (LayoutOperator::Composition, by) => return map_of(cute::composition(a, by)?),
            (LayoutOperator::LogicalDivide, by) => return map_of(cute::logical_divide(a, by)?),
            (LayoutOperator::Complement, TilerRef::Extent(end)) => cute::complement(a, end)?,
            (LayoutOperator::Complement, _) => cute::complement_within(a)?,
            (LayoutOperator::Coalesce, _) => cute::coalesce(a)?,
            (LayoutOperator::RightInverse, _) => cute::right_inverse(a)?,
        };
        layout.to_map()
    }
}

/// The map of a composition: its own, or that of its layout.
fn map_of(composition: Composition) -> Result<LayoutMap, CuteError> {
    match composition {
        Composition::Flat(layout) => layout.to_map(),
        Composition::Dag { map, .. } => Ok(map),
    }
}

/// An operation of bit matrices whose operands are maps.
#[derive(Clone, Debug)]
pub struct BitsOfMaps {
    operator: BitOperator,
    /// The matrix that is operated on.
    pub matrix: LayoutMap,
    /// The matrix that it is operated on with, if there is one.
    pub by: Option<LayoutMap>,
}

/// What an operation of bit matrices results in.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A bit matrix, as a map.
    Map(LayoutMap),
    /// A rank.
    Number(usize),
}

impl BitsOfMaps {
    /// The operation, its matrices as maps.
    ///
    /// # Errors
    /// As [`BitOperation::linear`].
    pub fn of(operation: &BitOperation, operations: &Operations) -> Result<Self, Error> {
        let matrix = operation.linear(0, operations)?.to_map()?;
        let by = match operation.operation {
            BitOperator::Compose => Some(operation.linear(1, operations)?.to_map()?),
            _ => None,
        };
        Ok(BitsOfMaps { operator: operation.operation, matrix, by })
    }

    /// The result for these operands. (A composition with nothing is the matrix itself.)
    ///
    /// # Errors
    /// The operation's, and a map that is no bit matrix.
    pub fn run(&self, matrix: &LayoutMap, by: Option<&LayoutMap>) -> Result<Outcome, Gf2Error> {
        let matrix = Linear::try_from(matrix)?;
        let result = match (self.operator, by) {
            (BitOperator::Compose, Some(by)) => matrix.compose(&Linear::try_from(by)?)?,
            (BitOperator::Compose, None) => matrix,
            (BitOperator::Invert, _) => matrix.invert()?,
            (BitOperator::Rank, _) => return Ok(Outcome::Number(matrix.rank())),
        };
        Ok(Outcome::Map(result.to_map()?))
    }
}
