//! What is wrong with a family, a value or a text is said with its name, its numbers, its place.

use tileir::cute::{Int, Layout, composition};
use tileir::family::{
    BindError, Family, FamilyError, MemberError, Parameter, Parameters, Scope, Sym, SymbolicAxis,
    SymbolicSet,
};
use tileir::text::ParseErrorReason;
use tileir::{Expr, Program};

fn family(text: &str) -> Family {
    text.parse().unwrap()
}

/// The place and the words of a parse error.
fn refused(text: &str) -> (usize, String) {
    let error = text.parse::<Family>().unwrap_err();
    (error.offset, error.to_string())
}

#[test]
fn parameters_without_a_value_are_refused() {
    let text = |result: Result<Parameter, FamilyError>| result.unwrap_err().to_string();
    assert_eq!(text(Parameter::new("n", 5, 4, 1)), "parameter 'n' has no value: 5..=4");
    assert_eq!(text(Parameter::new("n", 9, 15, 8)), "parameter 'n' has no value: 9..=15 by 8");
    assert_eq!(
        text(Parameter::new("n", 0, 4, 0)),
        "parameter 'n' is a multiple of 0, which is not positive"
    );
    assert_eq!(
        text(Parameter::new("mod", 0, 4, 1)),
        "parameter name 'mod' is a word of the grammar"
    );
    for (lo, hi) in [(i64::MIN, i64::MAX), (-1, i64::MAX), (0, i64::MAX)] {
        let error = Parameter::new("n", lo, hi, 1).unwrap_err();
        assert!(matches!(error, FamilyError::Range { .. }), "{error}");
    }
    let last = i64::MAX - 3;
    assert_eq!(
        text(Parameter::new("n", last, i64::MAX, 1)),
        "the range of parameter 'n' ends at 9223372036854775807; it may end at 9223372036854775806 at \
         most: its axis begins at 0 and has at most 2^63 - 1 numbers"
    );
    assert_eq!(
        text(Parameter::new("n", -9, i64::MAX - 9, 1)),
        "the range of parameter 'n' ends at 9223372036854775798; it may end at 9223372036854775797 at \
         most: its axis begins at -9 and has at most 2^63 - 1 numbers"
    );
    assert_eq!(Parameter::new("n", last, i64::MAX - 1, 1).map(|n| n.values()), Ok(3));
    assert!(Parameter::new("n", i64::MIN, -2, 1).is_ok());
    let twice = vec![Parameter::new("n", 0, 1, 1).unwrap(), Parameter::new("n", 0, 2, 1).unwrap()];
    assert_eq!(Parameters::new(twice).unwrap_err().to_string(), "parameter 'n' is named twice");
}

#[test]
fn an_extent_may_have_all_of_64_bits() {
    let read = |last: i64| format!("family<(n : 0..={last}) (i : n + 2) -> (i)>").parse::<Family>();
    let widest = read(i64::MAX - 2).unwrap();
    let member = widest.bind(&[i64::MAX - 2]).unwrap();
    assert_eq!(member.domain().cardinality(), Some(i64::MAX));
    assert_eq!(
        read(i64::MAX - 1).unwrap_err().reason.to_string(),
        "the extent of axis 'i' can leave 64 bits"
    );
}

#[test]
fn a_name_that_is_no_identifier_is_told_from_a_word() {
    let words = [
        "let", "in", "to", "where", "floordiv", "mod", "xor", "and", "shl", "shr", "eq", "ne",
        "lt", "le", "gt", "ge",
    ];
    let refused = |name: &str| Parameter::new(name, 0, 4, 1).map_err(|error| error.to_string());
    for word in words {
        let said = format!("parameter name '{word}' is a word of the grammar");
        assert_eq!(refused(word), Err(said));
        for name in [format!("{word}1"), format!("_{word}"), word.to_uppercase()] {
            assert_eq!(refused(&name).map(|parameter| parameter.name().to_owned()), Ok(name));
        }
    }
    for name in ["", "1x", "a b", "a.b", "é"] {
        let said = format!("parameter name '{name}' is not an identifier");
        assert_eq!(refused(name), Err(said));
    }
}

