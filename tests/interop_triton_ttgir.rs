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

/// Warps of a partition are its own number.
#[test]
fn partitions_have_their_own_warps() {
    let text = "\
module attributes {\"ttg.num-warps\" = 4 : i32} {
ttg.warp_specialize(%0)
partition0(%1: i32) num_warps(1) {
%1 = ttg.convert_layout %0 : tensor<64xf16, #a> -> tensor<64xf16, #a>
}
}
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
";
    assert!(read_ttgir(text).is_complete());
    let without = text.replace("num_warps(1)", "");
    let report = read_ttgir(&without);
    let reason = TextReason::Program { what: "warp", place: "program", expected: 4, found: 1 };
    assert_eq!(report.problems[0].reason, reason);
}

const WARPS: &str = "\
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#two = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#eight = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
";

/// The problems of a module behind the aliases of `WARPS`, with their lines.
fn problems_of(module: &str) -> Vec<(usize, String)> {
    let report = read_ttgir(&format!("{WARPS}{module}"));
    report.problems.iter().map(|p| (p.line, p.reason.to_string())).collect()
}

fn convert(from: &str, to: &str) -> String {
    format!("%1 = ttg.convert_layout %0 : tensor<64xf16, #{from}> -> tensor<64xf16, #{to}>\n")
}

/// Each region of a specialised program has its own warps, and no other's.
#[test]
fn warps_are_those_of_the_region() {
    let custom = |default: &str, first: &str, second: &str, behind: &str| {
        format!(
            "module attributes {{\"ttg.num-warps\" = 8 : i32}} {{\ntt.func @f() {{\n\
             ttg.warp_specialize(%0)\ndefault {{\n{}}}\n\
             partition0(%0: i32) num_warps(1) {{\n{}}}\n\
             partition1(%0: i32) num_warps(2) {{\nscf.if %c {{\n{}}}\n}} : () -> ()\n{}}}\n}}\n",
            convert(default, default),
            convert(first, first),
            convert(second, second),
            convert(behind, behind),
        )
    };
    assert_eq!(problems_of(&custom("eight", "one", "two", "eight")), []);
    let said = |found, place: &str, expected| {
        format!("the encoding of {found} warps stands in a {place} of {expected}")
    };
    let wrong = problems_of(&custom("two", "two", "one", "one"));
    let expected = [
        (8, said(2, "program", 8)),
        (11, said(2, "partition", 1)),
        (15, said(1, "partition", 2)),
        (18, said(1, "program", 8)),
    ];
    assert_eq!(wrong, expected);
    let generic = |first: &str, second: &str| {
        format!(
            "module attributes {{\"ttg.num-warps\" = 8 : i32}} {{\n\
             \"ttg.warp_specialize\"(%0) <{{partitionNumWarps = array<i32: 1, 2>}}> ({{\n{}}}, {{\n\
             \"ttg.warp_specialize.partitions\"(%0) ({{\n^bb0(%a: i32):\n{}}}, {{\n{}}}) : (i32) -> ()\n\
             }}) : (i32) -> ()\n{}}}\n",
            convert("eight", "eight"),
            convert(first, first),
            convert(second, second),
            convert("eight", "eight"),
        )
    };
    assert_eq!(problems_of(&generic("one", "two")), []);
    let expected = [(10, said(2, "partition", 1)), (12, said(1, "partition", 2))];
    assert_eq!(problems_of(&generic("two", "one")), expected);
}

/// A function's own number goes before the module's, and a filled allocation is checked too.
#[test]
fn warps_are_those_of_the_function() {
    let text = format!(
        "module attributes {{\"ttg.num-warps\" = 8 : i32}} {{\n\
         tt.func @f(%a: i32 {{x = 1 : i32}}) attributes {{\"ttg.num-warps\" = 2 : i32}} {{\n{}{}}}\n\
         tt.func @g() {{\n%2 = ttg.local_alloc %0 : (tensor<64xf16, #two>) -> !ttg.memdesc<64xf16, \
         #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>, #smem>\n}}\n}}\n",
        convert("two", "two"),
        convert("eight", "eight")
    );
    let expected = [
        (7, "the encoding of 8 warps stands in a function of 2".to_owned()),
        (10, "the encoding of 2 warps stands in a program of 8".to_owned()),
    ];
    assert_eq!(problems_of(&text), expected);
}

/// Where nothing says how many warps there are, both sides of a conversion have as many.
#[test]
fn without_a_number_both_sides_agree() {
    let module = |from, to| format!("module {{\n{}}}\n", convert(from, to));
    assert_eq!(problems_of(&module("two", "two")), []);
    let said = "the conversion is from 8 warps to 1, and the module does not say how many there \
                are";
    assert_eq!(problems_of(&module("eight", "one")), [(5, said.to_owned())]);
}

