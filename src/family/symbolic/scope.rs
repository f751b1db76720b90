//! [`Scope`]: parameters, and what is assumed of them on the way.
//!
//! Symbols of a scope are numbers for the whole algebra of [`cute`](crate::cute). Where an
//! algorithm must decide what the parameters leave open, the scope *assumes* an answer, adds it
//! to its [`Guard`], and from then on knows it.
//!
//! ```
//! use tileir::cute::composition;
//! use tileir::family::Scope;
//! let scope = Scope::new("(n : 1..=1024)".parse()?);
//! let rows = scope.layout("(n,8):(8,1)")?;
//! let half = composition(&rows, &scope.layout("4:n")?)?.into_flat()?;
//! assert_eq!(half.to_string(), "4:1");
//! assert_eq!(scope.guard().to_string(), "n ne 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! There is often more than one way on: [`cases`](Scope::cases) takes them all, each with its
//! own guard.

use std::cell::{RefCell, RefMut};
use std::fmt;
use std::rc::Rc;

use super::cases::Limit;
use super::facts::{Facts, parameter_poly};
use super::guard::{Condition, Guard, Relation};
use super::polynomial::Poly;
use super::steps::Steps;
use super::sym::Sym;
use crate::cute::{CuteError, Layout};
use crate::family::{FamilyError, Parameters};
use crate::text::ParseError;

/// After this many assumptions on one way, the scope gives up on it.
const MOST_ASSUMPTIONS: usize = 96;

/// Parameters and assumptions; cloning shares them. See the source file's header.
#[derive(Clone)]
pub struct Scope(pub(super) Rc<Shared>);

pub(super) struct Shared {
    parameters: Parameters,
    steps: Steps,
    /// What all members that count meet; see [`Scope::restrict`].
    pub(super) given: RefCell<Vec<Condition>>,
    /// What they meet too, and no argument uses; see [`Scope::demand`].
    pub(super) demanded: RefCell<Vec<Condition>>,
    state: RefCell<State>,
}

/// What is known on the way taken.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub facts: Facts,
    pub conditions: Vec<Condition>,
    /// Nothing is claimed on this way: something went beyond the limits.
    pub given_up: bool,
    /// Whether a quotient was taken for none that may be one, since it has no form.
    pub unnamed: bool,
    /// Which of two answers to take, from the first open question on; then the first.
    script: Vec<bool>,
    /// The answers taken.
    pub taken: Vec<bool>,
    /// Divisors and dividends of open questions that were answered with no.
    pub declined: Vec<(Poly, Poly)>,
}

impl Scope {
    /// A scope in which only the parameters' ranges and divisors are known.
    pub fn new(parameters: Parameters) -> Self {
        let steps = Steps::default();
        let facts = Facts::of(&parameters, &steps);
        let state = RefCell::new(State { facts, ..State::default() });
        Scope(Rc::new(Shared {
            parameters,
            steps,
            given: RefCell::default(),
            demanded: RefCell::default(),
            state,
        }))
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.0.parameters
    }

    /// The parameter of this name as a number.
    ///
    /// # Errors
    /// A name that no parameter has.
    pub fn symbol(&self, name: &str) -> Result<Sym, FamilyError> {
        let found = self.parameters().iter().enumerate().find(|(_, p)| p.name() == name);
        match found {
            Some((position, parameter)) => Ok(self.sym(parameter_poly(position, parameter))),
            None => Err(self.parameters().unknown(name)),
        }
    }

    /// The layout written in CuTe's notation, with expressions in the parameters for numbers:
    /// `(n,(4,m)):(1,(n,4 * n))`.
    ///
    /// # Errors
    /// Where the text is no layout, with the place.
    pub fn layout(&self, text: &str) -> Result<Layout<Sym>, ParseError> {
        crate::text::parse_symbolic_layout(text, self)
    }

    /// What has been assumed: results are right where it holds.
    pub fn guard(&self) -> Guard {
        let state = self.0.state.borrow();
        Guard::of(if state.given_up { vec![never()] } else { state.conditions.clone() })
    }

    /// What has been assumed, where some values of the parameters are seen to be left, or are not
    /// seen not to be.
    ///
    /// # Errors
    /// [`CuteError::Contradiction`] where none is left; [`CuteError::Search`] where a limit was met,
    /// so that nothing is claimed.
    pub fn settled(&self) -> Result<Guard, CuteError> {
        let State { given_up, facts, .. } = self.state();
        if given_up {
            return Err(CuteError::Search { refused: 0, limit: Limit::Way });
        }
        let guard = self.guard();
        if facts.is_impossible() || facts.are_of_none() || self.holds_nowhere(&guard) {
            let all = Guard::of(self.given().clone()).and(&guard);
            return Err(CuteError::Contradiction { guard: all.to_string() });
        }
        Ok(guard)
    }

    /// Whether a guard is seen to hold for no member that counts.
    pub fn is_void(&self, guard: &Guard) -> bool {
        self.facts_of(guard.conditions()).is_impossible() || self.holds_nowhere(guard)
    }

