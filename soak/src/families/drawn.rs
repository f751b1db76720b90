//! One drawn family for each kind of node: that node outermost, operands of any kind inside, and
//! beside it the normal form, which claims to be the same map.

use super::{nodes, sets};
use crate::ask::{Case, NOTHING};
use crate::choices::Choices;
use tileir::family::Family;
use tileir::text::ParseError;
use tileir::{IndexSet, LayoutMap, MapError};

type Draw = fn(&mut Choices<'_>, &IndexSet, usize) -> Result<LayoutMap, MapError>;

/// A map drawn over a small domain, with one level of operands; one domain in six is constrained.
fn draw(name: &str, number: u64, depth: usize, of: Draw) -> Result<Case, MapError> {
    let choices = &mut Choices::seeded(name, number);
    let mut domain = sets::small(choices)?;
    if choices.once_in(6) {
        domain = sets::constrained(choices, &domain)?;
    }
    let map = of(choices, &domain, depth)?;
    let normal = map.normalize(&NOTHING);
    Ok(Case::same(map, normal))
}

/// A constant added.
pub fn translated(number: u64) -> Result<Case, MapError> {
    draw("translated", number, 1, nodes::translated)
}

/// A permutation or a projection.
pub fn selected(number: u64) -> Result<Case, MapError> {
    draw("selected", number, 1, |choices, domain, _| nodes::selected(choices, domain))
}

/// Two factors.
pub fn product(number: u64) -> Result<Case, MapError> {
    draw("product", number, 1, nodes::product)
}

/// One after another.
pub fn composed(number: u64) -> Result<Case, MapError> {
    draw("composed", number, 1, nodes::composed)
}

/// Digits joined anew, alone and under another map.
pub fn regrouped(number: u64) -> Result<Case, MapError> {
    draw("regrouped", number, 1, |choices, domain, _| {
        let inner = nodes::regrouped(choices, domain)?;
        match choices.once_in(2) {
            true => LayoutMap::compose(nodes::map(choices, &inner.codomain().clone(), 0)?, inner),
            false => Ok(inner),
        }
    })
}

/// Addresses in other units.
pub fn recast(number: u64) -> Result<Case, MapError> {
    draw("recast", number, 1, nodes::recast)
}

/// Swizzles and rotations.
pub fn transformed(number: u64) -> Result<Case, MapError> {
    draw("transformed", number, 1, nodes::transformed)
}

/// Two pieces.
pub fn piecewise(number: u64) -> Result<Case, MapError> {
    draw("piecewise", number, 1, nodes::piecewise)
}

/// Values written out.
pub fn table(number: u64) -> Result<Case, MapError> {
    draw("table", number, 1, |choices, domain, _| nodes::table(choices, domain))
}

/// Any map over a constrained domain.
pub fn constrained(number: u64) -> Result<Case, MapError> {
    draw("constrained", number, 1, |choices, domain, depth| {
        let domain = sets::constrained(choices, domain)?;
        nodes::map(choices, &domain, depth)
    })
}

/// Any map of four levels.
pub fn nested(number: u64) -> Result<Case, MapError> {
    draw("nested", number, 3, nodes::map)
}

/// All members of a family at once: its parameters are coordinates of its bundle.
pub fn parameters(number: u64) -> Result<Case, MapError> {
    let choices = &mut Choices::seeded("parameters", number);
    let (lo, hi) = (choices.pick(&[1, 0, 2]), choices.pick(&[3, 4, 2]));
    let step = choices.pick(&["", " by 2"]);
    let extent = choices.pick(&["n", "3", "n * 2", "n + 1"]);
    let value = choices.pick(&[
        "i * 2 + j",
        "i * s + j",
        "i + j * n",
        "(i + j * n) mod s",
        "(i xor j) + s",
        "i floordiv s + j",
        "(i + s) mod n",
    ]);
    let to = choices.pick(&["", " to (a : n * 2)", " to (a : n * s + 2)", " to (a : n)"]);
    let text = format!(
        "family<(n : {lo}..={hi}, s : 0..=4{step}) (i : {extent}, j : 2) -> ({value}){to}>"
    );
    let located = |error: ParseError| MapError::Transform {
        name: text.clone(),
        parameters: Vec::new(),
        why: error.to_string(),
    };
    let family: Family = text.parse().map_err(located)?;
    let map = family.map().clone();
    let normal = map.normalize(&NOTHING);
    Ok(Case::same(map, normal))
}
