//! The laws of GF(2) layouts, each against its definition at every point.
//!
//! *Smallest* is decided by search. Width is a law too: a layout beside 40 or 90 more bits that
//! pass through goes by other machine types, and every operator gives the same, beside them.

use proptest::prelude::*;
use tileir::LayoutMap;
use tileir::gf2::{Dims, Gf2Error, Linear};

fn dims(names: &[&str], bits: &[u32]) -> Dims {
    Dims::new(names.iter().zip(bits).map(|(name, bits)| (*name, 1i64 << bits))).unwrap()
}

/// Every point, the first dimension fastest: in the order of its number.
fn points(dims: &Dims) -> impl Iterator<Item = Vec<i64>> {
    let (sizes, total): (Vec<i64>, u32) =
        (dims.iter().map(|dim| dim.size()).collect(), dims.bits() as u32);
    (0..1i64 << total).map(move |number| {
        let mut rest = number;
        let digit = |&size: &i64| {
            let digit = rest % size;
            rest /= size;
            digit
        };
        sizes.iter().map(digit).collect()
    })
}

fn number(dims: &Dims, point: &[i64]) -> i64 {
    dims.iter().zip(point).rev().fold(0, |sum, (dim, x)| sum * dim.size() + x)
}

/// The layout whose bases are the digits of `bits`.
fn from_bits(ins: &Dims, outs: &Dims, mut bits: impl FnMut() -> u64) -> Linear {
    let basis = |bits: u64| {
        let mut rest = bits;
        let digit = |dim: &tileir::gf2::Dim| {
            let digit = (rest & (dim.size() as u64 - 1)) as i64;
            rest >>= dim.bits();
            digit
        };
        outs.iter().map(digit).collect::<Vec<i64>>()
    };
    let bases: Vec<Vec<Vec<i64>>> =
        ins.iter().map(|dim| (0..dim.bits()).map(|_| basis(bits())).collect()).collect();
    Linear::new(ins.clone(), outs.clone(), &bases).unwrap()
}

/// A layout between these dimensions.
fn layout(ins: Dims, outs: Dims) -> impl Strategy<Value = Linear> {
    prop::collection::vec(any::<u64>(), ins.bits()).prop_map(move |bits| {
        let mut bits = bits.into_iter();
        from_bits(&ins, &outs, || bits.next().unwrap())
    })
}

fn sized(names: &'static [&'static str], most: u32) -> impl Strategy<Value = Dims> {
    prop::collection::vec(0..=most, names.len()).prop_map(move |bits| dims(names, &bits))
}

fn between(
    ins: &'static [&'static str],
    outs: &'static [&'static str],
    most: u32,
) -> impl Strategy<Value = Linear> {
    (sized(ins, most), sized(outs, most)).prop_flat_map(|(ins, outs)| layout(ins, outs))
}

fn any_layout() -> impl Strategy<Value = Linear> {
    between(&["lane", "warp", "reg"], &["m", "n"], 2)
}

/// A bijection: the rows of the identity added to each other, and its output bits cut anew.
fn bijection() -> impl Strategy<Value = Linear> {
    let steps = prop::collection::vec((0..6usize, 0..6usize), 0..40);
    (steps, 0..=6u32, 0..=6u32).prop_map(|(steps, cut_in, cut_out)| {
        let mut columns: Vec<u64> = (0..6).map(|bit| 1 << bit).collect();
        for (from, to) in steps {
            if from != to {
                columns[to] ^= columns[from];
            }
        }
        let mut columns = columns.into_iter();
        let (ins, outs) = (
            dims(&["lane", "reg"], &[cut_in, 6 - cut_in]),
            dims(&["m", "n"], &[cut_out, 6 - cut_out]),
        );
        from_bits(&ins, &outs, || columns.next().unwrap())
    })
}

