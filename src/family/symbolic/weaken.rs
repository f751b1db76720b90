//! Weaker guards for the same result.
//!
//! A way through an algorithm assumes more than its result needs. Three kinds go:
//!
//! | assumed | goes because |
//! |---|---|
//! | `12 divides t` and `t ne 1` | the first implies the second |
//! | `(n + 7) floordiv (8 * n) eq 1` | every member meets it, as looking at them says |
//! | `n ne 1` | with `n = 1` the algorithm gives the same all the same |
//!
//! For the third kind the algorithm is run again with `n = 1` and all else that is assumed; its
//! result there must be the general one at `n = 1`, and may demand nothing new; and the numbers of
//! the general one must have values there. What is the same is what was asked for:
//!
//! | asked for | the general result, and that of `n = 1` |
//! |---|---|
//! | the function | are one function, mode by mode: `n:1` and `1:0` |
//! | the form | are nested alike, of the same numbers |

use super::cases::Case;
use super::facts::{Facts, Members};
use super::guard::{Condition, Guard, Relation};
use super::polynomial::Poly;
use super::scope::{Scope, State};
use super::sym::Sym;
use crate::cute::{CuteError, Layout, View};

impl Scope {
    /// The case under as few conditions as are seen to be needed, found with up to `runs` more
    /// runs of the algorithm. The scope is left anywhere.
    pub(super) fn weakened(
        &self,
        mut case: Case,
        way: &State,
        build: &mut impl FnMut() -> Result<Layout<Sym>, CuteError>,
        (same, runs): (Same, &mut usize),
    ) -> Case {
        let mut conditions = case.guard.conditions().to_vec();
        let mut place = conditions.len();
        while let Some(last) = place.checked_sub(1) {
            place = last;
            let mut rest = conditions.clone();
            let condition = rest.remove(place);
            let implied = self.follows(&rest, &condition) || self.holds_everywhere(&condition);
            if implied
                || self.exception_agrees((&case, &condition, &rest), way, build, (same, runs))
            {
                conditions = rest;
            }
        }
        case.guard = Guard::of(conditions);
        case
    }

    /// Whether a condition `x ne c` may go: with `x = c` the result is the same.
    fn exception_agrees(
        &self,
        (case, condition, rest): (&Case, &Condition, &[Condition]),
        way: &State,
        build: &mut impl FnMut() -> Result<Layout<Sym>, CuteError>,
        (same, runs): (Same, &mut usize),
    ) -> bool {
        if condition.relation() != Relation::Ne || *runs == 0 || self.steps().are_spent() {
            return false;
        }
        *runs -= 1;
        let (left, right) = condition.sides();
        let equal = Condition::new(Relation::Eq, left.clone(), right.clone());
        let assumed: Vec<Condition> = rest.iter().cloned().chain([equal]).collect();
        self.begin(&self.state_under(&assumed, way), Vec::new());
        let Ok(layout) = build() else { return false };
        let (guard, there) = (self.guard(), self.state());
        let exception = self.weakened(Case { guard, layout }, &there, build, (same, runs));
        let known = self.facts_of(&assumed);
        let leaves = case.layout.leaves().iter();
        let mut numbers = leaves.flat_map(|leaf| [leaf.extent.poly(), leaf.stride.poly()]);
        numbers.all(|number| known.has_value(number))
            && known.meets(&exception.guard)
            && same(&case.layout, &exception.layout, &known)
    }

    /// Whether another case holds wherever this one does.
    pub(super) fn covered(&self, case: &Case, others: &[Case]) -> bool {
        let known = self.facts_of(case.guard.conditions());
        others.iter().any(|other| known.meets(&other.guard))
    }

    /// Whether a condition is seen to hold wherever what is given and these conditions do: by members
    /// that tell, or else by what is known.
    pub(super) fn follows(&self, conditions: &[Condition], condition: &Condition) -> bool {
        let mut members = Members::of(self.parameters());
        self.given().iter().chain(conditions).for_each(|given| members.restrict(given));
        let told = members.decide(condition);
        told.unwrap_or_else(|| self.facts_of(conditions).implies(condition))
    }

    /// What the ranges, what is given, and these conditions say.
    pub(super) fn facts_of(&self, conditions: &[Condition]) -> Facts {
        self.steps().ask();
        let mut facts = Facts::of(self.parameters(), self.steps());
        self.given().iter().for_each(|condition| facts.learn(condition));
        conditions.iter().for_each(|condition| facts.learn(condition));
        facts
    }
}

/// Whether a layout may stand for another where these facts hold.
pub(super) type Same = fn(&Layout<Sym>, &Layout<Sym>, &Facts) -> bool;

/// Whether two layouts are seen to be nested alike, of the same numbers.
pub(super) fn same_form(a: &Layout<Sym>, b: &Layout<Sym>, known: &Facts) -> bool {
    let same = |a: &Sym, b: &Sym| known.resolved(a.poly()) == known.resolved(b.poly());
    let mut leaves = a.leaves().iter().zip(b.leaves());
    a.profile() == b.profile()
        && leaves.all(|(a, b)| same(&a.extent, &b.extent) && same(&a.stride, &b.stride))
}

/// Whether two layouts are seen to be one function: of their top-level coordinates, or of one
/// coordinate where the exception has another number of modes.
pub(super) fn same_function(a: &Layout<Sym>, b: &Layout<Sym>, known: &Facts) -> bool {
    let same = |a, b| merged(a, known).zip(merged(b, known)).is_some_and(|(a, b)| a == b);
    if a.rank() != b.rank() {
        return same(a.view(), b.view());
    }
    a.view().modes().zip(b.view().modes()).all(|(a, b)| same(a, b))
}

/// The leaves of a mode without those of extent 1, neighbours that go on merged; `None` if an
/// extent may be 0.
fn merged(mode: View<'_, Sym>, known: &Facts) -> Option<Vec<(Poly, Poly)>> {
    let mut leaves: Vec<(Poly, Poly)> = Vec::new();
    for leaf in mode.leaves() {
        let (extent, stride) = (known.normal(leaf.extent.poly()), known.normal(leaf.stride.poly()));
        if !known.is_nonnegative(&extent.minus(&Poly::constant(1))?) {
            return None;
        }
        if extent.as_constant() == Some(1) {
            continue;
        }
        if let Some((before, step)) = leaves.last_mut()
            && known.normal(&before.times(step)?) == stride
        {
            *before = known.normal(&before.times(&extent)?);
        } else {
            leaves.push((extent, stride));
        }
    }
    Some(leaves)
}
