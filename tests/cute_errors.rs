//! Bad input to the CuTe algebra: a typed error with the place and the numbers, never a crash, a
//! wrapped number or a wait.

use std::time::{Duration, Instant};

use tileir::IntTree;
use tileir::cute::*;

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn shape(text: &str) -> IntTree {
    parse_shape(text).unwrap()
}

#[test]
fn text_that_is_no_layout_is_refused_where_it_stops_making_sense() {
    let cases = [
        ("", "at offset 0: expected an integer or '(', found the end"),
        ("(4,2)", "at offset 5: expected ':' and a stride, found the end"),
        ("(4 2):1", "at offset 3: expected ',' or ')', found '2'"),
        ("(4,2):(1,2))", "at offset 11: expected the end, found ')'"),
        ("(4,x):(1,2)", "at offset 3: expected an integer or '(', found 'x'"),
        ("99999999999999999999:1", "at offset 0: expected an integer of 64 bits, found '9'"),
        (
            "(4,2):(1,(2,3))",
            "shape and stride differ in structure at mode 1: shape 2, stride (2,3)",
        ),
        ("(4,(-2,3)):(1,(2,3))", "mode 1.0 has the negative extent -2"),
        (
            "(4294967296,(4294967296,2)):(1,(2,3))",
            "layout: the size of (4294967296,(4294967296,2)):(1,(2,3)) leaves 64 bits in mode 1.0: 4294967296 * 4294967296",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<Layout>().unwrap_err().to_string(), message, "{text}");
    }
    let cases = [
        ("Sw<3,4>", "at offset 6: expected ',', found '>'"),
        ("Sw<3,4,2> o 8:1", "swizzle: the shift of Sw<3,4,2> is less than its bits"),
        ("Sw<3,60,3> o 8:1", "swizzle: Sw<3,60,3> does not fit 62 bits"),
        ("Sw<3,4,3> 8:1", "at offset 10: expected 'o' and a layout, found '8'"),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<Composed>().unwrap_err().to_string(), message, "{text}");
    }
    assert!(matches!("<4; >".parse::<Tiler>(), Err(CuteError::Notation { offset: 4, .. })));
    assert!(matches!("(1,_".parse::<Coord>(), Err(CuteError::Notation { offset: 4, .. })));
}

#[test]
fn nesting_is_refused_past_a_thousand_levels() {
    let nested = |depth: usize| format!("{}8{}", "(".repeat(depth), ")".repeat(depth));
    let text = |depth: usize| format!("{}:{}", nested(depth), nested(depth));
    let deep = layout(&text(1000));
    assert_eq!((deep.depth(), deep.eval(3)), (1000, Ok(24)));
    assert_eq!(deep.to_string(), text(1000));
    assert_eq!(coalesce(&deep), Ok(layout("8:8")));
    let error = text(1001).parse::<Layout>().unwrap_err();
    assert_eq!(error.to_string(), "at offset 1000: nested deeper than 1000 levels");
    assert!(nested(1001).parse::<Coord>().is_err() && nested(1001).parse::<Tiler>().is_err());
    assert_eq!(group_modes(&deep, 0..1), Err(CuteError::Depth { limit: 1000 }));
    let tree = (0..1001).fold(IntTree::Leaf(8), |tree, _| IntTree::Tuple(vec![tree]));
    assert_eq!(Layout::new(&tree, &tree), Err(CuteError::Depth { limit: 1000 }));
    assert_eq!(shape_size(&tree), Err(CuteError::Depth { limit: 1000 }));
}

#[test]
fn a_number_past_64_bits_is_an_error_and_not_another_number() {
    let wide = layout("(2,4):(4611686018427387904,1)");
    assert!(matches!(wide.eval(1), Ok(4_611_686_018_427_387_904)));
    assert!(matches!(layout("3:4611686018427387904").eval(2), Err(CuteError::Overflow { .. })));
    assert!(matches!(layout("3:4611686018427387904").cosize(), Err(CuteError::Overflow { .. })));
    for (text, mode, what) in [
        ("(1,3):(1,4611686018427387904)", 1, "1 + (3 - 1) * 4611686018427387904"),
        ("2:9223372036854775807", 0, "1 + (2 - 1) * 9223372036854775807"),
        ("(2,2):(5,9223372036854775802)", 1, "6 + (2 - 1) * 9223372036854775802"),
    ] {
        let error = layout(text).cosize().unwrap_err().to_string();
        assert_eq!(error, format!("cosize: in mode {mode} of {text}, {what} leaves 64 bits"));
    }
    let error = reach(&layout("8:1"), &layout("(2,2):(5,9223372036854775803)")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "reach: in mode 1 of (2,2):(5,9223372036854775803), 5 + 9223372036854775803 leaves 64 bits"
    );
    let results = [
        composition(&layout("8:4611686018427387904"), &layout("4:1")).err(),
        composition(&layout("8:2"), &layout("4:4611686018427387904")).err(),
        composition(&layout("(4,8):(1,4611686018427387904)"), &layout("8:4")).err(),
        logical_product(&layout("4294967296:1"), &layout("4294967296:1")).err(),
        downcast(&layout("(2,4):(4611686018427387904,1)"), 2).err(),
        complement(&layout("4:4611686018427387904"), 8).err(),
        Layout::concat([layout("4294967296:1").view(); 2]).err(),
    ];
    for error in results {
        let error = error.unwrap();
        assert!(matches!(error, CuteError::Overflow { .. } | CuteError::Size { .. }), "{error}");
    }
    for least in [format!("2:{}", i64::MIN), format!("(2,2):({},1)", i64::MIN)] {
        let least = layout(&least);
        assert!(composition(&layout("8:1"), &least).is_err());
        assert!(composition(&least, &layout("2:-1")).is_err());
        assert!(complement(&least, 8).is_err() && left_inverse(&least).is_err());
        assert!(least.cosize().is_err() && upcast(&least, 2).is_ok());
    }
}

