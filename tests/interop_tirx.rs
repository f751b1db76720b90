//! TIRx's tile layouts, composed layouts and index maps: texts, words, laws.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tileir::LayoutMap;
use tileir::cute::Composed;
use tileir::interop::tirx::{
    ComposeLayout, IndexMap, Iter, TileLayout, TirxError, datapath, register_atom,
};
use tileir::proof::Budget;

fn layout(text: &str) -> TileLayout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn both_spellings_are_read() {
    let spec = "T.TileLayout(T.S[(4, 4):(1 @ Axis.laneid, 1)] + T.R[2:16 @ Axis.laneid] + 8 @ Axis.laneid)";
    let iters = "T.TileLayout.from_iters(shard=[T.Iter(4, 1, \"laneid\"), T.Iter(4, 1, \"m\")], \
                 replica=[T.Iter(2, 16, \"laneid\")], offset={\"laneid\": 8})";
    assert_eq!(layout(spec), layout(iters));
    assert_eq!(layout(spec).to_string(), spec);
    let sum = layout("T.TileLayout(T.S[(2, 1):(-7, 8)] + (1 @ Axis.laneid + 15))");
    assert_eq!(sum.to_string(), "T.TileLayout(T.S[(2, 1):(-7, 8)] + 1 @ Axis.laneid + 15)");
    let nothing = layout("T.TileLayout.from_iters()");
    assert_eq!((nothing.size(), nothing.span().unwrap()), (1, 1));
    assert_eq!(layout(&nothing.to_string()), nothing);
}

