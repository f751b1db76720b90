//! Wavefronts are those of the definition.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::Choices;
use common::budgets::{NOTHING, with_and_without_points};
use proptest::prelude::*;
use tileir::proof::{Access, Answer, Banks, Budget, Strategy as By, Wavefronts, wavefronts};
use tileir::target::Target;
use tileir::{LayoutMap, Point};

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// By the definition: byte by byte, every lane of every repetition. `None` where a lane has no
/// address.
fn counted(access: &Access<'_>, banks: &Banks) -> Option<Counted> {
    let (map, lane_bytes) = (access.map, access.element_bytes * access.vector);
    let extents = map.domain().hull_extents().unwrap();
    let mut repetitions: BTreeMap<Point, BTreeMap<(i64, i64), BTreeSet<i64>>> = BTreeMap::new();
    for point in map.domain().points() {
        let mut repetition = point.clone();
        let lane = access.lanes.iter().fold(0, |lane, &axis| {
            repetition[axis] = 0;
            lane * extents[axis] + point[axis]
        });
        let first = map.eval(&point).ok()?[0].checked_mul(access.element_bytes)?;
        let last = first.checked_add(lane_bytes - 1)?;
        let together = (banks.banks * banks.bank_bytes / lane_bytes).min(banks.lanes).max(1);
        let touched = repetitions.entry(repetition).or_default();
        for byte in first..=last {
            let word = byte.div_euclid(banks.bank_bytes);
            let bank = word.rem_euclid(banks.banks);
            touched.entry((lane / together, bank)).or_default().insert(word);
        }
    }
    let phases = |touched: &BTreeMap<(i64, i64), BTreeSet<i64>>| {
        let mut phases: BTreeMap<i64, u64> = BTreeMap::new();
        for ((phase, _), words) in touched {
            let most = phases.entry(*phase).or_default();
            *most = (words.len() as u64).max(*most);
        }
        phases.into_values().collect::<Vec<u64>>()
    };
    let each: Vec<Vec<u64>> = repetitions.values().map(phases).collect();
    let sums = || each.iter().map(|phases| phases.iter().sum::<u64>());
    Some(Counted {
        first: sums().next().unwrap_or(0),
        most: sums().max().unwrap_or(0),
        phases: each.iter().map(|phases| phases.len() as u64).max().unwrap_or(0),
        worst: each.iter().flatten().copied().max().unwrap_or(0),
    })
}

/// What an access costs, by the definition.
#[derive(Debug, PartialEq)]
struct Counted {
    first: u64,
    most: u64,
    phases: u64,
    worst: u64,
}

/// Whether an answer, if there is one, is the definition's; by whom.
fn agrees(access: &Access<'_>, banks: &Banks, budget: &Budget) -> Option<By> {
    let answer = wavefronts(access, banks, budget);
    let what = format!("{} {access:?} {banks:?}: {answer}", access.map);
    let Answer::Known { value: found, by } = answer else {
        assert!(*budget == NOTHING || counted(access, banks).is_none(), "{what}");
        return None;
    };
    let expected = counted(access, banks).expect(&what);
    let Wavefronts { phases, first, most, worst, .. } = found.clone();
    assert_eq!(Counted { first, most, phases, worst }, expected, "{what}");
    assert_eq!(found.is_free(), expected.worst <= 1, "{what}");
    if let Some(fullest) = &found.fullest {
        let together = banks.lanes_per_phase(access.element_bytes * access.vector);
        for &(lane, word) in &fullest.words {
            let (mut point, mut rest) = (fullest.repetition.values().to_vec(), lane);
            for &axis in access.lanes.iter().rev() {
                let extent = access.map.domain().hull_extents().unwrap()[axis];
                point[axis] = rest % extent;
                rest /= extent;
            }
            let byte = access.map.eval(&point).unwrap()[0] * access.element_bytes;
            let last = byte + access.element_bytes * access.vector - 1;
            let words = byte.div_euclid(banks.bank_bytes)..=last.div_euclid(banks.bank_bytes);
            assert!(words.contains(&word), "{what}");
            assert_eq!(word.rem_euclid(banks.banks), fullest.bank, "{what}");
            assert_eq!((lane / together) as u64, fullest.phase, "{what}");
        }
    } else {
        assert_eq!(found.most, 0, "{what}");
    }
    Some(by)
}

