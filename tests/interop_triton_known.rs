//! What is known to be equal between Triton and other systems, and what users of Triton met.

use tileir::cute::{Layout, Swizzle};
use tileir::gf2::Linear;
use tileir::interop::triton::{Distance, Encoding, EncodingError, Route};
use tileir::proof::{Budget, prove};

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
        let facts = prove(&layout.to_map().unwrap(), &Budget::default());
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
    let facts = prove(&map, &Budget::default());
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