#[test]
fn a_parameter_is_called_one() {
    for (text, place, why) in [
        ("(n : 1..=4, m : 1..=4, n : 1..=5) (i : n)", 7, "parameter 'n' is named twice"),
        ("(n : 1..=4, in : 1..=5) (i : n)", 19, "parameter name 'in' is a word of the grammar"),
        ("(n : 1..=4) (i : n, i : 2)", 19, "axis 'i' is named twice"),
        ("(n : 1..=4) (let : n)", 19, "axis name 'let' is a word of the grammar"),
        ("(n : 1..=4) (i : n, n : 2)", 27, "axis 'n' has the name of a parameter"),
        ("(n : 1..=4) (i : n) -> (i) to (n : 4)", 38, "axis 'n' has the name of a parameter"),
    ] {
        let arrow = if text.contains("->") { "" } else { " -> (0)" };
        assert_eq!(refused(&format!("family<{text}{arrow}>")), (place, why.to_owned()), "{text}");
    }
}

#[test]
fn a_value_that_does_not_fit_is_named() {
    let member = family("family<(n : 8..=64 by 8, s : -4..=4) (i : n - 16) -> (i * s)>");
    let text = |values: &[i64]| member.bind(values).unwrap_err().to_string();
    assert_eq!(text(&[72, 1]), "n = 72 is outside 8..=64");
    assert_eq!(text(&[12, 1]), "n = 12 is no multiple of 8");
    assert_eq!(text(&[16]), "1 values for the 2 parameters (n : 8..=64 by 8, s : -4..=4)");
    assert_eq!(text(&[8, 1]), "the extent of axis 'i' would be -8");
    assert_eq!(member.bind(&[16, -4]).unwrap().domain().cardinality(), Some(0));
    let divided = family("family<(n : 0..=8) (i : 8 floordiv n) -> (i)>");
    assert_eq!(
        divided.bind(&[0]).unwrap_err().to_string(),
        "the extent of axis 'i' has no value: 8 floordiv 0 is undefined"
    );
    assert!(matches!(
        member.bind_some(&[("m", 1)]),
        Err(BindError::Family(FamilyError::UnknownParameter { .. }))
    ));
    assert!(matches!(member.eval(&[24, 1], &[8]), Err(MemberError::Eval(_))));
    assert!(matches!(member.eval(&[25, 1], &[0]), Err(MemberError::Bind(_))));
}

#[test]
fn a_negative_stride_is_a_parameter_like_any_other() {
    let member = family("family<(s : -4..=4) (i : 3) -> (i * s + 8) to (a : 17)>");
    assert_eq!(member.eval(&[-4], &[2]), Ok(vec![0]));
    assert_eq!(member.map().eval(&[0, 2]), Ok(vec![0, 0]));
    assert_eq!(member.bind(&[-1]).unwrap().eval(&[2]), Ok(vec![6]));
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let n = || Parameters::new(vec![Parameter::new("n", 1, 9, 1).unwrap()]).unwrap();
    let set =
        |name: &str, extent: Expr| SymbolicSet::new(vec![SymbolicAxis::new(name, extent)]).unwrap();
    let body = || Program::from_exprs(&[Expr::coord(1)]);
    let new = |domain, codomain| Family::new(n(), domain, codomain, body());
    assert!(new(set("i", Expr::coord(0)), set("a", 9.into())).is_ok());
    let shadowed = FamilyError::Shadowed { name: "n".to_owned() };
    assert_eq!(new(set("n", 9.into()), set("a", 9.into())).unwrap_err(), shadowed);
    assert!(new(set("i", Expr::coord(1)), set("a", 9.into())).is_err(), "no such parameter");
    assert!(new(set("i", (-1).into()), set("a", 9.into())).is_err(), "a negative extent");
    let wide = Expr::coord(0) * i64::MAX;
    let error = new(set("i", wide), set("a", 9.into())).unwrap_err();
    assert!(matches!(error, FamilyError::Extent { .. }), "{error}");
    assert!(Family::new(n(), set("i", 4.into()), SymbolicSet::integers(2), body()).is_err());
}

