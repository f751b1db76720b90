//! A map's outermost node as an attribute stores it: a kind and some numbers.
//!
//! | kind | children | numbers |
//! | --- | --- | --- |
//! | `identity` | | |
//! | `mixed_radix` | | the shape's tree, the stride's tree |
//! | `bit_linear` | | the bases' coordinates, axis by axis, bit by bit |
//! | `expr` | | the expression's code |
//! | `translate` | the map | the offset |
//! | `permute`, `project` | | the axes |
//! | `product` | the factors | |
//! | `compose` | outer, inner | |
//!
//! The law: `assemble(kind(map), domain, codomain, children, numbers(map)) == map`,
//! and numbers that no map has are an error, since bytecode may be damaged.

use tileir::map::{MixedRadix, bits_for};
use tileir::{IndexSet, IntTree, LayoutMap, MapError, Node, Program};

/// The kinds in the order of `TileirMapKind`; the position is the number that the
/// C API and bytecode use.
pub const KINDS: [&str; 9] = [
    "identity",
    "mixed_radix",
    "bit_linear",
    "expr",
    "translate",
    "permute",
    "project",
    "product",
    "compose",
];

/// The number of the outermost node's kind.
pub fn kind(map: &LayoutMap) -> i32 {
    match map.node() {
        Node::Identity => 0,
        Node::MixedRadix(_) => 1,
        Node::BitLinear(_) => 2,
        Node::Expr(_) => 3,
        Node::Translate { .. } => 4,
        Node::Permute { .. } => 5,
        Node::Project { .. } => 6,
        Node::Product(_) => 7,
        Node::Compose { .. } => 8,
    }
}

/// The numbers of the outermost node.
pub fn numbers(map: &LayoutMap) -> Vec<i64> {
    match map.node() {
        Node::Identity | Node::Product(_) | Node::Compose { .. } => Vec::new(),
        Node::MixedRadix(layout) => trees(layout),
        Node::BitLinear(layout) => layout.bases().iter().flatten().flatten().copied().collect(),
        Node::Expr(program) => program.encode(),
        Node::Translate { offset, .. } => offset.clone(),
        Node::Permute { order: axes } | Node::Project { keep: axes } => {
            axes.iter().map(|&axis| axis as i64).collect()
        }
    }
}

fn trees(layout: &MixedRadix) -> Vec<i64> {
    let mut code = Vec::new();
    layout.shape().encode(&mut code);
    layout.stride().encode(&mut code);
    code
}

/// The map of these parts.
///
/// # Errors
/// The parts make no map, or one between other sets.
pub fn assemble(
    kind: i32,
    domain: IndexSet,
    codomain: IndexSet,
    children: Vec<LayoutMap>,
    numbers: &[i64],
) -> Result<LayoutMap, MapError> {
    let name = usize::try_from(kind).ok().and_then(|kind| KINDS.get(kind).copied());
    let name = name.ok_or(MapError::Malformed { what: "kind of map" })?;
    let takes = match name {
        "translate" => Some(1),
        "compose" => Some(2),
        "product" => None,
        _ => Some(0),
    };
    if let Some(expected) = takes.filter(|&count| count != children.len()) {
        let what = format!("the maps that {name} is made of");
        return Err(MapError::Count { what, expected, found: children.len() });
    }
    if matches!(name, "identity" | "product" | "compose") && !numbers.is_empty() {
        return Err(MapError::Malformed { what: "map without numbers" });
    }
    let mut children = children.into_iter();
    let (first, second) = match takes {
        None => (None, None),
        Some(_) => (children.next(), children.next()),
    };
    let map = match (name, first, second) {
        ("identity", ..) => LayoutMap::identity(domain.clone())?,
        ("mixed_radix", ..) => {
            let (shape, rest) = IntTree::decode(numbers)?;
            let (stride, rest) = IntTree::decode(rest)?;
            if !rest.is_empty() {
                return Err(MapError::Malformed { what: "shape and stride" });
            }
            LayoutMap::mixed_radix_between(shape, stride, domain.clone(), codomain.clone())?
        }
        ("bit_linear", ..) => {
            let bases = bases(&domain, &codomain, numbers)?;
            LayoutMap::bit_linear(domain.clone(), codomain.clone(), bases)?
        }
        ("expr", ..) => {
            LayoutMap::expr(domain.clone(), codomain.clone(), Program::decode(numbers)?)?
        }
        ("translate", Some(map), _) => {
            LayoutMap::translate(numbers.to_vec(), map, Some(codomain.clone()))?
        }
        ("permute", ..) => LayoutMap::permute(domain.clone(), axes(numbers)?)?,
        ("project", ..) => LayoutMap::project(domain.clone(), axes(numbers)?)?,
        ("product", ..) => LayoutMap::product(children.collect())?,
        ("compose", Some(outer), Some(inner)) => LayoutMap::compose(outer, inner)?,
        _ => return Err(MapError::Malformed { what: "kind of map" }),
    };
    between("domain", map.domain(), &domain)?;
    between("codomain", map.codomain(), &codomain)?;
    Ok(map)
}

