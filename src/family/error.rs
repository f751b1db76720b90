//! What can be wrong with a family, and with values for its parameters.

use thiserror::Error;

use crate::error::{EvalError, MapError};

/// Why these parts do not make a family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// A parameter's name that is no identifier, or is a word of the grammar.
    #[error("parameter name '{name}' is {}", crate::index_set::misnomer(name))]
    Name {
        /// The name as given.
        name: String,
    },
    /// Two parameters with one name.
    #[error("parameter '{name}' is named twice")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// An axis that is called as a parameter is.
    #[error("axis '{name}' has the name of a parameter")]
    Shadowed {
        /// The name.
        name: String,
    },
    /// A divisor that is not positive.
    #[error("parameter '{name}' is a multiple of {multiple_of}, which is not positive")]
    Multiple {
        /// The parameter.
        name: String,
        /// The divisor.
        multiple_of: i64,
    },
    /// A range in which no multiple lies.
    #[error("parameter '{name}' has no value: {range}")]
    NoValue {
        /// The parameter.
        name: String,
        /// Its range and divisor, printed.
        range: String,
    },
    /// A range whose end is too far from 0, or from its negative start, to be counted to.
    #[error(
        "the range of parameter '{name}' ends at {hi}; it may end at {} at most: its axis begins at \
         {origin} and has at most 2^63 - 1 numbers",
        origin.saturating_add(i64::MAX - 1)
    )]
    Range {
        /// The parameter.
        name: String,
        /// What it is counted from: 0, or its lower bound if that is negative.
        origin: i64,
        /// Its upper bound.
        hi: i64,
    },
    /// Two ranges of one parameter that no value lies in.
    #[error("parameter '{name}' cannot be in {left} and in {right}")]
    Disjoint {
        /// The parameter.
        name: String,
        /// One range.
        left: String,
        /// The other.
        right: String,
    },
    /// A parameter that the family does not have.
    #[error("there is no parameter '{name}' in {parameters}")]
    UnknownParameter {
        /// The name asked for.
        name: String,
        /// The parameters, printed.
        parameters: String,
    },
    /// A stage that starts from a set without end.
    #[error("axis '{axis}' of {set} has no extent, and a stage starts from it")]
    Endless {
        /// The axis.
        axis: String,
        /// The set, printed.
        set: String,
    },
    /// Expressions that are not one for each axis of the set they lead to.
    #[error("{found} expressions lead into the {expected} axes of {set}")]
    Outputs {
        /// The set, printed.
        set: String,
        /// The number of its axes.
        expected: usize,
        /// The number of expressions.
        found: usize,
    },
    /// An extent that leaves 64 bits for some values of the parameters.
    #[error("the extent of axis '{axis}' can leave 64 bits")]
    Extent {
        /// The axis.
        axis: String,
    },
    /// A stride that leaves 64 bits for some values of the parameters.
    #[error("the stride {stride} of axis '{axis}' can leave 64 bits")]
    Stride {
        /// The axis.
        axis: String,
        /// The stride, printed.
        stride: String,
    },
    /// A composition at a set that the two sides do not agree on.
    #[error("cannot compose: the inner family ends in {inner}, the outer starts from {outer}{why}")]
    Composition {
        /// The inner codomain.
        inner: String,
        /// The outer domain.
        outer: String,
        /// Where they differ, or why that is not known; empty or `: …`.
        why: String,
    },
    /// Two families that are compared, whose sets have other numbers of axes.
    #[error("the {what} {left} and {right} have other numbers of axes")]
    Ranks {
        /// `domains` or `codomains`.
        what: &'static str,
        /// The first's, printed.
        left: String,
        /// The second's, printed.
        right: String,
    },
    /// Sets or expressions that have no meaning together.
    #[error(transparent)]
    Map(#[from] MapError),
}

/// Why these values do not give a map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BindError {
    /// A number of values that is not that of the parameters.
    #[error("{found} values for the {expected} parameters {parameters}")]
    Count {
        /// The number of parameters.
        expected: usize,
        /// The number of values.
        found: usize,
        /// The parameters, printed.
        parameters: String,
    },
    /// A value outside its parameter's range.
    #[error("{name} = {value} is outside {lo}..={hi}")]
    OutsideRange {
        /// The parameter.
        name: String,
        /// The value.
        value: i64,
        /// The least value allowed.
        lo: i64,
        /// The greatest.
        hi: i64,
    },
    /// A value that is no multiple of what its parameter is.
    #[error("{name} = {value} is no multiple of {multiple_of}")]
    NotMultiple {
        /// The parameter.
        name: String,
        /// The value.
        value: i64,
        /// The divisor.
        multiple_of: i64,
    },
    /// An extent without a value.
    #[error("the extent of axis '{axis}' has no value: {error}")]
    Extent {
        /// The axis.
        axis: String,
        /// What happens.
        error: EvalError,
    },
    /// An extent below zero.
    #[error("the extent of axis '{axis}' would be {extent}")]
    NegativeExtent {
        /// The axis.
        axis: String,
        /// The extent.
        extent: i64,
    },
    /// What is left has no meaning as a family or map.
    #[error(transparent)]
    Family(#[from] FamilyError),
}

impl From<MapError> for BindError {
    fn from(error: MapError) -> Self {
        BindError::Family(error.into())
    }
}

/// Why a family has no value at a point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MemberError {
    /// There is no such member.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The member has no value there.
    #[error(transparent)]
    Eval(#[from] EvalError),
}
