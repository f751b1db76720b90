//! [`Poly`]: exact polynomials over parameters and quotients.
//!
//! ```text
//! 12 * q + n * m - 3      q = t floordiv 12 is an atom, like n and m
//! ```
//!
//! A polynomial is a sorted list of monomials with factors other than 0, so two polynomials are
//! equal as functions of their atoms exactly if they are equal as data. Factors are exact; a sum
//! or product that leaves 128 bits, or has too many terms, is refused. Monomials are in [`monomial`];
//! what is written of a polynomial, as text and as a program, is in [`print`] and [`emit`], and its
//! value in [`value`].

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

mod emit;
mod monomial;
mod print;
mod value;

pub(super) use monomial::{Monomial, degree, divided};
use monomial::{multiplied, order};

/// Polynomials of more terms are refused.
const MOST_TERMS: usize = 64;
/// Monomials of a higher degree are refused.
const MOST_DEGREE: u32 = 16;
/// Quotients nested deeper than this are refused.
pub(super) const MOST_NESTING: usize = 8;
/// Quotients of more atoms, counted in quotients too and as often as they stand, are refused:
/// who walks through one comes to an end.
const MOST_ATOMS: usize = 512;

/// What a polynomial is made of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Atom {
    /// A parameter of the scope.
    Parameter { position: usize, name: Arc<str> },
    /// A floor division that is not known to come out even, or not as a polynomial.
    Quotient(Rc<Quotient>),
}

impl Atom {
    fn quotient(&self) -> Option<&Quotient> {
        match self {
            Atom::Parameter { .. } => None,
            Atom::Quotient(quotient) => Some(quotient),
        }
    }
}

/// `dividend floordiv divisor`, the divisor positive.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Quotient {
    /// How deep quotients are nested.
    nesting: usize,
    /// How many atoms stand in it.
    atoms: usize,
    /// Whether every factor in it is one that a program can hold.
    fits: bool,
    pub dividend: Poly,
    pub divisor: Poly,
}

/// A sum of multiples of monomials, the greatest first; see the source file's header.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Poly {
    terms: Vec<(Monomial, i128)>,
}

impl Poly {
    pub fn constant(value: i128) -> Poly {
        Poly::of(vec![(Vec::new(), value)])
    }

    pub fn atom(atom: Atom) -> Poly {
        Poly::monomial(vec![(atom, 1)], 1)
    }

    pub fn monomial(monomial: Monomial, factor: i128) -> Poly {
        Poly::of(vec![(monomial, factor)])
    }

    /// `dividend floordiv divisor`, unless quotients would be nested too deeply.
    pub fn quotient(dividend: Poly, divisor: Poly) -> Option<Poly> {
        let nested = dividend.quotients().chain(divisor.quotients());
        let nesting = 1 + nested.map(|quotient| quotient.nesting).max().unwrap_or(0);
        let atoms = dividend.atoms().saturating_add(divisor.atoms());
        let fits = dividend.fits() && divisor.fits();
        let quotient = Quotient { nesting, atoms, fits, dividend, divisor };
        let small = nesting <= MOST_NESTING && atoms <= MOST_ATOMS;
        small.then(|| Poly::atom(Atom::Quotient(Rc::new(quotient))))
    }

    /// The quotients among its atoms, as often as they stand.
    pub fn quotients(&self) -> impl Iterator<Item = &Quotient> {
        let atoms = self.terms.iter().flat_map(|(monomial, _)| monomial);
        atoms.filter_map(|(atom, _)| atom.quotient())
    }

    /// How many atoms stand in it, in quotients too.
    fn atoms(&self) -> usize {
        let atoms = self.terms.iter().flat_map(|(monomial, _)| monomial);
        let each = atoms.map(|(atom, _)| 1 + atom.quotient().map_or(0, |quotient| quotient.atoms));
        each.fold(0, usize::saturating_add)
    }

    fn of(terms: Vec<(Monomial, i128)>) -> Poly {
        Poly { terms: terms.into_iter().filter(|(_, factor)| *factor != 0).collect() }
    }

    /// The monomials and their factors, the greatest first.
    pub fn terms(&self) -> &[(Monomial, i128)] {
        &self.terms
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.as_slice() {
            [] => Some(0),
            [(monomial, factor)] if monomial.is_empty() => Some(*factor),
            _ => None,
        }
    }

    /// The factor of the monomial 1.
    pub fn base(&self) -> i128 {
        self.factor(&[])
    }

    /// The factor of a monomial; 0 if it does not occur.
    pub fn factor(&self, monomial: &[(Atom, u32)]) -> i128 {
        let found = self.terms.iter().find(|(own, _)| own.as_slice() == monomial);
        found.map_or(0, |(_, factor)| *factor)
    }

