//! The law on generated programs, and the table of what comes out.

use proptest::prelude::*;

use super::{cost, simplify, substitute};
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::map::{LayoutMap, Node};

/// Instructions as a generator writes them: an operation, two operands (by distance back) and a
/// constant that replaces the right one.
type Step = (usize, usize, usize, Option<i64>);

fn constants() -> impl Strategy<Value = i64> {
    prop_oneof![
        6 => prop::sample::select(vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 24, 32, 63, 64]),
        2 => -9i64..70,
        1 => prop::sample::select(vec![i64::MIN, i64::MAX, -1, 1 << 40, 0x5555, 62]),
    ]
}

fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    // Structure as in layouts: sums, constant multiples, digits; and now and then anything.
    let op = prop_oneof![
        4 => Just(0usize), 1 => Just(1), 4 => Just(2), 4 => Just(3), 4 => Just(4),
        3 => Just(5), 2 => Just(6), 2 => Just(7), 2 => Just(8),
    ];
    let step = (op, 0usize..6, 0usize..8).prop_flat_map(|(op, lhs, rhs)| {
        let usual = if (2..5).contains(&op) || op > 5 { 0.9 } else { 0.3 };
        (Just(op), Just(lhs), Just(rhs), prop::option::weighted(usual, constants()))
    });
    prop::collection::vec(step, 1..most)
}

fn assemble(steps: &[Step], outputs: usize) -> Program {
    let mut builder = ProgramBuilder::default();
    let mut places: Vec<u32> = (0..3).map(|i| builder.coord(i)).collect();
    for &(op, lhs, rhs, constant) in steps {
        let lhs = places[places.len() - 1 - lhs % places.len()];
        let rhs = match constant {
            Some(value) => builder.constant(value),
            None => places[places.len() - 1 - rhs % places.len()],
        };
        places.push(builder.binary(BinaryOp::ALL[op], lhs, rhs));
    }
    let outputs: Vec<u32> = places.iter().rev().take(outputs).copied().collect();
    builder.finish(&outputs)
}

fn extents() -> impl Strategy<Value = [i64; 3]> {
    let extent = || prop::sample::select(vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16]);
    [extent(), extent(), extent()]
}

fn box_points(extents: &[i64; 3]) -> impl Iterator<Item = [i64; 3]> + use<> {
    let [a, b, c] = *extents;
    (0..a).flat_map(move |x| (0..b).flat_map(move |y| (0..c).map(move |z| [x, y, z])))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn values_stay(steps in steps(14), outputs in 1usize..3, extents in extents()) {
        let program = assemble(&steps, outputs);
        let simple = simplify(&program, &extents);
        for point in box_points(&extents) {
            if let Ok(value) = program.eval(&point) {
                prop_assert_eq!(simple.eval(&point), Ok(value), "{:?}\n{:?}", point, simple);
            }
        }
    }

    #[test]
    fn values_stay_with_coordinates_fixed(
        steps in steps(10), extents in extents(), fixed in prop::option::of(0i64..8),
    ) {
        let program = assemble(&steps, 1);
        let simple = simplify(&substitute(&program, &[None, fixed, None]), &extents);
        for mut point in box_points(&extents) {
            point[1] = fixed.unwrap_or(point[1]);
            if let Ok(value) = program.eval(&point) {
                prop_assert_eq!(simple.eval(&point), Ok(value), "{:?}\n{:?}", point, simple);
            }
        }
    }

    #[test]
    fn it_never_costs_more_and_a_second_time_changes_nothing(
        steps in steps(12), extents in extents(),
    ) {
        let program = assemble(&steps, 2);
        let simple = simplify(&program, &extents);
        prop_assert!(cost(&simple) <= cost(&program));
        prop_assert_eq!(simplify(&simple, &extents), simple);
    }
}

/// Simplifies `text`, an expression map, and gives the result as text: what stands after `->`.
fn simplified(text: &str) -> String {
    let map: LayoutMap = text.parse().unwrap();
    let Node::Expr(program) = map.node() else { panic!("{text} is no expression") };
    let extents = map.domain().extents().unwrap();
    let simple = simplify(program, &extents);
    for point in map.domain().points() {
        assert_eq!(simple.eval(&point).ok(), program.eval(&point).ok(), "{text} at {point:?}");
    }
    let map = LayoutMap::expr(map.domain().clone(), map.codomain().clone(), simple).unwrap();
    let text = map.to_string();
    let (_, result) = text.split_once("-> ").unwrap();
    result.trim_end_matches('>').to_string()
}

