//! Buffers of maps with several results: the extents that MLIR and TVM derived themselves, of maps
//! of sums, quotients and remainders, tiles that fit and that do not.

use proptest::prelude::*;
use tileir::interop::mlir::{Memref, MlirError};
use tileir::interop::tirx::{IndexMap, TirxError};

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
    assert!(derived * 4 > refused, "{derived} derived, {refused} refused");
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
