//! A polynomial as code over the parameters.
//!
//! Sums begin with the terms that are added, so that `n - 3` is one subtraction.

use super::{Atom, Monomial, Poly};
use crate::expr::{BinaryOp, ProgramBuilder};

impl Poly {
    /// Writes the value into a program over the parameters; it must [fit](Poly::fits).
    pub fn emit(&self, builder: &mut ProgramBuilder) -> u32 {
        let mut sum = None;
        let positive_first =
            self.terms.iter().filter(|t| t.1 > 0).chain(self.terms.iter().filter(|t| t.1 < 0));
        for (monomial, factor) in positive_first {
            // The least integer has no contrary to be subtracted.
            let contrary = factor.checked_neg().filter(|&contrary| i64::try_from(contrary).is_ok());
            let (factor, negative) = match contrary {
                Some(contrary) if sum.is_some() && *factor < 0 => (contrary, true),
                _ => (*factor, false),
            };
            let term = emit_term(builder, monomial, factor);
            sum = Some(match sum {
                None => term,
                Some(sum) if negative => builder.binary(BinaryOp::Sub, sum, term),
                Some(sum) => builder.binary(BinaryOp::Add, sum, term),
            });
        }
        sum.unwrap_or_else(|| builder.constant(0))
    }
}

fn emit_term(builder: &mut ProgramBuilder, monomial: &Monomial, factor: i128) -> u32 {
    let mut product = None;
    for (atom, power) in monomial {
        let value = match atom {
            Atom::Parameter { position, .. } => builder.coord(*position),
            Atom::Quotient(quotient) => {
                let dividend = quotient.dividend.emit(builder);
                let divisor = quotient.divisor.emit(builder);
                builder.binary(BinaryOp::FloorDiv, dividend, divisor)
            }
        };
        for _ in 0..*power {
            product = Some(match product {
                None => value,
                Some(product) => builder.binary(BinaryOp::Mul, product, value),
            });
        }
    }
    let factor = i64::try_from(factor).unwrap_or(if factor < 0 { i64::MIN } else { i64::MAX });
    match product {
        None => builder.constant(factor),
        Some(product) if factor == 1 => product,
        Some(product) => {
            let factor = builder.constant(factor);
            builder.binary(BinaryOp::Mul, product, factor)
        }
    }
}
