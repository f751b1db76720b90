//! Addresses as a swizzle after a sum of digits, where there is such a form.
//!
//! A swizzle undoes itself, so that `f = Sw o L` exactly if `Sw o f = L` is a sum of digits. There
//! are few swizzles over the bits that addresses have, and most are refuted by a handful of
//! values: two points whose steps do not add up in `f` must add up in `Sw o f`. What is left is
//! tried in earnest, and its sum of digits proved. Of a large extent with many divisors that may be too
//! much to look at: then it is not known whether there is such a form, and the error says so.
//!
//! ```text
//! f(i, j) = 8*i + (j xor i)      f(1,0) = 9, f(0,1) = 1, f(1,1) = 8, not 10
//! Sw<3,0,3>                      Sw(9) = 8, Sw(1) = 1, Sw(8) = 9: they add up
//! ```

use std::cell::Cell;
use std::collections::BTreeMap;

use super::TranslateError;
use super::digits::{Digits, into_memory};
use crate::cute::{Composed, Swizzle};
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::interop::tirx::{TirxError, digits, divisors};
use crate::map::LayoutMap;

/// Pairs of points whose steps do not add up that are kept, and pairs that are looked at.
const PAIRS: usize = 64;
const LOOKED_AT: usize = 1 << 13;
/// Points that are looked at along an axis whose digits may end anywhere.
const SPREAD: i128 = 64;
/// Values that are looked at in all, and what a swizzle counts that is tried in earnest.
const VALUES: usize = 1 << 19;
const IN_EARNEST: usize = 1 << 11;

/// A swizzle after an offset after a layout that is a map from elements to addresses.
///
/// # Errors
/// Why the map is no plain sum; [`TranslateError::Swizzles`] where not all swizzles were tried.
pub(super) fn composed(map: &LayoutMap) -> Result<Composed, TranslateError> {
    let map = into_memory(map)?;
    let rank = map.domain().rank();
    let of = |swizzle: Swizzle, digits: &Digits| -> Result<Composed, TranslateError> {
        let offset = digits.offset.first().copied().unwrap_or(0);
        Ok(Composed { swizzle, offset, layout: digits.layout(rank)? })
    };
    let why = match Digits::of(&map) {
        Ok(digits) => return of(Swizzle::identity(), &digits),
        Err(why @ (TirxError::NotSum { .. } | TirxError::NotDigits { .. })) => why,
        Err(other) => return Err(other.into()),
    };
    let Some(sums) = Sums::of(&map) else { return Err(why.into()) };
    for swizzle in candidates(sums.bits()).take_while(|_| !sums.are_spent()) {
        if !sums.fit(swizzle) {
            continue;
        }
        sums.spent.set(sums.spent.get() + IN_EARNEST);
        if let Some(plain) = after(swizzle, &map)
            && let Ok(digits) = Digits::of(&plain)
        {
            return of(swizzle, &digits);
        }
    }
    match sums.are_spent() {
        true => Err(TranslateError::Swizzles { why: Box::new(why.into()), looked: VALUES }),
        false => Err(why.into()),
    }
}

/// The swizzles over so many bits.
fn candidates(bits: i64) -> impl Iterator<Item = Swizzle> {
    let fields = (1..=bits).flat_map(move |count| (0..bits).map(move |base| (count, base)));
    fields
        .flat_map(move |(count, base)| {
            (count..=bits - base - count)
                .flat_map(move |far| [(count, base, far), (count, base, -far)])
        })
        .filter_map(|(count, base, shift)| Swizzle::new(count, base, shift).ok())
}

/// The swizzle after a map, as arithmetic; it is a function on all integers.
fn after(swizzle: Swizzle, map: &LayoutMap) -> Option<LayoutMap> {
    let program = map.program()?.value_program();
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..map.domain().rank()).map(|k| builder.coord(k)).collect();
    let value = *builder.inline(&program, &inputs).first()?;
    let value = emit(&mut builder, swizzle, value)?;
    let program = builder.finish(&[value]);
    LayoutMap::expr(map.domain().clone(), map.codomain().clone(), program).ok()
}

/// The swizzle of a value, in a program.
pub(super) fn emit(builder: &mut ProgramBuilder, swizzle: Swizzle, value: u32) -> Option<u32> {
    let mask = builder.constant(swizzle.source());
    let field = builder.binary(BinaryOp::And, value, mask);
    let far = 1i64.checked_shl(swizzle.shift().unsigned_abs())?;
    let far = builder.constant(far);
    let op = if swizzle.shift() < 0 { BinaryOp::Mul } else { BinaryOp::FloorDiv };
    let moved = builder.binary(op, field, far);
    Some(builder.binary(BinaryOp::Xor, value, moved))
}

/// A step along an axis.
type Unit = (usize, i64);

/// Values at which steps should add up: at 0, at two points, and at their sum.
///
/// Steps along two axes add up in every sum of digits; two along one axis where none of them ends
/// inside a digit: where the extent is a power of two, and of digits of such extents, or a prime.
struct Sums {
    sums: Vec<[i64; 4]>,
    /// Axes along which other digits may be.
    lines: Vec<Line>,
    /// Bits of other values.
    all: i64,
    /// Values that were looked at along lines.
    spent: Cell<usize>,
}

