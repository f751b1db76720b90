//! Members that are asked by themselves, numbers that pass through large ones, and tuples.

use tileir_calc::render;
use tileir_calc::session::{Answer, Session};
use tileir_calc::value::Value;

use crate::limits::{bound, direct, session, symbolic};
use crate::lines::answer;

/// Every member of a line's result is what the numbers give, and no other is given.
fn exactly(range: (i64, i64), line: &str) {
    let mut whole = session(&format!("{}..={}", range.0, range.1));
    for n in range.0..=range.1 {
        let (member, expected) = (bound(&mut whole, line, n), direct(line, n));
        // A composition without a flat form is no member.
        let expected = expected.ok().filter(|own| !matches!(own, Value::Composition(..)));
        assert_eq!(member.ok(), expected, "{line} at {n}");
    }
}

#[test]
fn few_members_are_asked_by_themselves_where_no_rule_decides() {
    for ((lo, hi), line) in [
        ((4, 6), "(3,8):(8,n) o 12:4"),
        ((1, 16), "zipped_product((n):(4), 4:5)"),
        ((1, 12), "tiled_product((n*n,4):(1,(n*n)*n), 4:16)"),
        ((0, 1), "n*4611686018427387904 + n*4611686018427387904"),
        ((-2, 1), "(n*4611686018427387904 + n*4611686018427387904, 3)"),
        ((0, 3), "(4,2):(1,n*4611686018427387904*2)"),
    ] {
        exactly((lo, hi), line);
    }
}

#[test]
fn members_beyond_64_bits_are_refused_whatever_the_operation_asks() {
    let m = "2..=4611686018427387904";
    for (n, line) in [
        ("4611686018427387904..=4611686018427387904", "(3,8,3,1):(2,6,1,2) o 3:n"),
        ("4611686018427387901..=4611686018427387901", "logical_divide((m,m,m):(n,1,n), 5)"),
        ("4611686018427387903..=4611686018427387904", "((n,4),2):((n,n),1) o n:n"),
    ] {
        let mut session = session(n);
        answer(&mut session, &format!("m = {m}")).expect("a parameter");
        match answer(&mut session, line) {
            Ok(Answer { value: Value::Symbolic(found), .. }) => {
                assert!(found.ways.iter().all(|way| !way.guards.is_empty()), "{line}: {found}");
            }
            other => assert!(other.is_err(), "{line}: {other:?}"),
        }
    }
}

#[test]
fn an_empty_outer_layout_is_refused_and_nothing_worse() {
    for (n, m, line) in [
        (-1..=10, 2..=7, "composition(((n,4),(n,3,4)):((2,4),(n,6,n)), (1, (m,m,4):(n,m,4)))"),
        (-2..=9, 2..=5, "composition(((n,m),(n,3,4)):((2,4),(n,m,n)), (6, (m,m,4):(n,m,4)))"),
        (-2..=9, 2..=9, "composition(((n,4),(n,3,4)):((2,4),(n,m,n)), (1, (m,n,4):(n,m,4)))"),
    ] {
        let mut whole = session(&format!("{}..={}", n.start(), n.end()));
        answer(&mut whole, &format!("m = {}..={}", m.start(), m.end())).expect("a parameter");
        let found = answer(&mut whole, &format!("r = {line}"));
        for (n, m) in n.flat_map(|n| m.clone().map(move |m| (n, m))) {
            let mut plain = session(&n.to_string());
            answer(&mut plain, &format!("m = {m}")).expect("a number");
            let expected = answer(&mut plain, line).ok().map(|answer| answer.value);
            let expected = expected.filter(|own| !matches!(own, Value::Composition(..)));
            let bound = answer(&mut whole, &format!("bind(r, n = {n}, m = {m})"));
            match (found.is_ok(), bound) {
                (true, Ok(bound)) => assert_eq!(Some(bound.value), expected, "{line}, {n}, {m}"),
                (true, Err(why)) => assert!(expected.is_none(), "{line}, {n}, {m}: {why}"),
                (false, _) => assert!(expected.is_none(), "{line}, {n}, {m}"),
            }
        }
    }
}

#[test]
fn that_no_way_was_found_is_not_that_there_is_none() {
    let mut session = session("-1..=6");
    for line in [
        "a = logical_product((2):(6), ((n,8),n,(n,4)):((n,4),n,(2,3)))",
        "b = ((n,(4,2)):(n,(4,2)))(4)",
    ] {
        answer(&mut session, line).expect(line);
    }
    let why = answer(&mut session, "composition(a, (2,(n,2*n)):(n,(b,b)))").expect_err("no way");
    assert!(!why.contains("no values of the parameters are left"), "{why}");
}

#[test]
fn what_a_line_passes_through_must_fit_64_bits_too() {
    let root = 3_037_000_499;
    for line in ["n*n/n", "n*n-n*n", "(n*n/n,2):(1,n)", "(2,2):(1,n*n%7)", "n*n*n/n"] {
        exactly((root - 2, root + 2), line);
    }
    let shown = symbolic(&mut session("1..=4294967296"), "n*n/n").to_string();
    assert_eq!(shown, "n if n * n le 9223372036854775807");
}

