use super::*;
use crate::proof::finding::{Findings, Relations};
use crate::proof::normal::facts;

fn findings(text: &str) -> Findings {
    let map: LayoutMap = text.parse().unwrap();
    let code = map.program().unwrap();
    let wanted = Relations { injective: true, surjective: true };
    let normal = BitNormal::of(code.program(), &map.domain().extents().unwrap());
    facts(&map, &code, &normal, wanted)
}

fn shown(found: &Found) -> String {
    match found {
        Ok(Finding::Holds) => "holds".to_string(),
        Ok(Finding::Fails(witness)) => witness.to_string(),
        Err(why) => format!("unknown: {why}"),
    }
}

#[test]
fn a_swizzle_is_a_bijection() {
    let found = findings("expr<(x : 512) -> (x xor ((x shr 3) and 56)) to (a : 512)>");
    for fact in [&found.total, &found.bounds, &found.injective, &found.surjective] {
        assert_eq!(shown(fact), "holds");
    }
}

#[test]
fn a_wide_matrix_is_ranked_whole() {
    let all = 1i64 << 40;
    let found = findings(&format!(
        "expr<(i : {all}, j : {all}) -> (i xor j, j xor (i shr 1)) to (a : {all}, b : {all})>"
    ));
    assert_eq!(shown(&found.injective), "holds");
    assert_eq!(shown(&found.surjective), "holds");
}

#[test]
fn a_kernel_vector_of_a_ragged_box_is_a_pair_in_it() {
    let found = findings("bit_linear<(x : 5) -> (a : 8), x = [1, 2, 3]>");
    assert_eq!(shown(&found.injective), "(x = 3) and (x = 4) both map to (a = 3)");
}

#[test]
fn bounds_are_those_of_the_span() {
    let found = findings("bit_linear<(x : 4) -> (a : 3), x = [1, 2]>");
    assert!(shown(&found.bounds).starts_with("(x = 3) maps to (a = 3)"));
    assert_eq!(shown(&findings("bit_linear<(x : 4) -> (a : 3), x = [2, 2]>").bounds), "holds");
}

#[test]
fn a_value_outside_the_image_is_named() {
    let found = findings("bit_linear<(x : 4, y : 2) -> (a : 8), x = [1, 6], y = [7]>");
    assert_eq!(shown(&found.surjective), "no point maps to (a = 2) of (a : 8)");
}

#[test]
fn padding_is_not_linear() {
    let found = findings("expr<(o : 256) -> (o + 4 * (o floordiv 64)) to (a : 268)>");
    assert_eq!(shown(&found.injective), "unknown: a '+' is not linear in bits");
}
