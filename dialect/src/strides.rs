//! Is a map one stride an axis?
//!
//! Stock MLIR addresses a memref by `offset + sum(stride_i * x_i)`. If a map is of
//! that form, its offset is its value at zero and each stride is a difference to
//! it, so there is one candidate, and the question is whether it is right
//! everywhere. `(4,(2,8)):(1,(4,8))` is, since `4 * 2 == 8`: strides 1 and 4.
//! `(4,(2,8)):(1,(32,4))` is not.
//!
//! The law: strides are given only where they are proved, by structure or by
//! looking at every point; a map that is only probably strided is not strided, nor
//! is one that a constraint keeps from having a value somewhere in its box.

use tileir::map::MixedRadix;
use tileir::{LayoutMap, Node};

/// At most this many points are looked at.
const BUDGET: i64 = 1 << 16;

/// `offset + sum(strides[i] * x[i])`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strides {
    /// One a domain axis.
    pub strides: Vec<i64>,
    /// The value at zero.
    pub offset: i64,
}

impl Strides {
    fn at(&self, point: &[i64]) -> Option<i64> {
        self.strides
            .iter()
            .zip(point)
            .try_fold(self.offset, |sum, (stride, x)| sum.checked_add(stride.checked_mul(*x)?))
    }
}

/// The strides of `map`, if it is proved to have one an axis.
pub fn strides(map: &LayoutMap) -> Option<Strides> {
    if map.codomain().rank() != 1 || !map.domain().is_box() {
        return None;
    }
    let found = by_structure(map).or_else(|| candidate(map))?;
    let proved = by_structure(map).is_some_and(|known| known == found && in_bounds(map, &found));
    (proved || everywhere(map, &found)).then_some(found)
}

/// The strides that the way the map is written shows.
fn by_structure(map: &LayoutMap) -> Option<Strides> {
    match map.node() {
        Node::Identity => Some(Strides { strides: vec![1], offset: 0 }),
        Node::MixedRadix(layout) => {
            let strides = axis_strides(layout)?;
            Some(Strides { strides, offset: 0 })
        }
        Node::Translate { offset, map } => {
            let inner = by_structure(map).filter(|inner| in_bounds(map, inner))?;
            let offset = inner.offset.checked_add(*offset.first()?)?;
            Some(Strides { strides: inner.strides, offset })
        }
        Node::Recast { units, map } => {
            let inner = by_structure(map).filter(|inner| in_bounds(map, inner))?;
            let convert = |&address: &i64| units.convert(address).ok();
            Some(Strides {
                strides: inner.strides.iter().map(convert).collect::<Option<_>>()?,
                offset: convert(&inner.offset)?,
            })
        }
        _ => None,
    }
}

/// One stride a top-level mode, where the digits of each follow on one another.
fn axis_strides(layout: &MixedRadix) -> Option<Vec<i64>> {
    layout
        .shape()
        .modes()
        .iter()
        .zip(layout.stride()?.modes())
        .map(|(shape, stride)| axis_stride(shape, stride))
        .collect()
}

fn axis_stride(shape: &tileir::IntTree, stride: &tileir::IntTree) -> Option<i64> {
    let mut next: Option<(i64, i64)> = None;
    let mut pending = vec![(shape, stride)];
    while let Some((shape, stride)) = pending.pop() {
        use tileir::IntTree::{Leaf, Tuple};
        match (shape, stride) {
            (Leaf(1), Leaf(_)) => {}
            (Leaf(extent), Leaf(stride)) => {
                let first = match next {
                    None => *stride,
                    Some((first, expected)) if expected == *stride => first,
                    Some(_) => return None,
                };
                next = Some((first, stride.checked_mul(*extent)?));
            }
            (Tuple(shapes), Tuple(strides)) => {
                pending.extend(shapes.iter().zip(strides).rev());
            }
            _ => return None,
        }
    }
    Some(next.map_or(0, |(first, _)| first))
}

/// Whether every value of the strided form lies in the codomain.
fn in_bounds(map: &LayoutMap, form: &Strides) -> bool {
    let Some(extents) = map.domain().extents().filter(|_| map.codomain().is_box()) else {
        return false;
    };
    let (mut least, mut most) = (vec![0; extents.len()], vec![0; extents.len()]);
    for (axis, (&extent, &stride)) in extents.iter().zip(&form.strides).enumerate() {
        if extent == 0 {
            return false;
        }
        let end = if stride < 0 { &mut least } else { &mut most };
        end[axis] = extent - 1;
    }
    [least, most]
        .iter()
        .all(|corner| form.at(corner).is_some_and(|value| map.check_codomain(&[value]).is_ok()))
}

