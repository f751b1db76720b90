//! Numbers and maps, there and back, and numbers that are damaged.

use super::{KINDS, assemble, kind, numbers};
use tileir::{LayoutMap, MapError};

/// A map of each kind, in the order of [`KINDS`].
const TEXTS: [&str; 14] = [
    "identity<(i : 4)>",
    "mixed_radix<(4,(2,8)):(1,(32,4))>",
    "bit_linear<(i : 4, j : 2) -> (a : 8), i = [1, 6], j = [5]>",
    "expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>",
    "translate<[3], mixed_radix<(4):(2)>>",
    "permute<(i : 4, j : 2) -> (j, i)>",
    "project<(i : 4, j : 2) -> (j)>",
    "product<identity<(i : 4)>, identity<(j : 2)>>",
    "compose<mixed_radix<(4):(2)>, identity<(d0 : 4)>>",
    "regroup<(i : 8, j : 6) -> (a : 4, b : 12), [(2,4), (6)] -> [(1), (0,2)]>",
    "recast<16 -> 32, mixed_radix<(4):(2)>>",
    "transform<swizzle(2, 0, 2), mixed_radix<(4,4):(4,1)> to (d0 : 16)>",
    "piecewise<(i : 8), expr<(i : 8 where i lt 3) -> (i) to (a : 8)>, \
     expr<(i : 8 where 3 le i) -> (10 - i) to (a : 8)>>",
    "table<(i : 2, j : 2) -> (a : 4, b : 9), [(0,8), (3,1), (2,2), (1,0)]>",
];

/// What one text a kind leaves out.
const MORE: [&str; 6] = [
    "mixed_radix<(4,(2,8)):(1@m,(1@n,2@n+4@m)), (i : 4, j : 16) -> (m : 32, n : 16)>",
    "expr<(i : 4, j : 4 where i le j, i + j lt 5) -> (i eq j, i ne j, i lt j) to (a : 2, b : 2, c : 2)>",
    "regroup<() -> (a : 1), [] -> [()]>",
    "transform<rotate(-3), identity<(i : 4, j : 6)> to (i : 4, j : 6)>",
    "table<(i : 3 where i ne 1) -> (a : 4), [3, 0]>",
    "table<(i : 3) -> (), [(), (), ()]>",
];

fn map(text: &str) -> LayoutMap {
    text.parse().expect(text)
}

fn rebuilt(map: &LayoutMap, numbers: &[i64]) -> Result<LayoutMap, MapError> {
    let children = map.node().operands().into_iter().cloned().collect();
    assemble(kind(map), map.domain().clone(), map.codomain().clone(), children, numbers)
}

#[test]
fn assemble_undoes_numbers_for_every_kind() {
    for (text, name) in TEXTS.iter().zip(KINDS) {
        let map = map(text);
        assert_eq!(KINDS[kind(&map) as usize], name);
        assert_eq!(map.node().mnemonic(), name);
        assert_eq!(rebuilt(&map, &numbers(&map)), Ok(map), "{text}");
    }
    for text in MORE {
        let map = map(text);
        assert_eq!(rebuilt(&map, &numbers(&map)), Ok(map), "{text}");
    }
}

#[test]
fn assemble_refuses_numbers_cut_short_and_ones_too_many() {
    for text in TEXTS.iter().chain(&MORE) {
        let map = map(text);
        let code = numbers(&map);
        for length in 0..code.len() {
            let short = rebuilt(&map, &code[..length]);
            assert_ne!(short, Ok(map.clone()), "{length} numbers of {text}");
        }
        let long = [code.as_slice(), &[0]].concat();
        assert_ne!(rebuilt(&map, &long), Ok(map), "{text}");
    }
}

#[test]
fn assemble_keeps_damaged_numbers_or_refuses_them() {
    for text in TEXTS.iter().chain(&MORE) {
        let map = map(text);
        let code = numbers(&map);
        for place in 0..code.len() {
            for damage in [i64::MIN, -1, 0, 1, 2, 1 << 33, i64::MAX, code[place] ^ 4] {
                let mut code = code.clone();
                code[place] = damage;
                if let Ok(other) = rebuilt(&map, &code) {
                    assert_eq!(numbers(&other), code, "{text}");
                }
            }
        }
    }
}

#[test]
fn a_damaged_name_is_no_transform() {
    let map = map("transform<swizzle(2, 0, 2), identity<(i : 16)> to (i : 16)>");
    let code = numbers(&map);
    assert_eq!(code[..3], [7, i64::from(b's'), i64::from(b'w')]);
    let with_first = |first: i64| {
        let mut code = code.clone();
        code[1] = first;
        rebuilt(&map, &code).map_err(|error| error.to_string())
    };
    assert_eq!(with_first(b'S'.into()), Err("no transform 'Swizzle' is registered".to_owned()));
    for no_letter in [-1, 200, 256] {
        assert_eq!(with_first(no_letter), Err("malformed name of a transform".to_owned()));
    }
}

#[test]
fn assemble_refuses_other_sets() {
    let map = map("identity<(i : 4)>");
    let other = "identity<(j : 4)>".parse::<LayoutMap>().expect("a map");
    let built = assemble(0, map.domain().clone(), other.codomain().clone(), Vec::new(), &[]);
    assert!(matches!(built, Err(MapError::Mismatch { what: "codomain", .. })), "{built:?}");
}
