//! Arithmetic on bits as affine maps: the same numbers on every point of the box, whatever its extents.

mod common;

use common::budgets::with_and_without_points;
use proptest::prelude::*;
use tileir::LayoutMap;
use tileir::interop::meaning::{Context, System, read, same, write};
use tileir::interop::mlir::{AffineMap, MlirError};

/// The affine map of a map's arithmetic.
fn spelled(map: &LayoutMap) -> Result<AffineMap, MlirError> {
    let program = map.program().unwrap().value_program();
    AffineMap::of_bits(&map.domain().extents().unwrap(), &program)
}

/// Holds an affine map against the map, point by point; it is read from its text.
fn held(map: &LayoutMap, affine: &AffineMap) {
    let again: AffineMap = affine.to_string().parse().unwrap();
    for point in map.domain().points() {
        let expected = map.eval(&point).unwrap();
        assert_eq!(again.program().eval(&point).unwrap(), expected, "{map} {affine} at {point:?}");
    }
}

#[test]
fn bits_are_quotients_and_remainders() {
    let cases = [
        ("(i : 6, j : 2) -> (i xor j)", "((d0 + d1) mod 2 + d0 floordiv 2 * 2)"),
        ("(i : 48) -> (i and 12)", "(d0 floordiv 4 mod 4 * 4)"),
        (
            "(i : 5) -> (i xor 3)",
            "((d0 + 3) mod 2 + (d0 floordiv 2 + 1) mod 2 * 2 + d0 floordiv 4 * 4)",
        ),
        ("(i : 3, j : 3) -> (i * 4 xor j)", "(d1 + d0 * 4 floordiv 4 * 4)"),
        ("(i : 2, j : 2) -> (i and j)", "((d0 mod 2 + d1 mod 2) floordiv 2)"),
    ];
    for (text, expected) in cases {
        let map: LayoutMap = format!("expr<{text}>").parse().unwrap();
        let affine = spelled(&map).unwrap();
        held(&map, &affine);
        let index = affine.to_string();
        let index = index.split_once("-> ").unwrap().1.trim_end_matches('>');
        assert_eq!(index, expected, "{text}");
    }
}

#[test]
fn swizzles_of_boxes_that_are_no_power_of_two_are_written() {
    let layouts = [
        (System::TileLang, "Layout((6, 8) -> (48,), transform: (_i, _j) -> (_i * 8 + (_j ^ _i),))"),
        (
            System::TileLang,
            "Layout((12, 64) -> (12, 64), transform: (_i, _j) -> (_i, (_j // 8 ^ _i % 8) * 8 + _j % 8))",
        ),
        (System::Cute, "Sw<2,1,3> o 0 o (6,8):(8,1)"),
        (System::Cute, "Sw<3,3,3> o 0 o (24,64):(64,1)"),
        (System::Tirx, "T.index_map(lambda i, j: (i * 10 + (j ^ (i & 1)),))"),
    ];
    for (system, text) in layouts {
        let shape = (system == System::Tirx).then(|| vec![5, 10]);
        let own = read(system, text, &Context { shape, ..Context::default() }).unwrap();
        let written = write(System::Mlir, &own, &Context::default()).unwrap();
        let shaped = Context::of_shape(own.shape());
        let again = read(System::Mlir, &written, &shaped).unwrap();
        assert!(written.starts_with("affine_map<"), "{written}");
        assert!(
            with_and_without_points(|budget| same(&again, &own, budget)).unwrap().is_proved(),
            "{text}: {written}"
        );
    }
}

#[test]
fn what_is_too_long_or_below_zero_is_refused() {
    let cases = [
        ("(i : 9, j : 9) -> (i - j xor 1)", "it has bits of what may be below 0"),
        (
            "(i : 99, j : 99) -> (((i * 99 xor j * 77) * 5 xor i * 33) * 7 xor (i * 99 xor j * 77) * 3)",
            "its text would be too long",
        ),
    ];
    for (text, said) in cases {
        let map: LayoutMap = format!("expr<{text}>").parse().unwrap();
        match spelled(&map) {
            Err(MlirError::NotAffine { why, .. }) => assert_eq!(why, said, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// Arithmetic on two coordinates, never below 0.
fn arithmetic() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("i".to_owned()),
        Just("j".to_owned()),
        (0i64..40).prop_map(|x| x.to_string())
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let divided = (inner.clone(), prop_oneof![Just("floordiv"), Just("mod")], 1i64..17)
            .prop_map(|(a, op, by)| format!("({a} {op} {by})"));
        let scaled = (inner.clone(), 0i64..9).prop_map(|(a, by)| format!("({a} * {by})"));
        let joined = (inner.clone(), prop_oneof![Just("+"), Just("xor"), Just("and")], inner)
            .prop_map(|(a, op, b)| format!("({a} {op} {b})"));
        prop_oneof![2 => joined, 1 => divided, 1 => scaled]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// What is written has the value of the arithmetic everywhere on the box.
    #[test]
    fn affine_maps_are_the_arithmetic(text in arithmetic(), i in 1i64..13, j in 1i64..13) {
        let map: LayoutMap = format!("expr<(i : {i}, j : {j}) -> ({text})>").parse().unwrap();
        match spelled(&map) {
            Ok(affine) => held(&map, &affine),
            Err(MlirError::NotAffine { why, .. }) => {
                prop_assert_eq!(why, "its text would be too long");
            }
            Err(other) => panic!("{other}"),
        }
    }
}
