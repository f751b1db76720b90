//! What users of other systems met, and the answers that are right.
//!
//! The identifiers are those of the collected public reports. All is decided without
//! enumeration unless said otherwise.

use tileir::LayoutMap;
use tileir::proof::{Budget, Facts, equal, fits_bits, prove};

const NOTHING: Budget = Budget::of_points(0);

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn facts(text: &str) -> Facts {
    prove(&map(text), &NOTHING)
}

/// C06: one more than the largest value, not the product of a shape and a stride.
#[test]
fn cosize_is_one_more_than_the_largest_value() {
    let layout = map("mixed_radix<(2,4):(2,4)>");
    assert_eq!(layout.codomain().to_string(), "(d0 : 15)");
    assert!(prove(&layout, &NOTHING).bounds.is_proved());
    let tight = facts("mixed_radix<(2,4):(2,4), (i : 2, j : 4) -> (a : 14)>");
    assert_eq!(
        tight.bounds.to_string(),
        "disproved by affine: (i = 1, j = 3) maps to (a = 14): 14 is outside the codomain axis a : 14"
    );
}

/// C14: an offset that 32 bits cannot hold, 64 can.
#[test]
fn an_offset_of_two_to_the_31_needs_more_than_32_bits() {
    let layout = map("mixed_radix<(536870913,4):(4,1)>");
    assert_eq!(layout.eval(&[1 << 29, 0]), Ok(vec![1 << 31]));
    assert_eq!(
        fits_bits(&layout, 32, &NOTHING).to_string(),
        "disproved by affine: at (d0 = 536870912, d1 = 0), d0 * 4 is 2147483648, which does not fit 32 bits"
    );
    assert!(fits_bits(&layout, 33, &NOTHING).is_proved());
    assert!(fits_bits(&map("mixed_radix<(536870912,4):(4,1)>"), 32, &NOTHING).is_proved());
    assert!(prove(&layout, &NOTHING).injective.is_proved());
}

/// L01: half a million points, by the digits of a flat number.
#[test]
fn a_fragment_is_injective_by_its_digits_whatever_its_size() {
    let fragment = facts(
        "expr<(i : 64, j : 8192) -> let flat = 8192 * i + j in \
         (flat floordiv 4 mod 128, flat mod 4 + 4 * (flat floordiv 512)) \
         to (thread : 128, register : 4096)>",
    );
    assert_eq!(fragment.total.to_string(), "proved by affine");
    assert_eq!(fragment.bounds.to_string(), "proved by affine");
    assert_eq!(fragment.injective.to_string(), "proved by affine");
    assert_eq!(fragment.surjective.to_string(), "proved by affine");
}

/// L02: a map that is many to one is not a replica, and is named with two points.
#[test]
fn many_to_one_is_disproved_with_a_pair() {
    for (body, pair) in [
        ("i mod 64", "(i = 0) and (i = 64) both map to (d0 = 0)"),
        ("0", "(i = 0) and (i = 1) both map to (d0 = 0)"),
        ("i mod 64 * 4", "(i = 0) and (i = 64) both map to (d0 = 0)"),
    ] {
        let injective = facts(&format!("expr<(i : 128) -> ({body})>")).injective;
        assert_eq!(injective.to_string(), format!("disproved by affine: {pair}"));
    }
    for body in ["i xor 1", "2 * i", "i + 10"] {
        assert!(facts(&format!("expr<(i : 128) -> ({body})>")).injective.is_proved(), "{body}");
    }
}

/// V02: a transform that folds an axis is not accepted as injective.
#[test]
fn a_folded_axis_collides() {
    assert_eq!(
        facts("expr<(i : 4, j : 4) -> (i mod 2, j)>").injective.to_string(),
        "disproved by affine: (i = 0, j = 0) and (i = 2, j = 0) both map to (d0 = 0, d1 = 0)"
    );
}

