//! Upstream MLIR's words: texts and what they mean, checked against MLIR's own definitions written
//! out here.

use proptest::prelude::*;
use tileir::interop::mlir::{AffineMap, Memref, MlirError, Strided, XeGpu, ldmatrix, mma_operand};

#[test]
fn memrefs_are_read_and_printed() {
    for (text, point, address) in [
        ("memref<16x8xf16>", [3, 5], 29),
        ("memref<16x8xf16, strided<[8, 1]>>", [3, 5], 29),
        ("memref<16x8xf16, strided<[1, 32], offset: 4>, 3>", [3, 5], 167),
        ("memref<16x8xvector<4xf16>, #gpu.address_space<workgroup>>", [3, 5], 29),
        ("memref<16x8xf16, affine_map<(d0, d1) -> (d1 * 16 + d0)>>", [3, 5], 83),
        // Results of a layout's map are row-major in the box that they fill: 2 x 2 tiles of 8 x 4.
        (
            "memref<16x8xf16, affine_map<(d0, d1) -> (d0 floordiv 8, d1 floordiv 4, d0 mod 8, d1 mod 4)>>",
            [11, 5],
            64 + 32 + 12 + 1,
        ),
    ] {
        let memref: Memref = text.parse().unwrap();
        assert_eq!(memref.to_string(), text);
        assert_eq!(memref.map().unwrap().eval(&point).unwrap(), [address], "{text}");
    }
    let scalar: Memref = "memref<f32>".parse().unwrap();
    assert_eq!(scalar.map().unwrap().eval(&[]).unwrap(), [0]);
}

#[test]
fn affine_maps_have_mlir_s_division() {
    let map: AffineMap =
        "affine_map<(d0) -> ((d0 - 5) floordiv 4, (d0 - 5) ceildiv 4, (d0 - 5) mod 4)>"
            .parse()
            .unwrap();
    for (x, expected) in [(0, [-2, -1, 3]), (1, [-1, -1, 0]), (4, [-1, 0, 3]), (6, [0, 1, 1])] {
        assert_eq!(map.program().eval(&[x]).unwrap(), expected);
    }
    let again: AffineMap = map.to_string().parse().unwrap();
    assert_eq!(again, map);
}

#[test]
fn elements_are_those_of_mlir() {
    for element in [
        "i1",
        "si8",
        "ui16",
        "i16777215",
        "f8E4M3B11FNUZ",
        "f4E2M1FN",
        "bf16",
        "tf32",
        "index",
        "complex<f32>",
        "vector<4x[2]xf32>",
        "vector<f16>",
        "!llvm.ptr<3>",
        "!quant.uniform<i8:f32, 0.5>",
        "memref<4x?xf32, strided<[?, 1], offset: ?>>",
    ] {
        let text = format!("memref<2x{element}, 1 : i32>");
        let memref: Memref = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((memref.element.as_str(), memref.to_string()), (element, text.clone()));
    }
    for element in [
        "foo",
        "i16777216",
        "i1000000000",
        "f7",
        "tuple<i1, i2>",
        "tensor<4xf32>",
        "none",
        "i",
        "!ptr",
        "complex<index>",
        "vector<4xfoo>",
        "!llvm.ptr<3",
    ] {
        assert!(format!("memref<2x{element}>").parse::<Memref>().is_err(), "{element}");
    }
}

#[test]
fn constants_are_folded_and_may_be_hexadecimal() {
    for (text, point, address) in [
        ("memref<4x8xf32, affine_map<(d0, d1) -> (d0 * (2 + 2) + d1)>>", [3, 5], 17),
        ("memref<4x8xf32, affine_map<(d0, d1)[] -> (d0 mod (2 * 2) + -(3 - 7) * d1)>>", [3, 5], 23),
        ("memref<4x8xf32, affine_map<(d0, d1) -> (d0 * 0x10 + d1)>>", [3, 5], 53),
        ("memref<4x8xf32, strided<[0xA, 1], offset: 0x10>>", [3, 5], 51),
    ] {
        let memref: Memref = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(memref.map().unwrap().eval(&point).unwrap(), [address], "{text}");
    }
}

