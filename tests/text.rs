//! What is printed is read back, and nothing that is written makes the reader fail badly.

mod common;

use common::Choices;
use proptest::prelude::*;
use tileir::{IndexSet, LayoutMap};

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_reading_is_the_identity(numbers in common::numbers()) {
        let map = common::map(&mut Choices::new(&numbers));
        let text = map.to_string();
        let back: LayoutMap = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        prop_assert_eq!(&back, &map, "{}", text);
        prop_assert_eq!(back.to_string(), text);
    }

    #[test]
    fn a_set_is_read_back(numbers in common::numbers()) {
        let set = Choices::new(&numbers).set(&common::ANY);
        prop_assert_eq!(set.to_string().parse::<IndexSet>(), Ok(set));
    }

    #[test]
    fn any_text_is_a_map_or_an_error(text in "\\PC*") {
        let _: Result<LayoutMap, _> = text.parse();
        let error = format!("({text})").parse::<LayoutMap>().err();
        prop_assert!(error.is_some_and(|error| error.offset <= text.len() + 2));
    }

    #[test]
    fn a_damaged_map_is_a_map_or_an_error(
        numbers in common::numbers(),
        place in any::<proptest::sample::Index>(),
        letter in "[<>()\\[\\],:=#0-9a-z -]{0,3}",
    ) {
        let mut text = common::map(&mut Choices::new(&numbers)).to_string();
        let place = place.index(text.len());
        text.replace_range(place..=place, &letter);
        if let Ok(map) = text.parse::<LayoutMap>() {
            prop_assert_eq!(map.to_string().parse::<LayoutMap>(), Ok(map));
        }
    }
}

#[test]
fn deep_nesting_is_refused_in_words() {
    let depth = 100_000;
    let (open, close) = ("(".repeat(depth), ")".repeat(depth));
    for text in [
        format!("expr<(i : 4) -> ({open}i{close})>"),
        format!("expr<(i : 4) -> ({}i)>", "-".repeat(depth)),
        format!("expr<(i : 4) -> ({}i{close})>", "i xor (".repeat(depth)),
        format!("mixed_radix<{open}1{close}:1>"),
        format!("{}identity<(i : 4)>{}", "translate<[0], ".repeat(depth), ">".repeat(depth)),
        format!("{}identity<(i : 4)>", "product<".repeat(depth)),
        format!("{}identity<(i : 4)>", "compose<".repeat(depth)),
        open,
    ] {
        assert!(text.parse::<LayoutMap>().is_err());
    }
}

#[test]
fn long_texts_that_are_not_deep_are_read() {
    let sum = vec!["i"; 100_000].join(" + ");
    let map: LayoutMap = format!("expr<(i : 4) -> ({sum})>").parse().unwrap();
    assert_eq!(map.eval(&[3]), Ok(vec![300_000]));
    assert_eq!(map.to_string().parse::<LayoutMap>(), Ok(map));
}

#[test]
fn a_name_is_known_up_to_the_end_of_its_node() {
    let twice = "compose<let m = identity<(i : 4)> in m, m>";
    let other = "compose<let m = identity<(j : 2)> in m, m>";
    let map: LayoutMap = format!("product<{twice}, {other}>").parse().unwrap();
    assert_eq!(map.eval(&[3, 1]), Ok(vec![3, 1]));
    let around = format!("compose<let m = identity<(i : 4)> in compose<m, {twice}>, m>");
    assert!(around.parse::<LayoutMap>().is_ok());
    let error = format!("product<{other}, m>").parse::<LayoutMap>().unwrap_err();
    assert_eq!(error.to_string(), "unknown map 'm'");
}

#[test]
fn comments_separate_tokens() {
    let map: LayoutMap =
        "expr<(i // rows\n : 4) -> // above\n// again\n(i)> // end".parse().unwrap();
    assert_eq!(map.to_string(), "expr<(i : 4) -> (i)>");
    assert!("identity<(i : 4)/>".parse::<LayoutMap>().is_err());
}

#[test]
fn an_error_names_what_is_wrong_and_where() {
    for (text, offset, reason) in [
        ("expr<(i : 4) -> (j)>", 17, "unknown axis 'j'"),
        (
            "mixed_radix<(4,(2,8)):(1,32)>",
            0,
            "shape and stride differ in structure at mode 1: shape (2,8), stride 32",
        ),
        ("identity<(i : 4, i : 2)>", 9, "axis 'i' is named twice"),
        ("whatever<(i : 4)>", 0, "unknown kind of map 'whatever'"),
        (
            "mixed_radix<4:(1,2)>",
            0,
            "shape and stride differ in structure at the root: shape 4, stride (1,2)",
        ),
        (
            "compose<let a = identity<(i : 4)>, a = identity<(i : 4)> in a, a>",
            35,
            "'a' is named twice",
        ),
        ("expr<(i : 4) -> let i = 3 in (i)>", 20, "'i' is named twice"),
        (
            "expr<(i : 99999999999999999999) -> (i)>",
            10,
            "the number 99999999999999999999 does not fit 64 bits",
        ),
    ] {
        let error = text.parse::<LayoutMap>().unwrap_err();
        assert_eq!((error.offset, error.to_string().as_str()), (offset, reason), "{text}");
    }
}
