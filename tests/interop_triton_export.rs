//! Maps as Triton's encodings: export after import is the same map, and what is no encoding says
//! where it fails.

mod common;

use common::budgets::by_argument;
use proptest::prelude::*;
use tileir::LayoutMap;
use tileir::gf2::{Dims, Linear};
use tileir::interop::triton::{Encoding, ExportError};
use tileir::proof::{Budget, equal};

/// Encodings of any kind, with a shape that they are of.
fn cases() -> Vec<(Vec<i64>, &'static str)> {
    let lines = include_str!("interop_triton/encodings.txt").lines();
    let read = |line: &'static str| {
        let mut parts = line.split("; ");
        let (shape, text, map) = (parts.next()?, parts.next()?, parts.next()?);
        let extents = shape.strip_prefix('[')?.trim_end_matches(']').split(", ");
        let shape = extents.map(|extent| extent.parse().unwrap()).collect();
        (map != "error" && !text.starts_with("#ttng")).then_some((shape, text))
    };
    lines.filter_map(read).collect()
}

#[test]
fn export_after_import_is_the_same_map() {
    let budget = Budget::default();
    for (shape, text) in cases() {
        let map = text.parse::<Encoding>().unwrap().to_map(&shape).unwrap();
        let exported = Encoding::of_map(&map, &budget).unwrap();
        let printed: Encoding = exported.to_string().parse().unwrap();
        let again = printed.to_map(&shape).unwrap();
        assert!(
            by_argument(|budget| equal(&map, &again, budget)).is_proved(),
            "{text} of {shape:?}:\n{map}\n{again}"
        );
    }
}

#[test]
fn a_map_is_exported_however_it_is_written() {
    let strided: LayoutMap =
        "mixed_radix<((4,2)):((2,1)), (register : 8) -> (dim0 : 8)>".parse().unwrap();
    let composed: LayoutMap = "compose<expr<(x : 64) -> (x xor (x floordiv 8)) to (dim0 : 64)>, \
                               expr<(lane : 8, register : 8) -> (8*register + lane) to (x : 64)>>"
        .parse()
        .unwrap();
    for map in [strided, composed] {
        let encoding = Encoding::of_map(&map, &Budget::default()).unwrap();
        let Encoding::Linear(linear) = &encoding else { panic!("{encoding}") };
        let shape = linear.extents().unwrap();
        let layout = encoding.to_linear(&shape).unwrap();
        for point in map.domain().points() {
            let of = |name: &str| {
                map.domain().position(name).and_then(|at| point.get(at)).copied().unwrap_or(0)
            };
            let position: Vec<i64> = layout.ins().names().map(of).collect();
            assert_eq!(layout.apply(&position).unwrap(), map.eval(&point).unwrap());
        }
    }
}

#[test]
fn what_is_no_encoding_says_where() {
    let refused = |text: &str| {
        let map: LayoutMap = text.parse().unwrap();
        Encoding::of_map(&map, &Budget::default()).unwrap_err()
    };
    let error = refused("expr<(lane : 4) -> (3*lane mod 8) to (dim0 : 8)>");
    assert_eq!(
        error.to_string(),
        "the map is not linear over GF(2): [1] is at [3], [2] at [6], and [3] at [1], not at their XOR"
    );
    let error = refused("expr<(lane : 4) -> (lane + 1) to (dim0 : 8)>");
    assert!(matches!(error, ExportError::NotLinear(shown) if shown.first == [0]));
    let error = refused("expr<(lane : 3) -> (lane) to (dim0 : 4)>");
    assert!(matches!(error, ExportError::Layout(_)), "{error}");
    let error = refused("expr<(lane : 4) -> (2*lane) to (dim0 : 8)>");
    assert_eq!(error.to_string(), "not surjective: no point maps to (dim0 = 1)");
    let error = refused("identity<(thread : 4)>");
    assert_eq!(
        error.to_string(),
        "the axis 'thread' is none of 'register', 'lane', 'warp', 'block', nor of 'offset', 'block'"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// A map with any values, of which one is changed, is refused with points that show it.
    #[test]
    fn witnesses_are_what_they_say(
        bases in prop::collection::vec(0i64..64, 6),
        at in 1i64..64,
        by in 1i64..64,
    ) {
        let value = |x: i64| {
            let linear = (0..6).filter(|bit| x >> bit & 1 == 1).fold(0, |v, bit| v ^ bases[bit as usize]);
            if x == at { linear ^ by } else { linear }
        };
        let values: Vec<String> = (0..64).map(|x| value(x).to_string()).collect();
        let text = format!("table<(lane : 64) -> (dim0 : 64), [{}]>", values.join(", "));
        let map: LayoutMap = text.parse().unwrap();
        match Encoding::of_map(&map, &Budget::default()) {
            Err(ExportError::NotLinear(shown)) => {
                prop_assert_eq!(shown.together[0], shown.first[0] ^ shown.second[0]);
                prop_assert_eq!(shown.at_first[0], value(shown.first[0]));
                prop_assert_eq!(shown.at_second[0], value(shown.second[0]));
                prop_assert_eq!(shown.at_together[0], value(shown.together[0]));
                prop_assert_ne!(shown.at_together[0], shown.at_first[0] ^ shown.at_second[0]);
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    /// Any bases survive the text, and reach the tensor that they are of.
    #[test]
    fn bases_survive_the_text(
        bits in (0usize..4, 0usize..4),
        steps in prop::collection::vec((0usize..8, 0usize..8), 0..12),
        more in prop::collection::vec((0i64..16, 0i64..16), 1..4),
        blocks in 0usize..4,
    ) {
        let shape = [1i64 << bits.0, 1 << bits.1];
        let rows = (0..bits.0).map(|bit| [1i64 << bit, 0]);
        let columns = (0..bits.1).map(|bit| [0, 1i64 << bit]);
        let more = more.into_iter().map(|(a, b)| [a % shape[0], b % shape[1]]);
        let mut bases: Vec<[i64; 2]> = rows.chain(columns).chain(more).collect();
        let count = bases.len();
        for (from, to) in steps.into_iter().map(|(from, to)| (from % count, to % count)) {
            if from != to {
                bases[to] = [bases[to][0] ^ bases[from][0], bases[to][1] ^ bases[from][1]];
            }
            bases.swap(from, to);
        }
        let (block, offset) = bases.split_at(blocks.min(count));
        let sizes = [("offset", 1i64 << offset.len()), ("block", 1 << block.len())];
        let outs = [("dim0", shape[0]), ("dim1", shape[1])];
        let (ins, outs) = (Dims::new(sizes).unwrap(), Dims::new(outs).unwrap());
        let layout = Linear::new(ins, outs, &[offset, block]).unwrap();
        let encoding = Encoding::of_linear(&layout).unwrap();
        let read: Encoding = encoding.to_string().parse().unwrap();
        prop_assert_eq!(&read, &encoding);
        prop_assert_eq!(read.to_linear(&shape).unwrap(), layout);
    }
}
