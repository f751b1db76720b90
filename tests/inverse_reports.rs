//! What users of layouts reported about inverses, and what is right.
//!
//! The names of the reports stand in the comments.

use tileir::map::{Inverse, NoInverse, preimage, try_inverse};
use tileir::proof::{Budget, prove};
use tileir::{LayoutMap, Point};

const NOTHING: Budget = Budget::of_points(0);

fn map(text: &str) -> LayoutMap {
    text.parse().expect(text)
}

/// The inverse, found and proved without looking at points.
fn inverse(text: &str) -> Inverse {
    let inverse = try_inverse(&map(text), &NOTHING).expect(text);
    for (name, verdict) in inverse.each() {
        assert!(verdict.is_proved(), "{name} of {text}: {verdict}");
    }
    inverse
}

fn back(text: &str, value: &[i64]) -> Option<Point> {
    inverse(text).map().eval(value).ok()
}

/// A value that a part could have, and the whole never takes, is no reason to refuse the whole.
#[test]
fn a_negative_value_of_a_part_alone_is_none_of_the_map() {
    let nobody = "expr<(x : 4 where x lt 0) -> ()>";
    for empty in [
        format!("compose<expr<() -> (0 - 1) to (y)>, {nobody}>"),
        "project<(x : 4, y : 3 where x lt 0) -> (y)>".to_owned(),
        "translate<[0 - 5], expr<(x : 4 where x lt 0) -> (x) to (y : 4)> to (y)>"
            .replace("0 - 5", "-5"),
    ] {
        let budget = Budget::of_points(64);
        let inverse = try_inverse(&map(&empty), &budget).expect(&empty);
        assert_eq!(inverse.image().points().count(), 0, "{empty}");
    }
    // The outer part has -1 at 0, which the inner one never reaches.
    let shifted = "compose<expr<(y : 5) -> (y - 1) to (z)>, expr<(x : 4) -> (x + 1) to (y : 5)>>";
    let inverse = try_inverse(&map(shifted), &Budget::of_points(64)).expect(shifted);
    assert_eq!(inverse.image().points().count(), 4);
    let own = "expr<(x : 4) -> (x - 1) to (z)>";
    let refused = try_inverse(&map(own), &Budget::of_points(64)).unwrap_err();
    assert!(matches!(refused, NoInverse::Negative { value: -1, .. }), "{refused}");
}

/// C19: batch, row, column and channel from an offset, by a chain of divisions.
#[test]
fn channels_last_offsets_divide_into_coordinates() {
    let nhwc =
        "expr<(n : 4, h : 16, w : 8, c : 32) -> (((n * 16 + h) * 8 + w) * 32 + c) to (o : 16384)>";
    assert_eq!(back(nhwc, &[4064]), Some(vec![0, 15, 7, 0]));
    assert_eq!(
        inverse(nhwc).to_string(),
        "mixed_radix<((32,8,16,4)):((1@c,1@w,1@h,1@n)), \
         (o : 16384) -> (n : 4, h : 16, w : 8, c : 32)>"
    );
    // The same at a size that nobody tabulates.
    let large = "mixed_radix<(1048576,65536,8192,32):(17179869184,262144,32,1)>";
    let point = vec![1_048_575, 65_535, 8191, 31];
    let offset = map(large).eval(&point).unwrap();
    assert_eq!(back(large, &offset), Some(point));
}

/// C08, C10: inverses of strided layouts, on exactly the image.
#[test]
fn strided_layouts_invert_on_their_image() {
    assert_eq!(back("mixed_radix<(4):(2)>", &[6]), Some(vec![3]));
    assert_eq!(back("mixed_radix<(4):(2)>", &[5]), None);
    assert_eq!(back("mixed_radix<(4,2):(1,16)>", &[18]), Some(vec![2, 1]));
    assert_eq!(back("mixed_radix<(4,2):(1,16)>", &[4]), None);
    let nested = inverse("mixed_radix<((2,2),(2,2)):((1,4),(8,32))>");
    assert_eq!(nested.image().points().count(), 16);
    let permuted = inverse("mixed_radix<(2,4,6):(4,1,8)>");
    assert_eq!(permuted.exact().to_string(), "proved by cardinality");
    assert_eq!(permuted.map().eval(&[21]).unwrap(), [1, 1, 2]);
}

/// V05: an axis of one point goes back to 0, used or not.
#[test]
fn unit_axes_invert_to_zero() {
    assert_eq!(back("expr<(i : 8, j : 1) -> (i + 8*j) to (a : 8)>", &[5]), Some(vec![5, 0]));
    assert_eq!(back("expr<(i : 8, j : 1) -> (i) to (a : 8)>", &[5]), Some(vec![5, 0]));
    assert_eq!(back("mixed_radix<(1,8,1):(7,1,1000)>", &[3]), Some(vec![0, 3, 0]));
    assert_eq!(back("project<(i : 1, j : 8) -> (j)>", &[3]), Some(vec![0, 3]));
    assert_eq!(back("bit_linear<(i : 4, j : 1) -> (a : 4), i = [2, 1]>", &[1]), Some(vec![2, 0]));
}

/// V03: channels padded to a multiple of four; the padding is a predicate on the image.
#[test]
fn a_padded_layout_inverts_with_a_predicate() {
    let packed = "expr<(n : 1, c : 3, h : 8, w : 8) -> (n, c floordiv 4, h, w, c mod 4) \
                  to (n : 1, o : 1, h : 8, w : 8, v : 4)>";
    let inverse = inverse(packed);
    assert_eq!(inverse.image().to_string(), "(n : 1, o : 1, h : 8, w : 8, v : 4 where v lt 3)");
    assert_eq!(inverse.image().cardinality(), Some(192));
    assert_eq!(inverse.map().eval(&[0, 0, 5, 6, 2]).unwrap(), [0, 2, 5, 6]);
    assert!(inverse.map().eval(&[0, 0, 5, 6, 3]).is_err());
    assert!(prove(&map(packed), &NOTHING).surjective.is_disproved());
}

