//! Asking: every question about one map, each answer compared with the oracle's.
//!
//! | answer | right if |
//! |---|---|
//! | proved | the oracle finds it true |
//! | disproved | the oracle finds it false, and the witness refutes it by the listing alone |
//! | unknown | always; it is counted |
//!
//! A vector width is right if runs of that width are there, and a disproof of width 2 if none
//! are; a smaller width than there could be counts as unknown.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::members;
use crate::oracle::{self, Listing, Narrow};
use crate::tally::{Counts, Question, Tally, Wrong};
use tileir::LayoutMap;
use tileir::family::Family;
use tileir::proof::{
    Budget, Verdict, Witness, constant_along, equal, fits_bits, prove, vector_width,
};

/// A map to ask about.
#[derive(Clone, Debug)]
pub struct Case {
    /// The map.
    pub map: LayoutMap,
    /// Another between the same sets, to ask whether both are equal.
    pub other: Option<LayoutMap>,
    /// Whether the other claims to be.
    pub same: bool,
    /// Whether to ask for the four facts alone.
    pub facts_alone: bool,
    /// The family of which the map is the bundle, to ask about its members instead.
    pub family: Option<Family>,
}

impl Case {
    /// All questions about a map.
    pub fn of(map: LayoutMap) -> Case {
        Case { map, other: None, same: false, facts_alone: false, family: None }
    }

    /// All questions about a map, and whether it equals another.
    pub fn pair(map: LayoutMap, other: LayoutMap) -> Case {
        Case { other: Some(other), ..Case::of(map) }
    }

    /// All questions about a map, beside another form of it.
    pub fn same(map: LayoutMap, other: LayoutMap) -> Case {
        Case { same: true, ..Case::pair(map, other) }
    }
}

/// No point may be looked at.
pub const NOTHING: Budget = Budget::of_points(0);

/// Integers of which widths a map's arithmetic should fit.
const WIDTHS: [u32; 2] = [5, 32];
/// The widest access asked for.
const WIDEST: i64 = 8;

