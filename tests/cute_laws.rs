//! The laws of composition, complement, inverses, divisions and products, on layouts of every
//! kind: nested, with strides that are zero, negative or in no order, with extents of one and of
//! zero.
//!
//! Each constructor is held to its law point by point. Where it gives an error instead, the
//! error must be justified: there is a coordinate that shows why.

mod cute_common;
#[path = "cute_common/search.rs"]
mod search;

use std::collections::{BTreeMap, BTreeSet};

use cute_common::{compact, config, image, layouts, layouts_of, rising, values};
use proptest::prelude::*;
use proptest::sample::select as one_of;
use search::{composed_table, flat_by_search, table};
use tileir::IntTree;
use tileir::cute::*;

fn holds_composition(a: &Layout, b: &Layout) -> Result<(), TestCaseError> {
    let expected = composed_table(a, b);
    match composition(a, b) {
        Ok(Composition::Flat(flat)) => {
            prop_assert_eq!(Some(values(&flat)), expected, "{} o {} = {}", a, b, &flat);
            prop_assert!(compatible(&b.shape(), &flat.shape()).unwrap());
        }
        Ok(result @ Composition::Dag { .. }) => {
            let expected = expected.unwrap();
            prop_assert_eq!(&table(&result), &expected, "{} o {}", a, b);
            prop_assert!(!flat_by_search(&expected, b), "{} o {} has a flat form", a, b);
            let Composition::Dag { why, .. } = result else { unreachable!() };
            match &why.reason {
                Reason::Run { extent, run, at, value, even, .. } => {
                    prop_assert_eq!(expected[*at as usize], *value);
                    prop_assert!(value != even && extent % run != 0);
                }
                Reason::Carry(refuted) => {
                    prop_assert_eq!(expected[refuted.at as usize], refuted.value);
                }
                Reason::Undecided { what } => prop_assert!(false, "{}", what),
            }
            for refuted in why.refuted.iter().chain(match &why.reason {
                Reason::Carry(refuted) => Some(refuted),
                _ => None,
            }) {
                prop_assert_eq!(expected[refuted.at as usize], refuted.value);
                prop_assert_eq!(refuted.candidate.eval(refuted.at).unwrap(), refuted.found);
                prop_assert!(refuted.found != refuted.value);
            }
        }
        Err(CuteError::NegativeIndex { .. }) => {
            prop_assert!(values(b).into_iter().any(|i| i < 0), "{} o {}", a, b);
        }
        Err(CuteError::Empty { .. }) => {
            prop_assert!(a.size() == 0 && b.size() != 0, "{} o {}", a, b);
        }
        Err(error) => prop_assert!(false, "{} o {}: {}", a, b, error),
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(6_000))]

    #[test]
    fn a_composition_is_one_after_the_other(a in layouts(), b in layouts()) {
        holds_composition(&a, &b)?;
    }

    #[test]
    fn a_rising_composition_is_flat_exactly_where_it_can_be(a in rising(), b in rising()) {
        holds_composition(&a, &b)?;
    }

    #[test]
    fn an_inner_layout_that_only_fits_by_its_digits_composes(
        a in layouts_of(&[2, 2, 3, 4], &[0, 1, 2, 3, 5], 4),
        b in layouts_of(&[2, 3, 3, 4], &[1, 2, 3, 5, 7, 9], 2),
    ) {
        holds_composition(&a, &b)?;
    }
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn a_composition_by_modes_is_one_in_each(a in layouts(), b in rising(), c in rising()) {
        let tiler = Tiler::Modes(vec![b.clone().into(), c.clone().into()]);
        if a.rank() < 2 {
            prop_assert_eq!(composition(&a, &tiler).is_err(), true);
            return Ok(());
        }
        let (first, second) = (a.mode(0).unwrap(), a.mode(1).unwrap());
        let (Some(left), Some(right)) = (composed_table(&first, &b), composed_table(&second, &c))
        else {
            prop_assert!(composition(&a, &tiler).is_err());
            return Ok(());
        };
        let expected: Vec<i64> =
            right.iter().flat_map(|r| left.iter().map(move |l| l + r)).collect();
        prop_assert_eq!(table(&composition(&a, &tiler).unwrap()), expected);
    }

    #[test]
    fn the_reach_is_that_of_the_values(a in rising(), b in layouts()) {
        let reach = reach(&a, &b).unwrap();
        let inside = values(&b).into_iter().all(|i| (0..a.size()).contains(&i));
        prop_assert_eq!(reach.is_inside(), inside, "{}", reach);
        if let (Some(least), Some(greatest)) = (image(&b).first(), image(&b).last()) {
            prop_assert_eq!((reach.least, reach.greatest), (*least, *greatest));
        }
    }

    #[test]
    fn the_reach_of_a_division_or_product_is_that_of_its_coordinates(a in rising(), t in rising()) {
        if let Ok(rest) = complement(&t, a.size()) {
            let both = Layout::concat([t.view(), rest.view()]).unwrap();
            prop_assert_eq!(divide_reach(&a, &t), reach(&a, &both));
        }
        if let Ok(room) = complement(&a, a.size() * t.cosize().unwrap()) {
            prop_assert_eq!(product_reach(&a, &t), reach(&room, &t));
        }
        if let Ok(common) = max_common_layout(&a, &t) {
            let reaches = common_reach(&a, &t).unwrap();
            prop_assert_eq!(reaches, [reach(&a, &common).unwrap(), reach(&t, &common).unwrap()]);
        }
    }

    #[test]
    fn coalescing_keeps_the_function_and_leaves_nothing_to_merge(l in layouts()) {
        let merged = coalesce(&l).unwrap();
        prop_assert_eq!(values(&merged), values(&l));
        prop_assert!(merged.depth() <= 1);
        prop_assert_eq!(coalesce(&merged).unwrap(), merged.clone());
        for pair in merged.leaves().windows(2) {
            prop_assert!(pair[0].extent * pair[0].stride != pair[1].stride);
            prop_assert!(pair.iter().all(|leaf| leaf.extent != 1));
        }
        let by_mode = IntTree::Tuple(vec![IntTree::Leaf(1); l.rank()]);
        let merged = coalesce_by(&l, &by_mode).unwrap();
        prop_assert_eq!(values(&merged), values(&l));
        prop_assert_eq!(merged.rank(), l.rank());
        prop_assert_eq!(values(&flatten(&l).unwrap()), values(&l));
    }

    #[test]
    fn filtering_keeps_the_image(l in layouts()) {
        if l.size() > 0 {
            prop_assert_eq!(image(&filter(&l).unwrap()), image(&l));
            prop_assert_eq!(image(&filter_zeros(&l).unwrap()), image(&l));
        }
        prop_assert!(congruent(&filter_zeros(&l).unwrap().shape(), &l.shape()).unwrap());
        for leaf in filter(&l).unwrap().leaves() {
            let unit = (leaf.extent, leaf.stride) == (1, 0);
            prop_assert!(unit || (leaf.stride != 0 && leaf.extent != 1));
        }
    }

    #[test]
    fn a_complement_is_ordered_disjoint_and_covers_what_divides(l in layouts(), end in 0..100i64) {
        match complement(&l, end) {
            Ok(rest) => {
                let repeats = values(&rest);
                prop_assert!(repeats.windows(2).all(|pair| pair[0] < pair[1]), "{}", rest);
                let mut seen = BTreeMap::new();
                for value in image(&l) {
                    for &repeat in &repeats {
                        let other = seen.insert(value + repeat, (value, repeat));
                        prop_assert_eq!(other, None, "{} and {}", &l, &rest);
                    }
                }
                let mut strides: Vec<(i64, i64)> = filter(&l)
                    .unwrap()
                    .leaves()
                    .iter()
                    .filter(|leaf| leaf.stride != 0)
                    .map(|leaf| (leaf.stride, leaf.extent))
                    .collect();
                strides.sort_unstable();
                let divides =
                    l.size() > 0 && strides.windows(2).all(|p| p[1].0 % (p[0].0 * p[0].1) == 0);
                if divides {
                    prop_assert!(
                        (0..end).all(|value| seen.contains_key(&value)),
                        "{} and {}",
                        &l,
                        &rest
                    );
                }
            }
            Err(CuteError::NegativeStride { .. }) => {
                prop_assert!(l.leaves().iter().any(|leaf| leaf.stride < 0));
            }
            Err(CuteError::Overlap { .. }) => {
                let leaves = l.leaves();
                let reaches =
                    |a: &Leaf, b: &Leaf| a.stride <= b.stride && a.extent * a.stride > b.stride;
                let overlap = (0..leaves.len()).any(|i| {
                    (0..leaves.len()).any(|j| {
                        i != j
                            && [i, j]
                                .iter()
                                .all(|&k| leaves[k].extent != 1 && leaves[k].stride != 0)
                            && reaches(&leaves[i], &leaves[j])
                    })
                });
                prop_assert!(overlap, "{}", l);
            }
            Err(error) => prop_assert!(false, "{}: {}", l, error),
        }
    }

    #[test]
    fn a_right_inverse_is_undone_by_the_layout_or_astray_where_it_says(l in layouts()) {
        let back = right_inverse(&l).unwrap();
        if l.size() == 0 {
            return Ok(());
        }
        let again = |value: i64| l.eval(back.eval(value).unwrap());
        match right_inverse_law(&l).unwrap() {
            InverseLaw::Holds => {
                prop_assert!((0..back.size()).all(|v| again(v) == Ok(v)), "{} and {}", &l, &back);
            }
            InverseLaw::Astray { value, coordinate, found } => {
                prop_assert!((0..back.size()).contains(&value) && found != value);
                prop_assert_eq!(back.eval(value), Ok(coordinate));
                prop_assert_eq!(l.eval(coordinate), Ok(found), "{} and {}", &l, &back);
            }
            law => prop_assert!(false, "{}: {}", l, law),
        }
        // Mode by mode it always leads back, up or down.
        let mut start = 1;
        for leaf in back.leaves() {
            for digit in 0..leaf.extent {
                prop_assert_eq!(l.eval(digit * leaf.stride), Ok(digit * start));
            }
            start *= leaf.extent;
        }
    }

    #[test]
    fn a_right_inverse_of_a_bijection_is_all_of_it(l in compact()) {
        let back = right_inverse(&l).unwrap();
        prop_assert_eq!(back.size(), l.size());
        prop_assert!((0..l.size()).all(|i| back.eval(l.eval(i).unwrap()) == Ok(i)));
    }

    #[test]
    fn a_left_inverse_leads_back_to_the_same_value(l in layouts()) {
        let injective = image(&l).len() as i64 == l.size();
        let Ok(back) = left_inverse(&l) else {
            // Refused for its strides only: never a bijection.
            let end = image(&l).last().copied().unwrap_or(0);
            prop_assert!(
                !injective || end != l.size() - 1 || l.leaves().iter().any(|leaf| leaf.stride < 0),
                "{}",
                l
            );
            return Ok(());
        };
        for i in 0..l.size() {
            let again = back.eval(l.eval(i).unwrap()).unwrap();
            prop_assert_eq!(l.eval(again), l.eval(i), "{} and {}", &l, &back);
            if injective {
                prop_assert_eq!(again, i, "{} and {}", &l, &back);
            }
        }
        // What is accepted without being injective has a mode of stride 0.
        prop_assert_eq!(left_inverse_law(&l).unwrap().holds(), injective, "{}", &l);
        prop_assert!(injective || filter_zeros(&l).unwrap().size() < l.size(), "{}", &l);
    }

    #[test]
    fn a_collision_is_two_coordinates_of_one_value(
        l in layouts_of(&[2, 2, 3, 4, 6], &[0, 1, 2, 3, 4, 6, 8, 12], 3),
    ) {
        let injective = image(&l).len() as i64 == l.size();
        match left_inverse_law(&l) {
            Ok(InverseLaw::Holds) => prop_assert!(injective, "{}", l),
            Ok(InverseLaw::Collides(Collision { first, second, value })) => {
                prop_assert!(first != second, "{}", l);
                for coordinate in [first, second] {
                    prop_assert!((0..l.size()).contains(&coordinate));
                    prop_assert_eq!(l.eval(coordinate), Ok(value), "{}", &l);
                }
            }
            Ok(law) => prop_assert!(false, "{}: {}", l, law),
            Err(CuteError::Divisibility { .. } | CuteError::Carry { .. }) => {}
            Err(error) => prop_assert!(false, "{}: {}", l, error),
        }
    }

    #[test]
    fn a_nullspace_goes_to_zero(l in layouts()) {
        let null = nullspace(&l).unwrap();
        if l.size() > 0 {
            prop_assert!(
                values(&null).into_iter().all(|i| l.eval(i) == Ok(0)),
                "{} and {}",
                &l,
                &null
            );
            prop_assert_eq!(null.size(), l.size() / filter(&l).unwrap().size().max(1));
            prop_assert_eq!(image(&null).len() as i64, null.size());
        }
    }

    #[test]
    fn a_division_is_the_layout_after_the_tile_and_its_complement(a in rising(), tile in rising()) {
        let Ok(rest) = complement(&tile, a.size()) else {
            prop_assert!(logical_divide(&a, &tile).is_err());
            return Ok(());
        };
        let both = Layout::concat([tile.view(), rest.view()]).unwrap();
        let expected = composed_table(&a, &both).unwrap();
        let divided = logical_divide(&a, &tile).unwrap();
        prop_assert_eq!(&table(&divided), &expected);
        for same in [zipped_divide(&a, &tile), tiled_divide(&a, &tile), flat_divide(&a, &tile)] {
            prop_assert_eq!(&table(&same.unwrap()), &expected);
        }
        if a.size() % tile.size() == 0 && image(&both) == (0..a.size()).collect() {
            prop_assert_eq!(expected.iter().copied().collect::<BTreeSet<_>>(), image(&a));
        }
    }

    #[test]
    fn a_division_by_modes_gathers_tiles_before_what_runs_over_them(
        a in rising(),
        tiles in prop::collection::vec(one_of(&[1i64, 2, 3, 4][..]), 2),
    ) {
        if a.rank() < 2 {
            return Ok(());
        }
        let tiler = Tiler::Modes(tiles.iter().copied().map(Tiler::from).collect());
        let divided: Vec<Composition> = a
            .view()
            .modes()
            .take(2)
            .zip(&tiles)
            .map(|(mode, &tile)| logical_divide(&mode.to_layout(), tile).unwrap())
            .collect();
        let others: Vec<Layout> = a.view().modes().skip(2).map(|mode| mode.to_layout()).collect();
        let zipped = zipped_divide(&a, &tiler).unwrap();
        let flat = table(&flat_divide(&a, &tiler).unwrap());
        prop_assert_eq!(&table(&zipped), &flat);
        prop_assert_eq!(&table(&tiled_divide(&a, &tiler).unwrap()), &flat);
        let sizes: Vec<i64> = divided.iter().zip(&tiles).map(|(d, t)| d.size() / t).collect();
        let mut at = 0;
        let other_size: i64 = others.iter().map(|o| o.size()).product();
        for other in 0..other_size {
            for y in 0..sizes[1] {
                for x in 0..sizes[0] {
                    for j in 0..tiles[1] {
                        for i in 0..tiles[0] {
                            let mut expected = divided[0].eval(i + tiles[0] * x).unwrap()
                                + divided[1].eval(j + tiles[1] * y).unwrap();
                            let mut rest = other;
                            for layout in &others {
                                expected += layout.eval(rest % layout.size()).unwrap();
                                rest /= layout.size();
                            }
                            prop_assert_eq!(flat[at], expected);
                            at += 1;
                        }
                    }
                }
            }
        }
        prop_assert_eq!(at, flat.len());
    }

    #[test]
    fn a_product_repeats_the_block_where_it_leaves_room(a in rising(), t in rising()) {
        let Ok(room) = complement(&a, a.size() * t.cosize().unwrap()) else {
            prop_assert!(logical_product(&a, &t).is_err());
            return Ok(());
        };
        let repeats = composed_table(&room, &t).unwrap();
        let expected: Vec<i64> =
            repeats.iter().flat_map(|r| values(&a).into_iter().map(move |v| v + r)).collect();
        for product in [
            logical_product(&a, &t),
            zipped_product(&a, &t),
            tiled_product(&a, &t),
            flat_product(&a, &t),
        ] {
            prop_assert_eq!(&table(&product.unwrap()), &expected);
        }
        if reach(&room, &t).unwrap().is_inside() {
            let sums: BTreeSet<i64> = expected.iter().copied().collect();
            prop_assert_eq!(sums.len(), image(&a).len() * image(&t).len(), "{} x {}", &a, &t);
        }
    }

    #[test]
    fn blocked_and_raked_products_zip_the_modes_of_the_logical_one(a in rising(), t in rising()) {
        let rank = a.rank().max(t.rank());
        let padded = |l: &Layout| {
            (l.rank()..rank).fold(l.clone(), |l, _| append(&l, &"1:0".parse().unwrap()).unwrap())
        };
        let Ok(product) = logical_product(&padded(&a), &padded(&t)) else { return Ok(()) };
        let sizes = |l: &Layout| padded(l).view().modes().map(|m| m.size()).collect::<Vec<i64>>();
        let (own, other) = (sizes(&a), sizes(&t));
        let (blocked, raked) = (blocked_product(&a, &t).unwrap(), raked_product(&a, &t).unwrap());
        for i in 0..product.size() {
            let (mut block, mut tile) = (i % a.size(), i / a.size());
            let (mut blocked_at, mut raked_at, mut before) = (0, 0, 1);
            for (own, other) in own.iter().zip(&other) {
                let (b, t) = (block % own, tile % other);
                (block, tile) = (block / own, tile / other);
                blocked_at += before * (b + own * t);
                raked_at += before * (t + other * b);
                before *= own * other;
            }
            prop_assert_eq!(blocked.eval(blocked_at), product.eval(i));
            prop_assert_eq!(raked.eval(raked_at), product.eval(i));
        }
    }
}
