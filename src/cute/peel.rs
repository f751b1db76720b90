//! Peeling: the flat composition of two layouts, leaf by leaf; the rule is in
//! [`composition`](super::composition).

use super::blame::{overflow, overflow_of_result, too_long};
use super::coalesce::{is_open_ended, push_open_ended};
use super::error::CuteError;
use super::form::Deferred;
use super::inline::Inline;
use super::int::{Int, Recovered};
use super::layout::{Layout, Leaf, Leaves};
use super::profile::Token;
use super::view::View;

/// Writes `a` after `b` into the empty layout `into`, or gives it deferred.
pub(super) fn compose_into<T: Int>(
    a: View<'_, T>,
    b: &Layout<T>,
    into: &mut Layout<T>,
    guards: &mut T::Guards,
) -> Result<Option<Box<Deferred<T>>>, CuteError> {
    let reach = Reached::of(b, guards)?;
    let mut merged;
    let outer = if is_open_ended(a, guards) {
        a.leaves()
    } else {
        merged = Leaves::new();
        merge_modes(a, &reach, &mut merged, guards)?;
        &*merged
    };
    if Peeling::new((a, outer), &reach, into).peel_all(b, guards)? {
        into.check_depth()?;
        check_range(into, guards)?;
        return Ok(None);
    }
    match T::recover(outer, b, guards)? {
        Recovered::Flat(leaves) => {
            *into = Layout::blank();
            let mut leaves = leaves.iter();
            for token in b.profile().tokens() {
                match token {
                    Token::Open => into.open(),
                    Token::Close => into.close(),
                    Token::Leaf => into.push_flat(leaves.next().map_or(&[], Vec::as_slice)),
                }
            }
            into.check_depth()?;
            check_range(into, guards)?;
            Ok(None)
        }
        Recovered::No(why) => {
            let outer = outer.iter().cloned().collect();
            let outer = Layout::from_flat(reaching(outer, &reach.up, guards));
            Ok(Some(Box::new(Deferred { outer, inner: b.clone(), why })))
        }
    }
}

/// The outer modes, merged; refused where they are empty and asked for a value.
fn merge_modes<T: Int>(
    a: View<'_, T>,
    reach: &Reached<T>,
    outer: &mut Leaves<T>,
    guards: &mut T::Guards,
) -> Result<(), CuteError> {
    let inner = a.leaves().split_last().map_or(&[][..], |(_, inner)| inner);
    if !reach.empty
        && let Some(zero) = inner.iter().find(|leaf| leaf.extent.is_zero(guards))
    {
        let (operation, operand) = ("composition", a.to_layout().to_string());
        return Err(CuteError::Empty { operation, operand, mode: a.path_of(zero) });
    }
    push_open_ended(a, outer, guards);
    if outer.is_empty() {
        outer.push(Leaf { extent: T::from(1), stride: T::from(0) });
    }
    Ok(())
}

/// Refuses a layout whose values, in whatever order they are added, leave 64 bits.
fn check_range<T: Int>(layout: &Layout<T>, guards: &mut T::Guards) -> Result<(), CuteError> {
    let mut reach = T::from(0);
    for leaf in layout.leaves() {
        let next = span(leaf, guards).and_then(|span| reach.checked_add(&span));
        reach = next.ok_or_else(|| overflow_of_result(layout, leaf, &reach))?;
    }
    Ok(())
}

/// How far a leaf goes from 0.
fn span<T: Int>(leaf: &Leaf<T>, guards: &mut T::Guards) -> Option<T> {
    if leaf.extent.is_one(guards) || leaf.extent.is_zero(guards) {
        return Some(T::from(0));
    }
    leaf.extent.checked_add(&T::from(-1))?.checked_mul(&leaf.stride.magnitude(guards)?)
}

