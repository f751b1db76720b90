//! The CuTe algebra on inputs whose answers are known: shape and stride, to the last unit mode.

use tileir::IntTree;
use tileir::cute::*;

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn shape(text: &str) -> IntTree {
    parse_shape(text).unwrap()
}

type Binary = fn(&Layout, &Tiler) -> Result<Composition, CuteError>;

/// The result of an operation with a tiler, in text.
fn with_tiler(apply: Binary, a: &str, tiler: &str) -> String {
    let result = apply(&layout(a), &tiler.parse().unwrap());
    result.and_then(Composition::into_flat).unwrap().to_string()
}

#[test]
fn composition_keeps_the_inner_shape() {
    let cases = [
        ("(20):(2)", "(5,4):(4,1)", "(5,4):(8,2)"),
        ("(10,2):(16,4)", "(5,4):(1,5)", "(5,(2,2)):(16,(80,4))"),
        ("8:1", "16:1", "16:1"),
        ("(4,1):(1,0)", "8:1", "(4,2):(1,0)"),
        ("(4,8):(1,16)", "(2,(1,4)):(1,(7,8))", "(2,(1,4)):(1,(32,32))"),
        ("(4,6):(1,10)", "1:1", "1:10"),
        ("8:2", "4:-1", "4:-2"),
        ("(4,4):(1,10)", "3:-1", "3:-1"),
        ("(4,4):(1,10)", "(2,2):(-4,-1)", "(2,2):(-10,-1)"),
        ("(6,4):(0,1)", "(3,2):(0,6)", "(3,2):(0,1)"),
        ("((4,4),8):((1,16),64)", "(2, 4:2)", "(2,4):(1,128)"),
        ("(4,8):(8,1)", "(_, 4)", "(4,4):(8,1)"),
    ];
    for (a, b, expected) in cases {
        assert_eq!(with_tiler(|a, b| composition(a, b), a, b), expected, "{a} o {b}");
    }
}

#[test]
fn division_puts_the_tile_first() {
    let cases: [(Binary, &str, &str, &str); 9] = [
        (|a, t| logical_divide(a, t), "(2,5):(10,1)", "2:2", "(2,(2,3)):(1,(10,2))"),
        (|a, t| logical_divide(a, t), "(4,8):(8,1)", "(1, 4)", "((1,4),(4,2)):((0,8),(1,4))"),
        (
            |a, t| logical_divide(a, t),
            "(4,2,5):(1,4,8)",
            "(4, 2)",
            "((4,1),(2,1),5):((1,0),(4,0),8)",
        ),
        (|a, t| logical_divide(a, t), "8:1", "3:1", "(3,3):(1,3)"),
        (
            |a, t| zipped_divide(a, t),
            "(2,16):(1,2)",
            "<2:1; 4:2>",
            "((2,4),(1,(2,2))):((1,4),(0,(2,16)))",
        ),
        (|a, t| zipped_divide(a, t), "((2,2)):((2,1))", "1:1", "(1,(2,2)):(1,(2,1))"),
        (|a, t| tiled_divide(a, t), "((2,4),4):((1,2),8)", "(2)", "((2),4,4):((1),2,8)"),
        (
            |a, t| tiled_divide(a, t),
            "(3,3,12):(1,3,9)",
            "(1, 1, 2:4)",
            "((1,1,2),3,3,(4,2)):((0,0,36),1,3,(9,72))",
        ),
        (
            |a, t| flat_divide(a, t),
            "(4,3,(1,2)):(1,16,(4,4))",
            "(4, 1:3, 1)",
            "(4,1,1,1,3,2):(1,48,0,0,16,4)",
        ),
    ];
    for (apply, a, tiler, expected) in cases {
        assert_eq!(with_tiler(apply, a, tiler), expected, "{a} by {tiler}");
    }
}

