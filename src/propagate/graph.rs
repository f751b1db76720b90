//! A program, as far as distributions matter: values, and who uses them.
//!
//! Each node is an operation and, at once, the value that it makes. A node whose distribution is
//! written is an *anchor*.
//!
//! ```text
//!   load A        0 : Free, fixed A
//!     |           1 : Same            x = exp(load)
//!    exp          2 : Reduce axis 1   the sums of its rows
//!    / \          3 : Relabel         the sums, spread over the rows again
//! sum   |         4 : Same, fixed B   store x / sum
//!   \   |
//!  spread         uses: 0->1, 1->2, 2->3, 1->4, 3->4
//!     \ |
//!    store B
//! ```
//!
//! A value that a loop carries is one `Same` node with two operands, its start and what the body
//! yields: a cycle. The result of the loop is that node too.

use super::SolveError;
use crate::distribution::Distribution;
use crate::map::LayoutMap;

/// Values and uses; see the source file's header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The operations.
    pub nodes: Vec<Node>,
    /// The edges between them. Their order means nothing.
    pub uses: Vec<Use>,
}

/// An operation and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it does to distributions.
    pub kind: Kind,
    /// The distribution that is written, which makes it an anchor.
    pub fixed: Option<Distribution>,
    /// How often a move of its value is carried out if it stands right behind it: the product of
    /// the trip counts around it.
    pub weight: u64,
    /// Bits of one element of its value.
    pub bits: i64,
}

/// What an operation does to distributions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Elementwise, a store, a value that a loop carries: one distribution for result and operands.
    Same,
    /// Element `p` of the result is element `map(p)` of the operand.
    Relabel(LayoutMap),
    /// The operand's elements, combined along an axis.
    Reduce {
        /// The operand's axis.
        axis: usize,
        /// Its extent.
        extent: i64,
    },
    /// No operand. Unless it is fixed (a load), any distribution of it is had for nothing: a
    /// constant, a splat, an iota.
    Free,
}

/// That a node's value is an operand of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Use {
    /// The node whose value it is.
    pub value: usize,
    /// The node that uses it.
    pub user: usize,
    /// Which of the user's operands it is.
    pub operand: usize,
}

impl Node {
    /// A node of weight 1.
    pub fn new(kind: Kind, bits: i64) -> Node {
        Node { kind, fixed: None, weight: 1, bits }
    }

    /// An anchor: the same node with this distribution.
    pub fn fixed(self, distribution: Distribution) -> Node {
        Node { fixed: Some(distribution), ..self }
    }

    /// The same node carried out so often.
    pub fn times(self, weight: u64) -> Node {
        Node { weight, ..self }
    }

    /// Whether every distribution of its value is had for nothing.
    pub fn is_free(&self) -> bool {
        self.kind == Kind::Free && self.fixed.is_none()
    }
}

impl Graph {
    /// Adds a node whose operands are the values of others; its number.
    pub fn add(&mut self, node: Node, operands: &[usize]) -> usize {
        let user = self.nodes.len();
        self.nodes.push(node);
        for (operand, &value) in operands.iter().enumerate() {
            self.uses.push(Use { value, user, operand });
        }
        user
    }

    /// That every use speaks of nodes that there are, each operand once, and as many of them as
    /// its user can have.
    pub(super) fn check(&self) -> Result<(), SolveError> {
        let count = self.nodes.len();
        let mut operands = vec![0usize; count];
        for &Use { value, user, .. } in &self.uses {
            if let Some(&node) = [value, user].iter().find(|&&node| node >= count) {
                return Err(SolveError::NoNode { node, count });
            }
            operands[user] += 1;
        }
        let most = |kind: &Kind| match kind {
            Kind::Same => usize::MAX,
            Kind::Relabel(_) | Kind::Reduce { .. } => 1,
            Kind::Free => 0,
        };
        let mut uses: Vec<(usize, usize)> = self.uses.iter().map(|u| (u.user, u.operand)).collect();
        uses.sort_unstable();
        if let Some(twice) = uses.windows(2).find(|pair| pair[0] == pair[1]) {
            let (node, operand) = twice[0];
            return Err(SolveError::OperandTwice { node, operand });
        }
        let mut counted = self.nodes.iter().zip(operands).enumerate();
        match counted.find(|(_, (node, found))| *found > most(&node.kind)) {
            Some((node, (_, found))) => Err(SolveError::Operands { node, found }),
            None => Ok(()),
        }
    }
}