    /// The greatest number that divides every factor; 0 for the polynomial 0.
    pub fn content(&self) -> i128 {
        self.terms.iter().fold(0, |content, (_, factor)| {
            let (mut a, mut b) = (content, factor.saturating_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        })
    }

    pub fn degree(&self) -> u32 {
        self.terms.iter().map(|(monomial, _)| degree(monomial)).max().unwrap_or(0)
    }

    /// `a` and `b` with `self = a - b`, neither with a sign that can be spared: `n` and 17, or
    /// `4 * n + 3` and `m`.
    pub fn apart(&self) -> (Poly, Poly) {
        let side = |keep: fn(i128) -> bool| -> Vec<(Monomial, i128)> {
            let own = self.terms.iter().filter(|(m, factor)| !m.is_empty() && keep(*factor));
            own.map(|(m, factor)| (m.clone(), factor.saturating_abs())).collect()
        };
        let (mut above, mut below) = (side(|factor| factor > 0), side(|factor| factor < 0));
        let base = self.base();
        if above.is_empty() || (base > 0 && !below.is_empty()) {
            above.push((Vec::new(), base));
        } else {
            below.push((Vec::new(), base.saturating_neg()));
        }
        (Poly::of(above), Poly::of(below))
    }

    /// Two numbers that are equal exactly where this one is 0, the second perhaps a constant.
    pub fn two_sides(&self) -> (Poly, Poly) {
        let (left, right) = self.apart();
        if left.as_constant().is_some() { (right, left) } else { (left, right) }
    }

    /// Whether every factor is one that a program can hold.
    pub fn fits(&self) -> bool {
        self.terms.iter().all(|(_, factor)| i64::try_from(*factor).is_ok())
            && self.quotients().all(|quotient| quotient.fits)
    }

    pub fn mentions(&self, atom: &Atom) -> bool {
        self.terms.iter().any(|(monomial, _)| monomial.iter().any(|(own, _)| own == atom))
    }

    /// The sum.
    pub fn plus(&self, other: &Poly) -> Option<Poly> {
        self.plus_scaled(other, 1)
    }

    /// `self + factor * other`.
    pub fn plus_scaled(&self, other: &Poly, factor: i128) -> Option<Poly> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some((a, _)), Some((b, _))) => order(a, b),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (None, None) => break,
            };
            let own = if order.is_ge() { left.next() } else { None };
            let new = if order.is_le() { right.next() } else { None };
            let Some((monomial, _)) = own.or(new) else { break };
            let scaled = new.map_or(Some(0), |(_, value)| value.checked_mul(factor))?;
            terms.push((monomial.clone(), own.map_or(0, |(_, value)| *value).checked_add(scaled)?));
        }
        let sum = Poly::of(terms);
        (sum.terms.len() <= MOST_TERMS).then_some(sum)
    }

    pub fn minus(&self, other: &Poly) -> Option<Poly> {
        self.plus_scaled(other, -1)
    }

    /// The product.
    pub fn times(&self, other: &Poly) -> Option<Poly> {
        let mut product = Poly::default();
        for (monomial, factor) in &other.terms {
            product = product.plus(&self.times_monomial(monomial, *factor)?)?;
        }
        Some(product)
    }

    pub fn times_monomial(&self, monomial: &Monomial, factor: i128) -> Option<Poly> {
        let mut terms = Vec::with_capacity(self.terms.len());
        for (own, value) in &self.terms {
            let product = multiplied(own, monomial);
            if degree(&product) > MOST_DEGREE {
                return None;
            }
            terms.push((product, value.checked_mul(factor)?));
        }
        Some(Poly::of(terms))
    }

    /// `q` with `self = q * divisor`, if there is one.
    pub fn exactly_by(&self, divisor: &Poly) -> Option<Poly> {
        let (lead, lead_factor) = divisor.terms.first()?;
        let (mut rest, mut quotient) = (self.clone(), Poly::default());
        while let Some((monomial, factor)) = rest.terms.first() {
            let monomial = divided(monomial, lead)?;
            if factor.checked_rem(*lead_factor)? != 0 {
                return None;
            }
            let factor = factor.checked_div(*lead_factor)?;
            rest = rest.minus(&divisor.times_monomial(&monomial, factor)?)?;
            quotient = quotient.plus(&Poly::monomial(monomial, factor))?;
        }
        Some(quotient)
    }

    /// The polynomial with each atom replaced.
    pub fn with_atoms(&self, replace: &impl Fn(&Atom) -> Option<Poly>) -> Option<Poly> {
        let mut sum = Poly::default();
        for (monomial, factor) in &self.terms {
            let mut product = Poly::constant(*factor);
            for (atom, power) in monomial {
                let value = replace(atom)?;
                for _ in 0..*power {
                    product = product.times(&value)?;
                }
            }
            sum = sum.plus(&product)?;
        }
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(position: usize, name: &str) -> Poly {
        Poly::atom(Atom::Parameter { position, name: name.into() })
    }

    #[test]
    fn sums_and_products_are_canonical() {
        let (n, m) = (named(0, "n"), named(1, "m"));
        let sum = n.plus(&m).unwrap();
        let square = sum.times(&sum).unwrap();
        assert_eq!(square.to_string(), "n * n + 2 * n * m + m * m");
        assert_eq!(square.exactly_by(&sum), Some(sum.clone()));
        assert_eq!(square.plus(&Poly::constant(1)).unwrap().exactly_by(&sum), None);
        assert!(square.minus(&square).unwrap().is_zero());
    }

    #[test]
    fn printed_quotients_read_as_they_are() {
        let (n, m) = (named(0, "n"), named(1, "m"));
        let inner = Poly::quotient(n.clone(), Poly::constant(12)).unwrap();
        let outer = Poly::quotient(inner.clone(), inner.plus(&m).unwrap()).unwrap();
        assert_eq!(outer.to_string(), "n floordiv 12 floordiv (m + n floordiv 12)");
        let negative = Poly::constant(5).minus(&inner.times(&m).unwrap()).unwrap();
        assert_eq!(negative.to_string(), "-1 * m * (n floordiv 12) + 5");
    }
}
