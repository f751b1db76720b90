//! Printing maps: every node once.

use std::collections::HashMap;
use std::fmt::{self, Write};

use super::{print_expr, stride};
use crate::index_set::IndexSet;
use crate::map::{LayoutMap, Node};

impl fmt::Display for LayoutMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shared = shared_nodes(self);
        let mut printer = Printer { names: HashMap::new() };
        write!(f, "{}<", self.node().mnemonic())?;
        for (i, map) in shared.iter().enumerate() {
            write!(f, "{}m{i} = ", if i == 0 { "let " } else { ", " })?;
            printer.node(f, map)?;
            printer.names.insert(map.clone(), format!("m{i}"));
        }
        if !shared.is_empty() {
            f.write_str(" in ")?;
        }
        printer.body(f, self)?;
        f.write_str(">")
    }
}

/// The nodes that stand under more than one node, operands before users.
#[expect(clippy::mutable_key_type, reason = "what a set has counted is no part of its equality")]
fn shared_nodes(root: &LayoutMap) -> Vec<LayoutMap> {
    let mut uses: HashMap<&LayoutMap, usize> = HashMap::new();
    let mut order = Vec::new();
    let mut pending = vec![(root, false)];
    while let Some((map, operands_done)) = pending.pop() {
        if operands_done {
            order.push(map);
            continue;
        }
        let count = uses.entry(map).or_default();
        *count += 1;
        if *count == 1 {
            pending.push((map, true));
            pending.extend(map.node().operands().into_iter().rev().map(|map| (map, false)));
        }
    }
    order.into_iter().filter(|map| uses[map] > 1).cloned().collect()
}

struct Printer {
    names: HashMap<LayoutMap, String>,
}

impl Printer {
    fn map(&mut self, f: &mut impl Write, map: &LayoutMap) -> fmt::Result {
        match self.names.get(map) {
            Some(name) => f.write_str(name),
            None => self.node(f, map),
        }
    }

    fn node(&mut self, f: &mut impl Write, map: &LayoutMap) -> fmt::Result {
        write!(f, "{}<", map.node().mnemonic())?;
        self.body(f, map)?;
        f.write_str(">")
    }

    fn body(&mut self, f: &mut impl Write, map: &LayoutMap) -> fmt::Result {
        let (domain, codomain) = (map.domain(), map.codomain());
        match map.node() {
            Node::Identity => write!(f, "{domain}"),
            Node::MixedRadix(layout) => {
                f.write_str(&stride::printed(layout, codomain))?;
                if let Some(stride) = layout.stride()
                    && LayoutMap::mixed_radix(layout.shape().clone(), stride.clone()).as_ref()
                        == Ok(map)
                {
                    return Ok(());
                }
                write!(f, ", {domain} -> {codomain}")
            }
            Node::BitLinear(layout) => {
                write!(f, "{domain} -> {codomain}")?;
                for (axis, bits) in domain.axes().iter().zip(layout.bases()) {
                    if !bits.is_empty() {
                        let bases: Vec<String> = bits.iter().map(|b| basis(b)).collect();
                        write!(f, ", {} = [{}]", axis.name(), bases.join(", "))?;
                    }
                }
                Ok(())
            }
            Node::Expr(program) => {
                write!(f, "{domain} -> ")?;
                print_expr::program(f, program, domain)?;
                if *codomain == IndexSet::integers(codomain.rank()) {
                    return Ok(());
                }
                write!(f, " to {codomain}")
            }
            Node::Translate { offset, map } => {
                write!(f, "{offset:?}, ")?;
                self.map(f, map)?;
                write!(f, " to {codomain}")
            }
            Node::Permute { order: axes } | Node::Project { keep: axes } => {
                let names: Vec<&str> = axes.iter().map(|&k| domain.axes()[k].name()).collect();
                write!(f, "{domain} -> ({})", names.join(", "))
            }
            Node::Product(factors) => self.operands(f, factors),
            Node::Compose { outer, inner } => self.operands(f, &[outer.clone(), inner.clone()]),
            Node::Regroup(regroup) => {
                let split: Vec<String> = regroup.split().iter().map(|d| tuple(d)).collect();
                let join: Vec<String> = regroup.join().iter().map(|m| tuple(m)).collect();
                let (split, join) = (split.join(", "), join.join(", "));
                write!(f, "{domain} -> {codomain}, [{split}] -> [{join}]")
            }
            Node::Recast { units, map } => {
                write!(f, "{} -> {}, ", units.from(), units.to())?;
                self.map(f, map)
            }
            Node::Transform { applied, map } => {
                f.write_str(applied.transform().name())?;
                if !applied.parameters().is_empty() {
                    f.write_str(&tuple(applied.parameters()))?;
                }
                f.write_str(", ")?;
                self.map(f, map)?;
                write!(f, " to {codomain}")
            }
            Node::Piecewise(pieces) => {
                write!(f, "{domain}, ")?;
                self.operands(f, pieces)
            }
            Node::Table(table) => {
                let rows: Vec<String> = match codomain.rank() {
                    0 => vec!["()".to_string(); domain.cardinality().unwrap_or(0) as usize],
                    _ => table.rows().map(basis).collect(),
                };
                write!(f, "{domain} -> {codomain}, [{}]", rows.join(", "))
            }
        }
    }

    fn operands(&mut self, f: &mut impl Write, maps: &[LayoutMap]) -> fmt::Result {
        for (i, map) in maps.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            self.map(f, map)?;
        }
        Ok(())
    }
}

fn tuple<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(T::to_string).collect();
    format!("({})", numbers.join(","))
}

fn basis(coordinates: &[i64]) -> String {
    match coordinates {
        [value] => value.to_string(),
        _ => tuple(coordinates),
    }
}
