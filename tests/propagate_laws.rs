//! Propagation against an oracle: the optimum by trying everything, the baselines by their words,
//! the same answer in every order.

mod common;
mod propagate_common;

use std::collections::BTreeMap;

use common::Choices;
use propagate_common::programs::{program, shuffled};
use propagate_common::{Memo, Table, Toy, Way, Ways, check, cost, least, table};
use tileir::distribution::Distribution;
use tileir::propagate::{Graph, Kind, MOST, Solution, SolveError, Use, solve};

/// A stream of choices for each seed.
fn stream(seed: u64) -> Vec<u32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u32
    };
    (0..400).map(|_| next()).collect()
}

fn toy(seed: u64) -> Toy {
    match seed % 3 {
        0 => Toy { seed: 0, holes: 0 },
        1 => Toy { seed, holes: 0 },
        _ => Toy { seed, holes: 6 },
    }
}

/// Whether some anchor leads to every node.
fn is_reached(graph: &Graph, ways: &Ways) -> bool {
    let free = |node: usize| graph.nodes[node].kind == Kind::Free;
    (0..graph.nodes.len()).all(|node| free(node) || !ways.ways[node].is_empty())
}

#[test]
fn small_graphs_are_solved_as_by_trying_everything() {
    let (mut solved, mut conflicts, mut moved) = (0, 0, 0);
    let mut seed = 0;
    while solved + conflicts < 2_000 {
        seed += 1;
        let numbers = stream(seed);
        let mut choices = Choices::new(&numbers);
        let size = 2 + choices.below(7);
        let graph = program(&mut choices, size, seed.is_multiple_of(3));
        let all = Ways::of(&graph);
        // What a node's candidates are cut to is a choice too, which an oracle does not make.
        if all.ways.iter().any(|ways| ways.len() > MOST) || all.count() > 20_000 {
            continue;
        }
        let toy = toy(seed);
        let found = solve(&graph, &toy);
        if !is_reached(&graph, &all) {
            assert!(matches!(found, Err(SolveError::Unreached { .. })), "seed {seed}: {found:?}");
            continue;
        }
        match (found, least(&graph, &all, &toy)) {
            (Ok(solution), Some(least)) => {
                assert_eq!(solution.cost, least, "seed {seed}: {graph:#?}");
                assert!(solution.by.is_optimal(), "seed {seed}");
                check(&graph, &solution, &toy);
                solved += 1;
                moved += usize::from(least > 0);
            }
            (Err(SolveError::Conflict(conflict)), None) => {
                assert!(conflict.exhaustive, "seed {seed}");
                for anchor in [conflict.left, conflict.right] {
                    assert!(graph.nodes[anchor].fixed.is_some(), "seed {seed}: {conflict}");
                }
                conflicts += 1;
            }
            (found, least) => panic!("seed {seed}: {found:?}, by trying {least:?}: {graph:#?}"),
        }
    }
    assert!(moved > 500 && conflicts > 100, "{moved} with moves, {conflicts} conflicts");
}

/// A baseline by its words: in rounds, each node takes from its operands, or from its users.
fn baseline(graph: &Graph, all: &mut Ways, by_uses: bool) -> Option<Vec<Option<Way>>> {
    let mut ways: Vec<Option<Way>> = graph.nodes.iter().map(|_| None).collect();
    for (node, way) in ways.iter_mut().enumerate() {
        if let Some(fixed) = &graph.nodes[node].fixed {
            *way = Some(all.wanting(&graph.nodes[node].kind, fixed));
        }
    }
    loop {
        let mut round = |from_operands: bool, ways: &mut Vec<Option<Way>>| {
            let before = ways.clone();
            for node in (0..ways.len()).filter(|&node| before[node].is_none()) {
                if graph.nodes[node].kind != Kind::Free {
                    ways[node] = match from_operands {
                        true => from_first_operand(graph, all, &before, node),
                        false => from_most_users(graph, all, &before, node),
                    };
                }
            }
            *ways != before
        };
        if !round(by_uses, &mut ways) && !round(!by_uses, &mut ways) {
            break;
        }
    }
    let done = |node: usize| ways[node].is_some() || graph.nodes[node].kind == Kind::Free;
    (0..ways.len()).all(done).then_some(ways)
}

fn from_first_operand(
    graph: &Graph,
    all: &mut Ways,
    ways: &[Option<Way>],
    node: usize,
) -> Option<Way> {
    let mut operands: Vec<&Use> = graph.uses.iter().filter(|of| of.user == node).collect();
    operands.sort_by_key(|of| of.operand);
    operands.into_iter().find_map(|of| {
        let held = all.named[&ways[of.value].as_ref()?.0].clone();
        all.given(&graph.nodes[node].kind, &held)
    })
}

