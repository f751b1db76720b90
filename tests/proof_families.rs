//! Questions about all members of a family, held against every member.

mod common;

use std::cell::Cell;

use common::budgets::{NOTHING, with_and_without_points};
use common::members::{members, values};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tileir::family::Family;
use tileir::proof::{
    Access, Answer, Banks, Budget, ClaimOfAll, MemberVerdict, Verdict, contiguity_of_members,
    disjoint_families, equal_families, fits_bits, fits_bits_of_members, prove_family,
    vector_width_of_members, wavefronts, wavefronts_of_members,
};
use tileir::{LayoutMap, Point};

fn family(text: &str) -> Family {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn equal_pair(left: &str, right: &str) -> String {
    equal_families(&family(left), &family(right), &NOTHING).unwrap().split.to_string()
}

#[test]
fn members_are_equal_for_all_values_or_for_some() {
    assert_eq!(
        equal_pair(
            "family<(n : 1..=999999) (i : n) -> (i * n)>",
            "family<(n : 1..=999999) (k : n) -> (n * k)>"
        ),
        "proved by affine"
    );
    let split = equal_pair(
        "family<(n : 1..=99, s : 0..=99) (i : 4, j : n) -> (i + s * j)>",
        "family<(n : 1..=99, s : 0..=99) (i : 4, j : n) -> (i + n * j)>",
    );
    for part in [
        "proved by symbolic if n eq 1",
        "proved by symbolic if",
        "s eq n",
        "disproved by symbolic if",
    ] {
        assert!(split.contains(part) || (part == "s eq n" && split.contains("n eq s")), "{split}");
    }
    // Extents are part of it, names are not, and other arithmetic is seen by its digits.
    assert_eq!(
        equal_pair(
            "family<(n : 1..=9) (i : n, j : 8) -> (8 * i + j)>",
            "family<(n : 1..=9) (a : n, b : 8) -> (a shl 3 xor b)>"
        ),
        "proved by affine"
    );
    let shorter =
        equal_pair("family<(n : 2..=9) (i : n) -> (i)>", "family<(n : 2..=9) (i : n - 1) -> (i)>");
    assert!(shorter.contains("one is over (i : 2), the other over (i : 1)"), "{shorter}");
}

/// Where a value leaves its codomain it is none: of members that differ there alone nothing is said.
#[test]
fn a_value_outside_its_codomain_is_none() {
    let left = "family<(n : 1..=9) (i : n) -> (i + n) to (a : 2)>";
    let right = "family<(n : 1..=9) (i : n) -> (2 * i + n) to (a : 2)>";
    let found = equal_families(&family(left), &family(right), &NOTHING).unwrap();
    for (own, member) in members(&family(left)) {
        let other = family(right).bind(&own).unwrap();
        let same = member.domain().points().all(|at| member.eval(&at).ok() == other.eval(&at).ok());
        let says = found.split.at(&own).and_then(MemberVerdict::says);
        assert!(says.is_none() || says == Some(same), "at {own:?}: {}", found.split);
    }
}

/// Two families with parameters of one name and of their own, of other ranges and divisors.
fn pairs() -> impl Strategy<Value = [String; 2]> {
    let one = |other: &'static str| {
        let range = (-3i64..3, 0i64..4, 1i64..3, 1i64..4);
        (range, -3i64..4, -3i64..4, -6i64..12).prop_map(move |((lo, more, by, own), a, b, c)| {
            let extent = if own == 1 { "p + 7" } else { "3" };
            let range = format!("p : {}..={} by {by}", lo * by, (lo + more) * by);
            format!(
                "family<({range}, {other} : 1..={own}) (i : {extent}) -> (i * {a} + p * {b} + {other} + {c})>"
            )
        })
    };
    [one("m"), one("k")]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Members of the same parameters share a value, or none do; other members do not matter.
    #[test]
    fn families_are_disjoint_member_by_member([left, right] in pairs()) {
        let (left, right) = (family(&left), family(&right));
        let Ok(parameters) = left.parameters().merged(right.parameters()) else { return Ok(()) };
        let own = |family: &Family, names: &[(&str, i64)]| {
            let value = |name: &str| names.iter().find(|(own, _)| *own == name).map(|(_, v)| *v);
            let each = family.parameters().iter().map(|parameter| value(parameter.name()));
            let member = family.bind(&each.collect::<Option<Vec<i64>>>()?).ok()?;
            let values = member.domain().points().filter_map(|at| member.eval(&at).ok());
            Some(values.collect::<Vec<Point>>())
        };
        let shares = values(&parameters).into_iter().any(|all| {
            let names: Vec<(&str, i64)> =
                parameters.iter().map(|parameter| parameter.name()).zip(all).collect();
            let (Some(one), Some(other)) = (own(&left, &names), own(&right, &names)) else {
                return false;
            };
            one.iter().any(|value| other.contains(value))
        });
        for budget in [NOTHING, Budget::default()] {
            let found = disjoint_families(&left, &right, &budget).unwrap();
            prop_assert!(!found.is_unknown(), "{left} {right}: {found}");
            prop_assert_eq!(found.is_proved(), !shares, "{} {}: {}", left, right, found);
        }
    }
}

