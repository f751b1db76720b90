//! A map's outermost node as an attribute stores it: a kind and some numbers.
//!
//! | kind | children | numbers |
//! | --- | --- | --- |
//! | `identity` | | |
//! | `mixed_radix` | | the shape's tree, the stride's tree for each codomain axis |
//! | `bit_linear` | | the bases' coordinates, axis by axis, bit by bit |
//! | `expr` | | the expression's code |
//! | `translate` | the map | the offset |
//! | `permute`, `project` | | the axes |
//! | `product` | the factors | |
//! | `compose` | outer, inner | |
//! | `regroup` | | the digits of each domain axis, those of each codomain axis, as lists |
//! | `recast` | the map | the old unit, the new one |
//! | `transform` | the map | the name's bytes as a list, then the parameters |
//! | `piecewise` | the pieces | |
//! | `table` | | the values, point by point |
//!
//! A list is its length, then its items. The law:
//! `assemble(kind(map), domain, codomain, children, numbers(map)) == map`,
//! and numbers that no map has are an error, since bytecode may be damaged.

mod decode;
#[cfg(test)]
mod tests;

use tileir::map::{MixedRadix, Regroup};
use tileir::{IndexSet, LayoutMap, MapError, Node, Program};

/// The kinds in the order of `TileirMapKind`; the position is the number that the
/// C API and bytecode use.
pub const KINDS: [&str; 14] = [
    "identity",
    "mixed_radix",
    "bit_linear",
    "expr",
    "translate",
    "permute",
    "project",
    "product",
    "compose",
    "regroup",
    "recast",
    "transform",
    "piecewise",
    "table",
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
        Node::Regroup(_) => 9,
        Node::Recast { .. } => 10,
        Node::Transform { .. } => 11,
        Node::Piecewise(_) => 12,
        Node::Table(_) => 13,
    }
}

/// The numbers of the outermost node.
pub fn numbers(map: &LayoutMap) -> Vec<i64> {
    match map.node() {
        Node::Identity | Node::Product(_) | Node::Compose { .. } | Node::Piecewise(_) => Vec::new(),
        Node::MixedRadix(layout) => trees(layout),
        Node::BitLinear(layout) => layout.bases().iter().flatten().flatten().copied().collect(),
        Node::Expr(program) => program.encode(),
        Node::Translate { offset, .. } => offset.clone(),
        Node::Permute { order: axes } | Node::Project { keep: axes } => {
            axes.iter().map(|&axis| axis as i64).collect()
        }
        Node::Regroup(regroup) => digits(regroup),
        Node::Recast { units, .. } => vec![units.from(), units.to()],
        Node::Transform { applied, .. } => {
            let mut code = Vec::new();
            list(&mut code, applied.transform().name().bytes().map(i64::from));
            code.extend(applied.parameters());
            code
        }
        Node::Table(table) => table.values().to_vec(),
    }
}

fn trees(layout: &MixedRadix) -> Vec<i64> {
    let mut code = Vec::new();
    layout.shape().encode(&mut code);
    layout.strides().iter().for_each(|stride| stride.encode(&mut code));
    code
}

fn digits(regroup: &Regroup) -> Vec<i64> {
    let mut code = Vec::new();
    regroup.split().iter().for_each(|extents| list(&mut code, extents.iter().copied()));
    for members in regroup.join() {
        list(&mut code, members.iter().map(|&member| member as i64));
    }
    code
}

/// Writes a length, then the items.
fn list(code: &mut Vec<i64>, items: impl ExactSizeIterator<Item = i64>) {
    code.push(items.len() as i64);
    code.extend(items);
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
        "translate" | "recast" | "transform" => Some(1),
        "compose" => Some(2),
        "product" | "piecewise" => None,
        _ => Some(0),
    };
    if let Some(expected) = takes.filter(|&count| count != children.len()) {
        let what = format!("the maps that {name} is made of");
        return Err(MapError::Count { what, expected, found: children.len() });
    }
    let bare = matches!(name, "identity" | "product" | "compose" | "piecewise");
    if bare && !numbers.is_empty() {
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
            let (shape, strides) = decode::trees(&codomain, numbers)?;
            LayoutMap::mixed_radix_between(shape, strides, domain.clone(), codomain.clone())?
        }
        ("bit_linear", ..) => {
            let bases = decode::bases(&domain, &codomain, numbers)?;
            LayoutMap::bit_linear(domain.clone(), codomain.clone(), bases)?
        }
        ("expr", ..) => {
            LayoutMap::expr(domain.clone(), codomain.clone(), Program::decode(numbers)?)?
        }
        ("translate", Some(map), _) => {
            LayoutMap::translate(numbers.to_vec(), map, Some(codomain.clone()))?
        }
        ("permute", ..) => LayoutMap::permute(domain.clone(), decode::axes(numbers)?)?,
        ("project", ..) => LayoutMap::project(domain.clone(), decode::axes(numbers)?)?,
        ("product", ..) => LayoutMap::product(children.collect())?,
        ("compose", Some(outer), Some(inner)) => LayoutMap::compose(outer, inner)?,
        ("regroup", ..) => {
            let (split, join) = decode::digits(&domain, &codomain, numbers)?;
            let names: Vec<&str> = codomain.axes().iter().map(tileir::Axis::name).collect();
            LayoutMap::regroup(domain.clone(), &names, split, join)?
        }
        ("recast", Some(map), _) => match *numbers {
            [from, to] => LayoutMap::recast(from, to, map)?,
            _ => return Err(MapError::Malformed { what: "pair of units" }),
        },
        ("transform", Some(map), _) => {
            let (name, parameters) = decode::transform(numbers)?;
            LayoutMap::transform(&name, parameters, map, Some(codomain.clone()))?
        }
        ("piecewise", ..) => LayoutMap::piecewise(domain.clone(), children.collect())?,
        ("table", ..) => {
            let values = decode::values(&domain, &codomain, numbers)?;
            LayoutMap::table(domain.clone(), codomain.clone(), &values)?
        }
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
