//! The choice among candidates, as numbers.
//!
//! A value pays for each *different* distribution that its users want and it is not held in: moves
//! of one value to one distribution are one move, made behind the value's definition. So the cost
//! is a sum with a term for each value, which depends on the value's own choice and on its users':
//!
//! ```text
//! cost = Σ over values v, Σ over different wants w of v's users:  weight(v) · price(held(v), w)
//! ```
//!
//! Nodes with one choice are constants in it. Two others matter to each other only if a term has
//! both; what hangs together so is a *group*, and groups are solved apart.
//!
//! **The law.** A move's cost fits 64 bits, or building the problem is an error; sums of them are
//! taken in 128 bits, which no graph that fits in memory fills. A move that has no price is counted,
//! and one of them outweighs every cost.

use std::collections::HashMap;
use std::ops::AddAssign;

use super::candidates::{Choice, Sorted};
use super::known::{Id, Known};
use super::{Price, SolveError};

/// What a choice costs: moves without a price first, then the price of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    pub impossible: u64,
    pub price: u128,
}

impl AddAssign<Option<u64>> for Cost {
    fn add_assign(&mut self, price: Option<u64>) {
        match price {
            Some(price) => self.price += u128::from(price),
            None => self.impossible += 1,
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.impossible += other.impossible;
        self.price += other.price;
    }
}

/// A value that a node uses, and which of that value's wants each of the node's choices is.
pub(super) struct Input {
    pub value: usize,
    pub want: Vec<usize>,
}

/// The terms of the cost.
pub(super) struct Problem {
    /// How many choices each node has.
    pub choices: Vec<usize>,
    /// The different values that each node uses, free ones left out.
    pub inputs: Vec<Vec<Input>>,
    /// The different nodes that use each value.
    pub users: Vec<Vec<usize>>,
    /// By value, its choice and a want: what the move costs.
    pub moves: Vec<Vec<Vec<Option<u64>>>>,
    /// The nodes that hang together, each group in order.
    pub groups: Vec<Vec<usize>>,
}

impl Problem {
    /// The problem of a graph with these choices.
    pub fn new(
        graph: &Sorted<'_>,
        choices: &[Vec<Choice>],
        known: &Known<'_>,
        price: &dyn Price,
    ) -> Result<Problem, SolveError> {
        let count = graph.nodes.len();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut inputs: Vec<Vec<Input>> = Vec::with_capacity(count);
        let mut wants: Vec<Vec<Id>> = vec![Vec::new(); count];
        let mut places: HashMap<(usize, Id), usize> = HashMap::new();
        for (node, choices) in choices.iter().enumerate() {
            let mut values = graph.operands[node].clone();
            values.sort_unstable();
            values.dedup();
            values.retain(|&value| !graph.nodes[value].is_free());
            let mut own = Vec::with_capacity(values.len());
            for value in values {
                users[value].push(node);
                let mut place = |choice: &Choice| {
                    let wanted = choice.way.wants;
                    *places.entry((value, wanted)).or_insert_with(|| {
                        wants[value].push(wanted);
                        wants[value].len() - 1
                    })
                };
                own.push(Input { value, want: choices.iter().map(&mut place).collect() });
            }
            inputs.push(own);
        }
        let mut prices = Prices { known, price, asked: HashMap::new() };
        let mut moves = Vec::with_capacity(count);
        for (value, node) in graph.nodes.iter().enumerate() {
            let mut rows = Vec::with_capacity(choices[value].len());
            for choice in &choices[value] {
                let cost = |&want: &Id| {
                    let price = prices.price(choice.way.held, want, node.bits);
                    let weighted = price.map(|price| {
                        price.checked_mul(node.weight).ok_or(SolveError::Overflow {
                            node: graph.original[value],
                            price,
                            weight: node.weight,
                        })
                    });
                    weighted.transpose()
                };
                rows.push(wants[value].iter().map(cost).collect::<Result<Vec<_>, _>>()?);
            }
            moves.push(rows);
        }
        let choices: Vec<usize> = choices.iter().map(Vec::len).collect();
        let groups = groups(&choices, &users);
        Ok(Problem { choices, inputs, users, moves, groups })
    }
}

/// Prices, each asked for once.
struct Prices<'a, 'g> {
    known: &'a Known<'g>,
    price: &'a dyn Price,
    asked: HashMap<(Id, Id, i64), Option<u64>>,
}

impl Prices<'_, '_> {
    fn price(&mut self, from: Id, to: Id, bits: i64) -> Option<u64> {
        if from == to {
            return Some(0);
        }
        let ask = || self.price.price(self.known.get(from), self.known.get(to), bits);
        *self.asked.entry((from, to, bits)).or_insert_with(ask)
    }
}

/// The nodes that have a choice, joined where a value's term has several of them.
fn groups(choices: &[usize], users: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut parent: Vec<usize> = (0..choices.len()).collect();
    fn root(parent: &mut [usize], mut node: usize) -> usize {
        while parent[node] != node {
            parent[node] = parent[parent[node]];
            node = parent[node];
        }
        node
    }
    for (value, users) in users.iter().enumerate() {
        let mut open = users.iter().copied().chain([value]).filter(|&node| choices[node] > 1);
        let Some(first) = open.next() else { continue };
        for node in open {
            let (a, b) = (root(&mut parent, first), root(&mut parent, node));
            parent[a.max(b)] = a.min(b);
        }
    }
    let mut place = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for node in (0..choices.len()).filter(|&node| choices[node] > 1) {
        let root = root(&mut parent, node);
        let at = *place.entry(root).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[at].push(node);
    }
    groups
}

/// One choice for every node, and how many users want what.
#[derive(Clone)]
pub(super) struct Picks<'p> {
    problem: &'p Problem,
    pub of: Vec<usize>,
    /// By value and want: how many of its users.
    wanted: Vec<Vec<u32>>,
}

