//! Swizzled layouts where CuTe's form is not all there is: inverses through the swizzle, results
//! without a form, recasts that tear elements apart, and the greatest value.

mod cute_common;

use cute_common::{build, compact, config, image, layouts, rising, values};
use proptest::prelude::*;
use proptest::sample::select as one_of;
use tileir::LayoutMap;
use tileir::cute::*;

fn composed(text: &str) -> Composed {
    text.parse().unwrap()
}

fn layout(text: &str) -> Layout {
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
    let size: i64 = extents.iter().product();
    let point = |mut rest: i64| -> Vec<i64> {
        extents
            .iter()
            .map(|extent| {
                let digit = rest % extent;
                rest /= extent;
                digit
            })
            .collect()
    };
    (0..size).map(|i| map.eval(&point(i)).unwrap()[0]).collect()
}

fn of(result: &Swizzled) -> Vec<i64> {
    match result {
        Swizzled::Composed(c) => (0..c.size()).map(|i| c.eval(i).unwrap()).collect(),
        Swizzled::Dag { map, .. } => table(map),
    }
}

#[test]
fn a_field_above_the_values_passes_an_inverse() {
    for swizzle in ["Sw<2,4,2>", "Sw<2,4,3>", "Sw<3,1,4>", "Sw<3,3,3>", "Sw<2,3,3>"] {
        let whole = composed(&format!("{swizzle} o 64:1"));
        let expected = format!("{swizzle} o 0 o 64:1");
        assert_eq!(whole.right_inverse().unwrap().to_string(), expected);
        assert_eq!(whole.left_inverse().unwrap().to_string(), expected);
    }
    // A million points are decided by their bits; a field that is torn is still refused.
    let long = composed("Sw<3,4,3> o 1073741824:1");
    assert_eq!(long.left_inverse().unwrap(), long);
    let torn = composed("Sw<3,4,3> o (8,64):(64,1)").right_inverse();
    assert!(matches!(torn, Err(CuteError::Swizzle { .. })), "{torn:?}");
}

#[test]
fn what_has_no_form_under_a_swizzle_is_a_map() {
    let whole = composed("Sw<3,4,3> o (4,6,8):(2,3,5)");
    let six = composition(&whole.layout, &layout("6:3")).unwrap();
    let result = whole.after(six).unwrap();
    assert_eq!(of(&result), [0, 6, 7, 8, 9, 15]);
    let Swizzled::Dag { why, .. } = result else { panic!("a form") };
    assert_eq!(why.refuted.unwrap().at, 2);

    let map = composed("Sw<3,0,3> o 64:1").then(&layout("(8,8):(8,1)")).unwrap();
    let expected: Vec<i64> = (0..64)
        .map(|i| layout("(8,8):(8,1)").eval(Swizzle::new(3, 0, 3).unwrap().apply(i)).unwrap())
        .collect();
    assert_eq!(table(&map), expected);

    let whole = composed("Sw<2,1,2> o 3 o (12,(4,8)):(7,(1,30))");
    let tile = whole.local_tile(128, &"1".parse().unwrap()).unwrap();
    assert!(matches!(tile, Swizzled::Dag { .. }));
    let expected: Vec<i64> = (128..256).map(|i| whole.eval(i).unwrap()).collect();
    assert_eq!(of(&tile), expected);
    assert!(matches!(tile.into_composed(), Err(CuteError::NotFlat(_))));
}

#[test]
fn a_recast_that_tears_elements_apart_is_seen() {
    let law = |text: &str| composed(text).recast_law(2).unwrap().to_string();
    assert_eq!(
        law("Sw<3,0,3> o 64:1"),
        "not the same memory: the elements 8 and 9, of one 2 times as wide, lie at 9 and 8"
    );
    assert_eq!(
        law("Sw<1,0,-4> o 8:1"),
        "not the same memory: the elements 0 and 1, of one 2 times as wide, lie at 0 and 17"
    );
    assert_eq!(
        law("Sw<3,4,3> o 1073741824:1"),
        "the same memory: the swizzle leaves the 1 low bits of an element alone, its base is 4"
    );
    assert_eq!(
        law("Sw<3,0,3> o 8:1"),
        "the same memory: no value has a bit of 0b1000, which is dropped"
    );
    assert!(matches!(composed("Sw<3,0,3> o 8:1").recast_law(3), Err(CuteError::Swizzle { .. })));
    assert_eq!(composed("Sw<3,4,3> o 64:1").recast(8, 16), Ok(composed("Sw<3,3,3> o 32:1")));
}

