//! What users of CuTe and its kin met, as cases of the exact algebra.

mod common;

use common::budgets::by_argument;
use tileir::cute::{
    self, Composition, CuteError, Layout, NotFlat, Reason, Swizzle, Tiler, coalesce, complement,
    composition, left_inverse, logical_divide, right_inverse,
};
use tileir::proof::{Budget, equal, prove};
use tileir::{IndexSet, LayoutMap};

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn table(result: &Composition) -> Vec<i64> {
    (0..result.size()).map(|i| result.eval(i).unwrap()).collect()
}

fn reason(result: Composition) -> NotFlat {
    match result {
        Composition::Dag { why, .. } => *why,
        Composition::Flat(layout) => panic!("flat: {layout}"),
    }
}

/// C01.
#[test]
fn a_composition_that_steps_unevenly_stays_a_map_and_its_flattening_is_refuted() {
    let (a, b) = (layout("(4,6,8):(2,3,5)"), layout("6:3"));
    let result = composition(&a, &b).unwrap();
    assert_eq!(table(&result), [0, 6, 7, 8, 9, 15]);
    let facts = by_argument(|budget| prove(&result.to_map().unwrap(), budget));
    assert!(facts.total.is_proved() && facts.injective.is_proved(), "{facts}");
    let refuted = reason(result).refuted.unwrap();
    assert_eq!(refuted.candidate, layout("(2,3):(6,3)"));
    assert_eq!((refuted.at, refuted.value, refuted.found), (2, 7, 3));
}

/// C01: the legal case that a rule of divisibility alone would refuse.
#[test]
fn an_uneven_step_that_stays_inside_a_mode_is_flat() {
    let result = composition(&layout("(4,6,8):(2,3,5)"), &layout("2:3")).unwrap();
    assert_eq!(result.flat(), Some(&layout("2:6")));
}

/// C02.
#[test]
fn leaves_whose_digits_never_carry_compose_though_they_do_not_divide() {
    let result = composition(&layout("(10,2):(16,4)"), &layout("(3,4):(1,5)")).unwrap();
    assert_eq!(result.flat(), Some(&layout("(3,(2,2)):(16,(80,4))")));
    assert_eq!(table(&result), [0, 16, 32, 80, 96, 112, 4, 20, 36, 84, 100, 116]);
}

/// The one accepted composition of C++ CuTe among the peers' cases that is not `A(B(x))`.
#[test]
fn a_rounded_quotient_is_refuted_at_the_first_coordinate_that_shows_it() {
    let (a, b) = (layout("((1,4),3,8,1):((12,3),1,12,12)"), layout("(4,3):(3,1)"));
    let result = composition(&a, &b).unwrap();
    assert_eq!(result.eval(2).unwrap(), 7);
    let why = reason(result);
    assert!(matches!(why.reason, Reason::Carry(_)), "{why}");
    let refuted = why.refuted.unwrap();
    assert_eq!((refuted.at, refuted.value, refuted.found), (2, 7, 1));
}

/// C04.
#[test]
fn a_column_major_layout_is_merged_before_it_is_composed() {
    let result = composition(&layout("(2,3):(1,2)"), &layout("(2,3):(3,1)")).unwrap();
    assert_eq!(result.flat(), Some(&layout("(2,3):(3,1)")));
    assert_eq!(table(&result), [0, 3, 1, 4, 2, 5]);
}

/// C05.
#[test]
fn a_tile_that_straddles_modes_keeps_the_size_and_the_function() {
    let a = layout("(12,(4,8)):(7,(1,30))");
    let result = logical_divide(&a, 128).unwrap();
    assert_eq!(result.size(), 384);
    assert_eq!(table(&result), (0..384).map(|i| a.eval(i).unwrap()).collect::<Vec<_>>());
    let Reason::Run { mode, extent, run, outer_mode, .. } = reason(result).reason else {
        panic!("another reason")
    };
    // 128 = 12*10 + 8: the first mode is full after 12 of 128.
    assert_eq!((mode.as_str(), extent, run, outer_mode), ("0", 128, 12, 0));
    let flat = |tile| logical_divide(&a, tile).unwrap().flat().is_some();
    let legal = |t: i64| {
        12 % t == 0 || (t % 12 == 0 && 4 % (t / 12) == 0) || (t % 48 == 0 && 8 % (t / 48) == 0)
    };
    assert!((1..=384).filter(|t| 384 % t == 0).all(|tile| flat(tile) == legal(tile)));
    assert_eq!(a.cosize(), Ok(291));
    let injective = by_argument(|budget| prove(&a.to_map().unwrap(), budget).injective);
    assert!(injective.is_disproved(), "{injective}");
}

