//! TileLang's layouts and fragments: texts, words, laws.

mod common;

use common::budgets::by_argument;
use proptest::prelude::*;
use tileir::LayoutMap;
use tileir::interop::tilelang::{
    Banks, Fragment, Layout, TileLangError, bank_swizzled, helper, helpers, swizzled, volta,
};
use tileir::proof::{Budget, equal, prove};

#[test]
fn printed_layouts_and_fragments_are_read() {
    for text in [
        "Layout((8, 8) -> (71,), transform: (_i, _j) -> (_i * 9 + _j,))",
        "Layout((8, 8) -> (8, 8), transform: (_i, _j) -> (_i, T.bitwise_xor(_i, _j)))",
    ] {
        assert_eq!(text.parse::<Layout>().unwrap().to_string(), text);
    }
    let text = "Fragment((8,) -> (1,), replicate: 4, thread: 32, \
                forward_thread: _rep * 8 + _i, forward_index: (0,))";
    let fragment: Fragment = text.parse().unwrap();
    assert_eq!(fragment.to_string().parse::<Fragment>().unwrap(), fragment);
    let brackets = "Fragment([8] -> [1], replicate: 4, thread: 32, forward_thread: _rep*8+_i, \
                    forward_index: [0], thread_range: I.Range(0, 32))";
    assert_eq!(brackets.parse::<Fragment>().unwrap(), fragment);
}

/// Shifts, masks and both spellings of operations mean what they mean in TVM.
#[test]
fn operations_are_tvm_s() {
    let value = |text: &str, x: i64| {
        let layout = Layout::read(&[64], &[text]).unwrap_or_else(|error| panic!("{text}: {error}"));
        layout.map().unwrap().eval(&[x]).unwrap()[0]
    };
    for (text, expected) in [
        ("_i >> 2", 9),
        ("T.shift_right(_i, T.int64(2))", 9),
        ("(_i >> (_i % 4)) + 0", 37 >> 1),
        ("_i << 1", 74),
        ("_i << _i % 2", 74),
        ("_i ^ 3", 38),
        ("_i & 12", 4),
        ("_i | 10", 47),
        ("T.bitwise_or(_i, 10)", 47),
        ("-(_i // -5) - -1", 9),
        ("T.floormod(_i, 5) + T.floordiv(_i, 5)", 9),
        ("63 - _i", 26),
    ] {
        assert_eq!(value(text, 37), expected, "{text}");
    }
}

