//! What is known to be equal between Triton and other systems, and what users of Triton met.

mod common;

use common::budgets::by_argument;
use tileir::cute::{Layout, Swizzle};
use tileir::gf2::Linear;
use tileir::interop::triton::{Distance, Encoding, EncodingError, Route};
use tileir::proof::prove;

fn encoding(text: &str) -> Encoding {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn linear(text: &str, shape: &[i64]) -> Linear {
    encoding(text).to_linear(shape).unwrap()
}

/// CuTe's thread-value layout of the accumulator maps to `m + 16 n`.
#[test]
fn mma_v2_is_cute_s_sm80_16x8_accumulator() {
    let cute: Layout = "((4,8),(2,2)):((32,1),(16,8))".parse().unwrap();
    let triton = linear(
        "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], \
         instrShape = [16, 8]}>",
        &[16, 8],
    );
    for lane in 0..32 {
        for register in 0..4 {
            let [m, n] = triton.apply(&[register, lane, 0, 0]).unwrap()[..] else { panic!() };
            assert_eq!(cute.eval(lane + 32 * register).unwrap(), m + 16 * n);
        }
    }
}

/// GMMA's swizzles on bytes, over the first eight rows: the element at an offset is the one whose
/// row-major address the swizzle sends there.
#[test]
fn nvmma_is_the_swizzle_of_its_width_on_bytes() {
    for (width, swizzle) in [(32, "Sw<1,4,3>"), (64, "Sw<2,4,3>"), (128, "Sw<3,4,3>")] {
        let swizzle: Swizzle = swizzle.parse().unwrap();
        for bytes in [1, 2, 4] {
            let columns = width / bytes;
            let text = format!(
                "#ttg.nvmma_shared<{{swizzlingByteWidth = {width}, transposed = false, \
                 elementBitWidth = {}}}>",
                8 * bytes
            );
            let triton = linear(&text, &[8, columns]);
            for offset in 0..8 * columns {
                let [row, column] = triton.apply(&[offset, 0]).unwrap()[..] else { panic!() };
                let address = row * width + column * bytes;
                assert_eq!(swizzle.apply(address), offset * bytes, "{text}");
            }
        }
    }
}

/// The second operand of one product is the transpose of the first.
#[test]
fn operands_of_one_width_mirror_each_other_in_a_core() {
    let of = |operand: i64, shape: &[i64]| {
        let parent = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], \
                      instrShape = [16, 8]}>";
        let text = format!("#ttg.dot_op<{{opIdx = {operand}, parent = {parent}, kWidth = 2}}>");
        linear(&text, shape).bases()
    };
    let (a, b) = (of(0, &[8, 8]), of(1, &[8, 8]));
    let swapped = |basis: &Vec<i64>| basis.iter().rev().copied().collect::<Vec<_>>();
    assert_eq!(a[1], b[1].iter().map(swapped).collect::<Vec<_>>());
}

/// T06: a layout of fewer warps than the program has holds its elements in each of them.
#[test]
fn a_layout_of_fewer_warps_is_replicated_over_the_program() {
    let of = |warps: &str| {
        let text =
            "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 8], order = [1, 0], ";
        linear(&format!("{text}warpsPerCTA = {warps}}}>"), &[32, 32])
    };
    let (source, target) = (of("[1, 2]"), of("[1, 1]"));
    let program = target.resize_in("warp", 2).unwrap();
    assert_eq!(program.bases()[2], [[0, 0]]);
    let route = Route::between(&source, &program).unwrap();
    // Half of what either warp needs is the other's.
    assert_eq!(route.distance, Distance::Warps);
    assert_eq!(route.origin.compose(&source).unwrap(), program);
}

