//! [`View`]: a part of a layout, without copying it.
//!
//! The algebra reads layouts mode by mode: a division divides each mode by its own tile, a slice
//! keeps some. A view is a layout's leaves and tokens, or those of one mode.
//!
//! ```
//! use tileir::cute::Layout;
//! let layout: Layout = "(4,(2,8)):(1,(32,4))".parse()?;
//! let modes: Vec<String> = layout.view().modes().map(|m| m.to_layout().to_string()).collect();
//! assert_eq!(modes, ["4:1", "(2,8):(32,4)"]);
//! # Ok::<(), tileir::cute::CuteError>(())
//! ```

use super::blame::overflow;
use super::error::CuteError;
use super::int::Int;
use super::layout::{Layout, Leaf};
use super::profile::{Token, Tokens};
use crate::map::IntTree;

/// A part of a layout: a mode, or all of it. Copying it is cheap.
#[derive(Debug)]
pub struct View<'a, T: Int = i64> {
    pub(super) tokens: Tokens<'a>,
    pub(super) leaves: &'a [Leaf<T>],
}

impl<T: Int> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Int> Copy for View<'_, T> {}

impl<'a, T: Int> View<'a, T> {
    /// The leaves, from left to right.
    pub fn leaves(self) -> &'a [Leaf<T>] {
        self.leaves
    }

    /// The tokens of its profile.
    pub fn tokens(self) -> Tokens<'a> {
        self.tokens
    }

    /// Whether it is one leaf, without a tuple.
    pub fn is_leaf(self) -> bool {
        self.tokens.is_leaf()
    }

    /// The number of top-level modes; 1 for a leaf.
    pub fn rank(self) -> usize {
        self.modes().count()
    }

    /// The top-level modes: those of a tuple, or the leaf alone.
    pub fn modes(self) -> Modes<'a, T> {
        Modes { tokens: self.tokens.inside(), leaves: self.leaves }
    }

    /// The layout on its own.
    pub fn to_layout(self) -> Layout<T> {
        let mut layout = Layout::blank();
        layout.push_mode(self);
        layout
    }

    /// The number of coordinates; `None` where it has no form, as that of symbols may not.
    pub(super) fn checked_size(self) -> Option<T> {
        let mut leaves = self.leaves.iter();
        leaves.try_fold(T::from(1), |size, leaf| size.checked_mul(&leaf.extent))
    }

    /// The number of coordinates. In range, as the size of every layout is.
    pub fn size(self) -> T {
        self.leaves.iter().fold(T::from(1), |size, leaf| {
            size.checked_mul(&leaf.extent).unwrap_or_else(|| leaf.extent.clone())
        })
    }

    /// One more than the distance between the least and the greatest value; see
    /// [`Layout::cosize`].
    pub(super) fn cosize(self, guards: &mut T::Guards) -> Result<T, CuteError> {
        let mut cosize = T::from(1);
        let mut empty = false;
        for leaf in self.leaves {
            empty |= leaf.extent.is_zero(guards);
            if leaf.extent.is_one(guards) || empty {
                continue;
            }
            let last = leaf.extent.checked_add(&T::from(-1));
            let reach = last
                .zip(leaf.stride.magnitude(guards))
                .and_then(|(last, stride)| last.checked_mul(&stride))
                .and_then(|reach| cosize.checked_add(&reach));
            cosize = reach.ok_or_else(|| overflow("cosize", self, leaf, &cosize))?;
        }
        Ok(if empty { T::from(0) } else { cosize })
    }

    /// The value at a one-dimensional coordinate of the extended domain.
    pub(super) fn eval(self, coordinate: T, guards: &mut T::Guards) -> Result<T, CuteError> {
        let mut rest = coordinate;
        let mut sum = T::from(0);
        let last = self.leaves.len().saturating_sub(1);
        for (number, leaf) in self.leaves.iter().enumerate() {
            let overflow = |what: String| CuteError::Overflow {
                operation: "evaluation",
                operand: self.to_layout().to_string(),
                mode: self.path(number),
                what,
            };
            let digit = if number == last {
                std::mem::take(&mut rest)
            } else if leaf.extent.is_zero(guards) {
                return Err(CuteError::Empty {
                    operation: "evaluation",
                    operand: self.to_layout().to_string(),
                    mode: self.path(number),
                });
            } else {
                let (quotient, digit) = rest
                    .digits(&leaf.extent, guards)
                    .ok_or_else(|| overflow(format!("{rest} mod {}", leaf.extent)))?;
                rest = quotient;
                digit
            };
            let term = digit
                .checked_mul(&leaf.stride)
                .ok_or_else(|| overflow(format!("{digit} * {}", leaf.stride)))?;
            sum = sum.checked_add(&term).ok_or_else(|| overflow(format!("{sum} + {term}")))?;
        }
        Ok(sum)
    }

    /// The path of one of this view's leaves.
    pub(super) fn path_of(self, leaf: &Leaf<T>) -> String {
        self.path(self.leaves.iter().position(|own| std::ptr::eq(own, leaf)).unwrap_or(0))
    }

    /// The path of a leaf in this view, such as `1.0`.
    pub(super) fn path(self, leaf: usize) -> String {
        self.tokens.path(leaf)
    }
}

impl View<'_, i64> {
    /// A tree of this profile, with a number a leaf.
    pub(super) fn tree(self, number: impl Fn(&Leaf) -> i64) -> IntTree {
        let mut leaves = self.leaves.iter();
        let mut open: Vec<Vec<IntTree>> = vec![Vec::new()];
        for token in self.tokens {
            let done = match token {
                Token::Open => {
                    open.push(Vec::new());
                    continue;
                }
                Token::Leaf => leaves.next().map(|leaf| IntTree::Leaf(number(leaf))),
                Token::Close => open.pop().map(IntTree::Tuple),
            };
            if let (Some(modes), Some(done)) = (open.last_mut(), done) {
                modes.push(done);
            }
        }
        open.pop().and_then(|mut root| root.pop()).unwrap_or(IntTree::Tuple(Vec::new()))
    }
}

/// The top-level modes of a [`View`].
#[derive(Clone, Debug)]
pub struct Modes<'a, T: Int = i64> {
    tokens: Tokens<'a>,
    leaves: &'a [Leaf<T>],
}

impl<'a, T: Int> Iterator for Modes<'a, T> {
    type Item = View<'a, T>;

    fn next(&mut self) -> Option<View<'a, T>> {
        let (tokens, count) = self.tokens.split_mode()?;
        let (leaves, rest) = self.leaves.split_at_checked(count)?;
        self.leaves = rest;
        Some(View { tokens, leaves })
    }
}
