//! Views of views: what [`relabelled`] promises, point by point, for maps of every kind.

mod common;

use common::{Choices, map, map_over, numbers};
use proptest::prelude::*;
use tileir::proof::Budget;
use tileir::view::{RelabelError, one_view, relabelled};
use tileir::{Axis, BinaryOp, IndexSet, LayoutMap, ProgramBuilder};

/// A domain of a view for maps that go to `codomain`: axes without an extent get one, and now and
/// then a constraint leaves points out.
fn domain_of_view(choices: &mut Choices<'_>, codomain: &IndexSet) -> IndexSet {
    let axis = |axis: &Axis| match axis.extent().finite() {
        Some(_) => axis.clone(),
        None => Axis::new(axis.name(), choices.pick(&[1, 4, 7, 64])),
    };
    let axes: Vec<Axis> = codomain.axes().iter().map(axis).collect();
    let set = IndexSet::new(axes).unwrap();
    let set = match codomain.constraints() {
        Some(constraints) => set.with_constraints(constraints).unwrap(),
        None => set,
    };
    if set.rank() == 0 || choices.below(2) == 0 {
        return set;
    }
    let mut dag = ProgramBuilder::default();
    let (first, last) = (dag.coord(0), dag.coord(set.rank() - 1));
    let bound = dag.constant(choices.pick(&[1, 2, 5]));
    let remainder = dag.binary(BinaryOp::Mod, first, bound);
    let outside = dag.binary(BinaryOp::Lt, remainder, last);
    set.with_constraints(&dag.finish(&[outside])).unwrap()
}

/// Whether two views are one, by every point of the box.
fn are_one(left: &LayoutMap, right: &LayoutMap) -> bool {
    left.domain().hull().points().all(|point| {
        let inside = left.domain().contains(&point);
        inside == right.domain().contains(&point)
            && (!inside || left.eval(&point).ok() == right.eval(&point).ok())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn relabelled_is_the_view_at_the_image(numbers in numbers()) {
        let mut choices = Choices::new(&numbers);
        let by = map(&mut choices);
        let domain = domain_of_view(&mut choices, by.codomain());
        let view = map_over(&mut choices, &domain, 1);
        let budget = Budget::of_points(1 << 12);
        match relabelled(&view, &by, &budget) {
            Ok(seen) => {
                for point in by.domain().points() {
                    let image = by.eval(&point).expect("it is proved to have a value");
                    prop_assert_eq!(seen.domain().contains(&point), domain.contains(&image));
                    if domain.contains(&image) {
                        prop_assert_eq!(seen.eval(&point).ok(), view.eval(&image).ok());
                    }
                }
                prop_assert!(seen.domain().points().all(|point| by.domain().contains(&point)));
                prop_assert!(!one_view(&seen, &seen, &budget).is_disproved());
            }
            Err(RelabelError::Undefined { verdict, .. }) if verdict.is_disproved() => {
                prop_assert!(by.domain().points().any(|point| by.eval(&point).is_err()));
            }
            Err(RelabelError::Undefined { .. }) => {}
            Err(RelabelError::Long) => prop_assert!(by.program().is_none()),
            Err(other) => prop_assert!(!by.codomain().is_box(), "{other}"),
        }
    }

    #[test]
    fn one_view_is_never_proved_of_two(numbers in numbers()) {
        let mut choices = Choices::new(&numbers);
        let left = map(&mut choices);
        let set = domain_of_view(&mut choices, &left.domain().hull());
        let program = left.program().map(|program| program.value_program());
        let Some(program) = program else { return Ok(()) };
        let right = LayoutMap::expr(set, left.codomain().clone(), program).unwrap();
        let verdict = one_view(&left, &right, &Budget::of_points(1 << 12));
        if verdict.is_proved() {
            prop_assert!(are_one(&left, &right), "{left} and {right}: {verdict}");
        } else if verdict.is_disproved() {
            prop_assert!(!are_one(&left, &right), "{left} and {right}: {verdict}");
        }
    }
}

fn error(map: &str, by: &str) -> String {
    let (map, by): (LayoutMap, LayoutMap) = (map.parse().unwrap(), by.parse().unwrap());
    relabelled(&map, &by, &Budget::default()).unwrap_err().to_string()
}

const ROWS: &str = "expr<(i : 8, j : 6) -> (i * 6 + j) to (a : 48)>";

#[test]
fn relabelled_says_where_the_map_goes() {
    assert_eq!(
        error(ROWS, "expr<(p : 4) -> (p, 0) to (i : 9, j : 6)>"),
        "the map goes to (i : 9, j : 6), the view's domain is (i : 8, j : 6): it must go there, or \
         to the same axes, each with that extent or without one"
    );
    assert_eq!(
        error(ROWS, "expr<(p : 4) -> (p * 3, 0) to (i : 8, j : 6)>"),
        "the map must have a value in (i : 8, j : 6) at each of its points; in bounds: disproved \
         by affine: (p = 3) maps to (i = 9, j = 0): 9 is outside the codomain axis i : 8"
    );
}

#[test]
fn one_view_finds_a_point_that_one_leaves_out() {
    let [whole, part]: [LayoutMap; 2] = [
        "expr<(i : 8 where i mod 2 lt 2) -> (i) to (a : 8)>".parse().unwrap(),
        "expr<(i : 8 where i lt 7) -> (i) to (a : 8)>".parse().unwrap(),
    ];
    let verdict = one_view(&whole, &part, &Budget::default()).to_string();
    assert!(verdict.starts_with("disproved"), "{verdict}");
    assert!(verdict.contains("(i = 7)"), "{verdict}");
}
