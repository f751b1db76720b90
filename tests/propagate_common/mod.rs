//! An oracle for propagation: what it may answer, found without it.
//!
//! A distribution is its *table* here, the elements in the order of threads and slots; two with one
//! table are one. Candidates spread by the transfer of operations alone, and every assignment of
//! them is tried.

#![allow(dead_code, reason = "each test file uses a part of what they share")]

pub mod programs;

use std::collections::{BTreeMap, BTreeSet};

use tileir::Point;
use tileir::distribution::Distribution;
use tileir::propagate::transfer::{even, reduce_gives, reduce_wants, relabel_gives, relabel_wants};
use tileir::propagate::{Graph, Kind, MOST, Price, Solution};
use tileir::reduction::{Reduction, row_local};

/// The elements held, thread by thread, and how many threads there are.
pub type Table = (i64, Vec<Point>);

pub fn table(distribution: &Distribution) -> Table {
    let (threads, slots) = (distribution.threads(), distribution.slots());
    let occurrences = (0..threads).flat_map(|thread| (0..slots).map(move |slot| (thread, slot)));
    let element = |(thread, slot)| distribution.element(thread, slot).unwrap();
    (threads, occurrences.map(element).collect())
}

/// How an operation may be carried out: the distributions of its result and of its operands.
pub type Way = (Table, Table);

/// A price that depends on the tables alone.
pub struct Toy {
    /// Mixed into every price; 0 counts the slots that change.
    pub seed: u64,
    /// One move in so many has no price.
    pub holes: u64,
}

impl Toy {
    pub fn between(&self, from: &Table, to: &Table, bits: i64) -> Option<u64> {
        if from == to {
            return Some(0);
        }
        if from.0 != to.0 {
            return None;
        }
        if self.seed == 0 {
            let slots = |table: &Table| table.1.len() / table.0 as usize;
            let moved = (0..to.1.len()).filter(|at| {
                let thread = at / slots(to);
                !from.1[thread * slots(from)..][..slots(from)].contains(&to.1[*at])
            });
            return Some(moved.count() as u64 * bits as u64);
        }
        let mix =
            |hash: u64, x: i64| (hash ^ x as u64).wrapping_mul(0x100_0000_01b3) ^ (hash >> 29);
        let apart = vec![99];
        let numbers = from.1.iter().chain([&apart]).chain(&to.1).flatten();
        let hash = numbers.fold(self.seed ^ 0xcbf2_9ce4_8422_2325, |hash, &x| mix(hash, x)) >> 7;
        (self.holes == 0 || !hash.is_multiple_of(self.holes)).then_some((hash >> 9) % 9)
    }
}

impl Price for Toy {
    fn price(&self, from: &Distribution, to: &Distribution, bits: i64) -> Option<u64> {
        self.between(&table(from), &table(to), bits)
    }
}

/// The ways of every node that anchors lead to, if none has too many, and a distribution for each table.
pub struct Ways {
    pub ways: Vec<BTreeSet<Way>>,
    pub named: BTreeMap<Table, Distribution>,
}

impl Ways {
    /// No way yet.
    pub fn nothing(graph: &Graph) -> Ways {
        Ways { ways: vec![BTreeSet::new(); graph.nodes.len()], named: BTreeMap::new() }
    }

    pub fn of(graph: &Graph) -> Ways {
        let mut all = Ways::nothing(graph);
        for (node, anchor) in graph.nodes.iter().enumerate() {
            if let Some(fixed) = &anchor.fixed {
                let way = all.wanting(&anchor.kind, fixed);
                all.ways[node].insert(way);
            }
        }
        loop {
            let before: usize = all.ways.iter().map(BTreeSet::len).sum();
            for of in &graph.uses {
                let (value, user) = (&graph.nodes[of.value], &graph.nodes[of.user]);
                if user.fixed.is_none() {
                    for (held, _) in all.ways[of.value].clone() {
                        let held = all.named[&held].clone();
                        let way = all.given(&user.kind, &held);
                        all.ways[of.user].extend(way);
                    }
                }
                if value.fixed.is_none() && value.kind != Kind::Free {
                    for (_, wants) in all.ways[of.user].clone() {
                        let wants = all.named[&wants].clone();
                        let way = all.wanting(&value.kind, &wants);
                        all.ways[of.value].insert(way);
                    }
                }
            }
            let many = all.ways.iter().any(|ways| ways.len() > MOST);
            if many || before == all.ways.iter().map(BTreeSet::len).sum() {
                return all;
            }
        }
    }

    fn name(&mut self, distribution: Distribution) -> Table {
        let table = table(&distribution);
        self.named.entry(table.clone()).or_insert(distribution);
        table
    }

    pub fn given(&mut self, kind: &Kind, source: &Distribution) -> Option<Way> {
        let result = match kind {
            Kind::Free | Kind::Same => source.clone(),
            Kind::Relabel(map) => match relabel_gives(map, source) {
                Some(given) if !bloated(&given, source) => given,
                _ => {
                    let result = even(&map.domain().extents().unwrap(), source.threads()).unwrap();
                    return Some(self.wanting(kind, &result));
                }
            },
            &Kind::Reduce { axis, .. } => return Some(self.rows(source, source.clone(), axis)),
        };
        Some((self.name(result), self.name(source.clone())))
    }

    pub fn wanting(&mut self, kind: &Kind, result: &Distribution) -> Way {
        let source = match kind {
            Kind::Free | Kind::Same => result.clone(),
            Kind::Relabel(map) => relabel_wants(map, result).unwrap(),
            &Kind::Reduce { axis, extent } => {
                return self.rows(result, reduce_wants(result, axis, extent).unwrap(), axis);
            }
        };
        (self.name(result.clone()), self.name(source))
    }

