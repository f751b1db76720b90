//! [`ComposeLayout`]: a swizzle after a tile layout.
//!
//! ```text
//! T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[(8, 64):(64, 1)]))
//! place y    y ^ ((y >> 3) & 7 << 3): CuTe's Sw<3,3,3>
//! ```
//!
//! `per_element` low bits stay; `swizzle_len` bits are XORed by those `atom_len` above them, or,
//! with `swizzle_inner=False`, XOR those.
//!
//! **The law.** The map, and that of every copy, is CuTe's `Sw<swizzle_len, per_element, ±atom_len>`
//! after the tile layout's, which must be on `m` alone.

use super::{TileLayout, TirxError};
use crate::cute::Swizzle;
use crate::index_set::{Axis, Extent, IndexSet};
use crate::map::LayoutMap;

/// A swizzle after a tile layout; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ComposeLayout {
    swizzle: Swizzle,
    atom_len: i64,
    inner: bool,
    tile: TileLayout,
}

impl ComposeLayout {
    /// The composed layout of these parts.
    ///
    /// # Errors
    /// Numbers that make no swizzle; a tile layout over something else than `m`.
    pub fn new(
        per_element: i64,
        swizzle_len: i64,
        atom_len: i64,
        inner: bool,
        tile: TileLayout,
    ) -> Result<Self, TirxError> {
        let no_swizzle = || TirxError::Overflow { what: "the swizzle" };
        let shift = if inner { atom_len } else { atom_len.checked_neg().ok_or_else(no_swizzle)? };
        let swizzle = Swizzle::new(swizzle_len, per_element, shift)?;
        let axes = tile.axes();
        if axes != ["m"] {
            let (layout, axes) = (tile.to_string(), axes.join(", "));
            return Err(TirxError::Axes { layout, axes });
        }
        Ok(ComposeLayout { swizzle, atom_len, inner, tile })
    }

    /// `per_element`, `swizzle_len` and `atom_len`.
    pub fn parameters(&self) -> [i64; 3] {
        [self.swizzle.base().into(), self.swizzle.bits().into(), self.atom_len]
    }

    /// Whether the field that changes is the lower one.
    pub fn swizzle_inner(&self) -> bool {
        self.inner
    }

    /// The swizzle.
    pub fn swizzle(&self) -> Swizzle {
        self.swizzle
    }

    /// The tile layout.
    pub fn tile(&self) -> &TileLayout {
        &self.tile
    }

    /// The map from `(x)` to `(m)`, the place of the element's first copy.
    ///
    /// # Errors
    /// Places below 0 or so far up that no whole block of the swizzle fits.
    pub fn map(&self) -> Result<LayoutMap, TirxError> {
        self.after(self.tile.map()?)
    }

    /// The map from `(x, r0, r1, …)`, the element's and the copy's digits, to `(m)`.
    ///
    /// ```
    /// use tileir::interop::tirx::ComposeLayout;
    /// let layout: ComposeLayout =
    ///     "T.ComposeLayout(0, 1, 1, T.TileLayout(T.S[2:1] + T.R[2:2]))".parse()?;
    /// let places = layout.placement()?;
    /// assert_eq!((places.eval(&[1, 0])?, places.eval(&[1, 1])?), (vec![1], vec![2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`map`](ComposeLayout::map).
    pub fn placement(&self) -> Result<LayoutMap, TirxError> {
        self.after(self.tile.placement()?)
    }

    /// The swizzle after a map to `(m)`.
    fn after(&self, map: LayoutMap) -> Result<LayoutMap, TirxError> {
        let (least, _) = self.tile.reach("m")?;
        if least < 0 {
            return Err(TirxError::Below { layout: self.tile.to_string(), least });
        }
        let block = self.swizzle.block();
        let far = || TirxError::Overflow { what: "the swizzled places" };
        let places = match map.codomain().axes() {
            [axis] => match axis.extent() {
                Extent::Finite(extent) => extent,
                Extent::Integers => return Err(far()),
            },
            _ => return Err(far()),
        };
        if self.swizzle.is_identity() {
            return Ok(map);
        }
        let blocks = places.checked_add(block - 1).ok_or_else(far)? / block;
        let whole =
            IndexSet::new(vec![Axis::new("m", blocks.checked_mul(block).ok_or_else(far)?)])?;
        let parameters = vec![
            self.swizzle.bits().into(),
            self.swizzle.base().into(),
            self.swizzle.shift().into(),
        ];
        Ok(LayoutMap::transform("swizzle", parameters, map, Some(whole))?)
    }
}