#[test]
fn the_well_known_patterns_cost_what_is_known() {
    let (f32, f64, f16) = (4, 8, 2);
    let rows = |text: &str| map(&format!("expr<(row : 32, column : 32) -> ({text})>"));
    let cases = [
        ("a column of a row-major tile", rows("32 * row + column"), 0, f32, 1, 32),
        ("a row of it", rows("32 * row + column"), 1, f32, 1, 1),
        ("a column padded to 33", rows("33 * row + column"), 0, f32, 1, 1),
        ("a column, swizzled", rows("32 * row + (column xor row)"), 0, f32, 1, 1),
        ("a row, swizzled", rows("32 * row + (column xor row)"), 1, f32, 1, 1),
        ("a column, half swizzled", rows("32 * row + (column xor (row mod 8))"), 0, f32, 1, 4),
        ("one word for all", rows("column"), 0, f32, 1, 1),
        ("every second word", rows("2 * row + 64 * column"), 0, f32, 1, 2),
        ("every third word", rows("3 * row + 96 * column"), 0, f32, 1, 1),
        ("pairs of halves in a word", rows("row + 32 * column"), 0, f16, 1, 1),
        ("a row of f64", rows("32 * row + column"), 1, f64, 1, 2),
        ("a column of f64", rows("32 * row + column"), 0, f64, 1, 32),
        ("vectors of four f32", rows("4 * row + 128 * column"), 0, f32, 4, 4),
        ("vectors of two f32", rows("2 * row + 64 * column"), 0, f32, 2, 2),
        ("single bytes of a row", rows("32 * column + row"), 0, 1, 1, 1),
    ];
    for (what, map, axis, element_bytes, vector, most) in cases {
        let access = Access { map: &map, lanes: &[axis], element_bytes, vector };
        let found = wavefronts(&access, &Banks::NVIDIA, &NOTHING);
        let by = agrees(&access, &Banks::NVIDIA, &NOTHING);
        assert_eq!(found.value().map(|cost| cost.most), Some(most), "{what}: {found}");
        assert!(matches!(by, Some(By::Gf2 | By::Affine)), "{what}: {by:?}");
    }
}

/// Eight rows of 16 bytes a phase, from a tile of 64 halves a row.
#[test]
fn the_rows_of_a_matrix_load_meet_no_bank_twice_in_a_128_byte_swizzle() {
    let tile = |body: &str| {
        map(&format!("expr<(lane : 32, chunk : 8) -> (64 * lane + {body}) to (a : 2048)>"))
    };
    let (plain, swizzled) = (tile("8 * chunk"), tile("8 * (chunk xor (lane mod 8))"));
    let padded = map("expr<(lane : 32, chunk : 8) -> (72 * lane + 8 * chunk)>");
    for (map, most, free) in [(&plain, 32, false), (&swizzled, 4, true), (&padded, 4, true)] {
        let access = Access { map, lanes: &[0], element_bytes: 2, vector: 8 };
        let found = wavefronts(&access, &Banks::NVIDIA, &NOTHING);
        let cost = found.value().unwrap();
        assert_eq!((cost.phases, cost.most, cost.is_free()), (4, most, free), "{found}");
        assert!(agrees(&access, &Banks::NVIDIA, &NOTHING).is_some());
    }
}

/// Rows that start 8 banks apart undo what the XOR with 8 times the row does: of seven rows, all
/// meet in one bank.
#[test]
fn a_pad_may_undo_a_swizzle() {
    let swizzle = "(j xor (i mod 8 * 8))";
    let tile = map(&format!("expr<(i : 7, j : 64) -> (72 * i + {swizzle}) to (a : 504)>"));
    let column = Access { map: &tile, lanes: &[0], element_bytes: 4, vector: 1 };
    assert_eq!(agrees(&column, &Banks::NVIDIA, &NOTHING), Some(By::Affine));
    assert_eq!(
        wavefronts(&column, &Banks::NVIDIA, &NOTHING).to_string(),
        "7 wavefronts in 1 phase, 4 in the first repetition \
         (at (i = 0, j = 8), 7 lanes want 7 words of bank 8), by affine"
    );
    let tile = map(&format!("expr<(i : 7, j : 64) -> (64 * i + {swizzle}) to (a : 504)>"));
    let column = Access { map: &tile, lanes: &[0], element_bytes: 4, vector: 1 };
    assert_eq!(agrees(&column, &Banks::NVIDIA, &NOTHING), Some(By::Gf2));
}

#[test]
fn a_long_loop_over_rows_costs_no_more_to_count() {
    let tile = map("expr<(k : 1099511627776, lane : 32) -> (33 * lane + 1056 * k)>");
    let access = Access { map: &tile, lanes: &[1], element_bytes: 4, vector: 1 };
    let found = wavefronts(&access, &Banks::NVIDIA, &NOTHING);
    assert_eq!(found.value().map(|cost| (cost.first, cost.most)), Some((1, 1)), "{found}");
}

#[test]
fn what_is_no_access_says_so() {
    let tile = map("expr<(i : 4, j : 8) -> (i, j)>");
    let flat = map("expr<(i : 4, j : 8) -> (i * 8 + j)>");
    let access = |map, lanes, vector| Access { map, lanes, element_bytes: 4, vector };
    for (access, banks, expected) in [
        (access(&tile, &[0], 1), Banks::NVIDIA, "unknown: (d0, d1) is not one axis of addresses"),
        (access(&flat, &[2], 1), Banks::NVIDIA, "unknown: (i : 4, j : 8) has no finite axis 2"),
        (access(&flat, &[1, 1], 1), Banks::NVIDIA, "unknown: the axis 'j' is given twice"),
        (
            access(&flat, &[1], 0),
            Banks::NVIDIA,
            "unknown: the elements of a lane, 0, is not positive",
        ),
        (access(&flat, &[1], 2048), Banks::NVIDIA, "unknown: a lane wants more than 4096 bytes"),
    ] {
        assert_eq!(wavefronts(&access, &banks, &NOTHING).to_string(), expected);
    }
    let hopper = Target::by_name("sm_90a").unwrap();
    assert_eq!(Banks::of(&hopper), Banks::NVIDIA);
    assert_eq!([1, 2, 4, 8, 16].map(|n| Banks::NVIDIA.lanes_per_phase(n)), [32, 32, 32, 16, 8]);
}

