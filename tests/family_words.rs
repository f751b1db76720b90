//! The words of the algebra over parameters: each is, for every member, what it is for numbers.

use tileir::cute::{self, Composition, Coord, CuteError, Layout, Slice};
use tileir::family::{Scope, Sym};

type Symbolic = fn(&Layout<Sym>) -> Result<Layout<Sym>, CuteError>;
type Plain = fn(&Layout) -> Result<Layout, CuteError>;

fn word(name: &str, symbolic: Symbolic, plain: Plain) -> (&str, Symbolic, Plain) {
    (name, symbolic, plain)
}

/// One function for both kinds of numbers.
macro_rules! words {
    ($($name:literal: |$layout:ident| $result:expr;)*) => {
        [$(word($name, |$layout| $result, |$layout| $result)),*]
    };
}

/// A slice as a layout: `(S,2:offset)`.
fn cut<T: cute::Int>(slice: Slice<T>) -> Result<Layout<T>, CuteError> {
    let offset = Layout::leaf(T::from(2), slice.offset);
    Layout::concat([slice.layout.view(), offset.view()])
}

fn index<T: cute::Int>(number: i64) -> Coord<T> {
    Coord::Index(T::from(number))
}

fn tile<T: cute::Int>() -> Layout<T> {
    Layout::leaf(T::from(2), T::from(1))
}

const LAYOUTS: &[&str] = &[
    "(m,8):(1,m)",
    "(m,8):(8,1)",
    "((m,2),4):((1,2 * m),m)",
    "(m,8):(0,m)",
    "(4,m):(m,1)",
    "(m - 3,m):(-2,m)",
    "(2,m floordiv 2):(m,2 * m)",
    "(m,m):(2,m * m)",
];

#[test]
fn every_word_is_for_each_member_what_it_is_for_numbers() {
    let words = words! {
        "coalesce": |l| cute::coalesce(l);
        "filter": |l| cute::filter(l);
        "filter_zeros": |l| cute::filter_zeros(l);
        "flatten": |l| cute::flatten(l);
        "complement": |l| cute::complement_within(l);
        "right_inverse": |l| cute::right_inverse(l);
        "nullspace": |l| cute::nullspace(l);
        "upcast by 2": |l| cute::upcast(l, 2);
        "upcast by 4": |l| cute::upcast(l, 4);
        "downcast by 2": |l| cute::downcast(l, 2);
        "recast from 8 to 16": |l| cute::recast(l, 8, 16);
        "select": |l| cute::select(l, &[1, 0]);
        "group": |l| cute::group_modes(l, 0..2);
        "append": |l| cute::append(l, &tile());
        "blocked product": |l| cute::blocked_product(&tile(), l).and_then(Composition::into_flat);
        "raked product": |l| cute::raked_product(&tile(), l).and_then(Composition::into_flat);
        "cosize": |l| Ok(Layout::leaf(2.into(), l.cosize()?));
        "value at 9": |l| Ok(Layout::leaf(2.into(), l.eval(9.into())?));
        "value at -1": |l| Ok(Layout::leaf(2.into(), l.eval((-1).into())?));
        "slice": |l| cut(cute::slice(&Coord::Modes(vec![index(3), Coord::All]), l)?);
        "dice": |l| cute::dice(&Coord::Modes(vec![index(3), Coord::All]), l);
        "tile": |l| cut(cute::local_tile(l, &tile(), &index(1))?);
    };
    let mut checked = 0;
    for (name, symbolic, plain) in words {
        for text in LAYOUTS {
            let scope = Scope::new("(m : 4..=16 by 2)".parse().unwrap());
            let layout = scope.layout(text).unwrap();
            let cases = scope.cases(|| symbolic(&layout));
            assert!(cases.is_complete(), "{name} of {text}");
            for m in (4..=16).step_by(2) {
                let member = layout.at(&[m]).unwrap();
                let expected = plain(&member);
                let holding: Vec<_> =
                    cases.cases.iter().filter(|case| case.guard.holds(&[m])).collect();
                for case in &holding {
                    let found = case.layout.at(&[m]).unwrap();
                    let expected = expected.as_ref().unwrap_or_else(|error| {
                        panic!("{name} of {text} at m = {m}: {case}, but {error}")
                    });
                    assert_eq!(found.size(), expected.size(), "{name} of {text}, m = {m}: {case}");
                    for i in 0..expected.size().min(512) {
                        let (found, expected) = (found.eval(i), expected.eval(i));
                        assert_eq!(found, expected, "{name} of {text}, m = {m}, at {i}: {case}");
                    }
                    checked += 1;
                }
                let found = !holding.is_empty();
                assert_eq!(found, expected.is_ok(), "{name} of {text} at m = {m}: {cases:?}");
            }
        }
    }
    assert!(checked > 900, "{checked} members were compared");
}

#[test]
fn a_refusal_names_what_is_not_known_to_divide() {
    let scope = Scope::new("(m : 3..=5 by 3)".parse().unwrap());
    let layout = scope.layout("8:5 * m").unwrap();
    let refused = scope.first(|| cute::upcast(&layout, 4)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "upcast: in mode 0 of 8:5 * m, it is not known that 4 divides 5 * m"
    );
    let adjacent = cute::downcast(&scope.layout("8:5 * m").unwrap(), 4).unwrap_err();
    assert!(matches!(adjacent, CuteError::NotAdjacent { factor: 4, .. }), "{adjacent}");
}
