//! [`TirxError`]: why there is no such layout.

use thiserror::Error;

use crate::corr::CorrError;
use crate::cute::CuteError;
use crate::error::MapError;
use crate::interop::script::ScriptError;
use crate::map::NoInverse;
use crate::proof::Witness;

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TirxError {
    /// A text that makes no sense.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// Parts that make no map.
    #[error(transparent)]
    Map(#[from] MapError),
    /// Parts that make no correspondence.
    #[error(transparent)]
    Corr(#[from] CorrError),
    /// Numbers that make no swizzle.
    #[error(transparent)]
    Cute(#[from] CuteError),
    /// An extent below 1.
    #[error("the extent {extent} of a {what}")]
    Extent {
        /// Of what: a shard, a replica, a shape.
        what: &'static str,
        /// The extent.
        extent: i64,
    },
    /// More digits, axes or coordinates than any layout has.
    #[error("{found} {what}, more than {limit}")]
    TooMany {
        /// What was counted.
        what: &'static str,
        /// How many there may be.
        limit: usize,
        /// How many there are.
        found: usize,
    },
    /// Numbers that leave 64 bits.
    #[error("{what} leaves 64 bits")]
    Overflow {
        /// What was computed.
        what: &'static str,
    },
    /// A shape at whose boundaries the shards do not split.
    #[error("the shards {layout} do not split into the shape {shape:?}: {why}")]
    Group {
        /// The layout.
        layout: String,
        /// The shape.
        shape: Vec<i64>,
        /// Where they do not.
        why: String,
    },
    /// Two lists that must be as long as each other.
    #[error("{operation}: {left} has {left_count} entries, {right} {right_count}")]
    Count {
        /// What was asked.
        operation: &'static str,
        /// One list.
        left: &'static str,
        /// Its length.
        left_count: usize,
        /// The other.
        right: &'static str,
        /// Its length.
        right_count: usize,
    },
    /// A list that does not name each shard once.
    #[error("permute_dims: {order:?} does not name each of {count} shards once")]
    Order {
        /// The list.
        order: Vec<i64>,
        /// How many shards there are.
        count: usize,
    },
    /// Elements that do not lie together, as a wider element needs.
    #[error("pack: {count} elements of {layout} do not lie together: {why}")]
    Pack {
        /// The layout.
        layout: String,
        /// How many elements make one.
        count: i64,
        /// Why they do not.
        why: String,
    },
    /// A region outside its shape.
    #[error("slice: the region {begin}..{end} of dimension {dimension}, whose extent is {extent}")]
    Region {
        /// The dimension.
        dimension: usize,
        /// Where the region begins.
        begin: i64,
        /// Where it ends.
        end: i64,
        /// The dimension's extent.
        extent: i64,
    },
    /// A map that no tile layout has.
    #[error("no tile layout: along '{axis}' from {at} on, {why}")]
    NotDigits {
        /// The domain axis.
        axis: String,
        /// The coordinate from which on the digits fail.
        at: i64,
        /// What fails there.
        why: String,
    },
    /// A map that is more than a sum over its coordinates.
    #[error("no tile layout: the best one, {layout}, is another map: {witness}")]
    NotSum {
        /// What the map is along each of its axes.
        layout: String,
        /// Where that differs.
        witness: Box<Witness>,
    },
    /// A map of which it is not known whether it is a tile layout's.
    #[error("no tile layout is proved: {why}")]
    Unproved {
        /// What is missing.
        why: String,
    },
    /// A tile whose inner layout is not the one given.
    #[error("{tiled} is no tile of {inner}: {why}")]
    NotTile {
        /// The tile.
        tiled: String,
        /// The inner layout.
        inner: String,
        /// Why not.
        why: String,
    },
    /// A swizzle over something else than one memory axis.
    #[error("a swizzle moves the axis m alone, {layout} has {axes}")]
    Axes {
        /// The layout.
        layout: String,
        /// Its axes.
        axes: String,
    },
    /// A swizzle over places some of which are below 0.
    #[error("a swizzle moves places from 0 on, {layout} has places down to {least}")]
    Below {
        /// The layout.
        layout: String,
        /// Its least place.
        least: i64,
    },
    /// Values that do not begin at 0, so that they have no shape.
    #[error("map_shape: output {output} begins at {least}, not 0")]
    Least {
        /// The output.
        output: usize,
        /// Its least value.
        least: i64,
    },
    /// An index map of which it is not known what shape TVM gives it.
    #[error(
        "map_shape: the extent that TVM has of output {output} of {map} over {shape:?} is not known: \
         {why}"
    )]
    BufferExtent {
        /// The map.
        map: String,
        /// The output.
        output: usize,
        /// The shape.
        shape: Vec<i64>,
        /// Why not.
        why: String,
    },
    /// An index map whose values cannot be listed or bounded.
    #[error("the values of {map}: {why}")]
    Values {
        /// The map.
        map: String,
        /// Why not.
        why: String,
    },
    /// A map without an inverse.
    #[error(transparent)]
    NoInverse(#[from] NoInverse),
    /// A name that nobody knows, or that a shape does not fit.
    #[error("{what}: {why}")]
    Named {
        /// What was asked for.
        what: String,
        /// What is wrong.
        why: String,
    },
}
