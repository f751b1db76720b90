//! Verdicts about families: every guard is tried on members, and no member contradicts it.

mod common;

use std::cell::Cell;

use common::budgets::{NOTHING, with_and_without_points};
use common::members::{members, values};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tileir::LayoutMap;
use tileir::cute::logical_divide;
use tileir::family::{Family, Guard, Scope};
use tileir::proof::{
    Budget, Facts, FamilyFacts, MemberVerdict, Verdict, prove, prove_family, prove_family_under,
    proved_where,
};

fn family(text: &str) -> Family {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn facts(text: &str) -> FamilyFacts {
    prove_family(&family(text), &NOTHING)
}

/// What is true of one member.
fn of_member(member: &LayoutMap) -> Facts {
    with_and_without_points(|budget| prove(member, budget))
}

/// L03: a matrix of `I` by `J` in rows of `n`, folded by 128.
#[test]
fn l03_rows_that_overlap_are_told_from_rows_that_do_not() {
    let found = facts(
        "family<(I : 1..=64, J : 1..=9999, n : 1..=9999) (i : I, j : J) -> \
         let f = i * n + j in (f mod 128, f floordiv 128)>",
    );
    assert_eq!(
        found.injective.to_string(),
        "proved by symbolic if J le n; \
         proved by symbolic if I eq 1; \
         disproved by symbolic if I ne 1 and n lt J: at I = 2, J = 2, n = 1, \
         (i = 0, j = 1) and (i = 1, j = 0) both map to (d0 = 1, d1 = 0)"
    );
    assert!(found.total.is_proved() && found.bounds.is_proved());
    for (n, injective) in [(7, false), (128, true), (130, true), (999, true)] {
        let part = found.injective.at(&[4, 128, n]).unwrap();
        assert_eq!(part.says(), Some(injective), "n = {n}");
    }

    let skewed = facts("family<(I : 1..=999, J : 1..=999) (i : I, j : J) -> (i, i + j)>");
    assert!(skewed.injective.is_proved());
}

/// L03 with numbers that can leave 64 bits.
#[test]
fn l03_overflow_is_a_condition_of_totality() {
    let found = facts(
        "family<(J : 1..=4294967296, n : 1..=8589934592) (i : 4294967296, j : J) -> (i * n + j)>",
    );
    let fits = |values: &[i64]| found.total.at(values).and_then(MemberVerdict::says);
    assert_eq!(fits(&[1, 1 << 31]), Some(true));
    // There the guard's own numbers leave 64 bits; it is computed with more.
    assert_eq!(fits(&[1, 1 << 33]), Some(false), "{}", found.total);
    assert!(found.total.unknown().is_none(), "{}", found.total);
}

/// C09: a tiling of `m` by `n` by tiles of 2 by 3 covers the matrix only where it fits.
#[test]
fn c09_a_ragged_tiling_covers_the_matrix_where_the_tiles_fit() {
    let found =
        facts("family<(n : 1..=1024) (i : 3, bi : n floordiv 3) -> (3 * bi + i) to (row : n)>");
    assert!(found.injective.is_proved());
    let at = |n: i64| found.surjective.at(&[n]).and_then(MemberVerdict::says);
    assert_eq!((at(1023), at(1024)), (Some(true), Some(false)), "{}", found.surjective);
}

/// M02: an extent that is 1 at run time does not need its stride.
#[test]
fn m02_an_extent_of_one_needs_no_stride() {
    let found = facts("family<(d : 1..=64, s : 1..=64) (i : d, j : 4) -> (i * s + j)>");
    let at = |d: i64, s: i64| found.injective.at(&[d, s]).and_then(MemberVerdict::says);
    assert_eq!(at(1, 1), Some(true), "{}", found.injective);
    assert_eq!(at(2, 3), Some(false), "{}", found.injective);
    assert_eq!(at(2, 4), Some(true), "{}", found.injective);
}

/// A composition is total where each stage is, and ends in the set from which the next starts.
#[test]
fn a_composition_is_proved_stage_by_stage() {
    let text = |tile: &str, rows: &str| {
        format!(
            "family<(m : 128..=65536 by {tile}, ld : 64..=65536 by 8) \
             (i : 128, bi : m floordiv 128, j : 64) -> (128 * bi + i, j) \
             to (row : {rows}, column : 64) -> (row * ld + column)>"
        )
    };
    let found = facts(&text("128", "m"));
    assert!(found.total.is_proved() && found.bounds.is_proved(), "{}", found.total);
    // Where the rows are fewer, the second stage is not reached from every point.
    let short = facts(&text("128", "m - 1"));
    assert!(!short.total.is_proved(), "{}", short.total);
    assert!(family(&text("128", "m - 1")).eval(&[128, 64], &[127, 0, 0]).is_err());
}

/// Every verdict is that of the member by itself; the members of which nothing is said.
fn left_over(text: &str) -> Vec<Vec<i64>> {
    let family = family(text);
    let found = prove_family(&family, &NOTHING);
    let mut open = Vec::new();
    for (values, member) in members(&family) {
        let truth = of_member(&member);
        for ((name, split), (_, truth)) in found.each().into_iter().zip(truth.each()) {
            match split.at(&values) {
                Some(part) => assert_eq!(
                    part.says(),
                    Some(truth.is_proved()),
                    "{name} of {text} at {values:?}: {part}; {truth}"
                ),
                None => open.push(values.clone()),
            }
        }
    }
    open
}

#[test]
fn a_stride_of_zero_collides_where_there_are_two_points() {
    let text = "family<(n : 1..=8, s : 0..=4, o : 0..=3) (i : n) -> (i * s + o)>";
    assert!(left_over(text).is_empty());
    let split = facts(text).injective;
    assert_eq!(split.unknown(), None);
    assert_eq!(split.at(&[2, 0, 1]).unwrap().says(), Some(false));
    assert_eq!(split.at(&[1, 0, 1]).unwrap().says(), Some(true));
    let two = "family<(n : 1..=3, s : -1..=1, t : 0..=2) (i : n, j : 2) -> (i * s, j * t, i * t)>";
    assert!(facts(two).injective.at(&[2, 0, 0]).is_some(), "{}", facts(two).injective);
    left_over(two);
    left_over(
        "family<(n : 1..=3, s : 0..=1, d : 1..=3) (i : n) -> (s * (i floordiv d) + i mod d)>",
    );
}

#[test]
fn a_negative_extent_has_no_member_and_no_condition() {
    let found = facts("family<(n : -2..=2000000) (i : n) -> (i) to (y : 3000000)>");
    assert_eq!(found.bounds.to_string(), "proved by presburger");
    assert_eq!(found.bounds.unknown(), None);
    let text = "family<(n : -2..=9, m : -1..=4) (i : n, j : m) -> (i + j) to (y : n - m)>";
    let found = facts(text);
    assert!(left_over(text).is_empty() || found.bounds.unknown().is_some());
    assert_eq!(found.total.to_string(), "proved by affine");
    // Of no member everything is true.
    let nobody = facts("family<(n : -4..=-2, m : 1..=4) (i : n) -> (i * m) to (y : 1)>");
    assert!(nobody.each().into_iter().all(|(_, split)| split.is_proved()), "{nobody:?}");
}

#[test]
fn a_quotient_lies_between_what_its_parts_reach() {
    for text in [
        "family<(a : 1..=1000000, b : 1..=100) (i : a) -> (i * a floordiv b)>",
        "family<(a : 1..=1000000, b : 1..=100) (i : a) -> ((i * a - 7) floordiv b)>",
        "family<(a : 1..=1000000, b : 2..=100) (i : a) -> (i floordiv b * 9000000000000)>",
    ] {
        assert!(facts(text).total.is_proved(), "{text}: {}", facts(text).total);
    }
    left_over("family<(a : 1..=9, b : 1..=4) (i : a) -> ((i * a - 7) floordiv b) to (y : 9)>");
    left_over("family<(a : 1..=9, b : -2..=4) (i : a) -> ((a - 5 - i) floordiv b) to (y : b)>");
}

#[test]
fn no_part_is_shown_whose_guard_no_member_meets() {
    let text = "family<(g : 1..=1, c : 2..=4) (i : c mod 4) -> (i floordiv 2) to (y : c)>";
    let found = facts(text);
    let family = family(text);
    for (name, split) in found.each() {
        for part in split.verdicts.iter().filter(|part| part.says().is_some()) {
            let met = values(family.parameters()).iter().any(|own| speaks_of(part, own));
            assert!(met, "{name}: no member meets {part}");
        }
    }
    assert!(!found.injective.to_string().contains("eq 1"), "{}", found.injective);
    left_over(text);
}

/// What is asked of some members alone is answered for these, and the guard is not repeated.
#[test]
fn under_a_guard_only_its_members_count() {
    let scope = Scope::new("(n : 1..=64)".parse().unwrap());
    let (row, tile) = (scope.layout("n:1").unwrap(), scope.layout("8:2").unwrap());
    let case = scope.first(|| logical_divide(&row, &tile)?.into_flat()).unwrap();
    let tiles = case.to_family().unwrap();
    for budget in [NOTHING, Budget::default()] {
        let found = prove_family_under(&tiles, &case.guard, &budget);
        for (values, member) in members(&tiles).into_iter().filter(|(own, _)| case.guard.holds(own))
        {
            let truth = of_member(&member);
            for ((name, split), (_, truth)) in found.each().into_iter().zip(truth.each()) {
                let says = split.at(&values).and_then(MemberVerdict::says);
                assert!(
                    says == Some(truth.is_proved()) || says.is_none() && split.unknown().is_some(),
                    "{name} at {values:?} under {}: {split}; {truth}",
                    case.guard
                );
            }
        }
        assert_eq!(found.injective.to_string(), "proved by affine");
    }
    assert_eq!(case.guard.to_string(), "16 divides n");
    // 3 * j reaches as far as n goes: only under the guard that is for all of them.
    let family = family("family<(n : 1..=64) (i : 3, j : n floordiv 3) -> (i + 3 * j) to (y : n)>");
    let scope = Scope::new(family.parameters().clone());
    let tiles = scope.layout("n:1").unwrap();
    let three = scope.layout("3:1").unwrap();
    let guard = scope.first(|| logical_divide(&tiles, &three)?.into_flat()).unwrap().guard;
    let found = prove_family_under(&family, &guard, &NOTHING);
    assert_eq!(guard.to_string(), "3 divides n");
    assert_eq!(found.surjective.to_string(), "proved by symbolic");
}

#[test]
fn nothing_is_said_of_what_is_no_sum() {
    let found = facts("family<(n : 1..=99) (i : n) -> (i xor (i * n))>");
    assert!(found.injective.verdicts.iter().all(|part| part.says().is_none()));
    assert!(found.injective.to_string().starts_with("unknown: "), "{}", found.injective);
}

/// A guard is as weak as its language allows: without any of its conditions it would hold for a
/// member for which the fact is otherwise.
#[test]
fn every_condition_of_a_guard_is_needed() {
    let texts = [
        "family<(I : 1..=6, J : 1..=9, n : 1..=12) (i : I, j : J) -> let f = i * n + j in (f mod 4, f floordiv 4)>",
        "family<(d : 1..=9, s : 1..=9) (i : d, j : 4) -> (i * s + j)>",
        "family<(n : 1..=30, m : 1..=30) (i : n) -> (i) to (a : m)>",
        "family<(n : 1..=30, m : 1..=30) (i : n, j : 3) -> (3 * i + j) to (a : m)>",
        "family<(s : -9..=9) (i : 5) -> (i * s) to (a : 20)>",
    ];
    let mut conditions = 0;
    for text in texts {
        let family = family(text);
        let found = prove_family(&family, &NOTHING);
        for (name, split) in found.each() {
            for part in &split.verdicts {
                let guard = part.guard().map(Guard::conditions).unwrap_or_default();
                for dropped in 0..guard.len() {
                    conditions += 1;
                    let rest = |values: &[i64]| {
                        let kept = guard.iter().enumerate();
                        kept.filter(|&(place, _)| place != dropped).all(|(_, c)| c.holds(values))
                    };
                    let contrary = members(&family).into_iter().any(|(values, member)| {
                        let facts = of_member(&member);
                        let verdict = facts.each().into_iter().find(|fact| fact.0 == name);
                        let holds = verdict.is_some_and(|(_, verdict)| verdict.is_proved());
                        rest(&values) && Some(holds) != part.says()
                    });
                    assert!(contrary, "{name} of {text}: {part} without condition {dropped}");
                }
            }
        }
    }
    assert!(conditions >= 8, "{conditions} conditions");
}

/// Whether a verdict is about the member with these values of the parameters.
fn speaks_of(verdict: &MemberVerdict, values: &[i64]) -> bool {
    verdict.guard().is_some_and(|guard| guard.holds(values))
}

/// Choices for a family: sums, quotients and remainders of coordinates with numbers in parameters.
fn generated(numbers: &[u32]) -> String {
    let mut numbers = numbers.iter().copied();
    let mut pick =
        |from: &[&str]| from[numbers.next().unwrap_or(0) as usize % from.len()].to_string();
    let number =
        ["n", "m", "1", "2", "3", "n * m", "2 * n", "m - 3", "n - m", "s", "8", "n floordiv 2"];
    let extent = ["n", "m", "3", "4", "1", "2 * n", "n floordiv 2", "m * n", "n + 1"];
    let [a, b, c] = [0; 3].map(|_| pick(&number));
    let [e, g, h] = [0; 3].map(|_| pick(&extent));
    let divisor = pick(&["2", "3", "4", "n", "m", "m + 1", "s"]);
    let form =
        pick(&["X * i + Y * j", "X * i + j", "i + X * j + Z", "X * i - Y * j", "(i + j) * X"]);
    let outputs = pick(&[
        "(F)",
        "(F mod D, F floordiv D)",
        "(F, i)",
        "(F mod D)",
        "(i, F floordiv D)",
        "(F floordiv D, F mod D, Z * j)",
        "(j floordiv D, j mod D + D * i)",
        "(F, (i + Z) mod D)",
    ]);
    let codomain = pick(&["", " to (A : H)", " to (A : H)", " to (A : E * G)", " to (A : E)"]);
    let form = form.replace('X', &format!("({a})")).replace('Y', &format!("({b})"));
    let outputs = outputs
        .replace('F', &format!("({form})"))
        .replace('D', &format!("({divisor})"))
        .replace('Z', &format!("({c})"));
    let count = outputs.matches(',').count() + 1;
    let codomain = match codomain.is_empty() {
        true => codomain,
        false => {
            let inside = codomain.trim_start_matches(" to (A : ").trim_end_matches(')');
            let axes: Vec<String> = (0..count).map(|k| format!("a{k} : {inside}")).collect();
            format!(" to ({})", axes.join(", "))
        }
    };
    let codomain = codomain
        .replace('E', &format!("({e})"))
        .replace('G', &format!("({g})"))
        .replace('H', &format!("({h})"));
    format!(
        "family<(n : 1..=4, m : 3..=6 by 3, s : -2..=2) (i : {e}, j : {g}) -> {outputs}{codomain}>"
    )
}

#[test]
fn no_member_contradicts_a_guard() {
    let config = Config { cases: 200, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let [proved, disproved, open] = [0u32; 3].map(Cell::new);
    let count = |of: &Cell<u32>| of.set(of.get() + 1);
    runner
        .run(&proptest::collection::vec(any::<u32>(), 10), |numbers| {
            let text = generated(&numbers);
            let Ok(family) = text.parse::<Family>() else { return Ok(()) };
            let found = prove_family(&family, &NOTHING);
            for values in values(family.parameters()) {
                let guard_holds = |split| {
                    let guard = proved_where(&family, [split]);
                    guard.is_some_and(|guard| guard.eval(&values, &[]) == Ok(vec![1]))
                };
                let Ok(member) = family.bind(&values) else {
                    let holds = found.each().into_iter().find(|(_, split)| guard_holds(*split));
                    prop_assert!(holds.is_none(), "{} {:?}: no member, {:?}", text, values, holds);
                    continue;
                };
                let truth = of_member(&member);
                for ((name, split), (_, truth)) in found.each().into_iter().zip(truth.each()) {
                    let of_it = || split.verdicts.iter().filter(|part| speaks_of(part, &values));
                    let proved_here = of_it().any(|part| part.says() == Some(true));
                    prop_assert_eq!(guard_holds(split), proved_here, "{} {:?}", text, values);
                    let mut known = false;
                    for part in of_it() {
                        known = true;
                        let says = part.says() == Some(true);
                        count(if says { &proved } else { &disproved });
                        let contradicted = match truth {
                            Verdict::Proved { .. } => !says,
                            Verdict::Disproved { .. } => says,
                            Verdict::Unknown { .. } => false,
                        };
                        prop_assert!(
                            !contradicted,
                            "{name} of {text} at {values:?}: {part}; {truth}"
                        );
                    }
                    prop_assert!(
                        known || split.unknown().is_some(),
                        "{name} of {text} at {values:?}"
                    );
                    if !known {
                        count(&open);
                    }
                }
            }
            Ok(())
        })
        .unwrap();
    let [proved, disproved, open] = [&proved, &disproved, &open].map(Cell::get);
    println!("{proved} proved, {disproved} disproved, {open} open");
    assert!(proved > 10_000 && disproved > 4_000, "{proved} proved, {disproved} disproved");
}

/// A family that ends in all integers misses one, and a value beside one that it has shows it.
#[test]
fn no_family_covers_the_integers() {
    let bundle = family("family<(n : 1..=4) (i : n) -> (i * n)>").map().clone();
    assert!(with_and_without_points(|budget| prove(&bundle, budget).surjective).is_disproved());
}
