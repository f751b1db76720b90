//! The law of symbolic results, over generated lines: every member of a result is exactly what the
//! line gives for the numbers, nested alike, with the same numbers, and lies where that lies in its
//! operand's domain. Where the numbers give none, no member is given; where they give one that no way
//! is of, the result says that there may be other ways.

mod alone;
mod limits;
mod lines;
mod proofs;

use std::collections::BTreeMap;

use lines::{Choices, RANGES, Range, WORDS, answer, members, session};
use tileir_calc::operations::all;
use tileir_calc::reach::Domain;
use tileir_calc::session::{Answer, Session};
use tileir_calc::symbolic::{Symbolic, SymbolicDomain, Way};
use tileir_calc::value::Value;

/// What became of the members of one operation's lines.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// Members of the result.
    compared: usize,
    /// Members that the numbers give, and the result does not: no way was found.
    missed: usize,
}

/// The values of the parameters that a result has, by name.
fn named(symbolic: &Symbolic, (n, m): (i64, i64)) -> Vec<(&'static str, i64)> {
    let values = [("n", n), ("m", m)].into_iter();
    values.filter(|(name, _)| symbolic.parameters.position(name).is_some()).collect()
}

/// Whether a way holds for these values.
fn holds(way: &Way, values: &[(&str, i64)]) -> bool {
    way.guards.iter().all(|(parameters, guard)| {
        let value = |name: &str| values.iter().find(|(own, _)| *own == name).map(|own| own.1);
        let values: Option<Vec<i64>> = parameters.iter().map(|p| value(p.name())).collect();
        values.is_some_and(|values| guard.holds(&values))
    })
}

/// Whether what a way says of where its members lie is so for one of them.
fn lies(said: Option<&SymbolicDomain>, found: Option<&Domain>) -> bool {
    let outside = found.is_some_and(|domain| domain.outside().is_some());
    match said {
        Some(SymbolicDomain::Inside) => !outside,
        Some(SymbolicDomain::Outside(first)) => {
            let modes: Vec<Option<usize>> = first.iter().map(|reach| reach.mode).collect();
            outside && found.is_some_and(|domain| modes.contains(&domain.reach.mode))
        }
        Some(SymbolicDomain::Where(_) | SymbolicDomain::Open) => true,
        None => !outside,
    }
}

/// Every member of one line's result, by every way that it has.
fn compare(line: &str, n: Range, m: Range) -> Count {
    let mut symbolic = session(n.0, m.0);
    let whole = answer(&mut symbolic, &format!("r = {line}"));
    let mut count = Count::default();
    let mut taken = Vec::new();
    for (a, b) in members(n, m) {
        let about = format!("{line}, n = {}, m = {}, at n = {a}, m = {b}", n.0, m.0);
        let expected = answer(&mut session(&a.to_string(), &b.to_string()), line);
        let bound = match &whole {
            Ok(Answer { value: Value::Symbolic(found), .. }) => {
                let values = named(found, (a, b));
                taken.resize(found.ways.len(), false);
                let ways = found.ways.iter().zip(&mut taken);
                for (way, taken) in ways.filter(|(way, _)| holds(way, &values)) {
                    *taken = true;
                    by_way(way, found, &values, &expected, &about);
                }
                let values: Vec<String> =
                    values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                answer(&mut symbolic, &format!("bind(r, {})", values.join(", ")))
            }
            settled => settled.clone(),
        };
        match (expected, bound) {
            (Ok(expected), Ok(bound)) => {
                assert_eq!(bound.value, expected.value, "{about}");
                assert_eq!(bound.domain, expected.domain, "{about}");
                count.compared += 1;
            }
            (Err(why), Ok(bound)) => panic!("{about}: {}, but for numbers {why}", bound.value),
            (Ok(Answer { value: Value::Composition(..), .. }) | Err(_), Err(_)) => {}
            (Ok(_), Err(_)) => {
                // A composition without a flat form is no member, but has a size.
                let of_plain = line.rfind("logical_divide(").is_none_or(|place| place == 0);
                if of_plain && let Ok(Answer { value: Value::Symbolic(found), .. }) = &whole {
                    assert!(found.rest.is_some(), "{about}: no way, and others are not said to be");
                }
                count.missed += 1;
            }
        }
    }
    if let Some(none) = taken.iter().position(|taken| !taken)
        && let Ok(Answer { value: Value::Symbolic(found), .. }) = &whole
    {
        panic!("{line}, n = {}, m = {}: no member takes {}", n.0, m.0, found.ways[none]);
    }
    count
}

/// The member by one of the ways that hold for it.
fn by_way(
    way: &Way,
    whole: &Symbolic,
    values: &[(&str, i64)],
    expected: &Result<Answer, String>,
    about: &str,
) {
    let in_order: Vec<i64> = values.iter().map(|(_, value)| *value).collect();
    assert_eq!(in_order.len(), whole.parameters.len(), "{about}");
    let order = whole.parameters.iter().map(|parameter| parameter.name());
    let in_order: Vec<i64> =
        order.filter_map(|name| values.iter().find(|own| own.0 == name)).map(|own| own.1).collect();
    let Ok(member) = way.form.at(&in_order) else { return };
    let Ok(expected) = expected else { panic!("{about}: {member} by {way}, but none for numbers") };
    assert_eq!(member, expected.value, "{about} by {way}");
    assert!(lies(way.domain.as_ref(), expected.domain.as_ref()), "{about}: {:?}", way.domain);
}

