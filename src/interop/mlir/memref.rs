//! [`Memref`]: `memref<16x8xf16, strided<[8, 1], offset: 4>, 3>`.
//!
//! ```text
//! memref := 'memref' '<' {extent 'x'} element [',' layout] [',' memory space] '>'
//! layout := 'strided' '<' … '>' | 'affine_map' '<' … '>'
//! ```
//!
//! Without a layout the last dimension is fastest. The memory space is kept as it is written.
//! Numbers known at run time only, `?`, stand in a [`Memref<Number>`], which
//! [`dynamic`](Memref::dynamic) reads; in a memref with addresses they are refused at their place.

use std::fmt;
use std::str::FromStr;

use super::number::{constant, extent};
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
        whole(text, |cursor| Memref::read(cursor, Number::read, Number::read))
    }
}

impl<N: From<i64>> Memref<N> {
    fn read(
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
        let element = balanced(cursor);
        if element.is_empty() {
            return Err(cursor.fault(ScriptFault::Expected("an element type")));
        }
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
            space = Some(balanced(cursor)).filter(|space| !space.is_empty());
            if space.is_none() {
                return Err(cursor.fault(ScriptFault::Expected("a layout or a memory space")));
            }
        }
        cursor.expect(">")?;
        Ok(Memref { shape, element, layout, space })
    }
}

/// What stands before the next comma or closing bracket that is not inside brackets.
fn balanced(cursor: &mut Cursor<'_>) -> String {
    let mut depth = 0usize;
    let end = cursor.rest().find(|letter| {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' if depth > 0 => depth -= 1,
            ',' | '>' | ')' | ']' if depth == 0 => return true,
            _ => {}
        }
        false
    });
    let rest = cursor.rest();
    let text = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default().to_owned();
    cursor.eat(&text);
    text.trim_end().to_owned()
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
