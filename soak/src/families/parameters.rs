//! Families of maps with parameters: sums of coordinates with numbers in parameters, split by
//! divisors that are numbers in parameters too, between sets whose extents are.
//!
//! ```text
//! family<(n : 1..=4, s : -2..=2 by 2) (i : n, j : 3) -> (i * s + j) to (a : n * 3)>
//!     as a bundle      one map whose first coordinates are n and s
//!     by its members   twelve maps, and verdicts under guards that tell them apart
//! ```

use super::CaseError;
use crate::ask::{Case, NOTHING};
use crate::choices::Choices;
use tileir::family::Family;

/// The bundle of a family, beside its normal form.
pub fn bundles(number: u64) -> Result<Case, CaseError> {
    let family = family(&mut Choices::seeded("bundles", number), "1", "1")?;
    let normal = family.map().normalize(&NOTHING);
    Ok(Case::same(family.map().clone(), normal))
}

/// A family, to be asked about by its members.
pub fn members(number: u64) -> Result<Case, CaseError> {
    let family = family(&mut Choices::seeded("members", number), "0", "-2")?;
    Ok(Case { family: Some(family.clone()), ..Case::of(family.map().clone()) })
}

/// A family of a few members. No extent is negative: `least` is the least `n`, and the least
/// stride is no extent.
fn family(choices: &mut Choices<'_>, least: &str, stride: &str) -> Result<Family, CaseError> {
    let extents = ["n", "3", "n * 2", "n + 1", "4", "n floordiv 2", "2"];
    let (rows, columns) = (choices.pick(&extents), choices.pick(&extents));
    let row = choices.pick(&["n", "s", "3", "1", "2 * n", "n * s", "n + 1", "4"]);
    let column = choices.pick(&["1", "1", "s", "n", "2", "(-1)"]);
    let divisor = choices.pick(&["2", "3", "n", "4", "(n + 1)", "s"]);
    let sum = match choices.below(5) {
        0 => format!("i * {row} + j * {column}"),
        1 => format!("i * {row} - j"),
        2 => format!("i * {row} + j * {column} + s"),
        3 => format!("(i xor j) * {row}"),
        _ => format!("i * {row} + j"),
    };
    let values = match choices.below(6) {
        0 => vec![format!("({sum}) mod {divisor}"), format!("({sum}) floordiv {divisor}")],
        1 => vec![format!("({sum}) mod {divisor}")],
        2 => vec![sum, "i".to_string()],
        3 => vec!["i".to_string(), format!("(j + s) mod {divisor}")],
        _ => vec![sum],
    };
    let to = choices.pick(&["n * 2", "n", "n * 3 + 2", "(n + 1) * n", "6", "12", ""]);
    let axis = |(number, _): (usize, &String)| match to {
        "" => format!("a{number}"),
        to => format!("a{number} : {to}"),
    };
    let codomain: Vec<String> = values.iter().enumerate().map(axis).collect();
    let step = choices.pick(&["", " by 2"]);
    let text = format!(
        "family<(n : {least}..=4, s : {stride}..=2{step}) (i : {rows}, j : {columns}) -> ({}) to ({})>",
        values.join(", "),
        codomain.join(", ")
    );
    text.parse().map_err(|error| CaseError::Text { text, error: Box::new(error) })
}
