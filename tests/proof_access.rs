//! The questions a compiler asks are never answered wrongly.

mod common;

use common::Choices;
use common::budgets::{NOTHING, by_argument, with_and_without_points};
use proptest::prelude::*;
use tileir::proof::{Budget, Verdict, constant_along, equal, fits_bits, vector_width};
use tileir::{IndexSet, LayoutMap, Point};

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn same(left: &LayoutMap, right: &LayoutMap) -> bool {
    left.domain().points().all(|point| left.eval(&point).ok() == right.eval(&point).ok())
}

fn constant(map: &LayoutMap, axis: usize) -> bool {
    let mut values = std::collections::HashMap::new();
    map.domain().points().all(|point| {
        let mut others = point.clone();
        others[axis] = 0;
        let value = map.eval(&point).ok();
        values.entry(others).or_insert_with(|| value.clone()) == &value
    })
}

fn run(map: &LayoutMap, axis: usize, width: i64) -> bool {
    map.domain().points().all(|point| {
        let mut start = point.clone();
        start[axis] -= point[axis] % width;
        match (map.eval(&start).as_deref(), map.eval(&point).as_deref()) {
            (Ok([start]), Ok([value])) => {
                start % width == 0 && start.checked_add(point[axis] % width) == Some(*value)
            }
            _ => false,
        }
    })
}

/// Whether the map's arithmetic fits; a map that is no arithmetic fits no width.
fn narrow(map: &LayoutMap, bits: u32) -> bool {
    let Some(code) = map.program() else { return false };
    let limit = 1i128 << (bits - 1);
    let fits = |point: Point| match code.program().eval_all(&point) {
        Ok(values) => values.iter().all(|&v| (-limit..limit).contains(&v.into())),
        Err(_) => false,
    };
    map.domain().points().all(fits)
}

fn agrees(verdict: &Verdict, truth: bool, what: &str) {
    match verdict {
        Verdict::Proved { .. } => assert!(truth, "{what}: {verdict}"),
        Verdict::Disproved { .. } => assert!(!truth, "{what}: {verdict}"),
        Verdict::Unknown { .. } => {}
    }
}

#[test]
fn equality_is_decided_across_kinds() {
    let strided = map("mixed_radix<(4,8):(8,1)>");
    let rows = map("expr<(d0 : 4, d1 : 8) -> (d0 * 8 + d1) to (d0 : 32)>");
    let bits = map("bit_linear<(d0 : 4, d1 : 8) -> (d0 : 32), d0 = [8, 16], d1 = [1, 2, 4]>");
    for (a, b) in [(&strided, &rows), (&rows, &bits), (&bits, &strided), (&rows, &rows)] {
        assert!(equal(a, b, &NOTHING).is_proved());
    }
    let swizzled = map("expr<(d0 : 4, d1 : 8) -> (d0 * 8 + (d1 xor d0)) to (d0 : 32)>");
    assert_eq!(
        equal(&rows, &swizzled, &NOTHING).to_string(),
        "disproved by gf2: at (d0 = 1, d1 = 0), one gives (d0 = 8), the other (d0 = 9)"
    );
    let other = map("expr<(i : 4, j : 8) -> (i * 8 + j) to (d0 : 32)>");
    assert_eq!(
        equal(&rows, &other, &NOTHING).to_string(),
        "unknown: the maps have different domains: (d0 : 4, d1 : 8) and (i : 4, j : 8)"
    );
}

#[test]
fn rows_of_an_aligned_stride_are_vectors() {
    for (text, axis, width) in [
        ("mixed_radix<(128,64):(64,1)>", 1, 8),
        ("mixed_radix<(128,64):(68,1)>", 1, 4),
        ("mixed_radix<(128,64):(65,1)>", 1, 1),
        ("mixed_radix<(128,64):(1,128)>", 0, 8),
        ("mixed_radix<(128,60):(64,1)>", 1, 4),
        ("expr<(i : 64, j : 64) -> (i * 64 + (j xor (i mod 8 * 8))) to (a : 4096)>", 1, 8),
        ("expr<(i : 64, j : 64) -> (i * 64 + (j xor (i mod 8 * 4))) to (a : 4096)>", 1, 4),
        ("expr<(i : 6, j : 64) -> (i * 72 + j floordiv 8 * 8 + j mod 8) to (a : 432)>", 1, 8),
        ("translate<[2], mixed_radix<(16,16):(16,1)> to (a : 300)>", 1, 2),
    ] {
        let (found, verdict) = vector_width(&map(text), axis, 8, &NOTHING);
        assert_eq!(found, width, "{text}: {verdict}");
        assert_eq!(verdict.is_proved(), width > 1, "{text}: {verdict}");
    }
    let (_, why) = vector_width(&map("mixed_radix<(8,8):(9,1)>"), 1, 2, &NOTHING);
    assert_eq!(
        why.to_string(),
        "disproved by affine: (d0 = 1, d1 = 0) maps to (d0 = 9), which is no multiple of 2"
    );
}

