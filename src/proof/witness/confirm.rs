//! The constructors of a [`Witness`]: each asks the evaluator, and gives nothing where it
//! disagrees.
//!
//! ```text
//! strategy: at i = 1 the value leaves (a : 12)       eval: 24, outside      a witness
//! strategy: at i = 3 the value leaves (a : 12)       eval: 8                none
//! ```

use super::coordinates::outcome;
use super::{Coordinates, Witness};
use crate::expr::Program;
use crate::index_set::Point;
use crate::map::LayoutMap;

/// Up to this many points, an uncovered value is looked for again point by point.
const RECHECK: u64 = 64;

impl Witness {
    pub(in crate::proof) fn undefined(map: &LayoutMap, point: Point) -> Option<Witness> {
        if !map.domain().contains(&point) {
            return None;
        }
        let error = map.eval_unbounded(&point).err()?;
        Some(Witness::Undefined { point: Coordinates::new(map.domain(), point), error })
    }

    pub(in crate::proof) fn outside(map: &LayoutMap, point: Point) -> Option<Witness> {
        let value = map.eval_unbounded(&point).ok()?;
        let error = map.check_codomain(&value).err()?;
        Some(Witness::Outside {
            point: Coordinates::new(map.domain(), point),
            value: Coordinates::new(map.codomain(), value),
            error,
        })
    }

    pub(in crate::proof) fn collision(
        map: &LayoutMap,
        first: Point,
        second: Point,
    ) -> Option<Witness> {
        let value = map.eval_unbounded(&first).ok()?;
        if first == second || map.eval_unbounded(&second).ok()? != value {
            return None;
        }
        Some(Witness::Collision {
            first: Coordinates::new(map.domain(), first),
            second: Coordinates::new(map.domain(), second),
            value: Coordinates::new(map.codomain(), value),
        })
    }

    /// The same witness about another map, if it fails there too; counts are not taken over.
    pub(in crate::proof) fn again(&self, map: &LayoutMap) -> Option<Witness> {
        match self {
            Witness::Undefined { point, .. } => Witness::undefined(map, point.values().to_vec()),
            Witness::Outside { point, .. } => Witness::outside(map, point.values().to_vec()),
            Witness::Collision { first, second, .. } => {
                Witness::collision(map, first.values().to_vec(), second.values().to_vec())
            }
            Witness::Uncovered { value } => Witness::uncovered(map, value.values().to_vec()),
            _ => None,
        }
    }

    /// The strategy knows the whole image; a small domain is asked again all the same.
    pub(in crate::proof) fn uncovered(map: &LayoutMap, value: Point) -> Option<Witness> {
        let small = || map.domain().few(RECHECK).is_some();
        let hit = || map.domain().points().any(|p| map.eval(&p).is_ok_and(|v| v == value));
        if !map.codomain().contains(&value) || (small() && hit()) {
            return None;
        }
        Some(Witness::Uncovered { value: Coordinates::new(map.codomain(), value) })
    }

    pub(in crate::proof) fn difference(
        left: &LayoutMap,
        right: &LayoutMap,
        point: Point,
    ) -> Option<Witness> {
        let (a, b) = (left.eval(&point).ok(), right.eval(&point).ok());
        if a == b {
            return None;
        }
        Some(Witness::Difference {
            left: outcome(left, &point),
            right: outcome(right, &point),
            point: Coordinates::new(left.domain(), point),
        })
    }

    /// Two points that should differ in value by `step` on the only codomain axis, or, with
    /// a `step` of 0, not at all.
    pub(in crate::proof) fn varies(
        map: &LayoutMap,
        first: Point,
        second: Point,
        step: i64,
    ) -> Option<Witness> {
        if !map.domain().contains(&first) || !map.domain().contains(&second) {
            return None;
        }
        let (left, right) = (outcome(map, &first), outcome(map, &second));
        let as_claimed = match (&left, &right) {
            (Ok(left), Ok(right)) => left
                .values()
                .iter()
                .zip(right.values())
                .all(|(&left, &right)| left.checked_add(step) == Some(right)),
            (Err(_), Err(_)) => true,
            _ => false,
        };
        (!as_claimed).then(|| Witness::Varies {
            first: Coordinates::new(map.domain(), first),
            left,
            second: Coordinates::new(map.domain(), second),
            right,
        })
    }

