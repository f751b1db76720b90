//! Texts of several systems: what is wrong with them, and what a system can say.

mod meaning_common;

use meaning_common::{MMA, alone, of, proved};
use tileir::interop::meaning::{Context, System, read, read_symbolic, write, write_symbolic};

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
        (System::Mlir, "tensor<4xf32>", &[4], "is no memref, strided"),
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

/// A text that is no name is not looked for among names.
#[test]
fn what_is_no_name_is_no_name_that_is_missing() {
    for text in ["", " ", "\n", "\u{feff}(4,8):(8,1)", "?", "[4]", "§"] {
        for (system, said) in [
            (System::Cute, "is no layout, no swizzle after one"),
            (System::TileLang, "is no Layout, no Fragment and no name of a lane map"),
            (System::Tirx, "is no TileLayout, ComposeLayout or index_map"),
            (System::Mlir, "is no memref, strided, affine_map"),
        ] {
            let error = read(system, text, &Context::of_shape(&[4, 8])).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{system}: '")), "{text}: {error}");
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}

/// A tile without a point has a layout with numbers, as it has with parameters.
#[test]
fn a_tile_without_a_point_is_written() {
    for shape in [&[0][..], &[0, 4], &[4, 0], &[3, 0, 2], &[0, 0], &[1, 0]] {
        let joined = |strides: &[i64]| {
            let strings: Vec<String> = strides.iter().map(i64::to_string).collect();
            strings.join(",")
        };
        let strides: Vec<i64> = (1..).take(shape.len()).collect();
        let text = format!("({}):({})", joined(shape), joined(&strides));
        let meaning = read(System::Cute, &text, &Context::default()).unwrap();
        for system in [System::Cute, System::Mlir, System::Tileir] {
            let written = write(system, &meaning, &Context::default()).unwrap();
            let again = read(system, &written, &Context::of_shape(shape)).unwrap();
            assert_eq!(again.shape(), shape, "{written}");
        }
        let parameters = "(z : 0..=0)".parse().unwrap();
        let text = text.replace('0', "z");
        let symbolic =
            read_symbolic(System::Cute, &text, &Context::of_parameters(parameters)).unwrap();
        assert_eq!(symbolic.at(&[0]).unwrap().shape(), shape);
        assert!(write_symbolic(System::Cute, &symbolic, &Context::default()).is_ok());
    }
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

/// An offset before a layout of CuTe is read with and without a swizzle before it.
#[test]
fn an_offset_of_cute_is_read_and_written() {
    let written = |text: &str, to| write(to, &alone(System::Cute, text), &Context::default());
    for text in ["1 o (8,4):(4,1)", "1o(8,4):(4,1)", "Sw<0,4,3> o 1 o (8,4):(4,1)"] {
        assert_eq!(written(text, System::Mlir).unwrap(), "strided<[4, 1], offset: 1>");
        let again = written(text, System::Cute).unwrap();
        proved(&alone(System::Cute, &again), &alone(System::Cute, text));
    }
    assert_eq!(written("-1 o (8,4):(4,1)", System::Mlir).unwrap(), "strided<[4, 1], offset: -1>");
    proved(&alone(System::Cute, "0 o 8:1"), &alone(System::Cute, "8:1"));
    for (text, offset) in [("1 o", 3), ("1 o (8,4)", 9), ("1 2:1", 2), ("1", 1)] {
        let error = read(System::Cute, text, &Context::default()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("at offset {offset}: ")), "{text}: {error}");
    }
}
