//! Operations on coordinates of whatever has coordinates, swizzles before and after it, and what is
//! asked of values under a swizzle.

mod cute_common;

use std::collections::BTreeSet;

use cute_common::{compact, config, image, layouts, rising, values};
use proptest::prelude::*;
use proptest::sample::select as one_of;
use tileir::cute::*;
use tileir::{IndexSet, LayoutMap, Program};

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn composed(text: &str) -> Composed {
    text.parse().unwrap()
}

fn swizzles() -> impl Strategy<Value = Swizzle> {
    (0..4i64, 0..4i64, 0..2i64, any::<bool>()).prop_map(|(bits, base, extra, up)| {
        Swizzle::new(bits, base, (bits + extra) * if up { 1 } else { -1 }).unwrap()
    })
}

/// The values of a map in the order of its coordinates, the first axis fastest.
fn table(map: &LayoutMap) -> Vec<i64> {
    let extents = map.domain().extents().unwrap();
    let point = |mut rest: i64| -> Vec<i64> {
        let digit = |extent: &i64| {
            let digit = rest % extent;
            rest /= extent;
            digit
        };
        extents.iter().map(digit).collect()
    };
    (0..extents.iter().product()).map(|i| map.eval(&point(i)).unwrap()[0]).collect()
}

fn of(result: &Swizzled) -> Vec<i64> {
    table(&result.to_map().unwrap())
}

/// `a` after `b`, compositions without a flat form among them, with its layouts: the outer first.
fn outers() -> impl Strategy<Value = (Vec<Layout>, Swizzled)> {
    (rising(), rising()).prop_map(|(a, b)| match composition(&a, &b).unwrap() {
        Composition::Flat(flat) => (vec![flat.clone()], flat.into()),
        dag => (vec![a, b], dag.into()),
    })
}

