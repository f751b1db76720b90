//! Numbers of a TTGIR module: of blocks, of what is allocated, of encodings that nothing uses.

use tileir::interop::triton::read_ttgir;

const SMEM: &str = "#smem = #ttg.shared_memory\n";

fn module(attributes: &str, lines: &str) -> String {
    format!("module attributes {{\"ttg.num-warps\" = 4 : i32{attributes}}} {{\n{lines}}}\n")
}

/// The problems, with their lines.
fn problems(text: &str) -> Vec<(usize, String)> {
    let report = read_ttgir(text);
    report.problems.iter().map(|p| (p.line, p.reason.to_string())).collect()
}

/// An encoding is of as many blocks as launch together: 1 where the module does not say.
#[test]
fn blocks_are_those_of_the_module() {
    let blocked = |name: &str, size: i64, blocks: &str| {
        format!(
            "#{name} = #ttg.blocked<{{sizePerThread = [{size}, 1], threadsPerWarp = [1, 32], \
             warpsPerCTA = [4, 1], order = [1, 0]{blocks}}}>\n"
        )
    };
    let memory = |blocks: &str| {
        let tensor = format!("<blockM = 128, blockN = 64, colStride = 1{blocks}>");
        let padded = match blocks {
            "" => "{order = [1, 0], shape = [256, 64]}",
            _ => "{offset = [[0, 1], [0, 2]], block = [[1, 0]]}",
        };
        format!(
            "#a = #ttg.swizzled_shared<{{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]{blocks}}}>\n\
             #p = #ttg.padded_shared<[64:+4] {padded}>\n\
             #t = #ttng.tensor_memory_encoding{tensor}\n"
        )
    };
    let padded = |shape: &str| {
        format!("%4 = ttg.local_alloc : () -> !ttg.memdesc<{shape}xf16, #p, #smem, mutable>\n")
    };
    let lines = |padded: String| {
        format!(
            "%1 = ttg.convert_layout %0 : tensor<256x64xf16, #b> -> tensor<256x64xf16, #c>\n\
             %2 = ttg.convert_layout %0 : tensor<64xf16, #ttg.slice<{{dim = 0, parent = #b}}>> -> \
             tensor<64xf16, #ttg.slice<{{dim = 0, parent = #c}}>>\n\
             %3 = ttg.local_alloc : () -> !ttg.memdesc<256x64xf16, #a, #smem, mutable>\n{padded}\
             %5 = ttng.tmem_alloc : () -> !ttg.memdesc<256x64xf32, #t, #tm, mutable>\n"
        )
    };
    let text = |blocks: &str, attributes: &str| {
        let encodings = format!(
            "{}{}{}{SMEM}",
            blocked("b", 1, blocks),
            blocked("c", 2, blocks),
            memory(blocks)
        );
        let shape = if blocks.is_empty() { "256x64" } else { "2x4" };
        format!("{encodings}{}", module(attributes, &lines(padded(shape))))
    };
    let two = ", CGALayout = [[1, 0]]";
    for (blocks, attributes, counts) in [
        ("", "", None),
        ("", ", \"ttg.num-ctas\" = 1 : i32", None),
        (two, ", \"ttg.num-ctas\" = 2 : i32", None),
        (two, "", Some((2, 1))),
        (two, ", \"ttg.num-ctas\" = 1 : i32", Some((2, 1))),
        (two, ", \"ttg.num-ctas\" = 4 : i32", Some((2, 4))),
        ("", ", \"ttg.num-ctas\" = 2 : i32", Some((1, 2))),
    ] {
        let text = text(blocks, attributes);
        let expected: Vec<(usize, String)> = counts.map_or(Vec::new(), |(found, expected)| {
            let said = format!("the encoding of {found} blocks stands in a program of {expected}");
            (8..13).map(|line| (line, said.clone())).collect()
        });
        assert_eq!(problems(&text), expected, "{text}");
        let report = read_ttgir(&text);
        let read = if counts.is_none() { (2, 3) } else { (0, 0) };
        assert_eq!((report.conversions.len(), report.allocations.len()), read);
    }
}

