//! TTGIR modules, as the compiler printed them and broken in every way.

use proptest::prelude::*;
use tileir::interop::triton::{Distance, Encoding, Report, TextReason, read_ttgir};

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("interop_triton/ttgir/", $name, ".ttgir")))),*]
    };
}

/// Modules of Triton 3.9, four programs for three targets.
const FILES: [(&str, &str); 12] = files![
    "matmul-gfx942-w4",
    "matmul-sm80-w4",
    "matmul-sm90-w4",
    "rowsum_bcast-gfx942-w4",
    "rowsum_bcast-sm80-w4",
    "rowsum_bcast-sm90-w4",
    "softmax-gfx942-w4",
    "softmax-sm80-w4",
    "softmax-sm90-w4",
    "transpose-gfx942-w4",
    "transpose-sm80-w4",
    "transpose-sm90-w4",
];

#[test]
fn every_conversion_of_every_file_is_understood() {
    let mut counts = Vec::new();
    for (name, text) in FILES {
        let report = read_ttgir(text);
        let written = text.matches("ttg.convert_layout").count();
        assert!(report.is_complete(), "{name}: {:?}", report.problems);
        assert_eq!((report.written, report.conversions.len()), (written, written), "{name}");
        assert_eq!(report.allocations.len(), text.matches("ttg.local_alloc").count(), "{name}");
        assert_eq!(report.module.num_warps, Some(4));
        let (target, lanes) =
            if name.contains("gfx942") { ("hip:gfx942", 64) } else { ("cuda:", 32) };
        assert_eq!(report.module.threads_per_warp, Some(lanes));
        assert!(report.module.target.is_some_and(|own| own.starts_with(target)), "{name}");
        for conversion in &report.conversions {
            let route = &conversion.route;
            assert_eq!(route.origin.compose(&conversion.from).unwrap(), conversion.to);
            assert!(text.lines().nth(conversion.line - 1).unwrap().contains(&conversion.operand));
        }
        counts.push(written);
    }
    assert_eq!(counts, CONVERSIONS);
}

/// What the files have, in their order.
const CONVERSIONS: [usize; 12] = [0, 1, 1, 0, 0, 0, 0, 0, 0, 9, 9, 9];

#[test]
fn distances_are_told_apart() {
    let of = |source: &str, target: &str| {
        let text = format!(
            "module attributes {{\"ttg.num-warps\" = 4 : i32, \"ttg.threads-per-warp\" = 32 : i32}} {{\n\
             %1 = ttg.convert_layout %0 : tensor<64x64xf32, {source}> -> tensor<64x64xf32, {target}>\n}}"
        );
        let report = read_ttgir(&text);
        assert!(report.is_complete(), "{:?}", report.problems);
        report.conversions[0].route.distance
    };
    let blocked = |size: &str, threads: &str, warps: &str, order: &str| {
        format!(
            "#ttg.blocked<{{sizePerThread = [{size}], threadsPerWarp = [{threads}], \
             warpsPerCTA = [{warps}], order = [{order}]}}>"
        )
    };
    let rows = blocked("1, 4", "2, 16", "4, 1", "1, 0");
    let mma = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], \
               instrShape = [16, 8]}>";
    let bases = |register: &str, lane: &str| {
        format!(
            "#ttg.linear<{{register = [{register}], lane = [{lane}], \
             warp = [[2, 0], [4, 0]], block = []}}>"
        )
    };
    let lanes = "[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]";
    let same = bases("[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]", lanes);
    let renamed = bases("[0, 2], [0, 1], [8, 0], [16, 0], [32, 0]", lanes);
    let turned = bases(
        "[0, 4], [0, 2], [8, 0], [16, 0], [32, 0]",
        "[0, 1], [0, 8], [0, 16], [0, 32], [1, 0]",
    );
    assert_eq!(of(&rows, &same), Distance::Nothing);
    assert_eq!(of(&rows, &renamed), Distance::Registers);
    assert_eq!(of(&rows, &turned), Distance::Lanes);
    assert_eq!(of(&rows, mma), Distance::Warps);
}

