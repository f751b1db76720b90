//! Threads of several systems: lanes, warps and blocks stay what the text says.

mod common;
mod meaning_common;

use common::budgets::by_argument;
use meaning_common::{MMA, alone, of, proved};
use tileir::interop::meaning::{Context, Places, System, TranslateError, read, same, write};
use tileir::proof::Budget;

/// The lanes of a warp are the text's own, whatever the context leaves open.
#[test]
fn warps_keep_their_lanes() {
    let blocked = |lanes: i64, warps: i64| {
        format!(
            "#ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [{lanes}], \
             warpsPerCTA = [{warps}], order = [0]}}>"
        )
    };
    let linear = |lanes: &str, warps: &str| {
        format!("#ttg.linear<{{register = [], lane = {lanes}, warp = {warps}, block = []}}>")
    };
    let wide = "[[1], [2], [4], [8], [16], [32]]";
    let wave = of(System::Ttg, &blocked(64, 2), &[128]);
    assert_eq!(wave.lanes(), Some(64));
    let none = Context::default();
    assert_eq!(write(System::Ttg, &wave, &none).unwrap(), linear(wide, "[[64]]"));
    let tirx = write(System::Tirx, &wave, &none).unwrap();
    assert_eq!(tirx, "T.TileLayout(T.S[(2, 64):(1 @ Axis.warpid, 1 @ Axis.laneid)])");
    let again = of(System::Tirx, &tirx, &[128]);
    proved(&again, &wave);
    // Through every notation that says lanes, and back.
    for system in [System::Mlir, System::Tirx, System::Tileir] {
        let text = write(system, &wave, &none).unwrap();
        let again = of(system, &text, &[128]);
        assert_eq!(again.lanes(), Some(64), "{text}");
        assert_eq!(write(System::Ttg, &again, &none).unwrap(), linear(wide, "[[64]]"));
    }
    let mfma = "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 1], instrShape = [32, 32, 8], \
                isTransposed = false}>";
    let mfma = of(System::Ttg, mfma, &[64, 32]);
    assert_eq!(mfma.lanes(), Some(64));
    let text = write(System::Ttg, &mfma, &none).unwrap();
    assert_eq!(of(System::Ttg, &text, &[64, 32]).lanes(), Some(64));
    let xe = "#xegpu.layout<sg_layout = [2, 1], sg_data = [8, 16], lane_layout = [1, 16], \
              lane_data = [1, 1]>";
    let xe = of(System::Mlir, xe, &[16, 16]);
    assert_eq!(xe.lanes(), Some(16));
    let text = write(System::Mlir, &xe, &none).unwrap();
    assert!(text.contains("lane_layout = [1, 16]"), "{text}");
    // The same threads, but not the same lanes of the same warps.
    let warp = of(System::Ttg, &blocked(32, 4), &[128]);
    assert_eq!(
        by_argument(|budget| same(&wave, &warp, budget)).unwrap_err().to_string(),
        "one is of warps of 64 lanes, the other of 32"
    );
    // Who does not say the lanes is compared by threads.
    proved(&wave, &of(System::CuteTv, "(128,1):(1,0)", &[128]));
    proved(&warp, &of(System::CuteTv, "(128,1):(1,0)", &[128]));
    let told = Context { lanes: Some(32), ..none };
    assert_eq!(write(System::Ttg, &wave, &told).unwrap_err().to_string(), "64 lanes, not 32");
}

/// Blocks are no warps: they are kept, or refused.
#[test]
fn blocks_stay_blocks() {
    let text = |lanes: &str| {
        format!(
            "#ttg.linear<{{register = [], lane = [{lanes}], warp = [[4, 0]], block = [[8, 0]]}}>"
        )
    };
    let (wide, narrow) =
        ("[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]", "[0, 1], [0, 2], [1, 0], [2, 0]");
    let warps = "#ttg.linear<{register = [], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], \
                 warp = [[4, 0], [8, 0]], block = []}>";
    for (lanes, shape) in [(wide, [16, 8]), (narrow, [16, 4])] {
        let meaning = of(System::Ttg, &text(lanes), &shape);
        assert_eq!(meaning.places(), Places::BlockRegisters);
        assert_eq!(write(System::Ttg, &meaning, &Context::default()).unwrap(), text(lanes));
        let own = write(System::Tileir, &meaning, &Context::default()).unwrap();
        let again = alone(System::Tileir, &own);
        assert_eq!(write(System::Ttg, &again, &Context::default()).unwrap(), text(lanes));
        for target in [System::Cute, System::CuteTv, System::TileLang, System::Tirx, System::Mlir] {
            let error = write(target, &meaning, &Context::default()).unwrap_err().to_string();
            assert!(error.contains("has no words for registers of threads of several blocks"));
        }
    }
    let blocks = of(System::Ttg, &text(wide), &[16, 8]);
    let error = by_argument(|budget| same(&blocks, &of(System::Ttg, warps, &[16, 8]), budget));
    assert!(matches!(error, Err(TranslateError::OtherPlaces { .. })));
    let two = Context { warps: Some(2), ..Context::of_shape(&[16, 8]) };
    assert!(read(System::Ttg, &text(wide), &two).is_ok());
}