/// The value of layouts one after the other, each on its extended domain.
fn chain(layouts: &[Layout], x: i64) -> i64 {
    layouts.iter().rev().fold(x, |x, layout| layout.eval(x).unwrap())
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn a_composition_without_a_form_composes_like_any_other(
        (parts, whole) in outers(),
        c in rising(),
        swizzle in swizzles(),
        offset in 0..3i64,
    ) {
        let (after, size) = (|x: i64| chain(&parts, x), whole.first().unwrap().size());
        let result = whole.on_coordinates(|b| Ok(composition(b, &c)?.into())).unwrap();
        let expected: Vec<i64> = values(&c).into_iter().map(after).collect();
        prop_assert_eq!(of(&result), expected, "{:?} o {}", parts, c);
        if let Swizzled::Composed(flat) = &result {
            prop_assert!(flat.plain().is_some());
        }

        let moved = whole.clone().moved(offset).unwrap().swizzled(swizzle).unwrap();
        let result = moved.on_coordinates(|b| Ok(composition(b, &c)?.into())).unwrap();
        let expected: Vec<i64> =
            values(&c).into_iter().map(|x| swizzle.apply(offset + after(x))).collect();
        prop_assert_eq!(of(&result), expected, "{} o {} o {:?} o {}", swizzle, offset, parts, c);

        let divided = whole.on_coordinates(|b| Ok(zipped_divide(b, 2)?.into())).unwrap();
        let count = divided.first().unwrap().size() / 2;
        let expected: Vec<i64> = (0..2 * count).map(after).collect();
        prop_assert_eq!(of(&divided), expected);
        for at in 0..count.min(3) {
            let tile = whole.on_coordinates(|b| {
                Composed::from(b.clone()).local_tile(2, &Coord::Index(at))
            });
            let expected: Vec<i64> = (2 * at..2 * at + 2).map(after).collect();
            prop_assert_eq!(of(&tile.unwrap()), expected, "{:?} at {}", parts, at);
        }

        let fewer = whole.on_coordinates(|b| Ok(coalesce(b)?.into())).unwrap();
        let expected: Vec<i64> = (0..size).map(after).collect();
        prop_assert_eq!(of(&fewer), expected);
    }

    #[test]
    fn swizzles_come_before_and_after_whatever_has_coordinates(
        first in swizzles(),
        second in swizzles(),
        (parts, whole) in outers(),
        l in prop_oneof![rising(), compact()],
    ) {
        let (after, size) = (|x: i64| chain(&parts, x), whole.first().unwrap().size());
        let twice = whole.clone().swizzled(second).unwrap().swizzled(first).unwrap();
        let expected: Vec<i64> =
            (0..size).map(|x| first.apply(second.apply(after(x)))).collect();
        prop_assert_eq!(of(&twice), expected);

        let before = first.before(&l).unwrap();
        let expected: Vec<i64> = (0..l.size()).map(|x| l.eval(first.apply(x)).unwrap()).collect();
        prop_assert_eq!(of(&before), expected, "{} o {}: {}", l, first, before);

        let before = whole.after_swizzles(&[first, second]).unwrap();
        let expected: Vec<i64> =
            (0..size).map(|x| after(first.apply(second.apply(x)))).collect();
        prop_assert_eq!(of(&before), expected);
    }

    #[test]
    fn values_under_a_swizzle_stay_together_as_far_as_it_says(
        swizzle in swizzles(),
        other in swizzles(),
        offset in one_of(&[0i64, 0, 1, 4, 8, 12, 32][..]),
        l in rising(),
        m in rising(),
    ) {
        let whole = Composed { swizzle, offset, layout: l.clone() };
        let width = whole.max_alignment().unwrap();
        let image: BTreeSet<i64> =
            image(&l).into_iter().map(|value| swizzle.apply(offset + value)).collect();
        for value in &image {
            let start = value - value.rem_euclid(width);
            prop_assert!((start..start + width).all(|v| image.contains(&v)), "{} by {}", whole, width);
        }

        let beside = Composed::new(other, m);
        let common = whole.max_common_layout(&beside).unwrap();
        let [from, there] = [whole.eval(0).unwrap(), beside.eval(0).unwrap()];
        for i in 0..common.size() {
            let at = common.eval(i).unwrap();
            prop_assert_eq!(whole.eval(at).unwrap(), from + i, "{} in {}", common, whole);
            prop_assert_eq!(beside.eval(at).unwrap(), there + i, "{} in {}", common, beside);
        }

        let null = whole.nullspace().unwrap();
        for j in 0..null.size() {
            prop_assert_eq!(whole.eval(null.eval(j).unwrap()), whole.eval(0));
        }
    }

    #[test]
    fn a_coordinate_is_said_to_be_outside_exactly_where_it_is(
        l in layouts(),
        indices in prop::collection::vec(prop::option::of(-1..10i64), 4),
    ) {
        let modes: Vec<Coord> = indices
            .iter()
            .take(l.rank())
            .map(|index| index.map_or(Coord::All, Coord::Index))
            .collect();
        let coordinate = Coord::Modes(modes);
        let sizes: Vec<i64> = l.view().modes().map(|mode| mode.size()).collect();
        let outside = indices
            .iter()
            .zip(&sizes)
            .position(|(index, &size)| index.is_some_and(|i| !(0..size).contains(&i)));
        match coordinate_reach(&l, &coordinate) {
            Ok(reach) => {
                prop_assert_eq!(reach.is_inside(), outside.is_none(), "{} at {}", l, coordinate);
                if let Some(mode) = outside {
                    let (index, size) = (indices[mode].unwrap(), sizes[mode]);
                    prop_assert_eq!(reach, Reach { least: index, greatest: index, size, empty: false, mode: Some(mode) });
                }
            }
            Err(error) => prop_assert!(
                matches!(error.root(), CuteError::Empty { .. }) && sizes.contains(&0),
                "{}", error
            ),
        }
    }
}

#[test]
fn a_swizzle_before_a_layout_passes_it_where_its_fields_do() {
    let before = |swizzle: &str, text: &str| {
        swizzle.parse::<Swizzle>().unwrap().before(&layout(text)).unwrap().to_string()
    };
    assert_eq!(before("Sw<3,0,3>", "(8,8):(8,1)"), "Sw<3,0,-3> o 0 o (8,8):(8,1)");
    assert_eq!(before("Sw<3,3,3>", "(64,8):(1,64)"), "Sw<3,3,3> o 0 o (64,8):(1,64)");
    assert!(before("Sw<3,0,3>", "(8,8):(9,1)").starts_with("compose<"));
    // A form at many points is found by bits, and 2^31 of them are not listed.
    assert_eq!(before("Sw<3,4,3>", "2147483648:1"), "Sw<3,4,3> o 0 o 2147483648:1");
}