#[test]
fn every_member_is_exactly_what_the_numbers_give() {
    let mut choices = Choices(10);
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    for number in 0..WORDS.len() * 50 {
        let word = WORDS[number % WORDS.len()];
        let (n, m) = (choices.pick(RANGES), choices.pick(RANGES));
        let Count { compared, missed } = compare(&choices.line(word), n, m);
        let count = counts.entry(word).or_default();
        count.compared += compared;
        count.missed += missed;
    }
    for (word, count) in &counts {
        assert!(count.compared > 150, "{word}: {count:?}");
    }
    let all = |of: fn(&Count) -> usize| counts.values().map(of).sum::<usize>();
    assert!(all(|count| count.compared) > 40_000, "{}", all(|count| count.compared));
    // What has a flat form for some numbers only, by no rule of divisibility.
    assert!(all(|count| count.missed) < 800, "{counts:?}");
}

#[test]
fn every_operation_that_takes_parameters_is_compared() {
    for operation in all() {
        let mut session = session("1..=6", "1..=2");
        let operands = match operation.name {
            "composition" | "blocked_product" | "raked_product" | "zip" | "append" | "prepend" => {
                "(n,2):(1,n), (2,m):(1,2)"
            }
            "crd2idx" | "slice" | "dice" => "(0,0), (n,2):(1,n)",
            "take" | "group_modes" => "(n,2):(1,n), 0, 1",
            "replace" => "(n,2):(1,n), 0, 2:1",
            "recast" => "(n,2):(1,n), 8, 4",
            "local_tile" => "(n,2):(1,n), (1,1), (0,0)",
            "upcast" | "downcast" | "select" | "get" | "eval" | "complement" | "with_shape"
            | "tile_to_shape" => "n:1, 1",
            name if name.ends_with("divide") || name.ends_with("product") => "(n,2):(1,n), 2:1",
            "bind" | "family" | "prove" => continue,
            _ => "(n,2):(1,n)",
        };
        let line = format!("{}({operands})", operation.name);
        if let Ok(Answer { value: Value::Symbolic(_), .. }) = answer(&mut session, &line) {
            assert!(WORDS.contains(&operation.name), "{line} is not compared");
        }
    }
}

/// The ways of a line, with the guard of each.
fn ways(session: &mut Session, line: &str) -> Vec<String> {
    match answer(session, line).unwrap_or_else(|error| panic!("{line}: {error}")).value {
        Value::Symbolic(symbolic) => symbolic.ways.iter().map(Way::to_string).collect(),
        settled => vec![settled.to_string()],
    }
}

#[test]
fn what_is_longest_or_fewest_is_so_for_every_member() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("1..=2", "right_inverse(6:n)", &["1:0 if n ne 1", "6:1 if n eq 1"]),
        ("1..=13", "rank(coalesce((6,3):(1,n)))", &["2 if n ne 6", "1 if n eq 6"]),
        ("1..=13", "get(coalesce((6,3):(1,n)),1)", &["3:n if n ne 6"]),
        ("1..=5", "rank(coalesce((3,n):(4,7)))", &["2 if n ne 1", "1 if n eq 1"]),
        ("0..=8", "size((3,n):(1,3))", &["3 * n"]),
        ("0..=8", "size(n:1)", &["n"]),
        ("0..=0", "(3,n):(1,3)", &["(3,n):(1,3)"]),
        ("-4..=4", "depth((4,n):(1,4))", &["1 if 0 le n"]),
        (
            "-8..=-1",
            "(8,4):(1,100) o 2:n",
            &[
                "2:-100 if 8 divides n",
                "2:n if n divides 8 and -8 le 2 * n",
                "2:-100 if n divides 8 and 2 * n lt -8",
                "2:n if -8 lt n",
            ],
        ),
        (
            "1..=4096",
            "logical_divide(n:1, 16:1)",
            &[
                "(16,n floordiv 16):(1,16) if 16 divides n and n ne 16",
                "(16,1):(1,0) if n eq 16",
                "(16,(n + 15) floordiv 16):(1,16) if 17 le n",
                "(16,1):(1,0) if n lt 17",
            ],
        ),
        ("1..=9", "(n + 4) % (0-3)", &["n + 3 * ((-1 * n - 4) floordiv 3) + 4"]),
    ];
    for (range, line, expected) in cases {
        assert_eq!(ways(&mut session(range, "1..=2"), line), *expected, "{line}, n = {range}");
    }
}

#[test]
fn a_member_keeps_its_value_however_it_is_written() {
    let mut session = session("1..=4611686018427387904", "0..=4");
    let cases: [(&str, i64, i64); 2] = [
        ("n % 4 * n", 1_753_288_207_251_567_945, 1_753_288_207_251_567_945),
        ("n % 4 * n * n", 1 << 62, 0),
    ];
    for (line, n, expected) in cases {
        answer(&mut session, &format!("r = {line}")).expect(line);
        let bound = answer(&mut session, &format!("bind(r, n = {n})")).expect(line);
        assert_eq!(bound.value, Value::Integer(expected), "{line} at {n}");
    }
}