/// V04: the published map of a matrix instruction's operand, and the right one.
#[test]
fn a_fragment_that_does_not_fill_its_codomain_is_found() {
    let published = facts(
        "expr<(i : 32, j : 16) -> (i mod 4 + 4 * (j mod 8), \
         8 * (j floordiv 8) + 4 * (i floordiv 16) + i mod 4) to (lane : 32, slot : 16)>",
    );
    assert_eq!(
        published.injective.to_string(),
        "disproved by affine: (i = 0, j = 0) and (i = 4, j = 0) both map to (lane = 0, slot = 0)"
    );
    let right = facts(
        "expr<(i : 32, j : 16) -> (i mod 16 floordiv 4 + 4 * (j mod 8), \
         8 * (j floordiv 8) + 4 * (i floordiv 16) + i mod 4) to (lane : 32, slot : 16)>",
    );
    assert!(right.injective.is_proved() && right.surjective.is_proved());
}

/// T12: padding is affine in digits and not linear in bits.
#[test]
fn padding_is_injective_and_not_a_swizzle() {
    let padded = map("expr<(o : 256) -> (o + 4 * (o floordiv 64)) to (a : 268)>");
    let facts = prove(&padded, &NOTHING);
    assert_eq!(facts.injective.to_string(), "proved by affine");
    assert_eq!(facts.bounds.to_string(), "proved by affine");
    let linear = map("bit_linear<(o : 256) -> (a : 268), o = [1, 2, 4, 8, 16, 32, 68, 136]>");
    assert_eq!(padded.eval(&[68]), Ok(vec![72]));
    assert_eq!(linear.eval(&[68]), Ok(vec![64]));
    assert!(equal(&padded, &linear, &NOTHING).is_disproved());
}

/// M04: an overflow that a later operation would cancel is an overflow.
#[test]
fn a_cancelled_overflow_is_an_overflow() {
    let total = facts("expr<(i : 2) -> (9223372036854775807 + 1 - 1)>").total;
    assert_eq!(
        total.to_string(),
        "disproved by affine: at (i = 0), 9223372036854775807 + 1 overflows 64 bits"
    );
    let folded = map("expr<(i : 2) -> (9223372036854775807)>");
    let written = map("expr<(i : 2) -> (9223372036854775807 + 1 - 1)>");
    assert!(equal(&written, &folded, &NOTHING).is_disproved());
}

/// L05: a remainder of a remainder is that of the number only where 7 divides 64, or below 64.
#[test]
fn a_remainder_of_a_remainder_is_kept() {
    let both = |extent: i64, by: i64| {
        let map = |value: String| map(&format!("expr<(x : {extent}) -> ({value})>"));
        (map(format!("x mod {by} mod 7")), map("x mod 7".to_string()))
    };
    let (nested, plain) = both(128, 64);
    assert_eq!(
        equal(&nested, &plain, &NOTHING).to_string(),
        "disproved by gf2: at (x = 64), one gives (d0 = 0), the other (d0 = 1)"
    );
    let differ = nested.domain().points().filter(|x| nested.eval(x) != plain.eval(x)).count();
    assert_eq!(differ, 64);
    assert_eq!(nested.normalize(&NOTHING), nested);
    for (extent, by) in [(64, 64), (1 << 40, 63), (1 << 40, 7 << 20)] {
        let (nested, plain) = both(extent, by);
        assert!(equal(&nested, &plain, &NOTHING).is_proved(), "{nested}");
    }
}

/// L12: a reshape with a unit axis is a bijection.
#[test]
fn a_reshape_with_a_unit_axis_is_a_bijection() {
    let reshape = facts(
        "expr<(i : 32, j : 8) -> (i, j floordiv 4, 0, j mod 4) to (a : 32, b : 2, c : 1, d : 4)>",
    );
    let Facts { total, bounds, injective, surjective } = reshape;
    assert!([total, bounds, injective, surjective].iter().all(|verdict| verdict.is_proved()));
}
