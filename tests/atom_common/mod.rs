//! Maps of an atom's operands beside those of peers.

use tileir::atom::Atom;
use tileir::proof::equal;
use tileir::{Expr, IndexSet, LayoutMap, Program};

use crate::common::budgets::with_and_without_points;

pub fn assert_equal(ours: &LayoutMap, theirs: &LayoutMap, what: &str) {
    let verdict = with_and_without_points(|budget| equal(ours, theirs, budget));
    assert!(verdict.is_proved(), "{what}: {verdict}\n{ours}\n{theirs}");
}

pub fn expr(domain: &IndexSet, codomain: &IndexSet, values: &[Expr]) -> LayoutMap {
    LayoutMap::expr(domain.clone(), codomain.clone(), Program::from_exprs(values)).unwrap()
}

/// `outer` at these values of our `(lane, slot)`, its codomain named as ours.
pub fn pulled(ours: &LayoutMap, outer: &LayoutMap, values: &[Expr]) -> LayoutMap {
    let into = expr(ours.domain(), outer.domain(), values);
    let outer = outer.with_codomain_names(ours.codomain()).unwrap();
    LayoutMap::compose(outer, into).unwrap()
}

pub fn lane() -> Expr {
    Expr::coord(0)
}

pub fn slot() -> Expr {
    Expr::coord(1)
}

pub fn side(atom: &Atom, name: &str) -> LayoutMap {
    atom.operand(name).unwrap().map.clone()
}

/// Row and column, in PTX's words, between the sets of a map of ours.
pub fn defined(ours: &LayoutMap, [row, column]: [&str; 2]) -> LayoutMap {
    let (domain, codomain) = (ours.domain(), ours.codomain());
    let words = "let group = lane shr 2, thread = lane mod 4 in";
    format!("expr<{domain} -> {words} ({row}, {column}) to {codomain}>").parse().unwrap()
}