#[test]
fn families_that_do_not_meet_are_not_composed() {
    let inner = family("family<(n : 1..=8) (i : n) -> (i) to (a : n)>");
    let text = |outer: &str| Family::compose(&family(outer), &inner).unwrap_err().to_string();
    assert_eq!(
        text("family<(n : 1..=8) (a : n + 1) -> (a)>"),
        "cannot compose: the inner family ends in (a : n), the outer starts from (a : n + 1): the \
         extents of axis 'a' are not proved equal"
    );
    assert_eq!(
        text("family<(n : 9..=12) (a : n) -> (a)>"),
        "parameter 'n' cannot be in 1..=8 and in 9..=12"
    );
    assert!(text("family<(n : 1..=8) (b : n) -> (b)>").ends_with(": axis 'a' and axis 'b'"));
    let meets = family("family<(n : 2..=99 by 2) (a : (2 * n) floordiv 2) -> (a * 3)>");
    let composed = Family::compose(&meets, &inner).unwrap();
    assert_eq!(
        composed.to_string(),
        "family<(n : 2..=8 by 2) (i : n) -> (i) to (a : n) -> (a * 3)>"
    );
}

#[test]
fn a_text_that_is_no_family_is_refused_with_its_place() {
    assert_eq!(refused("famly<"), (0, "expected 'family', found 'famly'".into()));
    assert_eq!(refused("family<(n : 1..4)>"), (15, "expected '..=', found '4'".into()));
    assert_eq!(
        refused("family<(n : 4..=1) (i : n) -> (i)>"),
        (8, "parameter 'n' has no value: 4..=1".into())
    );
    assert_eq!(refused("family<(n : 1..=4) (i : m) -> (i)>"), (24, "unknown axis 'm'".into()));
    assert_eq!(
        refused("family<(n : 1..=4) (n : n) -> (n)>"),
        (20, "axis 'n' has the name of a parameter".into())
    );
    assert_eq!(refused("family<(n : 1..=4) (i : n)>"), (26, "expected '->', found '>'".into()));
    let deep = format!("family<(n : 1..=4) (i : {}n", "(".repeat(1_001));
    let error = deep.parse::<Family>().unwrap_err();
    assert_eq!((error.offset, error.reason), (1_025, ParseErrorReason::Nesting));
}

#[test]
fn a_symbolic_layout_is_read_or_refused_with_its_place() {
    let scope = Scope::new("(n : 1..=64, s : 0..=64)".parse().unwrap());
    let layout = scope.layout(" (n, (4, n * 2)) : (s, (0-s, n * n - 3 * s)) ").unwrap();
    assert_eq!(layout.to_string(), "(n,(4,2 * n)):(s,(-1 * s,n * n - 3 * s))");
    assert_eq!(scope.layout(&layout.to_string()).unwrap(), layout);
    let place = |text: &str| {
        let error = scope.layout(text).unwrap_err();
        (error.offset, error.to_string())
    };
    assert_eq!(place("(n,2):(1,n"), (10, "expected ',' or ')', found the end".into()));
    assert_eq!(
        place("(n,2):(1,(2,3))"),
        (9, "expected a stride of the shape's structure, found 2 modes".into())
    );
    assert_eq!(
        place("n:n xor 1"),
        (2, "expected a polynomial in the parameters, found n xor 1".into())
    );
    assert_eq!(place("k:1"), (0, "unknown axis 'k'".into()));
    assert_eq!(place(&"(".repeat(1_002)).1, "nested deeper than 1000 levels");
}

#[test]
fn numbers_of_two_scopes_do_not_mix() {
    let scopes = ["(n : 1..=4)", "(n : 5..=9)"].map(|text| Scope::new(text.parse().unwrap()));
    let [a, b] = scopes.each_ref().map(|scope| scope.symbol("n").unwrap());
    assert_eq!(a.plus(&b), None);
    assert_eq!(a.times(&b), None);
    assert!(!a.is_less(&b, &mut ()));
    for scope in &scopes {
        assert!((1..=9).all(|n| !scope.guard().holds(&[n])), "{}", scope.guard());
    }
}

#[test]
fn what_grows_too_large_is_an_overflow() {
    let scope = Scope::new("(n : 1..=9000000000000000000)".parse().unwrap());
    let n = scope.symbol("n").unwrap();
    assert_eq!(n.times(&i64::MAX.into()).and_then(|n| n.times(&2.into())), None);
    let square = Layout::leaf(n.clone(), n);
    assert!(square.at(&[1 << 40]).is_ok());
    let twice = composition(&square, &Layout::leaf(Sym::from(4), Sym::from(1))).unwrap();
    let member = twice.into_flat().unwrap();
    assert!(member.at(&[3]).is_ok());
}