#[test]
fn faults_are_located() {
    for (text, message) in [
        ("_i + ", "at byte 5: expected an expression"),
        ("_q", "at byte 0: there is no coordinate '_q'"),
        ("T.exp(_i)", "at byte 0: the function 'T.exp' is not known"),
        ("T.bitwise_xor(_i)", "at byte 0: the operands: 1, not 2"),
        ("_i + 99999999999999999999", "at byte 5: the number does not fit 64 bits"),
        ("(_i", "at byte 3: expected )"),
        ("_i _i", "at byte 3: expected the end"),
    ] {
        let error = Layout::read(&[8], &[text]).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    let deep = format!("{}_i{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(Layout::read(&[8], &[&deep]).unwrap_err().to_string().contains("nested deeper"));
    assert!(matches!(Layout::read(&[8], &["_i - 4"]), Err(TileLangError::Negative { .. })));
    assert!(matches!(Layout::read(&[8], &["8 // _i"]), Err(TileLangError::Undefined { .. })));
    assert!(matches!(Layout::read(&[8, 0], &["_i"]), Err(TileLangError::Empty { .. })));
    assert!(matches!(
        Fragment::read(&[8], "_i", &["0"], 0),
        Err(TileLangError::NotPositive { .. })
    ));
    let said = "Layout((8,) -> (9,), transform: (_i,) -> (_i,))".parse::<Layout>();
    assert!(matches!(said, Err(TileLangError::Said { .. })));
}

/// A replica is a coordinate of the map and an occurrence of the correspondence.
#[test]
fn replicas_are_counted() {
    let fragment = Fragment::read(&[8], "_rep * 8 + _i", &["0"], 4).unwrap();
    let places = fragment.correspondence().unwrap().image(&[3], &Budget::default()).unwrap();
    let threads: Vec<i64> = places.keys().map(|place| place[0]).collect();
    assert_eq!(threads, [3, 11, 19, 27]);
    let once = Fragment::read(&[8], "_i + _rep * 0", &["0"], 4).unwrap();
    assert_eq!(once.condense_replicate_var().unwrap().replicate_count(), 1);
    let pairs = Fragment::read(&[8], "_rep // 2 * 8 + _i", &["0"], 4).unwrap();
    let fewer = pairs.condense_replicate_var().unwrap();
    assert_eq!((fewer.replicate_count(), fewer.thread_count()), (2, 16));
    assert_eq!(fewer.map().unwrap().eval(&[3, 1]).unwrap(), [11, 0]);
}

#[test]
fn inverses_are_exact_or_refused_with_a_witness() {
    let swizzle = Layout::read(&[8, 64], &["_i * 64 + T.bitwise_xor(_j // 8, _i) * 8 + _j % 8"]);
    let swizzle = swizzle.unwrap();
    let back = swizzle.inverse().unwrap();
    let both = LayoutMap::compose(
        back.map().unwrap(),
        swizzle.map().unwrap().with_codomain_names(back.map().unwrap().domain()).unwrap(),
    );
    let identity = LayoutMap::identity(swizzle.map().unwrap().domain().clone()).unwrap();
    let both = both.unwrap().with_codomain_names(identity.codomain()).unwrap();
    assert!(by_argument(|budget| equal(&both, &identity, budget)).is_proved());
    let folded = Layout::read(&[8], &["_i // 2"]).unwrap().inverse().unwrap_err().to_string();
    assert!(folded.contains("(_i = 0) and (_i = 1)"), "{folded}");
    let padded = Layout::read(&[8, 8], &["_i * 9 + _j"]).unwrap().inverse();
    assert!(matches!(padded, Err(TileLangError::NotOnto { .. })));
}

/// Every named swizzle is a bijection of its block, and spreads a column over the banks.
#[test]
fn swizzles_are_bijections() {
    for bits in [8, 16, 32] {
        let row = 1024 / bits;
        for (banks, columns) in
            [(Banks::Full, row), (Banks::Half, row / 2), (Banks::Quarter, row / 4)]
        {
            let layout = bank_swizzled(banks, [16, columns], bits).unwrap();
            assert!(
                by_argument(|budget| prove(&layout.map().unwrap(), budget)).injective.is_proved()
            );
            assert_eq!(layout, swizzled([16, columns], bits).unwrap());
        }
    }
    assert!(matches!(
        bank_swizzled(Banks::Full, [32, 32], 16),
        Err(TileLangError::Divisibility { divisor: 64, .. })
    ));
    for shape in [[64, 64], [16, 128], [24, 64]] {
        let layout = volta(shape, true).unwrap();
        assert!(by_argument(|budget| prove(&layout.map().unwrap(), budget)).injective.is_proved());
    }
}

/// A helper that goes from lanes to elements, and the one that goes back, undo each other.
#[test]
fn lane_maps_undo_each_other() {
    assert!(helpers().count() > 50);
    for (there, back) in [
        ("mma_load_a_32x8_to_shared_16x16_layout", "shared_16x16_to_mma_a_32x8_layout"),
        ("mma_load_b_32x8_to_shared_16x16_layout", "shared_16x16_to_mma_b_32x8_layout"),
        ("mma_load_a_32x16_to_shared_16x32_layout", "shared_16x32_to_mma_a_32x16_layout"),
    ] {
        let there = helper(there).unwrap().layout().unwrap();
        let back = helper(back).unwrap().layout().unwrap();
        assert!(there.inverse().unwrap().equals(&back).unwrap().is_proved());
    }
    assert!(matches!(helper("mma_load_c"), Err(TileLangError::Helper { .. })));
    for one in helpers() {
        assert_eq!(one.layout().unwrap().outputs().len(), 2, "{}", one.name);
    }
}

fn digits() -> impl Strategy<Value = (Vec<i64>, String)> {
    let expression = prop::sample::select(vec![
        "_i * 8 + _j",
        "_j * 12 + _i",
        "T.bitwise_xor(_i % 4, _j % 4) * 2 + _i // 4",
        "_i % 3 + _j // 2",
        "(_i + _j) % 5",
        "_j % 2 * 6 + _i // 2",
        "_i // 3 * 16 + _i % 3 + _j * 3",
    ]);
    ((1i64..13, 1i64..9), expression).prop_map(|((i, j), e)| (vec![i, j], e.to_owned()))
}

proptest! {
    /// `repeat`, `reshape` and `expand` are what their table says, at every point.
    #[test]
    fn words_are_their_definitions((shape, text) in digits(), factor in 1i64..4) {
        let layout = Layout::read(&shape, &[&text]).unwrap();
        let map = layout.map().unwrap();
        let repeated = layout.repeat(1, factor).unwrap();
        for point in repeated.map().unwrap().domain().points() {
            let own = map.eval(&[point[0], point[1] % shape[1]]).unwrap();
            let expected = [vec![point[1] / shape[1]], own].concat();
            prop_assert_eq!(repeated.map().unwrap().eval(&point).unwrap(), expected);
        }
        let flat = layout.reshape(&[shape[0] * shape[1]]).unwrap();
        let number = layout.linearized_index().unwrap();
        for (x, point) in map.domain().points().enumerate() {
            prop_assert_eq!(flat.map().unwrap().eval(&[x as i64]).unwrap(), map.eval(&point).unwrap());
            prop_assert_eq!(number.eval(&point).unwrap(), map.eval(&point).unwrap());
        }
        let expanded = layout.expand(&[factor]).unwrap();
        let at = [factor - 1, shape[0] - 1, 0];
        let expected = [vec![factor - 1], map.eval(&at[1..]).unwrap()].concat();
        prop_assert_eq!(expanded.map().unwrap().eval(&at).unwrap(), expected);
    }

    /// What is printed is read again, and a layout is the layout of its map.
    #[test]
    fn texts_and_maps_lead_back((shape, text) in digits()) {
        let layout = Layout::read(&shape, &[&text]).unwrap();
        prop_assert_eq!(&layout.to_string().parse::<Layout>().unwrap(), &layout);
        let again = Layout::of_map(&layout.map().unwrap()).unwrap();
        prop_assert!(again.equals(&layout).unwrap().is_proved());
    }
}
