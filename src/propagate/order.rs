//! A graph's nodes in an order that their insertion did not choose.
//!
//! Whatever breaks a tie by a node's number answers by the order in which somebody built the graph.
//! So nodes are told apart by what they are first: by kind, distribution, weight and bits, then by
//! the classes of their operands and users, until no class splits any more.
//!
//! ```text
//! load A -> exp -> exp -> store B       {load} {exp, exp} {store}
//! ...the first exp has a load above it  {load} {exp} {store} {exp}
//! ```
//!
//! The numbers of classes depend on nothing but the graph: of a class that splits, the largest
//! part keeps the number (of equally large ones, the first by signature), and the others are
//! numbered by their signatures. A node is looked at again only when a neighbour's class has
//! changed, so a long chain costs little more than its length.
//!
//! **The law.** Two orders of insertion of one graph give the same order of its nodes, up to an
//! exchange of nodes that nothing tells apart; of those, the one inserted first goes first.

#![expect(clippy::mutable_key_type, reason = "what a set has counted is no part of its equality")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::graph::{Graph, Kind, Node, Use};
use crate::map::LayoutMap;

/// The classes of a node's neighbours: its operands' with their positions, its users' likewise.
type Signature = (Vec<(usize, usize)>, Vec<(usize, usize)>);

/// The nodes' numbers in canonical order.
pub(super) fn canonical(graph: &Graph) -> Vec<usize> {
    let mut classes = Classes::of(graph);
    let mut dirty: BTreeSet<usize> = (0..graph.nodes.len()).collect();
    let mut first = 0;
    loop {
        classes.refine(dirty);
        while classes.members.get(first).is_some_and(|members| members.len() < 2) {
            first += 1;
        }
        let Some(twin) = classes.members.get(first).and_then(|members| members.first().copied())
        else {
            break;
        };
        dirty = classes.part(first, &[twin]);
    }
    let mut order: Vec<usize> = (0..graph.nodes.len()).collect();
    order.sort_by_key(|&node| classes.of[node]);
    order
}

/// What a node is by itself.
type Label<'a> = (u8, &'a str, usize, i64, Option<&'a str>, u64, i64);

struct Classes {
    of: Vec<usize>,
    members: Vec<BTreeSet<usize>>,
    /// For each node its operands, and its users: the position and the node.
    above: Vec<Vec<(usize, usize)>>,
    below: Vec<Vec<(usize, usize)>>,
}

impl Classes {
    fn of(graph: &Graph) -> Classes {
        let count = graph.nodes.len();
        let (mut above, mut below) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for &Use { value, user, operand } in &graph.uses {
            above[user].push((operand, value));
            below[value].push((operand, user));
        }
        let texts = texts(&graph.nodes);
        let labels: Vec<Label<'_>> = graph.nodes.iter().map(|node| label(node, &texts)).collect();
        let mut sorted = labels.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let of: Vec<usize> = labels.iter().map(|l| sorted.partition_point(|s| s < l)).collect();
        let mut members = vec![BTreeSet::new(); sorted.len()];
        for (node, &class) in of.iter().enumerate() {
            members[class].insert(node);
        }
        Classes { of, members, above, below }
    }

    /// Splits classes until the neighbours of a class's members are alike.
    fn refine(&mut self, mut dirty: BTreeSet<usize>) {
        while !dirty.is_empty() {
            let mut seen: BTreeMap<usize, BTreeMap<Signature, Vec<usize>>> = BTreeMap::new();
            for &node in &dirty {
                let class = self.of[node];
                if self.members[class].len() > 1 {
                    let parts = seen.entry(class).or_default();
                    parts.entry(self.signature(node)).or_default().push(node);
                }
            }
            // Of the others in a class no neighbour has changed: they are still alike.
            for (&class, parts) in &mut seen {
                let mut others = self.members[class].iter().filter(|node| !dirty.contains(node));
                if let Some(&other) = others.next() {
                    let part = parts.entry(self.signature(other)).or_default();
                    part.push(other);
                    part.extend(others);
                }
            }
            dirty = BTreeSet::new();
            for (class, parts) in seen {
                let largest = parts.values().map(Vec::len).max();
                let stays = parts.values().position(|part| Some(part.len()) == largest);
                for (_, part) in parts.values().enumerate().filter(|(at, _)| Some(*at) != stays) {
                    dirty.extend(self.part(class, part));
                }
            }
        }
    }

    /// Makes a class of some members of another; who has to be looked at again.
    fn part(&mut self, class: usize, nodes: &[usize]) -> BTreeSet<usize> {
        let new = self.members.len();
        self.members.push(nodes.iter().copied().collect());
        let mut dirty = BTreeSet::new();
        for &node in nodes {
            self.of[node] = new;
            self.members[class].remove(&node);
            dirty.extend(self.above[node].iter().chain(&self.below[node]).map(|&(_, other)| other));
        }
        dirty
    }

    fn signature(&self, node: usize) -> Signature {
        let classes = |edges: &[(usize, usize)]| {
            let mut classes: Vec<(usize, usize)> =
                edges.iter().map(|&(operand, other)| (operand, self.of[other])).collect();
            classes.sort_unstable();
            classes
        };
        (classes(&self.above[node]), classes(&self.below[node]))
    }
}

/// The text of each map, written once however many nodes have it.
fn texts(nodes: &[Node]) -> HashMap<&LayoutMap, String> {
    let mut texts = HashMap::new();
    for node in nodes {
        let fixed = node.fixed.as_ref().map(|fixed| fixed.map());
        let relabel = match &node.kind {
            Kind::Relabel(map) => Some(map),
            _ => None,
        };
        for map in fixed.into_iter().chain(relabel) {
            texts.entry(map).or_insert_with(|| map.to_string());
        }
    }
    texts
}

fn label<'a>(node: &Node, texts: &'a HashMap<&LayoutMap, String>) -> Label<'a> {
    let text = |map: &LayoutMap| texts.get(map).map_or("", String::as_str);
    let (kind, map, axis, extent) = match &node.kind {
        Kind::Free => (0, "", 0, 0),
        Kind::Same => (1, "", 0, 0),
        Kind::Relabel(map) => (2, text(map), 0, 0),
        &Kind::Reduce { axis, extent } => (3, "", axis, extent),
    };
    let fixed = node.fixed.as_ref().map(|fixed| text(fixed.map()));
    (kind, map, axis, extent, fixed, node.weight, node.bits)
}