/// Tensor memory of several blocks is rows and columns of each, and no block's is another's.
#[test]
fn tensor_memory_of_blocks_stays_theirs() {
    let text = |blocks: &str| {
        format!("#ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1{blocks}>")
    };
    let read_as = |blocks| of(System::Ttg, &text(blocks), &[256, 64]);
    let rows = read_as(", CGALayout = [[1, 0]]");
    assert_eq!(rows.places(), Places::BlockTensorMemory);
    // Block 1 has the rows from 128 on.
    let place = rows.by_element(&Budget::default()).unwrap();
    assert_eq!(place.eval(&[130, 40]), Ok(vec![1, 2, 40]));
    proved(&rows, &read_as(", CGALayout = [[1, 0]], twoCTAs = true"));
    let columns = read_as(", CGALayout = [[0, 1]]");
    assert!(!by_argument(|budget| same(&rows, &columns, budget)).unwrap().is_proved());
    let one = read_as("");
    assert_eq!(one.places(), Places::TensorMemory);
    let error = by_argument(|budget| same(&rows, &one, budget));
    assert!(matches!(error, Err(TranslateError::OtherPlaces { .. })));
    // Both blocks hold all of it.
    let copies = read_as(", CGALayout = [[0, 0]]");
    for meaning in [&rows, &columns, &copies] {
        let own = write(System::Tileir, meaning, &Context::default()).unwrap();
        proved(&alone(System::Tileir, &own), meaning);
        for target in [System::Cute, System::Ttg, System::TileLang, System::Tirx, System::Mlir] {
            let error = write(target, meaning, &Context::default()).unwrap_err().to_string();
            assert!(error.contains("has no words for tensor memory of several blocks"), "{error}");
        }
    }
}

/// An element that no thread has as a whole is nobody's.
#[test]
fn copies_are_not_counted_in_torn_elements() {
    for (atom, bits) in [
        ("SM75_U32x4_LDSM_N:D", 64),
        ("SM75_U32x1_LDSM_N:D", 128),
        ("SM100_U8x8_LDSM_T:D", 16),
        ("SM100_U8x16_LDSM_T:D", 16),
        ("SM100_U8x8_STSM_T:S", 16),
    ] {
        let context = Context { bits: Some(bits), ..Context::default() };
        let error = read(System::Cute, atom, &context).unwrap_err();
        assert!(matches!(error, TranslateError::Torn { .. }), "{atom}: {error}");
        assert!(error.to_string().starts_with(atom), "{error}");
    }
    for (atom, bits) in
        [("SM75_U32x4_LDSM_N:D", 32), ("SM75_U32x4_LDSM_N:S", 128), ("SM100_U8x8_LDSM_T:D", 8)]
    {
        let context = Context { bits: Some(bits), ..Context::default() };
        assert!(read(System::Cute, atom, &context).is_ok(), "{atom} in elements of {bits} bits");
    }
}