#[test]
fn families_of_other_ranks_are_not_compared() {
    let pairs = [
        ("family<(n : 1..=9) (i : n) -> (i)>", "family<(n : 1..=9) (i : n, j : 2) -> (i)>"),
        ("family<(n : 1..=9) (i : n) -> (i)>", "family<(n : 1..=9) (i : n) -> (i, i)>"),
        ("family<(n : 1..=9) (i : n) -> (i)>", "family<(n : 10..=19) (i : n) -> (i)>"),
    ];
    for (left, right) in pairs {
        assert!(equal_families(&family(left), &family(right), &NOTHING).is_err(), "{left} {right}");
    }
}

/// A run of so many neighbours that begin at a multiple of the number, in this member.
fn run(map: &LayoutMap, axis: usize, width: i64, alignment: i64) -> bool {
    let extents = map.domain().extents().unwrap();
    if extents.contains(&0) || (width, alignment) == (1, 1) {
        return true;
    }
    extents[axis] % width == 0
        && map.domain().points().all(|point: Point| {
            let mut start = point.clone();
            start[axis] -= point[axis] % width;
            match (map.eval(&start).as_deref(), map.eval(&point).as_deref()) {
                (Ok([start]), Ok([value])) => {
                    start % alignment == 0 && start + point[axis] % width == *value
                }
                _ => false,
            }
        })
}

#[test]
fn an_access_is_as_wide_as_every_member_allows() {
    let width = |text: &str, axis| {
        let (width, claim) = vector_width_of_members(&family(text), axis, 64, &NOTHING);
        format!("{width}: {claim}")
    };
    let rows = "family<(n : 8..=64 by 8) (i : 4, j : 16) -> (i * n + j)>";
    assert_eq!(width(rows, 1), "8: proved by affine");
    // An extent that depends on a parameter ends runs, too.
    let ends = "family<(n : 4..=64 by 4) (i : 4, j : n) -> (i * 64 + j)>";
    assert_eq!(width(ends, 1), "4: proved by affine");
    let odd = width("family<(n : 1..=64) (i : 4, j : 16) -> (i * n + j)>", 1);
    assert!(odd.starts_with("1: disproved") && odd.contains("at n = "), "{odd}");
    let ragged = width("family<(n : 1..=64) (i : 4, j : n) -> (i * 64 + j)>", 1);
    assert_eq!(ragged, "1: unknown: no power of two is seen to divide the extent of axis 'j'");
}

