//! The laws of correspondences, over legs of every kind.
//!
//! ```text
//! converse(converse R) = R                      converse(S o R) = converse(R) o converse(S)
//! T o (S o R) = (T o S) o R                     (S o R)(a, c) = sum over b of R(a, b) * S(b, c)
//! graph(g) o graph(f) = graph(g o f)            image of a placement = the set of its places
//! simplify R = R, or ~ R where only the pairs are wanted
//! ```

mod common;

use common::budgets::within;
use std::collections::{BTreeMap, BTreeSet};

use common::{Choices, SMALL};
use proptest::prelude::*;
use tileir::corr::{LayoutCorr, Pairs, Sense};
use tileir::proof::Budget;
use tileir::{Axis, Extent, IndexSet, LayoutMap, Point};

const BUDGET: Budget = Budget::of_points(1 << 20);

/// Extents of the sets that are related: small, so that values meet.
const RELATED: [Extent; 5] =
    [Extent::Finite(4), Extent::Finite(2), Extent::Finite(3), Extent::Finite(1), Extent::Finite(6)];

/// A map between these sets, of many kinds.
fn between(choices: &mut Choices<'_>, domain: &IndexSet, codomain: &IndexSet) -> LayoutMap {
    let rank = codomain.rank();
    match choices.below(5) {
        0 => {
            let points: Vec<Point> = codomain.points().collect();
            let row = |_| {
                let outside = vec![7; rank];
                points.get(choices.below(points.len() + 1)).cloned().unwrap_or(outside)
            };
            let values: Vec<Point> = (0..domain.points().count()).map(row).collect();
            LayoutMap::table(domain.clone(), codomain.clone(), &values).unwrap()
        }
        1 => {
            let inner = common::map_over(choices, domain, 1);
            if inner.codomain().rank() == rank {
                return LayoutMap::translate(vec![0; rank], inner, Some(codomain.clone())).unwrap();
            }
            let program = common::program(choices, domain.rank(), rank, false);
            LayoutMap::expr(domain.clone(), codomain.clone(), program).unwrap()
        }
        2 => {
            let bases = domain.hull_extents().unwrap().into_iter().map(|n| {
                let bits = (0..63).filter(|bit| n > 1i64 << bit);
                let basis = |_| (0..rank).map(|_| choices.pick(&[1, 0, 2, 3])).collect();
                bits.map(basis).collect()
            });
            let bases = bases.collect();
            LayoutMap::bit_linear(domain.clone(), codomain.clone(), bases).unwrap()
        }
        _ => {
            let program = common::program(choices, domain.rank(), rank, false);
            LayoutMap::expr(domain.clone(), codomain.clone(), program).unwrap()
        }
    }
}

/// A correspondence from one set to another, of every kind.
fn corr(choices: &mut Choices<'_>, from: &IndexSet, to: &IndexSet) -> LayoutCorr {
    match choices.below(5) {
        0 => LayoutCorr::from_map(between(choices, from, to)).unwrap(),
        1 => LayoutCorr::from_map(between(choices, to, from)).unwrap().converse(),
        2 => {
            let copies = choices.set(&RELATED);
            let both = IndexSet::side_by_side([from, &copies]).unwrap();
            let placed = between(choices, &both, to);
            LayoutCorr::placement(from.clone(), copies, placed).unwrap()
        }
        3 => {
            let (a, b): (Vec<Point>, Vec<Point>) = (from.points().collect(), to.points().collect());
            let mut pairs = Vec::new();
            if !a.is_empty() && !b.is_empty() {
                for _ in 0..choices.below(9) {
                    pairs.push((choices.pick(&a), choices.pick(&b)));
                }
            }
            LayoutCorr::from_pairs(from.clone(), to.clone(), &pairs).unwrap()
        }
        _ => {
            let occurrences = choices.set(&SMALL);
            let left = between(choices, &occurrences, from);
            LayoutCorr::new(left, between(choices, &occurrences, to)).unwrap()
        }
    }
}

/// All pairs with their multiplicities, from the legs alone.
fn brute(corr: &LayoutCorr) -> Pairs {
    let Some((left, right)) = corr.legs() else { return corr.pairs(&BUDGET).unwrap() };
    let mut pairs = Pairs::new();
    for occurrence in left.domain().points() {
        if let (Ok(a), Ok(b)) = (left.eval(&occurrence), right.eval(&occurrence)) {
            *pairs.entry((a, b)).or_default() += corr.weight();
        }
    }
    pairs
}

