//! [`Composed`]: a swizzle after an offset after a layout.
//!
//! ```text
//! Sw<3,4,3> o 0 o (8,64):(64,1)       value at i: Sw<3,4,3>(0 + L(i))
//! Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)      Sw<3,3,3> o 0 o (8,64):(64,1)
//! ```
//!
//! The second is how C++ prints a layout of shared memory: the swizzle is of bytes, the layout of
//! elements of the bits that the flag says. It is read as one of elements.
//!
//! **The law.** Every operation on the layout's coordinates (divisions, products, compositions,
//! coalescing, slicing) is that operation on the layout: the swizzle acts on values, and stays.
//! Recasts go through swizzle, offset and layout alike. The swizzle that moves nothing, with offset
//! 0, prints as the layout alone.
//!
//! | what else there is of it | file |
//! |---|---|
//! | results without a flat form, tiles and parts, a layout after it | `swizzled` |
//! | operations on coordinates of all kinds, also of maps without a form | `steps` |
//! | a swizzle before a layout, or after a map | `swizzles` |
//! | operations on values | `under` |
//! | inverses | `through` |
//! | whether a recast keeps elements together | `recast_law` |
//! | the greatest value | `greatest` |

use std::fmt;
use std::str::FromStr;

use super::coalesce::{coalesce, coalesce_by};
use super::composition::composition;
use super::coord::{Coord, slice};
use super::divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
use super::error::CuteError;
use super::layout::Layout;
use super::notation::Cursor;
use super::partition::tile_to_shape;
use super::recast::{downcast, upcast};
use super::swizzle::Swizzle;
use super::tiler::TilerRef;
use crate::map::{IntTree, LayoutMap};
use crate::scan::Reader;

/// A swizzle after an offset after a layout; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Composed {
    /// Applied last.
    pub swizzle: Swizzle,
    /// Added to the layout's value.
    pub offset: i64,
    /// Applied first.
    pub layout: Layout,
}

impl From<Layout> for Composed {
    fn from(layout: Layout) -> Self {
        Composed { swizzle: Swizzle::identity(), offset: 0, layout }
    }
}

impl Composed {
    /// `swizzle o 0 o layout`.
    pub fn new(swizzle: Swizzle, layout: Layout) -> Self {
        Composed { swizzle, offset: 0, layout }
    }

    /// The layout, if the swizzle and the offset do nothing.
    pub fn plain(&self) -> Option<&Layout> {
        (self.swizzle.is_identity() && self.offset == 0).then_some(&self.layout)
    }

    /// The number of coordinates.
    pub fn size(&self) -> i64 {
        self.layout.size()
    }

    /// The value at a one-dimensional coordinate.
    ///
    /// # Errors
    /// As [`Layout::eval`].
    pub fn eval(&self, coordinate: i64) -> Result<i64, CuteError> {
        self.at_value(self.layout.eval(coordinate)?)
    }

    /// The value at a nested coordinate.
    ///
    /// # Errors
    /// As [`Layout::eval_coord`].
    pub fn eval_coord(&self, coordinate: &IntTree) -> Result<i64, CuteError> {
        self.at_value(self.layout.eval_coord(coordinate)?)
    }

    /// The value where the layout's is this.
    fn at_value(&self, value: i64) -> Result<i64, CuteError> {
        let moved = value.checked_add(self.offset).ok_or_else(|| CuteError::Overflow {
            operation: "evaluation",
            operand: self.to_string(),
            mode: "offset".to_owned(),
            what: format!("{} + {value}", self.offset),
        })?;
        Ok(self.swizzle.apply(moved))
    }

    /// The same swizzle and offset after another layout.
    fn with(
        &self,
        layout: impl FnOnce(&Layout) -> Result<Layout, CuteError>,
    ) -> Result<Composed, CuteError> {
        let Composed { swizzle, offset, .. } = *self;
        Ok(Composed { swizzle, offset, layout: layout(&self.layout)? })
    }

