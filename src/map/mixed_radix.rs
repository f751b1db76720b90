//! Mixed radix: CuTe's hierarchical shape and stride.
//!
//! Each top-level mode of the shape is an axis. Its coordinate is split into digits by the
//! nested shape, the first mode fastest (colexicographic), and every digit is multiplied by
//! its stride:
//!
//! ```text
//! (4,(2,8)):(1,(32,4))    axes i < 4, j < 16;  j = j0 + 2*j1
//!                         value = 1*i + 32*j0 + 4*j1
//! (4,(2,8)):(1@m,(1@n,4@m+2@n))
//!                         m = 1*i + 4*j1,  n = 1*j0 + 2*j1
//! ```
//!
//! A stride is a vector with a component for each codomain axis (CuTe's `E<0>`, written with the
//! axis's name); with a single axis it is a number.
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// The axis it is a digit of.
    pub axis: usize,
    /// What the coordinate is divided by before the digit is taken.
    pub divisor: i64,
    /// The digit's extent.
    pub extent: i64,
    /// What the digit is multiplied by, for each codomain axis.
    pub strides: Vec<i64>,
}

/// A shape, and a stride of its structure for each codomain axis.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MixedRadix {
    shape: IntTree,
    strides: Vec<IntTree>,
    modes: Vec<Mode>,
}

impl MixedRadix {
    /// The map `shape:stride` into one axis.
    ///
    /// # Errors
    /// As [`MixedRadix::with_strides`].
    pub fn new(shape: IntTree, stride: IntTree) -> Result<Self, MapError> {
        MixedRadix::with_strides(shape, vec![stride])
    }

    /// The map whose value on codomain axis `k` is `shape:strides[k]`.
    ///
    /// # Errors
    /// Shape and stride of different structure, a negative extent, an axis whose size leaves
    /// 64 bits, or a nesting deeper than [`DEPTH_LIMIT`](super::DEPTH_LIMIT).
    pub fn with_strides(shape: IntTree, strides: Vec<IntTree>) -> Result<Self, MapError> {
        if strides.iter().chain([&shape]).any(|tree| tree.depth() > super::DEPTH_LIMIT) {
            return Err(MapError::Depth { limit: super::DEPTH_LIMIT });
        }
        let mut modes = Vec::new();
        let mut path = Vec::new();
        let axes = shape.modes();
        for (axis, extent) in axes.iter().enumerate() {
            let nested = matches!(shape, IntTree::Tuple(_));
            let own = strides.iter().map(|stride| match stride {
                IntTree::Tuple(modes) if nested && modes.len() == axes.len() => modes.get(axis),
                IntTree::Leaf(_) if !nested => Some(stride),
                _ => None,
            });
            let Some(own) = own.collect::<Option<Vec<&IntTree>>>() else {
                return Err(differ(&[], &shape, &strides.iter().collect::<Vec<_>>()));
            };
            if nested {
                path.push(axis);
            }
            add_digits(axis, extent, &own, &mut path, &mut modes, &mut 1)?;
            path.clear();
        }
        if axes.is_empty()
            && let Some(stride) = strides.iter().find(|stride| !stride.modes().is_empty())
        {
            return Err(differ(&[], &shape, &[stride]));
        }
        Ok(MixedRadix { shape, strides, modes })
    }

    /// The nested shape.
    pub fn shape(&self) -> &IntTree {
        &self.shape
    }

    /// The nested stride of each codomain axis.
    pub fn strides(&self) -> &[IntTree] {
        &self.strides
    }

