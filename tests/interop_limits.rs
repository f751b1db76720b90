//! Texts of which some places lie near the ends of 64 bits, or beyond: these say nothing.
//!
//! The law: two texts are said to be one, or not, only where every place of both has a number, and
//! then by what places of unbounded integers are.

mod symbolic_common;

use proptest::prelude::*;
use symbolic_common::{budget, context};
use tileir::interop::meaning::{Context, System, read, read_symbolic, same, same_members};

/// `offset + sum of coordinate * stride` over a box.
#[derive(Clone, Debug)]
struct Layout {
    offset: i64,
    shape: [i64; 2],
    strides: [i64; 2],
}

impl Layout {
    /// The places in order, as numbers without bounds.
    fn places(&self) -> Vec<i128> {
        let along = |axis: usize, x: i64| i128::from(x) * i128::from(self.strides[axis]);
        let rows = 0..self.shape[0];
        let place = |i, j| i128::from(self.offset) + along(0, i) + along(1, j);
        rows.flat_map(|i| (0..self.shape[1]).map(move |j| place(i, j))).collect()
    }

    fn fits(&self) -> bool {
        self.places().iter().all(|&place| i64::try_from(place).is_ok())
    }

    /// In one of four systems' words.
    fn text(&self, language: usize) -> (System, String) {
        let Layout { offset, shape: [m, n], strides: [s, t] } = self;
        match language {
            0 => (System::Cute, format!("{offset} o ({m},{n}):({s},{t})")),
            1 => (System::Mlir, format!("strided<[{s}, {t}], offset: {offset}>")),
            2 => {
                let sum = format!("d0 * ({s}) + d1 * ({t}) + ({offset})");
                (System::Mlir, format!("affine_map<(d0, d1) -> ({sum})>"))
            }
            _ => {
                let sum = format!("i * ({s}) + j * ({t}) + ({offset})");
                (System::Tileir, format!("expr<(i : {m}, j : {n}) -> ({sum}) to (address)>"))
            }
        }
    }
}

fn layouts() -> impl Strategy<Value = Layout> {
    let offset = prop_oneof![
        (0..12i64).prop_map(|below| i64::MAX - below),
        (0..12i64).prop_map(|above| i64::MIN + 1 + above),
        -3..4i64,
    ];
    let stride = prop_oneof![-6..7i64, Just(i64::MAX / 2), Just(-(i64::MAX / 2))];
    (offset, 1..4i64, 1..4i64, stride.clone(), stride).prop_map(|(offset, m, n, s, t)| Layout {
        offset,
        shape: [m, n],
        strides: [s, t],
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn no_verdict_is_given_of_places_that_are_no_numbers(
        (own, mut other, alike) in (layouts(), layouts(), any::<bool>()),
        languages in (0..4usize, 0..4usize),
    ) {
        other.shape = own.shape;
        if alike {
            other.offset = own.offset;
            other.strides[0] = own.strides[0];
        }
        let context = Context::of_shape(&own.shape);
        let meaning = |layout: &Layout, language| {
            let (system, text) = layout.text(language);
            read(system, &text, &context)
        };
        let both = (meaning(&own, languages.0), meaning(&other, languages.1));
        for (layout, meaning) in [(&own, &both.0), (&other, &both.1)] {
            prop_assert!(layout.fits() || meaning.is_err(), "{layout:?}");
        }
        let (Ok(left), Ok(right)) = both else { return Ok(()) };
        let verdict = same(&left, &right, &budget()).unwrap();
        prop_assert_eq!(verdict.says(), Some(own.places() == other.places()), "{}", verdict);
    }

    #[test]
    fn a_member_with_places_that_are_no_numbers_says_nothing(
        own in layouts(), other in layouts(), alike in any::<bool>(),
    ) {
        let text = |layout: &Layout| {
            let Layout { offset, shape: [m, _], strides: [s, t] } = layout;
            format!("{offset} o ({m},n):({s},{t})")
        };
        let mut other = Layout { shape: own.shape, ..other };
        if alike {
            (other.offset, other.strides[0]) = (own.offset, own.strides[0]);
        }
        let context = context("(n : 1..=4)", &[], &[]);
        let members = |layout: &Layout| read_symbolic(System::Cute, &text(layout), &context);
        let (Ok(left), Ok(right)) = (members(&own), members(&other)) else { return Ok(()) };
        let found = same_members(&left, &right, &budget()).unwrap();
        for n in 1..=4 {
            let at = |layout: &Layout| Layout { shape: [layout.shape[0], n], ..layout.clone() };
            let (own, other) = (at(&own), at(&other));
            let fit = [own.fits(), other.fits()];
            if let Some(same) = found.at(&[n]) {
                prop_assert_eq!(fit, [true, true], "{}", &found);
                prop_assert_eq!(same, own.places() == other.places(), "{}", &found);
            }
            for silent in found.silent.iter().filter(|silent| silent.guard.holds(&[n])) {
                let wrong = silent.sides.iter().zip(fit).any(|(&silent, fits)| silent && fits);
                // A sum may leave 64 bits on its way to a number that does not.
                let on_the_way = [&own, &other].iter().any(|layout| {
                    let far = |s: &i64| s.abs() > 6;
                    layout.strides.iter().any(far) || layout.offset.checked_abs().is_none_or(|o| o > 12)
                });
                prop_assert!(!wrong || on_the_way, "{}", &found);
            }
        }
    }
}

#[test]
fn every_language_refuses_a_place_beyond_64_bits_and_says_where() {
    let far = Layout { offset: i64::MAX - 1, shape: [2, 2], strides: [1, 5] };
    let near = Layout { offset: i64::MAX - 6, ..far.clone() };
    let context = Context::of_shape(&far.shape);
    for language in 0..4 {
        let (system, text) = far.text(language);
        let error = read(system, &text, &context).unwrap_err().to_string();
        assert!(error.starts_with("the text says nothing: at ("), "{text}: {error}");
        let (system, text) = near.text(language);
        let own = read(system, &text, &context).unwrap();
        for other in 0..4 {
            let (system, text) = near.text(other);
            let other = read(system, &text, &context).unwrap();
            assert_eq!(same(&own, &other, &budget()).unwrap().says(), Some(true), "{text}");
        }
    }
    let context = context_of("(n : 1..=2)");
    let members = |stride| {
        let text = format!("9223372036854775800 o (2,n):(1,{stride})");
        read_symbolic(System::Cute, &text, &context).unwrap()
    };
    let found = same_members(&members(8), &members(9), &budget()).unwrap();
    assert_eq!((found.at(&[1]), found.at(&[2])), (Some(true), None), "{found}");
    assert!(!found.is_proved() && found.silent.iter().any(|silent| silent.guard.holds(&[2])));
}

fn context_of(parameters: &str) -> Context {
    context(parameters, &[], &[])
}