/// The product of two matrices of counts.
fn multiplied(first: &Pairs, second: &Pairs) -> Pairs {
    let mut product = Pairs::new();
    for ((a, b), count) in first {
        for ((middle, c), more) in second {
            if b == middle {
                *product.entry((a.clone(), c.clone())).or_default() += count * more;
            }
        }
    }
    product
}

fn turned(pairs: &Pairs) -> Pairs {
    pairs.iter().map(|((a, b), count)| ((b.clone(), a.clone()), *count)).collect()
}

fn same(left: &LayoutCorr, right: &LayoutCorr) -> Result<(), TestCaseError> {
    prop_assert_eq!(brute(left), brute(right), "{} and {}", left, right);
    let verdict = within(&BUDGET, |budget| left.equal(right, budget)).unwrap();
    prop_assert!(verdict.is_proved(), "{} and {}: {}", left, right, verdict);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_converse_turns_every_pair(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let (a, b) = (choices.set(&RELATED), choices.set(&RELATED));
        let r = corr(&mut choices, &a, &b);
        prop_assert_eq!(brute(&r.converse()), turned(&brute(&r)));
        same(&r.converse().converse(), &r)?;
    }

    #[test]
    fn composition_multiplies_and_turns_around(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let [a, b, c] = [0; 3].map(|_| choices.set(&RELATED));
        let (r, s) = (corr(&mut choices, &a, &b), corr(&mut choices, &b, &c));
        let joined = r.compose(&s).unwrap();
        prop_assert_eq!(brute(&joined), multiplied(&brute(&r), &brute(&s)), "{} then {}: {}", r, s, joined);
        same(&joined.converse(), &s.converse().compose(&r.converse()).unwrap())?;
    }

    #[test]
    fn composition_is_associative(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let [a, b, c, d] = [0; 4].map(|_| choices.set(&RELATED[..3]));
        let (r, s, t) = (corr(&mut choices, &a, &b), corr(&mut choices, &b, &c), corr(&mut choices, &c, &d));
        let budget = [&r, &s, &t].iter().try_fold(1i64, |size, x| {
            size.checked_mul(x.occurrences()?.hull().cardinality()?)
        });
        if budget.is_none_or(|size| size > 1 << 14) { return Ok(()); }
        same(
            &r.compose(&s).unwrap().compose(&t).unwrap(),
            &r.compose(&s.compose(&t).unwrap()).unwrap(),
        )?;
    }

    #[test]
    fn graphs_compose_as_maps_do(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let f = common::map(&mut choices);
        if f.codomain().extents().is_none() { return Ok(()); }
        let g = common::map_over(&mut choices, &f.codomain().clone(), 1);
        let graph = |map: &LayoutMap| LayoutCorr::from_map(map.clone()).unwrap();
        let both = LayoutMap::compose(g.clone(), f.clone()).unwrap();
        same(&graph(&f).compose(&graph(&g)).unwrap(), &graph(&both))?;
    }

    #[test]
    fn a_product_pairs_pairs(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let [a, b, c, d] = [0; 4].map(|_| choices.set(&RELATED[..2]));
        let (r, s) = (corr(&mut choices, &a, &b), corr(&mut choices, &c, &d));
        let product = r.product(&s).unwrap();
        let mut expected = Pairs::new();
        for ((x, y), count) in &brute(&r) {
            for ((z, w), more) in &brute(&s) {
                let key = ([x.as_slice(), z].concat(), [y.as_slice(), w].concat());
                expected.insert(key, count * more);
            }
        }
        prop_assert_eq!(brute(&product), expected);
        same(&product.converse(), &r.converse().product(&s.converse()).unwrap())?;
    }

    #[test]
    fn images_and_fibres_are_rows_and_columns(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let [a, b, c] = [0; 3].map(|_| choices.set(&RELATED[..3]));
        let r = corr(&mut choices, &a, &b);
        let s = r.compose(&corr(&mut choices, &b, &c)).unwrap();
        for corr in [&r, &s] {
            let pairs = brute(corr);
            for point in corr.from().hull().points().take(8) {
                let row: BTreeMap<Point, u64> =
                    pairs.iter().filter(|((x, _), _)| *x == point).map(|((_, y), n)| (y.clone(), *n)).collect();
                prop_assert_eq!(corr.image(&point, &BUDGET).unwrap(), row, "{:?} under {}", point, corr);
            }
            for point in corr.to().hull().points().take(8) {
                let column: BTreeMap<Point, u64> =
                    pairs.iter().filter(|((_, y), _)| *y == point).map(|((x, _), n)| (x.clone(), *n)).collect();
                prop_assert_eq!(corr.fibre(&point, &BUDGET).unwrap(), column, "{:?} under {}", point, corr);
            }
        }
    }

    #[test]
    fn the_image_of_a_placement_is_the_set_of_its_places(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let [logical, copies, physical] = [0; 3].map(|_| choices.set(&RELATED));
        let both = IndexSet::side_by_side([&logical, &copies]).unwrap();
        let placed = between(&mut choices, &both, &physical);
        let r = LayoutCorr::placement(logical.clone(), copies.clone(), placed.clone()).unwrap();
        prop_assert_eq!(r.replicas().len(), copies.rank());
        for point in logical.points() {
            let places: BTreeSet<Point> = copies
                .points()
                .filter_map(|copy| placed.eval(&[point.as_slice(), &copy].concat()).ok())
                .collect();
            let image: BTreeSet<Point> = r.image(&point, &BUDGET).unwrap().into_keys().collect();
            prop_assert_eq!(image, places);
        }
    }

    #[test]
    fn simplification_keeps_what_it_says(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let (a, b) = (choices.set(&RELATED), choices.set(&RELATED));
        let r = corr(&mut choices, &a, &b);
        let counted = r.simplify(Sense::Multiplicities, &BUDGET).unwrap();
        same(&counted, &r)?;
        prop_assert_eq!(counted.replicas(), r.replicas());
        let paired = r.simplify(Sense::Pairs, &BUDGET).unwrap();
        prop_assert!(within(&BUDGET, |budget| paired.same_pairs(&r, budget)).unwrap().is_proved(), "{} of {}", paired, r);
        let keys = |corr: &LayoutCorr| brute(corr).into_keys().collect::<BTreeSet<_>>();
        prop_assert_eq!(keys(&paired), keys(&r));
    }

    #[test]
    fn verdicts_about_two_relations_are_those_of_brute_force(numbers in common::numbers()) {
        let mut choices = Choices::new(&numbers);
        let (a, b) = (choices.set(&RELATED[..3]), choices.set(&RELATED[..3]));
        let (r, s) = (corr(&mut choices, &a, &b), corr(&mut choices, &a, &b));
        let (left, right) = (brute(&r), brute(&s));
        let verdict = within(&BUDGET, |budget| r.equal(&s, budget)).unwrap();
        prop_assert_eq!(verdict.is_proved(), left == right, "{}", verdict);
        if let Some(witness) = verdict.witness() {
            let pair = (witness.from.clone(), witness.to.clone());
            let count = |pairs: &Pairs| pairs.get(&pair).copied().unwrap_or(0);
            prop_assert_eq!((witness.left, witness.right), (count(&left), count(&right)));
            prop_assert_ne!(witness.left, witness.right);
        }
        let pairs = left.keys().eq(right.keys());
        prop_assert_eq!(within(&BUDGET, |budget| r.same_pairs(&s, budget)).unwrap().is_proved(), pairs);
    }
}