fn between(what: &'static str, expected: &IndexSet, found: &IndexSet) -> Result<(), MapError> {
    if expected == found {
        return Ok(());
    }
    Err(MapError::Mismatch { what, expected: expected.to_string(), found: found.to_string() })
}

fn axes(numbers: &[i64]) -> Result<Vec<usize>, MapError> {
    let axes = numbers.iter().map(|&axis| usize::try_from(axis)).collect::<Result<_, _>>();
    axes.map_err(|_| MapError::Malformed { what: "axis" })
}

/// Splits the coordinates of bases by axis and bit.
fn bases(
    domain: &IndexSet,
    codomain: &IndexSet,
    numbers: &[i64],
) -> Result<Vec<Vec<Vec<i64>>>, MapError> {
    let rank = codomain.rank();
    let mut rest = numbers;
    let mut bases = Vec::new();
    for axis in domain.axes() {
        let bits = axis.extent().finite().map_or(0, bits_for);
        let mut of_axis = Vec::new();
        for _ in 0..bits {
            let (basis, after) =
                rest.split_at_checked(rank).ok_or(MapError::Malformed { what: "basis" })?;
            of_axis.push(basis.to_vec());
            rest = after;
        }
        bases.push(of_axis);
    }
    if rest.is_empty() { Ok(bases) } else { Err(MapError::Malformed { what: "basis" }) }
}

#[cfg(test)]
mod tests {
    use super::{KINDS, assemble, kind, numbers};
    use tileir::{LayoutMap, MapError};

    /// A map of each kind, in the order of [`KINDS`].
    const TEXTS: [&str; 9] = [
        "identity<(i : 4)>",
        "mixed_radix<(4,(2,8)):(1,(32,4))>",
        "bit_linear<(i : 4, j : 2) -> (a : 8), i = [1, 6], j = [5]>",
        "expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>",
        "translate<[3], mixed_radix<(4):(2)>>",
        "permute<(i : 4, j : 2) -> (j, i)>",
        "project<(i : 4, j : 2) -> (j)>",
        "product<identity<(i : 4)>, identity<(j : 2)>>",
        "compose<mixed_radix<(4):(2)>, identity<(d0 : 4)>>",
    ];

    fn map(text: &str) -> LayoutMap {
        text.parse().expect("a map")
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
            assert_eq!(rebuilt(&map, &numbers(&map)), Ok(map), "{text}");
        }
    }

    #[test]
    fn assemble_refuses_damaged_numbers() {
        let map = map("mixed_radix<(4,8):(8,1)>");
        let code = numbers(&map);
        for length in 0..code.len() {
            assert!(rebuilt(&map, &code[..length]).is_err(), "{length} numbers");
        }
    }

    #[test]
    fn assemble_keeps_damaged_numbers_or_refuses_them() {
        for text in TEXTS {
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
    fn assemble_refuses_other_sets() {
        let map = map("identity<(i : 4)>");
        let other = "identity<(j : 4)>".parse::<LayoutMap>().expect("a map");
        let built = assemble(0, map.domain().clone(), other.codomain().clone(), Vec::new(), &[]);
        assert!(matches!(built, Err(MapError::Mismatch { what: "codomain", .. })), "{built:?}");
    }
}
