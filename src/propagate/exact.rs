//! The optimum of a small group, by branch and bound.
//!
//! Nodes are given choices in a fixed order. Moves between nodes that have one are paid. For the
//! others a part of what they will have to pay is known already, and a branch that cannot become
//! cheaper than the best answer so far is left:
//!
//! ```text
//! bound = paid + Σ over nodes u without a choice:
//!           min over u's choices:  u's moves to users that have a choice
//!                                + moves to u from values that have one, where u is the next of
//!                                  the value's users (two of them could share one move)
//! ```
//!
//! Each move that this counts is counted once, and is in the cost of every way to go on.
//!
//! **The law.** What comes back is the cheapest of all choices of the group's nodes; of several,
//! the start if it is one of them, else the first in the order of nodes and choices.

use super::problem::{Cost, Picks, Problem};

/// Groups of at most so many nodes are always solved exactly,
pub(super) const FEW_NODES: usize = 8;
/// and those whose numbers of choices have a product of at most this.
pub(super) const FEW_ANSWERS: usize = 1 << 16;

/// Whether a group is solved exactly.
pub(super) fn is_small(problem: &Problem, group: &[usize]) -> bool {
    let answers =
        group.iter().try_fold(1usize, |all, &node| all.checked_mul(problem.choices[node]));
    group.len() <= FEW_NODES || answers.is_some_and(|answers| answers <= FEW_ANSWERS)
}

/// Puts the optimum of a small group into `picks`, which holds a start.
pub(super) fn optimum(problem: &Problem, group: &[usize], picks: &mut Picks<'_>) {
    let terms = problem.terms_of(group);
    let mut branch = Branch::new(problem, group, picks, &terms);
    let mut paid = Cost::default();
    for (value, pick) in terms.iter().filter_map(|&value| Some((value, branch.picks[value]?))) {
        paid += branch.own(value, pick);
    }
    branch.go_on(0, paid);
    let best = branch.best;
    for (&node, pick) in branch.order.iter().zip(best.iter().flatten()) {
        picks.set(node, *pick);
    }
}

struct Branch<'p> {
    problem: &'p Problem,
    /// The group, so that who has much to do with those before comes early.
    order: Vec<usize>,
    /// By node of the order and input: the place of the value's user before it, counted from 1.
    previous: Vec<Vec<usize>>,
    picks: Vec<Option<usize>>,
    /// By value and want: how many users that have a choice.
    wanted: Vec<Vec<u32>>,
    least: Cost,
    best: Option<Vec<usize>>,
}

impl<'p> Branch<'p> {
    fn new(
        problem: &'p Problem,
        group: &[usize],
        start: &Picks<'_>,
        terms: &[usize],
    ) -> Branch<'p> {
        let least = start.terms(terms.iter().copied());
        let order = order(problem, group);
        let mut picks: Vec<Option<usize>> = start.of.iter().map(|&pick| Some(pick)).collect();
        let mut place = vec![0; picks.len()];
        for (at, &node) in order.iter().enumerate() {
            picks[node] = None;
            place[node] = at + 1;
        }
        let before = |&node: &usize| {
            let last = |value: usize| {
                let users = problem.users[value].iter().map(|&user| place[user]);
                users.filter(|&at| at < place[node]).max().unwrap_or(0)
            };
            problem.inputs[node].iter().map(|input| last(input.value)).collect()
        };
        let previous = order.iter().map(before).collect();
        let wants = |rows: &Vec<Vec<_>>| vec![0; rows.first().map_or(0, Vec::len)];
        let wanted = problem.moves.iter().map(wants).collect();
        let mut branch = Branch { problem, order, previous, picks, wanted, least, best: None };
        for &value in terms {
            for &user in &problem.users[value] {
                if let Some(pick) = branch.picks[user] {
                    let inputs = problem.inputs[user].iter().filter(|input| input.value == value);
                    inputs.for_each(|input| branch.wanted[value][input.want[pick]] += 1);
                }
            }
        }
        branch
    }

    /// Every choice of the nodes from this place on; at most as deep as a small group has nodes.
    fn go_on(&mut self, at: usize, paid: Cost) {
        let Some(&node) = self.order.get(at) else {
            if paid < self.least {
                let picked = self.order.iter().map(|&node| self.picks[node].unwrap_or(0));
                (self.least, self.best) = (paid, Some(picked.collect()));
            }
            return;
        };
        for pick in 0..self.problem.choices[node] {
            let mut cost = paid;
            cost += self.choose(node, pick);
            let mut bound = cost;
            for later in at + 1..self.order.len() {
                bound += self.least_of(later, at + 1);
            }
            if bound < self.least {
                self.go_on(at + 1, cost);
            }
            self.forget(node, pick);
        }
    }

    /// Gives a node a choice; what has to be paid for it.
    fn choose(&mut self, node: usize, pick: usize) -> Cost {
        let mut cost = Cost::default();
        self.picks[node] = Some(pick);
        for input in &self.problem.inputs[node] {
            let want = input.want[pick];
            if self.wanted[input.value][want] == 0
                && input.value != node
                && let Some(held) = self.picks[input.value]
            {
                cost += self.problem.moves[input.value][held][want];
            }
            self.wanted[input.value][want] += 1;
        }
        cost += self.own(node, pick);
        cost
    }

    fn forget(&mut self, node: usize, pick: usize) {
        self.picks[node] = None;
        for input in &self.problem.inputs[node] {
            self.wanted[input.value][input.want[pick]] -= 1;
        }
    }

    /// The moves of a node's value to users that have a choice.
    fn own(&self, node: usize, pick: usize) -> Cost {
        let mut cost = Cost::default();
        let row = self.problem.moves[node][pick].iter().zip(&self.wanted[node]);
        row.filter(|(_, users)| **users > 0).for_each(|(price, _)| cost += *price);
        cost
    }

    /// What the node at the place `later` will pay at least, where those up to `done` have a
    /// choice.
    fn least_of(&self, later: usize, done: usize) -> Cost {
        let node = self.order[later];
        let cost = |pick: usize| {
            let mut cost = self.own(node, pick);
            for (input, &previous) in self.problem.inputs[node].iter().zip(&self.previous[later]) {
                let want = input.want[pick];
                if previous <= done
                    && self.wanted[input.value][want] == 0
                    && let Some(held) = self.picks[input.value]
                {
                    cost += self.problem.moves[input.value][held][want];
                }
            }
            cost
        };
        (0..self.problem.choices[node]).map(cost).min().unwrap_or_default()
    }
}

/// The group, each time the node that most terms bind to those before; the first of several.
fn order(problem: &Problem, group: &[usize]) -> Vec<usize> {
    let mut left: Vec<usize> = group.to_vec();
    let mut order: Vec<usize> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let bound = |node: usize| {
            let touched: Vec<usize> = problem.touched(node).collect();
            order.iter().filter(|&&o| problem.touched(o).any(|v| touched.contains(&v))).count()
        };
        let most = left.iter().map(|&node| bound(node)).max();
        let at = left.iter().position(|&node| Some(bound(node)) == most).unwrap_or(0);
        order.push(left.remove(at));
    }
    order
}