#[test]
fn the_generic_form_and_attributes_are_read() {
    let text = r#"
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#slice = #ttg.slice<{dim = 0, parent = #two}>
#two = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {ttg.num-warps = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
  // ttg.convert_layout in a comment, and in "ttg.convert_layout" a string
  %0 = "ttg.convert_layout"(%a) <{note = "->"}> {x = [1 : i32]} : (tensor<64x!tt.ptr<f16>, #blocked>) -> tensor<64x!tt.ptr<f16>, #slice> loc(#loc3)
  %1:2 = ttg.convert_layout %b#1 {note = "ttg.convert_layout"} : tensor<64xf16, #blocked> -> tensor<64xf16, #slice> loc("k.py":3:7)
  %2 = ttg.local_alloc : () -> !ttg.memdesc<3x64xf16, #shared, #smem, mutable>
  %3 = ttg.local_alloc %1 {allocation.offset = 8 : i32} : (tensor<64xf16, #blocked>) -> !ttg.memdesc<64xf16, #shared, #smem>
  %4, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>, !ttg.async.token)
}
"#;
    let report = read_ttgir(text);
    assert!(report.is_complete(), "{:?}", report.problems);
    let named: Vec<_> = report
        .conversions
        .iter()
        .map(|c| (c.result.as_str(), c.operand.as_str(), c.location.as_deref(), c.route.distance))
        .collect();
    assert_eq!(
        named,
        [
            ("%0", "%a", Some("loc(#loc3)"), Distance::Nothing),
            ("%1", "%b#1", Some("loc(\"k.py\":3:7)"), Distance::Nothing),
        ]
    );
    assert_eq!(report.conversions[0].source.element.bits(), Some(64));
    let bytes: Vec<_> = report.allocations.iter().map(|a| (a.line, a.bytes())).collect();
    assert_eq!(bytes, [(11, Some(3 * 64 * 2)), (12, Some(64 * 2)), (13, None)]);
    assert_eq!(report.allocations[2].result, "%4");
}

