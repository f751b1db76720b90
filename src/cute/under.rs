//! What is asked of the values of a swizzled layout.
//!
//! A swizzle moves values about in blocks, and leaves the low bits alone: the `2^base` values from
//! a multiple of that on stay together and in order. So what a layout's values have in common with
//! numbers in a row holds under a swizzle for runs that are no longer:
//!
//! | of `W = Sw<B,M,S> o n o L` | is |
//! |---|---|
//! | [`max_alignment`](Composed::max_alignment) | the greatest number that divides that of `L`, `n` and `2^M` |
//! | [`max_common_layout`](Composed::max_common_layout) | that of `L`, no longer than the power of two in `n` and `2^M` |
//! | [`nullspace`](Composed::nullspace) | that of `L`: where `W` is as at 0 |
//! | [`complement`](Composed::complement) | refused: its law is about sums of values |
//!
//! **The laws.** With `R` the common layout of `V` and `W`: `V(R(i)) = V(0) + i` and `W(R(i)) = W(0)
//! + i`. The image of `W` is made of whole runs of `max_alignment` values, each beginning at a
//! multiple of it. `W(N(j)) = W(0)` for every `j` of the nullspace.

use super::common::{max_alignment, max_common_layout};
use super::composed::Composed;
use super::composition::{Composition, composition};
use super::error::CuteError;
use super::inverse::nullspace;
use super::layout::Layout;
use super::recast::gcd;

impl Composed {
    /// The widest vectors that it is made of, as far as the low bits that the swizzle leaves alone
    /// tell.
    ///
    /// # Errors
    /// None.
    pub fn max_alignment(&self) -> Result<i64, CuteError> {
        let width = gcd(max_alignment(&self.layout)?, self.offset);
        Ok(if self.swizzle.is_identity() { width } else { gcd(width, 1 << self.swizzle.base()) })
    }

    /// The coordinates of elements that lie one after the other, from coordinate 0, in both.
    ///
    /// ```
    /// use tileir::cute::Composed;
    /// let (a, b): (Composed, Composed) = ("Sw<3,3,3> o 64:1".parse()?, "64:1".parse()?);
    /// assert_eq!(a.max_common_layout(&b)?.to_string(), "8:1");
    /// # Ok::<(), tileir::cute::CuteError>(())
    /// ```
    ///
    /// # Errors
    /// As [`max_common_layout`](super::max_common_layout()).
    pub fn max_common_layout(&self, other: &Composed) -> Result<Layout, CuteError> {
        let common = max_common_layout(&self.layout, &other.layout)?;
        let most = self.run().min(other.run());
        if common.size() <= most {
            return Ok(common);
        }
        // What is common counts on, so its first elements do: as many as have a form.
        let mut length = most;
        while length > 1 {
            if let Composition::Flat(start) = composition(&common, length)? {
                return Ok(start);
            }
            length /= 2;
        }
        Ok(Layout::unit())
    }

    /// How many of these elements there are.
    ///
    /// # Errors
    /// As [`Composed::max_common_layout`].
    pub fn max_common_vector(&self, other: &Composed) -> Result<i64, CuteError> {
        Ok(self.max_common_layout(other).map_err(|error| error.of("max_common_vector"))?.size())
    }

    /// The coordinates at which the layout is 0, and the whole as at 0.
    ///
    /// # Errors
    /// As [`nullspace`](super::nullspace()).
    pub fn nullspace(&self) -> Result<Layout, CuteError> {
        nullspace(&self.layout)
    }

    /// There is none: swizzled values are no sums, so that no layout fills what they leave out. What
    /// products fill is [`complement`](super::complement()) of the layout under the swizzle.
    ///
    /// # Errors
    /// That, unless swizzle and offset do nothing.
    pub fn complement(&self, end: Option<i64>) -> Result<Layout, CuteError> {
        let Composed { swizzle, layout, .. } = self;
        let Some(plain) = self.plain() else {
            let what = match swizzle.is_identity() {
                true => format!("the values of {} + {layout} do not begin at 0", self.offset),
                false => format!("{swizzle} makes the values of {self} no sums of digits"),
            };
            let under = format!("ask for that of the layout under it, {layout}");
            return Err(CuteError::Swizzle {
                operation: "complement",
                what: format!("{what}, and no layout fills what they leave out; {under}"),
            });
        };
        match end {
            Some(end) => super::complement(plain, end),
            None => super::complement_within(plain),
        }
    }

    /// How many values from that at 0 on stay in a row.
    fn run(&self) -> i64 {
        if self.swizzle.is_identity() {
            return i64::MAX;
        }
        let base = self.swizzle.base().min(self.offset.trailing_zeros()).min(62);
        1 << base
    }
}