#[test]
fn a_replica_axis_is_constant() {
    let replicated = map("expr<(r : 4, i : 8) -> (i + r - r) to (a : 8)>");
    assert_eq!(constant_along(&replicated, 0, &NOTHING).to_string(), "proved by affine");
    assert_eq!(
        constant_along(&replicated, 1, &NOTHING).to_string(),
        "disproved by affine: (r = 0, i = 0) gives (a = 0), (r = 0, i = 1) gives (a = 1)"
    );
    let bases = map("bit_linear<(lane : 4, slot : 2) -> (a : 2), lane = [0, 0], slot = [1]>");
    assert_eq!(constant_along(&bases, 0, &NOTHING).to_string(), "proved by structure");
}

#[test]
fn a_shift_as_long_as_the_width_is_not_narrowed() {
    let shifted = map("expr<(i : 4) -> (i shr 40)>");
    assert!(fits_bits(&shifted, 64, &NOTHING).is_proved());
    assert_eq!(
        by_argument(|budget| fits_bits(&shifted, 32, budget)).to_string(),
        "unknown: a shift may reach 40 of 32 bits"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn verdicts_agree_with_every_point(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let left = common::map(&mut choices);
        let width = choices.pick(&[8, 4, 16, 32, 64]);
        for budget in [NOTHING, Budget::default()] {
            for axis in 0..left.domain().rank() {
                agrees(&constant_along(&left, axis, &budget), constant(&left, axis), &left.to_string());
                let (found, verdict) = vector_width(&left, axis, 8, &budget);
                if found > 1 {
                    prop_assert!(verdict.is_proved() && run(&left, axis, found), "{left}");
                } else if verdict.is_disproved() {
                    prop_assert!(!run(&left, axis, 2), "{left}: {verdict}");
                }
                if left.codomain().rank() == 1 && budget != NOTHING && !left.domain().is_empty() {
                    let extent = left.domain().hull_extents().unwrap()[axis];
                    let wider = 2 * found;
                    let constrained = !left.domain().is_box();
                    prop_assert!(constrained || wider > 8 || extent % wider != 0 || !run(&left, axis, wider), "{left}");
                }
            }
            agrees(&fits_bits(&left, width, &budget), narrow(&left, width), &left.to_string());
        }
    }

    #[test]
    fn equality_agrees_with_every_point(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let (domain, codomain) = (choices.set(&common::SMALL), choices.set(&common::ANY));
        let expr = |choices: &mut Choices<'_>, domain: &IndexSet| {
            let program = common::program(choices, domain.rank(), codomain.rank(), false);
            LayoutMap::expr(domain.clone(), codomain.clone(), program).unwrap()
        };
        let (left, right) = (expr(&mut choices, &domain), expr(&mut choices, &domain));
        for budget in [NOTHING, Budget::default()] {
            let verdict = equal(&left, &right, &budget);
            agrees(&verdict, same(&left, &right), &format!("{left} and {right}"));
            prop_assert!(budget == NOTHING || !verdict.is_unknown(), "{verdict}");
        }
    }
}

/// The quotient of the least integer by -1 does not fit, and the machine traps on the remainder
/// too: neither is proved to fit, however it is decided.
#[test]
fn the_least_integer_is_never_divided_by_minus_one() {
    for (text, bits) in [
        ("expr<(x : 5) -> ((-1 shl x) mod -1)>", 5),
        ("expr<(x : 32) -> ((-1 shl x) mod -1)>", 32),
        ("expr<(x : 2) -> ((-2147483648 + x) mod (x - 1))>", 32),
        ("expr<(x : 2) -> ((0 - 128 * x) mod (x - 2))>", 8),
    ] {
        let map: LayoutMap = text.parse().unwrap();
        let verdict = with_and_without_points(|budget| fits_bits(&map, bits, budget));
        assert!(!verdict.is_proved(), "{text}: {verdict}");
    }
}