/// What is allocated is all of it.
#[test]
fn an_allocation_has_its_alloc_shape() {
    let of = |name: &str, shape: &str, behind: &str| {
        let encodings = "#s = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n\
                         #t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>\n";
        let encoding = if name == "ttg.local_alloc" { "#s" } else { "#t" };
        let lines = format!(
            "%1 = {name} : () -> !ttg.memdesc<{shape}xf32, {encoding}, #smem, mutable{behind}>\n"
        );
        problems(&format!("{encodings}{}", module("", &lines)))
    };
    for name in ["ttg.local_alloc", "ttng.tmem_alloc"] {
        for (shape, behind) in [("128x64", ""), ("128x64", ", 128x64"), ("3x128x64", ", 3x128x64")]
        {
            assert_eq!(of(name, shape, behind), []);
        }
        for (allocated, said) in [("3x128x64", "[3, 128, 64]"), ("128x128", "[128, 128]")] {
            let said =
                format!("the allocation is of the shape [128, 64], and its alloc shape is {said}");
            assert_eq!(of(name, "128x64", &format!(", {allocated}")), [(4, said)]);
        }
    }
}

/// A tensor is in registers, whatever it is converted to or stored into.
#[test]
fn encodings_of_memory_are_no_tensor_s() {
    let encodings = "#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>\n\
                     #s = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n\
                     #t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>\n";
    let said = |line: usize, kind: &str| {
        (line, format!("{kind} is no register encoding, and a tensor is in registers"))
    };
    let lines = "%1 = ttg.convert_layout %0 : tensor<128x64xf16, #b> -> tensor<128x64xf16, #s>\n\
                 %2 = ttg.convert_layout %0 : tensor<128x64xf16, #t> -> tensor<128x64xf16, #b>\n\
                 %3 = ttg.local_alloc %0 : (tensor<128x64xf16, #s>) -> !ttg.memdesc<128x64xf16, #s, #smem>\n\
                 %4 = ttg.convert_layout %0 : tensor<128x64xf16, #b> -> tensor<128x64xf16, #b>\n";
    let expected = [
        said(5, "#ttg.swizzled_shared"),
        said(6, "#ttng.tensor_memory_encoding"),
        said(7, "#ttg.swizzled_shared"),
    ];
    assert_eq!(problems(&format!("{encodings}{}", module("", lines))), expected);
}

/// Encodings that nothing uses have numbers that mean something, of however many threads.
#[test]
fn numbers_of_unused_encodings_are_checked() {
    let of = |encoding: &str| {
        problems(&format!(
            "#parent = #ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}}>\n#a = {encoding}\n{}",
            module("", "")
        ))
    };
    let blocked = |field: &str, value: &str| {
        let fields = [("sizePerThread", "[1]"), ("threadsPerWarp", "[32]"), ("warpsPerCTA", "[4]")];
        let fields = fields
            .map(|(name, own)| format!("{name} = {}, ", if name == field { value } else { own }));
        format!("#ttg.blocked<{{{}order = [0]}}>", fields.concat())
    };
    for (field, value) in
        [("threadsPerWarp", "[64]"), ("warpsPerCTA", "[8]"), ("sizePerThread", "[4]")]
    {
        assert_eq!(of(&blocked(field, value)), []);
    }
    for field in ["sizePerThread", "threadsPerWarp", "warpsPerCTA"] {
        for value in [0, -1, -4, 3] {
            let said = format!("blocked: {field} along dim0 is {value}, which is no power of two");
            assert_eq!(of(&blocked(field, &format!("[{value}]"))), [(2, said)]);
        }
    }
    let mma = |field: &str, value: &str| {
        let fields = [
            ("versionMajor", "2"),
            ("versionMinor", "0"),
            ("warpsPerCTA", "[4, 1]"),
            ("instrShape", "[16, 8]"),
        ];
        let fields = fields
            .map(|(name, own)| format!("{name} = {}", if name == field { value } else { own }));
        format!("#ttg.nvidia_mma<{{{}}}>", fields.join(", "))
    };
    let mfma = |field: &str, value: &str| {
        let fields = [
            ("version", "3"),
            ("warpsPerCTA", "[4, 1]"),
            ("instrShape", "[16, 16, 16]"),
            ("isTransposed", "false"),
            ("tilesPerWarp", "[2, 1]"),
            ("elementBitWidth", "64"),
        ];
        let fields = fields
            .map(|(name, own)| format!("{name} = {}", if name == field { value } else { own }));
        format!("#ttg.amd_mfma<{{{}}}>", fields.join(", "))
    };
    let wmma =
        |fields: &str| format!("#ttg.amd_wmma<{{version = 2, isTranspose = false, {fields}}}>");
    for well in [mma("", ""), mfma("", ""), wmma("warpsPerCTA = [4, 1]")] {
        assert_eq!(of(&well), []);
    }
    for (encoding, said) in [
        (mma("versionMinor", "-1"), "versionMinor is -1"),
        (mma("versionMajor", "-1"), "versionMajor is -1"),
        (mma("warpsPerCTA", "[0, 1]"), "warpsPerCTA along dim0 is 0"),
        (mma("instrShape", "[16, -8]"), "instrShape is -8"),
        (mfma("warpsPerCTA", "[4, -1]"), "warpsPerCTA along dim1 is -1"),
        (mfma("tilesPerWarp", "[0, 1]"), "tilesPerWarp along dim0 is 0"),
        (mfma("elementBitWidth", "-32"), "elementBitWidth is -32"),
        (wmma("warpsPerCTA = [-4, 1]"), "warpsPerCTA along dim0 is -4"),
        (wmma("warpsPerCTA = [4, 1], tilesPerWarp = [1, 0]"), "tilesPerWarp along dim1 is 0"),
        (wmma("ctaLayout = {warp = [[-1, 0]]}"), "has a step below 0"),
        ("#ttg.dot_op<{opIdx = 0, parent = #parent, kWidth = -2}>".to_owned(), "kWidth is -2"),
        ("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[-1]]}>".to_owned(), "the blocks' bases [[-1]]"),
    ] {
        let found = of(&encoding);
        assert!(matches!(&found[..], [(2, why)] if why.contains(said)), "{encoding}: {found:?}");
    }
}

