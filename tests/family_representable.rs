//! Symbolic numbers: what nests too deeply, what no values meet, and what leaves 64
//! bits.

use proptest::prelude::*;
use tileir::cute::CuteError;
use tileir::family::{Guard, Scope, Sym};

fn scope(parameters: &str) -> Scope {
    Scope::new(parameters.parse().unwrap())
}

#[test]
fn quotients_nest_to_a_limit() {
    let scope = scope("(n : 0..=1000000)");
    let (mut number, three) = (scope.symbol("n").unwrap(), Sym::from(3));
    for _ in 0..Sym::NESTING {
        number = number.plus(&Sym::from(1)).unwrap().floor(&three).unwrap();
    }
    assert_eq!(number.eval(&[1_000_000]), Ok(152));
    assert_eq!(number.plus(&Sym::from(1)).unwrap().floor(&three), None);
    assert_eq!(scope.settled(), Ok(Guard::default()));
}

#[test]
fn what_no_values_meet_is_no_guard() {
    for (parameters, less) in [("(n : 0..=0)", 0), ("(n : 1..=64)", 100)] {
        let scope = scope(parameters);
        let divisor = scope.symbol("n").unwrap().plus(&Sym::from(-less)).unwrap();
        assert!(Sym::from(4).floor(&divisor).is_some());
        assert!(matches!(scope.settled(), Err(CuteError::Contradiction { .. })), "{parameters}");
    }
    let scope = scope("(n : 0..=64)");
    assert!(Sym::from(4).floor(&scope.symbol("n").unwrap()).is_some());
    assert_eq!(scope.settled().unwrap().to_string(), "1 le n");
}

#[test]
fn what_is_demanded_is_asked_of_members_alone() {
    let demanding = scope("(n : 1..=8)");
    let small = scope("(n : 1..=8)");
    let n = small.symbol("n").unwrap();
    assert!(n.floor(&Sym::from(9)).is_some());
    let seven = small.layout("(n,n,n):(1,0,0)").unwrap();
    assert_eq!(small.representable(&Guard::default(), &seven), Some(Guard::default()));
    let large = scope("(n : 4194304..=4194305)");
    let cube = large.layout("(n,n,n):(1,0,0)").unwrap();
    let guard = large.representable(&Guard::default(), &cube).unwrap();
    assert!(large.is_void(&guard), "{guard}");
    assert_eq!(demanding.settled(), Ok(Guard::default()));
    large.demand(&guard);
    assert!(matches!(large.settled(), Err(CuteError::Contradiction { .. })));
}

proptest! {
    /// Where the guard holds there is a member, and where there is one the guard holds, but that of
    /// more extents that may be 0 than four it demands more.
    #[test]
    fn representable_is_where_there_is_a_member(
        extents in prop::collection::vec(0usize..7, 1..5),
        stride in 0usize..4,
        n in prop_oneof![0i64..9, (0u32..33).prop_map(|bits| (1i64 << bits) - 1), Just(1i64 << 32)],
        m in prop_oneof![0i64..9, (0u32..33).prop_map(|bits| 1i64 << bits)],
    ) {
        let scope = scope("(n : 0..=4294967296, m : 0..=4294967296)");
        let texts = ["n", "m", "n * n", "8", "n floordiv 3", "0", "n * m + 1"];
        let extents: Vec<&str> = extents.into_iter().map(|text| texts[text]).collect();
        let first = ["1", "n * n * m", "-1 * n * n", "0"][stride];
        let strides: Vec<&str> =
            (0..extents.len()).map(|mode| if mode == 0 { first } else { "0" }).collect();
        let layout = format!("({}):({})", extents.join(","), strides.join(","));
        let layout = scope.layout(&layout).unwrap();
        let guard = scope.representable(&Guard::default(), &layout).unwrap();
        prop_assert_eq!(guard.holds(&[n, m]), layout.at(&[n, m]).is_ok(), "{} under {}", layout, guard);
    }
}