impl Sums {
    fn of(map: &LayoutMap) -> Option<Sums> {
        let extents = map.domain().extents()?;
        let units = extents.iter().enumerate().flat_map(|(axis, &extent)| {
            let powers = std::iter::successors(Some(1i64), |x| x.checked_mul(2));
            powers.take_while(move |x| *x < extent).map(move |x| (axis, x))
        });
        let units: Vec<Unit> = units.collect();
        let at = |steps: &[Unit]| {
            let mut point = vec![0i64; extents.len()];
            for &(axis, by) in steps {
                let place = point.get_mut(axis)?;
                *place = place.checked_add(by)?;
            }
            map.eval(&point).ok()?.first().copied()
        };
        let origin = at(&[])?;
        let whole: Vec<bool> = extents.iter().map(|&extent| is_whole(extent)).collect();
        let adding = |(first, second): &(Unit, Unit)| {
            first.0 != second.0 || whole.get(first.0).is_some_and(|whole| *whole)
        };
        let pairs = units
            .iter()
            .enumerate()
            .flat_map(|(k, &first)| units.iter().skip(k + 1).map(move |&second| (first, second)));
        let sum = |(first, second): (Unit, Unit)| {
            Some([origin, at(&[first])?, at(&[second])?, at(&[first, second])?])
        };
        let failing = pairs.filter(adding).take(LOOKED_AT).filter_map(sum);
        let failing = failing.filter(|sum| !adds_up(*sum));
        let mut sums: Vec<[i64; 4]> = failing.take(PAIRS).collect();
        // Steps that add up must still do so.
        let neighbours = units.iter().copied().zip(units.iter().copied().skip(1));
        sums.extend(neighbours.filter(adding).take(LOOKED_AT).filter_map(sum));
        // The last point has the highest bits, if a swizzle does not bring other points higher.
        let last: Vec<i64> = extents.iter().map(|extent| extent.saturating_sub(1)).collect();
        let mut all = map.eval(&last).ok()?.first().copied()?;
        for unit in &units {
            all |= at(&[*unit])?;
        }
        let others =
            extents.iter().enumerate().filter(|(axis, _)| whole.get(*axis) == Some(&false));
        let line = |(axis, &extent): (usize, &i64)| Line::of(extent, &|x| at(&[(axis, x)]));
        let lines = others.map(line).collect::<Option<_>>()?;
        Some(Sums { sums, lines, all, spent: Cell::new(0) })
    }

    /// The bits of the values.
    fn bits(&self) -> i64 {
        let all = self.sums.iter().flatten().fold(self.all, |all, value| all | value);
        let all = self.lines.iter().flat_map(|line| line.values.values()).fold(all, |a, b| a | b);
        i64::from(64 - all.leading_zeros()).min(48)
    }

    /// Whether a swizzle is not refuted.
    fn fit(&self, swizzle: Swizzle) -> bool {
        self.sums.iter().all(|sum| adds_up(sum.map(|value| swizzle.apply(value))))
            && self.lines.iter().all(|line| line.fits(swizzle, &self.spent))
    }

    /// Whether too much was looked at to go on.
    fn are_spent(&self) -> bool {
        self.spent.get() > VALUES
    }
}

/// Whether an extent is a power of two or a prime.
fn is_whole(extent: i64) -> bool {
    extent < 2 || extent.count_ones() == 1 || divisors(extent).is_empty()
}

/// Values along an axis whose digits may end anywhere: at the products of divisors and at others.
struct Line {
    extent: i64,
    divisors: Vec<i64>,
    values: BTreeMap<i64, i64>,
}

impl Line {
    fn of(extent: i64, at: &dyn Fn(i64) -> Option<i64>) -> Option<Line> {
        let spread = (0..SPREAD).map(|k| i128::from(extent - 1) * k / (SPREAD - 1));
        let spread = spread.filter_map(|x| i64::try_from(x).ok());
        let divisors = divisors(extent);
        let units = divisors.iter().copied().chain([1]);
        let values = spread.chain(units).map(|x| Some((x, at(x)?))).collect::<Option<_>>()?;
        Some(Line { extent, divisors, values })
    }

    /// Whether the swizzled values are a sum of the digits that their steps show, as far as may still
    /// be looked.
    fn fits(&self, swizzle: Swizzle, spent: &Cell<usize>) -> bool {
        let origin = self.values.get(&0).map_or(0, |value| swizzle.apply(*value));
        let along = |x: i64| {
            spent.set(spent.get() + 1);
            let value = self.values.get(&x).filter(|_| spent.get() <= VALUES);
            let moved = value.and_then(|own| swizzle.apply(*own).checked_sub(origin));
            moved.map(|moved| vec![moved]).ok_or(TirxError::Overflow { what: "a step" })
        };
        let Ok(digits) = digits("", self.extent, &self.divisors, &[], &along) else { return false };
        let sum = |x: i64| {
            digits.iter().rev().try_fold((0i64, x), |(sum, rest), iter| {
                let moved = iter.stride.checked_mul(rest % iter.extent)?;
                Some((sum.checked_add(moved)?, rest / iter.extent))
            })
        };
        self.values
            .keys()
            .all(|&x| sum(x).is_some_and(|(sum, _)| along(x).is_ok_and(|moved| moved == [sum])))
    }
}

fn adds_up([origin, first, second, both]: [i64; 4]) -> bool {
    let [origin, first, second, both] = [origin, first, second, both].map(i128::from);
    both - origin == (first - origin) + (second - origin)
}
