//! What can be wrong: a map that has no meaning, or a point at which a map fails.
//!
//! [`MapError`] is given when a map is *built*: its parts do not fit together. [`EvalError`]
//! is given at a *point*: the map is fine, its value there is not. Both name the axis or mode
//! and carry the numbers.

use thiserror::Error;

/// Why these parts do not make a map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MapError {
    /// An axis name that is no identifier, or is a word of the grammar.
    #[error("axis name '{name}' is {}", crate::index_set::misnomer(name))]
    AxisName {
        /// The name as given.
        name: String,
    },
    /// Two axes of one set with one name.
    #[error("axis '{name}' is named twice")]
    DuplicateAxis {
        /// The name.
        name: String,
    },
    /// An axis name that the set does not have.
    #[error("there is no axis '{name}' in {set}")]
    UnknownAxis {
        /// The name asked for.
        name: String,
        /// The set, printed.
        set: String,
    },
    /// An extent below zero.
    #[error("{axis} has the negative extent {extent}")]
    NegativeExtent {
        /// The axis or mode: `axis 'i'`, `mode 1.0`.
        axis: String,
        /// Its extent.
        extent: i64,
    },
    /// A domain axis over all integers.
    #[error("the domain axis '{axis}' has no extent")]
    InfiniteDomain {
        /// The axis.
        axis: String,
    },
    /// Shape and stride trees that differ.
    #[error("shape and stride differ in structure at {mode}: shape {shape}, stride {stride}")]
    Structure {
        /// Where: `mode 1.0` and so on, or `the root`.
        mode: String,
        /// The shape there.
        shape: String,
        /// The stride there.
        stride: String,
    },
    /// A number of axes, bases, offsets or outputs that is not the one needed.
    #[error("{what}: expected {expected}, found {found}")]
    Count {
        /// What was counted.
        what: String,
        /// How many there must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A mode whose extent is not its axis's.
    #[error("mode {mode} has extent {found}, but the axis '{axis}' has extent {expected}")]
    Extent {
        /// The top-level mode.
        mode: usize,
        /// The axis it is.
        axis: String,
        /// The axis's extent.
        expected: i64,
        /// The mode's extent.
        found: i64,
    },
    /// A basis vector of the wrong number of coordinates.
    #[error(
        "basis {bit} of axis '{axis}' has {found} coordinates, the codomain {codomain} has {expected}"
    )]
    BasisRank {
        /// The input axis.
        axis: String,
        /// Which bit of it, least significant first.
        bit: usize,
        /// The codomain's rank.
        expected: usize,
        /// The basis vector's rank.
        found: usize,
        /// The codomain, printed.
        codomain: String,
    },
    /// A negative basis coordinate: its bits have no end.
    #[error("basis {bit} of axis '{axis}' has the negative coordinate {value}")]
    NegativeBasis {
        /// The input axis.
        axis: String,
        /// Which bit of it.
        bit: usize,
        /// The coordinate.
        value: i64,
    },
    /// A composition whose inner codomain is not the outer domain.
    #[error("cannot compose: the inner map ends in {inner}, the outer map starts from {outer}")]
    Composition {
        /// The inner map's codomain.
        inner: String,
        /// The outer map's domain.
        outer: String,
    },
    /// A codomain or domain given in words that its parts contradict.
    #[error("the {what} is {expected}, not {found}")]
    Mismatch {
        /// Which set.
        what: &'static str,
        /// What the parts say.
        expected: String,
        /// What was given.
        found: String,
    },
    /// A coordinate that an expression uses and the domain does not have.
    #[error("the expression uses coordinate {coordinate}, the domain {domain} has {rank}")]
    Coordinate {
        /// The coordinate.
        coordinate: usize,
        /// The number of axes.
        rank: usize,
        /// The domain, printed.
        domain: String,
    },
    /// A list of axes that is no permutation of the domain's.
    #[error("axis {axis} of {domain} stands {times} times in the permutation, not once")]
    Permutation {
        /// The position of the axis.
        axis: usize,
        /// How often it stands there.
        times: usize,
        /// The domain, printed.
        domain: String,
    },
    /// A product of extents that leaves 64 bits.
    #[error("the size of {mode} leaves 64 bits: {what}")]
    SizeOverflow {
        /// Where: `mode 1.0` and so on, or `the root`.
        mode: String,
        /// The size up to there, times the next extent.
        what: String,
    },
    /// A unit of less than one bit.
    #[error("a unit of {size} bits")]
    Unit {
        /// The size.
        size: i64,
    },
    /// A constrained or endless set where a box is needed.
    #[error("{what} needs a box, not {set}")]
    NoBox {
        /// What needs it.
        what: &'static str,
        /// The set, printed.
        set: String,
    },
    /// Digits whose extents do not multiply to their axis's.
    #[error("the digits {} do not make up the axis '{axis}' of extent {expected}", tuple(digits))]
    Split {
        /// The axis.
        axis: String,
        /// Its extent.
        expected: i64,
        /// The extents of its digits.
        digits: Vec<i64>,
    },
    /// A digit that is joined and does not exist.
    #[error("there is no digit {digit} among {digits}")]
    NoDigit {
        /// Its number.
        digit: usize,
        /// How many there are.
        digits: usize,
    },
    /// A digit that is joined never, or twice.
    #[error("digit {digit} is joined {times} times, not once")]
    Digit {
        /// Its number.
        digit: usize,
        /// How often it stands there.
        times: usize,
    },
    /// A table that would be too long, or whose points cannot be counted.
    #[error("a table over {domain} has more than {limit} numbers")]
    TableSize {
        /// The domain, printed.
        domain: String,
        /// The limit.
        limit: i64,
    },
    /// A transform that nobody has registered.
    #[error("no transform '{name}' is registered")]
    UnknownTransform {
        /// The name.
        name: String,
    },
    /// Parameters or a set that a transform refuses.
    #[error("the transform {name}{} is refused: {why}", tuple(parameters))]
    Transform {
        /// The transform.
        name: String,
        /// Its parameters.
        parameters: Vec<i64>,
        /// What it says.
        why: String,
    },
    /// A point that no piece has, or several.
    #[error("the point {} of {domain} lies in {pieces} pieces, not one", tuple(point))]
    Pieces {
        /// The domain, printed.
        domain: String,
        /// The point.
        point: Vec<i64>,
        /// How many pieces have it.
        pieces: usize,
    },
    /// Pieces of which it is not proved that they are disjoint and cover the domain.
    #[error(
        "that the pieces over {domain} are disjoint and cover it needs more than {limit} points"
    )]
    PiecesUnproved {
        /// The domain, printed.
        domain: String,
        /// The limit.
        limit: usize,
    },
    /// A map nested deeper than the limit.
    #[error("the map is nested deeper than {limit} levels")]
    Depth {
        /// The limit.
        limit: usize,
    },
    /// Numbers that encode no node: only a damaged file has them.
    #[error("malformed {what}")]
    Malformed {
        /// What was being read.
        what: &'static str,
    },
}