/// A choice of the text of a family into addresses.
fn generated(numbers: &[u32]) -> String {
    let mut numbers = numbers.iter().copied();
    let mut pick =
        |from: &[&str]| from[numbers.next().unwrap_or(0) as usize % from.len()].to_string();
    let number =
        ["n", "m", "1", "2", "4", "8", "n * m", "4 * n", "n + m", "m floordiv 2", "s", "n + 4"];
    let [a, b, c] = [0; 3].map(|_| pick(&number));
    let extents = ["4", "8", "n", "m", "2 * m", "n floordiv 2", "n - 4"];
    let [e, g] = [0; 2].map(|_| pick(&extents));
    let value = pick(&[
        "A * i + j",
        "A * i + j",
        "A * i + B * j",
        "A * i + j + C",
        "(A * i + j) mod (8 * B)",
        "A * i + (j xor (i mod 2 * 2))",
        "A * i + (j floordiv 2) * 2 + j mod 2",
        "(A * i) * (B + 4) + j",
        "i * (B * A) + j floordiv n",
    ]);
    let to = pick(&["", "", "", " to (x : 64)", " to (x : n * 64)"]);
    let value = value
        .replace('A', &format!("({a})"))
        .replace('B', &format!("({b})"))
        .replace('C', &format!("({c})"));
    format!(
        "family<(n : 4..=12 by 4, m : 2..=6 by 2, s : -1..=1) (i : {e}, j : {g}) -> ({value}){to}>"
    )
}

