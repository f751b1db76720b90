//! One worked example a node, and what each refuses.

use tileir::{EvalError, LayoutMap};

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn values(text: &str) -> Vec<Vec<i64>> {
    let map = map(text);
    assert_eq!(map.to_string(), text);
    map.domain().points().map(|point| map.eval(&point).unwrap()).collect()
}

fn column(text: &str) -> Vec<i64> {
    values(text).concat()
}

/// That the text is refused, where, and why.
fn refused(text: &str, reason: &str) {
    match text.parse::<LayoutMap>() {
        Ok(map) => panic!("{text} was read as {map}"),
        Err(error) => assert_eq!(error.to_string(), reason, "{text}"),
    }
}

#[test]
fn a_stride_is_a_vector_of_named_components() {
    let tiled = "mixed_radix<(2,(2,2)):(1@m,(1@n,4@m+2@n)), (i : 2, j : 4) -> (m : 6, n : 4)>";
    assert_eq!(values(tiled)[..4], [[0, 0], [0, 1], [4, 2], [4, 3]]);
    assert_eq!(values(tiled)[4..], [[1, 0], [1, 1], [5, 2], [5, 3]]);
    let nowhere = "mixed_radix<(2):(0), (i : 2) -> (m : 1, n : 1)>";
    assert_eq!(values(nowhere), [[0, 0], [0, 0]]);
    refused(
        "mixed_radix<(2):(1@k), (i : 2) -> (m : 6, n : 4)>",
        "there is no axis 'k' in (m : 6, n : 4)",
    );
    refused("mixed_radix<(2):(1@k)>", "unknown axis 'k'");
    refused(
        "mixed_radix<(2,2):(1@m,3), (i : 2, j : 2) -> (m : 6, n : 4)>",
        "expected an axis for every stride, as in 1@i, found 3",
    );
    refused("mixed_radix<(2):(1@m+2@m), (i : 2) -> (m : 6, n : 4)>", "'m' is named twice");
}

#[test]
fn digits_are_joined_anew() {
    let nested = "regroup<(i : 8) -> (a : 2, b : 4), [(2,4)] -> [(0), (1)]>";
    assert_eq!(values(nested)[5], [1, 2]);
    let swapped = "regroup<(i : 8, j : 6) -> (a : 4, b : 12), [(2,4), (6)] -> [(1), (0,2)]>";
    assert_eq!(map(swapped).eval(&[5, 3]), Ok(vec![2, 1 + 2 * 3]));
    refused(
        "regroup<(i : 8) -> (a : 2, b : 4), [(2,3)] -> [(0), (1)]>",
        "the digits (2, 3) do not make up the axis 'i' of extent 8",
    );
    refused(
        "regroup<(i : 8) -> (a : 2, b : 4), [(2,4)] -> [(0), (0)]>",
        "digit 0 is joined 2 times, not once",
    );
    refused("regroup<(i : 8) -> (a : 8), [(2,4)] -> [(0,7)]>", "there is no digit 7 among 2");
    refused(
        "regroup<(i : 8) -> (a : 2, b : 2), [(2,4)] -> [(0), (1)]>",
        "the codomain is (a : 2, b : 4), not (a : 2, b : 2)",
    );
}

#[test]
fn addresses_are_counted_in_other_units() {
    assert_eq!(column("recast<32 -> 8, mixed_radix<(3):(2)>>"), [0, 8, 16]);
    assert_eq!(column("recast<8 -> 32, mixed_radix<(3):(8)>>"), [0, 2, 4]);
    assert_eq!(column("recast<16 -> 24, mixed_radix<(3):(3)>>"), [0, 2, 4]);
    let odd = map("recast<16 -> 32, mixed_radix<(4):(1)>>");
    assert_eq!(odd.eval(&[2]), Ok(vec![1]));
    assert_eq!(odd.eval(&[3]), Err(EvalError::Fraction { value: 3, multiple: 2 }));
    refused("recast<0 -> 8, identity<(i : 4)>>", "a unit of 0 bits");
    refused(
        "recast<8 -> 16, identity<(i : 4, j : 4)>>",
        "the axes of (i : 4, j : 4), whose unit is recast: expected 1, found 2",
    );
}

