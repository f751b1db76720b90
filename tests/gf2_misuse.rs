//! What GF(2) layouts refuse, and the words in which they do; what is a layout of other maps.

use tileir::LayoutMap;
use tileir::gf2::{Dims, Gf2Error, Linear};

fn dims(names: &[&str], bits: &[u32]) -> Dims {
    Dims::new(names.iter().zip(bits).map(|(name, bits)| (*name, 1i64 << bits))).unwrap()
}

#[test]
fn misuse_names_what_is_wrong() {
    let error = |result: Result<Linear, Gf2Error>| result.unwrap_err().to_string();
    assert_eq!(
        error(Linear::identity_1d(3, "i", "o")),
        "dimension 'i' has size 3, which is no power of two from 1 to 2^62"
    );
    let outs = || dims(&["o"], &[3]);
    assert_eq!(
        error(Linear::new(dims(&["i"], &[1]), outs(), &[vec![vec![9]]])),
        "basis 0 of 'i' is 9 on 'o', outside its size 8"
    );
    assert_eq!(
        error(Linear::new(dims(&["i"], &[1]), outs(), &[vec![vec![-1]]])),
        "basis 0 of 'i' is -1 on 'o', outside its size 8"
    );
    assert_eq!(
        error(Linear::new(dims(&["i"], &[2]), outs(), &[vec![vec![1]]])),
        "dimension 'i' has 2 bits, but 1 bases"
    );
    assert_eq!(
        error(Linear::from_bases(&[("i", &[[1], [4]][..])], &["o"])),
        "not surjective: no point maps to (o = 2)"
    );
    assert_eq!(
        error(Linear::from_bases(&[("i", &[[1, 2], [2, 1]][..])], &["o"])),
        "basis 0 of 'i' has 2 coordinates, the outputs are (o : 4)"
    );
    let map: Linear = "bit_linear<(i : 8) -> (o : 4), i = [2, 1, 1]>".parse().unwrap();
    assert_eq!(error(map.invert()), "not injective: (i = 2) and (i = 4) both map to (o = 1)");
    assert_eq!(map.apply(&[8]).unwrap_err().to_string(), "8 is outside 'i : 8'");
    assert_eq!(
        map.apply(&[1, 1]).unwrap_err().to_string(),
        "2 coordinates for (i : 8), which has 1"
    );
    let other: Linear = "bit_linear<(y : 8) -> (o : 8), y = [0, 1, 3]>".parse().unwrap();
    assert_eq!(
        error(map.compose(&other)),
        "compose: the dimensions (o : 4) are not those of (y : 8)"
    );
    assert_eq!(error(map.sublayout(&["j"], &["o"])), "there is no dimension 'j' in (i : 8)");
    assert_eq!(error(map.transpose_ins(&["i", "i"])), "dimension 'i' is named twice");
    assert_eq!(
        error(other.divide_left(&"bit_linear<(y : 2) -> (o : 2), y = [1]>".parse().unwrap())),
        "no factor: basis 0 of 'y' is 0 on 'o', the product's is 1"
    );
    assert_eq!(
        error(
            other.divide_right(
                &"bit_linear<(y : 16) -> (o : 2), y = [1, 0, 0, 0]>".parse().unwrap()
            )
        ),
        "the factor has 16 points on 'y', the layout 8"
    );
    assert_eq!(
        error(map.rename_in("i", "floordiv")),
        "axis name 'floordiv' is a word of the grammar"
    );
    let wide = (0..2).try_fold(Linear::empty(), |map, k| {
        map.product(&Linear::identity_1d(1 << 40, &format!("i{k}"), &format!("o{k}"))?)
    });
    assert_eq!(
        error(wide.unwrap().flatten_ins()),
        "dimension 'i0' would have 80 bits, more than 62"
    );
    assert_eq!(error(map.concat_ins(&map)), "concat_ins: both sides have a dimension 'i'");
    assert_eq!(
        error(
            map.invert_and_compose(&other.resize_in("y", 2).unwrap().resize_out("o", 4).unwrap())
        ),
        "(i = 1) maps to (o = 2), which is not in the image of the outer layout"
    );
    let shifted: Linear = "bit_linear<(o : 4) -> (o : 4), o = [2, 1]>".parse().unwrap();
    assert_eq!(error(shifted.quotient(&["o"])), "not trivial: basis 0 of 'o' is 2 on 'o', not 1");
    assert_eq!(
        error(shifted.resize_in("o", 2).unwrap().quotient(&["o"])),
        "quotient: dimension 'o' has size 2 on one side, 4 on the other"
    );
    assert_eq!(
        error(map.reshape_outs(dims(&["a", "b"], &[1, 2]))),
        "(o : 4) has 2 bits, (a : 2, b : 4) has 3"
    );
    let ragged: LayoutMap = "bit_linear<(i : 3) -> (o : 4), i = [1, 2]>".parse().unwrap();
    assert_eq!(
        error(Linear::try_from(&ragged)),
        "dimension 'i' has size 3, which is no power of two from 1 to 2^62"
    );
    let half: LayoutMap = "identity<(i : 4 where 3 - i)>".parse().unwrap();
    assert_eq!(
        error(Linear::try_from(&half)),
        format!("{} is no box of powers of two", half.domain())
    );
    let strided: LayoutMap = "mixed_radix<(4, 2) : (2, 1)>".parse().unwrap();
    assert_eq!(
        error(Linear::try_from(&strided)),
        "a map of kind 'mixed_radix' has no bases; normalize it first"
    );
}

#[test]
fn selections_of_coordinates_are_layouts() {
    for text in [
        "identity<(i : 4, j : 8)>",
        "permute<(i : 4, j : 8) -> (j, i)>",
        "project<(i : 4, j : 8) -> (j)>",
    ] {
        let map: LayoutMap = text.parse().unwrap();
        let layout = Linear::try_from(&map).unwrap();
        for x in map.domain().points() {
            assert_eq!(layout.apply(&x).unwrap(), map.eval(&x).unwrap(), "{text}");
        }
    }
}
