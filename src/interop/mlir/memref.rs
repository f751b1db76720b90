//! [`Memref`]: `memref<16x8xf16, strided<[8, 1], offset: 4>, 3>`.
//!
//! ```text
//! memref := 'memref' '<' {extent 'x'} element [',' layout] [',' memory space] '>'
//! layout := 'strided' '<' … '>' | 'affine_map' '<' … '>'
//! ```
//!
//! Without a layout the last dimension is fastest. The memory space is kept as it is written: a
//! number, a string or an attribute of a dialect. An alias, `#map`, may be a layout too, and is
//! refused, as the text does not say which.
//! Numbers known at run time only, `?`, stand in a [`Memref<Number>`], which
//! [`dynamic`](Memref::dynamic) reads; in a memref with addresses they are refused at their place.

use std::fmt;
use std::str::FromStr;

use super::element::{balanced, element};
use super::number::{constant, extent, integer};
use super::{AffineMap, MlirError, Number, Read, Strided, whole};
use crate::interop::script::{Cursor, ScriptFault};
use crate::map::LayoutMap;

/// The most dimensions, far more than buffers have.
const RANK: usize = 64;

/// How the elements of a memref lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemrefLayout<N = i64> {
    /// The last dimension fastest, nothing between.
    RowMajor,
    /// A stride for each dimension.
    Strided(Strided<N>),
    /// An affine map.
    Affine(AffineMap),
}

/// A memref type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memref<N = i64> {
    /// The extents.
    pub shape: Vec<N>,
    /// The element type, as it is written.
    pub element: String,
    /// The layout.
    pub layout: MemrefLayout<N>,
    /// The memory space, as it is written.
    pub space: Option<String>,
}

impl Memref {
    /// The address of an element, from `(d0, d1, …)`.
    ///
    /// # Errors
    /// A layout of another rank; a size that leaves 64 bits.
    pub fn map(&self) -> Result<LayoutMap, MlirError> {
        match &self.layout {
            MemrefLayout::Strided(strided) => strided.map(&self.shape),
            MemrefLayout::Affine(map) => map.map(&self.shape),
            MemrefLayout::RowMajor => {
                let mut rest = super::error::product("the memref", &self.shape)?;
                let strides = self.shape.iter().map(|&extent| {
                    rest = rest.checked_div(extent).unwrap_or(0);
                    rest
                });
                Strided { strides: strides.collect(), offset: 0 }.map(&self.shape)
            }
        }
    }
}

impl Memref<Number> {
    /// The memref of a text, in which numbers may be `?`.
    ///
    /// # Errors
    /// A text that makes no sense, with its place.
    pub fn dynamic(text: &str) -> Result<Self, MlirError> {
        whole(text, |cursor| Memref::read(cursor, Number::extent, Number::read))
    }
}

impl<N: From<i64>> Memref<N> {
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        extent: fn(&mut Cursor<'_>) -> Read<N>,
        number: fn(&mut Cursor<'_>) -> Read<N>,
    ) -> Read<Memref<N>> {
        cursor.expect("memref")?;
        cursor.expect("<")?;
        let mut shape = Vec::new();
        loop {
            if !cursor.rest().starts_with(|c: char| c == '?' || c.is_ascii_digit()) {
                break;
            }
            shape.push(extent(cursor)?);
            cursor.expect("x")?;
        }
        if shape.len() > RANK {
            let (what, expected, found) = ("dimensions, at most", RANK, shape.len());
            return Err(cursor.fault(ScriptFault::Count { what, expected, found }));
        }
        let element = element(cursor)?;
        let mut layout = MemrefLayout::RowMajor;
        let mut space = None;
        let mut comma = cursor.eat(",");
        if comma && cursor.eat("strided") {
            layout = MemrefLayout::Strided(Strided::read(cursor, number)?);
            comma = cursor.eat(",");
        } else if comma && cursor.eat("affine_map") {
            layout = MemrefLayout::Affine(AffineMap::read(cursor)?);
            comma = cursor.eat(",");
        }
        if comma {
            space = Some(memory_space(cursor)?);
        }
        cursor.expect(">")?;
        Ok(Memref { shape, element, layout, space })
    }
}

/// A memory space, as it is written: a number, a string or an attribute of a dialect. What an alias
/// stands for, a layout perhaps, is not in the text.
fn memory_space(cursor: &mut Cursor<'_>) -> Read<String> {
    let text = cursor.rest();
    let start = cursor.offset();
    if cursor.eat("#") {
        let name = cursor.name().unwrap_or_default();
        if !name.contains('.') || name.ends_with('.') {
            let expected = "a layout or a memory space, not an alias that is defined elsewhere";
            return Err(cursor.fault_at(start, ScriptFault::Expected(expected)));
        }
        if cursor.rest().starts_with('<') && !balanced(cursor) {
            return Err(cursor.fault(ScriptFault::Expected("a closed attribute")));
        }
    } else if let Some(string) = text.strip_prefix('"') {
        let end = string.find('"').and_then(|end| text.get(..end + 2));
        if !end.is_some_and(|whole| cursor.eat(whole)) {
            return Err(cursor.fault(ScriptFault::Expected("a closed string")));
        }
    } else if text.starts_with(|c: char| c.is_ascii_digit()) {
        integer(cursor)?;
        if cursor.eat(":") {
            element(cursor)?;
        }
    } else {
        return Err(cursor.fault(ScriptFault::Expected("a layout or a memory space")));
    }
    Ok(text.get(..cursor.offset() - start).unwrap_or_default().to_owned())
}

impl FromStr for Memref {
    type Err = MlirError;

    fn from_str(text: &str) -> Result<Self, MlirError> {
        whole(text, |cursor| Memref::read(cursor, extent, constant))
    }
}

impl<N: fmt::Display + PartialEq + From<i64>> fmt::Display for Memref<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("memref<")?;
        self.shape.iter().try_for_each(|extent| write!(f, "{extent}x"))?;
        f.write_str(&self.element)?;
        match &self.layout {
            MemrefLayout::RowMajor => {}
            MemrefLayout::Strided(strided) => write!(f, ", {strided}")?,
            MemrefLayout::Affine(map) => write!(f, ", {map}")?,
        }
        match &self.space {
            Some(space) => write!(f, ", {space}>"),
            None => f.write_str(">"),
        }
    }
}