    /// [`composition`](super::composition()) with the layout.
    ///
    /// # Errors
    /// As there; [`CuteError::NotFlat`] where there is no flat form.
    pub fn composition<'a>(&self, tiler: impl Into<TilerRef<'a>>) -> Result<Self, CuteError> {
        self.with(|layout| composition(layout, tiler)?.into_flat())
    }

    /// [`logical_divide`](super::logical_divide()) of the layout.
    ///
    /// # Errors
    /// As there; [`CuteError::NotFlat`] where there is no flat form.
    pub fn logical_divide<'a>(&self, tiler: impl Into<TilerRef<'a>>) -> Result<Self, CuteError> {
        self.with(|layout| logical_divide(layout, tiler)?.into_flat())
    }

    /// [`zipped_divide`](super::zipped_divide()) of the layout.
    ///
    /// # Errors
    /// As there; [`CuteError::NotFlat`] where there is no flat form.
    pub fn zipped_divide<'a>(&self, tiler: impl Into<TilerRef<'a>>) -> Result<Self, CuteError> {
        self.with(|layout| zipped_divide(layout, tiler)?.into_flat())
    }

    /// [`tiled_divide`](super::tiled_divide()) of the layout.
    ///
    /// # Errors
    /// As there; [`CuteError::NotFlat`] where there is no flat form.
    pub fn tiled_divide<'a>(&self, tiler: impl Into<TilerRef<'a>>) -> Result<Self, CuteError> {
        self.with(|layout| tiled_divide(layout, tiler)?.into_flat())
    }

    /// [`flat_divide`](super::flat_divide()) of the layout.
    ///
    /// # Errors
    /// As there; [`CuteError::NotFlat`] where there is no flat form.
    pub fn flat_divide<'a>(&self, tiler: impl Into<TilerRef<'a>>) -> Result<Self, CuteError> {
        self.with(|layout| flat_divide(layout, tiler)?.into_flat())
    }

    /// [`coalesce`](super::coalesce()) of the layout.
    ///
    /// # Errors
    /// None.
    pub fn coalesce(&self) -> Result<Self, CuteError> {
        self.with(coalesce)
    }

    /// [`coalesce_by`](super::coalesce_by()) of the layout.
    ///
    /// # Errors
    /// As there.
    pub fn coalesce_by(&self, profile: &IntTree) -> Result<Self, CuteError> {
        self.with(|layout| coalesce_by(layout, profile))
    }

    /// [`tile_to_shape`](super::tile_to_shape()) of the layout.
    ///
    /// # Errors
    /// As there; [`CuteError::NotFlat`] where there is no flat form.
    pub fn tile_to_shape(
        &self,
        target: &IntTree,
        order: Option<&IntTree>,
    ) -> Result<Self, CuteError> {
        self.with(|layout| tile_to_shape(layout, target, order)?.into_flat())
    }

    /// [`slice`](super::slice()) of the layout; where it begins goes into the offset.
    ///
    /// # Errors
    /// As there.
    pub fn slice(&self, coordinate: &Coord) -> Result<Self, CuteError> {
        let part = slice(coordinate, &self.layout)?;
        let moved = self.moved(part.offset).map_err(|error| error.of("slice"))?;
        Ok(Composed { layout: part.layout, ..moved })
    }

    /// The layout with a number added under the swizzle.
    ///
    /// # Errors
    /// An offset that leaves 64 bits.
    pub fn moved(&self, number: i64) -> Result<Self, CuteError> {
        let offset = self.offset.checked_add(number).ok_or_else(|| CuteError::Overflow {
            operation: "composition",
            operand: self.to_string(),
            mode: "offset".to_owned(),
            what: format!("{} + {number}", self.offset),
        })?;
        Ok(Composed { offset, ..self.clone() })
    }

    /// `factor` elements become one, in CuTe's form. Where the swizzle moves bits inside an
    /// element, that is not the same memory in wider elements;
    /// [`recast_law`](Composed::recast_law) says whether it is.
    ///
    /// # Errors
    /// As [`upcast`](super::upcast()); a factor that is no power of two; an offset that it does
    /// not divide.
    pub fn upcast(&self, factor: i64) -> Result<Self, CuteError> {
        let swizzle = self.swizzle.upcast(factor)?;
        if self.offset % factor != 0 {
            return Err(CuteError::Divisibility {
                operation: "upcast",
                operand: self.to_string(),
                mode: "offset".to_owned(),
                number: self.offset,
                divisor: factor,
                remainder: self.offset % factor,
            });
        }
        let layout = upcast(&self.layout, factor)?;
        Ok(Composed { swizzle, offset: self.offset / factor, layout })
    }

    /// One element becomes `factor`.
    ///
    /// # Errors
    /// As [`downcast`](super::downcast()); a factor that is no power of two.
    pub fn downcast(&self, factor: i64) -> Result<Self, CuteError> {
        let swizzle = self.swizzle.downcast(factor)?;
        let offset = self.offset.checked_mul(factor).ok_or_else(|| CuteError::Overflow {
            operation: "downcast",
            operand: self.to_string(),
            mode: "offset".to_owned(),
            what: format!("{} * {factor}", self.offset),
        })?;
        Ok(Composed { swizzle, offset, layout: downcast(&self.layout, factor)? })
    }

    /// The map: an axis a top-level mode.
    ///
    /// # Errors
    /// Values below 0, of which the map of a swizzle has none, or that leave 64 bits.
    pub fn to_map(&self) -> Result<LayoutMap, CuteError> {
        self.after_map(self.layout.to_map()?)
    }

    /// Swizzle and offset after a map that stands for the layout.
    pub(super) fn after_map(&self, map: LayoutMap) -> Result<LayoutMap, CuteError> {
        if self.plain().is_some() {
            return Ok(map);
        }
        let moved = LayoutMap::translate(vec![self.offset], map, None)?;
        if self.swizzle.is_identity() { Ok(moved) } else { self.swizzle.after(moved) }
    }
}

impl fmt::Display for Composed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plain() {
            Some(layout) => write!(f, "{layout}"),
            None => write!(f, "{} o {} o {}", self.swizzle, self.offset, self.layout),
        }
    }
}

impl FromStr for Composed {
    type Err = CuteError;

    fn from_str(text: &str) -> Result<Self, CuteError> {
        Cursor::whole(text, Cursor::composed)
    }
}

impl Cursor<'_> {
    /// Reads a layout, perhaps with a swizzle, an offset or both before it.
    pub(super) fn composed(&mut self) -> Result<Composed, CuteError> {
        let (mut swizzle, mut offset) = (Swizzle::identity(), 0);
        if self.peek() == Some('S') {
            swizzle = Swizzle::read(self)?;
            self.expect("o", "'o' and a layout")?;
            if self.eat("smem_ptr[") {
                swizzle = swizzle.recast(8, self.flagged_bits()?)?;
                self.expect("o", "'o' and a layout")?;
                return Ok(Composed::new(swizzle, self.layout()?));
            }
        }
        if self.at_integer() && !self.colon_follows() {
            offset = self.integer()?;
            self.expect("o", "'o' and a layout")?;
        }
        Ok(Composed { swizzle, offset, layout: self.layout()? })
    }

    /// Reads the width of an element, in bits, of a flag `smem_ptr[16b](unset)` that is begun.
    fn flagged_bits(&mut self) -> Result<i64, CuteError> {
        let bits = self.integer()?;
        self.expect("b]", "'b]' behind the bits of an element")?;
        self.expect("(unset)", "'(unset)', a pointer that is not known")?;
        Ok(bits)
    }
}
