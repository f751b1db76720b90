use super::*;
use crate::proof::finding::Finding::{Fails, Holds};
use crate::proof::finding::{Findings, Relations};
use crate::proof::normal::facts;

fn findings(text: &str) -> Findings {
    let map: LayoutMap = text.parse().unwrap();
    let code = map.program().unwrap();
    let wanted = Relations { injective: true, surjective: true };
    let normal = Normal::of(code.program(), &map.domain().extents().unwrap());
    facts(&map, &code, &normal, wanted)
}

fn shown(found: &Found) -> String {
    match found {
        Ok(Holds) => "holds".to_string(),
        Ok(Fails(witness)) => witness.to_string(),
        Err(why) => format!("unknown: {why}"),
    }
}

#[test]
fn nested_digits_are_recovered() {
    let found = findings("mixed_radix<(4,(2,8)):(1,(32,4))>");
    for fact in [&found.total, &found.bounds, &found.injective, &found.surjective] {
        assert_eq!(shown(fact), "holds");
    }
}

#[test]
fn a_divided_coordinate_is_cut_where_it_is_divided() {
    let found = findings(
        "expr<(lane : 32, slot : 4) -> (lane floordiv 4, lane mod 4 * 4 + slot) to (i : 8, j : 16)>",
    );
    for fact in [&found.total, &found.bounds, &found.injective, &found.surjective] {
        assert_eq!(shown(fact), "holds");
    }
}

#[test]
fn a_ragged_axis_is_injective_in_its_digits_and_bounded_by_its_end() {
    let found = findings("expr<(i : 229) -> (i mod 128, i floordiv 128) to (t : 128, r : 2)>");
    assert_eq!(shown(&found.injective), "holds");
    assert_eq!(shown(&found.bounds), "holds");
    let found = findings("expr<(i : 10) -> (i floordiv 4 * 4 + i mod 4) to (a : 10)>");
    assert_eq!(shown(&found.bounds), "holds");
    let found = findings("expr<(i : 10) -> (i floordiv 4 * 4 + i mod 4) to (a : 9)>");
    assert_eq!(
        shown(&found.bounds),
        "(i = 9) maps to (a = 9): 9 is outside the codomain axis a : 9"
    );
}

#[test]
fn an_overflow_is_found_at_a_corner() {
    let found = findings("mixed_radix<(4,8):(1,4611686018427387904)>");
    let mode = "in mode 1, of extent 8 and stride 4611686018427387904";
    assert_eq!(
        shown(&found.total),
        format!("at (d0 = 0, d1 = 7), {mode}: 7 * 4611686018427387904 overflows 64 bits")
    );
}

#[test]
fn cancellation_hides_no_overflow() {
    let found = findings("expr<(i : 4) -> (i + 9223372036854775807 - 9223372036854775807)>");
    assert!(shown(&found.total).starts_with("at (i = 3), 3 + 9223372036854775807 overflows"));
}

#[test]
fn parallel_columns_collide() {
    assert_eq!(
        shown(&findings("mixed_radix<(4,4):(2,4)>").injective),
        "(d0 = 0, d1 = 1) and (d0 = 2, d1 = 0) both map to (d0 = 4)"
    );
    assert_eq!(
        shown(&findings("mixed_radix<(4,4):(2,0)>").injective),
        "(d0 = 0, d1 = 0) and (d0 = 0, d1 = 1) both map to (d0 = 0)"
    );
}

#[test]
fn interleaved_strides_are_told_apart_by_divisibility() {
    assert_eq!(shown(&findings("mixed_radix<(2,3):(6,4)>").injective), "holds");
}

#[test]
fn too_many_points_in_a_range_are_counted() {
    let found = findings("mixed_radix<(5,5,5):(5,6,7)>");
    assert_eq!(shown(&found.injective), "125 points have at most 73 values");
}

#[test]
fn two_rows_are_told_apart_by_rank() {
    let found = findings("expr<(i : 100, j : 100) -> (i + j, i + 2 * j)>");
    assert_eq!(shown(&found.injective), "holds");
}

#[test]
fn masks_and_shifts_are_digits() {
    let found = findings("expr<(x : 256) -> ((x shr 4) xor ((x and 15) shl 4)) to (a : 256)>");
    for fact in [&found.total, &found.bounds, &found.injective, &found.surjective] {
        assert_eq!(shown(fact), "holds");
    }
}

#[test]
fn a_value_that_is_never_taken_is_named() {
    assert_eq!(
        shown(&findings("expr<(i : 4) -> (2 * i) to (a : 8)>").surjective),
        "no point maps to (a = 7) of (a : 8)"
    );
    assert_eq!(
        shown(&findings("expr<(i : 5) -> (2 * i) to (a : 9)>").surjective),
        "no point maps to (a = 1) of (a : 9)"
    );
}

#[test]
fn a_padded_swizzle_is_a_sum_with_a_symbol() {
    let found =
        findings("expr<(i : 64, j : 64) -> (72 * i + (j xor (i mod 8 * 8))) to (a : 4608)>");
    for fact in [&found.total, &found.bounds, &found.injective] {
        assert_eq!(shown(fact), "holds");
    }
    let found = findings("expr<(i : 48, j : 96) -> (i, 100 * i + (i xor j))>");
    assert_eq!(shown(&found.injective), "holds");
}

#[test]
fn a_rotation_is_injective_modulo_its_length() {
    assert_eq!(shown(&findings("expr<(i : 128) -> ((i + 1) mod 128)>").injective), "holds");
    let found = findings("expr<(i : 100) -> ((i + 5) floordiv 7, (i + 5) mod 7)>");
    assert_eq!(shown(&found.injective), "holds");
    let found = findings("expr<(i : 129) -> ((i + 1) mod 128)>");
    assert_eq!(shown(&found.injective), "(i = 0) and (i = 128) both map to (d0 = 1)");
}

/// `(2, 0)` and `(4, 1)` collide, though `i - 2 * j` and `i` together tell them apart.
#[test]
fn a_quotient_and_remainder_by_an_unknown_divisor_tell_nothing() {
    let found = findings("expr<(i : 6, j : 3) -> (i floordiv (j + 1), i mod (j + 1), i - 2 * j)>");
    assert_eq!(shown(&found.injective), "unknown: a 'floordiv' is not affine in digits");
}
