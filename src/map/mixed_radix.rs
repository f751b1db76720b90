//! Mixed radix: CuTe's hierarchical shape and stride.
//!
//! Each top-level mode of the shape is an axis. Its coordinate is split into digits by the
//! nested shape, the first mode fastest (colexicographic), and every digit is multiplied by
//! its stride:
//!
//! ```text
//! (4,(2,8)):(1,(32,4))    axes i < 4, j < 16;  j = j0 + 2*j1
//!                         value = 1*i + 32*j0 + 4*j1
//! ```
//!
//! Source: NVIDIA CUTLASS, CuTe layout algebra.

use std::fmt;

use crate::error::{EvalError, MapError};

/// A nested tuple of integers: a shape or a stride.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IntTree {
    /// One integer.
    Leaf(i64),
    /// A tuple.
    Tuple(Vec<IntTree>),
}

impl IntTree {
    /// The top-level modes: those of a tuple, or the leaf alone.
    pub fn modes(&self) -> &[IntTree] {
        match self {
            IntTree::Leaf(_) => std::slice::from_ref(self),
            IntTree::Tuple(modes) => modes,
        }
    }

    /// How deep it is nested: 0 for a leaf.
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut pending = vec![(self, 0)];
        while let Some((tree, depth)) = pending.pop() {
            deepest = deepest.max(depth);
            if let IntTree::Tuple(modes) = tree {
                pending.extend(modes.iter().map(|mode| (mode, depth + 1)));
            }
        }
        deepest
    }

    /// Numbers from which [`decode`](IntTree::decode) reads it back.
    pub fn encode(&self, into: &mut Vec<i64>) {
        match self {
            IntTree::Leaf(value) => into.extend([0, *value]),
            IntTree::Tuple(modes) => {
                into.extend([1, modes.len() as i64]);
                for mode in modes {
                    mode.encode(into);
                }
            }
        }
    }

    /// The tree at the front of `code`, and what follows it.
    ///
    /// # Errors
    /// [`MapError::Malformed`] where the numbers encode none.
    pub fn decode(code: &[i64]) -> Result<(IntTree, &[i64]), MapError> {
        IntTree::try_decode(code, 0).ok_or(MapError::Malformed { what: "shape or stride" })
    }

    fn try_decode(code: &[i64], depth: usize) -> Option<(IntTree, &[i64])> {
        match code {
            [0, value, rest @ ..] => Some((IntTree::Leaf(*value), rest)),
            [1, count, rest @ ..] if depth < super::DEPTH_LIMIT => {
                let count = usize::try_from(*count).ok().filter(|&count| count <= rest.len())?;
                let mut modes = Vec::with_capacity(count);
                let mut rest = rest;
                for _ in 0..count {
                    let (mode, after) = IntTree::try_decode(rest, depth + 1)?;
                    modes.push(mode);
                    rest = after;
                }
                Some((IntTree::Tuple(modes), rest))
            }
            _ => None,
        }
    }
}

impl From<i64> for IntTree {
    fn from(value: i64) -> Self {
        IntTree::Leaf(value)
    }
}

impl fmt::Display for IntTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntTree::Leaf(value) => write!(f, "{value}"),
            IntTree::Tuple(modes) => {
                f.write_str("(")?;
                for (i, mode) in modes.iter().enumerate() {
                    write!(f, "{}{mode}", if i == 0 { "" } else { "," })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// One digit of a mixed-radix map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// The axis it is a digit of.
    pub axis: usize,
    /// What the coordinate is divided by before the digit is taken.
    pub divisor: i64,
    /// The digit's extent.
    pub extent: i64,
    /// What the digit is multiplied by.
    pub stride: i64,
}

/// A shape and a stride of one structure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MixedRadix {
    shape: IntTree,
    stride: IntTree,
    modes: Vec<Mode>,
}

impl MixedRadix {
    /// The map `shape:stride`.
    ///
    /// # Errors
    /// Shape and stride of different structure, a negative extent, an axis whose size leaves
    /// 64 bits, or a nesting deeper than [`DEPTH_LIMIT`](super::DEPTH_LIMIT).
    pub fn new(shape: IntTree, stride: IntTree) -> Result<Self, MapError> {
        if shape.depth().max(stride.depth()) > super::DEPTH_LIMIT {
            return Err(MapError::Depth { limit: super::DEPTH_LIMIT });
        }
        let mut modes = Vec::new();
        let mut path = Vec::new();
        let differ = MapError::Structure {
            mode: place(&path),
            shape: shape.to_string(),
            stride: stride.to_string(),
        };
        match (&shape, &stride) {
            (IntTree::Leaf(_), IntTree::Leaf(_)) => {
                add_axis(0, &shape, &stride, &mut path, &mut modes)?;
            }
            (IntTree::Tuple(extents), IntTree::Tuple(strides))
                if extents.len() == strides.len() =>
            {
                for (axis, (extent, stride)) in extents.iter().zip(strides).enumerate() {
                    path.push(axis);
                    add_axis(axis, extent, stride, &mut path, &mut modes)?;
                    path.pop();
                }
            }
            _ => return Err(differ),
        }
        Ok(MixedRadix { shape, stride, modes })
    }