/// Every relation between two sets of two points with multiplicities up to 2.
fn tiny() -> Vec<LayoutCorr> {
    let set = |name: &str| IndexSet::new(vec![Axis::new(name, 2)]).unwrap();
    let matrices = (0..81usize).map(|code| [code % 3, code / 3 % 3, code / 9 % 3, code / 27]);
    let relation = |counts: [usize; 4]| {
        let mut pairs = Vec::new();
        for (place, count) in counts.into_iter().enumerate() {
            let pair = (vec![place as i64 / 2], vec![place as i64 % 2]);
            pairs.extend(std::iter::repeat_n(pair, count));
        }
        LayoutCorr::from_pairs(set("x"), set("x"), &pairs).unwrap()
    };
    matrices.map(relation).collect()
}

#[test]
fn every_tiny_relation_keeps_the_laws() {
    let all = tiny();
    assert_eq!(all.len(), 81);
    for r in &all {
        for s in &all {
            let joined = r.compose(s).unwrap();
            assert_eq!(brute(&joined), multiplied(&brute(r), &brute(s)));
            let turned_parts = s.converse().compose(&r.converse()).unwrap();
            assert_eq!(brute(&joined.converse()), brute(&turned_parts));
            assert_eq!(within(&BUDGET, |budget| r.equal(s, budget)).unwrap().is_proved(), r == s);
        }
    }
}
