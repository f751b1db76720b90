//! [`Number`] and [`Tree`]: the leaves of a type's value, and how they are nested.

use super::DialectError;
use crate::map::IntTree;

/// A leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// A constant: `8`.
    Static(i64),
    /// Known at run time: `?`, `?{div=8}`, `?{i64 div=8}`.
    Dynamic {
        /// Its width in bits.
        bits: u32,
        /// What divides it.
        divisor: i64,
    },
    /// A multiple of a basis vector: `2@1`, or `2@1@0` for the vector at a nested place.
    Basis {
        /// The multiple.
        factor: i64,
        /// The place, the innermost index first.
        place: Vec<i64>,
    },
    /// All of a mode: `_`.
    All,
}

/// Nested tuples of [`Number`]s, each with the byte at which it stood when it was read.
#[derive(Clone, Debug)]
pub enum Tree {
    /// One number.
    Leaf {
        /// The number.
        number: Number,
        /// Where it stood.
        offset: usize,
    },
    /// Several trees.
    Tuple(Vec<Tree>),
}

impl PartialEq for Tree {
    /// The same numbers, wherever they stood.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Tree::Leaf { number: a, .. }, Tree::Leaf { number: b, .. }) => a == b,
            (Tree::Tuple(a), Tree::Tuple(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Tree {}

impl Tree {
    /// The tree with constants only.
    ///
    /// # Errors
    /// The first leaf that is no constant.
    pub fn integers(&self) -> Result<IntTree, DialectError> {
        match self {
            Tree::Leaf { number, offset } => {
                let why = match number {
                    Number::Static(value) => return Ok(IntTree::Leaf(*value)),
                    Number::Dynamic { .. } => "known at run time only",
                    Number::Basis { .. } => "a multiple of a basis vector",
                    Number::All => "no number",
                };
                let (number, offset) = (number.to_string(), *offset);
                Err(DialectError::NotConstant { number, offset, why })
            }
            Tree::Tuple(trees) => {
                Ok(IntTree::Tuple(trees.iter().map(Tree::integers).collect::<Result<_, _>>()?))
            }
        }
    }

    /// The one constant that it is.
    pub(super) fn integer(&self) -> Result<i64, DialectError> {
        match self.integers()? {
            IntTree::Leaf(value) => Ok(value),
            IntTree::Tuple(_) => {
                Err(DialectError::Kind { expected: "one number", found: self.to_string() })
            }
        }
    }
}

impl From<i64> for Tree {
    fn from(value: i64) -> Self {
        Tree::Leaf { number: Number::Static(value), offset: 0 }
    }
}

impl From<&IntTree> for Tree {
    /// Its depth is the caller's to limit, as a layout's is limited.
    fn from(tree: &IntTree) -> Self {
        match tree {
            IntTree::Leaf(value) => Tree::from(*value),
            IntTree::Tuple(trees) => Tree::Tuple(trees.iter().map(Tree::from).collect()),
        }
    }
}
