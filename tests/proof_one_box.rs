//! Maps whose domains are parts of one box are equal where every point of the box says so.
//!
//! A set is written twice, by conditions that say the same in other words, and now and then less a
//! point; a map over it twice too, and now and then another at a point:
//!
//! ```text
//! (i : 4, j : 8 where i lt 3, i + j ne 3)                   -> (i * 8 + j)
//! (i : 4, j : 8 where j ne 3 - i, i le 2, i * 8 + j ne 13)  -> (j + 8 * i)        differ at (1, 5)
//! ```

mod common;

use common::Choices;
use common::budgets::{NOTHING, within};
use proptest::prelude::*;
use tileir::proof::{Budget, Verdict, Witness, equal};
use tileir::{LayoutMap, Point};

const ALL: Budget = Budget::of_points(64);

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Conditions on `i` and `j` with a number `k`, each in words that say the same.
const CONDITIONS: [&[&str]; 10] = [
    &["i lt {k}", "i le {k} - 1", "{k} gt i", "{k} - i ge 1", "(i ge {k}) eq 0"],
    &["j ge {k}", "{k} le j", "j + 1 gt {k}", "0 le j - {k}", "(j lt {k}) ne 1"],
    &["i + j lt {k}", "j lt {k} - i", "j + i le {k} - 1", "{k} gt j + i"],
    &["i ne {k}", "(i eq {k}) eq 0", "i - {k}", "i xor {k}"],
    &["i lt j", "j gt i", "j - i ge 1", "i + 1 le j", "0 - j lt 0 - i"],
    &["j mod 2 eq 1", "j mod 2", "j - 2 * (j floordiv 2)", "j and 1", "(j + 1) mod 2 eq 0"],
    &["i floordiv 2 eq {k}", "i shr 1 eq {k}", "(2 * {k} le i) * (i lt 2 * {k} + 2)"],
    &["i * 8 + j ne {k}", "(i shl 3 xor j) - {k}", "j ne {k} - 8 * i"],
    // Without a value at i = k, where no point satisfies them.
    &["6 floordiv (i - {k})", "12 floordiv (2 * (i - {k}))"],
    &["j eq j", "1", "i ge 0", "i + j lt 100"],
];

/// Maps, each in words that say the same where `i lt 8` and `j lt 8`; the last ones without a
/// value at some points.
const BODIES: [&[&str]; 5] = [
    &["i * 8 + j", "j + 8 * i", "i shl 3 xor j", "(i + 1) * 8 + j - 8"],
    &["(i + j) mod 4", "(j + i) and 3", "i + j - 4 * ((i + j) floordiv 4)"],
    &["j - j", "0", "i * 0"],
    &["6 floordiv (i - 1)", "12 floordiv (2 * i - 2)"],
    &["i - j", "0 - (j - i)", "i - 2 * j + j"],
];

/// One of two ways to write a map: which conditions, with which numbers, and which body.
struct Written {
    conditions: Vec<String>,
    body: String,
}

impl Written {
    fn of(choices: &mut Choices<'_>, parts: &[(usize, i64)], body: usize) -> Written {
        let mut conditions: Vec<String> = parts
            .iter()
            .map(|&(part, k)| choices.pick(CONDITIONS[part]).replace("{k}", &k.to_string()))
            .collect();
        if choices.below(2) == 1 {
            conditions.reverse();
        }
        Written { conditions, body: choices.pick(BODIES[body]).to_string() }
    }

    fn over(&self, axes: &str) -> LayoutMap {
        let Written { conditions, body } = self;
        let all = conditions.join(", ");
        map(&format!("expr<({axes} where {all}) -> ({body}) to (a : 64)>"))
    }
}

/// The points of the box at which the maps differ: in value, or in having one.
fn differences(left: &LayoutMap, right: &LayoutMap) -> Vec<Point> {
    let points = left.domain().hull().points();
    points.filter(|point| left.eval(point).ok() != right.eval(point).ok()).collect()
}

/// Whether the verdict is that of every point; whether there is one.
fn agrees(left: &LayoutMap, right: &LayoutMap, budget: &Budget) -> bool {
    let verdict = equal(left, right, budget);
    let what = || format!("{left} and {right}: {verdict}");
    let differences = differences(left, right);
    match &verdict {
        Verdict::Proved { .. } => assert!(differences.is_empty(), "{}", what()),
        Verdict::Disproved {
            witness: Witness::Difference { point, left: a, right: b }, ..
        } => {
            assert!(differences.iter().any(|other| other == point.values()), "{}", what());
            for (map, said) in [(left, a), (right, b)] {
                let own = map.eval(point.values()).ok();
                let said = said.as_ref().ok().map(|value| value.values());
                assert_eq!(own.as_deref(), said, "{}", what());
            }
        }
        Verdict::Disproved { .. } => panic!("{}", what()),
        Verdict::Unknown { .. } => return false,
    }
    true
}