/// Counts of threads and blocks are powers of two, each given once.
#[test]
fn counts_are_powers_of_two_given_once() {
    let count = |key: &str, value: i64| {
        problems(&format!("module attributes {{\"ttg.{key}\" = {value} : i32}} {{\n}}\n"))
    };
    for key in ["num-warps", "threads-per-warp", "num-ctas"] {
        assert_eq!((count(key, 1), count(key, 8)), (vec![], vec![]));
        for value in [0, -4, 3, 6] {
            let said = format!("ttg.{key} must be a power of two");
            assert_eq!(count(key, value), [(1, said)]);
        }
        let twice = module(&format!(", \"ttg.{key}\" = 4 : i32,\n \"ttg.{key}\" = 4 : i32"), "");
        let said = format!("the field 'ttg.{key}' is given twice");
        let found = problems(&twice);
        assert_eq!(found.last(), Some(&(2, said)));
    }
    // A function's is its own.
    let function = "tt.func @f() attributes {\"ttg.num-warps\" = 2 : i32} {\n}\n\
                    tt.func @g() attributes {\"ttg.num-warps\" = 2 : i32} {\n}\n";
    assert_eq!(problems(&module("", function)), []);
}

/// Tensor memory says its blocks as bases, or as parts along each axis.
#[test]
fn parts_of_tensor_memory_are_blocks() {
    let text = |encoding: &str, blocks: i64| {
        let encoding = format!(
            "#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1{encoding}>\n"
        );
        let line = "%1 = ttng.tmem_alloc : () -> !ttg.memdesc<256x128xf32, #t, #tm, mutable>\n";
        format!("{encoding}{}", module(&format!(", \"ttg.num-ctas\" = {blocks} : i32"), line))
    };
    for (encoding, blocks) in [
        ("", 1),
        (", CTASplitN = 2", 2),
        (", CTASplitM = 2", 2),
        (", CTASplitM = 2, CTASplitN = 2", 4),
        (", CGALayout = [[0, 1]]", 2),
    ] {
        assert_eq!(problems(&text(encoding, blocks)), [], "{encoding}");
        let wrong = problems(&text(encoding, 2 * blocks));
        let expected =
            format!("the encoding of {blocks} blocks stands in a program of {}", 2 * blocks);
        assert!(matches!(&wrong[..], [(_, reason)] if *reason == expected), "{wrong:?}");
    }
}
