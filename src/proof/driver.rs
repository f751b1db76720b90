//! The driver: strategy after strategy until the four facts are decided.

use std::collections::HashMap;

use tracing::debug_span;

use super::answers::{Answers, Asked, BOUNDS, INJECTIVE, SURJECTIVE, TOTAL, endless};
use super::finding::{Finding, Findings};
use super::forms::Forms;
use super::presburger::{self, Steps};
use super::{
    Budget, Facts, Strategy, Verdict, Witness, exhaustive, linear, normal, pieces, structure,
};
use crate::expr::{ProgramBuilder, Ranges};
use crate::index_set::Size;
use crate::map::{LayoutMap, Node};

/// One question's state: what it may still spend.
pub(super) struct Prover {
    steps: Steps,
    points: u64,
    asked: Asked,
    /// What z3 may spend on each question that is put to it.
    #[cfg(feature = "z3")]
    most_steps: u64,
}

impl Prover {
    pub fn new(budget: &Budget, asked: Asked) -> Self {
        Prover {
            steps: Steps(budget.steps),
            points: budget.points,
            asked,
            #[cfg(feature = "z3")]
            most_steps: budget.steps,
        }
    }

    /// The facts of a map; those that were not asked may be unknown.
    pub fn facts(&mut self, map: &LayoutMap) -> Facts {
        let mut answers = Answers::new(self.asked);
        if map.domain().has_no_point() {
            return answers.of_nothing(map);
        }
        if endless(map) {
            answers.count(map);
        }
        // A transform is what its claim says; its program is longer than that of its map.
        let claimed = matches!(map.node(), Node::Transform { .. });
        if claimed {
            answers.absorb(by_node(map), self.by_parts(map, answers.wanted()));
        }
        if answers.open() {
            self.by_form(map, &mut answers);
        }
        if answers.open() && !claimed && !map.node().operands().is_empty() {
            answers.absorb(by_node(map), self.by_parts(map, answers.wanted()));
        }
        self.close(map, answers)
    }

    /// The node alone, then its program.
    fn by_form(&mut self, map: &LayoutMap, answers: &mut Answers) {
        if let Some(findings) = structure::of_node(map) {
            answers.absorb(Strategy::Structure, findings);
        }
        if !answers.open() {
            return;
        }
        if !map.domain().is_box() || !map.codomain().is_box() {
            return self.by_hull(map, answers);
        }
        let Some(forms) = Forms::of(map) else {
            answers.absorb(Strategy::Affine, Findings::nothing("the program is too long"));
            return;
        };
        let code = forms.code();
        let whole = forms.extents().iter().all(|n| n.count_ones() == 1);
        let bits = code.program().is_bitwise() && whole;
        for by in order(bits) {
            if !answers.open() {
                return;
            }
            let open = answers.relations();
            let _span = debug_span!("strategy", name = by.name()).entered();
            let findings = match by {
                Strategy::Gf2 => normal::facts(map, code, forms.bits(), open),
                _ => normal::facts(map, code, forms.digits(), open),
            };
            answers.absorb(by, findings);
            // Where there are fewer points, a strategy may still name a value that none has.
            let values = map.codomain().size().counted();
            if values == Some(0) || values == map.domain().size().counted() {
                answers.count(map);
            }
        }
    }

    /// From the same map on the box around its domain, then from its constraints.
    fn by_hull(&mut self, map: &LayoutMap, answers: &mut Answers) {
        self.by_wide(map, answers);
        if answers.verdicts[TOTAL].is_none() || answers.verdicts[BOUNDS].is_none() {
            let linear = debug_span!("linear").in_scope(|| linear::defined(map));
            if let Some((total, bounds)) = linear {
                answers.answer(TOTAL, Strategy::Linear, total);
                answers.answer(BOUNDS, Strategy::Linear, bounds);
            }
        }
    }

    /// From the facts of the same map on the box around its domain: what is true there at every
    /// point, or pair of points, is true on a part of it. A witness counts where it lies in the
    /// domain, and so is tried again. That values satisfy the codomain's constraints is a
    /// question of its own.
    fn by_wide(&mut self, map: &LayoutMap, answers: &mut Answers) {
        let Some(wide) = map.over_hulls() else { return };
        let mut of_hull = Answers::new(self.asked);
        self.by_form(&wide, &mut of_hull);
        let constrained = wide.codomain() != map.codomain() && !satisfies(map, &wide);
        let facts = of_hull.facts();
        let verdicts = [facts.total, facts.bounds, facts.injective, facts.surjective];
        for (fact, verdict) in verdicts.into_iter().enumerate() {
            let open = match fact {
                BOUNDS => constrained,
                SURJECTIVE => !map.domain().is_box(),
                _ => false,
            };
            match verdict {
                Verdict::Proved { by, .. } if !open => answers.answer(fact, by, Ok(Finding::Holds)),
                Verdict::Proved { by, .. } => {
                    answers.answer(fact, by, Err(CONSTRAINED.to_string()))
                }
                Verdict::Disproved { witness, by, .. } => {
                    // A point wasted shows a gap only where there are as many points as values,
                    // which holds of the hulls.
                    let of_map = fact != SURJECTIVE || matches!(witness, Witness::Uncovered { .. });
                    let again = of_map.then(|| witness.again(map)).flatten();
                    let found = again.map(Finding::Fails);
                    answers.answer(fact, by, found.ok_or_else(|| CONSTRAINED.to_string()));
                }
                Verdict::Unknown { why } => answers.reasons[fact].push(why),
            }
        }
    }

