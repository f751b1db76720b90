//! Every way through an argument, each under its guard.
//!
//! Where two ways find the same and differ in one condition and its contrary, they are one way
//! without it:
//!
//! ```text
//! proved if m lt n and k le n
//! proved if n le m and k le n        proved if k le n
//! ```
//!
//! A condition goes, too, if whom it keeps out of its way has the same result by other ways: that is
//! argued, and where members are few it is looked at for each.

use std::ops::ControlFlow;

use super::cases::Limit;
use super::guard::{Condition, Guard, Relation};
use super::scope::{Scope, State};

/// Ways beyond this many are not taken.
pub(super) const MOST_WAYS: usize = 256;

/// What the ways through an argument find.
pub(crate) struct Explored<R> {
    /// Each way that is not seen to be impossible: where members are few, each that one takes.
    pub ways: Vec<(Guard, R)>,
    /// The limit for which not all were taken.
    pub given_up: Option<Limit>,
}

impl Scope {
    /// The search through the tree of answers: runs `argue` on every way, and shows what was
    /// assumed and known on it, and what it found, to `visit`, which may end the search. The limit
    /// for which not all ways were taken.
    pub(super) fn search<R, A: FnMut() -> R>(
        &self,
        mut argue: A,
        mut visit: impl FnMut(&mut A, Guard, State, R) -> ControlFlow<()>,
    ) -> Option<Limit> {
        let start = self.state();
        let (mut ways, mut limit) = (0, None);
        let mut scripts: Vec<Vec<bool>> = vec![Vec::new()];
        while let Some(script) = scripts.pop() {
            if ways == MOST_WAYS {
                limit = Some(Limit::Ways);
                break;
            }
            ways += 1;
            let known = script.len();
            self.begin(&start, script);
            let result = argue();
            let (guard, way) = (self.guard(), self.state());
            // The last answer is turned round first.
            for place in known..way.taken.len() {
                let mut turned: Vec<bool> = way.taken.iter().take(place).copied().collect();
                turned.push(false);
                scripts.push(turned);
            }
            if way.facts.is_impossible() {
                continue;
            }
            if self.steps().are_spent() {
                limit = Some(Limit::Steps);
                break;
            }
            if way.given_up {
                if !way.facts.are_of_none() {
                    limit = Some(Limit::Way);
                }
                continue;
            }
            if visit(&mut argue, guard, way, result).is_break() {
                return limit;
            }
        }
        self.begin(&start, Vec::new());
        limit
    }

    /// Every way through `argue`, which computes with numbers of this scope.
    pub(crate) fn explore<R: PartialEq>(&self, argue: impl FnMut() -> R) -> Explored<R> {
        let outermost = self.steps().begin_search();
        let mut found = Explored { ways: Vec::new(), given_up: None };
        found.given_up = self.search(argue, |_, guard, _, result| {
            found.ways.push((guard, result));
            ControlFlow::Continue(())
        });
        // From what holds nowhere anything follows: such ways go before conditions do.
        found.ways.retain(|(guard, _)| !self.broken_everywhere(guard));
        merge(&mut found.ways);
        self.weaken(&mut found.ways);
        found.ways.retain(|(guard, _)| !self.broken_everywhere(guard));
        let always = self.facts_of(&[]);
        for (guard, _) in &mut found.ways {
            let written = guard.written(&always);
            let tidied = Guard::of(written.conditions().iter().map(Condition::tidied).collect());
            *guard = self.with_divisors(&tidied);
        }
        // Two that are written alike are one.
        for way in (1..found.ways.len()).rev() {
            if found.ways[..way].contains(&found.ways[way]) {
                found.ways.remove(way);
            }
        }
        if outermost {
            self.steps().end_search();
        }
        found
    }

