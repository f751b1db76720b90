//! The copies of TIRx's composed layouts: each lies where the swizzle takes it.

mod meaning_common;

use std::collections::BTreeMap;

use meaning_common::alone;
use proptest::prelude::*;
use tileir::interop::meaning::{Context, System, same, write};
use tileir::interop::tirx::ComposeLayout;
use tileir::proof::Budget;

fn digits(of: &[(i64, i64)]) -> String {
    let list =
        |numbers: Vec<i64>| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let (extents, strides) = of.iter().copied().unzip();
    format!("({},):({},)", list(extents), list(strides))
}

/// Holds that an element's places are those of its copies, and that what is written says so too.
fn held(text: &str) -> Result<Option<String>, TestCaseError> {
    let layout: ComposeLayout = text.parse().unwrap();
    let (tile, budget) = (layout.tile(), Budget::default());
    let replicas: Vec<i64> = tile.replica().iter().map(|iter| iter.extent).collect();
    let meaning = alone(System::Tirx, text);
    for x in 0..tile.size() {
        let mut expected: BTreeMap<Vec<i64>, u64> = BTreeMap::new();
        for copy in 0..replicas.iter().product() {
            let first = tile.apply(x).unwrap()["m"];
            let (mut rest, mut moved) = (copy, 0);
            for iter in tile.replica() {
                moved += rest % iter.extent * iter.stride;
                rest /= iter.extent;
            }
            *expected.entry(vec![layout.swizzle().apply(first + moved)]).or_default() += 1;
        }
        let found = meaning.corr().fibre(&[x], &budget).unwrap();
        prop_assert_eq!(found, expected, "{} at {}", text, x);
    }
    let Ok(written) = write(System::Tirx, &meaning, &Context::default()) else { return Ok(None) };
    let again = alone(System::Tirx, &written);
    prop_assert!(same(&again, &meaning, &budget).unwrap().is_proved(), "{} is {}", written, text);
    Ok(Some(written))
}

#[test]
fn copies_are_written_and_compared() {
    for text in [
        "T.ComposeLayout(0, 2, 2, T.TileLayout(T.S[16:1] + T.R[2:16]))",
        "T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[512:1] + T.R[4:512]))",
        "T.ComposeLayout(0, 1, 2, T.TileLayout(T.S[8:1] + T.R[3:8]), swizzle_inner=False)",
    ] {
        assert_eq!(held(text).unwrap().as_deref(), Some(text));
    }
    let copied = "T.ComposeLayout(3, 1, 3, T.TileLayout(T.S[(2, 3):(3, 1)] + T.R[2:64]))";
    let text = held(copied).unwrap();
    let once = alone(System::Tirx, &copied.replace(" + T.R[2:64]", ""));
    assert!(same(&alone(System::Tirx, copied), &once, &Budget::default()).unwrap().is_disproved());
    // Bit 6 of a place goes to its bit 3 too: 64 further is 72 further.
    assert!(text.is_some_and(|text| text.ends_with(" + T.R[2:72])")));
}

/// Digits of a copy's number whose extents are no powers of two.
#[test]
fn copies_of_any_extents_are_written() {
    for (extents, strides) in [("(2, 3)", "(2, 4)"), ("(3, 2)", "(4, 2)"), ("(3, 3)", "(7, 16)")] {
        for swizzle in ["0, 2, 3", "1, 1, 2", "0, 2, 2"] {
            let tile = format!("T.TileLayout(T.S[2:1] + T.R[{extents}:{strides}])");
            let text = format!("T.ComposeLayout({swizzle}, {tile})");
            assert!(held(&text).unwrap().is_some(), "{text}");
        }
    }
}

/// No swizzle is over places below 0, one that moves nothing neither.
#[test]
fn places_below_0_are_refused() {
    for swizzle in ["4, 0, 0", "0, 1, 1"] {
        let text = format!("T.ComposeLayout({swizzle}, T.TileLayout(T.S[4:-1]))");
        let context = Context::default();
        let error = tileir::interop::meaning::read(System::Tirx, &text, &context).unwrap_err();
        let said =
            "a swizzle moves places from 0 on, T.TileLayout(T.S[4:-1]) has places down to -3";
        assert_eq!(error.to_string(), said);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_copy_is_swizzled(
        shards in prop::collection::vec((1i64..5, 0i64..9), 1..3),
        replicas in prop::collection::vec((2i64..4, 0i64..40), 1..3),
        (base, bits, further) in (0i64..3, 0i64..3, 0i64..2),
        inner in any::<bool>(),
    ) {
        let (far, behind) = (bits + further, if inner { "" } else { ", swizzle_inner=False" });
        let tile = format!("T.TileLayout(T.S[{}] + T.R[{}])", digits(&shards), digits(&replicas));
        let text = format!("T.ComposeLayout({base}, {bits}, {far}, {tile}{behind})");
        held(&text)?;
        let once = alone(System::Tirx, &text.replace(&format!(" + T.R[{}]", digits(&replicas)), ""));
        let verdict = same(&alone(System::Tirx, &text), &once, &Budget::default()).unwrap();
        prop_assert!(!verdict.is_proved(), "{}: {}", text, verdict);
    }
}
