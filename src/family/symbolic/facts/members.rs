//! Members that refute: what is not so of one of them is not so of all.
//!
//! ```text
//! n : 1..=9, 3 le n      members 3, 4, …, 9        is n - 4 never negative? no: 3
//! ```
//!
//! An argument that something always holds ends without an answer where it does not hold, and takes
//! longest there. A look at some members comes first. Of few parameter values all are here, and where
//! conditions leave none, no way goes on. **The law.** What is recorded here holds for every one
//! that is left; if [all](Members::are_none) were there and none is left, no values meet the
//! conditions.

use std::rc::Rc;

use crate::family::parameter::{Parameter, Parameters};
use crate::family::symbolic::guard::Condition;
use crate::family::symbolic::polynomial::Poly;

/// How many are looked at.
const MOST: usize = 64;

/// Some values of the parameters for which all that is recorded holds.
#[derive(Clone, Debug, Default)]
pub(in crate::family::symbolic) struct Members {
    left: Rc<Vec<Vec<i64>>>,
    /// Whether no others meet what is recorded.
    all: bool,
}

impl Members {
    /// All, or some from the least, some from the greatest, and some from between.
    pub fn of(parameters: &Parameters) -> Members {
        let mut each = parameters.iter().map(Parameter::values);
        let count = each.try_fold(1i64, i64::checked_mul);
        let all = count.is_some_and(|count| count <= MOST as i64);
        let one = if all { MOST } else { values_of_each(parameters.len()) };
        let mut left: Vec<Vec<i64>> = vec![Vec::new()];
        for parameter in parameters.iter() {
            let values = spread(parameter, one);
            let longer = left.iter().flat_map(|member| {
                values.iter().map(|value| member.iter().copied().chain([*value]).collect())
            });
            left = longer.take(MOST).collect();
        }
        Members { left: Rc::new(left), all }
    }

    /// Those that meet a condition.
    pub fn restrict(&mut self, condition: &Condition) {
        let met: Vec<Option<bool>> = self.left.iter().map(|member| condition.met(member)).collect();
        if met.iter().all(|met| *met == Some(true)) {
            return;
        }
        self.all &= met.iter().all(Option::is_some);
        let left = self.left.iter().zip(&met).filter(|(_, met)| **met == Some(true));
        self.left = Rc::new(left.map(|(member, _)| member.clone()).collect());
    }

    /// Whether a condition holds for all: not if one breaks it, and surely if these are all.
    pub fn decide(&self, condition: &Condition) -> Option<bool> {
        let mut met = self.left.iter().map(|member| condition.met(member));
        if met.clone().any(|met| met == Some(false)) {
            return Some(false);
        }
        (self.all && met.all(|met| met == Some(true))).then_some(true)
    }

    /// Whether a number is below 0 for one of them.
    pub fn refute(&self, poly: &Poly) -> bool {
        self.left.iter().any(|member| poly.value(member).is_some_and(|value| value < 0))
    }

    /// Whether no values of the parameters meet what is recorded.
    pub fn are_none(&self) -> bool {
        self.all && self.left.is_empty()
    }
}

/// So many values of each parameter that their choices are not too many.
fn values_of_each(parameters: usize) -> usize {
    let choices = |values: &usize| {
        let all = u32::try_from(parameters).ok().and_then(|rank| values.checked_pow(rank));
        all.is_some_and(|all| all <= MOST)
    };
    (1..=MOST).rev().find(choices).unwrap_or(1)
}

/// At most so many values, in equal steps from the least to the greatest.
fn spread(parameter: &Parameter, most: usize) -> Vec<i64> {
    let (count, most) = (i128::from(parameter.values()), most as i128);
    let value = |place: i128| {
        let step = if count <= most { place } else { place * (count - 1) / (most - 1).max(1) };
        i128::from(parameter.first()) + step * i128::from(parameter.multiple_of())
    };
    let values = (0..count.min(most)).map(value);
    values.filter_map(|value| i64::try_from(value).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(text: &str) -> Members {
        Members::of(&text.parse().unwrap())
    }

    #[test]
    fn few_members_are_all_there() {
        let few = members("(n : 1..=5, m : -8..=8 by 4)");
        assert_eq!((few.left.len(), few.all), (25, true));
        assert!(few.left.contains(&vec![5, -8]) && few.left.contains(&vec![1, 8]));
        assert!(members("()").all);
    }

    #[test]
    fn of_many_the_ends_are_there() {
        let many = members("(n : 1..=4096, m : 0..=9223372036854775806)");
        assert!(!many.all && many.left.len() <= MOST);
        let ends = [[1, 0], [4096, 0], [1, i64::MAX - 1], [4096, i64::MAX - 1]];
        assert!(ends.iter().all(|end| many.left.contains(&end.to_vec())));
    }
}