/// Asks everything with each budget, and counts the answers.
pub fn ask(case: &Case, budgets: &[Budget], tally: &mut Tally) {
    let asked = catch_unwind(AssertUnwindSafe(|| {
        let mut asking = Asking {
            listing: Listing::of(&case.map),
            other: case.other.as_ref().map(Listing::of),
            tally: Tally::default(),
        };
        asking.values();
        asking.forms(case.same);
        for budget in budgets {
            if let Some(family) = &case.family {
                members::ask(family, budget, &mut asking.tally);
                continue;
            }
            asking.facts(budget);
            if !case.facts_alone {
                asking.access(budget);
            }
        }
        asking.tally
    }));
    match asked {
        Ok(answers) => tally.merge(answers),
        Err(panic) => {
            let text = case.map.to_string();
            let what = format!("{text}\npanicked: {}", message(&*panic));
            tally.complain(Wrong { points: 0, length: text.len(), what });
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Whether a verdict may be given where the oracle knows `truth` and which witnesses refute.
pub fn right(verdict: &Verdict, truth: Option<bool>, refutes: impl Fn(&Witness) -> bool) -> bool {
    match verdict {
        Verdict::Proved { .. } => truth == Some(true),
        Verdict::Disproved { witness, .. } => truth != Some(true) && refutes(witness),
        Verdict::Unknown { .. } => true,
    }
}

struct Asking {
    listing: Listing,
    other: Option<Listing>,
    tally: Tally,
}

impl Asking {
    fn values(&mut self) {
        self.tally.of_mut(Question::Value).checks += 1;
        let seen_otherwise = self.listing.disagreements().next().cloned();
        if let Some(point) = seen_otherwise {
            let own = oracle::evaluate::value(&self.listing.map, &point);
            let theirs = self.listing.map.eval(&point);
            self.complain(format!("at {point:?}, eval gives {theirs:?}, the oracle {own:?}"));
        }
    }

    /// What claims to be another form of the map must be one.
    fn forms(&mut self, same: bool) {
        let differs = |other: &&Listing| same && !oracle::equal(&self.listing, other);
        if let Some(other) = self.other.as_ref().filter(differs) {
            let what = format!("differs from its other form {}", other.map);
            self.complain(what);
        }
    }

    fn facts(&mut self, budget: &Budget) {
        let facts = prove(&self.listing.map, budget);
        let truths = oracle::facts(&self.listing);
        for (((name, verdict), truth), question) in
            facts.each().into_iter().zip(truths).zip(Question::FACTS)
        {
            let refutes = |witness: &Witness| oracle::refutes(&self.listing, name, witness);
            let right = right(verdict, truth, refutes);
            self.count(question, name, verdict, right, budget);
        }
    }

    fn access(&mut self, budget: &Budget) {
        if let Some(other) = &self.other {
            let verdict = equal(&self.listing.map, &other.map, budget);
            let truth = oracle::equal(&self.listing, other);
            let refutes = |w: &Witness| oracle::refutes_equal(&self.listing, other, w);
            let right = right(&verdict, Some(truth), refutes);
            let what = format!("equal to {}", other.map);
            self.count(Question::Equal, &what, &verdict, right, budget);
        }
        for axis in 0..self.listing.map.domain().rank() {
            let verdict = constant_along(&self.listing.map, axis, budget);
            let truth = oracle::constant(&self.listing, axis);
            let refutes = |w: &Witness| oracle::refutes_constant(&self.listing, axis, w);
            let right = right(&verdict, Some(truth), refutes);
            self.count(
                Question::Constant,
                &format!("constant along {axis}"),
                &verdict,
                right,
                budget,
            );
        }
        for bits in WIDTHS {
            self.narrow(bits, budget);
        }
        if self.listing.map.codomain().rank() == 1 && self.listing.map.domain().is_box() {
            (0..self.listing.map.domain().rank()).for_each(|axis| self.vector(axis, budget));
        }
    }

    fn narrow(&mut self, bits: u32, budget: &Budget) {
        let verdict = fits_bits(&self.listing.map, bits, budget);
        let right = match (&verdict, oracle::narrow(&self.listing, bits)) {
            (Verdict::Proved { .. }, found) => found == Some(Narrow { fits: true, defined: true }),
            (Verdict::Disproved { witness, .. }, Some(Narrow { fits: false, .. })) => {
                oracle::refutes_narrow(&self.listing, bits, witness)
            }
            (verdict, _) => verdict.is_unknown(),
        };
        self.count(Question::Bits, &format!("fits {bits} bits"), &verdict, right, budget);
    }

    fn vector(&mut self, axis: usize, budget: &Budget) {
        let (width, verdict) = vector_width(&self.listing.map, axis, WIDEST, budget);
        let extent = self.listing.map.domain().axes()[axis].extent().finite().unwrap_or(0);
        let possible = |w: &i64| *w <= WIDEST && extent % w == 0;
        let there = |w: &i64| oracle::run(&self.listing, axis, *w);
        // Of no points, no width is asked.
        let empty = self.listing.points.is_empty();
        let widest =
            [8, 4, 2].into_iter().filter(|w| !empty && possible(w)).find(there).unwrap_or(1);
        let right = match (width, &verdict) {
            (2.., verdict) => verdict.is_proved() && possible(&width) && there(&width),
            (_, Verdict::Proved { .. }) => empty || !possible(&2),
            (_, Verdict::Disproved { witness, .. }) => {
                widest == 1 && oracle::refutes_run(&self.listing, axis, 2, witness)
            }
            (_, Verdict::Unknown { .. }) => true,
        };
        let too_narrow = width < widest && !verdict.is_unknown();
        let what = format!("vectors of {width} along {axis}");
        if too_narrow {
            let why = format!("runs of {widest} are there");
            return self.count(Question::Vector, &what, &Verdict::Unknown { why }, right, budget);
        }
        self.count(Question::Vector, &what, &verdict, right, budget);
    }

    fn count(
        &mut self,
        question: Question,
        what: &str,
        verdict: &Verdict,
        right: bool,
        budget: &Budget,
    ) {
        let counts: &mut Counts = self.tally.of_mut(question);
        counts.answer(verdict, budget.points > 0);
        if !right {
            self.complain(format!("{what}, with {} points: {verdict}", budget.points));
        }
    }

    fn complain(&mut self, what: String) {
        let text = self.listing.map.to_string();
        let what = format!("{text}\n{what}");
        let points = self.listing.points.len();
        self.tally.complain(Wrong { points, length: text.len(), what });
    }
}
