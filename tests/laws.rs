//! The laws of the algebra, on maps of every kind.
//!
//! ```text
//! id ∘ f = f = f ∘ id      h ∘ (g ∘ f) = (h ∘ g) ∘ f      (f × g)(x, y) = (f(x), g(y))
//! ```
//!
//! and the law of programs: a map has a value exactly where its program has one and every
//! check holds, and the values are equal.

mod common;

use common::budgets::by_argument;
use std::time::{Duration, Instant};

use common::Choices;
use proptest::prelude::*;
use tileir::proof::{Budget, prove};
use tileir::{Expr, LayoutMap, Point, Program};

fn same(left: &LayoutMap, right: &LayoutMap) -> Result<(), TestCaseError> {
    prop_assert_eq!(left.domain(), right.domain());
    for point in left.domain().points() {
        prop_assert_eq!(left.eval(&point).ok(), right.eval(&point).ok(), "at {:?}", point);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn identity_is_neutral(numbers in common::numbers()) {
        let map = common::map(&mut Choices::new(&numbers));
        let before = LayoutMap::identity(map.domain().clone()).unwrap();
        same(&map, &LayoutMap::compose(map.clone(), before).unwrap())?;
        if map.codomain().extents().is_some() {
            let after = LayoutMap::identity(map.codomain().clone()).unwrap();
            same(&map, &LayoutMap::compose(after, map.clone()).unwrap())?;
        }
    }

    #[test]
    fn composition_is_associative(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let f = common::map(&mut choices);
        if f.codomain().extents().is_none() { return Ok(()); }
        let g = common::map_over(&mut choices, &f.codomain().clone(), 1);
        if g.codomain().extents().is_none() { return Ok(()); }
        let h = common::map_over(&mut choices, &g.codomain().clone(), 1);
        let compose = |outer: &LayoutMap, inner: &LayoutMap| {
            LayoutMap::compose(outer.clone(), inner.clone()).unwrap()
        };
        same(&compose(&h, &compose(&g, &f)), &compose(&compose(&h, &g), &f))?;
    }

    #[test]
    fn a_product_is_its_factors_side_by_side(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let (f, g) = (common::map(&mut choices), common::map(&mut choices));
        let product = LayoutMap::product(vec![f.clone(), g.clone()]).unwrap();
        for x in f.domain().points() {
            for y in g.domain().points() {
                let both: Point = x.iter().chain(&y).copied().collect();
                let expected = match (f.eval(&x), g.eval(&y)) {
                    (Ok(left), Ok(right)) => Some([left, right].concat()),
                    _ => None,
                };
                prop_assert_eq!(product.eval(&both).ok(), expected);
            }
        }
    }

    #[test]
    fn a_program_has_a_value_exactly_where_its_map_has(numbers in common::numbers()) {
        let map = common::map(&mut Choices::new(&numbers));
        let Some(code) = map.program() else {
            // Pieces that fail outside their part, and long tables, are no arithmetic.
            prop_assert!(["piecewise", "table"].iter().any(|node| map.to_string().contains(node)));
            return Ok(());
        };
        for point in map.domain().points() {
            let by_program = code.program().eval_all(&point).ok().and_then(|values| {
                let holds = |(place, extent): (u32, i64)| (0..extent).contains(&values[place as usize]);
                let value: Point = code.values().iter().map(|&v| values[v as usize]).collect();
                code.checks().all(holds).then_some(value)
            });
            prop_assert_eq!(map.eval_unbounded(&point).ok(), by_program, "{} at {:?}", map, point);
        }
    }

    #[test]
    fn a_normal_form_is_the_same_function(numbers in common::numbers()) {
        let map = common::map(&mut Choices::new(&numbers));
        for budget in [Budget::of_points(0), Budget::default()] {
            let normal = map.normalize(&budget);
            prop_assert_eq!((normal.domain(), normal.codomain()), (map.domain(), map.codomain()));
            for point in map.domain().points() {
                let (found, expected) = (normal.eval(&point).ok(), map.eval(&point).ok());
                prop_assert_eq!(found, expected, "{} at {:?} is {}", map, point, normal);
                let unbounded = |map: &LayoutMap| map.eval_unbounded(&point).ok();
                prop_assert_eq!(unbounded(&normal), unbounded(&map), "{} at {:?}", map, point);
            }
            prop_assert_eq!(&normal.normalize(&budget), &normal, "{}", map);
        }
    }

    #[test]
    fn a_compiled_map_gives_what_eval_gives(numbers in common::numbers()) {
        let map = common::map(&mut Choices::new(&numbers));
        for budget in [Budget::of_points(0), Budget::default()] {
            let Ok(compiled) = map.compile(&budget) else {
                prop_assert!(map.program().is_none());
                continue;
            };
            for point in map.domain().hull().points() {
                let mut value = vec![0; map.codomain().rank()];
                let found = compiled.eval_into(&point, &mut value).map(|()| value);
                prop_assert_eq!(found, map.eval(&point), "{} at {:?}", map, point);
            }
        }
    }

    #[test]
    fn an_encoded_program_is_read_back(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let program = common::program(&mut choices, 3, 2, true);
        prop_assert_eq!(Program::decode(&program.encode()), Ok(program));
    }
}

/// The outputs of a compiled map share a number; what a term leaves in a neighbour's part of it
/// has to cancel as the terms do, by sum or by XOR.
#[test]
fn terms_that_leave_the_codomain_cancel_in_a_compiled_map() {
    let texts = [
        "bit_linear<(x : 3, y : 2 where x + y eq 2) -> (a : 16, b : 16), x = [(33,6), (1,1)], y = [(33,1)]>",
        "bit_linear<(x : 4 where x ne 1, x ne 2) -> (a : 2, b : 2, c : 2), x = [(7,2,1), (7,3,1)]>",
        "mixed_radix<(2,2):(9@a+2@b,-8@a+1@b), (x : 2, y : 2 where x eq y) -> (a : 4, b : 4)>",
    ];
    for text in texts {
        let map: LayoutMap = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let compiled = map.compile(&Budget::default()).expect("arithmetic");
        for point in map.domain().hull().points() {
            let mut value = vec![0; map.codomain().rank()];
            let found = compiled.eval_into(&point, &mut value).map(|()| value);
            assert_eq!(found, map.eval(&point), "{text} at {point:?}");
        }
    }
}

fn timed<T>(what: &str, limit: Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < limit, "{what} took {:?}", start.elapsed());
    result
}

