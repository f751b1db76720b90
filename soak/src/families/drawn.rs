//! One drawn family for each kind of node: that node outermost, operands of any kind inside, and
//! beside it the normal form, which claims to be the same map.

use super::{CaseError, nodes, sets};
use crate::ask::{Case, NOTHING};
use crate::choices::Choices;
use tileir::{IndexSet, LayoutMap, MapError};

type Draw = fn(&mut Choices<'_>, &IndexSet, usize) -> Result<LayoutMap, MapError>;

/// A map drawn over a small domain, with one level of operands; one domain in six is constrained.
fn draw(name: &str, number: u64, depth: usize, of: Draw) -> Result<Case, CaseError> {
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
pub fn translated(number: u64) -> Result<Case, CaseError> {
    draw("translated", number, 1, nodes::translated)
}

/// A permutation or a projection.
pub fn selected(number: u64) -> Result<Case, CaseError> {
    draw("selected", number, 1, |choices, domain, _| nodes::selected(choices, domain))
}

/// Two factors.
pub fn product(number: u64) -> Result<Case, CaseError> {
    draw("product", number, 1, nodes::product)
}

/// One after another.
pub fn composed(number: u64) -> Result<Case, CaseError> {
    draw("composed", number, 1, nodes::composed)
}

/// Digits joined anew, alone and under another map.
pub fn regrouped(number: u64) -> Result<Case, CaseError> {
    draw("regrouped", number, 1, |choices, domain, _| {
        let inner = nodes::regrouped(choices, domain)?;
        match choices.once_in(2) {
            true => LayoutMap::compose(nodes::map(choices, &inner.codomain().clone(), 0)?, inner),
            false => Ok(inner),
        }
    })
}

/// Addresses in other units.
pub fn recast(number: u64) -> Result<Case, CaseError> {
    draw("recast", number, 1, nodes::recast)
}

/// Swizzles and rotations.
pub fn transformed(number: u64) -> Result<Case, CaseError> {
    draw("transformed", number, 1, nodes::transformed)
}

/// Two pieces.
pub fn piecewise(number: u64) -> Result<Case, CaseError> {
    draw("piecewise", number, 1, nodes::piecewise)
}

/// Values written out.
pub fn table(number: u64) -> Result<Case, CaseError> {
    draw("table", number, 1, |choices, domain, _| nodes::table(choices, domain))
}

/// Any map over a constrained domain.
pub fn constrained(number: u64) -> Result<Case, CaseError> {
    draw("constrained", number, 1, |choices, domain, depth| {
        let domain = sets::constrained(choices, domain)?;
        nodes::map(choices, &domain, depth)
    })
}

/// Any map of four levels.
pub fn nested(number: u64) -> Result<Case, CaseError> {
    draw("nested", number, 3, nodes::map)
}