#[test]
fn what_has_no_form_goes_on_and_a_map_of_other_steps_does_not() {
    let dag = composition(&layout("(4,6,8):(2,3,5)"), &layout("6:3")).unwrap();
    let dag = Swizzled::from(dag);
    let beyond = dag.on_coordinates(|b| Ok(composition(b, &layout("3:4"))?.into())).unwrap();
    assert_eq!(of(&beyond), [0, 9, 5]); // at 0, 12 and 24 of the outer layout
    let Swizzled::Dag { why, .. } = &beyond else { panic!("a form") };
    assert!(why.composition.ends_with("o 3:12"), "{why}");

    let set = IndexSet::from_extents(&[2, 3]).unwrap();
    let squares = Program::from_exprs(&[tileir::Expr::coord(1) * tileir::Expr::coord(1)]);
    let squares = LayoutMap::expr(set, IndexSet::from_extents(&[9]).unwrap(), squares).unwrap();
    let Swizzled::Dag { why, .. } = dag else { panic!("a form") };
    let squares = Swizzled::Dag { map: squares, why };
    let every = |tile: &str| {
        let tile = layout(tile);
        squares.on_coordinates(|l| Ok(composition(l, &tile)?.into()))
    };
    assert_eq!(of(&every("3:2").unwrap()), [0, 1, 4]);
    let error = every("4:2").unwrap_err().to_string();
    assert!(error.starts_with("composition: compose<expr<"), "{error}");
    assert!(
        error.ends_with("has no mode that goes on, and is asked at 0 to 6, of 6: past the end"),
        "{error}"
    );
}

#[test]
fn a_refusal_under_a_swizzle_shows_what_is_in_the_way() {
    let message = |error: Option<CuteError>| error.unwrap().to_string();
    let whole = composed("Sw<3,4,3> o (8,64):(64,1)");
    assert_eq!(
        message(whole.right_inverse().err()),
        "right_inverse: Sw<3,4,3> does not pass (64,8):(8,1): its field 0b1110000000 would be \
         0b1110 and its field 0b1110000 0b110000001, which are no fields of a swizzle"
    );
    let uneven = composed("Sw<1,0,1> o (2,6):(6,1)");
    assert_eq!(
        message(uneven.right_inverse().err()),
        "right_inverse: Sw<1,0,1> does not pass (6,2):(2,1): as Sw<1,1,1> o 0 o (6,2):(2,1) it does \
         not lead back, W(R(6)) is 7, not 6"
    );
    assert_eq!(
        message(uneven.left_inverse().err()),
        "left_inverse: Sw<1,0,1> does not pass (6,2):(2,1): as Sw<1,1,1> o 0 o (6,2):(2,1) it does \
         not lead back, W(G(W(1))) is 6, not 7"
    );
    assert_eq!(
        message(whole.complement(None).err()),
        "complement: Sw<3,4,3> makes the values of Sw<3,4,3> o 0 o (8,64):(64,1) no sums of \
         digits, and no layout fills what they leave out; ask for that of the layout under it, \
         (8,64):(64,1)"
    );
    let moved = Composed { offset: 8, ..layout("8:1").into() };
    assert!(message(moved.complement(Some(64)).err()).contains("8 + 8:1 do not begin at 0"));
    assert_eq!(Composed::from(layout("4:2")).complement(Some(24)), Ok(layout("(2,3):(1,8)")));
    let far = Composed { offset: i64::MAX, ..layout("8:1").into() };
    assert_eq!(
        message(far.moved(1).err()),
        "composition: in the offset of Sw<0,4,3> o 9223372036854775807 o 8:1, \
         9223372036854775807 + 1 leaves 64 bits"
    );
}
