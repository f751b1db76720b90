//! The laws of the daily words: recasts, common vectors, orders, tiles, slices, swizzles, text and
//! maps, on generated layouts.

mod cute_common;

use std::collections::BTreeSet;

use cute_common::{build, compact, config, image, layouts, rising, values};
use proptest::prelude::*;
use proptest::sample::select as one_of;
use tileir::IntTree;
use tileir::cute::*;

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn a_wide_element_begins_where_its_first_narrow_one_lies(
        l in layouts(),
        factor in one_of(&[1i64, 2, 3, 4, 6][..]),
    ) {
        let Ok(wide) = upcast(&l, factor) else {
            prop_assert!(
                l.leaves()
                    .iter()
                    .any(|leaf| leaf.stride % factor != 0 && factor % leaf.stride != 0)
            );
            return Ok(());
        };
        for i in 0..wide.size() {
            let mut rest = i;
            let mut narrow = 0;
            for (leaf, wide) in l.leaves().iter().zip(wide.leaves()) {
                let scale = if leaf.stride == 0 { 1 } else { wide.stride * factor / leaf.stride };
                narrow += rest % wide.extent * scale * leaf.stride;
                rest /= wide.extent;
            }
            prop_assert_eq!(wide.eval(i).unwrap() * factor, narrow);
        }
        if let Ok(back) = downcast(&l, factor) {
            prop_assert_eq!(values(&upcast(&back, factor).unwrap()), values(&l));
        }
    }

    #[test]
    fn a_common_layout_counts_in_both(a in rising(), b in rising()) {
        let Ok(common) = max_common_layout(&a, &b) else { return Ok(()) };
        for i in 0..common.size() {
            let at = common.eval(i).unwrap();
            prop_assert_eq!(
                (a.eval(at), b.eval(at)),
                (Ok(i), Ok(i)),
                "{} and {}: {}",
                &a,
                &b,
                &common
            );
        }
        prop_assert_eq!(max_common_vector(&a, &b), Ok(common.size()));
    }

    #[test]
    fn a_layout_is_made_of_whole_vectors_as_wide_as_it_is_aligned(l in rising()) {
        let width = max_alignment(&l).unwrap();
        let values = image(&l);
        for value in &values {
            let first = value - value % width;
            prop_assert!(
                (first..first + width).all(|other| values.contains(&other)),
                "{} by {}",
                &l,
                width
            );
        }
    }

    #[test]
    fn an_ordered_layout_counts_in_that_order(l in compact()) {
        let ordered = ordered_layout(&l.shape(), &l.stride()).unwrap();
        let without_units =
            |l: &Layout| filter_zeros(&ordered_layout(&l.shape(), &l.stride()).unwrap()).unwrap();
        prop_assert_eq!(values(&without_units(&l)), values(&ordered));
        prop_assert_eq!(image(&ordered), (0..l.size()).collect());
    }

    #[test]
    fn a_tiled_shape_is_the_target_and_begins_with_the_block(
        block in compact(),
        repeats in prop::collection::vec(1..4i64, 4),
    ) {
        let target: Vec<IntTree> =
            block.view().modes().zip(&repeats).map(|(m, r)| IntTree::Leaf(m.size() * r)).collect();
        let target = IntTree::Tuple(target);
        let tiled = tile_to_shape(&block, &target, None).unwrap().into_flat().unwrap();
        prop_assert!(compatible(&target, &tiled.shape()).unwrap());
        prop_assert_eq!(image(&tiled), (0..tiled.size()).collect());
        let first = IntTree::Tuple(block.view().modes().map(|m| IntTree::Leaf(m.size())).collect());
        for i in 0..block.size() {
            prop_assert_eq!(crd2idx(&idx2crd(i, &first).unwrap(), &tiled), block.eval(i));
        }
    }

    #[test]
    fn coordinates_lead_to_values_and_slices_keep_them(
        l in layouts(),
        open in any::<u8>(),
        at in 0..1000i64,
    ) {
        if l.size() == 0 {
            return Ok(());
        }
        for i in 0..l.size() + 3 {
            prop_assert_eq!(crd2idx(&idx2crd(i, &l.shape()).unwrap(), &l), l.eval(i));
        }
        if l.view().is_leaf() {
            return Ok(());
        }
        let modes: Vec<Layout> = l.view().modes().map(|m| m.to_layout()).collect();
        let is_open = |k: usize| open >> k & 1 == 1;
        let fixed = |k: usize| at % modes[k].size();
        let coordinate = Coord::Modes(
            (0..modes.len())
                .map(|k| if is_open(k) { Coord::All } else { Coord::Index(fixed(k)) })
                .collect(),
        );
        let part = slice(&coordinate, &l).unwrap();
        let open_modes: Vec<usize> = (0..modes.len()).filter(|&k| is_open(k)).collect();
        prop_assert_eq!(&part.layout, &select(&l, &open_modes).unwrap());
        let closed: Vec<usize> = (0..modes.len()).filter(|&k| !is_open(k)).collect();
        prop_assert_eq!(&dice(&coordinate, &l).unwrap(), &select(&l, &closed).unwrap());
        let expected: i64 = closed.iter().map(|&k| modes[k].eval(fixed(k)).unwrap()).sum();
        prop_assert_eq!(part.offset, expected);
    }

    #[test]
    fn tiles_at_all_coordinates_are_the_layout(
        rows in 1..4i64,
        columns in 1..4i64,
        m in 1..4i64,
        n in 1..4i64,
        l in compact(),
    ) {
        let whole = Layout::compact(&IntTree::Tuple(vec![
            IntTree::Leaf(rows * m),
            IntTree::Leaf(columns * n),
        ]))
        .unwrap();
        let tiler: Tiler = format!("({m}, {n})").parse().unwrap();
        for i in 0..rows {
            for j in 0..columns {
                let coordinate = Coord::Modes(vec![Coord::Index(i), Coord::Index(j)]);
                let tile = local_tile(&whole, &tiler, &coordinate).unwrap();
                for y in 0..n {
                    for x in 0..m {
                        let value = tile.offset + tile.layout.eval(x + m * y).unwrap();
                        prop_assert_eq!(value, (i * m + x) + rows * m * (j * n + y));
                    }
                }
            }
        }
        let threads = l;
        let data = Layout::compact(&IntTree::Tuple(
            threads.view().modes().map(|t| IntTree::Leaf(t.size() * 2)).collect(),
        ))
        .unwrap();
        let mut seen = BTreeSet::new();
        for thread in 0..threads.size() {
            let part = local_partition(&data, &threads, thread).unwrap();
            seen.extend(values(&part.layout).into_iter().map(|v| v + part.offset));
        }
        prop_assert_eq!(seen, image(&data));
    }

    #[test]
    fn a_tiled_copy_takes_thread_and_value_to_their_coordinate(
        threads in compact(),
        vals in compact(),
    ) {
        let copy = make_tiled_copy(&threads, &vals).unwrap();
        let product = raked_product(&threads, &vals).unwrap();
        for value in 0..vals.size() {
            for thread in 0..threads.size() {
                let at = copy.tv.eval(thread + threads.size() * value).unwrap();
                prop_assert_eq!(product.eval(at), Ok(thread + threads.size() * value));
            }
        }
        prop_assert_eq!(copy.tile.iter().product::<i64>(), product.size());
    }

    #[test]
    fn a_swizzle_stays_behind_every_operation_on_coordinates(
        bits in 0..4i64,
        base in 0..4i64,
        extra in 0..2i64,
        up in any::<bool>(),
        l in rising(),
        offset in 0..64i64,
    ) {
        let shift = (bits + extra) * if up { 1 } else { -1 };
        let swizzle = Swizzle::new(bits, base, shift).unwrap();
        for x in 0..2 * swizzle.block() {
            prop_assert_eq!(swizzle.apply(swizzle.apply(x)), x);
            prop_assert_eq!(swizzle.apply(x) / swizzle.block(), x / swizzle.block());
        }
        let whole = Composed { swizzle, offset, layout: l.clone() };
        let plain: Vec<i64> = values(&l).into_iter().map(|v| swizzle.apply(offset + v)).collect();
        prop_assert_eq!(
            (0..l.size()).map(|i| whole.eval(i).unwrap()).collect::<Vec<_>>(),
            plain.clone()
        );
        if let Ok(divided) = whole.zipped_divide(2) {
            let expected = zipped_divide(&l, 2).unwrap();
            for i in 0..divided.size() {
                prop_assert_eq!(
                    divided.eval(i).unwrap(),
                    swizzle.apply(offset + expected.eval(i).unwrap())
                );
            }
        }
        let map = whole.to_map().unwrap();
        let points = (0..l.size()).map(|i| {
            let mut rest = i;
            let point: Vec<i64> = l
                .view()
                .modes()
                .map(|m| {
                    let d = rest % m.size();
                    rest /= m.size();
                    d
                })
                .collect();
            map.eval(&point).unwrap()[0]
        });
        prop_assert_eq!(points.collect::<Vec<_>>(), plain);
        prop_assert_eq!(
            whole.to_string().parse::<Composed>().unwrap().to_string(),
            whole.to_string()
        );
        let factor = 2;
        if let Ok(wide) = whole.upcast(factor) {
            let narrow = upcast(&l, factor).unwrap();
            for i in 0..wide.size() {
                let first = offset + narrow.eval(i).unwrap() * factor;
                prop_assert_eq!(wide.eval(i).unwrap(), swizzle.apply(first).div_euclid(factor));
            }
            let narrow = whole.downcast(factor);
            if let Ok(narrow) = narrow {
                let again = narrow.upcast(factor).unwrap();
                prop_assert!((0..whole.size()).all(|i| again.eval(i) == whole.eval(i)));
            }
        }
    }

    #[test]
    fn an_inverse_through_a_swizzle_leads_back(
        bits in 1..3i64,
        base in 0..3i64,
        extra in 0..2i64,
        up in any::<bool>(),
        powers in prop::collection::vec(0..4u32, 1..4),
        order in any::<u32>(),
    ) {
        let shift = (bits + extra) * if up { 1 } else { -1 };
        let swizzle = Swizzle::new(bits, base, shift).unwrap();
        let mut places: Vec<usize> = (0..powers.len()).collect();
        places.sort_by_key(|&place| (order >> (8 * place)) & 255);
        let mut leaves: Vec<(i64, i64)> = powers.iter().map(|&p| (1 << p, 0)).collect();
        let mut stride = 1;
        for place in places {
            leaves[place].1 = stride;
            stride *= leaves[place].0;
        }
        let whole = Composed::new(swizzle, build(leaves, Vec::new()));
        if let Ok(back) = whole.right_inverse() {
            prop_assert!(
                (0..back.size()).all(|v| whole.eval(back.eval(v).unwrap()) == Ok(v)),
                "{} and {}",
                &whole,
                &back
            );
        }
        if let Ok(back) = whole.left_inverse() {
            prop_assert!(
                (0..whole.size()).all(|i| back.eval(whole.eval(i).unwrap()) == Ok(i)),
                "{} and {}",
                &whole,
                &back
            );
        }
    }

    #[test]
    fn what_is_printed_is_read_back(l in layouts(), t in layouts(), swizzle in (0..4i64, 0..5i64)) {
        prop_assert_eq!(l.to_string().parse::<Layout>(), Ok(l.clone()));
        prop_assert_eq!(parse_shape(&l.shape().to_string()), Ok(l.shape()));
        let tiler = Tiler::Modes(vec![
            Tiler::Extent(4),
            l.clone().into(),
            Tiler::All,
            Tiler::Modes(vec![t.into()]),
        ]);
        prop_assert_eq!(tiler.to_string().parse::<Tiler>(), Ok(tiler.clone()));
        let spelled = tiler.to_string().replace('<', "(").replace('>', ")").replace(';', ",");
        prop_assert_eq!(spelled.parse::<Tiler>(), Ok(tiler));
        let composed = Composed {
            swizzle: Swizzle::new(swizzle.0.max(1), swizzle.1, 4).unwrap(),
            offset: 3,
            layout: l.clone(),
        };
        prop_assert_eq!(composed.to_string().parse::<Composed>(), Ok(composed));
        let coordinate = Coord::Modes(vec![Coord::All, Coord::from(&l.stride()), Coord::Index(-1)]);
        prop_assert_eq!(coordinate.to_string().parse::<Coord>(), Ok(coordinate));
    }

    #[test]
    fn a_layout_is_its_map(l in layouts()) {
        let map = l.to_map().unwrap();
        prop_assert_eq!(Layout::try_from(&map), Ok(l.clone()));
        let same = (0..l.size()).all(|i| {
            let mut rest = i;
            let point: Vec<i64> = l
                .view()
                .modes()
                .map(|m| {
                    let d = rest % m.size();
                    rest /= m.size();
                    d
                })
                .collect();
            map.eval(&point).unwrap() == [l.eval(i).unwrap()]
        });
        prop_assert!(same);
    }

    #[test]
    fn shapes_relate_as_their_coordinates_do(l in layouts(), m in layouts()) {
        let (a, b) = (l.shape(), m.shape());
        prop_assert!(congruent(&a, &a).unwrap() && compatible(&a, &a).unwrap());
        if compatible(&a, &b).unwrap() {
            prop_assert!(weakly_congruent(&a, &b).unwrap() && weakly_compatible(&a, &b).unwrap());
            prop_assert_eq!(shape_size(&a), shape_size(&b));
            for i in 0..l.size() {
                let coordinate = idx2crd(i, &a).unwrap();
                prop_assert!(crd2idx(&coordinate, &m).is_ok());
            }
        }
        prop_assert_eq!(
            congruent(&a, &b).unwrap(),
            weakly_congruent(&a, &b).unwrap() && weakly_congruent(&b, &a).unwrap()
        );
    }
}
