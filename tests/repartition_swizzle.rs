//! Address maps for shared exchanges: their laws between random distributions, and the pairs that
//! one knows.

mod common;
mod swizzle_common;

use common::distributions::{Bits, distribution, numbered};
use common::{Choices, numbers};
use proptest::prelude::*;
use swizzle_common::{check, count, places, sm_80};
use tileir::repartition::{Owner, PlanError, SwizzleError, swizzle_for};
use tileir::target::Target;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn linear_pairs_meet_without_conflicts(numbers in numbers()) {
        let mut choices = Choices::new(&numbers);
        let rank = 1 + choices.below(3);
        let shape: Vec<usize> = (0..rank).map(|_| choices.below(5)).collect();
        let threads = 1 + choices.below(7);
        let general = choices.below(2) == 0;
        let [a, b] = [0, 1].map(|_| {
            let bits = Bits::any(&mut choices, &shape, threads, general);
            bits.distribution(&mut choices)
        });
        let bits = choices.pick(&[1, 2, 4, 8, 16, 32, 64, 128]);
        if let Some(swizzled) = check(&a, &b, bits, &sm_80()) {
            // A scalar access takes a wavefront for each word of an element; vectors take no more.
            let owner = Owner::of_distribution(&a).unwrap();
            let sides = [(&a, Some(&owner)), (&b, None)].map(|(side, owner)| {
                let places = places(side, owner, &swizzled.address);
                let active = |subgroup: &[Vec<Option<i64>>], slot: usize| {
                    subgroup.iter().any(|own| own[slot].is_some())
                };
                let of_slot = |slot: usize| places.chunks(32).filter(|s| active(s, slot)).count();
                (0..side.slots() as usize).map(of_slot).sum::<usize>() as u64
            });
            let most = (sides[0] + sides[1]) * (bits as u64).div_ceil(32);
            let total = swizzled.writer.wavefronts + swizzled.reader.wavefronts;
            prop_assert!(total <= most, "{} of {}", total, most);
        }
    }

    #[test]
    fn narrow_and_wide_subgroups_obey_the_laws(numbers in numbers()) {
        let mut choices = Choices::new(&numbers);
        let shape = [choices.below(4), choices.below(4)];
        let threads = 1 + choices.below(6);
        let [a, b] = [0, 1].map(|_| {
            let bits = Bits::any(&mut choices, &shape, threads, true);
            bits.distribution(&mut choices)
        });
        let name = choices.pick(&["lavapipe", "vulkan64"]);
        let bits = choices.pick(&[4, 8, 16, 32, 64]);
        check(&a, &b, bits, &Target::by_name(name).unwrap());
    }

    #[test]
    fn ragged_pairs_obey_the_laws(numbers in numbers()) {
        let mut choices = Choices::new(&numbers);
        let rank = 1 + choices.below(3);
        let shape: Vec<i64> = (0..rank).map(|_| 1 + choices.below(12) as i64).collect();
        let threads = 1 + choices.below(40) as i64;
        let (a, b) = (
            numbered(&mut choices, &shape, threads),
            numbered(&mut choices, &shape, threads),
        );
        let bits = choices.pick(&[4, 8, 16, 24, 32, 64]);
        check(&a, &b, bits, &sm_80());
    }
}

/// What the pair costs: vectors, wavefronts, and whether that is the least.
fn cost(a: &str, b: &str, bits: i64) -> ([usize; 2], [u64; 2], bool) {
    let swizzled = check(&distribution(a), &distribution(b), bits, &sm_80()).unwrap();
    let sides = [&swizzled.writer, &swizzled.reader];
    (sides.map(|s| s.vector), sides.map(|s| s.wavefronts), swizzled.optimal())
}

const ROWS: &str = "expr<(lane : 32, slot : 32) -> (slot, lane) to (i : 32, j : 32)>";
const COLUMNS: &str = "expr<(lane : 32, slot : 32) -> (lane, slot) to (i : 32, j : 32)>";

#[test]
fn a_transpose_needs_no_padding() {
    let (rows, columns) = (distribution(ROWS), distribution(COLUMNS));
    let swizzled = check(&rows, &columns, 32, &sm_80()).unwrap();
    assert_eq!(swizzled.elements, 32 * 32);
    // The writer's 16 bytes are parts of four rows, which lie side by side.
    assert_eq!(cost(ROWS, COLUMNS, 32), ([4, 1], [32, 32], true));
    assert_eq!(cost(ROWS, COLUMNS, 64), ([2, 1], [64, 64], true));
    assert_eq!(cost(COLUMNS, ROWS, 32), ([4, 1], [32, 32], true));
    // Without vectors it is the swizzle that one knows.
    let scalar = Target { vector_bytes: 4, ..sm_80() };
    let swizzled = check(&rows, &columns, 32, &scalar).unwrap();
    assert_eq!((swizzled.writer.vector, swizzled.reader.vector), (1, 1));
    assert!(swizzled.optimal());
    for (i, j) in (0..32).flat_map(|i| (0..32).map(move |j| (i, j))) {
        assert_eq!(swizzled.address.eval(&[i, j]).unwrap(), [32 * i + (i ^ j)]);
    }
    // There is room for it where nothing may be added.
    let tight = Target { static_shared_bytes: 32 * 32 * 4, ..sm_80() };
    assert!(check(&rows, &columns, 32, &tight).unwrap().optimal());
}

