//! From candidates to an answer: three starts, each improved; small groups exactly.
//!
//! | start | as |
//! |---|---|
//! | convert at each use | the first baseline of [`candidates`] |
//! | convert at each definition | the second |
//! | by pairs | elimination over pairs of nodes ([`pairs`](super::pairs)) |
//!
//! A start is improved by giving one node after the other its cheapest choice, the others being as
//! they are, until a whole sweep changes nothing or [`SWEEPS`] are done. Of each group the cheapest
//! of the three is kept, the first of equally cheap ones, and what is small is then solved
//! [exactly](super::exact).
//!
//! **The law.** No step makes anything dearer, and both baselines are starts: the answer is never
//! dearer than either. Every step follows the graph's canonical order, so the answer does too.

use super::candidates::{Candidates, Choice, Sorted, candidates};
use super::exact::{is_small, optimum};
use super::graph::{Graph, Use};
use super::known::{Id, Known};
use super::order::canonical;
use super::pairs::by_pairs;
use super::problem::{Cost, Picks, Problem};
use super::{Baselines, By, Conflict, Move, Price, Solution, SolveError};
use crate::distribution::Distribution;

/// How often a start is gone through at most.
const SWEEPS: usize = 32;

/// Finds a distribution for every value; see the [module](super).
///
/// # Errors
/// [`SolveError`]: a conflict of anchors, a node that none reaches, a graph without meaning, a
/// price that overflows.
pub fn solve(graph: &Graph, price: &dyn Price) -> Result<Solution, SolveError> {
    graph.check()?;
    let sorted = sorted(graph);
    let mut known = Known::default();
    let Candidates { choices, baselines, cut } = candidates(&sorted, &mut known)?;
    let problem = Problem::new(&sorted, &choices, &known, price)?;

    let starts = baselines.map(|picks| Picks::new(&problem, picks));
    let costs = starts.each_ref().map(Picks::cost);
    let mut improved: Vec<Picks<'_>> = starts.into_iter().collect();
    improved.push(Picks::new(&problem, by_pairs(&problem)));
    improved.iter_mut().for_each(|picks| improve(&problem, picks));

    let mut best = Picks::new(&problem, vec![0; sorted.nodes.len()]);
    let mut by = By { exact: 0, searched: 0, cut };
    let mut proved = vec![true; sorted.nodes.len()];
    for group in &problem.groups {
        let terms = problem.terms_of(group);
        let cost = |picks: &&Picks<'_>| picks.terms(terms.iter().copied());
        if let Some(cheapest) = improved.iter().min_by_key(cost) {
            group.iter().for_each(|&node| best.set(node, cheapest.of[node]));
        }
        if is_small(&problem, group) {
            optimum(&problem, group, &mut best);
            by.exact += 1;
        } else {
            by.searched += 1;
            terms.iter().for_each(|&value| proved[value] = false);
        }
    }
    let cost = best.cost();
    if cost.impossible > 0 {
        let exhaustive = |value: usize| proved[value] && cut == 0;
        return Err(conflict(&sorted, &choices, &problem, &best, &known, exhaustive));
    }
    let total = u64::try_from(cost.price).map_err(|_| SolveError::Total { cost: cost.price })?;
    let of = |cost: Cost| u64::try_from(cost.price).ok().filter(|_| cost.impossible == 0);
    let [at_uses, at_definitions] = costs.map(of);
    let baselines = Baselines { at_uses, at_definitions };
    let (held, moves) = answer(graph, &sorted, &choices, &best, &mut known)?;
    Ok(Solution { held, moves, cost: total, by, baselines })
}

fn sorted(graph: &Graph) -> Sorted<'_> {
    let original = canonical(graph);
    let mut place = vec![0; original.len()];
    for (at, &node) in original.iter().enumerate() {
        place[node] = at;
    }
    let nodes = original.iter().map(|&node| &graph.nodes[node]).collect();
    let mut uses: Vec<(usize, usize, usize)> =
        graph.uses.iter().map(|u| (place[u.user], u.operand, place[u.value])).collect();
    uses.sort_unstable();
    let (mut operands, mut users) = (vec![Vec::new(); place.len()], vec![Vec::new(); place.len()]);
    for (user, _, value) in uses {
        operands[user].push(value);
        users[value].push(user);
    }
    Sorted { nodes, operands, users, original }
}