/// The outer modes with the last one long enough that the coordinate `greatest` is inside.
fn reaching<T: Int>(mut outer: Leaves<T>, greatest: &T, guards: &mut T::Guards) -> Leaves<T> {
    if let [inner @ .., last] = &mut *outer {
        let below = inner
            .iter()
            .fold(T::from(1), |size, mode| size.checked_mul(&mode.extent).unwrap_or(size));
        let needed = greatest.div_floor(&below).checked_add(&T::from(1));
        if let Some(needed) = needed
            && last.extent.is_less(&needed, guards)
        {
            last.extent = needed;
        }
    }
    outer
}

/// How far an inner layout goes up and down from 0.
struct Reached<T> {
    up: T,
    goes_up: bool,
    goes_down: bool,
    empty: bool,
}

impl<T: Int> Reached<T> {
    fn of(b: &Layout<T>, guards: &mut T::Guards) -> Result<Self, CuteError> {
        let mut reach = Reached { up: T::from(0), goes_up: false, goes_down: false, empty: false };
        let mut down = T::from(0);
        for leaf in b.leaves() {
            if leaf.extent.is_one(guards) || leaf.stride.is_zero(guards) {
                continue;
            }
            if leaf.extent.is_zero(guards) {
                reach.empty = true;
                continue;
            }
            let negative = leaf.stride.is_negative(guards);
            let so_far = if negative { &down } else { &reach.up };
            let next = span(leaf, guards).and_then(|span| so_far.checked_add(&span));
            let next = next.ok_or_else(|| overflow("composition", b.view(), leaf, so_far))?;
            if negative {
                down = next;
                reach.goes_down = true;
            } else {
                reach.up = next;
                reach.goes_up = true;
            }
        }
        reach.empty |= b.leaves().iter().any(|leaf| leaf.extent.is_zero(guards));
        Ok(reach)
    }
}

/// The peeling of every leaf of the inner layout along the outer modes.
struct Peeling<'a, T: Int> {
    /// The outer layout, for errors.
    whole: View<'a, T>,
    outer: &'a [Leaf<T>],
    result: &'a mut Layout<T>,
    /// The greatest digit that the leaves so far put into each outer mode.
    loads: Inline<T, 8>,
    /// The first and last outer mode into which a leaf puts a digit.
    touched: Option<(usize, usize)>,
    empty: bool,
    both_ways: bool,
}

impl<'a, T: Int> Peeling<'a, T> {
    fn new(
        (whole, outer): (View<'a, T>, &'a [Leaf<T>]),
        reach: &Reached<T>,
        result: &'a mut Layout<T>,
    ) -> Self {
        Peeling {
            whole,
            outer,
            result,
            loads: outer.iter().map(|_| T::default()).collect(),
            touched: None,
            empty: reach.empty,
            both_ways: reach.goes_up && reach.goes_down,
        }
    }

    /// Peels all leaves; `false` where the rules do not apply.
    fn peel_all(&mut self, b: &Layout<T>, guards: &mut T::Guards) -> Result<bool, CuteError> {
        let mut leaves = b.leaves().iter();
        for token in b.profile().tokens() {
            match token {
                Token::Open => self.result.open(),
                Token::Close => self.result.close(),
                Token::Leaf => {
                    let Some(leaf) = leaves.next() else { continue };
                    if !self.peel(leaf, b, guards)? {
                        return Ok(false);
                    }
                }
            }
        }
        // Up in one mode and down in another may borrow.
        Ok(!self.both_ways || self.touched.is_none_or(|(first, last)| first == last))
    }

