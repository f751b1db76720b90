//! Complement: what a layout leaves out.
//!
//! **The law.** With `C = complement(L, n)`: the values of `C` grow, and no two sums
//! `L(i) + C(j)` with different values `L(i)` or different `j` are equal. Where each stride of
//! `L`, in ascending order, is divided by the end of the modes below it, the sums also fill
//! `0 .. n`: `C` goes on where `L` ends until `n` is covered, and past it if the end does not
//! divide `n`. (Where it does not divide, a gap of the quotient rounded down is filled, as in
//! CuTe.)
//!
//! ```text
//! L = (2,2):(1,6), n = 24      L takes 0 1 6 7; C = (3,2):(2,12) repeats that at 0 2 4 12 14 16
//! L = 4:0,  n = 8              C = 8:1: a mode of stride 0 takes no room
//! L = (4,3):(5,4)              refused: the digits of 3:4 reach past 5
//! ```

use super::error::CuteError;
use super::inline::Inline;
use super::int::Int;
use super::layout::{Layout, Leaf};
use super::view::View;

/// The complement of a layout up to `end`.
///
/// # Errors
/// A negative stride; modes that reach into each other; a negative end.
pub fn complement<T: Int>(layout: &Layout<T>, end: T) -> Result<Layout<T>, CuteError> {
    complement_under(layout.view(), &end, &mut T::Guards::default())
}

/// The complement up to the layout's cosize: what fills the gaps and no more.
///
/// # Errors
/// As [`complement`].
pub fn complement_within<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    let guards = &mut T::Guards::default();
    let end = layout.view().cosize(guards).map_err(|error| error.of("complement"))?;
    complement_under(layout.view(), &end, guards)
}

/// As [`complement`], with the guards under which it holds.
pub(super) fn complement_under<T: Int>(
    layout: View<'_, T>,
    end: &T,
    guards: &mut T::Guards,
) -> Result<Layout<T>, CuteError> {
    let mut result = Layout::blank();
    push_complement(layout, end, &mut result, guards)?;
    Ok(result)
}

/// Writes the complement behind the modes of `into`, as one mode.
pub(super) fn push_complement<T: Int>(
    layout: View<'_, T>,
    end: &T,
    into: &mut Layout<T>,
    guards: &mut T::Guards,
) -> Result<(), CuteError> {
    if end.is_negative(guards) {
        return Err(CuteError::Negative {
            operation: "complement",
            what: "end",
            number: end.to_string(),
        });
    }
    let mut gaps = Gaps { into, pieces: 0, last: None };
    let mut taken: Inline<bool, 16> = layout.leaves().iter().map(|_| false).collect();
    let mut reached = T::from(1);
    while let Some(mode) = take_least(layout, &mut taken, guards) {
        if mode.stride.is_negative(guards) {
            return Err(negative(layout, mode));
        }
        if mode.stride.is_less(&reached, guards) {
            return Err(CuteError::Overlap {
                operation: "complement",
                operand: layout.to_layout().to_string(),
                stride: mode.stride.to_string(),
                reach: reached.to_string(),
            });
        }
        let gap = match mode.stride.quotient(&reached, guards) {
            Some(gap) => gap,
            None => mode.stride.div_floor(&reached),
        };
        gaps.push(gap, reached, guards);
        reached = mode.stride.checked_mul(&mode.extent).ok_or_else(|| CuteError::Overflow {
            operation: "complement",
            operand: layout.to_layout().to_string(),
            mode: layout.path_of(mode),
            what: format!("{} * {}", mode.extent, mode.stride),
        })?;
    }
    let repeats = match end.quotient(&reached, guards) {
        Some(repeats) => repeats,
        None => end.div_ceil(&reached),
    };
    gaps.push(repeats, reached, guards);
    gaps.seal();
    Ok(())
}

#[cold]
fn negative<T: Int>(layout: View<'_, T>, mode: &Leaf<T>) -> CuteError {
    CuteError::NegativeStride {
        operation: "complement",
        operand: layout.to_layout().to_string(),
        mode: layout.path_of(mode),
        stride: mode.stride.to_string(),
    }
}

/// The leaves of the complement, coalesced as they come.
struct Gaps<'a, T: Int> {
    into: &'a mut Layout<T>,
    pieces: usize,
    last: Option<Leaf<T>>,
}

impl<T: Int> Gaps<'_, T> {
    fn push(&mut self, extent: T, stride: T, guards: &mut T::Guards) {
        if extent.is_one(guards) {
            return;
        }
        if let Some(last) = &mut self.last
            && last.extent.goes_on(&last.stride, &stride, guards)
            && let Some(merged) = last.extent.checked_mul(&extent)
        {
            last.extent = merged;
            return;
        }
        self.flush();
        self.last = Some(Leaf { extent, stride });
    }

    fn flush(&mut self) {
        if let Some(Leaf { extent, stride }) = self.last.take() {
            self.into.piece(extent, stride);
            self.pieces += 1;
        }
    }

    fn seal(mut self) {
        self.flush();
        if self.pieces == 0 {
            self.into.push_leaf(T::from(1), T::from(0));
        } else {
            self.into.seal(self.pieces);
        }
    }
}

/// Takes the first of the modes of least stride; modes of one value or none, or of stride 0, take
/// no room.
#[inline]
fn take_least<'a, T: Int>(
    layout: View<'a, T>,
    taken: &mut Inline<bool, 16>,
    guards: &mut T::Guards,
) -> Option<&'a Leaf<T>> {
    let mut least: Option<(usize, &Leaf<T>)> = None;
    for (number, leaf) in layout.leaves().iter().enumerate() {
        let gone = taken.get(number).is_none_or(|taken| *taken);
        let still = leaf.extent.is_one(guards) || leaf.extent.is_zero(guards);
        if gone || still || leaf.stride.is_zero(guards) {
            continue;
        }
        if least.is_none_or(|(_, least)| leaf.stride.is_less(&least.stride, guards)) {
            least = Some((number, leaf));
        }
    }
    let (number, leaf) = least?;
    if let Some(taken) = taken.get_mut(number) {
        *taken = true;
    }
    Some(leaf)
}