    /// The nested stride, where there is one codomain axis.
    pub fn stride(&self) -> Option<&IntTree> {
        match self.strides.as_slice() {
            [stride] => Some(stride),
            _ => None,
        }
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

    /// One more than the largest value on a codomain axis, where no stride is negative and that
    /// fits 64 bits; CuTe's `cosize`.
    pub fn cosize(&self, codomain_axis: usize) -> Option<i64> {
        if self.modes.iter().any(|mode| mode.extent == 0) {
            return Some(0);
        }
        self.modes.iter().try_fold(1i64, |size, mode| {
            let stride = *mode.strides.get(codomain_axis)?;
            if stride < 0 && mode.extent > 1 {
                return None;
            }
            size.checked_add((mode.extent - 1).checked_mul(stride)?)
        })
    }

    /// The value at a point of the domain: the definition of the node.
    pub(super) fn eval(&self, point: &[i64]) -> Result<Vec<i64>, EvalError> {
        use crate::expr::BinaryOp::{Add, FloorDiv, Mod, Mul};
        let mut sums = vec![0; self.strides.len()];
        for (number, mode) in self.modes.iter().enumerate() {
            let digit = Mod.apply(FloorDiv.apply(point[mode.axis], mode.divisor)?, mode.extent)?;
            for (sum, &stride) in sums.iter_mut().zip(&mode.strides) {
                let added = Mul.apply(digit, stride).and_then(|term| Add.apply(*sum, term));
                *sum = added.map_err(|error| EvalError::Mode {
                    mode: self.path(number),
                    extent: mode.extent,
                    stride,
                    error: Box::new(error),
                })?;
            }
        }
        Ok(sums)
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

/// Adds the digits of one axis, below the mode at `path`.
fn add_digits(
    axis: usize,
    shape: &IntTree,
    strides: &[&IntTree],
    path: &mut Vec<usize>,
    modes: &mut Vec<Mode>,
    divisor: &mut i64,
) -> Result<(), MapError> {
    match shape {
        IntTree::Leaf(extent) => {
            let leaf = |stride: &&IntTree| match stride {
                IntTree::Leaf(stride) => Some(*stride),
                IntTree::Tuple(_) => None,
            };
            let Some(own) = strides.iter().map(leaf).collect() else {
                return Err(differ(path, shape, strides));
            };
            if *extent < 0 {
                return Err(MapError::NegativeExtent { axis: place(path), extent: *extent });
            }
            // Behind an empty mode the axis is empty and no digit is ever taken.
            modes.push(Mode { axis, divisor: (*divisor).max(1), extent: *extent, strides: own });
            *divisor = divisor.checked_mul(*extent).ok_or_else(|| MapError::SizeOverflow {
                mode: place(path),
                what: format!("{divisor} * {extent}"),
            })?;
            Ok(())
        }
        IntTree::Tuple(extents) => {
            for (at, extent) in extents.iter().enumerate() {
                let below = strides.iter().map(|stride| match stride {
                    IntTree::Tuple(modes) if modes.len() == extents.len() => modes.get(at),
                    _ => None,
                });
                let Some(below) = below.collect::<Option<Vec<&IntTree>>>() else {
                    return Err(differ(path, shape, strides));
                };
                path.push(at);
                add_digits(axis, extent, &below, path, modes, divisor)?;
                path.pop();
            }
            let empty = |stride: &&IntTree| **stride == IntTree::Tuple(Vec::new());
            if extents.is_empty() && !strides.iter().all(empty) {
                return Err(differ(path, shape, strides));
            }
            Ok(())
        }
    }
}

/// That the strides at a path do not have the structure of the shape there.
fn differ(path: &[usize], shape: &IntTree, strides: &[&IntTree]) -> MapError {
    let same = |stride: &&&IntTree| match (shape, **stride) {
        (IntTree::Leaf(_), IntTree::Leaf(_)) => true,
        (IntTree::Tuple(a), IntTree::Tuple(b)) => a.len() == b.len(),
        _ => false,
    };
    let stride = strides.iter().find(|stride| !same(stride)).or(strides.first());
    MapError::Structure {
        mode: place(path),
        shape: shape.to_string(),
        stride: stride.map(|stride| stride.to_string()).unwrap_or_default(),
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