fn from_most_users(
    graph: &Graph,
    all: &mut Ways,
    ways: &[Option<Way>],
    node: usize,
) -> Option<Way> {
    let mut votes: BTreeMap<&Table, usize> = BTreeMap::new();
    for of in graph.uses.iter().filter(|of| of.value == node) {
        if let Some((_, wants)) = &ways[of.user] {
            *votes.entry(wants).or_default() += 1;
        }
    }
    let first = |table: &Table| std::cmp::Reverse((table.0, table.1.len(), table.1.clone()));
    let (most, _) = votes.into_iter().max_by_key(|(table, votes)| (*votes, first(table)))?;
    let wanted = all.named[most].clone();
    Some(all.wanting(&graph.nodes[node].kind, &wanted))
}

#[test]
fn larger_graphs_are_never_dearer_than_a_baseline() {
    let (mut compared, mut better) = (0, 0);
    for seed in 1..=300 {
        let numbers = stream(seed);
        let mut choices = Choices::new(&numbers);
        let size = 9 + choices.below(32);
        let graph = program(&mut choices, size, false);
        let toy = Toy { seed: seed % 2 * seed, holes: 0 };
        let Ok(solution) = solve(&graph, &toy) else { continue };
        check(&graph, &solution, &toy);
        let mut all = Ways::nothing(&graph);
        let mut memo = Memo::of(&toy);
        let said = [solution.baselines.at_uses, solution.baselines.at_definitions];
        for (by_uses, said) in [true, false].into_iter().zip(said) {
            let Some(ways) = baseline(&graph, &mut all, by_uses) else { continue };
            let ways: Vec<Option<&Way>> = ways.iter().map(Option::as_ref).collect();
            let baseline = cost(&graph, &ways, &mut memo);
            assert!(baseline.is_some_and(|cost| solution.cost <= cost), "seed {seed}");
            assert_eq!(said, baseline, "seed {seed}, by uses {by_uses}");
            compared += 1;
            better += usize::from(Some(solution.cost) < baseline);
        }
    }
    assert!(compared > 400 && better > 200, "{compared} compared, {better} better");
}

/// What a node is held in, and what each of its operands is moved to.
type Told = (Option<Table>, Vec<(usize, Option<Table>)>);

fn told(graph: &Graph, solution: &Solution) -> Vec<Told> {
    let held = |node: usize| solution.held[node].as_ref().map(table);
    let wants = |node: usize| {
        let uses = graph.uses.iter().filter(|of| of.user == node);
        let moved = |of: &Use| solution.moves.iter().find(|moved| moved.of == *of);
        let mut wants: Vec<(usize, Option<Table>)> =
            uses.map(|of| (of.operand, moved(of).map(|moved| table(&moved.to)))).collect();
        wants.sort();
        wants
    };
    (0..graph.nodes.len()).map(|node| (held(node), wants(node))).collect()
}

#[test]
fn the_order_of_insertion_changes_nothing() {
    let mut compared = 0;
    for seed in 1..=400 {
        let numbers = stream(seed);
        let mut choices = Choices::new(&numbers);
        let size = 2 + choices.below(24);
        let graph = program(&mut choices, size, false);
        let toy = toy(seed);
        let found = solve(&graph, &toy);
        assert_eq!(found, solve(&graph, &toy), "seed {seed}: the same twice");
        let (other, place) = shuffled(&mut choices, &graph);
        match (found, solve(&other, &toy)) {
            (Ok(one), Ok(two)) => {
                assert_eq!((one.cost, one.by, one.baselines), (two.cost, two.by, two.baselines));
                // Nodes that nothing tells apart may change places, so they are compared sorted.
                let (mut one, mut two) = (told(&graph, &one), told(&other, &two));
                let at_its_place = (0..place.len()).all(|node| one[node] == two[place[node]]);
                one.sort();
                two.sort();
                assert_eq!(one, two, "seed {seed}");
                compared += usize::from(at_its_place);
            }
            (Err(SolveError::Conflict(one)), Err(SolveError::Conflict(two))) => {
                let named = |it: &[usize; 3]| it.map(|node| place[node]);
                let one = [one.left, one.right, one.between];
                let same = named(&one) == [two.left, two.right, two.between];
                assert!(same || size > 2, "seed {seed}");
            }
            (one, two) => assert_eq!(one.is_err(), two.is_err(), "seed {seed}"),
        }
    }
    assert!(compared > 250, "{compared} with every node at its place");
}

/// The tests' own tables agree with each other before they judge.
#[test]
fn the_oracle_names_what_it_lists() {
    let graph = program(&mut Choices::new(&stream(7)), 6, false);
    let all = Ways::of(&graph);
    let tables = all.ways.iter().flatten().flat_map(|(held, wants)| [held, wants]);
    let of: Vec<&Distribution> = tables.clone().map(|table| &all.named[table]).collect();
    assert!(!of.is_empty());
    assert!(tables.zip(of).all(|(listed, named)| *listed == table(named)));
}