/// Why a map has no value at a point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EvalError {
    /// A point with the wrong number of coordinates.
    #[error("the point has {found} coordinates, the domain has {expected}")]
    Rank {
        /// The domain's rank.
        expected: usize,
        /// The point's.
        found: usize,
    },
    /// A point that is not in the domain.
    #[error("{value} is outside the domain axis {axis}")]
    OutsideDomain {
        /// The axis, printed with its extent.
        axis: String,
        /// The coordinate.
        value: i64,
    },
    /// A value that is not in the codomain.
    #[error("{value} is outside the codomain axis {axis}")]
    OutsideCodomain {
        /// The axis, printed with its extent.
        axis: String,
        /// The value.
        value: i64,
    },
    /// A point that a constraint of its set excludes.
    #[error("the point {} does not satisfy '{constraint}'", tuple(point))]
    Excluded {
        /// The constraint, printed.
        constraint: String,
        /// The point.
        point: Vec<i64>,
    },
    /// An address that is no whole number of the larger units that a recast counts in.
    #[error("the address {value} is no multiple of {multiple}")]
    Fraction {
        /// The address, in the smaller units.
        value: i64,
        /// How many of them make a larger one.
        multiple: i64,
    },
    /// A result that leaves 64 bits.
    #[error("{lhs} {operation} {rhs} overflows 64 bits")]
    Overflow {
        /// The operation's symbol.
        operation: &'static str,
        /// Left operand.
        lhs: i64,
        /// Right operand.
        rhs: i64,
    },
    /// A digit of a mixed-radix map whose product with its stride, or the sum with the digits
    /// before it, has no value.
    #[error("in mode {mode}, of extent {extent} and stride {stride}: {error}")]
    Mode {
        /// The path of the mode, such as `1.0`.
        mode: String,
        /// Its extent.
        extent: i64,
        /// Its stride.
        stride: i64,
        /// What happens there.
        error: Box<EvalError>,
    },
    /// A floor division or modulo by zero.
    #[error("{lhs} {operation} 0 is undefined")]
    DivisionByZero {
        /// The operation's symbol.
        operation: &'static str,
        /// The dividend.
        lhs: i64,
    },
    /// A shift by less than 0 or more than 63.
    #[error("a shift by {amount} is outside 0 to 63")]
    Shift {
        /// The amount.
        amount: i64,
    },
}

/// Numbers as the language writes them: `(3, 1)`.
pub(crate) fn tuple(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    format!("({})", numbers.join(", "))
}