/// The only strides that the map can have.
fn candidate(map: &LayoutMap) -> Option<Strides> {
    let extents = map.domain().extents()?;
    let mut point = vec![0; extents.len()];
    let offset = *map.eval(&point).ok()?.first()?;
    let mut strides = Vec::with_capacity(extents.len());
    for (axis, &extent) in extents.iter().enumerate() {
        if extent < 2 {
            strides.push(0);
            continue;
        }
        point[axis] = 1;
        strides.push(map.eval(&point).ok()?.first()?.checked_sub(offset)?);
        point[axis] = 0;
    }
    Some(Strides { strides, offset })
}

/// Whether the form is the map at every point.
fn everywhere(map: &LayoutMap, form: &Strides) -> bool {
    let few = map.domain().cardinality().is_some_and(|points| (1..=BUDGET).contains(&points));
    few && map.domain().points().all(|point| {
        matches!((map.eval(&point), form.at(&point)), (Ok(value), Some(expected)) if value == [expected])
    })
}

#[cfg(test)]
mod tests {
    use super::{Strides, strides};
    use tileir::LayoutMap;

    fn of(text: &str) -> Option<Strides> {
        strides(&text.parse::<LayoutMap>().expect("a map"))
    }

    #[test]
    fn mixed_radix_row_major() {
        let expected = Strides { strides: vec![8, 1], offset: 0 };
        assert_eq!(of("mixed_radix<(4,8):(8,1)>"), Some(expected));
    }

    #[test]
    fn mixed_radix_digits_that_follow_on() {
        let expected = Strides { strides: vec![1, 4], offset: 0 };
        assert_eq!(of("mixed_radix<(4,(2,8)):(1,(4,8))>"), Some(expected));
    }

    #[test]
    fn mixed_radix_digits_apart() {
        assert_eq!(of("mixed_radix<(4,(2,8)):(1,(32,4))>"), None);
    }

    #[test]
    fn recast_of_strides_that_divide() {
        let expected = Strides { strides: vec![4, 1], offset: 0 };
        assert_eq!(of("recast<16 -> 32, mixed_radix<(1000000,4):(8,2)>>"), Some(expected));
        assert_eq!(of("recast<16 -> 32, mixed_radix<(1000000,4):(8,1)>>"), None);
        let expected = Strides { strides: vec![16, 2], offset: 0 };
        assert_eq!(of("recast<16 -> 8, mixed_radix<(1000000,4):(8,1)>>"), Some(expected));
    }

    #[test]
    fn other_nodes_strided_by_every_point() {
        let expected = Strides { strides: vec![1, 4], offset: 0 };
        let joined = "regroup<(i : 4, j : 2) -> (a : 8), [(4), (2)] -> [(0,1)]>";
        assert_eq!(of(joined), Some(expected.clone()));
        assert_eq!(of("regroup<(i : 4, j : 2) -> (a : 8), [(2,2), (2)] -> [(0,2,1)]>"), None);
        let halves = "piecewise<(i : 4, j : 2), expr<(i : 4, j : 2 where j eq 0) -> (i) to (a : 8)>, \
                      expr<(i : 4, j : 2 where j eq 1) -> (i + 4) to (a : 8)>>";
        assert_eq!(of(halves), Some(expected));
        let expected = Strides { strides: vec![3], offset: 1 };
        assert_eq!(of("table<(i : 3) -> (a : 8), [1, 4, 7]>"), Some(expected));
        assert_eq!(of("table<(i : 3) -> (a : 8), [1, 4, 6]>"), None);
    }

    #[test]
    fn constraints_leave_gaps() {
        assert_eq!(of("expr<(i : 4, j : 4 where i le j) -> (i * 4 + j)>"), None);
        // 5 is no address, though the first and the last are.
        assert_eq!(of("expr<(i : 8) -> (i) to (a : 8 where a ne 5)>"), None);
        let rows = "mixed_radix<8:1, (i : 8) -> (a : 8 where a ne 5)>";
        assert_eq!(of(rows), None);
        assert_eq!(of(&format!("translate<[1], {rows} to (a : 9)>")), None);
    }

    #[test]
    fn expr_strided_by_every_point() {
        let expected = Strides { strides: vec![10, 2], offset: 3 };
        assert_eq!(of("expr<(i : 4, j : 5) -> (i * 10 + j * 2 + 3)>"), Some(expected));
    }

    #[test]
    fn expr_swizzled() {
        assert_eq!(of("expr<(i : 4, j : 4) -> (i * 4 + (j xor i))>"), None);
    }

    #[test]
    fn expr_that_fails_at_a_point() {
        assert_eq!(of("expr<(i : 4) -> (i) to (a : 3)>"), None);
    }
}
