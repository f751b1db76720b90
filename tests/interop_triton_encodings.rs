//! Triton's encodings: every map equal to Triton's own, every text printed as Triton prints it.

use tileir::gf2::Linear;
use tileir::interop::triton::Encoding;

/// A line of the cases: shape, attribute, and Triton's map if it has one.
fn cases() -> impl Iterator<Item = (Vec<i64>, &'static str, Option<Linear>)> {
    let lines = include_str!("interop_triton/encodings.txt").lines();
    lines.filter(|line| line.starts_with('[')).map(|line| {
        let mut parts = line.split("; ");
        let mut part = || parts.next().unwrap_or_else(|| panic!("a part is missing: {line}"));
        let (shape, text, map) = (part(), part(), part());
        let extents = shape.trim_matches(['[', ']']).split(", ");
        let shape = extents.map(|extent| extent.parse().unwrap()).collect();
        (shape, text, (map != "error").then(|| map.parse().unwrap()))
    })
}

#[test]
fn each_map_is_triton_s() {
    let (mut equal, mut refused) = (0, 0);
    for (shape, text, expected) in cases() {
        let ours = text.parse::<Encoding>().map_err(|error| error.to_string());
        let ours = ours.and_then(|own| own.to_linear(&shape).map_err(|error| error.to_string()));
        let Some(expected) = expected else {
            assert!(ours.is_err(), "{text} of {shape:?} is refused by Triton");
            refused += 1;
            continue;
        };
        let ours = ours.unwrap_or_else(|error| panic!("{text} of {shape:?}: {error}"));
        let ins: Vec<&str> = expected.ins().names().collect();
        let outs: Vec<&str> = expected.outs().names().collect();
        assert_eq!(ours.sublayout(&ins, &outs).unwrap(), expected, "{text} of {shape:?}");
        equal += 1;
    }
    assert_eq!((equal, refused), (294, 12));
}

#[test]
fn each_text_is_printed_as_it_was_read() {
    for (_, text, _) in cases().filter(|(_, _, map)| map.is_some()) {
        assert_eq!(text.parse::<Encoding>().unwrap().to_string(), text);
    }
    // Kinds and spellings that the cases lack.
    for text in [
        "#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [0, 1]}>",
        "#ttg.shared_linear<{offset = [[0, 1], [1, 0]], block = [[2, 0]]}, alignment = 128>",
        "#ttg.padded_shared<[4:+2, 16:+8] {order = [1, 0], shape = [8, 8]}>",
        "#ttg.padded_shared<[4:+2] {offset = [[0, 1], [0, 2], [2, 0], [1, 0]], block = []}>",
        "#ttg.amd_wmma<{version = 2, isTranspose = true, ctaLayout = {}}>",
        "#ttg.amd_wmma<{version = 3, isTranspose = true, warpsPerCTA = [2, 2], \
         CGALayout = [[1, 0]], tilesPerWarp = [2, 2], instrShape = [16, 16, 32]}>",
        "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], \
         order = [1, 0], CTAsPerCGA = [1, 2], CTASplitNum = [1, 2], CTAOrder = [1, 0]}>",
        "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, \
         twoCTAs = true>",
        "#ttng.tensor_memory_scales_encoding<>",
        "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim = 0, \
         partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, \
         order = [1, 0]}>}>",
    ] {
        assert_eq!(text.parse::<Encoding>().unwrap().to_string(), text);
    }
}

fn linear(text: &str, shape: &[i64]) -> Linear {
    text.parse::<Encoding>().unwrap().to_linear(shape).unwrap()
}

#[test]
fn both_spellings_of_blocks_are_one_map() {
    let of = |blocks: &str| {
        let text = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], \
                    warpsPerCTA = [4, 1], order = [1, 0], ";
        linear(&format!("{text}{blocks}}}>"), &[64, 64])
    };
    let bases = of("CGALayout = [[0, 1], [0, 0]]");
    assert_eq!(bases, of("CTAsPerCGA = [1, 4], CTASplitNum = [1, 2], CTAOrder = [1, 0]"));
    assert_eq!(bases.bases()[3], [[0, 32], [0, 0]]);
    assert_eq!(
        of("CGALayout = [[0, 1], [1, 0]]"),
        of("CTAsPerCGA = [2, 2], CTASplitNum = [2, 2], CTAOrder = [1, 0]")
    );
}