#[test]
fn products_repeat_the_block() {
    let cases: [(Binary, &str, &str, &str); 6] = [
        (
            |a, t| logical_product(a, t),
            "((4,2),1):((0,1),0)",
            "(2,5):(1,2)",
            "(((4,2),1),(2,5)):(((0,1),0),(2,4))",
        ),
        (|a, t| logical_product(a, t), "(12,1):(1,12)", "(2, 3)", "((12,2),(1,3)):((1,12),(12,1))"),
        (
            |a, t| zipped_product(a, t),
            "(2,2,6):(1,12,2)",
            "(4,1,2):(1,4,4)",
            "((2,2,6),(4,1,2)):((1,12,2),(24,96,96))",
        ),
        (|a, t| tiled_product(a, t), "((4,4)):((1,4))", "(2):(1)", "(((4,4)),(2)):(((1,4)),(16))"),
        (
            |a, t| tiled_product(a, t),
            "(8,2):(4,1)",
            "(1,12):(1,1)",
            "((8,2),1,(2,6)):((4,1),32,(2,32))",
        ),
        (
            |a, t| flat_product(a, t),
            "(6,1,2):(1,6,6)",
            "(2,1,5):(1,2,2)",
            "(6,1,2,2,1,5):(1,6,6,12,24,24)",
        ),
    ];
    for (apply, a, tiler, expected) in cases {
        assert_eq!(with_tiler(apply, a, tiler), expected, "{a} x {tiler}");
    }
    type ByRank = fn(&Layout, &Layout) -> Result<Composition, CuteError>;
    let cases: [(ByRank, &str, &str, &str); 9] = [
        (blocked_product, "(3):(1)", "(4):(1)", "((3,4)):((1,3))"),
        (blocked_product, "3:1", "4:1", "((3,4)):((1,3))"),
        (
            blocked_product,
            "(1,2,8):(16,8,1)",
            "(2,1,2):(2,2,1)",
            "((1,2),(2,1),(8,2)):((16,32),(8,32),(1,16))",
        ),
        (blocked_product, "(4):(2)", "2:2", "((4,2)):((2,8))"),
        (raked_product, "(4,2):(1,4)", "(2,1):(1,2)", "((2,4),(1,2)):((8,1),(16,4))"),
        (raked_product, "4:1", "(3,2):(1,3)", "((3,4),(2,1)):((4,1),(12,0))"),
        // Of one mode each, the first decides how the other is nested.
        (blocked_product, "1:1", "((3)):((2))", "((1,((3)))):((1,((2))))"),
        (blocked_product, "2:2", "4:1", "((2,(2,2))):((2,(1,4)))"),
        (raked_product, "(4):(1)", "4:8", "((4,(4))):((32,(1)))"),
    ];
    for (apply, a, tiler, expected) in cases {
        let result = apply(&layout(a), &layout(tiler)).and_then(Composition::into_flat);
        assert_eq!(result, Ok(layout(expected)), "{a} x {tiler}");
    }
}

#[test]
fn one_layout_in_one_layout_out() {
    type Unary = fn(&Layout) -> Result<Layout, CuteError>;
    let cases: [(Unary, &str, &str); 32] = [
        (coalesce, "(2,12,2):(1,2,0)", "(24,2):(1,0)"),
        (coalesce, "(2,(1,6)):(1,(7,2))", "12:1"),
        (coalesce, "(1,1):(3,4)", "1:0"),
        (coalesce, "():()", "1:0"),
        (filter, "(12,4,1):(1,12,12)", "48:1"),
        (filter, "(2,2):(0,0)", "1:0"),
        (filter_zeros, "(6,(2,5)):(0,(1,2))", "(1,(2,5)):(0,(1,2))"),
        (flatten, "(6,(2,5)):(0,(1,2))", "(6,2,5):(0,1,2)"),
        (flatten, "8:3", "8:3"),
        (complement_within, "4:1", "1:0"),
        (complement_within, "((1,8),3,2):((2,2),16,1)", "1:0"),
        (complement_within, "(2,2):(1,6)", "3:2"),
        (right_inverse, "((2,4),4):((16,4),1)", "(4,4,2):(8,2,1)"),
        (right_inverse, "(5,2,2):(1,10,5)", "(5,2,2):(1,10,5)"),
        (right_inverse, "(8,5):(16,1)", "5:8"),
        (right_inverse, "8:-1", "8:-1"),
        (right_inverse, "(4,4):(4,-1)", "(4,4):(-4,1)"),
        (right_inverse, "(4,4):(-4,-1)", "(4,4):(-4,-1)"),
        (right_inverse, "8:-2", "1:0"),
        (left_inverse, "(8,5):(16,1)", "(16,8):(8,1)"),
        (left_inverse, "(1,2,2):(1,2,4)", "(2,4):(0,1)"),
        (left_inverse, "(4,2):(0,0)", "8:0"),
        (left_inverse, "((2,2),4):((0,4),1)", "(4,2):(4,2)"),
        (left_inverse, "(4,2):(-1,-4)", "8:-1"),
        (nullspace, "(2,(2,4)):(2,(1,0))", "4:4"),
        (nullspace, "((2,1),(2,6)):((12,0),(6,1))", "1:0"),
        (coalesce_by_mode, "(2):(2)", "2:2"),
        (coalesce_by_mode, "((2,2),(2,2)):((1,2),(8,4))", "(4,(2,2)):(1,(8,4))"),
        (coalesce_by_mode, "((2,2)):((1,2))", "4:1"),
        (|l| upcast(l, 2), "((2,4),(1,1),2):((1,2),(8,8),8)", "((1,4),(1,1),2):((1,1),(4,4),4)"),
        (|l| downcast(l, 2), "((1,4),2):((1,1),4)", "((2,8),2):((1,1),8)"),
        (|l| recast(l, 32, 16), "(4,8):(8,1)", "(4,16):(16,1)"),
    ];
    for (apply, operand, expected) in cases {
        assert_eq!(apply(&layout(operand)), Ok(layout(expected)), "{operand}");
    }
    let by = |profile: &str| {
        coalesce_by(&layout("((1,1,8),(2,4),1):((8,1,1),(8,16),8)"), &shape(profile))
    };
    assert_eq!(by("(1,1,1)"), Ok(layout("(8,8,1):(1,8,0)")));
    assert_eq!(by("(1)"), Ok(layout("(8,(2,4),1):(1,(8,16),8)")));
    assert_eq!(by("1"), Ok(layout("64:1")));
    let filtered = filter_by(&layout("((2,2),(2,4)):((0,1),(2,0))"), &shape("(1,1)"));
    assert_eq!(filtered, Ok(layout("(2,2):(1,2)")));
}