/// T08: a reshape relabels bits, a broadcast adds zero bases; each layout stays total.
#[test]
fn reshapes_relabel_and_broadcasts_replicate() {
    let mma = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], \
               instrShape = [16, 8]}>";
    let row = linear(&format!("#ttg.slice<{{dim = 1, parent = {mma}}}>"), &[64]);
    let column = linear(mma, &[64, 1]);
    let reshaped = column.squeeze_outs();
    assert_eq!(reshaped.remove_zero_bases("register").unwrap(), row);

    let whole = linear(mma, &[64, 16]);
    let narrowed = whole.resize_out("dim1", 1).unwrap();
    let distinct = |layout: &Linear| layout.remove_zero_bases("register").unwrap();
    assert_eq!(distinct(&narrowed), distinct(&column));
    for layout in [row, column, whole] {
        let facts = by_argument(|budget| prove(&layout.to_map().unwrap(), budget));
        assert!(facts.total.is_proved() && facts.surjective.is_proved());
    }
}

/// T12: padding is injective and affine, and no XOR of bases.
#[test]
fn padding_is_injective_and_not_linear() {
    let padded = encoding("#ttg.padded_shared<[64:+4] {order = [1, 0], shape = [4, 64]}>");
    let error = padded.to_linear(&[4, 64]).unwrap_err();
    let EncodingError::NotLinear { first, second, at_first, at_second, together, .. } = error
    else {
        panic!("{error}")
    };
    let address = |offset: i64| offset + 4 * (offset / 64);
    assert_eq!([at_first, at_second, together], [first, second, first ^ second].map(address));
    assert_ne!(together, at_first ^ at_second);

    let Encoding::PaddedShared(padded) = padded else { panic!() };
    let map = padded.address(&[4, 64]).unwrap();
    assert_eq!(map.eval(&[0, 68]).unwrap(), [0, 72]);
    assert_eq!(map.eval(&[0, 4]).unwrap(), [0, 4]);
    let facts = by_argument(|budget| prove(&map, budget));
    assert!(facts.injective.is_proved() && facts.bounds.is_proved());
    assert!(facts.surjective.is_disproved());
}

/// T13: an allocation is one more than the greatest address, of one block, replicas and gaps
/// included; the product of the shape is neither.
#[test]
fn an_allocation_is_the_hull_of_addresses_of_one_block() {
    let cases = [
        // Two blocks, each half of the rows.
        (
            "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], \
             CGALayout = [[1, 0]]}>",
            &[32, 64][..],
            32 / 2 * 64,
        ),
        // The same tensor in both.
        (
            "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], \
             CGALayout = [[0, 0]]}>",
            &[32, 64],
            32 * 64,
        ),
        // A gap after every fourth element but the last.
        ("#ttg.padded_shared<[4:+2] {order = [1, 0], shape = [8, 8]}>", &[8, 8], 64 + 15 * 2),
        // Every second group of eight offsets is empty.
        (
            "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, \
             elementBitWidth = 8, fp4Padded = true}>",
            &[32, 64],
            2 * 32 * 64,
        ),
        // A basis of zero.
        ("#ttg.shared_linear<{offset = [[1], [0], [2]]}, alignment = 16>", &[4], 8),
    ];
    for (text, shape, elements) in cases {
        assert_eq!(encoding(text).elements_per_block(shape).unwrap(), elements, "{text}");
    }
}

