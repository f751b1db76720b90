//! [`LayoutMap`]: a function between two index sets, as a DAG of a few kinds of node.
//!
//! | node | value at `x` |
//! |---|---|
//! | `identity` | `x` |
//! | `mixed_radix` | the sum of digit times stride, digits of each coordinate by the nested shape |
//! | `bit_linear` | the XOR of the bases of the bits set in `x` |
//! | `expr` | integer expressions in the coordinates |
//! | `translate` | `offset + map(x)` |
//! | `permute`, `project` | the coordinates in another order; some of them |
//! | `product` | each factor on its own coordinates |
//! | `compose` | `outer(inner(x))` |
//! | `regroup` | the digits of the coordinates, joined to other axes |
//! | `recast` | the address in units of another size |
//! | `transform` | a [registered](crate::transform) bijection of the map's value |
//! | `piecewise` | the piece's value, on that piece's part of the domain |
//! | `table` | the value written for `x` |
//!
//! **The law.** [`LayoutMap::eval`] is the meaning of a map: checked 64-bit arithmetic, in which
//! an overflow, a division by zero, or a value outside a codomain is an error *at that point*.
//! Every rewrite, proof and lowering is tested against it. Building a map fails only if its
//! parts have no meaning together; [`compose`](LayoutMap::compose) and
//! [`product`](LayoutMap::product) never fail for want of a flat form.

mod bit_linear;
mod compile;
mod construct;
mod digit;
mod eval;
mod finite_table;
mod fuse;
mod hull;
mod inverse;
mod mixed_radix;
mod normalize;
mod piecewise;
mod preimage;
mod program;
mod recast;
mod regroup;
mod table;
mod transformed;

pub use bit_linear::{BitLinear, bits_for};
pub use compile::{CompileError, Compiled};
pub(crate) use digit::{Digit, digits};
pub use finite_table::{FiniteTable, TABLE_LIMIT};
pub use fuse::Rule;
pub use inverse::{Inverse, NoInverse, try_inverse};
pub(crate) use inverse::{conditions, gcd, inverse_modulo};
pub use mixed_radix::{IntTree, MixedRadix, Mode};
pub use normalize::NoPieces;
pub use piecewise::GRID_LIMIT;
pub(crate) use preimage::LISTED;
pub use preimage::{Fibre, NoFibre, Shape, preimage};
pub use program::{CheckedProgram, PROGRAM_LIMIT};
pub use recast::Units;
pub use regroup::Regroup;
pub use table::{Table, TableError};
pub use transformed::Applied;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::expr::Program;
use crate::expr::hash::Words;
use crate::index_set::IndexSet;

/// Maps nested deeper than this are refused, so that a walk over a map may recurse.
pub const DEPTH_LIMIT: usize = 1_000;

/// A function from one index set to another; cloning shares the node.
#[derive(Clone, Debug)]
pub struct LayoutMap(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    node: Node,
    domain: IndexSet,
    codomain: IndexSet,
    depth: usize,
    tree_size: u64,
    hash: u64,
}

/// The kinds of node; the table is in the [module](self).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The coordinates themselves.
    Identity,
    /// CuTe's hierarchical shape:stride.
    MixedRadix(MixedRadix),
    /// Triton's GF(2) bases.
    BitLinear(BitLinear),
    /// Integer expressions, an output a codomain axis.
    Expr(Program),
    /// A constant added to each coordinate of a map's value.
    Translate {
        /// The constants, one a codomain axis.
        offset: Vec<i64>,
        /// The map.
        map: LayoutMap,
    },
    /// The coordinates in another order: codomain axis `k` is domain axis `order[k]`.
    Permute {
        /// The order.
        order: Vec<usize>,
    },
    /// Some of the coordinates: codomain axis `k` is domain axis `keep[k]`.
    Project {
        /// The axes kept.
        keep: Vec<usize>,
    },
    /// Each factor on its own coordinates, side by side.
    Product(Vec<LayoutMap>),
    /// `outer` after `inner`.
    Compose {
        /// Applied last.
        outer: LayoutMap,
        /// Applied first.
        inner: LayoutMap,
    },
    /// The digits of the coordinates, joined to other axes.
    Regroup(Regroup),
    /// The map's addresses in units of another size.
    Recast {
        /// The sizes.
        units: Units,
        /// The map.
        map: LayoutMap,
    },
    /// The map's value, moved by a registered transform.
    Transform {
        /// The transform and its parameters.
        applied: Applied,
        /// The map.
        map: LayoutMap,
    },
    /// Each piece on its own part of the domain.
    Piecewise(Vec<LayoutMap>),
    /// The values, written out.
    Table(FiniteTable),
}

