//! TTGIR modules of a few lines: whose warps a place has, and what is wrong at which line.

use tileir::interop::triton::{TextReason, read_ttgir};

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
        let said = format!("ttg.{attribute} must be a power of two");
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
        let lines = convert(&encoding, &encoding);
        problems_of(&format!("module attributes {{\"ttg.num-ctas\" = 2 : i32}} {{\n{lines}}}\n"))
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
