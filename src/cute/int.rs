//! [`Int`]: the numbers that a layout is made of, and what the algebra must decide about them.
//!
//! The constructors of CuTe's algebra are written once, over this trait. Beside checked
//! arithmetic it has *decisions*: does `a` divide `b`, is `a < b`. For [`i64`] each is one
//! comparison or division, and the context of guards is `()`: nothing is left of the trait
//! after compilation. For numbers with parameters in them a decision may hold only under a
//! condition; it is then written into the [`Guards`](Int::Guards), and the result is right
//! wherever they hold.
//!
//! | decision | `i64` | `4*n` against 8, `n >= 1` a parameter |
//! |---|---|---|
//! | is it zero, one, negative | a comparison | no |
//! | `4` divides it | a division | yes |
//! | `8` divides it | a division | under the guard `2 divides n` |
//! | less than 8 | a comparison | under the guard `n < 2` |

use std::fmt;
use std::hash::Hash;

use super::error::CuteError;
use super::form::Deferred;
use super::layout::{Layout, Leaf};
use crate::map::LayoutMap;

/// An integer, or something that stands for one; see the source file's header.
pub trait Int:
    Clone + Default + PartialEq + Eq + Hash + fmt::Debug + fmt::Display + From<i64>
{
    /// Where conditions are collected under which decisions hold.
    type Guards: Default;
    /// What a composition without a flat form becomes.
    type Map: Clone + PartialEq + fmt::Debug + fmt::Display;

    /// The sum, if it is in range.
    fn checked_add(&self, rhs: &Self) -> Option<Self>;
    /// The product, if it is in range.
    fn checked_mul(&self, rhs: &Self) -> Option<Self>;
    /// Whether a result that was given is in range: of symbols that may be open.
    fn is_in_range(&self, guards: &mut Self::Guards) -> bool;
    /// The product, 0 if it is not in range.
    fn product_or_zero(&self, rhs: &Self, guards: &mut Self::Guards) -> Self;
    /// The quotient rounded up, both operands positive.
    fn div_ceil(&self, rhs: &Self) -> Self;
    /// The quotient rounded down, both operands positive.
    fn div_floor(&self, rhs: &Self) -> Self;
    /// The distance from 0, if it is in range.
    fn magnitude(&self, guards: &mut Self::Guards) -> Option<Self>;

    /// Whether it is 0.
    fn is_zero(&self, guards: &mut Self::Guards) -> bool;
    /// Whether it is 1.
    fn is_one(&self, guards: &mut Self::Guards) -> bool;
    /// Whether it is below 0.
    fn is_negative(&self, guards: &mut Self::Guards) -> bool;
    /// Whether it is `rhs`.
    fn equals(&self, rhs: &Self, guards: &mut Self::Guards) -> bool;
    /// Whether a mode of this extent and this stride ends where `next` goes on.
    fn goes_on(&self, stride: &Self, next: &Self, guards: &mut Self::Guards) -> bool {
        self.checked_mul(stride).is_some_and(|end| end.equals(next, guards))
    }
    /// Whether it is below `rhs`.
    fn is_less(&self, rhs: &Self, guards: &mut Self::Guards) -> bool;
    /// The quotient, where `rhs` divides it; neither is negative.
    fn quotient(&self, rhs: &Self, guards: &mut Self::Guards) -> Option<Self>;

    /// Quotient and remainder by an extent, which is positive: the remainder has the sign of the
    /// number. `None` if they leave the range of the numbers, or are not known.
    fn digits(&self, extent: &Self, guards: &mut Self::Guards) -> Option<(Self, Self)>;

    /// The error for a number that its divisor leaves a rest of.
    fn rest(
        &self,
        divisor: &Self,
        operation: &'static str,
        operand: String,
        mode: String,
    ) -> CuteError;

    /// What becomes of `outer` after `inner` where the divisibility rules do not give a flat
    /// form leaf by leaf: the flat form all the same, if there is one, or the reason why not.
    ///
    /// `outer` is flattened, with its last mode open, and has at least two modes.
    ///
    /// # Errors
    /// A value that leaves the range of the numbers, or the domain of `outer`.
    fn recover(
        outer: &[Leaf<Self>],
        inner: &Layout<Self>,
        guards: &mut Self::Guards,
    ) -> Result<Recovered<Self>, CuteError>;

    /// The map of a composition that has no flat form.
    ///
    /// # Errors
    /// Sets or sizes that leave the range of the numbers.
    fn defer(deferred: &Deferred<Self>) -> Result<Self::Map, CuteError>;
}

