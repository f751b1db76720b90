//! Addresses as a swizzle after a sum of digits, where there is such a form.
//!
//! A swizzle undoes itself, so that `f = Sw o L` exactly if `Sw o f = L` is a sum of digits. There
//! are few swizzles over the bits that addresses have, and most are refuted by a handful of
//! values: two points whose steps do not add up in `f` must add up in `Sw o f`. What is left is
//! tried in earnest, and its sum of digits proved.
//!
//! ```text
//! f(i, j) = 8*i + (j xor i)      f(1,0) = 9, f(0,1) = 1, f(1,1) = 8, not 10
//! Sw<3,0,3>                      Sw(9) = 8, Sw(1) = 1, Sw(8) = 9: they add up
//! ```

use super::TranslateError;
use super::digits::{Digits, into_memory};
use crate::cute::{Composed, Swizzle};
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::interop::tirx::TirxError;
use crate::map::LayoutMap;

/// Pairs of points whose steps do not add up that are kept, and pairs that are looked at.
const PAIRS: usize = 64;
const LOOKED_AT: usize = 1 << 13;

/// A swizzle after an offset after a layout that is a map from elements to addresses; the first
/// answer is why the map is no plain sum.
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
    for swizzle in candidates(sums.bits()) {
        if sums.fit(swizzle)
            && let Some(plain) = after(swizzle, &map)
            && let Ok(digits) = Digits::of(&plain)
        {
            return of(swizzle, &digits);
        }
    }
    Err(why.into())
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
struct Sums {
    sums: Vec<[i64; 4]>,
    /// Bits of other values.
    all: i64,
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
        let pairs = units
            .iter()
            .enumerate()
            .flat_map(|(k, &first)| units.iter().skip(k + 1).map(move |&second| (first, second)));
        let sum = |(first, second): (Unit, Unit)| {
            Some([origin, at(&[first])?, at(&[second])?, at(&[first, second])?])
        };
        let failing = pairs.take(LOOKED_AT).filter_map(sum).filter(|sum| !adds_up(*sum));
        let mut sums: Vec<[i64; 4]> = failing.take(PAIRS).collect();
        // Steps that add up must still do so.
        let neighbours = units.iter().copied().zip(units.iter().copied().skip(1));
        sums.extend(neighbours.take(LOOKED_AT).filter_map(sum));
        // The last point has the highest bits, if a swizzle does not bring other points higher.
        let last: Vec<i64> = extents.iter().map(|extent| extent.saturating_sub(1)).collect();
        let mut all = map.eval(&last).ok()?.first().copied()?;
        for unit in &units {
            all |= at(&[*unit])?;
        }
        Some(Sums { sums, all })
    }

    /// The bits of the values.
    fn bits(&self) -> i64 {
        let all = self.sums.iter().flatten().fold(self.all, |all, value| all | value);
        i64::from(64 - all.leading_zeros()).min(48)
    }

    fn fit(&self, swizzle: Swizzle) -> bool {
        self.sums.iter().all(|sum| adds_up(sum.map(|value| swizzle.apply(value))))
    }
}

fn adds_up([origin, first, second, both]: [i64; 4]) -> bool {
    let [origin, first, second, both] = [origin, first, second, both].map(i128::from);
    both - origin == (first - origin) + (second - origin)
}