#[test]
fn registered_transforms_move_the_value() {
    let swizzled = "transform<swizzle(1,0,2), mixed_radix<(8):(1)> to (d0 : 8)>";
    assert_eq!(column(swizzled), [0, 1, 2, 3, 5, 4, 7, 6]);
    let below = "transform<swizzle(1,0,-2), mixed_radix<(8):(1)> to (d0 : 8)>";
    assert_eq!(column(below), [0, 5, 2, 7, 4, 1, 6, 3]);
    let rotated = "transform<rotate(1), identity<(i : 2, j : 3)> to (i : 2, j : 3)>";
    assert_eq!(values(rotated), [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [1, 0]]);
    refused(
        "transform<twirl(1), identity<(i : 4)> to (i : 4)>",
        "no transform 'twirl' is registered",
    );
    refused(
        "transform<swizzle(1,0,2), identity<(i : 12)> to (i : 12)>",
        "the transform swizzle(1, 0, 2) is refused: the extent 12 of 'i' is no multiple of 8",
    );
    refused(
        "transform<swizzle(3,0,2), identity<(i : 64)> to (i : 64)>",
        "the transform swizzle(3, 0, 2) is refused: \
         the shift of Sw<3,0,2> is less than its bits",
    );
    refused(
        "transform<swizzle(1,0,1), identity<(i : 8)> to (i : 4)>",
        "the set that is transformed is at least (i : 8), not (i : 4)",
    );
}

#[test]
fn pieces_are_disjoint_and_cover_the_domain() {
    let split = "piecewise<(i : 6), expr<(i : 6 where i lt 4) -> (i) to (a : 6)>, \
                 expr<(i : 6 where 4 le i) -> (9 - i) to (a : 6)>>";
    assert_eq!(column(split), [0, 1, 2, 3, 5, 4]);
    let huge = "piecewise<(i : 4611686018427387904), \
                expr<(i : 4611686018427387904 where i lt 4) -> (i)>, \
                expr<(i : 4611686018427387904 where 4 le i) -> (9 - i)>>";
    assert_eq!(map(huge).eval(&[1 << 40]), Ok(vec![9 - (1 << 40)]));
    refused(
        "piecewise<(i : 6), expr<(i : 6 where i lt 4) -> (i)>, expr<(i : 6 where i gt 4) -> (i)>>",
        "the point (4) of (i : 6) lies in 0 pieces, not one",
    );
    refused(
        "piecewise<(i : 6), expr<(i : 6 where i le 4) -> (i)>, expr<(i : 6 where i ge 4) -> (i)>>",
        "the point (4) of (i : 6) lies in 2 pieces, not one",
    );
    refused(
        "piecewise<(i : 6), expr<(i : 7) -> (i)>>",
        "the box of every piece is (i : 6), not (i : 7)",
    );
    refused(
        "piecewise<(i : 2000000, j : 2000000), \
         expr<(i : 2000000, j : 2000000 where i lt j) -> (i)>, \
         expr<(i : 2000000, j : 2000000 where i ge j) -> (j)>>",
        "that the pieces over (i : 2000000, j : 2000000) are disjoint and cover it \
         needs more than 1048576 points",
    );
}

#[test]
fn a_table_is_its_values() {
    assert_eq!(column("table<(i : 4) -> (a : 8), [0, 3, 5, 7]>"), [0, 3, 5, 7]);
    let pairs = "table<(i : 3 where i ne 1) -> (a : 4, b), [(0,-1), (3,2)]>";
    assert_eq!(values(pairs), [[0, -1], [3, 2]]);
    refused(
        "table<(i : 4) -> (a : 8), [0, 3, 5]>",
        "the values of a table over (i : 4): expected 4, found 3",
    );
    refused(
        "table<(i : 2) -> (a : 8), [0, (3,1)]>",
        "the coordinates of the value (3, 1) in (a : 8): expected 1, found 2",
    );
    refused(
        "table<(i : 1073741824) -> (a : 8), []>",
        "a table over (i : 1073741824) has more than 1048576 numbers",
    );
}

#[test]
fn comparisons_are_zero_or_one() {
    assert_eq!(column("expr<(i : 4) -> (i lt 2)>"), [1, 1, 0, 0]);
    assert_eq!(column("expr<(i : 4) -> (i le 2)>"), [1, 1, 1, 0]);
    assert_eq!(column("expr<(i : 4) -> (i eq 2)>"), [0, 0, 1, 0]);
    assert_eq!(column("expr<(i : 4) -> (i ne 2)>"), [1, 1, 0, 1]);
    let turned = map("expr<(i : 4) -> (i gt 2, i ge 2)>");
    assert_eq!(turned.to_string(), "expr<(i : 4) -> (2 lt i, 2 le i)>");
    assert_eq!(turned.eval(&[2]), Ok(vec![0, 1]));
    assert_eq!(column("expr<(i : 4) -> (i lt 3 and 1 lt i)>"), [0, 0, 1, 0]);
}
