//! A polynomial as an expression of the text form.
//!
//! ```text
//! 2 * n * m - n floordiv 12 + 3
//! ```
//!
//! **The law.** What is printed reads as what it is.

use std::fmt;

use super::{Atom, Poly, degree};

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Parameter { name, .. } => f.write_str(name),
            Atom::Quotient(quotient) => {
                let factor = |poly: &Poly| match poly.terms.as_slice() {
                    [] => true,
                    [(monomial, 1)] => degree(monomial) <= 1,
                    [(monomial, factor)] => monomial.is_empty() && *factor > 0,
                    _ => false,
                };
                let operand = |poly: &Poly, atomic: bool| {
                    if atomic { poly.to_string() } else { format!("({poly})") }
                };
                let dividend = operand(&quotient.dividend, quotient.dividend.terms.len() <= 1);
                let nested = matches!(quotient.divisor.terms.as_slice(),
                    [(monomial, 1)] if matches!(monomial.as_slice(), [(Atom::Quotient(_), 1)]));
                let divisor = operand(&quotient.divisor, factor(&quotient.divisor) && !nested);
                write!(f, "{dividend} floordiv {divisor}")
            }
        }
    }
}

impl fmt::Display for Poly {
    /// As an expression of the text form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (number, (monomial, factor)) in self.terms.iter().enumerate() {
            let magnitude = factor.unsigned_abs();
            f.write_str(match (number, *factor < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            if monomial.is_empty() || magnitude != 1 || (number == 0 && *factor < 0) {
                write!(f, "{magnitude}")?;
                if !monomial.is_empty() {
                    f.write_str(" * ")?;
                }
            }
            let alone = degree(monomial) == 1 && (magnitude == 1 && (number > 0 || *factor > 0));
            let powers = monomial.iter().flat_map(|(atom, power)| (0..*power).map(move |_| atom));
            for (place, atom) in powers.enumerate() {
                f.write_str(if place == 0 { "" } else { " * " })?;
                match atom {
                    Atom::Quotient(_) if !alone => write!(f, "({atom})")?,
                    _ => write!(f, "{atom}")?,
                }
            }
        }
        Ok(())
    }
}