/// Padding counts on from one buffer to the next, and partitions are counted together, as Triton
/// allocates them.
#[test]
fn bytes_are_those_of_all_buffers() {
    let padded = |pads: &str, shape: &str| {
        format!("#ttg.padded_shared<[{pads}] {{order = [1, 0], shape = {shape}}}>")
    };
    let partitioned = |partitions: usize, groups: usize, inner: &str| {
        format!(
            "#ttg.partitioned_shared<{{numPartitions = {partitions}, numGroups = {groups}, \
             partitionDim = 0, partitionLayout = {inner}}}>"
        )
    };
    let swizzled = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>";
    let line = "#ttg.padded_shared<[256:+8] {order = [0], shape = [128]}>".to_owned();
    let rows = padded("256:+8", "[16, 32]");
    let cases = [
        (padded("64:+8", "[64, 64]"), vec![64, 64], 1, 9200),
        (padded("64:+8", "[64, 64]"), vec![64, 64], 3, 27632),
        (padded("64:+8, 512:+16", "[64, 64]"), vec![64, 64], 4, 37840),
        (line, vec![128], 5, 1312),
        (padded("64:+8", "[64, 64]"), vec![64, 64], 0, 0),
        (swizzled.to_owned(), vec![64, 64], 3, 3 * 8192),
        (partitioned(2, 2, swizzled), vec![32, 64], 1, 4096),
        (partitioned(2, 4, swizzled), vec![64, 32], 1, 4096),
        // Buffers of 2104 and 1052 bytes; the next one begins at a multiple of 16.
        (partitioned(2, 2, &rows), vec![64, 32], 1, 2112 + 2104),
        (partitioned(4, 1, &rows), vec![64, 32], 1, 3 * 1056 + 1052),
        // Pieces of 4 × 16, in an encoding of 16 × 16.
        (partitioned(2, 2, &padded("128:+4", "[16, 16]")), vec![16, 16], 1, 2108),
    ];
    for (text, shape, buffers, bytes) in cases {
        assert_eq!(encoding(&text).bytes_per_block(&shape, buffers, 16).unwrap(), bytes, "{text}");
    }
    let huge = encoding(swizzled).bytes_per_block(&[64, 64], i64::MAX, 16).unwrap_err();
    assert!(matches!(huge, EncodingError::TooLarge { .. }), "{huge}");
}

/// A program of one warp has no basis to tell how many dimensions there are.
#[test]
fn the_rank_of_wmma_is_given_or_the_tensor_s() {
    let of = |fields: &str| format!("#ttg.amd_wmma<{{version = 1, ctaLayout = {{{fields}}}>");
    let (told, untold) = (of("}, rank = 3"), of("}"));
    let (told, untold) = (encoding(&told), encoding(&untold));
    let layout = told.to_linear(&[2, 32, 16]).unwrap();
    assert_eq!(untold.to_linear(&[2, 32, 16]).unwrap(), layout);
    assert_eq!(layout.apply(&[1, 16 + 3, 0, 0]).unwrap(), [0, 2 + 1, 3]);
    assert_eq!((told.rank(), told.to_string().parse::<Encoding>().unwrap()), (3, told.clone()));
    assert!(told.to_linear(&[32, 16]).is_err());
    assert_eq!(untold.to_linear(&[32, 16]).unwrap().outs().len(), 2);
    let operand = encoding(&format!("#ttg.dot_op<{{opIdx = 0, parent = {untold}, kWidth = 16}}>"));
    assert_eq!(operand.to_linear(&[2, 16, 16]).unwrap().outs().len(), 3);
    for wrong in ["}, rank = -1", "}, rank = 1000000000", "warp = [[0, 1]]}, rank = 3"] {
        assert!(of(wrong).parse::<Encoding>().is_err(), "{wrong}");
    }
}

#[test]
fn what_has_no_map_says_why() {
    let refused =
        |text: &str, shape: &[i64]| encoding(text).to_linear(shape).unwrap_err().to_string();
    let mma = |version| {
        format!(
            "#ttg.nvidia_mma<{{versionMajor = {version}, versionMinor = 0, warpsPerCTA = [4, 1], \
             instrShape = [16, 8]}}>"
        )
    };
    assert_eq!(
        refused(&mma(1), &[64, 64]),
        "nvidia_mma: versionMajor is 1, not 2 or 3, which have accumulators in registers"
    );
    assert_eq!(
        refused(&mma(2), &[48, 64]),
        "nvidia_mma: dim0 of the shape is 48, which is no power of two"
    );
    assert_eq!(refused(&mma(2), &[64]), "nvidia_mma is of 2 dimensions, the shape [64] of 1");
    assert_eq!(
        refused(
            "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, \
             elementBitWidth = 8}>",
            &[64, 64]
        ),
        "nvmma_shared: a block's row of the shape [64, 64] is 64, at least 128 are needed"
    );
    assert_eq!(
        refused(
            "#ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>",
            &[64, 32]
        ),
        "tensor_memory_encoding: a block's rows of the shape [64, 32] is 64, at least 128 are needed"
    );
    assert_eq!(
        refused("#ttg.padded_shared<[4:+2] {order = [0], shape = [16]}>", &[16]),
        "padded_shared is not linear over GF(2): offset 3 is at address 3, 4 at 6, and 7 at 9, not 5"
    );
}

