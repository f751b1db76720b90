//! Buffers of maps with several results: the extents that MLIR and TVM derived themselves, of maps
//! of sums, quotients and remainders, tiles that fit and that do not.

use proptest::prelude::*;
use tileir::interop::meaning::{Context, System, read};
use tileir::interop::mlir::{Memref, MlirError};
use tileir::interop::tirx::{IndexMap, TirxError};
use tileir::proof::Budget;

/// `shape | map | the shape that mlir-opt --normalize-memrefs gives`.
const MLIR: &str = include_str!("interop_extents/mlir.txt");

/// `shape | lambda | what TVM's map_shape gives`.
const TVM: &str = include_str!("interop_extents/tvm.txt");

fn numbers(text: &str) -> Vec<i64> {
    text.split('x').map(|number| number.parse().unwrap()).collect()
}

fn cases(text: &'static str) -> impl Iterator<Item = (Vec<i64>, &'static str, Vec<i64>)> {
    text.lines().map(|line| {
        let parts: Vec<&str> = line.split(" | ").collect();
        (numbers(parts[0]), parts[1], numbers(parts[2]))
    })
}

/// The number of a point, the last coordinate fastest.
fn row_major(point: &[i64], extents: &[i64]) -> i64 {
    point.iter().zip(extents).fold(0, |number, (x, extent)| number * extent + x)
}

fn points(shape: &[i64]) -> Vec<Vec<i64>> {
    shape.iter().fold(vec![vec![]], |points, &extent| {
        let behind = |point: &Vec<i64>, x: i64| point.iter().copied().chain([x]).collect();
        points.iter().flat_map(|point| (0..extent).map(move |x| behind(point, x))).collect()
    })
}

fn memref(shape: &[i64], map: &str) -> Memref {
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("memref<{extents}f32, affine_map<{map}>>").parse().unwrap()
}

#[test]
fn mlir_s_extents_are_derived_or_refused() {
    let mut refused = 0;
    for (shape, map, extents) in cases(MLIR) {
        let program = format!("affine_map<{map}>").parse::<tileir::interop::mlir::AffineMap>();
        let program = program.unwrap();
        match memref(&shape, map).map() {
            Ok(address) => {
                for point in points(&shape) {
                    let results = program.program().eval(&point).unwrap();
                    let expected = row_major(&results, &extents);
                    assert_eq!(address.eval(&point).unwrap(), [expected], "{map} at {point:?}");
                }
            }
            Err(MlirError::Extent { output, least, most, .. }) => {
                assert!((least..=most).contains(&extents[output]), "{map}: {extents:?}");
                refused += 1;
            }
            Err(error) => panic!("{map}: {error}"),
        }
    }
    assert!(refused * 10 < cases(MLIR).count(), "{refused} refused");
}

#[test]
fn tvm_s_shapes_are_derived_or_refused() {
    let (mut refused, mut derived) = (0, 0);
    for (shape, lambda, extents) in cases(TVM) {
        let map: IndexMap = format!("T.index_map({lambda})").parse().unwrap();
        match map.map_shape(&shape) {
            Ok(found) => {
                assert_eq!(found, extents, "{lambda} over {shape:?}");
                derived += 1;
            }
            Err(TirxError::BufferExtent { .. } | TirxError::Least { .. }) => refused += 1,
            Err(error) => panic!("{lambda} over {shape:?}: {error}"),
        }
    }
    assert!(derived >= 143 && refused <= 92, "{derived} derived, {refused} refused");
}

/// The address counts by the extents behind the first.
#[test]
fn addresses_are_tvm_s_or_refused() {
    let (mut refused, mut addressed) = (0, 0);
    for (shape, lambda, extents) in cases(TVM) {
        let text = format!("T.index_map({lambda})");
        let map: IndexMap = text.parse().unwrap();
        match map.buffer(&shape) {
            Ok(found) => {
                assert_eq!(found[1..], extents[1..], "{lambda} over {shape:?}");
                let own = read(System::Tirx, &text, &Context::of_shape(&shape)).unwrap();
                let address = own.by_element(&Budget::default()).unwrap();
                for point in points(&shape).into_iter().step_by(7) {
                    let results = map.program().eval(&point).unwrap();
                    assert_eq!(address.eval(&point).unwrap(), [row_major(&results, &extents)]);
                }
                addressed += 1;
            }
            Err(TirxError::BufferExtent { .. } | TirxError::Least { .. }) => refused += 1,
            Err(error) => panic!("{lambda} over {shape:?}: {error}"),
        }
    }
    assert!(addressed >= 144, "{addressed} addressed, {refused} refused");
}