#[test]
fn tuples_have_sizes_ranks_and_elements_as_those_of_numbers_have() {
    for line in [
        "size((n,3))",
        "size((n,(3,n)))",
        "size((n,(3,n)), 1)",
        "size((3,n,4294967296,n), 0, 1)",
        "size((n,4294967296,4294967296))",
        "size((4611686018427387904,n,0-1))",
        "size(n)",
        "rank((n,3))",
        "rank(n)",
        "depth((n,(3,(n))))",
        "get((n,(3,n)), 1)",
        "get((n,(3,n)), 1, 0)",
        "size(((n)))",
    ] {
        exactly((-2, 4), line);
    }
    let mut session = session("1..=4");
    for (line, expected) in [
        ("size((n,3), 2)", "there is no mode 2"),
        ("get((n,3), 2)", "there is no mode 2"),
        ("get((n,3), 0, 0)", "must be a layout, not an integer"),
        ("get(n, 0)", "must be a layout, not an integer"),
    ] {
        let why = answer(&mut session, line).expect_err(line);
        assert!(why.contains(expected), "{line}: {why}");
    }
}

#[test]
fn tuples_of_no_member_are_refused() {
    let mut session = session("0..=1");
    for line in ["a = 1/n", "b = 1/(1-n)", "big = 2..=100000", "m = n"] {
        answer(&mut session, line).expect(line);
    }
    for line in ["(a,b)", "c = (a,b)", "big*9223372036854775807"] {
        let why = answer(&mut session, line).expect_err(line);
        assert!(why.contains("no values of the parameters are left"), "{line}: {why}");
    }
    answer(&mut session, "n = 0..=5").expect("another n");
    let why = answer(&mut session, "(m,n)").expect_err("two ranges of n");
    assert!(why.contains("parameter 'n' is named twice"), "{why}");
}

#[test]
fn values_of_parameters_that_nothing_is_left_of_may_be_bound() {
    let mut session = session("1..=4");
    for (line, expected) in [
        ("bind(n-n, n = 3)", "0"),
        ("bind((n,3), n = 1)", "(1,3)"),
        ("bind((n-n,3):(1,2), n = 3)", "(0,3):(1,2)"),
        ("bind((n,4):(1,n), n = 3)", "(3,4):(1,3)"),
    ] {
        let value = answer(&mut session, line).expect(line).value;
        assert_eq!(value.to_string(), expected, "{line}");
    }
    for line in ["bind(n-n, n = 5)", "bind(n-n, m = 1)", "bind(7, m = 1)", "bind((n,3), n = 9)"] {
        assert!(answer(&mut session, line).is_err(), "{line}");
    }
}

#[test]
fn small_numbers_may_be_made_of_large_ones() {
    for (base, lines) in [
        (
            4_000_000_000,
            &[
                "composition(4:n - 3999999998, n - 3999999999:n - 3999999998)",
                "composition((5,n):(n*(n - 3999999998),n), 5:n - 3999999998)",
                "((n - 3999999999)*(n - 3999999998), 2):(n, 1)",
                "coalesce(((n - 3999999998, n - 3999999997)):((1, n - 3999999998)))",
                "logical_divide(n - 3999999990:n - 3999999993, n - 3999999998)",
            ][..],
        ),
        (1_099_511_627_776, &["right_inverse((n - 1099511627770):(n - 1099511627775))"][..]),
    ] {
        for line in lines {
            exactly((base, base + 5), line);
        }
    }
}

#[test]
fn a_stride_of_extent_1_is_0_where_it_leaves_64_bits() {
    let (root, lo) = (3_037_000_499, i64::MIN);
    for line in [
        "composition(1:n, 1:n)",
        "composition(1:-n, 1:n)",
        "composition(1:n, 1:-n)",
        "composition((4,8):(1,n), 1:4*n)",
        "composition((2,n):(n,n), (1,1):(n,2*n))",
        "composition(n:n, 1:n)",
        "composition((1,2):(n,1), 2:1)",
    ] {
        exactly((root - 2, root + 3), line);
    }
    for line in [
        "composition(1:1, 1:n)",
        "composition(1:-1, 1:n)",
        "composition(1:n, 1:-1)",
        "upcast(4:n, 2)",
        "recast(1:n, 8, 16)",
    ] {
        exactly((lo, lo + 3), line);
    }
    for line in [
        "upcast(n:-9223372036854775808, 8)",
        "upcast((n,4):(1,-9223372036854775808), 2)",
        "recast((8,2):(n/n,-9223372036854775808), 1, 4)",
    ] {
        exactly((1, 3), line);
    }
    let found = symbolic(&mut session("1..=4294967296"), "composition(1:n, 1:n)").to_string();
    assert!(found.contains("1:0 if 9223372036854775807 lt n * n"), "{found}");
}

#[test]
fn guards_name_what_their_quotients_rest_on() {
    let mut session = session("-4..=4");
    let read = symbolic_text(&mut session, "read(tirx, \"T.index_map(lambda i: (4 % n,))\", (n))");
    assert!(read.contains("says something if 1 le n and n * (4 floordiv n) eq 4"), "{read}");
}

/// A line's answer as a person sees it.
fn symbolic_text(session: &mut Session, line: &str) -> String {
    let answer = answer(session, line).expect(line);
    render::answer(&answer, session, false)
}