    pub(in crate::proof) fn misaligned(
        map: &LayoutMap,
        point: Point,
        multiple: i64,
    ) -> Option<Witness> {
        let value = map.eval(&point).ok()?;
        if value.iter().all(|v| v.checked_rem(multiple) == Some(0)) {
            return None;
        }
        Some(Witness::Misaligned {
            point: Coordinates::new(map.domain(), point),
            value: Coordinates::new(map.codomain(), value),
            multiple,
        })
    }

    pub(in crate::proof) fn shared(
        left: &LayoutMap,
        right: &LayoutMap,
        (from, other): (Point, Point),
    ) -> Option<Witness> {
        let value = left.eval(&from).ok()?;
        (right.eval(&other).ok()? == value).then(|| Witness::Shared {
            left: Coordinates::new(left.domain(), from),
            right: Coordinates::new(right.domain(), other),
            value: Coordinates::new(left.codomain(), value),
        })
    }

    /// The value at a place of a program of the map, where that needs more bits.
    pub(in crate::proof) fn wide(
        map: &LayoutMap,
        program: &Program,
        point: Point,
        place: u32,
        bits: u32,
    ) -> Option<Witness> {
        let alone = program.with_outputs(&[place]);
        let value = *alone.eval(&point).ok()?.first()?;
        let top = 1i128 << (bits.clamp(1, 64) - 1);
        let fits = (-top..top).contains(&value.into()) || !map.domain().contains(&point);
        (!fits).then(|| Witness::Wide {
            expression: crate::text::expressions(&alone, map.domain()),
            point: Coordinates::new(map.domain(), point),
            value,
            bits,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> LayoutMap {
        "expr<(i : 4) -> (12 floordiv i * 2) to (a : 12)>".parse().unwrap()
    }

    #[test]
    fn a_witness_is_given_where_the_evaluator_agrees() {
        let map = map();
        let shown = |witness: Option<Witness>| witness.map(|w| w.to_string()).unwrap_or_default();
        assert_eq!(
            shown(Witness::undefined(&map, vec![0])),
            "at (i = 0), 12 floordiv 0 is undefined"
        );
        assert_eq!(
            shown(Witness::outside(&map, vec![1])),
            "(i = 1) maps to (a = 24): 24 is outside the codomain axis a : 12"
        );
        assert_eq!(
            shown(Witness::uncovered(&map, vec![3])),
            "no point maps to (a = 3) of (a : 12)"
        );
        assert_eq!(
            shown(Witness::varies(&map, vec![2], vec![3], 0)),
            "(i = 2) gives no value (12 is outside the codomain axis a : 12), (i = 3) gives (a = 8)"
        );
        assert_eq!(
            shown(Witness::misaligned(&map, vec![3], 16)),
            "(i = 3) maps to (a = 8), which is no multiple of 16"
        );
    }

    #[test]
    fn no_witness_is_given_where_it_does_not() {
        let map = map();
        assert_eq!(Witness::undefined(&map, vec![1]), None);
        assert_eq!(Witness::undefined(&map, vec![9]), None);
        assert_eq!(Witness::outside(&map, vec![3]), None);
        assert_eq!(Witness::collision(&map, vec![1], vec![2]), None);
        assert_eq!(Witness::collision(&map, vec![1], vec![1]), None);
        assert_eq!(Witness::uncovered(&map, vec![8]), None);
        assert_eq!(Witness::uncovered(&map, vec![12]), None);
        assert_eq!(Witness::difference(&map, &map, vec![0]), None);
        assert_eq!(Witness::varies(&map, vec![0], vec![1], 0), None);
        assert_eq!(Witness::misaligned(&map, vec![3], 8), None);
    }
}
