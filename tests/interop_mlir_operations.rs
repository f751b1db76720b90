//! Operands of matrix instructions as MLIR's dialects print them: those of the instructions' names.

mod common;

use common::budgets::by_argument;
use proptest::prelude::*;
use tileir::interop::meaning::{Context, System, read, same};
use tileir::interop::mlir::{MlirError, ldmatrix, mma_operand, operation, vector_operand};

/// The operation, its operands A to C, and the name of NVVM.
const MMA: [(&str, &str); 10] = [
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
    (
        "nvvm.mma.sync A[%0, %1, %2, %3] B[%4, %5] C[%6, %7, %8, %9] \
         {intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>, \
         layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, \
         multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<u8>, \
         shape = #nvvm.shape<m = 16, n = 8, k = 32>} \
         : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>",
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32",
    ),
    (
        "nvvm.mma.sync A[%0, %1, %2, %3] B[%4, %5] C[%6, %7, %8, %9] \
         {b1Op = #nvvm.mma_b1op<and_popc>, \
         layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, \
         multiplicandAPtxType = #nvvm.mma_type<b1>, multiplicandBPtxType = #nvvm.mma_type<b1>, \
         shape = #nvvm.shape<m = 16, n = 8, k = 256>} \
         : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>",
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc",
    ),
    (
        "nvvm.mma.sync A[%0, %1, %2, %3] B[%4, %5] C[%6, %7] \
         {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, \
         shape = #nvvm.shape<m = 16, n = 8, k = 16>} \
         : (vector<2xf16>, vector<2xf16>, vector<2xf16>) \
         -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>",
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16",
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
    assert!(by_argument(|budget| same(&mlir, &triton, budget)).unwrap().is_proved());
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
        (
            "nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16], tf32Enabled} \
             : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>:A",
            "at byte 69: expected elements of f32: tf32Enabled",
        ),
        (
            "nvvm.mma.sync A[%0, %1, %2, %3] B[%4, %5] C[%6, %7, %8, %9] \
             {multiplicandAPtxType = #nvvm.mma_type<b1>, multiplicandBPtxType = #nvvm.mma_type<b1>, \
             shape = #nvvm.shape<m = 16, n = 8, k = 256>} \
             : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>:A",
            "expected a 'b1Op' of xor_popc or and_popc",
        ),
        (
            "nvvm.mma.sync A[%0, %1, %2, %3] B[%4, %5] C[%6, %7, %8, %9] \
             {shape = #nvvm.shape<m = 16, n = 8, k = 16>} \
             : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32)>:A",
            "expected !llvm.struct<(f32,f32,f32,f32)>, not !llvm.struct<(f32,f32,f32)>",
        ),
        (
            "nvvm.mma.sync A[%0, %1, %2, %3] B[%4, %5] C[%6, %7, %8, %9] \
             {shape = #nvvm.shape<m = 16, n = 8, k = 16>} \
             : (vector<4xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>:A",
            "expected vector<2xf16> of A, not vector<4xf16>",
        ),
    ];
    for (text, said) in cases {
        let error = operation(text).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}

/// The forms of PTX beside the plain ones, and the plain one or the atom that each is laid out as.
#[test]
fn all_forms_of_an_instruction_are_laid_out_alike() {
    let forms = [
        ("m8n8k16.row.col.satfinite.s32.s8.s8.s32", "m8n8k16.row.col.s32.s8.s8.s32"),
        ("m16n8k16.row.col.satfinite.s32.u8.s8.s32", "m16n8k16.row.col.s32.s8.s8.s32"),
        ("m16n8k32.row.col.satfinite.s32.s8.u8.s32", "m16n8k32.row.col.s32.s8.s8.s32"),
        ("m8n8k32.row.col.satfinite.s32.s4.u4.s32", "m8n8k32.row.col.s32.s4.s4.s32"),
        ("m16n8k32.row.col.satfinite.s32.u4.u4.s32", "m16n8k32.row.col.s32.s4.s4.s32"),
        ("m16n8k64.row.col.satfinite.s32.s4.s4.s32", "m16n8k64.row.col.s32.s4.s4.s32"),
        ("m16n8k16.row.col.f32.e4m3.e5m2.f32", "m16n8k16.row.col.s32.s8.s8.s32"),
        ("m16n8k16.row.col.f16.e5m2.e5m2.f16", "m16n8k16.row.col.s32.s8.s8.s32"),
        ("m8n8k128.row.col.s32.b1.b1.s32.and.popc", "m8n8k128.row.col.s32.b1.b1.s32.xor.popc"),
        ("m16n8k128.row.col.s32.b1.b1.s32.and.popc", "m16n8k128.row.col.s32.b1.b1.s32.xor.popc"),
        ("m16n8k256.row.col.s32.b1.b1.s32.and.popc", "m16n8k256.row.col.s32.b1.b1.s32.xor.popc"),
    ];
    for (form, plain) in forms {
        for operand in ["A", "B", "C", "D"] {
            let of = |name| mma_operand(&format!("mma.sync.aligned.{name}:{operand}"));
            assert_eq!(of(form), of(plain), "{form}:{operand}");
            assert!(of(form).is_ok(), "{form}:{operand}");
        }
    }
    for count in [1, 2, 4] {
        for trans in ["", ".trans"] {
            let of = |place| {
                ldmatrix(&format!("ldmatrix.sync.aligned.m8n8.x{count}{trans}{place}.b16")).unwrap()
            };
            assert_eq!(of(""), of(".shared"));
            assert_eq!(of(".shared::cta"), of(".shared"));
        }
    }
    // What the assembler refuses.
    for name in [
        "mma.sync.aligned.m16n8k16.row.col.satfinite.f32.f16.f16.f32:A",
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32:A",
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.or.popc:A",
        "mma.sync.aligned.m16n8k256.row.col.satfinite.s32.b1.b1.s32.xor.popc:A",
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32.xor.popc:A",
        "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.f16.f32:A",
        "mma.sync.aligned.m16n8k16.row.col.s32.e4m3.e4m3.s32:A",
    ] {
        assert!(matches!(mma_operand(name), Err(MlirError::Atom(_))), "{name}");
    }
    for name in ["ldmatrix.sync.aligned.m8n8.x4.global.b16", "ldmatrix.sync.aligned.m8n8.x4"] {
        assert!(matches!(ldmatrix(name), Err(MlirError::Atom(_))), "{name}");
    }
}

/// Of each operation of the table: another number or another shape of registers of any operand.
#[test]
fn an_operation_has_the_registers_of_its_instruction() {
    let other = |text: &str| -> Vec<(String, &'static str)> {
        let (attributes, types) = text.rsplit_once("} :").unwrap();
        if text.starts_with("nvgpu") {
            let vectors: Vec<&str> = types.split("vector<").skip(1).take(3).collect();
            let changed = vectors.iter().enumerate().flat_map(|(at, own)| {
                let (rows, rest) = own.split_once('x').unwrap();
                let (columns, _) = rest.split_once('x').unwrap();
                let [rows, columns] = [rows, columns].map(|own| own.parse::<i64>().unwrap());
                let swapped = format!("{}x{}x", rows * columns, 1);
                let sizes = [format!("{}x{columns}x", 2 * rows), swapped];
                let plain = format!("{rows}x{columns}x");
                sizes.into_iter().filter(move |size| *size != plain).map(move |size| (at, size))
            });
            let with = |(at, size): (usize, String)| {
                let mut place = 0;
                for _ in 0..=at {
                    place += types[place..].find("vector<").unwrap() + "vector<".len();
                }
                let behind = types[place..].splitn(3, 'x').nth(2).unwrap();
                let text = format!("{attributes}}} :{}{size}{behind}", &types[..place]);
                (text, ["A", "B", "C"][at])
            };
            return changed.map(with).collect();
        }
        let more = ["A[", "B[", "C["].map(|list| {
            (
                text.replace(list, &format!("{list}%more, ")),
                ["A", "B", "C"][usize::from(list.as_bytes()[0] - b'A')],
            )
        });
        more.into()
    };
    let mut refused = 0;
    for (text, _) in MMA {
        for (changed, operand) in other(text) {
            // All operands are looked at, whichever is asked for.
            for asked in ["A", "C"] {
                let error = operation(&format!("{changed}:{asked}")).unwrap_err().to_string();
                assert!(error.contains(&format!(" of {operand}, not ")), "{changed}: {error}");
                assert!(error.starts_with("at byte "), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 40, "{refused}");
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

/// PTX has one table of `m16n8k16` for `.u8`, `.s8`, `.e4m3` and `.e5m2`, all of 8 bits: of A, with
/// 4 elements in each of 2 registers, `row = lane / 4 + 8 * (i / 4)` and `column = lane % 4 * 4 + i % 4`;
/// of B, with 4 in one register, `row = lane % 4 * 4 + i` and `column = lane / 4`; of C the table of all
/// 16x8 accumulators. No atom of CuTe says it of the floating-point types.
#[test]
fn operands_of_8_bits_of_m16n8k16_are_those_of_one_table_of_ptx() {
    for types in ["s32.s8.u8.s32", "f32.e4m3.e4m3.f32", "f32.e5m2.e4m3.f32", "f16.e4m3.e5m2.f16"] {
        let of = |operand: &str| {
            mma_operand(&format!("mma.sync.aligned.m16n8k16.row.col.{types}:{operand}")).unwrap()
        };
        let [a, b, c] = ["A", "B", "C"].map(of);
        for lane in 0..32 {
            let (group, own) = (lane / 4, lane % 4);
            for i in 0..8 {
                let place = vec![group + 8 * (i / 4), own * 4 + i % 4];
                assert_eq!(a.eval(&[lane, i]), Ok(place), "{types}: A");
            }
            for i in 0..4 {
                // B is of (n, k): column, then row.
                assert_eq!(b.eval(&[lane, i]), Ok(vec![group, own * 4 + i]), "{types}: B");
                let place = vec![group + 8 * (i / 2), own * 2 + i % 2];
                assert_eq!(c.eval(&[lane, i]), Ok(place), "{types}: C");
            }
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

/// A contraction's operands by three maps and three types, behind it the operand.
fn contract(maps: [&str; 3], types: [&str; 3], operand: &str) -> String {
    let maps = maps.map(|to| format!("affine_map<(d0, d1, d2) -> {to}>")).join(", ");
    let [a, b, c] = types;
    format!(
        "vector.contract {{indexing_maps = [{maps}], iterator_types = [\"parallel\", \"parallel\", \
         \"reduction\"], kind = #vector.kind<add>}} %a, %b, %c : {a}, {b} into {c}:{operand}"
    )
}

proptest! {
    /// However an operand of a contraction lies, its elements are numbered row-major in its vector,
    /// and named as the iteration space names them.
    #[test]
    fn operands_of_contractions_are_numbered_in_their_vectors(
        extents in [1i64..5, 1i64..5, 1i64..5],
        turned in [any::<bool>(), any::<bool>(), any::<bool>()],
    ) {
        let own = [[0, 2], [1, 2], [0, 1]];
        let dims: Vec<[usize; 2]> = own.iter().zip(turned).map(|(&[a, b], turned)| {
            if turned { [b, a] } else { [a, b] }
        }).collect();
        let maps: Vec<String> = dims.iter().map(|[a, b]| format!("(d{a}, d{b})")).collect();
        let types: Vec<String> =
            dims.iter().map(|[a, b]| format!("vector<{}x{}xf32>", extents[*a], extents[*b])).collect();
        let texts = |all: &[String]| -> [String; 3] { all.to_vec().try_into().unwrap() };
        let (maps, types) = (texts(&maps), texts(&types));
        for (k, operand) in ["A", "B", "C"].into_iter().enumerate() {
            let text = contract(maps.each_ref().map(String::as_str), types.each_ref().map(String::as_str), operand);
            let map = vector_operand(&text).unwrap();
            let [rows, columns] = own[k].map(|dim| extents[dim]);
            for row in 0..rows {
                for column in 0..columns {
                    let number = if turned[k] { column * rows + row } else { row * columns + column };
                    prop_assert_eq!(map.eval(&[row, column]), Ok(vec![number]), "{}", text);
                }
            }
            prop_assert_eq!(map.domain().extents(), Some(vec![rows, columns]));
        }
    }

    /// Any text is read, or refused.
    #[test]
    fn no_vector_panics(
        start in "vector(<|\\.contract )",
        text in "[ (){}<>\\[\\]=:,%a-z0-9*-]{0,60}( into )?[x0-9a-z<>]{0,20}(:[ABC])?",
    ) {
        let _ = vector_operand(&format!("{start}{text}"));
    }
}

#[test]
fn contractions_that_are_none_are_shown_with_their_place() {
    let plain = ["(d0, d2)", "(d1, d2)", "(d0, d1)"];
    let types = ["vector<4x8xf32>", "vector<2x8xf32>", "vector<4x2xf32>"];
    assert!(vector_operand(&contract(plain, types, "C")).is_ok());
    let cases = [
        (["(d0, d0)", plain[1], plain[2]], types, "expected maps to dimensions, each once"),
        (["(d0 + 1, d2)", plain[1], plain[2]], types, "expected maps to dimensions, each once"),
        (plain, ["vector<4x8xf32>", "vector<2x4xf32>", types[2]], "expected 8 along d2, not 4"),
        (plain, ["vector<4xf32>", types[1], types[2]], "a vector's extents: 1, not 2"),
        (plain, ["vector<[4]x8xf32>", types[1], types[2]], "expected vector<16x8xf16>, all of it"),
        (plain, ["f32", types[1], types[2]], "a vector's extents: 0, not 2"),
    ];
    for (maps, types, said) in cases {
        let text = contract(maps, types, "A");
        let error = vector_operand(&text).unwrap_err().to_string();
        assert!(error.starts_with("at byte ") && error.contains(said), "{text}: {error}");
    }
    let row = read(System::Mlir, "vector<4x8xf16>", &Context::default()).unwrap();
    let memref = read(System::Mlir, "memref<4x8xf16>", &Context::default()).unwrap();
    assert!(by_argument(|budget| same(&row, &memref, budget)).unwrap().is_proved());
    // A sum of all products is one number.
    let dot = "vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, \
        affine_map<(d0) -> ()>], iterator_types = [\"reduction\"]} %a, %b, %c \
        : vector<8xf32>, vector<8xf32> into f32:C";
    assert_eq!(vector_operand(dot).unwrap().eval(&[]), Ok(vec![0]));
}