/// T12: a pad of 4 after each 64 elements.
#[test]
fn padding_between_rows_is_left_out_of_the_image() {
    let padded = inverse("expr<(o : 256) -> (o + 4 * (o floordiv 64)) to (a : 268)>");
    assert_eq!(padded.image().cardinality(), Some(256));
    assert_eq!(padded.map().eval(&[72]).unwrap(), [68]);
    assert!(!padded.image().contains(&[64]) && !padded.image().contains(&[67]));
}

/// L01: thread and register to row and column, without a limit on the number of points.
#[test]
fn a_fragment_of_half_a_million_points_inverts_by_its_digits() {
    let fragment = "expr<(i : 64, j : 8192) -> ((8192*i + j) floordiv 4 mod 128, \
                    (8192*i + j) mod 4 + 4 * ((8192*i + j) floordiv 512)) to (thread : 128, reg : 4096)>";
    assert_eq!(
        inverse(fragment).to_string(),
        "mixed_radix<(128,(4,16,64)):(4@j,(1@j,512@j,1@i)), \
         (thread : 128, reg : 4096) -> (i : 64, j : 8192)>"
    );
}

/// L06: 229 columns over 128 threads; 27 slots are free.
#[test]
fn a_ragged_fragment_inverts_where_it_has_elements() {
    let ragged = inverse("expr<(i : 229) -> (i mod 128, i floordiv 128) to (t : 128, r : 2)>");
    assert_eq!(ragged.image().cardinality(), Some(229));
    assert_eq!(ragged.map().eval(&[100, 1]).unwrap(), [228]);
    assert!(ragged.map().eval(&[101, 1]).is_err());
}

/// C12: swizzles of different shifts, one after the other.
#[test]
fn composed_swizzles_invert_bit_by_bit() {
    let twice = "expr<(x : 64) -> ((x xor (x shr 1 and 2)) xor ((x xor (x shr 1 and 2)) shr 3 and 7)) to (y : 64)>";
    let inverse = inverse(twice);
    assert_eq!(inverse.exact().to_string(), "proved by cardinality");
    for x in 0..64 {
        assert_eq!(inverse.map().eval(&map(twice).eval(&[x]).unwrap()).unwrap(), [x]);
    }
}

/// A swizzle over padded rows: neither linear in bits nor affine.
#[test]
fn a_swizzle_over_padded_rows_inverts_part_by_part() {
    let text = "transform<swizzle(3,3,3), mixed_radix<(1024,512):(576,1)> to (a : 1048576)>";
    let inverse = inverse(text);
    assert_eq!(inverse.undoes().to_string(), "proved by transform swizzle");
    let value = map(text).eval(&[1023, 511]).unwrap();
    assert_eq!(inverse.map().eval(&value).unwrap(), [1023, 511]);
}

/// T03: which block has an element is a set, and the choice in it is the caller's.
#[test]
fn an_ambiguous_source_is_a_fibre_of_two_blocks() {
    let held = map("bit_linear<(thread : 4, block : 2) -> (x : 4), thread = [2, 1], block = [0]>");
    let fibre = preimage(&held, &[2], &NOTHING).unwrap();
    assert_eq!(fibre.points().collect::<Vec<_>>(), [[1, 0], [1, 1]]);
    assert_eq!(fibre.cardinality(), Some(2));
    let stays = fibre.points().find(|point| point[1] == 1);
    assert_eq!(stays, Some(vec![1, 1]));
}

/// L08: a grouped reduction has 32 elements in each of its 224 outputs.
#[test]
fn every_output_of_a_grouped_reduction_has_its_fibre() {
    let groups = map("expr<(i : 16, j : 448) -> (i, j floordiv 32) to (r : 16, c : 14)>");
    for value in groups.codomain().points() {
        assert_eq!(preimage(&groups, &value, &NOTHING).unwrap().cardinality(), Some(32));
    }
}

/// V02, L02: what is not injective is refused with two points.
#[test]
fn what_has_no_inverse_is_refused_with_a_witness() {
    for (text, collision) in [
        (
            "expr<(i : 4, j : 4) -> (i mod 2, j) to (a : 2, b : 4)>",
            "(i = 0, j = 0) and (i = 2, j = 0)",
        ),
        ("expr<(i : 128) -> (i mod 64 * 4) to (a : 256)>", "(i = 0) and (i = 64)"),
        ("expr<(i : 128) -> (0) to (a : 1)>", "(i = 0) and (i = 1)"),
    ] {
        let error = try_inverse(&map(text), &NOTHING).unwrap_err();
        assert!(matches!(error, NoInverse::NotInjective(_)));
        assert!(error.to_string().contains(collision), "{error}");
    }
    let partial = try_inverse(&map("expr<(i : 4) -> (i + 3) to (a : 6)>"), &NOTHING).unwrap_err();
    assert_eq!(
        partial.to_string(),
        "the map has no value at some point: (i = 3) maps to (a = 6): 6 is outside the codomain axis a : 6"
    );
    let negative =
        try_inverse(&map("mixed_radix<(4):(-1), (i : 4) -> (a)>"), &NOTHING).unwrap_err();
    assert_eq!(negative, NoInverse::Negative { axis: "a".to_string(), value: -1 });
}