#[test]
fn where_nothing_is_common_one_side_has_vectors() {
    // 2 bytes a lane are half of what a wavefront could move, and only one side can have more.
    assert_eq!(cost(ROWS, COLUMNS, 16), ([8, 1], [16, 32], false));
}

const MMA: &str = "expr<(subgroup : 4, lane : 32, a : 2, b : 8, h : 2, p : 2) -> \
    (64*a + 16*subgroup + 8*h + lane floordiv 4, 8*b + 2*(lane mod 4) + p) to (i : 128, j : 64)>";
const BLOCKED: &str = "expr<(subgroup : 4, lane : 32, r : 8, s : 8) -> \
    (16*r + 4*subgroup + lane floordiv 8, 8*(lane mod 8) + s) to (i : 128, j : 64)>";
const BLOCKED_COLUMNS: &str = "expr<(subgroup : 4, lane : 32, r : 8, s : 8) -> \
    (8*(lane mod 16) + s, 8*r + 2*subgroup + lane floordiv 16) to (i : 128, j : 64)>";

#[test]
fn the_results_of_mma_become_blocks_at_the_least() {
    // 128 * 64 elements of 2 bytes are 128 rows of 32 banks. Slots of both run through the columns'
    // lowest bit and the rows' highest, and one side's go on.
    let tile = 128;
    assert_eq!(cost(MMA, BLOCKED, 16), ([8, 4], [tile, tile], true));
    assert_eq!(cost(BLOCKED, MMA, 16), ([8, 4], [tile, tile], true));
    assert_eq!(cost(BLOCKED, BLOCKED, 16), ([8, 8], [tile, tile], true));
    assert_eq!(cost(MMA, BLOCKED, 32), ([4, 4], [2 * tile, 2 * tile], true));
    // Blocks of columns have three bits of the columns in common with mma.
    assert_eq!(cost(MMA, BLOCKED_COLUMNS, 16), ([8, 8], [tile, tile], true));
}

#[test]
fn joined_elements_of_four_bits_are_exchanged_without_conflicts() {
    // Two elements are joined to a byte in a thread; the reader is an operand of mma, 8 in a row.
    let joined = "expr<(subgroup : 4, lane : 32, s : 16, join : 2) -> \
        (2*lane + 64*(s mod 2) + join, 8*subgroup + s floordiv 2) to (k : 128, n : 32)>";
    let operand = "expr<(subgroup : 4, lane : 32, s : 4, e : 8) -> \
        (32*s + 8*(lane mod 4) + e, 8*subgroup + lane floordiv 4) to (k : 128, n : 32)>";
    // Four elements are common; the writer has all 32 in one access of four phases. Were it the
    // reader's 8 that are whole words, the writer's would be halfwords.
    assert_eq!(cost(joined, operand, 4), ([32, 4], [4 * 4, 8 * 4], false));
    assert_eq!(cost(operand, joined, 4), ([32, 4], [4 * 4, 8 * 4], false));
    for (a, b) in [(joined, operand), (operand, joined)] {
        let (a, b) = (distribution(a), distribution(b));
        let swizzled = swizzle_for(&a, &b, 4, &sm_80()).unwrap();
        let owner = Owner::of_distribution(&a).unwrap();
        for (side, owner, own) in
            [(&a, Some(&owner), &swizzled.writer), (&b, None, &swizzled.reader)]
        {
            let places = places(side, owner, &swizzled.address);
            let (wavefronts, phases) = count(&places, &own.accesses, 4, &sm_80());
            assert_eq!((wavefronts, phases), (own.wavefronts, own.wavefronts));
        }
    }
}

#[test]
fn bytes_of_several_threads_are_refused() {
    let apart = "expr<(lane : 32, slot : 4) -> (lane + 32*slot) to (i : 128)>";
    let together = "expr<(lane : 32, slot : 4) -> (4*lane + slot) to (i : 128)>";
    let (apart, together) = (distribution(apart), distribution(together));
    // The writer's slots lie apart, and any address may be given to them.
    let swizzled = check(&apart, &together, 4, &sm_80()).unwrap();
    assert_eq!((swizzled.writer.vector, swizzled.reader.vector), (4, 1));
    let single = distribution("expr<(thread : 128) -> (thread) to (i : 128)>");
    let error = swizzle_for(&single, &single, 4, &sm_80()).unwrap_err();
    assert_eq!(error, SwizzleError::SubByte { bits: 4, joined: 2 });
    assert!(error.to_string().contains("written 2 to a byte, by one thread"), "{error}");
}

#[test]
fn what_memory_does_not_have_is_named() {
    let (rows, columns) = (distribution(ROWS), distribution(COLUMNS));
    for bits in [-8, 0, 3, 12, 1 << 40] {
        let error = swizzle_for(&rows, &columns, bits, &sm_80()).unwrap_err();
        assert_eq!(error, SwizzleError::Bits { bits, most: 4096 });
    }
    let short = Target { static_shared_bytes: 4095, ..sm_80() };
    let error = swizzle_for(&rows, &columns, 32, &short).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the exchange needs 4096 bytes of shared memory, the target 'sm_80' has 4095"
    );
    let other = distribution("expr<(lane : 32, slot : 8) -> (lane, slot) to (i : 32, j : 8)>");
    let error = swizzle_for(&rows, &other, 32, &sm_80()).unwrap_err();
    assert!(matches!(error, SwizzleError::Plan(PlanError::Shapes { .. })), "{error}");
}
