//! The types of CuTe's MLIR dialect that hold a value.
//!
//! ```text
//! !cute.layout<"(4,8):(1,4)">                       !cute.shape<"(4,(2,?))">
//! !cute.composed_layout<"S<3,4,3> o 0 o 8:1">       !cute.stride<"(?{i64 div=8},1)">
//! !cute.swizzle<"S<3,4,3>">                         !cute.int_tuple<"(1,2,3)">
//! !cute.tile<"[4:1;_]">                             !cute.coord<"(_,0)">
//! ```
//!
//! The value is the type: [`CuteType`] reads it and prints it. A number that is known only at
//! run time stands as `?`, with its width where that is not 32 bits and what divides it where
//! that is known: [`Number::Dynamic`]. A stride may be a multiple of a basis vector, `2@1`:
//! [`Number::Basis`]. Neither is a number of [`crate::cute`]'s layouts, so that
//! [`CuteType::layout`] and its like name the first one they meet.
//!
//! ```
//! use tileir::interop::cute::dialect::CuteType;
//! let read: CuteType = r#"!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">"#.parse()?;
//! assert_eq!(read.composed()?.to_string(), "Sw<3,4,3> o 0 o (8,64):(64,1)");
//! let dynamic: CuteType = r#"!cute.layout<"(?,8):(8,1)">"#.parse()?;
//! assert_eq!(
//!     dynamic.layout().unwrap_err().to_string(),
//!     "'?' at byte 15 of the type is known at run time only"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **The law.** What is printed is read back equal; a layout printed as a type, read and asked
//! for its layout is that layout.

mod error;
mod number;
mod read;
mod write;

pub use error::{DialectError, Fault};
pub use number::{Number, Tree};

use crate::cute::{Composed, Layout, Swizzle, Tiler};

/// A type of the dialect with the value that it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CuteType {
    /// `!cute.layout`.
    Layout(ShapeStride),
    /// `!cute.composed_layout`: a swizzle or a layout after an offset after a layout.
    Composed(Outer, Tree, ShapeStride),
    /// `!cute.swizzle`.
    Swizzle(Swizzle),
    /// `!cute.shape`.
    Shape(Tree),
    /// `!cute.stride`.
    Stride(Tree),
    /// `!cute.int_tuple`.
    IntTuple(Tree),
    /// `!cute.coord`.
    Coord(Tree),
    /// `!cute.tile`: a layout for each mode, `None` for all of it.
    Tile(Vec<Option<ShapeStride>>),
}

/// A shape and a stride.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeStride {
    /// The shape.
    pub shape: Tree,
    /// The stride, of the same structure.
    pub stride: Tree,
}

/// What is applied last in a composed layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outer {
    /// A swizzle.
    Swizzle(Swizzle),
    /// A layout.
    Layout(ShapeStride),
}

impl CuteType {
    /// The layout, of a `!cute.layout`.
    ///
    /// # Errors
    /// Another type; a number known at run time only; a shape and stride that make no layout.
    pub fn layout(&self) -> Result<Layout, DialectError> {
        match self {
            CuteType::Layout(layout) => layout.layout(),
            _ => Err(self.other("!cute.layout")),
        }
    }

    /// The composed layout, of a `!cute.composed_layout` with a swizzle, or a `!cute.layout`.
    ///
    /// # Errors
    /// Another type, or a layout as what is applied last; else as [`layout`](CuteType::layout).
    pub fn composed(&self) -> Result<Composed, DialectError> {
        match self {
            CuteType::Layout(layout) => Ok(Composed::from(layout.layout()?)),
            CuteType::Composed(Outer::Swizzle(swizzle), offset, layout) => {
                let (swizzle, offset, layout) = (*swizzle, offset.integer()?, layout.layout()?);
                Ok(Composed { swizzle, offset, layout })
            }
            _ => Err(self.other("!cute.composed_layout with a swizzle")),
        }
    }

    /// The tiler, of a `!cute.tile`.
    ///
    /// # Errors
    /// Another type; else as [`layout`](CuteType::layout).
    pub fn tiler(&self) -> Result<Tiler, DialectError> {
        match self {
            CuteType::Tile(modes) => {
                let mode = |mode: &Option<ShapeStride>| match mode {
                    None => Ok(Tiler::All),
                    Some(layout) => layout.layout().map(Tiler::Layout),
                };
                Ok(Tiler::Modes(modes.iter().map(mode).collect::<Result<_, DialectError>>()?))
            }
            _ => Err(self.other("!cute.tile")),
        }
    }

    fn other(&self, expected: &'static str) -> DialectError {
        DialectError::Kind { expected, found: self.to_string() }
    }
}

impl ShapeStride {
    fn layout(&self) -> Result<Layout, DialectError> {
        Ok(Layout::new(&self.shape.integers()?, &self.stride.integers()?)?)
    }
}

impl From<&Layout> for CuteType {
    fn from(layout: &Layout) -> Self {
        CuteType::Layout(ShapeStride::from(layout))
    }
}

impl From<&Composed> for CuteType {
    fn from(composed: &Composed) -> Self {
        CuteType::Composed(
            Outer::Swizzle(composed.swizzle),
            Tree::from(composed.offset),
            ShapeStride::from(&composed.layout),
        )
    }
}

impl From<&Layout> for ShapeStride {
    fn from(layout: &Layout) -> Self {
        ShapeStride { shape: Tree::from(&layout.shape()), stride: Tree::from(&layout.stride()) }
    }
}
