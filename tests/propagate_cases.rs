//! Propagation by hand: small programs whose answers can be seen.

mod common;
mod propagate_common;

use common::distributions::distribution;
use propagate_common::programs::{other, relabel, tile};
use propagate_common::{Toy, check, table};
use tileir::distribution::Distribution;
use tileir::propagate::{Graph, Kind, Move, Node, Price, SolveError, TransferError, Use, solve};

const COUNTED: Toy = Toy { seed: 0, holes: 0 };

fn load(of: Distribution) -> Node {
    Node::new(Kind::Free, 32).fixed(of)
}

fn same() -> Node {
    Node::new(Kind::Same, 32)
}

/// Every move costs this.
struct Flat(u64);

impl Price for Flat {
    fn price(&self, _: &Distribution, _: &Distribution, _: i64) -> Option<u64> {
        Some(self.0)
    }
}

#[test]
fn what_is_between_two_anchors_that_agree_agrees_with_them() {
    let mut graph = Graph::default();
    let loaded = graph.add(load(tile(0)), &[]);
    let one = graph.add(Node::new(Kind::Free, 32), &[]);
    let sum = graph.add(same(), &[loaded, one]);
    graph.add(same().fixed(tile(0)), &[sum]);
    let solution = solve(&graph, &COUNTED).unwrap();
    assert_eq!((solution.cost, solution.moves.len()), (0, 0));
    for held in &solution.held {
        assert_eq!(table(held.as_ref().unwrap()), table(&tile(0)));
    }
}

#[test]
fn uses_that_want_the_same_share_one_move() {
    let mut graph = Graph::default();
    let loaded = graph.add(load(tile(0)), &[]);
    for _ in 0..3 {
        graph.add(same().fixed(tile(1)), &[loaded]);
    }
    let solution = solve(&graph, &Flat(7)).unwrap();
    assert_eq!((solution.cost, solution.moves.len()), (7, 3));
    let of = Use { value: loaded, user: 1, operand: 0 };
    assert_eq!(solution.moves[0].of, of);
    assert!(solution.moves.iter().all(|Move { to, .. }| table(to) == table(&tile(1))));
}

#[test]
fn a_constant_is_had_twice_rather_than_moved() {
    let mut graph = Graph::default();
    let one = graph.add(Node::new(Kind::Free, 32), &[]);
    for which in [0, 1] {
        let loaded = graph.add(load(tile(which)), &[]);
        graph.add(same(), &[loaded, one]);
    }
    let unused = graph.add(Node::new(Kind::Free, 32), &[]);
    let solution = solve(&graph, &Flat(7)).unwrap();
    assert_eq!((solution.cost, solution.moves.len()), (0, 1));
    assert_eq!(solution.held[unused], None);
}

#[test]
fn a_move_leaves_the_loop() {
    // acc = start; 100 times: acc = acc + x; store acc. Only what goes in and out may move.
    let mut graph = Graph::default();
    let start = graph.add(load(tile(0)), &[]);
    let x = graph.add(load(tile(1)), &[]);
    let acc = graph.add(same().times(100), &[start]);
    let sum = graph.add(same().times(100), &[acc, x]);
    graph.uses.push(Use { value: sum, user: acc, operand: 1 });
    graph.add(same().fixed(tile(1)), &[acc]);
    let solution = solve(&graph, &Flat(1)).unwrap();
    assert_eq!(solution.cost, 1);
    assert_eq!(solution.moves.iter().map(|moved| moved.of.value).collect::<Vec<_>>(), [start]);
    assert!(solution.by.is_optimal());
}

#[test]
fn softmax_needs_no_move() {
    // max and sum over rows, each spread over the rows again.
    let mut graph = Graph::default();
    let x = graph.add(load(tile(2)), &[]);
    let row = |graph: &mut Graph, of: usize| {
        let sum = graph.add(Node::new(Kind::Reduce { axis: 1, extent: 4 }, 32), &[of]);
        graph.add(Node::new(Kind::Relabel(relabel(2)), 32), &[sum])
    };
    let max = row(&mut graph, x);
    let shifted = graph.add(same(), &[x, max]);
    let sum = row(&mut graph, shifted);
    let result = graph.add(same(), &[shifted, sum]);
    graph.add(same().fixed(tile(2)), &[result]);
    let solution = solve(&graph, &COUNTED).unwrap();
    assert_eq!(solution.cost, 0);
    check(&graph, &solution, &COUNTED);
}

#[test]
fn anchors_that_nothing_joins_are_named_with_the_operation_between() {
    let mut graph = Graph::default();
    let left = graph.add(load(tile(0)), &[]);
    let between = graph.add(same(), &[left]);
    let right = graph.add(same().fixed(other(0)), &[between]);
    let found = solve(&graph, &COUNTED).unwrap_err();
    let SolveError::Conflict(conflict) = &found else { panic!("{found}") };
    assert_eq!((conflict.left, conflict.right, conflict.between), (left, right, between));
    assert_eq!((&conflict.held, &conflict.wanted), (&tile(0), &other(0)));
    assert!(conflict.exhaustive);
    assert_eq!(
        found.to_string(),
        "the distribution of node 0 cannot become that of node 2: at node 1 no candidate has a price"
    );
}

