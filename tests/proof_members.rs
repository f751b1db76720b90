//! What fails for members of a family is shown by a member of it, however many values of the
//! parameters have none.
//!
//! The families drawn have parameters that may be negative, in extents too: where one of these is
//! below 0 there is no member. They are small enough for every member to be looked at, so that none
//! which shows that a claim fails may be overlooked.

mod common;

use std::cell::Cell;

use common::Choices;
use common::budgets::NOTHING;
use common::facts::{refutes, truth};
use common::members::{members, values};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tileir::LayoutMap;
use tileir::family::Family;
use tileir::proof::{
    FamilyDifference, MemberVerdict, MemberWitness, Verdict, equal_families, fits_bits,
    fits_bits_of_members, prove, prove_family,
};

/// Whether a claim is seen to fail, and no member is found that shows it.
fn not_found(why: Option<&str>) -> bool {
    why.is_some_and(|why| why.starts_with("no member was found"))
}

fn family(text: &str) -> Family {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The values that a witness names.
fn named<W>(witness: &MemberWitness<W>) -> Vec<i64> {
    witness.member.iter().map(|(_, value)| *value).collect()
}

#[test]
fn values_without_a_member_hide_none() {
    for (range, others) in [
        ("-5..=9", "0..=9 by 3"),
        ("-5..=9", "3..=3"),
        ("-4000..=9", "0..=9 by 3"),
        ("-1000000..=9", "0..=9 by 3"),
        ("-1000000..=1000000000000 by 8", "0..=9000000 by 3"),
        ("-1000000..=0", "1..=9"),
    ] {
        let text = format!("family<(p : {range}, n : {others}) (i : n) -> (i * p) to (x : p)>");
        let bounds = prove_family(&family(&text), &NOTHING).bounds;
        let disproved = bounds.verdicts.iter().find(|part| part.says() == Some(false));
        let Some(Verdict::Disproved { witness, guard, .. }) = disproved else {
            panic!("{text}: {bounds}")
        };
        let own = named(witness);
        let member = family(&text).bind(&own).unwrap();
        assert!(guard.holds(&own) && refutes(&member, "bounds", &witness.witness), "{bounds}");
        assert_eq!(bounds.unknown(), None, "{text}");
    }
}

/// A family of two parameters, of which values have no member: the body and the codomain are drawn
/// twice, over one domain.
fn generated(choices: &mut Choices<'_>) -> [String; 2] {
    let p = choices.pick(&["-5..=9", "-9..=2", "-60..=4", "-20..=20 by 4", "-3..=-1", "2..=7"]);
    let n = choices.pick(&["0..=9 by 3", "-12..=4", "-6..=6 by 2", "1..=5"]);
    let extent = ["n", "p", "n + p", "n - 2", "p floordiv 2", "4", "n - p", "3 - p"];
    let domain = format!("i : {}, j : {}", choices.pick(&extent), choices.pick(&["1", "2", "p"]));
    [(); 2].map(|()| {
        let body = choices.pick(&[
            "i * p + j",
            "i + j * n",
            "i * n - p",
            "(i + p) mod 3",
            "p - i + j",
            "(i * n + j) floordiv 2",
            "i * p * 1000000000000000000",
            "i floordiv p",
        ]);
        let end =
            choices.pick(&["", " to (x : p)", " to (x : n)", " to (x : n * p)", " to (x : 4)"]);
        format!("family<(p : {p}, n : {n}) ({domain}) -> ({body}){end}>")
    })
}

#[test]
fn a_member_that_shows_it_is_found() {
    let config = Config { cases: 200, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let [shown, without] = [0u32; 2].map(Cell::new);
    let count = |of: &Cell<u32>| of.set(of.get() + 1);
    runner
        .run(&common::numbers(), |numbers| {
            let texts = generated(&mut Choices::new(&numbers));
            let [Ok(one), Ok(other)] = texts.each_ref().map(|text| text.parse::<Family>()) else {
                return Ok(());
            };
            let all = values(one.parameters());
            let members = members(&one);
            let truths: Vec<[bool; 4]> = members.iter().map(|(_, member)| truth(member)).collect();
            let found = prove_family(&one, &NOTHING);
            for (fact, (name, split)) in found.each().into_iter().enumerate() {
                for part in &split.verdicts {
                    let Verdict::Disproved { witness, guard, .. } = part else { continue };
                    count(&shown);
                    let own = named(witness);
                    let member = one.bind(&own).unwrap();
                    let right = guard.holds(&own) && refutes(&member, name, &witness.witness);
                    prop_assert!(right, "{} of {}: {}", name, &texts[0], part);
                }
                for ((own, member), truth) in members.iter().zip(&truths) {
                    let says = split.at(own).and_then(MemberVerdict::says);
                    let right = says.is_none_or(|says| says == truth[fact]);
                    prop_assert!(right, "{} of {} at {:?}: {}", name, &texts[0], own, split);
                    if says.is_none() && !truth[fact] && not_found(split.unknown()) {
                        let alone = prove(member, &NOTHING);
                        let overlooked = alone.each()[fact].1.is_disproved();
                        prop_assert!(
                            !overlooked,
                            "{} of {} at {:?}: {}",
                            name,
                            &texts[0],
                            own,
                            split
                        );
                    }
                }
            }
            let gaps = members.len() < all.len();
            without.set(without.get() + u32::from(gaps && !members.is_empty()));

            let equality = equal_families(&one, &other, &NOTHING).unwrap().split;
            for part in &equality.verdicts {
                let Verdict::Disproved { witness, guard, .. } = part else { continue };
                let own = named(witness);
                let [a, b] = [&one, &other].map(|family| family.bind(&own).unwrap());
                let differ = match &witness.witness {
                    FamilyDifference::Domains { .. } => a.domain() != b.domain(),
                    FamilyDifference::Point(_) => differ(&a, &b),
                };
                prop_assert!(guard.holds(&own) && differ, "{:?}: {}", &texts, part);
            }
            for (own, member) in &members {
                let Ok(second) = other.bind(own) else { continue };
                if equality.at(own).is_none() && differ(member, &second) {
                    let overlooked = not_found(equality.unknown());
                    prop_assert!(!overlooked, "{:?} at {:?}: {}", &texts, own, equality);
                }
            }

            let claim = fits_bits_of_members(&one, 8, &NOTHING);
            if let Verdict::Unknown { why } = &claim
                && not_found(Some(why))
            {
                let wide = all.iter().find(|own| {
                    let member = one.bind_as_written(own);
                    member.is_ok_and(|member| fits_bits(&member, 8, &NOTHING).is_disproved())
                });
                prop_assert!(wide.is_none(), "{} at {:?}: {}", &texts[0], wide, claim);
            }
            Ok(())
        })
        .unwrap();
    println!("{} shown, {} families with gaps", shown.get(), without.get());
    assert!(shown.get() > 300 && without.get() > 100, "{} and {}", shown.get(), without.get());
}

/// Whether the maps differ in the integers at a point of the first one's domain.
fn differ(left: &LayoutMap, right: &LayoutMap) -> bool {
    left.domain() != right.domain()
        || left
            .domain()
            .points()
            .any(|at| left.eval_unbounded(&at).ok() != right.eval_unbounded(&at).ok())
}
