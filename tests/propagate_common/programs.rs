//! Random tile programs as graphs: loads, stores, elementwise operations, transposes, rotations,
//! reductions, spreads and loops over 4 by 4 tiles and their rows.

use tileir::LayoutMap;
use tileir::distribution::Distribution;
use tileir::propagate::{Graph, Kind, Node, Use};

use crate::common::Choices;
use crate::common::distributions::distribution;

/// Distributions of a 4 by 4 tile over four threads: rows, columns, blocks, a diagonal, and all of
/// it in every thread.
const TILES: [&str; 5] = [
    "expr<(thread : 4, slot : 4) -> (thread, slot) to (i : 4, j : 4)>",
    "expr<(thread : 4, slot : 4) -> (slot, thread) to (i : 4, j : 4)>",
    "expr<(thread : 4, a : 2, b : 2) -> (thread floordiv 2 * 2 + a, thread mod 2 * 2 + b) \
     to (i : 4, j : 4)>",
    "expr<(thread : 4, slot : 4) -> (slot, (thread + slot) mod 4) to (i : 4, j : 4)>",
    "expr<(thread : 4, a : 4, b : 4) -> (a, b) to (i : 4, j : 4)>",
];

/// Distributions of four elements over four threads: one each, and all in each.
const ROWS: [&str; 2] = [
    "expr<(thread : 4) -> (thread) to (i : 4)>",
    "expr<(thread : 4, slot : 4) -> (slot) to (i : 4)>",
];

/// As [`TILES`], over two threads: nothing moves between those and these.
const OTHERS: [&str; 2] = [
    "expr<(thread : 2, slot : 8) -> (thread * 2 + slot floordiv 4, slot mod 4) to (i : 4, j : 4)>",
    "expr<(thread : 2, slot : 4) -> (slot) to (i : 4)>",
];

const RELABELS: [&str; 3] = [
    "expr<(i : 4, j : 4) -> (j, i) to (i : 4, j : 4)>",
    "expr<(i : 4, j : 4) -> (i, (j + 2) mod 4) to (i : 4, j : 4)>",
    "expr<(i : 4, j : 4) -> (i) to (i : 4)>",
];

pub fn relabel(which: usize) -> LayoutMap {
    RELABELS[which].parse().unwrap()
}

pub fn tile(which: usize) -> Distribution {
    distribution(TILES[which])
}

pub fn other(which: usize) -> Distribution {
    distribution(OTHERS[which])
}

fn anchor(choices: &mut Choices<'_>, rank: usize, apart: bool) -> Distribution {
    match (rank, apart && choices.below(12) == 0) {
        (2, false) => distribution(choices.pick(&TILES)),
        (_, false) => distribution(choices.pick(&ROWS)),
        (rank, true) => distribution(OTHERS[2 - rank]),
    }
}

/// A program of so many operations. `apart` also has anchors that nothing moves between.
pub fn program(choices: &mut Choices<'_>, size: usize, apart: bool) -> Graph {
    let mut graph = Graph::default();
    let mut ranks: Vec<usize> = Vec::new();
    let bits = |choices: &mut Choices<'_>| choices.pick(&[16, 32]);
    while graph.nodes.len() < size {
        let of_rank = |rank: usize| -> Vec<usize> {
            (0..ranks.len()).filter(|&node| ranks[node] == rank).collect()
        };
        let (tiles, rows) = (of_rank(2), of_rank(1));
        let weight = choices.pick(&[1, 1, 4, 10]);
        let bits = bits(choices);
        let what = if ranks.is_empty() { 0 } else { choices.below(10) };
        let (node, operands, rank) = match what {
            0 => {
                let rank = choices.pick(&[2, 2, 1]);
                let fixed = anchor(choices, rank, apart);
                (Node::new(Kind::Free, bits).fixed(fixed), vec![], rank)
            }
            1 if choices.below(2) == 0 => (Node::new(Kind::Free, bits), vec![], 2),
            2 if !tiles.is_empty() => {
                let map = relabel(choices.below(2));
                (Node::new(Kind::Relabel(map), bits), vec![choices.pick(&tiles)], 2)
            }
            3 if !tiles.is_empty() => {
                let axis = choices.below(2);
                (Node::new(Kind::Reduce { axis, extent: 4 }, bits), vec![choices.pick(&tiles)], 1)
            }
            4 if !rows.is_empty() => {
                (Node::new(Kind::Relabel(relabel(2)), bits), vec![choices.pick(&rows)], 2)
            }
            _ => {
                let first = choices.below(ranks.len());
                let rank = ranks[first];
                let mut operands = vec![first];
                if what > 6 {
                    operands.push(choices.pick(if rank == 2 { &tiles } else { &rows }));
                }
                let node = Node::new(Kind::Same, bits);
                match what {
                    5 | 6 => (node.fixed(anchor(choices, rank, apart)), operands, rank),
                    _ => (node, operands, rank),
                }
            }
        };
        graph.add(node.times(weight), &operands);
        ranks.push(rank);
    }
    // Some elementwise operations are values that a loop carries: a later one is yielded to them.
    for user in 0..size {
        if graph.nodes[user].kind == Kind::Same && choices.below(4) == 0 {
            let later: Vec<usize> = (user..size).filter(|&v| ranks[v] == ranks[user]).collect();
            graph.uses.push(Use { value: choices.pick(&later), user, operand: 9 });
        }
    }
    graph
}

/// The same graph, built in another order; where each node is now.
pub fn shuffled(choices: &mut Choices<'_>, graph: &Graph) -> (Graph, Vec<usize>) {
    let count = graph.nodes.len();
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, choices.below(last + 1));
    }
    let mut place = vec![0; count];
    for (at, &node) in order.iter().enumerate() {
        place[node] = at;
    }
    let nodes = order.iter().map(|&node| graph.nodes[node].clone()).collect();
    let moved = |of: &Use| Use { value: place[of.value], user: place[of.user], ..*of };
    let mut uses: Vec<Use> = graph.uses.iter().map(moved).collect();
    for last in (1..uses.len()).rev() {
        uses.swap(last, choices.below(last + 1));
    }
    (Graph { nodes, uses }, place)
}
