//! Conversions one at a time: what they become, and what is refused.

use tileir_translate::source::Source;
use tileir_translate::ttgir::{Import, Survey};

const BLOCKED: &str = "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], \
                       warpsPerCTA = [4], order = [0]}>";
const PAIRS: &str = "#ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], \
                     warpsPerCTA = [4], order = [0]}>";

fn import(lines: &str) -> Import {
    let text = format!(
        "#a = {BLOCKED}\n#b = {PAIRS}\n#smem = #ttg.shared_memory\n\
         module attributes {{\"ttg.num-warps\" = 4 : i32, \"ttg.threads-per-warp\" = 32 : i32}} {{\n\
         {lines}\n}}\n"
    );
    Import::of(&Source::new("a \"b\".ttgir", text.as_bytes()))
}

fn messages(import: &Import) -> Vec<(usize, usize, &str)> {
    import.problems().iter().map(|p| (p.line, p.column, p.message.as_str())).collect()
}

/// What a target has no type for travels as an integer of its size.
#[test]
fn elements_have_carriers() {
    for (element, carrier, bytes) in [
        ("f16", "f16", 2),
        ("i1", "i1", 1),
        ("f8E5M2", "i8", 1),
        ("i4", "i8", 1),
        ("!tt.ptr<f16>", "i64", 8),
        ("!tt.ptr<f16, 3>", "i64", 8),
        ("tf32", "i32", 4),
        ("index", "i64", 8),
    ] {
        let import = import(&format!(
            "%1 = ttg.convert_layout %0 : tensor<256x{element}, #a> -> tensor<256x{element}, #b>"
        ));
        assert!(import.is_complete(), "{element}: {:?}", import.problems());
        let expected = format!("tensor<256x{carrier}, #a_256> -> tensor<256x{carrier}, #b_256>");
        assert!(import.module().contains(&expected), "{}", import.module());
        let tile = import.parts()[0].conversions[0].tile.as_ref().unwrap();
        assert_eq!(tile.carrier.bytes(), bytes, "{element}");
    }
    let refused = import("%1 = ttg.convert_layout %0 : tensor<64xi128, #a> -> tensor<64xi128, #b>");
    let message = "elements of type i128 have no size of 64 bits or less that is known here";
    assert_eq!(messages(&refused), [(5, 6, message)]);
    assert_eq!((refused.conversions(), refused.repartitions()), (1, 0));
}