#[test]
fn the_complement_fills_up_to_the_end() {
    let cases = [
        ("(2,4):(1,6)", 24, "3:2"),
        ("(2,2):(1,6)", 24, "(3,2):(2,12)"),
        ("(2,2):(0,1)", 8, "4:2"),
        ("3:2", 7, "(2,2):(1,6)"),
        ("16:1", 7, "1:0"),
        ("(16,3):(6,1)", 100, "(2,2):(3,96)"),
        ("(8,1):(0,1)", 100, "100:1"),
    ];
    for (operand, end, expected) in cases {
        assert_eq!(complement(&layout(operand), end), Ok(layout(expected)), "{operand} in {end}");
    }
}

#[test]
fn common_vectors_and_alignments() {
    let common = |a, b| max_common_layout(&layout(a), &layout(b));
    assert_eq!(common("1:1", "(6,1):(1,6)"), Ok(layout("6:1")));
    assert_eq!(common("(2,6):(1,2)", "(3,6):(6,1)"), Ok(layout("1:0")));
    assert_eq!(max_common_vector(&layout("(1,3):(0,1)"), &layout("((5,2)):((1,5))")), Ok(10));
    // Where the one after the inverse of the other has no flat form, a part of it may count.
    assert_eq!(common("(5,2):(2,1)", "6:1"), Ok(layout("1:0")));
    assert_eq!(common("(4,6,8):(1,5,7)", "10:1"), Ok(layout("4:1")));
    assert_eq!(common("(5,2):(1,7)", "(2,4):(1,2)"), Ok(layout("5:1")));
    for (operand, width) in
        [("(2,6):(1,2)", 12), ("(1,3):(0,1)", 3), ("1:1", 1), ("(4,8):(1,6)", 2)]
    {
        assert_eq!(max_alignment(&layout(operand)), Ok(width), "{operand}");
    }
}