/// One good line among broken ones is read; each broken one is quoted.
#[test]
fn broken_lines_are_quoted_and_the_rest_is_read() {
    let text = "\
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#missing = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], order = [0]}>
#unknown = #ttg.fancy<{a = 1}>
#extra = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], colour = 3}>
#eight = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
module attributes {\"ttg.num-warps\" = 4 : i32, \"ttg.threads-per-warp\" = 32 : i32} {
%1 = ttg.convert_layout %0 : tensor<64xf16, #blocked> -> tensor<64xf16, #nowhere>
%2 = ttg.convert_layout %0 : tensor<64xf16, #blocked> -> tensor<64xf16, #eight>
%3 = ttg.convert_layout %0 : tensor<64xf16, #blocked> -> tensor<32xf16, #blocked>
%4 = ttg.convert_layout %0 : tensor<?xf16, #blocked> -> tensor<?xf16, #blocked>
%5 = ttg.convert_layout %0 : tensor<48xf16, #blocked> -> tensor<48xf16, #blocked>
%6 = ttg.convert_layout %0 : tensor<64xf16> -> tensor<64xf16, #blocked>
%7 = ttg.local_alloc : () -> !ttg.memdesc<64x64xi8, #tile, #smem, mutable>
%8 = ttg.convert_layout %0 : tensor<64xf16, #blocked> -> tensor<64xf16, #blocked>
%9 = ttg.convert_layout %0 : tensor<64xf16, #blo";
    let report = read_ttgir(text);
    assert_eq!((report.written, report.conversions.len()), (8, 1));
    assert_eq!((report.conversions[0].line, report.conversions[0].result.as_str()), (15, "%8"));
    assert!(!report.is_complete());
    let found: Vec<(usize, String)> =
        report.problems.iter().map(|problem| (problem.line, problem.reason.to_string())).collect();
    let expected = [
        (2, "ttg.blocked has no field 'warpsPerCTA'"),
        (3, "#ttg.fancy is no encoding known here"),
        (4, "'colour' is no field of ttg.swizzled_shared"),
        (8, "the alias #nowhere is not defined"),
        (9, "the encoding of 8 warps stands in a program of 4"),
        (
            10,
            "the conversion is from tensor<64xf16> to tensor<32xf16>, not between encodings of \
             one tensor",
        ),
        (11, "an extent that is only known at run time"),
        (12, "blocked: dim0 of the shape is 48, which is no power of two"),
        (13, "a tensor without an encoding"),
        (14, "nvmma_shared: a block's row of the shape [64, 64] is 64, at least 128 are needed"),
        (16, "the alias #blo is not defined"),
        (16, "the text ends inside the '{' of line 7"),
    ];
    assert_eq!(found, expected.map(|(line, reason)| (line, reason.to_owned())));
    for problem in &report.problems {
        assert_eq!(problem.quoted, text.lines().nth(problem.line - 1).unwrap());
    }
    assert_eq!(
        report.problems[2].to_string(),
        "4:82: 'colour' is no field of ttg.swizzled_shared\n  \
         #extra = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], colour = 3}>\n  \
         ".to_owned() + &" ".repeat(81) + "^"
    );
}

/// A text that ends too early says so, and a bracket that closes nothing.
#[test]
fn brackets_tell_what_is_missing() {
    let reasons = |text: &str| -> Vec<String> {
        read_ttgir(text).problems.iter().map(|problem| problem.to_string()).collect()
    };
    let whole =
        "module attributes {x = \"{\"} { // {\n  tt.func @f() {\n  }\n}\n#loc = loc(unknown)\n";
    assert!(reasons(whole).is_empty());
    let cut = "module {\n  tt.func @f() {\n    tt.return\n  }\n";
    let said = "4:4: the text ends inside the '{' of line 1\n    }\n     ^";
    assert_eq!(reasons(cut), [said]);
    let said = "1:17: the ')' closes nothing: the '{' of line 1 is open";
    assert!(reasons("module { tt.func)\n}")[0].starts_with(said));
    assert!(reasons("module {\n}}\n")[0].starts_with("2:2: the '}' closes nothing\n"));
    let attributes = "module attributes {\"ttg.num-warps\" = 4 : i32}";
    for nothing in ["", "hello", "#a = #b\n", "module", attributes] {
        assert!(reasons(nothing)[0].contains("this is no TTGIR"), "{nothing}");
    }
}

#[test]
fn depth_is_limited_and_numbers_are_checked() {
    let deep = format!("#ttg.linear<{{register = {}", "[".repeat(100_000));
    let error = deep.parse::<Encoding>().unwrap_err();
    assert_eq!(error.reason, TextReason::TooDeep { limit: 64 });
    let slices = format!("{}#x", "#ttg.slice<{dim = 0, parent = ".repeat(100_000));
    let error = slices.parse::<Encoding>().unwrap_err();
    assert_eq!(error.reason, TextReason::TooDeep { limit: 64 });
    let large = "#ttg.blocked<{sizePerThread = [4611686018427387904, 4611686018427387904], \
                 threadsPerWarp = [4611686018427387904, 1], warpsPerCTA = [1, 1], order = [1, 0]}>";
    assert!(large.parse::<Encoding>().unwrap().to_linear(&[64, 64]).is_err());
    let number = "#ttg.slice<{dim = 9223372036854775808, parent = #a}>".parse::<Encoding>();
    assert_eq!(number.unwrap_err().reason, TextReason::Number);
    // A chain of aliases, each inside the next.
    let chain: String = std::iter::once(
        "#a0 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>\n"
            .to_owned(),
    )
    .chain((1..200).map(|k| format!("#a{k} = #ttg.dot_op<{{opIdx = 0, parent = #a{}}}>\n", k - 1)))
    .collect();
    assert!(!read_ttgir(&chain).problems.is_empty());
}

/// Whatever is read is consistent: every conversion is understood or quoted.
fn check(text: &str) -> Report {
    let report = read_ttgir(text);
    assert!(report.conversions.len() <= report.written);
    assert!(report.conversions.len() + report.problems.len() >= report.written);
    for problem in &report.problems {
        assert_eq!(
            text.split('\n').nth(problem.line - 1).unwrap().trim_end_matches('\r'),
            problem.quoted
        );
        let _ = problem.to_string();
    }
    report
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// The files with bytes removed, doubled, or replaced: nothing panics.
    #[test]
    fn mutated_files_are_read_or_reported(
        file in 0usize..12,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0u8..5, any::<u8>()), 1..24),
    ) {
        let mut bytes = FILES[file].1.as_bytes().to_vec();
        for (index, kind, byte) in edits {
            if bytes.is_empty() { break; }
            let at = index.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                2 => bytes.insert(at, b"<>[]{}()#%\",=x-:0"[byte as usize % 17]),
                3 => bytes.truncate(at.max(1)),
                _ => { let line = bytes[at..].iter().take(40).copied().collect::<Vec<_>>(); bytes.splice(at..at, line); }
            }
        }
        check(&String::from_utf8_lossy(&bytes));
    }

    /// Any text at all.
    #[test]
    fn any_text_is_read_or_reported(text in "\\PC*|([#%<>\\[\\]{}(),=\":\n -]|ttg\\.convert_layout|tensor|#ttg\\.blocked|0|x|->)*") {
        check(&text);
    }

    /// Numbers of any size in the place of the files' own.
    #[test]
    fn other_numbers_are_read_or_reported(file in 0usize..12, numbers in prop::collection::vec(any::<i64>(), 1..16)) {
        let mut text = String::new();
        let mut next = numbers.iter().cycle();
        let mut in_number = false;
        for c in FILES[file].1.chars() {
            let digit = c.is_ascii_digit();
            if digit && !in_number && next.next().is_some_and(|n| n % 7 == 0) {
                text.push_str(&next.next().unwrap_or(&0).to_string());
            } else {
                text.push(c);
            }
            in_number = digit;
        }
        check(&text);
    }
}
