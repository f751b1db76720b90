//! [`CuteError`]: what can be wrong. Each error names the operation, the operand, the mode and the
//! numbers.
//!
//! ```text
//! composition: in mode 0 of (4,6):(4611686018427387904,1), 2 * 4611686018427387904 leaves 64 bits
//! logical_divide: in mode 1 of (4,6):(1,4): 6:4 has 1 mode, <2; 2> has 2 modes
//! ```
//!
//! **The law.** The operation is the one that was asked for, and the rest is about the step of it that
//! went wrong; how that comes about is in `blame`.

use thiserror::Error;

use super::inverse_law::Collision;
use super::not_flat::NotFlat;
use super::reach::Reach;
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
    #[error("{operation}: the size of {operand} leaves 64 bits in mode {mode}: {what}")]
    Size {
        /// What was computed.
        operation: &'static str,
        /// The layout or shape.
        operand: String,
        /// The mode with which it does.
        mode: String,
        /// The size up to there, times the extent of the mode.
        what: String,
    },
    /// A number that leaves 64 bits.
    #[error("{operation}: {}, {what} leaves 64 bits", place(mode, operand))]
    Overflow {
        /// What was computed.
        operation: &'static str,
        /// The layout.
        operand: String,
        /// The mode, `all` of them, or the `offset`.
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
    #[error("{operation}: there is no mode {mode} among the {rank} of {operand}")]
    Mode {
        /// What was asked.
        operation: &'static str,
        /// The layout or shape.
        operand: String,
        /// The mode asked for.
        mode: usize,
        /// How many there are.
        rank: usize,
    },
    /// Operands whose numbers of modes do not fit.
    #[error("{operation}: {left} has {}, {right} has {}", modes(*left_rank), modes(*right_rank))]
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
    #[error("{operation}: mode {mode} of {operand} has extent 0, so there is no coordinate")]
    Empty {
        /// What was computed.
        operation: &'static str,
        /// The layout.
        operand: String,
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
        "{operation}: {}, {divisor} does not divide {number}, remainder {remainder}",
        place(mode, operand)
    )]
    Divisibility {
        /// What was computed.
        operation: &'static str,
        /// The layout or shape.
        operand: String,
        /// The mode, or the `offset`.
        mode: String,
        /// What is divided.
        number: i64,
        /// By what.
        divisor: i64,
        /// What is left.
        remainder: i64,
    },
    /// Numbers with parameters that are not seen to divide each other.
    #[error("{operation}: {}, it is not known that {what}", place(mode, operand))]
    Indivisible {
        /// What was computed.
        operation: &'static str,
        /// The layout or shape.
        operand: String,
        /// The mode.
        mode: String,
        /// What is not known: `4 divides 5 * m`.
        what: String,
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
    #[error("{operation}: {operand}, to be split by {factor}, has no mode of stride 1 or -1")]
    NotAdjacent {
        /// What was computed.
        operation: &'static str,
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
    /// Coordinates that a map does not have, and no mode that goes on.
    #[error("{operation}: {operand} has no mode that goes on, and is asked at {reach}")]
    Outside {
        /// What was computed.
        operation: &'static str,
        /// The map.
        operand: String,
        /// The coordinates asked for.
        reach: Reach,
    },
    /// What is wrong with a mode that is taken by itself.
    #[error("{operation}: in mode {mode} of {operand}: {}", error.unnamed())]
    Inside {
        /// What was computed.
        operation: &'static str,
        /// The layout.
        operand: String,
        /// The path of the mode.
        mode: String,
        /// What is wrong with it.
        error: Box<CuteError>,
    },
    /// A search through the ways of an algorithm that found no result, and did not end.
    #[error("undecided: {limit}{}", refused_ways(*.refused))]
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

/// Where in an operand: in a mode, in the offset, or in all of it.
fn place(mode: &str, operand: &str) -> String {
    match mode {
        "all" => format!("in {operand}"),
        "offset" => format!("in the offset of {operand}"),
        mode => format!("in mode {mode} of {operand}"),
    }
}

/// `1 mode`, `2 modes`.
fn modes(rank: usize) -> String {
    format!("{rank} mode{}", if rank == 1 { "" } else { "s" })
}

/// How many ways ended in an error, if some did.
fn refused_ways(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "; 1 way ended in an error".to_owned(),
        _ => format!("; {count} ways ended in an error"),
    }
}
