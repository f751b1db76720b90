//! The algebra of layouts over parameters: worked cases, and reports of wrong results elsewhere.

use tileir::cute::{
    Composition, CuteError, Layout, blocked_product, coalesce, complement, composition,
    logical_divide, right_inverse,
};
use tileir::family::{Scope, Sym};

fn scope(parameters: &str) -> Scope {
    Scope::new(parameters.parse().unwrap())
}

/// The first case, as text: the layout and its guard.
fn first(scope: &Scope, build: impl FnMut() -> Result<Layout<Sym>, CuteError>) -> (String, String) {
    let case = scope.first(build).unwrap();
    (case.layout.to_string(), case.guard.to_string())
}

#[test]
fn what_ranges_and_divisors_decide_needs_no_guard() {
    let s = scope("(n : 8..=512 by 8, m : 1..=64)");
    let layout = |text: &str| s.layout(text).unwrap();
    let divided =
        |a: &str, tile: &str| first(&s, || logical_divide(&layout(a), &layout(tile))?.into_flat());
    let always = "always".to_string();
    assert_eq!(divided("n:1", "4:1"), ("(4,n floordiv 4):(1,4)".to_string(), always.clone()));
    assert_eq!(divided("n:m", "8:1"), ("(8,n floordiv 8):(m,8 * m)".to_string(), always.clone()));
    let merged = first(&s, || coalesce(&layout("(n,m):(1,n)")));
    assert_eq!(merged, ("n * m:1".to_string(), always.clone()));
    let rest = first(&s, || complement(&layout("n:1"), layout("n * m:1").size()));
    assert_eq!(rest, ("m:n".to_string(), always.clone()));
    let column = first(&s, || composition(&layout("(n,m):(m,1)"), &layout("m:n"))?.into_flat());
    assert_eq!(column, ("m:1".to_string(), always));
}

#[test]
fn what_they_leave_open_is_assumed() {
    let s = scope("(n : 1..=4096, t : 2..=64)");
    let case = s.first(|| {
        logical_divide(&s.layout("n:1").unwrap(), &s.layout("t:1").unwrap())?.into_flat()
    });
    let case = case.unwrap();
    assert_eq!(case.to_string(), "(t,n floordiv t):(1,t) if t divides n");
    assert!(case.guard.holds(&[96, 32]));
    assert!(!case.guard.holds(&[100, 32]));
    assert_eq!(
        case.guard.check(&[100, 32]).unwrap_err().to_string(),
        "this holds only where t divides n"
    );
    assert_eq!(case.guard.program().eval(&[96, 32]), Ok(vec![1]));
    assert_eq!(case.guard.program().eval(&[100, 32]), Ok(vec![0]));
    assert_eq!(case.layout.at(&[96, 32]).unwrap().to_string(), "(32,3):(1,32)");
    let family = case.to_family().unwrap();
    assert_eq!(
        family.to_string(),
        "family<(n : 1..=4096, t : 2..=64) (d0 : t, d1 : n floordiv t) -> (d0 + d1 * t) \
         to (d0 : n)>"
    );
    assert_eq!(
        family.bind(&[96, 32]).unwrap().to_string(),
        "expr<(d0 : 32, d1 : 3) -> (d0 + d1 * 32) to (d0 : 96)>"
    );
}

#[test]
fn every_way_of_c05_and_no_other() {
    // cutlass#3513: with a tile known at run time only, C++ CuTe skips the divisibility checks.
    let s = scope("(t : 1..=384)");
    let layout: Layout = "(12,(4,8)):(7,(1,30))".parse().unwrap();
    let symbolic = Layout::from(&layout);
    let cases = s.cases(|| logical_divide(&symbolic, &s.layout("t:1").unwrap())?.into_flat());
    assert!(cases.is_complete());
    let texts: Vec<String> = cases.cases.iter().map(|case| case.to_string()).collect();
    assert!(
        texts.contains(&"(t,(12 floordiv t,4,8)):(7,(7 * t,1,30)) if t divides 12".to_string())
    );
    for t in 1..=384 {
        // Flat exactly if it fills whole modes, from the left, and a divisor of the next.
        let legal =
            12 % t == 0 || t % 12 == 0 && 4 % (t / 12) == 0 || t % 48 == 0 && 8 % (t / 48) == 0;
        let mut covered = false;
        for case in cases.cases.iter().filter(|case| case.guard.holds(&[t])) {
            let member = case.layout.at(&[t]).unwrap();
            let concrete = logical_divide(&layout, &Layout::leaf(t, 1)).unwrap();
            for i in 0..member.size() {
                assert_eq!(member.eval(i), concrete.eval(i), "t = {t}, {case}");
            }
            covered |= member.size() == 384;
        }
        assert_eq!(covered, legal, "t = {t}");
    }
    // t = 128 leaves 8 in the first mode: no case, and the map of maps all the same.
    assert!(cases.at(&[128]).is_none());
    assert!(matches!(
        logical_divide(&layout, &Layout::leaf(128, 1)).unwrap(),
        Composition::Dag { .. }
    ));
}

