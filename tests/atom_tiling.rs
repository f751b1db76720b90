//! Tiles of a block made of an atom's tiles: each is a distribution of its operand's tile, and
//! what an atom does not tile is told with the numbers.

mod common;

use common::budgets::by_argument;
use proptest::prelude::*;
use tileir::atom::{Space, TilingError, atom, atoms, tile_by};
use tileir::interop::triton::Encoding;
use tileir::proof::{equal, prove};
use tileir::{Expr, LayoutMap, Program};

fn products() -> Vec<&'static str> {
    let names = atoms().unwrap().iter().map(|atom| atom.name.as_str());
    names.filter(|name| name.starts_with("mma.")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// C is held once; A and B are held by as many as share them; all of each is held.
    #[test]
    fn tiles_are_distributions(
        name in prop::sample::select(products()),
        warps in [1i64..=4, 1i64..=4],
        times in [1i64..=3, 1i64..=3, 1i64..=3],
    ) {
        let atom = atom(name).unwrap();
        let k = atom.operand("a").unwrap().tile()[1];
        let shape = [16 * warps[0] * times[0], 8 * warps[1] * times[1], k * times[2]];
        let [m, n, k] = shape;
        let tiles = tile_by(atom, shape, warps).unwrap();
        let shares = [(m * k, warps[1]), (k * n, warps[0]), (m * n, 1)];
        for (tile, (size, holders)) in tiles.iter().zip(shares) {
            let facts = by_argument(|budget| prove(tile.map(), budget));
            prop_assert!(facts.total.is_proved() && facts.bounds.is_proved());
            prop_assert!(facts.surjective.is_proved(), "{}", facts.surjective);
            prop_assert_eq!(tile.threads(), 32 * warps[0] * warps[1]);
            prop_assert_eq!(tile.threads() * tile.slots(), size * holders);
            prop_assert_eq!(facts.injective.says(), Some(holders == 1));
        }
        prop_assert_eq!(tiles[0].shape(), [m, k]);
        prop_assert_eq!(tiles[1].shape(), [k, n]);
        prop_assert_eq!(tiles[2].shape(), [m, n]);
    }

    /// The first slots of a warp are the atom's own, moved to where the warp is.
    #[test]
    fn a_tile_begins_with_the_atom(
        name in prop::sample::select(products()),
        lane in 0i64..32,
        warp in 0i64..4,
        pick in 0usize..3,
    ) {
        let atom = atom(name).unwrap();
        let k = atom.operand("a").unwrap().tile()[1];
        let tiles = tile_by(atom, [64, 32, 2 * k], [2, 2]).unwrap();
        let own = &atom.operands[pick];
        for slot in 0..own.slots() {
            let found = tiles[pick].element(warp * 32 + lane, slot).unwrap();
            let mut expected = own.map.eval(&[lane, slot]).unwrap();
            let (down, right) = (warp / 2 * 16, warp % 2 * 8);
            let moved = [[down, 0], [0, right], [down, right]][pick];
            expected.iter_mut().zip(moved).for_each(|(x, by)| *x += by);
            prop_assert_eq!(found, expected);
        }
    }
}

/// Triton numbers the registers of an accumulator so that tiles along n come first.
#[test]
fn an_accumulator_is_tritons() {
    let mma = atom("mma.m16n8k16.f32.f16").unwrap();
    for (shape, warps) in [([128, 128], [2, 2]), ([64, 64], [4, 1]), ([32, 128], [1, 4])] {
        let [m, n] = shape;
        let encoding: Encoding = format!(
            "#ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = {warps:?}, \
             instrShape = [16, 8]}}>"
        )
        .parse()
        .unwrap();
        let theirs = encoding.to_distribution_map(&shape).unwrap();
        let [_, _, ours] = tile_by(mma, [m, n, 16], warps).unwrap();
        let [_, columns, own] = ours.locals() else { panic!() };
        let place = (Expr::coord(2) * *columns + Expr::coord(3)) * *own + Expr::coord(4);
        let program = Program::from_exprs(&[Expr::coord(0), Expr::coord(1), place]);
        let into =
            LayoutMap::expr(ours.map().domain().clone(), theirs.domain().clone(), program).unwrap();
        let theirs = theirs.with_codomain_names(ours.map().codomain()).unwrap();
        let theirs = LayoutMap::compose(theirs, into).unwrap();
        let verdict = by_argument(|budget| equal(ours.map(), &theirs, budget));
        assert!(verdict.is_proved(), "{shape:?} {warps:?}: {verdict}");
    }
}

#[test]
fn what_an_atom_does_not_tile_is_told() {
    let mma = atom("mma.m16n8k16.f32.f16").unwrap();
    assert_eq!(
        tile_by(mma, [40, 64, 16], [2, 1]).unwrap_err().to_string(),
        "atom 'mma.m16n8k16.f32.f16' does not tile mode m of 40: 2 warps of 16 take 32 at once; \
         32 or 64 would do"
    );
    for (shape, warps, mode, would_do) in [
        ([64, 12, 16], [1, 1], "n", "8 or 16"),
        ([64, 8, 16], [1, 2], "n", "16"),
        ([64, 64, 24], [2, 2], "k", "16 or 32"),
        ([0, 64, 16], [1, 1], "m", "16"),
        ([-16, 64, 16], [1, 1], "m", "16"),
        ([64, i64::MAX, 16], [1, 1], "n", "9223372036854775800 or 9223372036854775807"),
    ] {
        match tile_by(mma, shape, warps) {
            Err(TilingError::Extent { mode: found, nearest, .. }) => {
                assert_eq!((found, nearest.as_str()), (mode, would_do), "{shape:?}");
            }
            other => panic!("{shape:?} {warps:?}: {other:?}"),
        }
    }
    for warps in [[0, 1], [1, -1], [i64::MAX, 2]] {
        assert!(matches!(tile_by(mma, [64; 3], warps), Err(TilingError::Warps { .. })));
    }
}

#[test]
fn atoms_of_other_kinds_tile_nothing() {
    let found = tile_by(atom("ldmatrix.x4").unwrap(), [64; 3], [1, 1]);
    assert!(matches!(found, Err(TilingError::NoProduct { .. })));
    let found = tile_by(atom("wgmma.m64n64k16.f32.f16").unwrap(), [64; 3], [1, 1]);
    assert!(matches!(found, Err(TilingError::Memory { space: Space::Shared, .. })));
}

/// Numbers too large for a distribution are an error.
#[test]
fn tiles_beyond_64_bits_are_errors() {
    let mma = atom("mma.m16n8k16.f32.f16").unwrap();
    let huge = 1 << 50;
    assert!(tile_by(mma, [huge, huge, 16], [1, 1]).is_err());
}
