//! Whether any member meets a guard: all of them are asked, where they are few.
//!
//! ```text
//! m : 1..=17      3 divides 2 * m and 2 * m floordiv 3 divides m        2 * (m floordiv 3) divides
//!                                                                       3 * (m floordiv 3): none
//! ```
//!
//! No rule of [`Facts`](super::facts::Facts) sees that; looking at seventeen numbers does. A way
//! through an algorithm that no member takes is no case, and no refusal either.

use super::guard::{Condition, Guard};
use super::scope::Scope;
use crate::family::{Parameter, Parameters};

/// More members than this are not looked at.
const FEW: i64 = 1 << 16;

impl Scope {
    /// Whether the guard is seen to hold for no values of the parameters.
    pub(super) fn holds_nowhere(&self, guard: &Guard) -> bool {
        self.no_member(guard, |met| met == Some(true))
    }

    /// Whether every member is seen to break the guard: a condition that cannot be computed is not
    /// broken.
    pub(super) fn broken_everywhere(&self, guard: &Guard) -> bool {
        self.no_member(guard, |met| met != Some(false))
    }

    /// Whether every member is seen to meet a condition.
    pub(super) fn holds_everywhere(&self, condition: &Condition) -> bool {
        self.every_member(|values| condition.holds(values))
    }

    /// The members that meet what is given and none of these guards; `None` where there are more than
    /// `most` of them, or too many to look at.
    pub fn left_by(&self, guards: &[&Guard], most: usize) -> Option<Vec<Vec<i64>>> {
        let members = few(self.parameters())?;
        let (given, demanded) = (self.given(), self.0.demanded.borrow());
        let mut values: Vec<i64> = self.parameters().iter().map(Parameter::first).collect();
        let mut left = Vec::new();
        for _ in 0..members {
            let counts = given.iter().chain(demanded.iter()).all(|own| own.holds(&values));
            if counts && !guards.iter().any(|guard| guard.holds(&values)) {
                if left.len() == most {
                    return None;
                }
                left.push(values.clone());
            }
            advance(self.parameters(), &mut values);
        }
        Some(left)
    }

    /// Whether something is seen to hold of every member.
    pub(super) fn every_member(&self, holds: impl Fn(&[i64]) -> bool) -> bool {
        let Some(members) = few(self.parameters()) else { return false };
        let mut values: Vec<i64> = self.parameters().iter().map(Parameter::first).collect();
        (0..members).all(|_| {
            let held = self.steps().look() && holds(&values);
            advance(self.parameters(), &mut values);
            held
        })
    }

    /// Whether no member meets all that is given and the guard, as `met` says of each condition.
    fn no_member(&self, guard: &Guard, met: impl Fn(Option<bool>) -> bool) -> bool {
        let Some(members) = few(self.parameters()) else { return false };
        let (given, demanded) = (self.given(), self.0.demanded.borrow());
        let mut values: Vec<i64> = self.parameters().iter().map(Parameter::first).collect();
        for _ in 0..members {
            let mut all = true;
            for condition in given.iter().chain(guard.conditions()).chain(demanded.iter()) {
                if !self.steps().look() {
                    return false;
                }
                all &= met(condition.met(&values));
                if !all {
                    break;
                }
            }
            if all {
                return false;
            }
            advance(self.parameters(), &mut values);
        }
        true
    }
}

/// The number of members, if that is small.
fn few(parameters: &Parameters) -> Option<i64> {
    let mut each = parameters.iter().map(Parameter::values);
    each.try_fold(1i64, |all, own| all.checked_mul(own)).filter(|&all| all <= FEW)
}

/// The values of the next member, the last parameter fastest.
fn advance(parameters: &Parameters, values: &mut [i64]) {
    let places = parameters.iter().zip(values.iter_mut()).rev();
    for (parameter, value) in places {
        if *value < parameter.last() {
            // In range: the greatest value is.
            *value += parameter.multiple_of();
            return;
        }
        *value = parameter.first();
    }
}
