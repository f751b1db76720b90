//! Integer arithmetic on elements: exact, modulo two to the width.
//!
//! What is undefined for one element is an error of the program (a division by zero), or, where
//! upstream says *poison* (a shift by the width or more), an integer that isn't sure.

use super::element::Element;
use super::fault::Fault;
use super::format::ElementType;

/// A binary operation of `arith` on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum IntOp {
    Add,
    Sub,
    Mul,
    DivS,
    DivU,
    RemS,
    RemU,
    FloorDivS,
    And,
    Or,
    Xor,
    Shl,
    ShrU,
    ShrS,
    MinS,
    MaxS,
    MinU,
    MaxU,
}

const NAMES: [(&str, IntOp); 18] = [
    ("arith.addi", IntOp::Add),
    ("arith.subi", IntOp::Sub),
    ("arith.muli", IntOp::Mul),
    ("arith.divsi", IntOp::DivS),
    ("arith.divui", IntOp::DivU),
    ("arith.remsi", IntOp::RemS),
    ("arith.remui", IntOp::RemU),
    ("arith.floordivsi", IntOp::FloorDivS),
    ("arith.andi", IntOp::And),
    ("arith.ori", IntOp::Or),
    ("arith.xori", IntOp::Xor),
    ("arith.shli", IntOp::Shl),
    ("arith.shrui", IntOp::ShrU),
    ("arith.shrsi", IntOp::ShrS),
    ("arith.minsi", IntOp::MinS),
    ("arith.maxsi", IntOp::MaxS),
    ("arith.minui", IntOp::MinU),
    ("arith.maxui", IntOp::MaxU),
];

impl IntOp {
    /// The operation called `name`.
    pub fn named(name: &str) -> Option<IntOp> {
        NAMES.iter().find_map(|&(known, op)| (known == name).then_some(op))
    }

    fn name(self) -> &'static str {
        NAMES.iter().find_map(|&(name, op)| (op == self).then_some(name)).unwrap_or("arith")
    }

    /// Applies it.
    ///
    /// # Errors
    /// A division by zero, or of the least number by -1.
    pub fn apply(self, ty: ElementType, a: Element, b: Element) -> Result<Element, Fault> {
        let ((a, a_sure), (b, b_sure)) = (a.int_bits(None), b.int_bits(None));
        let (signed_a, signed_b) = (ty.signed(a), ty.signed(b));
        let mut sure = a_sure && b_sure;
        let shift = u32::try_from(b).ok().filter(|&amount| amount < ty.width());
        let bits = match self {
            IntOp::Add => a.wrapping_add(b),
            IntOp::Sub => a.wrapping_sub(b),
            IntOp::Mul => a.wrapping_mul(b),
            IntOp::And => {
                sure |= a_sure && a == 0 || b_sure && b == 0;
                a & b
            }
            IntOp::Or => {
                let ones = ty.mask(u64::MAX);
                sure |= a_sure && a == ones || b_sure && b == ones;
                a | b
            }
            IntOp::Xor => a ^ b,
            IntOp::MinS => {
                if signed_a <= signed_b {
                    a
                } else {
                    b
                }
            }
            IntOp::MaxS => {
                if signed_a >= signed_b {
                    a
                } else {
                    b
                }
            }
            IntOp::MinU => a.min(b),
            IntOp::MaxU => a.max(b),
            IntOp::Shl | IntOp::ShrU | IntOp::ShrS => match (shift, self) {
                (Some(amount), IntOp::Shl) => a << amount,
                (Some(amount), IntOp::ShrU) => a >> amount,
                (Some(amount), _) => (signed_a >> amount) as u64,
                (None, _) => {
                    sure = false;
                    0
                }
            },
            IntOp::DivS | IntOp::DivU | IntOp::RemS | IntOp::RemU | IntOp::FloorDivS => {
                match self.divide(ty, a, b) {
                    Some(bits) => bits,
                    // The divisor that a device has may be another.
                    None if !sure => 0,
                    None => {
                        let op = self.name().to_owned();
                        return Err(Fault::Division { op, lhs: signed_a, rhs: signed_b });
                    }
                }
            }
        };
        Ok(Element::Int { bits: ty.mask(bits), sure })
    }

    fn divide(self, ty: ElementType, a: u64, b: u64) -> Option<u64> {
        let (signed_a, signed_b) = (ty.signed(a), ty.signed(b));
        let overflows = signed_b == -1 && signed_a == ty.signed(1 << (ty.width() - 1));
        let signed = |value: Option<i64>| value.filter(|_| !overflows).map(|value| value as u64);
        match self {
            IntOp::DivU => a.checked_div(b),
            IntOp::RemU => a.checked_rem(b),
            IntOp::DivS => signed(signed_a.checked_div(signed_b)),
            IntOp::RemS => signed(signed_a.checked_rem(signed_b)),
            _ => {
                let quotient = signed_a.checked_div(signed_b)?;
                let inexact = signed_a.checked_rem(signed_b)? != 0;
                let down = inexact && (signed_a < 0) != (signed_b < 0);
                signed(Some(quotient - i64::from(down)))
            }
        }
    }
}