#[test]
fn the_reach_names_the_mode_that_a_tile_leaves() {
    let l = layout("(8,10):(1,8)");
    let tiler: Tiler = "(4, 4)".parse().unwrap();
    let line = |reach: Result<Reach, CuteError>| reach.unwrap().to_string();
    assert_eq!(line(divide_reach(&l, &tiler)), "mode 1: 0 to 11, of 10: past the end");
    let tile = |at: &str| line(local_tile_reach(&l, &tiler, &at.parse().unwrap()));
    assert_eq!(tile("(1,2)"), "mode 1: 8 to 11, of 10: past the end");
    assert_eq!(tile("(1,1)"), "mode 0: 4 to 7, of 8: inside");
    assert_eq!(tile("(2,1)"), "mode 0: 8 to 11, of 8: past the end");
    let part = local_partition_reach(&l, &layout("(2,4):(1,2)"), 7);
    assert_eq!(line(part), "mode 1: 3 to 11, of 10: past the end");
    assert_eq!(line(divide_reach(&layout("8:1"), 3)), "0 to 8, of 8: past the end");
    let [short, long] = common_reach(&layout("3:1"), &layout("8:1")).unwrap();
    assert_eq!(short.to_string(), "0 to 7, of 3: past the end");
    assert!(long.is_inside());
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn a_cosize_reaches_from_the_least_to_the_greatest_of_0_and_the_values(
        swizzle in swizzles(),
        offset in one_of(&[0i64, 0, 1, 5, 16, 64, 100, -3, -100][..]),
        l in prop_oneof![rising(), layouts()],
    ) {
        let whole = Composed { swizzle, offset, layout: l };
        let swizzled = image(&whole.layout).into_iter().map(|v| swizzle.apply(offset + v));
        let all: Vec<i64> = swizzled.collect();
        let least = all.iter().min().map(|&least| least.min(0));
        let greatest = all.iter().max().map(|&greatest| greatest.max(0));
        prop_assert_eq!(whole.span().unwrap(), least.zip(greatest), "{}", &whole);
        let expected = least.zip(greatest).map_or(0, |(least, greatest)| greatest - least + 1);
        prop_assert_eq!(whole.cosize().unwrap(), expected, "{}", whole);
    }

    #[test]
    fn a_recast_is_the_same_memory_exactly_where_it_says(
        swizzle in swizzles(),
        factor in one_of(&[2i64, 4, 8][..]),
        offset in one_of(&[0i64, 0, 8, 24][..]),
        l in layouts(),
    ) {
        let whole = Composed { swizzle, offset, layout: l };
        let wide = swizzle.upcast(factor).unwrap();
        let kept = |x: i64| {
            let element = wide.apply(x.div_euclid(factor));
            swizzle.apply(x) == factor * element + x.rem_euclid(factor)
        };
        let law = whole.recast_law(factor).unwrap();
        let all = values(&whole.layout).into_iter().all(|v| kept(offset + v));
        prop_assert_eq!(law.holds(), all, "{}: {}", &whole, law);
        if let RecastLaw::Torn(Torn { at, elements: [first, second], places, .. }) = law {
            prop_assert!(!kept(swizzle.apply(whole.eval(at).unwrap())));
            prop_assert_eq!(first.div_euclid(factor), second.div_euclid(factor));
            prop_assert_eq!([first, second].map(|x| swizzle.apply(x)), places);
            let [left, right] = places;
            let torn = right - left != second - first || left.rem_euclid(factor) != first & (factor - 1);
            prop_assert!(torn, "{}: {}", &whole, law);
        }
    }

    #[test]
    fn an_inverse_through_a_swizzle_leads_back_from_past_the_values_too(
        swizzle in swizzles(),
        powers in prop::collection::vec(0..4u32, 1..4),
        order in any::<u32>(),
        zero in any::<bool>(),
    ) {
        let mut places: Vec<usize> = (0..powers.len()).collect();
        places.sort_by_key(|&place| (order >> (8 * place)) & 255);
        let mut leaves: Vec<(i64, i64)> = powers.iter().map(|&p| (1 << p, 0)).collect();
        let mut stride = 1;
        for place in places {
            leaves[place].1 = stride;
            stride *= leaves[place].0;
        }
        if zero {
            leaves.push((2, 0));
        }
        let whole = Composed::new(swizzle, build(leaves, Vec::new()));
        if let Ok(back) = whole.right_inverse() {
            let leads = (0..back.size()).all(|v| whole.eval(back.eval(v).unwrap()) == Ok(v));
            prop_assert!(leads, "{} and {}", &whole, &back);
        }
        if let Ok(back) = whole.left_inverse() {
            for i in 0..whole.size() {
                let again = back.eval(whole.eval(i).unwrap()).unwrap();
                prop_assert_eq!(whole.eval(again), whole.eval(i), "{} and {}", &whole, &back);
                prop_assert!(zero || again == i, "{} and {}", &whole, &back);
            }
        }
    }

    #[test]
    fn swizzle_and_offset_come_after_every_result(
        swizzle in swizzles(),
        offset in 0..9i64,
        a in rising(),
        b in rising(),
        c in compact(),
    ) {
        let whole = Composed { swizzle, offset, layout: a.clone() };
        let plain = composition(&a, &b).unwrap();
        let expected: Vec<i64> =
            (0..plain.size()).map(|i| swizzle.apply(offset + plain.eval(i).unwrap())).collect();
        prop_assert_eq!(of(&whole.after(plain).unwrap()), expected);

        let tiles = zipped_divide(&a, 2).unwrap();
        let count = tiles.size() / 2;
        for at in 0..count.min(6) {
            let tile = whole.local_tile(2, &Coord::Index(at)).unwrap();
            let expected: Vec<i64> = (0..2)
                .map(|i| swizzle.apply(offset + tiles.eval(i + 2 * at).unwrap()))
                .collect();
            prop_assert_eq!(of(&tile), expected, "{} at {}", &whole, at);
        }

        for outer in [b, c] {
            let map = whole.then(&outer).unwrap();
            let expected: Vec<i64> =
                (0..whole.size()).map(|i| outer.eval(whole.eval(i).unwrap()).unwrap()).collect();
            prop_assert_eq!(table(&map), expected, "{} o {}", &outer, &whole);
        }
    }

    #[test]
    fn swizzles_in_a_row_are_their_map(chain in prop::collection::vec(swizzles(), 0..4)) {
        let map = swizzle_map(&chain).unwrap();
        for (x, value) in table(&map).into_iter().enumerate() {
            let expected = chain.iter().rev().fold(x as i64, |x, swizzle| swizzle.apply(x));
            prop_assert_eq!(value, expected);
        }
    }
}
