//! Equations as rules: what to write for a product of atoms.
//!
//! ```text
//! 12 divides t      t  ->  12 * (t floordiv 12)
//! t divides 12      t * (12 floordiv t)  ->  12
//! n = 2 * m         n  ->  2 * m
//! ```
//!
//! A rule from left to right ends: an atom goes, or a product does. From right to left it makes
//! numbers readable.

use crate::family::symbolic::polynomial::{Atom, Monomial, Poly, degree, divided};

/// `factor * pattern` is `replacement`.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub pattern: Monomial,
    pub factor: i128,
    pub replacement: Poly,
}

/// A rule `x = factor * q * rest` applied from right to left, once; `q` a quotient of `x`.
pub(super) fn turned_back(rule: &Rule, poly: &Poly) -> Option<Poly> {
    let ([(whole, 1)], [(product, factor)]) = (&rule.pattern[..], rule.replacement.terms()) else {
        return None;
    };
    let is_of_whole = |(atom, _): &(Atom, u32)| match atom {
        Atom::Quotient(quotient) => quotient.dividend == Poly::atom(whole.clone()),
        Atom::Parameter { .. } => false,
    };
    if rule.factor != 1 || !product.iter().any(is_of_whole) {
        return None;
    }
    poly.terms().iter().find_map(|(monomial, own)| {
        let rest = divided(monomial, product)?;
        let (value, times) = if own.checked_rem(*factor)? == 0 {
            (Poly::atom(whole.clone()), own.checked_div(*factor)?)
        } else if let [(Atom::Quotient(quotient), 1)] = product.as_slice()
            && quotient.divisor.as_constant() == Some(*factor)
            && *own > 1
            && factor % own == 0
        {
            (Poly::quotient(Poly::atom(whole.clone()), Poly::constant(factor / own))?, 1)
        } else {
            return None;
        };
        let old = Poly::monomial(monomial.clone(), *own);
        poly.minus(&old)?.plus(&value.times_monomial(&rest, times)?)
    })
}

/// `divisor * quotient = dividend` as a rule that ends: an atom of the dividend goes, or the
/// product does.
pub(super) fn product_rule(divisor: &Poly, quotient: &Poly, dividend: &Poly) -> Option<Rule> {
    let product = divisor.times(quotient)?;
    if let Some(rule) = linear_rule(dividend, &product) {
        return Some(rule);
    }
    match product.terms() {
        [(pattern, factor)] if *factor > 0 => {
            Some(Rule { pattern: pattern.clone(), factor: *factor, replacement: dividend.clone() })
        }
        _ => None,
    }
}

/// `poly = 0`, solved for its greatest monomial.
pub(super) fn lead_rule(poly: &Poly) -> Option<Rule> {
    let (pattern, factor) = poly.terms().first().filter(|(monomial, _)| degree(monomial) > 0)?;
    let rest = poly.minus(&Poly::monomial(pattern.clone(), *factor))?;
    let replacement = Poly::default().plus_scaled(&rest, -factor.signum())?;
    Some(Rule { pattern: pattern.clone(), factor: factor.checked_abs()?, replacement })
}

/// `poly = value`, solved for an atom that `value` does not need.
pub(super) fn linear_rule(poly: &Poly, value: &Poly) -> Option<Rule> {
    let solvable = poly.terms().iter().find_map(|(monomial, factor)| match monomial.as_slice() {
        [(atom, 1)] if factor.abs() == 1 => {
            let rest = poly.minus(&Poly::monomial(monomial.clone(), *factor))?;
            (!rest.mentions(atom) && !value.mentions(atom)).then_some((monomial, *factor, rest))
        }
        _ => None,
    });
    let (pattern, factor, rest) = solvable?;
    let replacement = Poly::default().plus_scaled(&value.minus(&rest)?, factor)?;
    Some(Rule { pattern: pattern.clone(), factor: 1, replacement })
}
