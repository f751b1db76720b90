//! A quotient and a remainder together tell what was divided, also where the divisor fits neither
//! stride nor extent.

mod common;

use common::budgets::{NOTHING, with_and_without_points};
use proptest::prelude::*;
use tileir::LayoutMap;
use tileir::proof::prove;

#[test]
fn a_quotient_and_its_remainder_are_the_dividend() {
    for text in [
        "expr<(i : 64, j : 192) -> let f = 192 * i + j in (f mod 128, f floordiv 128) to (a : 128, b : 96)>",
        "expr<(i : 64, j : 192) -> let f = 192 * i + j in (f mod 100, f floordiv 100)>",
        "expr<(i : 3, j : 3) -> let f = 3 * i + j in (f floordiv 2, f mod 2)>",
        "expr<(i : 1048576, j : 1000) -> let f = 1000 * i + j in (f mod 384, f floordiv 384)>",
    ] {
        let map: LayoutMap = text.parse().unwrap();
        let facts = prove(&map, &NOTHING);
        assert_eq!(facts.injective.to_string(), "proved by affine", "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Padded or folded rows, divided by anything: what is proved is so.
    #[test]
    fn what_is_said_of_quotients_is_so(
        rows in 1i64..7, columns in 1i64..9, pitch in 1i64..12, by in 1i64..10, cut in 1i64..9,
    ) {
        let text = format!(
            "expr<(i : {rows}, j : {columns}) -> let f = {pitch} * i + j in \
             (f mod {by}, f floordiv {by}, j mod {cut} + {cut} * (j floordiv {cut}))>"
        );
        for text in [text.clone(), text.replace(&format!(", j mod {cut} + {cut} * (j floordiv {cut})"), "")] {
            let map: LayoutMap = text.parse().unwrap();
            let decided = with_and_without_points(|budget| prove(&map, budget));
            for (name, decided) in decided.each() {
                prop_assert!(!decided.is_unknown(), "{} of {}", name, text);
            }
            if pitch >= columns {
                prop_assert!(prove(&map, &NOTHING).injective.is_proved(), "{}", text);
            }
        }
    }
}