fn each(cases: u32, mut check: impl FnMut(&Family, &str)) {
    let config = Config { cases, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let check = std::cell::RefCell::new(&mut check);
    runner
        .run(&proptest::collection::vec(any::<u32>(), 8), |numbers| {
            let text = generated(&numbers);
            if let Ok(family) = text.parse::<Family>() {
                (check.borrow_mut())(&family, &text);
            }
            Ok(())
        })
        .unwrap();
}

/// The member that a claim names, if it is disproved.
fn named(family: &Family, claim: &ClaimOfAll) -> Option<LayoutMap> {
    let Verdict::Disproved { witness, .. } = claim else { return None };
    let own: Vec<i64> = witness.member.iter().map(|(_, value)| *value).collect();
    let names: Vec<&str> = witness.member.iter().map(|(name, _)| name.as_str()).collect();
    let parameters: Vec<&str> = family.parameters().iter().map(|own| own.name()).collect();
    assert_eq!(names, parameters);
    Some(family.bind(&own).unwrap())
}

#[test]
fn no_member_has_narrower_runs() {
    let [wide, refuted] = [0u32; 2].map(Cell::new);
    each(400, |family, text| {
        for axis in 0..2 {
            let (width, claim) = vector_width_of_members(family, axis, 64, &NOTHING);
            assert!(width == 1 || claim.is_proved(), "{text}: {width}: {claim}");
            for (own, member) in members(family) {
                assert!(
                    run(&member, axis, width, width),
                    "{text} at {own:?}: {width} along {axis}"
                );
            }
            wide.set(wide.get() + u32::from(width > 1));
            if let Some(member) = named(family, &claim) {
                refuted.set(refuted.get() + 1);
                assert!(!run(&member, axis, 2, 2), "{text}: {claim}");
            }
            let Answer::Known { value, .. } = contiguity_of_members(family, axis, &NOTHING) else {
                continue;
            };
            for (own, member) in members(family) {
                let holds = run(&member, axis, value.width, value.alignment);
                assert!(holds || member.domain().is_empty(), "{text} at {own:?}: {value:?}");
            }
            for (claim, more) in [(&value.wider, (2, 1)), (&value.coarser, (1, 2))] {
                if let Some(member) = claim.as_ref().and_then(|claim| named(family, claim)) {
                    let (width, alignment) = (value.width * more.0, value.alignment * more.1);
                    let holds = run(&member, axis, width, alignment.min(width * alignment));
                    assert!(
                        !holds || more.0 == 2 && !run(&member, axis, width, 1),
                        "{text}: {claim:?}"
                    );
                }
            }
        }
    });
    println!("{} wide, {} refuted", wide.get(), refuted.get());
    assert!(
        wide.get() > 60 && refuted.get() > 100,
        "{} wide, {} refuted",
        wide.get(),
        refuted.get()
    );
}

#[test]
fn arithmetic_fits_in_every_member_or_not_in_the_one_that_is_named() {
    let [proved, refuted] = [0u32; 2].map(Cell::new);
    each(400, |family, text| {
        for bits in [4, 6, 7, 8, 10] {
            let claim = fits_bits_of_members(family, bits, &NOTHING);
            let fits = |member: &LayoutMap| {
                with_and_without_points(|budget| fits_bits(member, bits, budget))
            };
            if claim.is_proved() {
                proved.set(proved.get() + 1);
                for own in values(family.parameters()) {
                    let Ok(member) = family.bind_as_written(&own) else { continue };
                    assert!(fits(&member).is_proved(), "{text} at {own:?}: {bits}");
                }
            }
            if let Verdict::Disproved { witness, .. } = &claim {
                refuted.set(refuted.get() + 1);
                let own: Vec<i64> = witness.member.iter().map(|(_, value)| *value).collect();
                let member = family.bind_as_written(&own).expect(text);
                assert!(fits(&member).is_disproved(), "{text}: {bits}: {claim}");
            }
        }
    });
    println!("{} proved, {} refuted", proved.get(), refuted.get());
    assert!(
        proved.get() > 100 && refuted.get() > 300,
        "{} proved, {} refuted",
        proved.get(),
        refuted.get()
    );
    // A member's arithmetic is asked as it is written: with (i - j + 36) mod 9 it would not fit.
    for text in [
        "family<(m : 1..=9) (j : 32, l : m, q : 9000) -> ((0 - j) mod 3, (l*(10 - m)) xor l)>",
        "family<(n : 3..=9, m : 3..=9) (i : 3, j : 32, k : n, l : m, q : 20) \
         -> ((i - j) mod n, (k*(10 - n)) xor (l*(10 - m)))>",
    ] {
        let claim =
            with_and_without_points(|budget| fits_bits_of_members(&family(text), 6, budget));
        assert!(!claim.is_disproved(), "{text}: {claim}");
    }
    let large = family("family<(n : 1..=999999999999) (i : 8) -> (i * n)>");
    let claim = fits_bits_of_members(&large, 32, &NOTHING);
    assert!(claim.is_disproved() && named(&large, &claim).is_some(), "{claim}");
}

#[test]
fn no_member_takes_more_wavefronts_and_one_takes_as_many() {
    let known = Cell::new(0u32);
    each(300, |family, text| {
        let Answer::Known { value, .. } = with_and_without_points(|budget| {
            wavefronts_of_members(family, &[0], (4, 1), &Banks::NVIDIA, budget)
        }) else {
            return;
        };
        known.set(known.get() + 1);
        let cost = |member: &LayoutMap| {
            let access = Access { map: member, lanes: &[0], element_bytes: 4, vector: 1 };
            with_and_without_points(|budget| wavefronts(&access, &Banks::NVIDIA, budget))
        };
        let most = members(family)
            .into_iter()
            .filter_map(|(own, member)| Some((cost(&member).value()?.most, own)));
        let most: Vec<(u64, Vec<i64>)> = most.collect();
        let greatest = most.iter().map(|(most, _)| *most).max().unwrap_or(0);
        assert_eq!(value.wavefronts.most, greatest, "{text}");
        if let Some(member) = &value.member {
            let own: Vec<i64> = member.iter().map(|(_, value)| *value).collect();
            let member = family.bind(&own).expect(text);
            let cost = cost(&member);
            let cost = cost.value().expect(text);
            let shown = &value.wavefronts;
            assert_eq!((shown.phases, shown.first), (cost.phases, cost.first), "{text}: {own:?}");
            assert!(most.contains(&(greatest, own)), "{text}");
        }
    });
    println!("{} known", known.get());
    assert!(known.get() > 80, "{} known", known.get());
}

#[test]
fn members_that_are_said_to_be_equal_are() {
    let [same, other, open] = [0u32; 3].map(Cell::new);
    let mut before: Option<(Family, String)> = None;
    each(500, |family, text| {
        let last = before.replace((family.clone(), text.to_owned()));
        let Some((left, words)) = last else { return };
        let turned = text.replace(" * i", " * i + 0 * n");
        let turned: Family = turned.parse().unwrap_or_else(|_| family.clone());
        for (left, right, words) in [(&left, family, words.as_str()), (family, &turned, text)] {
            let found = equal_families(left, right, &NOTHING).unwrap();
            for own in values(&found.parameters) {
                let (Ok(a), Ok(b)) = (left.bind(&own), right.bind(&own)) else { continue };
                let truth = a.domain().extents() == b.domain().extents()
                    && a.domain().points().all(|at| a.eval(&at).ok() == b.eval(&at).ok());
                let verdicts = found.split.verdicts.iter();
                let mut known = false;
                for part in verdicts.filter(|part| part.guard().is_some_and(|g| g.holds(&own))) {
                    known = true;
                    let tally = if truth { &same } else { &other };
                    tally.set(tally.get() + 1);
                    assert_eq!(part.says(), Some(truth), "{words} | {text} at {own:?}: {part}");
                }
                assert!(known || found.split.unknown().is_some(), "{words} | {text} at {own:?}");
                open.set(open.get() + u32::from(!known));
            }
        }
    });
    println!("{} equal, {} not, {} open", same.get(), other.get(), open.get());
    assert!(same.get() > 2000 && other.get() > 1000, "{} equal, {} not", same.get(), other.get());
}

/// C09 in two dimensions: a ragged tiling covers the matrix where both tiles fit, and no condition
/// is too many: without it, the guard would hold for a member that is not covered.
#[test]
fn c09_a_ragged_tiling_in_two_dimensions() {
    let text = "family<(m : 2..=M, n : 3..=M) (a : 2, b : 3, i : m floordiv 2, j : n floordiv 3) -> (2*i + a, 3*j + b) to (x : m, y : n)>";
    let large = prove_family(&family(&text.replace('M', "1024")), &NOTHING).surjective;
    let small = family(&text.replace('M', "20"));
    let found = prove_family(&small, &NOTHING).surjective;
    for split in [&large, &found] {
        let proved: Vec<String> = split
            .verdicts
            .iter()
            .filter(|part| part.says() == Some(true))
            .filter_map(|part| Some(part.guard()?.to_string()))
            .collect();
        assert_eq!(proved, ["2 divides m and 3 divides n"], "{split}");
        assert!(split.unknown().is_none(), "{split}");
    }
    for part in &found.verdicts {
        let conditions = part.guard().unwrap().conditions();
        for own in values(small.parameters()) {
            let covered = own[0] % 2 == 0 && own[1] % 3 == 0;
            assert!(!part.guard().unwrap().holds(&own) || part.says() == Some(covered), "{part}");
        }
        for dropped in 0..conditions.len() {
            let contrary = values(small.parameters()).into_iter().any(|own| {
                let kept = conditions.iter().enumerate().filter(|(place, _)| *place != dropped);
                let covered = own[0] % 2 == 0 && own[1] % 3 == 0;
                kept.clone().all(|(_, condition)| condition.holds(&own))
                    && part.says() != Some(covered)
            });
            assert!(contrary, "{part} without condition {dropped}");
        }
    }
}

/// What a quotient leaves of a number is not negative, and less than what it is divided by: no
/// condition says so.
#[test]
fn what_a_quotient_leaves_needs_no_condition() {
    let always = [
        "family<(m : 2..=99999, n : 3..=99999) (i : 6 * (m floordiv 2) * (n floordiv 3)) -> (i) to (a : m * n)>",
        "family<(m : 1..=99999, n : 1..=99999) (i : m * n) -> (i) to (a : 2 * ((m + 1) floordiv 2) * n)>",
    ];
    for text in always {
        let bounds = prove_family(&family(text), &NOTHING).bounds;
        assert!(bounds.is_proved(), "{text}: {bounds}");
    }
    let sometimes = "family<(m : 1..=M) (i : m) -> (i) to (a : 2 * (m floordiv 2))>";
    let large = prove_family(&family(&sometimes.replace('M', "99999")), &NOTHING).bounds;
    assert!(
        large.to_string().starts_with("proved by symbolic if 2 divides m; disproved"),
        "{large}"
    );
    let small = family(&sometimes.replace('M', "40"));
    let bounds = prove_family(&small, &NOTHING).bounds;
    for own in values(small.parameters()) {
        let says = bounds.at(&own).and_then(MemberVerdict::says);
        assert_eq!(says, Some(own[0] % 2 == 0), "{own:?}: {bounds}");
    }
}
