//! The operands of a case, taken one after another, each as the kind that an operation needs.
//!
//! Whether there are too few, too many, or one of a wrong kind: the error says what the
//! operation takes.

use crate::nested::{Layout, Tree};
use crate::operand::{Composed, Operand};
use crate::operation::Tiler;
use crate::record::RecordError;

/// The operands of a case, being taken one after another.
pub struct Taken<'a> {
    name: &'a str,
    expected: &'static str,
    operands: Vec<Operand>,
}

impl<'a> Taken<'a> {
    /// The operands of the operation `name`, which takes `expected`.
    pub fn new(name: &'a str, expected: &'static str, operands: Vec<Operand>) -> Self {
        Taken { name, expected, operands }
    }

    /// What is left to take.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    fn wrong(&self) -> RecordError {
        RecordError::Operands { op: self.name.to_owned(), expected: self.expected }
    }

    /// One operand.
    ///
    /// # Errors
    /// Another number of operands, or another kind.
    pub fn one<A>(self, first: impl Fn(Operand) -> Option<A>) -> Result<A, RecordError> {
        let error = self.wrong();
        match <[Operand; 1]>::try_from(self.operands) {
            Ok([a]) => first(a).ok_or(error),
            Err(_) => Err(error),
        }
    }

    /// Two operands; the second may be missing where it may be absent.
    ///
    /// # Errors
    /// Another number of operands, or another kind.
    pub fn two<A, B>(
        mut self,
        first: impl Fn(Operand) -> Option<A>,
        second: impl Fn(Operand) -> Option<B>,
    ) -> Result<(A, B), RecordError> {
        let error = self.wrong();
        if self.operands.len() == 1 {
            self.operands.push(Operand::Absent);
        }
        match <[Operand; 2]>::try_from(self.operands) {
            Ok([a, b]) => first(a).zip(second(b)).ok_or(error),
            Err(_) => Err(error),
        }
    }

    /// A block, a shape, and an operand that may be missing.
    ///
    /// # Errors
    /// Another number of operands, or another kind.
    pub fn three(mut self) -> Result<(Composed, Tree, Operand), RecordError> {
        let error = self.wrong();
        if self.operands.len() == 2 {
            self.operands.push(Operand::Absent);
        }
        match <[Operand; 3]>::try_from(self.operands) {
            Ok([block, shape, order]) => match (Taken::map(block), Taken::tree(shape)) {
                (Some(block), Some(shape)) => Ok((block, shape, order)),
                _ => Err(error),
            },
            Err(_) => Err(error),
        }
    }

    /// A layout, perhaps under a swizzle.
    pub fn map(operand: Operand) -> Option<Composed> {
        match operand {
            Operand::Map(map) => Some(map),
            _ => None,
        }
    }

    /// A layout without a swizzle.
    pub fn layout(operand: Operand) -> Option<Layout> {
        Taken::map(operand).filter(|map| map.swizzle.is_none()).map(|map| map.layout)
    }

    /// Numbers, or the shape of a layout.
    pub fn tree(operand: Operand) -> Option<Tree> {
        match operand {
            Operand::Tree(tree) => Some(tree),
            other => Taken::layout(other).map(|layout| layout.shape),
        }
    }

    /// A tiler: a number, a layout, or one of these a mode.
    pub fn tiler(operand: Operand) -> Option<Tiler> {
        match operand {
            Operand::Tree(tree) => Some(Tiler::from(tree)),
            Operand::Modes(modes) => {
                modes.into_iter().map(Taken::tiler).collect::<Option<_>>().map(Tiler::Modes)
            }
            other => Taken::layout(other).map(Tiler::Layout),
        }
    }
}
