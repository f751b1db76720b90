//! Finding distributions for the tiles of a program.
//!
//! A program says what is computed. Where tiles meet memory or an instruction, somebody has said who
//! holds what: these are the *anchors*. Everything between may be held as is cheapest, and where two
//! operations want one value differently, it moves. [`solve`] chooses so that the moves together
//! cost least:
//!
//! ```text
//! load A ──┬── exp ── store A          exp in A, store A: nothing moves
//!          └── neg ── exp ── store B   neg and exp in A or B: one move, wherever it stands
//! ```
//!
//! | question | answered by |
//! |---|---|
//! | what does an operation do to a distribution? | [`transfer`] |
//! | what could each value be held in? | candidates: all that spreads from the anchors |
//! | which of them is best? | two baselines, elimination over pairs, single changes; small ones exactly |
//! | what does a move cost? | the caller: [`Price`] |
//! | which comes first of equals? | an order that the graph alone decides |
//!
//! **The cost** is the sum of `weight × price` over the *different* pairs of a value and a
//! distribution that it is wanted in and not held in: three uses that want the same share one
//! move, made right behind the value's definition.
//!
//! **The laws.** The same graph has the same answer, however it was built (nodes that nothing tells
//! apart may change places). It is never dearer than converting at each use, or at each definition.
//! It is the optimum over the candidates where every group that hangs together is small
//! ([`By::is_optimal`]).
//!
//! ```
//! use tileir::distribution::Distribution;
//! use tileir::propagate::{Graph, Kind, Node, Price, solve};
//!
//! struct Bits; // every move costs the tile's bits
//! impl Price for Bits {
//!     fn price(&self, _: &Distribution, to: &Distribution, bits: i64) -> Option<u64> {
//!         u64::try_from(to.slots().checked_mul(bits)?).ok()
//!     }
//! }
//! let by_lane = |text: &str| Distribution::new(text.parse().unwrap()).unwrap();
//! let rows = by_lane("expr<(lane : 4, slot : 2) -> (lane * 2 + slot) to (i : 8)>");
//! let columns = by_lane("expr<(lane : 4, slot : 2) -> (slot * 4 + lane) to (i : 8)>");
//!
//! let mut graph = Graph::default();
//! let load = graph.add(Node::new(Kind::Free, 32).fixed(rows.clone()), &[]);
//! let narrow = graph.add(Node::new(Kind::Same, 16), &[load]);
//! graph.add(Node::new(Kind::Same, 16).fixed(columns), &[narrow]);
//!
//! // 16 bits move cheaper than 32: so the narrowed value moves, not the loaded one.
//! let solution = solve(&graph, &Bits)?;
//! assert_eq!(solution.held[narrow], Some(rows));
//! assert_eq!((solution.cost, solution.moves[0].of.value), (32, narrow));
//! # Ok::<(), tileir::propagate::SolveError>(())
//! ```

use std::fmt;

use crate::distribution::Distribution;
use thiserror::Error;

mod candidates;
mod exact;
mod graph;
mod known;
mod order;
mod pairs;
mod problem;
mod solve;
pub mod transfer;

pub use candidates::MOST;
pub use graph::{Graph, Kind, Node, Use};
pub use solve::solve;
pub use transfer::TransferError;

/// What a move costs.
pub trait Price {
    /// The cost of moving a tile whose elements have so many bits from one distribution to another,
    /// once; `None` if there is no way. It is not asked about moves that are none.
    fn price(&self, from: &Distribution, to: &Distribution, bits: i64) -> Option<u64>;
}

/// Where every value is held, and what moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// By node: its anchor, or what was found, written as an anchor is that holds the same, if one
    /// does. `None` only for what is free and nobody uses.
    pub held: Vec<Option<Distribution>>,
    /// The uses that want something else than is held, in order. (Where two anchors write one
    /// distribution in two ways, nothing moves between them, and none is listed.) Those of one value
    /// that want the same share one move; those of a free value are none, but values of their own.
    pub moves: Vec<Move>,
    /// What the moves cost together.
    pub cost: u64,
    /// How it was found.
    pub by: By,
    /// What the baselines would have cost.
    pub baselines: Baselines,
}

/// A use for which a value moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The use.
    pub of: Use,
    /// The distribution in which it wants the value.
    pub to: Distribution,
}

/// What converting without looking around costs; `None` where some move has no price, or all
/// together leave 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Baselines {
    /// Every operation in what its first operand is held in; the others are converted for it.
    pub at_uses: Option<u64>,
    /// Every value in what most of its users want; it is converted for the others.
    pub at_definitions: Option<u64>,
}

/// How a solution was found. A group is a set of nodes with several candidates each, of which the
/// choice for one matters to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct By {
    /// Groups that were solved exactly.
    pub exact: usize,
    /// Groups that were searched: the best local optimum of three.
    pub searched: usize,
    /// Nodes that had more than [`MOST`] candidates, of which the nearest to an anchor were kept.
    pub cut: usize,
}

impl By {
    /// Whether nothing cheaper exists.
    pub fn is_optimal(&self) -> bool {
        self.searched == 0 && self.cut == 0
    }
}

impl fmt::Display for By {
    /// `2 groups exactly, 1 by search, candidates cut at 3 nodes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let By { exact, searched, cut } = self;
        write!(f, "{exact} groups exactly, {searched} by search, candidates cut at {cut} nodes")
    }
}

/// Two anchors between which no value can be handed on. Nodes are named by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the distribution of node {left} cannot become that of node {right}: at node {between} no \
     candidate has a price{}", if *.exhaustive { "" } else { ", of those that were tried" }
)]
pub struct Conflict {
    /// The anchor that the value has its distribution from.
    pub left: usize,
    /// The anchor that the use has its distribution from.
    pub right: usize,
    /// The operation where they meet.
    pub between: usize,
    /// What is held there in the cheapest of the answers that do not work.
    pub held: Distribution,
    /// What is wanted there, and has no price.
    pub wanted: Distribution,
    /// Whether every choice of all candidates was ruled out, and none left aside.
    pub exhaustive: bool,
}

/// Why a graph has no solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// No choice gives every move a price.
    #[error(transparent)]
    Conflict(#[from] Box<Conflict>),
    /// No anchor's distribution reaches it.
    #[error("no distribution that is written reaches node {node}")]
    Unreached {
        /// The node.
        node: usize,
    },
    /// A distribution of another tile than the operation's.
    #[error("node {node}: {error}")]
    Transfer {
        /// The node.
        node: usize,
        /// What is wrong.
        error: TransferError,
    },
    /// A use of nothing.
    #[error("a use names node {node}; there are {count}")]
    NoNode {
        /// The node.
        node: usize,
        /// How many there are.
        count: usize,
    },
    /// An operand with two values.
    #[error("operand {operand} of node {node} has two values")]
    OperandTwice {
        /// The node.
        node: usize,
        /// The operand.
        operand: usize,
    },
    /// More operands than the kind of operation has.
    #[error("node {node} has {found} operands, more than its kind can have")]
    Operands {
        /// The node.
        node: usize,
        /// How many it has.
        found: usize,
    },
    /// A move whose cost leaves 64 bits.
    #[error("a move of node {node} costs {price}, {weight} times: more than 64 bits hold")]
    Overflow {
        /// The node.
        node: usize,
        /// The price of one.
        price: u64,
        /// How often.
        weight: u64,
    },
    /// Moves whose costs together leave 64 bits.
    #[error("the moves together cost {cost}: more than 64 bits hold")]
    Total {
        /// The sum.
        cost: u128,
    },
}
