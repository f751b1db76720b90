//! Worked examples, and the law on generated maps of every kind.

use proptest::prelude::*;

use crate::expr::{BinaryOp, ProgramBuilder};
use crate::index_set::{Axis, IndexSet};
use crate::map::bit_linear::bits_for;
use crate::map::{IntTree, LayoutMap};
use crate::proof::Budget;

fn normal(text: &str) -> String {
    let map: LayoutMap = text.parse().unwrap();
    map.normalize(&Budget::default()).to_string()
}

#[test]
fn worked_examples() {
    let cases = [
        // Selections.
        ("expr<(i : 4, j : 8) -> (i, j) to (i : 4, j : 8)>", "identity<(i : 4, j : 8)>"),
        ("expr<(i : 4, j : 8) -> (j, i) to (j : 8, i : 4)>", "permute<(i : 4, j : 8) -> (j, i)>"),
        ("expr<(i : 4, j : 8) -> (j) to (j : 8)>", "project<(i : 4, j : 8) -> (j)>"),
        ("permute<(i : 4, j : 8) -> (i, j)>", "identity<(i : 4, j : 8)>"),
        (
            "compose<permute<(j : 8, i : 4) -> (i, j)>, permute<(i : 4, j : 8) -> (j, i)>>",
            "identity<(i : 4, j : 8)>",
        ),
        ("expr<(i : 64) -> (i floordiv 8 * 8 + i mod 8) to (i : 64)>", "identity<(i : 64)>"),
        (
            "expr<(x : 4) -> (x) to (x : 4 where x ne 3)>",
            "mixed_radix<(4):(1), (x : 4) -> (x : 4 where x ne 3)>",
        ),
        // Strides.
        ("mixed_radix<((2,4),8):((1,2),8)>", "mixed_radix<(8,8):(1,8)>"),
        ("mixed_radix<(4,(2,8)):(1,(32,4))>", "mixed_radix<(4,(2,8)):(1,(32,4))>"),
        (
            "expr<(i : 4, j : 8) -> (i * 8 + j) to (d0 : 32)>",
            "mixed_radix<(4,8):(8,1), (i : 4, j : 8) -> (d0 : 32)>",
        ),
        (
            "expr<(i : 8) -> (i floordiv 4 * 100 + i mod 4) to (a : 128)>",
            "mixed_radix<((4,2)):((1,100)), (i : 8) -> (a : 128)>",
        ),
        (
            "expr<(i : 8) -> (7 - i) to (a : 8)>",
            "translate<[7], mixed_radix<(8):(-1), (i : 8) -> (a)> to (a : 8)>",
        ),
        (
            "translate<[3], translate<[4], identity<(a : 8)>> to (a : 20)>",
            "translate<[7], mixed_radix<(8):(1), (a : 8) -> (a : 8)> to (a : 20)>",
        ),
        // Bits.
        (
            "expr<(i : 4, j : 4) -> (i xor j) to (a : 4)>",
            "bit_linear<(i : 4, j : 4) -> (a : 4), i = [1, 2], j = [1, 2]>",
        ),
        (
            "bit_linear<(lane : 32, s : 4) -> (i : 8, j : 16), lane = [(0,4), (0,8), (1,0), (2,0), \
             (4,0)], s = [(0,1), (0,2)]>",
            "mixed_radix<((4,8),4):((4@j,1@i),1@j), (lane : 32, s : 4) -> (i : 8, j : 16)>",
        ),
        // Swizzles of strides that are no powers of two.
        (
            "expr<(i : 6, j : 64) -> (i * 72 + j xor (i * 72 + j) shr 3 and 56) to (a : 512)>",
            "transform<swizzle(3,3,3), mixed_radix<(6,64):(72,1), (i : 6, j : 64) -> (a : 424)> \
             to (a : 512)>",
        ),
        (
            "transform<swizzle(1,0,3), mixed_radix<(6,5):(9,1)> to (d0 : 64)>",
            "transform<swizzle(1,0,3), mixed_radix<(6,5):(9,1)> to (d0 : 64)>",
        ),
        (
            "transform<swizzle(1,0,3), mixed_radix<(6,5):(8,1)> to (d0 : 48)>",
            "bit_linear<(d0 : 6, d1 : 5) -> (d0 : 48), d0 = [9, 16, 32], d1 = [1, 2, 4]>",
        ),
        (
            "expr<(i : 48, j : 64) -> ((72 * i + j) xor ((72 * i + j) shr 3 and 56)) to (a : 4096)>",
            "transform<swizzle(3,3,3), mixed_radix<(48,64):(72,1), (i : 48, j : 64) -> (a : 3448)> \
             to (a : 4096)>",
        ),
        // Several values.
        (
            "expr<(i : 12) -> (i floordiv 4, 7 - i mod 4) to (a : 3, b : 8)>",
            "translate<[0, 7], mixed_radix<((4,3)):((-1@b,1@a)), (i : 12) -> (a : 3, b)> \
             to (a : 3, b : 8)>",
        ),
        // What a table's values are.
        ("table<(i : 4) -> (a : 8), [0, 2, 4, 6]>", "mixed_radix<(4):(2), (i : 4) -> (a : 8)>"),
        (
            "table<(i : 6, j : 2) -> (a), [3, 8, 4, 9, 13, 18, 14, 19, 23, 28, 24, 29]>",
            "translate<[3], mixed_radix<((2,3),2):((1,10),5), (i : 6, j : 2) -> (a : 27)> to (a)>",
        ),
        ("table<(i : 4) -> (a : 8), [0, 5, 3, 6]>", "bit_linear<(i : 4) -> (a : 8), i = [5, 3]>"),
        ("table<(i : 3) -> (a : 8), [0, 5, 3]>", "bit_linear<(i : 3) -> (a : 8), i = [5, 3]>"),
        // Pieces.
        (
            "expr<(i : 100) -> ((i lt 40) * i + (i ge 40) * (2 * i)) to (a : 256)>",
            "piecewise<(i : 100), expr<(i : 100 where i lt 40) -> (i) to (a : 256)>, \
             expr<(i : 100 where 40 le i) -> (i * 2) to (a : 256)>>",
        ),
        (
            "piecewise<(i : 9), expr<(i : 9 where i lt 4) -> (2 * i) to (a : 20)>, \
             expr<(i : 9 where 4 le i) -> (i * 2) to (a : 20)>>",
            "mixed_radix<(9):(2), (i : 9) -> (a : 20)>",
        ),
        ("expr<(i : 9) -> (i lt 4) to (a : 2)>", "expr<(i : 9) -> (i lt 4) to (a : 2)>"),
        // Parts of what is not total.
        (
            "compose<identity<(d0 : 4)>, compose<identity<(d0 : 4)>, \
             expr<(i : 8) -> (i) to (d0 : 4)>>>",
            "compose<identity<(d0 : 4)>, mixed_radix<(8):(1), (i : 8) -> (d0 : 4)>>",
        ),
        // Otherwise the simplified expression.
        (
            "expr<(i : 10) -> (i * 3 floordiv 3 floordiv 4) to (a : 3)>",
            "expr<(i : 10) -> (i floordiv 4) to (a : 3)>",
        ),
        (
            "expr<(i : 4, j : 4) -> (i * j + 0) to (a : 16)>",
            "expr<(i : 4, j : 4) -> (i * j) to (a : 16)>",
        ),
    ];
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let found = normal(text);
        if found != expected {
            wrong.push(format!("{text}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_not_total_stays() {
    let folded = "compose<expr<(x : 4) -> (0 * x) to (z : 1)>, expr<(x : 8) -> (x) to (x : 4)>>";
    let parts = "compose<mixed_radix<(4):(0), (x : 4) -> (z : 1)>, \
                 mixed_radix<(8):(1), (x : 8) -> (x : 4)>>";
    assert_eq!(normal(folded), parts);
    for text in [
        parts,
        "expr<(x : 8) -> (0 * (4 floordiv x)) to (z : 1)>",
        "expr<(x : 8) -> (x * 9223372036854775807 - x * 9223372036854775807) to (z : 1)>",
    ] {
        assert_eq!(normal(text), text);
    }
}

#[test]
fn values_outside_the_codomain_stay_outside() {
    let map: LayoutMap = "expr<(x : 8) -> (x * 2 + 0) to (a : 8)>".parse().unwrap();
    let normal = map.normalize(&Budget::default());
    assert_eq!(normal.to_string(), "mixed_radix<(8):(2), (x : 8) -> (a : 8)>");
    assert_eq!(normal.eval(&[4]), map.eval(&[4]));
    assert_eq!(normal.eval_unbounded(&[4]), Ok(vec![8]));
}

/// Choices, read one at a time; when they run out, the first of everything.
struct Choices(std::vec::IntoIter<u16>);

impl Choices {
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % count
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

fn set(choices: &mut Choices, names: &[&str]) -> IndexSet {
    let axes = names.iter().map(|name| Axis::new(name, choices.of(&[4, 1, 2, 3, 6, 8, 16, 40])));
    IndexSet::new(axes.collect()).unwrap()
}

/// A map of any kind on a domain, nested up to `depth`.
fn map_on(choices: &mut Choices, domain: &IndexSet, depth: usize) -> LayoutMap {
    let kinds = if depth == 0 { 6 } else { 9 };
    match choices.below(kinds) {
        0 => LayoutMap::identity(domain.clone()).unwrap(),
        1 => strided(choices, domain),
        2 => bit_linear(choices, domain),
        3 => expression(choices, domain),
        4 => {
            let mut order: Vec<usize> = (0..domain.rank()).collect();
            order.rotate_left(choices.below(domain.rank()));
            LayoutMap::permute(domain.clone(), order).unwrap()
        }
        5 => LayoutMap::project(domain.clone(), vec![choices.below(domain.rank())]).unwrap(),
        6 => {
            let map = map_on(choices, domain, depth - 1);
            let offset =
                (0..map.codomain().rank()).map(|_| choices.of(&[0, 1, -1, 5, 1 << 40])).collect();
            let codomain = map.codomain().clone();
            LayoutMap::translate(offset, map, Some(codomain)).unwrap()
        }
        7 if domain.rank() > 1 => {
            let part = |axis: usize| IndexSet::new(vec![domain.axes()[axis].clone()]).unwrap();
            let factors: Vec<LayoutMap> = (0..domain.rank())
                .map(|axis| {
                    let factor = map_on(choices, &part(axis), depth - 1);
                    renamed(&factor, axis)
                })
                .collect();
            LayoutMap::product(factors).unwrap()
        }
        _ => {
            let inner = map_on(choices, domain, depth - 1);
            if inner.codomain().extents().is_none() {
                return inner;
            }
            let outer = map_on(choices, inner.codomain(), depth - 1);
            LayoutMap::compose(outer, inner).unwrap()
        }
    }
}

/// The map with codomain names that no other factor has.
fn renamed(map: &LayoutMap, factor: usize) -> LayoutMap {
    let axes = map.codomain().axes().iter().enumerate().map(|(k, axis)| {
        let name = format!("f{factor}_{k}");
        axis.extent().finite().map_or_else(|| Axis::integers(&name), |n| Axis::new(&name, n))
    });
    let codomain = IndexSet::new(axes.collect()).unwrap();
    let program = map.program().unwrap().value_program();
    LayoutMap::expr(map.domain().clone(), codomain, program).unwrap()
}

fn strided(choices: &mut Choices, domain: &IndexSet) -> LayoutMap {
    let (mut shape, mut stride) = (Vec::new(), Vec::new());
    for extent in domain.extents().unwrap() {
        let mut part = || choices.of(&[1i64, 0, 2, 4, 5, 16, -1, i64::MAX]);
        if extent % 2 == 0 {
            shape.push(IntTree::Tuple(vec![2.into(), (extent / 2).into()]));
            stride.push(IntTree::Tuple(vec![part().into(), part().into()]));
        } else {
            shape.push(extent.into());
            stride.push(part().into());
        }
    }
    let (shape, stride) = (IntTree::Tuple(shape), IntTree::Tuple(stride));
    let codomain = set(choices, &["m"]);
    LayoutMap::mixed_radix_between(shape, vec![stride], domain.clone(), codomain).unwrap()
}

fn bit_linear(choices: &mut Choices, domain: &IndexSet) -> LayoutMap {
    let rank = 1 + choices.below(2);
    let codomain = set(choices, &["b", "c"][..rank]);
    let bases = domain
        .extents()
        .unwrap()
        .into_iter()
        .map(|extent| {
            let mut basis =
                || (0..codomain.rank()).map(|_| choices.of(&[0, 1, 2, 3, 4, 8])).collect();
            (0..bits_for(extent)).map(|_| basis()).collect()
        })
        .collect();
    LayoutMap::bit_linear(domain.clone(), codomain.clone(), bases).unwrap()
}

fn expression(choices: &mut Choices, domain: &IndexSet) -> LayoutMap {
    let rank = 1 + choices.below(2);
    let codomain = set(choices, &["e", "i"][..rank]);
    let mut builder = ProgramBuilder::default();
    let mut places: Vec<u32> = (0..domain.rank()).map(|i| builder.coord(i)).collect();
    for _ in 0..1 + choices.below(5) {
        let (op, lhs) = (choices.of(&BinaryOp::ALL), choices.of(&places));
        let rhs = if choices.below(4) == 3 {
            choices.of(&places)
        } else {
            builder.constant(choices.of(&[4, 2, 1, 0, 3, 7, 8, 16, -1]))
        };
        places.push(builder.binary(op, lhs, rhs));
    }
    let outputs: Vec<u32> = places.iter().rev().cycle().take(codomain.rank()).copied().collect();
    LayoutMap::expr(domain.clone(), codomain, builder.finish(&outputs)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, ..ProptestConfig::default() })]

    #[test]
    fn the_function_stays_and_a_second_time_changes_nothing(
        choices in prop::collection::vec(any::<u16>(), 0..60),
        points in prop::sample::select(vec![0u64, 1 << 12]),
    ) {
        let mut choices = Choices(choices.into_iter());
        let domain = set(&mut choices, &["i", "j"]);
        let map = map_on(&mut choices, &domain, 2);
        let budget = Budget::of_points(points);
        let normal = map.normalize(&budget);
        prop_assert_eq!(normal.domain(), map.domain());
        prop_assert_eq!(normal.codomain(), map.codomain());
        for point in domain.points() {
            let same = normal.eval(&point).ok() == map.eval(&point).ok();
            prop_assert!(same, "{} at {:?} is {}", map, point, normal);
        }
        prop_assert_eq!(normal.normalize(&budget).to_string(), normal.to_string(), "{}", map);
    }
}
