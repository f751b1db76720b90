//! One layout in several systems' words: equalities that are known, and what tells others apart.

mod common;
mod meaning_common;

use common::budgets::{by_argument, with_and_without_points};
use meaning_common::{MMA, alone, of, proved};
use tileir::LayoutMap;
use tileir::interop::meaning::{
    Context, Places, System, TranslateError, read, same, same_pairs, write,
};
use tileir::proof::Budget;

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
    let verdict = by_argument(|budget| same(&triton, &more, budget)).unwrap();
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
    let verdict = with_and_without_points(|budget| same(&once, &twice, budget)).unwrap();
    assert_eq!(
        verdict.witness().unwrap().to_string(),
        "(thread = 0, value = 0) holds (0) 1 times in one, 2 times in the other"
    );
    assert!(
        with_and_without_points(|budget| same_pairs(&once, &twice, budget)).unwrap().is_proved()
    );
}

#[test]
fn what_cannot_be_compared_says_why() {
    let triton = of(System::Ttg, MMA, &[16, 8]);
    let memory = alone(System::Cute, "(16,8):(8,1)");
    assert!(matches!(
        by_argument(|budget| same(&triton, &memory, budget)),
        Err(TranslateError::OtherPlaces { .. })
    ));
    let larger = of(System::Ttg, MMA, &[16, 16]);
    assert!(matches!(
        by_argument(|budget| same(&triton, &larger, budget)),
        Err(TranslateError::OtherShapes { .. })
    ));
}