/// C06.
#[test]
fn the_cosize_is_one_more_than_the_greatest_value() {
    assert_eq!(layout("(2,4):(2,4)").cosize(), Ok(15));
}

/// C08.
#[test]
fn a_left_inverse_brings_every_coordinate_back() {
    for text in ["4:2", "(4,2):(1,16)", "((2,2),(2,2)):((1,4),(8,32))"] {
        let forward = layout(text);
        let back = left_inverse(&forward).unwrap();
        for i in 0..forward.size() {
            assert_eq!(back.eval(forward.eval(i).unwrap()), Ok(i), "{text} at {i}");
        }
    }
}

/// C09.
#[test]
fn a_ragged_tiling_covers_less_than_the_whole() {
    let (rows, columns) = (1024 / 2, 1024 / 3);
    let tiles = layout(&format!("({rows},{columns}):(1,{rows})"));
    let tiled = cute::blocked_product(&layout("(2,3):(1,2)"), &tiles).unwrap().into_flat().unwrap();
    assert_eq!((tiled.size(), 1024 * 1024 - tiled.size()), (1_047_552, 1024));
    let back = right_inverse(&tiled).unwrap();
    assert_eq!(back.size(), tiled.size());
    assert_eq!(back.eval(1_000_001).and_then(|at| tiled.eval(at)), Ok(1_000_001));
}

/// C10.
#[test]
fn a_right_inverse_follows_the_strides_up() {
    assert_eq!(right_inverse(&layout("(2,4,6):(4,1,8)")), Ok(layout("(4,2,6):(2,1,8)")));
}

/// C12.
#[test]
fn two_swizzles_are_one_function_by_its_bits() {
    let chain = [Swizzle::new(3, 0, 3).unwrap(), Swizzle::new(1, 2, 1).unwrap()];
    let map = cute::swizzle_map(&chain).unwrap();
    let bits: Vec<i64> = (0..6).map(|bit| map.eval(&[1 << bit]).unwrap()[0]).collect();
    assert_eq!(bits, [1, 2, 4, 13, 18, 36]);
    assert!((0..64).all(|x| map.eval(&[x]).unwrap()[0] == chain[0].apply(chain[1].apply(x))));
    let facts = by_argument(|budget| prove(&map, budget));
    assert!(facts.injective.is_proved() && facts.total.is_proved(), "{facts}");
}

/// C13.
#[test]
fn a_swizzle_is_recast_by_the_widths_of_its_elements() {
    let bytes = Swizzle::new(3, 4, 3).unwrap();
    assert_eq!(bytes.recast(8, 16), Swizzle::new(3, 3, 3));
    assert_eq!(bytes.recast(8, 32), Swizzle::new(3, 2, 3));
    assert_eq!(bytes.recast(8, 4), Swizzle::new(3, 5, 3));
    assert!(matches!(bytes.recast(8, 12), Err(CuteError::Swizzle { .. })));
    assert!(matches!(bytes.recast(0, 8), Err(CuteError::NotPositive { .. })));
}

/// C13.
#[test]
fn a_swizzle_in_bytes_is_a_lower_one_in_wider_elements() {
    let bytes = Swizzle::new(3, 4, 3).unwrap();
    assert_eq!(bytes.upcast(2), Swizzle::new(3, 3, 3));
    assert_eq!(bytes.upcast(4), Swizzle::new(3, 2, 3));
    // A base that would go below 0 loses bits instead.
    assert_eq!(Swizzle::new(3, 1, 3).unwrap().upcast(4), Swizzle::new(2, 0, 3));
}

