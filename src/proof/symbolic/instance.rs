//! A member that meets a guard, and the witness there: small values first, then the ends.

use crate::family::{Family, Guard, Parameter, Parameters};
use crate::proof::{Budget, Facts, Verdict, Witness, prove};

/// Values of one parameter that are tried.
const VALUES: i64 = 24;
/// A parameter of no more values is tried with all of them.
const FEW: i64 = 1 << 12;
/// Members that are looked at.
const MEMBERS: usize = 1 << 16;
/// Members that are asked for their facts.
const ASKED: usize = 8;

/// A member for which the fact is disproved, among those that meet the guards.
pub(super) fn of(
    family: &Family,
    guards: [&Guard; 2],
    fact: fn(&Facts) -> &Verdict,
    budget: &Budget,
) -> Option<(Witness, Vec<i64>)> {
    meeting(family.parameters(), guards, |values| {
        let member = family.bind(values).ok()?;
        match fact(&prove(&member, budget)) {
            Verdict::Disproved { witness, .. } => Some(witness.clone()),
            _ => None,
        }
    })
}

/// Of the members that meet the guards, one with a witness.
pub(super) fn meeting<W>(
    parameters: &Parameters,
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
    let shown = |values: Vec<i64>| Some((witness(&values)?, values));
    members(parameters).take(MEMBERS).filter(meets).take(ASKED).find_map(shown)
}

/// Members, small values before large ones.
fn members(parameters: &Parameters) -> impl Iterator<Item = Vec<i64>> {
    let choices: Vec<Vec<i64>> = parameters.iter().map(candidates).collect();
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

/// The least values of a parameter, those around its powers of two, and the greatest; then all,
/// where they are few.
fn candidates(parameter: &Parameter) -> Vec<i64> {
    let by = parameter.multiple_of();
    let step = |k: i64| by.checked_mul(k).and_then(|more| parameter.first().checked_add(more));
    let small = (0..VALUES).filter_map(step);
    let powers = (5..63).flat_map(|bit| [(1i64 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    let powers = powers.filter_map(step);
    let ends = [parameter.last(), parameter.last().saturating_sub(by)];
    let few = if parameter.values() <= FEW { parameter.values() } else { 0 };
    let every = (0..few).filter_map(step);
    let mut all: Vec<i64> = small.chain(powers).chain(ends).chain(every).collect();
    all.retain(|&value| parameter.check(value).is_ok());
    let mut seen = std::collections::HashSet::new();
    all.retain(|&value| seen.insert(value));
    all
}