type Unary = fn(&Layout) -> Result<Layout, CuteError>;

/// Every operation on layouts with the least and greatest strides and extents: an answer or an
/// error, never a crash (and with overflow checks on, never a wrapped number).
#[test]
fn the_least_and_greatest_numbers_crash_nothing() {
    let numbers = [i64::MIN, i64::MIN + 1, -24, -1, 0, 1, 24, i64::MAX - 1, i64::MAX];
    let mut layouts = vec![layout("(3,4):(4,1)")];
    for first in numbers {
        for second in numbers {
            for shape in ["(3,1)", "(1,3)", "(2,2)", "(0,2)", "(2,0)", "(2,4611686018427387903)"] {
                layouts.push(layout(&format!("{shape}:({first},{second})")));
            }
        }
    }
    let mut answers = 0;
    for a in &layouts {
        let unary: [Unary; 8] = [
            left_inverse,
            right_inverse,
            complement_within,
            coalesce,
            nullspace,
            |l| upcast(l, 3),
            |l| downcast(l, 3),
            |l| recast(l, 32, 8),
        ];
        answers += unary.iter().filter(|apply| apply(a).is_ok()).count();
        answers += usize::from(left_inverse_law(a).is_ok());
        answers += usize::from(a.size() < 8 && right_inverse_law(a).is_ok());
        answers += usize::from(max_alignment(a).is_ok());
        let swizzled = Composed::new(Swizzle::new(3, 3, 3).unwrap(), a.clone());
        answers += usize::from(swizzled.recast_law(16).is_ok());
        answers += usize::from(swizzled.cosize().is_ok() && swizzled.left_inverse().is_ok());
        answers += usize::from(swizzled.max_alignment().is_ok() && swizzled.nullspace().is_ok());
        answers += usize::from(swizzled.swizzle.before(a).is_ok());
        for at in numbers {
            let coordinate = Coord::Modes(vec![Coord::Index(at), Coord::All]);
            answers += usize::from(coordinate_reach(a, &coordinate).is_ok());
            let moved = Composed { offset: at, ..swizzled.clone() };
            answers += usize::from(moved.max_common_vector(&swizzled).is_ok());
            let sums =
                Swizzled::from(moved).moved(at).and_then(|sum| sum.swizzled(swizzled.swizzle));
            answers += usize::from(sums.is_ok());
        }
        for b in layouts.iter().step_by(37) {
            let both = composition(a, b).map(Swizzled::from);
            answers += usize::from(both.is_ok());
            let divided = both
                .and_then(|both| both.on_coordinates(|first| Ok(logical_divide(first, 2)?.into())));
            answers += usize::from(divided.is_ok());
            answers += usize::from(logical_divide(a, b).is_ok());
            answers += usize::from(logical_product(a, b).is_ok());
            answers += usize::from(blocked_product(a, b).is_ok());
            answers += usize::from(max_common_layout(a, b).is_ok() && reach(a, b).is_ok());
            answers += usize::from(divide_reach(a, b).is_ok() && product_reach(a, b).is_ok());
            answers += usize::from(local_partition(a, b, 1).is_ok());
        }
    }
    assert!(answers > layouts.len(), "{answers}");
    assert_eq!(
        left_inverse(&layout("(3,1):(24,-9223372036854775808)")),
        Ok(layout("(24,3):(0,1)"))
    );
    let least = IntTree::Leaf(i64::MIN);
    assert_eq!(weakly_compatible(&IntTree::Leaf(-1), &least), Ok(true));
}

