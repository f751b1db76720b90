//! What users of other systems met, as questions about images, runs and widths.
//!
//! The identifiers are those of the collected public reports. All is decided without
//! enumeration unless said otherwise.

mod common;

use common::budgets::{NOTHING, with_and_without_points};
use tileir::LayoutMap;
use tileir::proof::{Budget, cardinality, contiguity, disjoint, fits_bits, image};

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn points_and_values(text: &str) -> (u128, u128) {
    let count = cardinality(&map(text), &NOTHING);
    (
        count.points.counted().unwrap(),
        *count.values.value().unwrap_or_else(|| panic!("{text}: {count}")),
    )
}

/// C05: 384 points cannot have 384 values below 291; by every point, as its steps overlap.
#[test]
fn a_layout_that_overlaps_itself_has_fewer_values_than_points() {
    let layout = map("mixed_radix<(12,(4,8)):(7,(1,30))>");
    let ask = |budget: &Budget| cardinality(&layout, budget);
    let count = with_and_without_points(ask);
    assert_eq!(count.to_string(), "384 points; values: 254, by exhaustive");
    assert!(!ask(&NOTHING).values.is_known());
}

/// C06: the values of a layout end at one less than its cosize.
#[test]
fn the_image_of_a_layout_ends_below_its_cosize() {
    let found = image(&map("mixed_radix<(2,4):(2,4)>"), &NOTHING);
    assert_eq!(found.to_string(), "2*{0..8}, by affine");
}

/// C14, C15: the product that leaves 32 bits is named.
#[test]
fn the_product_that_overflows_is_named() {
    let offset = map("expr<(i : 536870913, j : 4) -> (i * 4 + j)>");
    assert_eq!(
        fits_bits(&offset, 32, &NOTHING).to_string(),
        "disproved by affine: at (i = 536870912, j = 0), i * 4 is 2147483648, \
         which does not fit 32 bits"
    );
    let batch = map("expr<(b : 2, r : 49152, c : 65536) -> (b * 3221225472 + r * 65536 + c)>");
    assert_eq!(
        fits_bits(&batch, 32, &NOTHING).to_string(),
        "disproved by affine: at (b = 0, r = 0, c = 0), 3221225472 is 3221225472, \
         which does not fit 32 bits"
    );
    assert!(fits_bits(&batch, 34, &NOTHING).is_proved());
}

/// L01: half a million values, by digits.
#[test]
fn a_fragment_takes_every_register_of_every_thread() {
    let fragment = map("expr<(i : 64, j : 8192) -> let flat = 8192 * i + j in \
         (flat floordiv 4 mod 128, flat mod 4 + 4 * (flat floordiv 512)) \
         to (thread : 128, register : 4096)>");
    assert_eq!(
        image(&fragment, &NOTHING).to_string(),
        "every value of (thread : 128, register : 4096), by affine"
    );
}

/// L02: how many values the folded maps have.
#[test]
fn folded_maps_have_fewer_values() {
    for (body, values) in
        [("i mod 64", 64), ("0", 1), ("i mod 64 * 4", 64), ("i xor 1", 128), ("2 * i", 128)]
    {
        assert_eq!(points_and_values(&format!("expr<(i : 128) -> ({body})>")), (128, values));
    }
}

/// L06, V03, V04, V07, M12: what ragged, padded and folded maps leave out.
#[test]
fn what_is_left_out_is_counted() {
    for (text, expected) in [
        ("expr<(i : 229) -> (i mod 128, i floordiv 128) to (t : 128, r : 2)>", (229, 229)),
        (
            "expr<(n : 1, c : 3, h : 8, w : 8) -> (n, c floordiv 4, h, w, c mod 4) \
             to (n : 1, co : 1, h : 8, w : 8, ci : 4)>",
            (192, 192),
        ),
        (
            "expr<(i : 32, j : 16) -> (i mod 4 + 4 * (j mod 8), \
             8 * (j floordiv 8) + 4 * (i floordiv 16) + i mod 4) to (lane : 32, slot : 16)>",
            (512, 128),
        ),
        ("expr<(n : 7) -> (n floordiv 8, n mod 8) to (a : 1, b : 8)>", (7, 7)),
        ("expr<(i : 100) -> (i mod 2)>", (100, 2)),
    ] {
        assert_eq!(points_and_values(text), expected, "{text}");
    }
    let ragged = map("expr<(i : 229) -> (i mod 128, i floordiv 128) to (t : 128, r : 2)>");
    let found = image(&ragged, &NOTHING);
    let found = found.value().unwrap();
    assert!(found.contains(&[100, 1]) && !found.contains(&[101, 1]), "{found}");
}

/// L09: pairs of halves stay together in a swizzle of eights, so that it may be read as f32.
#[test]
fn pairs_stay_together_in_a_swizzle_of_eights() {
    let halves = map("expr<(o : 4096) -> (o xor (o shr 3 and 56)) to (a : 4096)>");
    let runs = contiguity(&halves, 0, &NOTHING);
    let runs = runs.value().unwrap();
    assert_eq!((runs.width, runs.alignment), (8, 8));
    let words = map("expr<(o : 2048) -> (o xor (o shr 3 and 28)) to (a : 2048)>");
    for word in 0..2048 {
        let [half, whole] = [halves.eval(&[2 * word]), words.eval(&[word])].map(Result::unwrap);
        assert_eq!(half[0], 2 * whole[0]);
    }
}

/// M11: an offset keeps the rows contiguous and moves their starts.
#[test]
fn an_offset_moves_the_starts_of_rows() {
    for (offset, alignment) in [(0, 64), (1, 1), (4, 4), (48, 16)] {
        let moved =
            map(&format!("translate<[{offset}], mixed_radix<(32,64):(64,1)> to (a : 2100)>"));
        let runs = contiguity(&moved, 1, &NOTHING);
        let runs = runs.value().unwrap();
        assert_eq!((runs.width, runs.alignment), (64, alignment));
        assert!(runs.coarser.iter().all(|claim| claim.is_disproved()));
    }
    let row = |offset: i64| map(&format!("expr<(i : 64) -> (i + {offset}) to (a : 4096)>"));
    assert!(disjoint(&row(0), &row(64), &NOTHING).is_proved());
    assert!(disjoint(&row(0), &row(63), &NOTHING).is_disproved());
}