#[test]
fn faults_are_located() {
    for (text, message) in [
        ("T.TileLayout(T.S[(2, 8):(1)])", "at byte 24: the strides: 1, not 2"),
        ("T.TileLayout(T.S[2:1]", "at byte 21: expected )"),
        ("T.TileLayout(T.S[2:1 @ ])", "at byte 23: expected an axis"),
        ("T.TileLayout(T.S[99999999999999999999:1])", "at byte 17: the number does not fit"),
        ("T.TileLayout.from_iters(sharp=[])", "at byte 24: expected shard, replica or offset"),
        ("T.TileLayout(T.S[0:1])", "the extent 0 of a shard"),
        ("T.TileLayout(T.S[(4000000000, 4000000000):(1, 1)])", "the number of elements leaves"),
        ("T.TileLayout(T.S[4:4000000000000000000])", "a place leaves 64 bits"),
        ("T.TileLayout(T.S[4:1 @ Axis.in])", "axis name 'in' is a word of the grammar"),
    ] {
        let error = text.parse::<TileLayout>().unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    let many = format!("T.TileLayout(T.S[2:1]{})", " + 1".repeat(10_000));
    assert!(many.parse::<TileLayout>().is_ok());
    let axes: String = (0..1000).map(|k| format!(" + 1 @ a{k}")).collect();
    let many = format!("T.TileLayout(T.S[2:1]{axes})").parse::<TileLayout>();
    assert!(matches!(many, Err(TirxError::TooMany { found: 1001, .. })));
    for text in [
        "T.ComposeLayout(3, 3, 2, T.TileLayout(T.S[64:1]))",
        "T.ComposeLayout(-1, 3, 3, T.TileLayout(T.S[64:1]))",
    ] {
        assert!(matches!(text.parse::<ComposeLayout>(), Err(TirxError::Cute(_))), "{text}");
    }
    let lanes = "T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[64:1 @ Axis.laneid]))";
    assert!(matches!(lanes.parse::<ComposeLayout>(), Err(TirxError::Axes { .. })));
}

#[test]
fn replicas_are_counted() {
    let copied = layout(
        "T.TileLayout(T.S[4:1 @ Axis.laneid] + T.R[(2, 3):(1 @ Axis.warpid, 4 @ Axis.warpid)])",
    );
    let places = copied.correspondence().unwrap().image(&[3], &Budget::default()).unwrap();
    let warps: Vec<i64> = places.keys().map(|place| place[1]).collect();
    assert_eq!(warps, [0, 1, 4, 5, 8, 9]);
}

/// A swizzle of TIRx is CuTe's, in either direction.
#[test]
fn composed_layouts_are_cute_s() {
    for (text, cute) in [
        (
            "T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[(8, 64):(64, 1)]))",
            "Sw<3,3,3> o 0 o (64,8):(1,64)",
        ),
        (
            "T.ComposeLayout(3, 2, 3, T.TileLayout(T.S[(8, 64):(64, 1)]), swizzle_inner=False)",
            "Sw<2,3,-3> o 0 o (64,8):(1,64)",
        ),
    ] {
        let read: ComposeLayout = text.parse().unwrap();
        assert_eq!(read.to_string(), text);
        let cute: Composed = cute.parse().unwrap();
        for x in 0..512 {
            assert_eq!(read.map().unwrap().eval(&[x]).unwrap(), [cute.eval(x).unwrap()]);
        }
    }
}

/// A region that crosses lanes and registers at once is no tile layout, and its error says so.
#[test]
fn what_is_outside_the_class_says_why() {
    let tile = layout("T.TileLayout(T.S[(4, 4, 4):(1 @ Axis.laneid, 1, 4)])");
    let crossing = tile.slice(&[32, 2], &[(15, 17), (1, 2)]).unwrap_err().to_string();
    assert_eq!(
        crossing,
        "no tile layout: along 'd0' from 1 on, a step moves along several axes, by [1, -11]"
    );
    let whole = tile.slice(&[32, 2], &[(0, 32), (0, 2)]).unwrap();
    assert_eq!(whole.canonicalize().unwrap(), tile.canonicalize().unwrap());
    for region in [[(0, 33), (0, 2)], [(-1, 1), (0, 2)], [(3, 3), (0, 2)]] {
        assert!(matches!(tile.slice(&[32, 2], &region), Err(TirxError::Region { .. })));
    }
    let uneven: LayoutMap = "expr<(i : 4) -> (i + i floordiv 3) to (m : 5)>".parse().unwrap();
    let why = TileLayout::of_map(&uneven).unwrap_err();
    assert!(
        matches!(&why, TirxError::NotSum { layout, .. } if layout == "T.TileLayout(T.S[4:1])"),
        "{why}"
    );
    let huge: LayoutMap = "mixed_radix<(2305843009213693952,2):(0,1)>".parse().unwrap();
    assert!(TileLayout::of_map(&huge).is_ok());
}

#[test]
fn an_index_map_leads_back_on_its_image() {
    let ragged: IndexMap =
        "T.index_map(lambda i: (i // T.int64(4), i % T.int64(4)))".parse().unwrap();
    assert_eq!(ragged.map_shape(&[14]).unwrap(), [4, 4]);
    let back = ragged.inverse(&[14]).unwrap();
    assert_eq!(back.image.points().count(), 14);
    let moved: IndexMap = "T.index_map(lambda i: (i + T.int64(3),))".parse().unwrap();
    let back = moved.inverse(&[5]).unwrap();
    assert_eq!(back.map.to_string(), "T.index_map(lambda axis0: (axis0 - 3,))");
    assert!(back.image.contains(&[3]) && !back.image.contains(&[2]) && !back.image.contains(&[8]));
    assert!(matches!(moved.map_shape(&[5]), Err(TirxError::Least { least: 3, .. })));
    let strided: IndexMap = "T.index_map(lambda i: (i * 2,))".parse().unwrap();
    let back = strided.inverse(&[8]).unwrap();
    assert!(back.image.contains(&[14]) && !back.image.contains(&[3]));
    for text in
        ["T.index_map(lambda i, i: (i,))", "T.index_map(lambda: (j,))", "T.index_map(lambda i: i)"]
    {
        assert!(text.parse::<IndexMap>().is_err(), "{text}");
    }
    assert!(matches!(ragged.map(&[2, 2]), Err(TirxError::Count { .. })));
}

#[test]
fn tensor_memory_has_its_names() {
    for (shape, rows, columns, bits) in
        [("16x64b", 64, 32, 32), ("16x256b", 128, 32, 16), ("32x32b", 64, 8, 32)]
    {
        let registers = register_atom(shape, [rows, columns], bits).unwrap();
        assert_eq!(registers.size(), rows * columns, "{shape}");
    }
    for (shape, extents, bits) in [
        ("16x32b", [64, 32], 32),
        ("16x64b", [65, 32], 32),
        ("16x64b", [64, 3], 32),
        ("16x64b", [64, 32], 8),
        ("32x32b", [64, 8], 16),
    ] {
        assert!(matches!(register_atom(shape, extents, bits), Err(TirxError::Named { .. })));
    }
    let upper = datapath("F", [64, 16], true).unwrap();
    assert_eq!(upper.apply(0).unwrap()["TLane"], 16);
    for (letter, extents, upper) in [
        ("H", [64, 16], false),
        ("D", [64, 16], false),
        ("B", [64, 15], false),
        ("D", [128, 16], true),
    ] {
        assert!(datapath(letter, extents, upper).is_err());
    }
}

fn tile() -> impl Strategy<Value = TileLayout> {
    let axis = prop::sample::select(vec!["m", "laneid", "warpid"]);
    let iter = (1i64..6, -9i64..40, axis).prop_map(|(n, d, axis)| Iter::new(n, d, axis));
    let parts =
        (prop::collection::vec(iter.clone(), 0..5), prop::collection::vec(iter, 0..2), 0i64..9);
    parts.prop_map(|(shard, replica, by)| {
        let offset = BTreeMap::from([("m".to_owned(), by)]);
        TileLayout::new(shard, replica, offset).unwrap()
    })
}

/// A place without the axes on which it is 0.
fn moved(place: BTreeMap<String, i64>) -> BTreeMap<String, i64> {
    place.into_iter().filter(|(_, by)| *by != 0).collect()
}

proptest! {
    /// The map, `apply` and the text say the same; canonical form and groups keep the map.
    #[test]
    fn one_meaning(tile in tile()) {
        prop_assert_eq!(&layout(&tile.to_string()), &tile);
        let map = tile.map().unwrap();
        let canonical = tile.canonicalize().unwrap();
        prop_assert_eq!(canonical.size(), tile.size());
        let shape: Vec<i64> = tile.shard().iter().map(|iter| iter.extent).collect();
        let (grouped, _) = tile.group(&shape).unwrap();
        for x in 0..tile.size() {
            let place = tile.apply(x).unwrap();
            let value: Vec<i64> = map.codomain().axes().iter().map(|axis| place[axis.name()]).collect();
            prop_assert_eq!(&map.eval(&[x]).unwrap(), &value);
            prop_assert_eq!(moved(grouped.apply(x).unwrap()), moved(place.clone()));
            prop_assert_eq!(moved(canonical.apply(x).unwrap()), moved(place));
        }
    }

    /// A layout is found again in its map, over any shape that its shards split into.
    #[test]
    fn a_layout_is_that_of_its_map(tile in tile()) {
        let shape: Vec<i64> = tile.shard().iter().map(|iter| iter.extent).collect();
        for map in [tile.map().unwrap(), tile.map_over(&shape).unwrap()] {
            let found = TileLayout::of_map(&map).unwrap();
            for x in 0..tile.size() {
                let (own, place) = (tile.apply(x).unwrap(), found.apply(x).unwrap());
                prop_assert_eq!(moved(place), moved(own));
            }
        }
    }

    /// Parts of wide elements, wide elements of parts.
    #[test]
    fn packing_undoes_unpacking(tile in tile(), count in 1i64..5) {
        let parts = tile.unpack(count).unwrap();
        let again = parts.pack(count).unwrap();
        for x in 0..tile.size() {
            prop_assert_eq!(moved(again.apply(x).unwrap()), moved(tile.apply(x).unwrap()));
        }
    }

    /// A tile's outer layout is found again.
    #[test]
    fn a_tile_knows_its_outer_layout(inner in tile(), n in 1i64..5, m in 1i64..4) {
        let outer = layout(&format!("T.TileLayout(T.S[({n}, {m}):({m}, 1)])"));
        let inner_shape = [1, inner.size()];
        if let Ok(tiled) = inner.tile(&outer, &[n, m], &inner_shape) {
            let found = inner.outer_of(&tiled, &[n, m * inner.size()], &inner_shape);
            if let Ok(found) = found {
                prop_assert_eq!(found.size(), n * m);
                prop_assert_eq!(found.apply(n * m - 1).unwrap().get("m").copied().unwrap_or(0), n * m - 1);
            }
        }
    }
}
