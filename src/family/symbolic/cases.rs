//! [`Cases`]: every way through an algorithm, each under its guard.
//!
//! An algorithm is run again and again. The first time, each open question is answered with
//! what leads on; then one answer after the other is turned round, as in a search through a
//! tree. A way that ends in a layout is a *case*, one that ends in an error a *refusal*.
//!
//! ```text
//! (12,(4,8)):(7,(1,30)) by tiles of t      12 divides t, t floordiv 12 divides 4     (12,…)
//!                                          t le 12, t divides 12                     (t,…)
//!                                          …
//! ```

use std::fmt;
use std::ops::ControlFlow;

use super::explore::MOST_WAYS;
use super::guard::Guard;
use super::scope::Scope;
use super::steps::SEARCH;
use super::sym::Sym;
use super::weaken::{Same, same_form, same_function};
use crate::cute::{CuteError, Layout};
use crate::family::{Family, FamilyError};

/// How often an algorithm may be run again to find weaker guards.
const MOST_RUNS: usize = 64;

/// A layout, and the conditions under which it is the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// When it is right.
    pub guard: Guard,
    /// The result.
    pub layout: Layout<Sym>,
}

impl Case {
    /// The family of the result's maps: right where the guard holds.
    ///
    /// # Errors
    /// An extent that can leave 64 bits.
    pub fn to_family(&self) -> Result<Family, FamilyError> {
        self.to_family_into(self.layout.cosize_of_all().as_ref())
    }

    /// As [`to_family`](Case::to_family), into `(d0 : end)`, or into all integers.
    ///
    /// # Errors
    /// An extent that can leave 64 bits.
    pub fn to_family_into(&self, end: Option<&Sym>) -> Result<Family, FamilyError> {
        match self.layout.scope() {
            Some(scope) => {
                let known = scope.facts_of(self.guard.conditions());
                self.layout.family_written(end, |number| scope.readable(number, &known))
            }
            None => self.layout.family_written(end, Sym::clone),
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} if {}", self.layout, self.guard)
    }
}

/// A way that ends in an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What was assumed on the way.
    pub guard: Guard,
    /// The error.
    pub error: CuteError,
}

/// Every way through an algorithm; see the source file's header.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cases {
    /// The ways that end in a layout, in the order in which they were found.
    pub cases: Vec<Case>,
    /// The ways that end in an error.
    pub refusals: Vec<Refusal>,
    /// How many ways were left out that no values of the parameters take.
    pub empty: usize,
    /// Whether a division that may come out even was taken not to: its quotient has no form here.
    pub unnamed: bool,
    /// The limit for which not all ways were taken. What was found is right all the same.
    pub given_up: Option<Limit>,
}

/// What a search does not go beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The ways through the algorithm.
    Ways,
    /// The steps of all its questions together; the same on every machine.
    Steps,
    /// What is assumed on one way, and the size of the numbers on it.
    Way,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Ways => write!(f, "there are more than {MOST_WAYS} ways"),
            Limit::Steps => write!(f, "the budget of {SEARCH} steps is spent"),
            Limit::Way => f.write_str("a way assumes too much, or its numbers grow too large"),
        }
    }
}

impl Cases {
    /// Whether all ways were taken: all values of the parameters, as far as the numbers stay
    /// within 64 bits, are in a case or in a refusal.
    pub fn is_complete(&self) -> bool {
        self.given_up.is_none()
    }

    /// The first case that holds for these values of the parameters.
    pub fn at(&self, values: &[i64]) -> Option<&Case> {
        self.cases.iter().find(|case| case.guard.holds(values))
    }
}

impl Scope {
    /// Every way through `build`, which computes with numbers of this scope. What was assumed
    /// before is part of every guard. A case is the function that the numbers give, perhaps in
    /// another form: so that its guard demands little.
    pub fn cases(&self, build: impl FnMut() -> Result<Layout<Sym>, CuteError>) -> Cases {
        self.ways(build, same_function, |_| false)
    }