/// Every linear map of three lane bits and one repetition bit to three address bits, in two
/// memories, scalar and by twos.
#[test]
fn every_small_matrix_costs_what_the_definition_says() {
    let memories =
        [Banks { banks: 2, bank_bytes: 2, lanes: 8 }, Banks { banks: 4, bank_bytes: 1, lanes: 4 }];
    let mut proved = 0;
    for code in 0..1 << 12 {
        let column = |k: i32| code >> (3 * k) & 7;
        let text = format!(
            "bit_linear<(lane : 8, again : 2) -> (a : 16), lane = [{}, {}, {}], again = [{}]>",
            column(0),
            2 * column(1),
            column(2),
            2 * column(3)
        );
        let map = map(&text);
        for banks in &memories {
            for vector in [1, 2] {
                let access = Access { map: &map, lanes: &[0], element_bytes: 1, vector };
                proved += u32::from(agrees(&access, banks, &NOTHING) == Some(By::Gf2));
            }
        }
    }
    assert!(proved > 8000, "{proved}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strides_swizzles_and_pads_cost_what_the_definition_says(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let (n, m, k) = (choices.pick(&[8, 3, 4, 16, 5]), choices.pick(&[4, 6, 2, 1, 7]), choices.pick(&[3, 1, 2, 4]));
        let strides: Vec<i64> = (0..3).map(|_| choices.pick(&[1, 0, 2, 3, 4, 5, 8, 9, 12, 16, 33, 64])).collect();
        let swizzle = choices.pick(&["0", "x mod 4 * 2", "y", "z mod 2 * 4", "x mod 8 floordiv 2", "(x + y) mod 4"]);
        let address = format!("x * {} + y * {} + z * {}", strides[0], strides[1], strides[2]);
        let join = choices.pick(&["+", "xor"]);
        let pad = choices.pick(&["0", "x floordiv 4 * 3", "y floordiv 2"]);
        let condition = choices.pick(&["", "", "", " where x + y le 6"]);
        let text = format!("expr<(x : {n}, y : {m}, z : {k}{condition}) -> (({address}) {join} ({swizzle}) + ({pad}))>");
        let map = map(&text);
        let lanes = choices.pick::<&[usize]>(&[&[0], &[1], &[0, 1], &[1, 0], &[2], &[]]);
        let (element_bytes, vector) = (choices.pick(&[4, 1, 2, 8, 3]), choices.pick(&[1, 2, 4]));
        let banks = choices.pick(&[
            Banks { banks: 8, bank_bytes: 4, lanes: 8 },
            Banks { banks: 4, bank_bytes: 4, lanes: 16 },
            Banks::NVIDIA,
            Banks { banks: 3, bank_bytes: 4, lanes: 5 },
            Banks { banks: 2, bank_bytes: 8, lanes: 2 },
        ]);
        let access = Access { map: &map, lanes, element_bytes, vector };
        for budget in [NOTHING, Budget::default()] {
            let by = agrees(&access, &banks, &budget);
            prop_assert!(budget == NOTHING || by.is_some(), "{text}");
        }
    }

    #[test]
    fn any_map_costs_what_the_definition_says(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let any = common::map(&mut choices);
        if any.codomain().rank() == 1 {
            let axis = choices.below(any.domain().rank().max(1));
            let access = Access { map: &any, lanes: &[axis], element_bytes: choices.pick(&[4, 2, 8]), vector: 1 };
            let banks = Banks { banks: 4, bank_bytes: 4, lanes: 4 };
            for budget in [NOTHING, Budget::default()] {
                agrees(&access, &banks, &budget);
            }
        }
    }
}

/// Lanes that take no part have no phase, and a conflict in a short repetition is one.
#[test]
fn lanes_that_take_no_part_hide_no_conflict() {
    let all_in_one = map("expr<(row : 1024 where row lt 32) -> (32 * row)>");
    let sparse =
        map("expr<(i : 2, lane : 128 where lane lt 128 - i * 126) -> (lane * (1 + 31 * i))>");
    for (map, lanes, [phases, most, worst]) in
        [(&all_in_one, 0, [1, 32, 32]), (&sparse, 1, [4, 4, 2])]
    {
        let access = Access { map, lanes: &[lanes], element_bytes: 4, vector: 1 };
        assert!(agrees(&access, &Banks::NVIDIA, &Budget::default()).is_some());
        let Answer::Known { value, .. } =
            with_and_without_points(|budget| wavefronts(&access, &Banks::NVIDIA, budget))
        else {
            panic!("within the budget")
        };
        assert_eq!([value.phases, value.most, value.worst], [phases, most, worst], "{value}");
        assert!(!value.is_free());
    }
}