    /// The nested shape.
    pub fn shape(&self) -> &IntTree {
        &self.shape
    }

    /// The nested stride.
    pub fn stride(&self) -> &IntTree {
        &self.stride
    }

    /// The digits, in the order of the shape's leaves.
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// The extent of each axis.
    pub fn extents(&self) -> Vec<i64> {
        let mut extents = vec![1; self.shape.modes().len()];
        for mode in &self.modes {
            extents[mode.axis] *= mode.extent;
        }
        extents
    }

    /// One more than the largest value, where no stride is negative and that fits 64 bits;
    /// CuTe's `cosize`.
    pub fn cosize(&self) -> Option<i64> {
        if self.modes.iter().any(|mode| mode.extent == 0) {
            return Some(0);
        }
        self.modes.iter().try_fold(1i64, |size, mode| {
            if mode.stride < 0 && mode.extent > 1 {
                return None;
            }
            size.checked_add((mode.extent - 1).checked_mul(mode.stride)?)
        })
    }

    /// The value at a point of the domain: the definition of the node.
    pub(super) fn eval(&self, point: &[i64]) -> Result<Vec<i64>, EvalError> {
        use crate::expr::BinaryOp::{Add, FloorDiv, Mod, Mul};
        let mut sum = 0;
        for (number, mode) in self.modes.iter().enumerate() {
            let digit = Mod.apply(FloorDiv.apply(point[mode.axis], mode.divisor)?, mode.extent)?;
            let added = Mul.apply(digit, mode.stride).and_then(|term| Add.apply(sum, term));
            sum = added.map_err(|error| EvalError::Mode {
                mode: self.path(number),
                extent: mode.extent,
                stride: mode.stride,
                error: Box::new(error),
            })?;
        }
        Ok(vec![sum])
    }
}

impl MixedRadix {
    /// Where the digit of this number stands in the shape: `1.0` is the first of the second mode.
    fn path(&self, number: usize) -> String {
        let mut leaves = 0;
        let mut pending = vec![(&self.shape, Vec::new())];
        while let Some((tree, path)) = pending.pop() {
            match tree {
                IntTree::Leaf(_) if leaves == number => {
                    let path: Vec<String> = path.iter().map(usize::to_string).collect();
                    return if path.is_empty() { "0".to_string() } else { path.join(".") };
                }
                IntTree::Leaf(_) => leaves += 1,
                IntTree::Tuple(modes) => {
                    pending.extend(modes.iter().enumerate().rev().map(|(at, mode)| {
                        let mut inner = path.clone();
                        inner.push(at);
                        (mode, inner)
                    }));
                }
            }
        }
        number.to_string()
    }
}

impl fmt::Display for MixedRadix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
    }
}

/// Adds the digits of one axis.
fn add_axis(
    axis: usize,
    shape: &IntTree,
    stride: &IntTree,
    path: &mut Vec<usize>,
    modes: &mut Vec<Mode>,
) -> Result<(), MapError> {
    let mut divisor = 1;
    add_digits(axis, shape, stride, path, modes, &mut divisor)
}

fn add_digits(
    axis: usize,
    shape: &IntTree,
    stride: &IntTree,
    path: &mut Vec<usize>,
    modes: &mut Vec<Mode>,
    divisor: &mut i64,
) -> Result<(), MapError> {
    match (shape, stride) {
        (IntTree::Leaf(extent), IntTree::Leaf(stride)) => {
            if *extent < 0 {
                return Err(MapError::NegativeExtent { axis: place(path), extent: *extent });
            }
            // Behind an empty mode the axis is empty and no digit is ever taken.
            modes.push(Mode { axis, divisor: (*divisor).max(1), extent: *extent, stride: *stride });
            *divisor = divisor
                .checked_mul(*extent)
                .ok_or_else(|| MapError::SizeOverflow { mode: place(path) })?;
            Ok(())
        }
        (IntTree::Tuple(extents), IntTree::Tuple(strides)) if extents.len() == strides.len() => {
            for (i, (extent, stride)) in extents.iter().zip(strides).enumerate() {
                path.push(i);
                add_digits(axis, extent, stride, path, modes, divisor)?;
                path.pop();
            }
            Ok(())
        }
        _ => Err(MapError::Structure {
            mode: place(path),
            shape: shape.to_string(),
            stride: stride.to_string(),
        }),
    }
}

/// A path of modes in words.
fn place(path: &[usize]) -> String {
    if path.is_empty() {
        return "the root".to_owned();
    }
    let path: Vec<String> = path.iter().map(usize::to_string).collect();
    format!("mode {}", path.join("."))
}