/// Rows 16 to 31 are the second group of 16 rows: their own phases are turned by one.
#[test]
fn a_rotating_swizzle_turns_with_the_group_of_rows() {
    let fields = "{vec = 1, perPhase = 1, maxPhase = 4, order = [1, 0]}";
    let swizzled = linear(&format!("#ttg.swizzled_shared<{fields}>"), &[16, 8]);
    let rotating = linear(&format!("#ttg.amd_rotating_shared<{fields}>"), &[16, 8]);
    for row in 0..16 {
        for offset in 0..8 {
            let at = [row * 8 + offset, 0];
            assert_eq!(swizzled.apply(&at).unwrap(), [row, offset ^ (row % 4)]);
            assert_eq!(rotating.apply(&at).unwrap(), [row, offset ^ (row % 4) ^ (row / 4)]);
        }
    }
}

#[test]
fn pieces_alternate_between_buffers() {
    let text = "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 0, \
                partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, \
                order = [1, 0]}>}>";
    let encoding: Encoding = text.parse().unwrap();
    let layout = encoding.to_linear(&[16, 4]).unwrap();
    let at = |offset, partition| {
        let ins: Vec<&str> = layout.ins().names().collect();
        let value = |name: &&str| match *name {
            "offset" => offset,
            "partition" => partition,
            _ => 0,
        };
        layout.apply(&ins.iter().map(value).collect::<Vec<_>>()).unwrap()
    };
    assert_eq!(at(0, 0), [0, 0]);
    assert_eq!(at(0, 1), [4, 0]);
    assert_eq!(at(16, 0), [8, 0]);
    assert_eq!(at(16 + 5, 1), [13, 1]);
    assert_eq!(encoding.elements_per_block(&[16, 4]).unwrap(), 32);
}

/// Texts that Triton 3.9 reads, and texts that it refuses.
#[test]
fn bases_are_those_that_triton_reads() {
    const ALL: &str = "[[1], [2], [4], [8], [16]]";
    const NONE: &str = "[[0], [0], [0], [0], [0]]";
    for (kind, register, lane, warp, is_read) in [
        ("generic_linear", "[[3]]", ALL, "[]", true),
        ("generic_linear", "[[33]]", ALL, "[]", true),
        ("generic_linear", "[[2], [3]]", NONE, "[]", true),
        ("generic_linear", "[[2], [2]]", "[[1], [0], [0], [0], [0]]", "[]", true),
        ("generic_linear", "[]", "[[4], [2], [1], [0], [0]]", "[]", true),
        ("generic_linear", "[[2], [2]]", NONE, "[]", false),
        ("linear", "[[0]]", ALL, "[]", true),
        ("linear", "[[32]]", ALL, "[]", true),
        ("linear", "[[8]]", "[[1], [2], [4], [16], [32]]", "[]", true),
        ("linear", "[]", NONE, "[]", true),
        ("linear", "[[3]]", ALL, "[]", false),
        ("linear", "[[33]]", ALL, "[]", false),
        ("linear", "[[8]]", NONE, "[]", false),
        ("linear", "[[2], [3]]", NONE, "[]", false),
        ("linear", "[[2], [2]]", "[[1], [0], [0], [0], [0]]", "[]", false),
        ("linear", "[]", "[]", "[]", false),
        (
            "generic_linear",
            "[[0, 1], [1, 0]]",
            "[[2, 0], [0, 2], [1, 1], [0, 0], [0, 0]]",
            "[]",
            false,
        ),
        (
            "generic_linear",
            "[[0, 1], [1, 0]]",
            "[[2, 0], [0, 2], [0, 0], [0, 0], [0, 0]]",
            "[[1, 1]]",
            true,
        ),
    ] {
        let text = format!(
            "#ttg.{kind}<{{register = {register}, lane = {lane}, warp = {warp}, block = []}}>"
        );
        match text.parse::<Encoding>() {
            Ok(encoding) => {
                assert!(is_read, "{text}");
                assert_eq!((encoding.name(), encoding.to_string()), (kind, text));
            }
            Err(error) => assert!(!is_read, "{text}: {error}"),
        }
    }
    for (offset, is_read) in [("[]", false), ("[[1]]", true), ("[[0]]", true), ("[[3], [1]]", true)]
    {
        let text = format!("#ttg.shared_linear<{{offset = {offset}}}, alignment = 16>");
        assert_eq!(text.parse::<Encoding>().is_ok(), is_read, "{text}");
    }
}
