//! What is done with layouts: repeating, reshaping, inverting.
//!
//! | word | the result at `x` |
//! |---|---|
//! | `repeat(d, n)` | `(x_d // extent, …)`, then the layout's index at `x_d % extent` |
//! | `reshape(shape)` | the index at the point of the same number, the last coordinate fastest |
//! | `expand(shape)` | the leading coordinates as they are, then the index at the others |
//! | `linearized_index()` | the index as one number, the last output fastest |
//! | `inverse()` | the coordinates with that index |

use super::extents::{named, size};
use super::{Layout, TileLangError};
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::map::try_inverse;
use crate::proof::Budget;

impl Layout {
    /// The layout `factor` times along a coordinate; the number of the repetition is a new first
    /// output.
    ///
    /// ```
    /// use tileir::interop::tilelang::Layout;
    /// let rows = Layout::read(&[4, 8], &["_i * 8 + _j"])?;
    /// let twice = rows.repeat(0, 2)?;
    /// assert_eq!(twice.expressions().unwrap_or_default(), ["_i // 4", "_i % 4 * 8 + _j"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A coordinate that the layout does not have; a factor that is not positive.
    pub fn repeat(&self, dimension: usize, factor: i64) -> Result<Self, TileLangError> {
        let operation = "repeat";
        if factor < 1 {
            return Err(TileLangError::NotPositive { operation, number: factor });
        }
        let mut shape = self.inputs().to_vec();
        let expected = shape.len();
        let extent = shape.get_mut(dimension).ok_or(TileLangError::Rank {
            operation,
            what: "coordinates are needed",
            expected,
            found: dimension.saturating_add(1),
        })?;
        let own = *extent;
        *extent = size(operation, &[own, factor])?;
        let mut builder = ProgramBuilder::default();
        let mut inputs: Vec<u32> = (0..shape.len()).map(|k| builder.coord(k)).collect();
        let period = builder.constant(own);
        let mut outputs = Vec::new();
        if let Some(input) = inputs.get_mut(dimension) {
            outputs.push(builder.binary(BinaryOp::FloorDiv, *input, period));
            *input = builder.binary(BinaryOp::Mod, *input, period);
        }
        outputs.extend(builder.inline(self.index(), &inputs));
        Layout::new(&shape, builder.finish(&outputs))
    }

    /// The layout with coordinates in front that go to outputs in front.
    ///
    /// # Errors
    /// A leading extent that is not positive.
    pub fn expand(&self, leading: &[i64]) -> Result<Self, TileLangError> {
        let mut shape = leading.to_vec();
        shape.extend(self.inputs());
        let mut builder = ProgramBuilder::default();
        let mut outputs: Vec<u32> = (0..leading.len()).map(|k| builder.coord(k)).collect();
        let inputs: Vec<u32> = (leading.len()..shape.len()).map(|k| builder.coord(k)).collect();
        outputs.extend(builder.inline(self.index(), &inputs));
        Layout::new(&shape, builder.finish(&outputs))
    }

    /// The layout over another shape with as many points.
    ///
    /// # Errors
    /// A shape with another number of points.
    pub fn reshape(&self, shape: &[i64]) -> Result<Self, TileLangError> {
        let other = shape.iter().any(|extent| *extent < 1);
        if other || size("reshape", shape)? != size("reshape", self.inputs())? {
            let (from, to) = (self.inputs().to_vec(), shape.to_vec());
            return Err(TileLangError::Reshape { from, to });
        }
        let mut builder = ProgramBuilder::default();
        let coordinates: Vec<u32> = (0..shape.len()).map(|k| builder.coord(k)).collect();
        let mut number = joined(&mut builder, &coordinates, shape);
        let mut inputs = Vec::with_capacity(self.inputs().len());
        for &extent in self.inputs().iter().rev() {
            let extent = builder.constant(extent);
            inputs.push(builder.binary(BinaryOp::Mod, number, extent));
            number = builder.binary(BinaryOp::FloorDiv, number, extent);
        }
        inputs.reverse();
        let outputs = builder.inline(self.index(), &inputs);
        Layout::new(shape, builder.finish(&outputs))
    }

    /// The index as one number, the last output fastest.
    ///
    /// # Errors
    /// A number of indices that leaves 64 bits.
    pub fn linearized_index(&self) -> Result<Program, TileLangError> {
        size("linearized_index", self.outputs())?;
        let mut builder = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..self.inputs().len()).map(|k| builder.coord(k)).collect();
        let outputs = builder.inline(self.index(), &inputs);
        let number = joined(&mut builder, &outputs, self.outputs());
        Ok(crate::expr::simplify(&builder.finish(&[number]), self.inputs()))
    }

    /// The layout from the index back to the coordinates.
    ///
    /// # Errors
    /// Two points that share an index, or an index that no point has: with a witness.
    pub fn inverse(&self) -> Result<Self, TileLangError> {
        let inverse = try_inverse(&self.map()?, &Budget::default())?;
        filled(&inverse, self.outputs())?;
        Layout::of_map(inverse.map())
    }
}

/// That an inverse is defined on the whole of a box.
pub(super) fn filled(inverse: &crate::map::Inverse, outputs: &[i64]) -> Result<(), TileLangError> {
    let whole = named(outputs, |k| format!("o{k}"))?;
    let points = inverse.image().cardinality();
    if points != whole.cardinality() {
        let (outputs, image) = (outputs.to_vec(), inverse.image().to_string());
        return Err(TileLangError::NotOnto { outputs, image });
    }
    Ok(())
}

/// Digits as one number, the last fastest.
pub(super) fn joined(builder: &mut ProgramBuilder, digits: &[u32], extents: &[i64]) -> u32 {
    let mut number = builder.constant(0);
    for (digit, &extent) in digits.iter().zip(extents) {
        let extent = builder.constant(extent);
        let shifted = builder.binary(BinaryOp::Mul, number, extent);
        number = builder.binary(BinaryOp::Add, shifted, *digit);
    }
    number
}

/// A program with other inputs, and what is added to its outputs, by a function.
pub(super) fn rewritten(
    program: &Program,
    rank: usize,
    rewrite: impl FnOnce(&mut ProgramBuilder, &mut Vec<u32>) -> Option<(u32, u32)>,
) -> Program {
    let mut builder = ProgramBuilder::default();
    let mut inputs: Vec<u32> = (0..rank).map(|k| builder.coord(k)).collect();
    let added = rewrite(&mut builder, &mut inputs);
    let mut outputs = builder.inline(program, &inputs);
    if let (Some((scale, number)), Some(output)) = (added, outputs.first_mut()) {
        let more = builder.binary(BinaryOp::Mul, number, scale);
        *output = builder.binary(BinaryOp::Add, more, *output);
    }
    builder.finish(&outputs)
}
