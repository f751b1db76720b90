//! Layouts of extents near 2^63: every system answers, with a text that says the same at sampled
//! elements or with a reason, and no search is as long as an extent.

use proptest::prelude::*;
use tileir::interop::meaning::{Context, System, TranslateError, read, write};

/// Extents with few divisors and with many, of which 897612484786617600 has 103680.
const EXTENTS: [i64; 12] = [
    i64::MAX,
    1 << 62,
    1 << 60,
    (1 << 60) - 1,
    (1 << 61) - 1,
    1_000_000_000_000_000_000,
    897_612_484_786_617_600,
    1_350_851_717_672_992_089,
    789_730_223_053_602_816,
    3 << 59,
    1_000_036_000_099,
    (1 << 32) + 15,
];

/// Arithmetic of one coordinate that stays in 64 bits.
fn arithmetic() -> impl Strategy<Value = String> {
    let number = || proptest::sample::select(vec![2i64, 3, 4, 5, 7, 8, 100, 1 << 20, 1 << 40]);
    let part = (number(), 0..4u8).prop_map(|(by, op)| match op {
        0 => format!("(x mod {by})"),
        1 => format!("(x floordiv {by})"),
        2 => format!("(x mod {by}) * 3"),
        _ => format!("(x floordiv {by}) mod 5"),
    });
    (part.clone(), part, 0..4u8).prop_map(|(left, right, op)| match op {
        0 => format!("{left} + {right}"),
        1 => format!("({left}) xor ({right})"),
        2 => format!("({left}) floordiv -4"),
        _ => left,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn every_system_answers(
        extent in proptest::sample::select(EXTENTS.to_vec()),
        arithmetic in arithmetic(),
    ) {
        let text = format!("#tileir.expr<(x : {extent}) -> ({arithmetic}) to (address)>");
        let meaning = read(System::Tileir, &text, &Context::default()).unwrap();
        let (addresses, _) = meaning.corr().legs().unwrap();
        for system in System::ALL {
            let Ok(written) = write(system, &meaning, &Context::default()) else { continue };
            let again = read(system, &written, &Context::of_shape(&[extent])).unwrap();
            let (other, _) = again.corr().legs().unwrap();
            for x in [0, 1, 2, 3, 7, 63, extent / 3, extent / 2, extent - 2, extent - 1] {
                prop_assert_eq!(addresses.eval(&[x]), other.eval(&[x]), "{} at {}", written, x);
            }
        }
    }
}

/// A search that is not finished says so, and not that there is nothing to find.
#[test]
fn a_swizzle_that_was_not_looked_for_is_not_denied() {
    let text = "#tileir.expr<(x : 897612484786617600) -> (x floordiv -4) to (address)>";
    let meaning = read(System::Tileir, text, &Context::default()).unwrap();
    let error = write(System::Cute, &meaning, &Context::default()).unwrap_err();
    assert!(matches!(error, TranslateError::Swizzles { .. }), "{error}");
    assert!(error.to_string().contains("a swizzle is not known: the search ends after"), "{error}");
    // Few divisors are all tried.
    let text = "#tileir.expr<(x : 1000036000099) -> (x floordiv -4) to (address)>";
    let meaning = read(System::Tileir, text, &Context::default()).unwrap();
    let error = write(System::Cute, &meaning, &Context::default()).unwrap_err();
    assert!(matches!(error, TranslateError::Outside { .. }), "{error}");
}
