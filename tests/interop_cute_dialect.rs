//! The types of CuTe's MLIR dialect: reading, writing, and what they hold.

use proptest::prelude::*;
use tileir::IntTree;
use tileir::cute::{Composed, Layout, Swizzle, Tiler};
use tileir::interop::cute::dialect::{CuteType, DialectError, Fault, Number, Tree};

/// As they stand in the compiler's output.
const TYPES: [&str; 12] = [
    r#"!cute.layout<"(4,8):(1,4)">"#,
    r#"!cute.layout<"((4,4),(2,1,1,(2,(2,1)),4)):((0,0),(0,0,0,(0,(0,1)),64))">"#,
    r#"!cute.layout<"(?,?{div=64},((?,?),?)):(?{i64 div=64},1,((?{div=64},?{div=64}),?{div=64}))">"#,
    r#"!cute.layout<"(32,64,1):(1@1,1@0,1@2)">"#,
    r#"!cute.composed_layout<"S<3,4,3> o 0 o ((8,16),(64,1),(1,6)):((64,512),(1,0),(0,8192))">"#,
    r#"!cute.composed_layout<"(4,5):(1,4) o 2 o (2,3):(1,2)">"#,
    r#"!cute.swizzle<"S<3,4,3>">"#,
    r#"!cute.shape<"(128,(8,?))">"#,
    r#"!cute.stride<"(1,?{i64})">"#,
    r#"!cute.int_tuple<"(1,1,?)">"#,
    r#"!cute.coord<"(?,_,(?,?))">"#,
    r#"!cute.tile<"[1:0;1024:1;_]">"#,
];

#[test]
fn what_the_compiler_prints_is_read_and_printed_again() {
    for text in TYPES {
        let read: CuteType = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.to_string(), text);
    }
}

#[test]
fn values_are_cute_s() {
    let tile: CuteType = TYPES[11].parse().unwrap();
    let one = Layout::leaf(1, 0);
    let expected = vec![Tiler::Layout(one), Tiler::Layout(Layout::leaf(1024, 1)), Tiler::All];
    assert_eq!(tile.tiler().unwrap(), Tiler::Modes(expected));
    let plain: CuteType = TYPES[0].parse().unwrap();
    assert_eq!(plain.composed().unwrap(), Composed::from(plain.layout().unwrap()));
    for number in [2, 3] {
        let found = TYPES[number].parse::<CuteType>().unwrap().layout();
        assert!(matches!(found, Err(DialectError::NotConstant { .. })), "{found:?}");
    }
    assert!(matches!(tile.layout(), Err(DialectError::Kind { .. })));
}

#[test]
fn malformed_types_are_located() {
    let deep = format!(r#"!cute.shape<"{}1{}">"#, "(".repeat(5_000), ")".repeat(5_000));
    for (text, offset) in [
        ("", 0),
        ("!cute.memref<1>", 6),
        (r#"!cute.layout<"(4,8)">"#, 19),
        (r#"!cute.layout<"(4,8):(1,"#, 23),
        (r#"!cute.layout<"99999999999999999999:1">"#, 14),
        (r#"!cute.swizzle<"S<3,4>">"#, 20),
        (r#"!cute.shape<"8"> tail"#, 17),
        (deep.as_str(), 1014),
    ] {
        let found = text.parse::<CuteType>();
        let Err(DialectError::Text { offset: at, fault }) = &found else {
            panic!("{text}: {found:?}")
        };
        assert_eq!(*at, offset, "{fault}");
    }
    let swizzle = r#"!cute.swizzle<"S<3,4,1>">"#.parse::<CuteType>();
    assert!(matches!(swizzle, Err(DialectError::Text { fault: Fault::Cute(_), .. })));
}

fn layout() -> impl Strategy<Value = Layout> {
    let leaf = (1i64..9, -64i64..64).prop_map(|(n, d)| (IntTree::Leaf(n), IntTree::Leaf(d)));
    let tree = leaf.prop_recursive(3, 12, 4, |inner| {
        prop::collection::vec(inner, 1..4).prop_map(|parts| {
            let (shapes, strides) = parts.into_iter().unzip();
            (IntTree::Tuple(shapes), IntTree::Tuple(strides))
        })
    });
    tree.prop_filter_map("a layout", |(shape, stride)| Layout::new(&shape, &stride).ok())
}

proptest! {
    #[test]
    fn a_layout_survives_its_type(layout in layout(), offset in 0i64..100, bits in 0i64..4) {
        let read: CuteType = CuteType::from(&layout).to_string().parse().unwrap();
        prop_assert_eq!(read.layout().unwrap(), layout.clone());
        let swizzle = Swizzle::new(bits, 4, 3).unwrap();
        let composed = Composed { swizzle, offset, layout };
        let read: CuteType = CuteType::from(&composed).to_string().parse().unwrap();
        prop_assert_eq!(read.composed().unwrap(), composed);
    }

    #[test]
    fn numbers_survive_their_text(bits in 1u32..129, divisor in 1i64..1000, place in 0i64..9) {
        for number in [
            Number::Dynamic { bits, divisor },
            Number::Basis { factor: divisor, place: vec![place, 1] },
            Number::Static(-divisor),
            Number::All,
        ] {
            let tree = Tree::Tuple(vec![Tree::Leaf { number, offset: 0 }]);
            let text = CuteType::Coord(tree.clone()).to_string();
            prop_assert_eq!(text.parse::<CuteType>().unwrap(), CuteType::Coord(tree), "{}", text);
        }
    }
}
