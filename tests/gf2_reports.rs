//! What users of other systems met with GF(2) layouts, and the answer that is right.

mod common;

use common::budgets::by_argument;
use tileir::LayoutMap;
use tileir::gf2::{Gf2Error, Linear};
use tileir::proof::{Budget, prove};

fn layout(text: &str) -> Linear {
    text.parse().unwrap()
}

/// T01: both layouts send `p` to bit 0, but `q` shares it; taking `p` for settled by itself and
/// solving the rest alone loses `q`'s part in it.
#[test]
fn invert_and_compose_solves_shared_output_bits_together() {
    let a = layout("bit_linear<(p : 2, q : 2) -> (o : 4), p = [1], q = [3]>");
    let b = layout("bit_linear<(p : 2, q : 2) -> (o : 4), p = [1], q = [2]>");
    let c = a.invert_and_compose(&b).unwrap();
    assert_eq!(
        c.to_string(),
        "bit_linear<(p : 2, q : 2) -> (p : 2, q : 2), p = [(1,0)], q = [(1,1)]>"
    );
    assert_eq!(c, a.invert_and_compose_keeping(&b, &["p"]).unwrap());
    assert_eq!(c.compose(&b).unwrap(), a);
}

/// T03: every block holds every element; the smallest preimage is always in block 0, the
/// preferred one stays at home.
#[test]
fn an_ambiguous_preimage_stays_in_its_block_if_asked_to() {
    let a = layout("bit_linear<(t : 4, blk : 2) -> (o : 4), t = [1, 2], blk = [0]>");
    let b = layout("bit_linear<(t : 4, blk : 2) -> (o : 4), t = [2, 1], blk = [0]>");
    let smallest = a.invert_and_compose(&b).unwrap();
    assert_eq!(smallest.apply(&[1, 1]).unwrap(), [2, 0]);
    let local = a.invert_and_compose_keeping(&b, &["blk"]).unwrap();
    for blk in 0..2 {
        for (t, other) in [(0, 0), (1, 2), (2, 1), (3, 3)] {
            assert_eq!(local.apply(&[t, blk]).unwrap(), [other, blk]);
        }
    }
    assert_eq!(local.compose(&b).unwrap(), a);
    assert_eq!(b.kernel(), [[0, 1]]);
}

/// T11: the divided layout has dimensions of size 1, or the factor has one that the layout
/// lacks. There is a quotient either way, and the law holds for it.
#[test]
fn division_is_not_stopped_by_unit_dimensions() {
    let a = layout("bit_linear<(lane : 4, block : 1) -> (m : 4, n : 1), lane = [(1,0), (2,0)]>");
    let b = layout("bit_linear<(lane : 2, warp : 2) -> (m : 4), lane = [1], warp = [2]>");
    let c = a.product(&b).unwrap();
    let (left, right) = (c.divide_left(&a).unwrap(), c.divide_right(&b).unwrap());
    assert_eq!(right.product(&b).unwrap(), c);
    assert_eq!(a.product(&left).unwrap(), c);
    assert!(right.squeeze_ins().squeeze_outs().same_map(&a.squeeze_ins().squeeze_outs()));
    assert!(left.squeeze_ins().squeeze_outs().same_map(&b));

    let extra = b.with_unit_in("cluster").unwrap();
    assert_eq!(c.divide_right(&extra).unwrap(), right);
    let whole = c.divide_right(&c).unwrap();
    assert!(whole.squeeze_ins().squeeze_outs().same_map(&Linear::empty()));

    let through = layout("bit_linear<(block : 1, lane : 2) -> (block : 1, m : 2), lane = [(0,1)]>");
    assert!(through.is_trivial_over(&["block"]));
    assert_eq!(through.quotient(&["block"]).unwrap().ins().len(), 1);
}

/// T12: four elements of padding every 64. One to one, but no layout over GF(2): what is true
/// of the two bits 4 and 64 apart is not true of 68.
#[test]
fn padding_is_injective_and_not_linear() {
    let padded: LayoutMap =
        "expr<(o : 256) -> (o + 4 * (o floordiv 64)) to (a : 268)>".parse().unwrap();
    assert!(by_argument(|budget| prove(&padded, budget)).injective.is_proved());
    let value = |o: i64| padded.eval(&[o]).unwrap()[0];
    assert_eq!((value(68), value(4) ^ value(64)), (72, 64));
    let normal = padded.normalize(&Budget::default());
    assert!(matches!(
        Linear::try_from(&normal),
        Err(Gf2Error::NotLinear { .. } | Gf2Error::Size { .. })
    ));
}

/// T21: 3, 6, 48 and 96 are refused by name and size, and are maps all the same.
#[test]
fn extents_that_are_no_power_of_two_are_refused_here_and_proved_elsewhere() {
    for extent in [3, 6, 48, 96] {
        assert_eq!(
            Linear::identity_1d(extent, "x", "y"),
            Err(Gf2Error::Size { dim: "x".to_string(), size: extent })
        );
        let swapped: LayoutMap =
            format!("expr<(x : {extent}, y : 4) -> (y xor (x mod 4), x) to (u : 4, v : {extent})>")
                .parse()
                .unwrap();
        let facts = by_argument(|budget| prove(&swapped, budget));
        assert!(facts.injective.is_proved() && facts.surjective.is_proved(), "{extent}");
    }
}

/// T22: a part keeps the order of the whole, and injective does not mean invertible.
#[test]
fn a_sublayout_keeps_the_order_and_injective_is_not_bijective() {
    let map = layout(
        "bit_linear<(reg : 2, lane : 4, warp : 2) -> (m : 8, n : 4), reg = [(1,0)], lane = [(2,0), (0,1)], warp = [(0,2)]>",
    );
    let part = map.sublayout(&["warp", "reg"], &["n", "m"]).unwrap();
    assert_eq!(
        part.to_string(),
        "bit_linear<(reg : 2, warp : 2) -> (m : 8, n : 4), reg = [(1,0)], warp = [(0,2)]>"
    );
    assert!(map.is_injective() && !map.is_surjective() && !map.is_invertible());
    assert_eq!(
        map.invert().unwrap_err().to_string(),
        "not surjective: no point maps to (m = 4, n = 0)"
    );
}
