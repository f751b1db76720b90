//! The rules of composition: each keeps domain, codomain, value, and where there is none.

mod common;

use common::Choices;
use proptest::prelude::*;
use tileir::LayoutMap;
use tileir::map::Rule;
use tileir::proof::Budget;

const NOTHING: Budget = Budget::of_points(0);

fn map(text: &str) -> LayoutMap {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares what a rule gives with the composition, point by point; tells whether it applied.
fn keeps(rule: Rule, outer: &LayoutMap, inner: &LayoutMap, budget: &Budget) -> bool {
    let Some(fused) = rule.apply(outer, inner, budget) else { return false };
    let composed = LayoutMap::compose(outer.clone(), inner.clone()).unwrap();
    assert_eq!(fused.domain(), composed.domain(), "{rule:?}: {composed}");
    assert_eq!(fused.codomain(), composed.codomain(), "{rule:?}: {composed}");
    for point in composed.domain().points() {
        let (found, expected) = (fused.eval(&point).ok(), composed.eval(&point).ok());
        assert_eq!(found, expected, "{rule:?} at {point:?}: {composed} became {fused}");
        let (found, expected) =
            (fused.eval_unbounded(&point).ok(), composed.eval_unbounded(&point).ok());
        assert_eq!(found, expected, "{rule:?}, unbounded, at {point:?}: {composed}");
    }
    true
}

/// A pair in whose outer map a rule is at home, over generated inner maps.
fn pair(rule: Rule, choices: &mut Choices<'_>) -> Option<(LayoutMap, LayoutMap)> {
    let (domain, depth) = (choices.set(&common::SMALL), choices.below(3));
    let inner = match rule {
        Rule::RightIdentity => LayoutMap::identity(domain).ok()?,
        Rule::Selection => common::selection(choices, &domain),
        Rule::Drop => {
            let other = choices.set(&common::SMALL);
            let factors = [&domain, &other].map(|set| common::map_over(choices, set, depth));
            LayoutMap::product(factors.to_vec()).ok()?
        }
        Rule::Select => common::expr(choices, &domain),
        Rule::Basis => common::bit_linear(choices, &domain),
        _ => common::map_over(choices, &domain, depth),
    };
    let middle = inner.codomain().clone();
    middle.hull_extents()?;
    let outer = match rule {
        Rule::LeftIdentity => LayoutMap::identity(middle).ok()?,
        Rule::Selection | Rule::Drop | Rule::Select => common::selection(choices, &middle),
        Rule::Translation => {
            let map = common::map_over(choices, &middle, 1);
            let offset = vec![choices.pick(&[0, 1, -1, 5]); map.codomain().rank()];
            LayoutMap::translate(offset, map, None).ok()?
        }
        Rule::Associativity => {
            let first = common::map_over(choices, &middle, 1);
            first.codomain().hull_extents()?;
            let last = common::map_over(choices, &first.codomain().clone(), 1);
            LayoutMap::compose(last, first).ok()?
        }
        Rule::Basis => common::bit_linear(choices, &middle),
        Rule::Cancel => {
            let identity = LayoutMap::identity(middle).ok()?;
            let (name, parameters) = match inner.codomain().rank() {
                1 => ("swizzle", vec![1, choices.below(2) as i64, 2]),
                _ => ("rotate", vec![0]),
            };
            let swizzled = LayoutMap::transform(name, parameters.clone(), inner, None).ok()?;
            let outer = LayoutMap::transform(name, parameters, identity, None).ok()?;
            return Some((outer, swizzled));
        }
        Rule::Substitution => common::expr(choices, &middle),
        Rule::RightIdentity => common::map_over(choices, &middle, depth),
    };
    Some((outer, inner))
}

/// How often each rule must have applied among the generated pairs: often enough to be tested.
const LEAST: usize = 20;

fn rule_keeps_the_composition(rule: Rule) {
    let mut applied = 0;
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 600,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let result = runner.run(&common::numbers(), |numbers| {
        let mut choices = Choices::new(&numbers);
        if let Some((outer, inner)) = pair(rule, &mut choices) {
            for budget in [NOTHING, Budget::default()] {
                keeps(rule, &outer, &inner, &budget);
            }
        }
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
    for seed in 0..2000u32 {
        let numbers: Vec<u32> =
            (0..120).map(|i| seed.wrapping_mul(2_654_435_761) ^ (i * 40_503)).collect();
        let numbers: Vec<u32> =
            numbers.iter().map(|n| n.wrapping_mul(n ^ 0x9e37_79b9).rotate_left(13)).collect();
        let Some((outer, inner)) = pair(rule, &mut Choices::new(&numbers)) else { continue };
        applied += usize::from(keeps(rule, &outer, &inner, &Budget::default()));
    }
    assert!(applied >= LEAST, "{rule:?} applied {applied} times");
}

macro_rules! rules {
    ($($name:ident: $rule:ident),* $(,)?) => {$(
        #[test]
        fn $name() {
            rule_keeps_the_composition(Rule::$rule);
        }
    )*};
}

rules! {
    an_identity_on_the_left_is_left_out: LeftIdentity,
    an_identity_on_the_right_is_left_out: RightIdentity,
    a_selection_of_a_selection_is_one: Selection,
    a_translation_moves_outwards: Translation,
    a_composition_is_composed_from_the_right: Associativity,
    a_factor_that_is_projected_away_is_total: Drop,
    an_expression_that_is_projected_away_is_total: Select,
    bit_matrices_are_multiplied: Basis,
    a_transform_undoes_its_inverse: Cancel,
    an_expression_is_substituted: Substitution,
}

#[test]
fn what_is_undefined_stays_composed() {
    let f = map("expr<(x : 8) -> (x) to (y : 4)>");
    let g = map("expr<(y : 4) -> (0 * y) to (z : 1)>");
    let fused = LayoutMap::fuse(&g, &f, &Budget::default()).unwrap();
    assert_eq!(fused, LayoutMap::compose(g, f).unwrap());
    assert_eq!(fused.eval(&[3]), Ok(vec![0]));
    assert!(fused.eval(&[4]).is_err());
    let normal = fused.normalize(&Budget::default());
    assert!(normal.eval(&[4]).is_err());
}

#[test]
fn a_total_inner_map_is_substituted() {
    let f = map("expr<(x : 8) -> (x mod 4) to (y : 4)>");
    let g = map("expr<(y : 4) -> (2 * y + 1) to (z : 8)>");
    let fused = LayoutMap::fuse(&g, &f, &NOTHING).unwrap();
    assert_eq!(fused.to_string(), "expr<(x : 8) -> (2 * (x mod 4) + 1) to (z : 8)>");
}

#[test]
fn a_swizzle_after_itself_is_gone() {
    let once = map("transform<swizzle(3,0,3), mixed_radix<(8,8):(8,1)> to (d0 : 64)>");
    let again = map("transform<swizzle(3,0,3), identity<(d0 : 64)> to (d0 : 64)>");
    let fused = LayoutMap::fuse(&again, &once, &NOTHING).unwrap();
    assert_eq!(fused.to_string(), "mixed_radix<(8,8):(8,1)>");
}

#[test]
fn a_dropped_factor_that_may_fail_is_kept() {
    let total = map("expr<(i : 8) -> (i) to (a : 8)>");
    let partial = map("expr<(j : 8) -> (j) to (b : 4)>");
    let product = LayoutMap::product(vec![total.clone(), partial]).unwrap();
    let keep = map("project<(a : 8, b : 4) -> (a)>");
    let fused = LayoutMap::fuse(&keep, &product, &Budget::default()).unwrap();
    assert!(fused.eval(&[0, 7]).is_err());
    let sound = map("expr<(j : 8) -> (j floordiv 2) to (b : 4)>");
    let product = LayoutMap::product(vec![total, sound]).unwrap();
    let fused = LayoutMap::fuse(&keep, &product, &NOTHING).unwrap();
    assert!(!fused.to_string().contains("floordiv"), "{fused}");
}