fn xor(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// The point of `layout`'s inputs with the coordinates of `point`, by name.
fn named(dims: &Dims, from: &Dims, point: &[i64]) -> Vec<i64> {
    let of = |name: &str| from.names().position(|other| other == name).map_or(0, |k| point[k]);
    dims.names().map(of).collect()
}

fn is_identity(map: &Linear) -> bool {
    points(map.ins()).all(|x| map.apply(&x).unwrap() == named(map.outs(), map.ins(), &x))
}

/// The smallest `z` with `outer(z) = value`, by search.
fn search(outer: &Linear, value: &[i64]) -> Option<Vec<i64>> {
    points(outer.ins()).find(|z| outer.apply(z).unwrap() == value)
}

proptest! {
    #[test]
    fn the_value_is_the_sum_of_the_bases(map in any_layout()) {
        let bases = map.bases();
        for x in points(map.ins()) {
            let mut sum = vec![0; map.outs().len()];
            for (bases, x) in bases.iter().zip(&x) {
                for (bit, basis) in bases.iter().enumerate().filter(|(bit, _)| x >> bit & 1 == 1) {
                    prop_assert!(bit < 62);
                    sum = xor(&sum, basis);
                }
            }
            let packed = map.packed().unwrap().apply(number(map.ins(), &x) as u64);
            prop_assert_eq!(packed as i64, number(map.outs(), &sum));
            prop_assert_eq!(map.apply(&x).unwrap(), sum);
        }
    }

    #[test]
    fn composition_is_one_after_the_other(
        inner in between(&["lane", "reg"], &["x", "y"], 2),
        outer in between(&["y", "x"], &["m"], 3),
    ) {
        let fits = inner.outs().iter().all(|dim| dim.bits() <= outer.ins().get(dim.name()).unwrap().bits());
        match inner.compose(&outer) {
            Err(Gf2Error::SizesDiffer { .. }) => prop_assert!(!fits),
            Err(other) => prop_assert!(false, "{other}"),
            Ok(both) => {
                prop_assert!(fits);
                for x in points(inner.ins()) {
                    let middle = named(outer.ins(), inner.outs(), &inner.apply(&x).unwrap());
                    prop_assert_eq!(both.apply(&x).unwrap(), outer.apply(&middle).unwrap());
                }
            }
        }
    }

    #[test]
    fn an_inverse_goes_back_from_both_sides(map in bijection()) {
        let inverse = map.invert().unwrap();
        prop_assert!(is_identity(&map.compose(&inverse).unwrap()));
        prop_assert!(is_identity(&inverse.compose(&map).unwrap()));
        prop_assert_eq!(inverse.invert().unwrap(), map);
    }

    #[test]
    fn facts_are_those_of_the_table(map in any_layout()) {
        let mut values: Vec<_> = points(map.ins()).map(|x| map.apply(&x).unwrap()).collect();
        values.sort();
        values.dedup();
        prop_assert_eq!(1 << map.rank(), values.len());
        prop_assert_eq!(map.is_injective(), values.len() == 1 << map.ins().bits());
        prop_assert_eq!(map.is_surjective(), values.len() == 1 << map.outs().bits());
        prop_assert_eq!(map.is_invertible(), map.is_injective() && map.is_surjective());
        prop_assert_eq!(map.image().len(), map.rank());
        prop_assert_eq!(map.kernel().len(), map.ins().bits() - map.rank());
        for x in map.kernel() {
            prop_assert!(map.apply(&x).unwrap().iter().all(|&v| v == 0));
            prop_assert!(x.iter().any(|&x| x != 0));
        }
        for value in map.image() {
            prop_assert!(values.contains(&value));
        }
        match map.require_injective() {
            Ok(()) => prop_assert!(map.is_injective()),
            Err(Gf2Error::NotInjective { first, second, value }) => {
                prop_assert_ne!(first.point(), second.point());
                prop_assert_eq!(map.apply(&first.point()).unwrap(), value.point());
                prop_assert_eq!(map.apply(&second.point()).unwrap(), value.point());
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
        match map.require_surjective() {
            Ok(()) => prop_assert!(map.is_surjective()),
            Err(Gf2Error::NotSurjective { uncovered }) => {
                let first = points(map.outs()).find(|value| !values.contains(value));
                prop_assert_eq!(Some(uncovered.point()), first);
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn every_value_has_one_preimage_without_free_bits(map in any_layout()) {
        let free: Vec<i64> = map.free_variable_masks().into_iter().map(|(_, mask)| mask).collect();
        for value in points(map.outs()) {
            let bound = |x: &Vec<i64>| x.iter().zip(&free).all(|(x, free)| x & free == 0);
            let preimages: Vec<_> =
                points(map.ins()).filter(|x| map.apply(x).unwrap() == value).collect();
            let found = map.preimage(&value).unwrap();
            prop_assert_eq!(found.as_ref(), preimages.first());
            prop_assert_eq!(preimages.iter().filter(|x| bound(x)).count(), usize::from(found.is_some()));
            prop_assert!(found.is_none_or(|x| bound(&x)));
        }
    }

    #[test]
    fn a_pseudo_inverse_is_the_smallest_preimage(map in any_layout()) {
        match map.pseudoinvert() {
            Ok(inverse) => {
                for value in points(map.outs()) {
                    prop_assert_eq!(Some(inverse.apply(&value).unwrap()), search(&map, &value));
                }
            }
            Err(Gf2Error::NotSurjective { uncovered }) => {
                prop_assert_eq!(search(&map, &uncovered.point()), None);
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn invert_and_compose_takes_the_smallest_preimage(
        inner in between(&["lane", "reg"], &["m", "n"], 2),
        outer in between(&["off", "blk"], &["n", "m"], 2),
    ) {
        let value = |x: &[i64]| named(outer.outs(), inner.outs(), &inner.apply(x).unwrap());
        match inner.invert_and_compose(&outer) {
            Ok(both) => {
                for x in points(inner.ins()) {
                    prop_assert_eq!(Some(both.apply(&x).unwrap()), search(&outer, &value(&x)));
                }
            }
            Err(Gf2Error::Uncovered { point, value: shown }) => {
                prop_assert_eq!(inner.apply(&point.point()).unwrap(), shown.point());
                prop_assert_eq!(search(&outer, &value(&point.point())), None);
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn a_kept_dimension_is_kept_wherever_that_is_possible(
        (inner, outer) in sized(&["m"], 2).prop_flat_map(|outs| {
            let side = |outs: Dims| {
                sized(&["t", "blk", "reg"], 2).prop_flat_map(move |ins| layout(ins, outs.clone()))
            };
            (side(outs.clone()), side(outs))
        }),
        keep in prop::sample::subsequence(vec!["t", "blk"], 1..=2),
    ) {
        let Ok(both) = inner.invert_and_compose_keeping(&outer, &keep) else {
            prop_assert!(inner.invert_and_compose(&outer).is_err());
            return Ok(());
        };
        for x in points(inner.ins()) {
            let value = inner.apply(&x).unwrap();
            let changed = |z: &Vec<i64>| -> Vec<i64> {
                keep.iter().map(|name| {
                    let k = outer.ins().names().position(|other| other == *name).unwrap();
                    let own = x[k] & (outer.ins().get(name).unwrap().size() - 1);
                    z[k] ^ own
                }).collect()
            };
            let rest = |z: &Vec<i64>| {
                let z = outer.ins().names().zip(z);
                z.filter(|(name, _)| !keep.contains(name)).map(|(_, &z)| z).rev().collect::<Vec<_>>()
            };
            let best = points(outer.ins())
                .filter(|z| outer.apply(z).unwrap() == value)
                .min_by_key(|z| (changed(z), rest(z)));
            prop_assert_eq!(Some(both.apply(&x).unwrap()), best);
        }
    }

    #[test]
    fn a_product_puts_the_second_factor_above(
        a in between(&["lane", "warp"], &["m", "n"], 2),
        b in between(&["warp", "lane", "reg"], &["n", "k"], 1),
    ) {
        let both = a.product(&b).unwrap();
        for x in points(a.ins()) {
            for y in points(b.ins()) {
                let joined = |dims: &Dims, low: (&Dims, &[i64]), high: (&Dims, &[i64])| {
                    let (low_part, high_part) = (named(dims, low.0, low.1), named(dims, high.0, high.1));
                    let parts = dims.names().zip(low_part.iter().zip(&high_part));
                    parts.map(|(name, (l, h))| l + h * low.0.get(name).map_or(1, |dim| dim.size())).collect::<Vec<_>>()
                };
                let point = joined(both.ins(), (a.ins(), &x), (b.ins(), &y));
                let (u, v) = (a.apply(&x).unwrap(), b.apply(&y).unwrap());
                let value = joined(both.outs(), (a.outs(), &u), (b.outs(), &v));
                prop_assert_eq!(both.apply(&point).unwrap(), value);
            }
        }
        let squeezed = |map: &Linear| map.squeeze_ins().squeeze_outs();
        prop_assert!(squeezed(&both.divide_left(&a).unwrap()).same_map(&squeezed(&b)));
        prop_assert!(squeezed(&both.divide_right(&b).unwrap()).same_map(&squeezed(&a)));
        prop_assert!(a.product(&Linear::empty()).unwrap().same_map(&a));
        prop_assert_eq!(&Linear::empty().product(&a).unwrap(), &a);
    }

    #[test]
    fn a_quotient_times_the_factor_is_the_layout(
        whole in between(&["lane", "warp"], &["m", "n"], 2),
        factor in between(&["lane"], &["m"], 1),
    ) {
        if let Ok(rest) = whole.divide_left(&factor) {
            prop_assert!(factor.product(&rest).unwrap().same_map(&whole));
        }
        if let Ok(rest) = whole.divide_right(&factor) {
            prop_assert!(rest.product(&factor).unwrap().same_map(&whole));
        }
    }

    #[test]
    fn parts_are_parts_of_the_value(map in any_layout(), flip in any::<bool>()) {
        let (ins, outs) = if flip { (["reg", "lane"], ["n"]) } else { (["warp", "lane"], ["m"]) };
        let part = map.sublayout(&ins, &outs).unwrap();
        prop_assert!(part.ins().names().is_sorted_by_key(|name| map.ins().names().position(|n| n == name)));
        let mut zero = true;
        for x in points(part.ins()) {
            let whole = map.apply(&named(map.ins(), part.ins(), &x)).unwrap();
            let value = part.apply(&x).unwrap();
            prop_assert_eq!(&value, &named(part.outs(), map.outs(), &whole));
            zero &= value.iter().all(|&v| v == 0);
        }
        prop_assert_eq!(map.is_sublayout_zero(&ins, &outs).unwrap(), zero);
        let same = part.ins().bits() == part.outs().bits()
            && points(part.ins()).all(|x| {
                number(part.ins(), &x) == number(part.outs(), &part.apply(&x).unwrap())
            });
        prop_assert_eq!(map.is_sublayout_identity(&ins, &outs).unwrap(), same);

        let names: Vec<&str> = map.ins().names().filter(|name| !ins.contains(name)).collect();
        let (first, second) = (map.sublayout(&ins, &["m", "n"]).unwrap(), map.sublayout(&names, &["m", "n"]).unwrap());
        prop_assert!(first.concat_ins(&second).unwrap().same_map(&map));
        let all: Vec<&str> = map.ins().names().collect();
        let (first, second) = (map.sublayout(&all, &["n"]).unwrap(), map.sublayout(&all, &["m"]).unwrap());
        prop_assert!(first.concat_outs(&second).unwrap().same_map(&map));
    }

    #[test]
    fn other_shapes_keep_the_number_of_a_point(map in any_layout(), cut in 0..=4u32) {
        let (ins, outs) = (map.ins().bits() as u32, map.outs().bits() as u32);
        let shape = |bits: u32| dims(&["p", "q"], &[cut.min(bits), bits - cut.min(bits)]);
        let shaped = map.reshape_ins(shape(ins)).unwrap().reshape_outs(shape(outs)).unwrap();
        let flat = map.flatten_ins().unwrap().flatten_outs().unwrap();
        let turned = map.transpose_ins(&["reg", "lane", "warp"]).unwrap().transpose_outs(&["n", "m"]).unwrap();
        prop_assert!(turned.same_map(&map));
        for ((x, y), z) in points(map.ins()).zip(points(shaped.ins())).zip(points(flat.ins())) {
            let value = number(map.outs(), &map.apply(&x).unwrap());
            prop_assert_eq!(number(shaped.outs(), &shaped.apply(&y).unwrap()), value);
            prop_assert_eq!(flat.apply(&z).unwrap(), vec![value]);
            let turned_value = turned.apply(&named(turned.ins(), map.ins(), &x)).unwrap();
            prop_assert_eq!(number(map.outs(), &named(map.outs(), turned.outs(), &turned_value)), value);
        }
        prop_assert!(map.reshape_ins(dims(&["p"], &[ins + 1])).is_err());
    }

    #[test]
    fn resizing_cuts_or_repeats(map in any_layout(), bits in 0..=3u32) {
        let size = 1i64 << bits;
        let (fewer_or_more, modulo) = (map.resize_in("warp", size).unwrap(), map.resize_out("m", size).unwrap());
        let own = map.ins().get("warp").unwrap().size();
        for x in points(fewer_or_more.ins()) {
            let first = [x[0], x[1] % own, x[2]];
            prop_assert_eq!(fewer_or_more.apply(&x).unwrap(), map.apply(&first).unwrap());
        }
        for x in points(map.ins()) {
            let value = map.apply(&x).unwrap();
            prop_assert_eq!(modulo.apply(&x).unwrap(), [value[0] % size, value[1]]);
        }
        let without = map.remove_zero_bases("warp").unwrap();
        prop_assert_eq!(without.image(), map.image());
        let bases = without.bases();
        prop_assert!(bases[1].iter().all(|basis| basis.iter().any(|&v| v != 0)));
    }

    #[test]
    fn a_dimension_that_passes_through_can_be_left_out(map in any_layout(), bits in 0..=2u32) {
        let through = Linear::identity_1d(1 << bits, "block", "block").unwrap();
        let both = map.product(&through).unwrap();
        prop_assert!(both.is_trivial_over(&["block"]));
        prop_assert_eq!(both.quotient(&["block"]).unwrap(), map);
    }

    #[test]
    fn neighbours_are_counted_as_in_the_table(map in any_layout()) {
        let (ins, outs) = (map.ins().iter().next().unwrap(), map.outs().iter().next().unwrap());
        let count = map.num_consecutive_in_out();
        prop_assert!(count <= ins.size() && count <= outs.size());
        for x in points(map.ins()) {
            let mut start = x.clone();
            start[0] -= x[0] % count;
            let (value, base) = (map.apply(&x).unwrap(), map.apply(&start).unwrap());
            prop_assert_eq!(base[0] % count, 0);
            prop_assert_eq!(value[0], base[0] + x[0] % count);
            prop_assert_eq!(&value[1..], &base[1..]);
        }
    }

    #[test]
    fn a_layout_is_a_bit_linear_map(map in any_layout()) {
        let node: LayoutMap = map.to_map().unwrap();
        for x in points(map.ins()) {
            prop_assert_eq!(node.eval(&x).unwrap(), map.apply(&x).unwrap());
        }
        prop_assert_eq!(&Linear::try_from(&node).unwrap(), &map);
        prop_assert_eq!(map.to_string().parse::<Linear>().unwrap(), map);
    }

    #[test]
    fn width_changes_nothing(
        a in between(&["lane", "reg"], &["m", "n"], 2),
        b in between(&["m", "n"], &["x"], 2),
        c in between(&["lane", "off"], &["m", "n"], 2),
    ) {
        for bits in [20, 31, 45] {
            let beside = |map: &Linear| {
                let pass = |name| Linear::identity_1d(1 << bits, name, name).unwrap();
                pass("p").product(map).unwrap().product(&pass("q")).unwrap()
            };
            let (wide, wide_b, wide_c) = (beside(&a), beside(&b), beside(&c));
            let same = |wide: Result<Linear, Gf2Error>, narrow: Result<Linear, Gf2Error>| match (wide, narrow) {
                (Ok(wide), Ok(narrow)) => wide.quotient(&["p", "q"]).unwrap() == narrow,
                (Err(wide), Err(narrow)) => std::mem::discriminant(&wide) == std::mem::discriminant(&narrow),
                _ => false,
            };
            let pad = 2 * bits as usize;
            prop_assert_eq!(wide.rank(), a.rank() + pad);
            prop_assert_eq!(wide.kernel().len(), a.kernel().len());
            prop_assert!(same(wide.invert(), a.invert()));
            prop_assert!(same(wide.pseudoinvert(), a.pseudoinvert()));
            prop_assert!(same(wide.compose(&wide_b), a.compose(&b)));
            prop_assert!(same(wide.invert_and_compose(&wide_c), a.invert_and_compose(&c)));
            prop_assert!(same(
                wide.invert_and_compose_keeping(&wide_c, &["lane"]),
                a.invert_and_compose_keeping(&c, &["lane"]),
            ));
            prop_assert_eq!(wide.to_string().parse::<Linear>().unwrap(), wide.clone());
            let (top, low) = ((1 << bits) - 1, 5);
            for x in points(a.ins()) {
                let value = a.apply(&x).unwrap();
                let point = named(wide.ins(), &dims(&["p", "lane", "reg", "q"], &[bits; 4]), &[top, x[0], x[1], low]);
                let image = named(wide.outs(), &dims(&["p", "m", "n", "q"], &[bits; 4]), &[top, value[0], value[1], low]);
                prop_assert_eq!(wide.apply(&point).unwrap(), image);
            }
        }
    }
}

#[test]
fn every_small_matrix_is_solved_exactly() {
    let mut checked = 0;
    for (inputs, outputs) in [(0, 2), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2)] {
        let (ins, outs) = (dims(&["i"], &[inputs]), dims(&["o"], &[outputs]));
        for code in 0..1u64 << (inputs * outputs) {
            let mut rest = code;
            let map = from_bits(&ins, &outs, || {
                let basis = rest & ((1 << outputs) - 1);
                rest >>= outputs;
                basis
            });
            let table: Vec<i64> = points(&ins).map(|x| map.apply(&x).unwrap()[0]).collect();
            for value in points(&outs) {
                let first = table.iter().position(|v| *v == value[0]);
                let found = map.preimage(&value).unwrap().map(|x| x[0] as usize);
                assert_eq!(found, first, "{map} at {value:?}");
            }
            let onto = points(&outs).all(|value| table.contains(&value[0]));
            assert_eq!(map.pseudoinvert().is_ok(), onto, "{map}");
            let bijective = onto && inputs == outputs;
            assert_eq!(map.invert().is_ok(), bijective, "{map}");
            if bijective {
                assert!(is_identity(
                    &map.compose(&map.invert().unwrap()).unwrap().rename_out("i", "i").unwrap()
                ));
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 1 + 8 + 16 + 64 + 64 + 512 + 256);
}
