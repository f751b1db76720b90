//! Joins, replicas, weights and errors of correspondences, one fact a test.

mod common;

use common::budgets::within;
use tileir::corr::{CorrError, LayoutCorr, Sense};
use tileir::proof::Budget;
use tileir::{IndexSet, LayoutMap};

const BUDGET: Budget = Budget::of_points(1 << 20);
const NOTHING: Budget = Budget::of_points(0);

fn map(text: &str) -> LayoutMap {
    text.parse().expect(text)
}

fn set(text: &str) -> IndexSet {
    text.parse().expect(text)
}

/// Two copies of each of 8 rows, four apart.
fn copied() -> LayoutCorr {
    let placed = map("expr<(row : 4, copy : 2) -> (row + 4*copy) to (slot : 8)>");
    LayoutCorr::placement(set("(row : 4)"), set("(copy : 2)"), placed).unwrap()
}

#[test]
fn a_function_after_a_function_is_one_over_the_same_points() {
    let f = LayoutCorr::from_map(map("expr<(i : 1048576) -> (i * 2) to (a : 2097152)>")).unwrap();
    let g = LayoutCorr::from_map(map("expr<(a : 2097152) -> (a + 1) to (b : 2097153)>")).unwrap();
    let both = f.compose(&g).unwrap();
    assert_eq!(
        both.to_string(),
        "corr<identity<(i : 1048576)>, \
        expr<(i : 1048576) -> (i * 2 + 1) to (b : 2097153)>>"
    );
    let direct = map("expr<(i : 1048576) -> (2*i + 1) to (b : 2097153)>");
    let verdict = both.equal(&LayoutCorr::from_map(direct).unwrap(), &NOTHING).unwrap();
    assert_eq!(verdict.to_string(), "proved by structure");
}

#[test]
fn a_join_of_placements_leaves_the_named_coordinates_out() {
    let moved = map("expr<(slot : 8, turn : 3) -> (slot + 8*turn) to (bank : 24)>");
    let moved = LayoutCorr::placement(set("(slot : 8)"), set("(turn : 3)"), moved).unwrap();
    let both = copied().compose(&moved).unwrap();
    assert_eq!(
        both.occurrences().map(ToString::to_string).as_deref(),
        Some("(row : 4, copy : 2, turn : 3)")
    );
    assert_eq!(both.replicas(), ["copy", "turn"]);
    let places: Vec<_> = both.image(&[1], &BUDGET).unwrap().into_keys().collect();
    assert_eq!(places, [[1], [5], [9], [13], [17], [21]]);
}

#[test]
fn a_join_of_two_arithmetic_legs_is_a_constrained_product() {
    let sum = LayoutCorr::new(
        map("expr<(i : 4, j : 4) -> (i) to (a : 4)>"),
        map("expr<(i : 4, j : 4) -> (i + j) to (s : 7)>"),
    );
    let split = LayoutCorr::new(
        map("expr<(k : 4, l : 4) -> (2 * k) to (s : 7)>"),
        map("expr<(k : 4, l : 4) -> (l) to (b : 4)>"),
    );
    let both = sum.unwrap().compose(&split.unwrap()).unwrap();
    let shown = both.occurrences().map(ToString::to_string);
    assert_eq!(shown.as_deref(), Some("(i : 4, j : 4, k : 4, l : 4 where i + j eq k * 2)"));
    assert_eq!(both.image(&[3], &BUDGET).unwrap().values().sum::<u64>(), 8);
}

#[test]
fn a_join_of_what_is_no_arithmetic_stays_two_correspondences() {
    let table = |axis: &str, factor: i64| {
        let values: Vec<Vec<i64>> = (0..400).map(|i| vec![i * factor % 400]).collect();
        LayoutMap::table(set(&format!("({axis} : 400)")), set("(m : 400)"), &values).unwrap()
    };
    assert!(table("k", 7).program().is_none());
    let leg =
        |axis: &str, to: &str| map(&format!("expr<({axis} : 400) -> ({axis}) to ({to} : 400)>"));
    let first = LayoutCorr::new(leg("i", "a"), table("i", 7)).unwrap();
    let second = LayoutCorr::new(table("k", 7), leg("k", "b")).unwrap();
    let both = first.compose(&second).unwrap();
    assert!(both.legs().is_none());
    assert!(both.to_string().starts_with("join<corr<"));
    assert_eq!(both.image(&[5], &BUDGET).unwrap().into_keys().collect::<Vec<_>>(), [[5]]);
    let same = LayoutCorr::new(leg("i", "a"), leg("i", "b")).unwrap();
    assert!(within(&BUDGET, |budget| both.equal(&same, budget)).unwrap().is_proved());
    assert!(both.converse().converse().equal(&both, &NOTHING).unwrap().is_proved());
}

