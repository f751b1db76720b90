//! A start that looks at all nodes at once: the choice as a sum over pairs, solved by elimination.
//!
//! A term with several users is replaced by one of each pair (value, user), which counts a shared
//! move once for each user. What is left is a quadratic assignment, and a node that is bound to at
//! most two others can be taken out exactly, its best answer folded into what remains:
//!
//! | neighbours | what is done | exact |
//! |---|---|---|
//! | 0 | its cheapest choice | yes |
//! | 1 | for each choice of the neighbour, the best answer: added to the neighbour's costs | yes |
//! | 2 | for each pair of theirs, the best answer: added to their edge | yes |
//! | more | the choice that is cheapest if each neighbour answers for itself | no |
//!
//! Then the nodes are asked for their choices, last taken out first. Chains, trees and ladders of
//! operations, which is what programs are, need no guess.
//!
//! **The law.** Without shared moves and without a node of the last row, the choice is optimal. The
//! time is linear in nodes and edges, times the cube of the number of choices.

use std::collections::{BTreeSet, HashMap};

use super::problem::Problem;

/// What no choice can cost: adding to it gives itself, and no sum of real costs comes near it.
const IMPOSSIBLE: u128 = u128::MAX;

/// A choice for every node.
pub(super) fn by_pairs(problem: &Problem) -> Vec<usize> {
    let mut pairs = Pairs::of(problem);
    let mut left: BTreeSet<(usize, usize)> =
        problem.groups.iter().flatten().map(|&node| (pairs.near[node].len(), node)).collect();
    let mut taken = Vec::new();
    while let Some(&(fewest, first)) = left.first() {
        let node = match left.last() {
            Some(&(_, last)) if fewest > 2 => last,
            _ => first,
        };
        let near: Vec<usize> = std::mem::take(&mut pairs.near[node]).into_iter().collect();
        left.remove(&(near.len(), node));
        for &other in &near {
            left.remove(&(pairs.near[other].len(), other));
            pairs.near[other].remove(&node);
        }
        match near[..] {
            [] => {}
            [one] => pairs.fold(node, one),
            [one, two] => pairs.join(node, one, two),
            _ => pairs.guess(node, &near),
        }
        left.extend(near.iter().map(|&other| (pairs.near[other].len(), other)));
        taken.push((node, near));
    }
    let mut picks = vec![0; problem.choices.len()];
    for (node, near) in taken.into_iter().rev() {
        let edges: Vec<(usize, Edge<'_>)> =
            near.iter().map(|&other| (picks[other], pairs.edge(node, other))).collect();
        picks[node] = pairs.cheapest(node, |x| {
            edges.iter().map(|(pick, edge)| edge.at(x, *pick)).fold(0, u128::saturating_add)
        });
    }
    picks
}

/// A table of costs, seen from one of its two sides.
struct Edge<'a> {
    costs: &'a [u128],
    columns: usize,
    flipped: bool,
}

impl Edge<'_> {
    fn at(&self, x: usize, y: usize) -> u128 {
        let (row, column) = if self.flipped { (y, x) } else { (x, y) };
        self.costs.get(row * self.columns + column).copied().unwrap_or(0)
    }
}

struct Pairs {
    /// By node, what each choice costs by itself.
    own: Vec<Vec<u128>>,
    /// By two nodes, the lower first, what each pair of choices costs.
    edges: HashMap<(usize, usize), Vec<u128>>,
    near: Vec<BTreeSet<usize>>,
}

impl Pairs {
    fn of(problem: &Problem) -> Pairs {
        let count = problem.choices.len();
        let own = problem.choices.iter().map(|&choices| vec![0; choices]).collect();
        let mut pairs = Pairs { own, edges: HashMap::new(), near: vec![BTreeSet::new(); count] };
        for (user, inputs) in problem.inputs.iter().enumerate() {
            for input in inputs {
                for (x, row) in problem.moves[input.value].iter().enumerate() {
                    for (y, &want) in input.want.iter().enumerate() {
                        let price = row[want].map_or(IMPOSSIBLE, u128::from);
                        pairs.count(problem, (input.value, x), (user, y), price);
                    }
                }
            }
        }
        pairs
    }

