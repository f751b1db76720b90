//! [`Steps`]: how much work there may be, counted so that it is the same on every machine.
//!
//! | work | limit | when it is spent |
//! |---|---|---|
//! | a question to a [`Scope`](super::Scope) | [`QUESTION`] | the answer is *not seen* |
//! | a search through all ways | [`SEARCH`] | the search stops, and says so |
//! | members asked in a search | [`LOOKS`] | ways are taken that perhaps no member takes |
//!
//! A step is one look at one term: does this rule apply to it, what does this inequality say of
//! it. **The law.** Running out of steps leaves things open; it never decides one.

use std::cell::Cell;
use std::rc::Rc;

/// The steps of one question outside a search.
pub(super) const QUESTION: u64 = 1_000_000;
/// The steps of all questions of one search together.
pub(super) const SEARCH: u64 = 4_000_000;
/// The conditions that are computed for members in one search.
const LOOKS: u64 = 1_000_000;

/// Steps that are left; cloning shares them. See the source file's header.
#[derive(Clone, Debug)]
pub(super) struct Steps(Rc<Left>);

#[derive(Debug)]
struct Left {
    steps: Cell<u64>,
    looks: Cell<u64>,
    searching: Cell<bool>,
}

impl Default for Steps {
    fn default() -> Self {
        let (steps, looks) = (Cell::new(QUESTION), Cell::new(LOOKS));
        Steps(Rc::new(Left { steps, looks, searching: Cell::new(false) }))
    }
}

impl Steps {
    /// A new question: outside a search it has its own steps.
    pub fn ask(&self) {
        if !self.0.searching.get() {
            self.0.steps.set(QUESTION);
        }
    }

    /// From now on questions share the steps of a search. `false` if they do already: a search
    /// inside another one.
    pub fn begin_search(&self) -> bool {
        let first = !self.0.searching.replace(true);
        if first {
            self.0.steps.set(SEARCH);
            self.0.looks.set(LOOKS);
        }
        first
    }

    /// Whether they are those of a search.
    pub fn are_of_a_search(&self) -> bool {
        self.0.searching.get()
    }

    /// Questions have their own steps again.
    pub fn end_search(&self) {
        self.0.searching.set(false);
        self.0.steps.set(QUESTION);
    }

    /// Takes so many steps; `false` if there are not as many.
    pub fn take(&self, steps: usize) -> bool {
        let left = self.0.steps.get().checked_sub(steps as u64);
        self.0.steps.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Takes a look at a member; `false` if none is left.
    pub fn look(&self) -> bool {
        let left = self.0.looks.get().checked_sub(1);
        self.0.looks.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Whether no step is left.
    pub fn are_spent(&self) -> bool {
        self.0.steps.get() == 0
    }
}
