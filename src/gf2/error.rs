//! What can be wrong with a layout, or with two together.
//!
//! Each kind carries what it names: the operation, the dimension, the numbers, and where there
//! is one a *witness*, a point that shows it: a value that nothing maps to, a pair of points
//! that one value has.

use std::fmt;

use super::dims::DIM_BITS;
use crate::error::MapError;
use thiserror::Error;

/// A point with the names of its dimensions: `(lane = 3, warp = 0)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(Vec<(String, i64)>);

impl Place {
    pub(super) fn new<'a>(coordinates: impl Iterator<Item = (&'a str, i64)>) -> Self {
        Place(coordinates.map(|(name, value)| (name.to_string(), value)).collect())
    }

    /// The coordinates, each with its name.
    pub fn coordinates(&self) -> &[(String, i64)] {
        &self.0
    }

    /// The coordinates.
    pub fn point(&self) -> Vec<i64> {
        self.0.iter().map(|&(_, value)| value).collect()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (place, (name, value)) in self.0.iter().enumerate() {
            write!(f, "{}{name} = {value}", if place == 0 { "" } else { ", " })?;
        }
        f.write_str(")")
    }
}

/// Why there is no such layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Gf2Error {
    /// A size that is no power of two, or one of too many bits.
    #[error("dimension '{dim}' has size {size}, which is no power of two from 1 to 2^{DIM_BITS}")]
    Size {
        /// The dimension.
        dim: String,
        /// Its size.
        size: i64,
    },
    /// A dimension of more bits than a coordinate has.
    #[error("dimension '{dim}' would have {bits} bits, more than {DIM_BITS}")]
    TooWide {
        /// The dimension.
        dim: String,
        /// Its bits.
        bits: usize,
    },
    /// Names that cannot stand together.
    #[error(transparent)]
    Names(#[from] MapError),
    /// A name given twice to an operation that takes each once.
    #[error("dimension '{dim}' is named twice")]
    Repeated {
        /// The name.
        dim: String,
    },
    /// A dimension that the layout does not have.
    #[error("there is no dimension '{dim}' in {dims}")]
    UnknownDim {
        /// The name asked for.
        dim: String,
        /// The dimensions there are.
        dims: String,
    },
    /// Bases for another number of input dimensions than there are.
    #[error("bases of {found} dimensions for the inputs {dims}")]
    DimCount {
        /// The input dimensions.
        dims: String,
        /// For how many there are bases.
        found: usize,
    },
    /// Another number of bases than the input dimension has bits.
    #[error("dimension '{dim}' has {expected} bits, but {found} bases")]
    BasisCount {
        /// The input dimension.
        dim: String,
        /// Its bits.
        expected: usize,
        /// Its bases.
        found: usize,
    },
    /// A basis of another number of coordinates than there are outputs.
    #[error("basis {bit} of '{dim}' has {found} coordinates, the outputs are {outs}")]
    BasisRank {
        /// The input dimension.
        dim: String,
        /// Which bit of it, least significant first.
        bit: usize,
        /// The output dimensions.
        outs: String,
        /// The basis's coordinates.
        found: usize,
    },
    /// A basis outside its output dimension.
    #[error("basis {bit} of '{dim}' is {value} on '{out}', outside its size {size}")]
    BasisRange {
        /// The input dimension.
        dim: String,
        /// Which bit of it.
        bit: usize,
        /// The output dimension.
        out: String,
        /// The basis there.
        value: i64,
        /// The output dimension's size.
        size: i64,
    },
    /// A point of another rank than there are dimensions.
    #[error("{found} coordinates for {dims}, which has {expected}")]
    Coordinates {
        /// The dimensions.
        dims: String,
        /// Their number.
        expected: usize,
        /// The number of coordinates.
        found: usize,
    },
    /// A coordinate outside its dimension.
    #[error("{value} is outside '{dim}'")]
    Outside {
        /// The dimension, with its size.
        dim: String,
        /// The coordinate.
        value: i64,
    },
    /// Two lists of dimensions that must have the same names.
    #[error("{operation}: the dimensions {left} are not those of {right}")]
    DimsDiffer {
        /// What was asked for.
        operation: &'static str,
        /// The first operand's.
        left: String,
        /// The second operand's.
        right: String,
    },
    /// Sizes that do not fit each other.
    #[error("{operation}: dimension '{dim}' has size {left} on one side, {right} on the other")]
    SizesDiffer {
        /// What was asked for.
        operation: &'static str,
        /// The dimension.
        dim: String,
        /// In the first operand.
        left: i64,
        /// In the second operand.
        right: i64,
    },
    /// A dimension that both have, and only one may.
    #[error("{operation}: both sides have a dimension '{dim}'")]
    Shared {
        /// What was asked for.
        operation: &'static str,
        /// The dimension.
        dim: String,
    },
    /// A new shape of another number of points.
    #[error("{old} has {old_bits} bits, {new} has {new_bits}")]
    Reshape {
        /// The dimensions as they are.
        old: String,
        /// Their bits.
        old_bits: usize,
        /// The dimensions asked for.
        new: String,
        /// Their bits.
        new_bits: usize,
    },
    /// A value that no point maps to.
    #[error("not surjective: no point maps to {uncovered}")]
    NotSurjective {
        /// The smallest such value.
        uncovered: Place,
    },
    /// Two points with one value.
    #[error("not injective: {first} and {second} both map to {value}")]
    NotInjective {
        /// One point.
        first: Place,
        /// Another.
        second: Place,
        /// Their value.
        value: Place,
    },
    /// A value of the inner layout that the outer one does not take.
    #[error("{point} maps to {value}, which is not in the image of the outer layout")]
    Uncovered {
        /// A point of the inner layout.
        point: Place,
        /// Its value.
        value: Place,
    },
    /// A factor with more points on a dimension than the layout.
    #[error("the factor has {factor} points on '{dim}', the layout {whole}")]
    FactorSize {
        /// The dimension.
        dim: String,
        /// The layout's size there.
        whole: i64,
        /// The factor's.
        factor: i64,
    },
    /// A basis that is not the product's.
    #[error("no factor: basis {bit} of '{dim}' is {found} on '{out}', the product's is {expected}")]
    NotAFactor {
        /// The input dimension.
        dim: String,
        /// Which bit of it.
        bit: usize,
        /// The output dimension.
        out: String,
        /// The basis there.
        found: i64,
        /// The basis of the product of factor and rest.
        expected: i64,
    },
    /// A basis that is not the identity's.
    #[error("not trivial: basis {bit} of '{dim}' is {found} on '{out}', not {expected}")]
    NotTrivial {
        /// The input dimension.
        dim: String,
        /// Which bit of it.
        bit: usize,
        /// The output dimension.
        out: String,
        /// The basis there.
        found: i64,
        /// What passing through, or not touching, would be.
        expected: i64,
    },
    /// A map that is not written with bases.
    #[error("a map of kind '{kind}' has no bases; normalize it first")]
    NotLinear {
        /// The kind of its node.
        kind: &'static str,
    },
    /// A set that is no box.
    #[error("{set} is no box of powers of two")]
    Constrained {
        /// The set, printed.
        set: String,
    },
    /// An axis of a map without a size.
    #[error("axis '{axis}' runs over all integers")]
    Infinite {
        /// The axis.
        axis: String,
    },
}