/// The flat modes of each leaf of an inner layout, or why there are none.
#[expect(clippy::large_enum_variant, reason = "made once and taken apart at once")]
pub enum Recovered<T: Int> {
    /// For each leaf of the inner layout, its modes.
    Flat(Vec<Vec<Leaf<T>>>),
    /// There is no flat form, or none was found.
    No(super::not_flat::NotFlat),
}

impl Int for i64 {
    type Guards = ();
    type Map = LayoutMap;

    #[inline]
    fn checked_add(&self, rhs: &Self) -> Option<Self> {
        i64::checked_add(*self, *rhs)
    }

    #[inline]
    fn checked_mul(&self, rhs: &Self) -> Option<Self> {
        i64::checked_mul(*self, *rhs)
    }

    #[inline]
    fn is_in_range(&self, (): &mut ()) -> bool {
        true
    }

    #[inline]
    fn product_or_zero(&self, rhs: &Self, (): &mut ()) -> Self {
        i64::checked_mul(*self, *rhs).unwrap_or(0)
    }

    #[inline]
    fn div_ceil(&self, rhs: &Self) -> Self {
        (*self as u64).div_ceil((*rhs as u64).max(1)) as i64
    }

    #[inline]
    fn div_floor(&self, rhs: &Self) -> Self {
        (*self as u64 / (*rhs as u64).max(1)) as i64
    }

    #[inline]
    fn magnitude(&self, (): &mut ()) -> Option<Self> {
        self.checked_abs()
    }

    #[inline]
    fn is_zero(&self, (): &mut ()) -> bool {
        *self == 0
    }

    #[inline]
    fn is_one(&self, (): &mut ()) -> bool {
        *self == 1
    }

    #[inline]
    fn is_negative(&self, (): &mut ()) -> bool {
        *self < 0
    }

    #[inline]
    fn equals(&self, rhs: &Self, (): &mut ()) -> bool {
        self == rhs
    }

    #[inline]
    fn is_less(&self, rhs: &Self, (): &mut ()) -> bool {
        self < rhs
    }

    #[inline]
    fn quotient(&self, rhs: &Self, (): &mut ()) -> Option<Self> {
        let (number, divisor) = (*self as u64, *rhs as u64);
        if divisor.is_power_of_two() {
            // Most are, and a division takes longer than all else here.
            let exact = number & (divisor - 1) == 0;
            return exact.then(|| (number >> divisor.trailing_zeros()) as i64);
        }
        if divisor == 0 || (number != 0 && number < divisor) || number % divisor != 0 {
            return None;
        }
        Some((number / divisor) as i64)
    }

    #[inline]
    fn digits(&self, extent: &Self, (): &mut ()) -> Option<(Self, Self)> {
        Some((self.checked_div(*extent)?, self.checked_rem(*extent)?))
    }

    fn rest(
        &self,
        divisor: &Self,
        operation: &'static str,
        operand: String,
        mode: String,
    ) -> CuteError {
        let (number, divisor) = (*self, *divisor);
        let remainder = number.checked_rem(divisor).unwrap_or(number);
        CuteError::Divisibility { operation, operand, mode, number, divisor, remainder }
    }

    fn recover(
        outer: &[Leaf<Self>],
        inner: &Layout<Self>,
        (): &mut (),
    ) -> Result<Recovered<Self>, CuteError> {
        super::recover::recover(outer, inner)
    }

    fn defer(deferred: &Deferred<Self>) -> Result<Self::Map, CuteError> {
        super::convert::deferred_map(deferred)
    }
}