    /// Leaves out of each guard what the others of it imply, or what other ways with the same
    /// result take over; then the ways that others hold wherever they do.
    fn weaken<R: PartialEq>(&self, ways: &mut Vec<(Guard, R)>) {
        let mut changed = true;
        while changed && !self.steps().are_spent() {
            changed = false;
            for way in 0..ways.len() {
                let mut place = ways[way].0.conditions().len();
                while let Some(last) = place.checked_sub(1) {
                    place = last;
                    let mut rest = ways[way].0.conditions().to_vec();
                    let condition = rest.remove(place);
                    if self.follows(&rest, &condition)
                        || self.holds_everywhere(&condition)
                        || self.taken_over(way, &rest, &condition, ways)
                        || self.seen_taken_over(way, &rest, &condition, ways)
                    {
                        ways[way].0 = Guard::of(rest);
                        changed = true;
                    }
                }
            }
        }
        let mut way = 0;
        while way < ways.len() {
            let known = self.facts_of(ways[way].0.conditions());
            let covered = ways.iter().enumerate().any(|(other, (guard, result))| {
                other != way && *result == ways[way].1 && known.meets(guard)
            });
            if covered {
                ways.remove(way);
            } else {
                way += 1;
            }
        }
    }

    /// Whether the members that a condition keeps out of a way have its result all the same.
    fn taken_over<R: PartialEq>(
        &self,
        way: usize,
        rest: &[Condition],
        condition: &Condition,
        ways: &[(Guard, R)],
    ) -> bool {
        let Some(contrary) = contrary_of(condition) else { return false };
        let assumed: Vec<Condition> = rest.iter().cloned().chain([contrary]).collect();
        let known = self.facts_of(&assumed);
        known.is_impossible()
            || ways.iter().enumerate().any(|(other, (guard, result))| {
                other != way && *result == ways[way].1 && known.meets(guard)
            })
    }
}

impl Scope {
    /// The same, by looking at all members, where these are few.
    fn seen_taken_over<R: PartialEq>(
        &self,
        way: usize,
        rest: &[Condition],
        condition: &Condition,
        ways: &[(Guard, R)],
    ) -> bool {
        let others = ways.iter().enumerate().filter(|(other, _)| *other != way);
        let same: Vec<&Guard> = others
            .filter(|(_, (_, result))| *result == ways[way].1)
            .map(|(_, (guard, _))| guard)
            .collect();
        let given = self.given();
        self.every_member(|values| {
            let kept_out = !condition.holds(values)
                && given.iter().chain(rest).all(|condition| condition.met(values) != Some(false));
            !kept_out || same.iter().any(|guard| guard.holds(values))
        })
    }
}

/// What holds exactly where a condition does not, if the language has it.
fn contrary_of(condition: &Condition) -> Option<Condition> {
    let (left, right) = (condition.sides().0.clone(), condition.sides().1.clone());
    Some(match condition.relation() {
        Relation::Lt => Condition::new(Relation::Le, right, left),
        Relation::Le => Condition::new(Relation::Lt, right, left),
        Relation::Eq => Condition::new(Relation::Ne, left, right),
        Relation::Ne => Condition::new(Relation::Eq, left, right),
        Relation::Divides => return None,
    })
}

/// Ways that find the same and cover a condition and its contrary, as one.
fn merge<R: PartialEq>(ways: &mut Vec<(Guard, R)>) {
    let joined = |ways: &[(Guard, R)]| {
        ways.iter().enumerate().find_map(|(first, (guard, result))| {
            let others = ways.iter().enumerate().skip(first + 1);
            let mut same = others.filter(|(_, (_, other))| other == result);
            same.find_map(|(second, (other, _))| {
                Some((first, second, without_contrary(guard, other)?))
            })
        })
    };
    while let Some((first, second, guard)) = joined(ways) {
        ways.remove(second);
        ways[first].0 = guard;
    }
}

/// What two guards demand together if they differ in a condition and its contrary alone.
fn without_contrary(a: &Guard, b: &Guard) -> Option<Guard> {
    let only = |one: &Guard, other: &Guard| {
        let conditions = one.conditions().iter();
        conditions.filter(|c| !other.conditions().contains(c)).cloned().collect::<Vec<_>>()
    };
    let ([left], [right]) = (&only(a, b)[..], &only(b, a)[..]) else { return None };
    let shared = a.conditions().iter().filter(|condition| *condition != left);
    (contrary_of(left).as_ref() == Some(right)).then(|| Guard::of(shared.cloned().collect()))
}