/// The rest of a file is read behind what is wrong, and each problem has its line.
#[test]
fn the_rest_is_still_read() {
    let import = import(
        "%1 = ttg.convert_layout %0 : tensor<64xf16, #a> -> tensor<64xf16, #nowhere>\n\
         %2 = ttg.convert_layout %0 : tensor<64xf16, #a> -> tensor<64xf16, #b>\n\
         %3 = ttg.convert_layout %0 : tensor<64xf16, #a> -> tensor<32xf16, #b>",
    );
    assert_eq!((import.conversions(), import.repartitions()), (3, 1));
    assert!(import.module().contains(r#"loc("a \"b\".ttgir":6:6)"#), "{}", import.module());
    let expected = [
        (5, 67, "the alias #nowhere is not defined"),
        (
            7,
            6,
            "the conversion is from tensor<64xf16> to tensor<32xf16>, not between encodings of \
             one tensor",
        ),
    ];
    assert_eq!(messages(&import), expected);
}

/// Sections have their own aliases, module and lines.
#[test]
fn sections_are_read_apart() {
    let section = |warps: usize| {
        format!(
            "#a = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], \
             warpsPerCTA = [{warps}], order = [0]}}>\n\
             module attributes {{\"ttg.num-warps\" = {warps} : i32}} {{\n\
             %1 = ttg.convert_layout %0 : tensor<512xf32, #a> -> tensor<512xf32, #a>\n}}\n"
        )
    };
    let text = format!("{}// -----\n{}", section(4), section(8));
    let import = Import::of(&Source::new("f", text.as_bytes()));
    assert!(import.is_complete(), "{:?}", import.problems());
    assert_eq!(import.repartitions(), 2);
    for part in ["@convert_3_6(", "@convert_8_6(", "#a_512 =", "#a_512_v2 ="] {
        assert!(import.module().contains(part), "{part}\n{}", import.module());
    }
    let without = text.replace("= 8 : i32", "= 2 : i32");
    let import = Import::of(&Source::new("f", without.as_bytes()));
    let expected = [(8, 6, "the encoding of 8 warps stands in a program of 2")];
    assert_eq!(messages(&import), expected);
}

/// Blocks that convert their own parts are one block's repartition; elements that cross are not.
#[test]
fn blocks_convert_their_own_parts() {
    let convert = |from: &str, to: &str| {
        let text = format!(
            "module attributes {{\"ttg.num-ctas\" = 2 : i32, \"ttg.num-warps\" = 4 : i32}} {{\n\
             %1 = ttg.convert_layout %0 : tensor<512xf32, {from}> -> tensor<512xf32, {to}>\n}}\n"
        );
        Import::of(&Source::new("f", text.as_bytes()))
    };
    let cga = |encoding: &str, layout: &str| encoding.replace("}>", &format!(", {layout}}}>"));
    let split = |encoding| cga(encoding, "CTAsPerCGA = [2], CTASplitNum = [2], CTAOrder = [0]");
    let whole = |encoding| cga(encoding, "CGALayout = [[0]]");
    let own = convert(&split(BLOCKED), &split(PAIRS));
    assert!(own.is_complete(), "{:?}", own.problems());
    assert!(own.module().contains("tensor<256xf32"), "{}", own.module());
    let copies = convert(&whole(BLOCKED), &whole(PAIRS));
    assert!(copies.module().contains("tensor<512xf32"), "{}", copies.module());
    // A block that holds everything has what it needs, but not all blocks need the same.
    let differ = convert(&whole(BLOCKED), &split(PAIRS));
    let message = "block 1 moves its elements in another way than block 0";
    assert_eq!(messages(&differ), [(2, 6, message)]);
    let across = convert(&split(BLOCKED), &whole(PAIRS));
    let message = "elements move between blocks, and a repartition is inside one";
    assert_eq!(messages(&across), [(2, 6, message)]);
    let survey = Survey::of(&across, Some("sm_90a")).unwrap();
    assert!(survey.to_string().contains("plan   none: elements move between blocks"));
}

/// Padded memory has a place and an address; barriers are a line of any length.
#[test]
fn allocations_become_obligations() {
    let import = import(
        "%1 = ttg.local_alloc %0 : (tensor<256xf32, #a>) -> !ttg.memdesc<256xf32, \
         #ttg.padded_shared<[32:+4] {order = [0], shape = [256]}>, #smem>\n\
         %2 = ttg.local_alloc : () -> !ttg.memdesc<3xi64, #ttg.swizzled_shared<{vec = 1, \
         perPhase = 1, maxPhase = 1, order = [0]}>, #smem, mutable>\n\
         %3 = ttg.local_alloc : () -> !ttg.memdesc<2x8x64xf16, #ttg.swizzled_shared<{vec = 8, \
         perPhase = 1, maxPhase = 8, order = [1, 0]}>, #smem, mutable>",
    );
    assert!(import.is_complete(), "{:?}", import.problems());
    let module = import.module();
    assert!(module.contains("tileir.require #padded_shared_256 [total, bounds, injective]"));
    assert!(
        module.contains("tileir.require #padded_shared_256_v2 [total, bounds, injective, surj")
    );
    assert!(
        module.contains("tileir.require #swizzled_shared_8x64 [total, bounds, injective, surj")
    );
    assert!(module.contains("ttgir.buffers = 2 : i64, ttgir.bytes = 2048 : i64"), "{module}");
    let report = Survey::of(&import, None).unwrap().to_string();
    assert!(report.contains("allocation %2, 3 of i64"), "{report}");
    assert!(report.contains("takes  24 bytes"), "{report}");
    assert!(report.contains("takes  2048 bytes"), "{report}");
}

/// A tile too large to plan is a repartition all the same, and the report says why there is none.
#[test]
fn what_cannot_be_planned_is_said() {
    let import = import(
        "%1 = ttg.convert_layout %0 : tensor<1073741824xf16, #a> -> tensor<1073741824xf16, #b>",
    );
    assert!(import.is_complete());
    let report = Survey::of(&import, Some("sm_80")).unwrap().to_string();
    assert!(report.contains("plan   none: the distribution has no table"), "{report}");
    assert!(report.contains("total, in bounds, surjective, injective\n"), "{report}");
}

/// Lanes that store to one bank wait for each other; a swizzle parts them.
#[test]
fn bank_conflicts_are_counted() {
    let stores = |max_phase: usize| {
        let text = format!(
            "#c = #ttg.blocked<{{sizePerThread = [1, 1], threadsPerWarp = [32, 1], \
             warpsPerCTA = [1, 4], order = [0, 1]}}>\n\
             module attributes {{ttg.target = \"cuda:80\", \"ttg.num-warps\" = 4 : i32}} {{\n\
             %1 = ttg.local_alloc %0 : (tensor<32x32xf32, #c>) -> !ttg.memdesc<32x32xf32, \
             #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = {max_phase}, \
             order = [1, 0]}}>, #ttg.shared_memory>\n}}\n"
        );
        let import = Import::of(&Source::new("f", text.as_bytes()));
        assert!(import.is_complete(), "{:?}", import.problems());
        let survey = Survey::of(&import, None).unwrap();
        survey.parts[0].allocations[0].stores.clone().unwrap().unwrap()
    };
    let (plain, swizzled) = (stores(1), stores(32));
    assert_eq!((plain.vector, plain.wavefronts.most, plain.wavefronts.is_free()), (1, 32, false));
    assert_eq!((swizzled.wavefronts.most, swizzled.wavefronts.is_free()), (1, true));
}

/// Registers may be stored in any order: what is wide is wide, whichever of their bits say it.
#[test]
fn stores_take_registers_in_any_order() {
    let stores = |order: &str| {
        let text = format!(
            "#c = #ttg.blocked<{{sizePerThread = [2, 2], threadsPerWarp = [4, 8], \
             warpsPerCTA = [1, 1], order = [{order}]}}>\n\
             module attributes {{ttg.target = \"cuda:80\", \"ttg.num-warps\" = 1 : i32}} {{\n\
             %1 = ttg.local_alloc %0 : (tensor<8x16xf64, #c>) -> !ttg.memdesc<8x16xf64, \
             #ttg.nvmma_shared<{{swizzlingByteWidth = 0, transposed = false, \
             elementBitWidth = 64}}>, #ttg.shared_memory>\n}}\n"
        );
        let import = Import::of(&Source::new("f", text.as_bytes()));
        assert!(import.is_complete(), "{:?}", import.problems());
        let survey = Survey::of(&import, None).unwrap();
        survey.parts[0].allocations[0].stores.clone().unwrap().unwrap()
    };
    // Eight lanes store together: two columns of four rows, that meet in banks, or one row.
    for (order, wavefronts) in [("0, 1", 16), ("1, 0", 4)] {
        let stores = stores(order);
        assert_eq!(stores.vector * stores.element_bytes, 16, "{order}");
        assert_eq!((stores.wavefronts.most, stores.wavefronts.phases), (wavefronts, 4), "{order}");
    }
}

/// What a file says many times is found out once.
#[test]
fn equal_conversions_are_surveyed_alike() {
    let line = |number: usize| {
        format!(
            "%{number} = ttg.convert_layout %0 : tensor<256xf16, #a> -> tensor<256xf16, #b>\n\
             %{number}_d = ttg.convert_layout %0 : tensor<256xf64, #a> -> tensor<256xf64, #b>"
        )
    };
    let lines: Vec<String> = (1..2000).map(line).collect();
    let (one, many) = (import(&line(1)), import(&lines.join("\n")));
    let costs = |import: &Import| {
        let survey = Survey::of(import, Some("sm_80")).unwrap();
        let conversions = survey.parts[0].conversions.iter();
        conversions.map(|c| c.plan.clone().unwrap().cost).collect::<Vec<_>>()
    };
    let (one, many) = (costs(&one), costs(&many));
    assert_ne!(one[0], one[1]);
    assert_eq!(many.len(), 2 * 1999);
    assert!(many.chunks(2).all(|pair| pair == one));
}

/// A tile that no buffer of the target holds has no plan, and is a repartition all the same.
#[test]
fn shared_memory_that_is_too_small_is_said() {
    let text = format!(
        "#m = #ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], \
         instrShape = [16, 8]}}>\n\
         #c = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [1, 32], \
         warpsPerCTA = [4, 1], order = [1, 0]}}>\n\
         module attributes {{ttg.target = \"cuda:80\", \"ttg.num-warps\" = 4 : i32}} {{\n{}\n}}\n",
        "%1 = ttg.convert_layout %0 : tensor<128x128xf32, #m> -> tensor<128x128xf32, #c>"
    );
    let import = Import::of(&Source::new("f", text.as_bytes()));
    assert!(import.is_complete());
    let report = Survey::of(&import, None).unwrap().to_string();
    assert!(report.contains("plan   none: the exchange needs 65536 bytes"), "{report}");
}

/// What Triton 3.6 prints otherwise than 3.9: `amd_wmma` by its warps, values by their names in the
/// source, tensor memory split between blocks.
#[test]
fn triton_3_6_is_read() {
    let section = |aliases: &[&str], header: &str, lines: &[&str]| {
        format!(
            "{}\nmodule attributes {{{header}}} {{\n{}\n}}\n",
            aliases.join("\n"),
            lines.join("\n")
        )
    };
    let amd = section(
        &[
            "#tile = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>",
            "#mma = #ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [4, 1]}>",
            "#mma1 = #ttg.amd_wmma<{version = 1, isTranspose = true, warpsPerCTA = [2, 2]}>",
        ],
        "\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"hip:gfx1201\", \
         \"ttg.threads-per-warp\" = 32 : i32",
        &[
            "%sum_3 = ttg.convert_layout %sum : tensor<64x64xf16, #mma> -> tensor<64x64xf16, \
             #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> loc(#loc7)",
            "%out = ttg.convert_layout %sum_3 : tensor<64x64xf32, #mma1> -> tensor<64x64xf32, #tile>",
            "%rows = ttg.convert_layout %top : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>> \
             -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #tile}>>",
        ],
    );
    let two = section(
        &[
            "#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>",
            "#col = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1], CGALayout = [[1, 0]]}>",
            "#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], CGALayout = [[1, 0]], instrShape = [16, 8]}>",
            "#rep = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>",
            "#smem = #ttg.shared_memory",
        ],
        "\"ttg.num-ctas\" = 2 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \
         \"ttg.threads-per-warp\" = 32 : i32",
        &[
            "%x_1 = ttg.convert_layout %x : tensor<64x64xf32, #row> -> tensor<64x64xf32, #col>",
            "%x_2 = ttg.convert_layout %x_1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #row>",
            "%buf = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #rep, #smem, mutable>",
        ],
    );
    let import = Import::of(&Source::new("f", format!("{amd}// -----\n{two}").as_bytes()));
    assert_eq!(messages(&import), []);
    assert_eq!((import.conversions(), import.repartitions()), (5, 5));
    assert!(import.is_complete());
    // By its warps it is what it is by bases.
    let bases = amd
        .replace("warpsPerCTA = [4, 1]}>\n#mma1", "ctaLayout = {warp = [[1, 0], [2, 0]]}}>\n#mma1");
    assert_ne!(bases, amd);
    let [old, new] = [amd, bases].map(|text| {
        let import = Import::of(&Source::new("f", text.as_bytes()));
        assert!(import.is_complete(), "{:?}", import.problems());
        import.module().to_owned()
    });
    assert_eq!(old, new);
}