/// Of 64 × 4 an accumulator is transposed; operands take no notice of that.
#[test]
fn operands_of_64_by_4_are_there_either_way() {
    let mfma = |transposed: bool| {
        format!(
            "#ttg.amd_mfma<{{version = 3, warpsPerCTA = [2, 1], instrShape = [64, 4, 4], \
             isTransposed = {transposed}}}>"
        )
    };
    for operand in [0, 1] {
        let [plain, turned] = [false, true].map(|transposed| {
            let parent = mfma(transposed);
            let text = format!("#ttg.dot_op<{{opIdx = {operand}, parent = {parent}, kWidth = 4}}>");
            linear(&text, &[128, 128]).bases()
        });
        assert_eq!(plain, turned);
    }
    let error = encoding(&mfma(false)).to_linear(&[64, 64]).unwrap_err().to_string();
    assert!(error.starts_with("amd_mfma: the first of instrShape of an accumulator"), "{error}");
}

/// A warp has one tile along a batch, whatever `tilesPerWarp` says of it.
#[test]
fn a_batch_has_no_tiles_of_a_warp() {
    let mfma = |tiles: &str, warps: &str, shape: &str| {
        format!(
            "#ttg.amd_mfma<{{version = 3, warpsPerCTA = {warps}, instrShape = [{shape}, 16], \
             isTransposed = false, tilesPerWarp = {tiles}}}>"
        )
    };
    let wmma = |tiles: &str, warps: &str, version: &str| {
        format!(
            "#ttg.amd_wmma<{{version = {version}, isTranspose = true, warpsPerCTA = {warps}, \
             tilesPerWarp = {tiles}}}>"
        )
    };
    let bases = linear(&mfma("[2, 1, 1]", "[1, 1, 1]", "16, 16"), &[4, 32, 32]).bases();
    let registers =
        [[0, 1, 0], [0, 2, 0], [0, 0, 16], [0, 16, 0], [1, 0, 0], [2, 0, 0]].map(Vec::from);
    assert_eq!(bases[0], registers);
    let bases = linear(&wmma("[2, 2, 2]", "[4, 2, 2]", "2"), &[8, 64, 16]).bases();
    assert_eq!(bases[2], [[0, 0, 0], [0, 32, 0], [1, 0, 0], [2, 0, 0]].map(Vec::from));
    type Text<'a> = &'a dyn Fn(&str, &str, &str) -> String;
    let rows: [(Text<'_>, &str, &str); 5] = [
        (&mfma, "[2, 1, 2]", "16, 16"),
        (&mfma, "[4, 2, 1]", "32, 32"),
        (&mfma, "[2, 2, 2]", "4, 64"),
        (&wmma, "[2, 1, 2]", "1"),
        (&wmma, "[4, 2, 2]", "2"),
    ];
    for (of, warps, kind) in rows {
        let [one, many] = ["[1, 2, 2]", "[4, 2, 2]"].map(|tiles| of(tiles, warps, kind));
        let same = |text: &dyn Fn(&str) -> String, shape: &[i64]| {
            let [one, many] = [&one, &many].map(|own| linear(&text(own), shape).bases());
            assert_eq!(one, many);
        };
        same(&str::to_owned, &[8, 128, 128]);
        for dim in 0..3 {
            same(&|own| format!("#ttg.slice<{{dim = {dim}, parent = {own}}}>"), &[64, 32]);
        }
        for operand in 0..2 {
            let fields = |own: &str| format!("opIdx = {operand}, parent = {own}, kWidth = 4");
            same(&|own| format!("#ttg.dot_op<{{{}}}>", fields(own)), &[8, 64, 64]);
        }
    }
}
