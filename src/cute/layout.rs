//! [`Layout`]: CuTe's hierarchical shape and stride, in a compact form.
//!
//! ```text
//! (4,(2,8)):(1,(32,4))      leaves   4:1  2:32  8:4
//!                           profile  (*,(*,*))
//! ```
//!
//! **The law.** A layout is a function on coordinates: the sum of each leaf's digit times its
//! stride. A coordinate may be nested as the shape is, or less: an integer where the shape has a
//! tuple is split into digits, the first mode fastest (colexicographic). The last digit of a
//! split is *not* reduced, so `L(i)` goes on past the size; `L(-i)` is `-L(i)`. That is CuTe's
//! extended domain, and every constructor here says what it keeps of it.
//!
//! ```
//! use tileir::cute::Layout;
//! let tiled: Layout = "(4,(2,8)):(1,(32,4))".parse()?;
//! assert_eq!((tiled.rank(), tiled.depth(), tiled.size()), (2, 2, 64));
//! assert_eq!(tiled.eval(6)?, 2 + 32);     // digits 2, 1, 0
//! assert_eq!(tiled.eval(64)?, 8 * 4);     // past the size: digits 0, 0, 8
//! # Ok::<(), tileir::cute::CuteError>(())
//! ```

use std::fmt;

use super::error::CuteError;
use super::inline::Inline;
use super::int::Int;
use super::profile::{DEPTH_LIMIT, Profile, Token};
use super::view::View;
use crate::map::IntTree;

/// One leaf: a digit's extent, and what the digit is multiplied by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Leaf<T = i64> {
    /// How many values the digit has.
    pub extent: T,
    /// What it is multiplied by.
    pub stride: T,
}

/// A run of leaves; up to eight lie inline.
pub type Leaves<T> = Inline<Leaf<T>, 8>;

/// A hierarchical shape and stride of one structure; see the source file's header.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Layout<T: Int = i64> {
    leaves: Leaves<T>,
    profile: Profile,
}

impl<T: Int> Layout<T> {
    /// The layout of one leaf, `extent:stride`.
    pub fn leaf(extent: T, stride: T) -> Self {
        Layout { leaves: [Leaf { extent, stride }].into_iter().collect(), profile: Profile::leaf() }
    }

    /// One point, at 0: `1:0`.
    pub fn unit() -> Self {
        Layout::leaf(T::from(1), T::from(0))
    }

    /// A flat layout: one leaf alone, or a tuple of several.
    pub(super) fn from_flat(leaves: Leaves<T>) -> Self {
        let mut profile = Profile::default();
        profile.push_mode(leaves.len());
        Layout { leaves, profile }
    }

    /// The layouts side by side, a mode each: CuTe's `make_layout`.
    ///
    /// # Errors
    /// A nesting deeper than the limit, or a size that leaves the range of the numbers.
    pub fn concat<'a>(modes: impl IntoIterator<Item = View<'a, T>>) -> Result<Self, CuteError>
    where
        T: 'a,
    {
        let mut result = Layout::blank();
        result.open();
        for mode in modes {
            result.push_mode(mode);
        }
        result.close();
        result.check_size("layout")?;
        Ok(result)
    }

    /// A window on the whole layout.
    pub fn view(&self) -> View<'_, T> {
        View { tokens: self.profile.tokens(), leaves: &self.leaves }
    }

    /// The leaves, from left to right.
    pub fn leaves(&self) -> &[Leaf<T>] {
        &self.leaves
    }

    /// How it is nested.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The number of top-level modes; 1 for a leaf.
    pub fn rank(&self) -> usize {
        self.view().rank()
    }

    /// How deep it is nested: 0 for a leaf.
    pub fn depth(&self) -> usize {
        self.profile.tokens().depth()
    }

    /// The number of coordinates.
    pub fn size(&self) -> T {
        self.view().size()
    }

    /// One more than the distance between the least and the greatest value: CuTe's `cosize`.
    /// 0 if there is no coordinate.
    ///
    /// # Errors
    /// A distance that leaves the range of the numbers.
    pub fn cosize(&self) -> Result<T, CuteError> {
        self.view().cosize(&mut T::Guards::default())
    }

    /// The value at a one-dimensional coordinate of the extended domain.
    ///
    /// # Errors
    /// A value that leaves the range of the numbers, or a coordinate of an empty layout.
    pub fn eval(&self, coordinate: T) -> Result<T, CuteError> {
        self.view().eval(coordinate, &mut T::Guards::default())
    }

    /// A top-level mode.
    ///
    /// # Errors
    /// A mode that the layout does not have.
    pub fn mode(&self, mode: usize) -> Result<Layout<T>, CuteError> {
        match self.view().modes().nth(mode) {
            Some(view) => Ok(view.to_layout()),
            None => {
                let (operand, rank) = (self.to_string(), self.rank());
                Err(CuteError::Mode { operation: "mode", operand, mode, rank })
            }
        }
    }
}

impl Layout {
    /// The layout `shape:stride`.
    ///
    /// # Errors
    /// Shape and stride of different structure, a negative extent, a size that leaves 64 bits,
    /// or a nesting deeper than the limit.
    pub fn new(shape: &IntTree, stride: &IntTree) -> Result<Self, CuteError> {
        if shape.depth().max(stride.depth()) > DEPTH_LIMIT {
            return Err(CuteError::Depth { limit: DEPTH_LIMIT });
        }
        let mut result = Layout::blank();
        zip_trees(shape, stride, &mut Vec::new(), &mut result)?;
        result.check_size("layout")?;
        Ok(result)
    }