    /// From the facts of its operands, and theirs: each node of the DAG once.
    fn by_parts(&mut self, map: &LayoutMap, wanted: [bool; 4]) -> Findings {
        let _span = debug_span!("structure").entered();
        let mut known: HashMap<usize, Facts> = HashMap::new();
        let mut pending: Vec<&LayoutMap> = map.node().operands();
        while let Some(&part) = pending.last() {
            let operands = part.node().operands();
            let before = pending.len();
            if !known.contains_key(&part.node_id()) {
                pending.extend(operands.iter().filter(|o| !known.contains_key(&o.node_id())));
            }
            if pending.len() > before {
                continue;
            }
            pending.pop();
            if !known.contains_key(&part.node_id()) {
                let facts = self.of_part(part, &operands, &known, wanted[SURJECTIVE]);
                known.insert(part.node_id(), facts);
            }
        }
        self.together(map, &facts_of(&map.node().operands(), &known), wanted[INJECTIVE])
    }

    /// The facts of a node from those of its operands; of pieces also whether they share a value.
    fn together(&mut self, map: &LayoutMap, parts: &[&Facts], distinct: bool) -> Findings {
        let mut findings = structure::of_parts(map, parts);
        if let (Node::Piecewise(pieces), Err(_), true) = (map.node(), &findings.injective, distinct)
        {
            findings.injective = pieces::injective(map, (pieces, parts), &mut self.steps);
        }
        findings
    }

    fn of_part(
        &mut self,
        part: &LayoutMap,
        operands: &[&LayoutMap],
        known: &HashMap<usize, Facts>,
        onto: bool,
    ) -> Facts {
        // Whether a part is onto tells of the whole only that, and of the part itself where it has
        // as many points as values.
        let square = || part.domain().size().counted() == part.codomain().size().counted();
        let asked = match self.asked {
            Asked::All if !onto && !square() => Asked::Distinct,
            asked => asked,
        };
        let mut answers = Answers::new(asked);
        if part.domain().has_no_point() {
            return answers.of_nothing(part);
        }
        if operands.is_empty() {
            self.by_form(part, &mut answers);
        } else {
            let distinct = answers.wanted()[INJECTIVE];
            let findings = self.together(part, &facts_of(operands, known), distinct);
            answers.absorb(by_node(part), findings);
        }
        self.close(part, answers)
    }

    /// Counting, and what the budget allows of the strategies that search.
    fn close(&mut self, map: &LayoutMap, mut answers: Answers) -> Facts {
        answers.count(map);
        if answers.open() {
            let (wanted, steps) = (answers.wanted(), &mut self.steps);
            let findings =
                debug_span!("presburger").in_scope(|| presburger::facts(map, wanted, steps));
            answers.absorb(Strategy::Presburger, findings);
            answers.count(map);
        }
        if answers.open() {
            let points = map.domain().few(self.points);
            match points {
                Some(points) => {
                    self.points -= points;
                    let wanted = answers.wanted();
                    let findings =
                        debug_span!("exhaustive").in_scope(|| exhaustive::facts(map, wanted));
                    answers.absorb(Strategy::Exhaustive, findings);
                }
                _ => {
                    answers.absorb(Strategy::Exhaustive, Findings::nothing(&over(map, self.points)))
                }
            }
            answers.count(map);
        }
        #[cfg(feature = "z3")]
        if answers.open() && self.most_steps > 0 {
            let findings = super::smt::facts(map, answers.wanted(), self.most_steps);
            answers.absorb(Strategy::Z3, findings);
            answers.count(map);
        }
        answers.facts()
    }
}

const CONSTRAINED: &str = "the constraints leave it open";

/// Whether every value that the wide map has at a point of the map's domain satisfies the
/// constraints of the map's codomain: by their ranges, or because the domain demands the same.
fn satisfies(map: &LayoutMap, wide: &LayoutMap) -> bool {
    let (Some(constraints), Some(code), Some(extents)) =
        (map.codomain().constraints(), wide.program(), wide.domain().extents())
    else {
        return false;
    };
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..extents.len()).map(|axis| builder.coord(axis)).collect();
    let given = map.domain().constraints().map(|given| builder.inline(given, &inputs));
    let given = given.unwrap_or_default();
    let values = builder.inline(&code.value_program(), &inputs);
    let mut open = builder.inline(constraints, &values);
    open.retain(|output| !given.contains(output));
    let program = builder.finish(&open);
    let ranges = Ranges::over(&program, &extents);
    let never_zero = |&output: &u32| {
        let range = ranges.interval(output);
        range.lo > 0 || range.hi < 0
    };
    ranges.all_safe() && program.outputs().iter().all(never_zero)
}

/// The strategies of forms: that of the bits first where it is likely to settle everything.
fn order(bits: bool) -> [Strategy; 2] {
    if bits { [Strategy::Gf2, Strategy::Affine] } else { [Strategy::Affine, Strategy::Gf2] }
}

/// To whom an argument from a node's parts is owed.
fn by_node(map: &LayoutMap) -> Strategy {
    match map.node() {
        Node::Transform { applied, .. } => Strategy::Transform(applied.transform().name()),
        _ => Strategy::Structure,
    }
}

fn facts_of<'a>(operands: &[&LayoutMap], known: &'a HashMap<usize, Facts>) -> Vec<&'a Facts> {
    operands.iter().filter_map(|operand| known.get(&operand.node_id())).collect()
}

/// That a domain has more points than may be looked at.
pub(super) fn over(map: &LayoutMap, budget: u64) -> String {
    match map.domain().size() {
        Size::Uncounted => format!("the points of {} are not counted", map.domain()),
        size => format!("{size} exceed the budget of {budget}"),
    }
}
