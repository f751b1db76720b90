//! `#ttg.padded_shared` out of meanings: whatever has such places is written as one that Triton
//! verifies, and is read again as the same.

mod common;

use common::budgets::by_argument;
use proptest::prelude::*;
use tileir::interop::meaning::{Context, Meaning, System, read, same, write};
use tileir::interop::triton::{Component, Encoding, PaddedShared};

fn meaning(system: System, text: &str, shape: &[i64]) -> Meaning {
    let read = read(system, text, &Context::of_shape(shape));
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn written(meaning: &Meaning) -> Result<String, String> {
    write(System::Ttg, meaning, &Context::default()).map_err(|error| error.to_string())
}

/// What Triton asks of a padded encoding that it builds.
fn is_verified(padded: &PaddedShared) -> bool {
    let power = |x: i64| x > 0 && x.count_ones() == 1;
    let mut intervals: Vec<i64> = padded.pads.iter().map(|(interval, _)| *interval).collect();
    intervals.sort_unstable();
    intervals.dedup();
    let pads = padded.pads.iter().all(|&(interval, padding)| power(interval) && power(padding));
    let bases = match &padded.component {
        Component::Ordered { .. } => true,
        Component::Bases { offset, block } => {
            // Blocks may hold the same elements, offsets of one block may not.
            let mut own = offset.clone();
            own.sort_unstable();
            own.dedup();
            let straight = |basis: &Vec<i64>| {
                let moved: Vec<i64> = basis.iter().copied().filter(|&x| x != 0).collect();
                moved.len() <= 1 && moved.iter().all(|&x| power(x))
            };
            let moves = |basis: &Vec<i64>| basis.iter().any(|&x| x != 0);
            own.len() == offset.len()
                && own.iter().all(moves)
                && offset.iter().chain(block).all(straight)
        }
    };
    pads && bases && !padded.pads.is_empty() && intervals.len() == padded.pads.len()
}

/// The text of a padded encoding, written and read again.
fn round_trip(text: &str, shape: &[i64]) -> String {
    let own = meaning(System::Ttg, text, shape);
    let again = written(&own).unwrap_or_else(|error| panic!("{text}: {error}"));
    if let Encoding::PaddedShared(padded) = again.parse().unwrap() {
        assert!(is_verified(&padded), "{again}");
    }
    let verdict =
        by_argument(|budget| same(&meaning(System::Ttg, &again, shape), &own, budget)).unwrap();
    assert!(verdict.is_proved(), "{text}, {again}: {verdict}");
    again
}

#[test]
fn what_triton_prints_is_printed() {
    let texts: [(&str, &[i64]); 10] = [
        ("#ttg.padded_shared<[4:+2] {order = [1, 0], shape = [8, 8]}>", &[8, 8]),
        ("#ttg.padded_shared<[4:+2, 16:+8] {order = [0, 1], shape = [8, 8]}>", &[8, 8]),
        ("#ttg.padded_shared<[32:+4] {order = [0], shape = [256]}>", &[256]),
        ("#ttg.padded_shared<[4:+4] {order = [1, 2, 0], shape = [1, 4, 8]}>", &[1, 4, 8]),
        (
            "#ttg.padded_shared<[4:+2] {offset = [[0, 1], [0, 2], [2, 0], [1, 0]], block = []}>",
            &[4, 4],
        ),
        (
            "#ttg.padded_shared<[4:+2] {offset = [[0, 1], [0, 2], [1, 0]], block = [[0, 4], [2, 0]]}>",
            &[4, 8],
        ),
        // Blocks that hold the same elements.
        ("#ttg.padded_shared<[2:+1] {offset = [[1, 0], [0, 1]], block = [[0, 0]]}>", &[2, 2]),
        (
            "#ttg.padded_shared<[2:+1] {offset = [[1, 0], [0, 1]], block = [[1, 0], [2, 0]]}>",
            &[4, 2],
        ),
        ("#ttg.padded_shared<[1:+4, 2:+1] {offset = [[1], [2]], block = [[4], [0], [4]]}>", &[8]),
        // The one of the records of Triton.
        ("#ttg.padded_shared<[2:+2] {offset = [[2], [1]], block = []}>", &[4]),
    ];
    for (text, shape) in texts {
        assert_eq!(round_trip(text, shape), text);
    }
}

#[test]
fn what_says_the_same_is_printed_as_one() {
    let texts: [(&str, &[i64], &str); 3] = [
        // Bases that are an order's.
        (
            "#ttg.padded_shared<[2:+2] {offset = [[0, 1], [0, 2], [1, 0]], block = []}>",
            &[2, 4],
            "#ttg.padded_shared<[2:+2] {order = [1, 0], shape = [2, 4]}>",
        ),
        // A padding behind the last element.
        (
            "#ttg.padded_shared<[4:+2, 32:+2] {order = [1, 0], shape = [4, 8]}>",
            &[4, 8],
            "#ttg.padded_shared<[4:+2] {order = [1, 0], shape = [4, 8]}>",
        ),
        (
            "#ttg.padded_shared<[256:+8] {order = [0], shape = [4]}>",
            &[4],
            "#ttg.shared_linear<{offset = [[1], [2]]}, alignment = 16>",
        ),
    ];
    for (text, shape, again) in texts {
        assert_eq!(round_trip(text, shape), again);
    }
}

#[test]
fn what_triton_refuses_is_refused() {
    let texts = [
        ("[] {offset = [[1], [2]], block = []}", "there is no interval with a padding"),
        ("[4:+2, 4:+2] {order = [0], shape = [8]}", "the interval 4 has two paddings"),
        ("[3:+2] {order = [0], shape = [8]}", "an interval is 3, which is no power of two"),
        ("[4:+0] {order = [0], shape = [8]}", "a padding is 0, which is no power of two"),
        ("[4294967296:+1] {order = [0], shape = [8]}", "an interval is 4294967296, not 32 bits"),
        ("[4:+1] {order = [0], shape = [6]}", "dim0 of the shape is 6, which is no power of two"),
        ("[2:+1] {offset = [], block = []}", "there is no basis"),
        ("[2:+1] {offset = [[1], [0]], block = []}", "the basis [0] of 'offset' moves nowhere"),
        ("[2:+1] {offset = [[1], [1]], block = []}", "the basis [1] of 'offset' is there twice"),
        ("[2:+1] {offset = [[1], [4]], block = []}", "no basis is [2], and one is beyond"),
        (
            "[2:+1] {offset = [[1, 0], [1, 1]], block = []}",
            "the basis [1, 1] of 'offset' is no power of two along one dimension",
        ),
        (
            "[2:+1] {offset = [[1, 0], [0, 1]], block = [[3, 0]]}",
            "the basis [3, 0] of 'block' is no power of two along one dimension",
        ),
    ];
    for (text, said) in texts {
        let error = format!("#ttg.padded_shared<{text}>").parse::<Encoding>().unwrap_err();
        let said = format!("1:1: padded_shared: {said}\n  #ttg");
        assert!(error.to_string().starts_with(&said), "{text}: {error}");
    }
    for (text, field) in
        [("{offset = [[1]]}", "block"), ("{block = [[1]]}", "offset"), ("{}", "order")]
    {
        let error = format!("#ttg.padded_shared<[2:+1] {text}>").parse::<Encoding>().unwrap_err();
        let said = format!("1:1: ttg.padded_shared has no field '{field}'\n");
        assert!(error.to_string().starts_with(&said), "{text}: {error}");
    }
}

#[test]
fn rows_with_gaps_of_other_systems_are_padded() {
    let rows = "#ttg.padded_shared<[64:+4] {order = [1, 0], shape = [4, 64]}>";
    let texts = [
        (System::Cute, "(4,64):(68,1)"),
        (System::Mlir, "memref<4x64xf16, strided<[68, 1]>>"),
        (System::TileLang, "Layout((4, 64) -> (4, 68), transform: (_i, _j) -> (_i, _j))"),
        (System::Tirx, "T.TileLayout(T.S[(4, 64):(68, 1)])"),
    ];
    for (system, text) in texts {
        let read = read(system, text, &Context::of_shape(&[4, 64]));
        // TileLang's buffer ends with its last element.
        let Ok(own) = read else {
            assert_eq!(system, System::TileLang);
            continue;
        };
        assert_eq!(written(&own).unwrap(), rows, "{text}");
    }
}

#[test]
fn what_is_none_has_a_reason() {
    let empty = "ttg has no layout for it: (address) = ";
    let texts: [(&str, &[i64], &str); 4] = [
        (
            "(4,4):(7,1)",
            &[4, 4],
            "(4) holds no element; and no padded_shared: behind 4 elements 3 places would be empty",
        ),
        (
            "(3,4):(8,1)",
            &[3, 4],
            "(4) holds no element; and no padded_shared: the extent 3 is no power of two",
        ),
        (
            "Sw<0,4,3> o 4 o (2,4):(8,1)",
            &[2, 4],
            "(0) holds no element; and no padded_shared: the first element is at 4",
        ),
        (
            "Sw<1,0,3> o 0 o (4,2):(8,1)",
            &[4, 2],
            "(2) holds no element; and no padded_shared: behind 2 elements 7 places would be empty",
        ),
    ];
    for (text, shape, said) in texts {
        let own = meaning(System::Cute, text, shape);
        assert_eq!(written(&own).unwrap_err(), format!("{empty}{said}"), "{text}");
    }
    let wide = meaning(System::Cute, "(2,64):(4294967360,1)", &[2, 64]);
    let said = "no padded_shared: behind 64 elements 4294967296 places leave 32 bits";
    assert!(written(&wide).unwrap_err().ends_with(said));
    // Single bits have the addresses of an encoding, and two together another.
    let text = "affine_map<(d0, d1) -> (d0 * 8 + d1 + d1 floordiv 3)>";
    let error = written(&meaning(System::Mlir, text, &[2, 4])).unwrap_err();
    let said = "and no padded_shared: of #ttg.padded_shared<[4:+4] {order = [1, 0], shape = [2, 4]}>, \
                (1, 3) is at (11) in one, at (12) in the other";
    assert!(error.ends_with(said), "{error}");
}

/// A padded encoding of a tile of `16 * 8` elements, some of whose blocks may hold the same, and its
/// shape.
fn padded() -> impl Strategy<Value = (String, Vec<i64>)> {
    let basis = |dim: usize, bit: u32| {
        let mut basis = vec![0i64; 2];
        basis[dim] = 1 << bit;
        basis
    };
    let bits: Vec<Vec<i64>> =
        (0..4).map(|bit| basis(0, bit)).chain((0..3).map(|bit| basis(1, bit))).collect();
    let pads = proptest::collection::btree_map(0..6u32, 0..5u32, 1..4);
    let again = proptest::collection::vec((0..8usize, 0..8usize), 0..3);
    (Just(bits).prop_shuffle(), 0..3usize, pads, again).prop_map(|(bits, blocks, pads, again)| {
        let pads = pads.iter().map(|(interval, by)| format!("{}:+{}", 1 << interval, 1 << by));
        let (own, offset) = bits.split_at(blocks);
        let mut block = own.to_vec();
        for (place, basis) in again {
            let basis = bits.get(basis).cloned().unwrap_or_else(|| vec![0, 0]);
            block.insert(place.min(block.len()), basis);
        }
        let text = format!(
            "#ttg.padded_shared<[{}] {{offset = {offset:?}, block = {block:?}}}>",
            pads.collect::<Vec<_>>().join(", ")
        );
        (text, vec![16, 8])
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    /// Whatever Triton verifies comes back, with its own paddings and bases where the tile is
    /// longer than their intervals.
    #[test]
    fn what_triton_verifies_comes_back((text, shape) in padded()) {
        let again = round_trip(&text, &shape);
        let (Encoding::PaddedShared(own), again) = (text.parse().unwrap(), again.parse().unwrap())
        else { unreachable!() };
        let offsets = own.component_of(&shape).unwrap().ins().get("offset").map_or(1, |d| d.size());
        let behind: Vec<(i64, i64)> =
            own.pads.iter().copied().filter(|(interval, _)| *interval < offsets).collect();
        match again {
            Encoding::PaddedShared(again) => {
                prop_assert_eq!(&again.pads, &behind);
                prop_assert_eq!(again.component_of(&shape), own.component_of(&shape));
            }
            _ => prop_assert!(behind.is_empty()),
        }
    }

    /// A text of bases is read exactly where Triton verifies it.
    #[test]
    fn bases_are_read_where_triton_verifies_them(
        offset in proptest::collection::vec([0..4i64, 0..3i64], 1..4),
        block in proptest::collection::vec([0..4i64, 0..3i64], 0..3),
        pads in proptest::collection::vec((0..4i64, 0..3i64), 0..3),
    ) {
        let own = |all: &[[i64; 2]]| all.iter().map(|basis| basis.to_vec()).collect();
        let component = Component::Bases { offset: own(&offset), block: own(&block) };
        let padded = PaddedShared { pads, component };
        // Every element has a place.
        let all = offset.iter().chain(&block);
        let end = |dim: usize| all.clone().map(|basis| basis[dim]).max().map_or(1, |most| 2 * most);
        let reaches = |dim: usize| {
            (0..3).map(|bit| 1i64 << bit).take_while(|step| *step < end(dim)).all(|step| {
                all.clone().any(|basis| basis[dim] == step && basis[1 - dim] == 0)
            })
        };
        let verified = is_verified(&padded) && reaches(0) && reaches(1);
        let read = Encoding::PaddedShared(padded).to_string().parse::<Encoding>();
        prop_assert_eq!(read.is_ok(), verified, "{:?}", read);
    }

    /// Any strides are a padded encoding exactly where their steps say so.
    #[test]
    fn strides_are_padded_or_not(row in 4i64..40, column in 1i64..3) {
        let own = meaning(System::Cute, &format!("(4,4):({row},{column})"), &[4, 4]);
        let power = |x: i64| x > 0 && x.count_ones() == 1;
        // Columns: 0, 1 or more places between two; rows: what is beyond twice that.
        let between = column - 1;
        let behind = row - 4 - 4 * between;
        let fits = |gap: i64| gap == 0 || power(gap);
        let expected = fits(between) && fits(behind);
        prop_assert_eq!(written(&own).is_ok(), expected, "{}, {}", row, column);
    }
}