    /// Adds what a move costs to whom it depends on.
    fn count(
        &mut self,
        problem: &Problem,
        (value, x): (usize, usize),
        (user, y): (usize, usize),
        price: u128,
    ) {
        if value == user {
            if x == y {
                add(&mut self.own[value][x], price);
            }
            return;
        }
        match (problem.choices[value] > 1, problem.choices[user] > 1) {
            (true, true) => self.add_edge((value, x), (user, y), price),
            (true, false) => add(&mut self.own[value][x], price),
            (false, _) => add(&mut self.own[user][y], price),
        }
    }

    fn add_edge(&mut self, (a, x): (usize, usize), (b, y): (usize, usize), price: u128) {
        if a > b {
            return self.add_edge((b, y), (a, x), price);
        }
        let (rows, columns) = (self.own[a].len(), self.own[b].len());
        let edge = self.edges.entry((a, b)).or_insert_with(|| vec![0; rows * columns]);
        add(&mut edge[x * columns + y], price);
        self.near[a].insert(b);
        self.near[b].insert(a);
    }

    /// The costs between two nodes, to be read by the first one's choice, then the other's.
    fn edge(&self, a: usize, b: usize) -> Edge<'_> {
        let costs = self.edges.get(&(a.min(b), a.max(b))).map_or(&[][..], Vec::as_slice);
        Edge { costs, columns: self.own[a.max(b)].len(), flipped: a > b }
    }

    /// The first of the cheapest choices of a node, beside whose own cost there is another.
    fn cheapest(&self, node: usize, beside: impl Fn(usize) -> u128) -> usize {
        let cost = |x: &usize| self.own[node][*x].saturating_add(beside(*x));
        (0..self.own[node].len()).min_by_key(cost).unwrap_or(0)
    }

    /// What that choice costs.
    fn best(&self, node: usize, beside: impl Fn(usize) -> u128) -> u128 {
        let costs = self.own[node].iter().enumerate();
        costs.map(|(x, own)| own.saturating_add(beside(x))).min().unwrap_or(0)
    }

    fn fold(&mut self, node: usize, one: usize) {
        let edge = self.edge(node, one);
        let answer = |y: usize| self.best(node, |x| edge.at(x, y));
        let best: Vec<u128> = (0..self.own[one].len()).map(answer).collect();
        self.own[one].iter_mut().zip(best).for_each(|(own, best)| add(own, best));
    }

    fn join(&mut self, node: usize, one: usize, two: usize) {
        let (left, right) = (self.edge(node, one), self.edge(node, two));
        let mut best = Vec::with_capacity(self.own[one].len() * self.own[two].len());
        for y in 0..self.own[one].len() {
            for z in 0..self.own[two].len() {
                let both = |x: usize| left.at(x, y).saturating_add(right.at(x, z));
                best.push(((one, y), (two, z), self.best(node, both)));
            }
        }
        for (one, two, best) in best {
            self.add_edge(one, two, best);
        }
    }

    fn guess(&mut self, node: usize, near: &[usize]) {
        let edges: Vec<(usize, Edge<'_>)> =
            near.iter().map(|&other| (other, self.edge(node, other))).collect();
        let pick = self.cheapest(node, |x| {
            let answer = |(other, edge): &(usize, Edge<'_>)| self.best(*other, |y| edge.at(x, y));
            edges.iter().map(answer).fold(0, u128::saturating_add)
        });
        for &other in near {
            let edge = self.edge(node, other);
            let row: Vec<u128> = (0..self.own[other].len()).map(|y| edge.at(pick, y)).collect();
            self.own[other].iter_mut().zip(row).for_each(|(own, price)| add(own, price));
        }
    }
}

fn add(to: &mut u128, price: u128) {
    *to = to.saturating_add(price);
}