#[test]
fn what_makes_no_sense_is_shown() {
    for (text, expected) in [
        ("memref<4x?xf16>", "at byte 9: expected an extent, not a number of run time"),
        ("memref<4x8xf16", "expected >"),
        ("memref<4x8x>", "at byte 11: expected an element type"),
        ("memref<*xf32>", "at byte 7: expected an element type"),
        ("memref<x2xf32>", "at byte 7: expected an element type"),
        ("memref<2x4xf32, #map>", "at byte 16: expected a layout or a memory space, not an alias"),
        ("memref<2x4xf32, affine_map<(d0, d1) -> (d0)>, #map>", "not an alias"),
        ("memref<2x4xf32, map>", "expected a layout or a memory space"),
        ("memref<2x4xf32, #gpu.address_space<workgroup>", "expected >"),
        ("memref<4x8xf16, strided<[?, 1]>>", "expected a constant, not a number of run time"),
        ("memref<4x99999999999999999999xf16>", "the number does not fit 64 bits"),
        ("memref<4x8xf16, affine_map<(d0, d1)[s0 -> (d0)>>", "expected ]"),
    ] {
        let error = text.parse::<Memref>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    for (text, expected) in [
        ("affine_map<(d0, d1) -> (d0 * d1)>", "a constant factor or one of symbols"),
        (
            "affine_map<(d0, d1) -> (d0 mod 0)>",
            "a positive constant or an expression in symbols to divide by",
        ),
        ("affine_map<(d0, d0) -> (d0)>", "at byte 16: 'd0' is said twice"),
        ("affine_map<(d0)[s0, d0] -> (d0)>", "at byte 20: 'd0' is said twice"),
        ("affine_map<(d0) -> (d0 mod (2 - 2))>", "a positive constant"),
        ("affine_map<(d0, d1) -> (d2)>", "there is no coordinate 'd2'"),
        ("affine_map<(d0, d1) -> (d0", "expected )"),
        // MLIR's lexer takes the longest name.
        ("affine_map<(d0) -> (d0 mod4)>", "at byte 23: expected )"),
        ("affine_map<(d0)[s] -> (d0 floordivs)>", "at byte 26: expected )"),
        ("affine_map<(symbol) -> (symbol)>", "at byte 24: expected an operand, which 'symbol'"),
        ("affine_map<(d0)[symbol] -> (d0 * symbol)>", "at byte 33: expected an operand"),
    ] {
        let error = text.parse::<AffineMap>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    for (text, expected) in [
        ("#xegpu.layout<lane_data = [1, 1]>", "lane_data needs lane_layout"),
        ("#xegpu.layout<lane_layout = [1, 16], lane_data = [1]>", "lane_data has 1 entries"),
        ("#xegpu.layout<lane_layout = [0, 16]>", "lane_layout is 0"),
        ("#xegpu.layout<lane_layout = [2, 8], order = [0, 0]>", "order [0, 0] does not name"),
        ("#xegpu.layout<lanes = [2, 8]>", "a field of #xegpu.layout"),
        ("#xegpu.slice<#xegpu.layout<lane_layout = [2, 8]>, dims = [2]>", "dims [2] does not name"),
    ] {
        let error = text.parse::<XeGpu>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    for field in ["sg_layout", "sg_data", "inst_data", "lane_layout", "lane_data", "order"] {
        let text = format!("#xegpu.layout<{field} = [1, 1], {field} = [1, 1]>");
        let error = text.parse::<XeGpu>().unwrap_err().to_string();
        let at = "#xegpu.layout<".len() + field.len() + " = [1, 1], ".len();
        assert!(error.starts_with(&format!("at byte {at}: '{field}' is said twice")), "{error}");
    }
    let uneven: XeGpu = "#xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>".parse().unwrap();
    let error = uneven.map(&[4, 24]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "dimension 1: lane_layout times lane_data 16 does not divide an instruction's data 24"
    );
    assert!(matches!(uneven.map(&[4]), Err(MlirError::Rank { expected: 2, found: 1, .. })));
    for name in ["mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "mma.sync", "ldmatrix", ":C"]
    {
        assert!(mma_operand(name).is_err() && ldmatrix(name).is_err(), "{name}");
    }
}

/// XeGPU's coordinates as its lowering computes them: an id is split along the order, a unit of
/// all of them repeats over the shape, and nothing goes beyond it.
fn distributed(
    id: i64,
    layout: &[i64],
    data: &[i64],
    order: &[usize],
    shape: &[i64],
) -> Vec<Vec<i64>> {
    let mut ids = vec![0; layout.len()];
    let mut rest = id;
    for &dim in order {
        ids[dim] = rest % layout[dim];
        rest /= layout[dim];
    }
    let unit: Vec<i64> = (0..shape.len()).map(|d| shape[d].min(layout[d] * data[d])).collect();
    let mut starts = vec![Vec::new()];
    for d in 0..shape.len() {
        let steps = (0..shape[d]).step_by(unit[d] as usize);
        let offsets: Vec<i64> = steps.map(|base| (base + ids[d] * data[d]) % shape[d]).collect();
        starts = starts
            .iter()
            .flat_map(|start: &Vec<i64>| {
                offsets
                    .iter()
                    .map(|offset| [start.as_slice(), &[*offset]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    starts
}

/// Every element of a lane, in the order of its vector: the blocks stand at their places in it.
fn of_lane(
    lane: i64,
    layout: &[i64],
    data: &[i64],
    order: &[usize],
    shape: &[i64],
) -> Vec<Vec<i64>> {
    let starts = distributed(lane, layout, data, order, shape);
    let grid: Vec<i64> = (0..2).map(|d| shape[d] / shape[d].min(layout[d] * data[d])).collect();
    let mut elements = Vec::new();
    for row in 0..grid[0] * data[0] {
        for column in 0..grid[1] * data[1] {
            let block = row / data[0] * grid[1] + column / data[1];
            let start = &starts[block as usize];
            elements.push(vec![start[0] + row % data[0], start[1] + column % data[1]]);
        }
    }
    elements
}

proptest! {
    #[test]
    fn xegpu_is_what_its_lowering_computes(
        sg in (0u32..3, 0u32..3), sg_data in (2u32..5, 2u32..5), inst in (0u32..2, 0u32..2),
        lane in (0u32..3, 0u32..3), data in (0u32..2, 0u32..2), units in (0u32..2, 0u32..2),
        turned in any::<bool>(),
    ) {
        let two = |(a, b): (u32, u32)| [1i64 << a, 1i64 << b];
        let (sg, sg_data, lane, data) = (two(sg), two(sg_data), two(lane), two(data));
        let inst = [sg_data[0] >> inst.0, sg_data[1] >> inst.1];
        let shape = [(sg[0] * sg_data[0]) << units.0, (sg[1] * sg_data[1]) << units.1];
        let order = if turned { vec![0, 1] } else { vec![1, 0] };
        let text = format!(
            "#xegpu.layout<sg_layout = {sg:?}, sg_data = {sg_data:?}, inst_data = {inst:?}, \
             lane_layout = {lane:?}, lane_data = {data:?}, order = {order:?}>"
        );
        let xe: XeGpu = text.parse().unwrap();
        prop_assert_eq!(xe.to_string(), text.clone());
        let map = xe.map(&shape);
        prop_assume!(map.is_ok());
        let map = map.unwrap();
        let (lanes, subgroups) = (lane[0] * lane[1], sg[0] * sg[1]);
        for thread in 0..lanes * subgroups {
            let mut expected = Vec::new();
            for block in distributed(thread / lanes, &sg, &sg_data, &order, &shape) {
                for row in (0..sg_data[0]).step_by(inst[0] as usize) {
                    for column in (0..sg_data[1]).step_by(inst[1] as usize) {
                        for own in of_lane(thread % lanes, &lane, &data, &order, &inst) {
                            expected.push(vec![
                                block[0] + row + own[0],
                                block[1] + column + own[1],
                            ]);
                        }
                    }
                }
            }
            let values = map.domain().extents().unwrap()[1];
            let ours: Vec<Vec<i64>> =
                (0..values).map(|value| map.eval(&[thread, value]).unwrap()).collect();
            prop_assert_eq!(ours, expected, "{} thread {}", text, thread);
        }
    }

    #[test]
    fn strided_layouts_are_sums(strides in proptest::collection::vec(0i64..50, 1..4), offset in 0i64..9) {
        let strided = Strided { strides: strides.clone(), offset };
        let again: Strided = strided.to_string().parse().unwrap();
        prop_assert_eq!(&again, &strided);
        let map = strided.map(&vec![3; strides.len()]).unwrap();
        for point in map.domain().points() {
            let expected: i64 = point.iter().zip(&strides).map(|(x, by)| x * by).sum();
            prop_assert_eq!(map.eval(&point).unwrap(), [expected + offset]);
        }
    }

    /// No text is too strange to be refused.
    #[test]
    fn nothing_panics(text in "(memref|affine_map|strided|#xegpu.layout|#xegpu.slice|mma.sync.aligned.m|ldmatrix)?[<(d0-9x,\\[\\]=a-z>?+* -]{0,40}") {
        let _ = text.parse::<Memref>().is_ok();
        let _ = text.parse::<AffineMap>().is_ok();
        let _ = text.parse::<Strided>().is_ok();
        let _ = text.parse::<XeGpu>().is_ok();
        prop_assert!(mma_operand(&text).is_err() || text.contains(':'));
        let _ = ldmatrix(&text).is_ok();
    }
}

/// A symbol has a name that MLIR reads where an operand stands, and that nothing else has.
#[test]
fn symbols_have_names_of_their_own() {
    let program = || "affine_map<(d0)[s] -> (d0 * s)>".parse::<AffineMap>().unwrap();
    let named =
        |name: &str| AffineMap::with_symbols(1, vec![name.to_owned()], program().program().clone());
    for name in ["s", "mod", "floordiv", "ceildiv", "affine_map", "d1", "_", "symbols", "f32"] {
        let map = named(name).unwrap();
        assert_eq!(map.to_string(), format!("affine_map<(d0)[{name}] -> (d0 * {name})>"));
        assert_eq!(map.to_string().parse::<AffineMap>().unwrap(), map);
    }
    for name in ["symbol", "d0", "", "1s", "a b", "a]", "é"] {
        assert!(matches!(named(name), Err(MlirError::SymbolName { .. })), "{name}");
    }
    let twice = vec!["s".to_owned(), "s".to_owned()];
    let twice = AffineMap::with_symbols(1, twice, program().program().clone());
    assert!(matches!(twice, Err(MlirError::SymbolName { .. })));
}
