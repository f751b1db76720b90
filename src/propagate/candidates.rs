//! What each value could be held in.
//!
//! Anchors fix their own distributions. From them, distributions spread along uses in both
//! directions, through what each operation does to them ([`transfer`](super::transfer)), until
//! nothing new comes up or a node has [`MOST`] of them: those nearest to an anchor.
//!
//! ```text
//! load A -- exp -- transpose -- exp -- store B
//!    A      A,T⁻B    B,TA       B,TA      B        TA: A transposed; T⁻B: what is transposed to B
//! ```
//!
//! The two baselines go first, so that none of their distributions is left out. Each gives every
//! node one way, in rounds; what has a way keeps it:
//!
//! | baseline | a node takes | if none of those has a way yet, |
//! |---|---|---|
//! | convert at each use | what its first operand that has a way is held in | of a user |
//! | convert at each definition | what most of its users want (or the first by its elements) | of an operand |
//!
//! **The law.** Every way of a node is what its operation makes of a distribution that reaches it,
//! and holds its whole tile. The ways and their order depend on the graph alone.

use super::SolveError;
use super::graph::Node;
use super::known::{Id, Known, Side, Way};

/// The most ways that a node may choose from.
pub const MOST: usize = 16;

/// A graph in canonical order, its uses as lists.
pub(super) struct Sorted<'g> {
    pub nodes: Vec<&'g Node>,
    /// The values that each node uses, in the order of its operands.
    pub operands: Vec<Vec<usize>>,
    /// The users of each value, once an operand.
    pub users: Vec<Vec<usize>>,
    /// The number of each node as it was inserted.
    pub original: Vec<usize>,
}

/// A way, and the anchor that it comes from.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub way: Way,
    pub anchor: usize,
}

/// What there is to choose from.
pub(super) struct Candidates {
    /// The ways of each node; none for what is free.
    pub choices: Vec<Vec<Choice>>,
    /// The place of each node's baseline in its choices.
    pub baselines: [Vec<usize>; 2],
    /// How many nodes have more ways than are kept.
    pub cut: usize,
}

/// The candidates of every node.
pub(super) fn candidates<'g>(
    graph: &Sorted<'g>,
    known: &mut Known<'g>,
) -> Result<Candidates, SolveError> {
    let mut search = Search { graph, known };
    let fixed = search.anchors()?;
    let mut baselines = Vec::new();
    for side in [Side::Operand, Side::Result] {
        baselines.push(search.settled(fixed.clone(), side)?);
    }
    let (choices, cut) = search.closure(&fixed, &baselines)?;
    let open = |node: &usize| choices[*node].is_empty() && !graph.nodes[*node].is_free();
    let unreached = (0..choices.len()).filter(open).map(|node| graph.original[node]);
    if let Some(node) = unreached.min() {
        return Err(SolveError::Unreached { node });
    }
    let place = |baseline: &Vec<Option<Choice>>| {
        let places = baseline.iter().zip(&choices).map(|(wanted, choices)| {
            let same = |choice: &Choice| wanted.is_some_and(|wanted| wanted.way == choice.way);
            choices.iter().position(same).unwrap_or(0)
        });
        places.collect()
    };
    let baselines = [place(&baselines[0]), place(&baselines[1])];
    Ok(Candidates { choices, baselines, cut })
}

struct Search<'a, 'g> {
    graph: &'a Sorted<'g>,
    known: &'a mut Known<'g>,
}

