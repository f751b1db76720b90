//! The oracle knows images, numbers, runs and wavefronts, and a false answer does not pass it.
//!
//! An answer is made false in two ways: it is that of another map, or one of its numbers is
//! changed.

use tileir::LayoutMap;
use tileir::proof::{
    Access, Answer, Banks, Budget, Contiguity, Verdict, Wavefronts, cardinality, contiguity,
    disjoint, equal, image, wavefronts,
};
use tileir_soak::ask::right;
use tileir_soak::oracle::{self, Listing};

fn listing(text: &str) -> Listing {
    Listing::of(&text.parse::<LayoutMap>().unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn known<T: Clone>(answer: &Answer<T>) -> T {
    answer.value().cloned().expect("known")
}

fn proved() -> Verdict {
    let map: LayoutMap = "identity<(i : 2)>".parse().expect("a map");
    equal(&map, &map, &Budget::default())
}

#[test]
fn it_tells_runs_and_where_they_start() {
    let rows = listing("expr<(i : 2, j : 4) -> (i * 6 + j) to (a : 12)>");
    assert!(oracle::counts_up(&rows, 1, 4) && !oracle::counts_up(&rows, 0, 2));
    assert!(oracle::aligned(&rows, 1, 4, 2) && !oracle::aligned(&rows, 1, 4, 4));
    assert!(oracle::aligned(&rows, 0, 1, 1) && !oracle::aligned(&rows, 0, 1, 2));
    let cut = listing("expr<(i : 4) -> (i) to (a : 3)>");
    assert!(oracle::counts_up(&cut, 0, 1) == oracle::counts_up(&cut, 0, 4));
}

/// Of maps into one codomain, the image of one is that of another exactly if the values are.
#[test]
fn an_image_or_a_number_of_another_map_does_not_pass() {
    for codomain in ["(a : 16)", "(a : 1000)", "(a)"] {
        let maps = [
            "i",
            "i + 1",
            "7 - i",
            "2 * i",
            "i floordiv 2",
            "i * i mod 8",
            "i xor (i shr 1)",
            "i mod 7",
            "i * 0",
            "100 floordiv i",
            "i + i floordiv 4 * 2",
            "i * 5 mod 8 + 1",
        ]
        .map(|text| listing(&format!("expr<(i : 8) -> ({text}) to {codomain}>")));
        for (own, other) in maps.iter().flat_map(|own| maps.iter().map(move |other| (own, other))) {
            let same = oracle::values(own) == oracle::values(other);
            let found = known(&image(&other.map, &Budget::default()));
            assert_eq!(oracle::is_image(own, &found), same, "{} and {found}", own.map);
            let count = cardinality(&other.map, &Budget::default());
            let equal = oracle::values(own).len() == oracle::values(other).len();
            assert_eq!(oracle::is_count(own, &count), equal, "{} and {count}", own.map);
        }
    }
    let own = listing("expr<(i : 8) -> (i) to (a : 16)>");
    let longer = listing("expr<(i : 16) -> (i floordiv 2) to (a : 16)>");
    assert!(!oracle::is_count(&own, &cardinality(&longer.map, &Budget::default())));
    let elsewhere = listing("expr<(i : 8) -> (i) to (a : 17)>");
    assert!(!oracle::is_image(&own, &known(&image(&elsewhere.map, &Budget::default()))));
}

#[test]
fn a_false_answer_about_common_values_does_not_pass() {
    let tile = |text: &str| listing(&format!("expr<(i : 8) -> ({text}) to (a : 40)>"));
    let (even, odd, high) = (tile("2 * i"), tile("2 * i + 1"), tile("14 + i"));
    assert!(oracle::disjoint(&even, &odd) && !oracle::disjoint(&even, &high));
    let verdict = disjoint(&even.map, &high.map, &Budget::default());
    let passes = |left: &Listing, other: &Listing, verdict: &Verdict| {
        let truth = oracle::disjoint(left, other);
        right(verdict, Some(truth), |witness| oracle::refutes_disjoint(left, other, witness))
    };
    assert!(verdict.is_disproved() && passes(&even, &high, &verdict));
    assert!(!passes(&even, &high, &proved()) && passes(&even, &odd, &proved()));
    assert!(!passes(&even, &odd, &verdict) && !passes(&odd, &high, &verdict));
    // 14 is a value of both, but of another point.
    assert!(!passes(&even, &tile("21 - i"), &verdict));
}

#[test]
fn a_changed_claim_of_runs_does_not_pass() {
    for (text, axis) in [
        ("expr<(i : 4, j : 8) -> (i * 12 + j) to (a : 44)>", 1),
        ("expr<(i : 4, j : 8) -> (i * 12 + (j xor 2)) to (a : 44)>", 1),
        ("expr<(i : 16) -> (i floordiv 4 * 6 + i mod 4) to (a : 22)>", 0),
        ("expr<(i : 16) -> (i * i mod 8)>", 0),
        ("expr<(i : 8, j : 3) -> (8 * j + i + 8 * (i floordiv 4))>", 0),
    ] {
        let own = listing(text);
        let Contiguity { width, alignment, wider, coarser } =
            known(&contiguity(&own.map, axis, &Budget::default()));
        let claim =
            || Contiguity { width, alignment, wider: wider.clone(), coarser: coarser.clone() };
        let passes = |claim: Contiguity| oracle::is_contiguity(&own, axis, &claim);
        assert!(passes(claim()), "{text}: {:?}", claim());
        let mut changed = vec![
            Contiguity { width: 2 * width, ..claim() },
            Contiguity { width: 3 * width, ..claim() },
            Contiguity { alignment: 2 * alignment, ..claim() },
            Contiguity { alignment: 0, ..claim() },
            Contiguity { wider: Some(proved()), ..claim() },
            Contiguity { coarser: Some(proved()), ..claim() },
            Contiguity { coarser: None, ..claim() },
            Contiguity { wider: coarser.clone(), ..claim() },
        ];
        if wider.is_some() {
            changed.push(Contiguity { wider: None, ..claim() });
            changed.push(Contiguity { coarser: wider.clone(), ..claim() });
        }
        if width > 1 {
            changed.push(Contiguity { width: width / 2, ..claim() });
        }
        if alignment > 1 {
            changed.push(Contiguity { alignment: alignment / 2, ..claim() });
        }
        for claim in changed {
            assert!(!oracle::is_contiguity(&own, axis, &claim), "{text}: {claim:?}");
        }
    }
}

#[test]
fn a_changed_cost_does_not_pass() {
    let banks = Banks { banks: 4, bank_bytes: 4, lanes: 4 };
    for (text, lanes, vector, most) in [
        ("expr<(row : 8, column : 8) -> (8 * row + column)>", &[0][..], 1, 8),
        ("expr<(row : 8, column : 8) -> (9 * row + column)>", &[0], 1, 2),
        ("expr<(row : 8, column : 8) -> (8 * row + (column xor row))>", &[0], 1, 2),
        ("expr<(row : 3, column : 5) -> (row * column)>", &[1], 1, 3),
        ("expr<(row : 3, column : 6) -> (5 * row + 2 * column)>", &[1], 2, 3),
        (
            "expr<(row : 4, column : 4 where column lt row) -> (4 * row + 4 * column)>",
            &[0, 1],
            1,
            6,
        ),
    ] {
        let own = listing(text);
        let access = Access { map: &own.map, lanes, element_bytes: 4, vector };
        let cost = known(&wavefronts(&access, &banks, &Budget::default()));
        let passes = |cost: &Wavefronts| oracle::is_cost(&own, &access, &banks, cost);
        assert!(passes(&cost) && cost.most == most, "{text}: {cost:?}");
        let changes: [fn(&mut Wavefronts); 10] = [
            |cost| cost.phases += 1,
            |cost| cost.first += 1,
            |cost| cost.most -= 1,
            |cost| cost.worst += 1,
            |cost| cost.fullest = None,
            |cost| cost.fullest.iter_mut().for_each(|fullest| fullest.phase += 1),
            |cost| cost.fullest.iter_mut().for_each(|fullest| fullest.bank ^= 1),
            |cost| cost.fullest.iter_mut().for_each(|fullest| fullest.words.truncate(0)),
            |cost| cost.fullest.iter_mut().for_each(|fullest| fullest.words[0].0 += 1),
            |cost| cost.fullest.iter_mut().for_each(|fullest| fullest.words[0].1 += 4),
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut changed = cost.clone();
            change(&mut changed);
            assert!(!passes(&changed), "{text}, change {number}: {changed:?}");
        }
        // The same numbers of a memory of other banks.
        let wider = Banks { banks: 3, ..banks };
        assert!(!oracle::is_cost(&own, &access, &wider, &cost), "{text}");
    }
    let unaddressed = listing("expr<(i : 4) -> (6 floordiv i)>");
    assert!(!oracle::has_addresses(&unaddressed));
    let addressed = listing("expr<(i : 4) -> (6 * i)>");
    let cost = |listing: &Listing| {
        let access = Access { map: &listing.map, lanes: &[0], element_bytes: 4, vector: 1 };
        wavefronts(&access, &banks, &Budget::default())
    };
    assert!(!cost(&unaddressed).is_known());
    let access = Access { map: &unaddressed.map, lanes: &[0], element_bytes: 4, vector: 1 };
    assert!(!oracle::is_cost(&unaddressed, &access, &banks, &known(&cost(&addressed))));
}
