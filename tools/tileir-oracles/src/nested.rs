//! The runner's own shape:stride arithmetic: obvious, checked, and shared with nobody.
//!
//! A definition that used the library under test would agree with its mistakes. So this file
//! knows just enough to evaluate a layout at one point:
//!
//! ```text
//! (4,(2,8)):(1,(32,4))     digits of i: i % 4, i / 4 % 2, i / 8       (first leaf fastest)
//! value at 13              1*1 + 1*32 + 1*4 = 37
//! Sw<B,M,S>(x)             x xor (B bits of x, those S above bit M, moved S down)
//! ```
//!
//! **The law.** Only the last leaf is left unreduced: a layout extends past its size, as in
//! CuTe, and below 0, where division truncates and so `L(-i) = -L(i)`. Overflow, and a division
//! by an extent of zero, are errors at that point.

use std::fmt;

/// A value, or why there is none at that point.
pub type Eval<T> = Result<T, String>;

/// A nested tuple of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// One integer.
    Leaf(i64),
    /// A tuple.
    Tuple(Vec<Tree>),
}

impl Tree {
    /// The top-level modes: those of a tuple, or the leaf alone.
    pub fn modes(&self) -> &[Tree] {
        match self {
            Tree::Leaf(_) => std::slice::from_ref(self),
            Tree::Tuple(modes) => modes,
        }
    }

    /// Every integer, left to right. Trees come from JSON, which bounds how deep they nest.
    pub fn leaves(&self) -> Vec<i64> {
        match self {
            Tree::Leaf(value) => vec![*value],
            Tree::Tuple(modes) => modes.iter().flat_map(Tree::leaves).collect(),
        }
    }

    /// The product of the leaves.
    pub fn product(&self) -> Eval<i64> {
        self.leaves().into_iter().try_fold(1, times)
    }

    /// Whether the two nest alike.
    pub fn congruent(&self, other: &Tree) -> bool {
        match (self, other) {
            (Tree::Leaf(_), Tree::Leaf(_)) => true,
            (Tree::Tuple(a), Tree::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.congruent(b))
            }
            _ => false,
        }
    }
}

/// A shape with its strides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How far each mode runs.
    pub shape: Tree,
    /// What a step of each mode adds.
    pub stride: Tree,
}

impl Layout {
    /// `extent:stride`.
    pub fn mode(extent: i64, stride: i64) -> Self {
        Layout { shape: Tree::Leaf(extent), stride: Tree::Leaf(stride) }
    }

    /// The leaves, as extent and stride.
    pub fn flat(&self) -> Eval<Vec<(i64, i64)>> {
        if !self.shape.congruent(&self.stride) {
            return Err(format!("{self}: the shape and the stride nest differently"));
        }
        let pairs: Vec<_> = self.shape.leaves().into_iter().zip(self.stride.leaves()).collect();
        match pairs.iter().find(|(extent, _)| *extent < 0) {
            Some((extent, _)) => Err(format!("{self}: the extent {extent} is negative")),
            None => Ok(pairs),
        }
    }

    /// The number of points.
    pub fn size(&self) -> Eval<i64> {
        self.shape.product()
    }

    /// The top-level modes, each a layout.
    pub fn top(&self) -> Vec<Layout> {
        let pairs = self.shape.modes().iter().zip(self.stride.modes());
        pairs.map(|(s, d)| Layout { shape: s.clone(), stride: d.clone() }).collect()
    }

    /// One more than the distance between the least and the greatest value.
    pub fn cosize(&self) -> Eval<i64> {
        let modes = self.flat()?;
        if modes.iter().any(|(extent, _)| *extent == 0) {
            return Ok(0);
        }
        modes.iter().try_fold(1, |total, &(extent, stride)| {
            plus(total, times(extent - 1, stride.checked_abs().ok_or("overflow")?)?)
        })
    }
}

/// The value of flat modes at `i`, the last one unreduced.
pub fn value_of(modes: &[(i64, i64)], i: i64) -> Eval<i64> {
    let Some((&(_, open), reduced)) = modes.split_last() else {
        return Ok(0);
    };
    let (mut rest, mut total) = (i, 0);
    for &(extent, stride) in reduced {
        let digit = rest.checked_rem(extent).ok_or("a mode of extent 0 has no digits")?;
        total = plus(total, times(digit, stride)?)?;
        rest /= extent;
    }
    plus(total, times(rest, open)?)
}

/// CuTe's XOR of one field of bits into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swizzle {
    /// How many bits.
    pub bits: i64,
    /// The lowest bit of the lower field.
    pub base: i64,
    /// How far apart the fields are; negative if the lower one is the source.
    pub shift: i64,
}

impl Swizzle {
    /// `x` with the source field XORed into the other.
    pub fn apply(self, x: i64) -> Eval<i64> {
        let Swizzle { bits, base, shift } = self;
        let reach = bits.saturating_add(base).saturating_add(shift.saturating_abs());
        if bits < 0 || base < 0 || reach > 62 {
            return Err(format!("Sw<{bits},{base},{shift}> leaves 63 bits"));
        }
        let field = ((1i64 << bits) - 1) << base;
        Ok(match shift {
            0.. => x ^ ((x >> shift) & field),
            _ => x ^ ((x & field) << -shift),
        })
    }
}

/// The sum, or an error.
pub fn plus(a: i64, b: i64) -> Eval<i64> {
    a.checked_add(b).ok_or_else(|| format!("{a} + {b} overflows"))
}

/// The product, or an error.
pub fn times(a: i64, b: i64) -> Eval<i64> {
    a.checked_mul(b).ok_or_else(|| format!("{a} * {b} overflows"))
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Leaf(value) => write!(f, "{value}"),
            Tree::Tuple(modes) => {
                f.write_str("(")?;
                for (i, mode) in modes.iter().enumerate() {
                    write!(f, "{}{mode}", if i == 0 { "" } else { "," })?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_extends_past_its_size() {
        let modes = [(4, 1), (2, 32), (8, 4)];
        assert_eq!(value_of(&modes, 13), Ok(37));
        assert_eq!(value_of(&modes, 64), Ok(32));
        assert!(value_of(&[(0, 1), (2, 1)], 1).is_err());
    }

    #[test]
    fn a_swizzle_goes_both_ways() {
        assert_eq!(Swizzle { bits: 1, base: 0, shift: 1 }.apply(2), Ok(3));
        assert_eq!(Swizzle { bits: 3, base: 0, shift: -6 }.apply(5), Ok(5 | 5 << 6));
        assert!(Swizzle { bits: 60, base: 3, shift: 1 }.apply(0).is_err());
    }
}