/// Lanes and warps are what a text must have, of whichever system.
#[test]
fn lanes_and_warps_are_checked_of_every_text() {
    let fragment = "Fragment((16, 8) -> (4,), replicate: 1, thread: 32, forward_thread: _i % 8 * 4 \
                    + _j // 2, forward_index: (_i // 8 * 2 + _j % 2,))";
    let distribution = "distribution<expr<(lane : 32, slot : 4) -> (lane floordiv 4 + slot floordiv \
                        2 * 8, lane mod 4 * 2 + slot mod 2) to (i : 16, j : 8)>>";
    let tirx = "T.TileLayout(T.S[(2, 8, 4, 2):(2, 4 @ Axis.laneid, 1 @ Axis.laneid, 1)])";
    let two =
        "T.TileLayout(T.S[(4, 4, 4, 2):(1 @ Axis.warpid, 4 @ Axis.laneid, 1 @ Axis.laneid, 1)])";
    let xe = "#xegpu.layout<sg_layout = [2, 1], sg_data = [8, 8], lane_layout = [4, 8], \
              lane_data = [2, 1]>";
    for (system, text, lanes, warps) in [
        (System::Ttg, MMA, "32 lanes, not 16", "1 warps, not 3"),
        (
            System::Mlir,
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32:C",
            "32 lanes, not 16",
            "1 warps, not 3",
        ),
        (System::Mlir, xe, "32 lanes, not 16", "2 warps, not 3"),
        (System::Cute, "SM80_16x8x16_F32F16F16F32_TN:C", "32 lanes, not 16", "1 warps, not 3"),
        (
            System::CuteTv,
            "((4,2),(2,8)):((32,1),(16,2))",
            "8 threads are no whole warps of 16 lanes",
            "8 threads are no whole warps of 32 lanes",
        ),
        (System::TileLang, fragment, "", "1 warps, not 3"),
        (System::Tileir, distribution, "32 lanes, not 16", "1 warps, not 3"),
        (
            System::Tileir,
            "corr<expr<(x : 8, y : 16) -> (x, y) to (thread : 8, value : 16)>, \
             permute<(x : 8, y : 16) -> (y, x)>>",
            "8 threads are no whole warps of 16 lanes",
            "8 threads are no whole warps of 32 lanes",
        ),
        (System::Tirx, tirx, "32 lanes, not 16", ""),
        (System::Tirx, two, "", "4 warps, not 3"),
    ] {
        let of = |lanes, warps| {
            let context = Context { lanes, warps, ..Context::of_shape(&[16, 8]) };
            read(system, text, &context).map_err(|error| error.to_string()).err()
        };
        assert_eq!(of(None, None), None, "{text}");
        assert_eq!(of(Some(16), None).unwrap_or_default(), lanes, "{text}");
        assert_eq!(of(None, Some(3)).unwrap_or_default(), warps, "{text}");
    }
    let of = |text: &str, context: Context| read(System::CuteTv, text, &context).unwrap().lanes();
    let tile = Context::of_shape(&[128]);
    assert_eq!(of("(128,1):(1,0)", Context { lanes: Some(64), ..tile.clone() }), Some(64));
    assert_eq!(of("(128,1):(1,0)", tile), None);
}

#[test]
fn lanes_are_those_of_a_warp() {
    for (text, read_alone) in [
        ("T.TileLayout(T.S[64:1 @ Axis.laneid])", true),
        ("T.TileLayout(T.S[34:1 @ Axis.laneid])", false),
        ("T.TileLayout(T.S[62:1 @ Axis.laneid] + 2 @ Axis.laneid)", false),
        ("T.TileLayout(T.S[30:1 @ Axis.laneid] + 2 @ Axis.laneid)", true),
        ("T.TileLayout(T.S[(2, 32):(1 @ Axis.warpid, 1 @ Axis.laneid)] + 2 @ Axis.laneid)", false),
    ] {
        match read(System::Tirx, text, &Context::default()) {
            Ok(_) => assert!(read_alone, "{text}"),
            Err(error) => {
                assert!(!read_alone && matches!(error, TranslateError::Threads { .. }), "{error}");
            }
        }
        let said = Context { lanes: Some(64), ..Context::default() };
        assert!(read(System::Tirx, text, &said).is_ok(), "{text}");
    }
}

/// Every value of a thread is an element of the tile.
#[test]
fn values_outside_the_tile_are_an_error() {
    let read = |text: &str, shape: &[i64]| read(System::CuteTv, text, &Context::of_shape(shape));
    assert!(read("(32,4):(1,32)", &[128]).is_ok() && read("(32,2):(1,32)", &[128]).is_ok());
    assert!(read("(32,(2,1)):(1,(0,77))", &[8, 8]).is_ok());
    for (text, shape, said) in [
        ("(32,5):(1,32)", &[128][..], "its value 159 is outside the tile of 128 elements"),
        ("(32,2):(1,33)", &[8, 8], "its value 64 is outside the tile of 64 elements"),
        ("(32,4):(-1,32)", &[128], "it has values below 0, outside the tile"),
    ] {
        let error = read(text, shape).unwrap_err().to_string();
        assert_eq!(error, format!("{text} of the shape {shape:?}: {said}"));
    }
}