#[test]
fn a_value_of_which_a_part_is_used_is_held_as_a_whole() {
    // The first two rows of exp(iota): nothing says who holds the others.
    let part = "expr<(i : 2, j : 4) -> (i, j) to (i : 4, j : 4)>".parse().unwrap();
    let mut graph = Graph::default();
    let iota = graph.add(Node::new(Kind::Free, 32), &[]);
    let exp = graph.add(same(), &[iota]);
    let rows = graph.add(Node::new(Kind::Relabel(part), 32), &[exp]);
    let stored = "expr<(thread : 4, slot : 2) -> (slot, thread) to (i : 2, j : 4)>";
    graph.add(same().fixed(distribution(stored)), &[rows]);
    let solution = solve(&graph, &COUNTED).unwrap();
    let held = solution.held[exp].as_ref().unwrap();
    assert_eq!((held.shape(), held.slots()), (vec![4, 4], 4));
    assert!(solution.cost > 0);
    check(&graph, &solution, &COUNTED);
}

#[test]
fn a_constant_of_which_a_part_is_used_is_held_as_a_whole() {
    let part = "expr<(i : 2, j : 4) -> (i, j) to (i : 4, j : 4)>".parse().unwrap();
    let mut graph = Graph::default();
    let one = graph.add(Node::new(Kind::Free, 32), &[]);
    let rows = graph.add(Node::new(Kind::Relabel(part), 32), &[one]);
    let stored = "expr<(thread : 4, slot : 2) -> (slot, thread) to (i : 2, j : 4)>";
    graph.add(same().fixed(distribution(stored)), &[rows]);
    let solution = solve(&graph, &COUNTED).unwrap();
    let held = solution.held[one].as_ref().unwrap();
    assert_eq!((held.shape(), held.slots()), (vec![4, 4], 4));
    check(&graph, &solution, &COUNTED);
}

#[test]
fn a_rotation_in_a_loop_comes_to_an_end() {
    // Each turn of the loop makes another distribution of the last: more than are kept.
    let rotate = "expr<(i : 64) -> ((i + 1) mod 64) to (i : 64)>".parse().unwrap();
    let mut graph = Graph::default();
    let start = graph.add(load(distribution("expr<(thread : 64) -> (thread) to (i : 64)>")), &[]);
    let carried = graph.add(same(), &[start]);
    let rotated = graph.add(Node::new(Kind::Relabel(rotate), 32), &[carried]);
    graph.uses.push(Use { value: rotated, user: carried, operand: 1 });
    let solution = solve(&graph, &Flat(3)).unwrap();
    assert_eq!(solution.cost, 3);
    assert!(solution.by.cut > 0 && !solution.by.is_optimal(), "{}", solution.by);
}

#[test]
fn a_chain_is_as_deep_as_one_likes() {
    let mut graph = Graph::default();
    let mut last = graph.add(load(tile(0)), &[]);
    for at in 0..3_000 {
        last = graph.add(same().times(if at == 1_234 { 1 } else { 5 }), &[last]);
    }
    graph.add(same().fixed(tile(1)), &[last]);
    let solution = solve(&graph, &Flat(2)).unwrap();
    // The move stands behind the one value that is made but once, or behind the load.
    assert_eq!(solution.cost, 2);
    assert_eq!(solution.baselines.at_uses, Some(10));
}

#[test]
fn costs_that_leave_64_bits_are_errors() {
    let mut graph = Graph::default();
    let loaded = graph.add(load(tile(0)).times(3), &[]);
    graph.add(same().fixed(tile(1)), &[loaded]);
    let price = u64::MAX / 2;
    let overflow = SolveError::Overflow { node: loaded, price, weight: 3 };
    assert_eq!(solve(&graph, &Flat(price)), Err(overflow));
    graph.nodes[loaded].weight = 2;
    assert_eq!(solve(&graph, &Flat(price)).map(|solution| solution.cost), Ok(u64::MAX - 1));
    let again = graph.add(load(tile(0)), &[]);
    graph.add(same().fixed(tile(1)), &[again]);
    let total = u128::from(u64::MAX) - 1 + u128::from(price);
    assert_eq!(solve(&graph, &Flat(price)), Err(SolveError::Total { cost: total }));
}

#[test]
fn graphs_without_meaning_are_refused() {
    let mut graph = Graph::default();
    let loaded = graph.add(load(tile(0)), &[]);
    let found = |graph: &Graph| solve(graph, &COUNTED).unwrap_err();
    let with = |of: Use| {
        let mut other = graph.clone();
        other.add(same(), &[loaded]);
        other.uses.push(of);
        found(&other)
    };
    let nowhere = Use { value: 9, user: 1, operand: 1 };
    assert_eq!(with(nowhere), SolveError::NoNode { node: 9, count: 2 });
    let twice = Use { value: loaded, user: 1, operand: 0 };
    assert_eq!(with(twice), SolveError::OperandTwice { node: 1, operand: 0 });
    let into_load = Use { value: 1, user: loaded, operand: 0 };
    assert_eq!(with(into_load), SolveError::Operands { node: loaded, found: 1 });

    let mut alone = Graph::default();
    alone.add(same(), &[]);
    assert_eq!(found(&alone), SolveError::Unreached { node: 0 });

    let mut wrong = graph.clone();
    let reduced = wrong.add(Node::new(Kind::Reduce { axis: 4, extent: 4 }, 32), &[loaded]);
    let error = found(&wrong);
    assert!(matches!(error, SolveError::Transfer { node, .. } if node == reduced), "{error}");
    let mut wrong = graph.clone();
    let map = "identity<(i : 8)>".parse().unwrap();
    let relabelled = wrong.add(Node::new(Kind::Relabel(map), 32).fixed(tile(0)), &[loaded]);
    let error = found(&wrong);
    let SolveError::Transfer { node, error: TransferError::Map(_) } = error else {
        panic!("{error}")
    };
    assert_eq!(node, relabelled);
}
