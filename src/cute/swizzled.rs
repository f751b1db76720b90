//! [`Swizzled`]: what becomes of a swizzled layout, with or without a form.
//!
//! An operation on coordinates is done to the layout, and swizzle and offset come after it. Where
//! the layout's result has no shape and stride, it is a map all the same, and so is this:
//!
//! ```text
//! Sw<3,4,3> o (4,6,8):(2,3,5), then 6:3      Sw<3,4,3> after the map 0 6 7 8 9 15
//! (8,8):(8,1) o (Sw<3,0,3> o 64:1)           a layout after a swizzle: always a map
//! ```
//!
//! | operation `f` | exact result |
//! |---|---|
//! | a composition, a division, a product | `w.after(f(&w.layout, …)?)` |
//! | `local_tile`, `local_partition` | [`Composed::local_tile`], [`Composed::local_partition`] |
//! | a plain layout after it | [`Composed::then`] |
//!
//! **The law.** At each coordinate the value is `Sw(offset + f(L)(x))`. A layout alone is a
//! [`Composed`] too, so that its tiles without a form are found here as well.

use std::fmt;

use super::coalesce::open_ended;
use super::composed::Composed;
use super::composition::Composition;
use super::convert::{map_from, one_axis_map};
use super::coord::{Coord, Slice, slice};
use super::error::CuteError;
use super::form::Form;
use super::layout::{Layout, Leaf};
use super::not_flat::NotFlat;
use super::partition::{partition_form, tile_form};
use super::tiler::TilerRef;
use crate::index_set::IndexSet;
use crate::map::LayoutMap;

/// A swizzle after an offset after a layout, or after a map where there is no layout.
#[derive(Clone, Debug, PartialEq)]
pub enum Swizzled {
    /// The form.
    Composed(Composed),
    /// A map of maps, exact on the domain.
    Dag {
        /// The map; its domain has an axis a top-level mode.
        map: LayoutMap,
        /// Why the layout under the swizzle has no flat form.
        why: Box<NotFlat>,
    },
}

impl Swizzled {
    /// The form, or the error that there is none.
    ///
    /// # Errors
    /// [`CuteError::NotFlat`], with the reason.
    pub fn into_composed(self) -> Result<Composed, CuteError> {
        match self {
            Swizzled::Composed(composed) => Ok(composed),
            Swizzled::Dag { why, .. } => Err(CuteError::NotFlat(why)),
        }
    }

    /// The map: an axis a top-level mode.
    ///
    /// # Errors
    /// As [`Composed::to_map`].
    pub fn to_map(&self) -> Result<LayoutMap, CuteError> {
        match self {
            Swizzled::Composed(composed) => composed.to_map(),
            Swizzled::Dag { map, .. } => Ok(map.clone()),
        }
    }
}

impl Composed {
    /// Swizzle and offset after what an operation made of the layout.
    ///
    /// ```
    /// use tileir::cute::{Composed, Layout, composition};
    /// let whole: Composed = "Sw<3,4,3> o (4,6,8):(2,3,5)".parse()?;
    /// let result = whole.after(composition(&whole.layout, &"6:3".parse::<Layout>()?)?)?;
    /// assert_eq!(result.to_map()?.eval(&[2])?, [7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Composed::to_map`], where it is a map.
    pub fn after(&self, result: Composition) -> Result<Swizzled, CuteError> {
        let Composed { swizzle, offset, .. } = *self;
        Ok(match result {
            Composition::Flat(layout) => Swizzled::Composed(Composed { swizzle, offset, layout }),
            Composition::Dag { map, why } => Swizzled::Dag { map: self.after_map(map)?, why },
        })
    }

