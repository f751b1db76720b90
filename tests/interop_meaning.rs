//! One layout in several systems' words: equalities that are known, and what tells others apart.

use tileir::LayoutMap;
use tileir::interop::meaning::{
    Context, Meaning, Places, System, TranslateError, read, same, same_pairs, write,
};
use tileir::proof::Budget;

const MMA: &str = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], \
                   instrShape = [16, 8]}>";

fn of(system: System, text: &str, shape: &[i64]) -> Meaning {
    read(system, text, &Context::of_shape(shape)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn alone(system: System, text: &str) -> Meaning {
    read(system, text, &Context::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn proved(left: &Meaning, right: &Meaning) {
    let verdict = same(left, right, &Budget::of_points(0)).unwrap();
    assert!(verdict.is_proved(), "{verdict}");
}

#[test]
fn accumulators_of_mma_are_one_layout() {
    let triton = of(System::Ttg, MMA, &[16, 8]);
    for (system, text) in [
        (System::Cute, "SM80_16x8x16_F32F16F16F32_TN:C"),
        (System::Cute, "SM80_16x8x8_F32TF32TF32F32_TN:C"),
        (System::CuteTv, "((4,8),(2,2)):((32,1),(16,8))"),
        (System::Tirx, "T.TileLayout(T.S[(2, 8, 4, 2):(2, 4 @ Axis.laneid, 1 @ Axis.laneid, 1)])"),
        (
            System::TileLang,
            "Fragment((16, 8) -> (4,), replicate: 1, thread: 32, forward_thread: _i % 8 * 4 + \
             _j // 2, forward_index: (_i // 8 * 2 + _j % 2,))",
        ),
        (System::Mlir, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32:C"),
        (
            System::Tileir,
            "#tileir.distribution<expr<(lane : 32, slot : 4) -> (lane floordiv 4 + slot floordiv 2 * 8, \
             lane mod 4 * 2 + slot mod 2) to (i : 16, j : 8)>>",
        ),
    ] {
        proved(&triton, &of(system, text, &[16, 8]));
    }
}

#[test]
fn operands_of_mma_are_one_layout() {
    let operand = format!("#ttg.dot_op<{{opIdx = 0, parent = {MMA}, kWidth = 2}}>");
    let triton = of(System::Ttg, &operand, &[16, 16]);
    for (system, text) in [
        (System::Cute, "SM80_16x8x16_F32F16F16F32_TN:A"),
        (System::TileLang, "mma_load_a_32x8_to_shared_16x16_layout"),
        (System::TileLang, "shared_16x16_to_mma_32x8_layout_sr_a"),
        (System::Mlir, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32:A"),
    ] {
        proved(&triton, &of(system, text, &[16, 16]));
    }
    // Triton's B is (K, N), the instruction's (N, K).
    let operand = format!("#ttg.dot_op<{{opIdx = 1, parent = {MMA}, kWidth = 2}}>");
    let turned: LayoutMap = "permute<(k : 16, n : 8) -> (n, k)>".parse().unwrap();
    let triton = of(System::Ttg, &operand, &[16, 8]).relabel(&turned).unwrap();
    proved(&triton, &alone(System::Cute, "SM80_16x8x16_F32F16F16F32_TN:B"));
    proved(&triton, &alone(System::Mlir, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32:B"));
}

#[test]
fn shared_memory_of_a_warpgroup_is_one_layout() {
    let nvmma =
        "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>";
    let triton = of(System::Ttg, nvmma, &[8, 64]);
    for (system, text) in [
        (System::Cute, "GMMA::Layout_K_SW128_Atom<half_t>"),
        (System::Cute, "Sw<3,3,3> o 0 o (8,64):(64,1)"),
        (System::Cute, "!cute.composed_layout<\"S<3,3,3> o 0 o (8,64):(64,1)\">"),
        (System::Tirx, "T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[(8, 64):(64, 1)]))"),
    ] {
        proved(&triton, &of(system, text, &[8, 64]));
    }
    // Sixteen rows are two of those blocks, one after another.
    let two = of(System::Cute, "Sw<3,3,3> o 0 o (16,64):(64,1)", &[16, 64]);
    proved(&of(System::Ttg, nvmma, &[16, 64]), &two);
}

/// What each `ldmatrix` gives a lane, in the words of all who have it. The matrices lie one below
/// another.
#[test]
fn ldmatrix_is_one_family() {
    for count in [1, 2, 4] {
        for (turned, kind, per) in [("", "U32", count), (".trans", "U16", 2 * count)] {
            let ptx = format!("ldmatrix.sync.aligned.m8n8.x{count}{turned}.shared.b16");
            let ptx = alone(System::Mlir, &ptx);
            let letter = if turned.is_empty() { "N" } else { "T" };
            let context = Context { bits: Some(16), ..Context::of_shape(&[8, 8 * count]) };
            let atom = format!("SM75_{kind}x{per}_LDSM_{letter}:D");
            let rows = format!("permute<(column : 8, row : {}) -> (row, column)>", 8 * count);
            let cute = read(System::Cute, &atom, &context).unwrap();
            let cute = cute.relabel(&rows.parse().unwrap()).unwrap();
            proved(&ptx, &cute);
        }
    }
    // Four matrices as the quadrants of 16 x 16, the rows first, are the operand A.
    let quadrants: LayoutMap =
        "expr<(row : 32, column : 8) -> (row floordiv 8 mod 2 * 8 + row mod 8, \
         row floordiv 16 * 8 + column) to (i : 16, j : 16)>"
            .parse()
            .unwrap();
    let loaded = alone(System::Mlir, "ldmatrix.sync.aligned.m8n8.x4.shared.b16");
    let loaded = loaded.relabel(&quadrants).unwrap();
    proved(&loaded, &alone(System::Cute, "SM80_16x8x16_F32F16F16F32_TN:A"));
    proved(&loaded, &alone(System::TileLang, "mma_load_a_32x8_to_shared_16x16_layout"));
    proved(&loaded, &alone(System::TileLang, "shared_16x16_to_mma_32x8_layout_sr_a"));
}

#[test]
fn xegpu_is_a_linear_encoding() {
    for (xe, shape, triton) in [
        (
            "#xegpu.layout<lane_layout = [1, 16], lane_data = [2, 1]>",
            [8, 16],
            "#ttg.linear<{register = [[1, 0], [2, 0], [4, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8]], \
             warp = [], block = []}>",
        ),
        (
            "#xegpu.layout<lane_layout = [2, 8], lane_data = [1, 1], order = [0, 1]>",
            [4, 16],
            "#ttg.linear<{register = [[0, 8], [2, 0]], lane = [[1, 0], [0, 1], [0, 2], [0, 4]], \
             warp = [], block = []}>",
        ),
        (
            "#xegpu.layout<sg_layout = [2, 4], sg_data = [16, 16], inst_data = [8, 16], \
             lane_layout = [1, 16], lane_data = [1, 1]>",
            [32, 64],
            "#ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0]], lane = [[0, 1], [0, 2], [0, 4], \
             [0, 8]], warp = [[0, 16], [0, 32], [16, 0]], block = []}>",
        ),
    ] {
        proved(&of(System::Mlir, xe, &shape), &of(System::Ttg, triton, &shape));
        let context = Context { lanes: Some(16), ..Context::of_shape(&shape) };
        let meaning = of(System::Ttg, triton, &shape);
        let written = write(System::Mlir, &meaning, &context).unwrap();
        proved(&of(System::Mlir, &written, &shape), &meaning);
    }
    // A slice leaves a dimension out; the lanes that differ in it alone share.
    let parent = "#xegpu.layout<lane_layout = [2, 8], lane_data = [1, 1]>";
    let slice = of(System::Mlir, &format!("#xegpu.slice<{parent}, dims = [0]>"), &[8]);
    let triton = "#ttg.linear<{register = [], lane = [[1], [2], [4], [0]], warp = [], block = []}>";
    proved(&slice, &of(System::Ttg, triton, &[8]));
}

#[test]
fn a_difference_is_shown_where_it_is() {
    let triton = of(System::Ttg, MMA, &[16, 8]);
    let other = of(System::CuteTv, "((4,8),(2,2)):((32,1),(8,16))", &[16, 8]);
    let verdict = same(&triton, &other, &Budget::of_points(0)).unwrap();
    let witness = verdict.witness().unwrap();
    assert_eq!((witness.places, &witness.place[..]), (Places::Registers, &[0, 1][..]));
    assert_eq!(witness.held, [vec![vec![0, 1]], vec![vec![8, 0]]]);
    assert_eq!(
        witness.to_string(),
        "(thread = 0, value = 1) holds (0, 1) in one, (8, 0) in the other"
    );

    let plain = of(System::Cute, "(8,64):(64,1)", &[8, 64]);
    let swizzled = alone(System::Cute, "GMMA::Layout_K_SW128_Atom<half_t>");
    let verdict = same(&plain, &swizzled, &Budget::of_points(0)).unwrap();
    assert_eq!(
        verdict.witness().unwrap().to_string(),
        "(7, 0) is at (448) in one, at (504) in the other"
    );
    // More values than the other has.
    let more = of(System::CuteTv, "((4,8),(2,2,2)):((32,1),(16,8,0))", &[16, 8]);
    let verdict = same(&triton, &more, &Budget::default()).unwrap();
    let text = verdict.witness().unwrap().to_string();
    assert!(text.contains("holds nothing in one") || text.contains("nothing in one"), "{text}");
}

#[test]
fn how_often_is_one_question_and_whether_another() {
    let once = alone(
        System::Tileir,
        "corr<expr<(x : 4) -> (x, 0) to (thread, value)>, identity<(x : 4)>>",
    );
    let twice = alone(
        System::Tileir,
        "corr<expr<(x : 4, copy : 2) -> (x, 0) to (thread, value)>, project<(x : 4, copy : 2) -> (x)>>",
    );
    let budget = Budget::default();
    let verdict = same(&once, &twice, &budget).unwrap();
    assert_eq!(
        verdict.witness().unwrap().to_string(),
        "(thread = 0, value = 0) holds (0) 1 times in one, 2 times in the other"
    );
    assert!(same_pairs(&once, &twice, &budget).unwrap().is_proved());
}

#[test]
fn what_cannot_be_compared_says_why() {
    let triton = of(System::Ttg, MMA, &[16, 8]);
    let budget = Budget::default();
    let memory = alone(System::Cute, "(16,8):(8,1)");
    assert!(matches!(same(&triton, &memory, &budget), Err(TranslateError::OtherPlaces { .. })));
    let larger = of(System::Ttg, MMA, &[16, 16]);
    assert!(matches!(same(&triton, &larger, &budget), Err(TranslateError::OtherShapes { .. })));
}

/// What stands in the texts below, of every system.
const TEXTS: &[(System, &str)] = &[
    (System::Cute, "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (System::Cute, "!cute.layout<\"(4,8):(1,4)\">"),
    (System::Cute, "SM80_16x8x16_F32F16F16F32_TN:C"),
    (System::Cute, "GMMA::Layout_K_SW128_Atom<half_t>"),
    (System::CuteTv, "((4,8),(2,2)):((32,1),(16,8))"),
    (System::Ttg, MMA),
    (System::Ttg, "#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>"),
    (System::TileLang, "Layout((4, 8) -> (32,), transform: (_i, _j) -> (_i * 8 + _j,))"),
    (System::TileLang, "mma_load_a_32x8_to_shared_16x16_layout"),
    (System::Tirx, "T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[(8, 64):(64, 1)]))"),
    (System::Tirx, "T.index_map(lambda i, j: (i // 4, j, i % 4))"),
    (System::Mlir, "memref<4x8xf16, strided<[8, 1], offset: 4>>"),
    (
        System::Mlir,
        "#xegpu.slice<#xegpu.layout<lane_layout = [2, 8], lane_data = [1, 1]>, dims = [0]>",
    ),
    (System::Mlir, "ldmatrix.sync.aligned.m8n8.x4.shared.b16"),
    (System::Tileir, "corr<expr<(x : 4) -> (x, 0) to (thread, value)>, identity<(x : 4)>>"),
    (System::Tileir, "#tileir.expr<(i : 8, j : 8) -> (i * 8 + j) to (a : 64)>"),
];

#[test]
fn bad_input_is_refused_with_its_place() {
    for (system, text, shape, expected) in [
        (System::Ttg, "#ttg.blocked<{sizePerThread = [1, 4]", &[16, 16][..], "1:37: expected"),
        (System::Ttg, "#ttg.nothing<{}>", &[16, 16], "#ttg.nothing is no encoding known here"),
        (System::Ttg, "#ttg.blocked<{sizePerThread = [1, 4]}>", &[16, 16], "has no field"),
        (System::Cute, "(8,64):(64,", &[8, 64], "at offset 11"),
        (System::Cute, "SM80_16x8x16_F32F16F16F32_TN", &[16, 8], "an atom without an operand"),
        (System::Cute, "SM80_16x8x16_F32F16F16F32:C", &[16, 8], "SM80_16x8x16_F32F16F16F32_TN"),
        (
            System::TileLang,
            "Layout((4, 8) -> (32,), transform: (_i, _j) -> (_k,))",
            &[4, 8],
            "'_k'",
        ),
        (System::Tirx, "T.TileLayout(T.S[(2, 8):(2 @ Axis.bank, 1)])", &[16], "the axis 'bank'"),
        (System::Mlir, "vector<4xf32>", &[4], "is no memref, strided"),
        (System::Tileir, "#tileir.expr<(i : 8) -> (j)>", &[8], "at byte 17: unknown"),
        (System::Tileir, "expr<(i : 8) -> (i, i) to (a : 8, b : 8)>", &[8], "the axis 'a'"),
    ] {
        let error = read(system, text, &Context::of_shape(shape)).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let of = |context: Context| read(System::Ttg, MMA, &context).unwrap_err().to_string();
    assert!(of(Context::default()).contains("does not say the shape"));
    let warps = Context { warps: Some(4), ..Context::of_shape(&[16, 8]) };
    assert_eq!(of(warps), "1 warps, not 4");
    assert!(
        "latin".parse::<System>().unwrap_err().to_string().contains("there are cute, cute-tv, ttg")
    );
}

#[test]
fn texts_with_a_letter_changed_never_panic() {
    let letters = ['0', '9', '-', '(', ')', '<', '>', '[', ',', ':', '?', ' ', 'a', '\u{e9}'];
    let mut tried = 0;
    for (system, text) in TEXTS {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for (k, &at) in places.iter().enumerate().step_by(3) {
            let next = places.get(k + 1).copied().unwrap_or(text.len());
            let mut others = vec![text[..at].to_owned(), [&text[..at], &text[next..]].concat()];
            others.extend(
                letters
                    .iter()
                    .skip(k % 3)
                    .step_by(3)
                    .map(|letter| format!("{}{letter}{}", &text[..at], &text[next..])),
            );
            for other in others {
                tried += 1;
                let context = Context::of_shape(&[16, 8]);
                let meaning = read(*system, &other, &context);
                let meaning = meaning.or_else(|_| read(*system, &other, &Context::default()));
                if let Ok(meaning) = meaning
                    && meaning.shape().iter().product::<i64>() < 4096
                {
                    let _ = write(*system, &meaning, &context).is_ok();
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

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
    let budget = Budget::default();
    let warp = of(System::Ttg, &blocked(32, 4), &[128]);
    assert_eq!(
        same(&wave, &warp, &budget).unwrap_err().to_string(),
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
    let error = same(&blocks, &of(System::Ttg, warps, &[16, 8]), &Budget::default());
    assert!(matches!(error, Err(TranslateError::OtherPlaces { .. })));
    let two = Context { warps: Some(2), ..Context::of_shape(&[16, 8]) };
    assert!(read(System::Ttg, &text(wide), &two).is_ok());
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

/// A refusal speaks of the system that was asked.
#[test]
fn refusals_are_about_the_target() {
    for (shape, text) in [
        ([4, 3], "#tileir.expr<(i : 4, j : 3) -> (i * j) to (a : 12)>"),
        ([6, 6], "#tileir.expr<(i : 6, j : 6) -> (i * i * 6 + j) to (a : 256)>"),
    ] {
        let meaning = of(System::Tileir, text, &shape);
        let error = write(System::Cute, &meaning, &Context::default()).unwrap_err().to_string();
        assert!(error.starts_with("cute has no layout or swizzled layout for it: "), "{error}");
        assert!(!error.contains("TileLayout"), "{error}");
    }
}

/// Texts that a system has for what another says, though not in the first form that is tried.
#[test]
fn what_a_system_can_say_it_says() {
    let in_tensor_memory = "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2>";
    for (from, text, shape, to, expected) in [
        (
            System::CuteTv,
            "(48,1):(1,0)",
            vec![48],
            System::Tirx,
            "T.TileLayout(T.S[48:1 @ Axis.tx])",
        ),
        (
            System::Ttg,
            in_tensor_memory,
            vec![128, 64],
            System::Tirx,
            "T.TileLayout(T.S[(128, 64):(1 @ Axis.TLane, 2 @ Axis.TCol)] + T.R[2:1 @ Axis.TCol])",
        ),
        (
            System::Tirx,
            "T.TileLayout(T.S[64:1] + T.R[2:64])",
            vec![64],
            System::Tirx,
            "T.TileLayout(T.S[64:1] + T.R[2:64])",
        ),
        (System::Cute, "(3,4):(0,3)", vec![4, 3], System::Cute, "((3,4)):((0,3))"),
        (
            System::Cute,
            "Sw<1,4,-3> o 64 o 3:17",
            vec![3],
            System::Tirx,
            "T.ComposeLayout(0, 1, 7, T.TileLayout(T.S[3:17] + 64), swizzle_inner=False)",
        ),
    ] {
        let meaning = of(from, text, &shape);
        let context = Context::of_shape(&shape);
        let written = write(to, &meaning, &context).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(written, expected, "{text}");
        proved(&meaning, &of(to, &written, &shape));
    }
    // Without its shape a text has its own.
    let plain = of(System::Cute, "(3,4):(0,3)", &[4, 3]);
    assert!(write(System::Cute, &plain, &Context::default()).is_err());
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