    fn peel(
        &mut self,
        leaf: &Leaf<T>,
        b: &Layout<T>,
        guards: &mut T::Guards,
    ) -> Result<bool, CuteError> {
        let Some((last, inner)) = self.outer.split_last() else { return Ok(false) };
        if leaf.stride.is_zero(guards) {
            self.result.push_leaf(leaf.extent.clone(), T::from(0));
            return Ok(true);
        }
        if self.empty || leaf.extent.is_one(guards) {
            let stride = self.idle_stride(leaf, guards);
            self.result.push_leaf(leaf.extent.clone(), stride);
            return Ok(true);
        }
        let too_far = || overflow("composition", b.view(), leaf, &T::from(0));
        let negative = leaf.stride.is_negative(guards);
        let mut rest_stride = leaf.stride.magnitude(guards).ok_or_else(too_far)?;
        let mut rest_extent = leaf.extent.clone();
        let mut pieces = 0;
        for (number, mode) in inner.iter().enumerate() {
            let room = if rest_stride.is_one(guards) {
                mode.extent.clone()
            } else if let Some(quotient) = rest_stride.quotient(&mode.extent, guards) {
                rest_stride = quotient;
                continue;
            } else if let Some(room) = mode.extent.quotient(&rest_stride, guards) {
                if room.is_one(guards) {
                    // Both are one number, which was not seen to divide itself.
                    rest_stride = T::from(1);
                    continue;
                }
                room
            } else {
                // Uneven, but the leaf may end before it leaves the mode.
                let end = rest_extent.checked_add(&T::from(-1));
                let end = end.and_then(|steps| steps.checked_mul(&rest_stride));
                if !end.ok_or_else(too_far)?.is_less(&mode.extent, guards) {
                    return Ok(false);
                }
                rest_extent.clone()
            };
            let (taken, left) = if room.is_less(&rest_extent, guards) {
                match rest_extent.quotient(&room, guards) {
                    Some(left) => (room, left),
                    None => return Ok(false),
                }
            } else {
                (rest_extent.clone(), T::from(1))
            };
            let load = taken.checked_add(&T::from(-1));
            let load = load.and_then(|steps| steps.checked_mul(&rest_stride));
            if !self.load(number, load.ok_or_else(too_far)?, mode, guards) {
                return Ok(false);
            }
            let step = signed(&rest_stride, negative);
            let stride = step.checked_mul(&mode.stride);
            self.result.piece(
                taken,
                stride.ok_or_else(|| too_long(self.whole, self.outer, number, &step))?,
            );
            pieces += 1;
            rest_extent = left;
            rest_stride = T::from(1);
            if rest_extent.is_one(guards) {
                break;
            }
        }
        if pieces == 0 || !rest_extent.is_one(guards) {
            self.touch(inner.len());
            let step = signed(&rest_stride, negative);
            let stride = step.checked_mul(&last.stride);
            let stride =
                stride.ok_or_else(|| too_long(self.whole, self.outer, inner.len(), &step))?;
            self.result.piece(rest_extent, stride);
            pieces += 1;
        }
        self.result.seal(pieces);
        Ok(true)
    }

    /// Adds to the greatest digit of a mode; `false` if it might now carry.
    fn load(&mut self, number: usize, load: T, mode: &Leaf<T>, guards: &mut T::Guards) -> bool {
        self.touch(number);
        let Some(before) = self.loads.get_mut(number) else { return false };
        if before.is_zero(guards) {
            *before = load;
            return true;
        }
        match before.checked_add(&load) {
            Some(sum) if sum.is_less(&mode.extent, guards) => {
                *before = sum;
                true
            }
            _ => false,
        }
    }

    fn touch(&mut self, number: usize) {
        let (first, last) = self.touched.unwrap_or((number, number));
        self.touched = Some((first.min(number), last.max(number)));
    }

    /// The stride of a leaf that has no second value, as CuTe has it: the quotient, rounded up
    /// at each mode, times the last stride. 0 where that leaves the range: it means nothing.
    fn idle_stride(&self, leaf: &Leaf<T>, guards: &mut T::Guards) -> T {
        let Some((last, inner)) = self.outer.split_last() else { return T::from(0) };
        let negative = leaf.stride.is_negative(guards);
        let magnitude = leaf.stride.magnitude(guards);
        let Some(mut rest) = magnitude.filter(|own| own.is_in_range(guards)) else {
            return T::from(0);
        };
        for mode in inner {
            rest = rest.div_ceil(&mode.extent);
        }
        signed(&rest, negative).product_or_zero(&last.stride, guards)
    }
}

fn signed<T: Int>(magnitude: &T, negative: bool) -> T {
    let turned = if negative { magnitude.checked_mul(&T::from(-1)) } else { None };
    turned.unwrap_or_else(|| magnitude.clone())
}