#[test]
fn maps_over_parts_of_one_box_are_compared() {
    let below = map("expr<(i : 8, j : 8 where i lt j) -> (i * 8 + j)>");
    let above = map("expr<(i : 8, j : 8 where j gt i) -> (j + 8 * i)>");
    let other = map("expr<(i : 8, j : 8 where j - i ge 1) -> (j + 8 * i)>");
    let wider = map("expr<(i : 8, j : 8 where i le j) -> (i * 8 + j)>");
    assert!(equal(&below, &above, &NOTHING).is_proved());
    let both =
        |left: &LayoutMap, right: &LayoutMap| within(&ALL, |budget| equal(left, right, budget));
    assert!(both(&below, &other).is_proved());
    assert_eq!(
        both(&below, &wider).to_string(),
        "disproved by affine: at (i = 0, j = 0), one gives no value (the point (0, 0) does \
         not satisfy 'i lt j'), the other (d0 = 0)"
    );
    // A point of one set alone is found without looking at points, and so is one of both.
    let verdict = equal(&wider, &below, &NOTHING);
    assert!(verdict.is_disproved() && agrees(&wider, &below, &NOTHING), "{verdict}");
    let apart = map("expr<(i : 8, j : 8 where i le j) -> (i * 8 + 2 * j)>");
    let verdict = equal(&below, &apart, &NOTHING);
    assert!(verdict.is_disproved() && agrees(&below, &apart, &NOTHING), "{verdict}");
    // Where neither has a value they agree.
    let (few, none) =
        ("expr<(i : 4 where i lt 2) -> (6 floordiv (1 - i))>", "expr<(i : 4 where i lt 1) -> (6)>");
    assert!(both(&map(few), &map(none)).is_proved());
}

/// What differs by more than words: nothing, a value, or the domain.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    Nothing,
    Value,
    Domain,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_set_in_two_ways_is_one_domain(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let extents = [choices.pick(&[4, 3, 8, 1, 5]), choices.pick(&[8, 4, 1, 7, 6])];
        let axes = format!("i : {}, j : {}", extents[0], extents[1]);
        let count = 1 + choices.below(3);
        let parts: Vec<(usize, i64)> = (0..count)
            .map(|_| (choices.below(CONDITIONS.len()), choices.pick(&[3, 1, 2, 5, 0, 4])))
            .collect();
        let body = choices.below(BODIES.len());
        let left = Written::of(&mut choices, &parts, body);
        let mut right = Written::of(&mut choices, &parts, body);
        // At one point of the box, which may be in no domain.
        let at: Vec<usize> = extents.iter().map(|&extent| choices.below(extent)).collect();
        let change = choices.pick(&[Change::Nothing, Change::Value, Change::Domain]);
        match change {
            Change::Nothing => {}
            Change::Value => {
                let here = format!("(i eq {}) * (j eq {})", at[0], at[1]);
                right.body = format!("{} + {here}", right.body);
            }
            Change::Domain => right.conditions.push(format!("(i ne {}) + (j ne {})", at[0], at[1])),
        }
        let (left, right) = (left.over(&axes), right.over(&axes));
        let differences = differences(&left, &right);
        prop_assert!(differences.len() <= usize::from(change != Change::Nothing), "{left} and {right}");
        for (a, b) in [(&left, &right), (&right, &left), (&left, &left)] {
            agrees(a, b, &NOTHING);
            prop_assert!(agrees(a, b, &ALL), "{a} and {b}");
        }
    }

    #[test]
    fn parts_of_two_boxes_are_not_compared(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let parts = [(choices.below(CONDITIONS.len()), choices.pick(&[3, 1, 2]))];
        let written = Written::of(&mut choices, &parts, 0);
        let here = written.over("i : 4, j : 8");
        let longer = written.over("i : 5, j : 8");
        let name = |text: &str| text.replace('j', "k");
        let named = Written {
            conditions: written.conditions.iter().map(|text| name(text)).collect(),
            body: name(&written.body),
        };
        for other in [longer, named.over("i : 4, k : 8")] {
            let verdict = within(&ALL, |budget| equal(&here, &other, budget));
            prop_assert!(verdict.is_unknown(), "{here} and {other}");
        }
    }
}

/// Without a look at any point few words are known to say the same: those of one form. They may
/// only become more.
#[test]
fn words_of_one_form_are_proved_to_be_one_set() {
    let over = |text: &str| {
        let conditions = vec![text.replace("{k}", "3")];
        Written { conditions, body: "i * 8 + j".to_string() }.over("i : 8, j : 8")
    };
    let mut proved = 0;
    for words in CONDITIONS {
        let maps: Vec<LayoutMap> = words.iter().map(|text| over(text)).collect();
        for (place, one) in maps.iter().enumerate() {
            assert!(equal(one, one, &NOTHING).is_proved(), "{one}");
            for other in &maps[..place] {
                assert!(agrees(one, other, &ALL), "{one} and {other}");
                proved += u32::from(agrees(one, other, &NOTHING));
            }
        }
    }
    assert!(proved >= 6, "{proved} pairs");
}