    fn rows(&mut self, from: &Distribution, source: Distribution, axis: usize) -> Way {
        let source = match Reduction::of(&source, axis, 1) {
            Ok(_) if !bloated(&source, from) => source,
            _ => {
                let gathered = row_local(&source.shape(), axis, source.threads()).unwrap();
                Distribution::new(gathered).unwrap()
            }
        };
        (self.name(reduce_gives(&source, axis).unwrap()), self.name(source))
    }

    /// How many assignments there are.
    pub fn count(&self) -> usize {
        self.ways.iter().map(|ways| ways.len().max(1)).fold(1, usize::saturating_mul)
    }
}

/// What grows to more slots than elements is no candidate. (Tiles here are smaller than the other
/// limit, that of registers.)
fn bloated(grown: &Distribution, from: &Distribution) -> bool {
    let elements: i64 = grown.shape().iter().product();
    grown.slots() > from.slots() && grown.slots() > elements
}

/// What an assignment costs, if all its moves have a price.
pub fn cost(graph: &Graph, ways: &[Option<&Way>], price: &mut Memo<'_>) -> Option<u64> {
    let mut moves = BTreeSet::new();
    for of in &graph.uses {
        if let (Some((held, _)), Some((_, wants))) = (ways[of.value], ways[of.user]) {
            moves.insert((of.value, held, wants));
        }
    }
    let each = |(value, held, wants): (usize, &Table, &Table)| {
        let node = &graph.nodes[value];
        Some(price.price(held, wants, node.bits)? * node.weight)
    };
    moves.into_iter().map(each).sum()
}

/// Prices by number.
pub struct Memo<'a> {
    pub toy: &'a Toy,
    known: BTreeMap<(Table, Table, i64), Option<u64>>,
}

impl<'a> Memo<'a> {
    pub fn of(toy: &'a Toy) -> Memo<'a> {
        Memo { toy, known: BTreeMap::new() }
    }

    pub fn price(&mut self, from: &Table, to: &Table, bits: i64) -> Option<u64> {
        let key = (from.clone(), to.clone(), bits);
        *self.known.entry(key).or_insert_with(|| self.toy.between(from, to, bits))
    }
}

/// The least cost of all assignments. Ways are numbered first, so that trying one is cheap.
pub fn least(graph: &Graph, all: &Ways, toy: &Toy) -> Option<u64> {
    let tables: Vec<&Table> = all.named.keys().collect();
    let number = |table: &Table| tables.binary_search(&table).unwrap();
    let ways: Vec<Vec<(usize, usize)>> =
        all.ways.iter().map(|w| w.iter().map(|(h, t)| (number(h), number(t))).collect()).collect();
    let mut prices = BTreeMap::new();
    for node in &graph.nodes {
        for (a, from) in tables.iter().enumerate() {
            for (b, to) in tables.iter().enumerate() {
                prices.entry((a, b, node.bits)).or_insert_with(|| toy.between(from, to, node.bits));
            }
        }
    }
    let uses: Vec<(usize, usize)> = graph.uses.iter().map(|of| (of.value, of.user)).collect();
    let mut least = None;
    for mut number in 0..all.count() {
        let pick = |ways: &Vec<(usize, usize)>| {
            let count = ways.len().max(1);
            let way = ways.get(number % count).copied();
            number /= count;
            way
        };
        let picks: Vec<Option<(usize, usize)>> = ways.iter().map(pick).collect();
        let mut moves: Vec<(usize, usize, usize)> = uses
            .iter()
            .filter_map(|&(value, user)| Some((value, picks[value]?.0, picks[user]?.1)))
            .collect();
        moves.sort_unstable();
        moves.dedup();
        let price = |(value, held, wants): (usize, usize, usize)| {
            let node = &graph.nodes[value];
            Some(prices[&(held, wants, node.bits)]? * node.weight)
        };
        let cost: Option<u64> = moves.into_iter().map(price).sum();
        least = [least, cost].into_iter().flatten().min();
    }
    least
}

/// That an answer is one: each operation finds what it needs, and its moves cost what it says.
pub fn check(graph: &Graph, solution: &Solution, toy: &Toy) {
    let mut moves = BTreeSet::new();
    for of in &graph.uses {
        let (value, user) = (&graph.nodes[of.value], &graph.nodes[of.user]);
        let held = table(solution.held[of.value].as_ref().unwrap());
        let moved = solution.moves.iter().find(|moved| moved.of == *of);
        let wanted = moved.map_or(held.clone(), |moved| table(&moved.to));
        let result = table(solution.held[of.user].as_ref().unwrap());
        assert_eq!(result.0, wanted.0);
        let many = result.1.len().max(wanted.1.len());
        for at in 0..many {
            let result = &result.1[at * result.1.len() / many];
            let wanted = &wanted.1[at * wanted.1.len() / many];
            match &user.kind {
                Kind::Free | Kind::Same => assert_eq!(result, wanted),
                Kind::Relabel(map) => assert_eq!(&map.eval(result).unwrap(), wanted),
                &Kind::Reduce { axis, .. } => {
                    assert_eq!(result[..], [&wanted[..axis], &wanted[axis + 1..]].concat());
                }
            }
        }
        if value.kind != Kind::Free || value.fixed.is_some() {
            moves.insert((of.value, held, wanted));
        }
    }
    for (node, held) in graph.nodes.iter().zip(&solution.held) {
        assert!(node.fixed.is_none() || node.fixed == *held);
    }
    let each = |(value, held, wanted): (usize, Table, Table)| {
        let node = &graph.nodes[value];
        Some(toy.between(&held, &wanted, node.bits)? * node.weight)
    };
    let total: Option<u64> = moves.into_iter().map(each).sum();
    assert_eq!(total, Some(solution.cost));
}