    /// From now on only the ranges and this guard are known.
    pub fn assume_only(&self, guard: &Guard) {
        self.begin(&self.state_under(guard.conditions(), &State::default()), Vec::new());
    }

    /// Whether `a < b` wherever the guard holds, or never there; `None` if neither is seen.
    pub fn less_under(&self, guard: &Guard, a: &Sym, b: &Sym) -> Option<bool> {
        let known = self.facts_of(guard.conditions());
        known.is_less(&known.resolved(a.poly()), &known.resolved(b.poly()))
    }

    /// Whether a guard is seen to hold wherever `known` does.
    pub fn implies(&self, known: &Guard, guard: &Guard) -> bool {
        let known = self.facts_of(known.conditions());
        known.meets(guard)
    }

    /// The number in its simplest form under what is assumed.
    pub fn simplified(&self, number: &Sym) -> Sym {
        let simplified = self.asked().facts.readable(number.poly());
        self.in_form(number, simplified)
    }

    /// The number as a person would write it where these facts hold.
    pub(super) fn readable(&self, number: &Sym, known: &Facts) -> Sym {
        self.in_form(number, known.readable(number.poly()))
    }

    /// The number written in another form, if that has factors of 64 bits.
    fn in_form(&self, number: &Sym, form: Poly) -> Sym {
        if form.fits() { self.sym(form) } else { number.clone() }
    }

    /// The number with what is assumed applied to it.
    pub(crate) fn normalized(&self, number: &Sym) -> Sym {
        self.in_form(number, self.normal(number.poly()))
    }

    pub(super) fn sym(&self, poly: Poly) -> Sym {
        Sym::within(poly, self.clone())
    }

    pub(super) fn is(&self, other: &Scope) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Takes the way that `script` says, from `state` on.
    pub(super) fn begin(&self, state: &State, script: Vec<bool>) {
        *self.0.state.borrow_mut() = State { script, taken: Vec::new(), ..state.clone() };
    }

    /// What is known here.
    pub(super) fn state(&self) -> State {
        self.0.state.borrow().clone()
    }

    /// Only the ranges and these conditions are known; what was declined stays so.
    pub(super) fn state_under(&self, conditions: &[Condition], declined: &State) -> State {
        let mut state = State {
            facts: self.facts_of(&[]),
            declined: declined.declined.clone(),
            ..State::default()
        };
        conditions.iter().for_each(|condition| state.assume(condition.clone()));
        state
    }

    /// Where the work of answering is taken from.
    pub(super) fn steps(&self) -> &Steps {
        &self.0.steps
    }

    /// What is known, for a new question.
    pub(super) fn asked(&self) -> RefMut<'_, State> {
        self.0.steps.ask();
        self.0.state.borrow_mut()
    }

    /// The polynomial with what is assumed applied to it.
    pub(super) fn normal(&self, poly: &Poly) -> Poly {
        self.asked().facts.normal(poly)
    }

    /// From now on nothing is claimed: the guard never holds.
    pub(super) fn give_up(&self) {
        self.0.state.borrow_mut().given_up = true;
    }

    /// What was in the way, for an error.
    pub(crate) fn open_question(&self) -> String {
        let state = self.0.state.borrow();
        match state.declined.last() {
            Some((divisor, dividend)) => {
                format!("it is not known that {divisor} divides {dividend}")
            }
            None => "no condition on the parameters was found".to_string(),
        }
    }
}

impl State {
    /// The answer to an open question: whether to take the first of two ways.
    pub(super) fn choose(&mut self) -> bool {
        if self.facts.is_impossible() || self.facts.are_of_none() {
            return true;
        }
        let answer = self.script.get(self.taken.len()).copied().unwrap_or(true);
        self.taken.push(answer);
        answer
    }

    /// Whether the question was answered with no before, or under another name.
    pub(super) fn has_declined(&self, divisor: &Poly, dividend: &Poly) -> bool {
        let same = |(b, a): &(Poly, Poly)| {
            self.facts.normal(b) == *divisor && self.facts.normal(a) == *dividend
        };
        self.declined.iter().any(same)
    }

    pub(super) fn assume_positive(&mut self, poly: &Poly) {
        let one = Poly::constant(1);
        if poly.minus(&one).is_none_or(|rest| !self.facts.is_nonnegative(&rest)) {
            self.assume(Condition::new(Relation::Le, one, poly.clone()));
        }
    }

    /// Writes a condition down, and learns it.
    pub(super) fn assume(&mut self, condition: Condition) {
        if self.conditions.len() >= MOST_ASSUMPTIONS {
            self.given_up = true;
        } else if !self.facts.is_impossible() {
            self.facts.learn(&condition);
            self.conditions.push(condition);
        }
    }
}

/// The condition that never holds.
fn never() -> Condition {
    Condition::new(Relation::Eq, Poly::constant(1), Poly::default())
}

impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scope{} under {}", self.parameters(), self.guard())
    }
}
