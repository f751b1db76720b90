//! The four answers about a map while they are looked for, and what follows from numbers of points.
//!
//! | known | so |
//! |---|---|
//! | fewer points than values | not surjective |
//! | more points than values, total and in bounds | not injective |
//! | as many, total, in bounds and injective | surjective, and the other way round |
//!
//! **The law.** An answer that is there stays: what comes later answers what is open.

use std::collections::HashMap;

use super::finding::{Finding, Findings, Found, Relations};
use super::{Facts, Strategy, Verdict, Witness, exhaustive};
use crate::index_set::Size;
use crate::map::LayoutMap;

/// The answers so far, and why there are no others.
pub(super) struct Answers {
    asked: Asked,
    pub(super) verdicts: [Option<Verdict>; 4],
    pub(super) reasons: [Vec<String>; 4],
}

/// Which facts are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Where the map has a value: total and in bounds.
    Defined,
    /// These, and whether it is injective.
    Distinct,
    /// All four.
    All,
}

pub(super) const TOTAL: usize = 0;
pub(super) const BOUNDS: usize = 1;
pub(super) const INJECTIVE: usize = 2;
pub(super) const SURJECTIVE: usize = 3;

impl Answers {
    pub fn new(asked: Asked) -> Answers {
        Answers { asked, verdicts: Default::default(), reasons: Default::default() }
    }

    /// Which facts are asked for and have no answer.
    pub fn wanted(&self) -> [bool; 4] {
        let [total, bounds, injective, surjective] = self.verdicts.each_ref().map(Option::is_none);
        let relations = self.asked != Asked::Defined;
        [total, bounds, relations && injective, self.asked == Asked::All && surjective]
    }

    pub fn open(&self) -> bool {
        self.wanted().contains(&true)
    }

    /// Whether injectivity and surjectivity are.
    pub fn relations(&self) -> Relations {
        let [_, _, injective, surjective] = self.wanted();
        Relations { injective, surjective }
    }

    /// What is not yet answered, answered by these findings.
    pub fn absorb(&mut self, by: Strategy, findings: Findings) {
        let Findings { total, bounds, injective, surjective } = findings;
        for (fact, found) in [total, bounds, injective, surjective].into_iter().enumerate() {
            self.answer(fact, by, found);
        }
    }

    pub fn answer(&mut self, fact: usize, by: Strategy, found: Found) {
        if self.verdicts[fact].is_some() {
            return;
        }
        match found {
            Ok(Finding::Holds) => self.verdicts[fact] = Some(Verdict::proved(by)),
            Ok(Finding::Fails(witness)) => {
                self.verdicts[fact] = Some(Verdict::disproved(witness, by));
            }
            Err(why) => self.reasons[fact].push(format!("{by}: {why}")),
        }
    }

    fn proved(&self, facts: &[usize]) -> bool {
        facts.iter().all(|&fact| self.verdicts[fact].as_ref().is_some_and(Verdict::is_proved))
    }

    /// What follows from numbers of points.
    pub fn count(&mut self, map: &LayoutMap) {
        let by = Strategy::Cardinality;
        let [domain, codomain] = [map.domain(), map.codomain()].map(|set| set.size().counted());
        let holds = || Ok(Finding::Holds);
        if codomain == Some(0) {
            self.answer(SURJECTIVE, by, holds());
        }
        let Some(points) = domain else { return };
        if endless(map) || codomain.is_some_and(|codomain| points < codomain) {
            let witness = Witness::TooFew { values: points, codomain };
            self.answer(SURJECTIVE, by, Ok(Finding::Fails(witness)));
        }
        let Some(values) = codomain else { return };
        if points > values && self.proved(&[TOTAL, BOUNDS]) {
            let witness = Witness::Pigeonhole { points, values };
            self.answer(INJECTIVE, by, Ok(Finding::Fails(witness)));
        }
        if points != values {
            return;
        }
        // As many points as values: onto means that each point has a value of its own.
        if self.proved(&[TOTAL, BOUNDS, INJECTIVE]) {
            self.answer(SURJECTIVE, by, holds());
        }
        if self.proved(&[SURJECTIVE]) {
            for fact in [TOTAL, BOUNDS, INJECTIVE] {
                self.answer(fact, by, holds());
            }
        }
        let wasted = [TOTAL, BOUNDS, INJECTIVE]
            .into_iter()
            .find_map(|fact| self.verdicts[fact].as_ref().and_then(Verdict::witness).cloned());
        if let Some(witness) = wasted {
            self.answer(SURJECTIVE, by, Ok(Finding::Fails(witness)));
        }
    }

    /// The facts of a map without points.
    pub fn of_nothing(mut self, map: &LayoutMap) -> Facts {
        for fact in [TOTAL, BOUNDS, INJECTIVE] {
            self.answer(fact, Strategy::Cardinality, Ok(Finding::Holds));
        }
        // A value that none has is a witness for every map that ends in this one.
        if map.codomain().size() != Size::Counted(0) {
            let value = exhaustive::uncovered(map, &HashMap::new()).map(Finding::Fails);
            let not_counted = || format!("the points of {} are not counted", map.codomain());
            self.answer(SURJECTIVE, Strategy::Cardinality, value.ok_or_else(not_counted));
        }
        self.count(map);
        self.facts()
    }

    pub fn facts(self) -> Facts {
        let [total, bounds, injective, surjective] = self.verdicts;
        let [t, b, i, s] = self.reasons;
        let settled = |verdict: Option<Verdict>, reasons: Vec<String>| {
            verdict.unwrap_or_else(|| match reasons.as_slice() {
                [] => Verdict::Unknown { why: "not asked".to_string() },
                reasons => Verdict::Unknown { why: reasons.join("; ") },
            })
        };
        Facts {
            total: settled(total, t),
            bounds: settled(bounds, b),
            injective: settled(injective, i),
            surjective: settled(surjective, s),
        }
    }
}

/// Whether a codomain has points without end.
pub(super) fn endless(map: &LayoutMap) -> bool {
    let codomain = map.codomain();
    codomain.is_box() && codomain.hull_extents().is_none() && !codomain.is_empty()
}