impl<'g> Search<'_, 'g> {
    fn way(&mut self, node: usize, side: Side, id: Id) -> Result<Option<Way>, SolveError> {
        let found = self.known.way(&self.graph.nodes[node].kind, side, id);
        found.map_err(|error| SolveError::Transfer { node: self.graph.original[node], error })
    }

    fn whole(&mut self, node: usize, id: Id) -> Result<Id, SolveError> {
        let original = self.graph.original[node];
        self.known.whole(id).map_err(|error| SolveError::Transfer { node: original, error })
    }

    /// The distribution of each anchor.
    fn anchors(&mut self) -> Result<Vec<Option<Id>>, SolveError> {
        let mut anchors = Vec::with_capacity(self.graph.nodes.len());
        for (node, known) in self.graph.nodes.iter().zip(&self.graph.original) {
            let id = node.fixed.as_ref().map(|fixed| self.known.written(fixed)).transpose();
            anchors.push(id.map_err(|error| SolveError::Transfer { node: *known, error })?);
        }
        Ok(anchors)
    }

    /// An anchor's way by itself.
    fn anchored(&mut self, node: usize, fixed: Id) -> Result<Option<Choice>, SolveError> {
        let way = self.way(node, Side::Result, fixed)?;
        Ok(way.filter(|way| way.held == fixed).map(|way| Choice { way, anchor: node }))
    }

    /// A baseline: each node takes from this side first, from the other where that is all.
    fn settled(
        &mut self,
        fixed: Vec<Option<Id>>,
        side: Side,
    ) -> Result<Vec<Option<Choice>>, SolveError> {
        let graph = self.graph;
        let mut settled = vec![None; graph.nodes.len()];
        let mut new = Vec::new();
        for (node, fixed) in fixed.iter().enumerate() {
            if let &Some(fixed) = fixed
                && let Some(choice) = self.anchored(node, fixed)?
            {
                new.push((node, choice));
            }
        }
        // Who may learn something from an operand, and from a user.
        let (mut ahead, mut behind) = (Vec::new(), Vec::new());
        loop {
            for (node, choice) in new.drain(..) {
                settled[node] = Some(choice);
                ahead.extend(&graph.users[node]);
                behind.extend(&graph.operands[node]);
            }
            let (first, second) = match side {
                Side::Operand => (&mut ahead, &mut behind),
                Side::Result => (&mut behind, &mut ahead),
            };
            let (from, asked) = match (first.is_empty(), second.is_empty()) {
                (false, _) => (side, std::mem::take(first)),
                (true, false) => (side.other(), std::mem::take(second)),
                (true, true) => return Ok(settled),
            };
            let mut asked: Vec<usize> = asked;
            asked.sort_unstable();
            asked.dedup();
            for node in asked {
                let open = settled[node].is_none() && fixed[node].is_none();
                if open && let Some(choice) = self.taken(node, from, &settled)? {
                    new.push((node, choice));
                }
            }
        }
    }

    /// What a node takes from those of its neighbours on one side that are settled.
    fn taken(
        &mut self,
        node: usize,
        side: Side,
        settled: &[Option<Choice>],
    ) -> Result<Option<Choice>, SolveError> {
        let graph = self.graph;
        if graph.nodes[node].is_free() {
            return Ok(None);
        }
        if side == Side::Operand {
            for &value in &graph.operands[node] {
                if let Some(Choice { way, anchor }) = settled[value]
                    && let Some(way) = self.way(node, side, way.held)?
                {
                    return Ok(Some(Choice { way, anchor }));
                }
            }
            return Ok(None);
        }
        let mut wants = Vec::with_capacity(graph.users[node].len());
        for Choice { way, anchor } in graph.users[node].iter().filter_map(|&user| settled[user]) {
            wants.push((self.whole(node, way.wants)?, anchor));
        }
        let favourite = self.known.favourite(wants.iter().map(|&(id, _)| id));
        let Some(&(wanted, anchor)) = wants.iter().find(|&&(id, _)| Some(id) == favourite) else {
            return Ok(None);
        };
        Ok(self.way(node, side, wanted)?.map(|way| Choice { way, anchor }))
    }

    /// Everything that spreads from the anchors and the baselines; how many nodes have more.
    fn closure(
        &mut self,
        fixed: &[Option<Id>],
        baselines: &[Vec<Option<Choice>>],
    ) -> Result<(Vec<Vec<Choice>>, usize), SolveError> {
        let graph = self.graph;
        let count = graph.nodes.len();
        let mut choices: Vec<Vec<Choice>> = vec![Vec::new(); count];
        let mut cut = vec![false; count];
        let seeds = |node: usize| baselines.iter().filter_map(move |of| Some((node, of[node]?)));
        let mut found: Vec<(usize, Choice)> = (0..count).flat_map(seeds).collect();
        while !found.is_empty() {
            let mut kept = Vec::new();
            for (node, choice) in found.drain(..) {
                let own = &mut choices[node];
                let fits = fixed[node].is_none_or(|fixed| fixed == choice.way.held);
                if !fits || own.iter().any(|known| known.way == choice.way) {
                    continue;
                }
                if own.len() == MOST {
                    cut[node] = true;
                    continue;
                }
                own.push(choice);
                kept.push((node, choice));
            }
            for (node, Choice { way, anchor }) in kept {
                for &user in &graph.users[node] {
                    let way = self.way(user, Side::Operand, way.held)?;
                    found.extend(way.map(|way| (user, Choice { way, anchor })));
                }
                for &value in graph.operands[node].iter().filter(|&&v| !graph.nodes[v].is_free()) {
                    let wanted = self.whole(value, way.wants)?;
                    let way = self.way(value, Side::Result, wanted)?;
                    found.extend(way.map(|way| (value, Choice { way, anchor })));
                }
            }
        }
        Ok((choices, cut.into_iter().filter(|&cut| cut).count()))
    }
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Operand => Side::Result,
            Side::Result => Side::Operand,
        }
    }
}