/// C13, as nodes: the addresses of a registered swizzle counted in wider units.
#[test]
fn a_recast_of_a_swizzle_is_the_swizzle_of_the_wider_elements() {
    for (unit, base) in [(16, 3), (32, 2), (64, 1), (128, 0)] {
        let bytes = unit / 8;
        let recast: LayoutMap = format!(
            "recast<8 -> {unit}, transform<swizzle(3,4,3), mixed_radix<({}):({bytes})> to (d0 : 1024)>>",
            1024 / bytes
        )
        .parse()
        .unwrap();
        let units = 1024 / bytes;
        let wider: LayoutMap =
            format!("transform<swizzle(3,{base},3), mixed_radix<({units}):(1)>>").parse().unwrap();
        let swizzle = Swizzle::new(3, base, 3).unwrap();
        for x in 0..units {
            assert_eq!(recast.eval(&[x]), Ok(vec![swizzle.apply(x)]), "{unit} at {x}");
        }
        let anywhere = |map: &LayoutMap| {
            LayoutMap::translate(vec![0], map.clone(), Some(IndexSet::integers(1))).unwrap()
        };
        let same = equal(&anywhere(&recast), &anywhere(&wider), &Budget::of_points(0));
        assert!(same.is_proved(), "{unit}: {same}");
    }
}

/// C17.
#[test]
fn the_stride_of_a_mode_of_extent_1_does_not_matter() {
    assert_eq!(coalesce(&layout("(1,6):(2147483648,1)")), Ok(layout("6:1")));
    let far = layout("(1,6):(9223372036854775807,1)");
    assert_eq!(
        composition(&far, &layout("(2,3):(3,1)")).unwrap().flat(),
        Some(&layout("(2,3):(3,1)"))
    );
    assert_eq!(far.cosize(), Ok(6));
}

/// C19.
#[test]
fn an_offset_of_an_nhwc_tensor_is_divided_back_into_its_coordinates() {
    // (c, w, h, n), the channel fastest; the batch is open.
    let tensor = layout("(32,8,16,4):(1,32,256,4096)");
    let back = left_inverse(&tensor).unwrap();
    let at = cute::idx2crd(back.eval(4064).unwrap(), &tensor.shape()).unwrap();
    assert_eq!(at.to_string(), "(0,7,15,0)");
    for offset in 0..tensor.size() {
        let at = cute::idx2crd(back.eval(offset).unwrap(), &tensor.shape()).unwrap();
        assert_eq!(cute::crd2idx(&at, &tensor), Ok(offset));
    }
}

/// C20.
#[test]
fn taking_a_part_that_ends_inside_a_mode_names_the_mode_and_the_remainder() {
    let a = layout("(8,2,4,2):(1,100,7,1000)");
    let result = composition(&a, &Tiler::from(24)).unwrap();
    let value = a.eval(16).unwrap();
    let Reason::Run { outer_mode, outer_extent, extent, run, at, value: found, .. } =
        reason(result).reason
    else {
        panic!("another reason")
    };
    assert_eq!((outer_mode, outer_extent, extent, run), (1, 2, 3, 2));
    assert_eq!((at, found), (16, value));
    let error = composition(&a, &Tiler::from(24)).unwrap().into_flat().unwrap_err();
    assert!(matches!(error, CuteError::NotFlat(_)));
    assert!(error.to_string().contains("until mode 1 of the outer layout, of extent 2, is full"));
}

/// C21.
#[test]
fn a_mode_of_stride_0_takes_no_room_from_the_complement() {
    assert_eq!(complement(&layout("4:0"), 8), Ok(layout("8:1")));
    assert_eq!(complement(&layout("(4,(2,3)):(0,(1,0))"), 8), Ok(layout("4:2")));
}

/// C21.
#[test]
fn a_coordinate_finds_its_leaf_by_its_path() {
    let nested = layout("((2,3),(4,(5,6))):((1,2),(6,(24,120)))");
    let at = |text: &str| cute::crd2idx(&cute::parse_shape(text).unwrap(), &nested);
    assert_eq!(at("((1,2),(3,(4,5)))"), Ok(1 + 4 + 18 + 96 + 600));
    assert_eq!(at("(5,(3,29))"), Ok(719));
    assert_eq!(at("((0,2),(0,(0,5)))"), Ok(4 + 600));
    assert!(matches!(at("((1,2,0),0)"), Err(CuteError::Coordinate { .. })));
}