#[test]
fn an_error_names_the_operand_the_mode_and_the_numbers() {
    let message = |error: Option<CuteError>| error.unwrap().to_string();
    let tiler = |text: &str| text.parse::<Tiler>().unwrap();
    assert_eq!(
        message(composition(&layout("(4,0,3):(1,4,4)"), &layout("8:1")).err()),
        "composition: mode 1 of (4,0,3):(1,4,4) has extent 0, so there is no coordinate"
    );
    assert_eq!(
        message(composition(&layout("(4,4):(1,10)"), &layout("(3,3):(4,-1)")).err()),
        "composition: mode 1 of (3,3):(4,-1), of extent 3 and stride -1, takes it below 0"
    );
    assert_eq!(
        message(logical_divide(&layout("(4,4):(1,10)"), &tiler("(2, 2, 2)")).err()),
        "logical_divide: (4,4):(1,10) has 2 modes, <2; 2; 2> has 3 modes"
    );
    assert_eq!(
        message(complement(&layout("(4,(3,2)):(5,(4,40))"), 80).err()),
        "complement: in (4,(3,2)):(5,(4,40)) the modes of smaller stride reach to 12, past the stride 5"
    );
    assert_eq!(
        message(complement(&layout("(4,(3,2)):(5,(1,-40))"), 80).err()),
        "complement: mode 1.1 of (4,(3,2)):(5,(1,-40)) has the negative stride -40"
    );
    assert_eq!(message(complement(&layout("4:1"), -1).err()), "complement: the end -1 is below 0");
    assert_eq!(
        message(logical_divide(&layout("4:1"), -2).err()),
        "logical_divide: the extent -2 is below 0"
    );
    assert_eq!(
        message(upcast(&layout("(4,(8,2)):(1,(4,6))"), 4).err()),
        "upcast: in mode 1.1 of (4,(8,2)):(1,(4,6)), 4 does not divide 6, remainder 2"
    );
    assert_eq!(
        message(downcast(&layout("4:2"), 2).err()),
        "downcast: 4:2, to be split by 2, has no mode of stride 1 or -1"
    );
    assert_eq!(message(upcast(&layout("4:2"), 0).err()), "upcast: 0 is not positive");
    assert_eq!(
        message(left_inverse(&layout("(4,4):(1,2)")).err()),
        "left_inverse: in (4,4):(1,2), the coordinates 2 and 4 both have the value 2"
    );
    assert_eq!(
        message(left_inverse(&layout("(6,8):(3,3)")).err()),
        "left_inverse: in (6,8):(3,3), the coordinates 1 and 6 both have the value 3"
    );
    assert!(matches!(
        left_inverse(&layout("(3,3,6):(0,2,4)")),
        Err(CuteError::Collision { collision: Collision { first: 6, second: 9, value: 4 }, .. })
    ));
    assert_eq!(
        message(left_inverse(&layout("(2,2):(3,2)")).err()),
        "left_inverse: in mode 0 of (2,2):(3,2), 2 does not divide 3, remainder 1"
    );
    assert_eq!(
        message(tile_to_shape(&layout("(4,4):(1,4)"), &shape("(8,10)"), None).err()),
        "tile_to_shape: in mode 1 of (8,10), 4 does not divide 10, remainder 2"
    );
    assert_eq!(
        message(local_partition(&layout("(8,8):(1,8)"), &layout("(2,4):(1,2)"), 9).err()),
        "local_partition: 9 is no value of (2,4):(1,2)"
    );
    assert_eq!(
        message(make_tiled_copy(&layout("(4,8):(1,4)"), &layout("(1,8):(8,2)")).err()),
        "make_tiled_copy: ((1,4),(8,8)):((256,1),(64,4)) fills only 32 of its 256 values from 0 on"
    );
    assert_eq!(
        message(left_inverse(&layout("(3,2,2):(1,2,8)")).err()),
        "left_inverse: in (3,2,2):(1,2,8) the modes up to stride 2 reach to 4, past the 2 digits of that stride"
    );
    assert_eq!(
        message(select(&layout("(8,8):(1,8)"), &[2]).err()),
        "select: there is no mode 2 among the 2 of (8,8):(1,8)"
    );
}

#[test]
fn the_cost_does_not_grow_with_the_points() {
    let start = Instant::now();
    let a = layout("(1000003,1000033,1000037):(3,7000000000000,1)");
    let b = layout("(1000000,1000000):(1,1000003)");
    let flat = composition(&a, &b).unwrap().into_flat().unwrap();
    assert_eq!(flat, layout("(1000000,1000000):(3,7000000000000)"));
    let Composition::Dag { map, why } = composition(&a, &layout("1000000000:7")).unwrap() else {
        panic!("flat")
    };
    assert!(matches!(why.reason, Reason::Run { .. }), "{why}");
    assert_eq!(map.eval(&[142_858]).unwrap(), [3 * (7 * 142_858 - 1_000_003) + 7_000_000_000_000]);
    let divided = logical_divide(&a, 128).unwrap();
    assert!(divided.flat().is_none() && divided.size() > 1_000_000_000_000_000_000);
    assert!(start.elapsed() < Duration::from_millis(100), "{:?}", start.elapsed());
}