/// Counts are positive, strings end, aliases are followed, and a place's name is no operation.
#[test]
fn small_print_is_read() {
    for (attribute, value) in
        [("num-ctas", "0"), ("num-warps", "-4"), ("threads-per-warp", "\"a\"")]
    {
        let said = format!("ttg.{attribute} must be a positive integer");
        let module = format!("module attributes {{\"ttg.{attribute}\" = {value} : i32}} {{\n}}\n");
        assert_eq!(problems_of(&module), [(4, said)]);
    }
    let open = "module attributes {a = \"x} {\n}\n";
    assert_eq!(problems_of(open)[0], (4, "the string is not closed".to_owned()));
    let older = format!("module {{\n{}}}\n", convert("one", "one"));
    let older = older.replace("ttg.convert", "triton_gpu.convert");
    let said = "triton_gpu.convert_layout is of an older Triton: only ttg.convert_layout is read";
    assert_eq!(problems_of(&older), [(5, said.to_owned())]);
    let report = read_ttgir(&format!("{WARPS}{older}"));
    assert_eq!((report.written, report.is_complete()), (1, false));

    let places = "module {\n} loc(callsite(\"ttg.convert_layout\"(\"f\":1:2) at \"g\":3:4))\n\
                  #loc1 = loc(\"ttg.convert_layout\"(#loc))\n";
    let report = read_ttgir(places);
    assert_eq!((report.written, report.is_complete()), (0, true));

    let chain = "#a = #b\n#b = #one\n#c = #smem\n#smem = #ttg.shared_memory\n#d = #nowhere\n";
    let module = format!("{chain}module {{\n{}}}\n", convert("a", "one"));
    assert_eq!(problems_of(&module), [(8, "the alias #nowhere is not defined".to_owned())]);
    let turning = "#a = #b\n#b = #a\nmodule {\n}\n";
    assert_eq!(problems_of(turning).len(), 2);
}

/// Modules that stand one behind the other have their own warps; one that says nothing has those
/// of the module around it.
#[test]
fn types_that_triton_refuses_are_located() {
    let memory = |memory: &str| {
        let shared = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>";
        let text = format!("%0 = ttg.local_alloc : () -> !ttg.memdesc<{memory}, {shared}, #smem>");
        problems_of(&text)
    };
    for element in ["i1", "i4", "i12", "f4E2M1FN"] {
        let problems = memory(&format!("8x{element}"));
        assert!(problems[0].1.contains("memory holds whole bytes"), "{problems:?}");
    }
    assert!(memory("8xi8").is_empty() && memory("2x8x!tt.ptr<f16>").is_empty());
    for shape in ["0x8xf16", "-8x8xf16"] {
        let problems = memory(shape);
        assert!(problems[0].1.contains("an extent that is not positive"), "{problems:?}");
    }
    let split = |parts: i64| {
        let encoding = format!(
            "ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], \
             order = [0], CTAsPerCGA = [2], CTASplitNum = [{parts}], CTAOrder = [0]}}>"
        );
        problems_of(&convert(&encoding, &encoding))
    };
    assert!(split(1).is_empty() && split(2).is_empty());
    let problems = split(4);
    assert!(problems[0].1.contains("dim0 is split into 4 parts for 2 blocks"), "{problems:?}");
}

#[test]
fn a_broken_alias_is_defined_all_the_same() {
    let broken = "#a = #ttg.blocked<{sizePerThread = [1]}>\n\
                  #b = #ttg.slice<{dim = 0, parent = #a}>\n";
    let problems = problems_of(&format!("{broken}{}", convert("b", "none")));
    let reasons: Vec<&str> = problems.iter().map(|(_, reason)| reason.as_str()).collect();
    assert_eq!(
        reasons,
        [
            "ttg.blocked has no field 'threadsPerWarp'",
            "the definition of the alias #a is not understood",
            "the definition of the alias #b is not understood",
        ]
    );
}

#[test]
fn a_name_behind_a_brace_is_the_result_s() {
    let one =
        "ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>";
    let line = convert(one, one);
    let report = read_ttgir(&format!("scf.if %c {{ {} }}", line.trim()));
    assert_eq!(report.conversions[0].result, "%1", "{line}");
}

#[test]
fn modules_have_their_own_warps() {
    let text = "\
#four = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#eight = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
module attributes {\"ttg.num-warps\" = 8 : i32, ttg.target = \"cuda:90\"} {
  module @inner {
    %1 = ttg.convert_layout %0 : tensor<64xf16, #eight> -> tensor<64xf16, #eight>
  }
}
module @other attributes {\"ttg.num-warps\" = 4 : i32} {
  %1 = ttg.convert_layout %0 : tensor<64xf16, #four> -> tensor<64xf16, #four>
  %2 = ttg.convert_layout %0 : tensor<64xf16, #four> -> tensor<64xf16, #eight>
}
";
    let report = read_ttgir(text);
    assert_eq!((report.written, report.conversions.len()), (3, 2));
    assert_eq!(report.module.num_warps, Some(8));
    assert_eq!(report.module.target.as_deref(), Some("cuda:90"));
    let reason = TextReason::Program { what: "warp", place: "program", expected: 4, found: 8 };
    assert_eq!((report.problems[0].line, &report.problems[0].reason), (10, &reason));
    assert_eq!(report.problems.len(), 1);
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
