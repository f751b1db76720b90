//! That what the benches time is right: every verdict, every form, every obligation.

use std::collections::{BTreeSet, HashSet};

use tileir::LayoutMap;
use tileir::proof::{Budget, Verdict, prove};
use tileir_bench::{built, obligations, operations};

const NO_POINTS: Budget = Budget::of_points(0);

/// The most points of a map that is tried at every one of them.
const TRIED: i64 = 1 << 20;

#[test]
fn each_fact_that_is_timed_is_decided_and_right() {
    for each in operations().unwrap().proofs {
        let facts = prove(&each.map().unwrap(), &NO_POINTS);
        let mut proved = BTreeSet::new();
        for (fact, verdict) in facts.each() {
            assert!(!verdict.is_unknown(), "{}, {fact}: {verdict}", each.name);
            if verdict.is_proved() {
                proved.insert(fact.to_string());
            }
        }
        assert_eq!(proved, each.holds, "{}", each.name);
    }
}

#[test]
fn what_is_built_is_the_map_that_is_listed() {
    for each in operations().unwrap().proofs {
        let build = built::build(&each.name).unwrap_or_else(|| panic!("{} is built", each.name));
        assert_eq!(build().unwrap(), each.map().unwrap(), "{}", each.name);
    }
    assert!(built::build("no such map").is_none());
}

#[test]
fn the_values_themselves_say_the_same() {
    let mut tried = 0;
    for each in operations().unwrap().proofs {
        let map = each.map().unwrap();
        let points = map.domain().cardinality().unwrap();
        if points > TRIED {
            continue;
        }
        let values: HashSet<Vec<i64>> =
            map.domain().points().map(|point| map.eval(&point).unwrap()).collect();
        let values = values.len() as i64;
        assert_eq!(values == points, each.holds.contains("injective"), "{}", each.name);
        let onto = map.codomain().cardinality() == Some(values);
        assert_eq!(onto, each.holds.contains("surjective"), "{}", each.name);
        tried += 1;
    }
    assert!(tried >= 6, "{tried}");
}

#[test]
fn other_provers_read_the_same_map() {
    let operations = operations().unwrap();
    for each in &operations.proofs {
        let (map, form) = (each.map().unwrap(), each.form(&operations).unwrap().map().unwrap());
        let points = tileir_bench::Points::of(map.domain());
        assert_eq!(map.domain(), form.domain(), "{}", each.name);
        for point in points.iter() {
            assert_eq!(map.eval(point), form.eval(point), "{} at {point:?}", each.name);
        }
    }
}

#[test]
fn obligations_hold_and_no_two_are_of_one_map() {
    let count = operations().unwrap().modules.obligations.into_iter().max().unwrap();
    let mut maps = HashSet::new();
    for number in 0..count {
        let text = obligations::map(number);
        let facts = prove(&text.parse::<LayoutMap>().unwrap(), &NO_POINTS);
        let required = [&facts.total, &facts.bounds, &facts.injective];
        assert!(required.into_iter().all(Verdict::is_proved), "{text}: {facts}");
        assert!(maps.insert(text), "{number}");
    }
    assert_eq!(obligations::module(count).lines().count(), count);
}
