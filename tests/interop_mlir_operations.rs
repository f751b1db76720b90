//! Operands of matrix instructions as MLIR's dialects print them: those of the instructions' names.

use proptest::prelude::*;
use tileir::interop::meaning::{Context, System, read, same};
use tileir::interop::mlir::{MlirError, ldmatrix, mma_operand, operation};
use tileir::proof::Budget;

/// The operation, its operands A to C, and the name of NVVM.
const MMA: [(&str, &str); 7] = [
    (
        "nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} \
         : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    ),
    (
        "nvgpu.mma.sync (%arg0, %arg1, %arg2) {mmaShape = [16, 8, 8], tf32Enabled} \
         : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>",
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
    ),
    (
        "nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 32]} \
         : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>",
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
    ),
    (
        "nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 32]} \
         : (vector<4x4xf8E4M3FN>, vector<2x4xf8E5M2>, vector<2x2xf32>) -> vector<2x2xf32>",
        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32",
    ),
    (
        "nvgpu.mma.sync (%a, %b, %c) {mmaShape = [8, 8, 4]} \
         : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>",
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
    ),
    (
        "nvvm.mma.sync A[%a0, %a1, %a2, %a3] B[%b0, %b1] C[%c0, %c1, %c2, %c3] \
         {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, \
         shape = #nvvm.shape<m = 16, n = 8, k = 16>} \
         : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    ),
    (
        "nvvm.mma.sync A[%a0, %a1] B[%b0] C[%c0, %c1, %c2, %c3] \
         {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, \
         multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, \
         shape = #nvvm.shape<m = 16, n = 8, k = 8>} \
         : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>",
        "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32",
    ),
];

#[test]
fn operations_are_their_instructions() {
    for (text, name) in MMA {
        for operand in ["A", "B", "C"] {
            let expected = mma_operand(&format!("{name}:{operand}")).unwrap();
            let found = operation(&format!("{text}:{operand}"));
            assert_eq!(
                found.unwrap_or_else(|e| panic!("{text}: {e}")),
                expected,
                "{text}:{operand}"
            );
        }
    }
    let loads = [
        (
            "nvgpu.ldmatrix %m[%i, %j] {numTiles = 4 : i32, transpose = false} \
             : memref<32x8xf16, 3> -> vector<4x2xf16>",
            "ldmatrix.sync.aligned.m8n8.x4.shared.b16",
        ),
        (
            "nvgpu.ldmatrix %m[%i, %j] {transpose = true, numTiles = 2 : i32} \
             : memref<32x8xf16, 3> -> vector<2x2xf16>",
            "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16",
        ),
        (
            "nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<col>} : (!llvm.ptr<3>) -> i32",
            "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16",
        ),
    ];
    for (text, name) in loads {
        assert_eq!(operation(text).unwrap(), ldmatrix(name).unwrap(), "{text}");
    }
}

#[test]
fn a_shape_alone_says_what_all_its_instructions_do() {
    let c = mma_operand("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32:C").unwrap();
    for text in [
        "#nvvm.shape<m = 16, n = 8, k = 16>:C",
        "mmaShape = [16, 8, 16]:C",
        "#nvvm.shape<m=16,n=8,k=16>: D",
    ] {
        assert_eq!(operation(text).unwrap(), c, "{text}");
    }
    let error = operation("mmaShape = [16, 8, 16]:A").unwrap_err();
    assert!(matches!(error, MlirError::Elements { operand: "A", .. }), "{error}");
    // Elements of 16 bits alone.
    let c = operation("#nvvm.shape<m = 16, n = 8, k = 8>:C").unwrap();
    assert_eq!(c.eval(&[5, 3]).unwrap(), [9, 3]);
}

#[test]
fn triton_s_accumulator_is_the_operand_c() {
    let mlir =
        read(System::Mlir, "#nvvm.shape<m = 16, n = 8, k = 16>:C", &Context::default()).unwrap();
    let triton = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>";
    let triton = read(System::Ttg, triton, &Context::of_shape(&[16, 8])).unwrap();
    assert!(same(&mlir, &triton, &Budget::default()).unwrap().is_proved());
}

#[test]
fn what_makes_no_sense_is_shown_with_its_place() {
    let cases = [
        ("mmaShape = [16, 8, 16]", "expected an operand behind it: ':A', ':B' or ':C'"),
        ("mmaShape = [16, 8]:C", "the extents: 2, not 3"),
        ("mmaShape = [16, 8, 5]:C", "no operand of mma.sync"),
        ("#nvvm.shape<m = 16, k = 8, n = 16>:C", "expected n"),
        ("nvgpu.mma.sync (%a) {tf32Enabled} : (f32) -> f32:C", "expected 'mmaShape' or 'shape'"),
        (
            "nvgpu.mma.sync (%a) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>) -> f32:C",
            "expected the types of A, B, C",
        ),
        ("nvgpu.mma.sync (%a) {mmaShape = [16, 8, 16]:C", "expected attributes in braces"),
        ("nvgpu.ldmatrix %m {numTiles = 3 : i32}", "expected 1, 2 or 4 matrices"),
        ("nvvm.ldmatrix %m {layout = #nvvm.mma_layout<row>}", "expected num"),
        ("nvvm.ldmatrix %m {num = 1 : i32}", "a 'layout' of row or col"),
        ("nvvm.ldmatrix %m {num = 1 : i32, layout = #nvvm.mma_layout<banana>}", "of row or col"),
        (
            "nvvm.ldmatrix %m {num = 1 : i32, layout = #nvvm.mma_layout<col>, \
             eltType = #nvvm.ld_st_matrix_elt_type<b8>}",
            "elements of b16",
        ),
        (
            "nvvm.ldmatrix %m {num = 1 : i32, layout = #nvvm.mma_layout<col>, \
             shape = #nvvm.ld_st_matrix_shape<m = 16, n = 16>}",
            "matrices of 8 by 8",
        ),
        (
            "nvgpu.ldmatrix %m[%i] {numTiles = 4 : i32, transpose = false} \
             : memref<8xi8, 3> -> vector<4x4xi8>",
            "two elements of 16 bits",
        ),
        (
            "nvvm.mma.sync A[%a] B[%b] C[%c] {layoutA = #nvvm.mma_layout<col>, \
             layoutB = #nvvm.mma_layout<row>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} \
             : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>:B",
            "A in rows and B in columns",
        ),
        ("#nvvm.shape<m = 8, n = 8, k = 4>:A", "depends on its elements"),
    ];
    for (text, said) in cases {
        let error = operation(text).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}

proptest! {
    /// Any text is read, or refused.
    #[test]
    fn nothing_panics(
        start in "(nvgpu|nvvm)\\.(mma\\.sync|ldmatrix)|mmaShape|#nvvm\\.shape",
        text in "[ (){}<>\\[\\]=:,%a-z0-9*-]{0,60}(\\} : \\(vector<2xf16>, f32, f32\\) -> f32)?(:[ABC])?",
    ) {
        let text = format!("{start}{text}");
        if let Ok(map) = operation(&text) {
            prop_assert!(map.domain().extents().is_some());
        }
    }
}

#[test]
fn fragments_of_b_are_what_ptx_defines() {
    // Of each register a thread of a quad has neighbours along K; the registers lie four such runs on.
    for (name, k, wide) in [
        ("m16n8k8.row.col.f32.f16.f16.f32", 8, 2),
        ("m16n8k16.row.col.f32.bf16.bf16.f32", 16, 2),
        ("m16n8k8.row.col.f32.tf32.tf32.f32", 8, 1),
        ("m16n8k32.row.col.s32.s8.s8.s32", 32, 4),
        ("m16n8k32.row.col.s32.s4.s4.s32", 32, 8),
        ("m16n8k32.row.col.s32.u4.s4.s32", 32, 8),
        ("m16n8k64.row.col.s32.s4.s4.s32", 64, 8),
    ] {
        let b = mma_operand(&format!("mma.sync.aligned.{name}:B")).expect(name);
        for lane in 0..32 {
            for value in 0..k / 4 {
                let along = lane % 4 * wide + value % wide + value / wide * 4 * wide;
                assert_eq!(b.eval(&[lane, value]), Ok(vec![lane / 4, along]), "{name}");
            }
        }
    }
}