    /// [`local_tile`](super::local_tile()) of the layout; where it begins goes into the offset.
    ///
    /// # Errors
    /// As there, but for a result without a flat form.
    pub fn local_tile<'a>(
        &self,
        tiler: impl Into<TilerRef<'a>>,
        coordinate: &Coord,
    ) -> Result<Swizzled, CuteError> {
        let tile = tile_form(&self.layout, &tiler.into(), coordinate);
        let tile = tile.and_then(|(form, coordinate)| self.cut(form, &coordinate));
        tile.map_err(|error| error.of("local_tile"))
    }

    /// [`local_partition`](super::local_partition()) of the layout; where it begins goes into the
    /// offset.
    ///
    /// # Errors
    /// As there, but for a result without a flat form.
    pub fn local_partition(&self, threads: &Layout, index: i64) -> Result<Swizzled, CuteError> {
        let part = partition_form(&self.layout, threads, index);
        let part = part.and_then(|(form, coordinate)| self.cut(form, &coordinate));
        part.map_err(|error| error.of("local_partition"))
    }

    /// The part of a form of the layout at a coordinate.
    fn cut(&self, form: Form<i64>, coordinate: &Coord) -> Result<Swizzled, CuteError> {
        match form {
            Form::Flat(layout) => {
                let whole = Composed { layout, ..self.clone() };
                Ok(Swizzled::Composed(whole.slice(coordinate)?))
            }
            Form::Deferred(deferred) => {
                let Slice { layout, offset } = slice(coordinate, &deferred.inner)?;
                let map = map_from(&deferred.outer, &layout, offset)?;
                Ok(Swizzled::Dag { map: self.after_map(map)?, why: Box::new(deferred.why) })
            }
        }
    }

    /// `outer` after this, as a map: swizzled values are the coordinates of `outer`, whose last mode
    /// is as long as they need.
    ///
    /// ```
    /// use tileir::cute::{Composed, Layout};
    /// let whole: Composed = "Sw<3,0,3> o 64:1".parse()?;
    /// let map = whole.then(&"(8,8):(8,1)".parse::<Layout>()?)?;
    /// assert_eq!(map.eval(&[10])?, [8 * 3 + 1]); // the swizzle takes 10 to 11
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Composed::to_map`]; values that are not bounded from 0; an outer mode of extent 0.
    pub fn then(&self, outer: &Layout) -> Result<LayoutMap, CuteError> {
        layout_after(outer, self.to_map()?)
    }
}

/// A layout after a map into one axis: the layout's last mode is as long as the map's values need.
pub(super) fn layout_after(outer: &Layout, inner: LayoutMap) -> Result<LayoutMap, CuteError> {
    let reach = inner.codomain().extents().and_then(|extents| extents.first().copied());
    let reach = reach.ok_or_else(|| CuteError::Swizzle {
        operation: "composition",
        what: format!("the values of {inner} are not bounded from 0"),
    })?;
    let mut leaves = open_ended(outer.view(), &mut ());
    if leaves.is_empty() {
        leaves.push(Leaf { extent: 1, stride: 0 });
    }
    if let [modes @ .., last] = &mut *leaves {
        // In range: part of the layout's size.
        let below: i64 = modes.iter().map(|mode| mode.extent).product();
        let needed = reach.checked_div(below).zip(reach.checked_rem(below));
        let empty = || outer.leaves().iter().position(|leaf| leaf.extent == 0).unwrap_or(0);
        let (whole, rest) = needed.ok_or_else(|| CuteError::Empty {
            operation: "composition",
            operand: outer.to_string(),
            mode: outer.view().path(empty()),
        })?;
        last.extent = last.extent.max(whole + i64::from(rest != 0));
    }
    let outer = Layout::from_flat(leaves);
    outer.check_size("composition")?;
    let outer = one_axis_map(&outer)?;
    let coordinates: IndexSet = outer.domain().clone();
    let inner = LayoutMap::translate(vec![0], inner, Some(coordinates))?;
    Ok(LayoutMap::compose(outer, inner)?)
}

impl fmt::Display for Swizzled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Swizzled::Composed(composed) => write!(f, "{composed}"),
            Swizzled::Dag { map, .. } => write!(f, "{map}"),
        }
    }
}
