//! The bodies of the fuzz targets, on bytes that proptest makes.

use proptest::prelude::*;
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
