//! Questions to numbers in round brackets with parameters among them.
//!
//! ```text
//! n = 0..=8
//! size((n,(3,n)))         3 * n * n
//! rank((n,(3,n)))         2
//! get((n,(3,n)), 1)       (3,n)
//! ```
//!
//! **The law.** They are what the operation gives for the numbers: the size is the product from left to
//! right, which must fit 64 bits all along, numbers 0 left out.

use tileir::cute::{Int, Layout};
use tileir::family::{Guard, Scope, Sym};

use super::explore::{End, explore};
use super::gather::{carried, carrying};
use super::lift::Lift;
use super::words::{between, counting, large, number, passing, value};
use super::{Form, Numbers};
use crate::error::Reason;
use crate::operations::modes::counts;
use crate::operations::{Call, Outcome};

/// The product of the numbers of some modes, or of all.
pub fn size(call: &Call<'_>) -> Outcome {
    let operand = call.value(0)?;
    let modes = if call.len() > 1 { Some(counts(call, 1)?) } else { None };
    let prepare = |lift: &Lift<'_>| {
        let numbers = lift.numbers(operand)?;
        let Some(modes) = &modes else { return Ok(numbers) };
        let picked = modes.iter().enumerate().map(|(index, &mode)| {
            let rank = numbers.items().len();
            let missing = || call.no_mode(index + 1, operand, mode, rank).reason;
            numbers.items().get(mode).cloned().ok_or_else(missing)
        });
        Ok(Numbers::Tuple(picked.collect::<Result<_, _>>()?))
    };
    let build = |numbers: &Numbers| {
        let (mut size, mut empty, mut all) = (Sym::from(1), false, Vec::new());
        for number in numbers.each() {
            if number.is_zero(&mut ()) {
                empty = true;
                continue;
            }
            size = size
                .checked_mul(number)
                .ok_or_else(|| large("size", numbers.to_string(), format!("{size} * {number}")))?;
            all.push(size.clone());
        }
        passing(counting(if empty { Sym::from(0) } else { size }), &all)
    };
    value(explore(&[operand], prepare, build, counted)?)
}

fn counted(_: &Numbers, layout: Layout<Sym>, _: (&Scope, &Guard)) -> End {
    let (first, between) = between(&layout);
    End { form: Form::Numbers(Numbers::One(number(&first))), domain: None, between }
}

/// How many numbers or tuples there are.
pub fn rank(call: &Call<'_>) -> Outcome {
    of_structure(call, |numbers| numbers.items().len())
}

/// How deep they are nested.
pub fn depth(call: &Call<'_>) -> Outcome {
    of_structure(call, Numbers::depth)
}

fn of_structure(call: &Call<'_>, of: impl Fn(&Numbers) -> usize) -> Outcome {
    let operand = call.value(0)?;
    let prepare = |lift: &Lift<'_>| lift.numbers(operand);
    let finish = |numbers: &Numbers, _: Layout<Sym>, _: (&Scope, &Guard)| {
        let count = i64::try_from(of(numbers)).unwrap_or(i64::MAX);
        (Form::Numbers(Numbers::One(count.into())), None)
    };
    value(explore(&[operand], prepare, carrying, finish)?)
}

/// A number or tuple among them, of that one, and so on.
pub fn get(call: &Call<'_>) -> Outcome {
    let operand = call.value(0)?;
    let path: Vec<usize> =
        (1..call.len()).map(|index| call.count(index)).collect::<Result<_, _>>()?;
    let prepare = |lift: &Lift<'_>| {
        let mut numbers = lift.numbers(operand)?;
        for (index, &mode) in path.iter().enumerate() {
            if matches!(numbers, Numbers::One(_)) {
                let (what, found) = (call.what(0), "an integer".to_owned());
                return Err(Reason::Kind { what, expected: "a layout", found });
            }
            let rank = numbers.items().len();
            let missing = || call.no_mode(index + 1, operand, mode, rank).reason;
            numbers = numbers.items().get(mode).cloned().ok_or_else(missing)?;
        }
        Ok(numbers)
    };
    value(explore(&[operand], prepare, carrying, carried)?)
}