impl<'p> Picks<'p> {
    /// These choices.
    pub fn new(problem: &'p Problem, of: Vec<usize>) -> Picks<'p> {
        let wants = |rows: &Vec<Vec<_>>| vec![0; rows.first().map_or(0, Vec::len)];
        let mut wanted: Vec<Vec<u32>> = problem.moves.iter().map(wants).collect();
        for (inputs, &pick) in problem.inputs.iter().zip(&of) {
            for input in inputs {
                wanted[input.value][input.want[pick]] += 1;
            }
        }
        Picks { problem, of, wanted }
    }

    /// Another choice for a node.
    pub fn set(&mut self, node: usize, pick: usize) {
        for input in &self.problem.inputs[node] {
            self.wanted[input.value][input.want[self.of[node]]] -= 1;
            self.wanted[input.value][input.want[pick]] += 1;
        }
        self.of[node] = pick;
    }

    /// The term of one value.
    pub fn term(&self, value: usize) -> Cost {
        let mut cost = Cost::default();
        if let Some(row) = self.problem.moves[value].get(self.of[value]) {
            let wanted = row.iter().zip(&self.wanted[value]).filter(|(_, users)| **users > 0);
            wanted.for_each(|(price, _)| cost += *price);
        }
        cost
    }

    /// The terms of these values.
    pub fn terms(&self, values: impl IntoIterator<Item = usize>) -> Cost {
        let mut cost = Cost::default();
        for value in values {
            cost += self.term(value);
        }
        cost
    }

    /// The whole cost.
    pub fn cost(&self) -> Cost {
        self.terms(0..self.of.len())
    }
}

impl Problem {
    /// The values whose terms a node's choice is in.
    pub fn touched(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let values = self.inputs[node].iter().map(|input| input.value);
        values.filter(move |&value| value != node).chain([node])
    }

    /// The values in whose terms a choice of the group is.
    pub fn terms_of(&self, group: &[usize]) -> Vec<usize> {
        let mut values: Vec<usize> = group.iter().flat_map(|&node| self.touched(node)).collect();
        values.sort_unstable();
        values.dedup();
        values
    }
}
