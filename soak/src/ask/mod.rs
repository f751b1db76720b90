//! Asking: every question about one map, each answer compared with the oracle's.
//!
//! | answer | right if |
//! |---|---|
//! | proved | the oracle finds it true |
//! | disproved | the oracle finds it false, and the witness refutes it by the listing alone |
//! | unknown | always; it is counted |
//!
//! An image, a number, runs or wavefronts are right if they are the oracle's: an answer that is
//! known counts as proved. The questions about addresses are in `memory`, those about the set of
//! values in `values`.

mod memory;
mod values;

use std::any::Any;
use std::array;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::members;
use crate::oracle::{self, Listing, Narrow};
use crate::tally::{Question, Tally, Told, Wrong};
use tileir::LayoutMap;
use tileir::family::Family;
use tileir::proof::{Budget, Verdict, Witness, constant_along, equal, fits_bits, prove};

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
    /// Whether to ask, too, what has no value in common with the map: the slowest question.
    pub apart: bool,
    /// The family of which the map is the bundle, to ask about its members instead.
    pub family: Option<Family>,
}

impl Case {
    /// All questions about a map.
    pub fn of(map: LayoutMap) -> Case {
        Case { map, other: None, same: false, facts_alone: false, apart: true, family: None }
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

/// Asks everything with each budget, and counts the answers.
pub fn ask(case: &Case, budgets: &[Budget], tally: &mut Tally) {
    let asked = catch_unwind(AssertUnwindSafe(|| {
        let mut asking = Asking {
            listing: Listing::of(&case.map),
            other: case.other.as_ref().map(Listing::of).map(Rc::new),
            moved: case.apart.then(|| values::moved(&case.map)).flatten().map(Rc::new),
            tally: Tally::default(),
        };
        asking.values();
        asking.forms(case.same);
        if let Some(family) = &case.family {
            members::ask(family, budgets, &mut asking.tally);
            return asking.tally;
        }
        asking.facts(budgets);
        if !case.facts_alone {
            asking.access(budgets);
            asking.memory(budgets);
            asking.images(budgets);
            if case.apart {
                asking.apart(budgets);
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

/// Whether the last answer to a question was right: the next budget mostly has the same.
struct Judged<T>(Option<(T, bool)>);

impl<T: Clone + PartialEq> Judged<T> {
    /// None yet.
    fn nothing() -> Self {
        Judged(None)
    }

    /// Whether an answer is right, which `judge` finds out where it is another than the last.
    fn right(&mut self, answer: &T, judge: impl FnOnce() -> bool) -> bool {
        if let Some((_, right)) = self.0.as_ref().filter(|(last, _)| last == answer) {
            return *right;
        }
        let right = judge();
        self.0 = Some((answer.clone(), right));
        right
    }
}

struct Asking {
    listing: Listing,
    other: Option<Rc<Listing>>,
    /// The map with its values moved by one, where that is asked.
    moved: Option<Rc<Listing>>,
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
        let differs = |other: &&Rc<Listing>| same && !oracle::equal(&self.listing, other);
        if let Some(other) = self.other.as_ref().filter(differs) {
            let what = format!("differs from its other form {}", other.map);
            self.complain(what);
        }
    }

    fn facts(&mut self, budgets: &[Budget]) {
        let truths = oracle::facts(&self.listing);
        let mut judged: [Judged<Verdict>; 4] = array::from_fn(|_| Judged::nothing());
        for budget in budgets {
            let facts = prove(&self.listing.map, budget);
            let questions = facts.each().into_iter().zip(truths).zip(Question::FACTS);
            for ((((name, verdict), truth), question), judged) in questions.zip(&mut judged) {
                let refutes = |witness: &Witness| oracle::refutes(&self.listing, name, witness);
                let right = judged.right(verdict, || right(verdict, truth, refutes));
                self.count(question, verdict, right, budget, || format!("{name}: {verdict}"));
            }
        }
    }

    fn access(&mut self, budgets: &[Budget]) {
        if let Some(other) = self.other.clone() {
            let truth = oracle::equal(&self.listing, &other);
            let mut judged = Judged::nothing();
            for budget in budgets {
                let verdict = equal(&self.listing.map, &other.map, budget);
                let refutes = |w: &Witness| oracle::refutes_equal(&self.listing, &other, w);
                let right = judged.right(&verdict, || right(&verdict, Some(truth), refutes));
                let what = || format!("equal to {}: {verdict}", other.map);
                self.count(Question::Equal, &verdict, right, budget, what);
            }
        }
        for axis in 0..self.listing.map.domain().rank() {
            let truth = oracle::constant(&self.listing, axis);
            let mut judged = Judged::nothing();
            for budget in budgets {
                let verdict = constant_along(&self.listing.map, axis, budget);
                let refutes = |w: &Witness| oracle::refutes_constant(&self.listing, axis, w);
                let right = judged.right(&verdict, || right(&verdict, Some(truth), refutes));
                let what = || format!("constant along {axis}: {verdict}");
                self.count(Question::Constant, &verdict, right, budget, what);
            }
        }
        for bits in WIDTHS {
            self.narrow(bits, budgets);
        }
    }

    fn narrow(&mut self, bits: u32, budgets: &[Budget]) {
        let truth = oracle::narrow(&self.listing, bits);
        let mut judged = Judged::nothing();
        for budget in budgets {
            let verdict = fits_bits(&self.listing.map, bits, budget);
            let right = judged.right(&verdict, || match (&verdict, truth) {
                (Verdict::Proved { .. }, truth) => {
                    truth == Some(Narrow { fits: true, defined: true })
                }
                (Verdict::Disproved { witness, .. }, Some(Narrow { fits: false, .. })) => {
                    oracle::refutes_narrow(&self.listing, bits, witness)
                }
                (verdict, _) => verdict.is_unknown(),
            });
            let what = || format!("fits {bits} bits: {verdict}");
            self.count(Question::Bits, &verdict, right, budget, what);
        }
    }

    /// One answer to a question, and whether it is right; `what` it says is told if it is not.
    fn count(
        &mut self,
        question: Question,
        told: impl Into<Told>,
        right: bool,
        budget: &Budget,
        what: impl FnOnce() -> String,
    ) {
        self.tally.of_mut(question).answer(told, budget.points > 0);
        if !right {
            self.complain(format!("with {} points, {}", budget.points, what()));
        }
    }

    fn complain(&mut self, what: String) {
        let text = self.listing.map.to_string();
        let what = format!("{text}\n{what}");
        let points = self.listing.points.len();
        self.tally.complain(Wrong { points, length: text.len(), what });
    }
}
