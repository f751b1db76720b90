//! One layout in several systems' words, proved equal.

use tileir::LayoutMap;
use tileir::interop::cute::atoms;
use tileir::interop::tilelang::helper;
use tileir::interop::tirx::TileLayout;
use tileir::interop::triton::Encoding;
use tileir::proof::{Budget, equal};

/// `(thread, value)` to the element, however the sets are called.
fn named(map: &LayoutMap) -> LayoutMap {
    let text = |names: &[&str], extents: Vec<i64>| {
        let axes: Vec<String> =
            names.iter().zip(extents).map(|(n, e)| format!("{n} : {e}")).collect();
        format!("({})", axes.join(", ")).parse().unwrap()
    };
    let domain = text(&["thread", "value"], map.domain().extents().unwrap());
    let codomain = text(&["row", "column"], map.codomain().extents().unwrap());
    let ends = |from: &tileir::IndexSet, to: &tileir::IndexSet| {
        let identity = LayoutMap::identity(from.clone()).unwrap();
        LayoutMap::translate(vec![0; 2], identity, Some(to.clone())).unwrap()
    };
    let map = LayoutMap::compose(map.clone(), ends(&domain, map.domain())).unwrap();
    LayoutMap::compose(ends(map.codomain(), &codomain), map).unwrap()
}

/// A Triton encoding of one warp from `(lane, register)`.
fn triton(text: &str, shape: &[i64]) -> LayoutMap {
    let encoding: Encoding = text.parse().unwrap();
    let map = encoding.to_linear(shape).unwrap().to_map().unwrap();
    let extents = map.domain().extents().unwrap();
    let turned = format!(
        "expr<(thread : {}, value : {}) -> (value, thread, 0, 0) to {}>",
        extents[1],
        extents[0],
        map.domain()
    );
    LayoutMap::compose(map, turned.parse().unwrap()).unwrap()
}

fn proved(left: &LayoutMap, right: &LayoutMap) {
    let verdict = equal(&named(left), &named(right), &Budget { points: 0 });
    assert!(verdict.is_proved(), "{verdict}: {left} and {right}");
}

const MMA: &str = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], \
                   instrShape = [16, 8]}>";

#[test]
fn accumulators_of_mma_are_one_layout() {
    let atom = atoms::mma("SM80_16x8x16_F32F16F16F32_TN").unwrap();
    let cute = atom.c_map().unwrap();
    proved(&triton(MMA, &[16, 8]), &cute);
    // TIRx goes from elements to lanes: the inverse.
    let tile: TileLayout =
        "T.TileLayout(T.S[(2, 8, 4, 2):(2, 4 @ Axis.laneid, 1 @ Axis.laneid, 1)])".parse().unwrap();
    let tirx = tile.map_over(&[16, 8]).unwrap();
    let back = tileir::map::try_inverse(&tirx, &Budget { points: 0 }).unwrap();
    let order = back.map().domain().position("laneid").unwrap();
    let turned = if order == 0 { "(thread, value)" } else { "(value, thread)" };
    let turned = format!("expr<(thread : 32, value : 4) -> {turned} to {}>", back.map().domain());
    proved(&LayoutMap::compose(back.map().clone(), turned.parse().unwrap()).unwrap(), &cute);
}

#[test]
fn operands_of_mma_are_one_layout() {
    let atom = atoms::mma("SM80_16x8x16_F32F16F16F32_TN").unwrap();
    let tilelang = helper("mma_load_a_32x8_to_shared_16x16_layout").unwrap().layout().unwrap();
    proved(&tilelang.map().unwrap(), &atom.a_map().unwrap());
    let operand = format!("#ttg.dot_op<{{opIdx = 0, parent = {MMA}, kWidth = 2}}>");
    proved(&triton(&operand, &[16, 16]), &atom.a_map().unwrap());
}

/// What `ldmatrix` gives a lane is what `mma` takes of it.
#[test]
fn ldmatrix_gives_the_operand() {
    let load = atoms::copy("SM75_U32x4_LDSM_N").unwrap();
    // In elements of 16 bits: four matrices of 8 x 8, one after another.
    let given = tileir::cute::upcast(&load.destination, 16).unwrap();
    let operand = helper("mma_load_a_32x8_to_shared_16x16_layout").unwrap().layout().unwrap();
    let operand = operand.map().unwrap();
    for lane in 0..32 {
        for value in 0..8 {
            let index = given.eval(lane + 32 * value).unwrap();
            let (matrix, row, column) = (index / 64, index / 8 % 8, index % 8);
            let element = [matrix % 2 * 8 + row, matrix / 2 * 8 + column];
            assert_eq!(operand.eval(&[lane, value]).unwrap(), element);
        }
    }
}
