//! Who is named in an error: the operation that was asked for, with the numbers at fault.
//!
//! Operations are made of operations: a division composes, a product fills a complement. A step that
//! goes wrong names itself; whoever called it puts its own name there, and keeps all else:
//!
//! ```text
//! in peel          composition: in mode 0 of (4,6):(4611686018427387904,1), 2 * 461… leaves 64 bits
//! tiled_divide     tiled_divide: in mode 0 of (4,6):(4611686018427387904,1), 2 * 461… leaves 64 bits
//! by mode          tiled_divide: in mode 1 of (3,(4,6)):(…): in mode 0 of (4,6):(…), 2 * 461… …
//! ```
//!
//! **The law.** The arithmetic that is shown is the one that leaves 64 bits, over numbers that stand in
//! the operand that is shown.

use super::error::CuteError;
use super::int::Int;
use super::layout::{Layout, Leaf};
use super::view::View;

impl CuteError {
    /// The error as one of the operation that was asked for.
    ///
    /// ```
    /// use tileir::cute::{Layout, upcast};
    /// let error = upcast(&"4:6".parse::<Layout>()?, 4).unwrap_err();
    /// assert!(error.of("recast").to_string().starts_with("recast: in mode 0 of 4:6, 4 does not"));
    /// # Ok::<(), tileir::cute::CuteError>(())
    /// ```
    #[cold]
    #[must_use]
    pub fn of(mut self, name: &'static str) -> Self {
        if let CuteError::Inside { error, .. } | CuteError::NoMember { error, .. } = &mut self
            && let Some(operation) = error.operation_mut()
        {
            *operation = name;
        }
        if let Some(operation) = self.operation_mut() {
            *operation = name;
        }
        self
    }

    /// What is wrong with the mode by itself, if it is one of [`CuteError::Inside`].
    pub fn root(&self) -> &CuteError {
        match self {
            CuteError::Inside { error, .. } => error,
            error => error,
        }
    }

    /// The error as one of this mode of `operand`.
    #[cold]
    pub(super) fn inside(mut self, operand: &impl ToString, mode: usize) -> Self {
        let operand = operand.to_string();
        match self {
            CuteError::Inside { operation, mode: below, error, .. } => {
                let mode = format!("{mode}.{below}");
                CuteError::Inside { operation, operand, mode, error }
            }
            _ => match self.operation_mut() {
                Some(&mut operation) => {
                    let (mode, error) = (mode.to_string(), Box::new(self));
                    CuteError::Inside { operation, operand, mode, error }
                }
                None => self,
            },
        }
    }

    /// What was computed, of errors that say it.
    fn operation_mut(&mut self) -> Option<&mut &'static str> {
        match self {
            CuteError::Size { operation, .. }
            | CuteError::Overflow { operation, .. }
            | CuteError::Mode { operation, .. }
            | CuteError::Rank { operation, .. }
            | CuteError::Empty { operation, .. }
            | CuteError::NegativeIndex { operation, .. }
            | CuteError::Negative { operation, .. }
            | CuteError::NegativeStride { operation, .. }
            | CuteError::Overlap { operation, .. }
            | CuteError::Divisibility { operation, .. }
            | CuteError::Indivisible { operation, .. }
            | CuteError::Carry { operation, .. }
            | CuteError::Collision { operation, .. }
            | CuteError::Points { operation, .. }
            | CuteError::NoValue { operation, .. }
            | CuteError::NotOnto { operation, .. }
            | CuteError::NotAdjacent { operation, .. }
            | CuteError::NotPositive { operation, .. }
            | CuteError::Coordinate { operation, .. }
            | CuteError::Outside { operation, .. }
            | CuteError::Swizzle { operation, .. }
            | CuteError::Inside { operation, .. } => Some(operation),
            CuteError::Structure { .. }
            | CuteError::NegativeExtent { .. }
            | CuteError::Depth { .. }
            | CuteError::Notation { .. }
            | CuteError::DeepNotation { .. }
            | CuteError::Search { .. }
            | CuteError::NoMember { .. }
            | CuteError::Contradiction { .. }
            | CuteError::NotFlat(_)
            | CuteError::Map(_)
            | CuteError::NotALayout { .. } => None,
        }
    }

    /// What it says behind the name of the operation.
    pub(super) fn unnamed(&self) -> String {
        let text = self.to_string();
        match self.clone().operation_mut() {
            Some(operation) => match text.strip_prefix(&format!("{operation}: ")) {
                Some(rest) => rest.to_owned(),
                None => text,
            },
            None => text,
        }
    }
}

/// The error of a leaf whose reach, added to that of others, leaves the range of the numbers.
#[cold]
pub(super) fn overflow<T: Int>(
    operation: &'static str,
    view: View<'_, T>,
    leaf: &Leaf<T>,
    others: &T,
) -> CuteError {
    let Leaf { extent, stride } = leaf;
    let (others, mut stride) = (others.to_string(), stride.to_string());
    if stride.starts_with('-') {
        stride = format!("|{stride}|");
    }
    let added = if others == "0" { String::new() } else { format!("{others} + ") };
    CuteError::Overflow {
        operation,
        operand: view.to_layout().to_string(),
        mode: view.path_of(leaf),
        what: format!("{added}({extent} - 1) * {stride}"),
    }
}

/// As [`overflow`], of a layout that a composition comes to.
#[cold]
pub(super) fn overflow_of_result<T: Int>(
    result: &Layout<T>,
    leaf: &Leaf<T>,
    others: &T,
) -> CuteError {
    let mut error = overflow("composition", result.view(), leaf, others);
    if let CuteError::Overflow { operand, .. } = &mut error {
        *operand = format!("the result {operand}");
    }
    error
}

/// The error of a step in a mode of `outer` whose stride leaves the range of the numbers. `outer` is
/// `whole` with its modes merged; where that merged some, it is what is shown.
#[cold]
pub(super) fn too_long<T: Int>(
    whole: View<'_, T>,
    outer: &[Leaf<T>],
    number: usize,
    step: &T,
) -> CuteError {
    let shown = match outer.len() == whole.leaves().len() {
        true => whole.to_layout(),
        false => Layout::from_flat(outer.iter().cloned().collect()),
    };
    let stride = outer.get(number).map_or_else(T::default, |mode| mode.stride.clone());
    CuteError::Overflow {
        operation: "composition",
        mode: shown.view().path(number),
        operand: shown.to_string(),
        what: format!("{step} * {stride}"),
    }
}
