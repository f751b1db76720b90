//! Sets: boxes with constraints.

use proptest::prelude::*;
use tileir::{EvalError, IndexSet, MapError, Size};

fn set(text: &str) -> IndexSet {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_triangle_has_its_points_in_order() {
    let triangle = set("(i : 3, j : 3 where i + j lt 3)");
    let points: Vec<_> = triangle.points().collect();
    assert_eq!(points, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0]]);
    assert_eq!(triangle.cardinality(), Some(6));
    assert!(triangle.contains(&[1, 1]) && !triangle.contains(&[2, 1]));
    assert_eq!(triangle.extents(), None);
    assert_eq!(triangle.hull_extents(), Some(vec![3, 3]));
    assert_eq!(triangle.to_string(), "(i : 3, j : 3 where i + j lt 3)");
}

/// Few points in a huge box are found without a walk through the box.
#[test]
fn points_that_constraints_leave_are_found_in_a_huge_box() {
    let listed = |text: &str| set(text).points().collect::<Vec<_>>();
    assert_eq!(listed("(q : 10000000000, i : 2 where i gt 5)"), Vec::<Vec<i64>>::new());
    assert_eq!(
        listed("(b : 1048576, q : 1048576 where b eq 12 and b eq 64)"),
        Vec::<Vec<i64>>::new()
    );
    assert_eq!(
        listed("(a : 1000000, b : 1000000, c : 1000000 where a eq 999999, b lt 2, c eq 3)"),
        [[999_999, 0, 3], [999_999, 1, 3]]
    );
    assert_eq!(
        listed("(a : 1000, q : 2, b : 1000 where a + b eq 1, 3 lt 4)"),
        [[0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 0]]
    );
    assert_eq!(listed("(q : 10000000000, i : 2 where 4 lt 3)"), Vec::<Vec<i64>>::new());
    let mut sparse = set("(q : 10000000000, i : 9 where i eq 7)").points();
    assert_eq!(sparse.next(), Some(vec![0, 7]));
    assert_eq!(sparse.next(), Some(vec![1, 7]));
}

#[test]
fn an_excluded_point_is_named_with_its_constraint() {
    let set = set("(i : 8, j : 8 where i ne j, j ge 2)");
    let excluded = |constraint: &str, point: Vec<i64>| {
        Err(EvalError::Excluded { constraint: constraint.to_string(), point })
    };
    assert_eq!(set.check(&[3, 3]), excluded("i ne j", vec![3, 3]));
    assert_eq!(set.check(&[3, 1]), excluded("2 le j", vec![3, 1]));
    assert_eq!(set.check(&[3, 4]), Ok(()));
    assert_eq!(
        set.check(&[3, 1]).unwrap_err().to_string(),
        "the point (3, 1) does not satisfy '2 le j'"
    );
}

proptest! {
    /// The points are those of the box that the set contains, in the box's order, however the
    /// constraints tie the axes.
    #[test]
    fn the_points_are_those_of_the_box_that_lie_in_the_set(
        extents in prop::collection::vec(0..5i64, 4),
        picked in prop::collection::vec(0..9usize, 0..5),
    ) {
        let all = [
            "a lt c", "b ne 2", "c + d lt 5", "a eq d", "12 floordiv b", "a", "d ge 1", "1 lt 2", "b le d",
        ];
        let texts: Vec<&str> = picked.iter().map(|&place| all[place]).collect();
        let constraints = match texts.is_empty() {
            true => String::new(),
            false => format!(" where {}", texts.join(", ")),
        };
        let [a, b, c, d] = extents[..] else { unreachable!("four extents") };
        let set = set(&format!("(a : {a}, b : {b}, c : {c}, d : {d}{constraints})"));
        let expected: Vec<_> = set.hull().points().filter(|point| set.contains(point)).collect();
        prop_assert_eq!(set.points().collect::<Vec<_>>(), expected);
        prop_assert_eq!(set.points().count() as i64, set.cardinality().unwrap());
    }

    /// A point is in the set exactly if each constraint by itself has a value there other than 0;
    /// the first that has not is the one named.
    #[test]
    fn a_point_is_tested_against_one_constraint_after_the_other(
        picked in prop::collection::vec(0..6usize, 1..9),
        i in 0..8i64,
        j in 0..8i64,
    ) {
        let all = ["i ne j", "12 floordiv i", "j lt 6", "i mod j", "i + j", "i floordiv 4 + j floordiv 4"];
        let mut texts: Vec<&str> = Vec::new();
        for place in picked {
            if !texts.contains(&all[place]) {
                texts.push(all[place]);
            }
        }
        let alone = |text: &&&str| set(&format!("(i : 8, j : 8 where {text})")).contains(&[i, j]);
        let broken = texts.iter().find(|text| !alone(text)).map(|text| text.to_string());
        let together = set(&format!("(i : 8, j : 8 where {})", texts.join(", ")));
        let named = match together.check(&[i, j]) {
            Err(EvalError::Excluded { constraint, .. }) => Some(constraint),
            _ => None,
        };
        prop_assert_eq!(together.contains(&[i, j]), broken.is_none());
        prop_assert_eq!(together.points().any(|point| point == [i, j]), broken.is_none());
        prop_assert_eq!(named, broken);
    }
}