    /// Every way through `build`, each of which ends in the layout that the numbers give, in its
    /// form too: of the same shape, nested alike, with the same strides.
    ///
    /// ```
    /// use tileir::cute::coalesce;
    /// use tileir::family::Scope;
    /// let scope = Scope::new("(k : 1..=13)".parse()?);
    /// let layout = scope.layout("(6,3):(1,k)")?;
    /// assert_eq!(scope.cases(|| coalesce(&layout)).cases.len(), 1);
    /// let forms: Vec<String> =
    ///     scope.forms(|| coalesce(&layout)).cases.iter().map(|case| case.to_string()).collect();
    /// assert_eq!(forms, ["(6,3):(1,k) if k ne 6", "18:1 if k eq 6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forms(&self, build: impl FnMut() -> Result<Layout<Sym>, CuteError>) -> Cases {
        self.ways(build, same_form, |_| false)
    }

    /// The first way through `build` that ends in a layout. The scope goes on with what was
    /// assumed on it.
    ///
    /// # Errors
    /// The error of the first way, if all end in one, within [`CuteError::NoMember`] where others
    /// are ways that no values take; [`CuteError::Search`] if the search was given up,
    /// [`CuteError::Contradiction`] if no values are left to take a way with.
    pub fn first(
        &self,
        build: impl FnMut() -> Result<Layout<Sym>, CuteError>,
    ) -> Result<Case, CuteError> {
        let mut found = self.ways(build, same_function, |cases| !cases.cases.is_empty());
        found.cases.pop().ok_or_else(|| self.refused(found))
    }

    /// Why no way ends in a layout, of a search that found none that does; the error of
    /// [`first`](Scope::first).
    pub fn refused(&self, found: Cases) -> CuteError {
        if let Some(limit) = found.given_up {
            return CuteError::Search { refused: found.refusals.len(), limit };
        }
        match found.refusals.into_iter().next() {
            Some(Refusal { error, .. }) if found.empty > 0 => {
                let parameters = self.parameters().to_string();
                CuteError::NoMember { parameters, error: Box::new(error) }
            }
            Some(refusal) => refusal.error,
            None => CuteError::Contradiction { guard: self.guard().to_string() },
        }
    }

    fn ways(
        &self,
        build: impl FnMut() -> Result<Layout<Sym>, CuteError>,
        same: Same,
        enough: impl Fn(&Cases) -> bool,
    ) -> Cases {
        let outermost = self.steps().begin_search();
        let found = self.searched(build, same, enough);
        if outermost {
            // Writing has as many steps again.
            self.steps().end_search();
            self.steps().begin_search();
        }
        let found = self.written(found);
        if outermost {
            self.steps().end_search();
        }
        found
    }

    /// The ways that are taken, as cases and refusals.
    fn searched(
        &self,
        build: impl FnMut() -> Result<Layout<Sym>, CuteError>,
        same: Same,
        enough: impl Fn(&Cases) -> bool,
    ) -> Cases {
        let (mut found, mut runs) = (Cases::default(), MOST_RUNS);
        let given_up = self.search(build, |build, guard, way, result| {
            found.unnamed |= way.unnamed;
            if self.holds_nowhere(&guard) {
                found.empty += 1;
                return ControlFlow::Continue(());
            }
            match result {
                Ok(layout) => {
                    let layout = layout.converted(|number| self.normalized(number));
                    let case =
                        self.weakened(Case { guard, layout }, &way, build, (same, &mut runs));
                    if !self.covered(&case, &found.cases) {
                        found.cases.push(case);
                    }
                    self.begin(&way, Vec::new());
                }
                Err(error) => found.refusals.push(Refusal { guard, error }),
            }
            if enough(&found) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.given_up = given_up;
        found
    }

    /// The cases as a person would write them.
    fn written(&self, mut found: Cases) -> Cases {
        let always = self.facts_of(&[]);
        for case in &mut found.cases {
            let known = self.facts_of(case.guard.conditions());
            case.layout = case.layout.converted(|number| self.readable(number, &known));
            case.guard = self.plain(&case.guard, &always);
        }
        for refusal in &mut found.refusals {
            refusal.guard = self.plain(&refusal.guard, &always);
        }
        found
    }
}