/// Gives one node after the other its cheapest choice.
fn improve(problem: &Problem, picks: &mut Picks<'_>) {
    for _ in 0..SWEEPS {
        let mut changed = false;
        for &node in problem.groups.iter().flatten() {
            let had = picks.of[node];
            let (mut least, mut best) = (picks.terms(problem.touched(node)), had);
            for pick in (0..problem.choices[node]).filter(|&pick| pick != had) {
                picks.set(node, pick);
                let cost = picks.terms(problem.touched(node));
                if cost < least {
                    (least, best) = (cost, pick);
                }
            }
            picks.set(node, best);
            changed |= best != had;
        }
        if !changed {
            return;
        }
    }
}

/// Names the first move that has no price: where its two distributions come from, and the
/// operation between, which is the user unless that is an anchor itself and the value is none.
fn conflict(
    graph: &Sorted<'_>,
    choices: &[Vec<Choice>],
    problem: &Problem,
    picks: &Picks<'_>,
    known: &Known<'_>,
    exhaustive: impl Fn(usize) -> bool,
) -> SolveError {
    let mut moves = problem.inputs.iter().enumerate().flat_map(|(user, inputs)| {
        inputs.iter().map(move |input| (input.value, user, input.want[picks.of[user]]))
    });
    let priceless = |&(value, _, want): &(usize, usize, usize)| {
        problem.moves[value][picks.of[value]][want].is_none()
    };
    let (value, user, _) = moves.find(priceless).unwrap_or_default();
    let anchor = |node: usize| graph.original[choices[node][picks.of[node]].anchor];
    let is_anchor = |node: usize| graph.nodes[node].fixed.is_some();
    let between = if is_anchor(user) && !is_anchor(value) { value } else { user };
    let way = |node: usize| choices[node][picks.of[node]].way;
    SolveError::Conflict(Box::new(Conflict {
        left: anchor(value),
        right: anchor(user),
        between: graph.original[between],
        held: known.get(way(value).held).clone(),
        wanted: known.get(way(user).wants).clone(),
        exhaustive: exhaustive(value),
    }))
}

/// What every node is held in, and the uses that want something else, as they were numbered.
fn answer(
    graph: &Graph,
    sorted: &Sorted<'_>,
    choices: &[Vec<Choice>],
    picks: &Picks<'_>,
    known: &mut Known<'_>,
) -> Result<(Vec<Option<Distribution>>, Vec<Move>), SolveError> {
    let way = |node: usize| choices[node].get(picks.of[node]).map(|choice| choice.way);
    let mut place = vec![0; sorted.original.len()];
    let mut held: Vec<Option<Id>> = vec![None; sorted.original.len()];
    for (node, &original) in sorted.original.iter().enumerate() {
        place[original] = node;
        held[original] = match way(node) {
            Some(way) => Some(way.held),
            None => {
                let users = sorted.users[node].iter().filter_map(|&user| way(user));
                let wants = users.map(|way| known.whole(way.wants)).collect::<Result<Vec<_>, _>>();
                let wants =
                    wants.map_err(|error| SolveError::Transfer { node: original, error })?;
                known.favourite(wants.into_iter())
            }
        };
    }
    let mut uses: Vec<Use> = graph.uses.clone();
    uses.sort_unstable();
    let wanted = |of: Use| {
        let wanted = way(place[of.user])?.wants;
        let moved = held[of.value] != Some(wanted);
        moved.then(|| Move { of, to: known.get(wanted).clone() })
    };
    let moves = uses.into_iter().filter_map(wanted).collect();
    let written = graph.nodes.iter().zip(&held);
    let held = written
        .map(|(node, &id)| node.fixed.clone().or_else(|| id.map(|id| known.get(id).clone())));
    Ok((held.collect(), moves))
}