#[test]
fn a_table_before_a_function_is_composed_without_a_join() {
    let values: Vec<Vec<i64>> = (0..400).map(|i| vec![i * 7 % 400]).collect();
    let table = LayoutMap::table(set("(i : 400)"), set("(a : 400)"), &values).unwrap();
    let after = map("expr<(a : 400) -> (a floordiv 2) to (b : 200)>");
    let both = LayoutCorr::from_map(table).unwrap();
    let both = both.compose(&LayoutCorr::from_map(after).unwrap()).unwrap();
    assert_eq!(both.occurrences(), Some(&set("(i : 400)")));
    assert_eq!(both.image(&[1], &BUDGET).unwrap().into_keys().collect::<Vec<_>>(), [[3]]);
}

#[test]
fn an_occurrence_without_a_value_relates_nothing() {
    let r = LayoutCorr::from_map(map("expr<(i : 4) -> (6 floordiv (i - 1)) to (a : 5)>")).unwrap();
    // i = 0 is -6, outside; i = 1 divides by zero; i = 2 is 6, outside; i = 3 is 3.
    let pairs: Vec<_> = r.pairs(&BUDGET).unwrap().into_keys().collect();
    assert_eq!(pairs, [(vec![3], vec![3])]);
    let twice = r.converse().compose(&r).unwrap();
    assert_eq!(twice.pairs(&BUDGET).unwrap().into_keys().collect::<Vec<_>>(), [(vec![3], vec![3])]);
}

#[test]
fn a_dropped_axis_is_counted_and_a_replica_kept() {
    let r = LayoutCorr::new(
        map("expr<(i : 4, k : 3) -> (i) to (a : 4)>"),
        map("expr<(i : 4, k : 3) -> (2 * i) to (b : 8)>"),
    );
    let simple = r.unwrap().simplify(Sense::Multiplicities, &NOTHING).unwrap();
    assert_eq!(simple.weight(), 3);
    assert_eq!(
        simple.to_string(),
        "corr<expr<(i : 4) -> (i) to (a : 4)>, expr<(i : 4) -> (i * 2) to (b : 8)>, 3 times>"
    );
    let same_place = map("expr<(row : 4, copy : 2) -> (row) to (slot : 8)>");
    let both = LayoutCorr::placement(set("(row : 4)"), set("(copy : 2)"), same_place).unwrap();
    let counted = both.simplify(Sense::Multiplicities, &NOTHING).unwrap();
    assert_eq!(counted.replicas(), ["copy"]);
    assert!(counted.to_string().ends_with(", replicas = [\"copy\"]>"), "{counted}");
    let paired = both.simplify(Sense::Pairs, &NOTHING).unwrap();
    assert!(paired.replicas().is_empty());
    assert!(within(&BUDGET, |budget| paired.same_pairs(&both, budget)).unwrap().is_proved());
    let witness =
        within(&BUDGET, |budget| paired.equal(&both, budget)).unwrap().witness().cloned().unwrap();
    assert_eq!((witness.left, witness.right), (1, 2));
}

#[test]
fn replicas_are_named_once_in_any_order() {
    let leg = || map("expr<(i : 2, j : 2, k : 2) -> (i) to (a : 2)>");
    let named = |names: &[&str]| LayoutCorr::new(leg(), leg()).unwrap().with_replicas(names);
    assert_eq!(named(&["k", "j"]).unwrap(), named(&["j", "k"]).unwrap());
    assert_eq!(named(&["k", "j"]).unwrap().replicas(), ["j", "k"]);
    let errors = [named(&["j", "j"]), named(&["l"])].map(|named| named.unwrap_err().to_string());
    assert_eq!(errors[0], "axis 'j' is named twice");
    assert!(errors[1].contains("'l'"), "{}", errors[1]);
}

