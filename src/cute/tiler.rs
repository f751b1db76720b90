//! [`Tiler`]: what a layout is composed with or divided by, mode by mode.
//!
//! | tiler | takes of a layout |
//! |---|---|
//! | `8:2` | the coordinates 0, 2, …, 14 of the whole layout |
//! | `8` | the same as `8:1` |
//! | `(4, 8:2)` | the coordinates 0 to 3 of its first mode, `8:2` of its second |
//! | `<4:1; 8:2>` | the same in CuTe's other spelling |
//! | `_` | all of it |

use std::fmt;
use std::str::FromStr;

use super::error::CuteError;
use super::int::Int;
use super::layout::Layout;
use super::notation::Cursor;
use crate::map::IntTree;
use crate::scan::Reader;

/// A layout, an extent, or one of these for each mode; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tiler<T: Int = i64> {
    /// Everything.
    All,
    /// The first coordinates, this many.
    Extent(T),
    /// The coordinates that are the layout's values.
    Layout(Layout<T>),
    /// A tiler for each mode.
    Modes(Vec<Tiler<T>>),
}

/// A [`Tiler`] by reference, so that a layout serves as one without being copied.
#[derive(Clone, Debug)]
pub enum TilerRef<'a, T: Int = i64> {
    /// Everything.
    All,
    /// The first coordinates, this many.
    Extent(T),
    /// The coordinates that are the layout's values.
    Layout(&'a Layout<T>),
    /// A tiler for each mode.
    Modes(&'a [Tiler<T>]),
}

impl<'a, T: Int> From<&'a Tiler<T>> for TilerRef<'a, T> {
    fn from(tiler: &'a Tiler<T>) -> Self {
        match tiler {
            Tiler::All => TilerRef::All,
            Tiler::Extent(extent) => TilerRef::Extent(extent.clone()),
            Tiler::Layout(layout) => TilerRef::Layout(layout),
            Tiler::Modes(modes) => TilerRef::Modes(modes),
        }
    }
}

impl<'a, T: Int> From<&'a Layout<T>> for TilerRef<'a, T> {
    fn from(layout: &'a Layout<T>) -> Self {
        TilerRef::Layout(layout)
    }
}

impl From<i64> for TilerRef<'_, i64> {
    fn from(extent: i64) -> Self {
        TilerRef::Extent(extent)
    }
}

impl<'a, T: Int> From<&'a [Tiler<T>]> for TilerRef<'a, T> {
    fn from(modes: &'a [Tiler<T>]) -> Self {
        TilerRef::Modes(modes)
    }
}

impl From<i64> for Tiler {
    fn from(extent: i64) -> Self {
        Tiler::Extent(extent)
    }
}

impl<T: Int> From<Layout<T>> for Tiler<T> {
    fn from(layout: Layout<T>) -> Self {
        Tiler::Layout(layout)
    }
}

impl<T: Int> From<Vec<Tiler<T>>> for Tiler<T> {
    fn from(modes: Vec<Tiler<T>>) -> Self {
        Tiler::Modes(modes)
    }
}

impl From<&IntTree> for Tiler {
    /// A shape as a tiler: its extents, mode by mode. (Its depth is the caller's to limit.)
    fn from(shape: &IntTree) -> Self {
        match shape {
            IntTree::Leaf(extent) => Tiler::Extent(*extent),
            IntTree::Tuple(modes) => Tiler::Modes(modes.iter().map(Tiler::from).collect()),
        }
    }
}

/// The extent of a tiler as the layout that counts: `n:1`, and `1:0` for one.
pub(super) fn counting<T: Int>(
    operation: &'static str,
    extent: &T,
    guards: &mut T::Guards,
) -> Result<Layout<T>, CuteError> {
    if extent.is_negative(guards) {
        let number = extent.to_string();
        return Err(CuteError::Negative { operation, what: "extent", number });
    }
    let stride = if extent.is_one(guards) { 0 } else { 1 };
    Ok(Layout::leaf(extent.clone(), T::from(stride)))
}

impl<T: Int> fmt::Display for Tiler<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tiler::All => f.write_str("_"),
            Tiler::Extent(extent) => write!(f, "{extent}"),
            Tiler::Layout(layout) => write!(f, "{layout}"),
            Tiler::Modes(modes) => {
                f.write_str("<")?;
                for (at, mode) in modes.iter().enumerate() {
                    write!(f, "{}{mode}", if at == 0 { "" } else { "; " })?;
                }
                f.write_str(">")
            }
        }
    }
}

impl FromStr for Tiler {
    type Err = CuteError;

    fn from_str(text: &str) -> Result<Self, CuteError> {
        Cursor::whole(text, Cursor::tiler)
    }
}

impl Cursor<'_> {
    /// Reads a tiler. A parenthesis may begin a layout's shape or a tuple of tilers: it is a
    /// layout's if a colon follows it.
    pub(super) fn tiler(&mut self) -> Result<Tiler, CuteError> {
        if self.eat("<") {
            return self.tilers(">");
        }
        if !self.at_integer() && self.eat("_") {
            return Ok(Tiler::All);
        }
        if self.colon_follows() {
            return Ok(Tiler::Layout(self.layout()?));
        }
        if self.at_integer() {
            return Ok(Tiler::Extent(self.integer()?));
        }
        self.expect("(", "a tiler")?;
        self.tilers(")")
    }

    fn tilers(&mut self, end: &'static str) -> Result<Tiler, CuteError> {
        let separator = |cursor: &mut Self| match cursor.eat(";") {
            true => Ok(()),
            false => cursor.expect(",", "',', ';' or the end of the tuple"),
        };
        Ok(Tiler::Modes(self.modes(end, separator, Cursor::tiler)?))
    }
}
