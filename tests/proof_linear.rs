//! The law of [`Linear`]: at each point of a constrained set, a value lies in its place's
//! interval, and a place that is safe has one. What is proved by it is held against every point.

mod common;

use common::{Choices, numbers};
use proptest::prelude::*;
use tileir::proof::{Budget, Linear, defined, fits_bits, prove};
use tileir::{BinaryOp, Expr, LayoutMap, Program};

/// A sum over the coordinates, now and then with what is no sum in it.
fn expression(choices: &mut Choices, rank: usize, depth: usize) -> Expr {
    let leaf = |choices: &mut Choices| match choices.below(4) {
        0 => Expr::from(choices.pick(&[0i64, 1, 3, 7, -2, i64::MAX, i64::MIN])),
        _ => Expr::coord(choices.below(rank)),
    };
    if depth == 0 {
        return leaf(choices);
    }
    let lhs = expression(choices, rank, depth - 1);
    match choices.below(8) {
        0..=2 => lhs + expression(choices, rank, depth - 1),
        3 | 4 => lhs - expression(choices, rank, depth - 1),
        5 => lhs * choices.pick(&[2i64, 4, -3, 64]),
        6 => lhs / choices.pick(&[2i64, 3, 8]),
        _ => lhs % choices.pick(&[2i64, 3, 8]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn values_lie_in_their_intervals(numbers in numbers()) {
        let mut choices = Choices::new(&numbers);
        let extents: Vec<i64> = (0..1 + choices.below(3)).map(|_| choices.pick(&[1, 2, 5, 9])).collect();
        let mut linear = Linear::default();
        let axes: Vec<u32> = extents.iter().map(|&extent| linear.axis(extent)).collect();
        let mut constraints = Vec::new();
        for _ in 0..1 + choices.below(3) {
            let op = choices.pick(&[BinaryOp::Lt, BinaryOp::Le, BinaryOp::Eq]);
            let sides = [expression(&mut choices, extents.len(), 2), expression(&mut choices, extents.len(), 1)];
            let places = linear.inline(&Program::from_exprs(&sides), &axes);
            let holds = linear.binary(op, places[0], places[1]);
            linear.assume(holds);
            constraints.push(holds);
        }
        let all: Vec<Expr> = (0..3).map(|_| expression(&mut choices, extents.len(), 3)).collect();
        let places = linear.inline(&Program::from_exprs(&all), &axes);
        let holds = linear.program(&constraints);
        let box_of = tileir::IndexSet::from_extents(&extents).unwrap();
        for point in box_of.points() {
            if !holds.eval(&point).is_ok_and(|values| values.iter().all(|&value| value != 0)) {
                continue;
            }
            for &place in &places {
                match linear.program(&[place]).eval(&point) {
                    Ok(value) => {
                        let interval = linear.interval(place);
                        let value = i128::from(value[0]);
                        prop_assert!(interval.lo <= value && value <= interval.hi, "{value} at {point:?}, {interval:?}");
                    }
                    Err(error) => prop_assert!(!linear.safe(place), "{error} at {point:?}"),
                }
            }
        }
    }
}

/// What is proved of total, in bounds and 32 bits without looking at points.
fn by(text: &str) -> [String; 3] {
    let map: LayoutMap = text.parse().unwrap();
    let nothing = Budget::of_points(0);
    let facts = defined(&map, &nothing);
    [facts.total, facts.bounds, fits_bits(&map, 32, &nothing)].map(|verdict| verdict.to_string())
}

#[test]
fn tiles_at_an_end_are_in_bounds() {
    let (affine, linear) = ("proved by affine", "proved by linear");
    let tile = "expr<(i : 1000, j : 64 where 64 * i + j lt 63977) -> (64 * i + j) to (a : 63977)>";
    assert_eq!(by(tile), [affine, linear, affine]);
    let symbolic = "expr<(n : 1073741824, i : 1073741824, j : 64 where 64 * i lt n, j lt n - 64 * i) \
                    -> (64 * i + j, n - 1 - (64 * i + j)) to (a : 1073741824, room : 1073741824)>";
    assert_eq!(by(symbolic), [affine, linear, linear]);
    // Over the box these sums leave 64 bits.
    let long = "expr<(i : 9223372036854775807, j : 9223372036854775807 where i + j le 100) \
                -> (i + j + j) to (a : 201)>";
    assert_eq!(by(long), [linear; 3]);
    let short = long.replace("201", "200");
    assert_eq!(
        by(&short)[1],
        "disproved by presburger: (i = 0, j = 100) maps to (a = 200): \
         200 is outside the codomain axis a : 200"
    );
}

/// Constraints that say nothing of a bound take none of it away, however many they are.
#[test]
fn a_bound_is_found_among_many_constraints() {
    for others in [0, 5, 50, 500] {
        let others: String = (0..others).map(|k| format!(", i + 2 * j lt {}", 1000 + k)).collect();
        let text = format!(
            "expr<(i : 4, j : 64 where 64 * i + j lt 200{others}) -> (64 * i + j) to (a : 200)>"
        );
        let map: LayoutMap = text.parse().unwrap();
        let facts = prove(&map, &Budget::of_points(0));
        assert_eq!(facts.bounds.to_string(), "proved by linear");
        assert!(facts.total.is_proved());
    }
}
