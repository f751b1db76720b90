//! Where a map is not linear over GF(2): the first points whose bits do not add up.
//!
//! A map by bases takes 0 to 0 and an xor of points to the xor of their values. So each point's
//! value is that of its highest bit, xor that of the rest, and the first point of which that is
//! not true is a disproof that anyone can check:
//!
//! ```text
//! (o : 256) -> (o + 4 * (o / 64))
//! (4) maps to (4) and (64) to (68), but (68) to (72), not to (64)
//! ```
//!
//! Points are taken in the order of their bits, the first axis lowest.

use std::fmt;

use tileir::{LayoutMap, Point};

use crate::render::point;

/// A disproof of linearity; see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NonLinear {
    /// 0 does not map to 0.
    Origin {
        /// What it maps to.
        value: Point,
    },
    /// A point without a value.
    Undefined {
        /// The point.
        at: Point,
    },
    /// Two points without a bit in common, and their xor.
    Sum {
        /// The points, each with its value.
        parts: [(Point, Point); 2],
        /// Their xor, with its value.
        whole: (Point, Point),
    },
}

impl NonLinear {
    /// The xor of the parts' values.
    fn expected([(_, a), (_, b)]: &[(Point, Point); 2]) -> Point {
        a.iter().zip(b).map(|(a, b)| a ^ b).collect()
    }
}

impl fmt::Display for NonLinear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NonLinear::Origin { value } => write!(f, "0 maps to {}", point(value)),
            NonLinear::Undefined { at } => write!(f, "{} has no value", point(at)),
            NonLinear::Sum { parts, whole } => {
                let [(a, fa), (b, fb)] = parts;
                let (a, fa, b, fb) = (point(a), point(fa), point(b), point(fb));
                let (sum, value) = (point(&whole.0), point(&whole.1));
                let expected = point(&NonLinear::expected(parts));
                write!(
                    f,
                    "{a} maps to {fa} and {b} to {fb}, but {sum} to {value}, not to {expected}"
                )
            }
        }
    }
}

/// The first disproof among the first `most` points of a box of powers of two; `Ok(None)` where
/// all points are looked at and there is none.
///
/// # Errors
/// That there are more points, and none of those looked at is one.
pub fn first(map: &LayoutMap, most: u64) -> Result<Option<NonLinear>, u64> {
    let Some(extents) = map.domain().extents() else { return Err(most) };
    let bits: Vec<u32> = extents.iter().map(|extent| extent.trailing_zeros()).collect();
    let total: u32 = bits.iter().sum();
    if extents.iter().any(|extent| extent.count_ones() != 1) || total > 62 {
        return Err(most);
    }
    let at = |mut index: u64| -> Point {
        let coordinate = |&bits: &u32| {
            let low = index & ((1 << bits) - 1);
            index >>= bits;
            low as i64
        };
        bits.iter().map(coordinate).collect()
    };
    let checked = |index: u64| {
        let top = index.checked_ilog2().map_or(0, |bit| 1 << bit);
        let whole = at(index);
        let Ok(value) = map.eval(&whole) else { return Some(NonLinear::Undefined { at: whole }) };
        if index == 0 {
            let zero = value.iter().all(|&coordinate| coordinate == 0);
            return (!zero).then_some(NonLinear::Origin { value });
        }
        let part = |index| {
            let point = at(index);
            map.eval(&point).ok().map(|value| (point, value))
        };
        let parts = [part(index ^ top)?, part(top)?];
        let differs = NonLinear::expected(&parts) != value;
        differs.then_some(NonLinear::Sum { parts, whole: (whole, value) })
    };
    let points = 1u64 << total;
    match (0..points.min(most)).find_map(checked) {
        Some(found) => Ok(Some(found)),
        None if points <= most => Ok(None),
        None => Err(most),
    }
}

#[cfg(test)]
mod tests {
    use super::first;

    fn shown(map: &str) -> String {
        let map = map.parse().expect("a map");
        first(&map, 1 << 10)
            .expect("few points")
            .map_or("linear".to_owned(), |found| found.to_string())
    }

    #[test]
    fn the_first_point_whose_bits_do_not_add_up() {
        let padded = "expr<(o : 256) -> (o + 4 * (o floordiv 64))>";
        let expected = "(4) maps to (4) and (64) to (68), but (68) to (72), not to (64)";
        assert_eq!(shown(padded), expected);
        assert_eq!(shown("expr<(i : 4, j : 4) -> (i xor j * 4)>"), "linear");
        assert_eq!(shown("expr<(i : 4) -> (i + 1)>"), "0 maps to (1)");
        assert_eq!(shown("expr<(i : 4) -> (6 floordiv (i - 2) + 3)>"), "(2) has no value");
    }
}