#[test]
fn a_set_without_points_is_seen_to_have_none() {
    assert!(set("(i : 5, j : 7 where i lt 0)").has_no_point());
    assert!(set("(i : 5, j : 0)").has_no_point());
    assert!(set("(i : 5 where 0)").has_no_point());
    assert!(!set("(i : 5, j : 7 where i + j eq 10)").has_no_point());
    // Among so many points it is not looked for.
    assert!(!set("(i : 2000, j : 2000 where i + j lt 0)").has_no_point());
    assert!(set("(i : 1000000, j : 1000000 where i lt 0)").has_no_point());
}

#[test]
fn where_a_constraint_has_no_value_there_is_no_point() {
    let set = set("(i : 4 where 12 floordiv i)");
    assert_eq!(set.points().collect::<Vec<_>>(), [[1], [2], [3]]);
}

#[test]
fn independent_axes_are_counted_apart() {
    let wide = set("(i : 1000000, j : 1000000, k : 8 where i mod 2 eq 0, k lt 3)");
    assert_eq!(wide.cardinality(), Some(500_000 * 1_000_000 * 3));
    let tied = set("(i : 1000000, j : 1000000 where i lt j)");
    assert_eq!(tied.cardinality(), None);
    assert_eq!(set("(i : 1000000, j : 0 where i lt j)").cardinality(), Some(0));
    assert_eq!(set("(i : 5 where 0)").cardinality(), Some(0));
    assert_eq!(set("(i where i lt 5)").cardinality(), None);
}

#[test]
fn groups_are_looked_at_as_long_as_they_are_few_together() {
    let axes = |count: usize| {
        let texts = |text: fn(usize) -> String| (0..count).map(text).collect::<Vec<_>>().join(", ");
        let (axes, above) =
            (texts(|k| format!("x{k} : 1048576")), texts(|k| format!("x{k} gt 1048573")));
        set(&format!("({axes} where {above})"))
    };
    assert_eq!(axes(4).size(), Size::Counted(16));
    assert_eq!(axes(5).size(), Size::Uncounted);
    assert_eq!(axes(60).size(), Size::Uncounted);
    assert!(!axes(60).has_no_point());
}

#[test]
fn a_group_too_large_to_list_is_walked_beside_listed_ones() {
    let set = set("(k : 4, i : 1500, l : 9, j : 1500 where i + j lt 2, k + l eq 9, k mod 2 eq 1)");
    let walked = |k, l| [[k, 0, l, 0], [k, 0, l, 1], [k, 1, l, 0]];
    let expected: Vec<[i64; 4]> =
        [(1, 8), (3, 6)].into_iter().flat_map(|(k, l)| walked(k, l)).collect();
    assert_eq!(set.points().collect::<Vec<_>>(), expected);
    assert_eq!(set.size(), Size::Uncounted);
}

#[test]
fn an_intersection_has_both_constraints() {
    let both = set("(i : 8 where i ge 2)").intersection(&set("(i : 6 where i mod 2 eq 0)"));
    let both = both.unwrap();
    assert_eq!(both.points().collect::<Vec<_>>(), [[2], [4]]);
    assert_eq!(both.to_string(), "(i : 6 where 2 le i, i mod 2 eq 0)");
    let error = set("(i : 8)").intersection(&set("(j : 8)")).unwrap_err();
    assert!(matches!(error, MapError::Mismatch { .. }), "{error}");
}

#[test]
fn a_selection_keeps_the_constraints_on_its_axes() {
    let set = set("(i : 8, j : 8, k : 8 where i lt 3, j lt k)");
    assert_eq!(set.select(&[2, 0]).unwrap().to_string(), "(k : 8, i : 8 where i lt 3)");
    assert_eq!(set.select(&[1, 2]).unwrap().to_string(), "(j : 8, k : 8 where j lt k)");
    assert!(matches!(set.select(&[3]), Err(MapError::UnknownAxis { .. })));
}

#[test]
fn bad_sets_are_located() {
    for (text, offset, reason) in [
        ("(i : 8 where)", 12, "expected an expression, found ')'"),
        ("(i : 8, where i)", 8, "expected a name, found 'where'"),
        ("(i : 8 where k)", 13, "unknown axis 'k'"),
        ("(where : 8)", 7, "expected an expression, found ':'"),
    ] {
        let error = text.parse::<IndexSet>().unwrap_err();
        assert_eq!((error.offset, error.to_string().as_str()), (offset, reason), "{text}");
    }
}

proptest! {
    #[test]
    fn sets_are_what_their_constraints_say(
        n in 0i64..9, m in 0i64..9, a in -3i64..9, b in 1i64..5, c in 0i64..5,
    ) {
        let text = format!("(i : {n}, j : {m} where i + j ge {a}, (i * j) mod {b} le {c})");
        let set = set(&text);
        let all = (0..n).flat_map(|i| (0..m).map(move |j| vec![i, j]));
        let expected: Vec<_> = all.filter(|p| p[0] + p[1] >= a && p[0] * p[1] % b <= c).collect();
        prop_assert_eq!(set.points().collect::<Vec<_>>(), expected.clone());
        prop_assert_eq!(set.cardinality(), Some(expected.len() as i64));
        prop_assert_eq!(set.to_string().parse::<IndexSet>(), Ok(set));
    }
}
