//! Why an encoding has no map.

use crate::corr::CorrError;
use crate::error::MapError;
use crate::gf2::Gf2Error;
use thiserror::Error;

/// Why an encoding, or an encoding of a tensor of this shape, has no such map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// A number that must be a power of two.
    #[error("{encoding}: {what} is {value}, which is no power of two")]
    NotPowerOfTwo {
        /// The encoding's kind.
        encoding: &'static str,
        /// Which number.
        what: String,
        /// The number.
        value: i64,
    },
    /// A list of another length than the encoding has dimensions.
    #[error("{encoding}: {what} has {found} entries, the encoding has {expected} dimensions")]
    Rank {
        /// The encoding's kind.
        encoding: &'static str,
        /// Which list.
        what: &'static str,
        /// The encoding's rank.
        expected: usize,
        /// The list's length.
        found: usize,
    },
    /// A tensor of another rank.
    #[error("{encoding} is of {rank} dimensions, the shape {shape:?} of {}", .shape.len())]
    Shape {
        /// The encoding's kind.
        encoding: &'static str,
        /// The encoding's rank.
        rank: usize,
        /// The tensor's shape.
        shape: Vec<i64>,
    },
    /// A tensor that is too small.
    #[error("{encoding}: {what} of the shape {shape:?} is {found}, at least {needed} are needed")]
    TooSmall {
        /// The encoding's kind.
        encoding: &'static str,
        /// Which extent.
        what: &'static str,
        /// The tensor's shape.
        shape: Vec<i64>,
        /// The least extent.
        needed: i64,
        /// The extent that there is.
        found: i64,
    },
    /// A tensor of another shape than the only one that the encoding is of.
    #[error("{encoding} is of the shape {own:?} alone, not of {shape:?}")]
    OtherShape {
        /// The encoding's kind.
        encoding: &'static str,
        /// The shape it is of.
        own: Vec<i64>,
        /// The tensor's shape.
        shape: Vec<i64>,
    },
    /// An order that does not name each dimension once.
    #[error("{encoding}: the order {order:?} is no permutation of the dimensions")]
    Order {
        /// The encoding's kind.
        encoding: &'static str,
        /// The order.
        order: Vec<i64>,
    },
    /// A number outside what the encoding defines.
    #[error("{encoding}: {what} is {value}, not {allowed}")]
    Value {
        /// The encoding's kind.
        encoding: &'static str,
        /// Which number.
        what: &'static str,
        /// The number.
        value: i64,
        /// What it may be.
        allowed: &'static str,
    },
    /// An operand of something that multiplies no matrices, or has no such operand.
    #[error("dot_op: {parent} has no operand {operand} in registers")]
    NoOperand {
        /// The parent's kind.
        parent: &'static str,
        /// Which operand.
        operand: i64,
    },
    /// A parent of the wrong kind.
    #[error("{encoding}: a parent of the kind {parent} is none it can have")]
    Parent {
        /// The encoding's kind.
        encoding: &'static str,
        /// The parent's kind.
        parent: &'static str,
    },
    /// Blocks that do not tile.
    #[error("the blocks' bases {bases:?} are not 1, 2, 4, … along each dimension, each once")]
    Blocks {
        /// The bases.
        bases: Vec<Vec<i64>>,
    },
    /// Bases of `linear` that are no permutation.
    #[error(
        "linear: the bases {bases:?} are not, beside zeros, 1, 2, 4, … along each dimension, \
         each once"
    )]
    Permutation {
        /// The bases.
        bases: Vec<Vec<i64>>,
    },
    /// A basis of `generic_linear` that moves along several dimensions, and not with warps.
    #[error("generic_linear: the basis {basis:?} of '{input}' moves along several dimensions")]
    Swizzled {
        /// Whose basis.
        input: &'static str,
        /// The basis.
        basis: Vec<i64>,
    },
    /// A basis that an encoding cannot have.
    #[error("{encoding}: the basis {basis:?} of '{input}' {why}")]
    Basis {
        /// The encoding's kind.
        encoding: &'static str,
        /// Whose basis.
        input: &'static str,
        /// The basis.
        basis: Vec<i64>,
        /// What is wrong with it.
        why: &'static str,
    },
    /// An element between others that no place has.
    #[error("{encoding}: no basis is {basis:?}, and one is beyond")]
    Unreached {
        /// The encoding's kind.
        encoding: &'static str,
        /// The basis that would reach it.
        basis: Vec<i64>,
    },
    /// A padded encoding that leaves nothing empty.
    #[error("{encoding}: there is no interval with a padding")]
    NoPads {
        /// The encoding's kind.
        encoding: &'static str,
    },
    /// Two paddings of one interval.
    #[error("{encoding}: the interval {interval} has two paddings")]
    TwoPads {
        /// The encoding's kind.
        encoding: &'static str,
        /// The interval.
        interval: i64,
    },
    /// One place alone, which bases do not say.
    #[error("{encoding}: there is no basis")]
    NoBasis {
        /// The encoding's kind.
        encoding: &'static str,
    },
    /// A tensor split into more parts than there are blocks.
    #[error("{encoding}: dim{dim} is split into {parts} parts for {blocks} blocks")]
    Split {
        /// The encoding's kind.
        encoding: &'static str,
        /// The dimension.
        dim: usize,
        /// `CTASplitNum`.
        parts: i64,
        /// `CTAsPerCGA`.
        blocks: i64,
    },
    /// Two blocks that work together, but not along the rows first.
    #[error("twoCTAs needs the blocks' first basis to be [1, 0], not {first:?}")]
    Pair {
        /// The first basis.
        first: Vec<i64>,
    },
    /// A basis that cannot be cut to a smaller tensor.
    #[error("{encoding}: a basis is {value} on dim{dim}, which cannot be cut to {extent}")]
    Uncuttable {
        /// The encoding's kind.
        encoding: &'static str,
        /// The dimension.
        dim: usize,
        /// The basis there.
        value: i64,
        /// The tensor's extent.
        extent: i64,
    },
    /// A number beyond 64 bits.
    #[error("{encoding}: {what} does not fit 64 bits")]
    TooLarge {
        /// The encoding's kind.
        encoding: &'static str,
        /// What has no number.
        what: &'static str,
    },
    /// A map that no XOR of bases is.
    #[error(
        "{encoding} is not linear over GF(2): offset {first} is at address {at_first}, \
         {second} at {at_second}, and {} at {together}, not {}",
        .first ^ .second, .at_first ^ .at_second
    )]
    NotLinear {
        /// The encoding's kind.
        encoding: &'static str,
        /// An offset.
        first: i64,
        /// Another.
        second: i64,
        /// The first's address.
        at_first: i64,
        /// The second's address.
        at_second: i64,
        /// The address of the XOR of both.
        together: i64,
    },
    /// An address that is of no element, so that there is no map from all addresses.
    #[error("padded_shared: no element is at address {address}")]
    Gap {
        /// The first such address.
        address: i64,
    },
    /// What the algebra says.
    #[error(transparent)]
    Layout(#[from] Gf2Error),
    /// What maps say.
    #[error(transparent)]
    Map(#[from] MapError),
    /// What correspondences say.
    #[error(transparent)]
    Corr(#[from] CorrError),
}

/// `value`, a power of two.
pub(super) fn power_of_two(
    encoding: &'static str,
    what: impl Into<String>,
    value: i64,
) -> Result<i64, EncodingError> {
    if value > 0 && value & (value - 1) == 0 {
        Ok(value)
    } else {
        Err(EncodingError::NotPowerOfTwo { encoding, what: what.into(), value })
    }
}

/// Numbers along each dimension, all powers of two.
pub(super) fn powers_of_two(
    encoding: &'static str,
    what: &'static str,
    values: &[i64],
) -> Result<(), EncodingError> {
    values.iter().enumerate().try_for_each(|(dim, &value)| {
        power_of_two(encoding, format!("{what} along dim{dim}"), value).map(drop)
    })
}

/// `order` as places, if it names each of `rank` dimensions once.
pub(super) fn permutation(
    encoding: &'static str,
    order: &[i64],
    rank: usize,
) -> Result<Vec<usize>, EncodingError> {
    let wrong = || EncodingError::Order { encoding, order: order.to_vec() };
    let places: Vec<usize> = order
        .iter()
        .map(|&dim| usize::try_from(dim).map_err(|_| wrong()))
        .collect::<Result<_, _>>()?;
    let named = |dim| places.iter().filter(|&&place| place == dim).count() == 1;
    if places.len() == rank && (0..rank).all(named) { Ok(places) } else { Err(wrong()) }
}

/// The product of these numbers.
pub(super) fn product(
    encoding: &'static str,
    what: &'static str,
    factors: impl IntoIterator<Item = i64>,
) -> Result<i64, EncodingError> {
    factors
        .into_iter()
        .try_fold(1i64, i64::checked_mul)
        .ok_or(EncodingError::TooLarge { encoding, what })
}
