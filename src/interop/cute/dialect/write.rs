//! How types are printed.

use std::fmt;

use super::{CuteType, Number, Outer, ShapeStride, Tree};
use crate::cute::Swizzle;

impl fmt::Display for CuteType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CuteType::Layout(layout) => write!(f, "!cute.layout<\"{layout}\">"),
            CuteType::Composed(outer, offset, layout) => {
                write!(f, "!cute.composed_layout<\"{outer} o {offset} o {layout}\">")
            }
            CuteType::Swizzle(swizzle) => write!(f, "!cute.swizzle<\"{}\">", Short(swizzle)),
            CuteType::Shape(tree) => write!(f, "!cute.shape<\"{tree}\">"),
            CuteType::Stride(tree) => write!(f, "!cute.stride<\"{tree}\">"),
            CuteType::IntTuple(tree) => write!(f, "!cute.int_tuple<\"{tree}\">"),
            CuteType::Coord(tree) => write!(f, "!cute.coord<\"{tree}\">"),
            CuteType::Tile(modes) => {
                f.write_str("!cute.tile<\"[")?;
                for (at, mode) in modes.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { ";" })?;
                    match mode {
                        None => f.write_str("_")?,
                        Some(layout) => write!(f, "{layout}")?,
                    }
                }
                f.write_str("]\">")
            }
        }
    }
}

/// A swizzle as the dialect writes it: `S<3,4,3>`.
struct Short<'a>(&'a Swizzle);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S<{},{},{}>", self.0.bits(), self.0.base(), self.0.shift())
    }
}

impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outer::Swizzle(swizzle) => write!(f, "{}", Short(swizzle)),
            Outer::Layout(layout) => write!(f, "{layout}"),
        }
    }
}

impl fmt::Display for ShapeStride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Leaf { number, .. } => write!(f, "{number}"),
            Tree::Tuple(trees) => {
                f.write_str("(")?;
                for (at, tree) in trees.iter().enumerate() {
                    write!(f, "{}{tree}", if at == 0 { "" } else { "," })?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Static(value) => write!(f, "{value}"),
            Number::Dynamic { bits: 32, divisor: 1 } => f.write_str("?"),
            Number::Dynamic { bits: 32, divisor } => write!(f, "?{{div={divisor}}}"),
            Number::Dynamic { bits, divisor: 1 } => write!(f, "?{{i{bits}}}"),
            Number::Dynamic { bits, divisor } => write!(f, "?{{i{bits} div={divisor}}}"),
            Number::Basis { factor, place } => {
                write!(f, "{factor}")?;
                place.iter().try_for_each(|index| write!(f, "@{index}"))
            }
            Number::All => f.write_str("_"),
        }
    }
}