/// `arith.cmpi` by the number of its predicate; `None` for no predicate.
pub fn compare(ty: ElementType, predicate: i64, a: Element, b: Element) -> Option<Element> {
    let ((a, a_sure), (b, b_sure)) = (a.int_bits(None), b.int_bits(None));
    let (signed_a, signed_b) = (ty.signed(a), ty.signed(b));
    let truth = match predicate {
        0 => a == b,
        1 => a != b,
        2 => signed_a < signed_b,
        3 => signed_a <= signed_b,
        4 => signed_a > signed_b,
        5 => signed_a >= signed_b,
        6 => a < b,
        7 => a <= b,
        8 => a > b,
        9 => a >= b,
        _ => return None,
    };
    Some(Element::Int { bits: u64::from(truth), sure: a_sure && b_sure })
}

#[cfg(test)]
mod tests {
    use super::*;

    const I8: ElementType = ElementType::Int(8);

    fn apply(name: &str, a: i64, b: i64) -> Option<i64> {
        let op = IntOp::named(name)?;
        let element = |value: i64| Element::int(I8.mask(value as u64));
        match op.apply(I8, element(a), element(b)) {
            Ok(Element::Int { bits, sure: true }) => Some(I8.signed(bits)),
            _ => None,
        }
    }

    #[test]
    fn arithmetic_wraps() {
        assert_eq!(apply("arith.addi", 127, 1), Some(-128));
        assert_eq!(apply("arith.subi", -128, 1), Some(127));
        assert_eq!(apply("arith.muli", 64, 4), Some(0));
    }

    #[test]
    fn divisions() {
        assert_eq!(apply("arith.divsi", -7, 2), Some(-3));
        assert_eq!(apply("arith.floordivsi", -7, 2), Some(-4));
        assert_eq!(apply("arith.floordivsi", 7, 2), Some(3));
        assert_eq!(apply("arith.remsi", -7, 2), Some(-1));
        assert_eq!(apply("arith.divui", -1, 2), Some(127));
        assert_eq!(apply("arith.remui", -1, 2), Some(1));
        for op in [IntOp::DivS, IntOp::RemU, IntOp::FloorDivS] {
            let fault = op.apply(I8, Element::int(3), Element::int(0)).unwrap_err();
            assert!(matches!(fault, Fault::Division { lhs: 3, rhs: 0, .. }), "{fault}");
        }
        let fault = IntOp::DivS.apply(I8, Element::int(0x80), Element::int(0xff)).unwrap_err();
        assert_eq!(fault.to_string(), "'arith.divsi' of -128 by -1 is undefined");
        let unsure = Element::Int { bits: 0, sure: false };
        assert!(IntOp::DivS.apply(I8, Element::int(3), unsure).is_ok());
    }

    #[test]
    fn bits_and_shifts() {
        assert_eq!(apply("arith.andi", 12, 10), Some(8));
        assert_eq!(apply("arith.ori", 12, 10), Some(14));
        assert_eq!(apply("arith.xori", 12, 10), Some(6));
        assert_eq!(apply("arith.shli", 3, 6), Some(-64));
        assert_eq!(apply("arith.shrui", -1, 7), Some(1));
        assert_eq!(apply("arith.shrsi", -128, 6), Some(-2));
        assert_eq!(apply("arith.shli", 1, 8), None);
    }

    #[test]
    fn extremes() {
        assert_eq!(apply("arith.minsi", -1, 1), Some(-1));
        assert_eq!(apply("arith.minui", -1, 1), Some(1));
        assert_eq!(apply("arith.maxsi", -1, 1), Some(1));
        assert_eq!(apply("arith.maxui", -1, 1), Some(-1));
    }

    #[test]
    fn and_with_a_sure_zero_is_sure() {
        let unsure = Element::Int { bits: 1, sure: false };
        let sure = |op: IntOp, other: u64| {
            let result = op.apply(ElementType::BOOL, unsure, Element::int(other));
            result.is_ok_and(|element| element.int_bits(None).1)
        };
        assert!(sure(IntOp::And, 0) && !sure(IntOp::And, 1));
        assert!(sure(IntOp::Or, 1) && !sure(IntOp::Or, 0));
    }

    #[test]
    fn comparisons() {
        let truth = |predicate| {
            compare(I8, predicate, Element::int(0xff), Element::int(1)).map(|e| e.int_bits(None).0)
        };
        let expected = [0, 1, 1, 1, 0, 0, 0, 0, 1, 1];
        for (predicate, expected) in (0..).zip(expected) {
            assert_eq!(truth(predicate), Some(expected), "{predicate}");
        }
        assert_eq!(truth(10), None);
    }
}
