//! [`CuteError`]: what can be wrong. Each error names the operation, the mode and the numbers.

use thiserror::Error;

use super::int::Int;
use super::inverse_law::Collision;
use super::layout::Leaf;
use super::not_flat::NotFlat;
use super::view::View;
use crate::error::MapError;
use crate::family::Limit;

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CuteError {
    /// Shape and stride of different structure.
    #[error("shape and stride differ in structure at {mode}: shape {shape}, stride {stride}")]
    Structure {
        /// Where: `mode 1.0`, or `the root`.
        mode: String,
        /// The shape there.
        shape: String,
        /// The stride there.
        stride: String,
    },
    /// An extent below zero.
    #[error("{mode} has the negative extent {extent}")]
    NegativeExtent {
        /// Where: `mode 1.0`, or `the root`.
        mode: String,
        /// The extent.
        extent: i64,
    },
    /// A product of extents that leaves 64 bits.
    #[error("the size up to mode {mode} leaves 64 bits")]
    Size {
        /// The mode with which it does.
        mode: String,
    },
    /// A number that leaves 64 bits.
    #[error("{operation}: in mode {mode}, {what} leaves 64 bits")]
    Overflow {
        /// What was computed.
        operation: &'static str,
        /// The mode.
        mode: String,
        /// The arithmetic.
        what: String,
    },
    /// A nesting deeper than the limit.
    #[error("nested deeper than {limit} levels")]
    Depth {
        /// The limit.
        limit: usize,
    },
    /// Text that is no layout.
    #[error("at offset {offset}: expected {expected}, found {found}")]
    Notation {
        /// The byte at which it stops making sense.
        offset: usize,
        /// What could stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// Text nested deeper than the limit.
    #[error("at offset {offset}: nested deeper than {limit} levels")]
    DeepNotation {
        /// The byte of the parenthesis that is one too many.
        offset: usize,
        /// The limit.
        limit: usize,
    },
    /// A mode that a layout does not have.
    #[error("{operation}: there is no mode {mode} among {rank}")]
    Mode {
        /// What was asked.
        operation: &'static str,
        /// The mode asked for.
        mode: usize,
        /// How many there are.
        rank: usize,
    },
    /// Operands whose numbers of modes do not fit.
    #[error("{operation}: {left} has {left_rank} modes, {right} has {right_rank}")]
    Rank {
        /// What was computed.
        operation: &'static str,
        /// One operand.
        left: String,
        /// Its modes.
        left_rank: usize,
        /// The other operand.
        right: String,
        /// Its modes.
        right_rank: usize,
    },
    /// A coordinate in a mode of extent 0.
    #[error("{operation}: mode {mode} has extent 0, so there is no coordinate")]
    Empty {
        /// What was computed.
        operation: &'static str,
        /// The mode.
        mode: String,
    },
    /// Values below 0 where a domain starts at 0.
    #[error(
        "{operation}: mode {mode} of {operand}, of extent {extent} and stride {stride}, takes it below 0"
    )]
    NegativeIndex {
        /// What was computed.
        operation: &'static str,
        /// The layout whose values they are.
        operand: String,
        /// The mode.
        mode: String,
        /// Its extent.
        extent: String,
        /// Its stride.
        stride: String,
    },
    /// An extent or an end that is below 0.
    #[error("{operation}: the {what} {number} is below 0")]
    Negative {
        /// What was computed.
        operation: &'static str,
        /// What the number says.
        what: &'static str,
        /// The number.
        number: String,
    },
    /// A negative stride where the order of the strides is the result.
    #[error("{operation}: mode {mode} of {operand} has the negative stride {stride}")]
    NegativeStride {
        /// What was computed.
        operation: &'static str,
        /// The operand.
        operand: String,
        /// The mode.
        mode: String,
        /// The stride.
        stride: String,
    },
    /// Modes that reach into each other.
    #[error(
        "{operation}: in {operand} the modes of smaller stride reach to {reach}, past the stride {stride}"
    )]
    Overlap {
        /// What was computed.
        operation: &'static str,
        /// The operand.
        operand: String,
        /// The stride of the next mode.
        stride: String,
        /// Up to where the modes of smaller stride reach.
        reach: String,
    },
    /// Numbers that must divide each other, and do not.
    #[error(
        "{operation}: in mode {mode}, {divisor} does not divide {number}, remainder {remainder}"
    )]
    Divisibility {
        /// What was computed.
        operation: &'static str,
        /// The mode.
        mode: String,
        /// What is divided.
        number: i64,
        /// By what.
        divisor: i64,
        /// What is left.
        remainder: i64,
    },
    /// Digits that carry, so that values do not show them.
    #[error(
        "{operation}: in {operand} the modes up to stride {stride} reach to {reach}, past the {extent} digits of that stride"
    )]
    Carry {
        /// What was computed.
        operation: &'static str,
        /// The operand.
        operand: String,
        /// The stride of the mode that is carried out of.
        stride: i64,
        /// Its extent.
        extent: i64,
        /// Up to where it and the modes of smaller stride reach.
        reach: String,
    },
    /// Two coordinates of one value, where each value must lead back to its coordinate.
    #[error("{operation}: in {operand}, {collision}")]
    Collision {
        /// What was computed.
        operation: &'static str,
        /// The operand.
        operand: String,
        /// The coordinates.
        collision: Collision,
    },
    /// More points than are looked at one by one, where no rule tells the answer.
    #[error("{operation}: {operand} has {size} points, more than the {limit} that are looked at")]
    Points {
        /// What was computed.
        operation: &'static str,
        /// The operand.
        operand: String,
        /// How many points there are.
        size: i64,
        /// How many are looked at.
        limit: i64,
    },
    /// A number that a layout does not take as its value.
    #[error("{operation}: {value} is no value of {operand}")]
    NoValue {
        /// What was computed.
        operation: &'static str,
        /// The layout.
        operand: String,
        /// The number.
        value: i64,
    },
    /// A layout that does not take every value below its size.
    #[error("{operation}: {operand} fills only {reached} of its {size} values from 0 on")]
    NotOnto {
        /// What was computed.
        operation: &'static str,
        /// The layout.
        operand: String,
        /// How many values it has.
        size: i64,
        /// How many it takes from 0 on without a gap.
        reached: i64,
    },
    /// A recast to smaller elements of a layout whose elements are not adjacent.
    #[error("downcast by {factor}: {operand} has no mode of stride 1 or -1")]
    NotAdjacent {
        /// The layout.
        operand: String,
        /// How many small elements make one.
        factor: i64,
    },
    /// A factor, extent or number that must be positive.
    #[error("{operation}: {number} is not positive")]
    NotPositive {
        /// What was computed.
        operation: &'static str,
        /// The number.
        number: i64,
    },
    /// A coordinate that does not fit a shape.
    #[error("{operation}: the coordinate {coordinate} does not fit the shape {shape}")]
    Coordinate {
        /// What was computed.
        operation: &'static str,
        /// The coordinate.
        coordinate: String,
        /// The shape.
        shape: String,
    },
    /// Numbers that make no swizzle, or a swizzle that an operation cannot pass.
    #[error("{operation}: {what}")]
    Swizzle {
        /// What was computed.
        operation: &'static str,
        /// What is wrong.
        what: String,
    },
    /// A search through the ways of an algorithm that found no result, and did not end.
    #[error("undecided: {limit}; {refused} ways ended in an error")]
    Search {
        /// How many ways were taken to their end, an error each.
        refused: usize,
        /// What the search went beyond.
        limit: Limit,
    },
    /// A search that ends in an error for all values of the parameters.
    #[error("nothing is found for any value of {parameters}: {error}")]
    NoMember {
        /// The parameters, printed.
        parameters: String,
        /// The error of the first way that some values take.
        error: Box<CuteError>,
    },
    /// Assumptions on parameters that no values meet.
    #[error("no values of the parameters are left: {guard}")]
    Contradiction {
        /// What was assumed.
        guard: String,
    },
    /// A result that must be flat, and is not.
    #[error("no flat form: {0}")]
    NotFlat(Box<NotFlat>),
    /// A layout or map that the other form cannot hold.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A map that is no single layout.
    #[error("{map} is not one shape and stride")]
    NotALayout {
        /// The map.
        map: String,
    },
}

/// The error of a leaf whose reach leaves the range of the numbers.
#[cold]
pub(super) fn overflow<T: Int>(
    operation: &'static str,
    view: View<'_, T>,
    leaf: &Leaf<T>,
) -> CuteError {
    CuteError::Overflow {
        operation,
        mode: view.path_of(leaf),
        what: format!("({} - 1) * {}", leaf.extent, leaf.stride),
    }
}
