//! The law of symbolic reaches: where the guard holds, what is said to lie inside the operand's
//! domain, or outside, does so in every member; and a condition is met by those that lie inside.

use proptest::prelude::*;
use tileir::cute::{
    Asking, Composition, CuteError, Layout, Reach, Tiler, composition, divide_reach,
    logical_divide, logical_product, product_reach, reach, symbolic_reach,
};
use tileir::family::{Parameters, Scope, Sym};

const EXTENTS: [&str; 7] = ["n", "2 * n", "m", "4", "3", "n * m", "8"];
const STRIDES: [&str; 6] = ["1", "n", "2", "n * m", "0", "0 - 1"];

type Operator = fn(&Layout<Sym>, &Tiler<Sym>) -> Result<Composition<Sym>, CuteError>;

const OPERATIONS: [(Asking, Operator); 3] = [
    (Asking::Composition, |a, b| composition(a, b)),
    (Asking::Division, |a, b| logical_divide(a, b)),
    (Asking::Product, |a, b| logical_product(a, b)),
];

fn leaf() -> impl Strategy<Value = (&'static str, &'static str)> {
    (prop::sample::select(&EXTENTS[..]), prop::sample::select(&STRIDES[..]))
}

fn layout(scope: &Scope, leaves: &[(&str, &str)]) -> Layout<Sym> {
    let side =
        |of: fn(&(&str, &str)) -> String| leaves.iter().map(of).collect::<Vec<String>>().join(",");
    let text = format!("({}):({})", side(|leaf| leaf.0.into()), side(|leaf| leaf.1.into()));
    scope.layout(&text).unwrap()
}

/// The reach of a member, by the algebra of numbers.
fn of_member(asking: Asking, a: &Layout, b: &Layout) -> Result<Reach, CuteError> {
    match asking {
        Asking::Composition => reach(a, b),
        Asking::Division => divide_reach(a, b),
        Asking::Product => product_reach(a, b),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_said_to_lie_inside_or_outside_does(
        outer in prop::collection::vec(leaf(), 1..3),
        inner in prop::collection::vec(leaf(), 1..3),
        operation in 0..3usize,
    ) {
        let parameters: Parameters = "(n : 1..=9, m : 1..=6)".parse().unwrap();
        let scope = Scope::new(parameters);
        let (a, b) = (layout(&scope, &outer), layout(&scope, &inner));
        let (asking, operator) = OPERATIONS[operation];
        let tiler = Tiler::Layout(b.clone());
        let Ok(case) = scope.first(|| operator(&a, &tiler)?.into_flat()) else { return Ok(()) };
        let Some(reaches) = symbolic_reach(asking, (&scope, &case.guard), &a, &tiler) else {
            return Ok(());
        };
        prop_assert_eq!(reaches.len(), 1);
        for values in (1..=9).flat_map(|n| (1..=6).map(move |m| [n, m])) {
            if !case.guard.holds(&values) {
                continue;
            }
            let (a, b) = (a.at(&values).unwrap(), b.at(&values).unwrap());
            let Ok(member) = of_member(asking, &a, &b) else { continue };
            let said = &reaches[0];
            let number = |of: &Sym| of.eval(&values).unwrap();
            let range = (number(&said.least), number(&said.greatest), number(&said.size));
            prop_assert_eq!(
                range, (member.least, member.greatest, member.size),
                "{:?} {} {} at {:?}", asking, a, b, values
            );
            if let Some(inside) = said.inside {
                prop_assert_eq!(inside, member.is_inside(), "{} {} at {:?}", a, b, values);
            }
        }
    }
}

#[test]
fn a_reach_is_a_condition_where_it_depends_on_the_parameters() {
    let at = |range: &str| {
        let scope = Scope::new(range.parse().unwrap());
        let (a, b) = (scope.layout("(q,2):(1,q)").unwrap(), scope.layout("4:2").unwrap());
        let tiler = Tiler::Layout(b);
        let case = scope.first(|| composition(&a, &tiler)?.into_flat()).unwrap();
        let reaches = symbolic_reach(Asking::Composition, (&scope, &case.guard), &a, &tiler);
        let reach = reaches.unwrap().remove(0);
        (reach.to_string(), reach.inside, reach.condition())
    };
    let said = |inside| ("0 to 6, of 2 * q".to_owned(), inside, "6 lt 2 * q".to_owned());
    assert_eq!(at("(q : 1..=9)"), said(None));
    assert_eq!(at("(q : 1..=2)"), said(Some(false)));
    assert_eq!(at("(q : 4..=9)"), said(Some(true)));
}