#[test]
fn an_axis_that_a_constraint_speaks_of_stays() {
    let left = map("expr<(i : 4, k : 3 where k le i) -> (i) to (a : 4)>");
    let right = map("expr<(i : 4, k : 3 where k le i) -> (i) to (b : 4)>");
    let r = LayoutCorr::new(left, right).unwrap();
    let simple = r.simplify(Sense::Multiplicities, &BUDGET).unwrap();
    assert_eq!(simple.occurrences(), r.occurrences());
}

#[test]
fn errors_name_both_sides() {
    let left = map("expr<(i : 4) -> (i) to (a : 4)>");
    let right = map("expr<(j : 4) -> (j) to (b : 4)>");
    let error = LayoutCorr::new(left.clone(), right.clone()).unwrap_err();
    assert_eq!(error.to_string(), "the left leg starts from (i : 4), the right leg from (j : 4)");
    let (r, s) = (LayoutCorr::from_map(left).unwrap(), LayoutCorr::from_map(right).unwrap());
    let error = r.compose(&s).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot compose: the first correspondence goes to (a : 4), the second from (j : 4)"
    );
    assert!(matches!(within(&BUDGET, |budget| r.equal(&s, budget)), Err(CorrError::Sets { .. })));
    assert!(matches!(
        r.image(&[1, 2], &BUDGET),
        Err(CorrError::Rank { expected: 1, found: 2, .. })
    ));
    assert!(matches!(copied().pairs(&NOTHING), Err(CorrError::Size { budget: 0, .. })));
    let placed = map("expr<(row : 4) -> (row) to (slot : 8)>");
    let error = LayoutCorr::placement(set("(row : 4)"), set("(copy : 2)"), placed).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the placement starts from (row : 4), not from (row : 4, copy : 2)"
    );
}

/// A map that is no arithmetic, so that a join of two is kept as it is.
fn scattered(text: &str, to: &str) -> LayoutCorr {
    let rows: Vec<String> = (0..40).map(|i| ((i * 7 + 3) % 40).to_string()).collect();
    let table = format!("table<{text} -> {to}, [{}]>", rows.join(", "));
    LayoutCorr::from_map(map(&table)).unwrap().converse()
}

#[test]
fn the_questions_inside_a_join_share_one_budget() {
    let first = scattered("(i : 40)", "(a : 40)");
    let second = scattered("(b : 40)", "(i : 40)");
    let third = scattered("(c : 40)", "(b : 40)");
    let joined = first.compose(&second).unwrap().compose(&third).unwrap();
    let image = joined.image(&[3], &BUDGET).unwrap();
    assert_eq!(image.values().sum::<u64>(), 1);
    assert_eq!(joined.pairs(&BUDGET).unwrap().len(), 40);
    // What is needed is named, and is enough.
    let mut points = 0;
    while let Err(CorrError::Size { points: needed, budget }) =
        joined.image(&[3], &Budget::of_points(points))
    {
        assert_eq!(budget, points);
        let needed: u64 = needed.parse().unwrap();
        assert!(needed > points, "{needed}");
        points = needed;
    }
    assert_eq!(joined.image(&[3], &Budget::of_points(points)).unwrap(), image);
    let error = joined.image(&[3], &NOTHING).unwrap_err();
    assert!(
        error.to_string().ends_with("points are to be looked at, over the budget of 0"),
        "{error}"
    );
}

#[test]
fn equal_functions_through_other_occurrences_are_proved_at_any_size() {
    let direct = LayoutCorr::from_map(map("expr<(i : 1073741824) -> (i + 5) to (a : 2147483648)>"));
    let shifted = LayoutCorr::new(
        map("expr<(q : 33554432, r : 32) -> (32 * q + r) to (i : 1073741824)>"),
        map("expr<(q : 33554432, r : 32) -> (32 * q + r + 5) to (a : 2147483648)>"),
    );
    let verdict = direct.unwrap().equal(&shifted.unwrap(), &NOTHING).unwrap();
    assert!(verdict.is_proved(), "{verdict}");
}