impl Node {
    /// The maps this node is made of, in the order of its text form.
    pub fn operands(&self) -> Vec<&LayoutMap> {
        match self {
            Node::Translate { map, .. }
            | Node::Recast { map, .. }
            | Node::Transform { map, .. } => vec![map],
            Node::Product(parts) | Node::Piecewise(parts) => parts.iter().collect(),
            Node::Compose { outer, inner } => vec![outer, inner],
            _ => Vec::new(),
        }
    }

    /// The name in the text form.
    pub fn mnemonic(&self) -> &'static str {
        match self {
            Node::Identity => "identity",
            Node::MixedRadix(_) => "mixed_radix",
            Node::BitLinear(_) => "bit_linear",
            Node::Expr(_) => "expr",
            Node::Translate { .. } => "translate",
            Node::Permute { .. } => "permute",
            Node::Project { .. } => "project",
            Node::Product(_) => "product",
            Node::Compose { .. } => "compose",
            Node::Regroup(_) => "regroup",
            Node::Recast { .. } => "recast",
            Node::Transform { .. } => "transform",
            Node::Piecewise(_) => "piecewise",
            Node::Table(_) => "table",
        }
    }
}

impl LayoutMap {
    /// Where the map is defined.
    pub fn domain(&self) -> &IndexSet {
        &self.0.domain
    }

    /// Where its values lie.
    pub fn codomain(&self) -> &IndexSet {
        &self.0.codomain
    }

    /// The outermost node.
    pub fn node(&self) -> &Node {
        &self.0.node
    }

    /// The number of nodes with shared ones counted as often as they are used; it saturates.
    pub fn tree_size(&self) -> u64 {
        self.0.tree_size
    }

    /// A key that clones of one map have in common, valid while one of them lives.
    pub fn node_id(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}

impl PartialEq for LayoutMap {
    /// Equal as written: same nodes, same sets. (Equal as functions is a question to `proof`.)
    fn eq(&self, other: &Self) -> bool {
        let mut equal_pairs = std::collections::HashSet::new();
        same_dag(self, other, &mut equal_pairs)
    }
}

impl Eq for LayoutMap {}

impl Hash for LayoutMap {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

/// Compares two DAGs, each pair of nodes once.
fn same_dag(
    a: &LayoutMap,
    b: &LayoutMap,
    equal_pairs: &mut std::collections::HashSet<(usize, usize)>,
) -> bool {
    if Arc::ptr_eq(&a.0, &b.0) || equal_pairs.contains(&(a.node_id(), b.node_id())) {
        return true;
    }
    if a.0.hash != b.0.hash || a.domain() != b.domain() || a.codomain() != b.codomain() {
        return false;
    }
    let (left, right) = (a.node().operands(), b.node().operands());
    let same_payload = match (a.node(), b.node()) {
        (Node::Translate { offset: a, .. }, Node::Translate { offset: b, .. }) => a == b,
        (Node::Recast { units: a, .. }, Node::Recast { units: b, .. }) => a == b,
        (Node::Transform { applied: a, .. }, Node::Transform { applied: b, .. }) => a == b,
        (Node::Product(_), Node::Product(_))
        | (Node::Compose { .. }, Node::Compose { .. })
        | (Node::Piecewise(_), Node::Piecewise(_)) => true,
        (a, b) if left.is_empty() && right.is_empty() => a == b,
        _ => false,
    };
    let same = same_payload
        && left.len() == right.len()
        && left.iter().zip(&right).all(|(a, b)| same_dag(a, b, equal_pairs));
    if same {
        equal_pairs.insert((a.node_id(), b.node_id()));
    }
    same
}

fn hash_of(node: &Node, domain: &IndexSet, codomain: &IndexSet) -> u64 {
    let mut hasher = Words::default();
    (node, domain, codomain).hash(&mut hasher);
    hasher.finish()
}