    /// The layout of this shape whose strides count its coordinates, the first mode fastest;
    /// modes of extent 1 have stride 0.
    ///
    /// # Errors
    /// As [`Layout::new`].
    pub fn compact(shape: &IntTree) -> Result<Self, CuteError> {
        let mut result = Layout::new(shape, shape).map_err(|error| match error {
            CuteError::Size { operation, mode, what, .. } => {
                CuteError::Size { operation, operand: shape.to_string(), mode, what }
            }
            error => error,
        })?;
        result.compact_strides();
        Ok(result)
    }

    /// The nested shape.
    pub fn shape(&self) -> IntTree {
        self.view().tree(|leaf| leaf.extent)
    }

    /// The nested stride.
    pub fn stride(&self) -> IntTree {
        self.view().tree(|leaf| leaf.stride)
    }
}

impl<T: Int> Layout<T> {
    /// Replaces the strides by those that count the coordinates.
    pub(super) fn compact_strides(&mut self) {
        let guards = &mut T::Guards::default();
        let mut stride = T::from(1);
        for leaf in &mut self.leaves {
            if leaf.extent.is_one(guards) {
                leaf.stride = T::from(0);
            } else {
                leaf.stride = stride.clone();
                // In range: part of the layout's size. An empty mode counts as one.
                if !leaf.extent.is_zero(guards) {
                    stride = stride.checked_mul(&leaf.extent).unwrap_or(stride);
                }
            }
        }
    }

    pub(super) fn leaves_mut(&mut self) -> &mut [Leaf<T>] {
        &mut self.leaves
    }
}

/// Walks two trees of one structure; their depth is checked before.
fn zip_trees(
    shape: &IntTree,
    stride: &IntTree,
    path: &mut Vec<usize>,
    result: &mut Layout,
) -> Result<(), CuteError> {
    match (shape, stride) {
        (IntTree::Leaf(extent), IntTree::Leaf(stride)) => {
            if *extent < 0 {
                return Err(CuteError::NegativeExtent { mode: place(path), extent: *extent });
            }
            result.push_leaf(*extent, *stride);
            Ok(())
        }
        (IntTree::Tuple(extents), IntTree::Tuple(strides)) if extents.len() == strides.len() => {
            result.open();
            for (at, (extent, stride)) in extents.iter().zip(strides).enumerate() {
                path.push(at);
                zip_trees(extent, stride, path, result)?;
                path.pop();
            }
            result.close();
            Ok(())
        }
        _ => Err(CuteError::Structure {
            mode: place(path),
            shape: shape.to_string(),
            stride: stride.to_string(),
        }),
    }
}

fn place(path: &[usize]) -> String {
    if path.is_empty() {
        return "the root".to_owned();
    }
    let path: Vec<String> = path.iter().map(usize::to_string).collect();
    format!("mode {}", path.join("."))
}

/// Writing a layout from left to right: modes behind those that are there.
impl<T: Int> Layout<T> {
    /// Nothing yet: not even a root.
    pub(super) fn blank() -> Self {
        Layout { leaves: Leaves::new(), profile: Profile::default() }
    }

    pub(super) fn open(&mut self) {
        self.profile.push(Token::Open);
    }

    pub(super) fn close(&mut self) {
        self.profile.push(Token::Close);
    }

    pub(super) fn push_leaf(&mut self, extent: T, stride: T) {
        self.profile.push(Token::Leaf);
        self.leaves.push(Leaf { extent, stride });
    }

    /// A mode as it is.
    pub(super) fn push_mode(&mut self, mode: View<'_, T>) {
        self.profile.extend(mode.tokens);
        self.leaves.extend(mode.leaves.iter().cloned());
    }

    /// Leaves as one mode: one alone, or a tuple.
    pub(super) fn push_flat(&mut self, leaves: &[Leaf<T>]) {
        self.leaves.extend(leaves.iter().cloned());
        self.seal(leaves.len());
    }

    /// A leaf of a mode that [`seal`](Layout::seal) closes.
    #[inline]
    pub(super) fn piece(&mut self, extent: T, stride: T) {
        self.leaves.push(Leaf { extent, stride });
    }

    /// The last `pieces` leaves become one mode: one alone, or a tuple.
    #[inline]
    pub(super) fn seal(&mut self, pieces: usize) {
        self.profile.push_mode(pieces);
    }

    /// Refuses what is nested too deeply.
    #[inline]
    pub(super) fn check_depth(&self) -> Result<(), CuteError> {
        self.profile.check_depth()
    }

    /// Refuses what is nested too deeply, or of a size that is not in range (empty modes counted
    /// as one, so that the size of every selection of the modes is in range too).
    pub(super) fn check_size(&self, operation: &'static str) -> Result<(), CuteError> {
        let mut size = T::from(1);
        for (number, leaf) in self.leaves.iter().enumerate() {
            // As written: what a parameter leaves open is not asked here.
            if leaf.extent != T::from(0) {
                size = size.checked_mul(&leaf.extent).ok_or_else(|| {
                    let empty = self.leaves.iter().any(|leaf| leaf.extent == T::from(0));
                    let but = if empty { " (extents of 0 left out)" } else { "" };
                    CuteError::Size {
                        operation,
                        operand: self.to_string(),
                        mode: format!("{}{but}", self.view().path(number)),
                        what: format!("{} * {}", factor(&size), factor(&leaf.extent)),
                    }
                })?;
            }
        }
        self.check_depth()
    }
}

/// A number as it stands in a product.
fn factor(number: &impl fmt::Display) -> String {
    let text = number.to_string();
    if text.contains(' ') { format!("({text})") } else { text }
}
