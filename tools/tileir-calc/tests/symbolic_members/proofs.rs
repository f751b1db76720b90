//! What is proved of a symbolic layout's maps, over generated layouts: the member has its own map's
//! codomain, and each fact is what `prove` says of that map.

use tileir::LayoutMap;
use tileir::proof::{Budget, Facts, Verdict, prove, prove_family_under};
use tileir_calc::session::Answer;
use tileir_calc::symbolic::maps;
use tileir_calc::value::Value;

use crate::lines::{Choices, RANGES, Range, answer, members, session};

/// How many members are in a way, and how many facts of them are known.
#[derive(Default)]
struct Known {
    members: usize,
    facts: usize,
}

fn facts(facts: &Facts) -> [&Verdict; 4] {
    [&facts.total, &facts.bounds, &facts.injective, &facts.surjective]
}

/// The maps of one line's members, and what is proved of them.
fn compare(line: &str, n: Range, m: Range, known: &mut Known) {
    let Ok(Answer { value: layout @ Value::Symbolic(_), .. }) =
        answer(&mut session(n.0, m.0), line)
    else {
        return;
    };
    // An extent that can leave 64 bits makes no family.
    let Ok((ways, rest)) = maps(&layout) else { return };
    let is_known = rest.is_none_or(|rest| rest.to_string().contains("no flat form"));
    assert!(is_known, "{line}: other ways are unknown");
    let budget = Budget::default();
    for way in ways {
        let found = [Budget::of_points(0), budget]
            .map(|budget| prove_family_under(&way.family, &way.guard, &budget));
        let names: Vec<&str> = way.family.parameters().iter().map(|own| own.name()).collect();
        for (a, b) in members(n, m) {
            let value = |name: &&str| if *name == "n" { a } else { b };
            let values: Vec<i64> = names.iter().map(value).collect();
            if !way.guard.holds(&values) {
                continue;
            }
            let plain = answer(&mut session(&a.to_string(), &b.to_string()), line).expect(line);
            let map: LayoutMap = plain.value.to_map().expect(line);
            let about = format!("{line} at n = {a}, m = {b} by {:?}", way.condition);
            let member = way.family.bind(&values).expect(&about);
            assert_eq!(member.codomain(), map.codomain(), "{about}");
            known.members += 1;
            let expected = prove(&map, &budget);
            let each =
                found.iter().flat_map(|found| found.each().into_iter().zip(facts(&expected)));
            for ((name, split), expected) in each {
                let Some(guarded) = split.at(&values) else { continue };
                let contradicts = !expected.is_unknown() && guarded.says() != expected.says();
                assert!(!contradicts, "{name} of {about}: {guarded}, not {expected}");
                known.facts += 1;
            }
        }
    }
}

#[test]
fn what_is_proved_of_a_member_is_so_of_its_map() {
    let (mut choices, mut known) = (Choices(3), Known::default());
    for _ in 0..150 {
        let (n, m) = (choices.pick(RANGES), choices.pick(RANGES));
        let line = match choices.below(3) {
            0 => format!("logical_divide({}, {})", choices.layout(2), choices.layout(1)),
            _ => choices.layout(3),
        };
        compare(&line, n, m, &mut known);
    }
    assert!(known.members > 1000, "{} members", known.members);
    assert!(known.facts > 6 * known.members, "{} of {}", known.facts, known.members);
}

#[test]
fn where_a_codomain_ends_differently_is_another_way() {
    let cases = [
        ("-4..=20", "(n,8):(8,1)", "0 le n"),
        ("0..=8", "n:1", "-"),
        ("-3..=3", "(4,2):(n,1)", "0 le n; n lt 0"),
        ("0..=2", "n:12", "n ne 0; n eq 0"),
    ];
    for (range, line, conditions) in cases {
        let layout = answer(&mut session(range, "1..=2"), line).expect(line).value;
        let (ways, _) = maps(&layout).expect(line);
        let found: Vec<String> =
            ways.into_iter().map(|way| way.condition.unwrap_or_else(|| "-".to_owned())).collect();
        assert_eq!(found.join("; "), conditions, "{line}");
    }
}

#[test]
fn members_whose_numbers_pass_through_large_ones_are_asked_by_themselves() {
    let one = ("1..=1", 1, 1, 1);
    let (root, four) = (3_037_000_499, 4_000_000_000);
    let cases = [
        (("3037000497..=3037000501", root - 2, root + 2, 1), "(n-3037000496):(n-3037000495)"),
        (("3037000497..=3037000503", root - 2, root + 4, 1), "n:n"),
        (("3037000497..=3037000503", root - 2, root + 4, 1), "n:-n"),
        (("4000000000..=4000000003", four, four + 3, 1), "(n - 3999999998, 2):(n,1)"),
        (("4000000000..=4000000003", four, four + 3, 1), "n - 3999999998:n"),
        (("4000000000..=4000000003", four, four + 3, 1), "(2, n - 3999999998):(n,n)"),
        (("4611686018427387903..=4611686018427387906", i64::MAX / 2, i64::MAX / 2 + 3, 1), "n:4"),
        (
            ("4611686018427387901..=4611686018427387904", i64::MAX / 2 - 2, i64::MAX / 2 + 1, 1),
            "n:(n-4611686018427387900)*(n-4611686018427387899)",
        ),
    ];
    for (range, line) in cases {
        let mut known = Known::default();
        compare(line, range, one, &mut known);
        assert_eq!(known.members, members(range, one).len(), "{line}");
    }
}

#[test]
fn of_more_members_it_is_said_that_they_were_not_asked() {
    let layout = answer(&mut session("2..=3037000501", "1..=1"), "n:n").expect("a layout").value;
    let (ways, rest) = maps(&layout).expect("two members have a map without end");
    let found: Vec<_> = ways.into_iter().map(|way| way.condition).collect();
    assert_eq!(found, [Some("9223372036854775807 lt n * n - n + 1".to_owned())]);
    assert!(rest.is_some_and(|rest| rest.to_string().starts_with("other ways: unknown")));
    for (range, line) in [
        ("2..=9223372036854775800", "prove(2:-n*n*n)"),
        ("0..=3037000600", "prove((8,n+2):(1,n*n))"),
        ("4294967297..=4295967297", "(n-4294967296,n-4294967295):(1,2)"),
    ] {
        let why = answer(&mut session(range, "1..=1"), line).expect_err(line);
        assert!(why.contains("other ways: unknown"), "{line}: {why}");
    }
}

#[test]
fn a_member_that_shows_it_is_found_where_its_guard_is_of_long_numbers() {
    for (range, line) in [
        ("3037000499..=3037000502", "prove(n-3037000497:n/2*n)"),
        ("4611686018427387903..=4611686018427387905", "prove(n-4611686018427387901:n)"),
    ] {
        let shown = answer(&mut session(range, "1..=1"), line).expect(line).value.to_string();
        assert!(shown.contains("total: disproved, at (2)"), "{line}: {shown}");
    }
}
