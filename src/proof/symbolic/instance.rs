//! A member that meets a guard, and the witness there: values near 0 first, then the ends.
//!
//! ```text
//! (p : -5..=9, n : 0..=9 by 3) (i : n) -> (i * p) to (x : p)
//!     p    0, 1, -1, 2, -2, ...
//!     n    0, 3, 6, 9
//!     p = -1, n = 3 is no member: it would end in an axis of -1 values
//! ```
//!
//! What only the largest numbers show, the corners of the ranges do. Values for which an extent is negative, or has none, are passed over and not counted: however
//! many there are, what is asked is asked of members.

use crate::family::{Family, Guard, Parameter, Parameters};
use crate::proof::{Budget, Facts, Verdict, Witness, prove};

/// Values of one parameter that are tried next to each other, to either side.
const VALUES: i64 = 24;
/// A parameter of no more values is tried with all of them.
const FEW: i64 = 1 << 12;
/// Values of all parameters that are looked at.
const MEMBERS: usize = 1 << 16;
/// Members that are asked for their facts.
const ASKED: usize = 8;
/// All ends of so many parameters are tried with one another.
const CORNERS: usize = 3;

/// A member for which the fact is disproved, among those that meet the guards.
pub(super) fn of(
    family: &Family,
    guards: [&Guard; 2],
    fact: fn(&Facts) -> &Verdict,
    budget: &Budget,
) -> Option<(Witness, Vec<i64>)> {
    meeting(family.parameters(), &[family], guards, |values| {
        let member = family.bind(values).ok()?;
        match fact(&prove(&member, budget)) {
            Verdict::Disproved { witness, .. } => Some(witness.clone()),
            _ => None,
        }
    })
}

/// Values for which the families over these parameters have members, that meet the guards and have
/// a witness.
pub(super) fn meeting<W>(
    parameters: &Parameters,
    families: &[&Family],
    guards: [&Guard; 2],
    mut witness: impl FnMut(&[i64]) -> Option<W>,
) -> Option<(W, Vec<i64>)> {
    let conditions = guards.map(Guard::program);
    let meets = |values: &Vec<i64>| {
        guards.iter().zip(&conditions).all(|(guard, program)| match program.eval(values) {
            Ok(all) => all.iter().all(|&holds| holds == 1),
            // An output after a condition that is broken, or one between, may have no value.
            Err(_) => guard.holds(values),
        })
    };
    let exist = |values: &Vec<i64>| families.iter().all(|family| family.has_member(values));
    let shown = |values: Vec<i64>| Some((witness(&values)?, values));
    let small = tuples(parameters.iter().map(candidates).collect()).take(MEMBERS);
    let small = small.filter(meets).filter(exist).take(ASKED);
    small.chain(corners(parameters).filter(meets).filter(exist)).find_map(shown)
}

/// Each parameter at its greatest value or its least; of many parameters, some of these tuples.
fn corners(parameters: &Parameters) -> impl Iterator<Item = Vec<i64>> {
    let end = |corner: usize| {
        let each = parameters.iter().enumerate();
        each.map(move |(k, own)| if corner >> k & 1 == 1 { own.first() } else { own.last() })
    };
    (0..1usize << parameters.len().min(CORNERS)).map(move |corner| end(corner).collect())
}

/// Tuples of one choice each, the first choices before the last ones.
fn tuples(choices: Vec<Vec<i64>>) -> impl Iterator<Item = Vec<i64>> {
    let largest = choices.iter().map(|values| values.len()).max().unwrap_or(1);
    (0..largest).flat_map(move |level| at_level(&choices, level))
}

/// The tuples whose largest place is `level`: so that no parameter runs ahead of the others.
fn at_level(choices: &[Vec<i64>], level: usize) -> Vec<Vec<i64>> {
    let mut tuples: Vec<(Vec<i64>, bool)> = vec![(Vec::new(), false)];
    for (number, values) in choices.iter().enumerate() {
        let last = number + 1 == choices.len();
        let mut longer = Vec::new();
        for (tuple, reached) in &tuples {
            for (place, &value) in values.iter().enumerate().take(level + 1) {
                let reached = *reached || place == level;
                if (reached || !last) && longer.len() < MEMBERS {
                    longer.push(([&tuple[..], &[value]].concat(), reached));
                }
            }
        }
        tuples = longer;
    }
    tuples.into_iter().map(|(tuple, _)| tuple).collect()
}

/// The values of a parameter next to the one nearest 0, those powers of two away from it, and the
/// ends; then all, where they are few.
fn candidates(parameter: &Parameter) -> Vec<i64> {
    let by = parameter.multiple_of();
    let (first, last) = (parameter.first(), parameter.last());
    let nearest = 0.clamp(first, last);
    let step = |from: i64, k: i64| by.checked_mul(k).and_then(|more| from.checked_add(more));
    let powers = (5..63).flat_map(|bit| [(1i64 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    let away = (0..VALUES).chain(powers).flat_map(|k| [k, -k]);
    let near = away.filter_map(|k| step(nearest, k));
    let ends = [last, last.saturating_sub(by), first, first.saturating_add(by)];
    let few = if parameter.values() <= FEW { parameter.values() } else { 0 };
    let every = (0..few).filter_map(|k| step(first, k));
    let mut all: Vec<i64> = near.chain(ends).chain(every).collect();
    all.retain(|&value| parameter.check(value).is_ok());
    let mut seen = std::collections::HashSet::new();
    all.retain(|&value| seen.insert(value));
    all
}