#[test]
fn a_result_that_is_refused_says_why() {
    let cases: [(&str, &[i64], usize, &str); 4] = [
        ("lambda i, j: (j, i * 2)", &[5, 3], 1, "it is a multiple of 2, and may have room behind"),
        ("lambda i: (i // 7, i % 3)", &[5], 0, "it may be padded to whole tiles"),
        ("lambda i: ((i + 1) // 4, i % 4)", &[5], 0, "it may be padded to whole tiles"),
        (
            "lambda i: (i, (i + i) % 16)",
            &[12],
            1,
            "it is a multiple of 2, and may have room behind",
        ),
    ];
    for (lambda, shape, at, said) in cases {
        let map: IndexMap = format!("T.index_map({lambda})").parse().unwrap();
        match map.buffer(shape) {
            Err(TirxError::BufferExtent { output, why, .. }) => {
                assert_eq!((output, why.as_str()), (at, said), "{lambda}");
            }
            other => panic!("{lambda}: {other:?}"),
        }
    }
    let scaled: IndexMap = "T.index_map(lambda i, j: (i * 2, j))".parse().unwrap();
    assert!(scaled.map_shape(&[5, 3]).is_err());
    assert_eq!(scaled.buffer(&[5, 3]).unwrap(), [9, 3]);
}

/// What TVM raises an error for, as its least value is not 0 where it looks, and what it gives an
/// extent of -1: none has extents here.
#[test]
fn what_counts_downwards_has_no_shape() {
    let refused: [(&str, &[i64]); 14] = [
        ("lambda i: (2 - i,)", &[3]),
        ("lambda i: (2 - i,)", &[1]),
        ("lambda i: (3 - i,)", &[3]),
        ("lambda i: (i * -1 + 2,)", &[3]),
        ("lambda i: ((2 - i) // 2,)", &[3]),
        ("lambda i: ((3 - i) // 4,)", &[4]),
        ("lambda i: (3 - i % 4,)", &[8]),
        ("lambda i: (3 - i % 4, i // 4)", &[8]),
        ("lambda i: (0 - i,)", &[1]),
        ("lambda i: (i - i + 0,)", &[1]),
        ("lambda i: (i - i * 3,)", &[1]),
        ("lambda i, j: (j, 2 - i)", &[3, 4]),
        ("lambda i, j: (2 - i, j)", &[3, 4]),
        ("lambda i, j: (j, i * -1 + 0)", &[1, 6]),
    ];
    for (lambda, shape) in refused {
        let map: IndexMap = format!("T.index_map({lambda})").parse().unwrap();
        let error = map.map_shape(shape).unwrap_err();
        let counts =
            matches!(&error, TirxError::BufferExtent { why, .. } if why.contains("downwards"));
        let begins = matches!(error, TirxError::Least { .. });
        assert!(counts || begins, "{lambda} over {shape:?}: {error}");
    }
    // Remainders begin at 0, and have the extents that TVM gives them.
    for (lambda, shape, extents) in [
        ("lambda i: ((2 - i) % 2,)", [3], [2]),
        ("lambda i: ((3 - i) % 4,)", [4], [4]),
        ("lambda i: ((i + 3) % 4,)", [4], [4]),
    ] {
        let map: IndexMap = format!("T.index_map({lambda})").parse().unwrap();
        if let Ok(found) = map.map_shape(&shape) {
            assert_eq!(found, extents, "{lambda}");
        }
    }
    // Without extents it is a function all the same.
    let text = "T.index_map(lambda i: (2 - i,))";
    let own = read(System::Tirx, text, &Context::of_shape(&[3])).unwrap();
    assert_eq!(own.by_element(&Budget::default()).unwrap().eval(&[0]), Ok(vec![2]));
    // Equal terms are one, which counts by their number.
    let twice: IndexMap = "T.index_map(lambda i, j: (j % 2 + j % 2,))".parse().unwrap();
    assert!(matches!(twice.map_shape(&[7, 8]), Err(TirxError::BufferExtent { output: 0, .. })));
}

#[test]
fn what_is_not_known_is_refused_with_its_bounds() {
    let error = memref(&[7], "(d0) -> ((d0 mod 4) floordiv 3 + d0 mod 16, d0)").map().unwrap_err();
    assert!(matches!(error, MlirError::Extent { output: 0, least: 7, most: 17, .. }), "{error}");
    assert!(memref(&[0, 4], "(d0, d1) -> (d0, d1)").map().is_err());
    let doubled: IndexMap = "T.index_map(lambda i: (i, (i + i) % 16))".parse().unwrap();
    assert!(matches!(doubled.map_shape(&[12]), Err(TirxError::BufferExtent { output: 1, .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A tile is whole in the buffer, whether the shape fills it or not.
    #[test]
    fn tiles_are_whole(shape in [1i64..70, 1i64..70], tile in [1i64..20, 1i64..20], at in any::<[u8; 2]>()) {
        let map = format!(
            "(d0, d1) -> (d0 floordiv {0}, d1 floordiv {1}, d0 mod {0}, d1 mod {1})",
            tile[0], tile[1]
        );
        let [i, j] = [i64::from(at[0]) % shape[0], i64::from(at[1]) % shape[1]];
        let columns = (shape[1] + tile[1] - 1) / tile[1];
        let number = (i / tile[0] * columns + j / tile[1]) * tile[0] * tile[1];
        let expected = number + i % tile[0] * tile[1] + j % tile[1];
        let address = memref(&shape, &map).map().unwrap();
        prop_assert_eq!(address.eval(&[i, j]).unwrap(), vec![expected]);
    }
}