#[test]
fn c17_a_unit_mode_is_dropped_with_its_stride() {
    // cutlass#3327: the divisibility of a stride from 2^31 on crashes, though its extent is 1.
    let s = scope("(N : 1..=1000000)");
    for text in ["(1,N):(2147483648,1)", "(1,N):(N * N,1)", "(1,(N,1)):(0,(1,2147483648))"] {
        let layout = s.layout(text).unwrap();
        let case = first(&s, || coalesce(&layout));
        assert_eq!(case, ("N:1".to_string(), "always".to_string()), "{text}");
    }
    // An extent of 1 or 2 keeps its stride where it is 2.
    let s = scope("(k : 1..=2, N : 3..=9)");
    let layout = s.layout("(k,N):(2147483648,1)").unwrap();
    let cases = s.cases(|| coalesce(&layout));
    assert!(cases.is_complete());
    for (k, n) in (1..=2).flat_map(|k| (3..=9).map(move |n| (k, n))) {
        let member = cases.at(&[k, n]).unwrap().layout.at(&[k, n]).unwrap();
        let (whole, plain) = (layout.at(&[k, n]).unwrap(), coalesce(&layout.at(&[k, n]).unwrap()));
        assert_eq!(member.size(), plain.unwrap().size());
        for i in 0..member.size() {
            assert_eq!(member.eval(i), whole.eval(i), "k = {k}, N = {n}, at {i}");
        }
    }
}

#[test]
fn what_is_given_is_known_and_not_repeated() {
    let s = scope("(n : 1..=4096)");
    let half = |s: &Scope| {
        let (row, tile) = (s.layout("n:1").unwrap(), s.layout("8:1").unwrap());
        first(s, || logical_divide(&row, &tile)?.into_flat())
    };
    assert_eq!(half(&s).1, "8 divides n");
    let other = scope("(m : 1..=2, n : 1..=4096)");
    let (row, tile) = (s.layout("n:1").unwrap(), s.layout("16:1").unwrap());
    s.assume_only(&Default::default());
    let tiled = s.first(|| logical_divide(&row, &tile)?.into_flat()).unwrap();
    // Over other parameters, in another order.
    let guard = other.carry_guard(&tiled.guard, s.parameters()).unwrap();
    assert_eq!(guard.to_string(), "16 divides n");
    assert!(guard.holds(&[1, 32]) && !guard.holds(&[32, 1]));
    other.restrict(&guard);
    assert_eq!(half(&other).1, "always");
    let carried = other.carry_layout(&tiled.layout, s.parameters()).unwrap();
    assert_eq!(carried.at(&[2, 48]).unwrap().to_string(), "(16,3):(1,16)");
    assert_eq!(other.carry_number(&row.size(), s.parameters()).unwrap().eval(&[1, 32]), Ok(32));
    assert!(scope("(m : 1..=2)").carry_guard(&tiled.guard, s.parameters()).is_none());
    // Where no member is left nothing is found.
    other.restrict(&s_never(&other));
    assert!(other.first(|| Ok(Layout::unit())).is_err());
}

/// A guard that contradicts `16 divides n`.
fn s_never(scope: &Scope) -> tileir::family::Guard {
    let small = Scope::new(scope.parameters().clone());
    let (row, tile) = (small.layout("4:1").unwrap(), small.layout("n:1").unwrap());
    let case = small.first(|| logical_divide(&row, &tile)?.into_flat()).unwrap();
    assert!(!case.guard.holds(&[1, 16]) && case.guard.holds(&[1, 2]));
    case.guard
}

#[test]
fn c09_a_ragged_tiling_breaks_its_guard() {
    // cutlass#1625: the right inverse of a tile of (2,3) over (m/2,n/3), m and n at run time.
    let s = scope("(m : 1..=1024, n : 1..=1024)");
    let (m, n) = (s.symbol("m").unwrap(), s.symbol("n").unwrap());
    let (rows, columns) = (m.divided_by(&2.into()).unwrap(), n.divided_by(&3.into()).unwrap());
    assert_eq!(s.guard().to_string(), "2 divides m and 3 divides n");
    let tiles = [Layout::leaf(rows.clone(), 1.into()), Layout::leaf(columns, rows)];
    let tiles = Layout::concat(tiles.iter().map(Layout::view)).unwrap();
    let tile = s.layout("(2,3):(1,2)").unwrap();
    let case = s.first(|| blocked_product(&tile, &tiles)?.into_flat()).unwrap();
    assert_eq!(
        case.to_string(),
        "((2,m floordiv 2),(3,n floordiv 3)):((1,6),(2,3 * m)) if 2 divides m and 3 divides n"
    );
    let inverse = s.first(|| right_inverse(&case.layout)).unwrap();
    assert_eq!(
        inverse.to_string(),
        "(2,3,m floordiv 2,n floordiv 3):(1,m,2,3 * m) if 2 divides m and 3 divides n"
    );
    // With m = n = 1024 the tiles cover 1,047,552 of 1,048,576 places.
    assert_eq!(
        case.guard.check(&[1024, 1024]).unwrap_err().to_string(),
        "this holds only where 3 divides n"
    );
    for (m, n) in [(1024, 1023), (2, 3), (6, 3), (2, 9), (10, 12)] {
        assert!(inverse.guard.holds(&[m, n]), "{m} {n}: {}", inverse.guard);
        let (layout, inverse) =
            (case.layout.at(&[m, n]).unwrap(), inverse.layout.at(&[m, n]).unwrap());
        assert_eq!(inverse.size(), m * n);
        for value in 0..m * n {
            assert_eq!(layout.eval(inverse.eval(value).unwrap()), Ok(value));
        }
    }
}