/// The sixty-fold doubled map of `f`: `f` after itself 2^60 times.
fn doubled(f: LayoutMap) -> LayoutMap {
    (0..60).fold(f, |f, _| LayoutMap::compose(f.clone(), f).unwrap())
}

#[test]
fn a_map_composed_with_itself_sixty_times_over_is_quick() {
    let rotation = "expr<(i : 8) -> ((i + 3) mod 8) to (i : 8)>".parse().unwrap();
    let limit = Duration::from_millis(500);
    let map = timed("building", limit, || doubled(rotation));
    assert_eq!(timed("evaluating", limit, || map.eval(&[5])), Ok(vec![5]));
    let text = timed("printing", limit, || map.to_string());
    let back: LayoutMap = timed("parsing", limit, || text.parse()).unwrap();
    assert!(timed("comparing", limit, || back == map));
    let facts = timed("proving", 4 * limit, || prove(&map, &Budget::of_points(0)));
    assert!(facts.total.is_proved() && facts.injective.is_proved(), "{facts}");
    assert!(facts.bounds.is_proved() && facts.surjective.is_proved(), "{facts}");
}

#[test]
fn an_expression_doubled_sixty_times_is_quick() {
    let sum = (0..60).fold(Expr::coord(0), |e, _| &e + &e);
    let domain = "(i : 8)".parse().unwrap();
    let codomain = "(a)".parse().unwrap();
    let limit = Duration::from_millis(500);
    let program = timed("building", limit, || Program::from_exprs(&[sum]));
    let map = LayoutMap::expr(domain, codomain, program).unwrap();
    assert_eq!(timed("evaluating", limit, || map.eval(&[7])), Ok(vec![7 << 60]));
    let text = timed("printing", limit, || map.to_string());
    assert_eq!(timed("parsing", limit, || text.parse()), Ok(map.clone()));
    let facts = timed("proving", limit, || by_argument(|budget| prove(&map, budget)));
    assert!(facts.total.is_proved() && facts.injective.is_proved(), "{facts}");
}
