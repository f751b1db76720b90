//! Swizzles as functions on integers: one after the other, after a map, and before a layout.
//!
//! Two swizzles are in general no third one, but each is linear over bits, and so is what they make
//! together: a map that says where each single bit goes.
//!
//! ```text
//! Sw<3,0,3> o Sw<1,2,1> on 6 bits      1 2 4 8 16 32  go to  1 2 4 13 18 36
//!                                      8: Sw<1,2,1> gives 12, Sw<3,0,3> gives 13
//! ```
//!
//! A swizzle of a layout's own coordinates can sometimes be moved past it, and is then one of its
//! values, which is CuTe's form; else the exact function is a map:
//!
//! ```text
//! (8,8):(8,1) o Sw<3,0,3>   =  Sw<3,0,-3> o (8,8):(8,1)      field 0..3 goes to 3..6 and back
//! (8,8):(9,1) o Sw<3,0,3>   =  a map
//! ```
//!
//! **The laws.** `swizzle_map(&[s, t])` at `x` is `s(t(x))`, for every `x` of the largest of their
//! blocks; past it, the function is the same in every block. `s.after(m)` at `x` is `s(m(x))`,
//! and `s.before(L)` at `x` is `L(s(x))`, for every coordinate `x` of `L`.

use super::composed::Composed;
use super::error::CuteError;
use super::layout::Layout;
use super::steps::{indices, undecided};
use super::swizzle::Swizzle;
use super::swizzled::Swizzled;
use super::through::{moved, same};
use crate::index_set::{Axis, Extent, IndexSet};
use crate::map::LayoutMap;

impl Swizzle {
    /// The swizzle after a map into one axis, whose end is rounded up to whole blocks.
    ///
    /// ```
    /// use tileir::cute::{Composed, Swizzle};
    /// let inner: Composed = "Sw<1,2,1> o (8,8):(8,1)".parse()?;
    /// let both = "Sw<3,4,3>".parse::<Swizzle>()?.after(inner.to_map()?)?;
    /// assert_eq!(both.eval(&[1, 0])?, [12]); // 8 goes to 12, which Sw<3,4,3> leaves alone
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`LayoutMap::transform`].
    pub fn after(&self, map: LayoutMap) -> Result<LayoutMap, CuteError> {
        let block = self.block();
        let whole = match map.codomain().axes() {
            [axis] => match axis.extent() {
                Extent::Finite(end) => (end / block)
                    .checked_add(i64::from(end % block != 0))
                    .and_then(|blocks| blocks.checked_mul(block))
                    .map(|whole| IndexSet::new(vec![Axis::new(axis.name(), whole)])),
                Extent::Integers => None,
            },
            _ => None,
        };
        let parameters = vec![self.bits().into(), self.base().into(), self.shift().into()];
        Ok(LayoutMap::transform("swizzle", parameters, map, whole.transpose()?)?)
    }

    /// `layout` after the swizzle of its coordinates.
    ///
    /// ```
    /// use tileir::cute::Swizzle;
    /// let before = "Sw<3,3,3>".parse::<Swizzle>()?.before(&"(64,8):(1,64)".parse()?)?;
    /// assert_eq!(before.to_string(), "Sw<3,3,3> o 0 o (64,8):(1,64)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Values that leave 64 bits; an outer mode of extent 0 that is not the last.
    pub fn before(&self, layout: &Layout) -> Result<Swizzled, CuteError> {
        if layout.size() > 0
            && let Ok(moved) = moved(*self, layout)
        {
            let form = Composed::new(moved, layout.clone());
            let first = Composed::new(*self, Layout::leaf(layout.size(), 1));
            let then = Composed::from(layout.clone());
            if same(&[&first, &then], &[&form], layout.size()).is_ok() {
                return Ok(form.into());
            }
        }
        let coordinates = Composed::new(*self, indices(layout)?);
        let why = undecided(format!("{layout} o {self}"));
        Ok(Swizzled::Dag { map: coordinates.then(layout)?, why })
    }
}

/// The first of the swizzles after the second, after the third, … as a map of the largest of their
/// blocks to itself; without any, of one point.
///
/// ```
/// use tileir::cute::swizzle_map;
/// let map = swizzle_map(&["Sw<3,0,3>".parse()?, "Sw<1,2,1>".parse()?])?;
/// let single = (0..6).map(|bit| map.eval(&[1 << bit]).map(|image| image[0]));
/// assert_eq!(single.collect::<Result<Vec<_>, _>>()?, [1, 2, 4, 13, 18, 36]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`LayoutMap::bit_linear`].
pub fn swizzle_map(swizzles: &[Swizzle]) -> Result<LayoutMap, CuteError> {
    let block = swizzles.iter().map(Swizzle::block).max().unwrap_or(1);
    let image = |bit: u32| {
        let value = swizzles.iter().rev().fold(1i64 << bit, |x, swizzle| swizzle.apply(x));
        vec![value]
    };
    let bases = (0..block.trailing_zeros()).map(image).collect();
    let set = IndexSet::from_extents(&[block])?;
    Ok(LayoutMap::bit_linear(set.clone(), set, vec![bases])?)
}
