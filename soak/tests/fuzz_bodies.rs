//! The bodies of the fuzz targets, on bytes that proptest makes.

use proptest::prelude::*;
use tileir::interop::meaning::{Context, System, read};
use tileir_soak::choices::mix;
use tileir_soak::families::FAMILIES;
use tileir_soak::fuzz;

fn checked(result: Result<(), String>) -> Result<(), TestCaseError> {
    result.map_err(TestCaseError::fail)
}

/// A map of any family, printed.
fn printed(number: u64) -> String {
    let family = &FAMILIES[(number % FAMILIES.len() as u64) as usize];
    let case = (family.case)(mix(number) % family.full).expect("a case");
    case.map.to_string()
}

const FAMILY: &str = "family<(n : 1..=9 by 2, s : -4..=8) (i : n * 2, j) -> (i * s, i xor n) to (a : 9, b : n) -> (a + b)>";

const TTGIR: &str = r#"#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked> loc("k.py":3:1)
  %2 = ttg.local_alloc %1 : (tensor<64x64xf32, #blocked>) -> !ttg.memdesc<64x64xf32, #shared, #smem>
}
"#;

/// Layouts of other systems, each behind its system's and its tile's number.
const LAYOUTS: [(u8, u8, &str); 9] = [
    (0, 0, "Sw<3,3,3> o 0 o (8,64):(64,1)"),
    (0, 0, "((4,2),(2,8)):((2,16),(1,32))"),
    (1, 1, "((4,8),(2,2,4)):((32,1),(16,8,128))"),
    (
        2,
        1,
        "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>",
    ),
    (2, 4, "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"),
    (
        3,
        0,
        "Fragment((8, 8) -> (2,), replicate: 2, thread: 64, forward_thread: _rep * 32 + _i * 4 + _j // 2, forward_index: (_j % 2,))",
    ),
    (4, 0, "T.TileLayout(T.S[(8, 4):(4, 1)] + T.R[2:64] + 5)"),
    (4, 3, "T.index_map(lambda i, j, k: (i * 15 + (j ^ i % 2) * 5 + k,))"),
    (5, 0, "memref<16x32xf16, strided<[40, 1], offset: 8>>"),
];

/// A text with a piece of another in the place of one of its own.
fn spliced(text: &str, other: &str, at: [usize; 4]) -> Vec<u8> {
    let [from, to, start, end] = at;
    let cut = |text: &str, a: usize, b: usize| {
        let (a, b) = (a % (text.len() + 1), b % (text.len() + 1));
        (a.min(b), a.max(b))
    };
    let (from, to) = cut(text, from, to);
    let (start, end) = cut(other, start, end);
    let (text, other) = (text.as_bytes(), other.as_bytes());
    [&text[..from], &other[start..end], &text[to..]].concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_no_text_or_one_that_is_read_back(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        checked(fuzz::text(&bytes))?;
    }

    #[test]
    fn a_text_is_read_back_whatever_was_cut_from_it(one: u64, other: u64, at: [usize; 4], small in 0usize..12) {
        let (one, other) = (printed(one), printed(other));
        checked(fuzz::text(one.as_bytes()))?;
        checked(fuzz::text(&spliced(&one, &other, at)))?;
        let [from, _, start, _] = at;
        let near = [from % 4096, from % 4096 + small / 4, start % 4096, start % 4096 + small];
        checked(fuzz::text(&spliced(&one, &other, near)))?;
        checked(fuzz::text(&spliced(FAMILY, FAMILY, near)))?;
    }

    #[test]
    fn a_layout_is_written_as_the_same_whatever_was_cut_from_it(one: prop::sample::Index, other: prop::sample::Index, at: [usize; 4], tile: u8) {
        let ((system, own, text), (_, _, other)) = (*one.get(&LAYOUTS), *other.get(&LAYOUTS));
        let numbered = |tile: u8, text: &[u8]| [&[system, tile], text].concat();
        checked(fuzz::layout(&numbered(own, text.as_bytes())))?;
        let [from, _, start, length] = at;
        let (from, start) = (from % 4096, start % 4096);
        let near = [from, from + length % 4, start, start + length / 4 % 6];
        for tile in [own, tile] {
            checked(fuzz::layout(&numbered(tile, &spliced(text, other, at))))?;
            checked(fuzz::layout(&numbered(tile, &spliced(text, other, near))))?;
        }
    }

    #[test]
    fn every_layout_of_those_is_read(one in prop::sample::select(LAYOUTS.to_vec())) {
        let (system, tile, text) = one;
        let shapes: [&[i64]; 4] = [&[16, 32], &[128], &[8, 3, 5], &[64, 64]];
        let context = match tile {
            0 => Context::default(),
            tile => Context::of_shape(shapes[usize::from(tile) - 1]),
        };
        let meaning = read(System::ALL[usize::from(system)], text, &context);
        prop_assert!(meaning.is_ok(), "{text}: {:?}", meaning.err());
    }

    #[test]
    fn a_file_of_ttgir_is_read_or_reported(edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12), cut: Option<prop::sample::Index>) {
        let mut bytes = TTGIR.as_bytes().to_vec();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = if byte < 128 { byte } else { b"<>[]{}()#%,=x-:0"[usize::from(byte) % 16] };
        }
        cut.into_iter().for_each(|at| bytes.truncate(at.index(bytes.len())));
        checked(fuzz::ttgir(&bytes))?;
    }

    #[test]
    fn an_expression_of_any_bytes_has_no_wrong_verdict(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        checked(fuzz::expression(&bytes))?;
    }
}
