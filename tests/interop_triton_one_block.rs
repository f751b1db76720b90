//! What one block does of a conversion, against what all of them do.

use proptest::prelude::*;
use tileir::gf2::{Dims, Linear};
use tileir::interop::triton::{BlockError, Distance, OneBlock, Route};

const INS: [(&str, i64); 4] = [("register", 4), ("lane", 4), ("warp", 2), ("block", 2)];
const OUTS: [(&str, i64); 2] = [("dim0", 8), ("dim1", 8)];
/// Bits of registers, lanes and warps.
const INSIDE: u32 = 5;

/// The layout with these columns, each a value of six bits.
fn layout(columns: &[i64]) -> Linear {
    let mut columns = columns.iter().map(|value| vec![value & 7, value >> 3]);
    let bases: Vec<Vec<Vec<i64>>> = INS
        .iter()
        .map(|(_, size)| columns.by_ref().take(size.trailing_zeros() as usize).collect())
        .collect();
    Linear::new(Dims::new(INS).unwrap(), Dims::new(OUTS).unwrap(), &bases).unwrap()
}

/// The position of a number: register, lane, warp.
fn position(number: i64) -> [i64; 3] {
    [number & 3, number >> 2 & 3, number >> 4]
}

/// Two positions hold the same element of the tile exactly if they do in every block.
fn check(from: &Linear, to: &Linear, one: &OneBlock) {
    let at = |layout: &Linear, number: i64, block: i64| {
        let [register, lane, warp] = position(number);
        layout.apply(&[register, lane, warp, block]).unwrap()
    };
    assert!(one.from.is_surjective());
    for block in 0..2 {
        for (p, q) in (0..1 << INSIDE).flat_map(|p| (0..1 << INSIDE).map(move |q| (p, q))) {
            let same = one.from.apply(&position(p)).unwrap() == one.to.apply(&position(q)).unwrap();
            assert_eq!(
                same,
                at(from, p, block) == at(to, q, block),
                "{from}\n{to}\n{p} {q} {block}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Columns of any kind, and a target whose inside is sums of the source's inside.
    #[test]
    fn one_block_stands_for_all(
        columns in prop::collection::vec(0i64..64, 6),
        sums in prop::collection::vec(0i64..1 << INSIDE, INSIDE as usize),
    ) {
        let (from, block) = (layout(&columns), columns[INSIDE as usize]);
        let sum = |mask: &i64| {
            let chosen = (0..INSIDE as usize).filter(|bit| mask >> bit & 1 == 1);
            chosen.fold(0, |all, bit| all ^ columns[bit])
        };
        let mut wanted: Vec<i64> = sums.iter().map(sum).collect();
        wanted.push(block);
        let to = layout(&wanted);
        let route = Route::between(&from, &to).unwrap();
        prop_assert!(route.distance < Distance::Blocks);
        check(&from, &to, &OneBlock::of(&from, &to, &route).unwrap());
    }
}

#[test]
fn what_crosses_or_differs_is_refused() {
    let split = layout(&[1, 2, 4, 8, 16, 32]);
    let of = |from: &Linear, to: &Linear| {
        OneBlock::of(from, to, &Route::between(from, to).unwrap()).map(drop)
    };
    // The two blocks have changed their parts.
    let crossed = layout(&[1, 2, 4, 8, 32, 16]);
    assert_eq!(of(&split, &crossed), Err(BlockError::Crosses));
    // Both blocks hold the same, and the second wants the warps' parts the other way round.
    let (same, turned) = (layout(&[1, 2, 4, 8, 16, 0]), layout(&[1, 2, 4, 8, 16, 16]));
    assert_eq!(of(&same, &turned), Err(BlockError::Differs { block: 1 }));
    assert_eq!(of(&same, &same), Ok(()));
}