#[test]
fn orders_tiles_and_modes() {
    let ordered = |s, o| ordered_layout(&shape(s), &shape(o)).unwrap();
    assert_eq!(ordered("(4,(2,3),5)", "(1,(2,0),3)"), layout("(4,(2,3),5):(3,(12,1),24)"));
    assert_eq!(ordered("(4,(2,3),1)", "(1,0,2)"), layout("(4,(2,3),1):(6,(1,2),0)"));
    let tiled = |order: Option<&IntTree>| {
        tile_to_shape(&layout("(4,4):(1,4)"), &shape("(8,12)"), order).unwrap().into_flat()
    };
    assert_eq!(tiled(None), Ok(layout("((4,2),(4,3)):((1,16),(4,32))")));
    assert_eq!(tiled(Some(&shape("(1,0)"))), Ok(layout("((4,2),(4,3)):((1,48),(4,16))")));

    let l = layout("(2,4,8):(1,2,8)");
    assert_eq!(select(&l, &[2, 0]), Ok(layout("(8,2):(8,1)")));
    assert_eq!(take(&l, 1..3), Ok(layout("(4,8):(2,8)")));
    assert_eq!(take(&l, 1..2), Ok(layout("4:2")));
    assert_eq!(group_modes(&l, 0..2), Ok(layout("((2,4),8):((1,2),8)")));
    assert_eq!(group_modes(&l, 3..3), Ok(layout("(2,4,8,()):(1,2,8,())")));
    assert_eq!(append(&l, &layout("3:0")), Ok(layout("(2,4,8,3):(1,2,8,0)")));
    assert_eq!(prepend(&l, &layout("3:0")), Ok(layout("(3,2,4,8):(0,1,2,8)")));
    assert_eq!(
        zip(&layout("(2,3):(1,2)"), &layout("(4,5):(6,24)")),
        Ok(layout("((2,4),(3,5)):((1,6),(2,24))"))
    );
}

#[test]
fn parts_of_a_layout() {
    let l = layout("(8,12):(1,8)");
    let tile = local_tile(&l, &"(4, 4)".parse::<Tiler>().unwrap(), &"(1,_)".parse().unwrap());
    assert_eq!(tile.unwrap().to_string(), "(4,4,3):(1,8,32) from 4");
    let part = local_partition(&l, &layout("(2,4):(1,2)"), 3).unwrap();
    assert_eq!(part.to_string(), "(4,3):(2,32) from 9");
    let copy = make_tiled_copy(&layout("(32,8):(8,1)"), &layout("(1,8):(8,1)")).unwrap();
    assert_eq!(copy.tv, layout("((8,32),8):((256,1),32)"));
    assert_eq!(copy.tile, [32, 64]);
    let nested = layout("(4,(2,8)):(1,(32,4))");
    let cut = |coordinate: &str| slice(&coordinate.parse().unwrap(), &nested).unwrap().to_string();
    assert_eq!(cut("(1,_)"), "((2,8)):((32,4)) from 1");
    assert_eq!(cut("(_,(1,_))"), "(4,8):(1,4) from 32");
    assert_eq!(cut("_"), "(4,(2,8)):(1,(32,4)) from 0");
    assert_eq!(dice(&"(1,_)".parse().unwrap(), &nested), Ok(layout("(4):(1)")));
    assert_eq!(idx2crd(13, &nested.shape()).unwrap().to_string(), "(1,(1,1))");
}

#[test]
fn swizzles_go_through_recasts_and_inverses() {
    let composed = |text: &str| text.parse::<Composed>().unwrap();
    let cases = [
        (composed("Sw<1,0,1> o (8,64):(64,1)").left_inverse(), "Sw<1,3,1> o 0 o (64,8):(8,1)"),
        (composed("Sw<3,3,3> o (8,64):(64,1)").right_inverse(), "Sw<3,0,-6> o 0 o (64,8):(8,1)"),
        (composed("Sw<2,0,-2> o (8,64):(64,1)").upcast(2), "Sw<1,0,-2> o 0 o (8,32):(32,1)"),
        (composed("Sw<3,4,3> o (8,64):(64,1)").upcast(2), "Sw<3,3,3> o 0 o (8,32):(32,1)"),
        (composed("Sw<2,0,2> o (8,64):(64,1)").downcast(2), "Sw<2,1,2> o 0 o (8,128):(128,1)"),
        (composed("Sw<0,4,3> o (8,64):(64,1)").composition(8), "8:64"),
        (
            composed("Sw<2,1,3> o 0 o (8,64):(64,1)").tile_to_shape(&shape("(16,128)"), None),
            "Sw<2,1,3> o 0 o ((8,2),(64,2)):((64,512),(1,1024))",
        ),
        (
            composed("Sw<2,1,3> o 5 o (8,64):(64,1)").slice(&"(2,_)".parse().unwrap()),
            "Sw<2,1,3> o 133 o (64):(1)",
        ),
    ];
    for (result, expected) in cases {
        assert_eq!(result.unwrap().to_string(), expected);
    }
    let torn = composed("Sw<3,4,3> o (8,64):(64,1)").right_inverse();
    assert!(matches!(torn, Err(CuteError::Swizzle { .. })), "{torn:?}");
}