#[test]
fn worked_examples() {
    let cases = [
        // Neutral and absorbing elements, constants.
        ("(x : 8)", "x + 0", "x"),
        ("(x : 8)", "x * 1 * 1", "x"),
        ("(x : 8)", "(x * 3) * 0 + 2 * 3", "6"),
        ("(x : 8)", "x xor x", "0"),
        ("(x : 8)", "x xor 40 xor 8 xor 32", "x"),
        // Ranges.
        ("(x : 8)", "x mod 8 + x floordiv 8", "x"),
        ("(x : 9)", "x mod 8", "x mod 8"),
        ("(x : 8)", "x floordiv 1 + x mod 1", "x"),
        ("(x : 8, y : 8)", "(x + 8) mod (y + 20)", "x + 8"),
        // Digits.
        ("(x : 9, y : 4)", "(x * 4 + y) floordiv 4", "x"),
        ("(x : 9, y : 4)", "(x * 4 + y) mod 4", "y"),
        ("(x : 9, y : 5)", "(x * 4 + y) floordiv 4", "x + y floordiv 4"),
        ("(x : 32, y : 4)", "(x * 4 + y) mod 64", "x mod 16 * 4 + y"),
        ("(x : 32, y : 4)", "(x * 4 + y) floordiv 64", "x floordiv 16"),
        ("(x : 64)", "x floordiv 2 floordiv 4", "x floordiv 8"),
        ("(x : 64)", "x mod 32 mod 8", "x mod 8"),
        ("(x : 64)", "x mod 32 floordiv 8", "x floordiv 8 mod 4"),
        ("(x : 64)", "x mod 6 mod 4", "x mod 6 mod 4"),
        ("(x : 64)", "(x + 13) floordiv 4", "(x + 1) floordiv 4 + 3"),
        ("(x : 64, y : 9)", "(x * 5 + y) mod 5", "y mod 5"),
        // Digits joined.
        ("(x : 64)", "x floordiv 4 * 4 + x mod 4", "x"),
        ("(x : 64)", "x floordiv 2 floordiv 4 * 8 + x mod 8", "x"),
        ("(x : 64)", "x floordiv 4 mod 4 * 4 + x mod 4", "x mod 16"),
        ("(x : 64)", "x - x floordiv 4 * 4", "x mod 4"),
        ("(x : 64, y : 9)", "x + 7 * y - (x + 7 * y) floordiv 5 * 5", "(x + y * 2) mod 5"),
        // Sums.
        ("(x : 8, y : 8)", "(x + 3) * 5 + (y + 1)", "x * 5 + y + 16"),
        ("(x : 8, y : 8)", "(y + x) * 2 - y - y", "x * 2"),
        ("(x : 8, y : 8)", "7 - x - y * 2", "7 - x - y * 2"),
        ("(x : 8, y : 8, z : 8)", "x * 4 + z + y * 4", "(x + y) * 4 + z"),
        // Shifts and masks.
        ("(x : 64)", "x shl 3", "x * 8"),
        ("(x : 64)", "x shr 3", "x floordiv 8"),
        ("(x : 64)", "x and 7", "x mod 8"),
        ("(x : 64)", "x and 127", "x"),
        ("(x : 64)", "(x shl 3) and 7", "0"),
        ("(x : 64)", "(x and 56) shr 3", "x floordiv 8"),
        ("(x : 64)", "(x - 3) shr 1", "x - 3 shr 1"),
        ("(x : 64)", "x shl 60", "x shl 60"),
        ("(x : 64, y : 8)", "(x * 8 + y) and 56", "x mod 8 * 8"),
        // Fields.
        ("(x : 8, y : 8)", "x shl 3 xor y", "x * 8 + y"),
        ("(x : 8)", "x xor 16", "x + 16"),
        ("(x : 64)", "(x mod 8) * 8 xor 19", "(x mod 8 xor 2) * 8 + 3"),
        (
            "(row : 8, col : 64)",
            "(row * 64 + col) xor ((row mod 8) * 8)",
            "row * 64 + (row * 8 xor col)",
        ),
        (
            "(row : 16, lane : 8, s : 8)",
            "(row * 64 + lane * 8 + s) xor ((row mod 8) * 8)",
            "row * 64 + (row mod 8 xor lane) * 8 + s",
        ),
        (
            "(t : 128, s : 8)",
            "(t * 8 + s) xor (((t * 8 + s) and 448) shr 3)",
            "(t * 8 xor t and 56) + s",
        ),
        (
            "(t : 128)",
            "(t floordiv 8 * 64 + t mod 64) xor 8",
            "t floordiv 8 * 64 + (t mod 64 xor 8)",
        ),
        (
            "(row : 64, col : 64)",
            "(((row and 7) xor (col shr 3)) shl 3) + (col and 7)",
            "(row mod 8 xor col floordiv 8) * 8 + col mod 8",
        ),
    ];
    let mut wrong = Vec::new();
    for (domain, text, expected) in cases {
        let result = simplified(&format!("expr<{domain} -> ({text})>"));
        if result != format!("({expected})") {
            wrong.push(format!("{text} over {domain}: {result}, not ({expected})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn slots_share_what_does_not_depend_on_them() {
    let text = "expr<(lane : 32, slot : 4) -> ((lane floordiv 4) * 63 + (lane mod 4) * 4 + slot)>";
    let map: LayoutMap = text.parse().unwrap();
    let Node::Expr(program) = map.node() else { panic!("{text} is no expression") };
    let mut builder = ProgramBuilder::default();
    let lane = builder.coord(0);
    let mut sizes = Vec::new();
    for slot in 0..4 {
        let fixed = simplify(&substitute(program, &[None, Some(slot)]), &[32, 4]);
        builder.inline(&fixed, &[lane]);
        sizes.push(builder.len());
    }
    // Each further slot adds its constant and one addition.
    assert_eq!(sizes[1..], [sizes[0] + 2, sizes[0] + 4, sizes[0] + 6]);
}

#[test]
fn deep_and_wide_programs_stay_linear() {
    let mut builder = ProgramBuilder::default();
    let x = builder.coord(0);
    let mut value = x;
    for i in 0..4000 {
        let constant = builder.constant(1000 - i % 500);
        value = builder.binary(BinaryOp::ALL[i as usize % 2 * 4], value, constant);
        value = builder.binary(BinaryOp::Xor, value, x);
    }
    let program = builder.finish(&[value]);
    let simple = simplify(&program, &[1 << 20]);
    assert!(simple.insts().len() <= 2 * program.insts().len());
    for x in [0, 1, 77, 1 << 19] {
        if let Ok(value) = program.eval(&[x]) {
            assert_eq!(simple.eval(&[x]), Ok(value));
        }
    }
}
